//! What a suite's numbers say, in sentences.

use maud::{Markup, html};

use crate::record::system_of_row;
use crate::report::{Role, Scored, SuiteView, SystemTotals};

/// Writes what the numbers of one suite say.
pub(super) fn findings(suite: &SuiteView<'_>, scored: &Scored) -> Markup {
    let totals = &scored.totals;
    // One to whom nothing applies says nothing.
    let of = |role: Role| {
        let asked = move |system: &&SystemTotals| Role::of(&system.name) == role && system.evaluable.of > 0;
        totals.systems.iter().filter(asked)
    };
    // Neither does one whose model was scripted.
    let contestants: Vec<&SystemTotals> =
        of(Role::Contestant).filter(|system| system_of_row(&system.name).is_some()).collect();
    let best = best(&contestants);
    let (leaky, lossy) = (
        contestants.iter().filter(|system| system.leaks > system.collateral).count(),
        contestants.iter().filter(|system| system.collateral > system.leaks).count(),
    );
    let differ: usize = totals.systems.iter().map(|system| system.differ).sum();
    html! {
        div.findings {
            @if let Some((names, first)) = best {
                p.lead {
                    "By " b { (scored.scorer) } ", "
                    @if contestants.len() == 1 { "the only contestant, " b { (names) } ", passes " }
                    @else { b { (names) } (if names.contains(" and ") { " pass" } else { " passes" }) " most of " (contestants.len()) " contestants: " }
                    b { (first.pass) " of " (first.n) }
                    @if let Some(share) = first.strict.rate {
                        ", " (format!("{:.1}", share * 100.0)) " % (95 %: "
                        (format!("{:.1}–{:.1}", first.strict.wilson95.low * 100.0, first.strict.wilson95.high * 100.0)) ")"
                    }
                    ". " (bounds(&of(Role::Floor).collect::<Vec<_>>(), &of(Role::Ceiling).collect::<Vec<_>>()))
                }
                @if contestants.len() > 1 {
                    p {
                        "Leaking is the commoner error for " (leaky) " of the contestants, losing for " (lossy) "."
                    }
                } @else {
                    p { "It leaks in " (first.leaks) " cases and loses something needed in " (first.collateral) "." }
                }
            } @else {
                p.lead { "No contestant was run on this suite to which its cases apply." }
            }
            p.caption {
                @if differ == 0 { "The three scorers agree on every verdict." }
                @else { "The three scorers differ on " (differ) " of " (suite.records.len()) " verdicts; switch above." }
            }
        }
    }
}

/// Returns the systems with the most passes, by name, and one of them.
fn best<'a>(systems: &[&'a SystemTotals]) -> Option<(String, &'a SystemTotals)> {
    let rate = |system: &SystemTotals| system.strict.rate.unwrap_or(0.0);
    let first = systems.iter().copied().reduce(|a, b| if rate(b) > rate(a) { b } else { a })?;
    let equal: Vec<&str> = systems
        .iter()
        .filter(|system| system.pass == first.pass && system.n == first.n)
        .map(|system| system.name.as_str())
        .collect();
    let names = match equal.as_slice() {
        [one] => (*one).to_owned(),
        [one, two] => format!("{one} and {two}"),
        [one, rest @ ..] => format!("{one} and {} others", rest.len()),
        [] => return None,
    };
    Some((names, first))
}

/// Says between what a contestant's passes stand.
fn bounds(floors: &[&SystemTotals], ceilings: &[&SystemTotals]) -> String {
    let say = |systems: &[&SystemTotals], word: &str| {
        let (name, best) = best(systems)?;
        Some(format!("the best {word} ({name}) passes {}", best.pass))
    };
    match (say(floors, "floor"), say(ceilings, "ceiling")) {
        (Some(floor), Some(ceiling)) => format!("For comparison, {floor} and {ceiling}."),
        (Some(one), None) | (None, Some(one)) => format!("For comparison, {one}."),
        (None, None) => String::new(),
    }
}
