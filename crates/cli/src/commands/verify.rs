//! `nepenthe verify`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use nepenthe::receipt::note::VerifyingKey;
use nepenthe::receipt::{Opening, Options, Outcome, Receipt, json_problem, verify as check};
use nepenthe::{Access, Agreement};
use serde::{Deserialize, Serialize};

use crate::args::path;
use crate::context::Context;
use crate::error::{CliError, Kind};
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

/// A line of a file of openings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct OpeningLine {
    memory: String,
    key: String,
    text: String,
}

/// What was found.
#[derive(Debug, Serialize)]
struct Verified {
    holds: bool,
    checks: Vec<serde_json::Value>,
    store: Option<Vec<Agreement>>,
}

/// What comparing the receipt with a store came to, as one more check.
struct Compared {
    outcome: Outcome,
    agreements: Option<Vec<Agreement>>,
}

/// What it shows when it passes.
const STORE: &str = "The store has issued the receipt, and agrees with it.";

/// Verifies.
pub(super) fn verify(args: &VerifyArgs, context: &Context) -> Result<(), CliError> {
    let bytes = std::fs::read(&args.receipt)
        .map_err(|error| CliError::io(format!("cannot read {}", args.receipt.display()), &error))?;
    let keys = public_keys(&args.keys)?;
    let witnesses = public_keys(&args.witnesses)?;
    let needed = args.witnesses_needed.unwrap_or(witnesses.len());
    let mut options = Options::default().with_witnesses(witnesses, needed);
    if let Some(file) = &args.openings {
        options = options.with_openings(openings(file)?);
    }
    let report = check(&bytes, &keys, &options);
    let Compared { outcome, agreements: store } = compare(&bytes, context)?;
    let mut checks = Vec::new();
    for checked in report.checks() {
        checks.push(serde_json::to_value(checked).map_err(|error| CliError::new(Kind::Io, error))?);
    }
    checks.push(serde_json::json!({
        "name": "store", "outcome": outcome.word(), "reason": outcome.reason(), "sentence": STORE,
    }));
    let holds = report.holds() && !matches!(outcome, Outcome::Failed(_));
    let verified = Verified { holds, checks, store };
    context.printer().result(&verified, |verified| {
        let said = outcome.reason().unwrap_or(STORE);
        let compared = format!("{:<8}{:<12}{}\n", outcome.word(), "store", escape(said));
        let agreements = verified.store.iter().flatten().map(|agreement| {
            let word = if agreement.agrees { "passed" } else { "failed" };
            format!("{word:<8}{:<12}{}\n", agreement.name, agreement.sentence)
        });
        let checks = report.checks().iter().map(|checked| format!("{checked}\n"));
        checks.chain([compared]).chain(agreements).collect()
    })?;
    if verified.holds {
        context.printer().status("The receipt holds.");
        Ok(())
    } else {
        Err(CliError::new(Kind::Unsound, "the receipt does not hold"))
    }
}

/// Compares the receipt with the store at --db. It needs none, so that one that cannot be looked into is no error; but one
/// that was named and is not there was meant to be another.
fn compare(bytes: &[u8], context: &Context) -> Result<Compared, CliError> {
    let skipped = |why: String| Ok(Compared { outcome: Outcome::Skipped(why), agreements: None });
    let store = match context.store(Access::ReadOnly) {
        Ok(store) => store,
        Err(error) if error.kind() == Kind::NoStore && context.names_store() => {
            return Err(error.with_hint(
                "name the store that issued the receipt, or leave out --db and NEPENTHE_DB: no store is needed",
            ));
        }
        Err(error) => return skipped(error.message().to_owned()),
    };
    let text = std::str::from_utf8(bytes).ok();
    let Some(receipt) = text.and_then(|text| text.parse::<Receipt>().ok()) else {
        return skipped("the receipt cannot be read".into());
    };
    let db = context.db();
    match store.origin() {
        Ok(origin) if origin == receipt.body().origin.as_str() => {}
        Ok(_) => return skipped(format!("{} is the store of another log", db.display())),
        Err(error) => return skipped(CliError::from(error).message().to_owned()),
    }
    Ok(match store.compare(&receipt) {
        Ok(found) if found.iter().all(|agreement| agreement.agrees) => {
            Compared { outcome: Outcome::Passed, agreements: Some(found) }
        }
        Ok(found) => {
            let why = format!("{} does not agree with the receipt", db.display());
            Compared { outcome: Outcome::Failed(why), agreements: Some(found) }
        }
        Err(error) => {
            let error = CliError::from(error);
            let why = error.message().to_owned();
            // A store of the same log that is damaged does not bear the receipt out.
            let outcome =
                if error.kind() == Kind::Damaged { Outcome::Failed(why) } else { Outcome::Skipped(why) };
            Compared { outcome, agreements: None }
        }
    })
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
        for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
            let key = line.trim().parse();
            keys.push(key.map_err(|error| {
                CliError::new(Kind::Input, format!("{one}, line {number}: no public key: {error}"))
            })?);
        }
    }
    Ok(keys)
}

fn openings(file: &Path) -> Result<Vec<Opening>, CliError> {
    let text = std::fs::read_to_string(file)
        .map_err(|error| CliError::io(format!("cannot read {}", file.display()), &error))?;
    let mut found = BTreeMap::new();
    for (line, number) in text.lines().zip(1..).filter(|(line, _)| !line.trim().is_empty()) {
        let wrong =
            |why: &str| CliError::new(Kind::Input, format!("{}, line {number}: {why}", file.display()));
        let line: OpeningLine = serde_json::from_str(line).map_err(|error| wrong(&json_problem(&error)))?;
        let memory = line.memory.parse().map_err(|_| wrong("`memory` is no id"))?;
        let key: nepenthe::receipt::receipt::Commitment =
            line.key.parse().map_err(|_| wrong("`key` is not 64 digits of lower-case hex"))?;
        found.insert(line.memory, Opening { memory, key: key.0, text: line.text });
    }
    Ok(found.into_values().collect())
}
