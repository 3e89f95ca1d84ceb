//! [`Progress`]: how far a long operation is.

/// How far a long operation is: `done` of `total`, both counted in rows, or in pages where a file is copied.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Progress {
    /// Rows done.
    pub done: usize,
    /// Rows in all.
    pub total: usize,
}
