//! E-mail addresses, web addresses, host names and @names.

use super::percent::percent;
use std::ops::Range;

use super::{Scan, glued, repository};
use crate::entity::identifier::kind::Kind;
use crate::entity::identifier::row::{Row, is_han};

const TLDS: &[&str] = &[
    "academy", "agency", "ai", "app", "ar", "arpa", "at", "au", "be", "bg", "biz", "blog", "br", "ca", "cat",
    "cc", "ch", "cl", "cloud", "club", "cn", "co", "com", "corp", "cz", "de", "dev", "dk", "edu", "ee",
    "email", "es", "eu", "example", "fi", "fm", "fr", "gg", "gov", "gr", "hk", "home", "hr", "hu", "id",
    "ie", "il", "in", "info", "int", "intern", "internal", "invalid", "io", "is", "it", "jp", "kr", "lan",
    "li", "link", "live", "local", "localhost", "lt", "lu", "lv", "ly", "me", "mil", "mx", "net", "nl", "no",
    "nz", "onion", "online", "org", "page", "pt", "ro", "ru", "se", "shop", "si", "site", "sk", "store",
    "tech", "test", "tk", "to", "tr", "tv", "ua", "uk", "us", "wiki", "world", "xyz", "za", "zone",
];

const TRACKING: &[&str] = &[
    "fbclid", "gclid", "dclid", "msclkid", "yclid", "igshid", "mc_cid", "mc_eid", "ref", "ref_src",
    "referrer", "source", "si", "spm", "_ga", "_gl", "feature", "share", "cmpid", "trk", "wt_mc",
    "versionid", "utm",
];

/// Hosts of mail that ignore dots before the @.
const DOTLESS: &[&str] = &["gmail.com", "pm.me", "proton.me", "protonmail.com"];

fn host_char(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '-' | '.' | '_')
}

fn is_host(host: &str) -> bool {
    let Some((rest, tld)) = host.rsplit_once('.') else { return host == "localhost" };
    !rest.is_empty()
        && !rest.split('.').any(str::is_empty)
        && (tld.starts_with("xn--")
            || TLDS.binary_search(&tld).is_ok()
            || !tld.is_ascii() && tld.chars().count() < 8)
        && tld.chars().count() >= 2
        && tld.chars().any(char::is_alphabetic)
        && !host.chars().any(is_han)
}

/// A host in lower case without "www.", punycode read.
pub(in crate::entity::identifier) fn host(written: &str) -> String {
    let lower = written.to_lowercase();
    let lower = lower.trim_matches('.');
    let bare = lower.strip_prefix("www.").filter(|rest| rest.contains('.')).unwrap_or(lower);
    bare.split('.')
        .map(|label| match label.strip_prefix("xn--").and_then(punycode) {
            Some(read) => read,
            None => label.to_owned(),
        })
        .collect::<Vec<_>>()
        .join(".")
}

/// A label in punycode, read (RFC 3492).
fn punycode(encoded: &str) -> Option<String> {
    let (basic, tail) = encoded.rsplit_once('-').unwrap_or(("", encoded));
    let mut output: Vec<char> = basic.chars().collect();
    let (mut n, mut index, mut bias) = (128_u32, 0_u32, 72_u32);
    let mut chars = tail.chars().peekable();
    if encoded.len() > 80 {
        return None;
    }
    while chars.peek().is_some() {
        let old = index;
        let (mut weight, mut k) = (1_u32, 36_u32);
        loop {
            let digit = match chars.next()? {
                c @ 'a'..='z' => u32::from(c) - u32::from('a'),
                c @ '0'..='9' => u32::from(c) - u32::from('0') + 26,
                _ => return None,
            };
            index = index.checked_add(digit.checked_mul(weight)?)?;
            let threshold = if k <= bias {
                1
            } else if k >= bias + 26 {
                26
            } else {
                k - bias
            };
            if digit < threshold {
                break;
            }
            weight = weight.checked_mul(36 - threshold)?;
            k += 36;
        }
        let count = u32::try_from(output.len()).ok()? + 1;
        let mut delta = if old == 0 { index / 700 } else { (index - old) / 2 };
        delta += delta / count;
        let mut steps = 0;
        while delta > 455 {
            delta /= 35;
            steps += 36;
        }
        bias = steps + 36 * delta / (delta + 38);
        n = n.checked_add(index / count)?;
        index %= count;
        output.insert(index as usize, char::from_u32(n)?);
        index += 1;
    }
    Some(output.into_iter().collect())
}

