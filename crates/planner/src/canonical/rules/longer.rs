//! Beside a memory that has the very identifier, what has it as a part of a longer one stays: "reed_0071_trial" beside "reed_0071",
//! "ARM/2017/52" beside "RM/2017/52". So does a count of the same digits ("6140 hymn sheets") beside a memory that has a word of the
//! request, and another second number ("berth 20 slip 61" for "berth 20 slip 6").

use nepenthe_text::word::Word;

use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;
use crate::canonical::segment::Alike;

/// Words behind a plural by which no count opens a sentence: "3071 stands by the door".
const PLACES: &[&str] = &[
    "by", "in", "at", "on", "the", "a", "an", "under", "next", "near", "behind", "with", "to", "for", "from",
    "of", "out", "up", "down", "over", "off", "into",
];

/// Leaves what is longer, counted, or of another second number.
pub(in crate::canonical) fn part(query: &Query<'_>, rows: &mut [Row]) {
    longer(query, rows);
    counted(query, rows);
    paired(query, rows);
}

fn stay(row: &mut Row, reason: &str) {
    row.probability = 0.0;
    row.whole.alike = Some(Alike { reason: reason.to_owned() });
}

fn longer(query: &Query<'_>, rows: &mut [Row]) {
    let [wanted] = query.identifiers.as_slice() else { return };
    let needle = wanted.text.to_lowercase();
    if !needle.contains(|c: char| c.is_ascii_digit()) || needle.contains(' ') || needle.len() < 4 {
        return;
    }
    // Whether the text has it as a token of its own; `None` where it has it in no such form.
    let whole = |row: &Row| {
        let text = row.whole.said.to_lowercase();
        let mut places =
            text.match_indices(&needle).map(|(at, _)| is_whole(&text, at, at + needle.len())).peekable();
        places.peek()?;
        Some(places.any(|whole| whole))
    };
    let states: Vec<Option<bool>> = rows.iter().map(whole).collect();
    if !rows.iter().zip(&states).any(|(row, state)| *state == Some(true) && row.probability >= MEANT) {
        return;
    }
    for (row, state) in rows.iter_mut().zip(states) {
        if state == Some(false) && row.probability >= MEANT && row.kept.is_none() {
            stay(row, "part of a longer one");
        }
    }
}

/// Whether no letter before it, and no word joined behind, makes a longer one of it. A word before a mark says what it is ("INV-4471"),
/// and the name of a file may say what is in it ("1987.14.3_back.tif").
fn is_whole(text: &str, from: usize, to: usize) -> bool {
    let before = text[..from].chars().next_back();
    let lettered = text[from..].starts_with(char::is_alphabetic);
    let head = text[..from].rsplit(char::is_whitespace).next().unwrap_or_default();
    let marked = matches!(before, Some('_' | '-')) && head.contains(|c: char| c.is_ascii_digit());
    let led = marked || lettered && before.is_some_and(char::is_alphabetic);
    let mut behind = text[to..].chars();
    let joined = matches!(behind.next(), Some('_' | '-')) && behind.next().is_some_and(char::is_alphanumeric);
    !led && (!joined || is_of_file(&text[to..]))
}

/// Whether the rest of a token ends as the name of a file does: "_back.tif".
fn is_of_file(rest: &str) -> bool {
    let end = rest.find(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | ')')).unwrap_or(rest.len());
    rest[..end].trim_end_matches('.').rsplit_once('.').is_some_and(|(name, ending)| {
        name.chars().all(|c| c.is_alphabetic() || matches!(c, '_' | '-'))
            && (2..=4).contains(&ending.len())
            && ending.chars().all(|c| c.is_ascii_alphanumeric())
    })
}

fn counted(query: &Query<'_>, rows: &mut [Row]) {
    let [wanted] = query.identifiers.as_slice() else { return };
    if wanted.text.len() < 3 || !wanted.text.bytes().all(|b| b.is_ascii_digit()) {
        return;
    }
    let asked: Vec<&str> = query
        .own_words
        .iter()
        .filter(|word| word.content && !word.folded.contains(&wanted.text))
        .map(|word| word.stem.as_str())
        .collect();
    let has_word = |row: &Row| row.whole.said.words().iter().any(|word| asked.contains(&word.stem.as_str()));
    let meant = |row: &Row| row.probability >= MEANT && row.kept.is_none();
    if asked.is_empty() || !rows.iter().any(|row| meant(row) && has_word(row)) {
        return;
    }
    for row in rows.iter_mut() {
        if meant(row) && !has_word(row) && counts(row) {
            stay(row, "a count");
        }
    }
}

