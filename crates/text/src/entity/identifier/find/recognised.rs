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
            (Kind::Email, Kind::Handle) => account::of_address(name).as_ref() == Some(&other.canonical),
            (Kind::Url | Kind::Domain, Kind::Url | Kind::Domain) => web::is_of(name, &other.canonical),
            (Kind::Path, Kind::Path) => at_home(name, &other.canonical) || at_home(&other.canonical, name),
            _ => false,
        }
    }
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
