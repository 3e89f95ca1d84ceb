//! What a memory ties to a person for certain: where one says "Sam Roe's number is 0151 496 0123", everything about Sam Roe
//! reaches what carries that number. A tie is a number, an address, a handle, initials or another name that a memory says to be
//! theirs alone, or a mailbox made of their name.

use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::entity::identifier::{self, Identifier, Kind};
use nepenthe_text::entity::name::{self, Finder, Haystack, Name};
use nepenthe_text::word::{self, fold, words};

use super::query::Query;
use super::scorer::MEANT;
use super::{Canonical, alias, plate};
use crate::corpus::{Include, RecallMode, RecallOptions};
use crate::memory::MemoryId;
use crate::{Candidate, Draft, Memories, PlannerError, Verb};

/// From which certainty on a memory names the person in full.
const IN_FULL: f32 = 0.6;
/// How sure it is that what is tied to somebody is theirs: nobody has measured it, so no plan is sure by it alone.
pub(super) const TIED: f64 = 0.9;
/// From which certainty on a memory has another name of somebody.
const ALIAS: f32 = 0.3;
/// From which certainty on a memory that is meant has a half of the name.
const HALF: f32 = 0.1;
/// How many ties are followed.
const MOST: usize = 8;
/// How many memories with a mailbox or with initials are looked at for each.
const POOL: usize = 64;
/// How many signs a code without a label has at least that is tied.
const TELLING: usize = 5;
/// How many words may stand between a name and what is tied to it.
const BETWEEN: usize = 8;

