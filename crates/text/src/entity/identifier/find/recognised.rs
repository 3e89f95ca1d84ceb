//! The row's recognised things, of which one is, or carries, the wanted one.

use super::Search;
use crate::entity::identifier::kind::{How, Identifier, Kind};
use crate::entity::identifier::normalize::{account, book, issue, net, web};
use crate::entity::identifier::same::{is_code, same};
use crate::entity::identifier::{bases, label};

impl Search<'_, '_> {
    pub(super) fn recognised(&mut self) {
        if self.wanted.kind == Kind::Handle && !account::is(&self.wanted.canonical) {
            return;
        }
        for (hit, other) in self.hits.iter().zip(self.line.identifiers()) {
            // The other form of a book or serial number is another run of digits.
            let book = matches!(hit.kind, Kind::Isbn | Kind::Issn)
                && (hit.kind == self.wanted.kind || bare_isbn(self.wanted).is_some());
            if hit.kind == Kind::Phone || is_code(hit.kind) && is_code(self.wanted.kind) && !book {
                continue;
            }
            // "Chapter 2.4.1" is no version.
            if hit.kind == Kind::Version
                && !other.text.starts_with(['v', 'V'])
                && other.label.as_deref().is_some_and(|noun| noun != "version" && label::known(noun))
            {
                continue;
            }
            if self.carries(other) {
                let abbreviated = matches!(hit.kind, Kind::Commit | Kind::Hash)
                    && other.canonical.len() < self.wanted.canonical.len();
                let how = if abbreviated { How::Abbreviated } else { How::Notation };
                let within = self.wanted.kind == Kind::Domain && hit.kind != Kind::Domain;
                let (how, certainty) = if within { (How::Within, 0.8) } else { (how, 0.97) };
                self.push(other.span.clone(), how, certainty);
            }
        }
    }

    /// Whether a recognised thing of the row is, or carries, the wanted one.
    pub(super) fn carries(&self, other: &Identifier) -> bool {
        if same(self.wanted, other) {
            return true;
        }
        let name = &self.wanted.canonical;
        match (self.wanted.kind, other.kind) {
            (Kind::Ipv4 | Kind::Ipv6 | Kind::Cidr, Kind::Ipv4 | Kind::Ipv6 | Kind::Cidr) => {
                net::same(name, &other.canonical)
            }
            (Kind::Handle, Kind::Email) => account::of_address(&other.canonical).as_ref() == Some(name),
            (_, Kind::Isbn) => bare_isbn(self.wanted).as_ref() == Some(&other.canonical),
            (Kind::Mac, Kind::Ipv6) => bases::embedded(&other.canonical).as_ref() == Some(name),
            (Kind::Domain, Kind::Url) => web::host_of(&other.canonical) == name,
            (Kind::Domain, Kind::Email) => other.canonical.split('@').nth(1) == Some(name.as_str()),
            (Kind::Url, Kind::Url) if issue::same(name, &other.canonical) => true,
            (Kind::Url, Kind::Url) if shown_otherwise(name, &other.canonical) => true,
            (Kind::Email, Kind::Handle) => account::of_address(name).as_ref() == Some(&other.canonical),
            (Kind::Url | Kind::Domain, Kind::Url | Kind::Domain) => web::is_of(name, &other.canonical),
            (Kind::Path, Kind::Path) => {
                at_home(name, &other.canonical)
                    || at_home(&other.canonical, name)
                    || ends_in(&other.canonical, name)
            }
            _ => false,
        }
    }
}

/// Whether an address is the wanted one, with no more behind it than how it is shown: "?print=yes". What has a digit, or is called by a key,
/// may be another page: "?id=7".
fn shown_otherwise(wanted: &str, other: &str) -> bool {
    const KEYS: &[&str] = &[
        "id", "p", "page", "q", "query", "item", "doc", "article", "ref", "no", "nr", "num", "number", "key",
        "token", "code", "user", "name", "search", "path", "file",
    ];
    let behind =
        other.strip_prefix(wanted.trim_end_matches('/')).map(|behind| behind.trim_start_matches('/'));
    let Some(behind) = behind.and_then(|behind| behind.strip_prefix('?')) else { return false };
    let shows = |pair: &str| {
        let (key, value) = pair.split_once('=').unwrap_or((pair, ""));
        key.starts_with("utm_")
            || !KEYS.contains(&key) && !key.ends_with("id") && !value.bytes().any(|b| b.is_ascii_digit())
    };
    !wanted.contains('?') && !behind.is_empty() && behind.split('&').all(shows)
}

/// Whether a path ends in the wanted one, which begins nowhere: "notes/tides/march.txt" of "E:\\notes\\tides\\march.txt".
fn ends_in(path: &str, wanted: &str) -> bool {
    let plain = |path: &str| path.replace('\\', "/").to_lowercase();
    let (path, wanted) = (plain(path), plain(wanted));
    let relative = wanted.contains('/') && !wanted.starts_with(['/', '~', '.']) && !wanted.contains(':');
    relative && path.strip_suffix(&wanted).is_some_and(|before| before.ends_with('/'))
}

/// Whether "~/x", which leaves the owner open, can be a path.
fn at_home(short: &str, path: &str) -> bool {
    let below = path.strip_prefix("/home/").and_then(|path| path.split_once('/')).map(|(_, tail)| tail);
    below.is_some() && below == short.strip_prefix("~/")
}

/// The thirteen digits of ten that may be a book's number, where nothing says what they are.
pub(in crate::entity::identifier) fn bare_isbn(wanted: &Identifier) -> Option<String> {
    let bare = matches!(wanted.kind, Kind::Phone | Kind::Number | Kind::Reference);
    let digits: String = wanted.text.to_lowercase().chars().filter(|c| *c != '-').collect();
    (bare && wanted.label.is_none() && digits.len() == 10 && digits.is_ascii())
        .then(|| book::isbn(&digits))
        .flatten()
}

#[cfg(test)]
mod tests {
    use crate::entity::identifier::find::testing::is_in;

    #[test]
    fn an_address_may_say_how_it_is_shown() {
        let wanted = "https://maps.weir.example/sheet/4";
        assert!(is_in(wanted, "See <https://maps.weir.example/sheet/4?print=yes> for it."));
        for other in ["sheet/40", "sheet/4?id=b", "sheet/4?tile=7", "sheet/4/legend", "sheet/5?from=4"] {
            assert!(!is_in(wanted, &format!("See https://maps.weir.example/{other} for it.")), "{other}");
        }
    }

    #[test]
    fn a_path_may_begin_elsewhere() {
        let wanted = "choir/psalms/kyrie.pdf";
        assert!(is_in(wanted, "Scanned to D:\\choir\\psalms\\kyrie.pdf."));
        assert!(!is_in(wanted, "Scanned to D:\\choir\\psalms\\kyrie2.pdf."));
        assert!(!is_in(wanted, "Scanned to D:\\songs\\psalms\\kyrie.pdf."));
        assert!(!is_in("/choir/psalms/kyrie.pdf", "Scanned to /old/choir/psalms/kyrie.pdf."));
    }
}
