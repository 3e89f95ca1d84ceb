//! What is said in a transcript: behind its speaker, role or time, in the strings of JSON.

/// The fewest words of what somebody is noted to have said.
const FEWEST: usize = 4;

/// Most strings of one text in JSON that are read.
const MOST: usize = 16;

/// The fewest words of a string in JSON that says something.
const SAYS: usize = 3;

/// Words before a comma that add nothing to what follows, folded.
const INTERJECTIONS: &[&str] = &[
    "actually", "also", "anyway", "and", "btw", "by the way", "fyi", "hey", "hi", "hello", "in fact",
    "just so you know", "just to confirm", "listen", "look", "ok", "okay", "oh", "right", "so", "sure",
    "to confirm", "well", "yes", "yeah", "ah", "um", "again", "ja", "also gut", "ach", "ubrigens", "bueno",
    "oui", "d'ailleurs", "as i said", "as i said before", "as i mentioned", "as mentioned",
    "as mentioned before", "as noted", "like i said", "as you know", "once again", "wie gesagt",
    "comme je l'ai dit", "como dije", "come dicevo",
];

/// The text without a word such as "Actually," before it.
pub(super) fn without_interjection(text: &str, folded: impl Fn(&str) -> String) -> Option<&str> {
    let head = &text[..text.floor_char_boundary(32)];
    let at = head.find([',', '—', '–', '…'])?;
    let known = INTERJECTIONS.contains(&folded(head[..at].trim()).as_str());
    let behind = text[at..].trim_start_matches([',', '—', '–', '…', ' ']);
    (known && !behind.is_empty()).then_some(behind)
}

/// What stands behind a speaker and a colon: "Ida: The key is under the fern." `is_speaker` says who can be one, without and with the
/// mark behind.
pub(super) fn spoken(text: &str, is_speaker: impl Fn(&str) -> bool) -> Option<&str> {
    if let Some((who, said)) = set_apart(text) {
        let begins =
            !said.starts_with(char::is_lowercase) && said.split_whitespace().nth(FEWEST - 1).is_some();
        return (begins && is_speaker(&format!("{who}:"))).then_some(said);
    }
    // "Ida (10:02): ...".
    let ends = |at: &usize| text[at + 1..].starts_with([' ', '\n', '*', '_']);
    let at = text.match_indices(':').map(|(at, _)| at).find(ends)?;
    if let Some((who, when)) = text[..at].rsplit_once(" (").filter(|(_, when)| when.ends_with(')'))
        && when.len() <= 24
        && when.contains(|c: char| c.is_ascii_digit())
    {
        let said = text[at + 1..].trim_start();
        let enough =
            said.split_whitespace().nth(FEWEST - 1).is_some() && !said.starts_with(char::is_lowercase);
        return (enough && is_speaker(&format!("{who}:"))).then_some(said);
    }
    let behind = text[at + 1..].trim_start_matches(['*', '_']);
    let said = behind.trim_start();
    let set_off = behind.len() > said.len();
    let begins = said.chars().next().is_some_and(|first| !first.is_lowercase());
    let enough = said.split_whitespace().nth(FEWEST - 1).is_some();
    let who = text[..=at].trim_start_matches(['*', '_', '@', '#']);
    (set_off && begins && enough && is_speaker(who)).then_some(said)
}

/// A speaker in angle brackets, or in bold before a dash, and what they say: "<Ida> ...", "**Ida** - ...".
fn set_apart(text: &str) -> Option<(&str, &str)> {
    if let Some(rest) = text.strip_prefix('<') {
        let (who, said) = rest.split_once("> ")?;
        return Some((who.trim_start_matches(['@', '+', ' ']), said.trim_start()));
    }
    let (who, rest) = text.strip_prefix("**")?.split_once("**")?;
    let said = [" - ", " – ", " — "].iter().find_map(|dash| rest.strip_prefix(dash))?;
    Some((who, said.trim_start()))
}