/// Labels of numbers that are a person's own.
const OF_A_PERSON: &[&str] = &[
    "customer", "client", "patient", "employee", "member", "membership", "account", "policy", "passport",
    "badge", "id", "student", "licence", "license", "user", "guest", "tenant", "staff", "personnel", "card",
    "loyalty", "insurance", "tax", "national", "visa", "subscriber", "donor", "contact", "phone", "mobile",
    "number", "kunde", "kundennummer", "serial", "cliente", "klantnummer", "telefonnummer", "handynummer",
    "durchwahl", "personalnummer", "telefono",
];
/// Labels of what somebody places, opens or is given, which is theirs where a text says so.
const PLACED: &[&str] = &[
    "order", "booking", "reservation", "ticket", "case", "claim", "application", "subscription", "complaint",
    "extension", "locker", "contract", "quote", "enquiry", "inquiry", "request", "rma", "return", "invoice",
    "bill", "parcel", "shipment", "delivery", "bestellung",
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
const HAS: &[&str] = &[
    "has", "uses", "holds", "drives", "owns", "lives", "resides", "goes", "banks", "carries", "rides",
    "placed", "opened", "filed", "raised", "submitted", "hat", "nutzt", "besitzt", "fahrt", "a", "utilise",
    "tiene", "usa", "ha", "tem", "heeft", "gebruikt",
];
/// How a text says behind an identifier that it is somebody's, before their name.
const BELONGS: &[&str] = &[
    "is", "belongs to", "is the number of", "is registered to", "was registered to", "was issued to",
    "is issued to", "is held by", "is for", "of", "is assigned to", "was assigned to", "was given to",
    "is owned by", "is used by", "was placed by", "placed by", "was opened by", "opened by", "was filed by",
    "filed by", "was raised by", "raised by", "was submitted by", "submitted by", "was made by",
    "is that of", "is the handle of", "is the id of", "is the account of", "went to", "goes to",
    "was sent to", "is addressed to", "was addressed to", "was billed to", "is billed to", "was made out to",
    "was opened for", "was placed for", "was booked for", "gehort", "ist von", "ging an", "est a",
    "est celui de", "es de", "es el de", "e di", "is van",
];
/// What may stand between such a verb and the thing.
const LINKS: &[&str] = &[
    "the", "a", "an", "his", "her", "their", "at", "with", "by", "under", "no", "nr", "is", "of", "called",
    "reached", "reachable", "on", "via", "in", "car", "van", "bike", "vehicle", "truck", "plate", "plates",
    "registration", "number", "numbers", "phone", "mobile", "telephone", "tel", "cell", "email", "e-mail",
    "e", "mail", "address", "handle", "account", "iban", "card", "badge", "passport", "id", "customer",
    "client", "employee", "member", "membership", "policy", "patient", "student", "licence", "license",
    "user", "username", "login", "new", "private", "work", "home", "old", "current", "personal", "code",
    "personnel", "staff", "own", "nickname", "serial", "laptop", "computer", "tablet", "device", "machine",
    "pc", "invoice", "die", "der", "das", "den", "le", "la", "les", "el", "il", "het", "de", "ist", "est",
    "es", "numero", "nummer", "durchwahl", "kennzeichen", "telefon", "telefonnummer", "handynummer",
    "kundennummer", "klantnummer", "cliente", "telefono", "telefone", "matricula", "targa", "kenteken",
];
/// What is "of" somebody, and what says so, before a name: "die Kundennummer von Sam Roe ist 88123".
const OF: &[&str] = &["of", "for", "von", "de", "di", "van", "do", "da"];
const COPULAS: &[&str] = &["is", "ist", "lautet", "est", "es", "e"];
/// What somebody does under a name of their own: "streams as nightowl_77".
const UNDER_A_NAME: &[&str] = &[
    "writes", "posts", "streams", "plays", "tweets", "blogs", "chats", "comments", "signs", "logs",
    "appears", "publishes", "is",
];
/// What a text says between a name and its initials.
const OF_INITIALS: &[&str] = &[
    "is", "are", "stands", "stand", "means", "initials", "signs", "signed", "short", "abbreviated",
    "abbreviation",
];
const AROUND_INITIALS: &[&str] = &["s", "the", "for", "as", "to", "of"];
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
    /// As a word that is written so, in any capitals.
    Handle,
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
            Sort::Handle => with_word(&tie, memories, include, |text| has_handle(&tie.words, text))?,
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
            let also = if matches!(tie.sort, Sort::Alias | Sort::Plate | Sort::Handle) {
                tie.words.as_str()
            } else {
                ""
            };
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
        for clause in memories.document(&step.memory.text).clauses().iter() {
            let statement = memories.document(&clause.standalone);
            let text = statement.text();
            // Of a memory that is meant "Elsa's Slack ID" is Elsa Dahl's too.
            let Some(name) = named(query, text).or_else(|| first_named(query, text)) else { continue };
            named_by = named_by.or(Some(id));
            let alias = alias::of(text, &name).or_else(|| alias::amid(text, &query.names[0].words));
            let alias = alias.filter(|alias| !is_own_word(query, alias));
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
            for one in statement.identifiers() {
                if is_of_person(one) && is_said_of(text, &name, one) {
                    add(in_words(one), id, Sort::Identifier);
                }
            }
            if let Some(initials) = initials(query, text, &name) {
                add(initials, id, Sort::Initials);
            }
            if let Some(alias) = alias {
                add(alias, id, Sort::Alias);
            }
            if let Some(handle) = alias::handle(text, &name) {
                add(handle, id, Sort::Handle);
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

/// Where a text that is meant names the person by their first name, or their last.
fn first_named(query: &Query<'_>, text: &str) -> Option<Range<usize>> {
    let mut found = query.finders.first()?.scan_in(&Haystack::new(text)).0.into_iter();
    found.find(|found| found.certainty >= HALF).map(|found| found.span)
}

/// Whether another name is found without: it has the person's surname, or is a word of their own.: it is found without.
fn is_own_word(query: &Query<'_>, alias: &str) -> bool {
    let own = &query.names[0].words;
    alias.split(' ').next_back().is_some_and(|word| own.iter().any(|own| fold(own) == fold(word)))
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
    // "Die Durchwahl 4417".
    let noun = |word: &String| {
        let word = fold(word);
        LINKS.contains(&word.as_str()) || PLACED.contains(&word.as_str())
    };
    name.kind == name::Kind::Person && name.sure > 0.5
        || name.kind == name::Kind::Unknown
            && name.words.len() > 1
            && name.sure > 0.8
            && !name.words.iter().any(noun)
}

/// Whether several read a mailbox.
fn is_shared(mailbox: &str) -> bool {
    let local = mailbox.split('@').next().unwrap_or_default();
    SHARED.contains(&local) || local.split(['.', '-', '_', '+']).any(|part| SHARED.contains(&part))
}

pub(super) fn is_of_person(one: &Identifier) -> bool {
    match one.kind {
        Kind::Email => !is_shared(&one.canonical),
        Kind::Phone | Kind::Iban | Kind::Card | Kind::Plate | Kind::NationalId | Kind::House => true,
        Kind::Handle => one.text.len() > 3,
        Kind::Reference | Kind::Number | Kind::Code => {
            one.text.contains(|c: char| c.is_numeric() || c == '_')
        }
        _ => false,
    }
}

/// Whether a label, the identifier's own or one that the text gives it, is of a person's own: "the Slack ID U02ABCD".
fn is_labelled(one: &Identifier, said: &[&str]) -> bool {
    let own = |label: &str| OF_A_PERSON.contains(&label) || PLACED.contains(&label);
    let coded = matches!(one.kind, Kind::Reference | Kind::Number | Kind::Code);
    !coded || one.label.as_deref().is_some_and(own) || said.iter().any(|word| *word != "number" && own(word))
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
        // "Elsa's Slack ID": which service.
        let service = |at: usize| {
            between[said[at].span.clone()].starts_with(char::is_uppercase)
                && said.get(at + 1).is_some_and(|next| OF_A_PERSON.contains(&next.folded.as_str()))
        };
        let told = (0..said.len()).filter(|at| !service(*at));
        let folded: Vec<&str> = told.map(|at| said[at].folded.as_str()).collect();
        let before = words(&text[..name.start]);
        // "The customer number of Sam Roe is 88123."
        if let ([.., label, of], [is]) = (before.as_slice(), folded.as_slice())
            && OF.contains(&of.folded.as_str())
            && COPULAS.contains(is)
        {
            return is_labelled(one, &[label.folded.as_str()]);
        }
        if let [verb, .., "as"] = folded.as_slice()
            && UNDER_A_NAME.contains(verb)
        {
            return one.text.contains(char::is_alphabetic);
        }
        if !is_labelled(one, &folded) {
            return false;
        }
        let linked = |words: &[&str]| words.iter().all(|word| LINKS.contains(word) || PLACED.contains(word));
        let possessive = is_possessive(text, name);
        // "Call Sam Roe on …": nothing else stands before the name.
        let reached = matches!(before.as_slice(), [word] if REACH.contains(&word.folded.as_str()));
        let own = folded.iter().filter(|word| **word != "s").copied().collect::<Vec<_>>();
        return match own.as_slice() {
            [] => true,
            // "A red Fiat with the plate".
            [verb, "a" | "an" | "the", rest @ ..]
                if HAS.contains(verb)
                    && rest.iter().position(|word| *word == "with").is_some_and(|at| linked(&rest[at..])) =>
            {
                true
            }
            [verb, rest @ ..] if HAS.contains(verb) => linked(rest),
            // "Sam Roe's car has the plate".
            _ if possessive => {
                linked(&own.iter().filter(|word| !HAS.contains(word)).copied().collect::<Vec<_>>())
            }
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
        // "The plumber's number 0151 … is Sam Roe's", "call 0151 … and ask for Sam Roe" is not.
        let said = said.join(" ");
        let marked = said.is_empty() && between.trim_start().starts_with([':', '=', '(', '-', '–', '|']);
        let owned = said == "belongs to" || said == "is" && is_possessive(text, name);
        return match BELONGS.contains(&said.as_str()) || marked {
            // A code that nothing labels is somebody's where a text says just that.
            true => owned && one.text.chars().count() >= TELLING || is_labelled(one, &[]),
            false => false,
        };
    }
    false
}

/// Whether a name stands in the genitive.
fn is_possessive(text: &str, name: &Range<usize>) -> bool {
    let own = |text: &str| text.starts_with("'s") || text.starts_with("’s") || text.starts_with('\'');
    text[..name.end].ends_with("'s") || text[..name.end].ends_with("’s") || own(&text[name.end..])
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
    let places = text.match_indices(&short).map(|(at, _)| at..at + short.len());
    let said = places.filter(|place| is_whole_word(text, place)).any(|place| {
        let (between, before) = match place.end <= name.start {
            true => (&text[place.end..name.start], true),
            false => match text.get(name.end..place.start) {
                Some(between) => (between, false),
                None => return false,
            },
        };
        let words = words(between);
        let marked = match before {
            true => between.trim_start().starts_with(['(', ':', '=']),
            false => {
                between.trim_start().starts_with('(') || between == ", " && text[place.end..].starts_with(',')
            }
        };
        let verb = |word: &word::Word| OF_INITIALS.contains(&word.folded.as_str());
        let told = |word: &word::Word| verb(word) || AROUND_INITIALS.contains(&word.folded.as_str());
        marked && words.is_empty()
            || words.iter().any(verb) && words.iter().all(told) && !between.contains(['.', ';'])
    });
    said.then_some(short)
}

/// Whether no letter or digit stands beside a place.
fn is_whole_word(text: &str, place: &Range<usize>) -> bool {
    let before = text[..place.start].chars().next_back();
    let behind = text[place.end..].chars().next();
    ![before, behind].into_iter().flatten().any(char::is_alphanumeric)
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
        memories.document(text).names().iter().any(|other| {
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
        let document = memories.document(&candidate.hit.memory.text);
        let emails = document.identifiers().iter().filter(|one| one.kind == Kind::Email);
        let own = emails.filter(|one| {
            one.canonical.split('@').next().is_some_and(|local| locals.iter().any(|own| own == local))
        });
        mailboxes.extend(own.map(|one| one.text.clone()));
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
    let carried = rows.filter(|row| row.probability >= MEANT && row.whole.identifier >= IN_FULL);
    Ok(carried.map(|row| (row.into_candidate().in_full(), tie.words.clone())).collect())
}

/// The memories that have a tie as words, as `has` tells.
fn with_word(
    tie: &Tie,
    memories: &Memories<'_>,
    include: Include,
    has: impl Fn(&str) -> bool,
) -> Result<Vec<(Candidate, String)>, PlannerError> {
    let found = having(&tie.words, memories, include, has)?.into_iter();
    Ok(found.map(|candidate| (candidate, tie.words.clone())).collect())
}

/// The memories that have words, in groups or together, as `has` tells.
pub(super) fn having(
    words: &str,
    memories: &Memories<'_>,
    include: Include,
    has: impl Fn(&str) -> bool,
) -> Result<Vec<Candidate>, PlannerError> {
    let options = RecallOptions::new(POOL).with_mode(RecallMode::Lexical).with_include(include);
    let together: String = words.chars().filter(|c| c.is_alphanumeric()).collect();
    let mut found = memories.recall(&format!("{words} {together}"), &options)?;
    found.retain(|candidate| has(&candidate.hit.memory.text));
    Ok(found)
}

/// Whether a text has words one behind the other, in these letters.
fn has_words(wanted: &str, text: &str) -> bool {
    let wanted: Vec<&str> = wanted.split(|c: char| !c.is_alphanumeric()).collect();
    let own: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    own.windows(wanted.len()).any(|own| own == wanted)
}

/// Whether a text has a handle, and nothing that is longer.
pub(super) fn has_handle(handle: &str, text: &str) -> bool {
    let own = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_');
    let handle = handle.to_lowercase();
    let mut written = text.split(|c: char| !own(c)).map(|word| word.trim_matches(['-', '_']).to_lowercase());
    written.any(|word| word == handle)
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
        Sort::Handle => alias::handle(text, &other.span).is_some_and(|handle| handle == tie.words),
        Sort::Alias => alias::of(text, &other.span).is_some_and(|alias| alias == tie.words),
        Sort::Plate => {
            let mut plates = plate::all(text).into_iter();
            plates.any(|one| plate::is_in(&tie.words, &one.text) && is_said_of(text, &other.span, &one))
        }
        Sort::Identifier => tied.iter().any(|one| is_said_of(text, &other.span, one)),
    })
}
