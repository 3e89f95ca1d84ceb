//! What is written apart, read in one: letters by themselves, long codes in groups, addresses, words that a
//! line breaks.

use std::collections::HashMap;
use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use crate::unicode::runs::runs;

use super::plain::plain;

/// The fewest letters or digits that stand apart to be a word, and the fewest where they begin with a capital.
const SPACED: usize = 4;
const CAPITALIZED: usize = 3;
/// The fewest where signs with spaces stand between them, as in a list, and the fewest digits that signs part.
const LISTED: usize = 5;
const NUMBERED: usize = 6;
/// Most letters of a run of which each place is tried as the end of a word.
const LONGEST_RUN: usize = 24;
/// Most characters between two letters of one run.
const WIDEST: usize = 8;
/// The fewest letters and digits of a long code, and most of one of its groups.
const LONG: usize = 12;
const GROUP: usize = 8;
/// Most groups of a code that need not be joined.
const FEW: usize = 6;
/// Most bytes of what is quoted before the sign of an address.
const LOCAL: usize = 64;

/// A place of a text, and the ways in which it can be read.
type Place = (Range<usize>, Vec<String>);

/// The readings of a text in which what is written apart is in one; nothing where there is none.
pub(super) fn readings(text: &str) -> Vec<String> {
    let mut readings: Vec<String> = mended(text).into_iter().collect();
    let text = &plain(text);
    let pieces = pieces(text);
    readings.extend(codes(text, &pieces));
    readings.extend(letters(text, &pieces));
    readings
}

/// The text with letters joined that stand apart, as one word and as two; nothing where there are none.
fn letters(text: &str, pieces: &[Range<usize>]) -> Vec<String> {
    let (mut places, mut at) = (Vec::new(), 0);
    while at < pieces.len() {
        let single = |place: usize| is_single(&text[pieces[place].clone()]);
        let near = |place: usize| text[pieces[place - 1].end..pieces[place].start].chars().count() <= WIDEST;
        let run = (at..pieces.len()).take_while(|&place| single(place) && (place == at || near(place)));
        let length = run.count();
        places.extend(run_of_letters(text, &pieces[at..at + length]));
        at += length.max(1);
    }
    written(text, &places)
}

/// The text with the groups of long codes joined; nothing where there are none.
fn codes(text: &str, pieces: &[Range<usize>]) -> Vec<String> {
    let part = |place: usize, first: bool| is_part(&text[pieces[place].clone()], first);
    let class = |place: usize| {
        let gap = &text[pieces[place].end..pieces[place + 1].start];
        let signs: String = gap.chars().filter(|sign| !sign.is_whitespace()).collect();
        (gap.chars().count() <= WIDEST).then_some(signs)
    };
    let (mut places, mut at) = (Vec::new(), 0);
    while at + 1 < pieces.len() {
        let mut last = at;
        // What parts two groups parts them all.
        if part(at, true)
            && let Some(one) = class(at)
        {
            while last + 1 < pieces.len() && part(last + 1, false) && class(last).as_ref() == Some(&one) {
                last += 1;
            }
        }
        places.extend(code(text, &pieces[at..=last]));
        at = last.max(at + 1);
    }
    written(text, &places)
}

/// The text with its addresses in one piece, words joined that a line breaks, and names apart that are run together; nothing
/// where it has none.
fn mended(text: &str) -> Option<String> {
    let mut mended = text.to_owned();
    if text.contains('@') {
        mended = addresses(&mended);
    }
    if text.contains(['\n', '\r']) {
        mended = unbroken(&mended);
    }
    mended = words_apart(&mended);
    (mended != text).then_some(mended)
}

