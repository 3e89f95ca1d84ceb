//! [`KeyId`]: which key of the key file opens something.

/// The number of a memory's key in the key file. Never used again.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct KeyId(pub(crate) i64);
