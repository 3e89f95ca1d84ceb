//! [`Plan`]: which memories a mutation touches, how and why, and which near misses it spares.

use std::collections::HashSet;
use std::fmt;

use jiff::Timestamp;
use nepenthe_llm::Failure;
use nepenthe_text::fingerprint;
use nepenthe_text::request::{Reach, Refusal};
use nepenthe_text::stance::Within;
use serde::Serialize;

use super::action::event_kind;
use super::changes::changes;
use super::planner::{Canonical, CorpusError, Planner, PlannerError};
use super::reached::Span;
use super::{
    Action, Candidate, Consulted, Draft, Follows, Memories, Mutation, Spared, Step, Target, Unread, Verb,
    closure, provenance,
};
use crate::EventKind;
use crate::corpus::{guard, own_error};
use crate::embed::once;
use crate::handle::Scope;
use crate::model::{MemoryId, NewMemory, ScopePath, State, TextError, check_text, is_blank};
use crate::recall::RecallError;
use crate::store::StorageError;

/// What a mutation will do. Making one changes nothing; [`Scope::apply`] carries it out, all or nothing.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Plan {
    /// What was asked for.
    pub mutation: Mutation,
    /// Who chose the memories: a planner's name, or `id` where they were named. A planner that lets another choose says both:
    /// `routed:canonical`, `llm:truncated:canonical`.
    pub planner: String,
    /// The scope that it was made in, the only one that it can be applied to.
    #[serde(serialize_with = "as_text")]
    pub scope: ScopePath,
    /// What is to happen, in order.
    pub steps: Vec<Step>,
    /// What will be written, for a supersede.
    pub inscribe: Option<NewMemory>,
    /// Near misses, nearest first.
    pub spared: Vec<Spared>,
    /// How sure the planner is, 0 to 1, where it can say.
    pub confidence: Option<f64>,
    /// Whether that is how often plans like it are right, and not how sure it is of its least sure row.
    #[serde(skip)]
    pub calibrated: bool,
    /// What a language model had to do with it, where one was asked.
    pub consulted: Option<Consulted>,
    /// The name of what a purge asks for everything about, and whether it is kept out of texts to come.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<ErasedName>,
    /// What was not read, of texts or a request that are longer than is read for one plan. Then the plan is not sure.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unread: Vec<Unread>,
}

/// The name of what a purge asks for everything about. It erases what is said of it; that others may have the name, or it be
/// said of again, is another matter.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct ErasedName {
    /// As the request has it.
    pub text: String,
    /// Whether every text is stopped from now on that has it.
    pub kept_out: bool,
}

/// How sure a release, and a supersede, must be whose confidence is calibrated.
const RELEASE: f64 = 0.9;
const SUPERSEDE: f64 = 0.8;

/// How sure a plan can be, at most, that left something unread.
const SURE: f64 = 0.5;
/// How sure a plan is at most that spares what a request excepts from all there is: what stays is read from words.
const ALL_BUT: f64 = 0.9;

/// Who chose the memories of a plan where the words ask for all of them, or for all of an age: the scope is what was named.
pub const BY_REACH: &str = "scope";

/// The longest request in words, in bytes.
pub const MAX_REQUEST_BYTES: usize = 4096;

