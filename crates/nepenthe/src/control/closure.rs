//! What else has to go with the memories that a purge erases: those made from them, and those that repeat them.

use std::collections::{BTreeSet, HashSet};

use nepenthe_text::identifier;
use nepenthe_text::name::WordKeys;
use nepenthe_text::word::words;

use super::{Action, Candidate, Draft, Follows, Memories, PlanError, Step};
use crate::model::{Memory, MemoryId};
use crate::recall::phrase;
use crate::scope::Scope;
use crate::store::Include;

/// Texts of fewer words than this are too common to be looked for inside others.
const FEWEST_WORDS: usize = 3;

/// Memories looked at for each one that is erased.
const LOOKED_AT: usize = 256;

/// The share of words in common from which two texts with the same identifiers say the same.
const SAME: f64 = 0.75;

/// Adds a step for each memory that was made from an erased one, in turn for those made from it, and, where copies are to be
/// taken, for each that repeats one. Where a memory loses a part, those made from it are shown as spared: whether they hold that part is for a
/// person to say.
pub(super) fn close(scope: &Scope, draft: &mut Draft, takes_copies: bool) -> Result<(), PlanError> {
    // A memory that loses a part may turn out to go whole, and is then looked at again.
    let mut done: HashSet<(MemoryId, bool)> = HashSet::new();
    let key = |step: &Step| (step.memory.id, step.action == Action::Purge);
    while let Some(step) = draft.steps.iter().find(|step| !done.contains(&key(step))) {
        let (memory, erased) = (step.memory.clone(), step.action == Action::Purge);
        done.insert(key(step));
        for id in scope.derived(memory.id)? {
            if draft.steps.iter().any(|step| step.memory.id == id && step.action == Action::Purge) {
                continue;
            }
            let Some((row, guard)) = scope.get_guarded(id)? else { continue };
            let candidate = Candidate::of(row, guard);
            if erased {
                let mut step = candidate.step(Action::Purge, format!("was made from {}", memory.id));
                step.follows = Some(Follows::Derived(memory.id));
                put(draft, step);
            } else {
                let why =
                    format!("was made from {}, of which a part goes; look whether it holds that", memory.id);
                draft.spared.push(candidate.spare(why));
            }
        }
        if erased && takes_copies {
            copies(scope, &memory, draft)?;
        }
    }
    draft.spared.retain(|spared| !draft.steps.iter().any(|step| step.memory.id == spared.memory.id));
    Ok(())
}

/// Adds a step, in the place of the one that there is for its memory.
fn put(draft: &mut Draft, step: Step) {
    match draft.steps.iter_mut().find(|other| other.memory.id == step.memory.id) {
        Some(other) => *other = step,
        None => draft.steps.push(step),
    }
}

