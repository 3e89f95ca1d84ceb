//! Stage 1 of the admission: whether a case can be judged at all (the paper's section 3.3), and whether it keeps to the
//! brief (`docs/writing-cases.md`).

use crate::case::Case;
use crate::mutation::Mutation;
use crate::score::fold;
use crate::suite::FAMILIES;

/// The ten categories of the paper's section 3.3, in the published order, and those of this project.
pub const CATEGORIES: [&str; 24] = [
    "substring_trap", "prefix_collision", "paraphrase_supersession", "negation_trap", "temporal_qualifier",
    "shared_attribute", "compound_fact", "identifier_obfuscation", "cross_lingual_identifier",
    "recursive_supersession", "resurrection", "residue", "scope", "scale", "sequence", "same_id",
    "foreign_id", "quoted_id", "later_id", "both_change", "declined", "accepted", "meanwhile", "asked_again",
];

/// Why a case is not admitted.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum Problem {
    /// The category is none of [`CATEGORIES`].
    #[error("unknown category `{0}`")]
    UnknownCategory(String),
    /// The family is none of [`FAMILIES`].
    #[error("unknown family `{0}`; there are supersession, decay, amnesia, purge and drift")]
    UnknownFamily(String),
    /// Nothing is written, or nothing changes.
    #[error("field `{0}` is empty")]
    Nothing(&'static str),
    /// Nothing is looked for, so that every answer passes.
    #[error("nothing is needed and nothing forbidden in {0}")]
    NothingAsked(String),
    /// A forbidden string is part of a needed one.
    #[error("self-trap: `{forbidden}`, forbidden in {place}, is part of `{needed}`, which is needed there")]
    TrapInNeeded {
        /// The forbidden string.
        forbidden: String,
        /// The needed one.
        needed: String,
        /// Which question.
        place: String,
    },
    /// A forbidden string stands in the text that the last mutation of the case writes.
    #[error("self-trap: `{0}` is forbidden, and stands in the new text of the last supersede")]
    TrapInNewText(String),
    /// A forbidden string stands in no text, so that nothing can leak.
    #[error("`{forbidden}` is forbidden in {place}, and stands in no text written before")]
    NeverWritten {
        /// The forbidden string.
        forbidden: String,
        /// Which question.
        place: String,
    },
    /// A needed string stands in no text.
    #[error("`{needed}` is needed in {place}, and stands in no text written before")]
    Unsatisfiable {
        /// The needed string.
        needed: String,
        /// Which question.
        place: String,
    },
    /// A needed string overlaps a forbidden one wherever it stands.
    #[error("`{needed}` is needed in {place}, and stands only where it overlaps a forbidden string")]
    Overlap {
        /// The needed string.
        needed: String,
        /// Which question.
        place: String,
    },
    /// There are fewer facts than 4 or more than 60.
    #[error("{0} facts; the brief asks for 4 to 60")]
    Facts(usize),
    /// A fact stands twice.
    #[error("the fact `{0}` stands twice")]
    FactTwice(String),
    /// No fact of the beginning has to survive, so that a memory that empties itself may pass.
    #[error("no fact of the beginning has to survive: `must_contain` names none")]
    NoSurvivor,
    /// Nothing has to go.
    #[error("nothing has to go: `must_not_contain` is empty")]
    NothingGoes,
    /// The note is missing.
    #[error("no note says what a careless system does")]
    NoNote,
}

/// One question of a case, with what is written by then.
struct Question<'a> {
    place: String,
    must: &'a [String],
    must_not: &'a [String],
    /// In folded case.
    written: Vec<String>,
}

/// Returns why a case cannot be judged; nothing where it can.
#[must_use]
pub fn structure(case: &Case) -> Vec<Problem> {
    let mut problems = Vec::new();
    if let Some(category) = case.category.as_ref().filter(|name| !CATEGORIES.contains(&name.as_str())) {
        problems.push(Problem::UnknownCategory(category.clone()));
    }
    if let Some(family) = case.family.as_ref().filter(|name| !FAMILIES.contains(&name.as_str())) {
        problems.push(Problem::UnknownFamily(family.clone()));
    }
    for (field, empty) in
        [("setup_facts", case.setup_facts.is_empty()), ("mutations", case.mutations.is_empty())]
    {
        if empty {
            problems.push(Problem::Nothing(field));
        }
    }
    for question in questions(case) {
        judge(&question, &mut problems);
    }
    if let Some(absent) = case.where_absent() {
        let asked = questions(&absent).into_iter();
        let place = "the memory without what is asked for";
        asked.for_each(|question| judge(&Question { place: place.to_owned(), ..question }, &mut problems));
    }
    if let Some(Mutation::Supersede { new_text, .. }) = case.mutations.last() {
        let new_text = fold(new_text);
        let traps = case.must_not_contain.iter().filter(|forbidden| new_text.contains(&fold(forbidden)));
        problems.extend(traps.map(|forbidden| Problem::TrapInNewText(forbidden.clone())));
    }
    problems
}

