//! What the planner makes of memories that somebody else has chosen, and what it decides itself, with what it looked at.

use std::collections::BTreeSet;

use unicode_script::{Script, UnicodeScript};

use super::ask::{Ask, stems};
use super::part::Row;
use super::{Canonical, Components, decide, gather, judge};
use crate::control::planner::Draft;
use crate::control::{Candidate, Memories, Mutation, PlanError, Verb};
use crate::recall::RecallError;

/// From which probability on a memory counts as traced although no word of the request is in it.
const TRACED: f64 = 0.2;
/// From which probability on the planner would take a memory itself.
const MEANT: f64 = 0.5;

/// From which certainty on a memory may carry what is asked for.
const CARRIED: f32 = 0.3;

/// A decision, with the memories that were looked at, likeliest first.
pub(in crate::control::planner) struct Weighed {
    pub(in crate::control::planner) draft: Draft,
    pub(in crate::control::planner) candidates: Vec<Candidate>,
}

/// What speaks against a memory being meant.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::control::planner) enum Opinion {
    /// Nothing.
    Fits,
    /// Nothing that the rules could see, as its letters are none that they surely read.
    Unread,
    /// It has nothing of what is asked for that the rules could see.
    Untraced,
    /// It has a name like the one that is asked for.
    AnotherName(String),
    /// By the rules of identifiers it is another thing.
    Excluded(String),
}

impl Canonical {
    /// Plans, and tells what was looked at.
    pub(in crate::control::planner) fn decide(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
    ) -> Result<Weighed, PlanError> {
        let mut ask = Ask::new(mutation, words);
        let rows = self.weigh(&mut ask, memories)?;
        let mut order: Vec<(f64, Candidate)> =
            rows.iter().map(|row| (row.whole.probability, row.candidate.clone())).collect();
        order.sort_by(|a, b| b.0.total_cmp(&a.0));
        let candidates = order.into_iter().map(|(_, candidate)| candidate).collect();
        Ok(Weighed { draft: decide::decide(&ask, rows, memories, self.components)?, candidates })
    }

    /// Returns the memories that may be concerned, without asking the embedder: those that carry what is asked for, then the
    /// others.
    pub(in crate::control::planner) fn carriers(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
    ) -> Result<(Vec<Candidate>, Vec<Candidate>), PlanError> {
        let ask = Ask::new(mutation, words);
        let components = Components { vectors: false, relevance: false, ..self.components };
        let candidates = gather::gather(&ask, memories, components)?;
        let rows = candidates.into_iter().map(|candidate| Row::new(&ask, candidate, components));
        let (carriers, others): (Vec<Row>, Vec<Row>) = rows.partition(|row| row.whole.carried() >= CARRIED);
        let candidates = |rows: Vec<Row>| rows.into_iter().map(|row| row.candidate).collect();
        Ok((candidates(carriers), candidates(others)))
    }

    /// Says of each memory what speaks against its being meant.
    pub(in crate::control::planner) fn opinions(
        &self,
        mutation: &Mutation,
        words: &str,
        memories: &Memories<'_>,
        candidates: &[Candidate],
    ) -> Result<Vec<Opinion>, PlanError> {
        let ask = Ask::new(mutation, words);
        let weigh = |components| self.weigh_these(&ask, candidates.to_vec(), memories, components);
        let rows = match weigh(self.components) {
            // The rules need no vectors.
            Err(PlanError::Recall(RecallError::Embed(_))) => {
                weigh(Components { vectors: false, relevance: false, ..self.components })?
            }
            rows => rows?,
        };
        let found = rows.iter().any(|row| row.whole.identifier >= judge::FOUND);
        Ok(rows.iter().map(|row| opinion(&ask, row, found)).collect())
    }
}

/// `found`: whether a memory surely carries an identifier that is asked for.
fn opinion(ask: &Ask<'_>, row: &Row, found: bool) -> Opinion {
    let whole = &row.whole;
    let alike = || whole.alike.as_ref().map_or_else(|| "another".to_owned(), |alike| alike.reason.clone());
    if whole.carried() >= CARRIED {
        return Opinion::Fits;
    }
    // What has a digit is a code, however short it is.
    if whole.near_identifier && ask.has_number() {
        return Opinion::Excluded(alike());
    }
    // The same may stand there in another script, unless it is known where it stands.
    let unread = !found && whole.standalone.chars().any(is_foreign);
    let asked: BTreeSet<&str> =
        ask.stems.iter().chain(&ask.of_names).chain(&ask.new_stems).map(String::as_str).collect();
    let purge = ask.verb == Verb::Purge;
    // Another locker is no trace of locker P-17.
    let of_identifiers = if purge { ask.of_identifiers() } else { BTreeSet::new() };
    let own = stems(&whole.words, &of_identifiers);
    let shares = !asked.is_disjoint(&own);
    let traced = if ask.by_identity() && !ask.may_be_misread() {
        !purge && !found && whole.other_identifiers > 0
    } else if purge && !ask.names.is_empty() {
        // Any memory may have a word of the request: "record", "order". Without the name two must agree.
        whole.probability >= MEANT
    } else {
        shares || whole.probability >= TRACED
    };
    match (traced, whole.near_name) {
        (true, true) if ask.verb != Verb::Supersede => Opinion::AnotherName(alike()),
        (true, _) => Opinion::Fits,
        (false, _) if unread => Opinion::Unread,
        (false, _) => Opinion::Untraced,
    }
}

/// Tells whether a letter is of another script than Latin.
fn is_foreign(character: char) -> bool {
    let shared = [Script::Latin, Script::Common, Script::Inherited];
    character.is_alphabetic() && !shared.contains(&character.script())
}
