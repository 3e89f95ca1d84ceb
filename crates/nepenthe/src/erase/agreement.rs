//! Whether a receipt agrees with the store that it speaks of: what only somebody who has the file can check.

use nepenthe_receipt::merkle;
use nepenthe_receipt::receipt::Receipt;
use serde::Serialize;

use crate::log::{self, EventKind};
use crate::model::{EventSeq, MemoryId};
use crate::store::query::{event, memory, receipt, tree};
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
            let line = receipt::body(connection, id)?.map(|(_, line)| line);
            say(
                "entry",
                line.is_some_and(|line| line == given.body().to_line()),
                "The store has issued this receipt.",
                "The store has no such receipt.".into(),
            );
            let mut still = Vec::new();
            for number in &given.body().events {
                let seq = EventSeq(i64::try_from(*number).map_err(StorageError::corrupt)?);
                if let Some((scope, event)) = event::get(connection, seq)?
                    && event.kind == EventKind::Purge
                    && memory::get(connection, scope, event.memory)?.is_some()
                {
                    still.push(event.memory.to_string());
                }
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
