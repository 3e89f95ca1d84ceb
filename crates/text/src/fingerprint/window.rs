//! Names whatever their case: any few neighbouring words of a text may be one.

use std::ops::Range;

use unicode_normalization::char::is_combining_mark;

use crate::entity::name::{self, Kind, Name, script_of};
use crate::unicode::runs::runs;
use crate::word;

use super::name_form;
use super::plain::folded as fold;

/// Most words of a name, those of a hyphen counted each.
const MOST: usize = 5;

/// The fewest words of a name with a hyphen that stands apart.
const DASHED: usize = 3;

/// Forms of address: they end no name and begin none.
const TITLES: &[&str] = &["mr", "mrs", "ms", "miss", "mx", "dr", "prof", "herr", "frau", "mme", "sr", "sra"];

/// What stands between two words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Gap {
    /// A hyphen, a dot or a mark of emphasis.
    Tight,
    Space,
    Line,
    /// A hyphen with spaces around it.
    Dash,
    Comma,
    /// What ends a name.
    Apart,
}

impl Gap {
    /// Whether a name of two words ends there.
    fn ends(self) -> bool {
        matches!(self, Self::Dash | Self::Apart)
    }
}

struct Word {
    folded: String,
    /// As written, without apostrophes.
    bare: String,
    /// A word of the language, which in small letters is no name.
    common: bool,
    capital: bool,
    /// Whether it is a known given name.
    given: bool,
    /// A single letter with a dot behind it, or a capital.
    initial: bool,
    dotted: bool,
    before: Gap,
    after: Gap,
}

impl Word {
    /// Whether it seems to be a part of the name that it stands beside.
    fn names(&self, capitals: bool) -> bool {
        let title = TITLES.contains(&self.folded.as_str());
        !self.common && !title && !self.initial && (capitals && self.capital || self.given)
    }
}

/// The strings of all runs of a few words that can be a name.
pub(super) fn carried(text: &str, strings: &mut Vec<String>) {
    let words = words(text);
    for first in 0..words.len() {
        initial(&words, first, strings);
        if words[first].initial {
            continue;
        }
        let (mut kept, mut commas, mut lines, mut dashes, mut initials) = (vec![first], 0, 0, 0, 0);
        for last in first + 1..words.len() {
            match words[last - 1].after {
                Gap::Apart => break,
                Gap::Comma => commas += 1,
                Gap::Line => lines += 1,
                Gap::Dash => dashes += 1,
                Gap::Tight | Gap::Space => {}
            }
            if words[last].initial {
                initials += 1;
            } else {
                kept.push(last);
            }
            if kept.len() > MOST || initials > 1 || commas > 1 || dashes > 1 {
                break;
            }
            // "Ask Sam - Roe is out": of two words one may end a sentence.
            if words[last].initial || dashes > 0 && kept.len() < DASHED {
                continue;
            }
            let run = &words[first..=last];
            let free = if commas > 0 { alone(run) } else { !continued(&words, first, last, lines > 0) };
            let kept: Vec<&Word> = kept.iter().map(|&at| &words[at]).collect();
            if free && is_name(&kept) {
                let bare: Vec<String> = kept.iter().map(|word| word.bare.clone()).collect();
                name_form::by_letters(&bare, strings);
                if initials > 0 {
                    let all: Vec<String> = run.iter().map(|word| word.bare.clone()).collect();
                    name_form::by_letters(&all, strings);
                }
            }
        }
    }
}

/// "s. roe". A letter without its dot is an article, and one behind a name is a middle initial.
fn initial(words: &[Word], at: usize, strings: &mut Vec<String>) {
    let (letter, Some(surname)) = (&words[at], words.get(at + 1)) else { return };
    let joined = letter.dotted && matches!(letter.after, Gap::Space | Gap::Tight);
    let before = at.checked_sub(1).map(|at| &words[at]).filter(|_| !letter.before.ends());
    let middle = letter.before == Gap::Tight
        || before.is_some_and(|word| word.initial || word.names(true) || !letter.capital && !word.common);
    let whole = !middle && surname.after != Gap::Tight;
    if joined && whole && !surname.common && surname.bare.chars().count() > 2 {
        strings.push(format!("initial:{} {}", letter.folded, surname.folded));
    }
}

