//! The command line: options that every command takes, and the commands.

use std::ffi::{OsStr, OsString};
use std::path::PathBuf;

use clap::builder::{NonEmptyStringValueParser, OsStringValueParser, StringValueParser, TypedValueParser};
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Arg, Args, Parser, ValueEnum};
use nepenthe::llm::{Money, Price};
use nepenthe::{Indexes, Merge, Placement};

use crate::commands::Command;
use crate::error::EXIT_CODES;
use crate::typed::args;

/// The variables that name files of keys.
pub(crate) const KEY_FILE: &str = "NEPENTHE_KEY_FILE";
pub(crate) const MASTER_KEY: &str = "NEPENTHE_MASTER_KEY";

/// Memory for AI agents that forgets on command
///
/// A store is one file. It holds memories in scopes, such as `acme/alice`; each command works inside one scope and
/// cannot see another. A change that is asked for in words is shown as a plan before it is made.
#[derive(Debug, Parser)]
#[command(name = "nepenthe", version, after_help = EXIT_CODES, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,

    #[command(flatten)]
    pub(crate) global: GlobalArgs,
}

/// Options that every command takes.
#[derive(Debug, Clone, Args)]
#[command(next_help_heading = "Global options")]
pub(crate) struct GlobalArgs {
    /// Use this store: a file, or a database in PostgreSQL, postgres://USER@HOST/DATABASE, with ?store=NAME behind it where
    /// it is another than `default`. A password is better put into NEPENTHE_DB [default: nepenthe.db]
    #[arg(long, visible_alias = "store", global = true, value_name = "FILE|URL", env = "NEPENTHE_DB", value_parser = path(),
          hide_env_values = true)]
    pub(crate) db: Option<PathBuf>,

    /// Work in this scope
    #[arg(
        long,
        global = true,
        value_name = "PATH",
        env = "NEPENTHE_SCOPE",
        default_value = "default",
        hide_env_values = true
    )]
    pub(crate) scope: String,

    /// Name this actor in the log and in receipts. A name that says what is erased, or was, is kept as `undisclosed`. In
    /// receipts so is one that is longer than 128 characters, or has others than visible ASCII without space, `"` and `\`
    /// [default: cli, mcp, http, or the name of the key of a server]
    #[arg(long, global = true, value_name = "NAME", env = "NEPENTHE_ACTOR",
          value_parser = NonEmptyStringValueParser::new(), hide_env_values = true)]
    pub(crate) actor: Option<String>,

    /// Make vectors with this embedder [default: the one that the store records; minilm for a new store]
    #[arg(long, global = true, value_name = "NAME", env = "NEPENTHE_EMBEDDER", hide_env_values = true)]
    pub(crate) embedder: Option<EmbedderName>,

    /// Read the files of minilm from this folder, and fetch nothing
    #[arg(long, global = true, value_name = "DIR", env = "NEPENTHE_MODEL_DIR", value_parser = path(),
          hide_env_values = true)]
    pub(crate) model_dir: Option<PathBuf>,

    /// Ask this endpoint for vectors (openai); its key comes from NEPENTHE_EMBED_KEY or OPENAI_API_KEY
    #[arg(long, global = true, value_name = "URL", env = "NEPENTHE_EMBED_URL", hide_env_values = true)]
    pub(crate) embed_url: Option<String>,

    /// Ask the endpoint for vectors of this model (openai)
    #[arg(long, global = true, value_name = "NAME", env = "NEPENTHE_EMBED_MODEL", hide_env_values = true)]
    pub(crate) embed_model: Option<String>,

    /// Expect vectors of this many components (openai)
    #[arg(long, global = true, value_name = "N", env = "NEPENTHE_EMBED_DIMENSION", hide_env_values = true,
          value_parser = clap::value_parser!(u32).range(1..=65_536))]
    pub(crate) embed_dimension: Option<u32>,

    /// Let this planner choose the memories that words mean [default: canonical, or the one of the placement]
    #[arg(long, global = true, value_name = "NAME", env = "NEPENTHE_PLANNER", hide_env_values = true)]
    pub(crate) planner: Option<PlannerName>,

    /// Ask a language model at this place
    #[arg(
        long,
        global = true,
        value_name = "WHERE",
        env = "NEPENTHE_PLACEMENT",
        default_value = "none",
        hide_env_values = true
    )]
    pub(crate) placement: PlacementName,

    /// What becomes of the memory that a new text brings up to date, as the language model says (inscribe,
    /// inscribe-aware, joint)
    #[arg(long, global = true, value_name = "WHAT", env = "NEPENTHE_MERGE", hide_env_values = true)]
    pub(crate) merge: Option<MergeName>,

    #[command(flatten)]
    pub(crate) llm: LlmArgs,

    /// Sign receipts with the key in this file [default: signing-key in the user's folder for data]
    #[arg(long, global = true, value_name = "FILE", env = KEY_FILE, value_parser = path(),
          hide_env_values = true)]
    pub(crate) key_file: Option<PathBuf>,

    /// Open an encrypted store with the master key in this file; a store that is made is encrypted
    #[arg(long, global = true, value_name = "FILE", env = MASTER_KEY, value_parser = path(),
          hide_env_values = true)]
    pub(crate) master_key: Option<PathBuf>,

    /// Keep the keys of the memories of a store in PostgreSQL in this file, which is worth what the store is
    /// [default: nepenthe.keys]
    #[arg(long, global = true, value_name = "FILE", env = "NEPENTHE_MEMORY_KEYS", value_parser = path(),
          hide_env_values = true)]
    pub(crate) memory_keys: Option<PathBuf>,

    /// Keep the mirror of a store in PostgreSQL in this folder, which may be thrown away [default: in the user's folder for
    /// caches]
    #[arg(long, global = true, value_name = "DIR", env = "NEPENTHE_CACHE", value_parser = path(),
          hide_env_values = true)]
    pub(crate) cache: Option<PathBuf>,

    /// Keep what an encrypted store searches with here, when it is made, or by `nepenthe reembed` [default: in-memory]
    #[arg(long, global = true, value_name = "WHERE")]
    pub(crate) indexes: Option<IndexesName>,

    /// Print JSON, errors too
    #[arg(long, global = true)]
    pub(crate) json: bool,

    /// Print no status and no progress
    #[arg(long, short, global = true)]
    pub(crate) quiet: bool,
}

