//! Random operations against a plain model: after each of them the engine and the model agree on everything that
//! can be read.

mod plain;

use std::collections::{BTreeMap, BTreeSet};

use jiff::{SignedDuration, Timestamp};
use nepenthe::receipt::receipt::Assurance;
use nepenthe::{
    Consolidation, Digest, EventKind, Include, LogRange, Memory, MemoryId, Mutation, NewMemory, RecallMode,
    Returning, Scope, ScopeStats, State, Store, Target, Why,
};
use proptest::prelude::*;

use self::plain::{Model, Row, Snapshot};
use crate::support::{self, MODES, Place, StepClock, assert_sound, everything, rounds};

const SCOPES: [&str; 3] = ["acme", "acme/alice", "b"];
const TAU_SECONDS: i64 = 1000;
const PROMOTE_ACCESSES: u64 = 2;
const PROMOTE_DEPTH: f64 = 0.4;

#[derive(Debug, Clone)]
enum Op {
    Inscribe { text: u8, expires: Option<u16> },
    Batch { texts: Vec<u8> },
    Change { verb: Verb, pick: Pick, text: u8 },
    Step { seconds: u16 },
    Recall { text: u8 },
    Flush,
    Reopen,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Verb {
    Supersede,
    Release,
    Restore,
    Purge,
    Edit,
    Pin,
    Unpin,
    Decay,
    Consolidate,
}

#[derive(Debug, Clone)]
enum Pick {
    One(usize),
    Some(Vec<usize>),
    All,
}

fn ops() -> impl Strategy<Value = Vec<(usize, Op)>> {
    use Verb::*;
    let pick = prop_oneof![
        5 => any::<usize>().prop_map(Pick::One),
        2 => prop::collection::vec(any::<usize>(), 1..4).prop_map(Pick::Some),
        1 => Just(Pick::All),
    ];
    let verb = prop_oneof![
        4 => Just(Supersede), 3 => Just(Release), 3 => Just(Restore), 2 => Just(Purge), 3 => Just(Edit),
        2 => Just(Pin), 2 => Just(Unpin), 2 => Just(Decay), 4 => Just(Consolidate),
    ];
    let op = prop_oneof![
        5 => (0..6u8, prop::option::weighted(0.3, 0..400u16))
            .prop_map(|(text, expires)| Op::Inscribe { text, expires }),
        2 => prop::collection::vec(0..6u8, 0..4).prop_map(|texts| Op::Batch { texts }),
        12 => (verb, pick, 0..6u8).prop_map(|(verb, pick, text)| Op::Change { verb, pick, text }),
        5 => (0..600u16).prop_map(|seconds| Op::Step { seconds }),
        4 => (0..6u8).prop_map(|text| Op::Recall { text }),
        1 => Just(Op::Flush),
        1 => Just(Op::Reopen),
    ];
    // Most of what happens, happens in one scope, so that histories grow.
    let scope = prop_oneof![4 => Just(0usize), 2 => Just(1), 1 => Just(2)];
    prop::collection::vec((scope, op), 1..40)
}

struct Harness {
    place: Place,
    clock: StepClock,
    random: std::sync::Arc<support::CountingRandom>,
    store: Store,
    models: [Model; 3],
    /// Recalls that the engine has not written yet.
    pending: BTreeMap<(usize, MemoryId), (u64, Timestamp)>,
    /// What was live after the last operation at each time.
    past: BTreeMap<Timestamp, [Snapshot; 3]>,
    digests: BTreeMap<(MemoryId, usize, String), Digest>,
}

impl Harness {
    fn new() -> Self {
        let (place, clock) = (Place::new(), StepClock::new());
        let random = std::sync::Arc::default();
        let store = open(&place, &clock, &random);
        Self {
            place,
            clock,
            random,
            store,
            models: Default::default(),
            pending: BTreeMap::new(),
            past: BTreeMap::new(),
            digests: BTreeMap::new(),
        }
    }

    fn scope(&self, scope: usize) -> Scope {
        self.store.scope(SCOPES[scope]).unwrap()
    }

    /// A write has happened: the engine has written the recalls before it.
    fn wrote(&mut self) {
        for ((scope, id), (count, last)) in std::mem::take(&mut self.pending) {
            if let Some((_, row)) = self.models[scope].rows.iter_mut().find(|(other, _)| *other == id) {
                row.accesses += count;
                row.accessed = row.accessed.max(Some(last));
            }
        }
    }

