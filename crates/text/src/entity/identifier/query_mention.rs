//! What a request asks for.

use std::ops::Range;

use super::digits::is_year;
use super::find::{announced, is_unit};
use super::kind::{Identifier, Kind};
use super::label;
use super::normalize::{self, path, phone, place, reference, version, web};
use super::plain;
use super::recognition::{self, disguised, identifier};
use super::row::{Atom, Row};
use super::spelled::{self, Piece};
use super::{code_group, colour, model_suffix, parts, release, scale, street};
use crate::gazetteer::non_entity::term;

/// What a request asks for: more permissive than `recognise`, since a noun in front makes the word after it an
/// identifier. Several are alternatives for one thing.
#[must_use]
pub fn query_mentions(request: &str) -> Vec<Identifier> {
    let row = Row::new(request);
    let mut all = candidates(&row);
    all.sort_by(|a, b| a.span.start.cmp(&b.span.start).then(b.span.end.cmp(&a.span.end)));
    all.dedup_by(|b, a| b.span.start < a.span.end);
    thousands(request, &mut all);
    merge(request, &mut all);
    all.iter_mut().for_each(|one| amount(request, one));
    let amounts: Vec<std::ops::Range<usize>> =
        all.iter().filter(|one| one.kind == Kind::Amount).map(|one| one.span.clone()).collect();
    all.retain(|one| {
        one.kind == Kind::Amount
            || !amounts.iter().any(|span| span.start < one.span.end && one.span.start < span.end)
    });
    // "The Q3 2034 forecast", "the 4 mm needles": when or how much, not which number somebody gave.
    let scales = scale::spans(&row);
    all.retain(|one| {
        let told = matches!(one.kind, Kind::Reference | Kind::Number | Kind::Phone | Kind::Version);
        one.label.is_some()
            || !told
            || !scales.iter().any(|span| span.start < one.span.end && one.span.start < span.end)
    });
    all.retain(|one| !is_year_of(request, one) && !plain::is_plain(request, one));
    let spared = spared(&row);
    let mut chosen: Vec<Identifier> = Vec::new();
    for candidate in all {
        let outside = spared
            .iter()
            .any(|range| range.start <= candidate.span.start && candidate.span.start < range.end);
        // "no other card ends in 1199" allows the masked form.
        let tail = candidate.kind == Kind::Ending
            && chosen
                .iter()
                .any(|one| one.kind == Kind::Card && one.canonical.ends_with(&candidate.canonical));
        if outside && !tail {
            continue;
        }
        if tail {
            chosen.push(candidate);
            continue;
        }
        let joined = chosen.last().is_none_or(|last| connected(request, last.span.end, candidate.span.start));
        if joined {
            chosen.push(candidate);
        }
    }
    if chosen.is_empty() {
        chosen.extend(spoken(&row));
    }
    let led = row.atoms.first().is_some_and(|&first| label::known(&row.word(first)));
    if (chosen.is_empty() || !led && chosen.iter().all(|one| one.kind == Kind::Handle))
        && let Some(phrase) = phrase(&row)
        && !chosen.iter().any(|one| one.text.strip_prefix('@') == Some(phrase.text.as_str()))
    {
        chosen.retain(|one| one.text != phrase.text);
        chosen.push(phrase);
    }
    chosen
}

/// "Ada's 2019 trip": a year between its owner and a noun.
fn is_year_of(request: &str, one: &Identifier) -> bool {
    let year = is_year(&one.text);
    let owner = request[..one.span.start].trim_end();
    let noun = request[one.span.end..].strip_prefix(' ').unwrap_or_default();
    let owned = ["'s", "’s", "s'", "s’"].iter().any(|end| owner.ends_with(end));
    // "Up to and including 2021".
    let bounds = ["including", "until", "till", "since", "before", "after", "during", "in", "by"];
    let bounded = owner.rsplit(' ').next().is_some_and(|last| bounds.contains(&last));
    year && (owned && noun.starts_with(char::is_lowercase) || bounded)
}

/// "Order 1,048,213": the groups of thousands behind a number's first one are its own.
fn thousands(request: &str, all: &mut Vec<Identifier>) {
    let digits = |group: &str| group.len() == 3 && group.bytes().all(|b| b.is_ascii_digit());
    for at in 0..all.len() {
        let Some(one) = all.get_mut(at) else { break };
        let mut own = one.text.split(',');
        let first = own.next().unwrap_or_default();
        let led = (1..=3).contains(&first.len()) && first.bytes().all(|b| b.is_ascii_digit());
        if !led || !own.all(digits) || !matches!(one.kind, Kind::Reference | Kind::Number) {
            continue;
        }
        let rest = &request[one.span.end..];
        let mut end = 0;
        while let Some(group) =
            rest[end..].strip_prefix(',').and_then(|behind| behind.get(..3)).filter(|group| digits(group))
            && !rest[end + 1 + group.len()..].starts_with(|c: char| c.is_ascii_digit())
        {
            end += 1 + group.len();
        }
        if end > 0 {
            one.span.end += end;
            one.text = request[one.span.clone()].to_owned();
            one.canonical = reference::canonical(&one.text.replace(',', ""));
            one.kind = Kind::Reference;
            let span = one.span.clone();
            let mut place = 0;
            all.retain(|other| {
                place += 1;
                place == at + 1 || !overlap(&other.span, &span)
            });
        }
    }
}

