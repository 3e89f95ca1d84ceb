//! `nepenthe serve key`.

use clap::{Args, Subcommand};
use jiff::Timestamp;
use nepenthe_ops::Right;
use nepenthe_server::auth::{KeyRing, NewKey, ScopePattern, ServerKey};
use serde::Serialize;

use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::output::escape;
use crate::time::{Expiry, now, parse_expiry};

#[derive(Debug, Clone, Subcommand)]
pub(super) enum KeyCommand {
    /// Make a key for the scopes that --scope names: one, one with all below it (`acme/**`), or all of them (`**`). It is
    /// shown once, and kept nowhere
    New(NewArgs),
    /// List the keys
    List,
    /// Take a key away; a running server refuses it at once
    Revoke {
        /// The key's id, which `list` shows
        #[arg(value_name = "ID")]
        id: String,
    },
}

#[derive(Debug, Clone, Args)]
pub(super) struct NewArgs {
    /// Allow this: read, write, forget, audit, admin, scopes
    #[arg(long, value_name = "RIGHTS", value_delimiter = ',', default_value = "read,write")]
    rights: Vec<Right>,

    /// Let the key open nothing from then on: a time, or a duration from now, such as 30d
    #[arg(long, value_name = "WHEN", value_parser = parse_expiry)]
    expires: Option<Expiry>,
}

/// A key, without its hash.
#[derive(Serialize)]
struct Shown<'a> {
    id: &'a str,
    /// The key itself, when it is made.
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<String>,
    rights: &'a [Right],
    scope: &'a ScopePattern,
    actor: &'a str,
    expires: Option<Timestamp>,
    created: Timestamp,
    last_used: Option<Timestamp>,
}

#[derive(Serialize)]
struct Keys<'a> {
    keys: Vec<Shown<'a>>,
}

#[derive(Serialize)]
struct Revoked<'a> {
    revoked: &'a str,
}

/// Makes, lists or revokes keys.
pub(super) fn key(command: &KeyCommand, context: &Context) -> Result<(), CliError> {
    let (ring, printer) = (KeyRing::of_store(&context.db()), context.printer());
    match command {
        KeyCommand::New(args) => new(args, &ring, context),
        KeyCommand::List => {
            let keys = ring.list()?;
            let shown = Keys { keys: keys.iter().map(|key| shown(key, None)).collect() };
            printer.result(&shown, |shown| shown.keys.iter().map(line).collect())?;
            if keys.is_empty() {
                printer.status("There are no keys yet: `nepenthe serve key new` makes one.");
            }
            Ok(())
        }
        KeyCommand::Revoke { id } => {
            let Some(key) = ring.revoke(id)? else {
                return Err(CliError::new(Kind::NotFound, "there is no key of this id")
                    .with_hint("see `nepenthe serve key list`"));
            };
            printer.result(&Revoked { revoked: &key.id }, |_| String::new())?;
            printer.status(format!("The key {} is revoked.", key.id));
            Ok(())
        }
    }
}

fn new(args: &NewArgs, ring: &KeyRing, context: &Context) -> Result<(), CliError> {
    let (global, now) = (context.global(), now()?);
    let expires = args.expires.map(|expiry| expiry.from(now)).transpose().map_err(CliError::usage)?;
    if expires.is_some_and(|end| end <= now) {
        return Err(CliError::usage("the key would have expired already"));
    }
    let mut rights = args.rights.clone();
    rights.sort_unstable();
    rights.dedup();
    let scope = global.scope.parse::<ScopePattern>()?;
    let (key, token) = ring.add(NewKey { rights, scope, actor: global.actor.clone(), expires })?;
    let printed = shown(&key, Some(token.reveal()));
    context.printer().result(&printed, |shown| shown.key.iter().map(|key| format!("{key}\n")).collect())?;
    context.printer().status(format!(
        "This key opens {} as {}, and is shown only now.",
        escape(&key.scope.to_string()),
        escape(&key.actor)
    ));
    Ok(())
}

fn shown(key: &ServerKey, token: Option<String>) -> Shown<'_> {
    let ServerKey { id, rights, scope, actor, expires, created, last_used, .. } = key;
    Shown {
        id,
        key: token,
        rights,
        scope,
        actor,
        expires: *expires,
        created: *created,
        last_used: *last_used,
    }
}

fn line(key: &Shown<'_>) -> String {
    let rights: Vec<&str> = key.rights.iter().map(|right| right.as_str()).collect();
    let (scope, actor) = (key.scope.to_string(), escape(key.actor));
    let at = |time: Option<Timestamp>| time.map_or("never".to_owned(), |time| time.to_string());
    let (expires, used) = (at(key.expires), at(key.last_used));
    format!("{}  {}  {}  {actor}  expires {expires}  used {used}\n", key.id, escape(&scope), rights.join(","))
}
