//! Looking for a person in every scope of a case: [`case_open`], and [`case_search`], which adds what is new.

use jiff::Timestamp;
use jiff::civil::Date;
use nepenthe::receipt::receipt::Basis;
use nepenthe::{Mutation, Reference, Scope, Store, Verb};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::sealed::seal;
use super::{Case, CaseInput, Person, Row, Section};
use crate::types::schema::{BasisWord, ReferenceText};
use crate::{Action, Code, OpError, ScopePattern, usual_floor};

/// How sure it is which of two edits of one memory is right: somebody has to decide.
const TWO_EDITS: f64 = 0.5;

/// Whom a new case is about, and on what grounds.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CaseOpenInput {
    /// Its number, which every receipt will say.
    #[serde(with = "super::number")]
    #[schemars(with = "ReferenceText")]
    pub number: Reference,
    /// Whom.
    pub person: Person,
    /// Where is searched.
    pub scopes: ScopePattern,
    /// The legal basis.
    #[schemars(with = "BasisWord")]
    pub basis: Basis,
    /// Until when it has to be done.
    #[schemars(with = "Option<String>")]
    pub deadline: Option<Date>,
    /// Who opens it.
    pub by: String,
}

/// Opens a case: searches every scope, and changes nothing. `progress` is told each scope before it is searched, its place
/// among how many.
///
/// # Errors
/// [`OpError`], such as [`Code::BadRequest`] where nothing identifies the person or no scope is one of those.
pub fn case_open(
    store: &Store,
    input: CaseOpenInput,
    progress: &mut dyn FnMut(&str, usize, usize),
) -> Result<Case, OpError> {
    let CaseOpenInput { number, person, scopes, basis, deadline, by } = input;
    if person.requests().is_empty() {
        return Err(OpError::new(Code::BadRequest, "nothing says whom the case is about"));
    }
    let now = Timestamp::now();
    let store_name = store.origin()?;
    let case = Case {
        number,
        store: store_name,
        person,
        scopes,
        basis,
        deadline,
        opened: now,
        by,
        searched: now,
        sections: Vec::new(),
        closed: None,
    };
    case_search(store, case.into(), progress)
}

/// Searches every scope of a case again, and adds what is new. What somebody decided stays, but of a memory that changed since.
///
/// # Errors
/// [`OpError`], such as [`Code::OtherStore`].
pub fn case_search(
    store: &Store,
    input: CaseInput,
    progress: &mut dyn FnMut(&str, usize, usize),
) -> Result<Case, OpError> {
    let CaseInput { mut case } = input;
    of_this(store, &case)?;
    let named = |path: &String| path.parse().is_ok_and(|path| case.scopes.opens(&path));
    let scopes: Vec<String> = store.scopes()?.into_iter().map(|held| held.path).filter(named).collect();
    if scopes.is_empty() {
        let message = format!("no scope of this store is one of {}", case.scopes);
        return Err(OpError::new(Code::BadRequest, message));
    }
    let requests = case.person.requests();
    for (place, path) in scopes.iter().enumerate() {
        progress(path, place, scopes.len());
        let scope = store.scope(path)?;
        let (found, unread) = find(&scope, &requests)?;
        let section = match case.sections.iter_mut().position(|section| section.scope == *path) {
            Some(at) => &mut case.sections[at],
            None => {
                case.sections.push(Section {
                    scope: path.clone(),
                    rows: Vec::new(),
                    done: Vec::new(),
                    unread: 0,
                });
                case.sections.last_mut().expect("it was put there")
            }
        };
        section.unread = unread;
        renew(section, sealed(&scope, found)?);
    }
    case.sections.sort_by(|a, b| a.scope.cmp(&b.scope));
    case.searched = Timestamp::now();
    case.closed = None;
    Ok(case)
}