/// "Order 1.048.213": a number with its thousands apart, where a noun says that it is no version.
fn grouped(one: &mut Identifier) {
    let mut groups = one.text.split('.');
    let first = groups.next().unwrap_or_default();
    let digits = |group: &str| group.bytes().all(|b| b.is_ascii_digit());
    let thousands = (1..=3).contains(&first.len())
        && digits(first)
        && !first.starts_with('0')
        && groups.all(|group| group.len() == 3 && digits(group));
    let numbered = one.label.as_deref().is_some_and(|noun| noun != "version" && label::known(noun));
    if one.kind == Kind::Version && thousands && numbered {
        one.kind = Kind::Reference;
        one.text = one.text.replace('.', " ");
        one.canonical = one.text.replace(' ', "");
    }
}

/// A mixed code and the digits that go on behind it are one: "1Z 999 AA1 01 2345 6784".
fn merge(request: &str, all: &mut Vec<Identifier>) {
    let mut at = 0;
    while at + 1 < all.len() {
        let (one, next) = (&all[at], &all[at + 1]);
        let mixed = |text: &str| {
            text.contains(|c: char| c.is_ascii_digit()) && text.contains(|c: char| c.is_ascii_alphabetic())
        };
        let digits = next.text.bytes().all(|b| b.is_ascii_digit() || matches!(b, b' ' | b'-'));
        let close = request.get(one.span.end..next.span.start) == Some(" ");
        if one.kind == Kind::Reference
            && matches!(next.kind, Kind::Phone | Kind::Number | Kind::Card | Kind::Reference)
            && mixed(&one.text)
            && digits
            && close
            && !one.canonical.contains('/')
        {
            let span = one.span.start..next.span.end;
            let text = request.get(span.clone()).unwrap_or_default().to_owned();
            let compact: String = Row::new(&text).low.iter().filter(|c| c.is_alphanumeric()).collect();
            let label = one.label.clone();
            let canonical = reference::canonical(&compact);
            all[at] = Identifier { kind: Kind::Reference, canonical, label, text, span };
            all.remove(at + 1);
        } else {
            at += 1;
        }
    }
}

/// "Settle for 88,000": a number with its thousands apart and without a noun says how much.
fn amount(request: &str, one: &mut Identifier) {
    if !matches!(one.kind, Kind::Reference | Kind::Number) || one.label.is_some() {
        return;
    }
    let grouping =
        |c: char| c.is_ascii_digit() || matches!(c, ',' | '.' | ' ' | '\'' | '’' | '\u{a0}' | '\u{202f}');
    let whole = |c: char| grouping(c) && c != ' ';
    let head = request[..one.span.start].trim_end_matches(whole);
    let tail = request[one.span.end..].trim_start_matches(whole);
    let from = head.len();
    let text = request[from..request.len() - tail.len()].trim_end_matches(|c: char| !c.is_ascii_digit());
    let groups: Vec<&str> = text.split(|c: char| !c.is_ascii_digit()).collect();
    let mut marks = text.chars().filter(|c| !c.is_ascii_digit());
    let mark = marks.next();
    let thousands = groups.len() > 1
        && (1..=3).contains(&groups[0].len())
        && !groups[0].starts_with('0')
        && groups[1..].iter().all(|group| group.len() == 3)
        && marks.all(|other| Some(other) == mark);
    let said = head.trim_end().ends_with(char::is_alphabetic);
    if thousands && said && text.chars().all(grouping) {
        one.kind = Kind::Amount;
        one.canonical = groups.concat();
        one.span = from..from + text.len();
        text.clone_into(&mut one.text);
    }
}

/// Nouns that make a compound with the noun before them, and name nothing.
const HEADS: &[&str] = &[
    "manual", "manuals", "guide", "guides", "interface", "experience", "group", "groups", "data", "feedback",
    "profile", "profiles", "account", "accounts", "settings", "list", "lists", "family", "families",
    "country", "city", "mother", "parents", "school", "party", "number", "numbers", "holder", "holders",
    "owner", "owners", "history", "details", "address", "addresses", "balance", "statement", "manager",
    "rules", "policy", "chain", "ring", "rings", "card", "cards", "board", "room", "rooms", "office", "desk",
    "fee", "fees", "price", "prices", "cloth", "top", "tennis", "lamp", "plan", "plans", "request",
    "requests", "form", "forms", "agent", "agents", "line", "lines", "cover", "covers", "service",
    "services", "support", "training", "test", "tests", "names", "handbuch", "daten", "gruppe", "anleitung",
    "away", "again", "back", "off", "out", "over", "down", "up", "anymore", "yet", "too",
];

