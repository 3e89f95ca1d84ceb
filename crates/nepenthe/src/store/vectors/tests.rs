//! What is found through what is held is what a search of every vector finds.

use std::time::Duration;

use jiff::Timestamp;
use proptest::prelude::*;
use rusqlite::{Connection, params};

use super::held::Forms;
use super::*;
use crate::store::open_options::Access;
use crate::store::query::stored_vector;
use crate::store::query::view::Include;
use crate::store::{connection, schema};

const NOW: i64 = 1_767_225_600_000_000;

/// Dice (SplitMix64).
struct Dice(u64);

impl Dice {
    fn roll(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % below
    }

    /// Between -1 and 1, more often near 0.
    fn component(&mut self) -> f32 {
        (0..3).map(|_| self.roll(2001) as f32 / 1000.0 - 1.0).sum::<f32>() / 3.0
    }
}

/// How vectors lie.
#[derive(Debug, Clone, Copy)]
enum Shape {
    Scattered,
    /// In a few clusters.
    Clustered,
    /// Of a few vectors, each many times.
    Repeated,
    /// Mostly zeros, and some of nothing else.
    Sparse,
    /// Of any length.
    Long,
}

const SHAPES: [Shape; 5] = [Shape::Scattered, Shape::Clustered, Shape::Repeated, Shape::Sparse, Shape::Long];

fn vector(dice: &mut Dice, dimension: usize, shape: Shape) -> Vec<f32> {
    let centre = |dice: &mut Dice, seed: u64| -> Vec<f32> {
        let mut own = Dice(seed + dice.roll(5));
        (0..dimension).map(|_| own.component()).collect()
    };
    let mut vector: Vec<f32> = match shape {
        Shape::Scattered | Shape::Long => (0..dimension).map(|_| dice.component()).collect(),
        Shape::Clustered => centre(dice, 77).iter().map(|x| x + dice.component() / 8.0).collect(),
        Shape::Repeated => centre(dice, 99),
        Shape::Sparse => {
            let mut vector = vec![0.0; dimension];
            for _ in 0..dice.roll(4) {
                vector[dice.roll(dimension as u64) as usize] = dice.component();
            }
            vector
        }
    };
    let length = vector.iter().map(|x| x * x).sum::<f32>().sqrt();
    let wanted = if matches!(shape, Shape::Long) { 0.01 + dice.roll(1000) as f32 } else { 1.0 };
    if length > 0.0 {
        vector.iter_mut().for_each(|x| *x *= wanted / length);
    }
    vector
}

/// A store of one scope, with what a search reads of it alone.
struct World {
    connection: Connection,
    dimension: usize,
    shape: Shape,
    dice: Dice,
    /// Each memory with its version.
    memories: Vec<(MemoryId, i64)>,
    events: i64,
    versions: i64,
    at: i64,
}

const SCOPE: ScopeKey = ScopeKey(1);

impl World {
    fn new(seed: u64, dimension: usize, shape: Shape, rows: usize) -> Self {
        let connection = connection::open(None, Access::Create, Duration::ZERO).unwrap();
        schema::run_migrations(Session::of(&connection)).unwrap();
        connection.execute_batch("INSERT INTO scope (id, path) VALUES (1, 'a'), (2, 'b')").unwrap();
        let mut world = Self {
            connection,
            dimension,
            shape,
            dice: Dice(seed),
            memories: Vec::new(),
            events: 0,
            versions: 0,
            at: NOW,
        };
        (0..rows).for_each(|_| world.add());
        world
    }

