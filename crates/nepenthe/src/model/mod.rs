//! The nouns of the engine: memory, depth, scope, ids, digests, and the time and chance handed in.

mod aside;
mod clock;
mod depth;
mod digest;
mod event;
mod exact;
mod hard;
mod id;
mod memory;
mod progress;
mod scope_path;
mod store_key;

pub(crate) use aside::Aside;
pub(crate) use clock::is_at_the_end;
pub use clock::{Clock, RandomSource, SystemClock, SystemRandom};
pub use depth::Depth;
pub use digest::Digest;
pub(crate) use digest::MemoryKey;
pub use event::{Event, EventKind, UnknownEventKind};
pub(crate) use event::{NewEvent, texts_left};
pub use exact::{InexactJson, check_exact};
pub use id::{EventSeq, MemoryId, ParseIdError, ReceiptId};
pub use memory::{MAX_TEXT_BYTES, Memory, NewMemory, State, TextError, is_blank};
pub(crate) use memory::{check_text, storable};
pub use progress::Progress;
pub use scope_path::{MAX_SCOPE_BYTES, ScopeError, ScopePath};
pub(crate) use store_key::{StoreKey, Sum, Summed};
