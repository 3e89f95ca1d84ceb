//! What names a request is about.

use super::recognition::{self, Kind};
use super::{Name, place};
use crate::gazetteer::{attribute, given_name, non_entity, title};
use crate::unicode::token::{Token, tokens};
use crate::word::english_word;

const OPENERS: &str = " please forget erase remove delete purge drop wipe everything anything all every each entry entries note notes record records row rows \
 memory memories about on of for the a an that which what who whom whose where when how any data information details detail facts fact stored kept \
 with him her them it his their my our your related relating concerning regarding including file files and or from to entirely completely \
 vergiss alles über lösche oublie tout sur olvida todo sobre dimentica tutto su esquece tudo zapomnij wszystko o забудь всё все об о удали удалить is \
 i we you me us in at by not no never longer any more this these those there as such via please kindly just ";

const TAILS: &[&str] = &[
    ", our ", ", my ", ", the ", ", a ", ", an ", ", not ", " (not ", ", nicht ", ", pas ", ", niet ",
    ", all records", ", all notes", ", all entries", ", with every", ", with all", ", every ", ", in any ",
    ", in every ", ", in all ", ", under ", ", whichever", ", whatever", ", whether", ", wherever",
    ", unsere ", ", unser ", ", meine ", ", mein ", ", notre ", ", nuestra ", ", who ", ", which ", ", she ",
    ", he ", ", they ", ", it ", ", we ", ", since ", ", because ", " because ", "; ", ", another ", ", as ",
    ", now ", ", so ", ", but ", ". ", ", i ", " — ", " – ", ", in whatever", ", however ",
];

const ALIASES: &[&str] = &[
    "also where he is written", "also where she is written", "also where it is written", "is written",
    "also as", "also under", "goes by", "also", "written as", "spelled as", "written", "spelled", "spelt",
    "genannt", "geborene", "or", "name is", "called", "also known as", "a.k.a.", "aka", "alias", "formerly",
    "born as", "née", "né ", "also spelled", "also written", "known as", "nicknamed",
];

/// The names that `request` is about, not those in a trailing reason; names that it calls other names of the same are
/// included.
pub fn query_mentions(request: &str) -> Vec<Name> {
    let lower = request.to_lowercase();
    let mut cut = request.len();
    if lower.len() == request.len() {
        for t in TAILS {
            if let Some(at) = lower.find(t)
                && at > 3
            {
                let abbreviation =
                    *t == ". " && request[..at].rsplit(' ').next().is_some_and(|w| w.chars().count() <= 3);
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
        && let Some(mut n) = recognition::names(&request[open + 1..close]).into_iter().next()
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
                let bounded = lower[..at].ends_with([' ', ',', '('])
                    && request.is_char_boundary(from)
                    && (a.ends_with(' ') || request[from..].starts_with([' ', ':', '"', '“']));
                if !bounded || from >= request.len() {
                    continue;
                }
                for mut n in recognition::names(&request[from..]).into_iter().take(1) {
                    n.span = n.span.start + from..n.span.end + from;
                    // "or" and "also" join other names as well: they count where a name went before.
                    let weak = matches!(*a, "or" | "also" | "written" | "spelled" | "spelt");
                    let told = n.sure > if weak { 0.8 } else { 0.25 }
                        || !n.words[0].chars().next().is_some_and(|c| {
                            crate::unicode::token::script(c).is_some_and(crate::unicode::token::Script::cased)
                        });
                    if told
                        && (!weak || !out.is_empty() && explains(&lower[..at], a))
                        && !out.iter().any(|o: &Name| o.span.start < n.span.end && n.span.start < o.span.end)
                        && n.span.start - from < 4
                    {
                        out.push(n);
                    }
                }
            }
        }
    }
    super::inflection::read(request, &mut out);
    let not = not_meant(request);
    for n in &mut out {
        n.not = not.iter().filter(|w| !n.words.contains(w)).cloned().collect();
    }
    if let Some((at, alias)) = included(request) {
        out.retain(|n| n.span.end <= at || alias.span.end <= n.span.start);
        if !out.is_empty() {
            out.push(alias);
        }
    }
    out
}

