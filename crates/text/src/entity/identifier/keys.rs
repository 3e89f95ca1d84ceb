//! Index keys: short strings by which a row that holds the wanted identifier is found without reading all rows.

use super::kind::{Identifier, Kind};
use super::label;
use super::normalize::{self, Hit, account, issue, net, phone, place, reference, web};
use super::pattern::{Pattern, gap, literal, noun, parts_codes};
use super::recognition;
use super::row::Row;
use super::spelled::{self, Piece};
use super::{
    bases, code_group, colour, decoding, domestic, equivalent, host, model_suffix, parts, phrase, release,
    seat, street, yearly,
};
use crate::pages::pages;
use crate::quotation::tokens;

/// Keys, but for those of a single character, which tell nothing.
#[derive(Debug, Default)]
struct Keys(crate::keys::Keys);

impl Keys {
    fn push(&mut self, key: String) {
        if key.len() > 3 {
            self.0.push(key);
        }
    }

    fn extend(&mut self, keys: impl IntoIterator<Item = String>) {
        keys.into_iter().for_each(|key| self.push(key));
    }
}

/// Index keys of a text; they meet `query_keys` where the text holds the wanted identifier.
#[must_use]
pub fn keys(text: &str) -> Vec<String> {
    keys_of(text).into_vec()
}

/// The same, with whether there are more than are kept. A long text is read page by page: of all pages first what is surely no word.
pub(crate) fn keys_of(text: &str) -> crate::keys::Keys {
    let mut keys = Keys::default();
    for page in pages(text) {
        of_page(&mut keys, &text[page]);
    }
    for page in pages(text) {
        let row = Row::new(&text[page]);
        if let Some(decoded) = decoding::decoded(&row) {
            words(&mut keys, &decoded);
        }
        words(&mut keys, &row);
    }
    keys.0
}

fn of_page(keys: &mut Keys, text: &str) {
    let row = Row::new(text);
    for hit in normalize::scan(&row) {
        address(keys, &hit);
    }
    for other in recognition::disguised(&row) {
        address(keys, &Hit { kind: other.kind, canonical: other.canonical, from: 0, to: 0 });
    }
    let pieces = literal(&row);
    codes(keys, &row, &pieces);
    if let Some(pieces) = spelled::reading(&row) {
        codes(keys, &row, &pieces);
        versions(keys, &row, &pieces);
    }
    if let Some(decoded) = decoding::decoded(&row) {
        for hit in normalize::scan(&decoded) {
            address(keys, &hit);
        }
        codes(keys, &decoded, &literal(&decoded));
    }
    if let Some(row) = decoding::confused(&row) {
        codes(keys, &row, &literal(&row));
    }
    notations(keys, &row);
    for house in street::all(text) {
        keys.push(house_key(&house.canonical()));
    }
    keypad(keys, &row);
}

/// Numbers of an address, and those of a version that are read.
const OCTETS: usize = 4;
const PARTS: usize = 16;

/// Numbers in other bases, colours, days in seconds, positions.
fn notations(keys: &mut Keys, row: &Row<'_>) {
    for value in bases::marked(row).into_iter().chain(bases::systems(row)).filter(|value| value.value >= 100)
    {
        keys.push(format!("n:{}", value.value));
    }
    for one in colour::all(row) {
        keys.push(format!("q:{}", colour::canonical(one.value)));
    }
    for pair in place::pairs(row) {
        keys.push(cell(&pair.canonical(), 0));
    }
    // "ec-198-51-100-7.cloud.example", "setup_2_4_0.exe": an address and a version in a name.
    for first in (0..row.atoms.len()).filter(|&at| row.atoms[at].digits) {
        let joined = |mark: char, most: usize| -> Vec<String> {
            let of_run = |&at: &usize| row.atoms[at].digits && (at == first || row.gap(at - 1) == [mark]);
            let run = (first..row.atoms.len()).take(most).take_while(of_run);
            run.map(|at| row.word(row.atoms[at])).collect()
        };
        let (octets, parts) = (joined('-', OCTETS + 1), joined('_', PARTS));
        if octets.len() == OCTETS && octets.iter().all(|octet| octet.parse::<u8>().is_ok()) {
            keys.push(format!("i:{}", octets.join(".")));
        }
        if parts.len() >= 3 {
            version_key(keys, &mut parts.iter().map(String::as_str).collect());
        }
    }
    for &atom in row.atoms.iter().filter(|atom| atom.digits && matches!(atom.len(), 10 | 13)) {
        if let Some(day) = bases::day(&row.word(atom)) {
            keys.push(format!("t:{}", day.get(5..).unwrap_or_default()));
        }
    }
}