/// "roe, sam": in a list of names the neighbours of a comma are two.
fn alone(run: &[Word]) -> bool {
    let inside = run[..run.len() - 1].iter().all(|word| matches!(word.after, Gap::Tight | Gap::Comma));
    inside && run[0].before.ends() && run[run.len() - 1].after.ends()
}

/// Whether the words before or behind belong to the name too: "Roe-Hart", "Anna Maria Schmidt", one name a line.
fn continued(words: &[Word], first: usize, last: usize, broken: bool) -> bool {
    if words[first].before == Gap::Tight || words[last].after == Gap::Tight {
        return true;
    }
    let beside = |gap: Gap| gap == Gap::Space || broken && gap == Gap::Line;
    let before = first.checked_sub(1).filter(|_| beside(words[first].before));
    let behind = Some(last + 1).filter(|&at| beside(words[last].after) && at < words.len());
    let capitals = words[first..=last].iter().all(|word| word.capital);
    // Small letters do not say where a name ends, so that a line does.
    let ends = |word: &Word| !broken || capitals || word.common;
    before.into_iter().chain(behind).map(|at| &words[at]).any(|word| word.names(capitals) || !ends(word))
}

/// Words of the language are a name only in the letters of one: "Hazel Wood".
fn is_name(words: &[&Word]) -> bool {
    words.len() > 1 && (words.iter().any(|word| !word.common) || words.iter().all(|word| word.capital))
}

/// The words of a text in scripts with capitals, those of a hyphen apart.
fn words(text: &str) -> Vec<Word> {
    let spans = spans(text);
    // In a text that is all in capitals they say nothing.
    let shouted = !text.chars().any(char::is_lowercase);
    let mut words: Vec<Word> = Vec::with_capacity(spans.len());
    for (at, span) in spans.iter().enumerate() {
        let written = &text[span.clone()];
        let written =
            ["'s", "’s", "'S", "’S"].iter().find_map(|end| written.strip_suffix(end)).unwrap_or(written);
        let one = written.chars().count() == 1;
        // A dot behind an initial ends no sentence.
        let dotted = one && text[span.end..].starts_with('.');
        let end = span.end + usize::from(dotted);
        let after = spans.get(at + 1).map_or(Gap::Apart, |next| gap(&text[end..next.start]));
        // "svc=ledger owner=mirela": a key begins anew.
        if text[span.end..].starts_with('=')
            && let Some(before) = words.last_mut()
        {
            before.after = Gap::Apart;
        }
        let folded = fold(written);
        let upper = written.starts_with(char::is_uppercase);
        let common = word::english_word(&folded) || !word::has_content(&folded);
        words.push(Word {
            bare: written.chars().filter(|&character| !is_apostrophe(character)).collect(),
            common,
            capital: upper && !shouted,
            given: !common && Name::of(written).kind == Kind::Person,
            initial: one && (dotted || upper),
            dotted,
            folded,
            before: words.last().map_or(Gap::Apart, |word| word.after),
            after,
        });
    }
    words
}

fn spans(text: &str) -> Vec<Range<usize>> {
    let cased = |character: char| script_of(character).is_some_and(name::Script::cased);
    let own = |run: &str, character: char, next: Option<char>| {
        let goes_on = || is_combining_mark(character) || is_apostrophe(character) && next.is_some_and(cased);
        cased(character) || !run.is_empty() && goes_on()
    };
    runs(text, own).collect()
}

fn is_apostrophe(character: char) -> bool {
    matches!(character, '\'' | '’' | 'ʼ' | '‘' | '´' | '`')
}

fn gap(between: &str) -> Gap {
    let emphasis =
        |character: &char| matches!(character, '*' | '_' | '~' | '`' | '"' | '“' | '”' | '„' | '«' | '»');
    let rest: String = between.chars().filter(|character| !emphasis(character)).collect();
    match rest.trim() {
        "" if rest.contains(['\n', '\r']) => Gap::Line,
        "" if !rest.is_empty() => Gap::Space,
        "" => Gap::Tight,
        "-" | "‐" | "." if rest.trim().len() == rest.len() => Gap::Tight,
        "-" | "‐" | "–" if !rest.contains(['\n', '\r']) => Gap::Dash,
        "," => Gap::Comma,
        _ => Gap::Apart,
    }
}