/// The canonical form of a web address without its scheme (http and https are one), or of another scheme with it.
pub(in crate::entity::identifier) fn url(written: &str) -> String {
    let (scheme, rest) = match written.split_once("://") {
        Some((scheme, rest)) => (scheme.to_ascii_lowercase(), rest),
        None => ("http".to_owned(), written.trim_start_matches('/')),
    };
    let (rest, fragment) = rest.split_once('#').unwrap_or((rest, ""));
    let (location, query) = rest.split_once('?').unwrap_or((rest, ""));
    let (authority, path) = match location.find('/') {
        Some(at) => location.split_at(at),
        None => (location, ""),
    };
    let scheme = match scheme.rsplit_once('+') {
        Some((_, carrier @ ("http" | "https" | "ssh"))) => carrier.to_owned(),
        _ if scheme == "postgresql" => "postgres".to_owned(),
        _ => scheme,
    };
    let (credentials, authority) = authority.rsplit_once('@').unwrap_or(("", authority));
    let (name, port) = match authority.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|b| b.is_ascii_digit()) => (name, port),
        _ => (authority, ""),
    };
    if (scheme == "s3" || host(name).split('.').any(|part| part == "s3"))
        && let Some(object) = object(&scheme, &host(name), path)
    {
        return object;
    }
    if query.is_empty()
        && port == usual_port(&scheme, port)
        && let Some(page) = repository::page(&scheme, credentials, &host(name), &percent(path))
    {
        return page;
    }
    let web = matches!(scheme.as_str(), "http" | "https");
    let mut canonical = if web { String::new() } else { format!("{scheme}://") };
    if !credentials.is_empty() {
        canonical.push_str(&percent(credentials));
        canonical.push('@');
    }
    canonical.push_str(&host(name));
    if !port.is_empty() && port != usual_port(&scheme, port) {
        canonical.push(':');
        canonical.push_str(port);
    }
    for part in percent(path).split('/').filter(|part| !part.is_empty() && *part != ".") {
        canonical.push('/');
        canonical.push_str(part);
    }
    let mut pairs: Vec<String> = query
        .split(['&', ';'])
        .filter(|pair| {
            let name = pair.split('=').next().unwrap_or_default().to_ascii_lowercase();
            !name.is_empty() && !name.starts_with("utm_") && !TRACKING.contains(&name.as_str())
        })
        .map(percent)
        .collect();
    pairs.sort_unstable();
    if !pairs.is_empty() {
        canonical.push('?');
        canonical.push_str(&pairs.join("&"));
    }
    if fragment.starts_with(['/', '!']) {
        canonical.push('#');
        canonical.push_str(fragment);
    }
    canonical
}

/// The port that an address of a scheme need not name.
fn usual_port<'p>(scheme: &str, port: &'p str) -> &'p str {
    let usual: &[&str] = match scheme {
        "http" | "https" => &["80", "443"],
        "postgres" => &["5432"],
        "mysql" | "mariadb" => &["3306"],
        "redis" | "rediss" => &["6379"],
        "mongodb" => &["27017"],
        "amqp" => &["5672"],
        "ssh" | "sftp" => &["22"],
        "ftp" => &["21"],
        "ldap" => &["389"],
        "smtp" => &["25"],
        _ => &[],
    };
    if usual.contains(&port) { port } else { "" }
}

/// Where user and password of a canonical address stand, without the "@" behind them.
fn credentials(canonical: &str) -> Range<usize> {
    let from = canonical.find("://").map_or(0, |at| at + 3);
    let end = canonical[from..].find(['/', '?', '#']).map_or(canonical.len(), |at| from + at);
    from..canonical[from..end].rfind('@').map_or(from, |at| from + at)
}

/// A canonical address without user and password.
pub(in crate::entity::identifier) fn anonymous(canonical: &str) -> String {
    let who = credentials(canonical);
    if who.is_empty() {
        return canonical.to_owned();
    }
    format!("{}{}", &canonical[..who.start], &canonical[who.end + 1..])
}

/// The host of a canonical address.
pub(in crate::entity::identifier) fn host_of(canonical: &str) -> &str {
    let who = credentials(canonical);
    let from = if who.is_empty() { who.start } else { who.end + 1 };
    let rest = &canonical[from..];
    rest.split(['/', ':', '?', '#']).next().unwrap_or(rest)
}

/// A canonical address with the user alone, where it names one.
pub(in crate::entity::identifier) fn of_user(canonical: &str) -> Option<String> {
    let who = credentials(canonical);
    let user = canonical[who.clone()].split(':').next().filter(|user| !user.is_empty())?;
    Some(format!("{}{user}{}", &canonical[..who.start], &canonical[who.end..]))
}

