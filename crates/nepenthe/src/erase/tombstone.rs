//! Tombstones: what was erased does not come back unless somebody says so.
//!
//! A purge lays them in its own transaction, as keyed digests: of the erased texts in normal form, and, where it was asked for
//! in words, of the identities that the words name. Every text on its way in is compared with them.

use std::collections::{BTreeMap, HashMap, HashSet};

use jiff::Timestamp;
use nepenthe_text::pages::head;
use nepenthe_text::{clause, fingerprint};
use rusqlite::Connection;

use super::guard;
use super::reason::{Reason, Reference};
use crate::model::{Aside, EventSeq, StoreKey, Summed};
use crate::scope::Scope;
use crate::store::StorageError;
use crate::store::query::tombstone::{self, Kind, Kinds, Row};
use crate::store::query::{ScopeKey, event};

/// What is done with a text that says again what was erased, or names whom a purge erased.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
#[non_exhaustive]
pub enum Returning {
    /// It is not written; the answer says so. This is the default.
    #[default]
    Refuse,
    /// It is written out of recall, from where only a restore by its id brings it back.
    Quarantine,
    /// The statements and parties of it that were erased are left out, and the rest is written; the log notes that. Where
    /// there is no such rest, it is refused.
    Trim,
    /// It is written. The tombstones stay: the next text is stopped again.
    Admit {
        /// Why; the log keeps it for good.
        reason: Reason,
    },
}

/// How a text may come in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Passage<'a> {
    /// Nothing of it was erased.
    Free,
    /// It is what is left of a text of which a part was erased.
    Trimmed,
    /// For this reason.
    Admitted(&'a str),
    /// Out of recall.
    Quarantined,
    /// Not at all: it was erased then.
    Refused(Timestamp),
    /// Not with the reference that was given: the log would keep it, and it says itself what was erased or is let in.
    ReferenceTells,
}

impl<'a> Passage<'a> {
    /// What the log says of it.
    pub(crate) fn note(self) -> Option<&'a str> {
        match self {
            Self::Admitted(reason) => Some(reason),
            Self::Quarantined => Some(QUARANTINED),
            Self::Trimmed => Some(TRIMMED),
            Self::Free | Self::Refused(_) | Self::ReferenceTells => None,
        }
    }

    /// Tells whether nothing is written.
    pub(crate) fn is_closed(self) -> bool {
        matches!(self, Self::Refused(_) | Self::ReferenceTells)
    }

    /// How a memory may come in of which this is said of one part, and `other` of another.
    pub(crate) fn and(self, other: Self) -> Self {
        let rank = |passage| match passage {
            Self::Free => 0,
            Self::Trimmed => 1,
            Self::Admitted(_) | Self::Quarantined => 2,
            Self::Refused(_) | Self::ReferenceTells => 3,
        };
        if rank(other) > rank(self) { other } else { self }
    }
}

/// The note of an event that puts a memory into quarantine: it is what tells one from a released memory.
pub(crate) const QUARANTINED: &str = "quarantined";

/// The note of an event whose text is the rest of one that was to come in.
pub(crate) const TRIMMED: &str = "trimmed";

/// How the note of a receipt's event begins that has the checksum of the tombstones laid with it.
const SUM: &str = "tombstones ";

/// Parties that are taken out of one text.
const MOST_PARTIES: usize = 8;

type Mark = [u8; 16];

/// How many bytes of a text are read for its statements: a longer one is known as a whole, and by those at its beginning.
const READ: usize = 32 * 1024;

/// How many short forms of one text are known: the first ones, each by a digest that costs memory and time.
const SHORT_FORMS: usize = 1024;

/// The longest text, in bytes, that is looked at statement by statement for what else it says. A longer one is refused as a whole.
const TRIMMED_BYTES: usize = 8 * 1024;

/// How many guarded digests are made of what one text carries, and how much of it is read even where that gives more.
const DEAR: usize = 4096;
const LEAST: usize = 1024;

/// A statement with fewer words ("Closed.") is said of many things, unless what it holds tells of which.
const FEWEST_WORDS: usize = 3;

/// The nouns of numbers that a reference may be the number of.
const NOUNS: &[&str] = &[
    "account", "badge", "box", "card", "case", "code", "contract", "customer", "file", "flat", "id",
    "invoice", "key", "locker", "number", "order", "passport", "password", "patient", "PIN", "policy",
    "reference", "room", "ticket", "user",
];

