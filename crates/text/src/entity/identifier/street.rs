//! Houses by street and number, in either order and with the kind of street cut short: "14 Linnet Street", "Linnet St. 14",
//! "Hauptstr. 12", "12, rue de la Paix", "ul. Długa 3".

use std::ops::Range;

use super::label;
use crate::unicode::fold::plain;
use crate::unicode::runs::runs;

/// A house.
pub(super) struct House {
    /// Where it stands, in bytes.
    pub(super) span: Range<usize>,
    /// The street's name and kind, in one spelling.
    pub(super) street: String,
    /// With its letter, and with what stands behind a slash or hyphen.
    pub(super) number: String,
    /// The flat of the house, where one is told.
    pub(super) flat: Option<String>,
    /// Whether it reads as a house and as nothing else, without being told that an address is meant: a seat has a row too.
    pub(super) certain: bool,
}

impl House {
    pub(super) fn canonical(&self) -> String {
        match &self.flat {
            Some(flat) => format!("{} {}, {flat}", self.street, self.number),
            None => format!("{} {}", self.street, self.number),
        }
    }
}

/// The canonical form of a house without its flat.
pub(super) fn whole(canonical: &str) -> &str {
    canonical.split(',').next().unwrap_or(canonical)
}

/// Kinds of street that stand behind their name in English, each with what it is cut short to.
const BEHIND: [&[&str]; 12] = [
    &["street", "st"],
    &["road", "rd"],
    &["avenue", "ave", "av"],
    &["lane", "ln"],
    &["drive", "dr"],
    &["close", "cl"],
    &["terrace", "tce"],
    &["crescent", "cres"],
    &["boulevard", "blvd"],
    &["highway", "hwy"],
    &["parkway", "pkwy"],
    &["mews"],
];
/// Those that are other things too: "Tennis Court 3", "Stalls Row 8".
const VAGUE: [&[&str]; 12] = [
    &["court", "ct"],
    &["place", "pl"],
    &["square", "sq"],
    &["gardens", "gdns"],
    &["grove"],
    &["row"],
    &["hill"],
    &["walk"],
    &["way"],
    &["alley"],
    &["quay"],
    &["wharf"],
];
/// Those of other languages that stand behind their name, as words of their own and as endings of it.
const ENDINGS: [&[&str]; 22] = [
    &["strasse", "str"],
    &["gasse"],
    &["weg"],
    &["platz"],
    &["allee"],
    &["damm"],
    &["ufer"],
    &["straat"],
    &["laan"],
    &["plein"],
    &["gracht"],
    &["kade"],
    &["dijk"],
    &["gatan"],
    &["gata"],
    &["vagen"],
    &["veien"],
    &["gade"],
    &["vej"],
    &["katu"],
    &["utca"],
    &["caddesi", "cad"],
];
/// Those that stand before their name.
const BEFORE: [&[&str]; 24] = [
    &["rue"],
    &["avenue", "avenida", "avda", "av"],
    &["boulevard", "bd", "bld"],
    &["chemin"],
    &["quai"],
    &["impasse"],
    &["via"],
    &["viale"],
    &["piazza"],
    &["corso"],
    &["vicolo"],
    &["calle", "c"],
    &["paseo"],
    &["plaza"],
    &["carrer"],
    &["rua"],
    &["travessa"],
    &["praca"],
    &["strada"],
    &["ulica", "ul"],
    &["aleja", "aleje", "al"],
    &["plac"],
    &["улица", "ул"],
    &["проспект", "пр"],
];
/// What is no street, though it ends like one: a place for a car.
const PLACES: [&str; 7] = ["stell", "park", "sitz", "arbeits", "spiel", "liege", "schlaf"];
/// Words between a kind of street and its name.
const PARTICLES: [&str; 16] =
    ["de", "du", "des", "la", "le", "les", "l", "d", "del", "della", "dei", "da", "do", "dos", "das", "los"];