/// Whether a canonical address keeps its password to itself.
pub(in crate::entity::identifier) fn is_hidden(canonical: &str) -> bool {
    let mask = |c: char| matches!(c, '*' | '•' | 'x' | '.' | '…');
    canonical[credentials(canonical)].split_once(':').is_none_or(|(_, password)| password.chars().all(mask))
}

/// Whether `other` is the wanted address, or that of the wanted user: a password may be missing or hidden in one of them,
/// and a request that names nobody means whoever uses the address.
pub(in crate::entity::identifier) fn is_of(wanted: &str, other: &str) -> bool {
    let anybody = credentials(wanted).is_empty() && wanted == anonymous(other);
    let hidden = is_hidden(wanted) || is_hidden(other);
    wanted == other || anybody || hidden && of_user(wanted).is_some_and(|user| of_user(other) == Some(user))
}

/// One form for the ways to address an object of a store: scheme, host style and path style.
fn object(scheme: &str, host: &str, path: &str) -> Option<String> {
    let path = percent(path);
    let path = path.trim_matches('/');
    if scheme == "s3" {
        return Some(format!("s3://{host}/{path}"));
    }
    if host == "s3" || host.starts_with("s3.") {
        return path.contains('/').then(|| format!("s3://{path}"));
    }
    let (bucket, _) = host.split_once(".s3.")?;
    Some(format!("s3://{bucket}/{path}"))
}

/// The canonical form of an address: lower case, no tag, no dots in local parts whose host ignores them.
pub(in crate::entity::identifier) fn email(local: &str, domain: &str) -> String {
    let mut local = percent(local).to_lowercase();
    let mut domain = host(domain);
    if let Some(plus) = local.find('+').filter(|&at| at > 0) {
        local.truncate(plus);
    }
    if domain == "googlemail.com" {
        "gmail.com".clone_into(&mut domain);
    }
    if DOTLESS.contains(&domain.as_str()) {
        local.retain(|c| c != '.');
    }
    format!("{local}@{domain}")
}

pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    urls(scan);
    if scan.row.raw.contains(&'@') {
        emails(scan);
    }
    arns(scan);
    domains(scan);
}

fn emails(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let mut urls: Vec<Range<usize>> =
        scan.hits.iter().filter(|hit| hit.kind != Kind::Ipv4).map(|hit| hit.from..hit.to).collect();
    urls.sort_by_key(|url| url.start);
    for at in (0..row.raw.len()).filter(|&at| row.raw[at] == '@') {
        let local = |c: char| c.is_alphanumeric() || matches!(c, '.' | '_' | '%' | '+' | '-' | '!' | '~');
        let mut from = at;
        while from > 0 && at - from < 64 && local(row.raw[from - 1]) {
            from -= 1;
        }
        from = at - glued::kept(row.raw[from..at].iter().rev().copied());
        while from < at && matches!(row.raw[from], '.' | '-' | '~' | '!') {
            from += 1;
        }
        let mut to = at + 1;
        while to < row.raw.len() && to - at < 254 && host_char(row.raw[to]) {
            to += 1;
        }
        to = at + 1 + glued::kept(row.raw[at + 1..to].iter().copied());
        // "at ida@mori.example-nél": the last label of a host that is no name of a script has no dash.
        let last = row.raw[at + 1..to].iter().rposition(|&c| c == '.').map_or(to, |dot| at + 1 + dot);
        if let Some(dash) = row.raw[last..to].iter().position(|&c| c == '-')
            && !row.low[last..to].starts_with(&['.', 'x', 'n', '-'])
        {
            to = last + dash;
        }
        while to > at + 1 && matches!(row.raw[to - 1], '.' | '-' | '_') {
            to -= 1;
        }
        let name: String = row.raw[at + 1..to].iter().collect();
        if from < at
            && name.contains('.')
            && name
                .rsplit('.')
                .next()
                .is_some_and(|tld| tld.chars().count() >= 2 && tld.chars().any(char::is_alphabetic))
        {
            let local: String = row.raw[from..at].iter().collect();
            // In an address of another scheme it is a user, unless it stands behind the host.
            let around = urls[..urls.partition_point(|url| url.start <= from)].last();
            match around.filter(|url| to <= url.end) {
                Some(url) if !in_path(&row.raw[url.start..from]) => {}
                Some(_) => scan.within(Kind::Email, email(&local, &name), from, to),
                None => _ = scan.push(Kind::Email, email(&local, &name), from, to),
            }
        } else if from == at && !name.is_empty() && !row.before(at).is_alphanumeric() && row.before(at) != ']'
        {
            scan.push(Kind::Handle, name.to_lowercase(), at, to);
        }
    }
}

