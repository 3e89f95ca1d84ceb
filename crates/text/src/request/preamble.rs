//! What stands before an order: greetings, who asks, and sentences of their own.

use super::case_reference::{self, Reference};
use super::phrase_match::{Mark, capital, ending, marks, opening, starts, strip, telling, trimmed, words};
use super::{imperative, obsolescence, referent, refusal, role, statement, under_law};
use crate::lang::List;

/// How a request begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Opening<'a> {
    /// With what it asks for.
    Plain,
    /// With something that is not asked for; the order follows.
    Said { said: &'a str, order: &'a str },
    /// With what is to stay; the order follows.
    Kept { kept: &'a str, order: &'a str },
    /// With what is asked for, as a sentence or name; an order that only points back to it follows.
    Back { thing: &'a str },
}

/// Verbs of who asks for something.
const ASKS: &str = " asked asks ask asking wants wanted want told tells requested requests request instructed instructs ordered \
    begged begs needs urged advised likes like wishes wished insists insisted demands demanded says said expects recommended \
    suggested prefers agreed decided bat bittet möchte will wünscht gebeten wollte verlangt demandé demande veut voudrait souhaite \
    pidió pide quiere quería solicitó chiesto chiede vuole vorrebbe pediu pede quer gevraagd vraagt wil vroeg wenst попросил \
    попросила просит хочет велел велела poprosił poprosiła prosi chce ";
/// What stands between who asks and what is asked.
const LINKS: &[&str] = &[
    "to", "that we", "that you", "that i", "if you could", "if we could", "whether you could", "us to",
    "me to", "we", "you to",
];

/// Behind these "to" tells what somebody else is to do.
const TO_WHOM: &[&str] = &[
    "me", "us", "you", "him", "her", "them", "asked", "asks", "requested", "requests", "said", "says",
    "team", "everyone", "instructions",
];

/// How a request begins.
pub(super) fn opening_of(request: &str) -> Opening<'_> {
    if let Some(opening) = kept_first(request) {
        return opening;
    }
    if let Some((said, order)) = under_law::under_law(request) {
        return Opening::Said { said, order };
    }
    let ordered = orders_behind(request);
    let alone = || imperative::all_of(request).is_some() || refusal::refusal(request).is_some();
    if imperative::commands(request) || !ordered && !forbids_behind(request) && alone() {
        return Opening::Plain;
    }
    if let Some((said, order)) = asked_to(request).or_else(|| imperative::wish(request)) {
        return Opening::Said { said, order };
    }
    let marked = marks(request).into_iter().take_while(is_early).find_map(at);
    marked.or_else(|| grounded(request)).unwrap_or(Opening::Plain)
}

/// What stands before an order is short.
fn is_early(mark: &Mark<'_>) -> bool {
    const LONGEST: usize = 600;
    mark.before.len() <= LONGEST
}

/// Whether an order to forget follows behind a mark.
pub(super) fn orders_behind(request: &str) -> bool {
    marks(request)
        .iter()
        .take_while(|mark| is_early(mark))
        .any(|mark| imperative::command(mark.behind).is_some())
}

/// Whether a sentence behind the first one forbids to forget.
fn forbids_behind(request: &str) -> bool {
    let early = marks(request).into_iter().take_while(is_early);
    early.filter(Mark::ends_sentence).any(|mark| refusal::forbids(mark.behind).is_some())
}

/// Whether words only greet, or say who speaks or asks and why.
pub(super) fn is_aside(text: &str) -> bool {
    let text = without_greeting(text);
    names_speaker(text)
        || asks(text)
        || opening(text, List::OnBehalf.all()).is_some()
        || opening(text, List::BecauseFirst.all()).is_some()
        || case_reference::reference(text) == Some(Reference::Case)
}

fn names_speaker(text: &str) -> bool {
    const LINKS: &[&str] =
        &["from", "of", "at", "in", "for", "and", "your", "the", "here", "von", "aus", "de", "du", "van"];
    let named = |who: &str| who.split_whitespace().all(|word| capital(word) || LINKS.contains(&word));
    let introduced = opening(text, List::Introductions.all()).is_some_and(|who| capital(who) && named(who));
    let here = ["here", "hier", "speaking"].iter().any(|here| ending(text, &[here]).is_some());
    text.is_empty() || introduced || here && words(text).len() <= 6
}

