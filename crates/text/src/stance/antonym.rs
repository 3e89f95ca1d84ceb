//! Words of which one excludes another: what is asked of the opening is not said by the closing.

use std::collections::BTreeSet;

use crate::word::words;

/// Each pole with its words, and across from it the other one.
const POLES: &[[&[&str]; 2]] = &[
    [&["open", "opens", "opened", "opening"], &["close", "closes", "closed", "closing", "shut", "shuts"]],
    [
        &["start", "starts", "started", "starting", "begin", "begins", "began", "beginning"],
        &["end", "ends", "ended", "ending", "finish", "finishes", "finished"],
    ],
    [
        &["arrive", "arrives", "arrived", "arriving", "arrival"],
        &["depart", "departs", "departed", "departure", "leave", "leaves"],
    ],
    [&["before", "prior"], &["after", "afterwards", "following"]],
    [&["left"], &["right"]],
    [&["north", "northern"], &["south", "southern"]],
    [&["east", "eastern"], &["west", "western"]],
    [&["upper", "top"], &["lower", "bottom"]],
    [&["upstairs"], &["downstairs"]],
    [&["front"], &["back", "rear"]],
    [&["inner", "indoor", "inside"], &["outer", "outdoor", "outside"]],
    [&["morning", "mornings"], &["evening", "evenings", "afternoon", "afternoons"]],
    [&["winter"], &["summer"]],
    [&["weekday", "weekdays"], &["weekend", "weekends"]],
    [&["maternal"], &["paternal"]],
    [&["inbound", "incoming", "outward"], &["outbound", "outgoing", "return"]],
    [&["entrance", "entry"], &["exit"]],
    [&["import", "imports"], &["export", "exports"]],
    [&["upload", "uploads"], &["download", "downloads"]],
    [&["deposit", "deposits"], &["withdrawal", "withdrawals"]],
    [&["junior"], &["senior"]],
    [&["minimum", "least"], &["maximum", "most"]],
    [&["private", "personal", "home"], &["work", "business", "office", "professional"]],
    [&["landlord", "landlady"], &["tenant", "tenants"]],
];

/// The poles on one side of which a text stands: which of the pairs, and whether on the first side.
#[must_use]
pub fn poles(text: &str) -> BTreeSet<(usize, bool)> {
    let all: BTreeSet<String> = words(text).into_iter().map(|word| word.folded).collect();
    let stands = |side: &[&str]| side.iter().any(|word| all.contains(*word));
    let sides = POLES.iter().enumerate().filter_map(|(pair, [one, other])| {
        let (one, other) = (stands(one), stands(other));
        (one != other).then_some((pair, one))
    });
    sides.collect()
}

#[cfg(test)]
mod tests {
    use super::poles;

    #[test]
    fn one_side_of_a_pair_is_a_pole_and_both_are_none() {
        let across = |one: &str, other: &str| {
            let other = poles(other);
            poles(one).into_iter().any(|(pair, side)| other.contains(&(pair, !side)))
        };
        assert!(across("the bakery's opening time", "The bakery shuts at three."));
        assert!(across("how Bo got about before the surgery", "After the operation Bo had a frame."));
        assert!(across("Ana's left knee", "Ana's right knee was operated on."));
        assert!(!across("the bakery's opening time", "The bakery opens at six and shuts at three."));
        assert!(!across("the bakery's address", "The bakery shuts at three."));
    }
}
