//! A store's log with fixed keys, and receipts of every sort in it.

use std::collections::HashMap;
use std::convert::Infallible;

use nepenthe_receipt::merkle::{Hash, Node, append, inclusion, leaf_hash, root};
use nepenthe_receipt::note::{Note, SigningKey};
use nepenthe_receipt::receipt::{
    Assurance, Awaiting, Backups, Basis, Checkpointing, Commitment, Counts, Engine, Erased, Extent, FileKind,
    FileScan, FileState, How, Indexes, JournalMode, Needles, NotCovered, Operation, Scan, SecureDelete,
    Times, Tombstones, Uuid,
};
use nepenthe_receipt::{Body, Checkpoint, EVENT_LEAF_PREFIX, Proof, RECEIPT_LEAF_PREFIX};

pub const ORIGIN: &str = "nepenthe.example/store-1";

pub fn log_key() -> SigningKey {
    SigningKey::from_seed(ORIGIN, &[1; 32]).unwrap()
}

/// The key of the witness with this number.
pub fn witness(number: u8) -> SigningKey {
    SigningKey::witness_from_seed(&format!("witness-{number}.example"), &[0x40 + number; 32]).unwrap()
}

/// When the witnesses cosigned: a second after the receipt was certified, in seconds since 1970.
pub const COSIGNED: u64 = 1_795_278_001;

/// Proves the last but three of these leaves, in a log of them all that the key signed and the witnesses cosigned.
pub fn prove(leaf: &[u8], origin: &str, key: &SigningKey, witnesses: &[SigningKey]) -> Proof {
    let event = |number: u8| format!("{EVENT_LEAF_PREFIX}{{\"seq\":{number}}}").into_bytes();
    let leaves = [event(1), event(2), event(3), leaf.to_vec(), event(4), event(5), event(6)];
    let mut nodes: HashMap<Node, Hash> = HashMap::new();
    for (size, leaf) in (0..).zip(&leaves) {
        let added = append(size, leaf_hash(leaf), |node| Ok::<_, Infallible>(nodes[&node])).unwrap();
        nodes.extend(added);
    }
    let (size, read) = (leaves.len() as u64, |node| Ok::<_, Infallible>(nodes[&node]));
    let root = root(size, read).unwrap();
    let checkpoint = Checkpoint { origin: origin.to_owned(), size, root, extensions: Vec::new() };
    let mut note = Note::sign(&checkpoint.to_string(), key).unwrap();
    witnesses.iter().for_each(|witness| note.cosign(witness, COSIGNED).unwrap());
    Proof::new(3, inclusion(3, size, read).unwrap(), note).unwrap()
}

/// The receipt whose body's line this is, whatever it says, cosigned by two witnesses.
pub fn certify(line: &str) -> String {
    let leaf = [RECEIPT_LEAF_PREFIX, line].concat();
    let proof = prove(leaf.as_bytes(), ORIGIN, &log_key(), &[witness(1), witness(2)]);
    format!("nepenthe-receipt/v1\n{line}\n\n{proof}")
}

/// The memory with this number.
pub fn memory(number: u8) -> Uuid {
    Uuid([0x01, 0xa1, 0xfe, 0xd5, 0xb0, 0x91, 0x72, 0xd0, 0xad, 0xe7, 0x9e, 0xe7, 0x16, 0x87, 0x9d, number])
}

/// The key that commits to a memory's text.
pub fn commitment_key(number: u8) -> [u8; 32] {
    leaf_hash(&[number]).0
}

/// What was erased of each memory.
pub const TEXTS: [&str; 4] = [
    "Sam Roe, +1 (555) 010-0199, bought 3 kettles.",
    "Sam Roe and Ida Lund share the van.",
    "Summary: Sam Roe likes kettles, and lives near the depot.",
    "Sam Roe, +1 (555) 010-0199, bought 3 kettles.",
];

fn erased(number: u8, versions: u64, how: How) -> Erased {
    let commitment = Commitment::new(&commitment_key(number), TEXTS[usize::from(number)]);
    Erased { memory: memory(number), versions, commitment, how }
}

fn clean(file: FileKind, bytes: u64) -> FileScan {
    let state = if bytes == 0 { FileState::Absent } else { FileState::Clean };
    FileScan { file, bytes, hits: 0, state }
}

fn scan() -> Scan {
    Scan {
        needles: Needles { texts: 5, identifiers: 2, vectors: 4 },
        extent: None,
        files: [
            clean(FileKind::Main, 3_473_408),
            FileScan { state: FileState::Clean, ..clean(FileKind::Wal, 0) },
            clean(FileKind::Shm, 32_768),
            clean(FileKind::Journal, 0),
        ],
        indexes: Indexes::default(),
    }
}

