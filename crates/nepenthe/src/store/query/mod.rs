//! Every SQL statement, by what it reads or writes. Callers hold the transaction.

pub(crate) mod annotation;
pub(crate) mod backup;
pub(crate) mod carry;
mod checksum;
pub(crate) mod derivation;
pub(crate) mod event;
pub(crate) mod indexed;
pub(crate) mod integrity;
pub(crate) mod log_key;
pub(crate) mod memory;
pub(crate) mod memory_key;
pub(crate) mod mention;
pub(crate) mod meta;
pub(crate) mod orphan;
pub(crate) mod passage;
pub(crate) mod posting;
pub(crate) mod receipt;
pub(crate) mod row_sum;
pub(crate) mod scope;
mod scope_key;
pub(crate) mod stored_vector;
pub(crate) mod supersession;
pub(crate) mod survivor;
pub(crate) mod time;
pub(crate) mod tombstone;
pub(crate) mod trace;
pub(crate) mod tree;
pub(crate) mod vector;
pub(crate) mod view;
pub(crate) mod visible;

pub(crate) use scope_key::ScopeKey;
