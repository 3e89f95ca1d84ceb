//! What a system and its memories share: the child, and how often it could not be started.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::Duration;

use serde_json::{Value, json};

use super::{CallError, Client, Description, Fault, Launch, UNKNOWN_METHOD};
use crate::adapter::AdapterError;
use crate::mutation::Op;
use crate::serve::Access;

/// After so many failed starts in a row no further one is tried.
const TRIES: u32 = 3;

/// What a system and its memories share. A call takes the lock for its whole length; cases are played one by one.
pub(super) struct Shared {
    pub(super) name: String,
    pub(super) launch: Launch,
    pub(super) access: Option<Access>,
    /// What the first child said of itself; each later one has to say the same.
    pub(super) described: OnceLock<Description>,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    child: Option<Live>,
    /// Counts the memories that were opened: only the newest may use the child.
    turn: u64,
    failed_starts: u32,
    last_failure: String,
}

struct Live {
    client: Client,
    about: Description,
}

/// A memory that was opened: its turn, and where its files are.
pub(super) struct Opened {
    pub(super) turn: u64,
    pub(super) about: Description,
}

impl Shared {
    pub(super) fn new(name: String, launch: Launch, access: Option<Access>) -> Self {
        Self { name, launch, access, described: OnceLock::new(), state: Mutex::default() }
    }

    /// Returns the embedder's time so far, for this system alone.
    pub(super) fn embedder_time(&self) -> Duration {
        self.access.as_ref().map_or(Duration::ZERO, Access::spent)
    }

    /// Returns the language model's time so far, for this system alone.
    pub(super) fn model_time(&self) -> Duration {
        let model = self.access.as_ref().and_then(|access| access.language_model.as_ref());
        model.map_or(Duration::ZERO, |model| model.latency())
    }

    /// Starts the child where there is none, so that it has described itself.
    pub(super) fn describe(&self) -> Result<(), AdapterError> {
        let mut state = self.lock();
        self.ensure(&mut state).map(drop)
    }

    /// Empties the child, one started afresh where there is none, for the next memory.
    pub(super) fn open(&self) -> Result<Opened, AdapterError> {
        let mut state = self.lock();
        state.turn += 1;
        let live = self.ensure(&mut state)?;
        let about = live.about.clone();
        match live.client.call("reset", &json!({}), self.launch.limits.operation) {
            Ok(_) => {
                state.failed_starts = 0;
                Ok(Opened { turn: state.turn, about })
            }
            // A child that cannot be emptied is of no use for any case.
            Err(error) => Err(state.failed(format!("reset: {error}"))),
        }
    }

    /// Makes a request for the memory of a turn. A method that the child does not know is the operation's absence.
    pub(super) fn call(
        &self,
        turn: u64,
        method: &str,
        op: Option<Op>,
        params: &Value,
        limit: Duration,
    ) -> Result<Value, AdapterError> {
        self.with(turn, |client| client.call(method, params, limit)).map_err(|error| match (error, op) {
            (Some(CallError::Refused { code: UNKNOWN_METHOD, .. }), Some(op)) => {
                AdapterError::Unsupported(op)
            }
            (Some(error), _) => AdapterError::Failed(error.to_string()),
            (None, _) => AdapterError::Failed("the adapter was stopped by an earlier failure".to_owned()),
        })
    }

    /// Says that an answer cannot be used, and stops the child that gave it.
    pub(super) fn misshapen(&self, turn: u64, method: &str, reason: &str) -> AdapterError {
        let fault = Fault::Shape { method: method.to_owned(), reason: reason.to_owned() };
        let message = fault.to_string();
        let _ = self.with(turn, |_| Err::<(), _>(fault.into()));
        AdapterError::Failed(message)
    }

    /// Lets the child be used in a turn; stops it after a fault. The error is none where there is no child.
    fn with<T>(
        &self,
        turn: u64,
        ask: impl FnOnce(&mut Client) -> Result<T, CallError>,
    ) -> Result<T, Option<CallError>> {
        let mut state = self.lock();
        let live = if state.turn == turn { state.child.as_mut() } else { None };
        let answer = ask(&mut live.ok_or(None)?.client);
        if matches!(answer, Err(CallError::Fault(_))) {
            state.stop();
        }
        answer.map_err(Some)
    }

    fn ensure<'a>(&self, state: &'a mut State) -> Result<&'a mut Live, AdapterError> {
        if state.child.is_none() {
            if state.failed_starts >= TRIES {
                return Err(AdapterError::Failed(state.last_failure.clone()));
            }
            match self.start() {
                Ok(live) => state.child = Some(live),
                Err(message) => return Err(state.failed(message)),
            }
        }
        state.child.as_mut().ok_or_else(|| AdapterError::Failed("the adapter is not there".to_owned()))
    }

    fn start(&self) -> Result<Live, String> {
        let mut client =
            Client::start(&self.launch, self.access.as_ref()).map_err(|fault| fault.to_string())?;
        let described = client.describe(self.launch.limits.start).map_err(|error| error.to_string());
        match described.and_then(|about| self.accept(about)) {
            Ok(about) => Ok(Live { client, about }),
            Err(message) => {
                client.stop();
                Err(message)
            }
        }
    }

    fn accept(&self, mut about: Description) -> Result<Description, String> {
        if about.name != self.name {
            return Err(format!(
                "the adapter says that its name is `{}`, and it was started as `{}`; make the names in the adapter and \
                 in system.toml the same",
                about.name, self.name
            ));
        }
        let first = self.described.get_or_init(|| about.clone());
        // A temporary folder is another one for each child.
        if *first != (Description { folder: first.folder.clone(), ..about.clone() }) {
            return Err("the adapter describes itself otherwise than when it was first started".to_owned());
        }
        about.folder = about.folder.map(|folder: PathBuf| Client::resolve(&self.launch, folder));
        Ok(about)
    }

    /// A panic elsewhere leaves nothing half-changed here.
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl State {
    /// Counts a failed start.
    fn failed(&mut self, message: String) -> AdapterError {
        self.stop();
        self.failed_starts += 1;
        self.last_failure.clone_from(&message);
        AdapterError::Failed(message)
    }

    fn stop(&mut self) {
        if let Some(live) = self.child.take() {
            live.client.stop();
        }
    }
}