    fn run(&mut self, scope: usize, op: &Op) {
        let now = self.clock.time();
        let handle = self.scope(scope);
        match op {
            Op::Inscribe { text, expires } => {
                let mut new = NewMemory::new(sentence(*text));
                if let Some(seconds) = expires {
                    new = new.with_expiry(self.clock.seconds_from_now(i64::from(*seconds)));
                }
                let id = handle.inscribe(new.clone()).unwrap();
                self.wrote();
                self.models[scope].inscribe(id, &new, now);
            }
            Op::Batch { texts } => {
                let new: Vec<NewMemory> = texts.iter().map(|text| NewMemory::new(sentence(*text))).collect();
                let ids = handle.inscribe_batch(&new, &mut |_| {}).unwrap();
                assert_eq!(ids.len(), new.len());
                if !new.is_empty() {
                    self.wrote();
                }
                for (id, new) in ids.iter().zip(&new) {
                    self.models[scope].inscribe(*id, new, now);
                }
            }
            Op::Change { verb, pick, text } => self.change(scope, *verb, pick, &sentence(*text)),
            Op::Step { seconds } => self.clock.step_seconds(i64::from(*seconds)),
            Op::Recall { text } => {
                let live = self.models[scope].live(now);
                let hits = handle.recall(&sentence(*text), 1000).unwrap();
                let found: Snapshot = hits
                    .iter()
                    .map(|hit| (hit.memory.id, (hit.memory.text.clone(), hit.memory.depth.get())))
                    .collect();
                assert_eq!((hits.len(), &found), (live.len(), &live));
                for id in live.into_keys() {
                    let (count, last) = self.pending.entry((scope, id)).or_insert((0, now));
                    *count += 1;
                    *last = now;
                }
            }
            Op::Flush => {
                self.store.flush().unwrap();
                self.wrote();
            }
            Op::Reopen => {
                // The one before it is closed first: recalls that it has not written are lost, and that is all.
                self.store = crate::support::open_in_memory(support::options(&self.clock)).unwrap();
                self.store = open(&self.place, &self.clock, &self.random);
                self.pending.clear();
            }
        }
    }

    fn change(&mut self, scope: usize, verb: Verb, pick: &Pick, text: &str) {
        let ids: Vec<MemoryId> = self.models[scope].rows.iter().map(|(id, _)| *id).collect();
        if ids.is_empty() || matches!(verb, Verb::Supersede | Verb::Edit) && matches!(pick, Pick::All) {
            return;
        }
        let picked: Vec<MemoryId> = match pick {
            Pick::One(index) => vec![ids[index % ids.len()]],
            Pick::Some(indices) if verb != Verb::Edit => {
                indices.iter().map(|index| ids[index % ids.len()]).collect()
            }
            Pick::Some(indices) => vec![ids[indices[0] % ids.len()]],
            Pick::All => ids,
        };
        let target = if matches!(pick, Pick::All) { Target::All } else { Target::Ids(picked.clone()) };
        let consolidation = Consolidation {
            tau: SignedDuration::from_secs(TAU_SECONDS),
            promote_accesses: PROMOTE_ACCESSES,
            promote_depth: PROMOTE_DEPTH,
        };
        let mutation = match verb {
            Verb::Supersede => Mutation::supersede(target, text),
            Verb::Release => Mutation::release(target),
            Verb::Restore => Mutation::restore(target),
            Verb::Purge => Mutation::purge(target),
            Verb::Edit => Mutation::edit(target, text),
            Verb::Pin => Mutation::pin(target),
            Verb::Unpin => Mutation::unpin(target),
            Verb::Decay => Mutation::decay(target),
            Verb::Consolidate => Mutation::consolidate(target, consolidation),
        };
        let handle = self.scope(scope);
        let plan = handle.plan(mutation).unwrap();
        self.compare(scope); // Planning changed nothing.
        let empty = plan.is_empty();
        let outcome = handle.apply(plan).unwrap();
        if !empty {
            self.wrote();
        }
        let now = self.clock.time();
        let before = self.models[scope].log.len();
        if let Some(new) = outcome.inscribed {
            self.models[scope].inscribe(new, &NewMemory::new(text), now);
        }
        let erased = outcome.erasure.clone();
        let model = &mut self.models[scope];
        let mut seen = BTreeSet::new();
        let picked: Vec<MemoryId> = picked.into_iter().filter(|id| seen.insert(*id)).collect();
        let texts: BTreeSet<String> = picked.iter().map(|id| model.row(*id).text.clone()).collect();
        for id in picked {
            model.apply(id, verb, text, outcome.inscribed, now);
        }
        if verb == Verb::Purge {
            model.erase_copies(&texts, now);
        }
        let of_outcome = outcome.changes.iter().map(|change| (change.id, change.kind));
        let of_model = model.log[before..].iter().filter(|(_, change)| change.kind != EventKind::Inscribe);
        let (mut of_outcome, mut of_model): (Vec<_>, Vec<_>) =
            (of_outcome.collect(), of_model.map(|(id, change)| (*id, change.kind)).collect());
        if verb == Verb::Purge {
            // What follows from a step comes after it; the rest of the order is the plan's own.
            let changes = outcome.changes.iter();
            let order: BTreeMap<MemoryId, usize> =
                changes.zip(0..).map(|(change, at)| (change.id, at)).collect();
            model.log[before..].sort_by_key(|(id, _)| order.get(id).copied());
            of_outcome.sort_by_key(|(id, _)| *id);
            of_model.sort_by_key(|(id, _)| *id);
        }
        assert_eq!(of_outcome, of_model);
        if let Some(erasure) = erased {
            assert_eq!((erasure.assurance, &erasure.residue[..]), (Assurance::Physical, &[][..]));
            self.look_for_texts_that_are_nowhere();
        }
    }