/// Whether a number says how many: "We sold 3,305 tickets", "2204 visitors saw the whale".
fn counts(row: &Row) -> bool {
    let Some(carried) = &row.whole.carried else { return false };
    let text = &row.whole.said;
    let behind: Vec<&Word> =
        row.whole.said.words().iter().filter(|word| word.span.start >= carried.span.end).collect();
    let tight = |word: &Word| {
        text.get(carried.span.end..word.span.start)
            .is_some_and(|gap| !gap.contains(['.', ',', ';', ':', '(', '|', '-']))
    };
    let plural = |word: &Word| {
        word.content
            && word.folded.len() > 3
            && word.folded.ends_with('s')
            && !word.folded.ends_with("ss")
            && tight(word)
    };
    // One word may stand between: "6140 hymn sheets".
    let Some(at) = behind.iter().take(2).position(|word| plural(word)) else { return false };
    let plain = behind[..at]
        .iter()
        .all(|word| word.content && tight(word) && text[word.span.clone()].starts_with(char::is_lowercase));
    let opens = text[..carried.span.start].trim().is_empty();
    let verb = behind.get(at + 1).is_none_or(|next| PLACES.contains(&next.folded.as_str()));
    plain && !(opens && verb)
}

/// Of "berth 20 slip 6" each noun with its number.
fn paired(query: &Query<'_>, rows: &mut [Row]) {
    let pairs = pairs(&query.own_words);
    // "Berth 20 and slip 6" are two things.
    let one = query.own_words.windows(4).any(|four| self::pairs(four).len() == 2);
    if pairs.len() < 2 || !one {
        return;
    }
    let says = |row: &Row| -> Vec<(String, String)> { self::pairs(row.whole.said.words()) };
    let meant = |row: &Row| row.probability >= MEANT && row.kept.is_none();
    let all = |row: &Row| pairs.iter().all(|pair| says(row).contains(pair));
    if !rows.iter().any(|row| meant(row) && all(row)) {
        return;
    }
    for row in rows.iter_mut().filter(|row| meant(row)) {
        let own = says(row);
        let other = pairs
            .iter()
            .any(|(noun, number)| own.iter().any(|(said, other)| said == noun && other != number));
        if other && !pairs.iter().all(|pair| own.contains(pair)) {
            stay(row, "the same number with another behind it");
        }
    }
}

fn pairs(words: &[Word]) -> Vec<(String, String)> {
    let number = |word: &Word| word.folded.bytes().all(|b| b.is_ascii_digit());
    let pair = |two: &[Word]| {
        (two[0].content && !number(&two[0]) && number(&two[1]))
            .then(|| (two[0].stem.clone(), two[1].folded.clone()))
    };
    words.windows(2).filter_map(pair).collect()
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    fn gone(request: &str, texts: &[&'static str]) -> Vec<String> {
        Texts::of(texts).touched_sorted(&Mutation::purge(request))
    }

    #[test]
    fn a_longer_one_stays_beside_the_very_one() {
        let own = "Organ file: pipe_0042 for the choir.";
        assert_eq!(gone("pipe_0042", &[own, "Organ file: pipe_0042_draft for the swell."]), [own]);
        let both = [own, "See pipe_0042.wav for the sound."];
        assert_eq!(gone("pipe_0042", &both), both);
        let both =
            ["Inv. 7710, crown, paid by card", "Scan 7710_back.tif is crooked.", "Sent as RE-7710.pdf."];
        assert_eq!(gone("invoice 7710", &both), both);
        let chest = "RM/2017/52 | oak chest | loft";
        assert_eq!(gone("RM/2017/52", &[chest, "ARM/2017/52 | stool | cellar"]), [chest]);
    }

    #[test]
    fn a_count_stays_beside_what_has_a_word_of_the_request() {
        let own = "The bicycle padlock opens with 6140.";
        assert_eq!(gone("bicycle padlock 6140", &[own, "The press turned out 6140 hymn sheets."]), [own]);
        let both = ["3071 stands by the door.", "Crate 3071: pears."];
        assert_eq!(gone("crate 3071", &both), both);
    }

    #[test]
    fn the_second_number_tells_too() {
        let own = "Berth 20 slip 6 is rented.";
        assert_eq!(gone("berth 20 slip 6", &[own, "Berth 20 slip 61 is empty."]), [own]);
        let two = [own, "Berth 20 was moved beside berth 21."];
        assert_eq!(gone("berth 20 and slip 6", &two), two);
    }
}
