//! What stands beside a name to tell its bearer from others of that name: "Maria Silva, the nurse", "my uncle Leo", "Mr Ortiz of flat 4".

use std::collections::BTreeSet;
use std::ops::Range;

use crate::word;

/// Words before a noun that says who somebody is.
const DETERMINERS: &str = " the a an my our your his her its their der die das ein eine mein meine unser unsere le la un une mon ma \
    notre el una mi nuestro nuestra il lo mio mia nostro nostra de het een mijn ons onze ";
/// Nouns that stand before a name without a determiner.
const KIN: &str = " uncle aunt auntie cousin nurse coach sister brother grandma grandpa onkel tante cousine oncle tío tía zio zia oom ";
/// Prepositions behind a name that say where its bearer belongs.
const BELONGING: [&str; 5] = [" of ", " from ", " von ", " aus ", " de "];
/// The same, before a thing with a number alone: "in flat 9".
const PLACED: [&str; 4] = [" in ", " at ", " auf ", " im "];
/// Prepositions that make of article and noun a time or a place: "on the boat Leo sings".
pub(super) const WHEN: &str = " in on at after before during since until by near am im nach vor seit bei ";
/// Who is somebody's may be somebody else's too: "Ana's husband Leo" may be "my uncle Leo".
const RELATIONS: &str = " uncle aunt auntie cousin sister brother grandma grandpa grandmother grandfather mother father mum mom dad son \
    daughter husband wife partner friend girlfriend boyfriend neighbour neighbor colleague boss manager nephew niece twin fiancé \
    fiancée ex flatmate roommate buddy mate assistant client ";
/// Words after which "Kiwi the hamster" is a name and what its bearer is.
const ASKED: &str = " about on of for forget delete erase purge remove drop release regarding and ";
/// What stands between what somebody is and how they are called.
const CALLED: [&str; 8] = [
    " is called ", " was called ", " is named ", " was named ", " called ", " named ", " heißt ", " namens ",
];
/// The most words of an apposition.
const MOST: usize = 7;

/// What tells the bearer of a name apart, by the stems of its content words.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Epithet {
    /// As it is written.
    pub as_written: String,
    stems: BTreeSet<String>,
}

impl Epithet {
    /// Reads what stands beside the name at these bytes of a text; `None` where nothing does.
    #[must_use]
    pub fn of(text: &str, name: Range<usize>) -> Option<Self> {
        let (head, rest) = (&text[..name.start], &text[name.end..]);
        let piece = behind(rest).or_else(|| surnamed(head, rest)).or_else(|| before(head))?;
        let words = word::words(piece);
        // "IT" is a small word elsewhere.
        let alone = words.len() == 1;
        let tells = |word: &word::Word| (word.content || alone) && !is_determiner(&piece[word.span.clone()]);
        let stems: BTreeSet<String> = words.into_iter().filter(tells).map(|word| word.stem).collect();
        (!stems.is_empty()).then(|| Self { as_written: piece.trim().to_owned(), stems })
    }

    /// Whether two may be said of one person: by their numbers, where both have any, else where one says all that the other says.
    #[must_use]
    pub fn fits(&self, other: &Self) -> bool {
        let numbers = |one: &Self| -> BTreeSet<String> {
            one.stems.iter().filter(|stem| stem.contains(char::is_numeric)).cloned().collect()
        };
        let (own, others) = (numbers(self), numbers(other));
        if own.is_empty() || others.is_empty() {
            self.stems.is_subset(&other.stems) || other.stems.is_subset(&self.stems)
        } else {
            own == others
        }
    }
}

fn behind(rest: &str) -> Option<&str> {
    if let Some(inside) = rest.strip_prefix(" (") {
        return inside.split_once(')').map(|(inside, _)| inside).filter(|inside| is_short(inside));
    }
    if let Some(inside) = rest.strip_prefix(", ") {
        let piece = &inside[..inside.find([',', '.', ';', ':', '!', '?', ')']).unwrap_or(inside.len())];
        let opens = piece.split(' ').next().is_some_and(is_determiner);
        return (opens && is_short(piece)).then_some(piece);
    }
    let words = |piece: &'static str| Some(rest.strip_prefix(piece)?.split(' '));
    let born = [" born ", " born in ", " geboren ", " né en ", " née en "].into_iter();
    let year = born.filter_map(words).filter_map(|mut words| words.next());
    let year = year.map(trimmed).rfind(|word| word.contains(char::is_numeric));
    let thing = |piece| -> Option<&str> {
        let from = rest.len() - rest.strip_prefix(piece)?.len();
        let mut words = rest[from..].split(' ');
        let (first, second) = (words.next()?, words.next().map(trimmed));
        let both = |second: &&str| is_determiner(first) || second.contains(char::is_numeric);
        let second = second.filter(both);
        let first = if second.is_some() { first } else { trimmed(first) };
        Some(&rest[from..from + first.len() + second.map_or(0, |second| second.len() + 1)])
    };
    let numbered = |piece: &&str| piece.contains(char::is_numeric);
    year.or_else(|| BELONGING.into_iter().find_map(thing))
        .or_else(|| PLACED.into_iter().filter_map(thing).find(numbered))
}

/// "Kiwi the hamster", but not "give Leo the key".
fn surnamed<'t>(head: &str, rest: &'t str) -> Option<&'t str> {
    let last = head.trim_end().rsplit(' ').next().unwrap_or_default();
    let opens = head.trim().is_empty()
        || last.ends_with(['.', ':', ';', '!', '?'])
        || ASKED.contains(&format!(" {} ", last.to_lowercase()));
    let noun = trimmed(rest.strip_prefix(" the ")?.split(' ').next()?);
    let plain = noun.len() > 2 && noun.chars().all(char::is_lowercase);
    (opens && plain).then_some(noun)
}

