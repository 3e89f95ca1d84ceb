//! Plays scripts against systems.

use std::io;
use std::sync::Arc;

use super::play::{Asked, play};
use super::script::Written;
use super::{Found, Outcome, Question, Script, Wanted};
use crate::adapter::System;
use crate::llm::ModelMeter;

/// How a run is made; every outcome says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// The hash of the data.
    pub data_sha256: String,
    /// How the data became changes.
    pub mapping: String,
    /// How many texts a recall may return.
    pub k: usize,
    /// The name of the embedder that the systems share.
    pub embedder: String,
    /// How many characters of a recalled text are kept in an outcome.
    pub kept: usize,
}

/// Takes outcomes as they are made. When `take` returns, the outcome outlives a crash of this process, as far as the sink
/// keeps anything at all; an error ends the run.
pub trait Sink {
    /// Says that a system begins with a script.
    fn begin(&mut self, _system: &str, _group: &str) {}

    /// Returns whether the outcome of a question, by its [`Outcome::key`], is there already.
    fn has(&self, _key: [&str; 4]) -> bool {
        false
    }

    /// Takes the outcome of a question just asked.
    ///
    /// # Errors
    /// What the writing of it said.
    fn take(&mut self, outcome: Outcome) -> io::Result<()>;
}

impl Sink for Vec<Outcome> {
    fn take(&mut self, outcome: Outcome) -> io::Result<()> {
        self.push(outcome);
        Ok(())
    }
}

/// Plays every script against each system in turn, in a fresh memory each. A script whose outcomes the sink has all is left
/// out; where some are missing it is played again, and only those are handed on.
///
/// # Errors
/// The sink's: what a system does wrong is on record, and no error. And of the kind [`io::ErrorKind::Other`] what stands in the
/// way of a system's language model; the script in play has no outcome then.
pub fn run(
    scripts: &[Script],
    systems: &[Arc<dyn System>],
    settings: &Settings,
    sink: &mut dyn Sink,
) -> io::Result<()> {
    let written: Vec<_> = scripts.iter().map(Script::written).collect();
    for system in systems {
        // A system in another process is started by this question, which is no script's time.
        system.version();
        for (script, written) in scripts.iter().zip(&written) {
            let key = |id| [settings.mapping.as_str(), system.name(), script.group.as_str(), id];
            let missing: Vec<bool> = script.questions.iter().map(|q| !sink.has(key(&q.id))).collect();
            if !missing.contains(&true) {
                continue;
            }
            sink.begin(system.name(), &script.group);
            let asked = play(system.as_ref(), script, settings.k);
            if let Some(reason) = system.language_model().and_then(ModelMeter::in_the_way) {
                return Err(io::Error::other(format!("{}, {}: {reason}", system.name(), script.group)));
            }
            let questions = script.questions.iter().zip(asked).zip(written);
            for (((question, asked), written), missing) in questions.zip(missing) {
                if missing {
                    sink.take(outcome(settings, system.as_ref(), script, question, asked, written))?;
                }
            }
        }
    }
    Ok(())
}

fn outcome(
    settings: &Settings,
    system: &dyn System,
    script: &Script,
    question: &Question,
    asked: Asked,
    (needed, forbidden): &(Vec<Written>, Vec<Written>),
) -> Outcome {
    let found = |(place, (wanted, at)): (usize, (&Wanted, &Written))| Found {
        text: wanted.name().to_owned(),
        written: at.written,
        named: at.named,
        again: at.again,
        rank: wanted.rank(&asked.recalled),
        probed: asked.probes.get(place).map(|answer| wanted.rank(answer).is_some()),
    };
    let forbidden = question.forbidden.iter().zip(forbidden).enumerate().map(found).collect();
    let needed = question.needed.iter().zip(needed).enumerate();
    let needed = needed.map(|one| Found { probed: None, ..found(one) }).collect();
    let kept = |text: String| match text.char_indices().nth(settings.kept) {
        Some((end, _)) => text[..end].to_owned(),
        None => text,
    };
    Outcome {
        data_sha256: settings.data_sha256.clone(),
        mapping: settings.mapping.clone(),
        k: settings.k,
        embedder: settings.embedder.clone(),
        system: system.name().to_owned(),
        system_version: system.version().to_owned(),
        group: script.group.clone(),
        id: question.id.clone(),
        kind: question.kind.clone(),
        question: question.text.clone(),
        needed,
        forbidden,
        lacked: asked.lacked,
        not_applicable: asked.not_applicable,
        error: asked.error,
        recalled: asked.recalled.into_iter().map(kept).collect(),
        times: asked.times,
    }
}
