//! What a memory ties to a person for certain: where one says "Sam Roe's number is 0151 496 0123", everything about Sam Roe
//! reaches what carries that number. A tie is a number, an address, a handle, initials or another name that a memory says to be
//! theirs alone, or a mailbox made of their name.

use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::clause;
use nepenthe_text::entity::identifier::{self, Identifier, Kind};
use nepenthe_text::entity::name::{self, Finder, Haystack, Name};
use nepenthe_text::word::{fold, words};

use super::query::Query;
use super::scorer::MEANT;
use super::{Canonical, alias, plate};
use crate::corpus::{Include, RecallMode, RecallOptions};
use crate::memory::MemoryId;
use crate::{Candidate, Draft, Memories, PlannerError, Verb};

/// From which certainty on a memory names the person in full.
const IN_FULL: f32 = 0.6;
/// How sure it is that what is tied to somebody is theirs: nobody has measured it, so no plan is sure by it alone.
const TIED: f64 = 0.9;
/// From which certainty on a memory has another name of somebody.
const ALIAS: f32 = 0.3;
/// How many ties are followed.
const MOST: usize = 8;
/// How many memories with a mailbox or with initials are looked at for each.
const POOL: usize = 64;
/// How many words may stand between a name and what is tied to it.
const BETWEEN: usize = 6;

/// Labels of numbers that are a person's own.
const OF_A_PERSON: &[&str] = &[
    "customer", "client", "patient", "employee", "member", "membership", "account", "policy", "passport",
    "badge", "id", "student", "licence", "license", "user", "guest", "tenant", "staff", "personnel", "card",
    "loyalty", "insurance", "tax", "national", "visa", "subscriber", "donor", "contact", "phone", "mobile",
    "number", "kunde", "kundennummer",
];
/// Mailboxes that several read, whatever stands behind the @.
const SHARED: &[&str] = &[
    "info", "office", "team", "hello", "hi", "support", "contact", "mail", "admin", "sales", "front",
    "frontdesk", "reception", "help", "helpdesk", "service", "booking", "bookings", "orders", "billing",
    "accounts", "hr", "jobs", "press", "news", "newsletter", "noreply", "no-reply", "postmaster",
    "webmaster", "enquiries", "inquiries", "all", "staff", "desk", "shop", "kontakt", "buero", "büro",
    "empfang", "contacto", "contatto", "contato",
];
/// Words and abbreviations that are nobody's initials where they stand by themselves.
const ABBREVIATIONS: &[&str] = &[
    "AC", "AD", "AI", "AM", "AN", "AP", "AR", "AS", "AT", "BBC", "BC", "BE", "BIC", "BY", "CA", "CC", "CD",
    "CEO", "CFO", "CIA", "CMS", "CRM", "CSS", "CT", "CTO", "CV", "DB", "DC", "DE", "DIY", "DJ", "DNA", "DNS",
    "DO", "DOB", "DVD", "EU", "FAQ", "FBI", "FM", "FR", "FYI", "GB", "GO", "GP", "GPS", "HD", "HE", "HQ",
    "HR", "ID", "IF", "IN", "IP", "IQ", "IS", "IT", "LA", "LAN", "LED", "LP", "MA", "MC", "MD", "ME", "MP",
    "MRI", "MS", "MY", "NASA", "NB", "NGO", "NHS", "NO", "NY", "OF", "OK", "ON", "OR", "OS", "PA", "PC",
    "PDF", "PE", "PIN", "PM", "PO", "PR", "PS", "QA", "QR", "RAM", "RIP", "RSVP", "SMS", "SO", "SQL", "SSD",
    "SUV", "TA", "TBA", "TBC", "TBD", "TO", "TV", "UK", "UN", "UP", "UPS", "URL", "US", "USA", "USB", "VAT",
    "VIP", "VPN", "VR", "WC", "WE", "WHO",
];
/// Verbs that say right behind a name that something is its bearer's.
const HAS: &[&str] =
    &["has", "uses", "holds", "drives", "owns", "lives", "resides", "goes", "banks", "carries", "rides"];
