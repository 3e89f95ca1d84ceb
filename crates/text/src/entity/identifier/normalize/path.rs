//! Paths of files and folders.

use super::Scan;
use crate::entity::identifier::kind::Kind;

/// How addresses of what Windows shares begin, also written `\\host\folder` and "//host/folder".
pub(super) const SHARES: [&str; 2] = ["smb://", "cifs://"];

fn ends(c: char) -> bool {
    matches!(
        c,
        ' ' | '"' | '\'' | '<' | '>' | '|' | ',' | ';' | '(' | ')' | '[' | ']' | '{' | '}' | '`' | '*' | '='
    )
}

pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let mut at = 0;
    while at < row.raw.len() {
        if ends(row.raw[at]) {
            at += 1;
            continue;
        }
        let from = at;
        while at < row.raw.len() && !ends(row.raw[at]) {
            at += 1;
        }
        let mut to = at;
        while to > from && matches!(row.raw[to - 1], '.' | ':' | '!' | '?' | '…') {
            to -= 1;
        }
        let run = &row.raw[from..to];
        if run.len() > 2 && looks(run) {
            let written: String = run.iter().collect();
            scan.push(Kind::Path, canonical(&written), from, to);
        }
    }
}

fn looks(run: &[char]) -> bool {
    let slashes = run.iter().filter(|&&c| matches!(c, '/' | '\\')).count();
    if slashes == 0 || !run.iter().any(|c| c.is_alphabetic()) {
        return false;
    }
    match run {
        ['/', '/', share @ ..] => is_share(share),
        ['/', c, ..] => c.is_alphanumeric() || matches!(c, '.' | '_'),
        ['~', ..] | ['.', '/', ..] | ['.', '.', '/', ..] => true,
        [drive, ':', '/' | '\\', ..] => drive.is_ascii_alphabetic(),
        ['\\', '\\', ..] => true,
        // A relative path names a file, or is deep.
        _ => {
            let last = run.rsplit(|&c| matches!(c, '/' | '\\')).next().unwrap_or_default();
            let dot = last.iter().rposition(|&c| c == '.');
            let named = dot.is_some_and(|dot| {
                dot > 0
                    && (1..=5).contains(&(last.len() - dot - 1))
                    && last[dot + 1..].iter().all(|c| c.is_alphanumeric())
                    && last[dot + 1..].iter().any(|c| c.is_alphabetic())
            });
            run[0].is_alphabetic() && (named || slashes >= 2 && !run.iter().any(char::is_ascii_digit))
        }
    }
}

/// Whether a host of the local network and a folder follow two slashes: "//nas/hr", but not "//cdn.example/lib.js".
fn is_share(run: &[char]) -> bool {
    let host = run.iter().position(|&c| c == '/').unwrap_or(run.len());
    host > 0
        && run[..host].iter().all(|&c| c.is_alphanumeric() || matches!(c, '-' | '_'))
        && run.get(host + 1).is_some_and(|c| c.is_alphanumeric())
}

/// The path of a file's address: a drive needs no slash before it, and another host is a share's.
fn local(address: &str) -> String {
    let bytes = address.as_bytes();
    match address.strip_prefix("localhost").filter(|rest| rest.starts_with('/')) {
        Some(rest) => local(rest),
        None if bytes.first() == Some(&b'/')
            && bytes.get(1).is_some_and(u8::is_ascii_alphabetic)
            && bytes.get(2) == Some(&b':') =>
        {
            address[1..].to_owned()
        }
        None if bytes.first().is_some_and(u8::is_ascii_alphanumeric) && bytes.get(1) != Some(&b':') => {
            format!("//{address}")
        }
        None => address.to_owned(),
    }
}

/// A path on a Windows drive as a Unix shell there sees it: /mnt/c/x (WSL), /cygdrive/c/x, /c/x (MSYS).
fn mounted(path: &str) -> Option<String> {
    let rest = ["/mnt/", "/cygdrive/", "/"].iter().find_map(|root| {
        let (drive, rest) = path.strip_prefix(root)?.split_once('/')?;
        (drive.len() == 1 && drive.starts_with(|c: char| c.is_ascii_alphabetic())).then_some((drive, rest))
    })?;
    Some(format!("{}:/{}", rest.0, rest.1))
}

/// Forward slashes, no `.` or `..` or doubled slashes, no slash at the end; homes by their owner; what Windows names in small letters.
pub(in crate::entity::identifier) fn canonical(written: &str) -> String {
    let mut path = match written.get(..7).filter(|head| head.eq_ignore_ascii_case("file://")) {
        Some(_) => local(&super::percent::percent(&written[7..])),
        None => written.to_owned(),
    };
    for scheme in SHARES {
        if path.get(..scheme.len()).is_some_and(|head| head.eq_ignore_ascii_case(scheme)) {
            path = format!("//{}", super::percent::percent(&path[scheme.len()..]));
        }
    }
    if let Some(of_drive) = mounted(&path) {
        path = of_drive;
    }
    let windows = path.contains('\\') || path.starts_with("//") || path.as_bytes().get(1) == Some(&b':');
    if windows {
        path = path.replace('\\', "/").to_lowercase();
    }
    if let Some(rest) = path.strip_prefix("~")
        && rest.starts_with(|c: char| c.is_alphanumeric())
    {
        path = format!("/home/{rest}");
    }
    let share = path.starts_with("//");
    let rooted = path.starts_with('/');
    let mut parts: Vec<&str> = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." if !parts.is_empty() => {
                parts.pop();
            }
            part => parts.push(part),
        }
    }
    format!(
        "{}{}",
        if share {
            "//"
        } else if rooted {
            "/"
        } else {
            ""
        },
        parts.join("/")
    )
}
