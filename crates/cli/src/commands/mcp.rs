//! `nepenthe mcp`.

mod clients;
mod entry;
mod graph;
mod install;

use clap::{Args, Subcommand, ValueEnum};
pub(super) use graph::read_graph;
use nepenthe_ops::{Opener, Right, Rights, Settings};
use nepenthe_server::Door;
use nepenthe_server::mcp::{Manner, McpServer, Profile, serve_stdio};

use crate::context::Context;
use crate::error::{CliError, Kind};

/// Who acts if nobody says otherwise.
const ACTOR: &str = "mcp";

/// Serve an agent over MCP, on standard input and output
///
/// Offers tools over one scope, as one actor, with the rights named here; nothing that the agent sends changes those.
/// The store is opened at the first call, and made where there is none. What is asked to be purged is shown as a plan
/// first; docs/server.md says how. Ends when standard input ends.
#[derive(Debug, Args)]
#[command(
    args_conflicts_with_subcommands = true,
    after_help = "\
Examples:
  nepenthe mcp --db agent.db --scope acme/alice
  nepenthe mcp --rights read
  nepenthe mcp install --client claude-code --db agent.db"
)]
pub(crate) struct McpArgs {
    #[command(subcommand)]
    command: Option<McpCommand>,

    #[command(flatten)]
    serve: ServeArgs,
}

/// What else can be done about it.
#[derive(Debug, Clone, Subcommand)]
enum McpCommand {
    Install(install::InstallArgs),
    Import(graph::ImportArgs),
    Export(graph::ExportArgs),
}

/// What is offered, and to whom.
#[derive(Debug, Clone, Args)]
struct ServeArgs {
    /// Offer these tools
    #[arg(
        long,
        value_name = "NAME",
        env = "NEPENTHE_MCP_PROFILE",
        default_value = "core",
        hide_env_values = true
    )]
    profile: ProfileName,

    /// Give the agent these rights: read, write, forget, audit (receipts)
    #[arg(
        long,
        value_name = "RIGHTS",
        env = "NEPENTHE_RIGHTS",
        value_delimiter = ',',
        default_value = "read,write,forget,audit",
        hide_env_values = true
    )]
    rights: Vec<Right>,

    /// Leave out of purge_commit the sign by which clients ask a person at each call, in every mode
    #[arg(long)]
    no_user_interaction: bool,
}

/// The profiles that can be asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ProfileName {
    /// recall, inscribe, supersede, release, restore, history, purge, purge_commit, receipt
    Core,
    /// The nine tools of the official memory server: create_entities, create_relations, add_observations,
    /// delete_entities, delete_observations, delete_relations, read_graph, search_nodes, open_nodes
    Graph,
    /// The tool `memory`: files, as Anthropic's memory tool has them
    Files,
    /// search and fetch, as ChatGPT asks for them
    Chatgpt,
    /// All of them
    All,
}

/// Serves one client, or has one start the server.
pub(super) fn mcp(args: &McpArgs, context: &Context) -> Result<(), CliError> {
    match &args.command {
        Some(McpCommand::Install(args)) => install::install(args, context),
        Some(McpCommand::Import(args)) => graph::import(args, context),
        Some(McpCommand::Export(args)) => graph::export(args, context),
        None => serve(&args.serve, context),
    }
}

fn serve(args: &ServeArgs, context: &Context) -> Result<(), CliError> {
    let global = context.global();
    let actor = global.actor.clone().unwrap_or_else(|| ACTOR.to_owned());
    let opener = Opener::new(Settings { actor, ..global.settings() });
    let rights: Rights = args.rights.iter().copied().collect();
    let door = Door::new(opener, context.scope_path()?, rights, context.key_file().ok());
    let manner =
        Manner { profile: args.profile.into(), asks_person: !args.no_user_interaction, ..Manner::default() };
    serve_stdio(McpServer::new(door, manner)?)
        .map_err(|error| CliError::new(Kind::Io, format!("the client cannot be served: {error}")))
}

impl From<ProfileName> for Profile {
    fn from(name: ProfileName) -> Self {
        match name {
            ProfileName::Core => Self::Core,
            ProfileName::Graph => Self::Graph,
            ProfileName::Files => Self::Files,
            ProfileName::Chatgpt => Self::Chatgpt,
            ProfileName::All => Self::All,
        }
    }
}
