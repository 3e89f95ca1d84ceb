//! What is kept beside a new text: arguments that `inscribe` and `supersede` share.

use clap::Args;
use nepenthe::receipt::json_problem;
use nepenthe::{MemoryId, NewMemory, check_exact};
use serde_json::{Map, Value};

use crate::context::Context;
use crate::error::CliError;
use crate::time::{Expiry, now, parse_expiry};

/// What is kept beside the text.
#[derive(Debug, Args)]
pub(super) struct NewMemoryArgs {
    /// Note which conversation or document it comes from; `-` reads standard input
    #[arg(long, value_name = "TEXT")]
    source: Option<String>,

    /// Keep this JSON object beside the text
    #[arg(long, value_name = "JSON", value_parser = metadata)]
    metadata: Option<Map<String, Value>>,

    /// Note that it was made from the memory of this id, whose purge erases it too; may be given several times
    #[arg(long = "from", value_name = "ID")]
    derived_from: Vec<MemoryId>,

    /// Take it out of recall at a time (RFC 3339, a date, tomorrow) or after a duration such as 30d or 'in 30 days'
    #[arg(long, value_name = "WHEN", value_parser = parse_expiry)]
    expires: Option<Expiry>,
}

impl NewMemoryArgs {
    /// Tells whether anything is to be kept beside the text.
    pub(super) fn is_given(&self) -> bool {
        let Self { source, metadata, derived_from, expires } = self;
        source.is_some() || metadata.is_some() || expires.is_some() || !derived_from.is_empty()
    }

    /// Makes a memory of each text, for writing now.
    pub(super) fn memories(&self, texts: Vec<String>, context: &Context) -> Result<Vec<NewMemory>, CliError> {
        let like = self.memory(String::new(), context)?;
        Ok(texts.into_iter().map(|text| NewMemory { text, ..like.clone() }).collect())
    }

    /// Makes the memory of a text, for writing now.
    pub(super) fn memory(&self, text: String, context: &Context) -> Result<NewMemory, CliError> {
        let mut memory = NewMemory::new(text);
        memory.source = self.source.as_deref().map(|source| context.text(source)).transpose()?;
        memory.metadata.clone_from(&self.metadata);
        memory.derived_from.clone_from(&self.derived_from);
        let now = now()?;
        memory.expires = self.expires.map(|expiry| expiry.from(now)).transpose().map_err(CliError::input)?;
        if memory.expires.is_some_and(|expires| expires <= now) {
            context
                .printer()
                .status("The time of --expires is past: what is written is out of recall from the start.");
        }
        Ok(memory)
    }
}

fn metadata(text: &str) -> Result<Map<String, Value>, String> {
    let metadata = serde_json::from_str(text);
    let metadata = metadata.map_err(|error| format!("this is no JSON object: {}", json_problem(&error)))?;
    check_exact(text).map_err(|error| error.to_string())?;
    Ok(metadata)
}
