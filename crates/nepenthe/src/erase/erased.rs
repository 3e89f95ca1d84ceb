//! [`Erased`]: what an erasure took away, gathered while its transaction runs.

use nepenthe_receipt::receipt::Commitment;
pub(crate) use nepenthe_receipt::receipt::How;
use nepenthe_text::fingerprint::ErasedValue;

use super::ahead::{Ahead, Known};
use super::needles::Needles;
use crate::model::{EventSeq, MemoryId, RandomSource};
use crate::store::query::memory::StoredMemory;
use crate::store::query::tombstone::Row;
use crate::store::query::trace::Gone as Version;
use crate::store::sealing::KeyId;
use crate::store::vfs::Moment;
use crate::store::{Session, StorageError, raw};

/// One memory that went, or lost a part.
pub(crate) struct Record {
    pub(crate) memory: MemoryId,
    pub(crate) how: How,
    pub(crate) versions: usize,
    pub(crate) event: EventSeq,
    /// To its last text, under `opening`.
    pub(crate) commitment: Commitment,
    pub(crate) opening: [u8; 32],
}

/// Texts that one event erased, and what is left of them.
pub(crate) struct Gone {
    pub(crate) texts: Vec<String>,
    pub(crate) left: Option<String>,
    pub(crate) event: EventSeq,
}

/// Everything that one erasure took away.
#[derive(Default)]
pub(crate) struct Erased {
    pub(crate) records: Vec<Record>,
    /// The versions whose entries must be in no index.
    pub(crate) versions: Vec<Version>,
    pub(crate) needles: Needles,
    /// The keys that it was sealed under, in an encrypted store.
    pub(crate) keys: Vec<KeyId>,
    /// Whether something went whose words are not known, so that the lexical index has to be made anew.
    pub(crate) unread: bool,
    /// Values of the erased texts that are to be kept out.
    pub(crate) values: Vec<ErasedValue>,
    /// Texts whose tombstones are not laid yet.
    pub(crate) gone: Vec<Gone>,
    /// What is being worked out of them on other threads.
    ahead: Option<Ahead>,
    /// Tombstones that were laid.
    pub(crate) buried: Vec<Row>,
    /// The moment before anything was erased, to know which pages were written since.
    pub(super) begun: Option<Moment>,
}

impl Erased {
    /// Begins an erasure, in its transaction.
    pub(crate) fn begin(session: Session<'_>) -> Result<Self, StorageError> {
        Ok(Self { begun: raw::now(session)?, ..Self::default() })
    }

    /// Has what is dear to work out of texts that are about to go worked out by other threads.
    pub(crate) fn with(self, ahead: Option<Ahead>) -> Self {
        Self { ahead, ..self }
    }

    /// Takes the texts whose tombstones are not laid yet, with what is known of them.
    pub(super) fn take_gone(&mut self) -> (Vec<Gone>, Known) {
        let known = self.ahead.take().map(Ahead::finish).unwrap_or_default();
        (std::mem::take(&mut self.gone), known)
    }

    /// Adds a memory, and commits to its last text under a key that nobody has yet.
    pub(crate) fn add(
        &mut self,
        row: &StoredMemory,
        how: How,
        versions: usize,
        event: EventSeq,
        random: &dyn RandomSource,
    ) -> Result<(), StorageError> {
        let mut opening = [0; 32];
        random.fill(&mut opening).map_err(StorageError::Random)?;
        let commitment = Commitment::new(&opening, &row.text);
        self.records.push(Record { memory: row.id, how, versions, event, commitment, opening });
        Ok(())
    }
}