    fn session(&self) -> Session<'_> {
        Session::of(&self.connection)
    }

    fn log(&mut self, id: MemoryId, kind: &str) {
        self.events += 1;
        let sql = "INSERT INTO event (scope, memory, kind, at, actor, digest) VALUES (1, ?1, ?2, ?3, 'test', zeroblob(32))";
        self.connection.execute(sql, params![id.as_bytes(), kind, self.at]).unwrap();
    }

    fn add_version(&mut self) -> i64 {
        self.versions += 1;
        let stored = stored_vector::encode(&vector(&mut self.dice, self.dimension, self.shape));
        vector::insert(self.session(), SCOPE, self.versions, &stored).unwrap();
        self.versions
    }

    fn add(&mut self) {
        let mut bytes = [0; 16];
        bytes.iter_mut().for_each(|byte| *byte = self.dice.roll(256) as u8);
        let (id, version) = (MemoryId::from_bytes(bytes), self.add_version());
        let expires = (self.dice.roll(9) == 0).then(|| self.at + self.dice.roll(100) as i64);
        let sql =
            "INSERT INTO memory (scope, id, version, depth, created_at, changed_at, expires_at, last_event)
                   VALUES (1, ?1, ?2, 1.0, 0, 0, ?3, 0)";
        self.connection.execute(sql, params![id.as_bytes(), version, expires]).unwrap();
        let row = self.connection.last_insert_rowid();
        let sql = "INSERT INTO version (id, memory, text, valid_from) VALUES (?1, ?2, '', 0)";
        self.connection.execute(sql, params![version, row]).unwrap();
        self.memories.push((id, version));
        self.log(id, "inscribe");
    }

    /// Changes one memory, as the engine does; returns what it lost for good.
    fn change(&mut self, vectors: &[Vectors]) {
        let at = self.dice.roll(self.memories.len() as u64) as usize;
        let (id, version) = self.memories[at];
        match self.dice.roll(6) {
            0 => self.add(),
            1 => self.at += self.dice.roll(30) as i64,
            2 | 3 => {
                let depth = if self.dice.roll(2) == 0 { 0.0 } else { 1.0 };
                let sql = "UPDATE memory SET depth = ?2 WHERE id = ?1";
                self.connection.execute(sql, params![id.as_bytes(), depth]).unwrap();
                self.log(id, "release");
            }
            4 => {
                let new = self.add_version();
                let sql = "INSERT INTO version (id, memory, text, valid_from)
                           SELECT ?2, row, '', 0 FROM memory WHERE id = ?1";
                self.connection.execute(sql, params![id.as_bytes(), new]).unwrap();
                let sql = "UPDATE memory SET version = ?2 WHERE id = ?1";
                self.connection.execute(sql, params![id.as_bytes(), new]).unwrap();
                self.memories[at].1 = new;
                self.log(id, "edit");
            }
            _ => {
                vector::delete(self.session(), SCOPE, version).unwrap();
                let sql = "DELETE FROM version WHERE memory = (SELECT row FROM memory WHERE id = ?1)";
                self.connection.execute(sql, [id.as_bytes()]).unwrap();
                self.connection.execute("DELETE FROM memory WHERE id = ?1", [id.as_bytes()]).unwrap();
                self.memories.swap_remove(at);
                self.log(id, "purge");
                vectors.iter().for_each(|vectors| vectors.forget(SCOPE, vec![id]));
                if self.memories.is_empty() {
                    self.add();
                }
            }
        }
    }

    fn view(&self) -> View {
        let at = Timestamp::from_microsecond(self.at).unwrap();
        View { scope: SCOPE, at, past: false, include: Include::Live }
    }

    /// A query: sometimes what is stored, sometimes nothing.
    fn query(&mut self) -> Vec<f32> {
        match self.dice.roll(4) {
            0 => vec![0.0; self.dimension],
            1 => {
                let (_, version) = self.memories[self.dice.roll(self.memories.len() as u64) as usize];
                let mut components = Vec::new();
                let stored = vector::get(self.session(), SCOPE, version).unwrap().unwrap();
                stored_vector::decode_into(&stored, &mut components);
                components
            }
            _ => vector(&mut self.dice, self.dimension, self.shape),
        }
    }

    #[track_caller]
    fn assert_same(&mut self, vectors: &[Vectors]) {
        for k in [1, 2, 10, 40, 100_000] {
            let (query, view) = (self.query(), self.view());
            let every = vector::nearest(self.session(), &view, &query, k).unwrap();
            for vectors in vectors {
                assert_eq!(vectors.nearest(self.session(), &view, &query, k).unwrap(), every, "k = {k}");
            }
        }
    }
}

