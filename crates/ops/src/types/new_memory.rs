//! [`NewMemory`].

use jiff::Timestamp;
use nepenthe::MemoryId;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::schema::Id;
use super::{Metadata, Text};

/// A memory to be written.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NewMemory {
    /// The text; not blank, at most 16 MiB, without NUL.
    pub text: Text,
    /// Which conversation or document it comes from.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source: Option<Text>,
    /// What is to be kept beside the text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub metadata: Option<Metadata>,
    /// When it leaves recall by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expires: Option<Timestamp>,
    /// The memories that it was made from: a purge of one of them erases it too.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[schemars(with = "Vec<Id>")]
    pub derived_from: Vec<MemoryId>,
}

impl From<&str> for NewMemory {
    fn from(text: &str) -> Self {
        Self { text: text.into(), ..Self::default() }
    }
}

impl From<NewMemory> for nepenthe::NewMemory {
    fn from(new: NewMemory) -> Self {
        let NewMemory { text, source, metadata, expires, derived_from } = new;
        let (source, metadata) = (source.map(|source| source.0), metadata.map(|metadata| metadata.0));
        Self { text: text.0, source, metadata, expires, derived_from }
    }
}

impl From<nepenthe::NewMemory> for NewMemory {
    fn from(new: nepenthe::NewMemory) -> Self {
        let nepenthe::NewMemory { text, source, metadata, expires, derived_from } = new;
        let (source, metadata) = (source.map(Text), metadata.map(Metadata));
        Self { text: Text(text), source, metadata, expires, derived_from }
    }
}
