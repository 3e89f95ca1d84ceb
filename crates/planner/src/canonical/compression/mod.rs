//! What is left of a memory that is meant: of all the ways in which it can be written without some of its statements or
//! parties, and of going whole, the one that the scorer holds likeliest.

mod beside;
mod best;
mod clean;
mod deletion_candidates;
mod elements;
mod features;
mod items;
mod left;
mod markup;
mod predicate;
mod rests;
mod slot;
mod words;

pub(super) use beside::beside;
pub(super) use clean::cut_clean;
pub use deletion_candidates::DeletionCandidate;
pub(super) use deletion_candidates::deletion_candidates;
pub(super) use elements::{is_row_of_names, without as without_elements};
pub use features::DELETION_FEATURES;
pub(super) use left::left;
pub(super) use rests::rests;
