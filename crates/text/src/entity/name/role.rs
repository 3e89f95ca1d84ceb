//! What somebody is to the writer, by which others name them too: "Pat has been our treasurer since spring" makes "the treasurer" Pat.

use std::ops::Range;

use crate::clause;
use crate::word::{self, Word};

use super::epithet::{WHEN, is_determiner};

/// A noun phrase that says who somebody is: "treasurer", "wool buyer".
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Role {
    /// As it is said, without the determiner: small letters tell "the doctor" from "the Doctor".
    pub phrase: String,
    /// Whether it is the writer's own ("our treasurer") or nobody else's ("the only cellist").
    pub own: bool,
}

/// Verbs between a name and a role.
const IS: &[&str] =
    &["is", "has been", "remains", "is still", "is now", "ist", "est", "es", "è", "who is", "who has been"];
/// The same, said of the past.
const WAS: &[&str] = &["was", "used to be", "had been", "war", "était", "era"];
/// Between a role and the name: "the Doctor, as we call Omar".
const CALLED: &[&str] =
    &["as we call", "as they call", "as everybody calls", "as everyone calls", "as I call"];
/// What may follow a role that somebody is said to have.
const LATER: &[&str] = &["since", "now", "again", "and", "seit", "depuis", "desde"];
/// Determiners that say whose a role is.
const OWN: &str =
    " my our mein meine unser unsere mon ma notre mi nuestro nuestra mio mia nostro nostra mijn onze ons ";
/// What says of a role that one alone has it.
const ONLY: &[&str] = &["only", "sole", "own", "einzige", "einziger", "seule", "seul", "única", "único"];
/// What makes it another's, or nobody's yet.
const OTHER: &[&str] = &[
    "former", "ex", "late", "next", "previous", "last", "old", "other", "second", "acting", "deputy", "new",
    "future", "first", "best", "same", "whole", "right", "wrong",
];
/// Nouns that are no role, or one that many have.
const MANY: &[&str] = &[
    "friend", "colleague", "neighbour", "neighbor", "cousin", "student", "client", "customer", "patient",
    "guest", "member", "pupil", "kid", "child", "son", "daughter", "brother", "sister", "twin", "aunt",
    "uncle", "man", "woman", "boy", "girl", "person", "one", "thing", "reason", "way", "problem", "place",
    "name", "case", "answer", "end", "rest", "time", "day", "year", "city", "town", "country", "capital",
    "street", "house", "part", "half", "side", "point", "key", "matter", "question", "others", "people",
    "guy", "lady", "gentleman", "couple", "kids", "children", "driver", "passenger", "witness", "caller",
    "owner", "user", "tenant", "lodger", "resident", "worker", "employee",
];
/// Behind a role it goes on: "the accountant at Ibex" is not ours.
const GOES_ON: &str =
    " of at from for in with who whose that which near on von aus bei de du des à del di van bij ";
/// Words of other languages that end a role.
const ENDS: &str = " und oder et ou y o e en bis jusqu'à hasta tot ";
/// The most words of a role.
const MOST: usize = 3;
/// How many bytes before and behind a name are read.
const NEAR: usize = 160;

impl Role {
    /// Reads what a text says its bearer is of whom it names at these bytes; `None` where it says nothing, or of the past.
    #[must_use]
    pub fn said_of(text: &str, name: Range<usize>) -> Option<Self> {
        said(text, name)
    }

    /// Tells whether a text says of whom it names at these bytes that this is, or was, their role.
    #[must_use]
    pub fn is_said_of(&self, text: &str, name: Range<usize>) -> bool {
        let roles = [said(text, name.clone()), was(text, name)];
        roles.into_iter().flatten().any(|role| role.phrase.to_lowercase() == self.phrase.to_lowercase())
    }

    /// Tells whether a text names somebody else right behind it: "the treasurer, Jasper".
    #[must_use]
    pub fn is_of_another(&self, text: &str, own: &[Range<usize>]) -> bool {
        text.match_indices(self.phrase.as_str()).any(|(at, phrase)| {
            let rest = &text[at + phrase.len()..];
            let name = rest.strip_prefix(", ").or_else(|| rest.strip_prefix(' ')).unwrap_or_default();
            let place = text.len() - name.len();
            name.starts_with(char::is_uppercase)
                && !own.iter().any(|own| own.start <= place && place < own.end)
        })
    }

