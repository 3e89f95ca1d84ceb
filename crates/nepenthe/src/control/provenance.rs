//! What a purge takes out of what stands beside a text: of the source and the metadata, whatever names what is asked for,
//! or says what is erased.

use std::collections::{BTreeSet, HashMap, HashSet};

use nepenthe_text::clause;
use nepenthe_text::entity::identifier::{self, Identifier, is_value};
use nepenthe_text::fingerprint;
use nepenthe_text::quotation;

use super::planner::canonical::Named;
use super::{Action, Candidate, Draft, Follows, Mutation, Plan, PlanError, Step, Target};
use crate::corpus::guard;
use crate::handle::Scope;
use crate::model::{MemoryId, Provenance};
use crate::store::StorageError;
use crate::store::query::memory;

/// From which certainty on a value carries an identifier of an erased text.
const SURE: f32 = 0.5;

/// Bytes in which it is looked for whether identifiers of an erased text are left in other letters.
const SEARCHED: usize = 1 << 20;

/// Adds a step for each memory that a purge in words leaves alone, and that names what is asked for beside its text: the text stays.
pub(super) fn add(scope: &Scope, mutation: &Mutation, draft: &mut Draft) -> Result<(), PlanError> {
    let Some(named) = Named::new(mutation) else { return Ok(()) };
    let named = if draft.steps.is_empty() { named.without_words() } else { named };
    // Many memories have the same source.
    let mut known: HashMap<String, bool> = HashMap::new();
    let mut names = |string: String| match known.get(&string) {
        Some(names) => *names,
        None => {
            let names = named.is_in(&string);
            known.insert(string, names);
            names
        }
    };
    let mut naming: Vec<MemoryId> = Vec::new();
    provenances(scope, &mut |id, provenance| {
        if provenance.strings().into_iter().any(&mut names) {
            naming.push(id);
        }
    })?;
    for id in naming {
        if draft.steps.iter().any(|step| step.memory.id == id) {
            continue;
        }
        if let Some((memory, last_event)) = scope.get_guarded(id)? {
            let text = memory.text.clone();
            let reason = "what is asked for stands beside its text, which stays";
            draft.steps.push(Candidate::of(memory, guard(last_event)).step(Action::Edit { text }, reason));
        }
    }
    Ok(())
}

/// Hands what stands beside the texts of the scope's memories to `visit`, whatever their state.
fn provenances(scope: &Scope, visit: &mut dyn FnMut(MemoryId, Provenance)) -> Result<(), StorageError> {
    scope
        .read(|connection, scope| memory::provenances(connection, scope, visit))
        .map(Option::unwrap_or_default)
}

/// Says at each step that edits what goes beside the text.
pub(super) fn tell(scope: &Scope, mutation: &Mutation, steps: &mut [Step]) -> Result<(), StorageError> {
    let Some(sieve) = Sieve::of(mutation, steps) else { return Ok(()) };
    for step in steps {
        let taken = sieve.take(scope, step)?.map(|(_, taken)| taken).unwrap_or_default();
        if let [first, more @ ..] = taken.as_slice() {
            let goes = if more.is_empty() { "goes" } else { "go" };
            let all = more.iter().fold(first.clone(), |all, one| format!("{all}, {one}"));
            step.reason = format!("{}; {all} {goes} too", step.reason);
        }
    }
    Ok(())
}

/// Returns what is left beside the text of each memory that a purge edits.
pub(super) fn kept(scope: &Scope, plan: &Plan) -> Result<HashMap<MemoryId, Provenance>, StorageError> {
    let mut kept = HashMap::new();
    let Some(sieve) = Sieve::of(&plan.mutation, &plan.steps) else { return Ok(kept) };
    for step in &plan.steps {
        kept.extend(sieve.take(scope, step)?.map(|(provenance, _)| (step.memory.id, provenance)));
    }
    Ok(kept)
}

