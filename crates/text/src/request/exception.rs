//! What of a thing is to stay: "everything about Ana, but keep the rent".

use super::phrase_match::{Mark, capital, ending, marks, opening, starts, strip, trimmed, words};
use super::thing::is_thing;
use super::{imperative, reason, referent, refusal, statement};
use crate::lang::List;

/// A request without its exception.
#[derive(Debug, Clone, Copy)]
pub(super) struct Split<'a> {
    pub(super) core: &'a str,
    pub(super) except: &'a str,
    /// What is said behind the exception.
    pub(super) behind: Option<&'a str>,
    /// Whether nothing is asked for but what is excepted from all: "everything except Ana".
    pub(super) inverted: bool,
}

/// Words that say of a noun which ones it means, too: "dogs other than Rex".
const OTHER: &[&str] = &["other than", "apart from"];
/// Words that except only from many.
const OF_MANY: &[&str] = &["bar"];
const NOT_ABOUT: &[&str] =
    &["not about", "not related to", "not concerning", "unrelated to", "isn't about", "doesn't concern"];
/// What is said of something opens so: "what Ana said, except about the paint".
const SAID_OF: &[&str] = &[
    "about", "of", "for", "to", "in", "on", "at", "from", "with", "by", "a", "an", "any", "those", "that",
    "what", "where", "when", "how", "who", "which",
];
/// Behind "but keep" these make it no order: "but keep to the left".
const ASIDE: &[&str] = &[
    "to", "on", "in", "at", "up", "off", "out", "away", "from", "going", "quiet", "silent", "calm", "warm",
    "cool", "cold", "dry",
];

/// What is excepted from many opens so, besides what is of somebody: "every photo but one of Bo".
const SOME: &[&str] = &["the", "one", "those", "that one", "mine", "ours", "what", "where", "whatever"];

/// Takes the exception off a request.
pub(super) fn split(request: &str) -> Option<Split<'_>> {
    let clause = imperative::is_clause(request);
    let question = clause && statement::after_that(imperative::without_order(request).1).is_none();
    let whole = imperative::all_of(request).is_some();
    let marks = marks(request);
    // "Delete Ana and keep the rent", but not "the plan to sell the car and keep the bike".
    let plainly = imperative::commands(request) && !words(request).iter().any(|word| word == "to");
    let marked = |at: usize| marks.iter().find(|mark| at == offset(request, mark.behind)).copied();
    for at in starts(request) {
        let (head, rest) = (trimmed(&request[..at]), &request[at..]);
        let mark = marked(at);
        if head.is_empty() || mark.is_none() && !may_except(rest) {
            continue;
        }
        let found = match mark {
            Some(mark) if mark.mark == '(' || bounded(request, mark, whole) => {
                let word = if clause { of_question(question, rest) } else { excepted(head, rest, true) };
                word.or_else(|| ordered(rest, mark.mark)).or_else(|| said_to_stay(&mark))
            }
            Some(_) => None,
            None if clause => of_question(question, rest).or_else(|| kept_behind(rest)),
            None => {
                excepted(head, rest, whole || empties(head)).or_else(|| kept_behind(rest)).or_else(|| {
                    opening(rest, List::And.all()).filter(|_| whole || plainly).and_then(refusal::spared)
                })
            }
        };
        let found = found.or_else(|| {
            let many = || whole || empties(head) || is_quantified(head);
            plain(head, rest).or_else(|| of_many(head, rest)).filter(|_| many())
        });
        if let Some(tail) = found.filter(|tail| tail.contains(char::is_alphanumeric)) {
            let bracket = mark.is_some_and(|mark| mark.mark == '(') || opened(&request[..at]);
            return parted(head, tail, bracket);
        }
    }
    None
}

/// Each way to read a request as all there is, without what words for an exception name behind it: more words are such here than behind
/// what has a name.
pub(super) fn from_all(request: &str) -> impl Iterator<Item = (&str, &str)> {
    starts(request).into_iter().filter_map(|at| {
        let rest = &request[at..];
        let tail = [List::Except.all(), OTHER, List::PerhapsExcept.all(), List::But.all()]
            .iter()
            .find_map(|words| opening(rest, words))?;
        let kept = tail.trim_end_matches([' ', '.', '!', ',', ';', ')']);
        (!later(tail) && !kept.is_empty()).then(|| (trimmed(&request[..at]), kept))
    })
}