fn without_greeting(text: &str) -> &str {
    let mut rest = text;
    while let Some(greeted) = opening(rest, List::Greetings.all()) {
        rest = greeted;
    }
    if rest.len() < text.len() && words(rest).len() <= 2 && !statement::says(rest) {
        return "";
    }
    // "Dear Ana, Bo has left".
    if rest.len() < text.len() && capital(rest) {
        return match rest.split_once(',') {
            Some((who, behind)) if words(who).len() <= 3 => behind.trim_start(),
            None if words(rest).len() <= 3 && !statement::says(rest) => "",
            _ => rest,
        };
    }
    rest
}

/// Whether a text says that somebody asks for something.
fn asks(text: &str) -> bool {
    let own = words(text);
    let asked = own.iter().skip(1).any(|word| ASKS.contains(&format!(" {word} ")));
    asked && !imperative::is_clause(text) && !is_relative(text)
}

/// "The file that Bo asked for", "the file Bo asked me": a thing, and not who asks.
fn is_relative(text: &str) -> bool {
    const ARTICLES: &[&str] = &["the", "a", "an", "any", "every", "each", "all", "my", "our", "this", "that"];
    const SUBJECTS: &[&str] = &["i", "we", "you", "he", "she", "they", "that", "which", "who"];
    let mut own = text.split_whitespace();
    let first = own.next().unwrap_or_default().to_lowercase();
    let mut plain = false;
    ARTICLES.contains(&first.as_str())
        && own.take_while(|word| !ASKS.contains(&format!(" {word} "))).any(|word| {
            let subject = plain && (capital(word) || SUBJECTS.contains(&word.to_lowercase().as_str()));
            plain |= !capital(word);
            subject && !words(text).get(1).is_some_and(|noun| role::is_role(noun))
        })
}

/// "Bo asked me to delete X": what stands before the order, and the order.
fn asked_to(request: &str) -> Option<(&str, &str)> {
    starts(request).into_iter().skip(2).take(16).find_map(|at| {
        let (head, tail) = (request[..at].trim_end(), &request[at..]);
        let own = words(head);
        let last = own.last()?;
        // "Bo wants to drop it" says what Bo will do.
        let person = own
            .len()
            .checked_sub(2)
            .and_then(|at| own.get(at))
            .is_some_and(|word| TO_WHOM.contains(&word.as_str()));
        let linked = ending(head, LINKS).is_some() && (last != "to" || person);
        let elsewhere = List::AsksTo.has(last);
        let negated = || ending(head, &["to"]).is_none().then(|| refusal::prohibited(tail)).flatten();
        let ordered = linked && imperative::command(tail).is_some()
            || elsewhere
                && (imperative::elsewhere_ordered(tail) || imperative::without_infinitive(tail) != tail)
            || strip(tail, "not to").or_else(|| strip(tail, "never to")).is_some() && negated().is_some();
        (ordered && asks(head)).then_some((head, imperative::without_infinitive(tail)))
    })
}

/// "The dog": so few words may point back.
const FEW: usize = 2;

