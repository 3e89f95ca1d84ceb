//! `nepenthe demo`: the console over a store of a made-up company.

use std::collections::HashMap;
use std::net::SocketAddr;
use std::path::Path;
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use clap::Args;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, civil};
use nepenthe::{Access, Clock, MemoryId, Store};
use nepenthe_ops::{
    self as ops, ApplyInput, EditInput, EmbedderName, InscribeInput, KeyInput, NewMemory, OpError, Opener,
    Planned, PurgeInput, ReleaseInput, Returning, Rights, Settings, SupersedeInput, Target,
};
use nepenthe_server::SharedStore;
use nepenthe_server::auth::KeyRing;
use nepenthe_server::http::{HttpOptions, serve_http};
use nepenthe_server::mcp::Manner;
use serde::{Deserialize, Serialize};

use super::serve::not_served;
use super::serve_login::{console_key, link};
use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::time::now;

/// What happened to the memories of the company, a line each, oldest first.
const MEMORIES: &str = include_str!("../../data/demo.jsonl");

/// Show the console, on a store of a made-up company
///
/// Makes a temporary store with a hundred memories, serves it on this machine, and prints a link to its console. Everything in it
/// is deleted at the end, by SIGINT or SIGTERM. No store of yours is opened.
#[derive(Debug, Args)]
#[command(after_help = "\
Example:
  nepenthe demo --open")]
pub(crate) struct DemoArgs {
    /// Listen at this address
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:8090")]
    listen: SocketAddr,

    /// Open the link in a browser
    #[arg(long)]
    open: bool,
}

/// What is printed once the console can be reached.
#[derive(Serialize)]
struct Ready {
    address: String,
    link: String,
}

/// One thing that happened.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Happened {
    days_ago: i64,
    time: String,
    scope: String,
    verb: Verb,
    /// By which later lines name the memory, within its scope.
    #[serde(default)]
    name: String,
    /// The memory that it happened to.
    #[serde(default)]
    of: String,
    #[serde(default)]
    source: String,
    #[serde(default)]
    text: String,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum Verb {
    Inscribe,
    Supersede,
    Edit,
    Release,
    Purge,
}

/// A clock that says what it is told.
#[derive(Clone)]
struct Told(Arc<Mutex<Timestamp>>);

