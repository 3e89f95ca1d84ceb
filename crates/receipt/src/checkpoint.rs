//! A checkpoint (c2sp.org/tlog-checkpoint): what a log signs. Its name, its size and its root.

use std::fmt;
use std::str::FromStr;

use crate::ParseError;
use crate::merkle::{Hash, MAX_SIZE};

/// The text of a signed tree head. Its signed form is a [`Note`](crate::note::Note).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checkpoint {
    /// The log's name: a line that is unique to it, not empty.
    pub origin: String,
    /// How many leaves the tree has.
    pub size: u64,
    /// The root over them.
    pub root: Hash,
    /// Further lines, not empty, whose meaning the log knows. Nepenthe writes none.
    pub extensions: Vec<String>,
}

impl fmt::Display for Checkpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\n{}\n{}\n", self.origin, self.size, self.root)?;
        self.extensions.iter().try_for_each(|line| writeln!(f, "{line}"))
    }
}

impl FromStr for Checkpoint {
    type Err = ParseError;

    fn from_str(text: &str) -> Result<Self, ParseError> {
        let body = text.strip_suffix('\n').ok_or(ParseError::new(1, "the checkpoint is not ended"))?;
        let mut lines = body.split('\n');
        let origin = lines.next().filter(|line| !line.is_empty());
        let origin = origin.ok_or(ParseError::new(1, "the checkpoint has no origin"))?;
        let size = lines.next().and_then(decimal);
        let size = size.ok_or(ParseError::new(2, "the size is not a decimal number below 2^63"))?;
        let root = lines.next().and_then(|line| line.parse().ok());
        let root = root.ok_or(ParseError::new(3, "the root is not 32 bytes in padded base64"))?;
        let extensions: Vec<String> = lines.map(str::to_owned).collect();
        if let Some(empty) = extensions.iter().position(String::is_empty) {
            return Err(ParseError::new(4 + empty, "an extension line is empty"));
        }
        Ok(Self { origin: origin.to_owned(), size, root, extensions })
    }
}

/// Reads a number without sign, spaces or leading zeros, up to [`MAX_SIZE`].
pub(crate) fn decimal(text: &str) -> Option<u64> {
    let canonical = text == "0" || !text.starts_with('0') && text.bytes().all(|byte| byte.is_ascii_digit());
    text.parse().ok().filter(|number| canonical && *number <= MAX_SIZE)
}