/// The digests of one text: those of it and its statements, and those of what it carries.
struct Marks(Vec<(Mark, Kind)>);

impl Marks {
    /// The digests by which these kinds of tombstones are met.
    fn of(key: &StoreKey, kinds: &Kinds, text: &str) -> Self {
        let readings = fingerprint::readings(text);
        let texts = || std::iter::once(text).chain(readings.iter().map(String::as_str));
        let mut strings = identities(kinds, texts);
        strings.extend(texts().flat_map(|text| known(met_forms(text))).map(|form| (Kind::Text, form)));
        Self::digested(key, kinds, strings)
    }

    /// The digests of what a name by which somebody acts has beside a text's.
    fn of_actor(key: &StoreKey, kinds: &Kinds, actor: &str) -> Self {
        // Nepenthe's own programs are nobody.
        let named = !super::actor::is_own(actor);
        let strings = named.then(|| fingerprint::acting(actor)).into_iter().flatten();
        Self::digested(key, kinds, strings.map(|string| (Kind::Identity, string)))
    }

    fn digested(key: &StoreKey, kinds: &Kinds, strings: impl IntoIterator<Item = (Kind, String)>) -> Self {
        let mut marks = Vec::new();
        let (mut guarded, mut dear) = (Vec::new(), Vec::new());
        for (kind, string) in strings {
            if kinds.has(kind) {
                marks.push((mark(key, kind, &string), kind));
            }
            if let Some(class) = guard::guarded(kind, &string).filter(|class| kinds.has(*class)) {
                guarded.push(class);
                dear.push(named(kind, &string));
            }
        }
        marks.extend(key.guarded(&dear).into_iter().zip(guarded));
        Self(marks)
    }
}

/// The strings of what texts carry: of as much of their beginnings as can be digested in good time.
fn identities<'t, I>(kinds: &Kinds, texts: impl Fn() -> I) -> HashSet<(Kind, String)>
where
    I: Iterator<Item = &'t str>,
{
    let mut most = fingerprint::LONGEST;
    loop {
        let carried = texts().flat_map(|text| fingerprint::carried(&text[..text.floor_char_boundary(most)]));
        let strings: HashSet<_> = carried.map(|string| (Kind::Identity, string)).collect();
        let guarded = |(kind, string): &&(Kind, String)| {
            guard::guarded(*kind, string).is_some_and(|class| kinds.has(class))
        };
        if most <= LEAST || strings.iter().filter(guarded).count() <= DEAR {
            return strings;
        }
        most /= 2;
    }
}

fn mark(key: &StoreKey, kind: Kind, string: &str) -> Mark {
    key.tombstone(&named(kind, string))
}

fn named(kind: Kind, string: &str) -> String {
    format!("{}\0{string}", kind.as_str())
}

/// The forms of an erased text, as it is written and without what only wraps it.
fn laid_forms(text: &str) -> Vec<String> {
    known(forms(text, &fingerprint::layers(text)[0], fingerprint::laid_forms))
}

/// Each form once, and of those that are guarded no more than are known of a text.
fn known(forms: Vec<String>) -> Vec<String> {
    let (mut seen, mut short) = (HashSet::new(), 0);
    let mut is_known = |form: &String| {
        let is_short = guard::guarded(Kind::Text, form).is_some();
        short += usize::from(is_short);
        !is_short || short <= SHORT_FORMS
    };
    forms.into_iter().filter(|form| seen.insert(form.clone()) && is_known(form)).collect()
}

/// The forms of a text on its way in. One with another date, number or speaker than the erased had says something else.
fn met_forms(text: &str) -> Vec<String> {
    let layers = fingerprint::layers(text);
    let mut forms = forms(text, &layers[0], fingerprint::met_forms);
    let normal = |text: &str| vec![fingerprint::normal_form(text)];
    forms.extend(layers[1..].iter().flat_map(|layer| of_statements(layer, normal)));
    forms
}

fn forms(text: &str, bare: &str, normal: fn(&str) -> Vec<String>) -> Vec<String> {
    let mut forms = of_statements(text, normal);
    if bare != text {
        forms.extend(of_statements(bare, normal));
    }
    forms
}

