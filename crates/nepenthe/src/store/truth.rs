//! [`Truth`]: what a file is a mirror of, where it is one.

use super::error::StorageError;
use super::session::Session;

/// Where the rows of a store are that its file only mirrors, so that several machines have one store. A file by itself
/// has none.
pub(crate) trait Truth: Send + Sync {
    /// Brings the file to the last transaction that was acknowledged before the call, whoever made it.
    fn refresh(&self) -> Result<(), StorageError>;

    /// Takes the lock that whoever writes holds, and brings the file up. Before the file's own lock is taken.
    fn begin(&self) -> Result<(), StorageError>;

    /// Notes from now on what the connection changes. Once for each connection that writes.
    fn watch(&self, session: Session<'_>) -> Result<(), StorageError>;

    /// Makes durable what the connection's transaction has changed, and lets go of the lock. The caller commits the
    /// file then; where that fails, the file is brought up later like that of any other.
    fn commit(&self, session: Session<'_>) -> Result<(), StorageError>;

    /// Is told that the file has what was committed last.
    fn is_mirrored(&self);

    /// Tells whether it holds texts in the clear, so that an erasure has to be driven out of it too.
    fn is_clear(&self) -> bool;

    /// Drives what was erased out of it, as far as it can; false where others are in the way, also after some seconds if `patient`. An
    /// error where the caller may not.
    fn compact(&self, patient: bool) -> Result<bool, StorageError>;

    /// Lets go of the lock, and of all that was not committed.
    fn roll_back(&self);
}
