//! Reports that something was forgotten or deleted: "I forgot my phone number", "I already deleted it myself". They order nothing.

use super::phrase_match::words;
use crate::lang::{LANGUAGES, List};

const SUBJECTS: &[&str] =
    &["i", "we", "he", "she", "they", "i've", "we've", "he's", "she's", "they've", "i'd"];
/// What may stand between the subject and the verb.
const BETWEEN: &[&str] = &[
    "have", "has", "had", "already", "just", "also", "always", "often", "sometimes", "never", "nearly",
    "almost", "keep", "keeps", "kept", "must", "may", "might", "probably", "accidentally", "once",
    "recently", "finally", "even", "completely", "totally", "usually", "constantly",
];
const DONE: &[&str] = &["forgot", "forgotten", "forgetting", "deleted", "erased"];
/// Forms that an order has too: a report only behind one of these.
const HABIT: &[&str] =
    &["always", "often", "sometimes", "never", "usually", "constantly", "nearly", "almost"];

/// Whether a sentence reports that something was forgotten or deleted.
pub(super) fn reports(sentence: &str) -> bool {
    let words = words(sentence);
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let from = words.iter().take_while(|word| List::BeforeReport.has(word)).count();
    let words = &words[from..];
    english(words)
        || LANGUAGES.iter().any(|language| {
            let opens = |first: &&str| {
                let first: Vec<&str> = first.split(' ').collect();
                words.starts_with(&first) && words.len() > first.len()
            };
            let any = |list| language.words(list).iter().any(opens);
            let ends = |last| language.words(List::ReportsBehind).contains(last);
            any(List::Reports) || any(List::ReportsWith) && words.last().is_some_and(ends)
        })
}

fn english(words: &[&str]) -> bool {
    let Some((subject, rest)) = words.split_first().filter(|(subject, _)| SUBJECTS.contains(subject)) else {
        return false;
    };
    let between = rest.iter().take_while(|word| BETWEEN.contains(word)).count();
    let habit = rest[..between].iter().any(|word| HABIT.contains(word));
    let object = rest.len() > between + 1 || *subject != "i";
    rest.get(between).is_some_and(|verb| DONE.contains(verb) || habit && ["forget", "forgets"].contains(verb))
        && object
}

#[cfg(test)]
mod tests {
    use super::reports;

    #[test]
    fn a_report_orders_nothing() {
        for sentence in [
            "I forgot my phone number",
            "Unfortunately I forgot where my locker is",
            "I keep forgetting my dentist",
            "I already deleted my phone number myself",
            "We have deleted the old list",
            "I always forget her name",
            "She's forgotten the code",
            "Ich habe meine Nummer vergessen",
            "J'ai oublié mon code",
            "Olvidé mi número",
            "Ho dimenticato il codice",
            "Esqueci o código",
            "Ik ben mijn code vergeten",
            "Я забыл код",
            "Zapomniałam kod",
        ] {
            assert!(reports(sentence), "{sentence}");
        }
        for sentence in [
            "I want you to forget my phone number", "forget that I forgot my keys", "that I forgot my keys",
            "I would like my number deleted", "Ich möchte meine Nummer vergessen", "vergiss meine Nummer",
            "what I forgot", "the deleted list", "olvida mi número", "I never want to see it",
            "ik wil mijn code vergeten",
        ] {
            assert!(!reports(sentence), "{sentence}");
        }
    }
}
