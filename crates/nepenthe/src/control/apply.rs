//! Carrying out a plan: one transaction, all or nothing.

use std::collections::HashMap;

use jiff::Timestamp;
use nepenthe_llm::Failure;
use serde::Serialize;

use super::action::{depth_after, event_kind, how};
use super::{Action, Consolidation, Follows, Mutation, Plan, Step, Target, Verb, provenance};
use crate::corpus::guard;
use crate::embed::EmbedError;
use crate::erase::{self, Admission, Ahead, Erased, Erasure, Grounds, ReadmissionGate, Stopped, Waiting};
use crate::handle::Scope;
use crate::inscribe::{AskError, ask_about};
use crate::model::{Depth, EventKind, MemoryId, Provenance};
use crate::store::query::ScopeKey;
use crate::store::query::memory::{self, StoredMemory};
use crate::store::query::scope as scopes;
use crate::store::{Database, Session, StorageError};
use crate::write::{Change, Said, Writer};

/// What applying a plan did.
#[derive(Debug, Clone, Default, PartialEq, Serialize)]
pub struct Outcome {
    /// Every change, in order.
    pub changes: Vec<Change>,
    /// The memory that a supersede wrote.
    pub inscribed: Option<MemoryId>,
    /// Memories whose new text lacks what was erased of the one that was to come in ([`Scope::with_returning`]).
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub trimmed: Vec<MemoryId>,
    /// What an erasure came to, for a purge that erased something.
    pub erasure: Option<Erasure>,
}

/// Why a plan was not carried out. Nothing was changed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ApplyError {
    /// A memory changed or was purged since the plan was made. Make a new plan.
    #[error("memory {0} has changed since the plan was made; nothing was changed: make a new plan")]
    Stale(MemoryId),
    /// A text that would come in, or come back, says again what was erased. Admit it with a reason, or put it into
    /// quarantine ([`Scope::with_returning`]).
    #[error(
        "the text says again what was erased on {0}; nothing was changed: with something else there it can be written, or \
         admit it with a reason, or quarantine it"
    )]
    Erased(Box<Stopped>),
    /// The reference of a reason or of a request says itself what was erased, is erased or is let in; the log would keep that
    /// for good. Name another, or none.
    #[error(
        "the reference says itself what is erased or let in, and the log would keep it; nothing was changed"
    )]
    Reference,
    /// The plan was made in another scope.
    #[error("the plan was made in another scope; nothing was changed")]
    OtherScope,
    /// The placement asks a language model about what is written, and there is none. Open the store with one.
    #[error(
        "the placement needs a language model, and the store was opened without one; nothing was changed"
    )]
    NoModel,
    /// The language model gave no answer about a new text that can be used, and nothing was to be written then.
    #[error("the language model's answer about the new text: {0}; nothing was changed")]
    Model(Failure),
    /// A new text could not be embedded.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<AskError> for ApplyError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::NoModel => Self::NoModel,
            AskError::Model(_, failure) => Self::Model(failure),
            AskError::Embed(error) => error.into(),
            AskError::Storage(error) => error.into(),
        }
    }
}