/// The opening that ends at a mark.
fn at(mark: Mark<'_>) -> Option<Opening<'_>> {
    let (said, order) = (mark.before, mark.behind);
    if said.is_empty() || mark.mark == '(' {
        return None;
    }
    let sentence = mark.ends_sentence();
    if mark.mark == '.' && !sentence {
        return None;
    }
    let aside = is_aside(said);
    let object = imperative::command(order).or_else(|| case_reference::identified(order).filter(|_| aside));
    if object.is_none()
        && (aside || sentence && statement::says(said) && !imperative::is_clause(said))
        && !referent::names_nothing(said)
        && refusal::forbids(order).is_some()
    {
        return Some(Opening::Said { said, order });
    }
    // "On behalf of Bo: Ana Solberg".
    let bare = || {
        opening(without_greeting(said), List::OnBehalf.all()).is_some()
            && mark.mark == ':'
            && imperative::is_object(order)
    };
    let last = || imperative::at_the_end(order.trim_end_matches(['.', '!', '?', ' '])).is_some();
    let whole = aside
        && (imperative::all_of(order).is_some()
            || referent::names_nothing(order)
            || bare()
            || last()
            || obsolescence::unneeded(order).is_some());
    let Some(object) = object.or(whole.then_some(order)) else {
        return aside_alone(mark, aside);
    };
    let thing = marks(object).first().map_or(object, |mark| mark.before);
    if referent::names_nothing(imperative::all_of(thing).unwrap_or(thing))
        || referent::is_all_of_it(thing)
        || is_about_it(thing)
        || case_reference::reference(said).is_some() && case_reference::repeats(said, thing)
    {
        let spoken = without_greeting(said);
        return Some(match names_speaker(spoken) || opening(spoken, List::OnBehalf.all()).is_some() {
            true => Opening::Said { said, order },
            false => Opening::Back { thing: spoken },
        });
    }
    let fits = match aside {
        true => !asks(said) || !points_back(object),
        // "Rex has died, forget the dog": what is meant may be named before. "We split up, so delete the code of the alarm."
        false if sentence || concludes(order) || statement::says(said) => {
            names(thing) || concludes(order) && thing.split_whitespace().count() > FEW && !points_back(object)
        }
        false => case_reference::reference(said).is_some() && case_reference::is_another(thing),
    };
    fits.then_some(Opening::Said { said, order })
}

/// Whether an order follows from what was said.
fn concludes(order: &str) -> bool {
    opening(order, &["so", "and so", "therefore", "hence", "thus", "so please", "which is why you should"])
        .is_some()
}

/// Whether words mean what was said before, and say no more of it than from where it goes: "her from my notes".
fn is_about_it(object: &str) -> bool {
    const IT: &[&str] = &["him", "it", "them", "those", "these"];
    const BEHIND: &[&str] = &[
        "from", "out", "off", "altogether", "entirely", "completely", "again", "as", "please", "too", "now",
        "forever", "for", "in",
    ];
    let object = imperative::all_of(object).unwrap_or(object);
    let behind = opening(object, &["her"]).or_else(|| opening(object, IT));
    behind.is_some_and(|rest| opening(rest, BEHIND).is_some())
}

/// Whether words name or number what they mean, or say whose it is of those who speak.
fn names(thing: &str) -> bool {
    let own = opening(thing, &["my", "our"]).is_some();
    own || !points_back(thing) && thing.split_whitespace().any(telling)
}

/// "[HD-900] delete Ana Solberg", "by order of the board delete Ana Solberg": what no mark parts from an order.
fn grounded(request: &str) -> Option<Opening<'_>> {
    const FURTHEST: usize = 12;
    starts(request).into_iter().skip(1).take(FURTHEST).find_map(|at| {
        let (head, order) = (&request[..at], &request[at..]);
        let said = trimmed(head.trim_end_matches([' ', '|', '/']));
        let reference = case_reference::reference(said);
        if reference.is_none() && opening(said, List::OnBehalf.all()).is_none() {
            return None;
        }
        let marked = said.len() < head.trim_end().len() || said.ends_with([']', ')']);
        let object = imperative::command(order).filter(|_| marked || !imperative::may_be_noun(order));
        let thing = object.map(|object| marks(object).first().map_or(object, |mark| mark.before));
        let own = thing.is_some_and(|thing| match reference {
            Some(Reference::Bare) => case_reference::is_another(thing),
            _ => names(thing) && !referent::names_nothing(thing),
        });
        (own || object.is_none() && marked && refusal::forbids(order).is_some())
            .then_some(Opening::Said { said, order })
    })
}

