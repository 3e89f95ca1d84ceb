//! What the engine answers, as codes.

use std::error::Error as _;

use nepenthe::embed::EmbedError;
use nepenthe::llm::FailureKind;
use nepenthe::{
    ApplyError, BackupError, Error, ExportError, ImportError, InscribeError, LookupError, OpenError,
    ParseIdError, PlanError, ProofsError, RecallError, ReembedError, Refusal, RestoreError, ScopeError,
    StorageError, TextError,
};

use super::{Code, OpError};
use crate::open::is_unnamed;

impl From<Error> for OpError {
    fn from(error: Error) -> Self {
        Self {
            code: classify(&error),
            message: with_causes(&error),
            cause: Some(Box::new(error)),
            setting: None,
        }
    }
}

/// Each of these is one variant of the root error.
macro_rules! through_root_error {
    ($($error:ty),*) => {
        $(impl From<$error> for OpError {
            fn from(error: $error) -> Self {
                Error::from(error).into()
            }
        })*
    };
}

through_root_error!(
    ApplyError, BackupError, EmbedError, ExportError, ImportError, InscribeError, LookupError, OpenError,
    ParseIdError, PlanError, ProofsError, RecallError, ReembedError, RestoreError, ScopeError, StorageError
);

impl From<TextError> for OpError {
    fn from(error: TextError) -> Self {
        PlanError::from(error).into()
    }
}

fn classify(error: &Error) -> Code {
    match error {
        Error::Open(error) | Error::Reembed(ReembedError::Open(error)) => open(error),
        Error::Scope(_) => Code::BadScope,
        Error::Id(_) => Code::BadId,
        Error::Inscribe(InscribeError::Embed(error))
        | Error::Recall(RecallError::Embed(error))
        | Error::Plan(PlanError::Recall(RecallError::Embed(error)))
        | Error::Apply(ApplyError::Embed(error))
        | Error::Import(ImportError::Embed(error))
        | Error::Reembed(ReembedError::Embed(error))
        | Error::Embed(error) => embed(error),
        Error::Inscribe(InscribeError::Storage(error))
        | Error::Recall(RecallError::Storage(error))
        | Error::Lookup(LookupError::Storage(error))
        | Error::Plan(PlanError::Storage(error) | PlanError::Recall(RecallError::Storage(error)))
        | Error::Apply(ApplyError::Storage(error))
        | Error::Export(ExportError::Storage(error))
        | Error::Import(ImportError::Storage(error))
        | Error::Reembed(ReembedError::Storage(error))
        | Error::Proofs(ProofsError::Storage(error))
        | Error::Storage(error) => storage(error),
        Error::Reembed(ReembedError::Held) => Code::StorageBusy,
        Error::Inscribe(InscribeError::Erased { .. }) | Error::Apply(ApplyError::Erased { .. }) => {
            Code::RefusedErased
        }
        Error::Inscribe(InscribeError::Reference { .. })
        | Error::Apply(ApplyError::Reference)
        | Error::Import(ImportError::Reference(_)) => Code::RefusedReference,
        Error::Inscribe(InscribeError::Model { failure, .. })
        | Error::Apply(ApplyError::Model(failure))
        | Error::Plan(PlanError::Model(failure)) => unanswered(failure.kind),
        Error::Inscribe(InscribeError::NoModel)
        | Error::Apply(ApplyError::NoModel)
        | Error::Plan(PlanError::NoModel) => Code::NoLanguageModel,
        Error::Inscribe(_) | Error::Plan(PlanError::Text(_)) => Code::BadText,
        Error::Recall(RecallError::NoVectors) | Error::Plan(PlanError::Recall(RecallError::NoVectors)) => {
            Code::NoVectors
        }
        Error::Recall(RecallError::NoRelevance(_)) => Code::BadRequest,
        Error::Lookup(LookupError::NotFound(_)) | Error::Plan(PlanError::NotFound(_)) => Code::NotFound,
        Error::Proofs(ProofsError::NotFound(_)) => Code::ReceiptNotFound,
        Error::Proofs(ProofsError::Unreadable(_) | ProofsError::Receipt(_)) => Code::Damaged,
        Error::Plan(PlanError::NoOrder(refusal)) => unordered(*refusal),
        Error::Plan(
            PlanError::NoWords | PlanError::TooLong { .. } | PlanError::TooWide(_) | PlanError::Parameter(_),
        ) => Code::BadRequest,
        Error::Apply(ApplyError::Stale(_)) => Code::PlanChanged,
        Error::Apply(ApplyError::OtherScope) => Code::OtherScope,
        Error::Export(ExportError::Write(source)) if source.kind() == std::io::ErrorKind::BrokenPipe => {
            Code::OutputClosed
        }
        Error::Export(ExportError::Write(_)) | Error::Import(ImportError::Read { .. }) => Code::FileFailed,
        Error::Import(ImportError::Line { .. }) => Code::BadLine,
        Error::Backup(error) => backup(error),
        Error::RestoreBackup(error) => restore(error),
        _ => Code::StorageFailed,
    }
}

