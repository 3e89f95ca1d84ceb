//! Lines of a configuration, each a key and its value: "the database password" is the value of DB_PASS. What has such a line is meant,
//! and no more of it than that line.

use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::request::Extent;
use nepenthe_text::word::words;

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;

/// How surely a memory is meant that has a line with every word that is asked for in its key.
const SURELY: f64 = 0.97;

/// What the parts of a key stand for.
const SHORT: &[(&str, &str)] = &[
    ("db", "database"),
    ("pass", "password"),
    ("passwd", "password"),
    ("pwd", "password"),
    ("pw", "password"),
    ("passphrase", "password"),
    ("usr", "user"),
    ("username", "user"),
    ("login", "user"),
    ("addr", "address"),
    ("tel", "phone"),
    ("mail", "email"),
    ("mail", "smtp"),
    ("smtp", "mail"),
    ("srv", "server"),
    ("host", "server"),
    ("hostname", "host"),
    ("addr", "host"),
    ("url", "address"),
    ("uri", "url"),
    ("id", "identifier"),
    ("auth", "authentication"),
    ("conf", "configuration"),
    ("cfg", "configuration"),
    ("org", "organisation"),
    ("acct", "account"),
    ("num", "number"),
    ("no", "number"),
    ("msg", "message"),
    ("lang", "language"),
    ("tz", "timezone"),
    ("dir", "directory"),
];

/// Weighs the rows by what their lines are called.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    for row in rows {
        let text = row.candidate.hit.memory.text.as_str();
        if row.kept.is_none() && !row.whole.conflicts() && !asked(query, text).is_empty() {
            row.probability = row.probability.max(SURELY);
        }
    }
}

/// What is left of a configuration without the lines that are asked for; `None` for any other text, and where nothing is left.
pub(in crate::canonical) fn without(query: &Query<'_>, text: &str) -> Option<String> {
    let gone = asked(query, text);
    let mut rest = String::with_capacity(text.len());
    let mut at = 0;
    for line in &gone {
        rest.push_str(&text[at..line.start]);
        at = line.end;
    }
    rest.push_str(&text[at..]);
    let rest = if text.ends_with('\n') { rest } else { rest.trim_end_matches('\n').to_owned() };
    (!gone.is_empty() && rest.contains(char::is_alphanumeric)).then_some(rest)
}

/// The lines of a configuration whose keys, with the section that they are in, have every word that is asked for.
fn asked(query: &Query<'_>, text: &str) -> Vec<Range<usize>> {
    let of_part = matches!(query.request.extent, Extent::Attribute | Extent::Topic);
    if query.verb == Verb::Supersede || !of_part || query.by_identity() || query.request.except.is_some() {
        return Vec::new();
    }
    let own = query.own_words.iter().filter(|word| word.content);
    let own: Vec<&str> = own.map(|word| word.stem.as_str()).collect();
    let lines = lines(text);
    if own.is_empty() || lines.len() < 2 {
        return Vec::new();
    }
    let has_all = |line: &&Line| own.iter().all(|stem| line.words.contains(*stem));
    let found: Vec<&Line> = lines.iter().filter(has_all).collect();
    // "The SMTP password" is no "SMTP_PASS_FILE" beside "SMTP_PASS".
    let fewest = found.iter().map(|line| line.parts).min();
    found.into_iter().filter(|line| Some(line.parts) == fewest).map(|line| line.span.clone()).collect()
}

struct Line {
    span: Range<usize>,
    /// Stems of the parts of its key and of its section, and of what they stand for.
    words: BTreeSet<String>,
    /// How many parts the key has.
    parts: usize,
}

/// The lines of a text that is nothing but keys with their values, and sections.
fn lines(text: &str) -> Vec<Line> {
    let mut lines = Vec::new();
    let mut section = BTreeSet::new();
    let mut at = 0;
    for line in text.split_inclusive('\n') {
        let span = at..at + line.len();
        at += line.len();
        let bare = line.trim();
        if bare.is_empty() || bare.starts_with(['#', ';']) {
            continue;
        }
        if let Some(name) = bare.strip_prefix('[').and_then(|bare| bare.strip_suffix(']')) {
            section = stems(name).0;
            continue;
        }
        let bare = bare.strip_prefix("export ").unwrap_or(bare);
        let Some((key, value)) = bare.split_once(['=', ':']) else { return Vec::new() };
        if key.split_whitespace().count() > 4 || value.trim().is_empty() {
            return Vec::new();
        }
        let (mut words, parts) = stems(key);
        words.extend(section.iter().cloned());
        lines.push(Line { span, words, parts });
    }
    lines
}

/// The stems of a key's parts, of what they stand for, and how many parts it has.
fn stems(key: &str) -> (BTreeSet<String>, usize) {
    let mut parts: Vec<String> = Vec::new();
    let mut lower = false;
    for c in key.chars() {
        if !c.is_alphanumeric() {
            lower = false;
            parts.push(String::new());
            continue;
        }
        // "dbPassword"
        if parts.is_empty() || c.is_uppercase() && lower {
            parts.push(String::new());
        }
        lower = c.is_lowercase();
        if let Some(last) = parts.last_mut() {
            last.extend(c.to_lowercase());
        }
    }
    parts.retain(|part| !part.is_empty());
    let count = parts.len();
    let long = |part: &String| {
        SHORT.iter().filter(|(short, _)| short == part).map(|(_, long)| *long).collect::<Vec<_>>()
    };
    let all: Vec<String> = parts
        .iter()
        .flat_map(|part| std::iter::once(part.clone()).chain(long(part).into_iter().map(str::to_owned)))
        .collect();
    (words(&all.join(" ")).into_iter().map(|word| word.stem).collect(), count)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::canonical::Components;

    fn rest(request: &str, text: &str) -> Option<String> {
        let mutation = Mutation::purge(request);
        without(&Query::new(&mutation, request, Components::default()), text)
    }

    #[test]
    fn the_line_that_is_asked_for_goes() {
        for (request, text, left) in [
            ("the database password", "DB_HOST=a\nDB_PASS=b\nDB_USER=c\n", "DB_HOST=a\nDB_USER=c\n"),
            (
                "the SMTP password",
                "[smtp]\nhost = a\npassword = b\n[imap]\npassword = c",
                "[smtp]\nhost = a\n[imap]\npassword = c",
            ),
            ("the wifi password", "wifi: a\nwifi password: b\nrouter: c", "wifi: a\nrouter: c"),
            ("the API token", "apiUrl: a\napiToken: b\n", "apiUrl: a\n"),
        ] {
            assert_eq!(rest(request, text).as_deref(), Some(left), "{request}");
        }
    }

    #[test]
    fn another_line_and_another_text_stay() {
        for (request, text) in [
            ("the mail password", "DB_HOST=a\nDB_PASS=b\n"),
            ("the database password", "DB_PASS=b"),
            ("the database password", "The database is on db1.\nIts password: b"),
            ("everything about the database", "DB_HOST=a\nDB_PASS=b\n"),
        ] {
            assert_eq!(rest(request, text), None, "{request}: {text}");
        }
    }
}
