//! `nepenthe serve login-link`, and the link that a first start prints.

use std::path::Path;

use clap::Args;
use nepenthe_ops::{OpError, Right};
use nepenthe_server::auth::{KeyRing, LoginLinks, NewKey, ScopePattern};
use serde::Serialize;

use crate::context::Context;
use crate::error::{CliError, Kind};

/// Who acts in the console where no other key is named.
const ACTOR: &str = "console";

#[derive(Debug, Clone, Args)]
pub(super) struct LoginLinkArgs {
    /// Log in as this key [default: one of the console's own, with every right in every scope]
    #[arg(value_name = "KEY-ID")]
    key: Option<String>,

    /// Where the server is reached
    #[arg(long, value_name = "URL", default_value = "http://127.0.0.1:8080")]
    at: String,
}

/// A link that lets a person in once.
#[derive(Serialize)]
pub(super) struct Link {
    link: String,
    key: String,
}

/// Prints a link.
pub(super) fn login_link(args: &LoginLinkArgs, context: &Context) -> Result<(), CliError> {
    let db = context.db();
    if !db.exists() {
        return Err(CliError::new(Kind::NotFound, "there is no store here that a server could serve")
            .with_hint("name it with --db; `nepenthe serve` makes a new one"));
    }
    let ring = KeyRing::of_store(&db);
    let key = match &args.key {
        Some(id) if ring.list()?.iter().any(|key| key.id == *id) => id.clone(),
        Some(_) => {
            return Err(CliError::new(Kind::NotFound, "there is no key of this id")
                .with_hint("see `nepenthe serve key list`"));
        }
        None => console_key(&ring)?,
    };
    let link = link(&db, key, args.at.trim_end_matches('/'))?;
    context.printer().result(&link, |link| format!("{}\n", link.link))?;
    context.printer().status("It lets one person into the console, once, within ten minutes.");
    Ok(())
}

/// Returns the id of the console's own key, which is made where there is none. Nobody has its secret.
pub(super) fn console_key(ring: &KeyRing) -> Result<String, OpError> {
    let keys = ring.list()?;
    let ours = keys.iter().find(|key| {
        let whole = Right::ALL.iter().all(|right| key.rights.contains(right));
        key.actor == ACTOR && whole && key.scope == ScopePattern::All && key.expires.is_none()
    });
    if let Some(key) = ours {
        return Ok(key.id.clone());
    }
    let (rights, scope, actor) = (Right::ALL.to_vec(), ScopePattern::All, Some(ACTOR.to_owned()));
    Ok(ring.add(NewKey { rights, scope, actor, expires: None })?.0.id)
}

/// Makes a link that logs in as a key. What stands behind the `#` is sent to no server by a browser.
pub(super) fn link(db: &Path, key: String, base: &str) -> Result<Link, OpError> {
    let secret = LoginLinks::of_store(db).make(&key)?;
    Ok(Link { link: format!("{base}/console/login#{secret}"), key })
}

impl Link {
    pub(super) fn as_str(&self) -> &str {
        &self.link
    }
}
