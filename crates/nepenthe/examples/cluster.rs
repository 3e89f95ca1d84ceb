//! What a purge leaves in the files of a PostgreSQL cluster: of a sealed store, of a plain one, and of a table of texts beside them.
//!
//!     scripts/postgres.sh cargo run --release -p nepenthe --features postgres --example cluster
//!
//! 60 of 600 memories are purged in each store, and deleted from the table. After each step every file of the cluster is searched for the
//! 60, and the table says of how many something was found: of their words, of their ciphertexts, and of their keys in the key file. The
//! plain store's purge is by a role that may not write tables anew, so that DELETE is seen alone; then the owner's `scrub` does.
//! Fails where a word of the sealed store is found, where a key is found after the purge, where DELETE alone leaves nothing in the
//! tables of texts (then the search is wrong), or where the rewrite leaves something.

#![expect(clippy::unwrap_used, reason = "an example that fails loudly")]

use std::fs;
use std::path::Path;

use aho_corasick::AhoCorasick;
use nepenthe::{MasterKey, MemoryId, Mutation, NewMemory, Options, Scope, Store};
use postgres::{Client, NoTls};
use rusqlite::Connection;

const ALL: usize = 600;
const GO: usize = 60;

fn main() {
    let set = |name: &str| {
        std::env::var(format!("NEPENTHE_TEST_POSTGRES{name}")).expect("run it by scripts/postgres.sh")
    };
    let folder = tempfile::tempdir().unwrap();
    let keys = folder.path().join("keys");
    let options = Options::default().with_encryption(MasterKey::from_bytes(&[42; 32])).with_key_file(&keys);
    let url = format!("{}?store=cluster", set(""));
    let store = Store::connect(&url, folder.path().join("mirror"), options).unwrap();
    let scope = store.scope("a").unwrap();
    let inscribe = |scope: &Scope, kind: &str| {
        let text =
            |n: usize| format!("{kind}{n}quill keeps what number {n} said of the harbour and its lights");
        let new: Vec<NewMemory> = (0..ALL).map(|n| NewMemory::new(text(n))).collect();
        scope.inscribe_batch(&new, &mut |_| {}).unwrap()
    };
    let purge = |scope: &Scope, ids: &[MemoryId]| {
        let purged = scope.apply(scope.plan(Mutation::purge(ids[..GO].to_vec())).unwrap()).unwrap();
        purged.erasure.unwrap()
    };
    let ids = inscribe(&scope, "sealed");
    let open = |role: &str, mirror: &str| {
        let url = format!("{}?store=open&mode=plain", set(role));
        Store::connect(&url, folder.path().join(mirror), Options::default()).unwrap()
    };
    let owner = open("", "owner");
    Store::prepare_server(&set(""), Some("nepenthe_app")).unwrap();
    let open = open("_APP", "app").scope("a").unwrap();
    let open_ids = inscribe(&open, "open");
    let mut admin = Client::connect(&set("_ADMIN"), NoTls).unwrap();
    admin.batch_execute("CREATE TABLE clear (n integer PRIMARY KEY, words text)").unwrap();
    for n in 0..ALL {
        let words = format!("plain{n}quill keeps what number {n} said");
        admin.execute("INSERT INTO clear VALUES ($1, $2)", &[&(n as i32), &words]).unwrap();
    }
    let sought = Sought::of(&mut admin, &keys, &ids[..GO]);
    let data = set("_DATA");
    let look = |step: &str, client: &mut Client| {
        client.batch_execute("CHECKPOINT").unwrap();
        let (files, log) =
            (contents(&Path::new(&data).join("base")), contents(&Path::new(&data).join("pg_wal")));
        let found = [
            sought.clear.found(&files),
            sought.clear.found(&log),
            sought.open.found(&files),
            sought.open.found(&log),
            sought.words.found(&files) + sought.words.found(&log),
            sought.ciphertexts.found(&files),
            sought.ciphertexts.found(&log),
            sought.keys.found(&contents(folder.path())),
        ];
        println!("| {step} | {} |", found.map(|count| count.to_string()).join(" | "));
        found
    };
    println!(
        "| after | table | log | plain store: tables | log | sealed store: words | ciphertexts, tables | log | keys |"
    );
    println!("|---|---|---|---|---|---|---|---|---|");
    let before = look("writing", &mut admin);
    // In the log the end of a page may part one.
    let there = [before[0], before[2], before[4], before[5], before[7]];
    assert_eq!(there, [GO, GO, 0, GO, GO], "what is there is found");
    let sealed = purge(&scope, &ids);
    let logical = purge(&open, &open_ids);
    admin.execute("DELETE FROM clear WHERE n < $1", &[&(GO as i32)]).unwrap();
    let deleted = look("purge, DELETE", &mut admin);
    assert_eq!(
        (deleted[0], deleted[2], deleted[4], deleted[7]),
        (GO, GO, 0, 0),
        "DELETE alone is found, no word and no key of the sealed store"
    );
    admin.batch_execute("VACUUM").unwrap();
    look("VACUUM", &mut admin);
    owner.scrub(false).unwrap();
    admin.batch_execute("VACUUM FULL clear").unwrap();
    let rewritten = look("the rewrite; VACUUM FULL of the table", &mut admin);
    assert_eq!((rewritten[0], rewritten[2]), (0, 0), "the rewrite leaves nothing");
    for _ in 0..8 {
        admin.batch_execute("SELECT pg_switch_wal(); CHECKPOINT").unwrap();
    }
    look("8 switches of the log", &mut admin);
    let (_, compacted) = owner.receipts().unwrap().pop().unwrap();
    println!(
        "\nThe receipts say {:?}; {:?}, and after the rewrite {:?}.",
        sealed.assurance, logical.assurance, compacted.assurance
    );
}