/// Room for everything, for bits alone, and for nothing.
fn budgets(rows: usize, dimension: usize) -> [Vectors; 3] {
    let all = Forms { bits: dimension >= bits::FEWEST, bytes: true };
    let bits = Forms { bytes: false, ..all };
    // More vectors may come.
    [all.size(dimension) * 2 * rows, bits.size(dimension) * 2 * rows, 10].map(Vectors::new)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    #[test]
    fn the_nearest_are_those_of_every_vector(
        seed in any::<u64>(),
        dimension in prop_oneof![3..70usize, 64..400usize, Just(384), 700..1537usize],
        shape in prop::sample::select(&SHAPES[..]),
        rows in prop_oneof![1..40usize, 250..700usize],
    ) {
        let mut world = World::new(seed, dimension, shape, rows);
        let vectors = budgets(rows, dimension);
        for _ in 0..6 {
            world.assert_same(&vectors);
            for _ in 0..5 {
                world.change(&vectors);
            }
        }
        world.assert_same(&vectors);
    }
}

fn state_of(vectors: &Vectors) -> &'static str {
    match &*vectors.slot(SCOPE).state.read().unwrap() {
        State::Nothing => "nothing",
        State::TooLarge => "too large",
        State::Held(held) if held.forms.bytes => "all",
        State::Held(_) => "bits",
    }
}

#[test]
fn what_is_held_is_what_fits() {
    let mut world = World::new(7, 96, Shape::Scattered, 600);
    let vectors = budgets(600, 96);
    for _ in 0..2 {
        world.assert_same(&vectors);
    }
    assert_eq!(vectors.each_ref().map(state_of), ["all", "bits", "too large"]);
    // A few are read from the file, and of few components there are no bits.
    for (rows, dimension, expected) in
        [(FEW, 96, ["nothing"; 3]), (600, 63, ["all", "too large", "too large"])]
    {
        let mut world = World::new(7, dimension, Shape::Scattered, rows);
        let vectors = budgets(rows, dimension);
        (0..2).for_each(|_| world.assert_same(&vectors));
        assert_eq!(vectors.each_ref().map(state_of), expected);
    }
}

#[test]
fn nothing_of_what_is_erased_stays_in_what_is_held() {
    for dimension in [64, 384] {
        let mut world = World::new(3, dimension, Shape::Scattered, 900);
        let vectors = [Vectors::new(1 << 30)];
        (0..2).for_each(|_| world.assert_same(&vectors));
        let slot = vectors[0].slot(SCOPE);
        for at in [0, 450, 880, 5] {
            let (id, _) = world.memories.swap_remove(at);
            let mut state = slot.state.write().unwrap();
            let State::Held(held) = &mut *state else { panic!("nothing is held") };
            let place = held.places(&[id])[0];
            let words = bits::words(dimension);
            let bits = held.bits[place * words..(place + 1) * words].to_vec();
            let bytes = held.bytes[place * dimension..(place + 1) * dimension].to_vec();
            let is_there = |held: &Held| {
                let (all_bits, all_bytes) = held.memory();
                (
                    all_bits.windows(words).any(|at| at == bits),
                    all_bytes.windows(dimension).any(|at| at == bytes),
                )
            };
            assert_eq!(is_there(held), (true, true));
            drop(state);
            vectors[0].forget(SCOPE, vec![id]);
            let mut state = slot.state.write().unwrap();
            let State::Held(held) = &mut *state else { panic!("nothing is held") };
            assert_eq!(is_there(held), (false, false));
        }
    }
}

