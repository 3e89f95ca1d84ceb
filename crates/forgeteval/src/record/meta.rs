//! What a run was made with, kept beside its verdicts.

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::LlmUse;
use crate::adapter::System;
use crate::llm::{Origin, RunModel};
use crate::run::Options;
use crate::suite::{GENERATOR_VERSION, Suite, Template};

/// What a run was made with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RunMeta {
    /// The version of this program.
    pub forgeteval: String,
    /// The command line, program first; empty where the run was not started by one.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub command: Vec<String>,
    /// When the run, or the last resumption of it, began.
    pub started: Timestamp,
    /// When it ended; absent while it runs and after it was killed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<Timestamp>,
    /// How many verdicts were there when it began.
    pub resumed_from: usize,
    /// How many texts a recall could return.
    pub k: usize,
    /// How many systems played at once.
    pub jobs: usize,
    /// The embedder shared by the systems.
    pub embedder: String,
    /// The language model that the run gave to its systems, where it gave one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language_model: Option<LlmMeta>,
    /// The suites, in order.
    pub suites: Vec<SuiteMeta>,
    /// The systems, in order.
    pub systems: Vec<SystemMeta>,
    /// The machine.
    pub machine: Machine,
}

impl RunMeta {
    /// Says what a run that begins now is made with.
    #[must_use]
    pub fn now(
        suites: &[(Suite, Source)],
        systems: &[Arc<dyn System>],
        options: &Options,
        resumed_from: usize,
    ) -> Self {
        let suite = |(suite, source): &(Suite, Source)| SuiteMeta {
            name: suite.name().to_owned(),
            version: suite.version().map(str::to_owned),
            sha256: suite.sha256().to_owned(),
            cases: suite.cases().len(),
            source: source.clone(),
        };
        let system = |system: &Arc<dyn System>| SystemMeta {
            name: system.name().to_owned(),
            version: system.version().to_owned(),
        };
        Self {
            forgeteval: env!("CARGO_PKG_VERSION").to_owned(),
            command: Vec::new(),
            started: Timestamp::now(),
            ended: None,
            resumed_from,
            k: options.k,
            jobs: options.jobs,
            embedder: options.embedder.clone(),
            language_model: None,
            suites: suites.iter().map(suite).collect(),
            systems: systems.iter().map(system).collect(),
            machine: Machine::here(),
        }
    }

    /// Says that the run ends now.
    pub fn end(&mut self) {
        self.ended = Some(Timestamp::now());
    }
}

/// The language model of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LlmMeta {
    /// How tables name it: `scripted`, `replay of MODEL`, `MODEL`.
    pub label: String,
    /// Its name.
    pub model: String,
    /// Where its answers came from.
    pub origin: Origin,
    /// What a million tokens of prompts and of answers cost, where that was said.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub price: Option<[String; 2]>,
    /// What systems took beside the cases that have a verdict: for a case that was cut off, say. Verdicts have the rest.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub beside: BTreeMap<String, LlmUse>,
}

impl LlmMeta {
    /// Says what a run's model is. What was taken beside verdicts before, by a run that is gone on with, is added.
    #[must_use]
    pub fn of(model: &RunModel, before: Option<&Self>) -> Self {
        let mut beside = before.map(|before| before.beside.clone()).unwrap_or_default();
        for meter in model.meters() {
            let more = meter.beside();
            if more.calls > 0 || !more.failures.is_empty() {
                beside.entry(meter.system().to_owned()).or_default().add(&more);
            }
        }
        let price = model.price().map(|price| [price.million_in.exact(), price.million_out.exact()]);
        let (label, name) = (model.label(), model.name().to_owned());
        Self { label, model: name, origin: model.origin().clone(), price, beside }
    }
}

/// A suite of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SuiteMeta {
    /// Its name.
    pub name: String,
    /// Its version, where it has one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<String>,
    /// Its hash.
    pub sha256: String,
    /// How many cases it has.
    pub cases: usize,
    /// Where it comes from.
    pub source: Source,
}

/// Where a suite comes from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Source {
    /// Generated from templates.
    Template {
        /// The generator's version.
        version: u32,
        /// The generator's settings.
        #[serde(flatten)]
        settings: Template,
    },
    /// Part of this program.
    Builtin,
    /// Read from a file.
    File(PathBuf),
}

impl Source {
    /// Says that a suite was generated by this program.
    #[must_use]
    pub fn template(settings: Template) -> Self {
        Self::Template { version: GENERATOR_VERSION, settings }
    }
}

/// A system of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SystemMeta {
    /// Its name.
    pub name: String,
    /// Its version.
    pub version: String,
}

/// The machine that a run was made on.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Machine {
    /// How many cores this process may use; 0 where the system does not say.
    pub cores: usize,
    /// The operating system.
    pub os: String,
    /// The processor's architecture.
    pub arch: String,
}

impl Machine {
    fn here() -> Self {
        Self {
            cores: std::thread::available_parallelism().map_or(0, usize::from),
            os: std::env::consts::OS.to_owned(),
            arch: std::env::consts::ARCH.to_owned(),
        }
    }
}

/// Writes a value as indented JSON, whole or not at all: under another name first, then renamed.
///
/// # Errors
/// What the system said.
pub fn write_json(path: &Path, value: &impl Serialize) -> io::Result<()> {
    let mut text = serde_json::to_vec_pretty(value)?;
    text.push(b'\n');
    let draft = path.with_extension("json.part");
    std::fs::write(&draft, text)?;
    std::fs::rename(&draft, path)
}