/// The normal forms of a text and of its statements, where it has several; of what they say of whom they do not name, and as
/// a note would put it.
fn of_statements(text: &str, normal: fn(&str) -> Vec<String>) -> Vec<String> {
    let mut forms = normal(text);
    forms.extend(fingerprint::terse_forms(text));
    let read = head(text, READ);
    let clauses = clause::split(read);
    if clauses.len() > 1 || read.len() < text.len() {
        let telling =
            |text: &&str| text.split_whitespace().count() >= FEWEST_WORDS || fingerprint::is_singular(text);
        let statements = clauses.iter().map(|clause| clause.standalone.as_str()).filter(telling);
        for statement in statements {
            forms.extend(normal(statement));
            forms.extend(fingerprint::terse_forms(statement));
            forms.extend(fingerprint::predicate_form(statement));
        }
    } else {
        forms.extend(fingerprint::predicate_form(text));
    }
    forms.retain(|form| !form.is_empty());
    forms
}

/// Lays the tombstones of erased texts; `left` is what is left of them. Returns those that are new.
pub(crate) fn bury_texts<'t>(
    connection: &Connection,
    scope: ScopeKey,
    key: &StoreKey,
    texts: impl Iterator<Item = &'t str>,
    left: Option<&str>,
    event: EventSeq,
) -> Result<Vec<Row>, StorageError> {
    let left: HashSet<String> = left.map(met_forms).unwrap_or_default().into_iter().collect();
    let erased = texts.flat_map(laid_forms);
    let erased: HashSet<String> = erased.filter(|form| !left.contains(form)).collect();
    lay(connection, scope, key, Kind::Text, erased.iter().map(String::as_str), event)
}

/// Lays the tombstones of what the words of a request to purge name. Returns those that are new.
pub(crate) fn bury_identities(
    connection: &Connection,
    scope: ScopeKey,
    key: &StoreKey,
    words: &str,
    event: EventSeq,
) -> Result<Vec<Row>, StorageError> {
    let identities = fingerprint::requested(words);
    let strings = identities.iter().flat_map(|identity| identity.strings.iter().map(String::as_str));
    lay(connection, scope, key, Kind::Identity, strings, event)
}

fn lay<'s>(
    connection: &Connection,
    scope: ScopeKey,
    key: &StoreKey,
    kind: Kind,
    strings: impl Iterator<Item = &'s str>,
    event: EventSeq,
) -> Result<Vec<Row>, StorageError> {
    let (mut marks, mut guarded, mut dear) = (Vec::new(), Vec::new(), Vec::new());
    for string in strings {
        match guard::guarded(kind, string) {
            Some(class) => {
                guarded.push(class);
                dear.push(named(kind, string));
            }
            None => marks.push((mark(key, kind, string), kind)),
        }
    }
    marks.extend(key.guarded(&dear).into_iter().zip(guarded));
    let mut laid = Vec::new();
    for (mark, kind) in marks {
        laid.extend(tombstone::insert(connection, scope, mark, kind, event)?);
    }
    Ok(laid)
}

/// Returns what the log notes at the receipt of an erasure: the checksum of the tombstones that it laid.
pub(crate) fn sum(key: &StoreKey, mut laid: Vec<Row>) -> String {
    laid.sort_unstable();
    let sum: String =
        key.sum(Summed::Tombstones, &laid.concat()).iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{SUM}{sum}")
}

/// Texts on their way in, read before the transaction that writes them: reading takes longer than writing.
pub(crate) struct Gate<'a> {
    scope: &'a Scope,
    /// The kinds of tombstones that there were when the texts were read.
    kinds: Kinds,
    marks: HashMap<String, Marks>,
    /// What is to be written in the place of a text, where parts of it were erased.
    rests: HashMap<String, String>,
}

