//! What else has to go with the memories that a purge erases: those made from them, and those that repeat them.

use std::collections::{HashMap, HashSet, VecDeque};

use nepenthe_text::entity::identifier;

use super::copy::{Copy, Gone};
use super::{Action, Candidate, Draft, Follows, PlanError, Step, Unread};
use crate::corpus::guard;
use crate::handle::{Alike, GuardedTexts, Scope, Wanted};
use crate::model::{Memory, MemoryId};
use crate::recall::phrase;
use crate::store::{StorageError, lexical};

/// Memories looked at for each text that is erased: of those that hold its words one after the other, and of those that share its
/// identifiers. As many as are noted of further ones.
const HOLDING: usize = 1 << 14;
const SHARING: usize = 1024;
const NOTED: usize = 16;

/// Memories that are read at once, and texts that are looked for together.
const AT_A_TIME: usize = 64;

/// Identifiers of an erased text by which others are found: who says no more than it has all of them.
const SHARED: usize = 64;

/// Bytes of a text in which those are looked for.
const HEAD: usize = 64 * 1024;

/// Words by which a text is looked for behind the newest that share its identifiers. One with more isn't.
const WORDS: usize = 128;

/// The longest memory that is always looked at closely.
const SHORT: usize = 1024;

/// Bytes of longer memories that one plan compares with what is erased word by word, and those that it takes apart for that. The same
/// text is found behind these too.
const COMPARED: usize = 16 << 20;
const TAKEN_APART: usize = 512 * 1024;

