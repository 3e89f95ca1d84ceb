//! Plays persons against systems.

use std::io;
use std::sync::Arc;

use super::play::play;
use super::{Data, Mapping, Prepared, Record};
use crate::adapter::System;
use crate::llm::ModelMeter;

/// How a run is made; every record says so.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settings {
    /// How sessions become operations.
    pub mapping: Mapping,
    /// How many texts a recall may return.
    pub k: usize,
    /// The name of the embedder that the systems share.
    pub embedder: String,
}

/// Takes records as they are made. When `take` returns, the record outlives a crash of this process, as far as the sink
/// keeps anything at all; an error ends the run.
pub trait Sink {
    /// Says that a system begins with a person.
    fn begin(&mut self, _mapping: Mapping, _system: &str, _persona: &str) {}

    /// Returns whether the record of a question is there already.
    fn has(&self, _mapping: Mapping, _system: &str, _persona: &str, _question: &str) -> bool {
        false
    }

    /// Takes the record of a question just asked.
    ///
    /// # Errors
    /// What the writing of it said.
    fn take(&mut self, record: Record) -> io::Result<()>;
}

impl Sink for Vec<Record> {
    fn take(&mut self, record: Record) -> io::Result<()> {
        self.push(record);
        Ok(())
    }
}

/// Plays every person against each system in turn: one fresh memory a person, the sessions in order, then each question
/// once. A person whose records the sink has all is left out; where some are missing the person is played again, and
/// only those are handed on.
///
/// # Errors
/// The sink's: what a system does wrong is on record, and no error. And of the kind [`io::ErrorKind::Other`] what stands in the
/// way of a system's language model; the person in play has no record then.
pub fn run(
    data: &Data,
    systems: &[Arc<dyn System>],
    settings: &Settings,
    sink: &mut dyn Sink,
) -> io::Result<()> {
    let mapping = settings.mapping;
    let prepared: Vec<Prepared<'_>> =
        data.personas.iter().map(|persona| Prepared::new(persona, mapping)).collect();
    for system in systems {
        // A system in another process is started by this question, which is no person's time.
        system.version();
        for person in &prepared {
            let persona = person.persona;
            let is_there =
                |sink: &dyn Sink, question: &str| sink.has(mapping, system.name(), &persona.name, question);
            if persona.questions.iter().all(|question| is_there(sink, &question.id)) {
                continue;
            }
            sink.begin(mapping, system.name(), &persona.name);
            let played = play(system.as_ref(), person, settings.k);
            if let Some(reason) = system.language_model().and_then(ModelMeter::in_the_way) {
                return Err(io::Error::other(format!("{}, {}: {reason}", system.name(), persona.name)));
            }
            for (question, asked) in persona.questions.iter().zip(played.asked) {
                if is_there(sink, &question.id) {
                    continue;
                }
                let (needed, forbidden, checks) = person.look(question, &asked.recalled);
                sink.take(Record {
                    data_sha256: data.sha256.clone(),
                    mapping,
                    k: settings.k,
                    embedder: settings.embedder.clone(),
                    system: system.name().to_owned(),
                    system_version: system.version().to_owned(),
                    persona: persona.name.clone(),
                    task: question.task,
                    question_id: question.id.clone(),
                    question: question.text.clone(),
                    needed,
                    forbidden,
                    checks,
                    fallbacks: played.fallbacks.clone(),
                    error: asked.error,
                    recalled: asked.recalled,
                    times: asked.times,
                })?;
            }
        }
    }
    Ok(())
}
