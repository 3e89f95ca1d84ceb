//! The nouns of a memory: its id, text, depth and state, as read and as to be written.

mod depth;
mod id;
#[expect(clippy::module_inception, reason = "the file is named for its type, `Memory`")]
mod memory;

pub use depth::Depth;
pub use id::{MemoryId, ParseIdError};
pub use memory::{MAX_TEXT_BYTES, Memory, NewMemory, State, TextError, check_text, is_blank, storable};