/// "Hi, Ana Solberg please": a greeting alone tells nothing of what follows.
fn aside_alone(mark: Mark<'_>, aside: bool) -> Option<Opening<'_>> {
    let greeted = aside && without_greeting(mark.before).is_empty() && mark.mark != '-';
    (greeted
        && opening(mark.before, &["hi", "hello", "hey", "dear", "hallo", "hola", "bonjour", "ciao"])
            .is_some())
    .then(|| opening_of(mark.behind))
    .map(|further| match further {
        Opening::Plain => Opening::Said { said: mark.before, order: mark.behind },
        other => other,
    })
}

/// Whether words mean something said before: "her address".
fn points_back(object: &str) -> bool {
    const BACK: &[&str] =
        &["his", "her", "hers", "their", "theirs", "its", "him", "them", "it", "he", "she", "they"];
    let named = object.split_whitespace().any(capital);
    words(object).iter().any(|word| BACK.contains(&word.split('\'').next().unwrap_or_default())) && !named
}

/// "Keep the rent and delete everything else", "except for the rent, delete all".
fn kept_first(request: &str) -> Option<Opening<'_>> {
    let parts: Vec<Mark<'_>> = marks(request).into_iter().take_while(is_early).collect();
    let order = |mark: &&Mark<'_>| imperative::command(mark.behind).is_some();
    if let Some(thing) = opening(request, List::ExceptFirst.all()) {
        let mark = parts.iter().filter(|mark| mark.mark == ',').find(order)?;
        let kept = thing.get(..thing.len().checked_sub(request.len() - mark.before.len())?)?;
        return Some(Opening::Kept { kept, order: mark.behind });
    }
    if let Some(thing) = opening(request, &["instead of", "rather than"]) {
        let at = starts(thing).into_iter().skip(1).find(|at| imperative::command(&thing[*at..]).is_some())?;
        return Some(Opening::Kept { kept: trimmed(&thing[..at]), order: &thing[at..] });
    }
    let first = parts.first();
    if let Some(first) = first
        && let Some(kept) =
            not_but(request, first).or_else(|| said_to_stay(first).filter(|_| orders_another(first)))
    {
        return Some(Opening::Kept { kept, order: first.behind });
    }
    let spared = |text| refusal::prohibited(text).or_else(|| refusal::spared(text));
    spared(request)?;
    let linked = starts(request).into_iter().find_map(|at| {
        let tail =
            opening(&request[at..], &["and", "but", "then", "und", "aber", "et", "mais", "y", "pero"])?;
        imperative::command(tail).map(|_| (trimmed(&request[..at]), tail))
    });
    let marked = parts.iter().find(order).map(|mark| (mark.before, mark.behind));
    if let Some((before, order)) = marked.into_iter().chain(linked).min_by_key(|(before, _)| before.len()) {
        let kept = spared(before.trim_end_matches(['.', '!']))?;
        let object = imperative::command(order)?;
        // "Keep where Bo works; forget where he lives".
        let named = imperative::is_clause(object) && kept.split_whitespace().any(capital);
        return (!points_back(object) || named).then_some(Opening::Kept { kept, order });
    }
    // "Don't delete the deposit, only the rent".
    let first = first?;
    let thing = opening(first.behind, &["only", "just", "but only", "but just", "sondern", "sondern nur"])?;
    let kept = refusal::prohibited(first.before)?;
    (imperative::is_object(thing) && !referent::names_nothing(kept))
        .then_some(Opening::Kept { kept, order: thing })
}

/// "Not the red van, the blue van": what is not meant, where what is follows.
fn not_but<'a>(request: &'a str, mark: &Mark<'a>) -> Option<&'a str> {
    let kept = opening(mark.before, &["not", "nicht", "pas", "niet"])?;
    let alone = mark.mark == ',' && marks(mark.behind).iter().all(|mark| mark.mark == '.');
    let things = imperative::is_object(kept) && imperative::is_object(mark.behind);
    let only = opening(kept, &["only", "just", "all", "every", "any", "that"]).is_some();
    (request.len() > kept.len() && alone && things && !only && !statement::says(mark.behind)).then_some(kept)
}

