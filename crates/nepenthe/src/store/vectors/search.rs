//! The search of what is held: by bits first, then by bytes, and of what may be among the nearest the vectors themselves. What it
//! finds is what a search of every vector finds.

use std::collections::BinaryHeap;
use std::num::NonZero;
use std::ops::Range;

use super::bits::Planes;
use super::bytes::{self, Asked};
use super::held::{Held, live_of};
use crate::model::MemoryId;
use crate::store::error::StorageError;
use crate::store::query::stored_vector::distance;
use crate::store::query::time::micros;
use crate::store::query::vector::{self, Nearest, Neighbour};
use crate::store::query::view::View;
use crate::store::session::Session;

/// Vectors from which on two threads search.
const MANY: usize = 20_000;

/// The fewest that are measured first, to know how near the nearest are at least.
const FIRST: usize = 64;

/// How many rows ahead the processor is asked for bytes.
const AHEAD: usize = 8;

/// A squared distance, and whose it is.
#[derive(Clone, Copy, PartialEq)]
struct Told {
    squared: f32,
    at: usize,
}

impl Eq for Told {}

impl Ord for Told {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.squared.total_cmp(&other.squared).then(self.at.cmp(&other.at))
    }
}

impl PartialOrd for Told {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

/// The least of what is offered, at most so many.
struct Least {
    most: usize,
    kept: BinaryHeap<Told>,
}

impl Least {
    fn new(most: usize) -> Self {
        Self { most, kept: BinaryHeap::new() }
    }

    fn offer(&mut self, told: Told) {
        if self.kept.len() < self.most {
            self.kept.push(told);
        } else if let Some(mut last) = self.kept.peek_mut()
            && told < *last
        {
            *last = told;
        }
    }

    /// The greatest that is kept; infinity while there is room.
    fn reach(&self) -> f32 {
        match self.kept.peek() {
            Some(last) if self.kept.len() >= self.most => last.squared,
            _ => f32::INFINITY,
        }
    }
}

/// One search.
struct Search<'h> {
    held: &'h Held,
    k: usize,
    /// Rows that another state of their memories takes the place of, in order.
    skipped: Vec<usize>,
    /// Now, in microseconds.
    at: i64,
    asked: Asked,
}

/// What bits tell of a range of rows.
struct Scanned {
    rows: Range<usize>,
    /// The least squared distance that each can have.
    least: Vec<f32>,
    /// Those that seem nearest.
    nearest: Least,
}

/// What bytes tell of some rows.
struct Bounded {
    /// The least squared distance of those that may be among the nearest.
    least: Vec<Told>,
    /// The least of the greatest squared distances.
    most: Least,
}

impl Held {
    /// Returns the `k` nearest as they are in the connection's snapshot. `changed` are memories, in order, that are another way there
    /// than here.
    pub(super) fn nearest(
        &self,
        session: Session<'_>,
        view: &View,
        query: &[f32],
        k: usize,
        changed: &[MemoryId],
    ) -> Result<Vec<(i64, f64)>, StorageError> {
        let skipped = if changed.is_empty() { Vec::new() } else { self.places(changed) };
        let search = Search { held: self, k, skipped, at: micros(view.at), asked: Asked::new(query) };
        let mut nearest = Nearest::new(k);
        let measure = |nearest: &mut Nearest, at: usize| {
            let versions = std::iter::once(self.versions[at]);
            vector::read(session, view.scope, versions, |version, vector| {
                nearest.offer(Neighbour { distance: distance(query, vector), version });
            })
        };
        let others = live_of(session, view.scope, changed)?;
        let others = others.values().filter(|live| live.expires.is_none_or(|expires| expires > search.at));
        vector::read(session, view.scope, others.map(|live| live.version), |version, vector| {
            nearest.offer(Neighbour { distance: distance(query, vector), version });
        })?;

        let candidates = match (self.forms.bits, self.forms.bytes) {
            (true, true) => search.by_both(query),
            (true, false) => search.by_bits(query),
            _ => search.by_bytes(),
        };
        for candidate in candidates {
            // What rounding took of the root is in the bounds' slack.
            let reach = nearest.reach();
            if candidate.squared > reach * reach {
                break;
            }
            measure(&mut nearest, candidate.at)?;
        }
        Ok(nearest.into_sorted())
    }
}

