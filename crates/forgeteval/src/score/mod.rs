//! From what a memory answered to a verdict.

mod answers;
mod fold;
mod judgement;
mod scorer;

pub use answers::{Answers, Probe};
pub use fold::fold;
pub use judgement::{Judgement, Leak, Verdict};
pub use scorer::Scorer;
