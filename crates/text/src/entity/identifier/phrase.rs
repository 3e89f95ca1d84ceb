//! A phrase in quotation marks: one exact name or literal, however many words it has.

use std::ops::Range;

use super::kind::{Identifier, Kind};
use super::row::{is_han, is_hangul};
use crate::quotation::{Token, tokens};

/// Quotation marks: what opens, and what may close it.
const PAIRS: &[(char, &[char])] = &[
    ('"', &['"']),
    ('“', &['”', '“']),
    ('„', &['“', '”', '"']),
    ('”', &['”']),
    ('«', &['»']),
    ('»', &['«']),
    ('‹', &['›']),
    ('「', &['」']),
    ('『', &['』']),
    ('‘', &['’']),
    ('‚', &['‘']),
    ('\'', &['\'']),
];

/// The longest quotation, in characters.
const LONGEST: usize = 80;

/// The most words of a phrase. What is longer is a text.
const MOST: usize = 8;

/// What stands in quotation marks, without them. An apostrophe quotes nothing.
pub(crate) fn quoted(text: &str) -> Vec<Range<usize>> {
    let chars: Vec<(usize, char)> = text.char_indices().collect();
    let at = |i: usize| chars.get(i).map_or(' ', |one| one.1);
    let mut ranges = Vec::new();
    let mut i = 0;
    while i < chars.len() {
        let (start, open) = chars[i];
        let Some((_, closes)) = PAIRS.iter().find(|pair| pair.0 == open) else {
            i += 1;
            continue;
        };
        let before = if i == 0 { ' ' } else { at(i - 1) };
        let begins =
            (!before.is_alphanumeric() || is_han(before) || is_hangul(before) || matches!(open, '「' | '『'))
                && (at(i + 1).is_alphanumeric());
        let close = (i + 2..chars.len().min(i + 2 + LONGEST)).find(|&k| {
            let apostrophe = matches!(at(k), '\'' | '’');
            closes.contains(&at(k)) && !(apostrophe && (at(k + 1).is_alphanumeric() || at(k - 1) == ' '))
        });
        match close.filter(|_| begins) {
            Some(close) => {
                ranges.push(start + open.len_utf8()..chars[close].0);
                i = close + 1;
            }
            None => i += 1,
        }
    }
    ranges
}

/// The phrases of a request that stand for themselves: of several words, or of a script without spaces. Numbers with their
/// nouns, sentences and a bearer's nickname are none.
pub(crate) fn wanted(request: &str) -> Vec<Identifier> {
    let phrase = |span: Range<usize>| {
        let text = &request[span.clone()];
        let tokens = tokens(text);
        let unspaced = tokens.iter().all(|token| token.unspaced);
        let last = tokens.last()?;
        let worded = last.folded.chars().all(char::is_alphabetic)
            && (last.unspaced || last.folded.chars().count() > 1);
        let plain = !text.contains(['.', ';', ':', '!', '?', '@', '/', '=', '\n', '。']);
        let enough =
            if unspaced { (2..=12).contains(&tokens.len()) } else { (2..=MOST).contains(&tokens.len()) };
        let apart = unspaced || text.contains(' ');
        let capital = |c: Option<char>| c.is_some_and(char::is_uppercase);
        let behind = request[span.end..].trim_start_matches(|c: char| !c.is_alphanumeric() && c != ' ');
        let before =
            request[..span.start].trim_end_matches(|c: char| !c.is_alphanumeric() && c != ' ').trim_end();
        let nickname = behind.strip_prefix(' ').is_some_and(|rest| capital(rest.chars().next()))
            && before.rsplit(' ').next().is_some_and(|word| capital(word.chars().next()));
        let folded: Vec<&str> = tokens.iter().map(|token| token.folded.as_str()).collect();
        (worded && plain && enough && apart && !nickname).then(|| Identifier {
            kind: Kind::Code,
            canonical: format!("\"{}", folded.join(" ")),
            label: None,
            text: text.to_owned(),
            span,
        })
    };
    quoted(request).into_iter().filter_map(phrase).collect()
}

/// Whether an identifier is such a phrase.
pub(super) fn is(wanted: &Identifier) -> bool {
    wanted.kind == Kind::Code && wanted.canonical.starts_with('"')
}

/// Where a text has the phrase, and where it has a longer one that holds it.
pub(super) fn find(wanted: &Identifier, text: &str) -> (Vec<Range<usize>>, Vec<Range<usize>>) {
    let (phrase, tokens) = (tokens(&wanted.text), tokens(text));
    let (mut found, mut longer) = (Vec::new(), Vec::new());
    if phrase.is_empty() {
        return (found, longer);
    }
    let quoted = quoted(text);
    for first in 0..(tokens.len() + 1).saturating_sub(phrase.len()) {
        let run = &tokens[first..first + phrase.len()];
        if run.iter().zip(&phrase).any(|(own, wanted)| own.folded != wanted.folded) {
            continue;
        }
        let span = run[0].span.start..run[run.len() - 1].span.end;
        // A sentence that is quoted may hold the phrase; a name that is quoted is another if it is longer.
        let inside = |token: &Token, range: &Range<usize>| {
            range.start <= token.span.start && token.span.end <= range.end
        };
        let around = quoted.iter().find(|range| inside(&run[0], range));
        let own = around.map(|range| tokens.iter().filter(|token| inside(token, range)).count());
        let of_a_name = own.is_some_and(|own| own > phrase.len() && own <= phrase.len() + 3);
        let next = tokens.get(first + phrase.len());
        let before = first.checked_sub(1).map(|at| &tokens[at]);
        let goes_on = around.is_none() && goes_on(text, run, before, next);
        if of_a_name || goes_on { &mut longer } else { &mut found }.push(span);
    }
    (found, longer)
}

