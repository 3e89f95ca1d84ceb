//! [`Streams`]: how many streams of events are open, of each key and together.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use super::{Problem, Refusal};

/// How many one key may have open.
const MOST: usize = 16;
/// How many all have open together.
const MOST_OF_ALL: usize = 256;

/// The streams that are open, counted by the ids of their keys.
#[derive(Debug, Clone, Default)]
pub(crate) struct Streams(Arc<Mutex<HashMap<String, usize>>>);

/// A stream that is open, as long as this is held.
#[derive(Debug)]
pub(crate) struct Slot {
    streams: Streams,
    key: String,
}

impl Streams {
    /// Lets a key open one more.
    pub(crate) fn begin(&self, key: &str) -> Result<Slot, Problem> {
        let mut open = self.open();
        let (all, its) = (open.values().sum::<usize>(), open.get(key).copied().unwrap_or_default());
        if its >= MOST || all >= MOST_OF_ALL {
            return Err(Refusal::TooManyStreams.into());
        }
        open.insert(key.to_owned(), its + 1);
        Ok(Slot { streams: self.clone(), key: key.to_owned() })
    }

    fn open(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Slot {
    fn drop(&mut self) {
        let mut open = self.streams.open();
        if let Some(its) = open.get_mut(&self.key) {
            *its -= 1;
        }
        open.retain(|_, its| *its > 0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_key_opens_more_than_its_share_and_what_ends_makes_room() {
        let streams = Streams::default();
        let mut mine: Vec<Slot> = (0..MOST).map(|_| streams.begin("a").unwrap()).collect();
        assert!(streams.begin("a").is_err());
        drop(streams.begin("b").unwrap());
        mine.pop();
        mine.push(streams.begin("a").unwrap());
        let others: Vec<Slot> =
            (MOST..MOST_OF_ALL).map(|number| streams.begin(&format!("{number}")).unwrap()).collect();
        assert!(streams.begin("b").is_err());
        drop((mine, others));
        assert!(streams.open().is_empty());
    }
}
