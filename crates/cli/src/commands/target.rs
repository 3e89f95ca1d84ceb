//! Which memories a mutation is about: arguments that its commands share.

use clap::Args;
use jiff::{SignedDuration, Timestamp};
use nepenthe::{MemoryId, is_blank};
use nepenthe_ops::Target;

use crate::args::{one_text, text};
use crate::context::Context;
use crate::error::CliError;
use crate::time::{now, parse_duration, parse_time};

/// Words, ids, or the whole scope; one of them must be given.
#[derive(Debug, Args)]
#[group(id = "target", required = true, multiple = false)]
pub(super) struct TargetArgs {
    /// Find the memories that these words mean; `-` reads them from standard input
    #[arg(value_name = "WORDS", num_args = 1.., value_parser = text(), allow_hyphen_values = true)]
    words: Vec<String>,

    /// Take the memory of this id; may be given several times
    #[arg(long = "id", value_name = "ID")]
    ids: Vec<MemoryId>,

    /// Take every memory of the scope
    #[arg(long)]
    all: bool,
}

impl TargetArgs {
    /// Returns what was typed, or stands on standard input.
    pub(super) fn target(&self, context: &Context) -> Result<Target, CliError> {
        target(&self.words, &self.ids, context)
    }
}

/// Words, ids, the whole scope, or what is older than a time; one of them must be given.
#[derive(Debug, Args)]
pub(super) struct AgedTargetArgs {
    #[command(flatten)]
    target: TargetArgs,

    /// Take every memory that was inscribed before this time, not at it
    #[arg(long, group = "target", value_name = "TIME", value_parser = parse_time)]
    before: Option<Timestamp>,

    /// Take every memory that was inscribed longer ago than this, such as 30d
    #[arg(long, group = "target", value_name = "DURATION", value_parser = parse_duration)]
    older_than: Option<SignedDuration>,
}

impl AgedTargetArgs {
    /// Returns what was typed, or stands on standard input.
    pub(super) fn target(&self, context: &Context) -> Result<Target, CliError> {
        let ago = |age: SignedDuration| Ok::<_, CliError>(now()?.checked_sub(age).unwrap_or(Timestamp::MIN));
        match self.before.map_or_else(|| self.older_than.map(ago).transpose(), |time| Ok(Some(time)))? {
            Some(time) => Ok(Target::Before(time)),
            None => self.target.target(context),
        }
    }
}

/// Words or ids; one of them must be given.
#[derive(Debug, Args)]
#[group(id = "target", required = true, multiple = false)]
pub(super) struct NarrowTargetArgs {
    /// Find the memory that these words mean; `-` reads them from standard input
    #[arg(value_name = "WORDS", num_args = 1.., value_parser = text(), allow_hyphen_values = true)]
    words: Vec<String>,

    /// Take the memory of this id; may be given several times where the command can take several
    #[arg(long = "id", value_name = "ID")]
    ids: Vec<MemoryId>,
}

impl NarrowTargetArgs {
    /// Returns what was typed, or stands on standard input.
    pub(super) fn target(&self, context: &Context) -> Result<Target, CliError> {
        target(&self.words, &self.ids, context)
    }
}

/// Words, ids, or the whole scope, which is the default.
#[derive(Debug, Args)]
#[group(id = "target", multiple = false)]
pub(super) struct WideTargetArgs {
    /// Find the memories that these words mean; `-` reads them from standard input
    #[arg(value_name = "WORDS", num_args = 1.., value_parser = text(), allow_hyphen_values = true)]
    words: Vec<String>,

    /// Take the memory of this id; may be given several times
    #[arg(long = "id", value_name = "ID")]
    ids: Vec<MemoryId>,

    /// Take every memory of the scope; this is the default
    #[arg(long)]
    all: bool,
}

impl WideTargetArgs {
    /// Returns what was typed, or stands on standard input.
    pub(super) fn target(&self, context: &Context) -> Result<Target, CliError> {
        target(&self.words, &self.ids, context)
    }
}

fn target(words: &[String], ids: &[MemoryId], context: &Context) -> Result<Target, CliError> {
    Ok(match one_text(words) {
        Some(_) if words.len() > 1 && words.iter().all(|word| is_id(word)) => {
            return Err(CliError::usage("these are ids of memories; write --id before each"));
        }
        Some(words) => Target::Words(meant_as_words(context.text(&words)?).map_err(CliError::usage)?.into()),
        None if !ids.is_empty() => Target::Ids(ids.to_vec()),
        None => Target::All,
    })
}

/// Tells whether a text is an id and nothing else. Ids are UUIDs of version 7; another UUID is something that a text may hold.
fn is_id(text: &str) -> bool {
    text.parse::<MemoryId>().is_ok() && text.trim().as_bytes().get(14).is_none_or(|version| *version == b'7')
}

/// Refuses words that cannot be meant as words.
fn meant_as_words(text: String) -> Result<String, String> {
    if is_blank(&text) {
        return Err("say in words which memories are meant".into());
    }
    if is_id(&text) {
        return Err("this is the id of a memory; write --id before it, or the word uuid where texts are to be searched for it".into());
    }
    Ok(text)
}
