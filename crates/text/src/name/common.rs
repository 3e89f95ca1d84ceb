//! Capitalised words that name no entity: days, months, languages, nationalities.

use super::fold;

const CALENDAR: &str = " monday tuesday wednesday thursday friday saturday sunday mon tue tues wed thu thur thurs fri sat sun january february \
 march april june july august september october november december jan feb mar apr jun jul aug sep sept oct nov dec \
 montag dienstag mittwoch donnerstag freitag samstag sonntag januar februar märz mai juni juli oktober dezember \
 christmas easter eid ramadan diwali hanukkah passover whitsun epiphany midsummer halloween thanksgiving i ok tv ";

const PEOPLES: &str = " english french german italian spanish portuguese dutch polish czech slovak hungarian romanian bulgarian serbian croatian \
 russian ukrainian greek turkish arabic persian hebrew hindi urdu bengali tamil chinese mandarin cantonese japanese korean thai vietnamese \
 swedish norwegian danish finnish icelandic latin irish scottish welsh british american canadian australian indian african asian european \
 slovene slovenian estonian latvian lithuanian albanian macedonian bosnian maltese gaelic flemish luxembourgish \
 galician yiddish kurdish pashto persian punjabi gujarati marathi telugu kannada malayalam sinhala burmese khmer mongolian tibetan nepali \
 indonesian tagalog swahili amharic yoruba igbo zulu xhosa afrikaans somali kazakh uzbek azerbaijani tajik turkmen kyrgyz belarusian \
 cuban peruvian colombian venezuelan syrian lebanese jordanian tunisian algerian libyan sudanese ghanaian senegalese ugandan tanzanian \
 swiss austrian belgian basque catalan afghan iranian iraqi israeli egyptian moroccan kenyan nigerian ethiopian georgian armenian mexican \
 brazilian argentinian chilean jewish muslim christian catholic protestant buddhist hindu parisian londoner ";

fn listed(list: &str, word: &str) -> bool {
    !word.is_empty() && !word.contains(char::is_whitespace) && {
        let lower = fold::lower(word);
        list.match_indices(lower.as_str())
            .any(|(i, _)| list[..i].ends_with(' ') && list[i + lower.len()..].starts_with(' '))
    }
}

/// A day, a month or a feast.
pub fn calendar(word: &str) -> bool {
    listed(CALENDAR, word) || word.strip_suffix("days").is_some_and(|w| listed(CALENDAR, &format!("{w}day")))
}

/// A language or a people.
pub fn people(word: &str) -> bool {
    listed(PEOPLES, word)
}

/// Whether a capital does not make the word a name of an entity.
pub fn no_entity(word: &str) -> bool {
    calendar(word) || people(word)
}
