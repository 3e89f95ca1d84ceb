//! Nouns for what is known of somebody, in German: with their capitals they look like names, "Telefon von Jonas", "Anas Adresse".

const NOUNS: &[&str] = &[
    "Adresse", "Anschrift", "Wohnung", "Telefon", "Telefonnummer", "Handynummer", "Mobilnummer", "Nummer",
    "Durchwahl", "Mail", "Mailadresse", "E-Mail", "E-Mail-Adresse", "Email", "Geburtstag", "Geburtsdatum",
    "Geburtsort", "Alter", "Beruf", "Arbeitgeber", "Gehalt", "Passwort", "Kennwort", "Zugangsdaten",
    "Benutzername", "Konto", "Kontonummer", "Bankverbindung", "Bankdaten", "IBAN", "Kennzeichen", "Auto",
    "Kundennummer", "Personalnummer", "Ausweisnummer", "Passnummer", "Blutgruppe", "Allergie", "Allergien",
    "Diagnose", "Medikamente", "Termin", "Termine", "Urlaub", "Hobby", "Hobbys", "Kind", "Kinder", "Hund",
    "Katze", "Kreditkarte", "Bankkarte", "Karte", "PIN", "Steuernummer", "Lohn", "Stelle", "Schuhgröße",
    "Größe",
];

/// What such nouns end in: "Privatadresse", "Sozialversicherungsnummer".
const ENDINGS: &[&str] = &[
    "nummer", "adresse", "anschrift", "karte", "datum", "konto", "größe", "passwort", "kennwort",
    "schlüssel", "gehalt", "verbindung",
];

/// Nouns in capitals that are of somebody in languages without capital nouns: "l'IBAN de Colette".
const CAPITALS: &[&str] =
    &["IBAN", "BIC", "PIN", "CVV", "CVC", "RIB", "NIF", "NIE", "DNI", "CPF", "NIR", "BSN", "SSN"];
const OF: &[&str] = &["de", "di", "van", "del", "du", "da", "do"];

/// Determiners in the genitive, before whose a thing is: "die Adresse meiner Schwester".
const WHOSE: &[&str] =
    &["meiner", "meines", "unserer", "unseres", "seiner", "seines", "ihrer", "ihres", "deiner", "deines"];

/// Whether a word is such a noun.
pub(crate) fn is_german(word: &str) -> bool {
    let compound = |ending: &&str| word.ends_with(*ending) && word.starts_with(char::is_uppercase);
    NOUNS.contains(&word) || ENDINGS.iter().any(compound)
}

fn in_capitals(word: &str) -> bool {
    let bare = ["l'", "L'", "l’", "L’"].iter().find_map(|article| word.strip_prefix(article)).unwrap_or(word);
    CAPITALS.contains(&bare)
}

/// Whether words ask for such a noun of somebody who has no name, or who stands before it: "die Adresse meiner Schwester", "von
/// Jutta Kern die Adresse".
pub(crate) fn of_unnamed(words: &[&str]) -> bool {
    let before = words.split_first().is_some_and(|(von, rest)| {
        *von == "von" && rest.iter().any(|word| is_german(word.trim_matches(',')))
    });
    before || words.windows(3).any(|three| is_german(three[0]) && WHOSE.contains(&three[1]))
}

/// Where the owner stands in words that ask for such a noun: behind "von" ("Telefon von Jonas"), or before it in the genitive ("Anas
/// Adresse").
pub(crate) fn owner<'w>(words: &[&'w str]) -> Option<(std::ops::Range<usize>, &'w str)> {
    let von = words.iter().position(|word| *word == "von").filter(|at| *at > 0 && at + 1 < words.len());
    if let Some(at) = von.filter(|at| is_german(words[at - 1])) {
        return Some((at + 1..words.len(), words[at - 1]));
    }
    let of = words.iter().position(|word| OF.contains(word)).filter(|at| *at > 0 && at + 1 < words.len());
    if let Some(at) = of.filter(|at| in_capitals(words[at - 1])) {
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
            ("Kreditkarte von Ansgar Lüth", "Ansgar Lüth"),
            ("Privatadresse von Ansgar Lüth", "Ansgar Lüth"),
            ("l'IBAN de Colette Rivoire", "Colette Rivoire"),
            ("IBAN di Marco Belli", "Marco Belli"),
            ("Anke Vogts Kennzeichen", "Anke Vogts"),
        ] {
            let all: Vec<&str> = words.split(' ').collect();
            let (span, _) = owner(&all).unwrap();
            assert_eq!(all[span].join(" "), whose, "{words}");
        }
        for words in
            ["Ludwig von Reuter", "Anna Adresse", "Adresse", "von Jonas", "Hans Auto Haus", "UBS de Lausanne"]
        {
            assert_eq!(owner(&words.split(' ').collect::<Vec<_>>()), None, "{words}");
        }
    }
}
