//! The two codes of an airline before a flight's number (IATA and ICAO), and its name.

use std::ops::Range;

use super::kind::{Identifier, Kind};
use super::label;
use super::row::Row;

/// With the word or words that its name begins with.
const CODES: &[(&str, &str, &str)] = &[
    ("AA", "AAL", "american"),
    ("AC", "ACA", "air canada"),
    ("AF", "AFR", "air france"),
    ("AI", "AIC", "air india"),
    ("AM", "AMX", "aeromexico"),
    ("AS", "ASA", "alaska"),
    ("AV", "AVA", "avianca"),
    ("AY", "FIN", "finnair"),
    ("AZ", "ITY", "ita"),
    ("B6", "JBU", "jetblue"),
    ("BA", "BAW", "british"),
    ("BR", "EVA", "eva"),
    ("CA", "CCA", "air china"),
    ("CI", "CAL", "china airlines"),
    ("CX", "CPA", "cathay"),
    ("CZ", "CSN", "china southern"),
    ("DL", "DAL", "delta"),
    ("DY", "NOZ", "norwegian"),
    ("EI", "EIN", "aer lingus"),
    ("EK", "UAE", "emirates"),
    ("ET", "ETH", "ethiopian"),
    ("EW", "EWG", "eurowings"),
    ("EY", "ETD", "etihad"),
    ("FI", "ICE", "icelandair"),
    ("FR", "RYR", "ryanair"),
    ("GA", "GIA", "garuda"),
    ("IB", "IBE", "iberia"),
    ("JL", "JAL", "japan"),
    ("KE", "KAL", "korean"),
    ("KL", "KLM", "klm"),
    ("LA", "LAN", "latam"),
    ("LH", "DLH", "lufthansa"),
    ("LO", "LOT", "lot"),
    ("LX", "SWR", "swiss"),
    ("MH", "MAS", "malaysia"),
    ("MS", "MSR", "egyptair"),
    ("MU", "CES", "china eastern"),
    ("NH", "ANA", "all nippon"),
    ("NZ", "ANZ", "air new zealand"),
    ("OS", "AUA", "austrian"),
    ("OZ", "AAR", "asiana"),
    ("PR", "PAL", "philippine"),
    ("QF", "QFA", "qantas"),
    ("QR", "QTR", "qatar"),
    ("RO", "ROT", "tarom"),
    ("SK", "SAS", "scandinavian"),
    ("SN", "BEL", "brussels"),
    ("SQ", "SIA", "singapore"),
    ("SU", "AFL", "aeroflot"),
    ("SV", "SVA", "saudia"),
    ("TG", "THA", "thai"),
    ("TK", "THY", "turkish"),
    ("TP", "TAP", "tap"),
    ("U2", "EZY", "easyjet"),
    ("UA", "UAL", "united"),
    ("VN", "HVN", "vietnam"),
    ("VY", "VLG", "vueling"),
    ("W6", "WZZ", "wizz"),
    ("WN", "SWA", "southwest"),
];

/// The letters and digits of a flight, in capitals.
fn compact(text: &str) -> String {
    text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_uppercase()
}

fn is_number(digits: &str) -> bool {
    (1..=4).contains(&digits.len()) && digits.bytes().all(|b| b.is_ascii_digit())
}

/// The flight with its airline's other code: DLH452 for LH452.
pub(super) fn other_code(text: &str) -> Option<String> {
    let flight = compact(text);
    let number = |rest: &str| {
        let digits = rest.trim_end_matches(|c: char| c.is_ascii_uppercase());
        is_number(digits) && rest.len() - digits.len() <= 1
    };
    CODES.iter().find_map(|(iata, icao, _)| {
        let swap = |from: &str, to: &str| {
            let rest = flight.strip_prefix(from)?;
            number(rest).then(|| format!("{to}{rest}"))
        };
        swap(iata, icao).or_else(|| swap(icao, iata))
    })
}

/// What may stand between an airline's name and the number of its flight.
const BETWEEN: &[&str] =
    &["airlines", "airline", "airways", "air", "lines", "linee", "aeree", "s", "way", "the"];

/// Where a row tells the flight by its airline's name: "Lufthansa flight 400" for LH400.
pub(super) fn find(wanted: &Identifier, row: &Row<'_>) -> Vec<Range<usize>> {
    if wanted.kind != Kind::Reference || !matches!(wanted.label.as_deref(), Some("flight") | None) {
        return Vec::new();
    }
    let flight = compact(&wanted.text);
    let known = CODES.iter().find_map(|(iata, icao, name)| {
        let rest = flight.strip_prefix(icao).or_else(|| flight.strip_prefix(iata))?;
        let number = rest.trim_start_matches('0');
        is_number(number).then_some((number, name))
    });
    let Some((number, name)) = known else { return Vec::new() };
    let goes_on =
        |end: usize| matches!(row.raw_at(end), ':' | '.' | ',') && row.raw_at(end + 1).is_ascii_digit();
    let name: Vec<&str> = name.split(' ').collect();
    let mut found = Vec::new();
    for at in (1..row.atoms.len()).filter(|&at| row.atoms[at].digits) {
        let told = row.word(row.atoms[at]);
        if told.trim_start_matches('0') != number || goes_on(row.atoms[at].to) {
            continue;
        }
        let mut left = at;
        let mut said = false;
        while left > 0 && at - left < 5 && row.gap(left - 1).len() <= 2 {
            let word = row.word(row.atoms[left - 1]);
            let of_flight = label::canonical(&word) == "flight";
            said |= of_flight;
            if !(of_flight || label::is_marker(&word) || BETWEEN.contains(&word.as_str())) {
                break;
            }
            left -= 1;
        }
        let named = left >= name.len()
            && name.iter().enumerate().all(|(i, word)| row.is(row.atoms[left - name.len() + i], word));
        // "Swiss 40" may be of anything.
        let spelled =
            row.raw(row.atoms[left.saturating_sub(name.len())]).first().is_some_and(|c| c.is_uppercase());
        if named && spelled && (said || number.len() >= 3) {
            found.push(row.bytes(row.atoms[left - name.len()].from, row.atoms[at].to));
        }
    }
    found
}