/// Whether a text opens with a word that can open an exception.
fn may_except(rest: &str) -> bool {
    [
        List::Except.all(),
        OTHER,
        List::PerhapsExcept.all(),
        OF_MANY,
        List::Without.all(),
        NOT_ABOUT,
        List::But.all(),
        List::And.all(),
    ]
    .iter()
    .any(|words| opening(rest, words).is_some())
}

fn offset(text: &str, part: &str) -> usize {
    text.len() - part.len()
}

/// Whether a bracket is open at the end of a text.
fn opened(text: &str) -> bool {
    text.rfind('(').is_some_and(|at| !text[at..].contains(')'))
}

/// Whether behind a mark stands something new, and no further member of a list or of a note.
fn bounded(request: &str, mark: Mark<'_>, whole: bool) -> bool {
    match mark.mark {
        ':' => false,
        '.' | '!' | '?' | '\n' => mark.ends_sentence(),
        ',' => whole || !mark.before.contains(':') || imperative::commands(request),
        _ => true,
    }
}

/// What a word for an exception excepts.
fn excepted<'a>(head: &str, rest: &'a str, sure: bool) -> Option<&'a str> {
    let its = |words: &[&str]| {
        let tail = opening(rest, words)?;
        (sure && opening(tail, List::Its.all()).is_some() && !statement::ends_in_auxiliary(head))
            .then_some(tail)
    };
    let small = || !capital(rest) && sure && !said_before(head);
    // "The remark that all except Bo had paid".
    let told = || !sure && words(head).iter().any(|word| List::Told.has(word));
    let thing = || sure || is_thing(imperative::without_order(head).1);
    opening(rest, List::Except.all())
        .or_else(|| opening(rest, OTHER).filter(|_| thing()))
        .filter(|tail| !later(tail) && !told())
        .or_else(|| {
            opening(rest, List::PerhapsExcept.all())
                .filter(|tail| small() && !tail.starts_with(char::is_numeric))
        })
        .or_else(|| its(List::Without.all()))
        .or_else(|| all_not_about(head, rest))
}

/// What a question excepts: "what Ana said about the roof but not the gutters".
fn of_question(question: bool, rest: &str) -> Option<&str> {
    let thing = |tail: &&str| {
        opening(tail, List::Its.all()).or_else(|| opening(tail, SAID_OF)).is_some() || capital(tail)
    };
    opening(rest, List::Except.all()).filter(|tail| question && !later(tail) && thing(tail))
}

/// "Bis auf weiteres", "but not because", "but not yet": no thing is excepted.
fn later(tail: &str) -> bool {
    const LATER: &[&str] = &["weiteres", "only", "just", "because", "since", "yet", "before", "until", "if"];
    opening(tail, LATER).is_some()
}

/// Whether a verb or a subject goes before: "what we save".
fn said_before(head: &str) -> bool {
    const BEFORE: &[&str] = &[
        "to", "i", "we", "you", "they", "he", "she", "can", "could", "will", "would", "must", "should", "not",
    ];
    words(head).last().is_some_and(|word| BEFORE.contains(&word.as_str()))
}

/// "Everything that is not about Ana".
fn all_not_about<'a>(head: &str, rest: &'a str) -> Option<&'a str> {
    opening(rest, NOT_ABOUT).filter(|_| empties(head))
}

/// What "but", without more, excepts from all: "everything about Ana but her rent".
fn plain<'a>(head: &str, rest: &'a str) -> Option<&'a str> {
    let tail = opening(rest, &["but"])?;
    let all_there_is = opening(imperative::without_order(head).1, &["everything"]) == Some("");
    let thing = opening(tail, List::Its.all()).is_some() || imperative::is_object(tail) || all_there_is;
    (thing && !later(tail) && !statement::says(tail)).then_some(tail)
}

/// What is excepted from many by words that are none elsewhere: "all the recipes bar the one for goulash".
fn of_many<'a>(head: &str, rest: &'a str) -> Option<&'a str> {
    let tail = opening(rest, OF_MANY).or_else(|| opening(rest, List::PerhapsExcept.english()))?;
    let some = opening(tail, SOME).is_some() || opening(tail, List::Its.all()).is_some();
    (some && !capital(rest) && !said_before(head) && !statement::says(tail)).then_some(tail)
}