/// Whether the beginning of an address goes beyond its host.
fn in_path(begun: &[char]) -> bool {
    begun
        .windows(3)
        .position(|three| three == [':', '/', '/'])
        .is_some_and(|at| begun[at + 3..].contains(&'/'))
        || begun.contains(&'?')
}

fn stop(c: char) -> bool {
    matches!(c, ' ' | '"' | '<' | '>' | '|' | '`' | '{' | '}' | '\'' | '\\' | '^')
}

/// The end of an address: no punctuation of the sentence, no bracket that was opened outside.
fn address_end(row: &Row<'_>, from: usize) -> usize {
    let mut to = from;
    while to < row.raw.len() && !stop(row.raw[to]) && !matches!(row.raw[to], '…' | '，') {
        to += 1;
    }
    loop {
        let Some(&last) = row.raw.get(to.wrapping_sub(1)).filter(|_| to > from) else { return to };
        let open = match last {
            '.' | ',' | ';' | ':' | '!' | '?' => None,
            ')' => Some('('),
            ']' => Some('['),
            _ => return to,
        };
        if open.is_some_and(|open| row.raw[from..to].contains(&open)) {
            return to;
        }
        to -= 1;
    }
}

fn urls(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let mut at = 2;
    while at < row.raw.len() {
        if !(row.raw[at] == '/' && row.raw[at - 1] == '/') {
            at += 1;
            continue;
        }
        let mut from = at - 1;
        if row.before(from) == ':' {
            from -= 1;
            while from > 0
                && (row.raw[from - 1].is_ascii_alphanumeric() || matches!(row.raw[from - 1], '+' | '-' | '.'))
            {
                from -= 1;
            }
        } else if !matches!(row.before(from), '"' | '\'' | '=' | '(' | ' ')
            || !row.raw_at(at + 1).is_alphanumeric()
        {
            at += 1;
            continue;
        }
        let to = address_end(row, at + 1);
        let written: String = row.raw[from..to].iter().collect();
        let name = written.split("//").nth(1).unwrap_or_default();
        let place = name.split(['/', '?']).next().unwrap_or_default();
        let place = place.rsplit('@').next().unwrap_or_default();
        let lower = written.to_ascii_lowercase();
        if lower.starts_with("file:") || super::path::SHARES.iter().any(|scheme| lower.starts_with(scheme)) {
            scan.push(Kind::Path, super::path::canonical(&written), from, to);
        } else if place.starts_with('[') || place.contains('*') {
            // An address in brackets is found as such.
        } else if place.starts_with(|c: char| c.is_alphanumeric())
            && (written.contains(':')
                || is_host(&host(name.split(['/', '?', '#', ':']).next().unwrap_or_default())))
        {
            let canonical = url(&written);
            // An address by number is found as such, unless it says more.
            let v4 = host_of(&canonical).parse::<std::net::Ipv4Addr>();
            let web = !canonical.contains("://");
            if v4.is_err() || !web || !credentials(&canonical).is_empty() {
                let from_host = from + written.find(host_of(&canonical)).unwrap_or_default();
                let (kind, canonical) = sort(canonical);
                scan.push(kind, canonical, from, to);
                if let Ok(address) = v4 {
                    let address = address.to_string();
                    let end = from_host + address.len();
                    scan.within(Kind::Ipv4, address, from_host, end);
                }
            }
        }
        at = to.max(at + 1);
    }
}

/// What a canonical address is the address of: a document by its identifier, a telephone, a page, a host.
fn sort(canonical: String) -> (Kind, String) {
    let doi = canonical.strip_prefix("doi.org/").or_else(|| canonical.strip_prefix("dx.doi.org/"));
    if let Some(doi) = doi {
        return (Kind::Doi, doi.to_lowercase());
    }
    if let Some(number) = super::phone::of_link(&canonical) {
        return (Kind::Phone, number);
    }
    let kind = if canonical.contains(['/', '?', ':', '@']) { Kind::Url } else { Kind::Domain };
    (kind, canonical)
}

/// "arn:aws:s3:::bucket/key".
fn arns(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    const HEAD: [char; 13] = ['a', 'r', 'n', ':', 'a', 'w', 's', ':', 's', '3', ':', ':', ':'];
    for at in 0..row.atoms.len() {
        let from = row.atoms[at].from;
        if row.low[from..].starts_with(&HEAD) {
            let to = address_end(row, from + HEAD.len());
            let rest: String = row.raw[from + HEAD.len()..to].iter().collect();
            scan.push(Kind::Url, format!("s3://{rest}"), from, to);
        }
    }
}