/// Ranges of bytes that speak of other things: exceptions, asides and what stays.
fn spared(row: &Row<'_>) -> Vec<std::ops::Range<usize>> {
    const NEGATIVE: &[&str] = &[
        "not", "except", "excluding", "but", "unlike", "nicht", "außer", "pas", "sauf", "excepto", "salvo",
        "tranne", "no", "other", "others", "another", "stays", "stay", "remains", "remain", "bleibt",
        "bleiben", "where", "because", "keep", "since", "instead", "replaced", "neither", "means", "mean",
        "without",
    ];
    let mut ranges = Vec::new();
    let mut clause = 0;
    let end = row.raw.len();
    let mut open: Option<usize> = None;
    for at in 0..=end {
        let c = row.raw.get(at).copied().unwrap_or(';');
        if c == '('
            && open.is_none()
            && row.before(at).is_whitespace()
            && row.raw[..at].iter().any(|c| c.is_alphanumeric())
            && !row
                .raw
                .get(at + 1..at + 5)
                .is_some_and(|next| next.iter().all(|c| c.is_ascii_digit() || *c == ')'))
        {
            open = Some(at);
        }
        if c == ')'
            && let Some(from) = open.take()
        {
            ranges.push(row.bytes(from, at + 1));
        }
        let breaks = matches!(c, ';' | ',' | '。')
            || c == '.' && row.raw_at(at + 1) == ' '
            || c == ':' && row.raw_at(at + 1) == ' ';
        if breaks || at == end {
            let later = row.atoms.iter().filter(|atom| atom.from >= clause && atom.to <= at);
            let alone = |atom: &Atom| {
                let inside = |c: char| matches!(c, '@' | '/' | '_' | '-' | '\\' | '=');
                let dotted = row.raw_at(atom.to) == '.' && row.raw_at(atom.to + 1).is_alphanumeric();
                !inside(row.before(atom.from))
                    && !inside(row.raw_at(atom.to))
                    && !dotted
                    && row.before(atom.from) != '.'
            };
            let negative =
                later.clone().find(|&&atom| alone(&atom) && NEGATIVE.contains(&row.word(atom).as_str()));
            // "no." is a number's marker, "no other" is not.
            if let Some(word) =
                negative.filter(|&&atom| !(row.is(atom, "no") && numbers_follow(row, atom.to)))
            {
                let stays = matches!(
                    row.word(*word).as_str(),
                    "stays" | "stay" | "remains" | "remain" | "another" | "bleibt" | "bleiben"
                );
                let from = if stays { clause } else { word.from };
                if from > 0 || !stays {
                    ranges.push(row.bytes(from, at.min(end)));
                }
            }
            clause = at + 1;
        }
    }
    ranges
}

fn numbers_follow(row: &Row<'_>, at: usize) -> bool {
    matches!(row.raw_at(at), '.' | ':' | '°')
        || row.atoms.get(row.atom_from(at)).is_some_and(|&atom| !atom.letters || row.capitals(atom))
}

/// Whether what stands between two identifiers makes the second an alternative of the first.
fn connected(request: &str, from: usize, to: usize) -> bool {
    const JOINERS: &[&str] = &[
        "and", "or", "also", "aka", "alias", "und", "oder", "y", "et", "ou", "plus", "likewise", "as",
        "well", "sowie", "auch",
    ];
    let between = Row::new(request.get(from..to).unwrap_or_default());
    between.atoms.iter().all(|&atom| {
        let word = between.word(atom);
        JOINERS.contains(&word.as_str()) || label::known(&word) || label::is_marker(&word)
    })
}

fn candidates(row: &Row<'_>) -> Vec<Identifier> {
    let mut all: Vec<Identifier> = disguised(row);
    let endings = endings(row);
    all.extend(colours(row));
    all.extend(positions(row));
    all.extend(houses(row));
    let two = parts::wanted(row);
    let apart = |one: &Identifier| !two.iter().any(|two| overlap(&two.span, &one.span));
    all.extend(code_group::wanted(row).into_iter().filter(apart));
    all.extend(two.iter().cloned());
    all.extend(numerals(row));
    all.extend(release::wanted(row));
    let special: Vec<Range<usize>> = all.iter().map(|one| one.span.clone()).collect();
    for hit in normalize::scan(row) {
        let mut one = identifier(row, &hit);
        let taken = endings.iter().map(|ending| &ending.span).chain(&special);
        if taken.into_iter().any(|span| overlap(span, &one.span)) {
            continue;
        }
        whole(row, &mut one);
        suffix(row, &mut one);
        broaden(row, &mut one);
        refine(&mut one);
        digits_of_code(row, &mut one);
        grouped(&mut one);
        one_by_one(&mut one);
        secret(row, &mut one);
        let in_key = |key: &Identifier| key.kind == Kind::Key && overlap(&key.span, &one.span);
        if all.iter().any(in_key) {
            continue;
        }
        if wanted_as_such(row, &one) {
            all.push(one);
        }
    }
    let scanned = all.len();
    all.extend(endings);
    short_numbers(row, &mut all);
    words(row, &mut all);
    all[scanned..].iter_mut().for_each(|one| secret(row, one));
    all.iter_mut().for_each(|one| model_suffix::add(row, one));
    all
}

