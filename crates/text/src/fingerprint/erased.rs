//! Values of an erased text that are kept out with it: its secrets, and identifiers of the sort that was asked for.

use crate::entity::identifier::{self, Identifier, Kind};
use crate::entity::name;
use crate::request::{self, Extent};

use super::plain::{folded, plain};
use super::requested::{kept_out, of_identifier};
use super::secret;

/// Bytes of a text in which values are looked for.
const READ: usize = 64 * 1024;

/// Most values of one text.
const MOST: usize = 64;

/// The fewest letters and digits of a number that is somebody's own.
const LONG: usize = 5;

/// A value that went with a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ErasedValue {
    /// As it was written.
    pub written: String,
    /// A text that carries one of these carries it ([`super::carried()`]).
    pub strings: Vec<String>,
}

/// The values of an erased text that `left` of it has no longer: its secrets, and those identifiers of it that a request in `words`
/// asked for. Of somebody whom everything is asked for about, that is whatever reaches or names him alone; of a
/// text that names somebody else too, none of these.
#[must_use]
pub fn erased_values(words: Option<&str>, text: &str, left: Option<&str>) -> Vec<ErasedValue> {
    let text = plain(&text[..text.floor_char_boundary(READ)]);
    let left = left.map(plain).unwrap_or_default();
    let stays = |written: &str| !left.is_empty() && folded(&left).contains(&folded(written));
    let known = identifier::recognise(&text);
    let told = secret::told(&text);
    let mut values: Vec<ErasedValue> = Vec::new();
    for span in &told {
        let written = &text[span.clone()];
        let mut strings = secret::strings(written);
        // In its other forms, where it is read as a code: "plum 9931".
        let coded = known.iter().filter(|one| one.span == *span && is_singular(one));
        strings.extend(coded.flat_map(of_identifier));
        values.push(ErasedValue { written: written.to_owned(), strings });
    }
    let asked = Asked::of(words, &text);
    for one in known.iter().filter(|one| !told.contains(&one.span) && asked.has(one)) {
        values.push(ErasedValue { written: one.text.clone(), strings: of_identifier(one) });
    }
    values.retain(|value| !value.strings.is_empty() && !stays(&value.written));
    values.truncate(MOST);
    values
}

/// Whether a code is long and mixed enough to be met without its noun.
fn is_singular(one: &Identifier) -> bool {
    let count = one.canonical.chars().filter(|letter| letter.is_alphanumeric()).count();
    one.kind == Kind::Key
        || count > LONG
            && one.canonical.contains(|letter: char| letter.is_ascii_digit())
            && one.canonical.contains(char::is_alphabetic)
}

/// Which identifiers of a text a request asks for.
enum Asked {
    /// Those by which somebody is reached or known.
    Own,
    Kinds(Vec<Kind>),
}

/// Identifiers by which money moves or somebody gets in, kept out whatever was asked for.
const CREDENTIALS: &[Kind] = &[Kind::Key, Kind::Card, Kind::Iban];

/// Nouns of a request, folded, and what they ask for.
const NOUNS: &[(&[&str], &[Kind])] = &[
    (
        &[
            "phone", "telephone", "mobile", "cell", "fax", "telefon", "telefonnummer", "handynummer",
            "handy", "telefono", "landline", "portable", "movil", "cellulare", "telefone", "celular",
            "telemovel", "telefoon", "telefoonnummer", "mobiltelefon", "rufnummer", "durchwahl", "extension",
        ],
        &[Kind::Phone, Kind::Number],
    ),
    (&["number", "nummer", "numero", "numer"], &[Kind::Phone]),
    (
        &[
            "email", "e-mail", "mail", "correo", "courriel", "mel", "mailadresse", "e-mail-adresse",
            "emailadresse", "posta", "e-mailadres", "mailadres",
        ],
        &[Kind::Email],
    ),
    (&["address", "adresse"], &[Kind::Email, Kind::House]),
    (
        &[
            "street", "lives", "live", "lived", "residence", "anschrift", "wohnt", "direccion", "indirizzo",
            "endereco", "adres",
        ],
        &[Kind::House],
    ),
    (
        &[
            "iban", "account", "konto", "kontonummer", "bank", "bankverbindung", "bankdaten", "kontodaten",
            "compte", "bancaire", "bancaires", "rib", "cuenta", "bancario", "bancarios", "bancaria", "conto",
            "bancari", "conta", "rekening", "rekeningnummer",
        ],
        &[Kind::Iban, Kind::Number, Kind::Reference],
    ),
    (&["card", "karte", "kreditkarte", "carte", "tarjeta", "carta", "cartao", "credit"], &[Kind::Card]),
    (
        &["passport", "ssn", "social", "id", "licence", "license", "reisepass", "insurance"],
        &[Kind::NationalId, Kind::Reference],
    ),
    (&["plate", "registration", "kennzeichen"], &[Kind::Plate]),
    (&["key", "token", "secret", "credential", "credentials"], &[Kind::Key]),
];

/// Nouns of numbers that name one person.
const PERSONAL: &[&str] = &[
    "account", "badge", "customer", "member", "patient", "passport", "insurance", "licence", "license",
    "employee", "card", "client", "policy", "tax", "personnel", "student",
];

