//! A text without what was erased of it.

use std::collections::HashSet;

use nepenthe_text::clause;

use super::marks::{Mark, Marks};
use super::tombstone::met;
use crate::model::StoreKey;
use crate::store::query::ScopeKey;
use crate::store::query::tombstone::Kinds;
use crate::store::{Session, StorageError};

/// Parties that are taken out of one text.
const MOST_PARTIES: usize = 8;

/// The longest text, in bytes, that is looked at statement by statement for what else it says. A longer one is refused as a whole.
const TRIMMED_BYTES: usize = 8 * 1024;

/// The text without what was erased of it: parties, or else statements. Nothing where it is not stopped, or nothing that
/// may come in would be left.
pub(super) fn rest(
    session: Session<'_>,
    scope: ScopeKey,
    (key, kinds): (&StoreKey, &Kinds),
    text: &str,
    before: Option<&str>,
) -> Result<Option<String>, StorageError> {
    let known: HashSet<Mark> = before
        .map(|text| Marks::of(key, kinds, text).0)
        .unwrap_or_default()
        .into_iter()
        .map(|(mark, _)| mark)
        .collect();
    let stopped = |text: &str| -> Result<bool, StorageError> {
        let met = met(session, scope, &Marks::of(key, kinds, text))?;
        Ok(met.keys().any(|mark| !known.contains(mark)))
    };
    if text.len() > TRIMMED_BYTES || !stopped(text)? {
        return Ok(None);
    }
    let fewer = without_parties(text, &stopped)?;
    if fewer != text && !stopped(&fewer)? {
        return Ok(Some(fewer));
    }
    let parted = Some(fewer.as_str()).filter(|fewer| *fewer != text);
    for text in std::iter::once(text).chain(parted) {
        let clauses = clause::split(text);
        let mut gone = Vec::new();
        for (index, clause) in clauses.iter().enumerate() {
            if stopped(&clause.standalone)? {
                gone.push(index);
            }
        }
        let rest = clauses.without(&gone).filter(|_| !gone.is_empty() && gone.len() < clauses.len());
        if let Some(rest) = rest
            && !stopped(&rest)?
        {
            return Ok(Some(rest));
        }
    }
    Ok(None)
}

/// The text without the members of its lists that are stopped each by itself.
fn without_parties(
    text: &str,
    stopped: &impl Fn(&str) -> Result<bool, StorageError>,
) -> Result<String, StorageError> {
    let mut text = text.to_owned();
    'again: for _ in 0..MOST_PARTIES {
        for list in clause::parties(&text).iter().filter(|list| list.members.len() > 1) {
            for member in &list.members {
                if stopped(&text[member.span.clone()])?
                    && let Some(rest) = clause::without_party(&text, member.span.clone())
                {
                    text = rest;
                    continue 'again;
                }
            }
        }
        break;
    }
    Ok(text)
}
