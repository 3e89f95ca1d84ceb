//! The plain model: what a scope is, without an index, a file or a transaction.

use std::collections::{BTreeMap, BTreeSet};

use jiff::Timestamp;
use nepenthe::{EventKind, MemoryId, NewMemory, State};

use super::{PROMOTE_ACCESSES, PROMOTE_DEPTH, TAU_SECONDS, Verb};

#[derive(Debug, Clone, PartialEq)]
pub struct Change {
    pub kind: EventKind,
    pub at: Timestamp,
    pub before: Option<f64>,
    pub after: Option<f64>,
    pub related: Option<MemoryId>,
    pub text: String,
}

#[derive(Debug, Clone)]
pub struct Row {
    pub text: String,
    pub depth: f64,
    pub superseded: bool,
    pub expires: Option<Timestamp>,
    pub accesses: u64,
    pub accessed: Option<Timestamp>,
    pub history: Vec<Change>,
    /// How many changes came before the last redact: their texts are gone.
    pub forgotten: usize,
}

impl Row {
    pub fn changed(&self) -> Timestamp {
        self.history.last().unwrap().at
    }

    pub fn expired(&self, now: Timestamp) -> bool {
        self.expires.is_some_and(|expires| expires <= now)
    }

    pub fn state(&self, now: Timestamp) -> State {
        match self.depth {
            depth if depth > 0.0 && self.expired(now) => State::Expired,
            f64::INFINITY => State::Pinned,
            0.0 if self.superseded => State::Superseded,
            0.0 => State::Released,
            _ => State::Live,
        }
    }

    pub fn log(
        &mut self,
        kind: EventKind,
        at: Timestamp,
        after: Option<f64>,
        related: Option<MemoryId>,
    ) -> Change {
        let before = (kind != EventKind::Inscribe).then_some(self.depth);
        let change = Change { kind, at, before, after, related, text: self.text.clone() };
        self.history.push(change.clone());
        self.depth = after.unwrap_or(self.depth);
        if !matches!(kind, EventKind::Edit | EventKind::Redact) {
            self.superseded = kind == EventKind::Supersede;
        }
        change
    }
}

/// One scope: its rows in the order of writing, what is left of purged ones, and the log.
#[derive(Debug, Clone, Default)]
pub struct Model {
    pub rows: Vec<(MemoryId, Row)>,
    pub purged: BTreeMap<MemoryId, Vec<Change>>,
    pub log: Vec<(MemoryId, Change)>,
    pub edges: BTreeSet<(MemoryId, MemoryId)>,
}

pub type Snapshot = BTreeMap<MemoryId, (String, f64)>;

impl Model {
    pub fn row(&mut self, id: MemoryId) -> &mut Row {
        &mut self.rows.iter_mut().find(|(other, _)| *other == id).unwrap().1
    }

    pub fn inscribe(&mut self, id: MemoryId, new: &NewMemory, now: Timestamp) {
        let mut row = Row {
            text: new.text.clone(),
            depth: 1.0,
            superseded: false,
            expires: new.expires,
            accesses: 0,
            accessed: None,
            history: Vec::new(),
            forgotten: 0,
        };
        let change = row.log(EventKind::Inscribe, now, Some(1.0), None);
        self.log.push((id, change));
        self.rows.push((id, row));
    }

    pub fn live(&self, now: Timestamp) -> Snapshot {
        let live = self.rows.iter().filter(|(_, row)| row.depth > 0.0 && !row.expired(now));
        live.map(|(id, row)| (*id, (row.text.clone(), row.depth))).collect()
    }

    /// What a verb does to one memory: the depth it leaves, or `None` where it changes nothing.
    pub fn apply(&mut self, id: MemoryId, verb: Verb, text: &str, new: Option<MemoryId>, now: Timestamp) {
        let row = self.row(id);
        let (live, pinned) = (row.depth > 0.0, row.depth == f64::INFINITY);
        let change = match verb {
            Verb::Supersede if live => Some((EventKind::Supersede, Some(0.0), new)),
            Verb::Release if live => Some((EventKind::Release, Some(0.0), None)),
            Verb::Restore if !live => Some((EventKind::Restore, Some(1.0), None)),
            Verb::Purge => Some((EventKind::Purge, None, None)),
            Verb::Edit if row.text != text => Some((EventKind::Edit, Some(row.depth), None)),
            Verb::Pin if live && !pinned => Some((EventKind::Pin, Some(f64::INFINITY), None)),
            Verb::Unpin if pinned => Some((EventKind::Unpin, Some(1.0), None)),
            Verb::Decay if live && !pinned => {
                Some((EventKind::Decay, Some((row.depth * 0.5).max(f64::MIN_POSITIVE)), None))
            }
            Verb::Consolidate if live && !pinned => return self.consolidate(id, now),
            _ => None,
        };
        let Some((kind, after, related)) = change else { return };
        if kind == EventKind::Edit {
            row.text = text.into();
        }
        let change = row.log(kind, now, after, related);
        self.log.push((id, change));
        if let Some(new) = related {
            self.edges.insert((id, new));
        }
        if kind == EventKind::Purge {
            let place = self.rows.iter().position(|(other, _)| *other == id).unwrap();
            let (_, row) = self.rows.remove(place);
            self.purged.insert(id, row.history);
            self.edges.retain(|(old, new)| *old != id && *new != id);
        }
    }

    /// Erases what repeats an erased text: all of a memory that has it, the earlier texts of one that had it.
    pub fn erase_copies(&mut self, texts: &BTreeSet<String>, now: Timestamp) {
        let ids: Vec<MemoryId> = self.rows.iter().map(|(id, _)| *id).collect();
        for id in ids {
            let row = self.row(id);
            let had = |change: &Change| texts.contains(&change.text);
            if texts.contains(&row.text) {
                self.apply(id, Verb::Purge, "", None, now);
            } else if row.history[row.forgotten..].iter().any(had) {
                row.forgotten = row.history.len();
                let change = row.log(EventKind::Redact, now, Some(row.depth), None);
                self.log.push((id, change));
            }
        }
    }

    pub fn consolidate(&mut self, id: MemoryId, now: Timestamp) {
        let row = self.row(id);
        let since = row.changed().max(row.accessed.unwrap_or(row.changed()));
        let age = (now.as_microsecond() - since.as_microsecond()) as f64 / 1e6;
        let slow = TAU_SECONDS as f64 * (1.0 + (1.0 + row.accesses as f64).ln());
        let sunk = (row.depth * (-age / slow).exp()).max(f64::MIN_POSITIVE);
        let recalled = row.accessed.is_some_and(|accessed| accessed > row.changed());
        let rises = recalled && row.accesses >= PROMOTE_ACCESSES && (PROMOTE_DEPTH..1.5).contains(&sunk);
        let mut changes = Vec::new();
        if sunk != row.depth {
            changes.push(row.log(EventKind::Consolidate, now, Some(sunk), None));
        }
        if rises {
            changes.push(row.log(EventKind::Promote, now, Some(1.5), None));
        }
        self.log.extend(changes.into_iter().map(|change| (id, change)));
    }
}