/// Carries out a plan.
pub(crate) fn apply(scope: &Scope, plan: &Plan, grounds: &Grounds) -> Result<Outcome, ApplyError> {
    if plan.scope != *scope.path() {
        return Err(ApplyError::OtherScope);
    }
    if plan.is_empty() {
        return Ok(Outcome::default());
    }
    // 1. Read and embed what is new, with no lock held.
    let purges = plan.mutation.verb() == Verb::Purge;
    let inscribed = plan.inscribe.iter().map(|new| (new.text.as_str(), None));
    let entering = plan.steps.iter().filter(|_| !purges).filter_map(|step| match &step.action {
        Action::Edit { text } => Some((text.as_str(), Some(step.memory.text.as_str()))),
        Action::Restore => Some((step.memory.text.as_str(), None)),
        _ => None,
    });
    let gate = scope.gate(inscribed.chain(entering))?;
    let restored = plan.steps.iter().filter(|step| step.action == Action::Restore);
    let beside =
        plan.inscribe.iter().map(Provenance::from).chain(restored.map(|step| Provenance::from(&step.memory)));
    let gate = gate.with_provenances(beside)?;
    // What a purge takes out of a text it takes out of what stands beside it, too.
    let kept = if purges { provenance::kept(scope, plan)? } else { HashMap::new() };
    let texts: Vec<&str> = plan
        .inscribe
        .iter()
        .map(|new| new.text.as_str())
        .chain(plan.steps.iter().filter_map(|step| match &step.action {
            Action::Edit { text } => Some(text.as_str()),
            _ => None,
        }))
        .map(|text| gate.admissible(text))
        .collect();
    let mut vectors = scope.embed_stored(&texts)?.into_iter();
    let rewritten = plan.steps.iter().filter(|step| matches!(step.action, Action::Edit { .. }));
    let before =
        plan.inscribe.iter().map(|_| None).chain(rewritten.map(|step| Some(step.memory.text.as_str())));
    // Erasing asks no model.
    let about: Vec<_> = texts.iter().copied().zip(before).filter(|_| !purges).collect();
    let mut said = ask_about(scope, &gate, &about, false)?.into_iter();
    let inscribed = plan.inscribe.iter().filter_map(|_| vectors.next()).next().unwrap_or_default();
    let mut of_new = plan.inscribe.iter().filter_map(|_| said.next()).next();
    let rewrites = |step: &Step| matches!(step.action, Action::Edit { .. });
    let steps = plan.steps.iter().map(|step| match rewrites(step) {
        true => (step, vectors.next().unwrap_or_default(), said.next().unwrap_or_default()),
        false => (step, Vec::new(), Said::default()),
    });
    // What is made again without the erased comes last, since it must not say that again. What is left of a copy is not made: like
    // any other memory it may share a statement with the erased one.
    let made_again =
        |step: &Step| purges && rewrites(step) && matches!(step.follows, Some(Follows::Derived(_)));
    let (last, first): (Vec<_>, Vec<_>) = steps.partition(|(step, ..)| made_again(step));

    let goes = |step: &&Step| step.action == Action::Purge;
    let going = || plan.steps.iter().filter(goes).map(|step| step.memory.text.clone()).collect();
    let mut ahead = purges.then(|| Ahead::begin(&scope.database().key, going()));
    let requested = scope.database().now();
    let (key, mut outcome, pending) =
        scope.database().write_as(!purges && plan.steps.len() < Database::SHORT, |session| {
            let now = scope.database().now();
            let key = scopes::find_or_create(session, &scope.database().key, scope.path())?;
            let mut writer = Writer::new(session, scope, key)?.with_planner(&plan.planner);
            if purges {
                let ids = plan.steps.iter().map(|step| step.memory.id);
                writer = writer.erasing(ids, words(plan), grounds.request.as_ref())?;
            }
            let mut outcome = Outcome::default();
            let mut erased = Erased::begin(session)?.with(ahead.take());
            // 2. The new memory first, so that the edges to it have both ends.
            if let Some(new) = &plan.inscribe {
                let text = gate.admissible(&new.text);
                let admission = gate.admission(session, key, text, None)?;
                let (of_provenance, provenance) =
                    gate.admission_of_provenance(session, key, new.into(), true)?;
                let admission = admission.and(of_provenance);
                refused(&gate, (session, key), text, admission)?;
                let said = of_new.take().unwrap_or_default();
                outcome.inscribed =
                    Some(writer.inscribe(new, (text, provenance), &inscribed, (now, admission), said)?);
                outcome.trimmed.extend(outcome.inscribed.filter(|_| admission == Admission::Trimmed));
            }
            // 3. Each step, if its memory is still what the plan saw.
            for (at_step, (step, vector, said)) in first.iter().chain(&last).enumerate() {
                if at_step == first.len() {
                    bury_request(scope, &writer, plan, &mut erased)?;
                }
                let id = step.memory.id;
                let mut row = memory::get(session, key, id)?.ok_or(ApplyError::Stale(id))?;
                if !row.readable {
                    if !purges {
                        return Err(StorageError::Unreadable(id).into());
                    }
                    (row.source, row.metadata) = (step.memory.source.clone(), step.memory.metadata.clone());
                }
                if guard(row.last_event) != step.guard() {
                    return Err(ApplyError::Stale(id));
                }
                let at = now.max(row.changed);
                let change = match &step.action {
                    Action::Purge => Some(writer.purge(&row, how(step), at, &mut erased)?),
                    // What a purge takes out of a text must not stay in an earlier one.
                    Action::Edit { text } => {
                        let (text, before) = if purges {
                            (text.as_str(), None)
                        } else {
                            (gate.admissible(text), Some(row.text.as_str()))
                        };
                        let admission = match purges && !made_again(step) {
                            true => Admission::Free,
                            false => gate.admission(session, key, text, before)?,
                        };
                        refused(&gate, (session, key), text, admission)?;
                        let edited = match purges {
                            true => {
                                let kept = kept.get(&id).cloned().unwrap_or_default();
                                writer.redact(&row, (text, &kept), vector, (at, admission), &mut erased)?
                            }
                            false => writer.edit(&row, text, vector, (at, admission.note()), said)?,
                        };
                        outcome.trimmed.extend(Some(id).filter(|_| admission == Admission::Trimmed));
                        match admission {
                            Admission::Quarantined if !row.quarantined => {
                                outcome.changes.push(edited);
                                Some(writer.quarantine(id, at)?)
                            }
                            _ => Some(edited),
                        }
                    }
                    // Named by its id, what is in quarantine comes back: so it was decided.
                    Action::Restore if !row.quarantined => {
                        let admission = gate.admission(session, key, &row.text, None)?;
                        let (of_provenance, _) =
                            gate.admission_of_provenance(session, key, row.provenance(), false)?;
                        let admission = admission.and(of_provenance);
                        refused(&gate, (session, key), &row.text, admission)?;
                        let (depth, kind) = match admission {
                            Admission::Quarantined => (Depth::SUBMERGED, EventKind::Release),
                            _ => (Depth::SURFACE, EventKind::Restore),
                        };
                        Some(writer.set_depth_noting(&row, depth, kind, None, at, admission.note())?)
                    }
                    Action::Consolidate => consolidate(&writer, &row, consolidation(plan), at, &mut outcome)?,
                    action => {
                        let after = depth_after(action, row.depth);
                        let related = outcome.inscribed.filter(|_| *action == Action::Supersede);
                        Some(writer.set_depth(&row, after, event_kind(action), related, at)?)
                    }
                };
                outcome.changes.extend(change);
            }
            bury_request(scope, &writer, plan, &mut erased)?;
            if let Some(request) = &grounds.request
                && (writer.request_tells()
                    || erase::names_erased(
                        writer.connection(),
                        writer.key(),
                        &scope.database().key,
                        request,
                    )?)
            {
                return Err(ApplyError::Reference);
            }
            // 4. The receipt, in the same transaction: nothing is ever erased without one.
            let pending = match erased.records.is_empty() {
                true => None,
                false => Some(writer.record(
                    plan.planner.as_str(),
                    as_json(plan)?,
                    grounds,
                    erased,
                    (requested, now),
                )?),
            };
            Ok::<_, ApplyError>((key, outcome, pending))
        })?;
    let gone = |kind| matches!(kind, EventKind::Purge | EventKind::Redact);
    let erased = outcome.changes.iter().filter(|change| gone(change.kind));
    scope.database().vectors.forget(key, erased.map(|change| change.id).collect());
    let (database, unfinished) = (scope.database(), &scope.inner().unfinished);
    // 5. Out of the files, with no lock held by others. What of earlier erasures cannot be finished now stays pending.
    if scope.inner().waiting == Waiting::ForLogical && database.has_files() {
        outcome.erasure = pending.map(|pending| erase::leave_to_later(unfinished, pending));
        scope.inner().finish();
    } else {
        let _ = erase::finish_pending(database, unfinished, false);
        outcome.erasure = pending.map(|pending| erase::certify(database, unfinished, pending));
        let _ = erase::finish_left_behind(database, unfinished);
    }
    Ok(outcome)
}