fn written(text: &str, places: &[Place]) -> Vec<String> {
    let ways = places.iter().map(|(_, ways)| ways.len()).max().unwrap_or_default();
    let written = |way: usize| {
        let (mut out, mut at) = (String::with_capacity(text.len()), 0);
        for (span, ways) in places {
            if span.start >= at
                && let Some(word) = ways.get(way).or(ways.last())
            {
                out.push_str(&text[at..span.start]);
                out.push_str(word);
                at = span.end;
            }
        }
        out + &text[at..]
    };
    (0..ways).map(written).collect()
}

/// Runs of letters and digits.
fn pieces(text: &str) -> Vec<Range<usize>> {
    let own =
        |run: &str, letter: char, _| letter.is_alphanumeric() || !run.is_empty() && is_combining_mark(letter);
    runs(text, own).collect()
}

fn is_single(piece: &str) -> bool {
    piece.chars().filter(|&letter| !is_combining_mark(letter)).count() == 1
}

fn run_of_letters(text: &str, run: &[Range<usize>]) -> Option<Place> {
    let count = run.len();
    if count < CAPITALIZED {
        return None;
    }
    let gaps: Vec<&str> = run.windows(2).map(|pair| &text[pair[0].end..pair[1].start]).collect();
    let mut counts: HashMap<&str, usize> = HashMap::new();
    gaps.iter().for_each(|gap| *counts.entry(gap).or_default() += 1);
    let most = counts.into_iter().max_by_key(|&(gap, count)| (count, std::cmp::Reverse((gap.len(), gap))));
    let (narrow, often) = most?;
    let singles: String = run.iter().map(|span| &text[span.clone()]).collect();
    let capitalized = singles.starts_with(char::is_uppercase) && singles.contains(char::is_lowercase);
    let (space, sign) = (narrow.contains(char::is_whitespace), !narrow.trim().is_empty());
    let fewest = match (space, sign) {
        (true, true) => LISTED,
        (false, _) if singles.bytes().all(|byte| byte.is_ascii_digit()) => NUMBERED,
        (false, _) => CAPITALIZED,
        (true, false) if capitalized => CAPITALIZED,
        (true, false) => SPACED,
    };
    // What stands between most of them says nothing.
    if count < fewest || often * 2 < gaps.len() {
        return None;
    }
    let mut whole = text[run[0].clone()].to_owned();
    for (gap, span) in gaps.iter().zip(&run[1..]) {
        whole.push_str(&kept(gap, narrow));
        whole.push_str(&text[span.clone()]);
    }
    let mut ways = vec![unlabelled(&whole).unwrap_or(whole.clone())];
    if !whole.contains(' ') {
        ways.extend(Some(by_case(&whole)).filter(|cases| *cases != whole));
        let letters = whole.chars().count();
        if ways.len() == 1 && letters <= LONGEST_RUN && whole.chars().all(char::is_alphabetic) {
            let places = whole.char_indices().map(|(at, _)| at).skip(1);
            ways.extend(places.map(|at| format!("{} {}", &whole[..at], &whole[at..])));
        }
    }
    Some((run[0].start..run[count - 1].end, ways))
}

/// What is left of a gap between letters where `narrow` is what parts them.
fn kept(gap: &str, narrow: &str) -> String {
    if gap == narrow {
        return String::new();
    }
    let inside = gap.strip_prefix(narrow).and_then(|gap| gap.strip_suffix(narrow));
    let rest = match inside.map(str::trim).filter(|inside| !inside.is_empty()) {
        Some(inside) => inside.to_owned(),
        None => gap.chars().filter(|&sign| !narrow.contains(sign) && !sign.is_whitespace()).collect(),
    };
    if rest.is_empty() { " ".to_owned() } else { rest }
}

/// "SamRoe" as "Sam Roe".
pub(super) fn by_case(word: &str) -> String {
    let mut out = String::with_capacity(word.len() + 4);
    for letter in word.chars() {
        if letter.is_uppercase() && out.ends_with(char::is_lowercase) {
            out.push(' ');
        }
        out.push(letter);
    }
    out
}

