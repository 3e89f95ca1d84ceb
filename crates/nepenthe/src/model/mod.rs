//! The nouns of the engine: those of a memory, which planners share, and scope, ids, digests, time and chance.

mod clock;
mod digest;
mod event;
mod exact;
mod hard;
mod id;
mod progress;
mod provenance;
mod scope_path;
mod store_key;

pub(crate) use clock::is_at_the_end;
pub use clock::{Clock, RandomSource, SystemClock, SystemRandom};
pub use digest::Digest;
pub(crate) use digest::MemoryKey;
pub use event::{Event, EventKind, UnknownEventKind};
pub(crate) use event::{NewEvent, texts_left};
pub use exact::{InexactJson, check_exact};
pub use id::{EventSeq, ReceiptId};
pub use nepenthe_planner::memory::{
    Depth, MAX_TEXT_BYTES, Memory, MemoryId, NewMemory, ParseIdError, State, TextError, is_blank,
};
pub(crate) use nepenthe_planner::memory::{check_text, storable};
pub use progress::Progress;
pub(crate) use provenance::Provenance;
pub use scope_path::{MAX_SCOPE_BYTES, ScopeError, ScopePath};
pub(crate) use store_key::{StoreKey, Sum, Summed};
