//! What somebody is to somebody: "sister", "Schwägerin", "landlord". A request for a relation's number means no other's.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::lang::List;
use crate::lang::{LANGUAGES, parts_of};
use crate::unicode::runs::runs;
use crate::word::fold;

/// The relation of each word for one, folded: the one that the tables of all languages call it.
static RELATIONS: LazyLock<FxHashMap<String, &'static str>> = LazyLock::new(|| {
    let rows = LANGUAGES.iter().flat_map(|language| language.rows("people"));
    rows.flat_map(|(sort, words)| parts_of(words).map(move |word| (fold(word), sort))).collect()
});

/// What a wider word may mean.
const WIDER: &[(&str, &[&str])] = &[
    ("spouse", &["wife", "husband", "partner"]),
    ("partner", &["wife", "husband", "girlfriend", "boyfriend"]),
    ("parent", &["mother", "father"]),
    ("sibling", &["sister", "brother", "twin"]),
    ("twin", &["sister", "brother"]),
    ("grandparent", &["grandmother", "grandfather"]),
    ("child", &["son", "daughter"]),
    ("friend", &["girlfriend", "boyfriend"]),
];

/// Endings of cases and plurals.
const ENDINGS: &[&str] = &["s", "es", "n", "en"];
/// Before another word these make another relation of it: "step-sister", "ex-wife".
const BEFORE: &[&str] = &[
    "step", "half", "ex", "former", "great", "foster", "god", "adoptive", "late", "stief", "halb", "demi",
    "ehemalige", "ehemaliger", "ehemaligen", "exfrau", "late",
];

/// Before a capital letter these are titles: "Frau Ohlendorf", "Doctor Chen". Not after whose they are: "seine Frau Anna".
const TITLES: &[&str] = &["frau", "doctor", "docteur", "professor", "professora", "profesor"];

/// What stands before the English "son".
const OF_SON: &[&str] = &["my", "our", "his", "her", "their", "your", "the", "a", "s"];

/// A relation that a text speaks of.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Relation {
    /// The same for each word for one relation, in any language.
    pub sort: String,
    /// Where its word stands, in bytes.
    pub span: Range<usize>,
}

impl Relation {
    /// Whether another word may be for the same: "spouse" for "wife".
    #[must_use]
    pub fn may_be(&self, other: &Self) -> bool {
        let wider = |wide: &str, narrow: &str| {
            WIDER.iter().any(|(word, sorts)| *word == wide && sorts.contains(&narrow))
        };
        self.sort == other.sort || wider(&self.sort, &other.sort) || wider(&other.sort, &self.sort)
    }
}

/// The relations that a text speaks of.
#[must_use]
pub fn relations(text: &str) -> Vec<Relation> {
    let words = tokens(text);
    let mut relations = Vec::new();
    let mut at = 0;
    while let Some((span, word)) = words.get(at) {
        at += 1;
        let mut span = span.clone();
        let mut word = word.clone();
        let next = |place: usize| words.get(place).map_or("", |(_, word)| word.as_str());
        // "Mother in law".
        if next(at) == "in" && next(at + 1) == "law" {
            word.push_str("-in-law");
            span.end = words[at + 1].0.end;
            at += 2;
        }
        // "Son métier" is his trade.
        let owner = at.checked_sub(2).map_or("", |place| words[place].1.as_str());
        if word == "son" && !OF_SON.contains(&owner) {
            continue;
        }
        let is_led =
            words.get(at).is_some_and(|(span, _)| text[span.clone()].starts_with(char::is_uppercase));
        if is_led && TITLES.contains(&word.as_str()) && !List::Owners.has(owner) {
            continue;
        }
        let before = Some(owner).filter(|before| {
            BEFORE.contains(before) || matches!(*before, "belle" | "beau" | "petit" | "petite" | "grand")
        });
        if let Some(before) = before.filter(|_| sort(&word).is_some()) {
            span.start = words[at - 2].0.start;
            let joined = format!("{before}-{word}");
            let sort = sort(&joined).unwrap_or(joined);
            relations.push(Relation { sort, span });
            continue;
        }
        if let Some(sort) = sort(&word) {
            relations.push(Relation { sort, span });
        }
    }
    relations
}

