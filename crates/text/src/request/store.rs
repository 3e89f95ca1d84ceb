//! Where something shall be forgotten from: the memory itself, whatever it is called. "Delete the donor from the register".

use super::phrase_match::ending;

const FROM: &[&str] = &[" from ", " out of ", " off "];
const WHOSE: &[&str] = &["the", "our", "your", "my", "this", "all", "any", "all our", "all the", "all your"];
const STORES: &[&str] = &[
    "register", "registers", "registry", "system", "systems", "record", "records", "database", "databases",
    "list", "lists", "book", "books", "memory", "memories", "file", "files", "notes", "logs", "archive",
    "archives", "crm", "directory", "index", "data", "roster", "diary", "store", "address book", "contacts",
    "contact list", "customer list", "mailing list", "knowledge base",
];

/// What shall go, without where from; where nothing is left of it, all.
pub(super) fn without(core: &str) -> &str {
    let thing = ending(core, STORES).and_then(|head| ending(head, WHOSE)).and_then(|head| {
        let head = FROM.iter().find_map(|from| head.strip_suffix(from.trim_end()))?;
        Some(head.trim_end()).filter(|head| head.contains(char::is_alphabetic))
    });
    thing.unwrap_or(core)
}

#[cfg(test)]
mod tests {
    use crate::request::{Extent, parse};

    #[test]
    fn where_it_goes_from_is_not_asked_for() {
        for (text, core) in [
            ("Delete the donor Rhea Moss from the register, in whatever spelling", "the donor Rhea Moss"),
            ("remove Rhea Moss from our mailing list", "Rhea Moss"),
            ("please strike Rhea Moss off all your records", "Rhea Moss"),
            ("delete order 90412 from the database", "order 90412"),
        ] {
            assert_eq!((parse(text).core, parse(text).extent), (core, Extent::Everything), "{text}");
        }
        for (text, core) in [
            ("the note from the register", "the note from the register"),
            ("forget the call from the system administrator", "the call from the system administrator"),
        ] {
            assert_eq!(parse(text).core, core, "{text}");
        }
    }
}