/// Where an encrypted store has its indexes.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum IndexesName {
    /// In memory: no word of a text lies in its files in the clear, and each command that searches builds them first, which
    /// takes longer the more the store holds
    InMemory,
    /// In the file: nothing is built first, and whoever has the file, or a copy of it from before a purge, can read the words
    /// of its texts there
    InFile,
}

impl From<IndexesName> for Indexes {
    fn from(name: IndexesName) -> Self {
        match name {
            IndexesName::InMemory => Self::InMemory,
            IndexesName::InFile => Self::InFile,
        }
    }
}

/// The planners that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlannerName {
    /// Nepenthe's own: identifiers, names and statements, without a language model
    Canonical,
    /// The deterministic policy of the paper's reference store, for comparison
    Published,
    /// A language model says which of the 20 nearest memories are meant; needs --llm
    Llm,
    /// Nepenthe's own, and the language model only where that is not sure; needs --llm
    Routed,
}

/// Where a language model can be asked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum PlacementName {
    /// Nowhere, unless --planner asks
    None,
    /// When a text is written: it is annotated, and nothing reads that; needs --llm
    Inscribe,
    /// The same, and the planner reads the annotations; needs --llm
    InscribeAware,
    /// When words are planned with: the planner llm; needs --llm
    Mutation,
    /// Both: the planner llm, which reads the annotations; needs --llm
    Joint,
    /// When words are planned with, and canonical is not sure: the planner routed; needs --llm
    Routed,
}

/// What can become of the memory that a new text brings up to date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum MergeName {
    /// It stays in recall, linked with the new one
    Link,
    /// It is superseded, unless it states something that the new one does not: then it is linked
    Replace,
}

impl From<MergeName> for Merge {
    fn from(name: MergeName) -> Self {
        match name {
            MergeName::Link => Self::Link,
            MergeName::Replace => Self::Replace,
        }
    }
}

/// What happens where the model's answer about a text that is written cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum UnansweredName {
    /// The text is written without what the model would have added
    Plain,
    /// Nothing is written
    Fail,
}

/// Which language model planners may ask, and what for. Its key comes from NEPENTHE_LLM_KEY, or a file.
#[derive(Debug, Clone, Args)]
pub(crate) struct LlmArgs {
    /// Ask the language model at this OpenAI-compatible endpoint
    #[arg(long = "llm", global = true, value_name = "URL", env = "NEPENTHE_LLM_URL", hide_env_values = true)]
    pub(crate) llm_url: Option<String>,

    /// Ask this model of the endpoint
    #[arg(long, global = true, value_name = "NAME", env = "NEPENTHE_LLM_MODEL", hide_env_values = true)]
    pub(crate) llm_model: Option<String>,