/// Adds a step for each memory that was made from an erased one, in turn for those made from it, and, where copies are to be
/// taken, for each that repeats one. Where a memory loses a part, those made from it are shown as spared: whether they hold that part is for a
/// person to say.
pub(super) fn close(scope: &Scope, draft: &mut Draft, takes_copies: bool) -> Result<(), PlanError> {
    let steps = &draft.steps;
    let places = steps.iter().enumerate().map(|(place, step)| (step.memory.id, place)).collect();
    let queue = (0..steps.len()).collect();
    let (searched, ahead) = (HashSet::new(), HashMap::new());
    let (compared, taken_apart) = (COMPARED, TAKEN_APART);
    let mut closure = Closure { scope, draft, places, queue, searched, ahead, compared, taken_apart };
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
    let steps = &draft.steps;
    let goes = |id| places.get(&id).is_some_and(|&place: &usize| steps[place].action == Action::Purge);
    draft.unread.retain(|unread| !unread.memory.is_some_and(goes));
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
    /// The texts of which copies were looked for.
    searched: HashSet<String>,
    /// What may repeat texts of which copies are to be looked for next.
    ahead: HashMap<String, Ahead>,
    /// Bytes that may yet be compared, and taken apart.
    compared: usize,
    taken_apart: usize,
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
            let Some((row, last_event)) = self.scope.get_guarded(id)? else { continue };
            let candidate = Candidate::of(row, guard(last_event));
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
        if !self.searched.insert(memory.text.clone()) {
            return Ok(());
        }
        if !self.ahead.contains_key(&memory.text) {
            self.look_ahead(&memory.text)?;
        }
        let Some(Ahead { gone, seen, further }) = self.ahead.remove(&memory.text) else { return Ok(()) };
        for id in further {
            if id == memory.id || self.action(id).is_some() {
                continue;
            }
            let Some((other, _)) = self.scope.get_guarded(id)? else { continue };
            let reason =
                format!("too many are like {}; whether this one repeats it was not looked at", memory.id);
            self.leave(&other, reason);
        }
        // Of what a step edits, it is what is left that may repeat the text.
        let open = |(id, differs): Seen| {
            let is_open = match self.action(id) {
                Some(action) => matches!(action, Action::Edit { .. }),
                None => !differs,
            };
            is_open.then_some(id)
        };
        let ids: Vec<MemoryId> =
            seen.into_iter().filter(|(id, _)| *id != memory.id).filter_map(open).collect();
        // Some at a time: to read each by itself costs more than most comparisons, and all of them may be long.
        for ids in ids.chunks(AT_A_TIME) {
            for read in self.scope.get_with_texts(ids)? {
                self.compare(memory.id, &gone, read);
            }
        }
        Ok(())
    }

    /// Looks for what may repeat a text, and with it for what may repeat some of those that follow.
    fn look_ahead(&mut self, text: &str) -> Result<(), PlanError> {
        let mut texts = vec![text];
        let mut known = HashSet::from([text]);
        for place in &self.queue {
            let step = &self.draft.steps[*place];
            let next = step.memory.text.as_str();
            if step.action == Action::Purge && !self.searched.contains(next) && known.insert(next) {
                texts.push(next);
            }
            if texts.len() == AT_A_TIME {
                break;
            }
        }
        let gone: Vec<Gone<'static>> = texts.iter().map(|text| Gone::new((*text).to_owned())).collect();
        let wanted = gone.iter().zip(&texts).map(|(gone, text)| wanted(gone, text));
        let wanted = wanted.collect::<Result<Vec<_>, _>>()?;
        let found = self.scope.alike(&wanted, (HOLDING + NOTED, SHARING + NOTED))?;
        let ahead = gone.into_iter().zip(found).map(|(gone, found)| Ahead::of(gone, found));
        let ahead: Vec<_> = texts.into_iter().map(str::to_owned).zip(ahead).collect();
        self.ahead.extend(ahead);
        Ok(())
    }

    /// Adds a step for a memory that repeats the text of one that is erased.
    fn compare(&mut self, of: MemoryId, gone: &Gone<'_>, read: GuardedTexts) {
        // What is left of it is what may repeat the text.
        let left = match self.action(read.0.id) {
            Some(Action::Edit { text }) => Some(text.clone()),
            _ => None,
        };
        let other = Likely::of(read, left);
        let mut depth = Depth::Equal;
        let mut found = repeats(gone, &other, depth);
        if found.is_none() {
            depth = self.depth(&other);
            found = repeats(gone, &other, depth);
        }
        let Some((action, why)) = found else {
            self.quoting(of, gone, other, depth);
            return;
        };
        let mut step = other.candidate.step(action, format!("{why} {of}"));
        step.follows = Some(Follows::Copy(of));
        self.put(step);
    }

    /// How closely a memory may yet be looked at.
    fn depth(&mut self, other: &Likely) -> Depth {
        let bytes = other.text.len() + other.earlier.iter().map(String::len).sum::<usize>();
        let spent = |left: &mut usize| {
            let enough = bytes <= SHORT || bytes <= *left;
            *left -= if enough && bytes > SHORT { bytes } else { 0 };
            enough
        };
        match spent(&mut self.compared) {
            true if spent(&mut self.taken_apart) => Depth::TakenApart,
            true => Depth::Compared,
            false => Depth::Equal,
        }
    }

    /// Notes, once, that nobody looked at a memory closely enough.
    fn leave(&mut self, memory: &Memory, reason: String) {
        if !self.draft.unread.iter().any(|one| one.memory == Some(memory.id)) {
            self.draft.unread.push(Unread::memory(memory, reason));
        }
    }

    /// Shows a memory that has the words of an erased one and says something else with them, and notes one that nobody looked at
    /// closely enough to say.
    fn quoting(&mut self, of: MemoryId, gone: &Gone<'_>, other: Likely, depth: Depth) {
        let memory = &other.candidate.hit.memory;
        let spared = self.draft.spared.iter().any(|one| one.memory.id == memory.id);
        if depth != Depth::TakenApart {
            let reason = match depth {
                Depth::Equal => "it is another text, and whether it holds that of",
                _ => "it does not hold it word by word; whether it says in other words the text of",
            };
            self.leave(memory, format!("{reason} {of} was not looked at"));
        }
        if depth != Depth::Equal && !spared && gone.is_quoted_by(&other.text) {
            let why = format!("has the words of {of} in what it says; look whether it goes too");
            self.draft.spared.push(other.candidate.spare(why));
        }
    }
}

/// How closely a memory is looked at for the text of another: whether it is the same text, holds it word by word, or says it again in
/// one of its statements or in other words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Depth {
    Equal,
    Compared,
    TakenApart,
}

/// A memory that may repeat another: its text, and its earlier ones.
struct Likely {
    candidate: Candidate,
    text: String,
    earlier: Vec<String>,
}

