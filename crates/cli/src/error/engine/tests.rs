use std::io;
use std::path::PathBuf;

use nepenthe::llm::{Failure, FailureKind};
use nepenthe::{
    ApplyError, BackupError, ExportError, ImportError, InscribeError, LookupError, MemoryId, PlanError,
    RecallError, ReembedError, RestoreError, Stopped, StoppedPart, Verb,
};

use super::*;
use crate::error::Kind;

fn sqlite() -> rusqlite::Error {
    rusqlite::Error::InvalidQuery
}

fn id() -> MemoryId {
    MemoryId::from_bytes([7; 16])
}

fn storage_errors() -> Vec<(StorageError, Kind, bool)> {
    vec![
        (StorageError::Busy(sqlite()), Kind::Busy, true),
        (StorageError::DiskFull(sqlite()), Kind::Storage, true),
        (StorageError::ReadOnly(sqlite()), Kind::ReadOnly, true),
        (StorageError::Corrupt("x".into()), Kind::Damaged, true),
        (StorageError::Io(sqlite()), Kind::Storage, true),
        (StorageError::Reembedded("none".into()), Kind::Busy, true),
        (StorageError::Unreadable(id()), Kind::Key, true),
        (StorageError::Sqlite(sqlite()), Kind::Storage, false),
        (StorageError::Random(io::Error::other("x")), Kind::Storage, false),
    ]
}

fn embed_errors() -> Vec<(EmbedError, bool)> {
    vec![
        (EmbedError::Read { path: "m".into(), source: io::Error::other("x") }, true),
        (EmbedError::HashMismatch { path: "m".into(), expected: "a".into(), found: "b".into() }, true),
        (EmbedError::Model("x".into()), true),
        (EmbedError::Inference("x".into()), false),
        (EmbedError::Endpoint { endpoint: "u".into(), reason: "x".into() }, true),
        (EmbedError::BadAnswer("x".into()), true),
        (EmbedError::Unavailable("x".into()), false),
    ]
}

fn check(error: impl Into<Error>, kind: Kind, hint: bool) {
    let error = error.into();
    let shown = format!("{error:?}");
    let found = CliError::from(error);
    assert_eq!(found.kind(), kind, "{shown}");
    assert_eq!(found.hint().is_some(), hint, "{shown}");
    assert!(!found.message().is_empty(), "{shown}");
}

#[test]
fn every_storage_error_has_its_kind_through_every_operation() {
    type Wrap = fn(StorageError) -> Error;
    let wraps: [Wrap; 13] = [
        |e| e.into(),
        |e| OpenError::from(e).into(),
        |e| InscribeError::from(e).into(),
        |e| RecallError::from(e).into(),
        |e| LookupError::from(e).into(),
        |e| PlanError::from(RecallError::from(e)).into(),
        |e| ApplyError::from(e).into(),
        |e| ExportError::from(e).into(),
        |e| ImportError::from(e).into(),
        |e| ReembedError::from(OpenError::from(e)).into(),
        |e| BackupError::from(e).into(),
        |e| RestoreError::from(e).into(),
        |e| RestoreError::from(ApplyError::from(e)).into(),
    ];
    for wrap in wraps {
        for (error, kind, hint) in storage_errors() {
            check(wrap(error), kind, hint);
        }
    }
}

#[test]
fn every_embedders_error_has_its_kind_through_every_operation() {
    type Wrap = fn(EmbedError) -> Error;
    let wraps: [Wrap; 8] = [
        |e| e.into(),
        |e| InscribeError::from(e).into(),
        |e| RecallError::from(e).into(),
        |e| PlanError::from(RecallError::from(e)).into(),
        |e| ApplyError::from(e).into(),
        |e| ImportError::from(e).into(),
        |e| ReembedError::from(e).into(),
        |e| RestoreError::from(ApplyError::from(e)).into(),
    ];
    for wrap in wraps {
        for (error, hint) in embed_errors() {
            check(wrap(error), Kind::Embedder, hint);
        }
    }
}