/// Whether an order is for many of a kind: "all the invoices", "every badge".
fn is_quantified(head: &str) -> bool {
    const ALL_OF: &[&str] =
        &["all", "all the", "all my", "all our", "all of the", "all those", "every", "each"];
    const OPEN: &[&str] =
        &["the", "a", "an", "of", "in", "on", "at", "for", "to", "from", "with", "and", "or"];
    let kind = opening(imperative::without_order(head).1, ALL_OF);
    let last = |kind: &str| words(kind).pop();
    kind.and_then(last).is_some_and(|last| !OPEN.contains(&last.as_str()))
}

/// What an order behind a mark spares.
fn ordered(rest: &str, mark: char) -> Option<&str> {
    const ONLY_BEHIND_BUT: &[&str] = &["remember", "save", "leave"];
    if mark == ',' && opening(rest, ONLY_BEHIND_BUT).is_some() {
        return None;
    }
    let linked =
        opening(rest, List::But.all()).or_else(|| opening(rest, List::And.all())).and_then(refusal::spared);
    let kept = || opening(rest, &["keep"]).filter(|thing| mark != ',' && opening(thing, ASIDE).is_none());
    linked.or_else(kept).or_else(|| kept_behind(rest)).or_else(|| refusal::spared(rest))
}

/// What ends some of these: "was Noah betrifft", "wat over Noah gaat".
const ALL_OF_ENDS: &[&str] = &["betrifft", "angeht", "gaat"];

/// What an exception keeps all of; `None` where it keeps a thing, or a part of one.
pub(super) fn all_of_kept(kept: &str) -> Option<&str> {
    let bare = opening(kept, &["the", "my", "our", "all the", "die", "les", "los", "i", "de"]);
    let thing = opening(kept, List::AllOf.all()).or_else(|| opening(bare?, List::AllOf.all()))?;
    let clause = opening(kept, &["dem, was", "das, was", "dem was", "das was", "was", "wat over"]).is_some();
    let ended = ending(thing, ALL_OF_ENDS);
    if clause { ended } else { Some(thing) }.filter(|thing| !thing.is_empty())
}

/// The order, and what alone it lets stay: "only the garden may stay".
pub(super) fn only_stays(request: &str) -> Option<(&str, &str)> {
    const LONGEST: usize = 8;
    let request = request.trim_end_matches(['.', '!', ' ']);
    let (order, tail) = match request.rfind([',', ';', '.', ':']) {
        Some(at) => (trimmed(&request[..at]), &request[at + 1..]),
        None => ("", request),
    };
    let tail = opening(tail, List::But.all()).or_else(|| opening(tail, List::And.all())).unwrap_or(tail);
    let thing = refusal::stays(opening(tail, List::Only.all())?)?;
    (words(thing).len() <= LONGEST && !statement::says(thing)).then_some((order, thing))
}

/// What "but keep" spares, wherever it stands.
fn kept_behind(rest: &str) -> Option<&str> {
    let tail = opening(rest, List::But.all())?;
    let kept = opening(tail, &["keep"]).filter(|thing| opening(thing, ASIDE).is_none() && !thing.is_empty());
    refusal::spared(tail).or(kept).or_else(|| opening(tail, List::Keep.elsewhere()))
}

/// "Her address stays", behind a mark.
fn said_to_stay<'a>(mark: &Mark<'a>) -> Option<&'a str> {
    let tail = mark.behind.trim_end_matches(['.', '!', ' ', ')']);
    if let Some((_, thing)) = only_stays(tail).filter(|(order, _)| order.is_empty()) {
        return Some(thing);
    }
    if let Some(whose) = keeping(tail) {
        return Some(whose);
    }
    let stays = |tail: &'a str| refusal::stays(opening(tail, List::But.all()).unwrap_or(tail));
    // "Her address stays, patients ask for it": what follows is why.
    let thing = stays(tail).or_else(|| stays(tail.split_once([',', ';'])?.0))?;
    (opening(thing, List::Its.all()).is_some()
        && !thing.contains([',', ';', '.'])
        && words(thing).len() <= 7
        && !statement::says(thing))
    .then_some(thing)
}