fn hex_key(canonical: &str) -> String {
    format!("x:{}", canonical.chars().take(7).collect::<String>())
}

fn local(address: &str) -> String {
    match address.split_once('@') {
        Some((local, domain)) => format!("{}@{domain}", local.replace('.', "")),
        None => address.to_owned(),
    }
}

fn tail(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn address(keys: &mut Keys, hit: &Hit) {
    let canonical = &hit.canonical;
    match hit.kind {
        Kind::Email => {
            keys.push(format!("e:{}", local(canonical)));
            keys.push(format!("h:{}", canonical.split('@').nth(1).unwrap_or_default()));
            keys.extend(account::of_address(canonical).map(|account| format!("e:{account}")));
        }
        Kind::Handle if account::is(canonical) => keys.push(format!("e:{canonical}")),
        Kind::Url => {
            let plain = web::anonymous(canonical);
            keys.push(format!("u:{}", plain.split('?').next().unwrap_or_default()));
            keys.push(format!("h:{}", web::host_of(canonical)));
            keys.extend(issue::short(canonical).map(|(_, short)| format!("u:{short}")));
        }
        Kind::Domain => {
            keys.push(format!("h:{canonical}"));
            keys.push(format!("u:{canonical}"));
        }
        Kind::Path => keys.push(format!("f:{}", tail(canonical))),
        Kind::Uuid | Kind::Hash | Kind::Commit | Kind::Mac => keys.push(hex_key(canonical)),
        Kind::Ipv4 | Kind::Ipv6 | Kind::Cidr => {
            keys.push(format!("i:{}", net::host(canonical)));
            if let Some(mac) = bases::embedded(canonical) {
                keys.push(hex_key(&mac));
            }
        }
        Kind::Doi => keys.push(format!("o:{canonical}")),
        Kind::Isbn | Kind::Issn => keys.push(format!("b:{canonical}")),
        Kind::Date => {
            keys.push(format!("t:{}", canonical.get(canonical.len().saturating_sub(5)..).unwrap_or_default()))
        }
        Kind::Time => keys.push(format!("t:{canonical}")),
        Kind::Amount => keys.push(format!("a:{canonical}")),
        Kind::Version => keys.push(format!("v:{canonical}")),
        Kind::Coordinates => keys.push(cell(canonical, 0)),
        _ => {}
    }
}

fn house_key(canonical: &str) -> String {
    format!("s:{}", street::whole(canonical))
}

/// The hundredth of a degree of latitude.
fn cell(canonical: &str, step: i64) -> String {
    let latitude = canonical.split(',').next().and_then(|text| text.parse::<f64>().ok()).unwrap_or_default();
    #[expect(clippy::cast_possible_truncation, reason = "a latitude is small")]
    let cell = (latitude * 100.0).floor() as i64;
    format!("g:{}", cell + step)
}

fn stripped(digits: &str) -> &str {
    let rest = digits.trim_start_matches('0');
    if rest.is_empty() { digits } else { rest }
}

fn number_key(keys: &mut Keys, digits: &str) {
    let bare = stripped(digits);
    if bare.len() >= 3 || digits.len() >= 3 {
        keys.push(format!("n:{}", if bare.len() >= 3 { bare } else { digits }));
    }
    if digits.len() >= 7 {
        keys.push(format!("p:{}", &digits[digits.len() - 6..]));
    }
    // The last digits, as cards and accounts are named by them.
    if digits.len() >= 12 {
        number_key(keys, &digits[digits.len() - 4..]);
    }
}

/// Whether a gap can lie inside one code.
fn soft(gap: &[char], spoken: bool) -> bool {
    if gap == [','] {
        return true;
    }
    gap.len() <= if spoken { 12 } else { 3 }
        && gap.iter().all(|&c| parts_codes(c) || spoken && (c == ',' || c.is_alphabetic()))
}

/// Keys of numbers and codes.
fn codes(keys: &mut Keys, row: &Row<'_>, pieces: &[Piece]) {
    // Streams of digits: groups with soft gaps between.
    let mut groups: Vec<String> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        if at > 0 && !soft(gap(row, pieces, at - 1), piece.spoken || pieces[at - 1].spoken) {
            flush(keys, &mut groups);
        }
        let mut rest = piece.text.as_str();
        while !rest.is_empty() {
            let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
            if digits > 0 {
                groups.push(rest[..digits].to_owned());
                rest = &rest[digits..];
            } else {
                flush(keys, &mut groups);
                rest = rest.trim_start_matches(|c: char| !c.is_ascii_digit());
            }
        }
    }
    flush(keys, &mut groups);
    for (at, piece) in pieces.iter().enumerate() {
        if piece.text.bytes().all(|b| b.is_ascii_digit()) {
            let bare = stripped(&piece.text);
            if bare.len() <= 2 && !bare.is_empty() {
                if let Some(noun) = noun(row, pieces, at, at) {
                    keys.push(labelled(&noun, bare));
                    if !label::known(&noun)
                        && noun.chars().count() <= 5
                        && let Some(initial) = noun.chars().next()
                    {
                        keys.push(format!("l:{initial}*{bare}"));
                    }
                }
                // "the no. 7 jersey", "no. 1 of the motets"
                let marked = piece.first > 0 && label::is_marker(&row.word(row.atoms[piece.first - 1]));
                if let Some(word) = label::behind(row, piece.last).filter(|_| marked)
                    && !label::is_function(&word)
                    && !label::is_marker(&word)
                {
                    keys.push(labelled(&word, bare));
                }
                if piece.ordinal || row.before(row.atoms[piece.first].from) == '#' {
                    keys.push(format!("l:#{bare}"));
                }
            }
        }
        let atom = row.atoms[piece.first];
        let numeral: Vec<char> = if atom.letters && atom.len() <= 12 {
            row.raw(atom).iter().map(char::to_ascii_uppercase).collect()
        } else {
            Vec::new()
        };
        if (row.capitals(atom) || atom.len() >= 2)
            && let Some(value) = spelled::roman(&numeral)
            && let Some(noun) = label::before(row, piece.first)
        {
            keys.push(labelled(&noun, &value.to_string()));
            number_key(keys, &value.to_string());
            if !label::known(&noun)
                && noun.chars().count() <= 5
                && let Some(initial) = noun.chars().next()
            {
                keys.push(format!("l:{initial}*{value}"));
            }
        }
        short_codes(keys, row, pieces, at);
        // "ENG2", "T9": a number written to its noun.
        let letters: String = piece.text.chars().take_while(|c| c.is_alphabetic()).collect();
        let bare = stripped(piece.text[letters.len()..].trim());
        if (1..=10).contains(&letters.chars().count())
            && (1..=2).contains(&bare.len())
            && bare.bytes().all(|b| b.is_ascii_digit())
            && let Some(initial) = letters.chars().next()
        {
            keys.push(format!("l:{initial}*{bare}"));
        }
        // A commit's id in capitals, or cut short.
        let hex = (7..=40).contains(&piece.text.len()) && piece.text.bytes().all(|b| b.is_ascii_hexdigit());
        if hex
            && piece.text.bytes().any(|b| !b.is_ascii_digit())
            && piece.text.bytes().any(|b| b.is_ascii_digit())
        {
            keys.push(hex_key(&piece.text));
        }
    }
}

