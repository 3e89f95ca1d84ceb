//! The nouns that introduce identifiers: their groups over several languages, and when two of them can mean the same.

use std::collections::HashMap;
use std::sync::LazyLock;

use super::row::{Row, is_hangul};
use crate::clause::is_past;
use crate::lang::List;
use crate::lang::calendar::{ENGLISH, GERMAN, Named};

const TABLE: &str = include_str!("labels.txt");

/// Words between a label and its number that say nothing of what is numbered.
const MARKERS: &[&str] = &[
    "no", "nos", "nr", "num", "number", "numbers", "numero", "número", "numéro", "nummer", "nº", "n", "id",
    "ids", "№", "ref", "reference", "referenz", "référence", "referencia", "code", "codes", "record",
    "called", "named", "numbered", "is", "the", "with", "address", "name", "spelled", "nbr", "stock",
    "series", "numaralı", "plakalı", "c", "č", "číslo", "numer", "numara", "o", "whose", "handle",
    "username", "by", "sign", "note", "entry", "der", "exactly", "precisely", "die", "das", "mit", "mr",
    "kodu", "sha", "commit", "eticket", "رقم", "מספר", "شماره", "संख्या", "क्रमांक", "αριθμός", "αρ", "nomor",
    "số", "номер",
];

/// Prepositions by which a noun says whose number it is: "the PIN of the gate is".
const OF: &[&str] = &[
    "of", "for", "to", "at", "in", "on", "from", "by", "für", "von", "vom", "im", "am", "zur", "zum", "des",
    "der", "de", "du", "del", "della", "dello", "da", "para", "pour", "per", "di", "van", "voor", "til",
    "till", "för", "av", "af", "do", "w", "od", "для", "от", "на",
];

/// Words that are no label, though they stand before a number; months and days are none either.
const FUNCTION: &[&str] = &[
    "a", "an", "the", "this", "that", "these", "those", "and", "or", "of", "in", "on", "at", "to", "for",
    "from", "by", "with", "about", "above", "below", "over", "under", "after", "before", "until", "till",
    "since", "than", "as", "is", "are", "was", "were", "be", "been", "has", "have", "had", "will", "can",
    "may", "must", "should", "not", "no", "but", "if", "so", "see", "re", "per", "via", "called", "call",
    "quoted", "cited", "paid", "cost", "costs", "only", "also", "again", "then", "now", "it", "its", "he",
    "she", "they", "we", "i", "you", "my", "our", "his", "her", "their", "your", "asked", "wants", "took",
    "got", "gave", "sent", "moved", "into", "between", "against", "around", "approx", "ca", "circa", "every",
    "all", "both", "each", "some", "any", "first", "last", "next", "other", "another", "more", "most",
    "least", "old", "new", "same", "dated", "due", "und", "oder", "der", "die", "das", "den", "dem", "des",
    "ein", "eine", "einer", "von", "vom", "zu", "zur", "zum", "mit", "für", "auf", "im", "am", "um", "bei",
    "aus", "nach", "ist", "war", "hat", "le", "la", "les", "l", "un", "une", "du", "de", "et", "ou", "en",
    "au", "aux", "à", "pour", "par", "sur", "dans", "avec", "est", "il", "el", "los", "las", "una", "y", "o",
    "con", "por", "para", "del", "al", "es", "lo", "gli", "e", "di", "da", "su", "tra", "fra", "è", "het",
    "een", "van", "op", "te", "och", "på", "av", "med", "til", "og", "ve", "ile", "everything", "anything",
    "forget", "delete", "remove", "erase", "purge", "drop", "wipe", "alles", "tout", "todo", "tutto",
    "reads", "says", "use", "uses", "using", "used", "when", "while", "where", "which", "who", "what", "how",
    "why", "there", "here", "just", "blocked", "allow", "deny", "up", "down", "out", "off", "ends", "ending",
    "went", "covers", "holds", "mo", "tu", "th", "fr", "sa", "mi", "do", "egal", "ms", "mrs", "mister",
    "like", "roughly", "nearly", "almost", "exactly", "still", "open", "closed", "failed", "refunded",
    "shipped", "cancelled", "returned", "handled", "merged", "reopened", "dropped", "replaced", "fixed",
    "paying", "blocking", "rang", "matched", "matches", "equals", "likewise", "please", "gone", "yes", "ok",
    "hi", "hello", "dear", "eur", "usd", "gbp", "chf", "rs", "kr", "fwd", "cc", "saw", "put", "keep",
    "keeps", "kept", "lists", "listed", "mentions", "mentioned", "bought", "sold", "booked", "flies", "flew",
    "boarded", "read", "typed", "entered", "scanned", "scan", "tagged", "marked", "links", "linked", "found",
    "lost", "follow", "followed", "escalated", "duplicates", "duplicate", "thanks", "through", "without",
    "within", "dup", "contains", "became", "becomes",
];