fn overlap(a: &Range<usize>, b: &Range<usize>) -> bool {
    a.start < b.end && b.start < a.end
}

/// Positions, where the noun says that they are.
fn positions(row: &Row<'_>) -> Vec<Identifier> {
    let said = row.atoms.iter().any(|&atom| {
        matches!(
            row.word(atom).as_str(),
            "position" | "coordinates" | "coordinate" | "location" | "gps" | "geo"
        )
    });
    let pairs = if said { place::pairs(row) } else { Vec::new() };
    pairs
        .into_iter()
        .map(|pair| Identifier {
            kind: Kind::Coordinates,
            canonical: pair.canonical(),
            label: Some("position".to_owned()),
            text: row.written(pair.from, pair.to).to_owned(),
            span: row.bytes(pair.from, pair.to),
        })
        .collect()
}

/// Houses, where the form or a word says that they are houses.
fn houses(row: &Row<'_>) -> Vec<Identifier> {
    let said = row.atoms.iter().any(|&atom| {
        matches!(
            row.word(atom).as_str(),
            "address"
                | "addresses"
                | "house"
                | "flat"
                | "home"
                | "live"
                | "lives"
                | "lived"
                | "moved"
                | "adresse"
        )
    });
    let houses = street::all(row.text).into_iter().filter(|house| house.certain || said);
    houses.map(|house| recognition::house(row.text, house)).collect()
}

/// Colours, where the form or the noun says that they are colours.
fn colours(row: &Row<'_>) -> Vec<Identifier> {
    let said = colour::spoken_of(row);
    colour::all(row)
        .into_iter()
        .filter(|one| one.certain || said)
        .map(|one| Identifier {
            kind: Kind::Reference,
            canonical: colour::canonical(one.value),
            label: Some("colour".to_owned()),
            text: row.written(one.from, one.to).to_owned(),
            span: row.bytes(one.from, one.to),
        })
        .collect()
}

/// Whether a Roman numeral closes a phrase behind a noun in small letters: "barrel XIV", but not "type II diabetes",
/// "Louis XIV" and "our CV".
fn counted(row: &Row<'_>, at: usize) -> bool {
    const LEAST: usize = 4;
    let atom = row.atoms[at];
    let Some(noun) = at.checked_sub(1).map(|left| row.atoms[left]) else { return false };
    let common = noun.letters && noun.len() >= LEAST && row.raw(noun).iter().all(|c| c.is_lowercase());
    let closes = row.atoms.get(at + 1).is_none_or(|&next| {
        row.gap(at) != [' '] && !reference::is_joint(row.gap(at)) || label::is_function(&row.word(next))
    });
    common
        && closes
        && atom.len() > 1
        && row.gap(at - 1) == [' ']
        && row.raw(atom).iter().all(|c| matches!(c, 'I' | 'V' | 'X'))
}

/// Roman numerals behind a known noun, or one that they close: "opus XLVII", "barrel XIV".
fn numerals(row: &Row<'_>) -> Vec<Identifier> {
    let mut all = Vec::new();
    for (at, &atom) in row.atoms.iter().enumerate() {
        if !atom.letters || !row.capitals(atom) || atom.len() > 12 {
            continue;
        }
        let Some(value) = spelled::roman(row.raw(atom)) else { continue };
        let Some(noun) = label::before(row, at).filter(|noun| {
            let known = label::known(noun)
                && !label::names_words(noun)
                && (atom.len() > 1 || label::canonical(noun) == "opus");
            known || counted(row, at)
        }) else {
            continue;
        };
        let tight = |gap: &[char]| reference::is_joint(gap);
        if at > 0 && tight(row.gap(at - 1)) && row.gap(at - 1) != ['.'] || tight(row.gap(at)) {
            continue;
        }
        all.push(Identifier {
            kind: Kind::Reference,
            canonical: value.to_string(),
            label: Some(label::canonical(&noun)),
            text: row.written(atom.from, atom.to).to_owned(),
            span: row.bytes(atom.from, atom.to),
        });
    }
    all
}

