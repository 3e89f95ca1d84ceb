//! What is kept beside a new text: arguments that `inscribe` and `supersede` share.

use clap::Args;
use jiff::Timestamp;
use nepenthe::{MemoryId, NewMemory};
use serde_json::{Map, Value};

use crate::error::CliError;
use crate::input::json_problem;
use crate::time::{Expiry, parse_expiry};

/// What is kept beside the text.
#[derive(Debug, Args)]
pub(super) struct NewMemoryArgs {
    /// Note which conversation or document it comes from
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,

    /// Keep this JSON object beside the text
    #[arg(long, value_name = "JSON", value_parser = metadata)]
    metadata: Option<Map<String, Value>>,

    /// Note that it was made from the memory of this id, whose purge erases it too; may be given several times
    #[arg(long = "from", value_name = "ID")]
    derived_from: Vec<MemoryId>,

    /// Take it out of recall at a time (RFC 3339) or after a duration such as 30d or 12h
    #[arg(long, value_name = "WHEN", value_parser = parse_expiry)]
    expires: Option<Expiry>,
}

impl NewMemoryArgs {
    /// Makes the memory of a text, for writing now.
    pub(super) fn memory(&self, text: String) -> Result<NewMemory, CliError> {
        let mut memory = NewMemory::new(text);
        memory.source.clone_from(&self.source);
        memory.metadata.clone_from(&self.metadata);
        memory.derived_from.clone_from(&self.derived_from);
        memory.expires =
            self.expires.map(|expiry| expiry.from(Timestamp::now())).transpose().map_err(CliError::input)?;
        Ok(memory)
    }
}

fn metadata(text: &str) -> Result<Map<String, Value>, String> {
    serde_json::from_str(text).map_err(|error| format!("this is no JSON object: {}", json_problem(&error)))
}