/// An error where a text may not come in.
fn refused(
    gate: &ReadmissionGate<'_>,
    (session, key): (Session<'_>, ScopeKey),
    text: &str,
    admission: Admission<'_>,
) -> Result<(), ApplyError> {
    match admission {
        Admission::Refused(since, last) => {
            let stopped = gate.explain(session, key, text, (since, last))?;
            Err(ApplyError::Erased(Box::new(stopped)))
        }
        Admission::ReferenceTells => Err(ApplyError::Reference),
        _ => Ok(()),
    }
}

/// The plan as the receipt commits to it.
fn as_json(plan: &Plan) -> Result<String, StorageError> {
    serde_json::to_string(plan).map_err(StorageError::corrupt)
}

/// The words of the request.
fn words(plan: &Plan) -> Option<&str> {
    match plan.mutation.target() {
        Target::Words(words) => Some(words),
        _ => None,
    }
}

/// Lays the tombstones of the texts that went, of what the request names or asks for, and of the secrets, once something is erased.
fn bury_request(
    scope: &Scope,
    writer: &Writer<'_>,
    plan: &Plan,
    erased: &mut Erased,
) -> Result<(), StorageError> {
    writer.bury(erased)?;
    if let Some(first) = erased.records.first() {
        let (session, key) = (writer.connection(), &scope.database().key);
        let request = (words(plan), plan.name.as_ref().is_some_and(|name| name.kept_out));
        let laid = erase::bury_identities(session, writer.key(), key, request, &erased.values, first.event)?;
        erased.buried.extend(laid);
    }
    Ok(())
}

fn consolidation(plan: &Plan) -> Consolidation {
    match plan.mutation {
        Mutation::Consolidate { consolidation, .. } => consolidation,
        _ => Consolidation::default(),
    }
}

/// Lets one memory sink by its age, then lifts it if it was recalled often enough, and since its last change.
fn consolidate(
    writer: &Writer<'_>,
    row: &StoredMemory,
    how: Consolidation,
    at: Timestamp,
    outcome: &mut Outcome,
) -> Result<Option<Change>, StorageError> {
    let recalled_since = row.accessed.is_some_and(|accessed| accessed > row.changed);
    let since = row.accessed.map_or(row.changed, |accessed| accessed.max(row.changed));
    let age = at.duration_since(since).as_secs_f64().max(0.0);
    #[expect(clippy::cast_precision_loss, reason = "a logarithm of a count")]
    let slowness = how.tau.as_secs_f64() * (1.0 + (1.0 + row.accesses as f64).ln());
    let sunk = row.depth.sink((-age / slowness).exp());

    let promote = recalled_since && row.accesses >= how.promote_accesses && sunk.get() >= how.promote_depth;
    if promote && sunk < Depth::PROMOTED {
        if sunk != row.depth {
            outcome.changes.push(writer.set_depth(row, sunk, EventKind::Consolidate, None, at)?);
        }
        let sunk_row = StoredMemory { depth: sunk, ..row.clone() };
        return Ok(Some(writer.set_depth(&sunk_row, Depth::PROMOTED, EventKind::Promote, None, at)?));
    }
    if sunk == row.depth {
        return Ok(None);
    }
    Ok(Some(writer.set_depth(row, sunk, EventKind::Consolidate, None, at)?))
}