fn labelled(noun: &str, number: &str) -> String {
    let noun = label::canonical(noun);
    format!("l:{}{number}", noun.strip_suffix('s').unwrap_or(&noun))
}

fn flush(keys: &mut Keys, groups: &mut Vec<String>) {
    let count = groups.len().min(8);
    let list = std::mem::take(groups);
    for group in &list {
        if group.len() >= 3 {
            number_key(keys, group);
        }
    }
    if count > 1 {
        number_key(keys, &list.concat());
        for cut in 1..count {
            let (head, rest) = (list[..cut].concat(), list[cut..].concat());
            for part in [head, rest] {
                if part.len() >= 4 {
                    number_key(keys, &part);
                }
            }
        }
    }
}

/// Mixed codes without three digits in a row: "QX19", "K7-QM-4P".
fn short_codes(keys: &mut Keys, row: &Row<'_>, pieces: &[Piece], at: usize) {
    let part = |i: usize| {
        let piece = &pieces[i];
        let atom = row.atoms[piece.first];
        // A slashed zero looks like ø.
        let digit = piece.text.bytes().any(|b| b.is_ascii_digit())
            || piece.text.contains('ø') && piece.text.chars().count() <= 7;
        let count = piece.text.chars().count();
        count <= 10
            && (digit
                || piece.spoken
                || count <= 5 && row.capitals(atom)
                || count <= 2 && !label::is_function(&piece.text))
    };
    // Letters read out one by one, with commas between.
    let listed = |i: usize| {
        pieces[i].spoken
            || pieces[i - 1].spoken
            || pieces[i].text.chars().count() == 1 && pieces[i - 1].text.chars().count() == 1
    };
    let mut compact = String::new();
    for i in at..pieces.len().min(at + 8) {
        let word = i == at
            && pieces[i].text.chars().count() <= 10
            && !label::is_function(&pieces[i].text)
            && pieces.get(i + 1).is_some_and(|next| next.text.starts_with(|c: char| c.is_ascii_digit()));
        if !(part(i) || word) || (i > at && !soft(gap(row, pieces, i - 1), pieces[i].spoken || listed(i))) {
            return;
        }
        compact.push_str(&pieces[i].text);
        if compact.len() > 14 {
            return;
        }
        let canonical = reference::canonical(&compact);
        if is_short(&canonical) {
            keys.push(format!("c:{}", canonical.replace('ı', "i")));
        }
        if canonical.contains('ø') {
            let zeros = reference::canonical(&canonical.replace('ø', "0"));
            if is_short(&zeros) {
                keys.push(format!("c:{zeros}"));
            }
        }
    }
}

