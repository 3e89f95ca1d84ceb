//! Near misses: what looks like the wanted identifier and is another.

use super::kind::{Found, Identifier, Kind, Near, Refused};
use super::line::Line;
use super::normalize::reference;
use super::same::compact;
use super::{pattern, strict};

/// How many are told.
pub(super) const MOST: usize = 16;

/// What of one reading of a page looks like the wanted one, where that was found in it and something was refused.
pub(super) fn of_line(
    wanted: &Identifier,
    line: &Line<'_>,
    found: &[Found],
    refused: Vec<Refused>,
) -> Vec<Near> {
    let row = &line.row;
    let mut near: Vec<Near> = Vec::new();
    let mut push = |span: std::ops::Range<usize>, reason: String| {
        let overlaps = |other: &std::ops::Range<usize>| other.start < span.end && span.start < other.end;
        if near.len() < MOST
            && !found.iter().any(|found| overlaps(&found.span))
            && !near.iter().any(|near| overlaps(&near.span))
        {
            let as_written = row.text.get(span.clone()).unwrap_or_default().to_owned();
            near.push(Near { span, as_written, reason });
        }
    };
    for (span, reason) in refused {
        push(span, reason);
    }
    let goal = goal(wanted);
    for (hit, identifier) in line.hits.iter().zip(line.identifiers()) {
        let other = if hit.kind == wanted.kind && !hit.canonical.is_empty() && is_address(hit.kind) {
            hit.canonical.clone()
        } else {
            compact(&identifier.canonical)
        };
        if let Some(reason) = relation(wanted, &goal, &other, hit.kind) {
            push(row.bytes(hit.from, hit.to), reason);
        }
    }
    if !is_address(wanted.kind) {
        let mut at = 0;
        while at < row.atoms.len() {
            let last = reference::chain(row, at);
            let (from, to) = (row.atoms[at].from, row.atoms[last].to);
            let whole: String = row.low[from..to].iter().filter(|c| c.is_alphanumeric()).collect();
            // As it is written too: without its zeros 00000001 no longer looks like 40000001.
            if let Some(reason) = relation(wanted, &goal, &reference::canonical(&whole), Kind::Reference)
                .or_else(|| {
                    whole.starts_with('0').then(|| relation(wanted, &goal, &whole, Kind::Reference)).flatten()
                })
            {
                push(row.bytes(from, to), reason);
            } else {
                for &atom in &row.atoms[at..=last] {
                    if let Some(reason) =
                        relation(wanted, &goal, &reference::canonical(&row.word(atom)), Kind::Reference)
                    {
                        push(row.bytes(atom.from, atom.to), reason);
                    }
                }
            }
            at = last + 1;
        }
    }
    if !is_address(wanted.kind)
        && let Some(pieces) = line.pieces()
    {
        let mut at = 0;
        while at < pieces.len() {
            let mut next = at + 1;
            while next < pieces.len()
                && pieces[next - 1].spoken
                && pieces[next].spoken
                && pattern::gap(row, pieces, next - 1).len() <= 12
            {
                next += 1;
            }
            if next > at + 1 || pieces[at].spoken && pieces[at].text.len() > 2 {
                let said: String = pieces[at..next].iter().map(|piece| piece.text.as_str()).collect();
                if let Some(reason) = relation(wanted, &goal, &reference::canonical(&said), Kind::Reference) {
                    push(
                        row.bytes(row.atoms[pieces[at].first].from, row.atoms[pieces[next - 1].last].to),
                        reason,
                    );
                }
            }
            at = next;
        }
    }
    near.sort_by_key(|near| near.span.start);
    near
}

fn is_address(kind: Kind) -> bool {
    matches!(
        kind,
        Kind::Email
            | Kind::Url
            | Kind::Domain
            | Kind::Path
            | Kind::Ipv4
            | Kind::Ipv6
            | Kind::Cidr
            | Kind::Coordinates
            | Kind::House
            | Kind::Date
            | Kind::Time
            | Kind::Amount
            | Kind::Doi
            | Kind::Version
    )
}

fn goal(wanted: &Identifier) -> String {
    if is_address(wanted.kind) { wanted.canonical.clone() } else { compact(&wanted.canonical) }
}