/// Who keeps theirs: "teachers keep theirs", "Bo can keep his".
fn keeping(tail: &str) -> Option<&str> {
    const KEEP: &[&str] = &["keep", "keeps"];
    const THEIRS: &[&str] = &["theirs", "his", "hers", "its", "ours", "mine"];
    const MOST: usize = 6;
    let whose = ending(ending(tail, THEIRS)?, KEEP)?;
    let whose = ending(whose, List::ShallStay.all()).unwrap_or(whose);
    let whose = opening(whose, List::But.all()).unwrap_or(whose);
    (!whose.is_empty() && words(whose).len() <= MOST && !whose.contains([',', ';', '.'])).then_some(whose)
}

/// Whether what a request asks for before an exception is all there is.
fn empties(head: &str) -> bool {
    const EVERYONE: &[&str] = &["everyone", "everybody", "all people", "anyone"];
    // Nobody says it in more words than that.
    const LONGEST: usize = 256;
    if head.len() > LONGEST {
        return false;
    }
    let core = imperative::without_order(head).1;
    let core = imperative::all_of(core).unwrap_or(core);
    referent::names_nothing(core) || EVERYONE.iter().any(|all| strip(core, all) == Some(""))
}

fn parted<'a>(head: &'a str, tail: &'a str, bracket: bool) -> Option<Split<'a>> {
    let (tail, mut behind) = match tail.split_once(')').filter(|_| bracket) {
        Some((inner, rest)) => (inner, Some(rest.trim_start_matches([' ', ',', '.', ';']))),
        None => (tail, None),
    };
    let (mut except, told) = reason::behind_exception(tail);
    except = except.trim_end_matches([' ', '.', '!', ',', ';']);
    behind = told.or(behind).filter(|behind| behind.contains(char::is_alphanumeric));
    let core = imperative::without_order(head).1;
    // "Everyone except Ana who has paid" are some.
    let some = opening(core, &["everyone", "everybody", "anyone"]).is_some()
        && words(except).iter().any(|word| ["who", "that", "whom"].contains(&word.as_str()));
    let inverted = empties(head) && !some;
    let core = head.trim_end_matches(['.', '!', ' ']);
    (!except.is_empty()).then_some(Split { core, except, behind, inverted })
}

#[cfg(test)]
mod tests {
    use crate::request::{Extent, parse};

