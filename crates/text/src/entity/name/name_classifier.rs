//! Whether a word is used as a name or as a common word in its sentence.

use super::context;
use super::foreign_homograph;
use super::sentence_words::{FUNCTION, ORDERS, VERBS, one_of};
use super::usage::Usage;
use crate::clause::{self, Finite};
use crate::gazetteer::non_entity;
use crate::gazetteer::title;
use crate::unicode::token::{Token, tokens};
use crate::word::english_word;
use std::ops::Range;

const DETERMINERS: &str = "a an the this that these those my your his her its our their some any no every each another which what whose one two three \
 four five six several many few both all more most enough much such little";
const MODALS: &str = "to will would can could shall should may might must not don't doesn't didn't won't can't never please let's i you we they it";

/// Verbs behind which a statement stands: "Hope the vet comes" says no more of a vet Hope than "I hope" does.
const OPINIONS: &str = "hope trust guess wish bet say see pray reckon hear";
/// Orders whose object is a person, behind which a name needs no capital.
const ADDRESSING: &str = "ask tell call phone email text thank remind meet invite ring";

/// Whether what follows the word at the head says who that is, and a finite verb follows: "Frost the plumber takes sixty", but not
/// "Frost the cake".
fn introduced(toks: &[Token<'_>], k: usize) -> bool {
    let small = |i: usize| toks.get(i).filter(|t| !t.capital() && !t.code).map(|t| t.text.to_lowercase());
    let Some(article) = small(k + 1).filter(|w| one_of("the our my his her their", w)) else { return false };
    let (Some(noun), Some(verb)) = (small(k + 2), small(k + 3)) else { return false };
    let person = title::person(&noun);
    let goes_on = toks.get(k + 4).is_some();
    !one_of(OPINIONS, &toks[k].text.to_lowercase())
        && !clause::is_small(&noun)
        && match clause::finite(&verb) {
            Finite::Auxiliary => {
                !clause::is_base(&verb) && !one_of("will would can could shall may might must", &verb)
            }
            Finite::Sure => person || article != "the" || !verb.ends_with('s'),
            Finite::Past => person || article != "the",
            Finite::Noun | Finite::Guessed => person && goes_on,
            Finite::No => false,
        }
}

/// Whether a phrase follows word `k`, and then a finite verb whose subject it is: "Mark from the choir gets hives".
fn has_a_verb_behind_a_phrase(text: &str, toks: &[Token<'_>], k: usize) -> bool {
    let within =
        |pair: &&[Token<'_>]| !text[pair[0].span.end..pair[1].span.start].contains([',', ';', ':', '.']);
    let clause = toks[k..].windows(2).take(8).take_while(within).map(|pair| &pair[1]);
    let verb = |t: &Token<'_>| {
        let word = t.text.to_lowercase();
        matches!(clause::finite(&word), Finite::Auxiliary | Finite::Sure)
            && !clause::is_base(&word)
            && !t.capital()
    };
    let mut words = clause.take_while(|t| !one_of("who that which and when if because", t.text));
    words.next().is_some_and(|t| one_of("from in at with on", t.text)) && words.skip(1).any(verb)
}

/// How the word at `span` is used.
pub fn usage(text: &str, span: Range<usize>) -> Usage {
    let toks = tokens_near(text, &span);
    let Some(first) = toks.iter().position(|t| t.span.start < span.end && span.start < t.span.end) else {
        return Usage { score: 0.5, reason: "no word" };
    };
    // An initial says nothing of the surname behind it.
    let mut k = first;
    while toks[k].text.chars().count() == 1
        && toks[k].capital()
        && toks.get(k + 1).is_some_and(|next| next.span.start < span.end)
    {
        k += 1;
    }
    if toks[k].text == "The"
        && toks.get(k + 1).is_some_and(|next| next.span.start < span.end && next.capital())
    {
        return Usage { score: 0.8, reason: "a name with its article" };
    }
    if k > first && toks[k].capital() && toks[k].script.cased() {
        return Usage { score: 0.93, reason: "an initial before it" };
    }
    judge(text, &toks, k)
}

/// The words of the surroundings: a long text is not read as a whole.
fn tokens_near<'a>(text: &'a str, span: &Range<usize>) -> Vec<Token<'a>> {
    if text.len() < 400 {
        return tokens(text);
    }
    let mut from = span.start.min(text.len()).saturating_sub(160);
    while !text.is_char_boundary(from) {
        from -= 1;
    }
    let mut to = (span.end.max(span.start) + 160).min(text.len());
    while !text.is_char_boundary(to) {
        to += 1;
    }
    let mut toks = tokens(&text[from..to.max(from)]);
    for t in &mut toks {
        t.span = t.span.start + from..t.span.end + from;
    }
    toks
}