/// What is searched for.
struct Sought {
    clear: Needles,
    open: Needles,
    words: Needles,
    ciphertexts: Needles,
    keys: Needles,
}

impl Sought {
    fn of(admin: &mut Client, keys: &Path, ids: &[MemoryId]) -> Self {
        let word = |kind: &str| (0..ids.len()).map(|n| format!("{kind}{n}quill").into_bytes()).collect();
        let rows = ids.iter().map(|id| {
            let row = admin
                .query_one(
                    "SELECT v.sealed, m.sealed_by FROM nepenthe.memory m JOIN nepenthe.version v ON v.memory = m.row AND v.in_store = m.in_store
                     WHERE m.id = $1",
                    &[&id.as_bytes().as_slice()],
                )
                .unwrap();
            (row.get::<_, Vec<u8>>(0), row.get::<_, i64>(1))
        });
        let (ciphertexts, numbers): (Vec<_>, Vec<_>) = rows.unzip();
        let file = Connection::open(keys).unwrap();
        let wrapped = |number: &i64| -> Vec<u8> {
            file.query_row("SELECT wrapped FROM memory_key WHERE id = ?1", [number], |row| row.get(0))
                .unwrap()
        };
        Self {
            clear: Needles::of(word("plain")),
            open: Needles::of(word("open")),
            words: Needles::of(word("sealed")),
            ciphertexts: Needles::of(ciphertexts.iter().map(|sealed| sealed[8..40].to_vec()).collect()),
            keys: Needles::of(numbers.iter().map(wrapped).collect()),
        }
    }
}

struct Needles(AhoCorasick);

impl Needles {
    fn of(all: Vec<Vec<u8>>) -> Self {
        Self(AhoCorasick::new(all).unwrap())
    }

    /// How many of them stand somewhere.
    fn found(&self, files: &[Vec<u8>]) -> usize {
        let mut found = vec![false; self.0.patterns_len()];
        for file in files {
            self.0.find_overlapping_iter(file).for_each(|hit| found[hit.pattern().as_usize()] = true);
        }
        found.into_iter().filter(|found| *found).count()
    }
}

/// The bytes of every file in a folder.
fn contents(folder: &Path) -> Vec<Vec<u8>> {
    let mut all = Vec::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        match entry.file_type().unwrap().is_dir() {
            true => all.extend(contents(&entry.path())),
            // It may go while it is looked for.
            false => all.extend(fs::read(entry.path())),
        }
    }
    all
}