impl Clock for Told {
    fn now(&self) -> Timestamp {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Makes the store, and serves it until the process is told to stop.
pub(super) fn demo(args: &DemoArgs, context: &Context) -> Result<(), CliError> {
    let printer = context.printer();
    let folder = tempfile::Builder::new()
        .prefix("nepenthe-demo-")
        .tempdir()
        .map_err(|error| CliError::new(Kind::Io, format!("no temporary folder can be had: {error}")))?;
    let (db, key_file) = (folder.path().join("demo.db"), folder.path().join("signing-key"));
    let opener = opener(&db, context)?;
    fill(&opener, now()?)?;
    ops::key_new(&KeyInput { file: key_file.clone() }, None)?;
    let keys = KeyRing::of_store(&db);
    let key = console_key(&keys)?;
    let options = HttpOptions {
        listen: args.listen,
        keys: Some(keys),
        issuer: None,
        rights: Rights::all(),
        rate_limit: None,
        max_body: 1 << 20,
        timeout: Duration::from_secs(60),
        hosts: Vec::new(),
        origins: Vec::new(),
        manner: Manner::default(),
        console: true,
    };
    let store = Arc::new(SharedStore::new(opener, Some(key_file)));
    let served = serve_http(store, options, |address| {
        let base = format!("http://{address}");
        // Without a link nobody comes in; what is wrong then is said by the server as well.
        let Ok(link) = link(&db, key, &base) else { return };
        let ready = Ready { address: base, link: link.as_str().to_owned() };
        // Where nobody reads it, a browser can be opened still.
        let _ = printer.result(&ready, |ready| format!("{}\n", ready.link));
        printer.status("Open this link: it lets you in once, within ten minutes. Ctrl-C ends the demo and deletes its store.");
        if args.open {
            open(&ready.link);
        }
    });
    served.map_err(not_served)
}

/// Returns what opens the store, which is made here: with vectors if the sentence model can be had.
fn opener(db: &Path, context: &Context) -> Result<Opener, CliError> {
    let global = context.global();
    let settings = || Settings { db: db.to_owned(), actor: "demo".to_owned(), ..global.settings() };
    let opener = Opener::new(settings());
    match opener.for_new_memories(false, false) {
        Ok(_) => Ok(opener),
        Err(error) if global.embedder.is_some() => Err(error.into()),
        Err(_) => {
            context
                .printer()
                .status("The sentence model cannot be had, so the demo searches by words alone.");
            let mut settings = settings();
            settings.embedder.name = Some(EmbedderName::None);
            let opener = Opener::new(settings);
            opener.for_new_memories(false, false)?;
            Ok(opener)
        }
    }
}

/// Lets everything happen, each at its own time.
fn fill(opener: &Opener, now: Timestamp) -> Result<(), CliError> {
    let clock = Told(Arc::new(Mutex::new(now)));
    let options = opener.options(Access::Existing)?.with_clock(clock.clone());
    let store = Store::open(opener.db(), options).map_err(OpError::from)?;
    let mut named: HashMap<(String, String), MemoryId> = HashMap::new();
    for line in MEMORIES.lines() {
        let happened: Happened = serde_json::from_str(line).map_err(|error| {
            CliError::new(Kind::Storage, format!("a line of the demo cannot be read: {error}"))
        })?;
        *clock.0.lock().unwrap_or_else(PoisonError::into_inner) = happened.at(now)?;
        let of = named.get(&(happened.scope.clone(), happened.of.clone())).copied();
        if let Some(id) = happened.happen(&store, of)? {
            named.insert((happened.scope.clone(), happened.name.clone()), id);
            // What supersedes goes on under the name of what it superseded.
            if !happened.of.is_empty() {
                named.insert((happened.scope, happened.of), id);
            }
        }
    }
    store.flush().map_err(OpError::from)?;
    Ok(())
}

impl Happened {
    fn at(&self, now: Timestamp) -> Result<Timestamp, CliError> {
        let wrong =
            |error: jiff::Error| CliError::new(Kind::Storage, format!("a time of the demo is none: {error}"));
        let day = now.checked_sub(SignedDuration::from_hours(self.days_ago * 24)).map_err(wrong)?;
        let time: civil::Time = self.time.parse().map_err(wrong)?;
        let day = day.to_zoned(TimeZone::UTC).date();
        Ok(day.to_datetime(time).to_zoned(TimeZone::UTC).map_err(wrong)?.timestamp())
    }

    /// Does it; returns the memory that it wrote.
    fn happen(&self, store: &Store, of: Option<MemoryId>) -> Result<Option<MemoryId>, OpError> {
        let actor = match self.scope.rsplit('/').next().unwrap_or_default() {
            "nadia" => "assistant".to_owned(),
            team => format!("{team}-agent"),
        };
        let scope = store.scope(&self.scope)?.with_actor(&actor);
        let target = || Target::Ids(of.into_iter().collect());
        let source = Some(self.source.as_str()).filter(|source| !source.is_empty()).map(Into::into);
        let new = NewMemory { text: self.text.as_str().into(), source, ..NewMemory::default() };
        let (returning, min_confidence) = (Returning::default(), None);
        let planned: Planned = match self.verb {
            Verb::Inscribe => {
                let input = InscribeInput { memories: vec![new], ..InscribeInput::default() };
                return Ok(ops::inscribe(&scope, input, &mut |_| {})?.ids.first().copied());
            }
            Verb::Supersede => {
                ops::supersede(&scope, SupersedeInput { target: target(), new, returning, min_confidence })?
            }
            Verb::Edit => {
                let text = self.text.as_str().into();
                ops::edit(&scope, EditInput { target: target(), text, returning, min_confidence })?
            }
            Verb::Release => ops::release(&scope, ReleaseInput { target: target(), min_confidence })?,
            Verb::Purge => ops::purge(&scope, PurgeInput::new(target()))?,
        };
        planned.refuse_empty()?;
        Ok(ops::apply(planned, &ApplyInput::default())?.inscribed)
    }
}

/// Opens a link in whatever browser there is; none is no error, since the link is printed.
fn open(link: &str) {
    let program = if cfg!(target_os = "macos") { "open" } else { "xdg-open" };
    let mut command = match cfg!(windows) {
        true => Command::new("explorer"),
        false => Command::new(program),
    };
    let _ = command.arg(link).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null()).spawn();
}
