//! Which cases are good enough: the three stages of the admission, near-duplicates, and what the trivial systems pass.

mod admit;
mod gates;
mod judge;
mod partition;
mod rules;
mod shape;
mod structure;
mod twins;

pub use admit::Admission;
pub use gates::{Bound, GATES, Gate, GateResult, GatesReport, play_gates};
pub use judge::{JUDGE_PROMPT, Judge, Opinion};
pub use partition::{Part, partition};
pub use rules::Rules;
pub use shape::Shape;
pub use structure::{CATEGORIES, Problem, brief, structure};
pub use twins::{Twins, twins};
