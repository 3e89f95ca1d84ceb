//! Encryption at rest: each memory is sealed under a key of its own, so that erasing the key erases the memory in every copy of
//! the store's file, earlier ones too (docs/decisions/0010).
//!
//! The keys lie in a file beside the store's, each wrapped by its scope's key, which is wrapped by the master key; that one is in
//! neither file. The store calls [`Sealer`] where texts are written; where they are read, SQL calls it.

mod cipher;
mod master_key;
mod sealed_row;

pub(crate) use cipher::{Key, Place, SealError, WRAPPED};
pub use master_key::{MasterKey, MasterKeyError};
pub(crate) use sealed_row::SealedRow;
