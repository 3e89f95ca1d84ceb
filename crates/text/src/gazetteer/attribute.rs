//! Nouns for what is known of somebody, in German: with their capitals they look like names, "Telefon von Jonas", "Anas Adresse".

const NOUNS: &[&str] = &[
    "Adresse", "Anschrift", "Wohnung", "Telefon", "Telefonnummer", "Handynummer", "Mobilnummer", "Nummer",
    "Durchwahl", "Mail", "Mailadresse", "E-Mail", "E-Mail-Adresse", "Email", "Geburtstag", "Geburtsdatum",
    "Geburtsort", "Alter", "Beruf", "Arbeitgeber", "Gehalt", "Passwort", "Kennwort", "Zugangsdaten",
    "Benutzername", "Konto", "Kontonummer", "Bankverbindung", "Bankdaten", "IBAN", "Kennzeichen", "Auto",
    "Kundennummer", "Personalnummer", "Ausweisnummer", "Passnummer", "Blutgruppe", "Allergie", "Allergien",
    "Diagnose", "Medikamente", "Termin", "Termine", "Urlaub", "Hobby", "Hobbys", "Kind", "Kinder", "Hund",
    "Katze",
];

/// Whether a word is such a noun.
pub(crate) fn is_german(word: &str) -> bool {
    NOUNS.contains(&word)
}

/// Where the owner stands in words that ask for such a noun: behind "von" ("Telefon von Jonas"), or before it in the genitive ("Anas
/// Adresse").
pub(crate) fn owner<'w>(words: &[&'w str]) -> Option<(std::ops::Range<usize>, &'w str)> {
    let von = words.iter().position(|word| *word == "von").filter(|at| *at > 0 && at + 1 < words.len());
    if let Some(at) = von.filter(|at| is_german(words[at - 1])) {
        return Some((at + 1..words.len(), words[at - 1]));
    }
    match words {
        [before @ .., owner, noun] if is_german(noun) => {
            let genitive = owner.ends_with('s') && owner.len() > 3 && owner.starts_with(char::is_uppercase);
            genitive.then_some((0..before.len() + 1, *noun))
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::owner;

    #[test]
    fn the_owner_stands_behind_von_or_before_the_noun() {
        for (words, whose) in [
            ("Telefon von Jonas", "Jonas"),
            ("E-Mail und Telefon von Jonas", "Jonas"),
            ("Geburtstag von Anke Vogt", "Anke Vogt"),
            ("Anas Adresse", "Anas"),
            ("Anke Vogts Kennzeichen", "Anke Vogts"),
        ] {
            let all: Vec<&str> = words.split(' ').collect();
            let (span, _) = owner(&all).unwrap();
            assert_eq!(all[span].join(" "), whose, "{words}");
        }
        for words in ["Ludwig von Reuter", "Anna Adresse", "Adresse", "von Jonas", "Hans Auto Haus"] {
            assert_eq!(owner(&words.split(' ').collect::<Vec<_>>()), None, "{words}");
        }
    }
}