/// Words before a house's number.
const MARKERS: [&str; 9] = ["no", "nr", "num", "number", "nummer", "n", "numero", "д", "дом"];
/// Words at the head of a sentence, in capitals, that belong to no street's name.
const HEADS: [&str; 20] = [
    "at", "in", "on", "to", "from", "of", "for", "by", "the", "our", "my", "send", "visit", "near",
    "opposite", "behind", "house", "address", "forget", "post",
];
/// Words before the number of a flat.
const FLATS: [&str; 18] = [
    "flat", "apartment", "apt", "unit", "suite", "ste", "wohnung", "whg", "appartement", "appt", "app",
    "piso", "lokal", "leilighet", "lejlighed", "lägenhet", "квартира", "кв",
];
/// Words between a flat and its house.
const OF_HOUSE: [&str; 8] = ["at", "of", "in", "on", "the", "von", "im", "de"];
/// Single letters that are words in a language of Europe.
const LETTERS: &str = "aeiouyswzkvàéèoó";
/// The most words of a street's name.
const WORDS: usize = 3;
/// The least letters of a name that is written to its kind: "Hauptstraße".
const STEM: usize = 3;

/// A run of letters, digits, and apostrophes and hyphens between letters.
struct Token<'t> {
    text: &'t str,
    span: Range<usize>,
}

impl Token<'_> {
    /// In small letters, without accents, apostrophes and hyphens. Made where it is asked for, since few words stand by a number.
    fn plain(&self) -> String {
        plain(self.text)
    }

    fn capital(&self) -> bool {
        self.text.starts_with(char::is_uppercase)
    }
}

/// All houses of a text, in order.
pub(super) fn all(text: &str) -> Vec<House> {
    if !text.contains(|c: char| c.is_ascii_digit()) {
        return Vec::new();
    }
    let reader = Reader { text, tokens: tokens(text) };
    let mut found: Vec<House> = Vec::new();
    for at in 0..reader.tokens.len() {
        let Some(number) = reader.number(at) else { continue };
        let lettered = reader.lettered(at, &number);
        let house = lettered
            .as_ref()
            .filter(|_| !reader.links(at + 1))
            .and_then(|number| reader.behind(at, number))
            .or_else(|| reader.behind(at, &number))
            .or_else(|| reader.before(at, &number));
        let Some(house) = house.map(|house| reader.with_flat(house)) else { continue };
        if found.last().is_none_or(|last| last.span.end <= house.span.start) {
            found.push(house);
        }
    }
    found
}

fn tokens(text: &str) -> Vec<Token<'_>> {
    let inside = |run: &str, character: char, next: Option<char>| {
        let joins = || matches!(character, '\'' | '’' | '-') && next.is_some_and(char::is_alphabetic);
        character.is_alphanumeric() && character != 'º' || run.ends_with(char::is_alphabetic) && joins()
    };
    runs(text, inside).map(|span| Token { text: &text[span.clone()], span }).collect()
}