#[derive(Debug)]
struct Group {
    name: &'static str,
    family: &'static str,
    words: bool,
    list: &'static str,
}

static GROUPS: LazyLock<(Vec<Group>, HashMap<&'static str, usize>)> = LazyLock::new(|| {
    let mut groups = Vec::new();
    let mut words = HashMap::new();
    for line in TABLE.lines().filter(|line| !line.starts_with('#')) {
        let mut fields = line.split('|');
        let (Some(name), Some(family), Some(word), Some(list)) =
            (fields.next(), fields.next(), fields.next(), fields.next())
        else {
            continue;
        };
        for entry in list.split_whitespace() {
            words.entry(entry).or_insert(groups.len());
        }
        groups.push(Group { name, family, words: word == "w", list });
    }
    (groups, words)
});

static MARKER_SET: LazyLock<std::collections::HashSet<&'static str>> =
    LazyLock::new(|| MARKERS.iter().copied().collect());
static FUNCTION_SET: LazyLock<std::collections::HashSet<&'static str>> = LazyLock::new(|| {
    let months = ENGLISH.months.iter().flat_map(Named::all);
    let months = months.chain(GERMAN.months.iter().map(|month| month.names[0]));
    let days = ENGLISH.weekdays.iter().flat_map(Named::usual);
    FUNCTION.iter().copied().chain(months).chain(days).collect()
});

fn group(word: &str) -> Option<&'static Group> {
    let (groups, words) = &*GROUPS;
    // "lots" are of the group of "lot".
    let one = || words.get(stem(word)).filter(|_| word.len() > 3);
    words.get(word).or_else(one).map(|&at| &groups[at])
}

fn group_named(name: &str) -> Option<&'static Group> {
    GROUPS.0.iter().find(|group| group.name == name)
}

/// Whether a word only says that a number follows.
pub(super) fn is_marker(word: &str) -> bool {
    MARKER_SET.contains(word)
}

/// Whether a word cannot be a label.
pub(super) fn is_function(word: &str) -> bool {
    FUNCTION_SET.contains(word)
}

/// The group's name of a word, or the word itself.
pub(super) fn canonical(word: &str) -> String {
    group(word).map_or_else(|| word.to_owned(), |group| group.name.to_owned())
}

/// Whether the word is a known label.
pub(super) fn known(word: &str) -> bool {
    group(word).is_some()
}

/// Whether the word after this label can be an identifier though it looks like a plain word.
pub(super) fn names_words(word: &str) -> bool {
    group(word).is_some_and(|group| group.words)
}

/// The first letters of a label's words.
pub(super) fn initials(word: &str) -> Vec<char> {
    let list = group(word).or_else(|| group_named(word)).map_or(word, |group| group.list);
    let mut initials: Vec<char> = list.split_whitespace().filter_map(|word| word.chars().next()).collect();
    initials.sort_unstable();
    initials.dedup();
    initials
}

/// How two labels stand to each other.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Fit {
    /// The same noun or a synonym.
    Same,
    /// One says nothing, or they are related.
    Open,
    /// The row's noun is not known and differs.
    Doubtful,
    /// They name different things.
    Conflict,
}

/// Things of which files are kept.
fn filed(group: &Group) -> bool {
    matches!(
        group.family,
        "person" | "case" | "patient" | "claim" | "policy" | "contract" | "student" | "employee"
    )
}

/// What runs on numbered lines.
fn runs(group: &Group) -> bool {
    matches!(group.family, "bus" | "tram" | "metro" | "train")
}

/// Other labels that may stand for a label: what runs on a line ("the 17 bus"), a prescription for "Rezept".
pub(super) fn akin(name: &str) -> impl Iterator<Item = &'static str> {
    const CLOSE: &[&str] = &["ward", "prescription", "dwelling"];
    let own = group_named(name).or_else(|| group(name));
    let of_line = name == "line";
    GROUPS.0.iter().filter_map(move |other| {
        let close = own.is_some_and(|own| {
            own.name != other.name && own.family == other.family && CLOSE.contains(&own.family)
        });
        (close || of_line && runs(other)).then_some(other.name)
    })
}

