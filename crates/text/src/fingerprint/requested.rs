//! What a request to purge forgets as such: identifiers, and the name of what everything is asked for; and what of that is
//! kept out.

use std::ops::RangeInclusive;

use crate::entity::identifier::{self, Identifier, Kind, is_value};
use crate::entity::name::Name;
use crate::request::{self, Extent, Request};

use super::plain::plain;
use super::strings::{beginnings, is_small, joined, of_kind, parts, small};
use super::{code, name_form, phone};
use crate::mention::{Mentions, mentions, overlap, position};

/// Something that a purge forgets wherever it is named.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fingerprint {
    /// A text that carries one of these carries it ([`super::carried()`]).
    pub strings: Vec<String>,
}

/// The fingerprints that a request to purge forgets: its identifiers, or else its first name, where everything about that is
/// asked for. Nothing for a request that describes what to forget or asks for nothing; dates, times and amounts are nobody's.
#[must_use]
pub fn requested(words: &str) -> Vec<Fingerprint> {
    let Requested { identifiers, name, .. } = Requested::read(words);
    identifiers.into_iter().chain(name.map(|(_, fingerprint)| fingerprint)).collect()
}

/// What a purge in words keeps out, beside the statements that it erases: the identifiers that are asked for themselves, and,
/// where whoever purges says so, the name of what everything is asked for about.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct KeptOut {
    /// The identifiers.
    pub identifiers: Vec<Fingerprint>,
    /// The name.
    pub name: Option<KeptName>,
}

/// The name of what everything is asked for about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeptName {
    /// As the request has it.
    pub text: String,
    /// A text that has one of these has the name.
    pub named: Vec<String>,
    /// Who has one of these where he acts has the name; no text has one.
    pub acting: Vec<String>,
}

/// Reads what a purge in words keeps out. What only says whose something is, is not: "the password for sam@roe.example" is no request
/// to forget the address, nor "the Netflix password" one to forget Netflix.
#[must_use]
pub fn kept_out(words: &str) -> KeptOut {
    let Requested { identifiers, name, narrow, core } = Requested::read(words);
    if !identifiers.is_empty() && (narrow || tells_whose(core)) {
        return KeptOut::default();
    }
    let whole = |name: &Name| {
        let core = position(words, core);
        let behind = words.get(name.span.end.min(core.end)..core.end).unwrap_or_default();
        names_all(behind)
    };
    let name = name.filter(|(name, _)| whole(name)).map(|(name, Fingerprint { strings })| {
        let (mut acting, named): (Vec<String>, Vec<String>) =
            strings.into_iter().partition(|string| string.starts_with(name_form::ACTS));
        acting.extend(named.iter().map(|string| format!("{}{string}", name_form::ACTS)));
        KeptName { text: name.text, named, acting }
    });
    KeptOut { identifiers, name }
}

/// Words for what somebody or something has, of which an identifier or a name beside them says whose it is.
const OWNED: &[&str] = &[
    "password", "passwords", "passphrase", "passcode", "pin", "secret", "token", "phone", "telephone",
    "mobile", "cell", "fax", "number", "email", "e-mail", "mail", "address", "iban", "card", "birthday",
    "birthdate", "salary", "rent", "status", "price", "balance", "plate", "passwort", "kennwort", "nummer",
    "telefonnummer", "adresse", "telefon",
];

/// What stands between such a word and whose it is.
const WHOSE: &[&str] = &["of", "for", "from", "to", "at", "on", "von", "vom", "zu", "für", "de", "du", "del"];

/// Tells whether the identifier that is named only says whose the thing is: "the password of the host db-7",
/// "alice@acme.example's phone number".
fn tells_whose(core: &str) -> bool {
    let words: Vec<String> = core.split_whitespace().map(str::to_lowercase).collect();
    let owned = |word: &String| OWNED.contains(&word.trim_matches([',', '.', ';', ':']));
    let link = |word: &String| WHOSE.contains(&word.as_str());
    let before = words.windows(2).any(|pair| owned(&pair[0]) && link(&pair[1]));
    let possessive = |word: &String| word.ends_with("'s") || word.ends_with("’s");
    let behind = words.iter().position(possessive).is_some_and(|at| words[at + 1..].iter().any(owned));
    let all = words.first().is_some_and(|word| matches!(word.as_str(), "everything" | "all"));
    !all && (before || behind)
}

/// Tells whether what stands behind a name leaves it what everything is asked for about: nothing, somebody else, a
/// remark, or a word for all that is known.
fn names_all(behind: &str) -> bool {
    const RECORDS: &[&str] = &[
        "account", "data", "details", "dossier", "entries", "entry", "facts", "file", "files", "history",
        "info", "information", "memories", "notes", "profile", "record", "records", "from", "since",
        "before", "until", "and", "or", "und", "et", "y", "e", "with", "who", "whose", "altogether",
        "entirely", "completely", "please",
    ];
    let bare = behind.strip_prefix("'s").or_else(|| behind.strip_prefix("’s")).unwrap_or(behind);
    let first = bare.split_whitespace().next().unwrap_or_default();
    let apart =
        bare.trim_start().starts_with([',', ';', ':', '(', '.', '-', '–', '—', '&', '/', '"', '”', '\'']);
    let unspaced = bare == behind && !behind.starts_with([' ', '\'', '’']);
    first.is_empty()
        || apart
        || unspaced
        || RECORDS.contains(&first.trim_end_matches([',', '.']).to_lowercase().as_str())
}