/// A word that names what follows it, whatever word it is: "Project Sun".
pub(super) fn labels(token: &Token<'_>) -> bool {
    const LABELS: &str = "project operation initiative programme program codename campaign studio band club hotel café cafe restaurant bar";
    token.capital() && one_of(LABELS, &token.text.to_lowercase())
}

fn judge(text: &str, toks: &[Token<'_>], k: usize) -> Usage {
    let t = &toks[k];
    let say = |score: f32, reason| Usage { score, reason };
    if !t.script.cased() {
        return say(0.7, "a script without capitals");
    }
    let stem = t.text.split(['\'', '’']).next().unwrap_or(t.text);
    let lower = stem.to_lowercase();
    let possessive = t.text.len() > stem.len() && t.text[stem.len()..].to_lowercase().ends_with('s');
    let caps = toks.iter().filter(|t| t.script.cased() && t.text.len() > 1).all(Token::all_caps);
    let prev = k.checked_sub(1).map(|p| &toks[p]);
    let next = toks.get(k + 1);
    let gap_before = prev.map_or("", |p| &text[p.span.end..t.span.start]);
    let gap_after = next.map_or("", |n| &text[t.span.end..n.span.start]);
    let ends = |g: &str| {
        g.contains(['.', '!', '?', ':', '\n', '|', ';', '"', '“', '„', '—', '•'])
            || g.contains(" - ")
            || g.contains('(')
    };
    let first = prev.is_none()
        || ends(gap_before) && !prev.is_some_and(|p| title::address(p.text) && gap_before == ". ");
    let before = prev.filter(|_| !first).map(|p| p.text.to_lowercase()).unwrap_or_default();
    let after = next
        .filter(|_| matches!(gap_after, " " | "\u{a0}"))
        .map(|n| n.text.to_lowercase())
        .unwrap_or_default();
    let common = english_word(&lower);
    let next_capital =
        next.is_some_and(|n| n.capital() && gap_after == " " && !non_entity::no_entity(n.text));
    let prev_title = prev.is_some_and(|p| title::address(p.text) && gap_before.len() <= 2);
    let entries = crate::gazetteer::given_name::lookup(&crate::gazetteer::given_name::fold_key(stem));
    let known = entries.iter().any(|entry| !entry.nickname);

    if non_entity::calendar(stem)
        && t.capital()
        && !next_capital
        && !prev_title
        && !prev.is_some_and(|p| gap_before == " " && labels(p))
        && lower != "may"
        && lower != "april"
        && lower != "june"
        && lower != "august"
    {
        return say(0.15, "a day, month or feast");
    }
    if non_entity::people(stem) && !prev_title && !next_capital {
        return say(0.2, "a language or people");
    }
    if !t.capital() {
        if prev_title {
            return say(0.8, "after a form of address");
        }
        let verbal = one_of("will may can must should would could is was has had does did", &lower);
        // "the river rose" says what the river did; "the user art" names.
        let said_of =
            k.checked_sub(2).is_some_and(|d| one_of(DETERMINERS, &toks[d].text.to_lowercase()) && common)
                && !prev.is_some_and(|p| {
                    matches!(p.text, "user" | "account" | "login" | "customer" | "named" | "called")
                });
        if prev.is_some_and(|p| title::role(p.text) && gap_before == " ")
            && !said_of
            && !verbal
            && !one_of(MODALS, &after)
        {
            return say(0.7, "after a role");
        }
        if one_of(DETERMINERS, &before) {
            return say(0.03, "a determiner stands before it");
        }
        // "will has to sit in front", "(will again!)": chat, and no verb may stand so.
        let shouting = toks.iter().any(Token::capital);
        let finite =
            one_of("has is was had says said wants gets does did sits plays needs likes takes", &after);
        let clause_ends = toks.get(k + 2).is_none_or(|n| ends(&text[toks[k + 1].span.end..n.span.start]));
        let alone = one_of("again too also here there", &after) && clause_ends;
        if one_of("will may mark bill", &lower)
            && first
            && (finite && !shouting && lower != "may" || lower == "will" && (finite || alone))
        {
            return say(0.7, "no verb may stand here");
        }
        if one_of(MODALS, &before) {
            return say(0.05, "used as a verb");
        }
        let second = toks.get(k + 2).map(|n| n.text.to_lowercase()).unwrap_or_default();
        let addressed = one_of(ADDRESSING, &before)
            && context::is_given(&lower)
            && one_of("about to for if whether when that on again today tomorrow", &after);
        let with_me = first && context::is_given(&lower) && after == "and" && one_of("i me", &second);
        if !shouting && (addressed || with_me) {
            return say(0.65, "the text has no capitals, and a person is named here");
        }
        if common {
            return say(0.12, "a common word in small letters");
        }
        // All in small letters: chat.
        let shouting = toks.iter().any(Token::capital);
        return if shouting { say(0.4, "in small letters") } else { say(0.65, "the text has no capitals") };
    }
    // Capital.
    if let Some(foreign) = foreign_homograph::word(text, toks, k, first) {
        return foreign;
    }
    // "AT & T": what is joined to another capital is a name.
    let partner = toks.get(k + 1).is_some_and(|next| {
        next.capital() && matches!(text[toks[k].span.end..next.span.start].trim(), "&" | "＆")
    });
    if first && !prev_title && !possessive && !partner && one_of(FUNCTION, &lower) {
        return say(0.03, "a function word at the head");
    }
    if caps && toks.len() > 1 {
        return if common && one_of(DETERMINERS, &before) {
            say(0.15, "a determiner stands before it")
        } else {
            say(0.6, "all in capitals")
        };
    }
    if prev_title {
        return say(0.98, "after a form of address");
    }
    if month(&lower) {
        let digit_after = text[t.span.end..].trim_start().starts_with(|c: char| c.is_numeric());
        let digit_before = text[..t.span.start].trim_end().ends_with(|c: char| c.is_numeric())
            || ["st", "nd", "rd", "th"].iter().any(|e| {
                text[..t.span.start].trim_end().ends_with(e)
                    && text[..t.span.start].trim_end().trim_end_matches(e).ends_with(|c: char| c.is_numeric())
            });
        let of_month = one_of(
            "in since until till by last next early late mid this of every from through during for before after each",
            &before,
        );
        if (digit_after && !possessive) || digit_before {
            return say(0.04, "a date");
        }
        if before == "the" && !next_capital && !possessive && !after.is_empty() && !one_of(VERBS, &after) {
            return say(0.1, "a month");
        }
        if of_month
            && !(next_capital && before != "in" || possessive || one_of(VERBS, &after) && before != "in")
            && !(one_of("from for of by", &before) && one_of(VERBS, &after))
        {
            return say(0.1, "a month");
        }
    }
    if !first {
        if next_capital || prev.is_some_and(|p| p.capital() && gap_before == " " && !english_word(p.text)) {
            return if one_of("the a an", &before) && !next_capital {
                say(0.5, "a determiner stands before it")
            } else {
                say(0.93, "a name beside it")
            };
        }
        if one_of("a an", &before) {
            return say(if known && before == "a" { 0.6 } else { 0.3 }, "a determiner stands before it");
        }
        if possessive {
            return say(0.95, "a capital within the sentence, possessive");
        }
        return say(0.92, "a capital within the sentence");
    }
    // First word.
    if !common {
        return say(if known { 0.95 } else { 0.85 }, "no common word");
    }
    if possessive {
        return if after == "a" || after == "the" || after == "not" {
            say(if known { 0.6 } else { 0.5 }, "first word")
        } else {
            say(0.9, "possessive")
        };
    }
    if next_capital {
        if !known && one_of(ORDERS, &lower) {
            return say(0.3, "an order, and a name follows");
        }
        let verb_first = one_of("will may can mark bill grant drew pat sue rob chase", &lower) && !known;
        return say(if verb_first { 0.6 } else { 0.88 }, "a name follows");
    }
    if gap_after.starts_with(',') || gap_after.starts_with(':') || gap_after.starts_with(" |") {
        return say(0.6, "first word, set off");
    }
    if next.is_none() {
        return say(0.55, "alone");
    }
    if introduced(toks, k) {
        return say(0.75, "who it is follows, and a verb");
    }
    let auxiliary =
        one_of("will may can might must should would could do does did is are was were have has had", &lower);
    if auxiliary {
        // "Will you come" asks; "Will says" names.
        if one_of("i you we they he she it the a an my your our this that there these those", &after) {
            return say(0.06, "a question");
        }
        if one_of(VERBS, &after) {
            return say(0.88, "a verb follows");
        }
        let asks = text[t.span.end..].split(['.', '!', '\n']).next().is_some_and(|rest| rest.contains('?'));
        let third = after.len() > 3 && after.ends_with('s') && !after.ends_with("ss");
        if third && !asks && one_of("will may", &lower) {
            return say(0.75, "a verb follows");
        }
        return say(0.45, "first word");
    }
    if one_of(
        "the a an this that these those my your his her its our their every all each any some it them him us me you",
        &after,
    ) {
        return say(0.12, "used as a verb");
    }
    if one_of("of in on at from to is are with for under over behind near by between into through", &after)
        && after != "is"
    {
        // A noun that can be counted would have an article.
        if known && has_a_verb_behind_a_phrase(text, toks, k) {
            return say(0.7, "a phrase and a verb follow");
        }
        return say(0.3, "first word, a phrase follows");
    }
    if after == "and" && joined_to_word(toks, k) {
        return say(0.4, "joined to a common word");
    }
    if one_of(VERBS, &after) {
        let mass = one_of("is was has had will can may needs must should", &after);
        return say(if mass { if known { 0.75 } else { 0.55 } } else { 0.88 }, "a verb follows");
    }
    if one_of("here speaking again", &after) {
        return say(if known { 0.85 } else { 0.6 }, "somebody speaks");
    }
    let third = after.ends_with('s') && !after.ends_with("ss") && after.len() > 3;
    if third {
        // "Bob enjoys skiing": no noun, and a nickname will do.
        let sure = clause::finite(&after) == Finite::Sure && !entries.is_empty();
        let score = match (sure, known) {
            (true, _) => 0.85,
            (false, true) => 0.7,
            (false, false) => 0.55,
        };
        return say(score, "perhaps a verb follows");
    }
    if after.len() > 4 && after.ends_with("ed") {
        return say(0.7, "perhaps a verb follows");
    }
    say(if known { 0.5 } else { 0.45 }, "first word")
}

/// Whether a common word in small letters is joined to the word: "Ginger and lemon tea", "Mark and date the jars".
fn joined_to_word(toks: &[Token<'_>], k: usize) -> bool {
    toks.get(k + 2).is_some_and(|t| {
        let lower = t.text.to_lowercase();
        !t.capital()
            && english_word(&lower)
            && !clause::is_small(&lower)
            && !title::person(&lower)
            && !title::role(&lower)
    })
}

fn month(lower: &str) -> bool {
    matches!(lower, "may" | "april" | "june" | "august" | "march" | "mai" | "juni" | "juli")
}