/// Why no plan can be made.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// No memory of this id in this scope. Ids of other scopes are not found either.
    #[error("there is no memory {0} in this scope")]
    NotFound(MemoryId),
    /// A mutation in words without a word. Say what is meant, or name ids.
    #[error("say in words which memories are meant, or name them by id")]
    NoWords,
    /// A request that is longer than is read. Say it in fewer words, or name ids.
    #[error(
        "the request has {bytes} bytes, and at most {MAX_REQUEST_BYTES} are read: say it in fewer words, or name ids"
    )]
    TooLong {
        /// How many it has.
        bytes: usize,
    },
    /// Words that ask for nothing that could be forgotten.
    #[error("{}", PlannerError::NoOrder(*.0))]
    NoOrder(Refusal),
    /// An edit of several memories to one text, or a supersede or edit of a whole scope. Name one.
    #[error("{0} needs one target: name one id, or say it in words")]
    TooWide(Verb),
    /// The new text cannot be stored.
    #[error(transparent)]
    Text(#[from] TextError),
    /// A number outside its range.
    #[error("{0}")]
    Parameter(String),
    /// The planner asks a language model, and there is none. Open the store with one, or take another planner.
    #[error("{}", PlannerError::NoModel)]
    NoModel,
    /// The language model gave no answer that can be used, and nobody else was to plan instead. Nothing was changed.
    #[error("the language model's answer: {0}")]
    Model(#[from] Failure),
    /// The memories could not be recalled.
    #[error(transparent)]
    Recall(#[from] RecallError),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
    /// A planner that is none of the engine's failed in a way of its own.
    #[error(transparent)]
    Planner(PlannerError),
}

impl From<PlannerError> for PlanError {
    fn from(error: PlannerError) -> Self {
        match error {
            PlannerError::NoOrder(refusal) => Self::NoOrder(refusal),
            PlannerError::NoModel => Self::NoModel,
            PlannerError::Model(failure) => Self::Model(failure),
            PlannerError::Corpus(error) => error.into(),
            error => Self::Planner(error),
        }
    }
}

impl From<CorpusError> for PlanError {
    fn from(error: CorpusError) -> Self {
        match own_error(error) {
            Ok(error) => Self::Recall(error),
            Err(other) => Self::Planner(other.into()),
        }
    }
}

/// Makes the plan of a mutation: by the planner for words, straight for ids.
pub(crate) fn make(scope: &Scope, mutation: Mutation) -> Result<Plan, PlanError> {
    check(&mutation)?;
    let mut expected = Vec::new();
    if let Target::Words(words) = mutation.target() {
        expected.push(words.clone());
    }
    if let Mutation::Supersede { new, .. } = &mutation {
        expected.push(new.text.clone());
    }
    let expected: Vec<&str> = expected.iter().map(String::as_str).collect();
    once(&expected, || of_checked(scope, mutation))
}

fn of_checked(scope: &Scope, mutation: Mutation) -> Result<Plan, PlanError> {
    let mut copies = true;
    let (planner, draft) = match mutation.target() {
        Target::Words(words) => {
            let planner = scope.planner();
            let memories = Memories::of(scope);
            if let Some(reach) = planner.reach(&mutation, words, &memories)? {
                let draft = match &reach {
                    Reach::But(reach, kept) => {
                        all_but(scope, &mutation, (reach, kept), planner.as_ref(), &memories)?
                    }
                    _ => reached(scope, &mutation, &reach)?,
                };
                return finish(scope, mutation, BY_REACH.to_owned(), draft, false);
            }
            copies = planner.takes_copies();
            let mut draft = planner.plan(&mutation, words, &memories)?;
            if mutation.verb() == Verb::Purge && copies {
                Canonical::default().add_earlier_texts(&mutation, words, &memories, &mut draft)?;
                provenance::add(scope, &mutation, &mut draft)?;
            }
            (draft.chosen_by.clone().unwrap_or_else(|| planner.name().to_owned()), draft)
        }
        Target::Ids(ids) => ("id".to_owned(), by_id(scope, &mutation, ids)?),
        Target::All => {
            // Where all goes, nothing is left that could repeat it.
            copies = false;
            ("id".to_owned(), of_all(scope, &mutation, None)?)
        }
        Target::Before(time) => {
            // What was said again since is younger.
            copies = false;
            ("id".to_owned(), of_all(scope, &mutation, Some(*time))?)
        }
    };
    finish(scope, mutation, planner, draft, copies)
}

/// Makes a plan of a draft: with what follows from an erasure, and without what need not be read.
fn finish(
    scope: &Scope,
    mutation: Mutation,
    planner: String,
    mut draft: Draft,
    copies: bool,
) -> Result<Plan, PlanError> {
    let goes = |id| draft.steps.iter().any(|step| step.memory.id == id && step.action == Action::Purge);
    // What goes whole may say what it will.
    draft.unread = std::mem::take(&mut draft.unread)
        .into_iter()
        .filter(|unread| !unread.memory.is_some_and(goes))
        .collect();
    if mutation.verb() == Verb::Purge {
        closure::close(scope, &mut draft, copies)?;
        provenance::tell(scope, &mutation, &mut draft.steps)?;
    }
    let inscribe = match &mutation {
        Mutation::Supersede { new, .. } if !draft.stands => Some(new.clone()),
        _ => None,
    };
    let Draft { steps, spared, confidence, calibrated, consulted, unread, .. } = draft;
    let confidence = confidence.map(|sure| if unread.is_empty() { sure } else { sure.min(SURE) });
    let scope = scope.path().clone();
    let name = name_of(&mutation);
    Ok(Plan {
        mutation,
        planner,
        scope,
        steps,
        inscribe,
        spared,
        confidence,
        calibrated,
        consulted,
        name,
        unread,
    })
}

/// The name of what a purge asks for everything about; it is not kept out unless somebody says so.
fn name_of(mutation: &Mutation) -> Option<ErasedName> {
    match mutation.target() {
        Target::Words(words) if mutation.verb() == Verb::Purge => {
            fingerprint::kept_out(words).name.map(|name| ErasedName { text: name.text, kept_out: false })
        }
        _ => None,
    }
}

fn check(mutation: &Mutation) -> Result<(), PlanError> {
    match mutation {
        Mutation::Supersede { new, .. } => check_text(&new.text)?,
        Mutation::Edit { text, .. } => check_text(text)?,
        Mutation::Consolidate { consolidation, .. } => {
            if !consolidation.tau.is_positive() {
                return Err(PlanError::Parameter("tau must be longer than 0".into()));
            }
            if consolidation.promote_depth.is_nan() || consolidation.promote_depth < 0.0 {
                return Err(PlanError::Parameter("the depth for promotion must be at least 0".into()));
            }
        }
        _ => {}
    }
    match (mutation.verb(), mutation.target()) {
        (_, Target::Words(words)) if is_blank(words) => Err(PlanError::NoWords),
        (_, Target::Words(words)) if words.len() > MAX_REQUEST_BYTES => {
            Err(PlanError::TooLong { bytes: words.len() })
        }
        (_, Target::Ids(ids)) if ids.is_empty() => Err(PlanError::NoWords),
        (verb @ (Verb::Supersede | Verb::Edit), Target::All | Target::Before(_)) => {
            Err(PlanError::TooWide(verb))
        }
        (verb @ Verb::Edit, Target::Ids(ids)) if ids.len() > 1 => Err(PlanError::TooWide(verb)),
        _ => Ok(()),
    }
}

fn by_id(scope: &Scope, mutation: &Mutation, ids: &[MemoryId]) -> Result<Draft, PlanError> {
    let mut draft = Draft::default();
    let mut seen = HashSet::new();
    let ids: Vec<MemoryId> = ids.iter().copied().filter(|id| seen.insert(*id)).collect();
    for (id, found) in ids.iter().zip(scope.each_guarded(&ids)?) {
        let (memory, last_event) = found.ok_or(PlanError::NotFound(*id))?;
        let quarantined = memory.state == State::Quarantined && mutation.verb() == Verb::Restore;
        let candidate = Candidate::of(memory, guard(last_event));
        match quarantined {
            true => draft.steps.push(candidate.step(Action::Restore, "in quarantine, and named by its id")),
            false => draft.decide(candidate, mutation.action(), "named by its id"),
        }
    }
    Ok(draft)
}

/// Every memory, or those inscribed before a time.
fn of_all(scope: &Scope, mutation: &Mutation, before: Option<Timestamp>) -> Result<Draft, PlanError> {
    let reason = match before {
        None => "the whole scope is named".to_owned(),
        Some(time) => format!("inscribed before {time}"),
    };
    let mut draft = Draft::default();
    for (memory, last_event) in scope.all_guarded()? {
        if before.is_none_or(|time| memory.created < time) {
            draft.decide(Candidate::of(memory, guard(last_event)), mutation.action(), reason.as_str());
        }
    }
    Ok(draft)
}

/// The memories that words mean which ask for all, or for all of an age. By days a memory that states dates is judged by
/// those; any other, and by its age each, by when it was inscribed.
fn reached(scope: &Scope, mutation: &Mutation, reach: &Reach) -> Result<Draft, PlanError> {
    const SHOWN: usize = 8;
    let span = Span::of(reach, scope.now()).ok_or(PlanError::NoWords)?;
    let stated = |text: &str| span.stated.as_ref().and_then(|stated| stated.holds(text));
    let mut draft = Draft { confidence: Some(1.0), ..Draft::default() };
    let mut by_dates = false;
    let mut undated = Vec::new();
    for (memory, last_event) in scope.all_guarded()? {
        let told = stated(&memory.text);
        by_dates |= told.is_some();
        let inscribed = span.inscribed.contains(&memory.created) || *reach == Reach::All;
        let candidate = Candidate::of(memory, guard(last_event));
        match told {
            Some(Within::Wholly) => {
                let reason = format!("states {}", span.dates);
                draft.decide_surely(candidate, mutation.action(), reason, 1.0);
            }
            Some(Within::InPart) if draft.spared.len() < SHOWN => {
                draft.confidence = Some(SURE);
                draft.spared.push(candidate.spare(format!("states {}, and one that is not", span.dates)));
            }
            None if inscribed => undated.push(candidate),
            _ => {}
        }
    }
    // What was inscribed since a day, beside what states dates, need not be of that time.
    let doubted = by_dates && span.stated.as_ref().is_some_and(|stated| stated.begins());
    let sure = if doubted { ALL_BUT } else { 1.0 };
    for candidate in undated {
        draft.confidence = draft.confidence.map(|own| own.min(sure));
        draft.decide_surely(candidate, mutation.action(), span.reason.as_str(), sure);
    }
    Ok(draft)
}

/// What a request reaches but for the memories that the excepted words mean, by the planner: what a pin by them would touch, and
/// what a purge by them would, as that sees what is out of recall too.
fn all_but(
    scope: &Scope,
    mutation: &Mutation,
    (reach, kept): (&Reach, &str),
    planner: &dyn Planner,
    memories: &Memories<'_>,
) -> Result<Draft, PlanError> {
    let whole = reached(scope, mutation, reach)?;
    let goes: HashSet<MemoryId> = whole.steps.iter().map(|step| step.memory.id).collect();
    let confidence = whole.confidence.map(|sure| sure.min(ALL_BUT));
    let mut draft = Draft { confidence, spared: whole.spared, ..Draft::default() };
    let mut stays: HashSet<MemoryId> = HashSet::new();
    for excepted in [Mutation::pin(kept), Mutation::purge(kept)] {
        let found = match planner.plan(&excepted, kept, memories) {
            Err(PlannerError::NoOrder(_)) => continue,
            found => found?,
        };
        stays.extend(found.steps.iter().map(|step| step.memory.id));
        draft.confidence = [draft.confidence, found.confidence].into_iter().flatten().reduce(f64::min);
        draft.unread.extend(found.unread);
        draft.consulted = draft.consulted.or(found.consulted);
    }
    let (kept, nothing) = (quoted(kept), stays.is_empty());
    let but = if nothing { ", which nothing in it says" } else { "" };
    let told = whole.steps.first().map_or("", |step| step.reason.as_str());
    let reason = match reach {
        Reach::All => format!("the request asks for everything in the scope but {kept}{but}"),
        _ => format!("{told}, and the request asks for all that is so but {kept}{but}"),
    };
    if nothing {
        draft.confidence = Some(SURE);
    }
    let confidence = draft.confidence;
    for (memory, last_event) in scope.all_guarded()? {
        let candidate = Candidate::of(memory, guard(last_event));
        if stays.contains(&candidate.hit.memory.id) {
            draft.spared.push(candidate.spare(format!("is to stay: {kept}")));
        } else if goes.contains(&candidate.hit.memory.id) {
            draft.decide_surely(candidate, mutation.action(), reason.as_str(), confidence);
        }
    }
    Ok(draft)
}

/// How sure a plan in words must be to be carried out on the words alone, where nobody names another floor: 0.95 for what
/// erases or overwrites, 0.9 for what changes depths, and for what `restore` takes back 0.5; where the confidence
/// is calibrated 0.9 for a release and 0.8 for a supersede (docs/decisions/0020-sure-plans.md). None for `restore` and `consolidate`.
#[must_use]
pub fn usual_floor(verb: Verb, calibrated: bool) -> Option<f64> {
    match verb {
        Verb::Purge | Verb::Edit => Some(0.95),
        Verb::Pin | Verb::Unpin | Verb::Decay => Some(0.9),
        Verb::Release if calibrated => Some(RELEASE),
        Verb::Supersede if calibrated => Some(SUPERSEDE),
        Verb::Supersede | Verb::Release => Some(0.5),
        _ => None,
    }
}

impl Plan {
    /// Returns how sure the plan must be where nobody names another floor.
    #[must_use]
    pub fn usual_floor(&self) -> Option<f64> {
        usual_floor(self.mutation.verb(), self.calibrated)
    }

    /// Tells whether the plan may be carried out on the words alone: whoever names ids, the scope or a time has said
    /// exactly what goes; of a planner's reading of words, the plan must be at least as sure as `floor`, 0 to 1, to be
    /// right in every row. What a planner cannot say how sure it is of is not sure; with a floor of 0 every plan is.
    #[must_use]
    pub fn is_sure(&self, floor: f64) -> bool {
        let worded = matches!(self.mutation.target(), Target::Words(_));
        !worded || self.confidence.unwrap_or(0.0) >= floor
    }

    /// Returns the memories in a plan that is not sure by this floor that it is less sure of themselves than `floor`.
    pub fn unsure_of(&self, floor: f64) -> impl Iterator<Item = &Step> {
        let unsure = !self.is_sure(floor);
        // What stands beside a text is told by the whole plan.
        let sure = move |step: &&Step| step.confidence.or(self.confidence).unwrap_or(0.0) >= floor;
        self.steps.iter().filter(move |step| unsure && step.follows.is_none() && !sure(step))
    }

    /// Keeps a memory that would be erased for being made from one that is, with another text: one made again without it.
    /// Its earlier texts are erased all the same. False where no step erases that memory for that reason.
    ///
    /// # Errors
    /// [`TextError`] where the text cannot be stored.
    pub fn rederive(&mut self, id: MemoryId, text: impl Into<String>) -> Result<bool, TextError> {
        let text = text.into();
        check_text(&text)?;
        let derived =
            |step: &&mut Step| step.memory.id == id && matches!(step.follows, Some(Follows::Derived(_)));
        let step = self.steps.iter_mut().find(derived);
        Ok(step.map(|step| step.action = Action::Edit { text }).is_some())
    }

    /// Keeps the name of what a purge asks for everything about out of every text to come. False where the plan has no such
    /// name.
    pub fn keep_name_out(&mut self) -> bool {
        self.name.as_mut().map(|name| name.kept_out = true).is_some()
    }

    /// Tells whether it takes a whole scope, or all of an age, because that was named or the words say so.
    #[must_use]
    pub fn is_of_all(&self) -> bool {
        matches!(self.mutation.target(), Target::All | Target::Before(_)) || self.planner == BY_REACH
    }

    /// Tells whether applying the plan would change nothing.
    pub fn is_empty(&self) -> bool {
        self.steps.is_empty() && self.inscribe.is_none()
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let verb = self.mutation.verb();
        let steps = self.steps.len();
        let memories = if steps == 1 { "memory" } else { "memories" };
        write!(f, "{verb} in {} touches {steps} {memories} (planner {}", self.scope, self.planner)?;
        match self.confidence {
            // How sure it is of what it does not touch is no sureness of what was meant.
            Some(confidence) if !self.is_empty() => writeln!(f, ", confidence {confidence:.2})")?,
            _ => writeln!(f, ")")?,
        }
        if let Some(consulted) = &self.consulted {
            writeln!(f, "  model       {consulted}")?;
            for doubt in &consulted.doubts {
                writeln!(f, "  doubt       {doubt}")?;
            }
        }
        let shown = if self.is_of_all() { SHOWN_OF_ALL } else { usize::MAX };
        for step in self.steps.iter().take(shown) {
            let verb = event_kind(&step.action);
            let before = step.memory.text.as_str();
            if let Action::Edit { text } = &step.action {
                edit(f, verb, step.memory.id, before, text)?;
            } else {
                writeln!(f, "  {verb:<11} {}  {}", step.memory.id, quoted(before))?;
            }
            writeln!(f, "              because: {}", on_one_line(&step.reason))?;
        }
        match steps.saturating_sub(shown) {
            0 => {}
            more => writeln!(f, "  and {more} more")?,
        }
        if let Some(new) = &self.inscribe {
            writeln!(f, "  inscribe    {}", quoted(&new.text))?;
        }
        for spared in &self.spared {
            writeln!(f, "  spared      {}  {}", spared.memory.id, quoted(&spared.memory.text))?;
            writeln!(f, "              because: {}", on_one_line(&spared.reason))?;
        }
        for unread in &self.unread {
            writeln!(f, "  unread      {unread}")?;
        }
        if let Some(name) = self.name.as_ref().filter(|_| !self.steps.is_empty()) {
            let kept = match name.kept_out {
                true => "is kept out of new texts",
                false => "is not kept out of new texts",
            };
            writeln!(f, "  name        {} {kept}", quoted(&name.text))?;
        }
        Ok(())
    }
}

/// An edit: both texts, or of a long one what goes, run by run.
fn edit(f: &mut fmt::Formatter<'_>, verb: EventKind, id: MemoryId, before: &str, after: &str) -> fmt::Result {
    const SHOWN: usize = 8;
    let long = before.chars().count() > LONGEST;
    let Some(changes) = long.then(|| changes(before, after)).flatten().filter(|changes| !changes.is_empty())
    else {
        let at = first_difference(before, after);
        writeln!(f, "  {verb:<11} {id}  {}", quoted_from(before, at))?;
        return writeln!(f, "              to: {}", quoted_from(after, at));
    };
    writeln!(f, "  {verb:<11} {id}  {}", quoted(before))?;
    for change in changes.iter().take(SHOWN) {
        match (change.goes.as_str(), change.comes.as_str()) {
            ("", comes) => writeln!(f, "              with: {}", quoted(comes))?,
            (goes, "") => writeln!(f, "              without: {}", quoted(goes))?,
            (goes, comes) => writeln!(f, "              {} for: {}", quoted(comes), quoted(goes))?,
        }
    }
    match changes.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => writeln!(f, "              and {more} more changes"),
    }
}

/// Memories that are shown of a plan that takes all there are.
const SHOWN_OF_ALL: usize = 20;

/// Characters of a text that are shown.
const LONGEST: usize = 120;

/// A text on one line of bearable length, in quotes.
fn quoted(text: &str) -> String {
    quoted_from(text, 0)
}

/// The same, so much of it that the character `at` and what is around it can be seen.
fn quoted_from(text: &str, at: usize) -> String {
    const BEFORE: usize = 40;
    let count = text.chars().count();
    let start = if count > LONGEST { at.saturating_sub(BEFORE).min(count - LONGEST) } else { 0 };
    let mut line = String::from(if start > 0 { "…" } else { "" });
    line.extend(text.chars().skip(start).take(LONGEST));
    if count > start + LONGEST {
        line.push('…');
    }
    format!("{line:?}")
}

/// The number of the first character in which two texts differ.
fn first_difference(one: &str, other: &str) -> usize {
    one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count()
}

/// A reason, which may hold words of a text, on one line; what cannot be seen is written as an escape.
fn on_one_line(reason: &str) -> String {
    let hidden = |c: char| {
        c.is_control()
            || matches!(c, '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
    };
    let mut line = String::with_capacity(reason.len());
    for c in reason.chars() {
        match hidden(c) {
            true => line.extend(c.escape_default()),
            false => line.push(c),
        }
    }
    line
}

fn as_text<S: serde::Serializer>(scope: &ScopePath, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(scope.as_str())
}
