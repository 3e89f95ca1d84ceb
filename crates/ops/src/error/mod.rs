//! [`OpError`]: why an operation did not do what was asked.

mod code;
mod engine;

use std::fmt;

use serde::ser::{Serialize, SerializeStruct, Serializer};

pub use code::Code;

use crate::SettingError;

/// Why an operation did not do what was asked. Holds no text of a memory. In JSON an object of `code` and `message`.
pub struct OpError {
    code: Code,
    message: String,
    cause: Option<Box<nepenthe::Error>>,
    setting: Option<Box<SettingError>>,
}

impl OpError {
    /// Makes an error that no engine answered: of an operation, or of a surface. The message holds no text that was given.
    pub fn new(code: Code, message: impl fmt::Display) -> Self {
        Self { code, message: message.to_string(), cause: None, setting: None }
    }

    /// Makes an error of a setting.
    pub(crate) fn of_setting(setting: SettingError) -> Self {
        Self { setting: Some(Box::new(setting.clone())), ..Self::new(setting.code(), setting) }
    }

    /// The same of a batch of so many memories: of one it is no batch that is spoken of.
    pub(crate) fn of_batch(mut self, memories: usize) -> Self {
        if memories == 1 {
            self.message = self.message.replacen("memory 1 of the batch", "the memory", 1);
        }
        self
    }

    /// Returns the code.
    #[must_use]
    pub fn code(&self) -> Code {
        self.code
    }

    /// Returns what went wrong, for people: ids, scopes and paths, never a text that was given.
    #[must_use]
    pub fn message(&self) -> &str {
        &self.message
    }

    /// Returns what the engine answered, for a caller that has more to say of it.
    #[must_use]
    pub fn cause(&self) -> Option<&nepenthe::Error> {
        self.cause.as_deref()
    }

    /// Returns what is wrong with a setting, for a caller that knows how it is written.
    #[must_use]
    pub fn setting(&self) -> Option<&SettingError> {
        self.setting.as_deref()
    }
}

impl fmt::Display for OpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

/// Code and message, and not what the engine's error holds.
impl fmt::Debug for OpError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("OpError").field("code", &self.code).field("message", &self.message).finish()
    }
}

impl std::error::Error for OpError {}

impl Serialize for OpError {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let mut object = serializer.serialize_struct("OpError", 2)?;
        object.serialize_field("code", self.code.as_str())?;
        object.serialize_field("message", &self.message)?;
        object.end()
    }
}
