//! What other tests run as a process of its own: this binary again, with a role in the environment. Each role
//! says what is done (`support::say`) only once it is done.

use std::path::{Path, PathBuf};
use std::time::Duration;

use nepenthe::{
    Access, ApplyError, Backup, Include, InscribeError, MemoryId, Mutation, NewMemory, Options, RecallMode,
    RestoreOptions, Returning, Scope, State, StorageError, Store, Waiting, Why,
};

use crate::support::{
    BagOfWords, Dice, MODES, assert_sound, change, everything, options_at, say, system_options,
};

#[test]
#[ignore = "a role that other tests start as a process of its own"]
fn entry() {
    let Ok(role) = std::env::var("NEPENTHE_TEST_ROLE") else { return };
    let path = PathBuf::from(std::env::var_os("NEPENTHE_TEST_PATH").unwrap());
    let argument = std::env::var("NEPENTHE_TEST_ARGUMENT").unwrap();
    match role.as_str() {
        "inscribe" => inscribe(&open(&path)),
        "batch" => batch(&open(&path)),
        "threads" => threads(&open(&path)),
        "supersede" => supersede(&open(&path)),
        "edit" => edit(&open(&path)),
        "purge" => purge(&open(&path)),
        "erase" => erase(&erasing(&path, Waiting::ForPhysical), argument.parse().unwrap()),
        "erase later" => erase_later(&path, argument.parse().unwrap()),
        "race" => race(&open(&path), argument.parse().unwrap()),
        "memory" => crate::memory::erases(&path, &argument),
        "hold" => hold(&path),
        "broken disk" => crate::broken::purges_on_a_broken_disk(&path),
        "import" => import(&open(&path), Path::new(&argument)),
        "reembed" => reembed(&path),
        "create" => create(&path),
        "work" => work(&path, &argument),
        "check" => check(&path),
        "read" => read(&path),
        "backup" => backup(&path, Path::new(&argument)),
        "restore" => restore(&path, Path::new(&argument)),
        "replace" => replace(&path, Path::new(&argument)),
        "damage" => crate::damage::survive_damage(&path, argument.parse().unwrap()),
        "upgrade" => crate::upgrade::upgrade(&path, &argument),
        other => panic!("no role {other}"),
    }
}

fn open(path: &Path) -> Scope {
    crate::support::open(path, options_at(path)).unwrap().scope("a").unwrap()
}

/// Backs up again and again, to `0.db` and so on.
fn backup(path: &Path, folder: &Path) {
    let store = crate::support::open(path, system_options()).unwrap();
    for number in 0.. {
        store.backup(folder.join(format!("{number}.db")), None, &mut |_| {}).unwrap();
        say(number);
    }
}

/// Restores `old.db` again and again, to `0.db` and so on.
fn restore(path: &Path, folder: &Path) {
    let backup = Backup::open(folder.join("old.db")).unwrap();
    let how = RestoreOptions::default().with_current(path);
    for number in 0.. {
        let into = folder.join(format!("{number}.db"));
        backup.restore(into, options_at(path), &how, &mut |_| {}).unwrap();
        say(number);
    }
}

/// Restores `old.db` again and again, into the place of the store.
fn replace(path: &Path, folder: &Path) {
    let backup = Backup::open(folder.join("old.db")).unwrap();
    let how = RestoreOptions::default().replacing();
    for number in 0.. {
        let report = backup.restore(path, options_at(path), &how, &mut |_| {}).unwrap();
        let aside = report.aside.unwrap();
        std::fs::remove_file(&aside).unwrap();
        drop(std::fs::remove_file(format!("{}.keys", aside.display())));
        say(number);
    }
}

/// Everything is done; the parent will kill this process.
pub fn wait_for_the_end() -> ! {
    loop {
        std::thread::sleep(Duration::from_secs(1));
    }
}

fn inscribe(scope: &Scope) {
    let mut next = scope.list(Include::All).unwrap().len();
    loop {
        scope.inscribe(format!("note {next}")).unwrap();
        say(next);
        next += 1;
    }
}

/// Threads of the role `threads`.
pub const THREADS: usize = 6;

/// Several threads write, each its own notes, one after the other.
fn threads(scope: &Scope) {
    let list = scope.list(Include::All).unwrap();
    std::thread::scope(|running| {
        for thread in 0..THREADS {
            let mut next =
                list.iter().filter(|memory| memory.text.starts_with(&format!("thread {thread} "))).count();
            running.spawn(move || {
                loop {
                    scope.inscribe(format!("thread {thread} note {next}")).unwrap();
                    say(format!("{thread} {next}"));
                    next += 1;
                }
            });
        }
    });
}

/// The role `erase` without waiting for the bytes, which go in the background, beside threads whose writes share commits.
fn erase_later(path: &Path, seed: u64) {
    let store = erasing(path, Waiting::ForLogical);
    std::thread::scope(|running| {
        for thread in 0..2 {
            let scope = store.scope(&format!("beside/{thread}")).unwrap();
            running.spawn(move || {
                for next in scope.list(Include::All).unwrap().len().. {
                    scope.inscribe(format!("beside {next}")).unwrap();
                }
            });
        }
        erase(&store, seed);
    });
}

