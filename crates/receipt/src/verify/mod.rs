//! The offline verifier: a receipt and the keys that are trusted in, a report out.
//!
//! `docs/receipt.md` numbers the checks and says what each one shows; `scripts/verify_receipt.py` makes the same ones.

mod check;
mod options;
mod report;
mod step;

pub use check::{Check, Checked, Outcome};
pub use options::{Opening, Options};
pub use report::Report;
pub use step::verify;
