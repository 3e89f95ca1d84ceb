//! What names a request is about.

use super::names::{self, Kind};
use super::token::{Token, tokens};
use super::usage::english_word;
use super::{Name, common, group, place, title};

const OPENERS: &str = " please forget erase remove delete purge drop wipe everything anything all every each entry entries note notes record records row rows \
 memory memories about on of for the a an that which what who whom whose where when how any data information details detail facts fact stored kept \
 with him her them it his their my our your related relating concerning regarding including file files and or from to entirely completely \
 vergiss alles über lösche oublie tout sur olvida todo sobre dimentica tutto su esquece tudo zapomnij wszystko o забудь всё все об о удали удалить is \
 i we you me us in at by not no never longer any more this these those there as such via please kindly just ";

const TAILS: [&str; 22] = [
    ", who ",
    ", which ",
    ", she ",
    ", he ",
    ", they ",
    ", it ",
    ", we ",
    ", since ",
    ", because ",
    " because ",
    "; ",
    ", another ",
    ", as ",
    ", now ",
    ", so ",
    ", but ",
    ". ",
    ", i ",
    " — ",
    " – ",
    ", in whatever",
    ", however ",
];

const ALIASES: [&str; 14] = [
    "name is",
    "called",
    "also known as",
    "a.k.a.",
    "aka",
    "alias",
    "formerly",
    "born as",
    "née",
    "né ",
    "also spelled",
    "also written",
    "known as",
    "nicknamed",
];

/// The names that `request` is about, not those in a trailing reason; names that it calls other names of the same are
/// included.
pub fn wanted(request: &str) -> Vec<Name> {
    let lower = request.to_lowercase();
    let mut cut = request.len();
    if lower.len() == request.len() {
        for t in TAILS {
            if let Some(at) = lower.find(t)
                && at > 3
            {
                let abbreviation =
                    t == ". " && request[..at].rsplit(' ').next().is_some_and(|w| w.chars().count() <= 3);
                if !abbreviation {
                    cut = cut.min(at);
                }
            }
        }
        if let Some(at) = lower.find(" (").filter(|&a| a > 3) {
            cut = cut.min(at);
        }
    }
    while !request.is_char_boundary(cut) {
        cut -= 1;
    }
    let head = &request[..cut];
    let mut out = in_head(request, head);
    // A name in brackets is another name of the same.
    if let (Some(open), Some(close)) = (request.find('('), request.find(')'))
        && open + 1 < close
        && let Some(mut n) = names::names(&request[open + 1..close]).into_iter().next()
        && n.span == (0..close - open - 1)
        && n.sure > 0.6
        && !out.is_empty()
    {
        n.span = open + 1..close;
        out.push(n);
    }
    if lower.len() == request.len() {
        for a in ALIASES {
            for (at, _) in lower.match_indices(a) {
                let from = at + a.len();
                let bounded = lower[..at].ends_with([' ', ',', '(']) && request.is_char_boundary(from);
                if !bounded || from >= request.len() {
                    continue;
                }
                for mut n in names::names(&request[from..]).into_iter().take(1) {
                    n.span = n.span.start + from..n.span.end + from;
                    if n.sure > 0.25
                        && !out.iter().any(|o: &Name| o.span == n.span)
                        && n.span.start - from < 4
                    {
                        out.push(n);
                    }
                }
            }
        }
    }
    out
}

fn opener(t: &Token<'_>) -> bool {
    let l = t.text.to_lowercase();
    l.len() < 20 && OPENERS.contains(&format!(" {l} "))
}