fn longest_run(compact: &str) -> &str {
    compact
        .split(|c: char| !c.is_ascii_digit())
        .max_by_key(|run| stripped(run).len())
        .map(stripped)
        .unwrap_or_default()
}

fn is_short(compact: &str) -> bool {
    compact.bytes().any(|b| b.is_ascii_digit())
        && compact.bytes().any(|b| !b.is_ascii_digit())
        && longest_run(compact).len() < 3
}

fn versions(keys: &mut Keys, row: &Row<'_>, pieces: &[Piece]) {
    let mut parts: Vec<&str> = Vec::new();
    for (at, piece) in pieces.iter().enumerate() {
        let joined = at > 0 && gap(row, pieces, at - 1).iter().any(|c| c.is_alphabetic());
        if !joined && !parts.is_empty() {
            version_key(keys, &mut parts);
        }
        if piece.text.bytes().all(|b| b.is_ascii_digit()) {
            parts.push(&piece.text);
        }
    }
    version_key(keys, &mut parts);
}

fn version_key(keys: &mut Keys, parts: &mut Vec<&str>) {
    if parts.len() > 1 {
        while parts.len() > 1 && parts.last() == Some(&"0") {
            parts.pop();
        }
        keys.push(format!("v:{}", parts.join(".")));
    }
    parts.clear();
}

/// Numbers with letters for keys: by the digits before them.
fn keypad(keys: &mut Keys, row: &Row<'_>) {
    for at in 1..row.atoms.len() {
        let atom = row.atoms[at];
        if atom.letters
            && row.capitals(atom)
            && (3..=7).contains(&atom.len())
            && row.gap(at - 1) == ['-']
            && row.atoms[at - 1].digits
        {
            let mut digits = row.word(row.atoms[at - 1]);
            digits.extend(row.low(atom).iter().map(|&letter| phone::keypad(letter)));
            if digits.len() >= 6 {
                keys.push(format!("p:{}", &digits[digits.len() - 6..]));
            }
        }
    }
}

fn word_key(text: &str) -> String {
    let row = Row::new(text);
    let folded: String =
        row.low.iter().filter(|c| c.is_alphanumeric()).map(|&c| super::digits::look_alike(c)).collect();
    format!("w:{folded}")
}

/// Names and codes that are words: compounds first, then the row's words as long as there is room.
fn words(keys: &mut Keys, row: &Row<'_>) {
    let fold = |chars: &[char]| -> String {
        chars.iter().filter(|c| c.is_alphanumeric()).map(|&c| super::digits::look_alike(c)).collect()
    };
    let tight = |at: usize| matches!(row.gap(at), ['_' | '-' | '/' | '.' | '\'' | '%' | '&' | '+' | ':']);
    let mut at = 0;
    while at < row.atoms.len() && !keys.0.lack_some() {
        let mut last = at;
        while last + 1 < row.atoms.len() && tight(last) && last - at < 6 {
            last += 1;
        }
        if last > at {
            for from in at..last {
                for to in from + 1..=last {
                    keys.push(format!("w:{}", fold(&row.low[row.atoms[from].from..row.atoms[to].to])));
                }
            }
        }
        at = last + 1;
    }
    let capital_first = [true, false];
    for capitals in capital_first {
        for &atom in &row.atoms {
            if keys.0.lack_some() {
                return;
            }
            if !capitals && atom.len() >= 8 && !atom.letters && !atom.digits {
                keys.push(format!("w:{}", fold(row.low(atom))));
            }
            if atom.letters && atom.len() >= 2 && atom.len() <= 40 && row.capitals(atom) == capitals {
                let word = row.word(atom);
                if capitals || !label::is_function(&word) {
                    keys.push(format!("w:{}", fold(row.low(atom))));
                }
            }
        }
    }
}