/// Whether a piece can be a group of a long code.
fn is_part(piece: &str, first: bool) -> bool {
    if !piece.is_ascii() || piece.len() > GROUP {
        return false;
    }
    let capitals = piece.bytes().all(|byte| byte.is_ascii_uppercase());
    has_digit(piece) || piece.len() == 1 || capitals && piece.len() <= 4 || first && piece.len() == 2
}

fn has_digit(piece: &str) -> bool {
    piece.bytes().any(|byte| byte.is_ascii_digit())
}

fn code(text: &str, mut run: &[Range<usize>]) -> Option<Place> {
    let piece = |span: &Range<usize>| &text[span.clone()];
    // "IBAN DE 89 37": a noun is no group.
    while let Some((first, rest)) = run.split_first()
        && !has_digit(piece(first))
        && first.len() > 2
    {
        run = rest;
    }
    let (first, last) = (run.first()?, run.last()?);
    let whole: String = run.iter().map(piece).collect();
    let digits = whole.bytes().filter(u8::is_ascii_digit).count();
    let plain = |pair: &[Range<usize>]| matches!(&text[pair[0].end..pair[1].start], " " | "-");
    // A code of few groups is known as it is.
    let known = run.len() <= FEW && run.windows(2).all(plain);
    if run.len() < 2 || known || whole.len() < LONG || digits * 2 < whole.len() {
        return None;
    }
    let mut ways = vec![whole.clone()];
    // "to 41 11 11": a short word may be none either.
    if !has_digit(piece(first)) {
        ways.push(format!("{} {}", piece(first), &whole[first.len()..]));
    }
    Some((first.start..last.end, ways))
}

/// An account number without the label that is run together with it.
fn unlabelled(word: &str) -> Option<String> {
    let (label, number) = word.split_at_checked(4)?;
    let bytes = number.as_bytes();
    let shape = bytes.len() >= LONG
        && bytes[..2].iter().all(u8::is_ascii_alphabetic)
        && bytes[2..4].iter().all(u8::is_ascii_digit);
    (shape && label.eq_ignore_ascii_case("iban")).then(|| format!("{label} {number}"))
}

/// Addresses without the spaces, line breaks and quotation marks in them.
fn addresses(text: &str) -> String {
    let letters: Vec<char> = text.chars().collect();
    let mut out = String::with_capacity(text.len());
    let mut at = 0;
    let alphanumeric = |letter: Option<&char>| letter.is_some_and(|letter| letter.is_alphanumeric());
    while let Some(&letter) = letters.get(at) {
        if letter == '"' && letters.get(at + 1) == Some(&'@') {
            let near = out.floor_char_boundary(out.len().saturating_sub(LOCAL));
            if let Some(open) = out[near..].rfind('"') {
                out.remove(near + open);
            }
            at += 1;
            continue;
        }
        if !letter.is_whitespace() {
            out.push(letter);
            at += 1;
            continue;
        }
        let end = at + letters[at..].iter().take_while(|letter| letter.is_whitespace()).count();
        let broken = letters[at..end].iter().any(|letter| matches!(letter, '\n' | '\r'));
        let next = letters.get(end);
        let joins = match (out.chars().next_back(), next) {
            (Some('@'), next) => alphanumeric(next),
            (Some(before), Some('@')) => before.is_alphanumeric() || before == '"',
            (Some('.'), Some(next)) => broken && (next.is_lowercase() || next.is_ascii_digit()),
            (Some(before), Some('.')) => before.is_alphanumeric() && alphanumeric(letters.get(end + 1)),
            _ => false,
        };
        if !joins {
            out.extend(&letters[at..end]);
        }
        at = end;
    }
    out
}

