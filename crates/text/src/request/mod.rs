//! What a request to forget asks for: how much of what, without the words of command around it.

mod back_reference;
mod case_reference;
mod condition;
mod conjunct;
mod courtesy;
mod ellipsis;
mod erasure;
mod everything;
mod exception;
mod imperative;
mod law;
mod legal_basis;
mod multilingual_scope;
mod numbered;
mod obsolescence;
mod owner_first;
mod phrase_match;
mod preamble;
mod question;
mod reach;
mod reach_elsewhere;
mod reason;
mod referent;
mod refusal;
mod remainder;
mod report;
mod role;
mod statement;
mod store;
mod thing;
mod under_law;
mod unmentioned;
mod unwanted;

pub use conjunct::{Conjuncts, asks_for_several, conjuncts};
pub use ellipsis::{excepted_in_full, with_exception_last};
pub use numbered::is_of_numbered;
pub use owner_first::with_owner_last;
pub use reach::{Reach, Unit, reach};
pub use refusal::Refusal;

pub(crate) use reason::is_alias;

use crate::clause;
use crate::lang::List;
use everything::{ALL, all_about};
use phrase_match::{ending, find, opening};
use preamble::Opening;
use thing::{PARTICLES, is_thing};

/// How much a request asks for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Extent {
    /// Everything about one thing: "everything about Rose", "order 48213", "forget Ana Solberg".
    Everything,
    /// An attribute of something: "Anouk's dress size", "my seat on the flight out", "where Ivo lives".
    Attribute,
    /// One statement: "that Ivo is allergic to penicillin", "Ivo lives in Graz".
    Statement,
    /// Something that is over, named by a sentence of its own: "the code freeze is over, drop it".
    Ended,
    /// Anything else: "the foods that I dislike".
    Topic,
}

/// A request, taken apart.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Request<'a> {
    /// How much is asked for.
    pub extent: Extent,
    /// What is asked for, without command, reason and exception.
    pub core: &'a str,
    /// What stands before the order and is not asked for: a greeting, who asks, a sentence of its own.
    pub preamble: Option<&'a str>,
    /// Why, if it says so: "my ex", "she moved away", "as requested by Bo".
    pub reason: Option<&'a str>,
    /// What is to stay, if it says so: "except the invoices".
    pub except: Option<&'a str>,
    /// Whether it says that all stays that is not asked for, in the same memories too: "keep the rest of the note".
    pub rest_stays: bool,
    /// Why it asks for nothing that could be forgotten; `core` is then what it speaks of.
    pub refusal: Option<Refusal>,
}

impl<'a> Request<'a> {
    /// The words that it was read from, without those of what is to stay.
    #[must_use]
    pub fn without_exception(&self, words: &'a str) -> &'a str {
        let place = |part: &str| (part.as_ptr() as usize).wrapping_sub(words.as_ptr() as usize);
        let core = place(self.core) + self.core.len();
        match self.except.map(|except| (place(except), place(except) + except.len())) {
            Some((start, _)) if start >= core => words.get(..core),
            Some((_, end)) => {
                let behind = |words: &'a str| words.trim_start_matches(|c: char| !c.is_alphanumeric());
                words.get(end..).map(behind)
            }
            None => None,
        }
        .unwrap_or(words)
    }

    fn of(extent: Extent, core: &'a str) -> Self {
        Self { extent, core, preamble: None, reason: None, except: None, rest_stays: false, refusal: None }
    }
}

/// Endings that refer back to what the sentence before them named.
const BACK: &[&str] = &[
    "forget it", "forget him", "forget her", "forget them", "forget that", "forget this", "forget those",
    "forget these", "drop it", "drop him", "drop her", "drop them", "delete it", "delete them",
    "delete that", "erase it", "erase them", "remove it", "remove them", "remove him", "remove her",
    "purge it", "purge them", "let it go", "forget about it", "forget about him", "forget about her",
    "forget about them", "forget about that", "wipe it", "discard it", "discard them", "you can forget it",
    "please forget it", "release it", "release them", "forget that entry", "forget that wish",
    "let go of it", "out with it", "out with them",
];

/// Takes a request apart. English, and what is most said in other languages; what it doesn't know stays in `core` whole, as a
/// [`Extent::Topic`].
#[must_use]
pub fn parse(request: &str) -> Request<'_> {
    let request = imperative::without_thanks(request);
    if let Some(condition) = condition::condition(request) {
        return Request { refusal: Some(Refusal::Conditional), ..Request::of(Extent::Topic, condition) };
    }
    if let Some((who, said)) = erasure::asked(request) {
        return Request { reason: Some(said), ..Request::of(Extent::Everything, who) };
    }
    // "Noor Bos would rather not be kept; the other heirs may stay."
    if let Some((who, said)) = remainder::without_remainder(request).and_then(erasure::asked) {
        return Request { reason: Some(said), rest_stays: true, ..Request::of(Extent::Everything, who) };
    }
    if let Some((who, said, except)) = exception::split(request.trim_end_matches(['.', '!', ' ']))
        .filter(|split| !split.inverted)
        .and_then(|split| erasure::asked(split.core).map(|(who, said)| (who, said, split.except)))
    {
        let kept = Request { except: Some(except), ..Request::of(Extent::Everything, who) };
        return Request { reason: Some(said), ..kept };
    }
    if let Some((thing, said)) = back_reference::asked(request) {
        return Request { reason: Some(said), ..Request::of(Extent::Everything, thing) };
    }
    if let Some((said, order)) = order_behind(request) {
        return Request { preamble: Some(said), ..parse_order(order) };
    }
    match preamble::opening_of(request) {
        Opening::Plain => parse_order(request),
        Opening::Said { said, order } => {
            let parsed = parse_order(order);
            // "Ulrike asked that I forget her".
            match parsed.core.is_empty() && !preamble::introduces(said) {
                true => behind_thing(said),
                false => Request { preamble: Some(said), ..parsed },
            }
        }
        Opening::Kept { kept, order } => behind_kept(kept, order),
        Opening::Back { thing } => {
            let parsed = behind_thing(thing);
            let at = (thing.as_ptr() as usize).wrapping_sub(request.as_ptr() as usize) + thing.len();
            // "Ana Solberg: delete it all, but keep the lease".
            let order =
                request.get(at..).map(|order| order.trim_start_matches(|c: char| !c.is_alphanumeric()));
            let split = order.and_then(exception::split);
            Request { except: parsed.except.or(split.map(|split| split.except)), ..parsed }
        }
    }
}