/// "The red badge stays", before an order.
fn said_to_stay<'a>(mark: &Mark<'a>) -> Option<&'a str> {
    const LONGEST: usize = 7;
    let thing = refusal::stays(mark.before)?;
    let denied = words(thing).last().is_some_and(|word| word.ends_with("n't"));
    (words(thing).len() <= LONGEST
        && imperative::is_object(thing)
        && !denied
        && !statement::ends_in_auxiliary(thing)
        && !statement::says(thing))
    .then_some(thing)
}

/// Whether an order follows that means nothing said before: not "forget him".
fn orders_another(mark: &Mark<'_>) -> bool {
    imperative::command(mark.behind)
        .is_some_and(|object| !points_back(object) && !referent::names_nothing(object))
}

/// Whether what stands before an order only greets, or says who asks.
pub(super) fn introduces(said: &str) -> bool {
    const WHO: &[&str] = &[
        "hi", "hello", "hey", "dear", "good morning", "good evening", "this is", "i am", "i'm", "my name is",
        "on behalf of", "hallo", "guten tag", "bonjour", "hola", "ciao", "olá",
    ];
    opening(said, WHO).is_some()
}

#[cfg(test)]
mod tests {
    use crate::request::{Extent, parse};

    #[test]
    fn who_asks_is_not_asked_for() {
        for (text, core) in [
            ("Hi, this is Pim Aldo. Please delete everything about Rhea Moss.", "Rhea Moss"),
            ("Hello! Pim Aldo here: forget Rhea Moss", "Rhea Moss"),
            ("On behalf of Pim Aldo: delete Rhea Moss", "Rhea Moss"),
            ("On behalf of Pim Aldo, everything about Rhea Moss", "Rhea Moss"),
            ("Pim Aldo asked me to delete Rhea Moss", "Rhea Moss"),
            ("Our lawyer Pim Aldo wants us to erase everything about Rhea Moss.", "Rhea Moss"),
            ("Per Pim Aldo's request, remove invoice 90412.", "invoice 90412"),
            ("As Pim Aldo asked, delete Rhea Moss", "Rhea Moss"),
            ("Because Pim wants it, forget Rhea Moss", "Rhea Moss"),
            ("Pim Aldo is my brother. Delete Rhea Moss.", "Rhea Moss"),
            ("Pim left the band; please forget Rhea Moss", "Rhea Moss"),
            ("Pim Aldo wants Rhea Moss deleted", "Rhea Moss"),
            ("We split up, so delete everything about Rhea Moss.", "Rhea Moss"),
            ("I need to delete Rhea Moss", "Rhea Moss"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.extent), (core, Extent::Everything), "{text}");
            assert_eq!(request.refusal, None, "{text}");
            let named = |part: Option<&str>| part.is_some_and(|part| part.contains("Rhea"));
            assert!(!named(request.preamble) && !named(request.reason), "{text}");
        }
    }

    #[test]
    fn what_an_order_follows_from_is_not_asked_for() {
        for text in [
            "My partner and I split up, so delete the code of the house alarm.",
            "We have moved, so please forget the code of the house alarm",
        ] {
            assert_eq!(parse(text).core, "the code of the house alarm", "{text}");
        }
    }

    #[test]
    fn what_an_order_points_back_to_is_asked_for() {
        for (text, core) in [
            ("Rhea Moss has left. Delete everything about her.", "Rhea Moss has left"),
            ("Hi, Rhea Moss has left. Delete everything about her.", "Rhea Moss has left"),
            ("Rhea Moss: delete everything about her", "Rhea Moss"),
            ("The fair is over, drop it", "The fair is over"),
            ("We've given up Rhea Moss; delete all of it", "We've given up Rhea Moss"),
        ] {
            let request = parse(text);
            assert_eq!((request.core, request.extent), (core, Extent::Ended), "{text}");
        }
    }

    #[test]
    fn verbs_that_are_no_orders_open_nothing() {
        for text in [
            "the menu: copy, delete, move",
            "order 90412: release notes",
            "the file Pim asked me to delete",
            "what Pim told me to forget",
            "the button 'hold, then delete the draft'",
            "Mr. Drop",
            "that Pim said to delete Rhea Moss",
        ] {
            assert_eq!(parse(text).preamble, None, "{text}");
        }
    }
}
