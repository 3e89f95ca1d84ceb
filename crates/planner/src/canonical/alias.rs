//! Another name that a text says somebody goes by: "Robin Goodfellow, alias Puck", "known as Puck", "nicknamed \"Puck\"".

use std::ops::Range;

/// What leads it behind the full name.
const BEHIND: &[&str] = &[
    "alias", "aka", "a.k.a.", "a k a", "also known as", "better known as", "is known as", "was known as",
    "known as", "known to all as", "known to everyone as", "known to everybody as", "known to friends as",
    "goes by", "goes by the name of", "goes by the name", "goes by the nickname", "nicknamed",
    "is nicknamed", "nickname", "is called", "called", "answers to", "genannt", "dit", "dite", "detto",
    "detta", "apodado", "apodada",
];
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
    let lower = tail.to_lowercase();
    // The longest first: "goes by the name of" before "goes by".
    let led = BEHIND
        .iter()
        .filter(|lead| {
            lower.starts_with(*lead) && lower[lead.len()..].starts_with([' ', ':', '"', '“', '\''])
        })
        .max_by_key(|lead| lead.len());
    // "Robin Goodfellow called Puck" rang him.
    let rang = |lead: &str| lead == "called" && !behind.trim_start().starts_with([',', '(']);
    let led = led.filter(|lead| tail.is_char_boundary(lead.len()) && !rang(lead));
    if let Some(name) = led.and_then(|lead| name_at(&tail[lead.len()..])) {
        return Some(name);
    }
    let genitive =
        behind.strip_prefix("'s").or_else(|| behind.strip_prefix("’s")).unwrap_or(behind).trim_start();
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
            "Robin Goodfellow, genannt Puck, singt.",
        ] {
            assert_eq!(alias(text).as_deref(), Some("Puck"), "{text}");
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
        ] {
            assert_eq!(alias(text), None, "{text}");
        }
    }
}