/// A sentence, and behind it an order that says by itself what is meant: "The passphrase was changed. Forget the old lock."
fn order_behind(request: &str) -> Option<(&str, &str)> {
    let request = request.trim_end_matches(['.', '!', ' ']);
    let (said, order) = request.rsplit_once(". ")?;
    let (commanded, thing) = imperative::without_order(order);
    let own = phrase_match::opening(thing, &["the", "our", "my"]).is_some_and(|noun| !noun.is_empty());
    let auxiliary = |word: &str| clause::finite(word) == clause::Finite::Auxiliary;
    let says = statement::says(said) || said.split(' ').skip(1).any(auxiliary);
    (commanded && own && says && !imperative::commands(said) && !imperative::may_be_noun(order))
        .then_some((said, order))
}

/// A request that names a thing, or says something of it, and then orders to forget it.
fn behind_thing(thing: &str) -> Request<'_> {
    let thing = obsolescence::unneeded(thing).map_or(thing, |(thing, _)| thing);
    match imperative::all_of(thing).filter(|all| !statement::is_statement(all)) {
        Some(all) => Request { extent: Extent::Everything, ..parse_core(all) },
        None => pointed_back(thing),
    }
}

/// What an order that points back to words before it asks for: "where Bo lives, forget it" asks for no more than that.
fn pointed_back(thing: &str) -> Request<'_> {
    let owned = |said: &str| ["'s ", "’s "].iter().any(|mark| said.contains(mark));
    let part = |said: &str| !statement::says(said) && (imperative::is_clause(said) || owned(said));
    match reason::split(thing) {
        (said, reason) if part(said) => Request { reason, ..Request::of(Extent::Attribute, said) },
        _ => Request::of(Extent::Ended, thing),
    }
}

/// A request that says first what is to stay.
fn behind_kept<'a>(kept: &'a str, order: &'a str) -> Request<'a> {
    let request = parse_order(order);
    if referent::names_nothing(kept) {
        return Request { rest_stays: true, ..request };
    }
    let refusal = match request.refusal {
        Some(Refusal::Everything) => Some(Refusal::AllBut),
        other => other,
    };
    Request { refusal, except: request.except.or(Some(kept)), ..request }
}

fn parse_order(request: &str) -> Request<'_> {
    if let Some((refusal, thing)) = refusal::refusal(request) {
        return Request { refusal: Some(refusal), ..parse_core(thing) };
    }
    let parsed = match remainder::without_remainder(request) {
        Some(core) => Request { rest_stays: true, ..parse_core(core) },
        None => parse_core(request),
    };
    let named = names_by_capitals(request, parsed.core);
    let nothing = || (!named && referent::names_nothing(parsed.core)).then_some(Refusal::Everything);
    Request { refusal: parsed.refusal.or_else(nothing), ..parsed }
}

/// Whether a pronoun is a name, by its capitals: "forget IT, the network".
fn names_by_capitals(request: &str, core: &str) -> bool {
    let capitals = core.len() > 1 && core.chars().all(char::is_uppercase);
    capitals && (core.len() == request.len() || request.contains(char::is_lowercase))
}

