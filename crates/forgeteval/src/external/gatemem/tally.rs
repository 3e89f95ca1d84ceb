//! Adds up outcomes.

use std::collections::BTreeMap;

use super::Kind;
use super::report::{AccessTotals, Strings, SystemTotals};
use crate::external::{Found, Lacked, Outcome};
use crate::report::Rate;

/// Adds up the outcomes of an access; none where there are none.
pub(super) fn tally(outcomes: &[Outcome], access: &str) -> Option<AccessTotals> {
    let outcomes: Vec<&Outcome> = outcomes.iter().filter(|outcome| outcome.mapping == access).collect();
    let first = outcomes.first()?;
    let mut questions: BTreeMap<(&str, &str), &Outcome> = BTreeMap::new();
    let mut systems: Vec<&str> = Vec::new();
    for outcome in &outcomes {
        questions.entry((&outcome.group, &outcome.id)).or_insert(outcome);
        if !systems.contains(&outcome.system.as_str()) {
            systems.push(&outcome.system);
        }
    }
    let all: Vec<&Outcome> = questions.values().copied().collect();
    let episodes = all.chunk_by(|a, b| a.group == b.group).count();
    let mut strings = Strings::default();
    for string in forgotten(&all) {
        *match class(&string) {
            Class::NeverWritten => &mut strings.never_written,
            Class::Ordered => &mut strings.ordered,
            Class::Again => &mut strings.again,
            Class::Unnamed => &mut strings.unnamed,
        } += 1;
    }
    let of = |system: &&str| {
        let own: Vec<&Outcome> = outcomes.iter().copied().filter(|one| one.system == **system).collect();
        totals(&own)
    };
    let count = |kind| all.iter().filter(|one| is(one, kind)).count();
    Some(AccessTotals {
        access: access.to_owned(),
        data_sha256: first.data_sha256.clone(),
        k: first.k,
        embedder: first.embedder.clone(),
        episodes,
        questions: [count(Kind::Utility), count(Kind::Privacy), count(Kind::Forgetting)],
        strings,
        never_written: needed(&all).filter(|found| !found.written).count(),
        systems: systems.iter().map(of).collect(),
    })
}

fn is(outcome: &Outcome, kind: Kind) -> bool {
    outcome.kind == kind.to_string()
}

fn needed<'a>(outcomes: &'a [&Outcome]) -> impl Iterator<Item = &'a Found> {
    outcomes.iter().filter(|one| is(one, Kind::Utility)).flat_map(|one| &one.needed)
}

/// What can be made of a string that must be forgotten.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    NeverWritten,
    Ordered,
    Again,
    Unnamed,
}

/// A string that must be forgotten, over all questions of its episode.
#[derive(Default)]
struct Forgotten {
    written: bool,
    named: bool,
    again: bool,
    recalled: bool,
}

fn class(string: &Forgotten) -> Class {
    match string {
        Forgotten { written: false, .. } => Class::NeverWritten,
        Forgotten { named: false, .. } => Class::Unnamed,
        Forgotten { again: true, .. } => Class::Again,
        _ => Class::Ordered,
    }
}

/// Returns the strings that must be forgotten, each once an episode.
fn forgotten(outcomes: &[&Outcome]) -> Vec<Forgotten> {
    let mut strings: BTreeMap<(&str, String), Forgotten> = BTreeMap::new();
    for outcome in outcomes.iter().filter(|one| is(one, Kind::Forgetting)) {
        for found in &outcome.forbidden {
            let string = strings.entry((&outcome.group, found.text.to_lowercase())).or_default();
            string.written |= found.written;
            string.named |= found.named;
            string.again |= found.again;
            string.recalled |= found.rank.is_some() || found.probed == Some(true);
        }
    }
    strings.into_values().collect()
}

fn totals(outcomes: &[&Outcome]) -> SystemTotals {
    let answered: Vec<&Outcome> = outcomes.iter().copied().filter(|one| one.answered()).collect();
    let rate = |found: &mut dyn Iterator<Item = bool>| {
        let found: Vec<bool> = found.collect();
        Rate::new(found.iter().filter(|found| **found).count(), found.len())
    };
    // What no answer could hold counts neither for nor against a system.
    let can_hold = |one: &&&Outcome| one.needed.iter().any(|found| found.written);
    let can_tell = |one: &&&Outcome| one.forbidden.iter().any(|found| found.written);
    let holds_all =
        |one: &&Outcome| one.needed.iter().filter(|found| found.written).all(|f| f.rank.is_some());
    let tells = |one: &&Outcome| one.forbidden.iter().any(|found| found.rank.is_some());
    let of = |kind| answered.iter().filter(move |one| is(one, kind));
    let utility =
        rate(&mut needed(&answered).filter(|found| found.written).map(|found| found.rank.is_some()));
    let whole = rate(&mut of(Kind::Utility).filter(can_hold).map(holds_all));
    let told = rate(&mut of(Kind::Privacy).filter(can_tell).map(tells));
    let kept = rate(&mut of(Kind::Forgetting).filter(can_tell).map(tells));
    let strings = forgotten(&answered);
    let recalled = |wanted| {
        let own = strings.iter().filter(|string| class(string) == wanted);
        rate(&mut own.map(|string| string.recalled))
    };
    let first = outcomes[0];
    // The last question of an episode knows of all its changes.
    let mut last: BTreeMap<&str, &Outcome> = BTreeMap::new();
    for outcome in outcomes {
        let known = last.entry(&outcome.group).or_insert(outcome);
        if outcome.times.playing_us >= known.times.playing_us {
            *known = outcome;
        }
    }
    let mut lacked = Lacked::default();
    for outcome in last.values() {
        lacked.changes += outcome.lacked.changes;
        lacked.refused += outcome.lacked.refused;
        lacked.first_error = lacked.first_error.take().or_else(|| outcome.lacked.first_error.clone());
    }
    let mean = |sum: u64, count: usize| if count == 0 { 0.0 } else { sum as f64 / count as f64 };
    SystemTotals {
        system: first.system.clone(),
        version: first.system_version.clone(),
        asked: outcomes.len(),
        not_applicable: outcomes.iter().any(|one| one.not_applicable),
        balance: balance(&utility, &told, &kept),
        ordered: recalled(Class::Ordered),
        again: recalled(Class::Again),
        unnamed: recalled(Class::Unnamed),
        utility,
        whole,
        told,
        kept,
        lacked,
        errors: outcomes.iter().filter(|one| one.error.is_some() && !one.not_applicable).count(),
        first_error: outcomes.iter().filter(|one| !one.not_applicable).find_map(|one| one.error.clone()),
        playing_s: mean(last.values().map(|one| one.times.playing_us).sum(), last.len()) / 1e6,
        asking_ms: mean(answered.iter().map(|one| one.times.asking_us).sum(), answered.len()) / 1e3,
    }
}

fn balance(utility: &Rate, told: &Rate, kept: &Rate) -> Option<f64> {
    let parts = [utility.rate?, 1.0 - told.rate?, 1.0 - kept.rate?];
    if parts.contains(&0.0) {
        return Some(0.0);
    }
    Some(3.0 / parts.iter().map(|part| 1.0 / part).sum::<f64>())
}