/// Keys of a number that is nothing without its noun.
fn small(keys: &mut Keys, wanted: &Identifier, bare: &str) {
    if bare.len() >= 3 {
        keys.push(format!("n:{bare}"));
        return;
    }
    if let Some(noun) = &wanted.label {
        keys.push(labelled(noun, bare));
        for other in label::akin(noun) {
            keys.push(labelled(other, bare));
        }
        for initial in label::initials(noun) {
            keys.push(format!("l:{initial}*{bare}"));
        }
    }
    keys.push(format!("l:#{bare}"));
}

/// The keys by which rows with the wanted identifier are found.
#[must_use]
pub fn query_keys(wanted: &Identifier) -> Vec<String> {
    let mut keys = Keys::default();
    if code_group::is(wanted) {
        let each = code_group::each(wanted);
        for one in &each {
            for key in query_keys(one) {
                keys.push(key);
            }
        }
        let codes: Vec<&str> = each.iter().map(|one| one.canonical.as_str()).collect();
        keys.push(word_key(&codes.concat()));
        return keys.0.into_vec();
    }
    if let Some((_, version)) = release::parts(wanted) {
        keys.push(format!("v:{version}"));
        // A version may be read as a day.
        normalize::scan(&Row::new(&wanted.text)).iter().for_each(|hit| address(&mut keys, hit));
        return keys.0.into_vec();
    }
    if let Some((outer, _, _)) = parts::of(wanted) {
        small(&mut keys, wanted, &outer.to_string());
        return keys.0.into_vec();
    }
    if phrase::is(wanted) {
        tokens(&wanted.text).iter().for_each(|token| keys.push(word_key(&token.folded)));
        return keys.0.into_vec();
    }
    // Its ending, and what stands before its port.
    let last = wanted.text.rsplit(|c: char| !c.is_alphanumeric()).next().unwrap_or_default().to_lowercase();
    if matches!(wanted.kind, Kind::Reference | Kind::Key) && last.len() > 3 && last.len() < wanted.text.len()
    {
        let run = longest_run(&last);
        keys.push(if is_short(&last) { format!("c:{last}") } else { format!("n:{run}") });
    }
    if let Some((_, account)) = domestic::parts(wanted) {
        number_key(&mut keys, account);
    }
    if let Some((number, _)) = seat::parts(wanted) {
        keys.push(labelled("row", &number));
    }
    if let Some(yearly) = yearly::of(wanted) {
        number_key(&mut keys, &yearly.year);
        number_key(&mut keys, &yearly.number);
    }
    if let Some(name) = host::short(wanted) {
        keys.push(word_key(name));
    }
    if let Some((host, _)) = wanted.text.rsplit_once(':') {
        keys.push(word_key(host));
    }
    if let Some(value) = colour::value(wanted) {
        keys.push(format!("q:{}", colour::canonical(value)));
    }
    if let Some(number) = bases::system(wanted).or_else(|| bases::number(wanted)) {
        keys.push(format!("n:{number}"));
    }
    if let Some((_, day, _)) = equivalent::born(wanted) {
        keys.push(format!("t:{day}"));
    }
    let hit = Hit { kind: wanted.kind, canonical: wanted.canonical.clone(), from: 0, to: 0 };
    match wanted.kind {
        Kind::Coordinates => {
            for step in -1..=1 {
                keys.push(cell(&wanted.canonical, step));
            }
        }
        Kind::House => keys.push(house_key(&wanted.canonical)),
        Kind::Domain => keys.push(format!("h:{}", wanted.canonical)),
        Kind::Url => {
            let plain = web::anonymous(&wanted.canonical);
            keys.push(format!("u:{}", plain.split('?').next().unwrap_or_default()));
            keys.extend(issue::short(&wanted.canonical).map(|(_, short)| format!("u:{short}")));
        }
        Kind::Email => {
            keys.push(format!("e:{}", local(&wanted.canonical)));
            keys.extend(account::of_address(&wanted.canonical).map(|account| format!("e:{account}")));
        }
        Kind::Phone => {
            let digits: String = wanted
                .canonical
                .split('x')
                .next()
                .unwrap_or_default()
                .chars()
                .filter(char::is_ascii_digit)
                .collect();
            number_key(&mut keys, &digits);
        }
        Kind::Doi => {
            address(&mut keys, &hit);
            let suffix = wanted.canonical.split_once('/').map_or("", |(_, suffix)| suffix);
            match longest_run(suffix) {
                run if run.len() >= 3 => number_key(&mut keys, run),
                _ => keys.push(word_key(suffix)),
            }
        }
        Kind::Ending => number_key(&mut keys, &wanted.canonical),
        Kind::Path => {
            address(&mut keys, &hit);
            keys.push(word_key(tail(&wanted.canonical)));
        }
        _ => address(&mut keys, &hit),
    }
    if let Some(isbn) = super::find::bare_isbn(wanted) {
        keys.push(format!("b:{isbn}"));
    }
    if let Some(key) = super::find::opaque(wanted) {
        keys.push(word_key(&key.canonical));
    }
    let coded = super::same::is_code(wanted.kind)
        || matches!(wanted.kind, Kind::Handle | Kind::Uuid | Kind::Mac | Kind::Hash);
    if coded && wanted.kind != Kind::Phone {
        let pattern = Pattern::of(wanted);
        let compact = super::pattern::compact(&pattern);
        if pattern.letters_only() {
            keys.push(format!("w:{}", compact.chars().map(super::digits::look_alike).collect::<String>()));
            let inner = Row::new(&wanted.text);
            if inner.atoms.len() > 1
                && let Some(&longest) = inner.atoms.iter().max_by_key(|atom| atom.len())
            {
                keys.push(format!("w:{}", inner.word(longest)));
            }
        } else if pattern.digits_only() {
            let bare = stripped(&compact);
            let group = pattern.longest_group();
            if pattern.divided() {
                // Its first number with the noun, and all of it as one.
                let undivided: String = wanted.text.chars().filter(char::is_ascii_digit).collect();
                number_key(&mut keys, &undivided);
                let first: String = wanted.text.chars().take_while(char::is_ascii_digit).collect();
                if let Some(noun) = wanted.label.as_deref().filter(|_| !first.is_empty()) {
                    keys.push(labelled(noun, stripped(&first)));
                }
            }
            if pattern.divided() && stripped(&group).len() >= 3 {
                number_key(&mut keys, &group);
            } else if bare.len() <= 2 {
                small(&mut keys, wanted, bare);
            } else {
                number_key(&mut keys, &compact);
                if group.len() >= 4 && group.len() < compact.len() {
                    number_key(&mut keys, &group);
                }
            }
        } else if is_short(&compact) {
            keys.push(format!("c:{}", compact.replace('ı', "i")));
            keys.push(format!("w:{compact}"));
            let whole: String = wanted.text.to_lowercase().chars().filter(|c| c.is_alphanumeric()).collect();
            keys.push(format!("c:{}", reference::canonical(&whole)));
            if longest_run(&whole).len() >= 3 {
                keys.push(format!("n:{}", longest_run(&whole)));
            }
            // "sample S-0042A" as "sample 42A".
            let suffixed = compact.trim_start_matches(char::is_alphabetic);
            if suffixed.len() > 1 && is_short(suffixed) {
                keys.push(format!("c:{suffixed}"));
            }
            // "rack R12" as "rack 12".
            let rest = longest_run(&compact);
            if let Some(noun) = wanted.label.as_deref().filter(|_| !rest.is_empty()) {
                keys.push(labelled(noun, rest));
            }
        } else {
            keys.push(format!("n:{}", longest_run(&compact)));
            // Groups may be padded, so that no run of digits stays the same.
            let group = pattern.longest_group();
            if group.len() >= 3 {
                keys.push(format!("n:{}", stripped(&group)));
            }
        }
        if wanted.kind == Kind::Card {
            keys.push(format!("n:{}", compact.chars().take(6).collect::<String>()));
        }
    }
    for (form, _) in
        equivalent::forms(wanted).into_iter().chain(model_suffix::stem(wanted).map(|stem| (stem, 1.0)))
    {
        for key in query_keys(&form) {
            keys.push(key);
        }
    }
    keys.0.into_vec()
}