/// What may stand between such a verb and the thing.
const LINKS: &[&str] = &[
    "the", "a", "an", "his", "her", "their", "at", "with", "by", "under", "no", "nr", "is", "of", "called",
    "reached", "reachable", "on", "via", "in", "car", "van", "bike", "vehicle", "truck", "plate", "plates",
    "registration", "number", "numbers", "phone", "mobile", "telephone", "tel", "cell", "email", "e-mail",
    "e", "mail", "address", "handle", "account", "iban", "card", "badge", "passport", "id", "customer",
    "client", "employee", "member", "membership", "policy", "patient", "student", "licence", "license",
    "user", "username", "login", "new", "private", "work", "home", "old", "current", "personal", "code",
    "personnel", "staff", "own", "nickname",
];
/// What reaches a person by a number or an address.
const REACH: &[&str] = &["reach", "call", "ring", "contact", "text", "phone", "email", "mail", "message"];

/// Something that is the person's, in the words of a request for it.
struct Tie {
    words: String,
    by: MemoryId,
    sort: Sort,
}

/// What a tie is, and so how it is found.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    /// As what carries it.
    Identifier,
    /// As a word that is written so.
    Initials,
    /// As any name, in these capitals.
    Alias,
    /// In whatever groups it is written.
    Plate,
}

/// Adds to a draft what its memories tie to the person that everything is asked for about. What names somebody else, or what
/// is tied to somebody else too, stays.
///
/// # Errors
/// As [`crate::Planner::plan`].
pub(super) fn add(
    canonical: &Canonical,
    query: &Query<'_>,
    memories: &Memories<'_>,
    draft: &mut Draft,
) -> Result<(), PlannerError> {
    let of_person = |name: &name::Name| {
        !matches!(name.kind, name::Kind::Place | name::Kind::Organisation | name::Kind::NoEntity)
            && name.words.len() > 1
    };
    let components = canonical.components;
    let one = query.wanted_names == 1 && query.request.except.is_none() && !query.narrow;
    let asked = one && query.by_name() && query.verb != Verb::Restore;
    if !(asked && components.identifiers && components.names && query.names.first().is_some_and(of_person)) {
        return Ok(());
    }
    let include = if query.verb == Verb::Purge { Include::All } else { Include::Live };
    let person = query.names[0].text.clone();
    for tie in ties(query, memories, include, draft)?.into_iter().take(MOST) {
        let found = match tie.sort {
            Sort::Identifier => carriers(canonical, query, &tie, memories)?,
            Sort::Initials => with_word(&tie, memories, include, |text| has_words(&tie.words, text))?,
            Sort::Plate => with_word(&tie, memories, include, |text| plate::is_in(&tie.words, text))?,
            Sort::Alias => {
                let finder = Finder::new(&Name::of(&tie.words));
                with_word(&tie, memories, include, |text| {
                    let found = finder.scan_in(&Haystack::new(text)).0;
                    has_words(&tie.words, text)
                        && found.iter().any(|found| {
                            found.certainty >= ALIAS && text[found.span.clone()].starts_with(&tie.words)
                        })
                })?
            }
        };
        // "14 Quay Street is where Bo Lind lives": then it is not theirs alone.
        if found.iter().any(|(candidate, _)| ties_to_another(query, &candidate.hit.memory.text, &tie)) {
            continue;
        }
        for (candidate, how) in found {
            let id = candidate.hit.memory.id;
            if draft.steps.iter().any(|step| step.memory.id == id) {
                continue;
            }
            draft.spared.retain(|spared| spared.memory.id != id);
            let also = if matches!(tie.sort, Sort::Alias | Sort::Plate) { tie.words.as_str() } else { "" };
            if names_another(query, &candidate.hit.memory.text, also) {
                draft
                    .spared
                    .push(candidate.spare(format!("{how} is {person}'s, and it names somebody else")));
                continue;
            }
            let by = tie.by;
            let reason = format!("tied: {how} is {person}'s by memory {by}");
            draft.decide_surely(candidate, query.action.clone(), reason, TIED);
            draft.confidence = draft.confidence.map(|sure| sure.min(TIED));
        }
    }
    Ok(())
}

