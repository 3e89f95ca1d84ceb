//! Every check, in the order in which they are made.

mod describing;
mod ending;
mod files;
mod forgetting;
mod offers;
mod protocol;
mod recalling;
mod texts;

use super::bench::{Bench, Found};
use super::{Finding, Outcome};

/// One check.
pub(super) struct Check {
    name: &'static str,
    about: &'static str,
    hint: &'static str,
    required: bool,
    run: fn(&mut Bench) -> Found,
}

impl Check {
    /// Makes the check.
    pub(super) fn run(&self, bench: &mut Bench) -> Finding {
        let found = if bench.broken { Ok(Outcome::NotRun) } else { (self.run)(bench) };
        let (outcome, found) = match found {
            Ok(outcome) => (outcome, None),
            Err(found) => (Outcome::Fail, Some(found)),
        };
        let hint = (outcome == Outcome::Fail).then_some(self.hint);
        Finding { check: self.name, about: self.about, required: self.required, outcome, found, hint }
    }
}

/// Every check. Those about the whole session come last.
pub(super) const CHECKS: &[Check] = &[
    describing::DESCRIBE,
    recalling::RESET,
    recalling::FIND,
    recalling::EMPTY,
    recalling::ODD_QUERIES,
    recalling::AT_MOST_K,
    recalling::BEST_FIRST,
    texts::VERBATIM,
    forgetting::SUPERSEDE,
    forgetting::RELEASE,
    forgetting::PURGE,
    forgetting::RESTORE,
    forgetting::CONSENT,
    offers::IMPORT,
    offers::SCOPES,
    offers::USAGE,
    files::DECLARED,
    files::UNDECLARED,
    protocol::UNDECLARED_METHODS,
    protocol::UNKNOWN_METHOD,
    protocol::BAD_PARAMS,
    protocol::MANY_RESETS,
    protocol::IDS,
    protocol::CLEAN_OUTPUT,
    ending::END_OF_INPUT,
];

/// Texts that have nothing to do with one another.
const FACTS: [&str; 12] = [
    "Quentin keeps a quokka named Biscuit.",
    "The lighthouse at Skerryvore is painted green.",
    "Marta bakes rye bread on Thursdays.",
    "The harbour ferry leaves from pier seven.",
    "Olga plays the bassoon in an orchestra.",
    "The spare key hangs behind the fuse box.",
    "Ravi collects maps of Antarctica.",
    "The orchard has forty plum trees.",
    "Ines repairs violins for a living.",
    "The observatory opens at midnight in winter.",
    "Tomas swims across the lake every morning.",
    "The bakery ran out of cinnamon in March.",
];
