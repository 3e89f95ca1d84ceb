//! [`RecipePart`]: what can be left out, to see that the scan finds what is then left.

/// A part of the recipe by which an erasure reaches the bytes of the files.
#[doc(hidden)]
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum RecipePart {
    /// SQLite overwrites what is deleted.
    SecureDelete,
    /// The write-ahead log is emptied.
    Checkpoint,
    /// Vectors are taken out of their table.
    Vectors,
    /// What b-tree pages have between their cells is overwritten, whenever.
    Slack,
    /// The slack of a page is zeroed when the page goes to the main file; without, that a page is not clean is not minded either.
    Shim,
    /// Words are taken out of the lexical index.
    Words,
    /// Not of the recipe: the log's tree, to measure what it costs. The store is then not sound.
    Tree,
}