/// A key or password goes on to the next space, whatever its characters.
fn secret(row: &Row<'_>, one: &mut Identifier) {
    if one.kind != Kind::Key {
        return;
    }
    let rest = row.text.get(one.span.end..).unwrap_or_default();
    let more = rest
        .find(|c: char| c.is_whitespace() || matches!(c, '"' | '\'' | '`' | ',' | ';' | ')'))
        .unwrap_or(rest.len());
    let tail = rest.get(..more).unwrap_or_default().trim_end_matches(|c: char| !c.is_alphanumeric());
    if tail.starts_with(['&', '!', '$', '=', '?', '+', '/', '~', '^', '*', '%', '@']) {
        one.span = one.span.start..one.span.end + tail.len();
        one.text = row.text.get(one.span.clone()).unwrap_or_default().to_owned();
        let compact: String = Row::new(&one.text).low.iter().filter(|c| c.is_alphanumeric()).collect();
        one.canonical = reference::canonical(&compact);
    }
}

/// "5-1-9-0": digits that are told one by one are one number.
fn one_by_one(one: &mut Identifier) {
    let told =
        one.text.split(['-', ' ']).all(|digit| digit.len() == 1 && digit.bytes().all(|b| b.is_ascii_digit()));
    if told && one.text.len() >= 5 {
        one.text.retain(|c| c.is_ascii_digit());
    }
}

/// "Code 0815": a code whose zeros count.
fn digits_of_code(row: &Row<'_>, one: &mut Identifier) {
    const CODE: &[&str] = &["code", "codes", "código", "codice", "kod", "zugangscode", "türcode"];
    let at = row.atoms.partition_point(|atom| row.bytes(atom.from, atom.to).start < one.span.start);
    let said = at.checked_sub(1).is_some_and(|left| {
        CODE.contains(&row.word(row.atoms[left]).as_str())
            && row.gap(left).iter().all(|c| matches!(c, ' ' | ':' | '#'))
    });
    if said && one.kind == Kind::Number && one.label.is_none() {
        one.kind = Kind::Code;
    }
}

/// What is written on behind a full stop or colon belongs to it: "orders.v2.dlq", "1:22-cv-00417", "192.0.2.44:5060".
fn whole(row: &Row<'_>, one: &mut Identifier) {
    if !matches!(one.kind, Kind::Reference | Kind::Number) {
        return;
    }
    let tied = |at: usize| matches!(row.gap(at), ['.' | ':' | '-' | '/' | '_']);
    let begin = row.atoms.partition_point(|atom| row.bytes(atom.from, atom.to).start < one.span.start);
    let end = row.atoms.partition_point(|atom| row.bytes(atom.from, atom.to).start < one.span.end);
    let (mut first, mut last) = (begin, end.saturating_sub(1).max(begin));
    while first > 0
        && matches!(row.gap(first - 1), ['.' | ':'])
        && row.atoms[first - 1].digits
        && !row.atoms[first].letters
    {
        first -= 1;
    }
    while last + 1 < row.atoms.len() && tied(last) {
        last += 1;
    }
    if (first, last) == (begin, end.saturating_sub(1).max(begin)) || row.atoms.get(last).is_none() {
        return;
    }
    let (from, to) = (row.atoms[first].from, row.atoms[last].to);
    one.span = row.bytes(from, to);
    one.text = row.written(from, to).to_owned();
    one.kind = Kind::Reference;
    let compact: String = row.low[from..to].iter().filter(|c| c.is_alphanumeric()).collect();
    one.canonical = reference::canonical(&compact);
    one.label = label::of(row, first, last).map(|word| label::canonical(&word)).or(one.label.take());
}

/// A single small letter behind a divided code belongs to it: "Ø/17 b", "112/3 c".
fn suffix(row: &Row<'_>, one: &mut Identifier) {
    if one.kind != Kind::Reference || !one.text.ends_with(|c: char| c.is_ascii_digit()) {
        return;
    }
    let next = row.atoms.partition_point(|atom| row.bytes(atom.from, atom.to).start < one.span.end);
    let Some(&atom) = row.atoms.get(next).filter(|atom| atom.letters && atom.len() == 1) else { return };
    let end = row.raw_at(atom.to);
    let ends = atom.to >= row.raw.len() || matches!(end, ',' | ';' | ')' | ':') || end == '.';
    let bracket = end == ' ' && row.raw_at(atom.to + 1) == '(';
    let letter = row.low[atom.from];
    let joined = one.text.contains(['/', '-', '.']);
    let lettered = one.text.starts_with(char::is_alphabetic) && !is_unit(&letter.to_string());
    let word = matches!(letter, 'a' | 'i' | 'o' | 'y' | 'e' | 'u');
    if next == 0
        || row.gap(next - 1) != [' ']
        || !letter.is_ascii_lowercase()
        || !(joined && (ends || bracket || !word && end == ' ') || lettered && (ends || bracket))
    {
        return;
    }
    let start = one.span.start;
    one.span = start..row.bytes(atom.from, atom.to).end;
    one.text = row.text.get(one.span.clone()).unwrap_or_default().to_owned();
    let compact: String = Row::new(&one.text).low.iter().filter(|c| c.is_alphanumeric()).collect();
    one.canonical = reference::canonical(&compact);
}

