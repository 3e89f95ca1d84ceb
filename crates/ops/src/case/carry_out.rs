//! [`case_apply`]: carries out a case, scope by scope, and searches again at the end.

use std::collections::HashSet;

use jiff::Timestamp;
use nepenthe::receipt::receipt::Body;
use nepenthe::{
    Grounds, LookupError, Mutation, ReceiptId, Reference, SavedPlan, SavedStep, Scope, Store, Target,
};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sealed::case_left;
use super::search::{case_search, of_this};
use super::{Case, Done, Row, Section, newest};
use crate::types::schema::word;
use crate::{Action, Code, OpError};

/// Who chose the memories of an erasure that a case carries out.
const PLANNER: &str = "case";

/// A case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseInput {
    /// It.
    pub case: Case,
}

/// What came of carrying out a case.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
pub struct CaseApplied {
    /// The case as it is now.
    pub case: Case,
    /// Memories that this run erased, whole or in part.
    pub erased: usize,
    /// Memories that the search at the end found, which nobody has decided or erased.
    pub left: usize,
}

/// Carries out what is decided; `by` is who acts, as the log has it. Each erasure is a transaction with a receipt of its own; `keep` is handed the case after each, and
/// one that ended between two goes on where it was: what the store erased and the case doesn't say is found by the receipts.
/// At the end every scope is searched again, and the case is closed where nothing is left.
///
/// # Errors
/// [`Code::PlanUnsure`] where somebody has to decide first; [`Code::PlanChanged`] where a memory changed since it was found.
/// What was erased before that stands in the case that `keep` was handed.
pub fn case_apply(
    store: &Store,
    input: CaseInput,
    by: &str,
    keep: &mut dyn FnMut(&Case) -> Result<(), OpError>,
    progress: &mut dyn FnMut(&str, usize, usize),
) -> Result<CaseApplied, OpError> {
    let mut case = input.case;
    of_this(store, &case)?;
    let undecided = case.undecided().count();
    if undecided > 0 {
        let message =
            format!("{undecided} memories of the case are to be decided first; nothing was changed");
        return Err(OpError::new(Code::PlanUnsure, message));
    }
    let requests = case.person.requests();
    let mut erased = 0;
    for at in 0..case.sections.len() {
        let scope = store.scope(&case.sections[at].scope)?.with_actor(by);
        let number = case.number.clone();
        if adopt(&scope, &number, &mut case.sections[at])? {
            keep(&case)?;
        }
        // One erasure a request, so that what stands beside the texts is searched for each name.
        for request in (0..requests.len()).map(Some).chain([None]) {
            let rows = case.sections[at].rows.iter();
            let rows: Vec<Row> =
                rows.filter(|row| row.request == request && row.is_taken() && !row.done).cloned().collect();
            if rows.is_empty() {
                continue;
            }
            let words = request.map(|request| requests[request].as_str());
            let done = erase(&scope, &case, words, &rows)?;
            erased += rows.len();
            let section = &mut case.sections[at];
            section.done.extend(done);
            mark(section, &rows.iter().map(|row| row.id).collect());
            keep(&case)?;
        }
    }
    case = case_search(store, case.into(), progress)?;
    let left = case
        .rows()
        .filter(|(_, row)| !row.done && row.decision.as_ref().is_none_or(|said| said.take))
        .count();
    if left == 0 {
        case.closed = Some(Timestamp::now());
    }
    keep(&case)?;
    Ok(CaseApplied { case, erased, left })
}

