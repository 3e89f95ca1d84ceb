//! Amnesia: a person or a topic is released; what is said of others, or of other things, must stay.

use super::draft::Draft;
use super::pools::{BOOKS, CITIES, COMPANIES, FOODS, HOBBIES, LANGUAGES, NAMES, SKILLS};
use super::rng::Rng;

/// One person's taste, beside another's.
pub(super) fn person(rng: &mut Rng) -> Draft {
    let [target, peer] = rng.pick_some(NAMES);
    let [food, other] = rng.pick_some(FOODS);
    Draft::asking("Which dishes are people fond of?")
        .fact(format!("{target} is fond of {food}."))
        .fact(format!("{peer} is fond of {other}."))
        .release(format!("{target} and the taste for {food}"))
        .must(peer)
        .must_not(target)
}

/// Three facts on one person, one on another.
pub(super) fn multi(rng: &mut Rng) -> Draft {
    let [target, peer] = rng.pick_some(NAMES);
    let [company, other] = rng.pick_some(COMPANIES);
    let (city, language) = (rng.pick(CITIES), rng.pick(LANGUAGES));
    Draft::asking("What is known about people?")
        .fact(format!("{target} is employed by {company}."))
        .fact(format!("{target} has a home in {city}."))
        .fact(format!("{target} is fluent in {language}."))
        .fact(format!("{peer} is employed by {other}."))
        .release(format!("{target} personal profile"))
        .must(peer)
        .must_not(target)
}

/// A book and a skill of the same person; only the book goes.
pub(super) fn topic(rng: &mut Rng) -> Draft {
    let name = rng.pick(NAMES);
    let (book, skill) = (rng.pick(BOOKS), rng.pick(SKILLS));
    Draft::asking(format!("What has {name} been doing lately?"))
        .fact(format!("{name} read the novel {book} to the end."))
        .fact(format!("{name} signed up for a beginners' course in {skill}."))
        .release(format!("the novel {book} and reading"))
        .must(skill)
        .must_not(book)
}

/// Five facts on one person, one on another.
pub(super) fn many_facts(rng: &mut Rng) -> Draft {
    let [target, peer] = rng.pick_some(NAMES);
    let [company, other] = rng.pick_some(COMPANIES);
    let (city, language) = (rng.pick(CITIES), rng.pick(LANGUAGES));
    let (hobby, book) = (rng.pick(HOBBIES), rng.pick(BOOKS));
    Draft::asking("What is known about people?")
        .fact(format!("{target} is employed by {company}."))
        .fact(format!("{target} has a home in {city}."))
        .fact(format!("{target} is fluent in {language}."))
        .fact(format!("{target} spends free days on {hobby}."))
        .fact(format!("{target} read the novel {book} to the end."))
        .fact(format!("{peer} is employed by {other}."))
        .release(format!("{target} personal profile"))
        .must(peer)
        .must_not(target)
}