#[test]
fn an_older_state_is_searched_beside_the_newest() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let mut world = World::new(11, 128, Shape::Clustered, 700);
    world.connection.execute("VACUUM INTO ?1", [path.to_str().unwrap()]).unwrap();
    world.connection = Connection::open(&path).unwrap();
    connection::use_write_ahead_log(&world.connection).unwrap();
    let reader = Connection::open(&path).unwrap();
    let vectors = [Vectors::new(1 << 30)];
    (0..2).for_each(|_| world.assert_same(&vectors));
    for round in 0..30 {
        let older = reader.unchecked_transaction().unwrap();
        let view = world.view();
        older.query_row("SELECT count(*) FROM event", [], |_| Ok(())).unwrap();
        // Not through purges: what is erased is gone from memory at once.
        for _ in 0..4 {
            world.change(&[]);
        }
        world.assert_same(&vectors);
        for k in [1, 10, 40] {
            let query = world.query();
            let session = Session::of(&older);
            let every = vector::nearest(session, &view, &query, k).unwrap();
            let found = vectors[0].nearest(session, &view, &query, k).unwrap();
            assert_eq!(found, every, "round {round}, k = {k}");
        }
        assert_eq!(state_of(&vectors[0]), "all");
    }
}

#[test]
fn threads_search_at_once() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("store.db");
    let mut world = World::new(5, 96, Shape::Clustered, 2000);
    world.connection.execute("VACUUM INTO ?1", [path.to_str().unwrap()]).unwrap();
    let vectors = Vectors::new(1 << 30);
    let queries: Vec<Vec<f32>> = (0..40).map(|_| world.query()).collect();
    let view = world.view();
    let expected: Vec<_> =
        queries.iter().map(|query| vector::nearest(world.session(), &view, query, 10).unwrap()).collect();
    std::thread::scope(|threads| {
        for _ in 0..4 {
            threads.spawn(|| {
                let connection = Connection::open(&path).unwrap();
                for (query, expected) in queries.iter().zip(&expected) {
                    let found = vectors.nearest(Session::of(&connection), &view, query, 10).unwrap();
                    assert_eq!(&found, expected);
                }
            });
        }
    });
    assert_eq!(state_of(&vectors), "all");
}

#[test]
fn the_scope_that_was_searched_longest_ago_goes_first() {
    let mut world = World::new(9, 64, Shape::Scattered, 400);
    for scope in [2, 3] {
        world
            .connection
            .execute_batch(&format!("INSERT OR IGNORE INTO scope (id, path) VALUES ({scope}, 'c{scope}')"))
            .unwrap();
        world.connection
            .execute_batch(&format!(
                "INSERT INTO memory (scope, id, version, depth, created_at, changed_at, last_event)
                     SELECT {scope}, id, version + 1000 * {scope}, 1.0, 0, 0, 0 FROM memory WHERE scope = 1;
                 INSERT INTO version (id, memory, text, valid_from)
                     SELECT version, row, '', 0 FROM memory WHERE scope = {scope};
                 INSERT INTO vector SELECT {scope}, version + 1000 * {scope}, vector FROM vector WHERE scope = 1"
            ))
            .unwrap();
    }
    let forms = Forms { bits: true, bytes: true };
    let vectors = Vectors::new(forms.size(64) * 900);
    let query = world.query();
    let is_held = |scope| matches!(&*vectors.slot(ScopeKey(scope)).state.read().unwrap(), State::Held(_));
    for scope in [1, 2, 1, 3] {
        let view = View { scope: ScopeKey(scope), ..world.view() };
        for _ in 0..2 {
            let every = vector::nearest(world.session(), &view, &query, 10).unwrap();
            assert_eq!(vectors.nearest(world.session(), &view, &query, 10).unwrap(), every);
        }
    }
    assert_eq!([1, 2, 3].map(is_held), [true, false, true]);
}
