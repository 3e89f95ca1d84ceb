//! Drift: a fact is replaced more than once; every older state must be gone and the last one there.

use super::draft::Draft;
use super::pools::{COLORS, COMPANIES, NAMES, STREET_KINDS, STREETS};
use super::rng::Rng;

/// Two changes of employer.
pub(super) fn jobs(rng: &mut Rng) -> Draft {
    let name = rng.pick(NAMES);
    let [first, second, last] = rng.pick_some(COMPANIES);
    let year = rng.between(2012, 2018);
    let query = format!("{name} employer");
    Draft::asking(format!("Which company does {name} work for?"))
        .fact(format!("{name} joined {first} in {year}."))
        .supersede(&query, format!("{name} changed to {second} in {}.", year + 2))
        .supersede(&query, format!("{name} has been with {last} since {}.", year + 5))
        .must(last)
        .must_not(first)
        .must_not(second)
}

/// Two moves.
pub(super) fn address(rng: &mut Rng) -> Draft {
    let name = rng.pick(NAMES);
    let streets: [&str; 3] = rng.pick_some(STREETS);
    let [first, second, last] =
        streets.map(|street| format!("{} {street} {}", rng.between(2, 98), rng.pick(STREET_KINDS)));
    let query = format!("{name} home address");
    Draft::asking(format!("What is the home address of {name}?"))
        .fact(format!("{name} has a home at {first}."))
        .supersede(&query, format!("{name} moved house to {second}."))
        .supersede(&query, format!("{name} has settled at {last} by now."))
        .must(streets[2])
        .must_not(streets[0])
        .must_not(streets[1])
}

/// Two changes of favourite colour.
pub(super) fn color(rng: &mut Rng) -> Draft {
    let name = rng.pick(NAMES);
    let [first, second, last] = rng.pick_some(COLORS);
    let query = format!("{name} favorite color");
    Draft::asking(format!("Which color does {name} like most?"))
        .fact(format!("The color that {name} likes most is {first}."))
        .supersede(&query, format!("{name} likes {second} best among colors now."))
        .supersede(&query, format!("{name} has made {last} the favorite color."))
        .must(last)
        .must_not(first)
        .must_not(second)
}

/// Five changes of employer.
pub(super) fn long_chain(rng: &mut Rng) -> Draft {
    let name = rng.pick(NAMES);
    let companies: [&str; 6] = rng.pick_some(COMPANIES);
    let mut year = rng.between(2006, 2012);
    let query = format!("{name} employer");
    let mut draft = Draft::asking(format!("Which company does {name} work for?"))
        .fact(format!("{name} joined {} in {year}.", companies[0]));
    for company in &companies[1..] {
        year += rng.between(1, 3);
        draft = draft.supersede(&query, format!("{name} changed to {company} in {year}."));
    }
    draft = draft.must(companies[5]);
    companies[..5].iter().fold(draft, |draft, old| draft.must_not(*old))
}