fn stem(word: &str) -> &str {
    word.strip_suffix('s').filter(|stem| stem.len() > 2).unwrap_or(word)
}

/// Whether `short` abbreviates `long`: first letter alike, letters in order.
pub(super) fn abbreviates(short: &str, long: &str) -> bool {
    let count = short.chars().count();
    if !(2..=4).contains(&count)
        || long.chars().count() <= count
        || short.chars().next() != long.chars().next()
    {
        return false;
    }
    let mut rest = long.chars();
    short.chars().all(|c| rest.any(|d| d == c))
}

/// Whether `short` abbreviates a word of the group: its beginning, or its first letter and consonants.
fn shortens(short: &str, group: &Group) -> bool {
    let count = short.chars().count();
    if !(2..=5).contains(&count) || is_function(short) || is_marker(short) {
        return false;
    }
    let consonants = short.chars().skip(1).all(|c| c.is_alphabetic() && !"aeiouyäöüéèáíóú".contains(c));
    group.list.split_whitespace().any(|word| {
        word.chars().count() > count
            && (count > 2 && word.starts_with(short) || consonants && abbreviates(short, word))
    })
}

/// A label without the word for number at its end: "minr", "ticketno".
fn unnumbered(word: &str) -> &str {
    ["nummer", "number", "numéro", "num", "nr", "no"]
        .iter()
        .find_map(|end| word.strip_suffix(end))
        .filter(|stem| stem.chars().count() >= 2)
        .unwrap_or(word)
}

/// The fit of a row's label with the wanted one; both folded words or group names.
pub(super) fn fit(wanted: Option<&str>, row: Option<&str>) -> Fit {
    let (Some(wanted), Some(row)) = (wanted, row) else { return Fit::Open };
    let row = if known(row) { row } else { unnumbered(row) };
    let wanted = if known(wanted) || group_named(wanted).is_some() { wanted } else { unnumbered(wanted) };
    if wanted == row || stem(wanted) == stem(row) {
        return Fit::Same;
    }
    if row.chars().count() + 2 < wanted.chars().count() && wanted.starts_with(row) && abbreviates(row, wanted)
    {
        return Fit::Same;
    }
    // "Parkausweis" is an Ausweis.
    let is_kind_of = |word: &str, group: &Group| {
        group
            .list
            .split_whitespace()
            .any(|end| end.len() >= 5 && word.len() > end.len() + 1 && word.ends_with(end))
    };
    let (left, right) =
        (group(wanted).or_else(|| group_named(wanted)), group(row).or_else(|| group_named(row)));
    match (left, right) {
        (Some(a), Some(b)) if a.name == b.name => Fit::Same,
        (Some(a), Some(b)) if a.family == b.family => Fit::Open,
        (Some(a), Some(b)) if a.family == "any" && filed(b) || b.family == "any" && filed(a) => Fit::Open,
        (Some(a), Some(b)) if a.name == "line" && runs(b) || b.name == "line" && runs(a) => Fit::Open,
        (Some(_), Some(_)) => Fit::Conflict,
        _ if abbreviates(row, wanted) || abbreviates(wanted, row) => Fit::Same,
        (Some(group), None) if shortens(row, group) || is_kind_of(row, group) => Fit::Same,
        (None, Some(group)) if shortens(wanted, group) => Fit::Same,
        _ => Fit::Doubtful,
    }
}

/// The noun of a run of a script without spaces that stands before a number: its last word, without particle and copula,
/// and without the word for number ("玄関の暗証番号は" as 暗証, "部屋の番号" as 部屋).
fn of_run(run: &str) -> String {
    const BEHIND: &[&str] = &[
        "は", "が", "も", "を", "に", "へ", "と", "では", "とは", "是", "为", "為", "就是", "改为", "改為",
        "은", "는", "이", "가", "을", "를", "의", "도", "로", "으로", "에",
    ];
    const NUMBER: &[&str] = &[
        "番号", "ナンバー", "コード", "号码", "號碼", "编号", "編號", "代码", "代碼", "번호", "코드", "号",
        "號",
    ];
    let long = |text: &str, most: usize| text.chars().count() > most;
    let mut run = run;
    while let Some(rest) = BEHIND.iter().find_map(|end| {
        let hangul = end.chars().all(is_hangul);
        run.strip_suffix(end).filter(|rest| long(rest, if hangul { 1 } else { 0 }))
    }) {
        run = rest;
    }
    for part in run.rsplit(['の', '的', '之']) {
        let whole = NUMBER.contains(&part);
        if !part.is_empty() && !whole {
            return NUMBER.iter().find_map(|end| part.strip_suffix(end)).unwrap_or(part).to_owned();
        }
    }
    String::new()
}