fn unordered(refusal: Refusal) -> Code {
    match refusal {
        Refusal::Prohibited | Refusal::Kept | Refusal::AllBut => Code::OrderKeeps,
        Refusal::Asked | Refusal::Reported => Code::OrderAsks,
        Refusal::Conditional => Code::OrderConditional,
        Refusal::Everything => Code::OrderUnnamed,
    }
}

fn unanswered(kind: FailureKind) -> Code {
    match kind {
        FailureKind::OverBudget => Code::LanguageModelOverBudget,
        FailureKind::Refused => Code::LanguageModelRefused,
        FailureKind::Unreachable => Code::LanguageModelUnreachable,
        FailureKind::Unusable | FailureKind::Truncated => Code::LanguageModelUnusable,
    }
}

fn backup(error: &BackupError) -> Code {
    match error {
        BackupError::Exists(_) => Code::FileExists,
        BackupError::LeftBeside(_) => Code::LeftBeside,
        BackupError::Expired => Code::BadRequest,
        BackupError::File { .. } => Code::FileFailed,
        BackupError::Storage(error) => storage(error),
        _ => Code::StorageFailed,
    }
}

fn restore(error: &RestoreError) -> Code {
    match error {
        RestoreError::Exists(_) => Code::StoreExists,
        RestoreError::LeftBeside(_) => Code::LeftBeside,
        RestoreError::NoErasures => Code::ErasuresUnknown,
        RestoreError::NoKeys(_) => Code::BackupKeysMissing,
        RestoreError::OtherLog => Code::OtherLog,
        RestoreError::OtherReceipt(_) => Code::OtherReceipt,
        RestoreError::Receipt { .. } => Code::ReceiptUnsound,
        RestoreError::InUse(_) => Code::StoreInUse,
        RestoreError::Unsound(_) | RestoreError::Residue(_) => Code::BackupDamaged,
        RestoreError::File { .. } => Code::FileFailed,
        RestoreError::Open(error) => open(error),
        RestoreError::Apply(ApplyError::Embed(error)) => embed(error),
        RestoreError::Apply(ApplyError::Storage(error)) | RestoreError::Storage(error) => storage(error),
        _ => Code::StorageFailed,
    }
}

fn open(error: &OpenError) -> Code {
    match error {
        OpenError::NotFound(_) => Code::NoStore,
        OpenError::CannotOpen { .. } => Code::CannotOpen,
        OpenError::NotADatabase(_) | OpenError::ForeignDatabase(_) => Code::NotAStore,
        OpenError::NewerFormat { .. } => Code::NewerFormat,
        OpenError::EmbedderMismatch { .. } => Code::EmbedderMismatch,
        OpenError::Encrypted => Code::Encrypted,
        OpenError::Server(_) => Code::DatabaseServer,
        OpenError::IndexesInFile => Code::IndexesInFile,
        OpenError::NotEncrypted => Code::NotEncrypted,
        OpenError::WrongMasterKey => Code::WrongMasterKey,
        OpenError::NoKeyFile(_) | OpenError::OtherKeyFile(_) => Code::NoKeyFile,
        OpenError::Storage(error) => storage(error),
        _ => Code::StorageFailed,
    }
}

fn storage(error: &StorageError) -> Code {
    match error {
        StorageError::Busy(_) => Code::StorageBusy,
        StorageError::Reembedded(_) => Code::Reembedded,
        StorageError::DiskFull(_) => Code::DiskFull,
        StorageError::ReadOnly(_) => Code::ReadOnly,
        StorageError::Corrupt(_) => Code::Damaged,
        StorageError::Unreadable(_) => Code::Unreadable,
        StorageError::Clock => Code::Clock,
        StorageError::Io(_) => Code::StorageIo,
        StorageError::Server(_) => Code::DatabaseServer,
        _ => Code::StorageFailed,
    }
}

fn embed(error: &EmbedError) -> Code {
    match error {
        EmbedError::Read { .. } => Code::ModelMissing,
        EmbedError::HashMismatch { .. } | EmbedError::Model(_) => Code::ModelDamaged,
        EmbedError::Endpoint { .. } | EmbedError::BadAnswer(_) => Code::EmbedEndpoint,
        EmbedError::Unavailable(why) if is_unnamed(why) => Code::EmbedderUnnamed,
        _ => Code::EmbedderFailed,
    }
}

/// Joins an error and its causes; what a cause repeats is left out.
fn with_causes(error: &Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(error) = cause {
        let more = error.to_string();
        if !text.contains(&more) {
            text = format!("{text}: {more}");
        }
        cause = error.source();
    }
    text
}