impl<'a> Gate<'a> {
    /// Reads the texts, each with what its memory said before, where the scope has any tombstone.
    pub(crate) fn new<'t>(
        scope: &'a Scope,
        texts: impl Iterator<Item = (&'t str, Option<&'t str>)>,
    ) -> Result<Self, StorageError> {
        let (mut marks, mut rests) = (HashMap::new(), HashMap::new());
        let kinds = scope.read(tombstone::kinds)?.unwrap_or_default();
        if !kinds.is_empty() {
            let key = &scope.inner().key;
            for (text, before) in texts {
                marks.insert(text.to_owned(), Marks::of(key, &kinds, text));
                let trims = *scope.returning() == Returning::Trim;
                let rest = |connection: &_, scope| rest(connection, scope, (key, &kinds), text, before);
                if let Some(rest) = trims.then(|| scope.read(rest)).transpose()?.flatten().flatten() {
                    marks.insert(rest.clone(), Marks::of(key, &kinds, &rest));
                    rests.insert(text.to_owned(), rest);
                }
            }
        }
        Ok(Self { scope, kinds, marks, rests })
    }

    /// Reads what stands beside texts, too.
    pub(crate) fn with_asides(mut self, asides: impl Iterator<Item = Aside>) -> Result<Self, StorageError> {
        if !self.kinds.is_empty() {
            let (key, kinds) = (&self.scope.inner().key, &self.kinds);
            for string in asides.flat_map(|aside| aside.strings()) {
                self.marks.entry(string).or_insert_with_key(|string| Marks::of(key, kinds, string));
            }
        }
        Ok(self)
    }

    /// What is to be written in the place of a text: itself, unless something of it was erased and that is to be left out.
    pub(crate) fn admissible<'t>(&'t self, text: &'t str) -> &'t str {
        self.rests.get(text).map_or(text, String::as_str)
    }

    /// Says how a text may come in, in the transaction that writes it. What the memory said `before` is no return.
    pub(crate) fn passage(
        &self,
        connection: &Connection,
        scope: ScopeKey,
        text: &str,
        before: Option<&str>,
    ) -> Result<Passage<'a>, StorageError> {
        let kinds = tombstone::kinds(connection, scope)?;
        if kinds.is_empty() {
            return Ok(Passage::Free);
        }
        let key = &self.scope.inner().key;
        let mut met = self.met(connection, scope, &kinds, text)?;
        if let Some(before) = before.filter(|_| !met.is_empty()) {
            for (mark, _) in Marks::of(key, &kinds, before).0 {
                met.remove(&mark);
            }
        }
        let Some(last) = met.into_values().max() else {
            let rest = self.rests.values().any(|rest| rest == text);
            return Ok(if rest { Passage::Trimmed } else { Passage::Free });
        };
        self.stopped(connection, scope, last, text)
    }

    /// Says how what stands beside a text may come in, and returns what of it is written. `trims` says whether it can be
    /// written without what was erased of it.
    pub(crate) fn beside(
        &self,
        connection: &Connection,
        scope: ScopeKey,
        mut aside: Aside,
        trims: bool,
    ) -> Result<(Passage<'a>, Aside), StorageError> {
        let kinds = tombstone::kinds(connection, scope)?;
        if kinds.is_empty() {
            return Ok((Passage::Free, aside));
        }
        let (mut gone, mut passage) = (HashSet::new(), Passage::Free);
        for string in aside.strings() {
            let Some(last) = self.met(connection, scope, &kinds, &string)?.into_values().max() else {
                continue;
            };
            passage = passage.and(self.stopped(connection, scope, last, &string)?);
            gone.insert(string);
        }
        if !gone.is_empty() && trims && *self.scope.returning() == Returning::Trim {
            aside.take(&|string| gone.contains(string));
            passage = Passage::Trimmed;
        }
        Ok((passage, aside))
    }

    /// Tells whether a name by which somebody acts is stopped, whatever is done with texts that are.
    pub(crate) fn stops(
        &self,
        connection: &Connection,
        scope: ScopeKey,
        string: &str,
    ) -> Result<bool, StorageError> {
        let kinds = tombstone::kinds(connection, scope)?;
        let key = &self.scope.inner().key;
        Ok(!kinds.is_empty()
            && (acts(connection, scope, (key, &kinds), string)?
                || !self.met(connection, scope, &kinds, string)?.is_empty()))
    }

    fn met(
        &self,
        connection: &Connection,
        scope: ScopeKey,
        kinds: &Kinds,
        text: &str,
    ) -> Result<BTreeMap<Mark, EventSeq>, StorageError> {
        match self.marks.get(text).filter(|_| kinds.are_among(&self.kinds)) {
            Some(marks) => met(connection, scope, marks),
            // Another process may have laid the first tombstone of a kind in the meantime.
            None => met(connection, scope, &Marks::of(&self.scope.inner().key, kinds, text)),
        }
    }

    /// Says what is done with a text that is stopped, `last` by the tombstones of this event.
    fn stopped(
        &self,
        connection: &Connection,
        scope: ScopeKey,
        last: EventSeq,
        text: &str,
    ) -> Result<Passage<'a>, StorageError> {
        Ok(match self.scope.returning() {
            Returning::Admit { reason } => {
                let tells = match reason.reference() {
                    Some(reference) => self.tells(connection, scope, reference, text)?,
                    None => false,
                };
                if tells { Passage::ReferenceTells } else { Passage::Admitted(reason.note()) }
            }
            Returning::Quarantine => Passage::Quarantined,
            Returning::Refuse | Returning::Trim => {
                // A restored store may have taken a tombstone over before its log's first event.
                let at = event::get(connection, last)?.map(|(_, event)| event.at);
                Passage::Refused(at.unwrap_or_else(|| self.scope.now()))
            }
        })
    }

    /// Tells whether a reference says what was erased, or what it lets in.
    fn tells(
        &self,
        connection: &Connection,
        scope: ScopeKey,
        reference: &Reference,
        text: &str,
    ) -> Result<bool, StorageError> {
        Ok(reference.is_in(text) || names_erased(connection, scope, &self.scope.inner().key, reference)?)
    }
}