    /// Returns where a text names its bearer by it, determiner and all: "the treasurer", but not "the treasurer of the choir", "Jon's
    /// treasurer" or "the treasurer election".
    #[must_use]
    pub fn find(&self, text: &str) -> Vec<Range<usize>> {
        let found = text.match_indices(self.phrase.as_str());
        found.filter_map(|(at, phrase)| mention(text, at..at + phrase.len())).collect()
    }
}

/// A role at these bytes with its determiner, if it stands alone there.
fn mention(text: &str, role: Range<usize>) -> Option<Range<usize>> {
    let before = text[..role.start].strip_suffix(' ')?;
    let determiner = before.rsplit(|c: char| !c.is_alphanumeric()).next().filter(|word| is_definite(word))?;
    let start = before.len() - determiner.len();
    let rest = &text[role.end..];
    let possessive = ["'s", "’s"].into_iter().find(|ending| rest.starts_with(ending)).unwrap_or_default();
    let end = role.end + possessive.len();
    let rest = &text[end..];
    if rest.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '-' | '\'' | '’')) {
        return None;
    }
    let next = rest
        .strip_prefix(' ')
        .map(|rest| rest.split(|c: char| !c.is_alphanumeric()).next().unwrap_or_default());
    let english = ["the", "our", "my"].contains(&determiner.to_lowercase().as_str());
    let alone = match next {
        _ if !possessive.is_empty() => true,
        None | Some("") => true,
        Some(word) if goes_on(word) => false,
        Some(word) if word.starts_with(char::is_uppercase) => false,
        Some(word) if english => clause::is_small(word) || clause::finite(word) != clause::Finite::No,
        Some(_) => true,
    };
    alone.then_some(start..end)
}

/// What stands before and behind a name: a long text is not read anew for each of its names.
fn around(text: &str, name: Range<usize>) -> Option<(&str, &str)> {
    let (before, behind) = (text.get(..name.start)?, text.get(name.end..)?);
    let from = before.ceil_char_boundary(before.len().saturating_sub(NEAR));
    Some((&before[from..], &behind[..behind.floor_char_boundary(NEAR)]))
}

/// What a text says that somebody was.
fn was(text: &str, name: Range<usize>) -> Option<Role> {
    let behind = around(text, name)?.1.trim_start_matches([',', ' ']);
    leading(after(behind, WAS)?, |_| true)
}

fn said(text: &str, name: Range<usize>) -> Option<Role> {
    let whole = name.start <= NEAR;
    let (before, behind) = around(text, name)?;
    if behind.starts_with(['\'', '’']) {
        return None;
    }
    let linked = after(behind.trim_start_matches([',', ' ']), IS);
    if let Some(role) = linked.and_then(|rest| leading(rest, |next| LATER.contains(&next))) {
        return Some(role);
    }
    let apposed = behind.strip_prefix(", ").or_else(|| behind.strip_prefix(" ("));
    if let Some(role) = apposed.and_then(|rest| leading(rest, |_| false)) {
        return Some(role);
    }
    // "The treasurer, Ida, rang."
    if let Some(head) = before.strip_suffix(", ").filter(|_| behind.starts_with(',')) {
        return trailing(head);
    }
    let before = before.strip_suffix(' ')?;
    if let Some(head) = CALLED.iter().find_map(|called| before.strip_suffix(called)) {
        return trailing(head.trim_end_matches([',', ' ']));
    }
    // "Our dyer, the only one, is Ture."
    if let Some(head) =
        ["is", "ist", "est", "es", "è"].iter().find_map(|is| before.strip_suffix(is)?.strip_suffix(' '))
    {
        let stands_alone = behind.is_empty() || behind.starts_with(['.', ',', ';', '!']);
        let begins = head.rfind(['.', ';', '!', '?', ':']).map(|at| at + 1).or(whole.then_some(0))?;
        let sentence = &head[begins..];
        return leading(sentence.trim_start(), |_| false).filter(|_| stands_alone);
    }
    // "our cellist Viola"
    trailing(before)
}

