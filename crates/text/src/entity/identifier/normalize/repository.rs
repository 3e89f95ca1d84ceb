//! Repositories of code, by the addresses that they are cloned from: "git@forge.example:acme/widget.git",
//! "ssh://git@forge.example/acme/widget", "https://forge.example/acme/widget.git" (git-clone(1), "Git URLs").

use super::Scan;
use crate::entity::identifier::kind::Kind;

/// The address of the repository's page, of the parts of the address that it is cloned from; `None` for another address. The host is in
/// its canonical form, the path begins with a slash.
pub(super) fn page(scheme: &str, credentials: &str, host: &str, path: &str) -> Option<String> {
    let path = path.trim_end_matches('/');
    let bare = path.strip_suffix(".git").filter(|path| path.len() > 1);
    // Another user may see another repository.
    let git =
        matches!(credentials, "" | "git") && (bare.is_some() || credentials == "git" || scheme == "git");
    let cloned = matches!(scheme, "http" | "https" | "ssh" | "git");
    (git && cloned && path.len() > 1).then(|| format!("{host}{}", bare.unwrap_or(path)))
}

/// "git@forge.example:acme/widget.git"; scp's "git@host:file" has no slash in its path, and no ".git" at its end.
pub(in crate::entity::identifier) fn scan(scan: &mut Scan<'_, '_>) {
    let row = scan.row;
    let of_name = |c: &char| c.is_ascii_alphanumeric() || matches!(c, '-' | '_' | '.');
    for at in (0..row.raw.len()).filter(|&at| row.raw[at] == '@') {
        let from = at - row.raw[..at].iter().rev().take_while(|c| of_name(c)).count();
        let colon = at + 1 + row.raw[at + 1..].iter().take_while(|c| of_name(c)).count();
        let of_path = |c: &char| of_name(c) || matches!(c, '/' | '~' | '+');
        let mut to = (colon + 1).min(row.raw.len());
        to += row.raw[to..].iter().take_while(|c| of_path(c)).count();
        while to > colon + 1 && matches!(row.raw[to - 1], '.' | '/') {
            to -= 1;
        }
        if from == at || row.raw_at(colon) != ':' || to <= colon + 1 || row.before(from) == '/' {
            continue;
        }
        let part = |from: usize, to: usize| row.raw[from..to].iter().collect::<String>();
        let (user, host) = (part(from, at), part(at + 1, colon).to_lowercase());
        let path = format!("/{}", part(colon + 1, to).trim_start_matches('/'));
        let cloned = user == "git" && path[1..].contains('/') || path.ends_with(".git");
        if let Some(page) = page("ssh", &user, &host, &path).filter(|_| cloned) {
            scan.push(Kind::Url, page, from, to);
        }
    }
}