    /// The files hold no text that no version of any row is.
    fn look_for_texts_that_are_nowhere(&self) {
        let rows = self.models.iter().flat_map(|model| &model.rows);
        let there: BTreeSet<&str> = rows
            .flat_map(|(_, row)| row.history[row.forgotten..].iter().map(|change| change.text.as_str()))
            .collect();
        let nowhere: Vec<String> =
            (0..6).map(sentence).filter(|text| !there.contains(text.as_str())).collect();
        assert_eq!(support::found_in_files(&self.place.path, &nowhere), []);
    }

    /// Everything that can be read of a scope is what the model says.
    fn compare(&mut self, scope: usize) {
        let now = self.clock.time();
        let handle = self.scope(scope);
        let model = &self.models[scope];
        let shows = |include: Include, row: &Row| match include {
            Include::Live => row.depth > 0.0 && !row.expired(now),
            Include::Submerged => !row.expired(now),
            _ => true,
        };
        for include in [Include::Live, Include::Submerged, Include::All] {
            let listed = handle.list(include).unwrap();
            let expected: Vec<_> = model.rows.iter().filter(|(_, row)| shows(include, row)).collect();
            assert_eq!(listed.len(), expected.len(), "{include:?}");
            for (memory, (id, row)) in listed.iter().zip(expected) {
                compare_memory(memory, *id, row, now);
            }
        }
        let mut log = handle.log(&LogRange::default()).unwrap();
        let mut stats = ScopeStats { events: log.len(), ..ScopeStats::default() };
        log.retain(|event| event.kind != EventKind::Receipt);
        for (id, row) in &model.rows {
            compare_memory(&handle.get(*id).unwrap(), *id, row, now);
            *match row.state(now) {
                State::Live => &mut stats.live,
                State::Pinned => &mut stats.pinned,
                State::Expired => &mut stats.expired,
                State::Released => &mut stats.released,
                _ => &mut stats.superseded,
            } += 1;
            let history = handle.history(*id).unwrap();
            assert_eq!(history.len(), row.history.len());
            for (at, (entry, change)) in history.iter().zip(&row.history).enumerate() {
                let left = (at >= row.forgotten).then_some(change.text.as_str());
                assert_eq!(entry.text.as_deref(), left);
            }
            for entry in handle.blame(*id).unwrap() {
                let by: BTreeSet<_> = entry.superseded_by.iter().map(|by| (entry.memory.id, by.id)).collect();
                let expected =
                    model.edges.iter().filter(|(old, _)| *old == entry.memory.id).copied().collect();
                assert_eq!(by, expected);
            }
        }
        assert_eq!(handle.stats().unwrap(), stats);
        for (id, changes) in &model.purged {
            assert!(handle.get(*id).is_err());
            let history = handle.history(*id).unwrap();
            assert_eq!(history.len(), changes.len());
            assert!(history.iter().all(|entry| entry.text.is_none()));
        }
        // One event for each change, in order, with the depths before and after.
        assert!(log.windows(2).all(|pair| pair[0].seq < pair[1].seq));
        let got: Vec<_> = log
            .iter()
            .map(|event| {
                let depth = |depth: Option<nepenthe::Depth>| depth.map(nepenthe::Depth::get);
                let depths = (depth(event.depth_before), depth(event.depth_after));
                assert_eq!((event.actor.as_str(), event.imported), ("test", None));
                (event.memory, event.kind, event.at, depths, event.related)
            })
            .collect();
        let expected: Vec<_> =
            model.log.iter().map(|(id, c)| (*id, c.kind, c.at, (c.before, c.after), c.related)).collect();
        assert_eq!(got, expected);
        // A digest stands for exactly one text of one memory; a redact changes the memory's key.
        let mut redacts: BTreeMap<MemoryId, usize> = BTreeMap::new();
        for (event, (id, change)) in log.iter().zip(&model.log) {
            let redacts = redacts.entry(*id).or_default();
            *redacts += usize::from(change.kind == EventKind::Redact);
            let key = (*id, *redacts, change.text.clone());
            assert_eq!(*self.digests.entry(key).or_insert(event.digest), event.digest);
        }
        let distinct: BTreeSet<String> = self.digests.values().map(ToString::to_string).collect();
        assert_eq!(distinct.len(), self.digests.len());
    }