fn after<'t>(text: &'t str, verbs: &[&str]) -> Option<&'t str> {
    verbs.iter().filter_map(|verb| text.strip_prefix(verb)?.strip_prefix(' ')).min_by_key(|rest| rest.len())
}

/// The role that a text begins with, determiner first, if it ends there or with a word that may follow it.
fn leading(text: &str, may_follow: impl Fn(&str) -> bool) -> Option<Role> {
    let words = word::words(text);
    let determiner =
        words.first().map(|first| &text[first.span.clone()]).filter(|first| is_definite(first))?;
    let from = &words[1..];
    let ends = |pair: &[Word]| text[pair[0].span.end..pair[1].span.start] != *" ";
    let run = from.windows(2).position(ends).map_or(from.len(), |at| at + 1);
    let goes = |word: &Word| {
        let written = text[word.span.clone()].to_lowercase();
        clause::is_small(&written) || goes_on(&written) || ENDS.contains(&format!(" {written} "))
    };
    let only = from[..run].iter().take_while(|word| ONLY.contains(&word.folded.as_str())).count();
    let count = from[only..run].iter().position(goes).map_or(run, |at| only + at);
    let next = from.get(count).filter(|_| count < run).map(|word| text[word.span.clone()].to_lowercase());
    next.as_deref().is_none_or(may_follow).then(|| role(text, determiner, &from[..count])).flatten()
}

/// The role that a text ends with: "our cellist", but not "in the garden".
fn trailing(text: &str) -> Option<Role> {
    let words = word::words(text);
    let words = &words[words.len().saturating_sub(MOST + 2)..];
    let written = |word: &Word| &text[word.span.clone()];
    let at = words.iter().rposition(|word| is_definite(written(word)))?;
    let placed = at > 0 && WHEN.contains(&format!(" {} ", written(&words[at - 1]).to_lowercase()));
    let run = &words[at..];
    let joined = run.windows(2).all(|pair| &text[pair[0].span.end..pair[1].span.start] == " ")
        && run.last().is_some_and(|last| last.span.end == text.len());
    (joined && !placed).then(|| role(text, written(&run[0]), &run[1..])).flatten()
}

fn role(text: &str, determiner: &str, words: &[Word]) -> Option<Role> {
    let is = |word: &Word, list: &[&str]| list.contains(&word.folded.as_str());
    let only = words.iter().take_while(|word| is(word, ONLY)).count();
    let words = &words[only..];
    let (first, last) = (words.first()?, words.last()?);
    let phrase = &text[first.span.start..last.span.end];
    // "The user's line manager" is not the user.
    let owns = text[last.span.end..].starts_with(['\'', '’']);
    let letters = phrase.chars().all(|c| c.is_alphabetic() || matches!(c, ' ' | '-'));
    let many = only == 0 && is(last, MANY);
    let told = words.len() <= MOST && letters && !many;
    let plain = |word: &Word| !clause::is_small(&text[word.span.clone()].to_lowercase());
    let ex = words.len() > 1 && words.iter().any(|word| is(word, OTHER)) || phrase.starts_with("ex-");
    let others = ex || words.iter().any(|word| !plain(word));
    let own = only > 0 || OWN.contains(&format!(" {} ", determiner.to_lowercase()));
    (told && !others && !owns).then(|| Role { phrase: phrase.to_owned(), own })
}

fn is_definite(word: &str) -> bool {
    const INDEFINITE: [&str; 8] = ["a", "an", "ein", "eine", "un", "une", "una", "een"];
    is_determiner(word) && !INDEFINITE.contains(&word.to_lowercase().as_str())
}

