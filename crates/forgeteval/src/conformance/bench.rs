//! The adapter under check: started when needed, again after a fault, and asked as a run would ask.

use serde::Deserialize;
use serde_json::{Value, json};

use super::Outcome;
use super::footprint::Footprint;
use crate::adapter::process::{CallError, Client, Description, Fault, Launch};
use crate::serve::Access;

/// What a check found: an outcome, or what was wrong.
pub(super) type Found = Result<Outcome, String>;

/// The adapter under check.
pub(super) struct Bench<'a> {
    launch: &'a Launch,
    access: Option<&'a Access>,
    name: Option<&'a str>,
    client: Option<Client>,
    about: Option<Description>,
    /// A child could not be started: there is nothing to check any more.
    pub(super) broken: bool,
    /// Lines that were no answers, in all checks so far.
    pub(super) garbage: Vec<String>,
    /// Answers under another id, in all checks so far.
    pub(super) wrong_ids: Vec<String>,
}

/// The result of `recall`.
#[derive(Deserialize)]
struct Recalled {
    texts: Vec<String>,
}

impl<'a> Bench<'a> {
    pub(super) fn new(launch: &'a Launch, access: Option<&'a Access>, name: Option<&'a str>) -> Self {
        let (garbage, wrong_ids) = (Vec::new(), Vec::new());
        Self { launch, access, name, client: None, about: None, broken: false, garbage, wrong_ids }
    }

    /// Returns the name that the adapter must have.
    pub(super) fn name(&self) -> Option<&str> {
        self.name
    }

    /// Returns what the adapter said of itself, where it did.
    pub(super) fn described(&self) -> Option<&Description> {
        self.about.as_ref()
    }

    /// Starts the adapter where it does not run, and returns what it says of itself.
    pub(super) fn about(&mut self) -> Result<Description, String> {
        if self.client.is_none() {
            self.start(self.launch)?;
        }
        self.about.clone().ok_or_else(|| "it did not describe itself".to_owned())
    }

    /// Starts the adapter afresh, where its temporary files can be seen, and watches where it writes.
    pub(super) fn start_watched(&mut self) -> Result<Footprint, String> {
        self.stop();
        let footprint = Footprint::before(self.launch.dir.as_deref()).map_err(|error| error.to_string())?;
        let mut launch = self.launch.clone();
        launch.env.push(("TMPDIR".to_owned(), footprint.temporary().display().to_string()));
        self.start(&launch)?;
        Ok(footprint)
    }

    /// Returns the child's process and the folder that it was given.
    pub(super) fn child(&mut self) -> Option<(u32, std::path::PathBuf)> {
        let client = self.client.as_mut()?;
        Some((client.process_id()?, client.given_folder().to_path_buf()))
    }

    fn start(&mut self, launch: &Launch) -> Result<(), String> {
        let mut client = Client::start(launch, self.access).map_err(|fault| self.lost(&fault.into()))?;
        match client.describe(launch.limits.start) {
            Ok(mut about) => {
                about.folder = about.folder.map(|folder| Client::resolve(launch, folder));
                self.about = Some(about);
                self.client = Some(client);
                Ok(())
            }
            Err(error) => {
                client.stop();
                Err(self.lost(&error))
            }
        }
    }

    /// Stops the adapter; the next check starts it again.
    pub(super) fn stop(&mut self) {
        if let Some(client) = self.client.take() {
            client.stop();
        }
    }

    /// Takes the running adapter away, to let it end.
    pub(super) fn take(&mut self) -> Option<Client> {
        self.client.take()
    }

    /// Makes a request.
    pub(super) fn call(&mut self, method: &str, params: &Value) -> Result<Value, CallError> {
        let texts = params.get("texts").and_then(Value::as_array).map_or(0, Vec::len);
        let limit = self.launch.limits.writing(texts);
        if let Err(reason) = self.about() {
            let command = self.launch.command();
            return Err(Fault::Start { command, reason }.into());
        }
        let Some(client) = &mut self.client else {
            let reason = "it is not there".to_owned();
            return Err(Fault::Start { command: self.launch.command(), reason }.into());
        };
        let answer = client.call(method, params, limit);
        if let Err(CallError::Fault(fault)) = &answer {
            self.note(fault);
            self.stop();
        }
        answer
    }

    /// Makes a request that must have a result.
    pub(super) fn ask(&mut self, method: &str, params: &Value) -> Result<Value, String> {
        self.call(method, params).map_err(|error| match error {
            CallError::Refused { .. } => format!("{method} answered an error: {error}"),
            CallError::Fault(fault) => fault.to_string(),
        })
    }

    /// Empties the memory.
    pub(super) fn reset(&mut self) -> Result<(), String> {
        self.ask("reset", &json!({})).map(drop)
    }

    /// Writes texts.
    pub(super) fn inscribe(&mut self, texts: &[&str]) -> Result<(), String> {
        self.ask("inscribe", &json!({ "texts": texts, "scope": "default" })).map(drop)
    }

    /// Recalls texts.
    pub(super) fn recall(&mut self, query: &str, k: usize) -> Result<Vec<String>, String> {
        self.recall_in("default", query, k)
    }

    /// Recalls texts in a scope.
    pub(super) fn recall_in(&mut self, scope: &str, query: &str, k: usize) -> Result<Vec<String>, String> {
        let result = self.ask("recall", &json!({ "query": query, "k": k, "scope": scope }))?;
        serde_json::from_value::<Recalled>(result.clone())
            .map(|recalled| recalled.texts)
            .map_err(|error| format!("recall answered `{}`: {error}", shortened(&result.to_string())))
    }

    fn lost(&mut self, error: &CallError) -> String {
        self.broken = true;
        if let CallError::Fault(fault) = error {
            self.note(fault);
        }
        error.to_string()
    }

    fn note(&mut self, fault: &Fault) {
        match fault {
            Fault::Garbage { .. } => self.garbage.push(fault.to_string()),
            Fault::WrongId { .. } => self.wrong_ids.push(fault.to_string()),
            _ => {}
        }
    }
}

/// Cuts a text for a message.
pub(super) fn shortened(text: &str) -> String {
    const WIDTH: usize = 120;
    let start: String = text.chars().take(WIDTH).collect();
    if start.len() < text.len() { start + "…" } else { start }
}
