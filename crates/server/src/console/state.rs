//! [`Console`]: what all visits share.

use std::path::Path;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use nepenthe_ops::{Checked, OpError};

use super::sessions::Sessions;
use crate::auth::LoginLinks;

/// What all visits share.
pub(crate) struct Console {
    /// Whether there is one.
    pub(crate) on: bool,
    /// Whether nothing may be changed: forms are not shown, and refused.
    pub(super) read_only: bool,
    pub(super) sessions: Sessions,
    /// What lets people in, beside keys.
    pub(super) logins: LoginLinks,
    checked: Mutex<Option<(Timestamp, Checked)>>,
}

impl Console {
    /// # Errors
    /// [`nepenthe_ops::Code::FileFailed`] where there is no chance to be had.
    pub(crate) fn new(on: bool, read_only: bool, db: &Path) -> Result<Self, OpError> {
        Ok(Self {
            on,
            read_only,
            sessions: Sessions::new()?,
            logins: LoginLinks::of_store(db),
            checked: Mutex::default(),
        })
    }

    /// What the last check of the store found, since the server started.
    pub(super) fn checked(&self) -> Option<(Timestamp, Checked)> {
        self.checked.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn note_check(&self, found: Checked) {
        *self.checked.lock().unwrap_or_else(PoisonError::into_inner) = Some((Timestamp::now(), found));
    }
}