/// Adds a step for each memory that repeats the text of one that is erased.
fn copies(scope: &Scope, memory: &Memory, draft: &mut Draft) -> Result<(), PlanError> {
    for mut other in alike(scope, memory)? {
        let id = other.candidate.hit.memory.id;
        match draft.steps.iter().find(|step| step.memory.id == id).map(|step| &step.action) {
            None => {}
            // What is left of it is what may repeat the text.
            Some(Action::Edit { text }) => {
                other.text.clone_from(text);
                other.earlier.clear();
            }
            Some(_) => continue,
        }
        let Some((action, why)) = repeats(&memory.text, &other) else { continue };
        let mut step = other.candidate.step(action, format!("{why} {}", memory.id));
        step.follows = Some(Follows::Copy(memory.id));
        put(draft, step);
    }
    Ok(())
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
    if let Some(phrase) = phrase(&memory.text) {
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
    let (wanted, there) = (folded(text), folded(&other.text));
    if wanted.is_empty() {
        return None;
    }
    if wanted == there {
        return Some((Action::Purge, "repeats the text of"));
    }
    if wanted.len() >= FEWEST_WORDS && contains(&there, &wanted) {
        return match cut(&other.text, text) {
            Some(rest) => Some((Action::Edit { text: rest }, "holds, beside other things, the text of")),
            None => Some((Action::Purge, "holds little but the text of")),
        };
    }
    if same_identifiers(text, &other.text) && share(&wanted, &there) >= SAME {
        return Some((Action::Purge, "says the same, with the same identifiers, as"));
    }
    let before = |earlier: &String| {
        let earlier = folded(earlier);
        earlier == wanted || wanted.len() >= FEWEST_WORDS && contains(&earlier, &wanted)
    };
    if other.earlier.iter().any(before) {
        let text = other.text.clone();
        return Some((Action::Edit { text }, "an earlier text of it repeats"));
    }
    None
}

fn folded(text: &str) -> Vec<String> {
    let split = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    split.map(str::to_lowercase).collect()
}

fn contains(long: &[String], short: &[String]) -> bool {
    long.windows(short.len()).any(|window| window == short)
}

/// The share of content words that two texts have in common, of those of the longer one.
fn share(one: &[String], other: &[String]) -> f64 {
    let stems = |text: &[String]| -> BTreeSet<String> {
        words(&text.join(" ")).into_iter().filter(|word| word.content).map(|word| word.stem).collect()
    };
    let (one, other) = (stems(one), stems(other));
    let most = one.len().max(other.len());
    if most == 0 {
        return 0.0;
    }
    #[expect(clippy::cast_precision_loss, reason = "a share of a few words")]
    let share = one.intersection(&other).count() as f64 / most as f64;
    share
}

fn same_identifiers(one: &str, other: &str) -> bool {
    let (one, other) = (identifier::recognise(one), identifier::recognise(other));
    let covers = |some: &[identifier::Identifier], all: &[identifier::Identifier]| {
        some.iter().all(|one| all.iter().any(|other| identifier::same(one, other)))
    };
    !one.is_empty() && covers(&one, &other) && covers(&other, &one)
}

/// The text without the words of another that it holds one after the other; `None` where hardly anything is left.
fn cut(text: &str, gone: &str) -> Option<String> {
    let wanted = folded(gone);
    let mut spans: Vec<(usize, usize)> = Vec::new();
    let mut start = None;
    for (at, c) in text.char_indices().chain([(text.len(), ' ')]) {
        match (start, c.is_alphanumeric()) {
            (None, true) => start = Some(at),
            (Some(from), false) => {
                spans.push((from, at));
                start = None;
            }
            _ => {}
        }
    }
    let word = |(from, to): &(usize, usize)| text[*from..*to].to_lowercase();
    let found =
        spans.windows(wanted.len()).find(|window| window.iter().map(word).eq(wanted.iter().cloned()))?;
    let (from, to) = (found.first()?.0, found.last()?.1);
    let loose = |c: char| c.is_whitespace() || matches!(c, ',' | ';' | ':' | '-' | '–' | '—');
    let before =
        text[..from].trim_end_matches(|c: char| loose(c) || matches!(c, '(' | '"' | '“' | '„' | '«'));
    let after = text[to..]
        .trim_start_matches(|c: char| loose(c) || c.is_ascii_punctuation() || matches!(c, '”' | '»'));
    let rest = format!("{before} {after}");
    let rest = rest.trim();
    (folded(rest).len() >= FEWEST_WORDS).then(|| rest.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_repeated_text_is_cut_out_of_what_stands_around_it() {
        for (text, gone, rest) in [
            (
                "Monday: the safe opens with 4471. The roof leaks above bay three.",
                "The safe opens with 4471.",
                Some("Monday The roof leaks above bay three."),
            ),
            (
                "Minutes of May. Zoe said: the safe opens with 4471",
                "The safe opens with 4471.",
                Some("Minutes of May. Zoe said"),
            ),
            ("Note: the safe opens with 4471!", "The safe opens with 4471.", None),
        ] {
            assert_eq!(cut(text, gone).as_deref(), rest, "{text}");
        }
    }

    #[test]
    fn texts_say_the_same_only_with_the_same_identifiers() {
        assert!(same_identifiers("Invoice 4471-22 is due.", "due: invoice 4471-22"));
        assert!(!same_identifiers("Invoice 4471-22 is due.", "due: invoice 4471-23"));
        assert!(!same_identifiers("The roof leaks.", "The roof leaks."));
    }
}