/// The kind's first spelling, of a list of kinds.
fn kind(kinds: &[&[&'static str]], word: &str) -> Option<&'static str> {
    kinds.iter().find(|kind| kind.contains(&word)).map(|kind| kind[0])
}

struct Reader<'t> {
    text: &'t str,
    tokens: Vec<Token<'t>>,
}

impl Reader<'_> {
    /// What stands between a token and the next one.
    fn gap(&self, at: usize) -> &str {
        match self.tokens.get(at + 1) {
            Some(next) => &self.text[self.tokens[at].span.end..next.span.start],
            None => &self.text[self.tokens[at].span.end..],
        }
    }

    fn spaced(&self, at: usize) -> bool {
        matches!(self.gap(at), " " | "\u{a0}")
    }

    /// The number of a house, with what is written to it: "12", "221b", "3/5"; and where it ends.
    fn number(&self, at: usize) -> Option<(String, usize)> {
        let token = &self.tokens[at];
        let digits = token.text.bytes().take_while(u8::is_ascii_digit).count();
        let letter = &token.text[digits..];
        let whole = (1..=4).contains(&digits)
            && !token.text.starts_with('0')
            && (letter.chars().count() <= 1 && letter.chars().all(|c| c.is_ascii_alphabetic())
                || matches!(letter, "bis" | "ter"));
        let before = self.text[..token.span.start].chars().next_back().unwrap_or(' ');
        if !whole
            || !(before.is_whitespace() || matches!(before, '(' | '"' | '“' | '„' | '|' | '.' | '№' | 'º'))
        {
            return None;
        }
        let mut number = token.text.to_lowercase();
        let mut end = token.span.end;
        if let Some(next) = self.tokens.get(at + 1)
            && matches!(self.gap(at), "/" | "-" | "–")
            && next.text.len() <= 4
            && next.text.starts_with(|c: char| c.is_ascii_digit())
        {
            number = format!("{number}/{}", next.text.to_lowercase());
            end = next.span.end;
        }
        let behind = &self.text[end..];
        let goes_on = behind.starts_with(['%', '€', '$', '£', '°', '/', '-'])
            || behind.starts_with(['.', ',', ':']) && behind[1..].starts_with(|c: char| c.is_ascii_digit());
        (!goes_on).then_some((number, end))
    }

    /// The number with a letter that stands apart: "7 b", "221 B". East and north may be meant by theirs.
    fn lettered(&self, at: usize, (number, end): &(String, usize)) -> Option<(String, usize)> {
        let next = self.tokens.get(at + 1).filter(|_| self.spaced(at) && self.tokens[at].span.end == *end)?;
        let letter = next.text.len() == 1 && next.text.starts_with(|c: char| c.is_ascii_alphabetic());
        let digits = number.bytes().all(|b| b.is_ascii_digit());
        (letter && digits && !matches!(next.text, "N" | "E" | "S" | "W"))
            .then(|| (format!("{number}{}", next.text.to_lowercase()), next.span.end))
    }

    /// Whether a small letter is a word between two addresses: "Via Roma 12 e via Dante 3".
    fn links(&self, at: usize) -> bool {
        let led = || self.tokens.get(at + 1).is_some_and(|next| kind(&BEFORE, &next.plain()).is_some());
        LETTERS.contains(self.tokens[at].text) && led()
    }

    /// The letter behind the number that closes an address: "Linnet Street 7 B", "Hauptstraße 12 a", but not "Linnet Street 14 a
    /// card".
    fn closed(&self, at: usize, number: &(String, usize), compounds: bool) -> Option<(String, usize)> {
        let (lettered, end) = self.lettered(at, number)?;
        let letter = self.tokens[at + 1].text;
        let capital = self.tokens[at + 1].capital() && letter != "I";
        let closes = !self.text[end..].trim_start_matches(' ').starts_with(char::is_alphanumeric);
        let a_word = LETTERS.contains(letter) && !(compounds && letter == "a");
        (capital || closes || !a_word).then_some((lettered, end))
    }

    /// The number of a flat behind a token that may be its noun, and its last token: "Flat 2", "apt no. 4 B", "unit #12".
    fn flat(&self, at: usize) -> Option<(String, usize)> {
        let noun = self.tokens.get(at).filter(|noun| FLATS.contains(&noun.text.to_lowercase().as_str()))?;
        let close = |at: usize| matches!(self.gap(at), " " | "." | ". " | " #" | "\u{a0}");
        let mut last = at + 1;
        if self.tokens.get(last).is_some_and(|token| MARKERS.contains(&token.plain().as_str())) {
            last += 1;
        }
        let number = self.tokens.get(last).filter(|_| (at..last).all(close))?;
        let (digits, letters): (Vec<char>, Vec<char>) = number.text.chars().partition(char::is_ascii_digit);
        if digits.len() > 4 || letters.len() > 1 || noun.span.end == number.span.start {
            return None;
        }
        let mut flat = number.text.to_lowercase();
        if letters.is_empty()
            && let Some(letter) = self.tokens.get(last + 1).filter(|_| self.spaced(last))
            && letter.text.len() == 1
            && letter.capital()
        {
            flat.push_str(&letter.text.to_lowercase());
            last += 1;
        }
        Some((flat, last))
    }

    /// A number without a noun behind an address, or a floor and a door: "#12", "2º B", "2B".
    fn door(&self, at: usize, gap: &str) -> Option<(String, usize)> {
        let number = self.tokens.get(at).filter(|_| gap != " ")?;
        let digits = number.text.bytes().take_while(u8::is_ascii_digit).count();
        if gap == " #" && (1..=4).contains(&digits) && number.text.len() <= digits + 1 {
            return Some((number.text.to_lowercase(), at));
        }
        if !(1..=2).contains(&digits) {
            return None;
        }
        let letter = &number.text[digits..];
        let door = |text: &str| text.len() == 1 && text.starts_with(|c: char| c.is_ascii_uppercase());
        if door(letter) {
            return Some((number.text.to_lowercase(), at));
        }
        let ordinal = letter.is_empty() && matches!(self.gap(at), "º " | "ª " | "° " | "º" | "ª");
        let next = self.tokens.get(at + 1).filter(|next| ordinal && door(next.text))?;
        Some((format!("{}{}", number.text, next.text.to_lowercase()), at + 1))
    }

    /// A house with the flat that is told before or behind it: "Flat 2, 14 Linnet Street", "14 Linnet Street, flat 2".
    fn with_flat(&self, house: House) -> House {
        let first = self.tokens.partition_point(|token| token.span.start < house.span.start);
        let next = self.tokens.partition_point(|token| token.span.start < house.span.end);
        let joins =
            |gap: &str| matches!(gap, " " | ", " | "., " | "," | " - " | " – " | " (" | ": " | "/" | " #");
        if let Some(last) = next.checked_sub(1)
            && joins(self.gap(last))
            && let Some((flat, last)) = self.flat(next).or_else(|| self.door(next, self.gap(last)))
        {
            let span = house.span.start..self.tokens[last].span.end;
            return House { flat: Some(flat), span, ..house };
        }
        let mut links = first;
        while links > 0 && OF_HOUSE.contains(&self.tokens[links - 1].text) && self.spaced(links - 1) {
            links -= 1;
        }
        let ahead = (links.saturating_sub(4)..links)
            .find_map(|at| self.flat(at).filter(|(_, last)| last + 1 == links).map(|(flat, _)| (at, flat)));
        match ahead {
            Some((at, flat)) if joins(self.gap(links - 1)) => {
                House { flat: Some(flat), span: self.tokens[at].span.start..house.span.end, ..house }
            }
            _ => house,
        }
    }

    /// The street behind a number: "14 Linnet Street", "12, rue de la Paix".
    fn behind(&self, at: usize, (number, end): &(String, usize)) -> Option<House> {
        // What is written to the number is a token of its own.
        let mut last = at;
        while self.tokens[last].span.end < *end {
            last += 1;
        }
        let house = |to: usize, street: String, certain: bool| House {
            span: self.tokens[at].span.start..self.tokens[to].span.end,
            street,
            number: number.clone(),
            flat: None,
            certain,
        };
        let mut number_of = number.clone();
        let first = self.tokens.get(last + 1)?;
        if matches!(first.plain().as_str(), "bis" | "ter") && self.spaced(last) {
            number_of.push_str(&first.plain());
            last += 1;
        }
        if matches!(self.gap(last), " " | ", " | "\u{a0}")
            && let Some((to, street)) = self.led(last + 1)
        {
            return Some(House { number: number_of, ..house(to, street, true) });
        }
        // "221 B, Baker Street", but not "In 2014, Linnet Street flooded".
        let lettered = number.bytes().any(|b| b.is_ascii_alphabetic());
        if !(self.spaced(last) || lettered && self.gap(last) == ", ") {
            return None;
        }
        (1..=WORDS).rev().find_map(|count| {
            let to = last + 1 + count;
            let street = self.tokens.get(to)?;
            let names = &self.tokens[last + 1..to];
            let close = (last + 1..to)
                .all(|at| self.spaced(at) || self.gap(at) == ". " && self.tokens[at].plain() == "st");
            let capital = names.iter().all(Token::capital) && street.capital();
            let small = names.iter().all(|token| !token.capital() && !label::is_function(&token.plain()));
            let surely = kind(&BEHIND, &street.plain());
            let kind = surely.or_else(|| kind(&VAGUE, &street.plain()).filter(|_| capital))?;
            let closes = !self.spaced(to) || self.tokens.get(to + 1).is_none();
            let lettered = names.iter().all(|token| token.text.starts_with(char::is_alphabetic));
            (close && lettered && (capital || small))
                .then(|| house(to, named(names, kind), capital || closes))
        })
    }

    /// A kind of street at a token, and its name behind it: the last token, and the street.
    fn led(&self, at: usize) -> Option<(usize, String)> {
        let first = self.tokens.get(at)?;
        let word = first.plain();
        let kind = kind(&BEFORE, &word)?;
        let short = word.chars().count() <= 2 || word == "bld";
        let gap = self.gap(at);
        let fits = if word == "c" { gap == "/ " || gap == "/" } else { gap == " " || short && gap == ". " };
        if !fits || matches!(word.as_str(), "al" | "ul" | "ул" | "пр") && !gap.starts_with('.') {
            return None;
        }
        let mut names = Vec::new();
        let mut last = at;
        for (next, token) in self.tokens.iter().enumerate().skip(at + 1).take(WORDS + 3) {
            let word = token.plain();
            let particle = PARTICLES.contains(&word.as_str());
            let joined = next == at + 1 || matches!(self.gap(next - 1), " " | "'" | "’");
            if !joined || !(particle || token.capital()) || names.len() == WORDS {
                break;
            }
            if !particle {
                names.push(word);
                last = next;
            }
        }
        (!names.is_empty()).then(|| (last, format!("{kind} {}", names.join(" "))))
    }

    /// The street before a number: "Linnet Street 14", "Hauptstr. 12", "calle Mayor, 5".
    fn before(&self, at: usize, (number, end): &(String, usize)) -> Option<House> {
        let mut last = at.checked_sub(1)?;
        let mut gap = self.gap(last);
        let mut marked = false;
        if MARKERS.contains(&self.tokens[last].plain().as_str()) && last > 0 {
            last -= 1;
            gap = self.gap(last);
            marked = true;
        } else if gap.trim() == "№" {
            gap = " ";
        }
        let token = &self.tokens[last];
        let word = token.plain();
        let comma = gap == ", ";
        let compounds = compound(&word, gap).is_some() || kind(&ENDINGS, &word).is_some();
        let (number, end) =
            &self.closed(at, &(number.clone(), *end), compounds).unwrap_or_else(|| (number.clone(), *end));
        let house = |from: usize, street: String, certain: bool| House {
            span: self.tokens[from].span.start..*end,
            street,
            number: number.clone(),
            flat: None,
            certain,
        };
        let closes = marked || !self.text[*end..].trim_start_matches(' ').starts_with(char::is_alphanumeric);
        if !(matches!(gap, " " | "\u{a0}") || comma && closes || gap == ". " && self.is_short(&word)) {
            return None;
        }
        // "rue de la Paix 12": from the kind on, all words up to the number are its name.
        let led = (last.saturating_sub(WORDS + 2)..last)
            .find_map(|from| self.led(from).filter(|(to, _)| *to == last).map(|(_, street)| (from, street)));
        if let Some((from, street)) = led {
            return Some(house(from, street, true));
        }
        if let Some((stem, kind)) = compound(&word, gap)
            && token.capital()
        {
            return Some(house(last, in_one_spelling(&stem, kind), true));
        }
        let surely = kind(&BEHIND, &word).or_else(|| kind(&ENDINGS, &word));
        let vague = kind(&VAGUE, &word);
        let kind = surely.or(vague)?;
        let mut from = last;
        while from > 0
            && last - from < WORDS
            && self.spaced(from - 1)
            && self.tokens[from - 1].capital()
            && self.tokens[from - 1].text.starts_with(char::is_alphabetic)
        {
            from -= 1;
        }
        // "At Linnet Street 14": the head of a sentence is no name.
        while from < last && HEADS.contains(&self.tokens[from].plain().as_str()) {
            from += 1;
        }
        (from < last && token.capital() && (surely.is_some() || !comma))
            .then(|| house(from, named(&self.tokens[from..last], kind), surely.is_some()))
    }

    /// Whether a full stop behind a kind of street cuts it short, and ends no sentence.
    fn is_short(&self, plain: &str) -> bool {
        let short = |kinds: &[&[&str]]| kinds.iter().any(|kind| kind[1..].contains(&plain));
        short(&BEHIND) || short(&VAGUE) || short(&ENDINGS) || plain.ends_with("str")
    }
}

/// The name and the kind of a street that are one word.
fn compound(word: &str, gap: &str) -> Option<(String, &'static str)> {
    ENDINGS.iter().find_map(|kind| {
        kind.iter().find_map(|ending| {
            let stem = word.strip_suffix(ending)?;
            let cut = *ending == "str" && !gap.starts_with('.');
            let cut = cut || *ending == "cad" || kind[0] == "platz" && PLACES.contains(&stem);
            (stem.chars().count() >= STEM && !cut).then(|| (stem.to_owned(), kind[0]))
        })
    })
}

/// "Linnet Str." is Linnet Street.
fn in_one_spelling(name: &str, kind: &str) -> String {
    format!("{name} {}", if kind == "strasse" { "street" } else { kind })
}

/// A street in one spelling: "Haupt-Straße", "Haupt Straße" and "Hauptstraße" are one.
fn named(names: &[Token<'_>], kind: &str) -> String {
    let names: Vec<String> = names.iter().map(Token::plain).collect();
    in_one_spelling(&names.concat(), kind)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Vec<String> {
        all(text).iter().map(House::canonical).collect()
    }

    #[test]
    fn streets_and_numbers_are_read_in_either_order() {
        let read_as = [
            ("At Old Mill Lane 9 nobody answers.", "oldmill lane 9"),
            ("Send Linnet Street 14 a card", "linnet street 14"),
            ("Rue de la Paix 12, troisième étage", "rue paix 12"),
        ];
        for (text, house) in read_as {
            assert_eq!(read(text), [house], "{text}");
        }
    }

    #[test]
    fn a_letter_apart_belongs_to_the_number() {
        let read_as = [
            ("7 b Linnet Street", "linnet street 7b"),
            ("221 B, Baker Street", "baker street 221b"),
            ("Linnet St. 7 B has a meter", "linnet street 7b"),
            ("Hauptstr. 12 a ist leer", "haupt street 12a"),
            ("12bis rue de la Paix", "rue paix 12bis"),
            ("Linnet Street 14 a card", "linnet street 14"),
            ("Via Roma 12 e via Dante", "via roma 12"),
        ];
        for (text, house) in read_as {
            assert_eq!(read(text), [house], "{text}");
        }
    }

    #[test]
    fn a_flat_belongs_to_its_house() {
        let read_as = [
            ("Flat 2, 14 Linnet St", "linnet street 14, 2"),
            ("14 Linnet Street, flat no. 2", "linnet street 14, 2"),
            ("the tenant of flat 2 at 14 Linnet Street", "linnet street 14, 2"),
            ("Apt. 4 B, 90 Quay Rd leaks", "quay road 90, 4b"),
            ("90 Quay Road #12", "quay road 90, 12"),
            ("calle Mayor 5, 2º B", "calle mayor 5, 2b"),
            ("Flat 2 is let; 14 Linnet Street is not", "linnet street 14"),
            ("14 Linnet Street, 2 cats", "linnet street 14"),
        ];
        for (text, house) in read_as {
            assert_eq!(read(text), [house], "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_a_house_is_none() {
        let texts = [
            "We walked down 14 streets.", "The Main Road. 14 cars", "Stellplatz 12 is taken",
            "via email 5 times", "at 14:30 Linnet Street floods", "Linnet Street 3.50 a day",
            "Place 5 orders", "Umweg 2 km", "Highway 61 revisited",
        ];
        for text in texts {
            assert_eq!(read(text), [""; 0], "{text}");
        }
    }
}