/// Whether what stands beside a phrase without quotation marks is a part of a longer name: a further capital, a number, a
/// character of the same script.
fn goes_on(text: &str, run: &[Token], before: Option<&Token>, next: Option<&Token>) -> bool {
    let (first, last) = (&run[0], &run[run.len() - 1]);
    let letter = |token: &Token| text[token.span.clone()].chars().next().unwrap_or(' ');
    let han = |token: &Token| {
        token.unspaced
            && !matches!(letter(token), 'ぁ'..='ゖ' | '是' | '的' | '在' | '和' | '与' | '為' | '为')
    };
    if last.unspaced && next.is_some_and(|next| next.span.start == last.span.end && han(next)) {
        return true;
    }
    if first.unspaced
        && before.is_some_and(|before| before.span.end == first.span.start && han(before))
        && han(first)
    {
        return true;
    }
    let Some(next) = next.filter(|next| &text[last.span.end..next.span.start] == " ") else { return false };
    let capital = |token: &Token| letter(token).is_uppercase();
    let caps = !text[last.span.clone()].chars().any(char::is_lowercase);
    capital(last) && !caps && capital(next) || letter(next).is_numeric()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotation_marks_of_all_kinds_quote_and_apostrophes_do_not() {
        for (text, expected) in [
            ("Wi-Fi \"Casa Brotons\"", vec!["Casa Brotons"]),
            ("the phrase 'quiet harbour' of May", vec!["quiet harbour"]),
            ("das Wort „Blaue Forelle“ und “Grüner Hecht”", vec!["Blaue Forelle", "Grüner Hecht"]),
            ("le réseau «Le Moulin»", vec!["Le Moulin"]),
            ("合言葉「青い鳥」と『白い犬』", vec!["青い鳥", "白い犬"]),
            ("the word ‘grey heron’, not ‘grey hare’", vec!["grey heron", "grey hare"]),
            ("'the O'Hara key'", vec!["the O'Hara key"]),
            ("the Tarns' dog and the O'Haras' cat", vec![]),
            ("rock 'n' roll and the boys' room", vec!["n"]),
            ("it's Ann's", vec![]),
            ("5' 6\" tall and 7\" wide", vec![]),
            ("an \"open one", vec![]),
        ] {
            let found: Vec<&str> = quoted(text).into_iter().map(|range| &text[range]).collect();
            assert_eq!(found, expected, "{text}");
        }
    }

    #[test]
    fn a_phrase_is_one_name() {
        for (request, expected) in [
            ("Wi-Fi \"Casa Brotons\"", vec!["Casa Brotons"]),
            ("the folder “Q3 drafts”", vec!["Q3 drafts"]),
            ("the alarm phrase 'quiet harbour'", vec!["quiet harbour"]),
            ("合言葉「青い鳥」", vec!["青い鳥"]),
            ("the cat \"Mimi\"", vec![]),
            ("call sign \"Medic 4\"", vec![]),
            ("row \"4471;Haas;Graz\"", vec![]),
            ("Robert \"Big Bob\" Tarn", vec![]),
            ("the note \"Ask Bo. He knows.\"", vec![]),
            ("the key \"heron-lamp\"", vec![]),
        ] {
            let found: Vec<String> = wanted(request).into_iter().map(|one| one.text).collect();
            assert_eq!(found, expected, "{request}");
        }
    }

    #[test]
    fn a_longer_phrase_is_another() {
        for (request, text, has) in [
            ("Wi-Fi \"Casa Brotons\"", "Wi-Fi \"Casa Brotons\": sal-y-sol", true),
            ("Wi-Fi \"Casa Brotons\"", "CASA BROTONS drops at night", true),
            ("Wi-Fi \"Casa Brotons\"", "the casa-brotons network", true),
            ("Wi-Fi \"Casa Brotons\"", "Wi-Fi \"Casa Brotons guests\": arena", false),
            ("Wi-Fi \"Casa Brotons\"", "Wi-Fi Casa Brotons Guests: arena", false),
            ("Wi-Fi \"Casa Brotons\"", "Casa Brotons 5G is new", false),
            ("Wi-Fi \"Casa Brotons\"", "«Old Casa Brotons» is gone", false),
            ("Wi-Fi \"Casa Brotons\"", "Casa Brotos is a bar", false),
            ("Wi-Fi \"Casa Brotons\"", "the casa of the Brotons", false),
            ("the phrase 'quiet harbour'", "Alarm phrase: quiet harbour.", true),
            ("the phrase 'quiet harbour'", "“Say quiet harbour and wait for the tone”, he said", true),
            ("the phrase 'quiet harbour'", "The harbour is quiet.", false),
            ("the phrase 'quiet harbour'", "the quiet harbours of Fife", false),
            ("das Wort „Blaue Forelle“", "Codewort: Blaue Forelle", true),
            ("das Wort „Blaue Forelle“", "»Blaue Forellen« gilt im Keller", false),
            ("合言葉「青い鳥」", "合言葉は青い鳥です", true),
            ("合言葉「青い鳥」", "合言葉は『青い鳥』", true),
            ("合言葉「青い鳥」", "店は青い鳥籠", false),
        ] {
            let one = wanted(request).remove(0);
            let (found, longer) = find(&one, text);
            assert_eq!(!found.is_empty(), has, "{request} / {text}: {longer:?}");
        }
    }
}