/// Refuses a case of another store.
pub(super) fn of_this(store: &Store, case: &Case) -> Result<(), OpError> {
    match case.store == store.origin()? {
        true => Ok(()),
        false => Err(OpError::new(Code::OtherStore, "the case is of another store; nothing was changed")),
    }
}

/// What a scope holds of the person, and how many memories were not read whole.
fn find(scope: &Scope, requests: &[String]) -> Result<(Vec<Row>, usize), OpError> {
    let floor = usual_floor(Verb::Purge).unwrap_or(1.0);
    let mut rows: Vec<Row> = Vec::new();
    let mut unread = 0;
    for (request, words) in requests.iter().enumerate() {
        let plan = scope.plan(Mutation::purge(words.as_str()))?;
        // Of a person, never all that a scope has.
        if plan.is_of_all() {
            let message = "words of the case ask for all of a scope, or of an age, and for no person";
            return Err(OpError::new(Code::BadRequest, message));
        }
        unread = unread.max(plan.unread.len());
        let sure = plan.is_sure(floor);
        let unsure: Vec<_> = plan.unsure_of(floor).map(|step| step.memory.id).collect();
        for step in crate::Plan::try_from(&plan).map_err(|_| unshown())?.steps {
            let row = Row {
                id: step.memory.id,
                sure: sure && !unsure.contains(&step.memory.id),
                action: step.action,
                request: Some(request),
                reason: step.reason,
                confidence: step.confidence.or(plan.confidence),
                follows: step.follows,
                guard: step.guard.get(),
                decision: None,
                done: false,
            };
            match rows.iter_mut().find(|other| other.id == row.id) {
                Some(other) => meet(other, row),
                None => rows.push(row),
            }
        }
    }
    Ok((rows, unread))
}

/// Seals what edits will leave.
fn sealed(scope: &Scope, mut rows: Vec<Row>) -> Result<Vec<Row>, OpError> {
    for row in &mut rows {
        if let Action::Edit { text: left } = &mut row.action {
            *left = seal(scope, row.id, &scope.get(row.id)?.text, left)?;
        }
    }
    Ok(rows)
}

fn unshown() -> OpError {
    OpError::new(Code::StorageFailed, "the plan cannot be shown")
}

/// Takes two requests' rows of one memory together. What both are sure of goes whole if one says so; else the surer says what
/// happens. Of two edits neither may be all: the shorter leaves less of the person, and somebody has to look at it.
fn meet(row: &mut Row, other: Row) {
    let surer = other.confidence.unwrap_or(0.0) > row.confidence.unwrap_or(0.0);
    match (&row.action, &other.action) {
        (Action::Edit { text }, Action::Edit { text: left }) if text != left => {
            if left.len() < text.len() {
                *row = other;
            }
            row.sure = false;
            row.confidence = Some(row.confidence.unwrap_or(TWO_EDITS).min(TWO_EDITS));
        }
        (Action::Edit { .. }, Action::Purge) if row.sure && other.sure => *row = other,
        (Action::Purge, Action::Edit { .. }) if row.sure && other.sure => {}
        _ if (other.sure, surer) > (row.sure, false) => *row = other,
        _ => {}
    }
}

/// Puts what was found now in the place of what was found before. What is done, or was decided of a memory as it is, stays;
/// what is found no longer and was never decided goes.
fn renew(section: &mut Section, found: Vec<Row>) {
    let known = std::mem::take(&mut section.rows);
    let (mut kept, open): (Vec<Row>, Vec<Row>) = known.into_iter().partition(|row| row.done);
    for mut row in found {
        let before = open.iter().find(|before| before.id == row.id && before.guard == row.guard);
        row.decision = before.and_then(|before| before.decision.clone());
        kept.push(row);
    }
    // Added by hand: no search finds it.
    let by_hand = open.into_iter().filter(|row| row.request.is_none());
    let by_hand: Vec<Row> = by_hand.filter(|row| !kept.iter().any(|other| other.id == row.id)).collect();
    kept.extend(by_hand);
    section.rows = kept;
}