impl Search<'_> {
    fn is_shown(&self, at: usize) -> bool {
        (self.held.expiring == 0 || self.held.expires[at] > self.at)
            && (self.skipped.is_empty() || self.skipped.binary_search(&at).is_err())
    }

    /// Those that may be among the nearest, by the least that bytes tell, in that order.
    fn by_both(&self, query: &[f32]) -> Vec<Told> {
        let scanned = self.scan(query);
        let mut most = Least::new(self.k);
        for told in scanned.iter().flat_map(|scanned| scanned.nearest.kept.iter()) {
            most.offer(Told { squared: self.between(told.at).1, at: told.at });
        }
        let reach = most.reach();
        self.nearest_of(self.in_parts(scanned, |scanned| {
            let rows = scanned.rows.zip(scanned.least);
            let may_be = rows.filter(|(_, least)| *least < f32::INFINITY && *least <= reach);
            self.bound(&may_be.map(|(at, _)| at).collect::<Vec<usize>>(), reach)
        }))
    }

    /// The same by the least that bits tell.
    fn by_bits(&self, query: &[f32]) -> Vec<Told> {
        let scanned = self.scan(query);
        let all = scanned.into_iter().flat_map(|scanned| scanned.rows.zip(scanned.least));
        let mut found: Vec<Told> = all
            .filter(|(_, least)| *least < f32::INFINITY)
            .map(|(at, squared)| Told { squared, at })
            .collect();
        found.sort_unstable();
        found
    }

    fn by_bytes(&self) -> Vec<Told> {
        let rows: Vec<usize> = (0..self.held.versions.len()).filter(|at| self.is_shown(*at)).collect();
        self.nearest_of(vec![self.bound(&rows, f32::INFINITY)])
    }

    /// Bounds rows by their bytes; leaves out those that are farther than `reach`, or than `k` others for certain.
    fn bound(&self, rows: &[usize], reach: f32) -> Bounded {
        let mut bounded = Bounded { least: Vec::new(), most: Least::new(self.k) };
        for (next, at) in rows.iter().enumerate() {
            if let Some(later) = rows.get(next + AHEAD) {
                bytes::fetch(self.bytes_of(*later));
            }
            let (least, greatest) = self.between(*at);
            if least <= reach.min(bounded.most.reach()) {
                bounded.most.offer(Told { squared: greatest, at: *at });
                bounded.least.push(Told { squared: least, at: *at });
            }
        }
        bounded
    }

    /// Those of all parts that may be among the nearest, by the least that bytes tell, in that order.
    fn nearest_of(&self, parts: Vec<Bounded>) -> Vec<Told> {
        let mut most = Least::new(self.k);
        parts.iter().flat_map(|part| part.most.kept.iter()).for_each(|told| most.offer(*told));
        let reach = most.reach();
        let mut found: Vec<Told> =
            parts.into_iter().flat_map(|part| part.least).filter(|told| told.squared <= reach).collect();
        found.sort_unstable();
        found
    }

    fn between(&self, at: usize) -> (f32, f32) {
        self.asked.between(self.bytes_of(at), self.held.shapes[at])
    }

    fn bytes_of(&self, at: usize) -> &[i8] {
        let width = self.held.dimension;
        &self.held.bytes[at * width..(at + 1) * width]
    }

    /// Looks at the bits of every row.
    fn scan(&self, query: &[f32]) -> Vec<Scanned> {
        let mut rotated = query.to_vec();
        self.held.rotation.turn(&mut rotated);
        let planes = Planes::new(&rotated);
        let rows = self.held.versions.len();
        let parts = if rows >= MANY && cores() > 1 { 2 } else { 1 };
        let each = rows.div_ceil(parts).max(1);
        let ranges: Vec<Range<usize>> =
            (0..parts).map(|part| (part * each).min(rows)..((part + 1) * each).min(rows)).collect();
        self.in_parts(ranges, |range: Range<usize>| self.scan_range(&planes, range))
    }

    fn scan_range(&self, planes: &Planes, rows: Range<usize>) -> Scanned {
        let words = super::bits::words(self.held.dimension);
        let bits = &self.held.bits[rows.start * words..rows.end * words];
        let mut least = Vec::with_capacity(rows.len());
        let mut nearest = Least::new(self.k.saturating_mul(2).max(FIRST));
        let mut reach = f32::INFINITY;
        planes.scan(bits, &self.held.codes[rows.clone()], |row, about, at_least| {
            let at = rows.start + row;
            if (self.held.expiring > 0 || !self.skipped.is_empty()) && !self.is_shown(at) {
                least.push(f32::INFINITY);
                return;
            }
            least.push(at_least);
            if about < reach {
                nearest.offer(Told { squared: about, at });
                reach = nearest.reach();
            }
        });
        Scanned { rows, least, nearest }
    }

    /// Works on the first part in this thread, and on the others in threads of their own.
    fn in_parts<P: Send, T: Send>(&self, parts: Vec<P>, work: impl Fn(P) -> T + Sync) -> Vec<T> {
        let mut parts = parts.into_iter();
        let Some(first) = parts.next() else { return Vec::new() };
        std::thread::scope(|threads| {
            let work = &work;
            let others: Vec<_> = parts.map(|part| threads.spawn(move || work(part))).collect();
            let mut done = vec![work(first)];
            for other in others {
                match other.join() {
                    Ok(result) => done.push(result),
                    Err(panic) => std::panic::resume_unwind(panic),
                }
            }
            done
        })
    }
}

fn cores() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}
