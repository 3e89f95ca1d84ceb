//! What else has to go with the memories that a purge erases: those made from them, and those that repeat them.

use std::collections::{HashMap, HashSet, VecDeque};

use nepenthe_text::name::WordKeys;
use nepenthe_text::{identifier, identity};

use super::copy::{self, Copy};
use super::{Action, Candidate, Draft, Follows, Memories, PlanError, Step};
use crate::model::{Memory, MemoryId};
use crate::recall::phrase;
use crate::scope::Scope;
use crate::store::Include;

/// Memories looked at for each one that is erased.
const LOOKED_AT: usize = 256;

/// Adds a step for each memory that was made from an erased one, in turn for those made from it, and, where copies are to be
/// taken, for each that repeats one. Where a memory loses a part, those made from it are shown as spared: whether they hold that part is for a
/// person to say.
pub(super) fn close(scope: &Scope, draft: &mut Draft, takes_copies: bool) -> Result<(), PlanError> {
    let steps = &draft.steps;
    let places = steps.iter().enumerate().map(|(place, step)| (step.memory.id, place)).collect();
    let queue = (0..steps.len()).collect();
    let mut closure = Closure { scope, draft, places, queue };
    while let Some(place) = closure.queue.pop_front() {
        let step = &closure.draft.steps[place];
        let (memory, erased) = (step.memory.clone(), step.action == Action::Purge);
        closure.derived(&memory, erased)?;
        if erased && takes_copies {
            closure.copies(&memory)?;
        }
    }
    let places = closure.places;
    draft.spared.retain(|spared| !places.contains_key(&spared.memory.id));
    Ok(())
}

/// A plan that grows, each memory with at most one step.
struct Closure<'a> {
    scope: &'a Scope,
    draft: &'a mut Draft,
    /// Where the step of each memory is.
    places: HashMap<MemoryId, usize>,
    /// The steps that are still to be looked at: a memory that loses a part may turn out to go whole, and is then looked
    /// at again.
    queue: VecDeque<usize>,
}

impl Closure<'_> {
    fn action(&self, id: MemoryId) -> Option<&Action> {
        self.places.get(&id).map(|place| &self.draft.steps[*place].action)
    }

    /// Adds a step, in the place of the one that there is for its memory.
    fn put(&mut self, step: Step) {
        let steps = &mut self.draft.steps;
        let place = *self.places.entry(step.memory.id).or_insert(steps.len());
        match steps.get_mut(place) {
            Some(other) => *other = step,
            None => steps.push(step),
        }
        self.queue.push_back(place);
    }

    /// Adds a step for each memory that was made from one that is erased.
    fn derived(&mut self, memory: &Memory, erased: bool) -> Result<(), PlanError> {
        for id in self.scope.derived(memory.id)? {
            if self.action(id) == Some(&Action::Purge) {
                continue;
            }
            let Some((row, guard)) = self.scope.get_guarded(id)? else { continue };
            let candidate = Candidate::of(row, guard);
            if erased {
                let mut step = candidate.step(Action::Purge, format!("was made from {}", memory.id));
                step.follows = Some(Follows::Derived(memory.id));
                self.put(step);
            } else {
                let why =
                    format!("was made from {}, of which a part goes; look whether it holds that", memory.id);
                self.draft.spared.push(candidate.spare(why));
            }
        }
        Ok(())
    }

    /// Adds a step for each memory that repeats the text of one that is erased.
    fn copies(&mut self, memory: &Memory) -> Result<(), PlanError> {
        for mut other in alike(self.scope, memory)? {
            match self.action(other.candidate.hit.memory.id) {
                None => {}
                // What is left of it is what may repeat the text.
                Some(Action::Edit { text }) => {
                    other.text.clone_from(text);
                    other.earlier.clear();
                }
                Some(_) => continue,
            }
            let Some((action, why)) = repeats(&memory.text, &other) else {
                self.quoting(memory, other);
                continue;
            };
            let mut step = other.candidate.step(action, format!("{why} {}", memory.id));
            step.follows = Some(Follows::Copy(memory.id));
            self.put(step);
        }
        Ok(())
    }

    /// Shows a memory that has the words of an erased one and says something else with them.
    fn quoting(&mut self, memory: &Memory, other: Alike) {
        let id = other.candidate.hit.memory.id;
        let spared = &mut self.draft.spared;
        if copy::quotes(&other.text, &memory.text) && spared.iter().all(|one| one.memory.id != id) {
            let why = format!("has the words of {} in what it says; look whether it goes too", memory.id);
            spared.push(other.candidate.spare(why));
        }
    }
}

/// A memory that may repeat another: its text, and its earlier ones.
struct Alike {
    candidate: Candidate,
    text: String,
    earlier: Vec<String>,
}

/// The memories that hold the words of a text one after the other, now or in an earlier version, or share its identifiers.
fn alike(scope: &Scope, memory: &Memory) -> Result<Vec<Alike>, PlanError> {
    let mut ids: Vec<MemoryId> = Vec::new();
    let layers = identity::layers(&memory.text);
    if let Some(phrase) = layers.last().map(|text| phrase(text)).transpose()?.flatten() {
        ids.extend(scope.with_phrase(&phrase, LOOKED_AT)?);
    }
    let identifiers = identifier::recognise(&memory.text);
    if !identifiers.is_empty() {
        let own = identifiers.iter().flat_map(identifier::wanted_keys).collect();
        let keys = [WordKeys { own, sound: Vec::new() }];
        let found = Memories::new(scope).mentioning(&keys, Include::All, LOOKED_AT)?;
        ids.extend(found.iter().take(LOOKED_AT).map(|candidate| candidate.hit.memory.id));
    }
    // In the order of writing: the plan of one state is always the same.
    ids.sort_unstable();
    let mut seen = HashSet::from([memory.id]);
    let mut found = Vec::new();
    for id in ids.into_iter().filter(|id| seen.insert(*id)) {
        if let Some((row, guard)) = scope.get_guarded(id)? {
            let (text, mut earlier) = (row.text.clone(), scope.texts(id)?);
            earlier.pop();
            found.push(Alike { candidate: Candidate::of(row, guard), text, earlier });
        }
    }
    Ok(found)
}

/// Says whether a memory repeats a text, and what has to be done with it.
fn repeats(text: &str, other: &Alike) -> Option<(Action, &'static str)> {
    match copy::copy(&other.text, text) {
        Some(Copy::Whole) => Some((Action::Purge, "repeats the text of")),
        Some(Copy::Within(Some(text))) => {
            Some((Action::Edit { text }, "holds, beside other things, the text of"))
        }
        Some(Copy::Within(None)) => Some((Action::Purge, "holds little but the text of")),
        Some(Copy::Reworded) => Some((Action::Purge, "says no more, with the same identifiers, than")),
        None => other.earlier.iter().any(|earlier| copy::holds(earlier, text)).then(|| {
            let text = other.text.clone();
            (Action::Edit { text }, "an earlier text of it repeats")
        }),
    }
}