impl Asked {
    fn of(words: Option<&str>, text: &str) -> Self {
        let Some(words) = words else { return Self::Kinds(CREDENTIALS.to_vec()) };
        let request = request::parse(words);
        if request.refusal.is_some() || request.extent == Extent::Statement {
            return Self::Kinds(Vec::new());
        }
        let kept = kept_out(words);
        if let Some(who) = kept.name {
            let who = folded(&who.text);
            let other = |word: &String| !who.contains(&folded(word));
            let others = name::names(text);
            let mut others = others.iter().filter(|name| name.kind == name::Kind::Person);
            let another = others.any(|name| name.words.iter().all(other));
            return if another { Self::Kinds(Vec::new()) } else { Self::Own };
        }
        // An identifier that is asked for itself is all that is asked for.
        if !kept.identifiers.is_empty() {
            return Self::Kinds(Vec::new());
        }
        // "L'e-mail" is of the same noun as "e-mail".
        let apart = |c: char| c.is_whitespace() || matches!(c, '\'' | '’');
        let nouns: Vec<String> = request.core.split(apart).map(folded).collect();
        let asked = NOUNS.iter().filter(|(named, _)| {
            nouns.iter().any(|noun| named.contains(&noun.trim_matches([',', '.', ';', ':', '?', '!'])))
        });
        // "The email address" is none of a house.
        let mail = nouns.iter().any(|noun| noun.starts_with("email") || noun.ends_with("mail"));
        let kinds = asked.flat_map(|(_, kinds)| kinds.iter().copied());
        let kinds = kinds.filter(|kind| !(mail && *kind == Kind::House));
        Self::Kinds(kinds.chain(CREDENTIALS.iter().copied()).collect())
    }

    fn has(&self, one: &Identifier) -> bool {
        let size = one.canonical.chars().filter(|letter| letter.is_alphanumeric()).count();
        match self {
            Self::Kinds(kinds) => kinds.contains(&one.kind) && size >= LONG,
            Self::Own => match one.kind {
                Kind::Email
                | Kind::Phone
                | Kind::Iban
                | Kind::Card
                | Kind::NationalId
                | Kind::Plate
                | Kind::House => true,
                Kind::Key => size >= LONG,
                Kind::Reference => {
                    size >= LONG
                        && one
                            .label
                            .as_deref()
                            .is_some_and(|label| PERSONAL.contains(&label.to_lowercase().as_str()))
                }
                _ => false,
            },
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values(words: Option<&str>, text: &str) -> Vec<String> {
        erased_values(words, text, None).into_iter().map(|value| value.written).collect()
    }

    #[test]
    fn a_request_keeps_the_values_out_that_it_asks_for() {
        for (words, text, kept) in [
            (Some("the Netflix password"), "The Netflix password is hunter2Blue.", vec!["hunter2Blue"]),
            (Some("the Netflix password"), "Netflix renews in May, ask sam@roe.example.", vec![]),
            (None, "The PIN of the safe is 4471.", vec!["4471"]),
            (Some("the alarm panel"), "The alarm panel has PIN 70418 and a grey box.", vec!["70418"]),
            (
                Some("the note on the bakery"),
                "The bakery wants rent to DE89 3704 0044 0532 0130 00.",
                vec!["DE89 3704 0044 0532 0130 00"],
            ),
            (None, "Ring the plumber at +1 555 010 0199.", vec![]),
            (Some("Sam's phone number"), "Sam's phone number is +1 555 010 0199.", vec!["+1 555 010 0199"]),
            (
                Some("everything about Sam Roe"),
                "Sam Roe, +1 (555) 010-0199, bought 3 kettles.",
                vec!["+1 (555) 010-0199"],
            ),
            (Some("everything about Sam Roe"), "Sam Roe reported ticket OPS-33910.", vec![]),
            (Some("everything about Sam Roe"), "Sam Roe owes Anna Schmidt (anna@lund.example) 40.", vec![]),
            (
                Some("the phone number of alice@acme.example"),
                "alice@acme.example: +49 170 5551234",
                vec!["+49 170 5551234"],
            ),
            (Some("Ida's address"), "Ida lives at 14 Quay Street.", vec!["14 Quay Street"]),
            (Some("where Ida lives"), "Ida lives at 14 Quay Street.", vec!["14 Quay Street"]),
            (Some("Ida's email address"), "Ida, 14 Quay Street, ida@lund.example", vec!["ida@lund.example"]),
            (
                Some("l'e-mail de Luc"),
                "Luc : téléphone 06 12 34 56 78, e-mail luc.morel@poste.example.",
                vec!["luc.morel@poste.example"],
            ),
            (Some("el correo de Luz"), "El correo de Luz es luz@correo.example.", vec!["luz@correo.example"]),
            (Some("le téléphone de Luc"), "Luc : 06 12 34 56 78, luc@poste.example.", vec!["06 12 34 56 78"]),
            (Some("die Mailadresse von Uwe"), "Uwe hat uwe@post.example.", vec!["uwe@post.example"]),
            (
                Some("my Barclays bank details"),
                "Barclays account: sort code 20-45-17, account number 73918264.",
                vec!["20-45-17", "73918264"],
            ),
            (Some("l'anniversaire de Luc"), "Luc, luc@poste.example, est né en mai.", vec![]),
            (Some("Ida's birthday"), "Ida lives at 14 Quay Street.", vec![]),
            (Some("+49 170 5551234"), "Ida, +49 170 5551234, ida@lund.example", vec![]),
        ] {
            assert_eq!(values(words, text), kept, "{words:?} {text}");
        }
    }

    #[test]
    fn what_is_left_of_a_text_is_not_kept_out() {
        let text = "The PIN of the safe is 4471, that of the door is 9920.";
        assert!(erased_values(None, text, Some("The PIN of the safe is 4471.")).is_empty());
    }
}
