//! What of the store is sealed: the key file, the keys in it, and the SQL functions by which statements open what they read.

mod functions;
mod key_file;
mod key_id;
mod sealer;
mod unlock;

pub(crate) use functions::{register, register_locked};
pub(crate) use key_file::KeyFile;
pub(crate) use key_id::KeyId;
pub(crate) use sealer::{KeyPart, Sealed, Sealer};
pub(crate) use unlock::store_key;
pub(super) use unlock::{begin, unlock};