/// What a request names, read once.
#[derive(Default)]
struct Requested<'w> {
    identifiers: Vec<Fingerprint>,
    name: Option<(Name, Fingerprint)>,
    /// Whether nouns behind an identifier say what of it is asked for.
    narrow: bool,
    core: &'w str,
}

impl<'w> Requested<'w> {
    fn read(words: &'w str) -> Self {
        let request = request::parse(words);
        if request.extent == Extent::Statement || request.refusal.is_some() {
            return Self::default();
        }
        let core = request.core;
        let (identifiers, name, narrow) = strings(words, &request);
        let filled = |strings: &Vec<String>| !strings.is_empty();
        let identifiers = identifiers.into_iter().chain(unread(core)).filter(filled).map(sorted).collect();
        let name = name.map(|name| (of_name(&name), name)).filter(|(strings, _)| filled(strings));
        Self { identifiers, name: name.map(|(strings, name)| (name, sorted(strings))), narrow, core }
    }
}

/// The strings of the identifiers that a request names, or its name, and whether it asks for something of them.
fn strings(words: &str, request: &Request<'_>) -> (Vec<Vec<String>>, Option<Name>, bool) {
    let Mentions { identifiers, names, narrow } = mentions(words, request);
    let mut identifiers: Vec<Identifier> =
        identifiers.into_iter().filter(|identifier| !is_value(identifier.kind)).collect();
    // A bracket in a number is no aside.
    if identifiers.is_empty() && request.except.is_none() {
        identifiers = identifier::query_mentions(words);
        let core = position(words, request.core);
        let reaches_in = |one: &Identifier| overlap(&one.span, &core);
        identifiers
            .retain(|one| matches!(one.kind, Kind::Phone | Kind::Email | Kind::Url) && reaches_in(one));
    }
    let small = small(&plain(request.core));
    let numbers =
        identifiers.iter().all(|one| one.canonical.bytes().all(|b| b.is_ascii_digit() || b == b'/'));
    if !identifiers.is_empty() && numbers && MOST_PARTS.contains(&small.len()) {
        return (vec![vec![parts(&small)]], None, narrow);
    }
    let strings = if let [one] = identifiers.as_slice()
        && one.kind == Kind::Reference
        && one.canonical.contains('+')
    {
        vec![of_parts(one, small)]
    } else if !identifiers.is_empty() {
        identifiers.iter().map(|one| labelled_short(words, one, of_identifier(one))).collect()
    } else {
        let asked = !narrow && matches!(request.extent, Extent::Everything | Extent::Ended);
        return (Vec::new(), names.into_iter().next().filter(|_| asked), narrow);
    };
    (strings, None, narrow)
}

/// Words of letters and digits that are too long to be read as a code: the address of a wallet, a key.
fn unread(core: &str) -> impl Iterator<Item = Vec<String>> {
    const LENGTHS: RangeInclusive<usize> = code::LONGEST + 1..=80;
    let words = core.split_whitespace().map(|word| word.trim_matches(|sign: char| !sign.is_alphanumeric()));
    let code = |word: &&str| {
        let has = |class: fn(&u8) -> bool| word.bytes().any(|byte| class(&byte));
        LENGTHS.contains(&word.len())
            && word.bytes().all(|byte| byte.is_ascii_alphanumeric())
            && has(u8::is_ascii_digit)
            && has(u8::is_ascii_alphabetic)
    };
    words.filter(code).map(|word| vec![format!("plain:{}", joined(word))])
}

/// Adds the number behind the beginning of its label: "soc. 118" for socio 118.
fn labelled_short(words: &str, one: &Identifier, mut strings: Vec<String>) -> Vec<String> {
    let Some(group) = one.label.as_deref().map(code::label) else { return strings };
    let written = words.split(|character: char| !character.is_alphabetic()).map(str::to_lowercase);
    let shorts: Vec<String> = written
        .filter(|word| word.is_ascii() && word.len() > 4 && code::label(word) == group)
        .flat_map(|word| [word[..3].to_owned(), word[..4].to_owned()])
        .collect();
    let numbers: Vec<String> = strings
        .iter()
        .filter_map(|string| string.strip_prefix(&format!("{group}:")))
        .map(str::to_owned)
        .collect();
    for short in &shorts {
        strings.extend(numbers.iter().map(|number| format!("{short}:{number}")));
    }
    strings
}

fn sorted(mut strings: Vec<String>) -> Fingerprint {
    strings.sort_unstable();
    strings.dedup();
    Fingerprint { strings }
}