/// Whether what stands before `or` or `also` gives spellings: "also where he is written Haim or Hayim".
fn explains(before: &str, word: &str) -> bool {
    word != "or" || ["written", "spelled", "spelt", "called", "known as"].iter().any(|w| before.contains(w))
}

/// The words of names that the request says are not meant: "not Rosalind".
fn not_meant(request: &str) -> Vec<String> {
    let lower = request.to_lowercase();
    if lower.len() != request.len() {
        return Vec::new();
    }
    let marks = [
        ", not ", " (not ", ", nicht ", " (nicht ", ", pas ", " (pas ", ", niet ", ", nie ", ", but not ",
        " but not ",
    ];
    let Some(from) = marks.iter().filter_map(|m| Some(lower.find(m)? + m.len())).min() else {
        return Vec::new();
    };
    if !request.is_char_boundary(from) {
        return Vec::new();
    }
    let first = recognition::names(&request[from..]).into_iter().find(|n| n.span.start < 12);
    first.map_or(Vec::new(), |n| n.words)
}

/// A further name of the same at the request's end: "..., Joseph of Rama included".
fn included(request: &str) -> Option<(usize, Name)> {
    let tail = ["included", "inclusive", "as well", "too"]
        .iter()
        .find_map(|word| request.trim_end_matches('.').strip_suffix(word))?
        .trim_end();
    let comma = tail.rfind(',')?;
    let from = tail.len() - tail[comma + 1..].trim_start().len();
    let segment = &tail[from..];
    let first = recognition::names(segment).into_iter().next()?;
    let words = segment.split_whitespace().count();
    if first.span.start > 0 || words > 5 || segment.contains(" and ") {
        return None;
    }
    let mut alias = Name::of(segment);
    alias.span = from..from + segment.len();
    Some((from, alias))
}

/// Whether a letter, digit or sign of a code touches the name: the end of "tok-4471-ZX" is none.
fn part_of_code(text: &str, n: &Name) -> bool {
    let before = text[..n.span.start].trim_end_matches(char::is_alphabetic);
    let mut back = before.chars().rev();
    matches!(back.next(), Some('-' | '_' | '/' | '#' | '@'))
        && back.next().is_some_and(|c| c.is_alphanumeric() || c == '/')
        && text[..n.span.start]
            .split_whitespace()
            .next_back()
            .is_some_and(|w| w.chars().any(char::is_numeric))
}

/// What the words before and after the name say of its bearer: "our cellist Viola", "Barley the ram".
fn of_person(head: &str, n: &Name) -> bool {
    let before = tokens(&head[..n.span.start]);
    let role_before = before
        .last()
        .is_some_and(|t| title::person(t.text) && head[t.span.end..n.span.start].trim().is_empty());
    let mut rest = head[n.span.end..].trim_start_matches(',').split_whitespace();
    let role_after = rest.next().is_some_and(|w| matches!(w, "the" | "our" | "my"))
        && rest.next().is_some_and(|w| title::person(w.trim_matches(|c: char| !c.is_alphabetic())));
    role_before || role_after
}

/// Joins a name as catalogues give it: "Shevchuk, Volodymyr: everything".
fn catalogued(head: &str, out: &mut Vec<Name>) {
    let [.., surname, given] = out.as_slice() else { return };
    let [own] = surname.words.as_slice() else { return };
    let listed = &head[surname.span.end..given.span.start] == ", "
        && crate::gazetteer::is_first_name(&given.words[0])
        && given.words.len() < 3
        && !crate::gazetteer::is_first_name(own)
        && place::lookup(own).is_empty();
    let rest = head[given.span.end..].trim_start();
    if !listed || !(rest.is_empty() || rest.starts_with([':', '(', '—', '–'])) {
        return;
    }
    let words: Vec<String> = given.words.iter().cloned().chain([own.clone()]).collect();
    let joined = Name {
        text: words.join(" "),
        words,
        span: surname.span.start..given.span.end,
        title: surname.title,
        ..given.clone()
    };
    out.truncate(out.len() - 2);
    out.push(joined);
}