fn goes_on(word: &str) -> bool {
    GOES_ON.contains(&format!(" {} ", word.to_lowercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said_of(text: &str, name: &str) -> Option<String> {
        let at = text.find(name).unwrap();
        Role::said_of(text, at..at + name.len()).map(|role| role.phrase)
    }

    #[test]
    fn what_somebody_is_to_the_writer_is_a_role() {
        for (text, name, role) in [
            ("Pat has been our treasurer since spring.", "Pat", "treasurer"),
            ("Marta Quist is our accountant.", "Marta Quist", "accountant"),
            ("Marta Quist is the wool buyer now.", "Marta Quist", "wool buyer"),
            ("Our dyer, the only one, is Ture.", "Ture", "dyer"),
            ("everything about our cellist Viola", "Viola", "cellist"),
            ("Viola, our only cellist, is ill.", "Viola", "cellist"),
            ("Viola (the cellist) is ill.", "Viola", "cellist"),
            ("everything about Wanda, who is my only sister", "Wanda", "sister"),
            ("The Doctor, as we call Omar, sings.", "Omar", "Doctor"),
            ("Ida ist unsere Kassiererin.", "Ida", "Kassiererin"),
            ("Léa est notre trésorière.", "Léa", "trésorière"),
            ("everything about Wen, my ex", "Wen", "ex"),
        ] {
            assert_eq!(said_of(text, name).as_deref(), Some(role), "{text}");
        }
        for (text, name) in [
            ("Pat was our treasurer.", "Pat"),
            ("Pat is our former treasurer.", "Pat"),
            ("Pat is a treasurer.", "Pat"),
            ("Pat is my friend.", "Pat"),
            ("Pat is the user's line manager.", "Pat"),
            ("Pat is the user.", "Pat"),
            ("Pat is the treasurer of the choir.", "Pat"),
            ("Pat is the reason we left.", "Pat"),
            ("Pat's boss is our landlord.", "Pat"),
            ("Leeds is the city where we met.", "Leeds"),
            ("The key is for Pat.", "Pat"),
            ("In the garden Pat sang.", "Pat"),
            ("I told the treasurer, Pat and Ida.", "Ida"),
        ] {
            assert_eq!(said_of(text, name), None, "{text}");
        }
    }

    #[test]
    fn a_role_is_found_in_the_midst_of_a_long_text() {
        let before = "The gate is shut at ten on Sundays. ".repeat(900);
        for (sentence, role) in [
            ("Pat has been our treasurer since spring.", Some("treasurer")),
            ("Our dyer, the only one, is Pat.", Some("dyer")),
            ("We asked our cellist Pat again.", Some("cellist")),
            ("Pat was our treasurer.", None),
        ] {
            assert_eq!(
                said_of(&format!("{before}{sentence} {before}"), "Pat").as_deref(),
                role,
                "{sentence}"
            );
        }
        // Where a sentence begins is not known then.
        let long = format!("and so on {}the harbour is Pat.", "and so on ".repeat(30));
        assert_eq!(said_of(&long, "Pat"), None);
    }

    #[test]
    fn a_role_names_its_bearer_where_it_stands_alone() {
        let role = Role { phrase: "treasurer".into(), own: true };
        let found = |text: &str| -> Vec<String> {
            role.find(text).into_iter().map(|at| text[at].to_owned()).collect()
        };
        for (text, mention) in [
            ("The treasurer keeps the tin.", "The treasurer"),
            ("Ask our treasurer.", "our treasurer"),
            ("The treasurer's tin is blue.", "The treasurer's"),
            ("The tin is with the treasurer, and Ida has the key.", "the treasurer"),
            ("The treasurer has two keys.", "The treasurer"),
            ("The treasurer and Ida sing.", "The treasurer"),
        ] {
            assert_eq!(found(text), [mention], "{text}");
        }
        for text in [
            "No. 9 Elm Rise – treasurer and key", "“ treasurer", "é treasurer",
            "The treasurer of the choir is ill.", "Jon's treasurer rang.", "A treasurer is needed.",
            "The treasurer election is in May.", "The new treasurer starts in May.", "The treasurers meet.",
        ] {
            assert_eq!(found(text), [""; 0], "{text}");
        }
    }

    #[test]
    fn whoever_had_it_is_another_bearer() {
        let role = Role { phrase: "treasurer".into(), own: true };
        let of = |text: &str, name: &str| {
            let at = text.find(name).unwrap();
            role.is_said_of(text, at..at + name.len())
        };
        for text in ["Ida was our treasurer until May.", "Ida is the treasurer.", "The treasurer, Ida, rang."]
        {
            assert!(of(text, "Ida"), "{text}");
        }
        assert!(!of("Ida is our dyer.", "Ida"));
        assert!(!of("Ida rang the treasurer.", "Ida"));
        assert!(role.is_of_another("The treasurer, Jasper, is ill.", &[]));
        assert!(!role.is_of_another("The treasurer Pat rang.", std::slice::from_ref(&(14..17))));
    }
}