/// What stands between the marks of an instruction: "[INST] ... [/INST]".
pub(super) fn instruction(text: &str) -> Option<&str> {
    let rest = text.strip_prefix("[INST]")?.trim_start();
    Some(rest.split("[/INST]").next().unwrap_or(rest).trim_end())
}

/// What stands before a speaker: "The key is under the fern, said Ida".
pub(super) fn told(text: &str, says: impl Fn(&str) -> bool) -> Option<&str> {
    let (said, who) = text.trim_end_matches(['.', ' ']).rsplit_once(", ")?;
    let enough = said.split_whitespace().nth(FEWEST - 1).is_some();
    (enough && says(who)).then_some(said)
}

/// Whether a text is a moment as programs write it: "2026-09-01T10:00:00Z".
pub(super) fn is_moment(text: &str) -> bool {
    let digits = text.bytes().filter(u8::is_ascii_digit).count();
    let Some((day, time)) = text.split_once('T') else { return false };
    let day = day.len() == 10 && day.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
    let signs = |byte: u8| byte.is_ascii_digit() || b":.,+-Z".contains(&byte);
    day && digits >= 10 && !time.is_empty() && time.bytes().all(signs)
}

/// The strings of a text in JSON that say something, with their escapes resolved. Nothing where it is none.
pub(super) fn strings(text: &str) -> Vec<String> {
    let text = text.trim();
    if !text.starts_with(['{', '[']) || !text.contains('"') {
        return Vec::new();
    }
    let (mut found, mut inside, mut letters) = (Vec::new(), None::<String>, text.chars());
    while let Some(letter) = letters.next() {
        match (&mut inside, letter) {
            (None, '"') => inside = Some(String::new()),
            (None, _) => {}
            (Some(string), '"') => {
                let says = string.split_whitespace().nth(SAYS - 1).is_some() || !string.is_ascii();
                if says && found.len() < MOST {
                    found.push(std::mem::take(string));
                }
                inside = None;
            }
            (Some(string), '\\') => match letters.next() {
                Some('n' | 'r') => string.push('\n'),
                Some('t') => string.push(' '),
                Some('u') => {
                    let digits: String = letters.by_ref().take(4).collect();
                    string.extend(u32::from_str_radix(&digits, 16).ok().and_then(char::from_u32));
                }
                Some(other) => string.push(other),
                None => break,
            },
            (Some(string), letter) => string.push(letter),
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_strings_of_json_are_read() {
        for (text, said) in [
            (r#"{"role":"user","content":"The key is \"here\"."}"#, vec![r#"The key is "here"."#]),
            (r#"[{"text": "It rains today."}, {"text": "Öl"}]"#, vec!["It rains today.", "Öl"]),
            (r#"{"text": "one\ntwo three"}"#, vec!["one\ntwo three"]),
            (r#"She said "it rains today"."#, vec![]),
        ] {
            assert_eq!(strings(text), said, "{text}");
        }
    }

    #[test]
    fn a_speaker_is_set_apart_in_several_ways() {
        let is_ida = |who: &str| who.trim_end_matches(':') == "Ida";
        let said = "The key is under the fern.";
        for text in [
            "Ida: The key is under the fern.",
            "Ida (10:02 AM): The key is under the fern.",
            "<Ida> The key is under the fern.",
            "**Ida** - The key is under the fern.",
        ] {
            assert_eq!(spoken(text, is_ida), Some(said), "{text}");
        }
        for text in [
            "Bo (10:02): The key is under the fern.", "<b> The key is here now.",
            "**Fern** - the key is under it", "at 10:02 the key is here",
        ] {
            assert_eq!(spoken(text, is_ida), None, "{text}");
        }
        assert_eq!(instruction("[INST] It rains. [/INST]"), Some("It rains."));
    }

    #[test]
    fn a_moment_is_one_of_programs() {
        assert!(is_moment("2026-09-01T10:00:00Z") && is_moment("2026-09-01T10:00+02:00"));
        assert!(!is_moment("2026-09-01") && !is_moment("T-1192") && !is_moment("2026-09-01Tea"));
    }
}
