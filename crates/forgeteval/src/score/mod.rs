//! From what a memory answered to a verdict.

mod answers;
mod boundary;
mod fold;
mod judgement;
mod scorer;

pub use answers::{Answers, CheckAnswer, ConsentAnswer, Probe, Sighting};
pub(crate) use boundary::stands_whole;
pub use fold::fold;
pub use judgement::{FailedCheck, Judged, Judgement, Leak, Verdict};
pub use scorer::Scorer;
