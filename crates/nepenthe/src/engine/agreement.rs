//! Whether a receipt agrees with the store that it speaks of: what only somebody who has the file can check.

use nepenthe_receipt::receipt::{How, Receipt};
use nepenthe_receipt::{Checkpoint, merkle};
use serde::Serialize;

use crate::handle::Store;
use crate::log;
use crate::model::{MemoryId, StoreKey};
use crate::store::query::{carry, event, memory, receipt, row_sum, tree};
use crate::store::{Session, StorageError};

/// Says how the tree that is stored is not the one that was signed, if it is not.
fn other_tree(session: Session<'_>, signed: &Checkpoint) -> Result<Option<String>, StorageError> {
    if let Some(too_short) = too_short(session, signed)? {
        return Ok(Some(too_short));
    }
    let root = merkle::root(signed.size, |node| tree::node(session, node)).map_err(tree::failed);
    Ok(match root {
        Ok(root) if root == signed.root => None,
        Ok(_) => Some(format!(
            "The log does not begin with the tree of the {} events that were signed.",
            signed.size
        )),
        Err(StorageError::Corrupt(why)) => Some(format!("The tree that was signed cannot be read: {why}.")),
        Err(error) => return Err(error),
    })
}

/// Says how the events, hashed again, are not those that were signed, if they are not. Of an event that is a receipt the tree holds the
/// body; what else its row says has a checksum.
fn other_events(
    session: Session<'_>,
    signed: &Checkpoint,
    key: &StoreKey,
) -> Result<Option<String>, StorageError> {
    if let Some(too_short) = too_short(session, signed)? {
        return Ok(Some(too_short));
    }
    match tree::again(session, signed.size) {
        Ok(again) if again.root == signed.root => {
            let changed = row_sum::receipts_changed(session, key)?;
            let before = changed.into_iter().find(|changed| changed.row.unsigned_abs() <= signed.size);
            Ok(before.map(|changed| format!("In the log, {}.", changed.problem)))
        }
        Ok(again) => {
            let at = again.differs_at.map(|seq| format!(": the log's own tree is another at event {seq}"));
            let all = format!("The first {} events are not those that were signed", signed.size);
            Ok(Some(format!("{all}{}.", at.unwrap_or_default())))
        }
        Err(StorageError::Corrupt(why)) => {
            Ok(Some(format!("The events that were signed cannot all be read: {why}.")))
        }
        Err(error) => Err(error),
    }
}

fn too_short(session: Session<'_>, signed: &Checkpoint) -> Result<Option<String>, StorageError> {
    let size = tree::size(session)?;
    let lacks = signed.size > size;
    Ok(lacks.then(|| format!("The log has {size} events, and {} were signed.", signed.size)))
}

/// One thing in which receipt and store agree or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Agreement {
    /// Its name: `log`, `tree`, `events`, `entry` or `gone`.
    pub name: &'static str,
    /// Whether they agree.
    pub agrees: bool,
    /// What that means, in one sentence.
    pub sentence: String,
}

impl Store {
    /// Compares a receipt with this store. That the receipt itself holds,
    /// [`verify`](nepenthe_receipt::verify()) says.
    ///
    /// # Errors
    /// [`StorageError`].
    pub fn compare(&self, given: &Receipt) -> Result<Vec<Agreement>, StorageError> {
        self.database().read(|session| {
            let mut found = Vec::new();
            let mut say = |name, agrees, yes: &str, no: String| {
                let sentence = if agrees { yes.to_owned() } else { no };
                found.push(Agreement { name, agrees, sentence });
            };
            let origin = log::origin(session)?;
            let same = origin == given.body().origin.as_str();
            say(
                "log",
                same,
                "The receipt is of this store's log.",
                format!("The receipt is of another log: this store's is {origin}."),
            );
            if !same {
                return Ok(found);
            }
            let checkpoint = given.proof().checkpoint();
            let other = other_tree(session, checkpoint)?;
            say(
                "tree",
                other.is_none(),
                "The log still begins with the tree that was signed.",
                other.unwrap_or_default(),
            );
            let other = other_events(session, checkpoint, &self.database().key)?;
            say(
                "events",
                other.is_none(),
                "The events up to the one that was signed are those that the tree was made of.",
                other.unwrap_or_default(),
            );
            let id = MemoryId::from_bytes(given.body().receipt.0);
            let issued = receipt::body(session, id)?;
            say(
                "entry",
                issued.as_ref().is_some_and(|(_, line)| *line == given.body().to_line()),
                "The store has issued this receipt.",
                "The store has no such receipt.".into(),
            );
            let scope = match &issued {
                Some((seq, _)) => event::get(session, *seq)?.map(|(scope, _)| scope),
                None => None,
            };
            let mut still = Vec::new();
            for erased in given.body().erased.iter().filter(|erased| erased.how != How::Edited) {
                let id = MemoryId::from_bytes(erased.memory.0);
                // Of which scope a receipt is that the store does not have, nothing says.
                let there = match scope {
                    Some(scope) => memory::get(session, scope, id)?.is_some(),
                    None => !carry::scopes_with(session, id)?.is_empty(),
                };
                still.extend(there.then(|| id.to_string()));
            }
            say(
                "gone",
                still.is_empty(),
                "No memory that was erased is in the store.",
                format!("Still in the store: {}.", still.join(", ")),
            );
            Ok(found)
        })
    }
}
