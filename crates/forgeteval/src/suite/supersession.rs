//! Supersession: one fact is replaced; the old value must be gone and the new one there.

use super::draft::Draft;
use super::pools::{CITIES, COMPANIES, DIETS, HOBBIES, LANGUAGES, NAMES, ROLES, THEMES};
use super::rng::Rng;

/// The employer.
pub(super) fn job(rng: &mut Rng) -> Draft {
    let name = rng.pick(NAMES);
    let [old, new] = rng.pick_some(COMPANIES);
    Draft::asking(format!("Which company does {name} work for?"))
        .fact(format!("{name} is employed by {old}."))
        .supersede(format!("{name} employer and job"), format!("{name} has taken a job with {new}."))
        .must(new)
        .must_not(old)
}

/// The look of an application.
pub(super) fn theme(rng: &mut Rng) -> Draft {
    let name = rng.pick(NAMES);
    let [old, new] = rng.pick_some(THEMES);
    Draft::asking(format!("Which display theme should be used for {name}?"))
        .fact(format!("{name} wants the {old} theme on every screen."))
        .supersede(format!("{name} display theme"), format!("{name} asked for the {new} theme instead."))
        .must(new)
        .must_not(old)
}

/// The diet.
pub(super) fn diet(rng: &mut Rng) -> Draft {
    let name = rng.pick(NAMES);
    let [old, new] = rng.pick_some(DIETS);
    Draft::asking(format!("Which diet does {name} follow?"))
        .fact(format!("{name} keeps to a {old} diet."))
        .supersede(format!("{name} diet"), format!("{name} has gone over to a {new} diet."))
        .must(new)
        .must_not(old)
}

/// One sentence with job, city, language and hobby, said again with another company.
pub(super) fn long_form(rng: &mut Rng) -> Draft {
    let name = rng.pick(NAMES);
    let role = rng.pick(ROLES);
    let [old, new] = rng.pick_some(COMPANIES);
    let (city, language, hobby) = (rng.pick(CITIES), rng.pick(LANGUAGES), rng.pick(HOBBIES));
    let sentence = |company| {
        format!(
            "{name} works at {company} as a {role}, has a flat in {city}, talks to relatives in {language} and \
             spends free days on {hobby}."
        )
    };
    Draft::asking(format!("Which company does {name} work for?"))
        .fact(sentence(old))
        .supersede(format!("{name} employer and job"), sentence(new))
        .must(new)
        .must_not(old)
}
