//! Whether a receipt agrees with the store that it speaks of: what only somebody who has the file can check.

use nepenthe_receipt::merkle;
use nepenthe_receipt::receipt::{How, Receipt};
use serde::Serialize;

use crate::log;
use crate::model::MemoryId;
use crate::store::query::{carry, event, memory, receipt, tree};
use crate::store::{StorageError, Store};

/// One thing in which receipt and store agree or not.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Agreement {
    /// Its name: `log`, `tree`, `entry` or `gone`.
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
        self.inner.read(|connection| {
            let mut found = Vec::new();
            let mut say = |name, agrees, yes: &str, no: String| {
                let sentence = if agrees { yes.to_owned() } else { no };
                found.push(Agreement { name, agrees, sentence });
            };
            let origin = log::origin(connection)?;
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
            let root = match checkpoint.size <= tree::size(connection)? {
                true => {
                    let root = merkle::root(checkpoint.size, |node| tree::node(connection, node));
                    Some(root.map_err(tree::failed)?)
                }
                false => None,
            };
            say(
                "tree",
                root == Some(checkpoint.root),
                "The log still begins with the tree that was signed.",
                format!("The log does not begin with the {} events that were signed.", checkpoint.size),
            );
            let id = MemoryId::from_bytes(given.body().receipt.0);
            let issued = receipt::body(connection, id)?;
            say(
                "entry",
                issued.as_ref().is_some_and(|(_, line)| *line == given.body().to_line()),
                "The store has issued this receipt.",
                "The store has no such receipt.".into(),
            );
            let scope = match &issued {
                Some((seq, _)) => event::get(connection, *seq)?.map(|(scope, _)| scope),
                None => None,
            };
            let mut still = Vec::new();
            for erased in given.body().erased.iter().filter(|erased| erased.how != How::Edited) {
                let id = MemoryId::from_bytes(erased.memory.0);
                // Of which scope a receipt is that the store does not have, nothing says.
                let there = match scope {
                    Some(scope) => memory::get(connection, scope, id)?.is_some(),
                    None => !carry::scopes_with(connection, id)?.is_empty(),
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
