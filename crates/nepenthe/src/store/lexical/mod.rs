//! The lexical index: for each scope and word, which versions of its texts have the word, and where.
//!
//! An ordinary table whose key is the word itself, so that erasing a word is deleting a row, which SQLite's `secure_delete`
//! overwrites: no separator, no list of what was deleted and no statistics keep a word that no text has
//! (docs/decisions/0017). Words are those of SQLite's own tokenizer, but for scripts without spaces and emoji, and scores are BM25 as FTS5 computes it, to the bit.

mod block;
mod bm25;
mod compare;
mod heads;
mod index;
mod list;
mod phrase;
mod query;
mod rank;
mod said;
mod sweep;
#[cfg(test)]
mod tests;
mod tokenizer;
mod unspaced;

pub(crate) use compare::disagreement;
pub(crate) use heads::Heads;
pub(crate) use index::{Leaving, Postings, Words, delete, held, insert, rebuild, replace};
pub(crate) use query::Query;
pub(crate) use rank::{Scores, search};
pub(crate) use said::is_said;
pub(crate) use sweep::sweep;
pub(crate) use tokenizer::terms;
pub(crate) use unspaced::{is_in as has_unspaced, is_sign, runs as unspaced_runs};