/// What the memories that go say to be the person's.
fn ties(
    query: &Query<'_>,
    memories: &Memories<'_>,
    include: Include,
    draft: &Draft,
) -> Result<Vec<Tie>, PlannerError> {
    let mut ties: Vec<Tie> = Vec::new();
    let mut add = |words: String, by: MemoryId, sort: Sort| {
        if !ties.iter().any(|tie| tie.words == words) {
            ties.push(Tie { words, by, sort });
        }
    };
    let mut named_by = None;
    for step in &draft.steps {
        let id = step.memory.id;
        for clause in clause::split(&step.memory.text).iter() {
            let text = clause.standalone.as_str();
            let Some(name) = named(query, text) else { continue };
            named_by = named_by.or(Some(id));
            let alias = alias::of(text, &name).filter(|alias| !is_own_word(query, alias));
            let plates = plate::all(text);
            let own = plates.iter().map(|one| one.text.as_str()).chain(alias.as_deref());
            if names_another(query, text, &own.collect::<Vec<_>>().join(" ")) {
                continue;
            }
            for one in plates {
                if is_said_of(text, &name, &one) {
                    add(one.text, id, Sort::Plate);
                }
            }
            for one in identifier::recognise(text) {
                if is_of_person(&one) && is_said_of(text, &name, &one) {
                    add(in_words(&one), id, Sort::Identifier);
                }
            }
            if let Some(initials) = initials(query, text, &name) {
                add(initials, id, Sort::Initials);
            }
            if let Some(alias) = alias {
                add(alias, id, Sort::Alias);
            }
        }
    }
    let Some(by) = named_by else { return Ok(ties) };
    for mailbox in mailboxes(query, memories, include)? {
        add(mailbox, by, Sort::Identifier);
    }
    Ok(ties)
}

/// Where a text names the person in full.
fn named(query: &Query<'_>, text: &str) -> Option<Range<usize>> {
    let found = query.finders.first()?.scan_in(&Haystack::new(text)).0.into_iter();
    found.filter(|found| found.certainty >= IN_FULL && !found.how.is_half()).map(|found| found.span).next()
}

/// Whether another name has a word of the person's own: it is found without.
fn is_own_word(query: &Query<'_>, alias: &str) -> bool {
    let own = &query.names[0].words;
    alias.split(' ').any(|word| own.iter().any(|own| fold(own) == fold(word)))
}

/// Whether a text names a person who is another, and not `also` the one asked about.
fn names_another(query: &Query<'_>, text: &str, also: &str) -> bool {
    let own = query.named(query.wanted_names, text).map(|(_, found)| found.span).collect::<Vec<_>>();
    let own_words: BTreeSet<String> = query.names[0]
        .words
        .iter()
        .map(String::as_str)
        .chain(also.split(|c: char| !c.is_alphanumeric()))
        .map(fold)
        .collect();
    name::names(text).into_iter().any(|other| {
        is_person(&other)
            && !own.iter().any(|span| span.start < other.span.end && other.span.start < span.end)
            && !other.words.iter().any(|word| own_words.contains(&fold(word)))
    })
}

/// Whether a name is surely a person's.
fn is_person(name: &name::Name) -> bool {
    name.kind == name::Kind::Person && name.sure > 0.5
        || name.kind == name::Kind::Unknown && name.words.len() > 1 && name.sure > 0.8
}

/// Whether several read a mailbox.
fn is_shared(mailbox: &str) -> bool {
    let local = mailbox.split('@').next().unwrap_or_default();
    SHARED.contains(&local) || local.split(['.', '-', '_', '+']).any(|part| SHARED.contains(&part))
}

fn is_of_person(one: &Identifier) -> bool {
    match one.kind {
        Kind::Email => !is_shared(&one.canonical),
        Kind::Phone | Kind::Iban | Kind::Card | Kind::Plate | Kind::NationalId | Kind::House => true,
        Kind::Handle => one.text.len() > 3,
        Kind::Reference | Kind::Number | Kind::Code => {
            one.label.as_deref().is_some_and(|label| OF_A_PERSON.contains(&label))
                && one.text.contains(char::is_numeric)
        }
        _ => false,
    }
}