#[test]
fn every_other_error_has_its_kind() {
    let path = || PathBuf::from("x.db");
    check(OpenError::NotFound(path()), Kind::NoStore, true);
    check(OpenError::CannotOpen { path: path(), source: sqlite() }, Kind::Io, true);
    check(OpenError::NotADatabase(path()), Kind::NotAStore, true);
    check(OpenError::ForeignDatabase(path()), Kind::NotAStore, true);
    check(OpenError::NewerFormat { found: 2, supported: 1 }, Kind::NotAStore, true);
    for error in [OpenError::Encrypted, OpenError::NotEncrypted, OpenError::WrongMasterKey] {
        check(error, Kind::Key, true);
    }
    check(OpenError::IndexesInFile, Kind::Usage, true);
    check(ReembedError::Held, Kind::Busy, true);
    check(OpenError::NoKeyFile(path()), Kind::Key, true);
    check(OpenError::OtherKeyFile(path()), Kind::Key, true);
    let mismatch = OpenError::EmbedderMismatch {
        stored: "none".into(),
        stored_dimension: 0,
        given: "all-MiniLM-L6-v2".into(),
        given_dimension: 384,
    };
    check(mismatch, Kind::EmbedderMismatch, true);
    check(ScopeError::Empty, Kind::Usage, false);
    check("x".parse::<MemoryId>().unwrap_err(), Kind::Usage, false);
    check(InscribeError::Text { index: 0, source: TextError::Blank }, Kind::Input, false);
    check(InscribeError::Vectors { memories: 1, vectors: 0, dimension: 3 }, Kind::Input, false);
    check(RecallError::NoVectors, Kind::EmbedderMismatch, true);
    check(LookupError::NotFound(id()), Kind::NotFound, true);
    check(PlanError::NotFound(id()), Kind::NotFound, true);
    let failure = Failure::new(FailureKind::Truncated, "x");
    check(PlanError::Model(failure), Kind::LanguageModel, true);
    check(PlanError::NoModel, Kind::Usage, true);
    check(PlanError::NoOrder(nepenthe::Refusal::Asked), Kind::Usage, true);
    check(PlanError::NoWords, Kind::Usage, false);
    check(PlanError::TooLong { bytes: 5000 }, Kind::Usage, false);
    check(PlanError::TooWide(Verb::Edit), Kind::Usage, false);
    check(PlanError::Text(TextError::Blank), Kind::Input, false);
    check(PlanError::Parameter("x".into()), Kind::Usage, false);
    check(PlanError::Recall(RecallError::NoVectors), Kind::EmbedderMismatch, true);
    check(ApplyError::Stale(id()), Kind::Stale, true);
    let stopped = || {
        let part = StoppedPart { what: "a name", from: Some(1), to: Some(7) };
        let since = jiff::Timestamp::UNIX_EPOCH;
        Box::new(Stopped { since, receipt: None, memory: None, parts: vec![part] })
    };
    check(InscribeError::Erased { index: 0, stopped: stopped() }, Kind::Erased, true);
    check(ApplyError::Erased(stopped()), Kind::Erased, true);
    check(InscribeError::Reference { index: 0 }, Kind::Erased, true);
    check(ApplyError::Reference, Kind::Erased, true);
    check(ImportError::Reference(id()), Kind::Erased, true);
    check(ApplyError::OtherScope, Kind::Usage, true);
    check(ExportError::Write(io::Error::other("x")), Kind::Io, false);
    check(ExportError::Write(io::ErrorKind::BrokenPipe.into()), Kind::BrokenPipe, false);
    check(ImportError::Read { line: 1, source: io::Error::other("x") }, Kind::Io, false);
    check(ImportError::Line { line: 1, problem: "x".into() }, Kind::Input, true);
    check(BackupError::Exists(path()), Kind::Exists, true);
    check(BackupError::LeftBeside(path()), Kind::Exists, true);
    check(BackupError::Expired, Kind::Usage, false);
    check(BackupError::File { path: path(), source: io::Error::other("x") }, Kind::Io, false);
    check(RestoreError::Exists(path()), Kind::Exists, true);
    check(RestoreError::LeftBeside(path()), Kind::Exists, true);
    check(RestoreError::NoErasures, Kind::Usage, true);
    check(RestoreError::Receipt { index: 0, receipt: "x".into(), failed: "x".into() }, Kind::Unsound, true);
    check(RestoreError::NoKeys(path()), Kind::Key, true);
    check(RestoreError::OtherLog, Kind::Input, true);
    check(RestoreError::OtherReceipt("x".into()), Kind::Input, true);
    check(RestoreError::InUse(path()), Kind::Busy, true);
    check(RestoreError::Residue(Vec::new()), Kind::Damaged, true);
    check(RestoreError::Unsound(nepenthe::CheckReport::default()), Kind::Damaged, true);
    check(RestoreError::File { path: path(), source: io::Error::other("x") }, Kind::Io, false);
    check(RestoreError::Open(OpenError::NotFound(path())), Kind::NoStore, true);
}

#[test]
fn a_cause_is_said_once() {
    let message = CliError::from(StorageError::Sqlite(sqlite())).message().to_owned();
    assert_eq!(message.matches(&sqlite().to_string()).count(), 1, "{message}");
}