fn of_name(name: &Name) -> Vec<String> {
    let mut strings = name_form::wanted(name);
    strings.extend(name_form::acting(name));
    if let [word] = name.words.as_slice()
        && word.contains(['-', '_'])
    {
        strings.extend([format!("name:{}", joined(word)), format!("plain:{}", joined(word))]);
    }
    strings
}

pub(super) fn of_identifier(one: &Identifier) -> Vec<String> {
    let canonical = &one.canonical;
    match one.kind {
        Kind::Email => vec![format!("email:{canonical}")],
        Kind::Url => {
            let user = identifier::of_user(canonical).map(|address| format!("url:{address}"));
            user.into_iter().chain([format!("url:{canonical}")]).collect()
        }
        Kind::Domain => vec![format!("domain:{canonical}")],
        Kind::Path => {
            let home = at_home(canonical).map(|path| format!("path:{path}"));
            std::iter::once(format!("path:{canonical}")).chain(home).collect()
        }
        Kind::Phone => phone::wanted(canonical),
        Kind::Hash | Kind::Commit => {
            let cut = beginnings(canonical).map(|id| format!("hex:{id}"));
            cut.chain([format!("hex:{canonical}"), format!("hex<{canonical}")]).collect()
        }
        Kind::Uuid | Kind::Mac => {
            let digits = canonical.bytes().all(|byte| byte.is_ascii_digit());
            let number = digits.then(|| format!("num:{}", canonical.trim_start_matches('0')));
            number.into_iter().chain([format!("hex:{canonical}")]).collect()
        }
        Kind::Handle => handle(one),
        Kind::Code if !canonical.bytes().any(|byte| byte.is_ascii_digit()) => {
            vec![format!("word:{}", one.text), format!("name:{}", joined(canonical))]
        }
        Kind::Ending => vec![format!("ending:{canonical}")],
        Kind::Number | Kind::Reference => {
            let mut strings = code::wanted(one);
            strings.extend(little(one));
            let digits: String = canonical.chars().filter(char::is_ascii_digit).collect();
            if one.kind == Kind::Number && one.label.is_none() && digits.len() >= 9 {
                strings.extend(phone::wanted(&digits));
            }
            strings
        }
        Kind::NationalId => {
            let mut strings = code::wanted(one);
            // The century can be left out.
            let digits: String = canonical.chars().filter(char::is_ascii_digit).collect();
            let century = digits.len() == 12 && (digits.starts_with("19") || digits.starts_with("20"));
            strings.extend(century.then(|| format!("num:{}", &digits[2..])));
            strings
        }
        Kind::Key if !canonical.bytes().any(|byte| byte.is_ascii_digit()) => handle(one),
        Kind::Plate | Kind::Key | Kind::Code => code::wanted(one),
        _ => of_kind(one),
    }
}

/// A name in the style of programs. One that is a word of the language is nothing without its label.
fn handle(one: &Identifier) -> Vec<String> {
    let name = joined(&one.canonical);
    let mut strings = vec![format!("name:{name}")];
    if one.text.bytes().any(|byte| byte.is_ascii_digit()) {
        strings.extend(code::wanted(one));
    }
    if one.text.contains(['_', '-', '/']) && name.len() >= 8 {
        strings.push(format!("plain:{name}"));
    }
    strings
}

/// The index keys of a number that is nothing without its noun. A part of a number is another number: policy 9-30 is not
/// policy 9, nor is sample 42A sample 42.
fn little(one: &Identifier) -> Vec<String> {
    let digits: String = one.canonical.chars().filter(char::is_ascii_digit).collect();
    let whole = |key: &String| {
        key.trim_start_matches(|character: char| !character.is_ascii_digit()).trim_start_matches('0')
            == digits.trim_start_matches('0')
    };
    let suffixed = canonical_ends_in_letter(one);
    smalls(one).filter(|key| !suffixed && whole(key)).collect()
}

fn canonical_ends_in_letter(one: &Identifier) -> bool {
    one.canonical.ends_with(char::is_alphabetic) && one.canonical.contains(|c: char| c.is_ascii_digit())
}

fn smalls(one: &Identifier) -> impl Iterator<Item = String> {
    identifier::query_keys(one).into_iter().filter(|key| is_small(key))
}

/// A thing that several numbers with their nouns name together: tank 12 in hall 4. One of them alone is another thing.
fn of_parts(one: &Identifier, mut small: Vec<String>) -> Vec<String> {
    small.extend(smalls(one));
    small.sort_unstable();
    small.dedup();
    let together = MOST_PARTS.contains(&small.len()).then(|| parts(&small));
    code::wanted(one).into_iter().chain(together).collect()
}

/// How many small numbers together name a part of a thing.
const MOST_PARTS: RangeInclusive<usize> = 2..=3;

/// "~/x" for "/home/me/x".
pub(super) fn at_home(path: &str) -> Option<String> {
    let (_, rest) = path.strip_prefix("/home/")?.split_once('/')?;
    Some(format!("~/{rest}"))
}