    #[test]
    fn what_is_to_stay_is_no_part_of_the_core() {
        for (text, core, except) in [
            ("everything about Rhea Moss except her asthma", "Rhea Moss", "her asthma"),
            (
                "everything about Rhea Moss except the bills and the lease",
                "Rhea Moss",
                "the bills and the lease",
            ),
            ("Forget everything about Rhea Moss, but keep the lease.", "Rhea Moss", "the lease"),
            ("everything about Rhea, but keep that she has asthma", "Rhea", "that she has asthma"),
            ("delete Rhea Moss, excluding her birthday", "Rhea Moss", "her birthday"),
            ("everything about Rhea Moss without her birthday", "Rhea Moss", "her birthday"),
            ("all records of Rhea Moss save for the lease", "Rhea Moss", "the lease"),
            ("drop everything about Rhea. the alarm code stays", "Rhea", "the alarm code"),
            ("everything about Rhea. Her address stays, patients ask for it.", "Rhea", "Her address"),
            ("everything about Rhea; the alarm code is still in use and stays.", "Rhea", "the alarm code"),
            ("everything about Rhea Moss (keep the asthma)", "Rhea Moss", "the asthma"),
            ("everything about Rhea Moss (but not the lease), she left", "Rhea Moss", "the lease"),
            ("Forget everything about Rhea Moss. Keep the asthma.", "Rhea Moss", "the asthma"),
            ("Erase everything about Rhea Moss! Don't delete her bills.", "Rhea Moss", "her bills"),
            ("everything about Rhea aside from the lease", "Rhea", "the lease"),
            ("everything about Rhea with the exception of the lease", "Rhea", "the lease"),
            ("everything about Rhea, but leave the lease alone", "Rhea", "the lease"),
            ("everything about Rhea, but don't touch her bills", "Rhea", "her bills"),
            ("everything about Rhea but do not forget her asthma", "Rhea", "her asthma"),
            ("everything about Rhea - keep the lease", "Rhea", "the lease"),
            ("everything about Rhea and keep the lease", "Rhea", "the lease"),
            ("everything about Rhea Moss, not her bills", "Rhea Moss", "her bills"),
            ("everything about Rhea but her asthma", "Rhea", "her asthma"),
            ("everything about Rhea; her bills stay", "Rhea", "her bills"),
            ("Except for the lease, delete everything about Rhea Moss.", "Rhea Moss", "the lease"),
            ("Keep the lease but delete everything else about Rhea Moss", "Rhea Moss", "the lease"),
            ("everything about Rhea except the bills, because Pim wants them", "Rhea", "the bills"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.except), (core, Some(except)), "{text}");
            assert_eq!((request.extent, request.refusal), (Extent::Everything, None), "{text}");
        }
    }

    #[test]
    fn some_of_many_are_kept() {
        for (text, core, except) in [
            ("all the recipes bar the one for goulash", "all the recipes", "the one for goulash"),
            ("clear out all the invoices but the last one", "all the invoices", "the last one"),
            ("every photo save the one of Rhea", "every photo", "the one of Rhea"),
            ("the discount for pupils; teachers keep theirs", "the discount for pupils", "teachers"),
            ("Rhea's gym card. Her library card stays of course.", "Rhea's gym card", "Her library card"),
            (
                "where Rhea was hurt... her sister's thing can stay",
                "where Rhea was hurt",
                "her sister's thing",
            ),
            ("Rhea Moss: delete it all, but keep the lease", "Rhea Moss", "the lease"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.except), (core, Some(except)), "{text}");
        }
        for text in ["all the notes on the salad bar", "every man but few women", "all the bars in Ulm"] {
            assert_eq!(parse(text).except, None, "{text}");
        }
    }

    #[test]
    fn all_of_a_thing_is_kept() {
        for (kept, thing) in [
            ("the memories about the dog", "the dog"),
            ("the notes on the dog", "the dog"),
            ("dem, was Noah betrifft", "Noah"),
            ("ce qui concerne Noah", "Noah"),
            ("les souvenirs du chien", "chien"),
            ("lo de mi trabajo", "mi trabajo"),
            ("quello che riguarda Noah", "Noah"),
            ("wat over Noah gaat", "Noah"),
        ] {
            assert_eq!(super::all_of_kept(kept), Some(thing), "{kept}");
        }
        for kept in ["the dog", "my allergies", "what the baker charges", "was ich esse", "the notes"] {
            assert_eq!(super::all_of_kept(kept), None, "{kept}");
        }
        for (request, split) in [
            ("delete everything; only the garden may stay", ("delete everything", "the garden")),
            ("only Bo Lund may stay.", ("", "Bo Lund")),
            ("lösche alles, nur der Garten bleibt", ("lösche alles", "der Garten")),
        ] {
            assert_eq!(super::only_stays(request), Some(split), "{request}");
        }
        for request in ["only Bo Lund sings", "that guests may stay", "delete the only photo that remains"] {
            assert_eq!(super::only_stays(request), None, "{request}");
        }
    }

    #[test]
    fn what_is_asked_for_is_no_exception() {
        for text in [
            "the photo without a frame",
            "that the pool is open daily except Monday",
            "that nobody but Pim has a key",
            "that Rhea eats fish but not meat",
            "how to save for a boat",
            "everything about what we save for the trip",
            "that pets may go out but keep to the garden",
            "the list: wash up, keep the door shut",
            "exceptional costs of Rhea",
            "the film 'All but the Dog'",
            "everything about the shop, but the owner is a friend",
            "the exception to the rule",
            "Salvo Greco",
        ] {
            assert_eq!(parse(text).except, None, "{text}");
        }
    }

    #[test]
    fn questions_except_things() {
        for (text, core, except) in [
            ("what Ana said about the roof but not the door", "what Ana said about the roof", "the door"),
            ("what Ana said, except about the door", "what Ana said", "about the door"),
            ("where Ana lives, but not where Bo lives", "where Ana lives", "where Bo lives"),
            ("the room in Ghent rather than the one in Ulm", "the room in Ghent", "the one in Ulm"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.except), (core, Some(except)), "{text}");
        }
        for text in ["what we saw but not bought", "how to dance but not because of Bo"] {
            assert_eq!(parse(text).except, None, "{text}");
        }
    }

    #[test]
    fn statements_keep_what_they_except() {
        let request = parse("Forget that the pool is open daily except Monday");
        assert_eq!(
            (request.extent, request.core),
            (Extent::Statement, "the pool is open daily except Monday")
        );
        let request = parse("Forget that Rhea has a boat, but keep what it cost");
        assert_eq!((request.core, request.except), ("Rhea has a boat", Some("what it cost")));
    }
}
