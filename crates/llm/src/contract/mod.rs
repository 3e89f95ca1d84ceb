//! The five contracts in which a model is asked: which memories a supersede concerns and how, and which a purge or a
//! release means; of a text that is written, in which other forms it names what it names, and which memory it brings up to
//! date. Each is one completion over at most [`MOST`] memories.
//!
//! The prompts are files with a version (`prompts/purge-1.txt`), and rendered the same every time. Texts of memories are data in
//! them: written as JSON strings in which nothing ends the line or hides, and declared as data. That does not make a model
//! immune to instructions in them; what it answers is read strictly, and checked by whoever plans with it.
//!
//! An answer is read in two steps: [`extract`] finds the JSON in what was said, tolerantly; then it is held to its contract,
//! strictly. What does not fit is `unusable` as a whole: no index is dropped, since who names a memory that is not there may be
//! wrong about the others too.

mod annotation;
mod answer;
pub mod check;
pub mod extract;
mod lenient;
mod prompt;

use std::time::Duration;

use serde::Serialize;

use crate::{Failure, FailureKind, Finish, LanguageModel, Request, Usage};

pub use annotation::{Annotation, AnnotationKind};
pub use answer::{Change, How, read_annotations, read_changes, read_matches, read_update};
pub use prompt::{Contract, Prompt};

/// Up to how many memories a model is asked about at a time. What comes behind is not shown to it.
pub const MOST: usize = 20;
/// The longest answer that only names memories, in tokens: enough for models that think aloud. An answer that is cut off is
/// never used.
const ANSWER: u32 = 2048;
/// The longest answer with texts.
const LONGEST_ANSWER: u32 = 16 * 1024;

/// What was asked by a contract: the answer, and the record of it.
#[derive(Debug, Clone, PartialEq)]
pub struct Asked<T> {
    /// The answer, or why there is none that can be used.
    pub answer: Result<T, Failure>,
    /// What happened.
    pub record: Record,
}

/// Says whether a text of an answer can be stored, or why not: an answer with one that cannot is unusable.
pub type Fits<'a> = dyn Fn(&str) -> Result<(), String> + 'a;

/// The record of one question, for plans, logs and accounts. Holds no text of a memory.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Record {
    /// The contract and the version of its prompt, such as `purge-1`.
    pub prompt: String,
    /// The model.
    pub model: String,
    /// How many memories were shown.
    pub candidates: usize,
    /// What came of it, where it cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub failure: Option<Failure>,
    /// What it took.
    pub usage: Usage,
    /// How long it took, in seconds.
    #[serde(serialize_with = "seconds")]
    pub latency: Duration,
}

fn seconds<S: serde::Serializer>(latency: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(latency.as_secs_f64())
}

/// Asks which memories a purge means. Returns their numbers in ascending order; without memories nobody is asked.
pub fn purge(model: &dyn LanguageModel, request: &str, memories: &[&str]) -> Asked<Vec<usize>> {
    matching(Contract::Purge, model, request, memories)
}

/// Asks which memories a release means. Returns their numbers in ascending order; without memories nobody is asked.
pub fn release(model: &dyn LanguageModel, request: &str, memories: &[&str]) -> Asked<Vec<usize>> {
    matching(Contract::Release, model, request, memories)
}

/// Asks which memories a supersede concerns, and how. Returns the changes by ascending number; without memories nobody is
/// asked. Merged texts are not checked ([`check::merged`]), but for what `fits` says of whether they can be stored.
pub fn supersede(
    model: &dyn LanguageModel,
    request: &str,
    new: &str,
    memories: &[&str],
    fits: &Fits<'_>,
) -> Asked<Vec<Change>> {
    let shown = &memories[..memories.len().min(MOST)];
    // Each memory may come back with the new statement in it.
    let texts: usize = shown.iter().map(|memory| memory.len() + new.len()).sum();
    let longest = ANSWER.saturating_add(u32::try_from(texts).unwrap_or(u32::MAX)).min(LONGEST_ANSWER);
    let prompt = Prompt::of(Contract::Supersede);
    let read = |answer: &str, candidates| {
        let changes = read_changes(answer, candidates)?;
        for change in &changes {
            if let How::Partial { text } = &change.how {
                fits(text).map_err(|why| format!("memory {} cannot be so: {why}", change.index))?;
            }
        }
        Ok(changes)
    };
    ask(model, &prompt, prompt.render(request, new, shown, longest), shown.len(), read)
}

/// Asks in which other forms a text names what it names. Returns what the model says: what of it may stand is the caller's to
/// ask ([`Annotation::stands_beside`]), but for what `fits` says of whether it can be stored.
pub fn annotate(model: &dyn LanguageModel, text: &str, fits: &Fits<'_>) -> Asked<Vec<Annotation>> {
    let prompt = Prompt::of(Contract::Annotate);
    let read = |answer: &str, _| {
        let annotations = read_annotations(answer)?;
        for part in annotations.iter().flat_map(|annotation| [&annotation.of, &annotation.value]) {
            fits(part).map_err(|why| format!("an annotation cannot be so: {why}"))?;
        }
        Ok(annotations)
    };
    ask(model, &prompt, prompt.render("", text, &[], ANSWER), 1, read)
}

/// Asks which memory a text that is written brings up to date, if any; without memories nobody is asked.
pub fn merge(model: &dyn LanguageModel, text: &str, memories: &[&str]) -> Asked<Option<usize>> {
    let shown = &memories[..memories.len().min(MOST)];
    let prompt = Prompt::of(Contract::Merge);
    ask(model, &prompt, prompt.render("", text, shown, ANSWER), shown.len(), read_update)
}

fn matching(
    contract: Contract,
    model: &dyn LanguageModel,
    request: &str,
    memories: &[&str],
) -> Asked<Vec<usize>> {
    let shown = &memories[..memories.len().min(MOST)];
    let prompt = Prompt::of(contract);
    ask(model, &prompt, prompt.render(request, "", shown, ANSWER), shown.len(), read_matches)
}

fn ask<T: Default>(
    model: &dyn LanguageModel,
    prompt: &Prompt,
    request: Request,
    candidates: usize,
    read: impl FnOnce(&str, usize) -> Result<T, String>,
) -> Asked<T> {
    let mut record = Record {
        prompt: prompt.name(),
        model: model.name().to_owned(),
        candidates,
        failure: None,
        usage: Usage::default(),
        latency: Duration::ZERO,
    };
    if candidates == 0 {
        return Asked { answer: Ok(T::default()), record };
    }
    let answer = model.complete(&request).and_then(|completion| {
        (record.usage, record.latency) = (completion.usage, completion.latency);
        match completion.finish {
            Finish::Length => {
                let reason = format!("the answer was cut off at {} tokens", request.max_tokens);
                Err(Failure::new(FailureKind::Truncated, reason))
            }
            Finish::Refused => Err(Failure::new(FailureKind::Refused, "the model would not answer")),
            Finish::Stop => read(&completion.text, candidates).map_err(|reason| {
                model.unusable();
                Failure::new(FailureKind::Unusable, reason)
            }),
        }
    });
    record.failure = answer.as_ref().err().cloned();
    Asked { answer, record }
}
