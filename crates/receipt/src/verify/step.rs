//! The checks themselves, one function each.

use std::collections::HashSet;

use super::check::{Check, Outcome};
use super::options::{Opening, Options};
use super::report::Report;
use crate::note::{Algorithm, VerifyingKey};
use crate::receipt::{Body, Commitment, leaf, split};
use crate::{ParseError, Proof};

/// Checks a receipt against the log keys that are trusted, of which one is enough. Bytes rather than a text, because a
/// file may be anything.
///
/// Nothing outside the arguments is read, and no clock: a receipt that holds today holds for ever, as long as its keys
/// are trusted.
#[must_use]
pub fn verify(receipt: impl AsRef<[u8]>, keys: &[VerifyingKey], options: &Options) -> Report {
    let text = match std::str::from_utf8(receipt.as_ref()) {
        Ok(text) => text,
        Err(error) => {
            let before = receipt.as_ref().iter().take(error.valid_up_to());
            let line = 1 + before.filter(|byte| **byte == b'\n').count();
            return unreadable(&ParseError::new(line, "not UTF-8"));
        }
    };
    let (line, proof) = match split(text) {
        Ok(parts) => parts,
        Err(error) => return unreadable(&error),
    };
    let body = Body::from_line(line).map_err(|error| error.after(1));
    let known = known_keys(&proof, keys);

    Report::new(|check| match check {
        Check::Format => Outcome::Passed,
        Check::Body => of_body(&body),
        Check::Origin => origin(&body, &proof),
        Check::Key => key(&proof, keys, &known),
        Check::Signature => signature(&proof, &known),
        Check::Inclusion => match proof.includes(&leaf(line)) {
            Ok(()) => Outcome::Passed,
            Err(error) => failed(error),
        },
        Check::Witnesses => witnesses(&proof, options),
        Check::Commitments => commitments(&body, &options.openings),
    })
}

fn failed(why: impl ToString) -> Outcome {
    Outcome::Failed(why.to_string())
}

fn skipped(why: &str) -> Outcome {
    Outcome::Skipped(why.to_owned())
}

fn unreadable(error: &ParseError) -> Report {
    Report::new(|check| match check {
        Check::Format => failed(error),
        _ => skipped("the file could not be read as a receipt"),
    })
}

const NO_BODY: &str = "the body could not be read";

fn of_body(body: &Result<Body, ParseError>) -> Outcome {
    match body {
        Ok(body) => body.check().map_or_else(failed, |()| Outcome::Passed),
        Err(error) => failed(error),
    }
}

fn origin(body: &Result<Body, ParseError>, proof: &Proof) -> Outcome {
    match body {
        Ok(body) if body.origin.as_str() == proof.checkpoint().origin => Outcome::Passed,
        Ok(_) => failed("the body names another log than the checkpoint"),
        Err(_) => skipped(NO_BODY),
    }
}

/// The trusted keys that bear the log's name and the id of a signature.
fn known_keys<'a>(proof: &Proof, keys: &'a [VerifyingKey]) -> Vec<&'a VerifyingKey> {
    let signed = |key: &VerifyingKey| {
        proof.note().signatures().iter().any(|line| line.name() == key.name() && line.id() == key.id())
    };
    keys.iter().filter(|key| is_log_key(key, proof) && signed(key)).collect()
}

fn is_log_key(key: &VerifyingKey, proof: &Proof) -> bool {
    key.algorithm() == Algorithm::Ed25519 && key.name() == proof.checkpoint().origin
}

fn key(proof: &Proof, keys: &[VerifyingKey], known: &[&VerifyingKey]) -> Outcome {
    if !known.is_empty() {
        Outcome::Passed
    } else if keys.is_empty() {
        failed("no key was given to trust")
    } else if keys.iter().any(|key| is_log_key(key, proof)) {
        failed("no signature is of a key that was given")
    } else {
        failed("none of the keys is this log's: a log's key has its origin for a name")
    }
}

fn signature(proof: &Proof, known: &[&VerifyingKey]) -> Outcome {
    if known.is_empty() {
        return skipped("no key to check it with");
    }
    let each: Result<Vec<bool>, _> = known.iter().map(|key| proof.note().verify(key)).collect();
    each.map_or_else(failed, |_| Outcome::Passed)
}

fn witnesses(proof: &Proof, options: &Options) -> Outcome {
    if options.witnesses.is_empty() && options.witnesses_needed == 0 {
        return skipped("no witness was asked for");
    }
    let mut cosigned = HashSet::new();
    for witness in &options.witnesses {
        match proof.note().cosigned(witness) {
            Ok(Some(_)) => _ = cosigned.insert(witness.public()),
            Ok(None) => {}
            Err(error) => return failed(format_args!("{}: {error}", witness.name())),
        }
    }
    let (found, needed) = (cosigned.len(), options.witnesses_needed);
    if found >= needed {
        Outcome::Passed
    } else {
        failed(format_args!("{found} of {needed} witnesses cosigned"))
    }
}

fn commitments(body: &Result<Body, ParseError>, openings: &[Opening]) -> Outcome {
    if openings.is_empty() {
        return skipped("no key of a commitment was handed over");
    }
    let Ok(body) = body else {
        return skipped(NO_BODY);
    };
    for Opening { memory, key, text } in openings {
        let Some(entry) = body.erased.iter().find(|entry| entry.memory == *memory) else {
            return failed(format_args!("the receipt does not have the memory {memory}"));
        };
        if entry.commitment != Commitment::new(key, text) {
            return failed(format_args!("the memory {memory} held another text, or the key is not its own"));
        }
    }
    Outcome::Passed
}