fn domains(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let mut at = 0;
    while at < row.raw.len() {
        if !host_char(row.raw[at]) {
            at += 1;
            continue;
        }
        let from = at;
        let mut dots = false;
        while at < row.raw.len() && host_char(row.raw[at]) {
            dots |= row.raw[at] == '.';
            at += 1;
        }
        if !dots
            || !scan.free(from, at)
            || at - from > 253
            || matches!(row.before(from), '@' | '/' | '\\' | '~')
        {
            continue;
        }
        let mut to = at;
        while to > from && matches!(row.raw[to - 1], '.' | '-' | '_') {
            to -= 1;
        }
        let written: String = row.raw[from..to].iter().collect();
        let name = host(&written);
        if !is_host(&name) || name.contains('_') {
            continue;
        }
        let follows = row.raw_at(to);
        let path = follows == '/' && to == at && !row.raw_at(to + 1).is_whitespace();
        let port = follows == ':' && row.raw_at(to + 1).is_ascii_digit();
        if path || port || (follows == '?' && row.raw_at(to + 1).is_alphanumeric()) {
            let end = address_end(row, to);
            let written: String = row.raw[from..end].iter().collect();
            let (kind, canonical) = sort(url(&written));
            scan.push(kind, canonical, from, end);
            at = end;
        } else if follows != '\\' {
            scan.push(Kind::Domain, name, from, to);
        }
    }
}

/// The row with "(at)" and "(dot)" read, if it has any: the same places, other characters.
pub(in crate::entity::identifier) fn plain<'t>(row: &Row<'t>) -> Option<Row<'t>> {
    let is_at = |word: &str| {
        matches!(
            word,
            "at" | "ät" | "arroba" | "chiocciola" | "arobase" | "klammeraffe" | "a" | "собака" | "et"
        )
    };
    let is_dot = |word: &str| {
        matches!(word, "dot" | "punkt" | "point" | "punto" | "ponto" | "nokta" | "точка" | "kropka" | "d0t")
    };
    let mut out: Vec<(char, usize, usize)> = Vec::new();
    let mut done = 0;
    let mut any = false;
    for at in 1..row.atoms.len().saturating_sub(1) {
        let atom = row.atoms[at];
        if !atom.letters || atom.len() > 11 {
            continue;
        }
        let word = row.word(atom);
        let (left, right) = (row.gap(at - 1), row.gap(at));
        let bracket = |gap: &[char], marks: &[char]| gap.iter().any(|c| marks.contains(c)) && gap.len() <= 3;
        let bracketed = bracket(left, &['(', '[', '{', '<']) && bracket(right, &[')', ']', '}', '>']);
        let spaced = left == [' '] && right == [' '];
        let mark = if is_dot(&word) && (bracketed || spaced) {
            '.'
        } else if is_at(&word) && word != "et" && word != "a" && (bracketed || spaced && dotted(row, at))
            || bracketed && is_at(&word)
        {
            '@'
        } else {
            continue;
        };
        any = true;
        let (from, to) = (row.atoms[at - 1].to, row.atoms[at + 1].from);
        if from < done {
            continue;
        }
        out.extend((done..from).map(|i| (row.raw[i], i, i + 1)));
        out.push((mark, from, to));
        done = to;
    }
    // "[.]" and "[@]" are symbols in brackets; spaces around a sign are disguise too.
    let mut from = done;
    while from + 2 < row.raw.len() {
        if matches!(row.raw[from], '[' | '(' | '{')
            && matches!(row.raw[from + 1], '.' | '@')
            && matches!(row.raw[from + 2], ']' | ')' | '}')
        {
            any = true;
            out.push((row.raw[from + 1], from, from + 3));
            from += 3;
        } else if matches!(row.raw[from..from + 3], ['%', '4', '0'] | [' ', '@', ' ']) {
            any = true;
            out.push(('@', from, from + 3));
            from += 3;
        } else {
            out.push((row.raw[from], from, from + 1));
            from += 1;
        }
    }
    out.extend((from..row.raw.len()).map(|i| (row.raw[i], i, i + 1)));
    any.then(|| row.rewritten(&out))
}

/// Whether "dot word" or a host follows a spoken "at".
fn dotted(row: &Row<'_>, at: usize) -> bool {
    (at + 1..row.atoms.len().min(at + 6)).any(|i| {
        matches!(row.word(row.atoms[i]).as_str(), "dot" | "punkt" | "point" | "punto" | "ponto" | "nokta")
            || (i == at + 1
                && row.gap(i) == ['.']
                && row.atoms.get(i + 1).is_some_and(|&tld| is_host(&format!("x.{}", row.word(tld)))))
    })
}
