//! [`RestoreOptions`]: from where it is known what was erased after a backup was made.

use std::path::{Path, PathBuf};

use nepenthe_receipt::Receipt;
use nepenthe_receipt::note::VerifyingKey;

/// From where it is known what was erased after the backup was made.
#[derive(Debug, Clone, Default)]
pub struct RestoreOptions {
    pub(super) current: Option<PathBuf>,
    pub(super) receipts: Vec<Receipt>,
    pub(super) trusted: Vec<VerifyingKey>,
    pub(super) without_erasures: bool,
    pub(super) replace: bool,
}

impl RestoreOptions {
    /// Names the store that the backup was made of, as it is now: its log says what was erased since.
    #[must_use]
    pub fn with_current(mut self, store: impl Into<PathBuf>) -> Self {
        self.current = Some(store.into());
        self
    }

    /// Gives receipts of what was erased since, for where there is no such store any more, and the keys of its log, of which one
    /// must have signed each. What no receipt names comes back.
    #[must_use]
    pub fn with_receipts(mut self, receipts: Vec<Receipt>, trusted: Vec<VerifyingKey>) -> Self {
        self.receipts = receipts;
        self.trusted = trusted;
        self
    }

    /// Restores also where nothing says what was erased since: all of it comes back, but what no key opens any more.
    #[must_use]
    pub fn without_erasures(mut self) -> Self {
        self.without_erasures = true;
        self
    }

    /// Returns the store that was named as the current one, where that is not the one at the target.
    pub(super) fn current(&self) -> Option<&Path> {
        self.current.as_deref().filter(|_| !self.replace)
    }

    /// Takes the store at the target for the current one, and its place.
    #[must_use]
    pub fn replacing(mut self) -> Self {
        self.replace = true;
        self
    }
}