/// Words without the hyphen at which a line breaks them. One before a capital is their own.
fn unbroken(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(['-', '\u{2010}', '\u{AD}']) {
        let size = rest[at..].chars().next().map_or(1, char::len_utf8);
        let (before, behind) = (&rest[..at], &rest[at + size..]);
        let next = behind.trim_start();
        let broken = behind[..behind.len() - next.len()].contains(['\n', '\r']);
        let word = before.ends_with(char::is_alphabetic);
        out.push_str(before);
        if broken && word && next.starts_with(char::is_lowercase) {
            rest = next;
        } else {
            out.push_str(&rest[at..at + size]);
            rest = if broken && word && next.starts_with(char::is_uppercase) { next } else { behind };
        }
    }
    out + rest
}

/// "SamRoe" as "Sam Roe", "O Brien" as "O'Brien", "IBANDE89" as "IBAN DE89".
fn words_apart(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 8);
    let mut at = 0;
    for span in pieces(text) {
        let word = &text[span.clone()];
        out.push_str(&text[at..span.start]);
        at = span.end;
        let behind = &text[span.end..];
        let surname = |name: &str| {
            let mut letters = name.chars();
            letters.next().is_some_and(char::is_uppercase) && letters.next().is_some_and(char::is_lowercase)
        };
        if word == "O" && behind.strip_prefix(' ').is_some_and(surname) {
            out.push_str("O'");
            at += 1;
        } else if let Some(number) = unlabelled(word) {
            out.push_str(&number);
        } else if is_run_together(word, behind) {
            out.push_str(&by_case(word));
        } else {
            out.push_str(word);
        }
    }
    out + &text[at..]
}

/// Whether a word is several that each begin with a capital, and no part of an address.
fn is_run_together(word: &str, behind: &str) -> bool {
    const MOST: usize = 4;
    const LONGEST: usize = 80;
    let mut letters = behind.chars();
    let address = match letters.next() {
        Some('@') => true,
        Some('.') => letters.next().is_some_and(char::is_alphanumeric),
        _ => false,
    };
    if address || word.len() > LONGEST || !word.starts_with(char::is_uppercase) {
        return false;
    }
    let apart = by_case(word);
    let parts = apart.split(' ').count();
    let whole = |part: &str| part.chars().count() > 1 && part.chars().skip(1).all(char::is_lowercase);
    (2..=MOST).contains(&parts) && apart.split(' ').all(whole)
}

#[cfg(test)]
mod tests {
    use super::{letters, pieces};
    use crate::fingerprint::readings;
    use crate::fingerprint::{carried, requested};

    /// Whether a text that comes in carries what a request forgets.
    fn returns(request: &str, text: &str) -> bool {
        let strings: Vec<String> = requested(request).into_iter().flat_map(|one| one.strings).collect();
        let met = |text: &str| carried(text).iter().any(|string| strings.contains(string));
        met(text) || readings(text).iter().any(|reading| met(reading))
    }

    #[test]
    fn letters_that_stand_apart_are_joined() {
        for (text, reading) in [
            ("s a m.r o e@e x a m p l e.o r g", "sam.roe@example.org"),
            ("s-a-m-.-r-o-e-@-e-x-a-m-p-l-e-.-o-r-g", "sam.roe@example.org"),
            ("S_a_m_R_o_e", "Sam Roe"),
            ("S:a:m R:o:e", "Sam Roe"),
            ("S – a – m  R – o – e", "Sam Roe"),
            ("S   a   m      R   o   e", "Sam Roe"),
            ("(S)(a)(m) (R)(o)(e)", "(Sam Roe)"),
        ] {
            let joined = letters(text, &pieces(text));
            assert!(joined.iter().any(|one| one == reading), "{text}: {joined:?}");
        }
    }

