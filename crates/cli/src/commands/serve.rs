//! `nepenthe serve`.

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::{Args, Subcommand};
use nepenthe_ops::{Opener, Right, Rights, Settings};
use nepenthe_server::SharedStore;
use nepenthe_server::auth::{Issuer, KeyRing};
use nepenthe_server::http::{HttpError, HttpOptions, Origin, serve_http};
use nepenthe_server::mcp::Manner;

use super::mcp::ProfileName;
use super::serve_key::{self, KeyCommand};
use crate::args::path;
use crate::context::Context;
use crate::error::{CliError, Kind};

/// Who acts where no key says.
const ACTOR: &str = "http";

/// Serve a store over HTTP
///
/// Whoever comes in shows a key, which says what it may do, in which scopes, and as which actor; nothing else that is sent does.
/// The store is made where there is none. What is to be purged by words is planned first, and committed by its digest. Ends at
/// SIGINT or SIGTERM, after what is under way. docs/rest.md has the routes; a running server describes them at /openapi.json.
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
#[command(after_help = "\
Examples:
  nepenthe serve key new --rights read,write --scope 'acme/**' --db agent.db
  nepenthe serve --db agent.db
  nepenthe serve --db agent.db --read-only --rate-limit 20
  nepenthe serve --no-auth --listen 127.0.0.1:9000")]
pub(crate) struct ServeArgs {
    #[command(subcommand)]
    command: Option<ServeCommand>,

    /// Listen at this address
    #[arg(
        long,
        value_name = "ADDR:PORT",
        env = "NEPENTHE_LISTEN",
        default_value = "127.0.0.1:8080",
        hide_env_values = true
    )]
    listen: SocketAddr,

    /// Ask for no key: whoever can reach this machine's own address may do everything, in every scope
    #[arg(long)]
    no_auth: bool,

    /// Let in whoever shows a token (JWT) of this issuer too: its `iss`
    #[arg(long, value_name = "URL", requires_all = ["jwt_audience", "jwt_key"], conflicts_with = "no_auth")]
    jwt_issuer: Option<String>,

    /// Take tokens that are for this audience: their `aud`
    #[arg(long, value_name = "NAME", requires = "jwt_issuer")]
    jwt_audience: Option<String>,

    /// Verify tokens with the issuer's public keys in this file: one in PEM, or a JWKS
    #[arg(long, value_name = "FILE", requires = "jwt_issuer", value_parser = path())]
    jwt_key: Option<PathBuf>,

    /// Let agents reach /mcp under this name too, behind a proxy; may be given several times
    #[arg(long, value_name = "HOST")]
    allow_host: Vec<String>,

    /// Let pages of this site ask too, such as https://app.example; may be given several times
    #[arg(long, value_name = "ORIGIN")]
    allow_origin: Vec<Origin>,

    /// Offer these tools at /mcp
    #[arg(long, value_name = "NAME", default_value = "core")]
    profile: ProfileName,

    /// Leave out of purge_commit at /mcp the sign by which clients ask a person at each call, in every mode
    #[arg(long)]
    no_user_interaction: bool,

    /// Only read: nobody may write or forget, whatever a key says
    #[arg(long)]
    read_only: bool,

    /// Answer each key at most this many requests a second; 429 beyond
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    rate_limit: Option<u32>,

    /// Take bodies of at most this many bytes
    #[arg(long, value_name = "BYTES", default_value = "1048576", value_parser = clap::value_parser!(u32).range(1024..))]
    max_body: u32,

    /// Wait this long for a body, and this long for the work; what was begun goes on
    #[arg(long, value_name = "SECONDS", default_value = "60", value_parser = clap::value_parser!(u32).range(1..=86_400))]
    timeout: u32,
}

#[derive(Debug, Clone, Subcommand)]
enum ServeCommand {
    /// Make, list or revoke the keys that the server asks for
    Key {
        #[command(subcommand)]
        command: KeyCommand,
    },
}

/// Serves, or does something with keys.
pub(super) fn serve(args: &ServeArgs, context: &Context) -> Result<(), CliError> {
    match &args.command {
        Some(ServeCommand::Key { command }) => serve_key::key(command, context),
        None => run(args, context),
    }
}

fn run(args: &ServeArgs, context: &Context) -> Result<(), CliError> {
    let (global, printer) = (context.global(), context.printer());
    let keys = (!args.no_auth).then(|| KeyRing::of_store(&context.db()));
    let tokens = (&args.jwt_issuer, &args.jwt_audience, &args.jwt_key);
    let issuer = match tokens {
        (Some(issuer), Some(audience), Some(file)) => {
            Some(Issuer::read(issuer.clone(), audience.clone(), file)?)
        }
        _ => None,
    };
    let none = keys.as_ref().map(KeyRing::list).transpose()?.is_some_and(|keys| keys.is_empty());
    if none && issuer.is_none() {
        return Err(CliError::usage("there are no keys yet, and nobody could come in").with_hint(
            "make one with `nepenthe serve key new --scope 'acme/**' --rights read,write`, or serve this machine \
             alone with --no-auth",
        ));
    }
    let actor = global.actor.clone().unwrap_or_else(|| ACTOR.to_owned());
    let opener = Opener::new(Settings { actor, ..global.settings() });
    let rights = match args.read_only {
        true => [Right::Read, Right::Audit, Right::Scopes].into_iter().collect(),
        false => Rights::all(),
    };
    let store = Arc::new(SharedStore::new(opener, context.key_file().ok()).with_rights(rights));
    context.opens();
    let options = HttpOptions {
        listen: args.listen,
        keys,
        issuer,
        rights,
        rate_limit: args.rate_limit,
        max_body: usize::try_from(args.max_body).unwrap_or(usize::MAX),
        timeout: Duration::from_secs(args.timeout.into()),
        hosts: args.allow_host.clone(),
        origins: args.allow_origin.clone(),
        manner: Manner {
            profile: args.profile.into(),
            asks_person: !args.no_user_interaction,
            ..Manner::default()
        },
    };
    let served = serve_http(store, options, |address| {
        printer.status(format!("Listening on http://{address}."));
        if !address.ip().is_loopback() {
            printer
                .status("Keys and texts go over the network in the clear: put a proxy with TLS before it.");
        }
    });
    served.map_err(|error| match error {
        HttpError::Op(error) => error.into(),
        HttpError::Open(_) => CliError::usage(error).with_hint("leave out --no-auth, or listen on 127.0.0.1"),
        HttpError::Listen(..) => {
            CliError::new(Kind::Io, error).with_hint("name another address with --listen")
        }
        HttpError::Io(_) => CliError::new(Kind::Io, error),
    })
}