/// A known noun earlier in the phrase stands for an unknown one: "the patient with medical record number 4471".
fn broaden(row: &Row<'_>, one: &mut Identifier) {
    let Some(noun) = one.label.clone().filter(|noun| !label::known(noun)) else { return };
    if !matches!(one.kind, Kind::Reference | Kind::Number) {
        return;
    }
    let first = row.atoms.partition_point(|atom| row.bytes(atom.from, atom.to).start < one.span.start);
    for at in (first.saturating_sub(6)..first).rev() {
        let word = row.word(row.atoms[at]);
        let stops = row.gap(at).iter().any(|c| !matches!(c, ' ' | '.' | '-' | '#'))
            || label::is_function(&word) && !label::is_marker(&word)
            || matches!(word.as_str(), "the" | "of" | "in");
        if stops {
            return;
        }
        if word != noun && label::known(&word) && at + 1 < first {
            one.label = Some(label::canonical(&word));
            return;
        }
    }
}

/// The label tells the kind where the form leaves it open.
fn refine(one: &mut Identifier) {
    let digits = one.canonical.bytes().filter(u8::is_ascii_digit).count();
    let Some(noun) = one.label.as_deref() else { return };
    let code = matches!(one.kind, Kind::Reference | Kind::Number | Kind::Commit | Kind::Uuid | Kind::Plate);
    if !code {
        return;
    }
    if one.kind == Kind::Number {
        one.kind = Kind::Reference;
    }
    match noun {
        "phone" if (7..=15).contains(&digits) && digits + 1 >= one.canonical.len() => {
            let inner = Row::new(&one.text);
            if inner.atoms.iter().all(|atom| atom.digits) && !inner.atoms.is_empty() {
                one.kind = Kind::Phone;
                one.canonical = phone::dialled(&inner, 0, inner.atoms.len()).canonical();
            }
        }
        "card" if digits >= 12 => one.kind = Kind::Card,
        "key" => one.kind = Kind::Key,
        "plate" => one.kind = Kind::Plate,
        "voucher" => one.kind = Kind::Code,
        "national" => one.kind = Kind::NationalId,
        "mac" if one.canonical.len() == 12 => one.kind = Kind::Mac,
        "version" => {
            let inner = Row::new(&one.text);
            if let Some((_, _, canonical, to)) =
                (!inner.atoms.is_empty()).then(|| version::at(&inner, 0)).flatten()
                && to == inner.raw.len()
                && (one.text.contains('.') || digits < 4)
            {
                one.kind = Kind::Version;
                one.canonical = canonical;
            }
        }
        "file" if one.text.contains('/') && one.text.contains('.') => {
            one.kind = Kind::Path;
            one.canonical = path::canonical(&one.text);
        }
        "commit" if one.canonical.len() >= 7 && one.canonical.bytes().all(|b| b.is_ascii_hexdigit()) => {
            one.kind = Kind::Commit
        }
        _ => {}
    }
}

/// Words with a digit that are measures or ordinals.
fn is_measure(text: &str) -> bool {
    let unit = text.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | ' '));
    unit.len() < text.len()
        && matches!(
            unit,
            "st" | "nd"
                | "rd"
                | "th"
                | "s"
                | "h"
                | "am"
                | "pm"
                | "kg"
                | "km"
                | "mg"
                | "cm"
                | "mm"
                | "ml"
                | "gb"
                | "mb"
                | "min"
                | "er"
                | "x"
        )
}

/// Terms of the trade with a digit in them.
const TERMS: &[&str] = &[
    "sha1", "sha256", "sha384", "sha512", "sha2", "sha3", "md5", "ipv4", "ipv6", "utf8", "utf16", "base64",
    "iso8601", "mp3", "mp4", "h264", "2fa", "covid19", "b2b", "b2c", "k8s", "ean13", "ean8", "isbn10",
    "isbn13", "gtin13", "q1", "q2", "q3", "q4",
];

fn wanted_as_such(row: &Row<'_>, one: &Identifier) -> bool {
    if (one.label.is_none() || one.canonical.starts_with("sha"))
        && TERMS.contains(&one.canonical.as_str())
        && one.text.len() + 2 < row.text.trim().len()
    {
        return false;
    }
    let whole = one.text.len() + 2 >= row.text.trim().len();
    match one.kind {
        Kind::Number => {
            let year = one.canonical.len() == 4
                && (one.canonical.starts_with("19") || one.canonical.starts_with("20"));
            whole || (one.canonical.len() >= 3 && !year)
        }
        Kind::Reference => {
            let time = matches!(
                one.label.as_deref(),
                Some("week" | "year" | "page" | "chapter" | "step" | "street")
            );
            let day = one.canonical.bytes().all(|b| b.is_ascii_digit())
                && one.label.is_none()
                && one.text.contains('/');
            whole || !is_measure(&one.text.to_lowercase()) && !time && !day
        }
        Kind::Date | Kind::Time | Kind::Amount => true,
        _ => true,
    }
}