/// "Hamster" of "Luana's hamster is called".
fn called(head: &str) -> Option<&str> {
    let what = CALLED.iter().find_map(|called| head.strip_suffix(called))?;
    let noun = what.rsplit(' ').next()?;
    (noun.len() < what.len() && noun.chars().all(char::is_lowercase)).then_some(noun)
}

fn before(head: &str) -> Option<&str> {
    if let Some(noun) = called(head) {
        return Some(noun);
    }
    let words: Vec<&str> = head.strip_suffix(' ')?.split(' ').rev().take(4).collect();
    let plain = |word: &&str| word.chars().all(|c| c.is_alphabetic() || c == '-');
    let small = |word: &&str| plain(word) && word.chars().all(|c| !c.is_uppercase());
    let of = |count: usize| {
        let bytes: usize = words[..count].iter().map(|word| word.len() + 1).sum();
        &head[head.len() - bytes..]
    };
    let first = words.first().filter(|word| plain(word))?;
    if KIN.contains(&format!(" {} ", first.to_lowercase())) {
        return Some(of(1));
    }
    let german = first.chars().next().is_some_and(char::is_uppercase) && words.len() > 1;
    let when = |at: usize| {
        words.get(at + 1).is_some_and(|word| WHEN.contains(&format!(" {} ", word.to_lowercase())))
    };
    let owns = |at: usize| {
        let genitive = ["'s", "’s", "s'", "s’"].iter().any(|end| words[at].ends_with(end));
        genitive && !words[..at].iter().any(|word| RELATIONS.contains(&format!(" {word} ")))
    };
    (1..words.len().min(3))
        .find(|at| is_determiner(words[*at]) || owns(*at))
        .filter(|at| !when(*at))
        .filter(|at| words[..*at].iter().all(small) || *at == 1 && german)
        .map(of)
}

fn trimmed(word: &str) -> &str {
    word.trim_end_matches(|c: char| !c.is_alphanumeric()).trim_end_matches("'s")
}

pub(super) fn is_determiner(word: &str) -> bool {
    DETERMINERS.contains(&format!(" {} ", word.to_lowercase()))
}

fn is_short(piece: &str) -> bool {
    (1..=MOST).contains(&piece.split_whitespace().count())
}

#[cfg(test)]
mod tests {
    use super::Epithet;

    fn of(text: &str, name: &str) -> Option<Epithet> {
        let at = text.find(name).unwrap();
        Epithet::of(text, at..at + name.len())
    }

    #[test]
    fn what_tells_namesakes_apart_is_read() {
        for (text, name, written) in [
            ("Maria Silva, the nurse, works nights.", "Maria Silva", "the nurse"),
            ("forget Maria Silva (the nurse)", "Maria Silva", "the nurse"),
            ("Dr. Lee, our vet, is on leave.", "Dr. Lee", "our vet"),
            ("My dentist Leo is kind.", "Leo", "dentist"),
            ("forget my uncle Leo", "Leo", "uncle"),
            ("Uncle Leo sails.", "Leo", "Uncle"),
            ("Mr. Ortiz of flat 4", "Mr. Ortiz", "flat 4"),
            ("Mr. Ortiz in flat 9 drums.", "Mr. Ortiz", "flat 9"),
            ("Tom from accounting called.", "Tom", "accounting"),
            ("Tom from the garage called.", "Tom", "the garage"),
            ("Tom aus der Werkstatt rief an.", "Tom", "der Werkstatt"),
            ("Eva Roth born 1980", "Eva Roth", "1980"),
            ("Eva Roth (b. 1980) moved.", "Eva Roth", "b. 1980"),
            ("Unser Hausmeister Leo ist krank.", "Leo", "Hausmeister"),
            ("Leo the hamster", "Leo", "hamster"),
            ("Leo, the budgie of the Okonjo family, sings.", "Leo", "the budgie of the Okonjo family"),
            ("everything about Leo the hamster", "Leo", "hamster"),
            ("The Ferreiras' parrot Leo bites.", "Leo", "parrot"),
            ("Ida's hamster is called Leo as well.", "Leo", "hamster"),
            ("a hamster named Leo", "Leo", "hamster"),
        ] {
            assert_eq!(of(text, name).unwrap().as_written, written, "{text}");
        }
        for (text, name) in [
            ("Maria Silva works nights.", "Maria Silva"),
            ("Maria Silva, who works nights, left.", "Maria Silva"),
            ("I met Leo in Graz.", "Leo"),
            ("Give Leo the key.", "Leo"),
            ("Ida's husband Leo sails.", "Leo"),
            ("In Ida's garden Leo sings.", "Leo"),
            ("I met Leo in the garden.", "Leo"),
            ("After the meeting Leo left.", "Leo"),
            ("Leo's dentist is kind.", "Leo"),
            ("The key is for Leo.", "Leo"),
            ("Maria Silva, Leo and Ida sing.", "Maria Silva"),
            ("Leo (who sings in the choir on Sundays at noon) left.", "Leo"),
        ] {
            assert_eq!(of(text, name), None, "{text}");
        }
    }

    #[test]
    fn one_that_says_all_that_the_other_says_fits() {
        let fits = |a: &str, b: &str| of(a, "Leo").unwrap().fits(&of(b, "Leo").unwrap());
        assert!(fits("Leo, the nurse", "Leo (night nurse)"));
        assert!(fits("Leo born 1980", "Leo (b. 1980)"));
        assert!(fits("Leo, die Aushilfe", "Leo, unsere Aushilfe"));
        assert!(!fits("Leo (IT)", "Leo (HR)"));
        assert!(!fits("Leo, the nurse", "Leo, the cleaner"));
        assert!(!fits("Leo of flat 4", "Leo in flat 9"));
    }
}
