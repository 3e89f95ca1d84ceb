//! Another name that a text says somebody goes by, or went by: "Robin Goodfellow, alias Puck", "known as Puck", "née Marsh".

use std::ops::Range;

/// What leads it behind the full name, after "is", "was" and adverbs.
const BEHIND: &[&str] = &[
    "alias", "aka", "a.k.a.", "a k a", "known as", "known to all as", "known to everyone as",
    "known to everybody as", "known to friends as", "goes by", "goes by the name of", "goes by the name",
    "goes by the nickname", "nicknamed", "nickname", "called", "answers to", "genannt", "dit", "dite",
    "detto", "detta", "apodado", "apodada",
];
/// The same of a name of before, which has the first name of today: "née Marsh", "formerly Sarah Marsh".
const BEFORE: &[&str] = &[
    "née", "nee", "born", "formerly", "previously", "once", "formerly known as", "previously known as",
    "maiden name", "maiden name is", "maiden name was", "used to be", "used to be called",
    "changed her name from", "changed his name from", "changed their name from", "geb.", "geborene",
    "geborener", "früher", "nata", "nacida", "nascida", "geboren", "was",
];
/// What may stand between a name and what leads another.
const ADVERBS: &[&str] =
    &["is", "was", "also", "better", "often", "usually", "commonly", "sometimes", "now", "still"];
/// What stands behind it, before or behind the full name: "Puck is Robin Goodfellow's nickname".
const IS_OF: &[&str] = &["nickname", "alias", "handle", "pseudonym", "pen name", "stage name", "spitzname"];
/// Who says it: "his friends call Robin Goodfellow Puck".
const CALL: &[&str] = &["call", "calls", "called", "calling", "name", "named", "nicknamed", "nickname"];
/// How many words one has.
const MOST: usize = 2;

/// The other name that a text gives the person whose full name stands at a place.
pub(super) fn of(text: &str, name: &Range<usize>) -> Option<String> {
    let behind = text.get(name.end..)?;
    let tail = behind.trim_start_matches([' ', ',', '(', '–', '—', '-']);
    let genitive =
        behind.strip_prefix("'s").or_else(|| behind.strip_prefix("’s")).unwrap_or(behind).trim_start();
    let before = led_by(BEFORE, tail).or_else(|| led_by(BEFORE, genitive)).and_then(name_at);
    if let Some(name) = before.and_then(|before| of_before(&text[name.clone()], &before)) {
        return Some(name);
    }
    let said = ADVERBS
        .iter()
        .chain(ADVERBS)
        .fold(tail, |tail, word| led_by(&[word], tail.trim_start()).unwrap_or(tail));
    let said = said.trim_start();
    // "Robin Goodfellow called Puck" rang him.
    let rang = said.starts_with("called")
        && said.len() == tail.len()
        && !behind.trim_start().starts_with([',', '(']);
    if let Some(name) = led_by(BEHIND, said).filter(|_| !rang).and_then(name_at) {
        return Some(name);
    }
    let genitive = genitive.to_lowercase();
    let before = text.get(..name.start)?.trim_end();
    if IS_OF.iter().any(|noun| genitive.starts_with(noun)) {
        if let Some(before) = before.strip_suffix(" is").or_else(|| before.strip_suffix(" was")) {
            return whole(before);
        }
        let noun = IS_OF.iter().find(|noun| genitive.starts_with(*noun))?;
        let after = &behind[behind.len() - genitive.len()..];
        let after = after.get(noun.len()..)?.trim_start();
        return after.strip_prefix("is ").and_then(name_at);
    }
    let of = IS_OF.iter().find_map(|noun| before.strip_suffix(&format!(" is the {noun} of")));
    if let Some(before) = of {
        return whole(before);
    }
    let caller = before.rsplit(' ').next().unwrap_or_default().to_lowercase();
    (CALL.contains(&caller.as_str()) && behind.starts_with(' ')).then(|| name_at(behind)).flatten()
}

/// What stands behind the longest of these words with which a text begins: "goes by the name of" before "goes by".
fn led_by<'t>(leads: &[&str], text: &'t str) -> Option<&'t str> {
    let rests = leads.iter().filter_map(|lead| {
        let (said, rest) = (text.get(..lead.len())?, text.get(lead.len()..)?);
        (said.to_lowercase() == *lead && rest.starts_with([' ', ':', '"', '“', '\''])).then_some(rest)
    });
    rests.min_by_key(|rest| rest.len())
}

/// The name of before in full, with the first name of today; `None` where it has another: "was Santa Claus at the party".
fn of_before(today: &str, before: &str) -> Option<String> {
    let first = today.split(' ').next().filter(|first| first.len() < today.len())?;
    match before.split_once(' ') {
        None => Some(format!("{first} {before}")).filter(|name| name != today),
        Some((own, _)) => (own == first).then(|| before.to_owned()),
    }
}

