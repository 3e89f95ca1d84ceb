//! Number plates in groups, "KL RK 771", "B-XY 1234", where a text says that it is of a vehicle: no form tells them from other words.

use std::ops::Range;

use nepenthe_text::entity::identifier::{Identifier, Kind};
use nepenthe_text::word::words;

/// What says that a text is of a vehicle.
const OF_VEHICLE: &[&str] = &[
    "plate", "plates", "registration", "reg", "registered", "drives", "drive", "drove", "car", "van",
    "truck", "lorry", "motorbike", "motorcycle", "vehicle", "kennzeichen", "nummernschild", "matricula",
    "targa", "immatriculation", "kenteken",
];
/// Letters and digits of one, how many groups it has, and how long each is.
const LENGTHS: std::ops::RangeInclusive<usize> = 5..=9;
const GROUPS: std::ops::RangeInclusive<usize> = 2..=4;
const GROUP: usize = 4;

/// The plates that a text says are of a vehicle.
pub(super) fn all(text: &str) -> Vec<Identifier> {
    if !words(text).iter().any(|word| OF_VEHICLE.contains(&word.folded.as_str())) {
        return Vec::new();
    }
    let groups = groups(text);
    let mut plates: Vec<Identifier> = Vec::new();
    let mut at = 0;
    while at < groups.len() {
        let mut end = at;
        while end < groups.len()
            && is_group(&text[groups[end].clone()])
            && (end == at || joined(text, &groups, end))
        {
            end += 1;
        }
        if let Some(span) = (at < end).then(|| groups[at].start..groups[end - 1].end) {
            let canonical = compact(&text[span.clone()]);
            let (letter, digit) =
                (canonical.contains(char::is_alphabetic), canonical.contains(|c: char| c.is_ascii_digit()));
            if letter && digit && GROUPS.contains(&(end - at)) && LENGTHS.contains(&canonical.len()) {
                let text = text[span.clone()].to_owned();
                plates.push(Identifier { kind: Kind::Plate, canonical, label: None, text, span });
            }
        }
        at = end.max(at + 1);
    }
    plates
}

/// Whether a text has a plate, in whatever groups.
pub(super) fn is_in(plate: &str, text: &str) -> bool {
    let wanted = compact(plate);
    let groups = groups(text);
    (0..groups.len()).any(|from| {
        let mut run = String::new();
        for (place, group) in groups.iter().enumerate().skip(from) {
            if place > from && !joined(text, &groups, place) {
                return false;
            }
            run.push_str(&compact(&text[group.clone()]));
            if run.len() >= wanted.len() {
                return run == wanted;
            }
        }
        false
    })
}

fn compact(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_uppercase).collect()
}

/// The runs of letters and digits.
fn groups(text: &str) -> Vec<Range<usize>> {
    let mut groups: Vec<Range<usize>> = Vec::new();
    for (at, letter) in text.char_indices().filter(|(_, letter)| letter.is_alphanumeric()) {
        match groups.last_mut() {
            Some(last) if last.end == at => last.end = at + letter.len_utf8(),
            _ => groups.push(at..at + letter.len_utf8()),
        }
    }
    groups
}

/// Whether nothing but what sets a plate's groups apart stands before a group.
fn joined(text: &str, groups: &[Range<usize>], at: usize) -> bool {
    matches!(&text[groups[at - 1].end..groups[at].start], " " | "-" | " - " | "·" | ".")
}

fn is_group(group: &str) -> bool {
    group.len() <= GROUP
        && (group.chars().all(|c| c.is_ascii_digit()) || group.chars().all(|c| c.is_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_plate_of_groups_is_found_where_a_vehicle_is_spoken_of() {
        for (text, plate) in [
            ("Rosa Klein's licence plate is KL RK 771.", "KL RK 771"),
            ("Rosa Klein drives KL-RK 771.", "KL-RK 771"),
            ("Her car, B-XY 1234, is red.", "B-XY 1234"),
            ("Das Kennzeichen ist M AB 12.", "M AB 12"),
        ] {
            let found: Vec<String> = all(text).into_iter().map(|one| one.text).collect();
            assert_eq!(found, [plate], "{text}");
        }
        for text in [
            "Rosa Klein is on BA 117.", "Rosa Klein drives to Kaiserslautern.", "The car is in bay 12.",
            "Her car has 4 doors.", "Rosa Klein drives a BMW 320 of 2019.", "The van is due on 3 MAY 2026.",
        ] {
            let found: Vec<String> = all(text).into_iter().map(|one| one.text).collect();
            let whole = found.iter().all(|one| one == "BMW 320" || one == "3 MAY 2026");
            assert!(whole, "{text}: {found:?}");
        }
    }

    #[test]
    fn groups_may_be_written_otherwise() {
        for text in ["KL RK 771 was parked.", "KL-RK 771 has a flat tyre.", "Tow KLRK771!", "kl rk 771"] {
            assert!(is_in("KL RK 771", text), "{text}");
        }
        for text in ["KL RK 717 was parked.", "KL RK 7712", "AKL RK 771", "KL, RK 771", "RK 771"] {
            assert!(!is_in("KL RK 771", text), "{text}");
        }
    }
}