/// Tells whether a reference is, or has, what the scope's tombstones stop, whatever it is the number of.
pub(crate) fn names_erased(
    connection: &Connection,
    scope: ScopeKey,
    key: &StoreKey,
    reference: &Reference,
) -> Result<bool, StorageError> {
    let kinds = tombstone::kinds(connection, scope)?;
    let (letters, digits) = reference.parts();
    let numbered: String =
        NOUNS.iter().map(|noun| format!("{noun} {digits}. {noun} {reference}.\n")).collect();
    for said in [letters, digits, reference.as_str(), &numbered] {
        if !met(connection, scope, &Marks::of(key, &kinds, said))?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tells whether the scope's tombstones stop a name by which somebody acts: as a text, run together, or by its surname.
pub(crate) fn stops_actor(
    connection: &Connection,
    scope: ScopeKey,
    key: &StoreKey,
    actor: &str,
) -> Result<bool, StorageError> {
    let kinds = tombstone::kinds(connection, scope)?;
    Ok(!kinds.is_empty()
        && (acts(connection, scope, (key, &kinds), actor)?
            || !met(connection, scope, &Marks::of(key, &kinds, actor))?.is_empty()))
}

/// Tells whether the tombstones stop what a name by which somebody acts has beside a text's.
fn acts(
    connection: &Connection,
    scope: ScopeKey,
    (key, kinds): (&StoreKey, &Kinds),
    actor: &str,
) -> Result<bool, StorageError> {
    Ok(!met(connection, scope, &Marks::of_actor(key, kinds, actor))?.is_empty())
}

/// The text without what was erased of it: parties, or else statements. Nothing where it is not stopped, or nothing that
/// may come in would be left.
fn rest(
    connection: &Connection,
    scope: ScopeKey,
    (key, kinds): (&StoreKey, &Kinds),
    text: &str,
    before: Option<&str>,
) -> Result<Option<String>, StorageError> {
    let known: HashSet<Mark> = before
        .map(|text| Marks::of(key, kinds, text).0)
        .unwrap_or_default()
        .into_iter()
        .map(|(mark, _)| mark)
        .collect();
    let stopped = |text: &str| -> Result<bool, StorageError> {
        let met = met(connection, scope, &Marks::of(key, kinds, text))?;
        Ok(met.keys().any(|mark| !known.contains(mark)))
    };
    if text.len() > TRIMMED_BYTES || !stopped(text)? {
        return Ok(None);
    }
    let fewer = without_parties(text, &stopped)?;
    if fewer != text && !stopped(&fewer)? {
        return Ok(Some(fewer));
    }
    let parted = Some(fewer.as_str()).filter(|fewer| *fewer != text);
    for text in std::iter::once(text).chain(parted) {
        let clauses = clause::split(text);
        let mut gone = Vec::new();
        for (index, clause) in clauses.iter().enumerate() {
            if stopped(&clause.standalone)? {
                gone.push(index);
            }
        }
        let rest = clauses.without(&gone).filter(|_| !gone.is_empty() && gone.len() < clauses.len());
        if let Some(rest) = rest
            && !stopped(&rest)?
        {
            return Ok(Some(rest));
        }
    }
    Ok(None)
}

/// The text without the members of its lists that are stopped each by itself.
fn without_parties(
    text: &str,
    stopped: &impl Fn(&str) -> Result<bool, StorageError>,
) -> Result<String, StorageError> {
    let mut text = text.to_owned();
    'again: for _ in 0..MOST_PARTIES {
        for list in clause::parties(&text).iter().filter(|list| list.members.len() > 1) {
            for member in &list.members {
                if stopped(&text[member.span.clone()])?
                    && let Some(rest) = clause::without_party(&text, member.span.clone())
                {
                    text = rest;
                    continue 'again;
                }
            }
        }
        break;
    }
    Ok(text)
}

/// Returns the event from which on the scope's tombstones stop a text, if they do.
pub(crate) fn forbidden_since(
    connection: &Connection,
    scope: ScopeKey,
    key: &StoreKey,
    text: &str,
) -> Result<Option<EventSeq>, StorageError> {
    let kinds = tombstone::kinds(connection, scope)?;
    Ok(met(connection, scope, &Marks::of(key, &kinds, text))?.into_values().min())
}

fn met(
    connection: &Connection,
    scope: ScopeKey,
    marks: &Marks,
) -> Result<BTreeMap<Mark, EventSeq>, StorageError> {
    let mut met = BTreeMap::new();
    for &(mark, kind) in &marks.0 {
        if let Some(event) = tombstone::laid_by(connection, scope, mark, kind)? {
            met.insert(mark, event);
        }
    }
    Ok(met)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InscribeError, Mutation, Options, Store};

    fn refused(scope: &Scope, text: &str) -> bool {
        matches!(scope.inscribe(text), Err(InscribeError::Erased { .. }))
    }

    #[test]
    fn a_tombstone_of_what_is_short_is_no_plain_digest_and_one_of_an_older_store_still_stops() {
        let store = Store::open_in_memory(Options::default()).expect("opens");
        let scope = store.scope("a").expect("a scope");
        let id = scope.inscribe("The safe opens with 4471.").expect("is written");
        let plan = scope.plan(Mutation::purge(id)).expect("a plan");
        scope.apply(plan).expect("is purged");
        let key = &store.inner.key;
        let all = Kinds::all();
        let (kinds, cheap) = scope
            .read(|connection, scope| {
                let marks = Marks::of(key, &all, "The safe opens with 4471.");
                let cheap: Vec<_> = marks
                    .0
                    .into_iter()
                    .filter(|(_, kind)| matches!(kind, Kind::Text | Kind::Identity))
                    .collect();
                let met = met(connection, scope, &Marks(cheap.clone()))?;
                assert!(met.is_empty(), "a guess that costs nothing");
                Ok((tombstone::kinds(connection, scope)?, cheap))
            })
            .expect("is read")
            .expect("a scope");
        assert_eq!(kinds, Kinds::of(&["guarded:text"]));
        assert!(!cheap.is_empty() && refused(&scope, "the safe opens with 4471"));

        // As an older version laid them.
        let old = laid_forms("The door opens with 9920.");
        let laid = store.inner.write_only(|transaction| {
            for form in &old {
                let mark = mark(key, Kind::Text, form);
                tombstone::insert(transaction, ScopeKey(1), mark, Kind::Text, EventSeq(1))?;
            }
            Ok::<_, StorageError>(())
        });
        laid.expect("are laid");
        assert!(refused(&scope, "the door opens with 9920") && !refused(&scope, "The door opens with 9921."));
    }

    #[test]
    fn a_text_pays_for_the_kinds_that_its_scope_has_alone() {
        let key = StoreKey([7; 32]);
        let text = "Write to sam@roe.example, or ring +1 555 010 0199, about order 61824.";
        let guarded = |kinds: &[&str]| {
            let marks = Marks::of(&key, &Kinds::of(kinds), text).0;
            marks.into_iter().filter(|(_, kind)| matches!(kind, Kind::Guarded(_))).count()
        };
        assert_eq!(guarded(&["text", "identity"]), 0);
        let (texts, phones) = (guarded(&["guarded:text"]), guarded(&["guarded:phone"]));
        assert!((1..=12).contains(&texts) && (1..=8).contains(&phones), "{texts} {phones}");
    }
}