impl Likely {
    /// A memory that was read, or what is `left` of it.
    fn of((row, last_event, mut texts): GuardedTexts, left: Option<String>) -> Self {
        texts.pop();
        let (text, earlier) = match left {
            Some(text) => (text, Vec::new()),
            None => (row.text.clone(), texts),
        };
        Self { candidate: Candidate::of(row, guard(last_event)), text, earlier }
    }
}

/// A memory that may repeat a text, and whether it is known from a look at its own that it doesn't.
type Seen = (MemoryId, bool);

/// What may repeat a text, in the order of writing: the plan of one state is always the same.
struct Ahead {
    gone: Gone<'static>,
    seen: Vec<Seen>,
    /// Some of those that are too many.
    further: Vec<MemoryId>,
}

impl Ahead {
    fn of(gone: Gone<'static>, Alike { mut holding, mut sharing }: Alike) -> Self {
        let mut further = holding.split_off(HOLDING.min(holding.len()));
        further.extend(sharing.split_off(SHARING.min(sharing.len())).into_iter().map(|(id, _)| id));
        let mut seen: Vec<Seen> = holding.into_iter().map(|id| (id, false)).collect();
        let differs = |text: Option<&str>| text.is_some_and(|text| text.len() <= SHORT && gone.differs(text));
        seen.extend(sharing.into_iter().map(|(id, text)| (id, differs(text.as_deref()))));
        seen.sort_unstable();
        seen.dedup_by_key(|(id, _)| *id);
        further.retain(|id| seen.binary_search_by_key(id, |(id, _)| *id).is_err());
        Self { gone, seen, further }
    }
}

/// What the indexes are asked for: the words of a text one after the other, now or in an earlier version, and its identifiers.
///
/// Of those that share an identifier with a text, a date that thousands have, the indexes leave out only what is no copy: who says the same
/// has [three quarters](super::copy) of its words beside the identifiers. One in four more may be hidden from the index, or cut off
/// otherwise there than where it is read: so what lacks more than half of them is no copy.
fn wanted(gone: &Gone<'_>, text: &str) -> Result<Wanted, StorageError> {
    let phrase = gone.innermost().map(|text| phrase(without_article(text))).transpose()?.flatten();
    let identifiers = identifier::recognise(&text[..text.floor_char_boundary(HEAD)]);
    let keys: Vec<String> = identifiers.iter().take(SHARED).flat_map(identifier::query_keys).collect();
    if keys.is_empty() {
        return Ok(Wanted { phrase, keys, words: None });
    }
    let told = gone.told();
    let mut words = Vec::new();
    for word in told.iter().take(WORDS + 1) {
        // What the index has in pieces, or as the beginning of more, is one of those that may be lacking.
        if let [term] = &lexical::terms(word)?[..]
            && !lexical::is_sign(term)
            && !words.contains(term)
        {
            words.push(term.clone());
        }
    }
    let lacked = told.len() / 2;
    let tells = told.len() <= WORDS && lacked < words.len();
    Ok(Wanted { phrase, keys, words: tells.then_some((words, lacked)) })
}

/// "user prefers tea", which is in "User prefers tea" too, for "The user prefers tea".
fn without_article(text: &str) -> &str {
    let article =
        ["The ", "the ", "A ", "a ", "An ", "an "].iter().find_map(|article| text.strip_prefix(article));
    article.unwrap_or(text)
}

/// Says whether a memory repeats a text, and what has to be done with it.
fn repeats(gone: &Gone<'_>, other: &Likely, depth: Depth) -> Option<(Action, &'static str)> {
    let copy = match depth {
        Depth::Equal => gone.is_same(&other.text).then_some(Copy::Whole),
        _ => gone.copy(&other.text, depth == Depth::TakenApart),
    };
    let held = |earlier: &String| match depth {
        Depth::Equal => gone.is_same(earlier),
        _ => gone.is_held_by(earlier),
    };
    match copy {
        Some(Copy::Whole) => Some((Action::Purge, "repeats the text of")),
        Some(Copy::Within(Some(text))) => {
            Some((Action::Edit { text }, "holds, beside other things, the text of"))
        }
        Some(Copy::Within(None)) => Some((Action::Purge, "holds little but the text of")),
        Some(Copy::Reworded) => Some((Action::Purge, "says no more, with the same identifiers, than")),
        None => other.earlier.iter().any(held).then(|| {
            let text = other.text.clone();
            (Action::Edit { text }, "an earlier text of it repeats")
        }),
    }
}