fn questions(case: &Case) -> Vec<Question<'_>> {
    let written = |after: usize| -> Vec<String> {
        let later = case.mutations[..after].iter().flat_map(Mutation::texts);
        case.setup_facts.iter().chain(later).map(|text| fold(text)).collect()
    };
    let mut questions: Vec<Question<'_>> = case
        .checks
        .iter()
        .map(|check| Question {
            place: format!("the check after {}", check.after),
            must: &check.must_contain,
            must_not: &check.must_not_contain,
            written: written(check.after),
        })
        .collect();
    questions.push(Question {
        place: "the final question".to_owned(),
        must: &case.must_contain,
        must_not: &case.must_not_contain,
        written: written(case.mutations.len()),
    });
    questions
}

fn judge(question: &Question<'_>, problems: &mut Vec<Problem>) {
    let place = &question.place;
    if question.must.is_empty() && question.must_not.is_empty() {
        problems.push(Problem::NothingAsked(place.clone()));
    }
    let forbidden: Vec<String> = question.must_not.iter().map(|text| fold(text)).collect();
    for (text, folded) in question.must_not.iter().zip(&forbidden) {
        if let Some(needed) = question.must.iter().find(|needed| fold(needed).contains(folded)) {
            problems.push(Problem::TrapInNeeded {
                forbidden: text.clone(),
                needed: needed.clone(),
                place: place.clone(),
            });
        }
        if !question.written.iter().any(|written| written.contains(folded)) {
            problems.push(Problem::NeverWritten { forbidden: text.clone(), place: place.clone() });
        }
    }
    let without: Vec<String> = question
        .written
        .iter()
        .map(|text| forbidden.iter().fold(text.clone(), |text, forbidden| text.replace(forbidden, "…")))
        .collect();
    for needed in question.must {
        let folded = fold(needed);
        if !question.written.iter().any(|written| written.contains(&folded)) {
            problems.push(Problem::Unsatisfiable { needed: needed.clone(), place: place.clone() });
        } else if !without.iter().any(|written| written.contains(&folded)) {
            problems.push(Problem::Overlap { needed: needed.clone(), place: place.clone() });
        }
    }
}

/// Returns where a case that can be judged falls short of the brief.
#[must_use]
pub fn brief(case: &Case) -> Vec<Problem> {
    let mut problems = Vec::new();
    if !(4..=60).contains(&case.setup_facts.len()) {
        problems.push(Problem::Facts(case.setup_facts.len()));
    }
    let mut facts: Vec<&String> = case.setup_facts.iter().collect();
    facts.sort_unstable();
    problems.extend(
        facts.windows(2).filter(|two| two[0] == two[1]).map(|two| Problem::FactTwice(two[0].clone())),
    );
    let checks = case.checks.iter().map(|check| (&check.must_contain, &check.must_not_contain));
    let asked: Vec<(&Vec<String>, &Vec<String>)> =
        std::iter::once((&case.must_contain, &case.must_not_contain)).chain(checks).collect();
    let survives = |must: &Vec<String>| {
        must.iter().any(|needed| case.setup_facts.iter().any(|fact| fold(fact).contains(&fold(needed))))
    };
    if !asked.iter().any(|(must, _)| survives(must)) {
        problems.push(Problem::NoSurvivor);
    }
    if asked.iter().all(|(_, must_not)| must_not.is_empty()) && case.residue.is_none() {
        problems.push(Problem::NothingGoes);
    }
    if case.note.as_ref().is_none_or(|note| note.as_str().is_none_or(|note| note.trim().is_empty())) {
        problems.push(Problem::NoNote);
    }
    problems
}