/// The counter that a run of a script without spaces behind a number begins with: 号室, but not です.
pub(super) fn counter(run: &[char]) -> Option<String> {
    let first = *run.first()?;
    let said = matches!(first, 'ぁ'..='ゖ') && !matches!(first, 'つ' | 'か')
        || "是的了在被已和与與或不也就给給到请請".contains(first)
        || is_hangul(first) && !run.starts_with(&['호', '실']);
    (!said).then(|| run.iter().take(2).collect())
}

/// The word behind a number, and behind "of the": "the no. 7 jersey", "no. 1 of the motets".
pub(super) fn behind(row: &Row<'_>, last: usize) -> Option<String> {
    const OF: [&str; 9] = ["of", "the", "our", "my", "your", "der", "von", "des", "de"];
    let at = |at: usize| {
        let next = row.atoms.get(at + 1).filter(|next| next.letters && row.gap(at) == [' '])?;
        Some(row.word(*next))
    };
    let links = (last..last + 2).take_while(|&link| at(link).is_some_and(|word| OF.contains(&word.as_str())));
    at(last + links.count())
}

/// The label in front of an atom, as a folded word: `(word, known by its place)`.
///
/// The flag is true where nothing but spaces, number words and # stand between; a label before a colon counts only if
/// it is a known one.
pub(super) fn before(row: &Row<'_>, atom: usize) -> Option<String> {
    if row.raw[..row.atoms.get(atom)?.from].iter().rev().find(|c| **c != ' ') == Some(&'§') {
        return Some("paragraph".to_owned());
    }
    let mut at = atom;
    let (mut colon, mut said) = (false, false);
    for _ in 0..4 {
        let left = at.checked_sub(1)?;
        let gap = row.gap(left);
        if gap.len() > 4 {
            return None;
        }
        let mut word = row.word(row.atoms[left]);
        if row.atoms[left].han {
            word = of_run(&word);
            if word.is_empty() {
                at = left;
                continue;
            }
        }
        let copula = List::Copulas.has(&word);
        let between = List::BehindCopulas.has(&word)
            && left > 0
            && row.gap(left - 1) == [' ']
            && (List::Copulas.has(&row.word(row.atoms[left - 1]))
                || List::BehindCopulas.has(&row.word(row.atoms[left - 1]))
                    && left > 1
                    && List::Copulas.has(&row.word(row.atoms[left - 2])));
        for &c in gap {
            match c {
                ' ' | '#' | '№' | '"' | '\'' | '(' | '[' | '°' | 'º' | '-' | '_' | '/' => {}
                '.' if is_marker(&word) || word.chars().count() <= 4 => {}
                ':' | '=' | '>' | '：' => colon = true,
                _ => return None,
            }
        }
        if row.atoms[left].digits {
            return None;
        }
        if copula && !known(&word) || between {
            (colon, said) = (true, true);
            at = left;
            continue;
        }
        if word == "the" {
            return None;
        }
        if word == "n" && left > 0 && row.gap(left - 1) == ['/'] && row.is(row.atoms[left - 1], "s") {
            return Some("sn".to_owned());
        }
        if let Some(initials) = dotted(row, left).filter(|initials| known(initials)) {
            return Some(initials);
        }
        if is_marker(&word) && !known(&word) {
            // "opens with 4471": the word before is no noun unless it is known as one.
            colon |= matches!(word.as_str(), "with" | "by" | "is" | "mit");
            at = left;
            continue;
        }
        if row.atoms[left].letters && known(&word) {
            return Some(if said { head(row, left).unwrap_or(word) } else { word });
        }
        // "The courier left 88204": nothing is called so.
        if is_function(&word) || colon || !row.atoms[left].letters || is_past(&word) {
            return None;
        }
        return Some(word);
    }
    None
}