fn parse_core(request: &str) -> Request<'_> {
    let core = request.trim_end_matches(['.', '!', '?', '？', ' ']);
    let Some(split) = exception::split(core) else { return without_contrast(core) };
    if split.inverted {
        let core = imperative::without_order(split.core).1;
        let refusal = Some(Refusal::AllBut);
        return Request { except: Some(split.except), refusal, ..Request::of(Extent::Everything, core) };
    }
    let parsed = without_contrast(split.core);
    Request { except: Some(split.except), reason: parsed.reason.or(split.behind), ..parsed }
}

fn without_contrast(core: &str) -> Request<'_> {
    let (core, except) = match contrasted(core) {
        Some((kept, spared)) => (kept, Some(spared)),
        None => (core, None),
    };
    // "The code freeze is over, drop it": what is asked for stands before.
    let back = || BACK.iter().find_map(|back| ending(core, &[back]));
    if let Some(back) = back().or_else(|| unmentioned::behind(core)) {
        let core = back.trim_end_matches([',', ';', '.', ':', '-', '–', '—', ' ']);
        let core =
            ["so", "and", "please"].iter().find_map(|word| ending(core, &[word])).unwrap_or(core).trim_end();
        let core = core.trim_end_matches([',', ';']);
        let core = obsolescence::unneeded(core).map_or(core, |(thing, _)| thing);
        return Request { except, ..pointed_back(core) };
    }
    let (first, told) = reason::sentence(core);
    // "Ana rang. She wants nothing kept": what is asked for may stand behind a statement.
    let whole = imperative::commands(core) || imperative::all_of(core).is_some() || !statement::says(first);
    let (core, told) = if whole { (first, told) } else { (core, None) };
    let parsed = without_order(core);
    Request { except, reason: parsed.reason.or(told), ..parsed }
}

fn without_order(request: &str) -> Request<'_> {
    let (mut commanded, mut core) = imperative::without_order(request);
    if let Some((_, thing)) = imperative::passive(core).filter(|_| !commanded) {
        (commanded, core) = (true, imperative::without_order(thing).1);
    }
    if let Some(thing) = imperative::at_the_end(core) {
        (commanded, core) = (true, thing);
    }
    let mut told = None;
    let unmentioned =
        || unmentioned::before(request).or_else(|| unwanted::unwanted(request)).map(|thing| (thing, None));
    if let Some((thing, behind)) = obsolescence::unneeded(request).or_else(unmentioned).filter(|_| !commanded)
    {
        (commanded, core, told) = (true, thing, behind);
    }
    // "What we hold on badge 0519" is all that is known of it.
    let known = opening(core, &["what"]).and_then(all_about).filter(|thing| is_one(thing));
    if let Some(statement) = statement_of(request, core, commanded).filter(|_| known.is_none()) {
        let (core, reason) = reason::split(statement);
        return Request { reason, ..Request::of(Extent::Statement, core) };
    }
    let kept = |thing: &&str| {
        !is_attribute(thing) && (commanded || is_what_is_kept(&core[..core.len() - thing.len()], thing))
    };
    let all = known.filter(kept).or_else(|| multilingual_scope::all(core));
    let all = all.or_else(|| opening(core, ALL).and_then(all_about));
    let (core, reason) = match reason::split(all.unwrap_or(core)) {
        // "All of it: my time with the band".
        (core, Some(told))
            if referent::names_nothing(core)
                && !names_by_capitals(request, core)
                && !statement::says(told) =>
        {
            (told, None)
        }
        parts => parts,
    };
    let core = imperative::asked_behind(core).unwrap_or(core);
    let core = without_manner(core);
    let core = if commanded { store::without(core) } else { core };
    let core = all.is_none().then(|| told_of(core)).flatten().unwrap_or(core);
    let (core, all_of_it) = match without_all_of_it(core) {
        Some(thing) => (thing, true),
        None => (core, false),
    };
    let reason = reason.or(told);
    if let Some(thing) = without_all_that_is_known(core).or_else(|| behind_all_that_is_known(core)) {
        return Request { reason, ..Request::of(Extent::Everything, thing) };
    }
    let extent = if all.is_some() || all_of_it {
        Extent::Everything
    } else if statement::is_statement(core) && (commanded || !preamble::orders_behind(request)) {
        Extent::Statement
    } else if is_attribute(core) || is_of_name(core) || is_of_numbered(core) {
        Extent::Attribute
    } else if is_thing(core) {
        Extent::Everything
    } else {
        Extent::Topic
    };
    // "The Zoom password" is not everything about Zoom, nor "the port of db-02" about that.
    let part =
        extent == Extent::Everything && (crate::credential::asked(core).is_some() || is_of_coded(core));
    Request { reason, ..Request::of(if part { Extent::Attribute } else { extent }, core) }
}

/// Whether words name one thing, whatever is said of it behind them: "Noor, the girl who waters the ferns".
fn is_one(thing: &str) -> bool {
    let head = reason::split(thing).0;
    is_thing(head.split(" who ").next().unwrap_or(head))
}