fn in_head(request: &str, head: &str) -> Vec<Name> {
    let toks = tokens(head);
    let mut out: Vec<Name> = Vec::new();
    let mut i = 0;
    // The first word of a request is mostly an order.
    while i < toks.len() && opener(&toks[i]) && (i == 0 || !toks[i].capital()) && toks[i].script.cased() {
        i += 1;
    }
    let from = toks.get(i).map_or(head.len(), |t| t.span.start);
    for mut n in names::names(&head[from..]) {
        n.span = n.span.start + from..n.span.end + from;
        let single = n.words.len() == 1;
        if n.kind == Kind::NoEntity
            || single && (title::role(&n.words[0]) || title::address(&n.words[0])) && n.title.is_none()
        {
            continue;
        }
        let coded = head[n.span.end..]
            .strip_prefix([' ', '-'])
            .is_some_and(|r| r.starts_with(|c: char| c.is_numeric()));
        if single
            && (n.words[0].chars().count() == 1 && n.words[0].is_ascii()
                || coded && group::lookup(&group::fold_key(&n.words[0])).is_empty())
        {
            continue;
        }
        let start = n.span.start == from;
        let caseless = !n.words[0].chars().next().is_some_and(char::is_uppercase);
        if single
            && start
            && english_word(&n.words[0])
            && group::lookup(&group::fold_key(&n.words[0])).is_empty()
            && (toks.len() - i > 2 && n.sure < 0.4 || things(&n, head))
        {
            continue;
        }
        n.sure = if caseless { n.sure.max(0.75) } else { n.sure.max(0.8) };
        // A German genitive before a noun: Lena Moors Anschrift.
        if !n.possessive && n.words.len() >= 2 && !super::finder::english(&toks) | german_noun_after(&n, head)
        {
            n = genitive(n);
        }
        out.push(n);
    }
    if out.is_empty() {
        // No capital at all: what the openers and roles leave.
        let rest: Vec<&Token<'_>> = toks[i..]
            .iter()
            .filter(|t| {
                !head[t.span.end..]
                    .strip_prefix([' ', '-'])
                    .is_some_and(|r| r.starts_with(|c: char| c.is_numeric()))
            })
            .filter(|t| {
                !t.code
                    && !opener(t)
                    && !title::role(t.text)
                    && !title::address(t.text)
                    && !common::no_entity(t.text)
            })
            .collect();
        let told = toks[i..].iter().any(|t| title::role(t.text) || title::address(t.text)) && rest.len() <= 3;
        let named = rest.iter().any(|t| {
            !group::lookup(&group::fold_key(t.text)).is_empty() || !place::lookup(t.text).is_empty()
        });
        if !rest.is_empty()
            && rest.len() <= 3
            && (told || named || !rest.iter().any(|t| english_word(t.text)))
        {
            let span = rest[0].span.start..rest[rest.len() - 1].span.end;
            let words: Vec<String> =
                rest.iter().map(|t| t.text.strip_suffix("'s").unwrap_or(t.text).to_string()).collect();
            let possessive = rest[rest.len() - 1].text.ends_with("'s");
            out.push(Name {
                words,
                title: None,
                text: request[span.clone()].to_string(),
                span,
                possessive,
                all_caps: false,
                kind: Kind::Unknown,
                sure: 0.5,
            });
        }
    }
    out
}

/// Whether an English word at the head, no name by itself, is a plural or an act: Invoices older than a year, Parking rules.
fn things(n: &Name, head: &str) -> bool {
    let w = n.words[0].as_str();
    let goes_on = head[n.span.end..].starts_with(' ');
    goes_on
        && !n.possessive
        && n.sure < 0.6
        && w.len() > 4
        && (w.ends_with("ing") || w.ends_with('s') && !w.ends_with("ss"))
}

fn german_noun_after(n: &Name, head: &str) -> bool {
    n.words.len() >= 3 && n.span.end == head.len()
}

/// "Lena Moors Anschrift" taken apart: the name is what stands before the noun.
fn genitive(mut n: Name) -> Name {
    let last = n.words.len() - 1;
    let at = n.words.iter().rposition(|w| w.ends_with('s') && w.len() > 3);
    if let Some(k) = at
        && k + 1 == last
        && group::lookup(&group::fold_key(&n.words[last])).is_empty()
        && k >= 1
    {
        n.words.truncate(k + 1);
        let text = n.words.join(" ");
        if n.text.starts_with(&text) {
            n.span.end = n.span.start + text.len();
            n.text = text;
        }
        n.possessive = true;
    }
    n
}