/// Joins the words of a title: "the novel The Heron and the Lamp".
fn work(head: &str, out: &mut Vec<Name>) {
    for i in 1..out.len() {
        let (a, b) = (&out[i - 1], &out[i]);
        let between = &head[a.span.end..b.span.start];
        let told = tokens(&head[..a.span.start]).last().is_some_and(|t| title::work(t.text));
        let small = between
            .split_whitespace()
            .all(|w| title::connector(w) || title::particle(w) || matches!(w, "in" | "on" | "at"));
        if told && small && !between.contains(',') {
            let span = a.span.start..b.span.end;
            let words = tokens(&head[span.clone()]).iter().map(|t| t.text.to_string()).collect();
            out[i - 1] = Name {
                words,
                text: head[span.clone()].to_string(),
                span,
                kind: Kind::Unknown,
                ..out[i - 1].clone()
            };
            out.remove(i);
            return;
        }
    }
}

/// Joins the owners of one firm: "the firm Wolf und Bär", "Marks and Spencer Ltd".
fn firm(head: &str, out: &mut Vec<Name>) {
    const FIRMS: [&str; 17] = [
        "firm", "company", "supplier", "vendor", "shop", "store", "business", "firma", "unternehmen",
        "lieferant", "société", "entreprise", "empresa", "azienda", "ditta", "bedrijf", "spółka",
    ];
    for i in 1..out.len() {
        let (a, b) = (&out[i - 1], &out[i]);
        let joined =
            head.get(a.span.end..b.span.start).is_some_and(|between| title::connector(between.trim()));
        let before = tokens(&head[..a.span.start]).last().map(|t| t.text.to_lowercase()).unwrap_or_default();
        if joined
            && !a.possessive
            && (FIRMS.contains(&before.as_str())
                || b.kind == Kind::Organisation && a.kind != Kind::Organisation)
        {
            let span = a.span.start..b.span.end;
            let between = head[a.span.end..b.span.start].trim().to_owned();
            let words = a.words.iter().cloned().chain([between]).chain(b.words.iter().cloned()).collect();
            out[i - 1] = Name {
                words,
                text: head[span.clone()].to_string(),
                span,
                kind: Kind::Organisation,
                possessive: b.possessive,
                ..out[i - 1].clone()
            };
            out.remove(i);
            return;
        }
    }
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
    for mut n in recognition::names(&head[from..]) {
        n.span = n.span.start + from..n.span.end + from;
        let single = n.words.len() == 1;
        let in_title = out.last().is_some_and(|o| {
            tokens(&head[..o.span.start]).last().is_some_and(|t| title::work(t.text))
                && n.span.start - o.span.end < 16
        });
        if n.kind == Kind::NoEntity
            || !in_title
                && single
                && (title::role(&n.words[0]) || title::address(&n.words[0]))
                && n.title.is_none()
        {
            continue;
        }
        let coded = head[n.span.end..]
            .trim_start_matches('.')
            .strip_prefix([' ', '-'])
            .is_some_and(|r| r.starts_with(|c: char| c.is_numeric()));
        let numbered = coded
            && matches!(
                n.words[0].to_lowercase().as_str(),
                "no" | "nr" | "op" | "vol" | "opus" | "lot" | "bwv" | "kv"
            );
        if single && (numbered || part_of_code(head, &n)) {
            continue;
        }
        if single
            && (n.words[0].chars().count() == 1 && n.words[0].is_ascii()
                || coded && given_name::lookup(&given_name::fold_key(&n.words[0])).is_empty())
        {
            continue;
        }
        let start = n.span.start == from;
        let caseless = !n.words[0].chars().next().is_some_and(char::is_uppercase);
        if single
            && start
            && i == 0
            && english_word(&n.words[0])
            && given_name::lookup(&given_name::fold_key(&n.words[0])).is_empty()
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
        n = owner(n);
        if of_person(head, &n) && matches!(n.kind, Kind::Unknown | Kind::Place) {
            n.kind = Kind::Person;
        }
        out.push(n);
    }
    work(head, &mut out);
    catalogued(head, &mut out);
    firm(head, &mut out);
    if out.is_empty() {
        // No capital at all: what the openers and roles leave.
        let rest: Vec<&Token<'_>> = toks[i..]
            .iter()
            .filter(|t| {
                !head[t.span.end..]
                    .trim_start_matches('.')
                    .strip_prefix([' ', '-'])
                    .is_some_and(|r| r.starts_with(|c: char| c.is_numeric()))
            })
            .filter(|t| {
                !t.code
                    && !opener(t)
                    && !title::role(t.text)
                    && !title::address(t.text)
                    && !non_entity::no_entity(t.text)
            })
            .collect();
        let told = toks[i..].iter().any(|t| title::role(t.text) || title::address(t.text)) && rest.len() <= 3;
        let named = rest.iter().any(|t| {
            !given_name::lookup(&given_name::fold_key(t.text)).is_empty() || !place::lookup(t.text).is_empty()
        });
        // "the cot for room 15": a thing with its article is no name, and a name's words stand together.
        let article = rest.first().is_some_and(|r| {
            let before =
                head[..r.span.start].trim_end().rsplit(' ').next().unwrap_or_default().to_lowercase();
            r.script.cased() && matches!(before.as_str(), "the" | "a" | "an" | "my" | "our" | "that" | "this")
        });
        let together = rest.windows(2).all(|w| {
            let between = &head[w[0].span.end..w[1].span.start];
            between.split_whitespace().all(title::particle)
        });
        // "ear tag 0042": the words before a label belong to it.
        let label = rest.last().is_some_and(|r| {
            let behind = tokens(&head[r.span.end..]);
            behind.first().is_some_and(|next| {
                head[r.span.end..r.span.end + next.span.start].trim().is_empty()
                    && head[r.span.end + next.span.end..]
                        .trim_start_matches(['.', ' ', '-'])
                        .starts_with(|c: char| c.is_numeric())
            })
        });
        if !rest.is_empty()
            && !label
            && (!article || named)
            && (together || told)
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
                addressed: None,
                text: request[span.clone()].to_string(),
                span,
                possessive,
                all_caps: false,
                kind: Kind::Unknown,
                sure: 0.5,
                not: Vec::new(),
                nominatives: Vec::new(),
                generation: None,
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

/// "Telefon von Jonas", "Anas Adresse": the name is whose it is.
fn owner(mut n: Name) -> Name {
    let words: Vec<&str> = n.words.iter().map(String::as_str).collect();
    let Some((whose, _)) = attribute::owner(&words) else { return n };
    let genitive = whose.start == 0;
    let mut text = words[whose].join(" ");
    let Some(at) = n.text.find(&text) else { return n };
    if genitive && text.ends_with('s') {
        let bare = &text[..text.len() - 1];
        let last = bare.rsplit(' ').next().unwrap_or(bare);
        // "Jonas Adresse" may be Jonas', and "Anas Adresse" is Ana's.
        if !crate::gazetteer::is_first_name(&text) || crate::gazetteer::is_first_name(last) {
            text.truncate(bare.len());
        }
        n.possessive = true;
    }
    n.span = n.span.start + at..n.span.start + at + text.len();
    n.words = text.split(' ').map(str::to_owned).collect();
    n.text = text;
    n
}

/// "Lena Moors Anschrift" taken apart: the name is what stands before the noun.
fn genitive(mut n: Name) -> Name {
    let last = n.words.len() - 1;
    let at = n.words.iter().rposition(|w| w.ends_with('s') && w.len() > 3);
    if let Some(k) = at
        && k + 1 == last
        && given_name::lookup(&given_name::fold_key(&n.words[last])).is_empty()
        && k >= 1
    {
        n.words.truncate(k + 1);
        // A surname may end so by itself: "Jutta Kerns Anschrift" may be Jutta Kern's.
        let mut bare = n.words.clone();
        bare[k].pop();
        n.nominatives.push(bare);
        let text = n.words.join(" ");
        if n.text.starts_with(&text) {
            n.span.end = n.span.start + text.len();
            n.text = text;
        }
        n.possessive = true;
    }
    n
}
