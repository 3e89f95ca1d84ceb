//! Every SQL statement, by what it reads or writes. Callers hold the transaction.

pub(crate) mod event;
pub(crate) mod integrity;
pub(crate) mod lexical;
pub(crate) mod memory;
pub(crate) mod mention;
pub(crate) mod meta;
pub(crate) mod scope;
pub(crate) mod supersession;
mod time;
pub(crate) mod vector;
pub(crate) mod visible;

pub(crate) use scope::ScopeKey;