/// Opens a store in which what was erased may be said again.
fn erasing(path: &Path, waiting: Waiting) -> Store {
    let admitted = Returning::Admit { reason: Why::Namesake.into() };
    crate::support::open(path, options_at(path).with_returning(admitted).with_waiting(waiting)).unwrap()
}

/// Rows of a batch.
pub const BATCH: usize = 20;

fn batch(scope: &Scope) {
    let mut next = scope.list(Include::All).unwrap().len() / BATCH;
    loop {
        let rows: Vec<NewMemory> =
            (0..BATCH).map(|row| NewMemory::new(format!("batch {next} row {row}"))).collect();
        scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
        say(next);
        next += 1;
    }
}

fn supersede(scope: &Scope) {
    let live = scope.list(Include::Live).unwrap();
    let mut next = scope.list(Include::All).unwrap().len();
    let mut last = match live.first() {
        Some(memory) => memory.id,
        None => {
            let first = scope.inscribe("job 0").unwrap();
            say(0);
            next = 1;
            first
        }
    };
    loop {
        last = change(scope, Mutation::supersede(last, format!("job {next}"))).inscribed.unwrap();
        say(next);
        next += 1;
    }
}

fn edit(scope: &Scope) {
    let id = match scope.list(Include::All).unwrap().first() {
        Some(memory) => memory.id,
        None => {
            let id = scope.inscribe("text 0").unwrap();
            say(0);
            id
        }
    };
    let mut next = scope.history(id).unwrap().len();
    loop {
        change(scope, Mutation::edit(id, format!("text {next}")));
        say(next);
        next += 1;
    }
}

fn purge(scope: &Scope) {
    for memory in scope.list(Include::All).unwrap() {
        change(scope, Mutation::purge(memory.id));
        say(memory.text);
    }
    wait_for_the_end()
}

/// Letters of the words that no two texts share.
const LETTERS: &[u8] = b"bcdfghjkmpqvwxz";

pub fn token(dice: &mut Dice) -> String {
    (0..14).map(|_| char::from(LETTERS[dice.roll(LETTERS.len() as u64) as usize])).collect()
}

/// The words of a text that no other text has.
pub fn tokens(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric());
    words.filter(|word| word.len() == 14).map(str::to_owned).collect()
}

/// Writes, changes and erases at random. Says what an erasure takes before it begins, and its receipt when it is done.
fn erase(store: &Store, seed: u64) {
    let mut dice = Dice::from_seed(seed);
    let scope = store.scope("a").unwrap();
    loop {
        let list = scope.list(Include::All).unwrap();
        let picked = list.get(dice.roll(list.len().max(1) as u64) as usize).map(|memory| memory.id);
        let text = format!("note {} {}", token(&mut dice), "filler ".repeat(dice.roll(430) as usize));
        let erasing = match (dice.roll(16), picked) {
            (0..5, _) | (_, None) => {
                scope.inscribe(text).unwrap();
                None
            }
            (5..7, Some(id)) => {
                change(&scope, Mutation::edit(id, text));
                None
            }
            (7, Some(id)) => {
                change(&scope, Mutation::supersede(id, text));
                None
            }
            (8, _) => {
                store.scrub(dice.roll(2) == 0).unwrap();
                None
            }
            (9..14, Some(id)) => Some(Mutation::purge(id)),
            _ => {
                let [one, other] = [(); 2].map(|()| token(&mut dice));
                scope.inscribe(format!("Yuri's badge is {one}; Zoe's badge is {other}.")).unwrap();
                Some(Mutation::purge("everything about Yuri"))
            }
        };
        let Some(mutation) = erasing else {
            say("did");
            continue;
        };
        let plan = scope.plan(mutation).unwrap();
        let mut gone = Vec::new();
        for step in &plan.steps {
            let left = match &step.action {
                nepenthe::Action::Edit { text } => tokens(text),
                _ => Vec::new(),
            };
            let history = scope.history(step.memory.id).unwrap();
            let texts = history.iter().filter_map(|entry| entry.text.as_deref());
            gone.extend(texts.flat_map(tokens).filter(|token| !left.contains(token)));
        }
        say(format!("erasing {}", gone.join(" ")));
        if let Some(erasure) = scope.apply(plan).unwrap().erasure {
            say(format!("erased {} {}", erasure.receipt, gone.join(" ")));
        }
    }
}

/// Purges every memory in an order of its own, whoever else does.
fn race(scope: &Scope, seed: u64) {
    let mut dice = Dice::from_seed(seed);
    let mut ids: Vec<MemoryId> =
        scope.list(Include::All).unwrap().into_iter().map(|memory| memory.id).collect();
    while !ids.is_empty() {
        let id = ids.swap_remove(dice.roll(ids.len() as u64) as usize);
        let Ok(plan) = scope.plan(Mutation::purge(id)) else { continue };
        match scope.apply(plan) {
            Ok(_) => say(id),
            Err(ApplyError::Stale(_)) => {}
            Err(error) => panic!("{error:?}"),
        }
    }
}