/// Whether "what you have about" says that all is meant of a thing with a name: "what Noor said about it" and "what we have on
/// Monday" don't.
fn is_what_is_kept(said: &str, thing: &str) -> bool {
    const KEPT: &[&str] = &[
        "have", "know", "known", "keep", "kept", "hold", "held", "noted", "recorded", "stored", "saved",
        "remember", "remembered", "collected", "written", "file", "got",
    ];
    let words: Vec<&str> = said.split_whitespace().collect();
    let named =
        |word: &str| word.starts_with(char::is_uppercase) && !crate::gazetteer::non_entity::no_entity(word);
    let head = reason::split(thing).0;
    words.iter().any(|word| KEPT.contains(word))
        && words.last().is_some_and(|link| ["about", "on", "of", "regarding", "concerning"].contains(link))
        && head.split_whitespace().any(|word| named(word) || word.contains(char::is_numeric))
}

/// What of something is told: "Noor's wrist" of "what I told you about Noor's wrist", but not of "what we have on Noor's desk".
fn told_of(core: &str) -> Option<&str> {
    let thing = opening(core, &["what"]).and_then(all_about).filter(|thing| is_attribute(thing))?;
    let said = core[..core.len() - thing.len()].trim_end();
    ending(said, &["about", "regarding", "concerning"]).map(|_| thing)
}

/// What a request states behind "that", or behind "what" where it orders to forget it.
fn statement_of<'a>(request: &str, core: &'a str, commanded: bool) -> Option<&'a str> {
    if !commanded {
        return statement::behind_that(core);
    }
    let elsewhere = || opening(core, List::That.all()).filter(|_| imperative::elsewhere_ordered(request));
    let what = || opening(core, &["what"]).filter(|told| !asks_which(told));
    statement::after_that(core).or_else(what).or_else(elsewhere)
}

/// "Shifts are coming up" of "what shifts are coming up": which ones is asked, and nothing said.
fn asks_which(told: &str) -> bool {
    let mut words = told.split_whitespace();
    let noun = words.next().is_some_and(|noun| noun.ends_with('s') && noun.chars().all(char::is_lowercase));
    noun && words.next().is_some_and(|verb| matches!(verb, "are" | "were" | "have" | "will"))
}

/// What is said to be meant and, behind it, what is not: "the pupil Ros, not Rosalind".
fn contrasted(core: &str) -> Option<(&str, &str)> {
    const NOT: &[&str] = &[
        ", not ", " (not ", ", nicht ", " (nicht ", ", pas ", " (pas ", ", no ", ", non ", ", niet ",
        ", nie ",
    ];
    let (at, word) = NOT.iter().filter_map(|word| Some((find(core, word)?, *word))).min()?;
    let (kept, spared) = (core[..at].trim_end(), core[at + word.len()..].trim_end_matches(')').trim());
    const NO_THING: &[&str] = &["because", "only", "just", "since", "yet", "even", "long", "very", "sure"];
    // A list that goes on behind it is no explanation.
    (kept.len() > 2
        && opening(spared, NO_THING).is_none()
        && !spared.is_empty()
        && !spared.contains([',', ';']))
    .then_some((kept, spared))
}

/// The thing without words behind it on how it is written or where: "the patient Okoye, in any script". What holds a
/// digit or quotes is more than that.
fn without_manner(core: &str) -> &str {
    const MANNER: &[&str] = &[
        "in any", "in every", "in all", "in whatever", "in whichever", "whatever", "whichever", "however",
        "wherever", "whether", "no matter", "under whatever", "under whichever", "under any", "under every",
        "by whatever", "by whichever", "also where", "also when", "also if", "also in", "even where",
        "even if", "even when", "be it", "spelled", "spelt", "regardless", "irrespective", "egal", "gleich",
        "auch wenn", "auch wo", "in jeder", "in allen", "quelle que soit", "quelle que", "peu importe",
        "sous toutes", "dans toutes", "sin importar", "en cualquier", "en todas", "em qualquer",
        "in qualunque", "in qualsiasi", "in welke", "hoe ook", "w każdym", "v jakémkoli",
    ];
    const BARE: &[&str] = &[
        " in any script", " in any language", " in any spelling", " in any form", " in any alphabet",
        " in any notation", " in every script", " in every language", " in every spelling", " in every form",
        " in every alphabet", " in all scripts", " in all languages", " in all spellings", " in all forms",
        " in all its forms", " in whatever ", " in whichever ", " wherever ", " however ", " whatever the ",
        " no matter ",
    ];
    let plain =
        |tail: &str| !tail.chars().any(|c| c.is_numeric() || matches!(c, '"' | '“' | '„' | '@' | '/' | '#'));
    let behind_mark =
        core.match_indices([',', '(', '–', '—', ':', ';']).map(|(at, mark)| (at, &core[at + mark.len()..]));
    let marked = behind_mark
        .filter(|(at, tail)| *at > 2 && plain(tail) && opening(tail, MANNER).is_some())
        .map(|(at, _)| at);
    let bare =
        BARE.iter().filter_map(|phrase| find(core, phrase)).filter(|at| *at > 2 && plain(&core[*at..]));
    match marked.chain(bare).min() {
        Some(at) => core[..at].trim_end_matches([' ', ',']),
        None => core,
    }
}

