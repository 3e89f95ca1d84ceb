//! What the inputs and outputs of several operations hold: the shapes of docs/cli.md.

mod asked;
mod consulted;
mod event;
mod memory;
mod mutation;
mod new_memory;
mod outcome;
mod plan;
mod returning;
pub(crate) mod schema;
pub(crate) mod spelled;
mod text;

pub use asked::Asked;
pub use consulted::{Account, Consulted, Failure, Usage};
pub use event::{Annotation, Event, HistoryEntry};
pub use memory::{Hit, Memory};
pub use mutation::{Consolidation, Mutation, Target};
pub use new_memory::NewMemory;
pub use outcome::{Change, Erasure, Openings, Outcome, Residue};
pub use plan::{Action, ErasedName, Follows, Plan, Spared, Step, Unread};
pub use returning::Returning;
pub use schema::word;
pub use text::{Bytes, Metadata, Text};