/// Keeps a snapshot of the store.
fn hold(path: &Path) {
    let connection = rusqlite::Connection::open(path).unwrap();
    connection.execute_batch("BEGIN; SELECT count(*) FROM version;").unwrap();
    say("holding");
    wait_for_the_end()
}

fn import(scope: &Scope, folder: &Path) {
    for file in 0.. {
        let Ok(lines) = std::fs::read(folder.join(format!("{file}.jsonl"))) else { wait_for_the_end() };
        scope.import(lines.as_slice(), &mut |_| {}).unwrap();
        say(file);
    }
}

/// The dimensions that the role `reembed` goes through, again and again.
pub const DIMENSIONS: [usize; 3] = [24, 0, 16];

pub fn options_of(dimension: usize) -> Options {
    match dimension {
        0 => system_options().with_embedder(nepenthe::embed::NoEmbedder),
        dimension => system_options().with_embedder(BagOfWords(dimension)),
    }
}

fn reembed(path: &Path) {
    for dimension in DIMENSIONS.into_iter().cycle() {
        drop(Store::reembed(path, options_of(dimension), &mut |_| {}).unwrap());
        say(dimension);
    }
}

fn create(path: &Path) {
    for number in 0.. {
        drop(crate::support::open(path.with_extension(number.to_string()), system_options()).unwrap());
        say(number);
    }
}

/// One of several writers: says what each memory that it wrote is at the end of each step.
fn work(path: &Path, name: &str) {
    let store = crate::support::open(path, system_options()).unwrap();
    let shared = store.scope("shared").unwrap();
    let own = store.scope(&format!("own/{name}")).unwrap();
    let set = |id: MemoryId, state: State, text: &str| say(format!("set {id} {state} {text}"));
    for round in 0..crate::support::rounds(8) {
        let text = |what: &str| format!("worker{name} round{round} {what}");
        let edited = shared.inscribe(text("draft")).unwrap();
        set(edited, State::Live, &text("draft"));
        let batch = ["old", "secret", "boring"].map(|what| NewMemory::new(text(what)));
        let ids = shared.inscribe_batch(&batch, &mut |_| {}).unwrap();
        for (id, new) in ids.iter().zip(&batch) {
            set(*id, State::Live, &new.text);
        }
        change(&shared, Mutation::edit(edited, text("final")));
        set(edited, State::Live, &text("final"));
        let new = change(&shared, Mutation::supersede(ids[0], text("new"))).inscribed.unwrap();
        set(ids[0], State::Superseded, &text("old"));
        set(new, State::Live, &text("new"));
        change(&shared, Mutation::purge(ids[1]));
        say(format!("purge {}", ids[1]));
        change(&shared, Mutation::release(ids[2]));
        set(ids[2], State::Released, &text("boring"));
        own.inscribe(text("private")).unwrap();

        // What this process wrote it reads, whatever the others do meanwhile.
        for mode in MODES {
            let hits = shared.recall_with(&text("final"), &everything().with_mode(mode)).unwrap();
            let mine: Vec<&str> = hits
                .iter()
                .map(|hit| hit.memory.text.as_str())
                .filter(|found| found.starts_with(&format!("worker{name} round{round} ")))
                .collect();
            assert!(
                mine.contains(&text("final").as_str()) && mine.contains(&text("new").as_str()),
                "{mine:?}"
            );
            assert_eq!(mine.len(), 2, "{mode:?} {mine:?}");
        }
        assert_eq!(own.recall_with("private", &everything()).unwrap().len(), round + 1);
    }
}

fn check(path: &Path) {
    let store = crate::support::open(path, system_options()).unwrap();
    for _ in 0..crate::support::rounds(10) {
        assert_sound(&store);
        let shared = store.scope("shared").unwrap();
        for mode in [RecallMode::Hybrid, RecallMode::Vector] {
            shared.recall_with("worker final", &everything().with_mode(mode)).unwrap();
        }
    }
    say("sound");
}

/// Reads a store that may not be written.
fn read(path: &Path) {
    for access in [Access::Create, Access::Existing, Access::ReadOnly] {
        let store = match crate::support::open(path, system_options().with_access(access)) {
            Ok(store) => store,
            Err(error) => {
                say(format!("{access:?}: {error:?}"));
                continue;
            }
        };
        let scope = store.scope("a").unwrap();
        let memories = scope.list(Include::All).unwrap();
        let hits = MODES.map(|mode| scope.recall_with("words", &everything().with_mode(mode)).unwrap().len());
        assert_sound(&store);
        let inscribed = match scope.inscribe("something new") {
            Err(InscribeError::Storage(StorageError::ReadOnly(_))) => "refused".to_owned(),
            other => format!("{other:?}"),
        };
        let plan = scope.plan(Mutation::purge(memories[0].id)).unwrap();
        let purged = match scope.apply(plan) {
            Err(ApplyError::Storage(StorageError::ReadOnly(_))) => "refused".to_owned(),
            other => format!("{other:?}"),
        };
        say(format!("{access:?}: {} {hits:?} {inscribed} {purged}", memories.len()));
    }
}