/// The thing, where words for all that is known of it follow behind a mark: "the witness Strand, all records of him".
fn without_all_of_it(core: &str) -> Option<&str> {
    const WITH: &[&str] = &[
        "all", "every", "each", "any", "with all", "with every", "with any", "and all", "and every",
        "and everything", "with everything", "everything", "the whole", "toutes ses", "et toutes ses",
        "et tous ses", "y todos sus", "y todas sus", "e tutti i suoi", "e tutte le sue", "und alles",
        "und alle", "mit allen", "mit allem",
    ];
    const OF_IT: &[&str] = &[
        "records", "record", "entries", "entry", "notes", "note", "rows", "row", "data", "files", "file",
        "details", "orders", "order", "traces", "trace", "mentions", "mention", "facts", "memories",
        "données", "daten", "einträge", "datos", "notas", "dati", "everything", "alles", "allem",
    ];
    let marked = core.match_indices([',', ':']).map(|(at, _)| (at, &core[at + 1..]));
    let linked = [
        " et toutes ses ", " et tous ses ", " y todos sus ", " y todas sus ", " with all ", " and all ",
        " and every ",
    ]
    .iter()
    .filter_map(|link| find(core, link))
    .map(|at| (at, &core[at..]));
    marked.chain(linked).find_map(|(at, tail)| {
        let head = core[..at].trim_end();
        opening(tail, WITH)?;
        let mut said = tail
            .split_whitespace()
            .take(8)
            .map(|word| word.trim_matches(|character: char| !character.is_alphanumeric()).to_lowercase());
        let named = head.chars().any(char::is_uppercase) || !head.is_ascii();
        (tail.split_whitespace().count() <= 9
            && named
            && !tail.chars().any(char::is_numeric)
            && said.any(|word| OF_IT.contains(&word.as_str()))
            && is_thing(head.strip_prefix("the file of ").unwrap_or(head)))
        .then_some(head)
    })
}

/// Tells whether the words name an attribute of something.
fn is_attribute(core: &str) -> bool {
    let lower = core.to_lowercase();
    let questions = ["where ", "when ", "how ", "what ", "who ", "which ", "why ", "whether "];
    let possessive = ["'s ", "’s ", "s' ", "s’ "].iter().any(|mark| lower.contains(mark));
    // "My old friend Marta Kowal" names somebody; "my locker in Ghent" does not.
    let named = core
        .split_whitespace()
        .next_back()
        .is_some_and(|last| last.chars().next().is_some_and(char::is_uppercase));
    let placed =
        [" in ", " at ", " to ", " from ", " with ", " for ", " on "].iter().any(|word| lower.contains(word));
    let mine = ["my ", "our "].iter().any(|word| lower.starts_with(word)) && (!named || placed);
    // "The budget of Marula", but not "the city of Munich": a head that is a kind of thing names the thing itself.
    const KINDS: &[&str] =
        &["city", "town", "village", "country", "island", "state", "district", "province", "port"];
    let of = lower.find(" of ").is_some_and(|at| {
        let head = lower[..at].trim_start_matches("the ");
        // "The port of db-02", "user name and password of db-02".
        let coded = !lower[at + 4..].contains(' ') && lower[at + 4..].contains(|c: char| c.is_ascii_digit());
        !head.contains(' ') && !KINDS.contains(&head) || coded && head.split(' ').count() <= 5
    });
    let words: Vec<&str> = core.split_whitespace().collect();
    let german = crate::gazetteer::attribute::owner(&words).is_some()
        || crate::gazetteer::attribute::of_unnamed(&words);
    german || possessive || mine || of || questions.iter().any(|word| lower.starts_with(word))
}

/// Tells whether something of what has a code is named: "the port of db-02", "db-02's port", but not "the records of db-02".
fn is_of_coded(core: &str) -> bool {
    const MOST: usize = 4;
    let coded = |owner: &str| {
        let digits = owner.contains(|c: char| c.is_ascii_digit());
        let letters = owner.contains(|c: char| c.is_alphabetic());
        digits && letters && owner.contains(['-', '_', '/']) && !owner.contains(' ')
    };
    let (noun, owner) = match core.split_once(" of ") {
        Some(parts) => parts,
        None => {
            let owned = ["'s ", "’s "].iter().find_map(|mark| core.split_once(mark));
            let Some((owner, noun)) = owned else { return false };
            (noun, owner)
        }
    };
    let owner = owner.strip_prefix("the ").unwrap_or(owner);
    let owner = owner
        .split_once(' ')
        .filter(|(kind, _)| kind.chars().all(char::is_lowercase))
        .map_or(owner, |part| part.1);
    let noun = noun.strip_prefix("the ").unwrap_or(noun);
    let words: Vec<&str> = noun.split(' ').collect();
    let plain = |word: &&str| word.chars().all(|c| c.is_lowercase() || c == '-');
    let all = |word: &&str| ALL_THAT_IS_KNOWN.contains(word);
    words.len() <= MOST && words.iter().all(plain) && !words.last().is_some_and(all) && coded(owner)
}