    fn remember(&mut self) {
        let now = self.clock.time();
        self.past.insert(now, [0, 1, 2].map(|scope| self.models[scope].live(now)));
    }

    /// Every remembered time is answered as it was, but for what was erased since.
    fn compare_past(&self) {
        for (at, scopes) in &self.past {
            for (scope, snapshot) in scopes.iter().enumerate() {
                let mut expected = snapshot.clone();
                let model = &self.models[scope];
                expected.retain(|id, _| {
                    let row = model.rows.iter().find(|(other, _)| other == id).map(|(_, row)| row);
                    row.is_some_and(|row| row.forgotten == 0 || row.history[row.forgotten].at <= *at)
                });
                for mode in MODES {
                    self.compare_live(scope, mode, Some(*at), &expected);
                }
            }
        }
        for (scope, model) in self.models.iter().enumerate() {
            for mode in MODES {
                self.compare_live(scope, mode, None, &model.live(self.clock.time()));
            }
        }
    }

    fn compare_live(&self, scope: usize, mode: RecallMode, as_of: Option<Timestamp>, expected: &Snapshot) {
        let options = everything().with_mode(mode);
        let options = as_of.map_or(options, |at| options.as_of(at));
        // A handle of its own, so that these recalls count nowhere.
        let store = open(&self.place, &self.clock, &self.random);
        let hits = store.scope(SCOPES[scope]).unwrap().recall_with("memo", &options).unwrap();
        let got: Snapshot = hits
            .iter()
            .map(|hit| (hit.memory.id, (hit.memory.text.clone(), hit.memory.depth.get())))
            .collect();
        assert_eq!(hits.len(), got.len(), "a memory came twice");
        assert_eq!(&got, expected, "{mode:?} as of {as_of:?}");
    }
}

fn open(place: &Place, clock: &StepClock, random: &std::sync::Arc<support::CountingRandom>) -> Store {
    // The same few texts come again and again.
    let admitted = Returning::Admit { reason: Why::Test.into() };
    let options = support::options(clock).with_embedder(support::BagOfWords(8)).with_returning(admitted);
    crate::support::open(&place.path, options.with_random(support::Shared(random.clone()))).unwrap()
}

/// Every text has the word `memo`, so that one query finds them all.
fn sentence(text: u8) -> String {
    const WORDS: [&str; 6] =
        ["alpha", "beta beta", "gamma, and alpha", "delta手机壳", "王伟 memo 👍🏽", "zeta \"quoted\""];
    format!("memo {}", WORDS[usize::from(text)])
}

fn compare_memory(memory: &Memory, id: MemoryId, row: &Row, now: Timestamp) {
    assert_eq!((memory.id, memory.text.as_str()), (id, row.text.as_str()));
    assert_eq!((memory.depth.get(), memory.state), (row.depth, row.state(now)));
    assert_eq!((memory.created, memory.changed), (row.history[0].at, row.changed()));
    assert_eq!((memory.expires, memory.accesses), (row.expires, row.accesses));
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: rounds(24) as u32,
        failure_persistence: None,
        max_shrink_iters: 200,
        ..ProptestConfig::default()
    })]

    #[test]
    fn the_engine_and_a_plain_model_agree_after_every_operation(ops in ops()) {
        let mut harness = Harness::new();
        for (scope, op) in &ops {
            harness.run(*scope, op);
            for scope in 0..SCOPES.len() {
                harness.compare(scope);
            }
            harness.remember();
            assert_sound(&harness.store);
        }
        harness.compare_past();
    }
}