/// What the words of a purge forget wherever it stands.
struct Sieve<'a> {
    named: Option<Named<'a>>,
    /// The identities that its tombstones will stop.
    stopped: BTreeSet<String>,
}

impl<'a> Sieve<'a> {
    /// Reads a mutation; `None` where no step edits anything.
    fn of(mutation: &'a Mutation, steps: &[Step]) -> Option<Self> {
        if !steps.iter().any(|step| matches!(step.action, Action::Edit { .. })) {
            return None;
        }
        let stopped = match mutation.target() {
            Target::Words(words) => {
                fingerprint::requested(words).into_iter().flat_map(|one| one.strings).collect()
            }
            _ => BTreeSet::new(),
        };
        Some(Self { named: Named::new(mutation), stopped })
    }

    /// What is left beside the text of a step's memory, and where that stood which goes; `None` for a step that edits nothing.
    fn take(&self, scope: &Scope, step: &Step) -> Result<Option<(Provenance, Vec<String>)>, StorageError> {
        let Action::Edit { text: left } = &step.action else { return Ok(None) };
        let mut provenance = Provenance::from(&step.memory);
        if provenance == Provenance::default() {
            return Ok(Some((provenance, Vec::new())));
        }
        let mut texts = scope.texts(step.memory.id)?;
        if let Some(Follows::Copy(of) | Follows::Derived(of)) = step.follows {
            texts.extend(scope.texts(of)?);
        }
        let gone = Gone::new(&texts, left);
        let taken = provenance.take(&|string| self.forgets(string) || gone.is_said_by(string, left));
        Ok(Some((provenance, taken)))
    }

    fn forgets(&self, string: &str) -> bool {
        self.named.as_ref().is_some_and(|named| named.is_in(string))
            || !self.stopped.is_empty()
                && fingerprint::carried(string).iter().any(|carried| self.stopped.contains(carried))
    }
}

/// What texts said and carried that what is left of them does not.
struct Gone<'t> {
    texts: Vec<&'t str>,
    statements: Vec<String>,
    identifiers: Vec<Identifier>,
}

impl<'t> Gone<'t> {
    fn new(texts: &'t [String], left: &str) -> Self {
        let texts: Vec<&str> = texts.iter().map(String::as_str).filter(|text| *text != left).collect();
        let kept = identifier::recognise(left);
        let kept: HashSet<_> = kept.iter().map(|one| (one.kind, &one.canonical)).collect();
        let (mut searched, haystack) = (0, identifier::Haystack::new(left));
        // In the same letters, or in others as long as there are few.
        let mut stays = |one: &Identifier| {
            kept.contains(&(one.kind, &one.canonical)) || {
                searched += left.len();
                searched <= SEARCHED && haystack.find(one).iter().any(|found| found.certainty >= SURE)
            }
        };
        let carried = texts.iter().flat_map(|text| identifier::recognise(text));
        let identifiers = carried.filter(|one| !is_value(one.kind) && !stays(one)).collect();
        let quotes = quotation::Quotable::new(left);
        let said = texts.iter().flat_map(|text| {
            let clauses = clause::split(text);
            let clauses: Vec<String> = clauses.iter().map(|clause| clause.standalone.clone()).collect();
            std::iter::once((*text).to_owned()).chain(clauses)
        });
        let statements = said.filter(|said| quotes.find(said).is_none()).collect();
        Self { texts, statements, identifiers }
    }

    fn is_said_by(&self, string: &str, left: &str) -> bool {
        let haystack = identifier::Haystack::new(string);
        let carries = |one: &Identifier| haystack.find(one).iter().any(|found| found.certainty >= SURE);
        let part = || {
            self.texts.iter().any(|text| quotation::find(string, text).is_some())
                && quotation::find(string, left).is_none()
        };
        self.identifiers.iter().any(carries)
            || self.statements.iter().any(|said| quotation::find(said, string).is_some())
            || part()
    }
}