/// Tells whether a name has a plain noun right behind it, which says what of it is asked for: "Noor diet", but not "Marula project".
fn is_of_name(core: &str) -> bool {
    const KINDS: &[&str] = &[
        "project", "projects", "programme", "program", "initiative", "team", "group", "squad", "crew",
        "office", "branch", "company", "firm", "agency", "bank", "family", "household", "couple", "client",
        "customer", "supplier", "vendor", "tenant", "patient", "contact", "server", "cluster", "host",
        "service", "app", "application", "platform", "system", "device", "machine", "printer", "router",
        "repo", "repository", "database", "ship", "boat", "yacht", "ferry", "hotel", "restaurant", "cafe",
        "bar", "shop", "store", "school", "club", "church", "hospital", "clinic", "dog", "cat", "horse",
        "pony", "building", "house", "site", "plant", "factory", "warehouse", "farm", "island", "river",
        "lake", "conference", "festival", "campaign", "deal", "case", "matter", "incident", "outage",
        "migration", "merger", "account", "stuff", "things", "bits",
    ];
    let words: Vec<&str> = core.split_whitespace().collect();
    let named = |word: &str| word.starts_with(char::is_uppercase);
    let plain = |word: &str| word.len() > 2 && word.chars().all(|c| c.is_lowercase() || c == '-');
    let (Some(first), Some(last)) = (words.first(), words.last()) else { return false };
    let tells = |word: &&str| plain(word) && !KINDS.contains(word) && !ALL_THAT_IS_KNOWN.contains(word);
    words.len() > 1
        && named(first)
        && crate::entity::name::query_mentions(core)
            .iter()
            .any(|name| name.span.start == 0 || name.is_addressed(core))
        && (tells(last) || tells(&words[1]))
        && !words[..words.len() - 1].iter().any(|word| PARTICLES.contains(word))
        && !words.iter().any(|word| word.contains(['@', '/', ',', '(', '"', ':', '\'', '’']))
}

/// Words that stand for all that is known of a thing: "Sam profile information".
const ALL_THAT_IS_KNOWN: &[&str] = &[
    "profile", "information", "info", "details", "data", "records", "record", "file", "files", "entry",
    "entries", "notes", "history", "facts", "memories", "memory", "particulars", "dossier", "knowledge",
    "everything",
];

/// Words before those that make them a part of what is known: "bank details", "contact data".
const OF_A_PART: &[&str] = &[
    "bank", "banking", "payment", "card", "credit", "debit", "contact", "login", "access", "account",
    "insurance", "billing", "shipping", "delivery", "address", "phone", "health", "medical", "tax", "salary",
    "pay", "travel", "passport", "flight", "booking", "hotel", "wifi", "password", "email", "mail",
    "pension", "visa", "vehicle", "car", "school", "work", "employment", "location", "browsing", "purchase",
    "order", "credentials",
];

/// Whether the words for what is known stand behind a word that makes them a part of it.
fn is_of_a_part(head: &str) -> bool {
    head.rsplit(' ').next().is_some_and(|before| OF_A_PART.contains(&before.to_lowercase().as_str()))
}

/// The thing, where nothing but words for all that is known of it follow: "Sam" of "Sam profile information".
fn without_all_that_is_known(core: &str) -> Option<&str> {
    let mut head = core;
    while let Some((before, last)) = head.rsplit_once(' ') {
        let last = last.trim_matches(|character: char| !character.is_alphanumeric()).to_lowercase();
        if !ALL_THAT_IS_KNOWN.contains(&last.as_str()) {
            break;
        }
        head = before.trim_end();
    }
    let head = ["'s", "’s"].iter().find_map(|ending| head.strip_suffix(ending)).unwrap_or(head);
    (head.len() < core.len() && !is_of_a_part(head) && is_thing(head) && head.chars().any(char::is_uppercase))
        .then_some(head)
}