/// The known noun that a noun before "is" belongs to: the PIN of "the PIN of the gate is".
fn head(row: &Row<'_>, noun: usize) -> Option<String> {
    let word = |at: usize| row.word(row.atoms[at]);
    let tight = |at: usize| row.gap(at) == [' '];
    let mut at = noun;
    while at > 0 && noun - at < 3 && tight(at - 1) {
        at -= 1;
        if OF.contains(&word(at).as_str()) && at > 0 && tight(at - 1) {
            return Some(word(at - 1)).filter(|head| known(head));
        }
    }
    None
}

/// Initials with full stops that end at an atom, as one word: "P.O." as "po".
fn dotted(row: &Row<'_>, last: usize) -> Option<String> {
    let mut first = last;
    while first > 0
        && row.atoms[first].len() == 1
        && row.gap(first - 1) == ['.']
        && row.atoms[first - 1].letters
    {
        first -= 1;
    }
    (first < last && row.atoms[first].len() == 1)
        .then(|| (first..=last).map(|at| row.word(row.atoms[at])).collect())
}

/// The label of all numbers of a list, for one of the later ones: "lots 88, 91 and 188". It has to be in the plural, or the number
/// the last word of its clause, since "room 12, 58 guests" lists nothing.
pub(super) fn listed(row: &Row<'_>, atom: usize) -> Option<String> {
    const LONGEST: usize = 12;
    let digits = |at: usize| row.atoms.get(at).is_some_and(|atom| atom.digits);
    let parted = |gap: &[char]| matches!(gap, [','] | [',', ' '] | [' ', '&' | '+', ' ']);
    let mut first = atom;
    for _ in 0..LONGEST {
        let Some(left) = first.checked_sub(1) else { break };
        if digits(left) && parted(row.gap(left)) {
            first = left;
        } else if left > 0
            && digits(left - 1)
            && List::Joining.has(&row.word(row.atoms[left]))
            && row.gap(left) == [' ']
            && (row.gap(left - 1) == [' '] || row.gap(left - 1) == [',', ' '])
        {
            first = left - 1;
        } else {
            break;
        }
    }
    if first == atom {
        return None;
    }
    let noun = before(row, first)?;
    let plural = noun.len() > 3 && noun.ends_with('s') && !noun.ends_with("ss") && noun != "bus";
    let ends = || row.atoms.get(atom + 1).is_none() || row.gap(atom) != [' '];
    (plural || known(&noun) && ends()).then_some(noun)
}

/// The label directly behind an atom: a counter of Han script, or a known noun ("34 KRM 12 plakalı").
pub(super) fn after(row: &Row<'_>, atom: usize) -> Option<String> {
    let next = row.atoms.get(atom + 1)?;
    let gap = row.gap(atom);
    if next.han && gap.is_empty() {
        return counter(row.low(*next));
    }
    if gap != [' '] {
        return None;
    }
    let word = row.word(*next);
    // "the 17 bus", "the number 12 tram": one of them, so no count.
    let mut left = atom;
    while left > 0 && is_marker(&row.word(row.atoms[left - 1])) && row.gap(left - 1) == [' '] {
        left -= 1;
        if row.is(row.atoms[left], "the") && row.atoms[atom].len() <= 4 && known(&word) && is_one(&word) {
            return Some(word);
        }
    }
    if word == "numaralı" || word == "plakalı" || word == "plaka" {
        return Some(match word.as_str() {
            "numaralı" => row.atoms.get(atom + 2).map(|&atom| row.word(atom))?,
            _ => "plaka".to_owned(),
        });
    }
    None
}

/// Whether a known label is in the singular.
fn is_one(word: &str) -> bool {
    word.strip_suffix('s').is_none_or(|stem| !known(stem)) || word == "bus"
}

/// The label of an atom in a row.
pub(super) fn of(row: &Row<'_>, first: usize, last: usize) -> Option<String> {
    let counter = row.atoms.get(last + 1).is_some_and(|next| next.han && row.gap(last).is_empty());
    let ahead = before(row, first);
    if counter {
        let behind = after(row, last);
        let certain = |word: &Option<String>| word.as_deref().is_some_and(known);
        return if certain(&behind) || behind.is_some() && !certain(&ahead) { behind } else { ahead };
    }
    ahead.or_else(|| listed(row, first)).or_else(|| after(row, last))
}