/// Why two canonical forms look alike, if they do.
fn relation(wanted: &Identifier, goal: &str, other: &str, kind: Kind) -> Option<String> {
    if other.is_empty() || goal.is_empty() {
        return None;
    }
    if goal == other {
        let used = if strict::zeros_count(wanted) {
            "the same letters and digits, in another case, divided otherwise or with other zeros"
        } else {
            "the same letters and digits, divided or used otherwise"
        };
        return (!is_address(wanted.kind)).then(|| used.to_owned());
    }
    if goal.to_lowercase() == other.to_lowercase() {
        return Some("differs in case".to_owned());
    }
    if plain(goal) == plain(other) {
        return Some("another spelling".to_owned());
    }
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    if wanted.kind == Kind::Phone && digits(goal) >= 7 && digits(other) >= 7 {
        let tail = |text: &str, count: usize| -> String {
            text.chars().skip(text.chars().count().saturating_sub(count)).collect()
        };
        for count in [goal.len().min(other.len()), goal.len().min(other.len()).min(7)] {
            let (a, b) = (tail(goal, count), tail(other, count));
            if a == b {
                return Some("the same subscriber number with another prefix".to_owned());
            }
            if let Some(reason) = alike(&a, &b) {
                return Some(reason.to_owned());
            }
        }
    }
    if matches!(wanted.kind, Kind::Commit | Kind::Hash)
        && other.bytes().all(|b| b.is_ascii_hexdigit())
        && other.len() >= 7
    {
        if goal.get(..6) == other.get(..6) {
            return Some("begins alike, then differs".to_owned());
        }
        if goal.get(..7).is_some_and(|head| other.contains(head)) {
            return Some("longer: it only contains the wanted one".to_owned());
        }
    }
    if let (Kind::Email, Some((local, domain)), Some((other_local, other_domain))) =
        (wanted.kind, goal.split_once('@'), other.split_once('@'))
    {
        if local.replace('.', "") == other_local.replace('.', "") {
            let reason = if domain == other_domain {
                "other dots before the @, which count at this host"
            } else {
                "the same local part at another domain"
            };
            return Some(reason.to_owned());
        }
        if domain == other_domain && alike(local, other_local).is_some() {
            return Some("another local part at the same domain".to_owned());
        }
    }
    let value = |amount: &str| amount.trim_start_matches(|c: char| c.is_alphabetic()).to_owned();
    if wanted.kind == Kind::Amount && kind == Kind::Amount && value(goal) == value(other) {
        return Some("the same sum in another currency".to_owned());
    }
    if wanted.kind == Kind::Url && kind == Kind::Url {
        let (a, b) = (goal.split_once('/'), other.split_once('/'));
        if let (Some((_, a)), Some((_, b))) = (a, b)
            && a == b
        {
            return Some("the same path on another host".to_owned());
        }
    }
    alike(goal, other).map(str::to_owned)
}

/// Umlauts written out.
fn plain(text: &str) -> String {
    text.replace('ä', "ae")
        .replace('ö', "oe")
        .replace('ü', "ue")
        .replace('ß', "ss")
        .replace('ø', "oe")
        .replace('å', "aa")
}

fn alike(goal: &str, other: &str) -> Option<&'static str> {
    let (a, b): (Vec<char>, Vec<char>) =
        (goal.chars().take(200).collect(), other.chars().take(200).collect());
    if a == b {
        return None;
    }
    let letters = a.iter().all(|c| !c.is_ascii_digit());
    if b.len() > a.len() && a.len() >= 2 {
        if b.starts_with(&a) {
            return Some("longer: it goes on after the wanted one");
        }
        if b.ends_with(&a) {
            return Some("longer: it begins before the wanted one");
        }
        if a.len() >= 3 && b.windows(a.len()).any(|window| window == a) {
            return Some("longer: it only contains the wanted one");
        }
    }
    if a.len() > b.len() && b.len() * 2 > a.len() && b.len() >= 2 && (!letters || b.len() > 3) {
        if a.starts_with(&b) {
            return Some("shorter: a prefix of the wanted one");
        }
        if a.ends_with(&b) {
            return Some("shorter: an ending of the wanted one");
        }
    }
    if a.len() == b.len() && a.len() >= 2 {
        let different: Vec<usize> = (0..a.len()).filter(|&i| a[i] != b[i]).collect();
        match different.as_slice() {
            [_] if a.len() >= 3 && !(letters && a.len() < 5) => return Some("one character differs"),
            [i, j] if a[*i] == b[*j] && a[*j] == b[*i] => return Some("two characters are swapped"),
            [_, _] if a.len() >= 8 => return Some("two characters differ"),
            _ => {}
        }
        let (mut x, mut y) = (a.clone(), b.clone());
        x.sort_unstable();
        y.sort_unstable();
        if x == y && a.len() >= 4 {
            return Some("the same characters in another order");
        }
    }
    if a.len() >= 8 && b.len() >= 5 {
        let most = a.len().max(b.len());
        let head = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
        let tail = a.iter().rev().zip(b.iter().rev()).take_while(|(x, y)| x == y).count();
        if head * 5 >= most * 3 {
            return Some("begins alike, then differs");
        }
        if tail * 5 >= most * 3 {
            return Some("ends alike, but begins otherwise");
        }
    }
    if a.len().abs_diff(b.len()) == 1 && a.len() >= 3 && (!letters || a.len() >= 6) {
        let (long, short) = if a.len() > b.len() { (&a, &b) } else { (&b, &a) };
        let head = long.iter().zip(short).take_while(|(x, y)| x == y).count();
        if long[head + 1..] == short[head..] {
            return Some("one character more or less");
        }
    }
    None
}