/// Whether a statement says that an identifier is its bearer's: "Sam Roe's number is …", "Sam Roe, …", "… belongs to Sam Roe".
fn is_said_of(text: &str, name: &Range<usize>, one: &Identifier) -> bool {
    let few = |between: &str| words(between).len() <= BETWEEN && !between.contains([';', '\n']);
    if one.span.start >= name.end {
        let between = &text[name.end..one.span.start];
        if !few(between) {
            return false;
        }
        let said = words(between);
        let folded: Vec<&str> = said.iter().map(|word| word.folded.as_str()).collect();
        let linked = |words: &[&str]| words.iter().all(|word| LINKS.contains(word));
        let possessive = text[..name.end].ends_with("'s")
            || text[..name.end].ends_with("’s")
            || between.starts_with("'s")
            || between.starts_with("’s")
            || between.starts_with('\'');
        // "Call Sam Roe on …": nothing else stands before the name.
        let before = words(&text[..name.start]);
        let reached = matches!(before.as_slice(), [word] if REACH.contains(&word.folded.as_str()));
        let own = folded.iter().filter(|word| **word != "s").copied().collect::<Vec<_>>();
        return match own.as_slice() {
            [] => true,
            [verb, rest @ ..] if HAS.contains(verb) => linked(rest),
            _ if possessive => linked(&own),
            all if reached => linked(all),
            [first, ..] if between.trim_start().starts_with([',', '(', ':', '<']) || *first == "is" => {
                linked(&own)
            }
            all => linked(all) && !all.contains(&"called"),
        };
    }
    if one.span.end <= name.start {
        let between = &text[one.span.end..name.start];
        let said: Vec<String> = words(between).into_iter().map(|word| word.folded).collect();
        let said: Vec<&str> = said.iter().map(String::as_str).collect();
        // "The plumber's number 0151 … is Sam Roe's", "call 0151 … and ask for Sam Roe" is not.
        return matches!(
            said.as_slice(),
            ["is"]
                | ["belongs", "to"]
                | ["is", "the", "number", "of"]
                | ["is", "registered", "to"]
                | ["was", "issued", "to"]
                | ["is", "held", "by"]
                | ["is", "for"]
                | ["of"]
        ) || said.is_empty() && between.trim_start().starts_with([':', '=', '(', '-', '–', '|']);
    }
    false
}

/// An identifier in the words of a request for it.
fn in_words(one: &Identifier) -> String {
    match (&one.label, one.kind) {
        (Some(label), Kind::Reference | Kind::Number | Kind::Code)
            if !one.text.to_lowercase().contains(label.as_str()) =>
        {
            format!("{label} {}", one.text)
        }
        _ => one.text.clone(),
    }
}

/// The initials of the person, where a text says that they are theirs: "Leila Haddad (LH)", "LH is Leila Haddad".
fn initials(query: &Query<'_>, text: &str, name: &Range<usize>) -> Option<String> {
    let short: String = query.names[0].words.iter().filter_map(|word| word.chars().next()).collect();
    if short.chars().count() < 2
        || !short.chars().all(char::is_uppercase)
        || ABBREVIATIONS.contains(&short.as_str())
    {
        return None;
    }
    let behind = text[name.end..].trim_start();
    let before = text[..name.start].trim_end();
    let said = behind.starts_with(&format!("({short})"))
        || behind.starts_with(&format!(", {short},"))
        || before.ends_with(&format!("{short} is"))
        || before.ends_with(&format!("{short} ="))
        || before.ends_with(&format!("{short} ("))
        || before.ends_with(&format!("{short}:"));
    said.then_some(short)
}