    /// Read the endpoint's key from this file [default: the variable NEPENTHE_LLM_KEY]
    #[arg(long, global = true, value_name = "FILE", env = "NEPENTHE_LLM_KEY_FILE",
          value_parser = path(), hide_env_values = true)]
    pub(crate) llm_key_file: Option<PathBuf>,

    /// Where the model's answer cannot be used, fail, or let this planner choose
    #[arg(
        long,
        global = true,
        value_name = "WHAT",
        env = "NEPENTHE_LLM_OTHERWISE",
        default_value = "fail",
        hide_env_values = true
    )]
    pub(crate) llm_otherwise: OtherwiseName,

    /// Where the model's answer about a text that is written cannot be used, write it plainly, or fail
    #[arg(
        long,
        global = true,
        value_name = "WHAT",
        env = "NEPENTHE_LLM_UNANSWERED",
        default_value = "plain",
        hide_env_values = true
    )]
    pub(crate) llm_unanswered: UnansweredName,

    /// Ask the model no more than so many times
    #[arg(long, global = true, value_name = "N")]
    pub(crate) llm_calls: Option<u64>,

    /// Let the model take no more than so many tokens, prompts and answers together
    #[arg(long, global = true, value_name = "N")]
    pub(crate) llm_tokens: Option<u64>,

    /// Spend no more than this on the model; needs --llm-price
    #[arg(long, global = true, value_name = "AMOUNT")]
    pub(crate) llm_money: Option<Money>,

    /// What a million tokens of prompts and of answers cost, such as 0.14/0.28
    #[arg(long, global = true, value_name = "IN/OUT")]
    pub(crate) llm_price: Option<Price>,

    /// Write what is asked and answered into this new file; the texts of memories are in it
    #[arg(long, global = true, value_name = "FILE", value_parser = path(),
          conflicts_with = "llm_replay")]
    pub(crate) llm_record: Option<PathBuf>,

    /// Answer from such a file instead, without a network
    #[arg(long, global = true, value_name = "FILE", value_parser = path())]
    pub(crate) llm_replay: Option<PathBuf>,
}

/// What happens where a model's answer cannot be used.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OtherwiseName {
    /// Nothing is changed
    Fail,
    /// The planner canonical chooses
    Canonical,
    /// The planner published chooses
    Published,
}

impl GlobalArgs {
    /// Where a language model is asked.
    pub(crate) fn placement(&self) -> Placement {
        match self.placement {
            PlacementName::None => Placement::None,
            PlacementName::Inscribe => Placement::Inscribe,
            PlacementName::InscribeAware => Placement::InscribeAware,
            PlacementName::Mutation => Placement::Mutation,
            PlacementName::Joint => Placement::Joint,
            PlacementName::Routed => Placement::Routed,
        }
    }
}

/// The embedders that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum EmbedderName {
    /// all-MiniLM-L6-v2, run in this process
    Minilm,
    /// No vectors; recall is by words alone
    None,
    /// An OpenAI-compatible HTTP endpoint
    Openai,
}

/// Parses a path. An empty one would be a database that nobody finds again.
pub(crate) fn path() -> impl TypedValueParser<Value = PathBuf> {
    OsStringValueParser::new().try_map(|path: OsString| match path.is_empty() {
        true => Err("the path is empty"),
        false => Ok(PathBuf::from(path)),
    })
}

/// Parses a text that may begin with a hyphen, such as an item of a list; for arguments with `allow_hyphen_values`.
pub(crate) fn text() -> TextParser {
    TextParser
}

/// Returns what was typed as one argument, or as several that nobody put in quotation marks; nothing where there is none.
pub(crate) fn one_text(typed: &[String]) -> Option<String> {
    (!typed.is_empty()).then(|| typed.join(" "))
}

/// Takes any text but what may be a mistyped option.
#[derive(Debug, Clone, Copy)]
pub(crate) struct TextParser;

impl TypedValueParser for TextParser {
    type Value = String;

    fn parse_ref(
        &self,
        command: &clap::Command,
        arg: Option<&Arg>,
        value: &OsStr,
    ) -> Result<String, clap::Error> {
        let text = StringValueParser::new().parse_ref(command, arg, value)?;
        // Behind `--` or `=` everything is a text.
        let bare = || args().skip(1).take_while(|arg| arg != "--").any(|arg| arg == value);
        if !may_be_option(&text) || !bare() {
            return Ok(text);
        }
        let mut error = clap::Error::new(ErrorKind::UnknownArgument).with_cmd(command);
        error.insert(ContextKind::InvalidArg, ContextValue::String(text));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(Vec::new()));
        Err(error)
    }
}

/// Tells whether the command line has something that begins with a hyphen and cannot be an option.
pub(crate) fn types_hyphens() -> bool {
    let typed = args().skip(1).take_while(|arg| arg != "--");
    typed
        .filter_map(|arg| arg.into_string().ok())
        .any(|arg| arg.len() > 1 && arg.starts_with('-') && !may_be_option(&arg))
}

/// Tells whether a text is written as options are: hyphens, a letter, and no white space in the name.
fn may_be_option(text: &str) -> bool {
    let Some(name) = text.strip_prefix("--").or_else(|| text.strip_prefix('-')) else { return false };
    let name = name.split_once('=').map_or(name, |(name, _)| name);
    name.starts_with(|first: char| first.is_ascii_alphabetic()) && !name.contains(char::is_whitespace)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_has_no_option_s_form_is_a_text() {
        for option in ["-n", "--yes", "--al", "-k5", "--source=chat 42", "-yn"] {
            assert!(may_be_option(option), "{option}");
        }
        for text in
            ["-", "- milk", "-5 degrees", "---", "-n is an option", "--force was used", "a -n", "", "-42"]
        {
            assert!(!may_be_option(text), "{text}");
        }
    }
}