/// Erases rows of one scope, found by one request.
fn erase(scope: &Scope, case: &Case, words: Option<&str>, rows: &[Row]) -> Result<Option<Done>, OpError> {
    let target = match words {
        Some(words) => Target::Words(words.to_owned()),
        None => Target::Ids(rows.iter().map(|row| row.id).collect()),
    };
    let taken: HashSet<_> = rows.iter().map(|row| row.id).collect();
    let actions = rows.iter().map(|row| opened(scope, row)).collect::<Result<Vec<_>, _>>()?;
    let steps = rows.iter().zip(actions).map(|(row, action)| SavedStep {
        id: row.id,
        action: action.into(),
        reason: row.reason.0.clone(),
        confidence: row.confidence,
        // What it follows from may have gone before.
        follows: row.follows.map(Into::into).filter(|follows| match follows {
            nepenthe::Follows::Derived(id) | nepenthe::Follows::Copy(id) => taken.contains(id),
        }),
        guard: row.guard,
    });
    let saved = SavedPlan {
        mutation: Mutation::purge(target),
        planner: PLANNER.to_owned(),
        steps: steps.collect(),
        inscribe: None,
        confidence: None,
        name: None,
    };
    let apply = |request| {
        let grounds = Grounds { request, basis: case.basis };
        scope.apply_on(scope.resume(saved.clone())?, &grounds).map_err(OpError::from)
    };
    let outcome = match apply(Some(case.number.clone())) {
        // What goes says the number itself: the receipt does not say it again.
        Err(error) if error.code() == Code::RefusedReference => apply(None)?,
        outcome => outcome?,
    };
    let Some(erasure) = outcome.erasure else { return Ok(None) };
    let issued = scope.receipts()?.into_iter().find(|(id, _)| *id == erasure.receipt);
    Ok(issued.map(|(id, body)| done(id, &body)))
}

/// What happens to a memory, as it was decided.
fn opened(scope: &Scope, row: &Row) -> Result<Action, OpError> {
    match row.action {
        Action::Edit { .. } => {
            let left = case_left(scope, row)?.ok_or_else(|| {
                let message = "a memory changed since it was found: search again, and decide what is new";
                OpError::new(Code::PlanChanged, message)
            })?;
            Ok(Action::Edit { text: left })
        }
        _ => Ok(row.action.clone()),
    }
}

fn done(receipt: ReceiptId, body: &Body) -> Done {
    Done {
        receipt,
        assurance: word(&body.assurance),
        erased: body.counts.erased,
        edited: body.counts.edited,
        at: body.times.erased.to_string(),
    }
}

/// Takes up what the store erased of a section and the case does not say, whole or in part: whoever carried it out before was
/// interrupted in between. What another case or request erased is not this one's. Newer receipts of an erasure take the place of older
/// ones. Tells whether there was any.
fn adopt(scope: &Scope, number: &Reference, section: &mut Section) -> Result<bool, OpError> {
    let receipts = scope.receipts()?;
    let mut found = false;
    for known in &mut section.done {
        let (id, body) = newest(&receipts, known.receipt)?;
        found |= id != known.receipt;
        *known = done(id, body);
    }
    let mut erased = HashSet::new();
    let is_ours =
        |body: &Body| body.request.as_ref().is_some_and(|request| request.to_string() == number.as_str());
    for (id, body) in receipts.iter().filter(|(_, body)| body.completes.is_none() && is_ours(body)) {
        let listed: HashSet<String> = body.erased.iter().map(|erased| erased.memory.to_string()).collect();
        let since =
            |row: &Row| body.events.iter().any(|event| i64::try_from(*event).is_ok_and(|at| at > row.guard));
        let rows = section.rows.iter().filter(|row| row.is_taken() && !row.done);
        let ours: Vec<_> =
            rows.filter(|row| listed.contains(&row.id.to_string()) && since(row)).map(|row| row.id).collect();
        let (newest, body) = newest(&receipts, *id)?;
        if !ours.is_empty() && !section.done.iter().any(|known| known.receipt == newest) {
            section.done.push(done(newest, body));
        }
        erased.extend(ours);
    }
    for row in section.rows.iter().filter(|row| row.is_taken() && !row.done && row.action == Action::Purge) {
        if matches!(scope.get(row.id), Err(LookupError::NotFound(_))) {
            erased.insert(row.id);
        }
    }
    mark(section, &erased);
    Ok(found || !erased.is_empty())
}

/// Notes that rows are done, and keeps no text of theirs.
fn mark(section: &mut Section, ids: &HashSet<nepenthe::MemoryId>) {
    for row in section.rows.iter_mut().filter(|row| ids.contains(&row.id)) {
        row.done = true;
        row.reason = "erased".into();
        if let Action::Edit { text } = &mut row.action {
            *text = "".into();
        }
    }
}