    #[test]
    fn what_is_written_apart_carries_what_it_reads() {
        const IBAN: &str = "DE89370400440532013000";
        const MAIL: &str = "sam.roe@example.org";
        const GROUPS: [&str; 6] = ["DE89", "3704", "0044", "0532", "0130", "00"];
        let groups = |sign: &str| GROUPS.join(sign);
        let each = |sign: &str| IBAN.chars().map(String::from).collect::<Vec<_>>().join(sign);
        let mut texts = vec![
            (IBAN, "pay DE 89 37 04 00 44 05 32 01 30 00 today".to_owned()),
            (IBAN, "pay IBAN DE 89 37 04 00 44 05 32 01 30 00, 300 euros".to_owned()),
            (IBAN, "pay (DE89) (3704) (0044) (0532) (0130) (00) now".to_owned()),
            (IBAN, "pay [DE89][3704][0044][0532][0130][00] now".to_owned()),
            (IBAN, "pay IBANDE89370400440532013000 now".to_owned()),
            ("4111 1111 1111 1111", "card 4111_1111_1111_1111 is lost".to_owned()),
        ];
        for sign in [".", ",", "/", "_", "|", ":", "+", "~", " – ", "\u{b}", " | ", "\n", ", "] {
            texts.push((IBAN, format!("pay {} now", groups(sign))));
        }
        texts
            .extend(["  ", " - ", " ", "-", "\n", "_"].map(|sign| (IBAN, format!("pay {} now", each(sign)))));
        for text in [
            "sam.roe @example.org", "sam.roe@ example.org", "sam.roe @ example.org", "sam.roe\n@example.org",
            "sam.roe@\nexample.org", "sam.roe@example.\norg", "sam.\nroe@example.org",
            "\"sam.roe\"@example.org", "sam.roe\\@example.org", "sam.roe&#64example.org",
            "sam.roe&#064example.org", "s a m.r o e@e x a m p l e.o r g",
            "s-a-m-.-r-o-e-@-e-x-a-m-p-l-e-.-o-r-g",
        ] {
            texts.push((MAIL, format!("mail {text} now")));
        }
        for text in [
            "S_a_m_R_o_e", "S.a.m. R.o.e.", "S:a:m R:o:e", "S – a – m  R – o – e",
            "S   a   m      R   o   e", "(S)(a)(m) (R)(o)(e)", "SamRoe", "#SamRoe", "@SamRoe", "Sam\\nRoe",
        ] {
            texts.push(("everything about Sam Roe", format!("{text} rang.")));
        }
        for (name, text) in [
            ("Jürgen Großmann", "Juergen Grossmann rang."),
            ("Jürgen Müller", "Juergen Müller rang."),
            ("Juergen Grossmann", "Jürgen Großmann rang."),
            ("Jürgen Großmann", "Da rief Jürgen Groß-\nmann an."),
            ("Jürgen Großmann", "J=FCrgen Gro=DFmann rang."),
            ("Nora Feldt-Braun", "Nora  Feldt - Braun rang."),
            ("Nora Feldt-Braun", "No\u{206a}ra Fe\u{206a}ldt-Braun rang."),
            ("Nora Feldt-Braun", "Nora Feldt-\nBraun rang."),
            ("Siobhan O'Brien", "Siobhan O Brien rang."),
        ] {
            texts.push((name, text.to_owned()));
        }
        for text in
            ["S. a. m.  R. o. e.", "s a m r o e", "S\u{e000}am Ro\u{600}e rang.", "S\u{e0041}am Roe rang."]
        {
            texts.push(("Sam Roe", text.to_owned()));
        }
        texts.push(("passport C01X00T47", "passport C 0 1 X 0 0 T 4 7".to_owned()));
        texts.push(("W-AB 1234X", "the car w-ab1234x".to_owned()));
        texts.push(("kibo.example.net", "see kibo[.]example[.]net now".to_owned()));
        texts.push((
            "everything about bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
            "He paid to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq in May.".to_owned(),
        ));
        texts.push((
            "everything about the wallet 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2",
            "He paid to 1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2.".to_owned(),
        ));
        let missed: Vec<_> = texts
            .iter()
            .filter(|(request, text)| {
                let whole = format!("everything about {request}");
                let request = if request.starts_with("everything") { request } else { whole.as_str() };
                !returns(request, text)
            })
            .collect();
        assert!(missed.is_empty(), "{missed:#?}");
    }