/// "the card ending in 0917".
fn endings(row: &Row<'_>) -> Vec<Identifier> {
    let mut all = Vec::new();
    for at in 1..row.atoms.len() {
        let atom = row.atoms[at];
        // "Ending in 0555-4401" tells more than the first four.
        let goes_on = matches!(row.raw.get(atom.to..atom.to + 2), Some(['-', next]) if next.is_ascii_digit());
        if !atom.digits || !(3..=6).contains(&atom.len()) || goes_on {
            continue;
        }
        if announced(row, at).is_some() {
            let holder = (0..at).rev().map(|i| label::canonical(&row.word(row.atoms[i]))).find(|word| {
                matches!(
                    word.as_str(),
                    "phone" | "account" | "iban" | "card" | "passport" | "serial" | "gtin"
                )
            });
            let brand = row.atoms[..at].iter().map(|&atom| row.word(atom)).find(|word| {
                matches!(
                    word.as_str(),
                    "visa"
                        | "mastercard"
                        | "amex"
                        | "maestro"
                        | "shell"
                        | "texaco"
                        | "esso"
                        | "debit"
                        | "credit"
                )
            });
            all.push(Identifier {
                kind: Kind::Ending,
                canonical: row.word(atom),
                label: brand.or(holder).or(Some("card".to_owned())),
                text: row.written(atom.from, atom.to).to_owned(),
                span: row.bytes(atom.from, atom.to),
            });
        }
    }
    all
}

/// Numbers of one or two digits behind a noun: "locker 18", "verk 3".
fn short_numbers(row: &Row<'_>, all: &mut Vec<Identifier>) {
    for (at, &atom) in row.atoms.iter().enumerate() {
        if !atom.digits || atom.len() > 2 {
            continue;
        }
        let span = row.bytes(atom.from, atom.to);
        let inner = (at > 0 && reference::is_joint(row.gap(at - 1)))
            || reference::is_joint(row.gap(at)) && row.atoms.get(at + 1).is_some();
        if inner || all.iter().any(|one| one.span.start < span.end && span.start < one.span.end) {
            continue;
        }
        let Some(noun) = label::of(row, at, at) else { continue };
        let measured = row
            .atoms
            .get(at + 1)
            .is_some_and(|&next| matches!(row.gap(at), [' '] | []) && is_unit(&row.word(next)));
        if measured {
            continue;
        }
        let name = label::canonical(&noun);
        if matches!(name.as_str(), "week" | "year" | "page" | "chapter" | "step" | "street")
            || noun.chars().count() < 2
        {
            continue;
        }
        all.push(Identifier {
            kind: Kind::Reference,
            canonical: reference::canonical(&row.word(atom)),
            label: Some(name),
            text: row.written(atom.from, atom.to).to_owned(),
            span,
        });
    }
}