/// A text that is nothing but a name.
fn whole(text: &str) -> Option<String> {
    name_at(text).filter(|name| name.len() == text.trim_matches(QUOTES).trim().len())
}

const QUOTES: [char; 9] = ['"', '“', '”', '„', '\'', '‘', '’', '«', '»'];

/// The name with which a text begins: what is quoted, or words with capitals.
fn name_at(text: &str) -> Option<String> {
    let text = text.trim_start_matches([' ', ':']);
    let quoted = text.starts_with(QUOTES);
    let text = text.trim_start_matches(QUOTES);
    let end = match quoted {
        true => text.find(QUOTES)?,
        false => text.find([',', '.', ';', ':', '(', ')', '!', '?', '\n']).unwrap_or(text.len()),
    };
    let words = text[..end].split_whitespace();
    let words: Vec<&str> = words.take_while(|word| word.starts_with(char::is_uppercase)).collect();
    let name = words.join(" ");
    let plain = name.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’'));
    ((1..=MOST).contains(&words.len()) && plain && name.chars().count() > 1).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alias(text: &str) -> Option<String> {
        let at = text.find("Robin Goodfellow").unwrap();
        of(text, &(at..at + "Robin Goodfellow".len()))
    }

    #[test]
    fn what_somebody_goes_by_is_their_name() {
        for text in [
            "Robin Goodfellow, alias \"Puck\", runs the bar.",
            "Robin Goodfellow, alias Puck, runs the bar.",
            "Robin Goodfellow aka Puck runs the bar.",
            "Robin Goodfellow (a.k.a. Puck) runs the bar.",
            "Robin Goodfellow (aka Puck)",
            "Robin Goodfellow is known as Puck.",
            "Robin Goodfellow, also known as Puck, sings.",
            "Robin Goodfellow, better known as Puck, sings.",
            "Robin Goodfellow goes by Puck.",
            "Robin Goodfellow goes by the name of Puck.",
            "Robin Goodfellow, nicknamed Puck, sings.",
            "Robin Goodfellow is nicknamed “Puck”.",
            "Robin Goodfellow's nickname is Puck.",
            "Puck is Robin Goodfellow's nickname.",
            "Puck is the nickname of Robin Goodfellow.",
            "Everybody calls Robin Goodfellow Puck.",
            "Robin Goodfellow is also known as Puck.",
            "Robin Goodfellow is often called Puck.",
            "Robin Goodfellow was better known as Puck.",
            "Robin Goodfellow, genannt Puck, singt.",
        ] {
            assert_eq!(alias(text).as_deref(), Some("Puck"), "{text}");
        }
    }

    #[test]
    fn a_name_of_before_keeps_the_first_name() {
        for text in [
            "Robin Goodfellow, née Marsh, sings.",
            "Robin Goodfellow (née Marsh) sings.",
            "Robin Goodfellow, formerly Robin Marsh, sings.",
            "Robin Goodfellow, formerly known as Robin Marsh, sings.",
            "Robin Goodfellow was Robin Marsh before she married.",
            "Robin Goodfellow used to be Robin Marsh.",
            "Robin Goodfellow's maiden name is Marsh.",
            "Robin Goodfellow (born Marsh) sings.",
            "Robin Goodfellow, geb. Marsh, singt.",
        ] {
            assert_eq!(alias(text).as_deref(), Some("Robin Marsh"), "{text}");
        }
    }

    #[test]
    fn a_genitive_may_be_part_of_the_name() {
        let text = "Robin Goodfellow's nickname is Puck.";
        assert_eq!(of(text, &(0.."Robin Goodfellow's".len())).as_deref(), Some("Puck"));
    }

    #[test]
    fn what_is_no_other_name_is_none() {
        for text in [
            "Robin Goodfellow knows Puck.",
            "Robin Goodfellow called Puck about the roof.",
            "Robin Goodfellow is known as the best baker.",
            "Robin Goodfellow goes by train.",
            "Robin Goodfellow goes by bus to Ulm.",
            "Puck is Robin Goodfellow's cat.",
            "Robin Goodfellow, Puck and Ida sing.",
            "The nickname of Puck is known to Robin Goodfellow.",
            "I will call Robin Goodfellow on Monday.",
            "Robin Goodfellow, known for his songs, sings.",
            "Robin Goodfellow called.",
            "Robin Goodfellow was Father Christmas at the fair.",
            "Robin Goodfellow, born in Leeds, sings.",
            "Robin Goodfellow was in Leeds.",
            "Robin Goodfellow, formerly of Leeds, sings.",
            "Robin Goodfellow is also a baker.",
        ] {
            assert_eq!(alias(text), None, "{text}");
        }
    }
}
