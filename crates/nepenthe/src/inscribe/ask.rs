//! What a language model says of texts that are to be written: asked with no lock held and no transaction begun, so
//! that an answer that cannot be used, or a budget that ends in the middle of a batch, leaves nothing half written.

use nepenthe_llm::contract::check::replaces;
use nepenthe_llm::contract::{self, Asked, MOST, Record};
use nepenthe_llm::{Failure, LanguageModel};
use nepenthe_planner::{Candidate, Canonical, CorpusError, Memories, PlannerError};
use nepenthe_text::word::fold;

use crate::corpus::own_error;
use crate::embed::EmbedError;
use crate::erase::{Admission, ReadmissionGate};
use crate::handle::{Merge, Scope, Unanswered};
use crate::model::{EventSeq, storable};
use crate::recall::RecallError;
use crate::store::query::annotation::Annotations;
use crate::store::{Include, StorageError};
use crate::write::{Older, Said};

/// Why a text is not written.
pub(crate) enum AskError {
    /// The placement asks a model, and there is none.
    NoModel,
    /// Its answer about this text cannot be used, and nothing is to be written then.
    Model(usize, Failure),
    /// The text could not be embedded, to find the memories nearest to it.
    Embed(EmbedError),
    /// The storage underneath refused.
    Storage(StorageError),
}

impl From<StorageError> for AskError {
    fn from(error: StorageError) -> Self {
        Self::Storage(error)
    }
}

impl From<RecallError> for AskError {
    fn from(error: RecallError) -> Self {
        match error {
            RecallError::Embed(error) => Self::Embed(error),
            RecallError::Storage(error) => Self::Storage(error),
            RecallError::NoVectors | RecallError::NoRelevance(_) => {
                Self::Storage(StorageError::corrupt(error))
            }
        }
    }
}

impl From<CorpusError> for AskError {
    fn from(error: CorpusError) -> Self {
        match own_error(error) {
            Ok(error) => error.into(),
            Err(other) => Self::Storage(StorageError::corrupt(other)),
        }
    }
}

impl From<PlannerError> for AskError {
    fn from(error: PlannerError) -> Self {
        match error {
            PlannerError::Corpus(error) => error.into(),
            error => Self::Storage(StorageError::corrupt(error)),
        }
    }
}

/// Asks about each text, given with what its memory said before, as the store's placement says. Nothing is shown to
/// anybody of a batch with a text that may not come in, nor a text that stays out of recall. `merges` says whether a
/// text may bring another memory up to date: one that a mutation writes may not.
pub(crate) fn ask_about(
    scope: &Scope,
    gate: &ReadmissionGate<'_>,
    texts: &[(&str, Option<&str>)],
    merges: bool,
) -> Result<Vec<Said>, AskError> {
    let inner = scope.inner();
    if texts.is_empty() || !inner.placement.annotates() {
        return Ok(texts.iter().map(|_| Said::default()).collect());
    }
    let model = inner.language_model.as_deref().ok_or(AskError::NoModel)?;
    let admissions = scope.read(|session, key| {
        texts.iter().map(|(text, before)| gate.admission(session, key, text, *before)).collect()
    })?;
    let admissions: Vec<Admission<'_>> = admissions.unwrap_or_else(|| vec![Admission::Free; texts.len()]);
    if admissions.iter().any(|admission| admission.is_closed()) {
        // Nothing of the batch will be written.
        return Ok(texts.iter().map(|_| Said::default()).collect());
    }
    let mut all = Vec::with_capacity(texts.len());
    for (index, ((text, _), admission)) in texts.iter().zip(admissions).enumerate() {
        let mut said = Said::default();
        if admission != Admission::Quarantined {
            let failed = |failure| AskError::Model(index, failure);
            annotate(model, text, inner.unanswered, &mut said).map_err(failed)?;
            if let Some(merge) = inner.merge.filter(|_| merges) {
                let near = nearest(scope, text)?;
                let older = update(model, text, near, inner.unanswered, &mut said).map_err(failed)?;
                if let Some((candidate, prompt)) = older {
                    join(scope, text, (candidate, prompt), merge, &mut said)?;
                }
            }
        }
        all.push(said);
    }
    Ok(all)
}

fn annotate(
    model: &dyn LanguageModel,
    text: &str,
    unanswered: Unanswered,
    said: &mut Said,
) -> Result<(), Failure> {
    let asked = contract::annotate(model, text, &storable);
    let prompt = asked.record.prompt.clone();
    let Some(mut entries) = answered(asked, unanswered, said)? else { return Ok(()) };
    entries.retain(|entry| entry.stands_beside(text));
    said.outcomes.push(prompt.clone());
    said.annotations = (!entries.is_empty()).then_some(Annotations { prompt, entries });
    Ok(())
}

/// Returns the memory that the text brings up to date by the model's word.
fn update(
    model: &dyn LanguageModel,
    text: &str,
    near: Vec<Candidate>,
    unanswered: Unanswered,
    said: &mut Said,
) -> Result<Option<(Candidate, String)>, Failure> {
    if near.is_empty() {
        return Ok(None);
    }
    let texts: Vec<&str> = near.iter().map(|candidate| candidate.hit.memory.text.as_str()).collect();
    let asked = contract::merge(model, text, &texts);
    let prompt = asked.record.prompt.clone();
    let Some(answer) = answered(asked, unanswered, said)? else { return Ok(None) };
    match answer.and_then(|index| near.into_iter().nth(index)) {
        Some(candidate) => Ok(Some((candidate, prompt))),
        None => {
            said.outcomes.push(prompt);
            Ok(None)
        }
    }
}

/// The answer, if it can be used; where it cannot, what the store's policy makes of that.
fn answered<T>(asked: Asked<T>, unanswered: Unanswered, said: &mut Said) -> Result<Option<T>, Failure> {
    let Asked { answer, record: Record { prompt, .. } } = asked;
    match (answer, unanswered) {
        (Ok(answer), _) => Ok(Some(answer)),
        (Err(failure), Unanswered::Fail) => Err(failure),
        (Err(failure), Unanswered::Plain) => {
            said.outcomes.push(format!("{prompt}:{}", failure.kind.word()));
            Ok(None)
        }
    }
}

/// The memories in recall that are nearest to a text, but for those that say the same.
fn nearest(scope: &Scope, text: &str) -> Result<Vec<Candidate>, CorpusError> {
    let mut near = Memories::of(scope).nearest(text, MOST, Include::Live)?;
    near.retain(|candidate| fold(&candidate.hit.memory.text) != fold(text));
    Ok(near)
}

/// The model proposes, the rules dispose: a memory that they take for one of another thing is left alone, and one that states
/// something that the new text neither restates nor contradicts is only linked.
fn join(
    scope: &Scope,
    text: &str,
    (candidate, prompt): (Candidate, String),
    merge: Merge,
    said: &mut Said,
) -> Result<(), AskError> {
    let memory = &candidate.hit.memory;
    if Canonical::default().takes_for_another(text, &Memories::of(scope), &candidate)? {
        said.outcomes.push(format!("{prompt}:spared"));
        return Ok(());
    }
    let merge = if replaces(&memory.text, text) { merge } else { Merge::Link };
    said.outcomes.push(format!("{prompt}:{}", merge.as_str()));
    said.older = Some(Older { id: memory.id, merge, prompt, guard: EventSeq(candidate.guard().get()) });
    Ok(())
}
