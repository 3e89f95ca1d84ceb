//! Which tombstones are guarded: those of what is short enough to be guessed, by a digest that costs memory and time.
//!
//! A row says of what class it is, so that a text on its way in pays for strings of the classes that its scope has, and for no
//! others.

use crate::store::query::tombstone::Kind;

/// The longest form of a text, in bytes, that is guarded. Who guesses at longer ones has to know most of them.
const SHORT: usize = 64;

/// The classes of identities, by how their strings begin. Every word of a text has one of those that are left out.
const CLASSES: &[(&[&str], &str)] = &[
    (&["email", "domain", "url", "path"], "guarded:address"),
    (&["tel"], "guarded:phone"),
    (&["card", "iban"], "guarded:account"),
    (&["num", "code", "open", "ending", "said", "solid", "of"], "guarded:number"),
    (&["who", "latin", "sound", "heard", "read", "tones", "initial", "initials"], "guarded:name"),
    (&["name"], "guarded:handle"),
    (&["secret"], "guarded:secret"),
];
/// Names that stop no text, but who has one where he acts. Earlier versions laid them as names.
const ACTOR: &str = "guarded:actor";
pub(super) const NAME: &str = "guarded:name";
const OTHER: &str = "guarded:other";
const TEXT: &str = "guarded:text";
const OPEN: &[&str] = &["plain", "word"];

/// The kind of the guarded tombstone of a string; nothing where there is none.
pub(super) fn guarded(kind: Kind, string: &str) -> Option<Kind> {
    match kind {
        Kind::Text => (string.len() <= SHORT).then_some(Kind::Guarded(TEXT)),
        Kind::Identity => {
            let end = string.find(|letter: char| !letter.is_ascii_alphabetic()).unwrap_or(string.len());
            let head = &string[..end];
            if head == "who" && string[end..].starts_with('=') {
                return Some(Kind::Guarded(ACTOR));
            }
            let class =
                CLASSES.iter().find(|(heads, _)| heads.contains(&head)).map_or(OTHER, |(_, class)| class);
            (!OPEN.contains(&head)).then_some(Kind::Guarded(class))
        }
        Kind::Guarded(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_class_says_nothing_of_what_it_is_of() {
        for (string, class) in [
            ("email:sam@roe.example", Some("guarded:address")),
            ("tel+15550100199", Some("guarded:phone")),
            ("tel~5550100199", Some("guarded:phone")),
            ("who:roe sam", Some("guarded:name")),
            ("who=samroe", Some("guarded:actor")),
            ("secret:hunter2", Some("guarded:secret")),
            ("salk:4471", Some("guarded:other")),
            ("~account:4471", Some("guarded:other")),
            ("plain:salk", None),
            ("word:SALK", None),
        ] {
            assert_eq!(guarded(Kind::Identity, string), class.map(Kind::Guarded), "{string}");
        }
        assert_eq!(guarded(Kind::Text, "thesafeopenswith4471"), Some(Kind::Guarded(TEXT)));
        assert_eq!(guarded(Kind::Text, &"x".repeat(SHORT + 1)), None);
    }
}
