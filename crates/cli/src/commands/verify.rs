//! `nepenthe verify`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use clap::Args;
use nepenthe::receipt::note::VerifyingKey;
use nepenthe::receipt::{Opening, Options, verify as check};
use nepenthe::{Access, Agreement};
use serde::{Deserialize, Serialize};

use crate::args::path;
use crate::context::Context;
use crate::error::{CliError, Kind};

/// Verify a receipt offline
///
/// Checks that the receipt is whole, that its statement stands in the log that the key signed, and what else is asked:
/// cosignatures of witnesses, texts against their commitments. Where the store at --db is the one that issued it, the
/// receipt is compared with that too. Needs no store, no network and no secret; docs/receipt.md says what each check shows
/// and what none can.
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
    checks: serde_json::Value,
    store: Option<Vec<Agreement>>,
}

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
    let store = compare(&bytes, context)?;
    let agrees = store.iter().flatten().all(|agreement| agreement.agrees);
    let checks = serde_json::to_value(&report).map_err(|error| CliError::new(Kind::Io, error))?;
    let verified = Verified { holds: report.holds() && agrees, checks: checks["checks"].clone(), store };
    context.printer().result(&verified, |verified| {
        let compared = verified.store.iter().flatten().map(|agreement| {
            let word = if agreement.agrees { "passed" } else { "failed" };
            format!("{word:<8}{:<12}{}\n", agreement.name, agreement.sentence)
        });
        let checks = report.checks().iter().map(|checked| format!("{checked}\n"));
        checks.chain(compared).collect()
    })?;
    if verified.holds {
        context.printer().status("The receipt holds.");
        Ok(())
    } else {
        Err(CliError::new(Kind::Unsound, "the receipt does not hold"))
    }
}

/// Compares the receipt with the store at --db, where there is one of the same log.
fn compare(bytes: &[u8], context: &Context) -> Result<Option<Vec<Agreement>>, CliError> {
    let text = std::str::from_utf8(bytes).ok();
    let Some(receipt) = text.and_then(|text| text.parse::<nepenthe::receipt::Receipt>().ok()) else {
        return Ok(None);
    };
    if !context.db().exists() {
        return Ok(None);
    }
    let store = context.store(Access::ReadOnly)?;
    if store.origin()? != receipt.body().origin.as_str() {
        context.printer().status(format!("{} is the store of another log.", context.db().display()));
        return Ok(None);
    }
    Ok(Some(store.compare(&receipt)?))
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
            CliError::new(Kind::Input, format!("{one} is neither a public key nor a file of them: {error}"))
                .with_hint("a public key is what `nepenthe key show` prints")
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
        let line: OpeningLine = serde_json::from_str(line).map_err(|error| wrong(&error.to_string()))?;
        let memory = line.memory.parse().map_err(|_| wrong("`memory` is no id"))?;
        let key: nepenthe::receipt::receipt::Commitment =
            line.key.parse().map_err(|_| wrong("`key` is not 64 digits of lower-case hex"))?;
        found.insert(line.memory, Opening { memory, key: key.0, text: line.text });
    }
    Ok(found.into_values().collect())
}