    #[test]
    fn a_statement_whose_letters_stand_apart_is_the_statement() {
        let said = crate::fingerprint::normal_form("The safe opens behind the clock.");
        for text in [
            "T h e  s a f e  o p e n s  b e h i n d  t h e  c l o c k .",
            "T-h-e s-a-f-e o-p-e-n-s b-e-h-i-n-d t-h-e c-l-o-c-k.",
            "The=20safe=20opens=20behind=20the=20clock.",
            "The sa\u{fffc}fe op\u{206a}ens behind the clock",
        ] {
            let met = readings(text).iter().any(|reading| crate::fingerprint::normal_form(reading) == said);
            assert!(met, "{text}: {:?}", readings(text));
        }
    }

    #[test]
    fn a_long_text_is_read_again_in_time() {
        let begin = std::time::Instant::now();
        for piece in [
            "a ", "a-", "1 2, ", "AB 12|", "\"@", "x @ y. ", "SamRoe ", "Groß-\n", "O Bo ", "\\n", "&#6",
            "\u{206a}a", "=FC",
        ] {
            assert!(readings(&piece.repeat(16_000)).len() <= 32);
        }
        assert!(begin.elapsed().as_secs() < 20, "{:?}", begin.elapsed());
    }

    #[test]
    fn what_is_written_apart_is_nobody_else() {
        for (request, text) in [
            ("DE89370400440532013000", "pay DE 89 37 04 00 44 05 32 01 30 01 now"),
            ("DE89370400440532013000", "pay DE89.3704.0044.0532.0130.0012 now"),
            ("DE89370400440532013000", "pay IBANDE893704004405320130001 now"),
            ("4111 1111 1111 1111", "card 4111_1111_1111_1112"),
            ("4111 1111 1111 1111", "rows 4111, 1111, 1111"),
            ("sam.roe@example.org", "mail ida.roe @example.org"),
            ("sam.roe@example.org", "mail sam.roe @ example.net"),
            ("sam.roe@example.org", "Ask sam. Roe is at example.org"),
            ("Sam Roe", "SamHart rang."),
            ("Sam Roe", "SamRoeder rang."),
            ("Sam Roe", "samroe rang."),
            ("Sam Roe", "Sa-\nmroe"),
            ("Sam Roe", "Ask Sam - Roe is out."),
            ("Sam Roe", "s_a_m"),
            ("Sam Roe", "Plan S a m, seats R o e"),
            ("Sam Roe", "S a m"),
            ("Sam Roe", "S a m  H a r t rang."),
            ("DE89370400440532013000", "pay D E 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 1"),
            ("passport C01X00T47", "passport C 0 1 X 0 0 T 4 8"),
            ("Jürgen Großmann", "Jörgen Grossmann rang."),
            ("Nora Feldt-Braun", "Nora Feldt - Brown rang."),
            ("Siobhan O'Brien", "Siobhan O. Brien rang."),
            ("Siobhan O'Brien", "Siobhan Brien rang."),
            ("W-AB 1234X", "the car w-ab1235x"),
            ("kibo.example.net", "see kibo[.]example[.]org now"),
            (
                "bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq",
                "He paid to bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdp in May.",
            ),
        ] {
            assert!(!returns(&format!("everything about {request}"), text), "{request}: {text:?}");
        }
    }

    #[test]
    fn an_ordinary_text_is_not_read_again() {
        for text in [
            "Sam Roe (Leeds) moved on 2024-05-03 at 10:30.",
            "Mail sam.roe@example.org. He knows.",
            "A, B, C and D",
            "Section 1.2.3, 4.5",
            "well-known, twenty-one",
            "The iPhone of Ida",
            "On the one hand -\nwell",
            "x, y, z",
            "R&D; 2+2 is 4",
        ] {
            assert_eq!(readings(text), Vec::<String>::new(), "{text}");
        }
    }
}
