//! Keys of a text, as they are gathered.

use std::collections::HashSet;

/// The most keys of one sort that a text gets: those of the words of a book's chapter.
const MOST: usize = 4096;

/// Keys in the order in which they came, each once.
#[derive(Debug, Default)]
pub(crate) struct Keys {
    order: Vec<String>,
    seen: HashSet<String>,
    /// Whether there were more than there is room for.
    full: bool,
}

impl Keys {
    pub(crate) fn push(&mut self, key: String) {
        if !self.has_room() {
            self.full |= !self.seen.contains(&key);
        } else if self.seen.insert(key.clone()) {
            self.order.push(key);
        }
    }

    /// Notes that a part of the text was not read.
    pub(crate) fn leave_out(&mut self) {
        self.full = true;
    }

    /// Whether the text may have more than these.
    pub(crate) fn lack_some(&self) -> bool {
        self.full
    }

    pub(crate) fn has_room(&self) -> bool {
        self.order.len() < MOST
    }

    pub(crate) fn into_vec(self) -> Vec<String> {
        self.order
    }
}
