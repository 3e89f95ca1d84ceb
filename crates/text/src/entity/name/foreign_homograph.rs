//! Words of other languages that are names as well: Kiefer is a jaw, çelik is steel.

use super::usage::Usage;
use crate::gazetteer::title;
use crate::unicode::token::{Script, Token};
use crate::word::english_word;
use rustc_hash::FxHashMap;
use std::sync::LazyLock;

/// A language, by the letters before its words in the table.
type Language = &'static str;

struct Words {
    common: FxHashMap<&'static str, Vec<Language>>,
    telling: FxHashMap<&'static str, Vec<Language>>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    let mut words = Words { common: FxHashMap::default(), telling: FxHashMap::default() };
    for line in include_str!("tables/foreign_words.txt").lines() {
        let Some((mark, list)) = line.split_once(' ') else { continue };
        let (kind, language) = mark.split_at(1);
        let into = match kind {
            "=" => &mut words.common,
            "+" => &mut words.telling,
            _ => continue,
        };
        for word in list.split_whitespace() {
            into.entry(word).or_default().push(language);
        }
    }
    words
});

/// Whether the small letters are a common word of one of the languages.
pub(crate) fn is_common(lower: &str) -> bool {
    WORDS.common.contains_key(lower)
}

/// Whether other words show that the text is in the language.
fn tells(toks: &[Token<'_>], k: usize, language: Language) -> bool {
    toks.iter().enumerate().filter(|(i, t)| *i != k && !t.capital() && t.text.len() < 20).any(|(_, t)| {
        let lower = t.text.to_lowercase();
        WORDS.telling.get(lower.as_str()).is_some_and(|of| of.contains(&language))
    })
}

/// How a word with a capital is used, where it is a common word of the text's language and stands like one.
pub(crate) fn word(text: &str, toks: &[Token<'_>], k: usize, first: bool) -> Option<Usage> {
    let t = &toks[k];
    if !matches!(t.script, Script::Latin | Script::Cyrillic | Script::Greek) || !t.capital() || t.all_caps() {
        return None;
    }
    let lower = t.text.to_lowercase();
    let languages = WORDS.common.get(lower.as_str())?;
    if super::finder::language(toks) == Some(true) {
        return None;
    }
    let beside = |n: Option<usize>| n.and_then(|n| toks.get(n));
    let prev = beside(k.checked_sub(1));
    let next = beside(Some(k + 1));
    let tight =
        |a: &Token<'_>, b: &Token<'_>| matches!(&text[a.span.end..b.span.start], " " | ". " | "-" | "\u{a0}");
    if prev.is_some_and(|p| {
        tight(p, t) && (title::address(p.text) || title::person(p.text) || p.text.chars().count() == 1)
    }) {
        return None;
    }
    let german = prev.is_some_and(|p| {
        tight(p, t)
            && matches!(
                p.text,
                "Der"
                    | "Die"
                    | "Das"
                    | "Ein"
                    | "Eine"
                    | "Unser"
                    | "Unsere"
                    | "Mein"
                    | "Meine"
                    | "Kein"
                    | "Keine"
                    | "Im"
                    | "Am"
                    | "Vom"
                    | "Zum"
            )
    });
    let language = *languages
        .iter()
        .find(|language| tells(toks, k, language) || german && **language == "de")
        .or_else(|| {
            // Nothing tells the language, but it is not English.
            let other = next.is_some_and(|n| {
                tight(t, n) && !n.capital() && !english_word(n.text) && n.script == t.script
            });
            languages.first().filter(|_| first && other && languages.first() != Some(&"de") && !english(toks))
        })?;
    let capital_beside = prev.is_some_and(|p| !first && tight(p, t) && p.capital())
        || next.is_some_and(|n| tight(t, n) && n.capital());
    if language == "de" {
        // Every noun has a capital: what stands before it tells.
        const BEFORE: &str = " der die das den dem des ein eine einen einem einer eines kein keine keinen keinem vom zum zur im am beim ins ans aufs \
            mein meine dein seine ihr ihre ihrem unser unsere unserem jeder jedes jeden dieser diese dieses diesem welcher aus ohne viel mehr etwas ";
        let before =
            prev.filter(|p| !first && tight(p, t)).map(|p| p.text.to_lowercase()).unwrap_or_default();
        let adjective = before.len() > 4
            && ["en", "er", "es", "em", "e"].iter().any(|end| before.ends_with(end))
            && !prev.is_some_and(Token::capital)
            && ![
                "haben", "wegen", "gegen", "neben", "unter", "hinter", "oder", "aber", "über", "heute",
                "wurde", "hatte", "wollte", "konnte", "zwischen",
            ]
            .contains(&before.as_str());
        let noun = !before.is_empty() && (BEFORE.contains(&format!(" {before} ")) || adjective);
        return noun.then_some(Usage { score: 0.1, reason: "a common word in its language" });
    }
    if capital_beside {
        return None;
    }
    if first {
        let verb = next.is_some_and(|n| {
            tight(t, n) && !n.capital() && {
                let of = WORDS.telling.get(n.text.to_lowercase().as_str());
                of.is_some_and(|of| of.contains(&"verb"))
            }
        });
        // Where nouns have articles, a bare one at the head is a heading: "Pierre de Caen".
        const WITH_ARTICLES: [&str; 8] = ["fr", "es", "pt", "it", "nl", "ro", "el", "sv"];
        const OF: &str =
            " de du des del della di da do dos em en pour para per van voor uit av för din pentru από ";
        let of = next.is_some_and(|n| tight(t, n) && OF.contains(&format!(" {} ", n.text)));
        if WITH_ARTICLES.contains(&language) && !of {
            return None;
        }
        let subject = next.is_none() || verb || next.is_some_and(|n| !tight(t, n));
        return Some(Usage {
            score: if subject { 0.6 } else { 0.45 },
            reason: "perhaps a common word in its language",
        });
    }
    None
}

fn english(toks: &[Token<'_>]) -> bool {
    toks.iter().any(|t| !t.capital() && t.text.len() > 1 && english_word(t.text))
}
