//! `nepenthe verify`.

use std::path::{Path, PathBuf};

use clap::Args;
use nepenthe::Access;
use nepenthe::receipt::json_problem;
use nepenthe::receipt::note::VerifyingKey;
use nepenthe_ops::{self as ops, Against, Bytes, OpenedText, Verified, VerifyInput};

use crate::args::path;
use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::input::{Source, decode};
use crate::output::escape;

/// Verify a receipt offline
///
/// Checks that the receipt is whole, that its statement stands in the log that the key signed, and what else is asked:
/// cosignatures of witnesses, texts against their commitments. Where the store at --db is the one that issued it, the
/// receipt is compared with that too; where it is another, or cannot be opened, the check `store` is skipped and says why.
/// Needs no store, no network and no secret, but a store that is named must be there; docs/receipt.md says what each check
/// shows and what none can.
///
/// Prints one line a check. Ends with code 5 if the receipt does not hold.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe verify receipt.txt --key agent.pub
  nepenthe verify receipt.txt --key 'nepenthe/5d0c…+33d7b496+AZ…' --json
  nepenthe verify receipt.txt --key agent.pub --db agent.db")]
pub(crate) struct VerifyArgs {
    /// Verify this receipt
    #[arg(value_name = "RECEIPT", value_parser = path())]
    receipt: PathBuf,

    /// Trust this public key of the log, or each in this file, one a line; may be given several times
    #[arg(long = "key", value_name = "KEY|FILE", required = true)]
    keys: Vec<String>,

    /// Trust this witness's key, or each in this file; may be given several times
    #[arg(long = "witness", value_name = "KEY|FILE")]
    witnesses: Vec<String>,

    /// Ask that this many of the witnesses have cosigned [default: all that are named]
    #[arg(long, value_name = "N", requires = "witnesses")]
    witnesses_needed: Option<usize>,

    /// Compare texts with what the receipt commits to: a file that `nepenthe purge --openings` wrote, each line with a
    /// `text` added
    #[arg(long, value_name = "FILE", value_parser = path())]
    openings: Option<PathBuf>,
}

/// Verifies.
pub(super) fn verify(args: &VerifyArgs, context: &Context) -> Result<(), CliError> {
    let receipt = Source::File(args.receipt.clone()).read()?;
    let spelled = |keys: Vec<VerifyingKey>| keys.iter().map(ToString::to_string).collect();
    let input = VerifyInput {
        receipt: Bytes(receipt),
        keys: spelled(public_keys(&args.keys)?),
        witnesses: spelled(public_keys(&args.witnesses)?),
        witnesses_needed: args.witnesses_needed,
        openings: args.openings.as_deref().map(openings).transpose()?.unwrap_or_default(),
    };
    let db = context.db().display().to_string();
    let verified = match context.store(Access::ReadOnly) {
        Ok(store) => ops::verify(&input, Against::Store(&store, &db))?,
        // The receipt needs no store, but one that was named and is not there was meant to be another.
        Err(error) if error.kind() == Kind::NoStore && context.names_store() => {
            return Err(error.with_hint(
                "name the store that issued the receipt, or leave out --db and NEPENTHE_DB: no store is needed",
            ));
        }
        Err(error) => ops::verify(&input, Against::Nothing(error.message()))?,
    };
    context.printer().result(&verified, text)?;
    if verified.holds {
        context.printer().status("The receipt holds.");
        Ok(())
    } else {
        Err(CliError::new(Kind::Unsound, "the receipt does not hold"))
    }
}

fn text(verified: &Verified) -> String {
    let checks = verified.checks.iter().map(|check| {
        let said = check.reason.as_ref().unwrap_or(&check.sentence);
        format!("{:<8}{:<12}{}\n", check.outcome, check.name, escape(said))
    });
    let agreements = verified.store.iter().flatten().map(|agreement| {
        let word = if agreement.agrees { "passed" } else { "failed" };
        format!("{word:<8}{:<12}{}\n", agreement.name, agreement.sentence)
    });
    checks.chain(agreements).collect()
}

/// Reads public keys, each typed or in a file of them.
pub(super) fn public_keys(given: &[String]) -> Result<Vec<VerifyingKey>, CliError> {
    let mut keys = Vec::new();
    for one in given {
        if let Ok(key) = one.parse() {
            keys.push(key);
            continue;
        }
        let text = std::fs::read_to_string(one).map_err(|error| {
            // What is no file may be a private key.
            let what = if Path::new(one).exists() { one } else { "what is given as a key" };
            CliError::new(Kind::Input, format!("{what} is neither a public key nor a file of them: {error}"))
                .with_hint("give what `nepenthe key show` prints, or a file of it")
        })?;
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            let key = line.trim().parse();
            keys.push(key.map_err(|error| {
                CliError::new(Kind::Input, format!("{one}, line {number}: no public key: {error}"))
            })?);
        }
    }
    Ok(keys)
}

/// Reads openings, and says in which line there is none.
fn openings(file: &Path) -> Result<Vec<OpenedText>, CliError> {
    let text =
        decode(Source::File(file.to_owned()).read()?, |line| format!("{}, line {line}", file.display()))?;
    let mut found = Vec::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let wrong =
            |why: &str| CliError::new(Kind::Input, format!("{}, line {number}: {why}", file.display()));
        let opened: OpenedText = serde_json::from_str(line).map_err(|error| wrong(&json_problem(&error)))?;
        opened.validate().map_err(|error| wrong(error.message()))?;
        found.push(opened);
    }
    Ok(found)
}