/// Words behind a noun that names words: "user art", "booking reference PORTER".
fn words(row: &Row<'_>, all: &mut Vec<Identifier>) {
    for (at, &atom) in row.atoms.iter().enumerate() {
        let noun = row.word(atom);
        let says =
            matches!(noun.as_str(), "code" | "codes" | "handle" | "username" | "reference" | "ref" | "id");
        if !label::known(&noun) && !says {
            continue;
        }
        let mut next = at + 1;
        while row.atoms.get(next).is_some_and(|&atom| {
            let word = row.word(atom);
            let system = matches!(
                label::canonical(&noun).as_str(),
                "table" | "branch" | "bucket" | "channel" | "repo" | "flag"
            );
            // "flag checkout.fast": the name begins with a word that may be a noun.
            let begins = system && matches!(row.gap(next), ['_' | '-' | '.' | '/']);
            let all = begins || system && next + 1 == row.atoms.len();
            (label::is_marker(&word) || label::known(&word))
                && !all
                && row.gap(next - 1).iter().all(|c| matches!(c, ' ' | '.' | ':' | '"' | '\''))
        }) {
            next += 1;
        }
        let Some(&first) = row.atoms.get(next) else { continue };
        let gap = row.gap(next - 1);
        if gap.iter().any(|&c| !matches!(c, ' ' | ':' | '"' | '\'' | '`' | '#' | '@' | '=' | '(' | '.'))
            || gap.len() > 3
        {
            continue;
        }
        let mut last = next;
        while last + 1 < row.atoms.len() && matches!(row.gap(last), ['_' | '-' | '/' | '.' | ':']) {
            last += 1;
        }
        let (from, to) = (first.from, row.atoms[last].to);
        let span = row.bytes(from, to);
        if all.iter().any(|one| overlap(&one.span, &span)) {
            continue;
        }
        let quoted =
            gap.iter().any(|c| matches!(c, '"' | '\'' | '`')) && matches!(row.raw_at(to), '"' | '\'' | '`');
        let raw = &row.raw[from..to];
        let word: String = row.low[from..to].iter().collect();
        let capitals =
            raw.iter().all(|c| !c.is_lowercase()) && raw.iter().filter(|c| c.is_uppercase()).count() >= 2;
        let capitalised = raw.first().is_some_and(|c| c.is_uppercase()) && !capitals;
        let compound = last > next;
        // "j.doe", but not "i.e.".
        let initial = compound && row.atoms[last].len() > 2;
        let then_capital = row
            .atoms
            .get(last + 1)
            .is_some_and(|&next| row.gap(last) == [' '] && row.raw(next)[0].is_uppercase());
        let names = label::names_words(&noun)
            || matches!(noun.as_str(), "handle" | "username")
            || (at + 1..next)
                .any(|i| label::names_words(&row.word(row.atoms[i])) || row.is(row.atoms[i], "code"));
        let accepted = if term(row.written(from, to)) {
            false
        } else if capitals && first.len() >= 3 {
            true
        } else if label::is_function(&word) || label::is_marker(&word) || first.len() < 2 && !initial {
            quoted && first.len() >= 2
        } else if capitals || quoted || compound && names && !capitalised {
            true
        } else if capitalised {
            names && !then_capital
        } else {
            names
                && !HEADS.contains(&word.as_str())
                && (!label::known(&word) || last + 1 == row.atoms.len())
                && (compound || label::canonical(&noun) != "key")
        };
        if !accepted {
            continue;
        }
        let label = (at..next)
            .rev()
            .map(|i| row.word(row.atoms[i]))
            .find(|word| label::known(word))
            .map(|word| label::canonical(&word));
        let file = word.contains('/') && word.contains('.');
        all.push(Identifier {
            kind: if file {
                Kind::Path
            } else if capitals || matches!(label.as_deref(), Some("voucher" | "booking")) {
                Kind::Code
            } else if label.as_deref() == Some("key") {
                Kind::Key
            } else {
                Kind::Handle
            },
            canonical: word,
            label,
            text: row.written(from, to).to_owned(),
            span,
        });
    }
}

/// A number in words behind a known noun: "case four four seven one".
fn spoken(row: &Row<'_>) -> Option<Identifier> {
    let pieces = spelled::reading(row)?;
    let is_number = |piece: &Piece| piece.spoken && !piece.ordinal;
    let first = pieces.iter().position(|piece| {
        is_number(piece) && label::before(row, piece.first).is_some_and(|word| label::known(&word))
    })?;
    let count = pieces[first..].iter().take_while(|piece| is_number(piece)).count();
    let run = &pieces[first..first + count];
    let digits: String = run.iter().map(|piece| piece.text.as_str()).collect();
    let (from, to) = (row.atoms[run.first()?.first].from, row.atoms[run.last()?.last].to);
    let digits = Some(digits).filter(|text| text.bytes().any(|b| b.is_ascii_digit()))?;
    let letters = row.atoms[run.first()?.first..=run.last()?.last].iter().all(|atom| atom.letters);
    letters.then(|| Identifier {
        kind: Kind::Reference,
        canonical: reference::canonical(&digits),
        label: label::before(row, run[0].first).map(|word| label::canonical(&word)),
        text: row.written(from, to).to_owned(),
        span: row.bytes(from, to),
    })
}

/// A request that is nothing but a name in the style of programs: "Moth-Lantern", "fix login loop", "PORTER".
fn phrase(row: &Row<'_>) -> Option<Identifier> {
    let (first, last) = (row.atoms.first()?, row.atoms.last()?);
    let count = row.atoms.len();
    let joined = count > 1 && (0..count - 1).all(|at| matches!(row.gap(at), ['_' | '-' | '/' | '.']));
    let plain = (2..=4).contains(&count)
        && (0..count - 1).all(|at| row.gap(at) == [' '])
        && row.atoms.iter().all(|&atom| {
            row.raw(atom).iter().all(|c| c.is_ascii_lowercase()) && !label::is_function(&row.word(atom))
        });
    let code = count == 1 && row.capitals(*first) && first.len() > 1;
    if !(joined || plain || code) || row.atoms.iter().any(|atom| atom.han) {
        return None;
    }
    let (from, to) = (first.from, last.to);
    let text = row.written(from, to).to_owned();
    let host = web::host(&text);
    let canonical = if host.contains('.') { host } else { row.low[from..to].iter().collect() };
    Some(Identifier {
        kind: if code { Kind::Code } else { Kind::Handle },
        canonical,
        label: None,
        text,
        span: row.bytes(from, to),
    })
}
