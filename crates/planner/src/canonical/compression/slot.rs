//! An old state of which a new one takes but one adverbial: beside "Standup is at 10:45" of "Standup is at 9:15 in room Elbe" it stays
//! that it is in room Elbe.

use nepenthe_text::entity::identifier::{self, Kind};
use nepenthe_text::stance::{self, Tense};
use nepenthe_text::word::{Word, words};

/// What opens an adverbial of place or time.
const OPENERS: &[&str] = &["at", "in", "on", "from", "by"];
const DAYS: &[&str] = &[
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday", "weekday", "weekend",
    "morning", "afternoon", "evening", "night", "noon", "midnight", "day", "week", "month", "year",
];
const TO_BE: &[&str] = &["is", "are", "starts", "begins"];

/// The text without the adverbial in whose place the new statement has another one, if one of time and place is left that the new
/// statement has nothing for. Both have the same words before it.
pub(super) fn without_replaced(text: &str, new: &str) -> Option<String> {
    let (old, next) = (words(text), words(new));
    let same = old.iter().zip(&next).take_while(|(old, next)| old.folded == next.folded).count();
    // "Standup is at": subject, verb and what opens the adverbial.
    let article = |word: &Word| matches!(word.folded.as_str(), "the" | "a" | "an" | "our" | "my");
    let end = same - old[..same].iter().rev().take_while(|word| article(word)).count();
    let opener = end.checked_sub(1).filter(|&at| at >= 2 && OPENERS.contains(&old[at].folded.as_str()))?;
    let opens = |word: &Word| OPENERS.contains(&word.folded.as_str());
    if next[same..].iter().any(opens) || next.len() == same {
        return None;
    }
    let from = old[opener].span.start;
    // Who moved to Oslo in 2018 did not move in 2018.
    if stance::tense(&text[..from]) == Some(Tense::Past) {
        return None;
    }
    let cut = old[same..].iter().find(|word| opens(word))?.span.start;
    let (replaced, left) = (&text[from..cut], sentence(&text[cut..]));
    let of_person = tells_when(left) && TO_BE.contains(&old[opener - 1].folded.as_str());
    let other = tells_when(replaced) != tells_when(left) && sentence(replaced) == replaced && !of_person;
    other.then(|| format!("{}{}", &text[..from], &text[cut..]))
}

/// What stands before the next mark or clause.
fn sentence(text: &str) -> &str {
    let end = text.find([',', ';', '.', '\n']).unwrap_or(text.len());
    text[..end].split(" and ").next().unwrap_or_default()
}

fn tells_when(text: &str) -> bool {
    let timed = |word: &Word| DAYS.contains(&word.folded.trim_end_matches('s'));
    words(text).iter().any(timed)
        || identifier::recognise(text).iter().any(|value| matches!(value.kind, Kind::Date | Kind::Time))
}

#[cfg(test)]
mod tests {
    use super::without_replaced;

    #[test]
    fn what_the_new_statement_has_nothing_for_is_left() {
        for (text, new, left) in [
            ("Standup is at 9:15 in room Elbe", "Standup is at 10:45", Some("Standup is in room Elbe")),
            (
                "The ferry to Tinos leaves at 7:40 from pier 3.",
                "The ferry to Tinos leaves at 8:05.",
                Some("The ferry to Tinos leaves from pier 3."),
            ),
            (
                "The choir rehearses in the crypt on Tuesdays and is led by Anselm.",
                "The choir rehearses in the gym.",
                Some("The choir rehearses on Tuesdays and is led by Anselm."),
            ),
            ("Bo moved to Oslo in 2018.", "Bo moved to Rome.", None),
            ("Bo lives in Oslo with Ida.", "Bo lives in Rome.", None),
            ("Bo works at Acme in Oslo.", "Bo works at Beta.", None),
            ("Bo is in Oslo on Friday.", "Bo is in Rome.", None),
            ("Standup is at 9:15 in room Elbe", "Standup is at 10:45 in room Saale", None),
            ("Standup is at 9:15", "Standup is at 10:45", None),
        ] {
            assert_eq!(without_replaced(text, new).as_deref(), left, "{text}");
        }
    }
}
