//! Whether an edit cuts between clauses or items, as far as the signs of a text tell: "Ana charges 30 euros and trains" without
//! "30 euros and" leaves "Ana charges trains".

use nepenthe_text::word::fold;

/// What joins clauses and items.
const AND: &[&str] = &[
    "and", "or", "but", "while", "und", "oder", "aber", "et", "ou", "mais", "y", "e", "o", "pero", "ma",
    "mas", "en", "maar", "i", "oraz", "и", "а", "но", "sowie", "plus", "&",
];
/// What opens an item or a subject.
const DETERMINERS: &[&str] = &[
    "the", "a", "an", "my", "our", "his", "her", "its", "their", "no", "der", "die", "das", "den", "dem",
    "ein", "eine", "einen", "sein", "seine", "ihr", "ihre", "mein", "meine", "le", "la", "les", "l", "un",
    "une", "son", "sa", "ses", "el", "los", "las", "una", "su", "sus", "il", "lo", "gli", "i", "uno", "os",
    "as", "um", "uma", "de", "het", "een", "zijn", "haar", "he", "she", "it", "they", "er", "sie", "es",
    "elle", "on", "in", "at",
];

/// Whether what goes of a text begins or ends where a clause or an item does. True where the rest is no part of the text word for
/// word: it was written anew.
pub(in crate::canonical) fn cut_clean(text: &str, rest: &str) -> bool {
    let (words, left): (Vec<&str>, Vec<&str>) =
        (text.split_whitespace().collect(), rest.split_whitespace().collect());
    let same = |a: &str, b: &str| bare(a) == bare(b);
    let before = words.iter().zip(&left).take_while(|(a, b)| same(a, b)).count();
    let most = words.len().min(left.len()) - before.min(words.len().min(left.len()));
    let behind = words.iter().rev().zip(left.iter().rev()).take(most).take_while(|(a, b)| same(a, b)).count();
    // Several cuts, or other words.
    if before + behind != left.len() || before + behind >= words.len() || before == 0 || behind == 0 {
        return true;
    }
    let (gone, next) = (&words[before..words.len() - behind], words[words.len() - behind]);
    let joins = |word: &str| AND.contains(&fold(word).as_str());
    let marked = |word: &str| word.ends_with([',', ';', ':', '.', '!', '?', ')', '—', '–', '|']);
    let last = words[before - 1];
    // "8 rue des Tanneurs, Dijon" without the street leaves the town.
    let numbered = gone.iter().any(|word| word.contains(char::is_numeric));
    let town = |word: &&&str| word.starts_with(|c: char| c.is_uppercase() || c.is_numeric());
    if numbered
        && gone.last().is_some_and(|word| word.ends_with(','))
        && words[words.len() - behind..].iter().all(|word| town(&word))
    {
        return false;
    }
    // What goes opens behind a mark or with "and": then it goes as it came in.
    if marked(last) || joins(gone[0]) || gone[0].starts_with(['(', '—', '–', '|']) {
        return true;
    }
    // "Ana [charges 30 euros and] trains": all behind the subject goes, up to the next clause.
    let ends = gone.last().is_some_and(|word| joins(word) || marked(word));
    let item = next.starts_with(|c: char| c.is_uppercase() || c.is_numeric() || c == '"')
        || DETERMINERS.contains(&bare(next).as_str());
    !ends || item || is_subject(&words[..before])
}

/// Whether the first words of a text are a name, or a noun with what determines it.
fn is_subject(words: &[&str]) -> bool {
    let named = |word: &&str| word.starts_with(char::is_uppercase);
    words.iter().all(|word| named(word) || DETERMINERS.contains(&bare(word).as_str()))
        || words.len() == 2 && DETERMINERS.contains(&bare(words[0]).as_str())
}

fn bare(word: &str) -> String {
    fold(word.trim_matches(|c: char| !c.is_alphanumeric()))
}

#[cfg(test)]
mod tests {
    use super::cut_clean;

    #[test]
    fn an_edit_that_leaves_a_fragment_is_told() {
        for (text, rest) in [
            ("Ana cobra 30 euros y entrena los martes.", "Ana cobra entrena los martes."),
            ("Nuria gana 1.200 euros y vive en Gijón.", "Nuria gana vive en Gijón."),
            ("Fabien gagne 2000 euros et joue au rugby.", "Fabien gagne joue au rugby."),
            ("Marco guadagna 1500 euro e canta bene.", "Marco guadagna canta bene."),
            ("Ana is a florist, her address is 8 Mill Row, Hull.", "Ana is a florist, Hull."),
            ("Ulrike verdient 3000 Euro und raucht viel.", "Ulrike verdient raucht viel."),
        ] {
            assert!(!cut_clean(text, rest), "{rest}");
        }
        for (text, rest) in [
            ("Ana cobra 30 euros y entrena los martes.", "Ana entrena los martes."),
            ("Ana cobra 30 euros y entrena los martes.", "Ana cobra 30 euros."),
            ("Ana has a cat and a dog.", "Ana has a dog."),
            ("Ana, who sings, has a dog.", "Ana has a dog."),
            ("Ana has tea, milk and bread.", "Ana has tea and bread."),
            ("The router is at 10.4.0.1, login netops, password x.", "The router is at 10.4.0.1."),
            ("Ana Ruiz charges 30 and trains.", "Ana Ruiz trains."),
            ("Ana was born in Ulm and lives in Graz.", "Ana lives in Graz."),
            ("Ana sings. Bo dances.", "Bo dances."),
            ("Ana sings. Bo dances.", "Someone sings."),
        ] {
            assert!(cut_clean(text, rest), "{rest}");
        }
    }
}