/// Mailboxes whose name is the person's, where no other person is named so: s.connolly@ for Sarah Connolly.
fn mailboxes(
    query: &Query<'_>,
    memories: &Memories<'_>,
    include: Include,
) -> Result<Vec<String>, PlannerError> {
    let name = &query.names[0];
    let (Some(first), Some(last)) = (name.words.first(), name.words.last()) else { return Ok(Vec::new()) };
    let (first, last) = (fold(first), fold(last));
    let Some(initial) = first.chars().next() else { return Ok(Vec::new()) };
    let locals = [
        format!("{first}.{last}"),
        format!("{first}_{last}"),
        format!("{first}-{last}"),
        format!("{first}{last}"),
        format!("{initial}.{last}"),
        format!("{initial}{last}"),
        format!("{initial}_{last}"),
        format!("{last}.{first}"),
        format!("{last}.{initial}"),
    ];
    let found = memories.mentioning(&name::query_keys(name), include, POOL)?;
    // "Sean Connolly" has the same mailbox.
    let namesake = |text: &str| {
        name::names(text).iter().any(|other| {
            let words: Vec<String> = other.words.iter().map(|word| fold(word)).collect();
            words.len() > 1
                && words.last() == Some(&last)
                && words.first() != Some(&first)
                && words.first().is_some_and(|other| other.starts_with(initial))
        })
    };
    if found.iter().any(|candidate| namesake(&candidate.hit.memory.text)) {
        return Ok(Vec::new());
    }
    let mut mailboxes = BTreeSet::new();
    for candidate in &found {
        let emails = identifier::recognise(&candidate.hit.memory.text)
            .into_iter()
            .filter(|one| one.kind == Kind::Email);
        let own = emails.filter(|one| {
            one.canonical.split('@').next().is_some_and(|local| locals.iter().any(|own| own == local))
        });
        mailboxes.extend(own.map(|one| one.text));
    }
    Ok(mailboxes.into_iter().collect())
}

/// The memories that carry what is tied, with what of it they carry.
fn carriers(
    canonical: &Canonical,
    query: &Query<'_>,
    tie: &Tie,
    memories: &Memories<'_>,
) -> Result<Vec<(Candidate, String)>, PlannerError> {
    let mutation = query.in_words(&tie.words);
    let mut asked = Query::new(&mutation, &tie.words, canonical.components);
    if !asked.by_identity() {
        return Ok(Vec::new());
    }
    let rows = canonical.rank(&mut asked, memories)?.into_iter();
    let carried = rows.filter(|row| row.whole.probability >= MEANT && row.whole.identifier >= IN_FULL);
    Ok(carried.map(|row| (row.candidate.in_full(), tie.words.clone())).collect())
}

/// The memories that have a tie as words, as `has` tells.
fn with_word(
    tie: &Tie,
    memories: &Memories<'_>,
    include: Include,
    has: impl Fn(&str) -> bool,
) -> Result<Vec<(Candidate, String)>, PlannerError> {
    let options = RecallOptions::new(POOL).with_mode(RecallMode::Lexical).with_include(include);
    let together: String = tie.words.chars().filter(|c| c.is_alphanumeric()).collect();
    let words = match tie.sort {
        Sort::Plate => format!("{} {together}", tie.words),
        _ => tie.words.clone(),
    };
    let found = memories.recall(&words, &options)?.into_iter();
    let found = found.filter(|candidate| has(&candidate.hit.memory.text));
    Ok(found.map(|candidate| (candidate, tie.words.clone())).collect())
}

/// Whether a text has words one behind the other, in these letters.
fn has_words(wanted: &str, text: &str) -> bool {
    let wanted: Vec<&str> = wanted.split(|c: char| !c.is_alphanumeric()).collect();
    let own: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    own.windows(wanted.len()).any(|own| own == wanted)
}

/// Whether a text says that what is tied is another person's.
fn ties_to_another(query: &Query<'_>, text: &str, tie: &Tie) -> bool {
    if named(query, text).is_some() {
        return false;
    }
    let tied = identifier::recognise(text);
    let tied: Vec<&Identifier> = tied.iter().filter(|one| tie.words.ends_with(one.text.as_str())).collect();
    let mut others =
        name::names(text).into_iter().filter(|other| is_person(other) && other.text != tie.words);
    others.any(|other| match tie.sort {
        Sort::Initials => text[other.span.end..].trim_start().starts_with(&format!("({})", tie.words)),
        Sort::Alias => alias::of(text, &other.span).is_some_and(|alias| alias == tie.words),
        Sort::Plate => {
            let mut plates = plate::all(text).into_iter();
            plates.any(|one| plate::is_in(&tie.words, &one.text) && is_said_of(text, &other.span, &one))
        }
        Sort::Identifier => tied.iter().any(|one| is_said_of(text, &other.span, one)),
    })
}