/// The thing, where words for all that is known of it stand before: "patient record of Beatriz Dunmore".
fn behind_all_that_is_known(core: &str) -> Option<&str> {
    [" of ", " on ", " about ", " for ", " regarding ", " concerning "].iter().find_map(|link| {
        let (head, thing) = core.split_once(link)?;
        let kind = head.rsplit(' ').next()?.to_lowercase();
        // "The file of the girl Ines Falk from the home in Ghent": a name behind few words.
        let mut words = thing.split_whitespace();
        let begins = words.by_ref().take(4).position(|word| {
            word.chars()
                .next()
                .is_some_and(|first| first.is_uppercase() || !first.is_ascii() && !first.is_lowercase())
        });
        let named = begins == Some(0) && is_thing(thing)
            || begins.is_some_and(|at| at > 0)
                && ["the ", "our ", "my "].iter().any(|article| thing.starts_with(article))
                && thing.split_whitespace().count() <= 12
                && !["that ", " who ", " which ", " when "].iter().any(|word| thing.contains(word));
        let part = head.rsplit_once(' ').is_some_and(|(before, _)| is_of_a_part(before));
        let all = ALL_THAT_IS_KNOWN.contains(&kind.as_str()) && head.split(' ').count() <= 4 && !part;
        (all && named).then_some(thing)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_taken_apart() {
        use Extent::{Attribute, Ended, Everything, Statement, Topic};
        let cases = [
            ("Forget everything about Lotte, my cousin.", Everything, "Lotte", Some("my cousin")),
            ("everything we hold on the patient Ruiz", Everything, "the patient Ruiz", None),
            ("Please forget Teun, he has left the club", Everything, "Teun", Some("he has left the club")),
            ("order no. 3391", Everything, "order no. 3391", None),
            ("user cal", Everything, "user cal", None),
            ("Forget my old friend Teun Bos.", Everything, "my old friend Teun Bos", None),
            ("my locker in Ghent", Attribute, "my locker in Ghent", None),
            ("Noor diet", Attribute, "Noor diet", None),
            ("Mrs. Bos diet", Attribute, "Mrs. Bos diet", None),
            ("Mrs. Bos", Everything, "Mrs. Bos", None),
            ("Teun August 2020 hotel booking", Attribute, "Teun August 2020 hotel booking", None),
            ("Marula project", Everything, "Marula project", None),
            ("Milo the beagle", Everything, "Milo the beagle", None),
            ("release schedule of the app", Topic, "release schedule of the app", None),
            ("release manager", Everything, "release manager", None),
            ("release Noor's phone", Attribute, "Noor's phone", None),
            ("release the hounds", Everything, "the hounds", None),
            ("gdzie mieszka Teun", Topic, "gdzie mieszka Teun", None),
            ("dass Teun keinen Fisch isst", Topic, "dass Teun keinen Fisch isst", None),
            ("Teun profile information", Everything, "Teun", None),
            ("Delete Noor's records", Everything, "Noor", None),
            ("patient record of Noor Bos", Everything, "Noor Bos", None),
            ("our notes on Teun", Everything, "Teun", None),
            ("Erase what we hold on crate 8112.", Everything, "crate 8112", None),
            ("delete what you have about badge 0733", Everything, "badge 0733", None),
            ("what you have about Noor", Everything, "Noor", None),
            (
                "what you have about Noor, the girl who waters the ferns",
                Everything,
                "Noor",
                Some("the girl who waters the ferns"),
            ),
            ("what we know of Bas, who left in May", Everything, "Bas", Some("who left in May")),
            ("What you have stored on crate 8112", Everything, "crate 8112", None),
            ("what is kept about the smith Hugo Bas", Everything, "the smith Hugo Bas", None),
            ("forget what you know of Rue, the vet who left", Everything, "Rue", Some("the vet who left")),
            ("what you have about Noor's wrist", Attribute, "Noor's wrist", None),
            ("Forget what I told you about Noor's wrist.", Attribute, "Noor's wrist", None),
            ("what I told you about Noor's wrist", Attribute, "Noor's wrist", None),
            ("what we have on Noor's desk", Attribute, "what we have on Noor's desk", None),
            ("what we have on Monday", Attribute, "what we have on Monday", None),
            ("what Noor has on crate 8112", Attribute, "what Noor has on crate 8112", None),
            ("what I know about pumps", Attribute, "what I know about pumps", None),
            ("what you know about how Noor works", Attribute, "how Noor works", None),
            (
                "Forget what shifts are coming up for Noor.",
                Attribute,
                "what shifts are coming up for Noor",
                None,
            ),
            ("Forget what Noor said about the ferry.", Statement, "Noor said about the ferry", None),
            ("the fax +31 (0)20 555 0188", Everything, "the fax +31 (0)20 555 0188", None),
            ("the crate 8112 (the green one)", Everything, "the crate 8112", Some("the green one")),
            ("the town of Aalst", Everything, "the town of Aalst", None),
            ("Forget Noor's shoe size.", Attribute, "Noor's shoe size", None),
            ("how I get to work", Attribute, "how I get to work", None),
            ("the rent of the barn", Attribute, "the rent of the barn", None),
            (
                "Forget that Teun eats no fish, he was joking.",
                Statement,
                "Teun eats no fish",
                Some("he was joking"),
            ),
            ("The sale is over, forget it.", Ended, "The sale is over", None),
            ("We sold the boat; please forget it", Ended, "We sold the boat", None),
            (
                "the lift engineer Yara Bas, in whatever script",
                Everything,
                "the lift engineer Yara Bas",
                None,
            ),
            ("the night bus to Ghent", Topic, "the night bus to Ghent", None),
            ("Forget the duties that ended in 2022.", Topic, "the duties that ended in 2022", None),
            ("all that is known about Clover the goat", Everything, "Clover the goat", None),
            ("all we keep about our client Mr Root", Everything, "our client Mr Root", None),
            ("anything that we have on file about Gisela", Everything, "Gisela", None),
            ("the client Okafor, in any script", Everything, "the client Okafor", None),
            (
                "every entry about the nurse Olena Kravets, however spelled",
                Everything,
                "the nurse Olena Kravets",
                None,
            ),
            ("everything about Levan, whatever the alphabet or the spelling", Everything, "Levan", None),
            ("our drummer Yosef, also where he is written Josef", Everything, "our drummer Yosef", None),
            ("the witness Ada Pike, all records of her", Everything, "the witness Ada Pike", None),
            (
                "the client Rahel Maas: every order and note of hers",
                Everything,
                "the client Rahel Maas",
                None,
            ),
            (
                "the file of the boy Đặng Văn Lâm from the camp at Huế",
                Everything,
                "the boy Đặng Văn Lâm from the camp at Huế",
                None,
            ),
            ("the file of Sima Rahimi: all entries, in whatever spelling", Everything, "Sima Rahimi", None),
            (
                "all room bookings for the month of March",
                Topic,
                "all room bookings for the month of March",
                None,
            ),
            ("alles über unsere Köchin Dr. Buche", Everything, "unsere Köchin Dr. Buche", None),
            ("tout sur le client Marc Roche", Everything, "le client Marc Roche", None),
            ("Ayşe Demir hakkında her şey", Everything, "Ayşe Demir", None),
            ("all keys for the barn, wherever they are", Topic, "all keys for the barn", None),
            ("the door code 7741, also in words", Everything, "the door code 7741", None),
            (
                "the colour 1E6B52, also where it is 30, 107, 82",
                Topic,
                "the colour 1E6B52, also where it is 30, 107, 82",
                None,
            ),
            ("every mention of the address of node-17", Attribute, "the address of node-17", None),
            ("everything about the host node-17", Everything, "the host node-17", None),
            ("all records of node-17", Everything, "node-17", None),
            ("where Teun lives, forget it", Attribute, "where Teun lives", None),
            ("Teun's PIN, please delete it", Attribute, "Teun's PIN", None),
            ("Teun's PIN, please forget", Attribute, "Teun's PIN", None),
            ("Teun Bos, please delete him", Ended, "Teun Bos", None),
            (
                "How much Teun earns is none of our business - out with it.",
                Attribute,
                "How much Teun earns",
                None,
            ),
            ("Sanne's telephone number, wherever it is noted", Attribute, "Sanne's telephone number", None),
        ];
        for (text, extent, core, reason) in cases {
            let request = parse(text);
            assert_eq!((request.extent, request.core, request.reason), (extent, core, reason), "{text}");
        }
        let request = parse("Forget everything about Bo except his birthday.");
        assert_eq!((request.core, request.except), ("Bo", Some("his birthday")));
        let request = parse("everything about the pupil Ros, not Rosalind");
        assert_eq!((request.core, request.except), ("the pupil Ros", Some("Rosalind")));
        let request = parse("the car keys, the barn code and the gate code");
        assert_eq!((request.core, request.reason), ("the car keys, the barn code and the gate code", None));
        let request = parse("that Milo has a key to the shop (not the cage)");
        assert_eq!((request.core, request.except), ("Milo has a key to the shop", Some("the cage")));
    }

    #[test]
    fn a_request_is_read_without_its_exception() {
        for (words, without) in [
            ("Forget Kit's cough, not his twin's", "Forget Kit's cough"),
            ("everything about Rhea (but not the lease), she left", "everything about Rhea"),
            ("Except for the lease, delete all about Rhea.", "delete all about Rhea."),
            ("Forget Kit's cough.", "Forget Kit's cough."),
        ] {
            assert_eq!(parse(words).without_exception(words), without, "{words}");
        }
    }

    #[test]
    fn a_piece_of_a_request_is_one() {
        for text in [
            "Hi, hier ist Zoë Grün. Bitte lösche alles über „Rhéa Mousse“, außer ‚İhr‘ Ärger – weil Çem’s Schwester das will.",
            "N’oublie pas l’élève (sauf « son » école) : Ñandú dijo que no; всё, кроме Реи!",
            "山田花子についての情報を全て削除してください。Rhea’s «in» Ulm, don’t forget ½ of ß",
        ] {
            for (at, _) in text.char_indices() {
                for piece in [&text[..at], &text[at..]] {
                    assert!(piece.contains(parse(piece).core), "{piece}");
                }
            }
        }
    }

    #[test]
    fn no_text_is_too_strange() {
        for text in ["", " ", ".", "forget", "Forget that", "é", "’s ", "忘れて", "everything", "drop it"]
        {
            let _ = parse(text);
        }
    }
}