/// A purge of which nothing is left, with a memory erased in each way.
pub fn physical() -> Body {
    let erased = vec![
        erased(0, 1, How::Matched),
        erased(1, 2, How::Edited),
        erased(2, 1, How::Derived),
        erased(3, 1, How::Copy),
    ];
    Body {
        store: Uuid([0x5a; 16]),
        origin: ORIGIN.parse().unwrap(),
        receipt: Uuid([0xc1; 16]),
        completes: None,
        operation: Operation::Purge,
        assurance: Assurance::Physical,
        awaiting: None,
        plan: Commitment::new(&[9; 32], "the plan as it was shown"),
        planner: "canonical".parse().unwrap(),
        counts: Counts::of(&erased),
        erased,
        events: vec![1041, 1042, 1043, 1044],
        scan: Some(scan()),
        engine: Engine {
            nepenthe: "0.1.0".parse().unwrap(),
            sqlite: "3.54.0".parse().unwrap(),
            sqlite_vec: "v0.1.9".parse().unwrap(),
            journal_mode: JournalMode::Wal,
            secure_delete: SecureDelete::On,
            fts5_secure_delete: true,
            checkpoint: Checkpointing::Truncate,
        },
        tombstones: Tombstones { added: 3, in_force: 17 },
        actor: "operator-7".parse().unwrap(),
        request: Some("ticket:4711".parse().unwrap()),
        basis: Basis::ConsentWithdrawn,
        times: Times {
            requested: "2026-11-21T16:19:58.004Z".parse().unwrap(),
            erased: "2026-11-21T16:19:59.120Z".parse().unwrap(),
            certified: "2026-11-21T16:20:00.250Z".parse().unwrap(),
        },
        backups: Backups { known: 2, latest_expiry: Some("2026-12-21T03:00:00.000Z".parse().unwrap()) },
        not_covered: vec![
            NotCovered::SsdRemapping,
            NotCovered::FilesystemSnapshots,
            NotCovered::Swap,
            NotCovered::ModelContext,
            NotCovered::ForeignBackups,
            NotCovered::Operator,
        ],
    }
}

/// The same purge while another connection reads.
pub fn logical() -> Body {
    let mut body = physical();
    body.assurance = Assurance::Logical;
    body.awaiting = Some(Awaiting::Readers);
    body.engine.checkpoint = Checkpointing::Busy;
    let scan = body.scan.as_mut().unwrap();
    scan.files[1] = FileScan { file: FileKind::Wal, bytes: 86_552, hits: 3, state: FileState::Residue };
    body
}

/// After a crash: nobody knows any more what to search for.
pub fn crashed() -> Body {
    let mut body = logical();
    body.awaiting = Some(Awaiting::Crash);
    body.scan = None;
    body.engine.checkpoint = Checkpointing::Truncate;
    body
}

/// What completes [`logical`] after the reader has gone.
pub fn completing() -> Body {
    let mut body = physical();
    body.completes = Some(body.receipt);
    body.receipt = Uuid([0xc2; 16]);
    body
}

/// A scan that found something which no reader explains.
pub fn residue() -> Body {
    let mut body = logical();
    body.awaiting = Some(Awaiting::Residue);
    body.engine.checkpoint = Checkpointing::Truncate;
    let scan = body.scan.as_mut().unwrap();
    scan.files[1] = FileScan { state: FileState::Clean, ..clean(FileKind::Wal, 0) };
    scan.files[0].hits = 1;
    scan.files[0].state = FileState::Residue;
    scan.indexes.mentions = 1;
    body
}

/// Memories that were stored encrypted, whose keys are gone.
pub fn crypto() -> Body {
    let mut body = physical();
    body.assurance = Assurance::Crypto;
    body.scan = None;
    body.engine.checkpoint = Checkpointing::None;
    body.not_covered.push(NotCovered::IndexCopies);
    body
}

/// Memories in the clear in a database server, whose tables were written anew.
pub fn compacted() -> Body {
    let mut body = physical();
    body.assurance = Assurance::Compacted;
    body.not_covered.extend(NotCovered::OF_COMPACTED);
    body
}

/// Memories of which only parts went.
pub fn edit() -> Body {
    let mut body = physical();
    body.operation = Operation::Edit;
    body.erased.drain(2..);
    body.erased[0].how = How::Edited;
    body.counts = Counts::of(&body.erased);
    body
}

/// A purge of a clean file, of which the pages were read that it wrote.
pub fn by_pages() -> Body {
    let mut body = physical();
    let scan = body.scan.as_mut().unwrap();
    scan.extent = Some(Extent::WrittenPages);
    scan.files[0].bytes = 212_992;
    body
}

/// A request that nothing answered to: it is certified that nothing was there. And every field that may be null is.
pub fn nothing() -> Body {
    let mut body = physical();
    body.erased.clear();
    body.counts = Counts::of(&[]);
    body.events.clear();
    body.scan.as_mut().unwrap().needles = Needles { texts: 0, identifiers: 0, vectors: 0 };
    body.request = None;
    body.basis = Basis::None;
    body.backups = Backups { known: 0, latest_expiry: None };
    body.not_covered.clear();
    body
}

/// All of them, with names.
pub fn bodies() -> [(&'static str, Body); 10] {
    [
        ("physical", physical()),
        ("logical", logical()),
        ("crashed", crashed()),
        ("completing", completing()),
        ("residue", residue()),
        ("crypto", crypto()),
        ("compacted", compacted()),
        ("edit", edit()),
        ("nothing", nothing()),
        ("by-pages", by_pages()),
    ]
}
