//! A submission to the leaderboard: a folder with verdicts, what they were made with and the suites, checked by reading it and by
//! playing a part again.

mod check;
mod replay;

pub use check::check;
pub use replay::{Again, play_again};