/// The relation whose something a request asks for, or that it asks for itself: "the phone number of Agatha's lawyer", "die
/// Adresse meiner Schwägerin", "la hermana de Octavio". None for "my sister Ada", whose name says who is meant.
#[must_use]
pub fn asked(core: &str) -> Option<Relation> {
    let all = relations(core);
    // "My sister's lawyer's number" is the lawyer's.
    let last = all.iter().rposition(|one| {
        let before = core[..one.span.start].trim_end();
        before.ends_with("'s") || before.ends_with("’s")
    });
    let relation = all.into_iter().nth(last.unwrap_or_default())?;
    let behind = core[relation.span.end..].trim_start_matches(['\'', '’']);
    let behind =
        behind.strip_prefix('s').filter(|rest| !rest.starts_with(char::is_alphabetic)).unwrap_or(behind);
    let first = behind.split_whitespace().next().unwrap_or_default();
    let german = core[relation.span.clone()].starts_with(char::is_uppercase);
    let named = behind.starts_with(' ') && first.starts_with(char::is_uppercase) && !german;
    let told = matches!(
        first,
        "who"
            | "called"
            | "named"
            | "and"
            | "or"
            | "und"
            | "et"
            | "y"
            | "e"
            | "en"
            | "namens"
            | "that"
            | "is"
    );
    let whose = &core[..relation.span.start];
    let whose = whose.trim_end().rsplit([' ', '\'']).next().unwrap_or_default().to_lowercase();
    let owned = core[..relation.span.start].trim_end().ends_with(['s', '\'', '’'])
        && !List::Owners.has(&whose)
        || List::Owners.has(&whose)
        || [" of ", " de ", " du ", " d'", " von ", " di ", " van ", " da ", " do ", " del "]
            .iter()
            .any(|of| behind.starts_with(of));
    (owned && !named && !told).then_some(relation)
}

/// The sort of relation that a folded word names.
fn sort(word: &str) -> Option<String> {
    let known = |word: &str| RELATIONS.get(word).map(|&sort| sort.to_owned());
    let ending = || {
        let mut bare = ENDINGS.iter().filter_map(|ending| word.strip_suffix(ending));
        bare.find_map(|bare| known(bare).filter(|_| bare.chars().count() > 3))
    };
    if let Some(sort) = known(word).or_else(ending) {
        return Some(sort);
    }
    // "Step-sister", "half-brother": another one than the sister.
    let (before, last) = word.rsplit_once('-')?;
    (BEFORE.contains(&before) && known(last).is_some()).then(|| word.to_owned())
}

/// The words of a text, folded, those with a hyphen whole and without the endings of a genitive.
fn tokens(text: &str) -> Vec<(Range<usize>, String)> {
    let own = |run: &str, letter: char, _| letter.is_alphanumeric() || letter == '-' && !run.is_empty();
    runs(text, own).map(|span| (span.clone(), fold(&text[span]))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_may_ask_for_what_a_relation_has() {
        for (core, sort) in [
            ("the phone number of Agatha Lune's lawyer", "lawyer"),
            ("my sister's phone", "sister"),
            ("my sister-in-law's phone", "sister-in-law"),
            ("my sister's lawyer's phone", "lawyer"),
            ("my mother in law's birthday", "mother-in-law"),
            ("my ex wife's address", "ex-wife"),
        ] {
            assert_eq!(asked(core).map(|one| one.sort).as_deref(), Some(sort), "{core}");
        }
        for core in [
            "everything about my sister Ada", "the sister who called", "Agatha Lune's phone number",
            "the father of the bride and the groom", "the chat room", "Chef Ramón", "the dog show",
        ] {
            let own = asked(core).map(|one| one.sort);
            assert!(own.is_none() || core.starts_with("the father"), "{core}: {own:?}");
        }
    }

    #[test]
    fn one_relation_is_no_other() {
        let sorts = |text: &str| relations(text).into_iter().map(|one| one.sort).collect::<Vec<_>>();
        assert_eq!(sorts("Die Adresse meiner Schwester ist hier."), ["sister"]);
        assert_eq!(sorts("My step-sister sings."), ["step-sister"]);
        assert_eq!(sorts("My step sister sings."), ["step-sister"]);
        assert_eq!(sorts("Ma belle sœur chante."), ["sister-in-law"]);
        assert_eq!(sorts("Meines Bruders Wagen"), ["brother"]);
        assert_eq!(sorts("Seine Frau Anna singt."), ["wife"]);
        assert_eq!(sorts("Her doctor is away."), ["doctor"]);
        for text in ["The van is red.", "Tariq had Frau Ohlendorf for biology.", "Doctor Chen is away."] {
            assert_eq!(sorts(text), [""; 0], "{text}");
        }
    }
}
