//! Cases: the erasure of one person across scopes. The server keeps each beside the store. A case is there for whoever's key opens
//! all of its scopes, and for nobody else. What identifies the person is in bodies alone.

use std::collections::BTreeMap;

use axum::http::header::{ACCEPT, CONTENT_SECURITY_POLICY, VARY};
use jiff::Timestamp;
use jiff::civil::Date;
use nepenthe::receipt::receipt::Basis;
use nepenthe::{LookupError, MemoryId, Reference, Store};
use nepenthe_ops::{
    self as ops, Action, Case, CaseDecideInput, CaseOpenInput, Certificate, CertificateInput, Code, Held,
    OpError, Person, Row, ScopePattern, Text, table,
};
use schemars::{JsonSchema, json_schema};
use serde::{Deserialize, Serialize};

use super::answer::Answer;
use super::call::Call;
use super::route::{Answers, Method, Needs, Once, Query, Route, Takes, shape};
use crate::case_files::HeldCase;
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[
    Route {
        method: Method::Post,
        path: "/v1/cases",
        name: "open_case",
        summary: "Search scopes for a person who is to be erased, and keep what was found as a case; changes no memory",
        needs: Needs::Operations(&[table::CASE_OPEN]),
        takes: Takes::Json(shape::<NewCase>),
        once: Once::Again(|call, id| Ok(kept(id.to_owned(), call_case(call, id)?))),
        status: 201,
        answers: Answers::Json(shape::<KeptCase>),
        call: open,
        ..Route::USUAL
    },
    Route {
        path: "/v1/cases",
        name: "cases",
        summary: "List the cases whose scopes the key opens, newest first, without whom they are about",
        needs: Needs::Operations(&[table::CASE_SEARCH]),
        answers: Answers::Json(shape::<Cases>),
        call: list,
        ..Route::USUAL
    },
    Route {
        path: "/v1/cases/{id}",
        name: "get_case",
        summary: "Show a case with the texts as they are now: what goes, what is edited, what is to be decided",
        needs: Needs::Operations(&[table::CASE_SEARCH]),
        answers: Answers::Json(shape::<ShownCase>),
        call: show,
        ..Route::USUAL
    },
    Route {
        method: Method::Delete,
        path: "/v1/cases/{id}",
        name: "drop_case",
        summary: "Keep a case no longer; changes no memory",
        // Nothing brings it back.
        needs: Needs::Operations(&[table::CASE_APPLY]),
        status: 204,
        call: |call| {
            call.demand(&table::CASE_APPLY)?;
            hold(call)?.drop_it()?;
            Ok(Answer::nothing())
        },
        ..Route::USUAL
    },
    Route {
        method: Method::Post,
        path: "/v1/cases/{id}/search",
        name: "search_case",
        summary: "Search again, and add what is new",
        needs: Needs::Operations(&[table::CASE_SEARCH]),
        answers: Answers::Json(shape::<KeptCase>),
        call: search,
        ..Route::USUAL
    },
    Route {
        method: Method::Post,
        path: "/v1/cases/{id}/decide",
        name: "decide_case",
        summary: "Say which memories are erased and which stay",
        needs: Needs::Operations(&[table::CASE_DECIDE]),
        takes: Takes::Json(shape::<Decide>),
        answers: Answers::Json(shape::<KeptCase>),
        call: decide,
        ..Route::USUAL
    },
    Route {
        method: Method::Post,
        path: "/v1/cases/{id}/apply",
        name: "apply_case",
        summary: "Erase what is decided, scope by scope, and search again; one that broke off goes on",
        needs: Needs::Operations(&[table::CASE_APPLY]),
        answers: Answers::Json(shape::<Applied>),
        call: apply,
        ..Route::USUAL
    },
    Route {
        path: "/v1/cases/{id}/export",
        name: "export_case",
        summary: "Read what the scopes hold of the person, for a person who asks for it",
        needs: Needs::Operations(&[table::CASE_EXPORT]),
        answers: Answers::Json(shape::<Held>),
        call: |call| {
            let case = case(call)?;
            Ok(Answer::json(
                &call
                    .with_store(&table::CASE_EXPORT, |store| ops::case_export(store, &case.clone().into()))?,
            ))
        },
        ..Route::USUAL
    },
    Route {
        path: "/v1/cases/{id}/certificate",
        name: "certify_case",
        summary: "Certify what was erased, with signed receipts: JSON, or a page where HTML is accepted",
        needs: Needs::Operations(&[table::CASE_CERTIFICATE]),
        query: &[Query {
            name: "names_person",
            about: "Whether it says what identifies the person; `false` if it is left out",
            schema: |_| json_schema!({ "type": "string", "enum": ["true", "false"] }),
        }],
        answers: Answers::Page(shape::<Certificate>),
        call: certificate,
        ..Route::USUAL
    },
];

/// Whom a new case is about, and on what grounds.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct NewCase {
    /// Its number, which every receipt says: 1 to 5 capital letters, a hyphen, 1 to 7 digits.
    #[schemars(with = "String", regex(pattern = r"^[A-Z]{1,5}-[0-9]{1,7}$"))]
    number: String,
    /// Whom.
    person: Person,
    /// Where is searched; everywhere that the key opens, if nothing is said.
    #[serde(default)]
    scopes: Option<ScopePattern>,
    /// The legal basis, which the receipts say; `none` if nothing is said.
    #[serde(default = "no_basis")]
    #[schemars(with = "String")]
    basis: Basis,
    /// Until when it has to be done, such as `2026-12-24`.
    #[serde(default)]
    #[schemars(with = "Option<String>")]
    deadline: Option<Date>,
}

fn no_basis() -> Basis {
    Basis::None
}

/// A case with its id.
#[derive(Serialize, JsonSchema)]
struct KeptCase {
    /// By which it is named in paths.
    id: String,
    /// It.
    case: Case,
}

/// A case with the texts of its memories.
#[derive(Serialize, JsonSchema)]
struct ShownCase {
    /// By which it is named in paths.
    id: String,
    /// It.
    case: Case,
    /// The text of each memory as it is now, by id; null where it is erased.
    #[schemars(with = "BTreeMap<String, Option<String>>")]
    texts: BTreeMap<MemoryId, Option<Text>>,
    /// What an edit will leave of each memory that is to lose a part, by id; null where it changed since: search again.
    #[schemars(with = "BTreeMap<String, Option<String>>")]
    left: BTreeMap<MemoryId, Option<Text>>,
}

/// Cases.
#[derive(Serialize, JsonSchema)]
struct Cases {
    /// Newest first.
    cases: Vec<CaseInShort>,
}

/// A case in short.
#[derive(Serialize, JsonSchema)]
struct CaseInShort {
    /// By which it is named in paths.
    id: String,
    /// Its number.
    number: String,
    /// Where is searched.
    scopes: ScopePattern,
    /// Until when it has to be done.
    #[schemars(with = "Option<String>")]
    deadline: Option<Date>,
    /// When it was opened.
    opened: Timestamp,
    /// When everything was done.
    closed: Option<Timestamp>,
    /// Memories that are to be decided.
    undecided: usize,
    /// Memories that are to be erased and are there still.
    pending: usize,
    /// Memories that are erased, whole or in part.
    done: usize,
}

/// What is decided of a case.
#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Decide {
    /// Memories to erase; also ones that no search found.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    take: Vec<MemoryId>,
    /// Memories that stay.
    #[serde(default)]
    #[schemars(with = "Vec<String>")]
    leave: Vec<MemoryId>,
    /// What becomes of every other memory that is to be decided: whether it is erased.
    #[serde(default)]
    rest: Option<bool>,
}

/// What came of carrying out a case.
#[derive(Serialize, JsonSchema)]
struct Applied {
    /// By which it is named in paths.
    id: String,
    /// The case as it is now.
    case: Case,
    /// Memories that this run erased, whole or in part.
    erased: usize,
    /// Memories that the search at the end found, which nobody has decided or erased.
    left: usize,
}

fn open(call: &Call<'_>) -> Result<Answer, Problem> {
    let NewCase { number, person, scopes, basis, deadline } = call.input()?;
    let principal = call.known()?;
    let scopes = scopes.unwrap_or_else(|| principal.scopes.clone());
    if !principal.scopes.covers(&scopes) {
        // Whether others have them is not said.
        return Err(OpError::new(Code::NotFound, "this key opens no such scopes").into());
    }
    let number: Reference = number.parse().map_err(|_| {
        OpError::new(Code::BadRequest, "`number` is 1 to 5 capital letters, a hyphen, 1 to 7 digits")
    })?;
    let by = principal.actor.clone();
    let input = CaseOpenInput { number, person, scopes, basis, deadline, by };
    let case =
        call.with_store(&table::CASE_OPEN, |store| ops::case_open(store, input.clone(), &mut |_, _, _| {}))?;
    let id = call.service.cases.add(&case)?;
    Ok(kept(id.clone(), case).with_location(format!("/v1/cases/{id}")).with_id(id))
}

fn list(call: &Call<'_>) -> Result<Answer, Problem> {
    call.demand(&table::CASE_SEARCH)?;
    let (files, scopes) = (&call.service.cases, &call.known()?.scopes);
    let mut cases = Vec::new();
    for id in files.ids()? {
        // One that was dropped in between is none.
        let case = files.read_within(scopes, &id)?;
        cases.extend(case.map(|case| CaseInShort::of(id, &case)));
    }
    cases.sort_by_key(|case| std::cmp::Reverse(case.opened));
    Ok(Answer::json(&Cases { cases }))
}

fn show(call: &Call<'_>) -> Result<Answer, Problem> {
    let case = case(call)?;
    let (texts, left) =
        call.with_store(&table::CASE_SEARCH, |store| Ok((texts(store, &case)?, left(store, &case)?)))?;
    Ok(Answer::json(&ShownCase { id: call.id.unwrap_or_default().to_owned(), case, texts, left }))
}

fn texts(store: &Store, case: &Case) -> Result<BTreeMap<MemoryId, Option<Text>>, OpError> {
    let mut texts = BTreeMap::new();
    for (scope, row) in case.rows() {
        let text = match store.scope(scope)?.get(row.id) {
            Err(LookupError::NotFound(_)) => None,
            found => Some(found?.text.into()),
        };
        texts.insert(row.id, text);
    }
    Ok(texts)
}

fn left(store: &Store, case: &Case) -> Result<BTreeMap<MemoryId, Option<Text>>, OpError> {
    let edits = case.rows().filter(|(_, row)| !row.done && matches!(row.action, Action::Edit { .. }));
    edits.map(|(scope, row)| Ok((row.id, ops::case_left(&store.scope(scope)?, row)?))).collect()
}

fn search(call: &Call<'_>) -> Result<Answer, Problem> {
    let held = hold(call)?;
    let case = call.with_store(&table::CASE_SEARCH, |store| {
        ops::case_search(store, held.case.clone().into(), &mut |_, _, _| {})
    })?;
    keep(call, &held, case)
}

fn decide(call: &Call<'_>) -> Result<Answer, Problem> {
    let Decide { take, leave, rest } = call.input()?;
    if take.is_empty() && leave.is_empty() && rest.is_none() {
        return Err(
            OpError::new(Code::BadRequest, "nothing is decided: say `take`, `leave` or `rest`").into()
        );
    }
    let (held, by) = (hold(call)?, call.known()?.actor.clone());
    let input = CaseDecideInput { case: held.case.clone(), take, leave, rest, by };
    let case = call.with_store(&table::CASE_DECIDE, |store| ops::case_decide(store, input.clone()))?;
    keep(call, &held, case)
}

fn apply(call: &Call<'_>) -> Result<Answer, Problem> {
    let (held, by) = (hold(call)?, &call.known()?.actor);
    let applied = call.with_store(&table::CASE_APPLY, |store| {
        // Where the store was opened again, as far as it is kept.
        let case = call.service.cases.read(call.id.unwrap_or_default())?.unwrap_or_else(|| held.case.clone());
        ops::case_apply(store, case.into(), by, &mut |case| held.keep(case), &mut |_, _, _| {})
    })?;
    let ops::CaseApplied { case, erased, left } = applied;
    call.service.metrics.purged(erased);
    Ok(Answer::json(&Applied { id: call.id.unwrap_or_default().to_owned(), case, erased, left }))
}

fn certificate(call: &Call<'_>) -> Result<Answer, Problem> {
    let names_person = match call.parameter("names_person") {
        None | Some("false") => false,
        Some("true") => true,
        Some(_) => return Err(OpError::new(Code::BadRequest, "names_person is true or false").into()),
    };
    let case = case(call)?;
    call.demand(&table::CASE_CERTIFICATE)?;
    let Some(key) = call.service.store.signing_key()? else {
        let message = "this server has no key that signs receipts: `nepenthe key new` makes one";
        return Err(OpError::new(Code::KeyMissing, message).into());
    };
    let input = CertificateInput { case, names_person };
    let certified =
        call.with_store(&table::CASE_CERTIFICATE, |store| ops::case_certificate(store, input.clone(), &key))?;
    let page = accepted(call, "text/html") > accepted(call, "application/json");
    let answer = match page {
        true => Answer::text(certified.page.0, "text/html; charset=utf-8"),
        false => Answer::json(&certified.certificate),
    };
    Ok(answer
        .with(VARY, "Accept")
        .with(CONTENT_SECURITY_POLICY, "default-src 'none'; style-src 'unsafe-inline'"))
}

/// How much a media type is wanted (RFC 9110, section 12.5.1), in thousandths.
fn accepted(call: &Call<'_>, media_type: &str) -> u32 {
    let given = call.headers.get_all(ACCEPT).iter().filter_map(|given| given.to_str().ok());
    let given: Vec<&str> = given.flat_map(|given| given.split(',')).collect();
    wanted(&given, media_type)
}

fn wanted(given: &[&str], media_type: &str) -> u32 {
    let any = format!("{}/*", media_type.split('/').next().unwrap_or_default());
    let ranges = given.iter().map(|range| {
        let mut parts = range.split(';').map(str::trim);
        let (name, quality) =
            (parts.next().unwrap_or_default(), parts.find_map(|part| part.strip_prefix("q=")));
        let quality: f64 = quality.map_or(1.0, |quality| quality.parse().unwrap_or_default());
        (name.to_ascii_lowercase(), quality.clamp(0.0, 1.0))
    });
    // The most particular says it.
    let rank = |name: &str| [media_type, any.as_str(), "*/*"].iter().position(|range| *range == name);
    let said = ranges.filter_map(|(name, quality)| Some((rank(&name)?, quality)));
    let said = said.min_by_key(|(rank, _)| *rank);
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 1000")]
    said.map_or(0, |(_, quality)| (quality * 1000.0) as u32)
}

/// The case in the path, if the key opens all of its scopes.
fn case(call: &Call<'_>) -> Result<Case, Problem> {
    call_case(call, call.id.unwrap_or_default())
}

fn call_case(call: &Call<'_>, id: &str) -> Result<Case, Problem> {
    let scopes = &call.known()?.scopes;
    let found = call.service.cases.read_within(scopes, id)?;
    found.ok_or_else(|| OpError::new(Code::NotFound, "there is no case of this id").into())
}

/// The same, to change it.
fn hold(call: &Call<'_>) -> Result<HeldCase, Problem> {
    // Whoever may not see it is not told that somebody works on it.
    case(call)?;
    let held = call.service.cases.hold(call.id.unwrap_or_default())?;
    held.ok_or_else(|| OpError::new(Code::NotFound, "there is no case of this id").into())
}

fn keep(call: &Call<'_>, held: &HeldCase, case: Case) -> Result<Answer, Problem> {
    held.keep(&case)?;
    Ok(kept(call.id.unwrap_or_default().to_owned(), case))
}

fn kept(id: String, case: Case) -> Answer {
    Answer::json(&KeptCase { id, case })
}

impl CaseInShort {
    fn of(id: String, case: &Case) -> Self {
        let done = case.rows().filter(|(_, row): &(&str, &Row)| row.done).count();
        Self {
            id,
            number: case.number.to_string(),
            scopes: case.scopes.clone(),
            deadline: case.deadline,
            opened: case.opened,
            closed: case.closed,
            undecided: case.undecided().count(),
            pending: case.pending().count(),
            done,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::wanted;

    #[test]
    fn the_most_particular_range_says_how_much_a_type_is_wanted() {
        let page = |accept: &str| {
            let given: Vec<&str> = accept.split(',').collect();
            wanted(&given, "text/html") > wanted(&given, "application/json")
        };
        for accept in [
            "text/html",
            "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
            "TEXT/HTML; charset=utf-8",
            "text/*",
            "application/json;q=0.5, text/html",
            "*/*;q=0.1, text/html;q=0.2",
        ] {
            assert!(page(accept), "{accept}");
        }
        for accept in [
            "", "*/*", "application/json", "text/html, application/json", "text/html;q=0",
            "text/html;q=0.5, */*", "text/htmlx", "image/png", "text/html;q=x",
            "application/*, text/html;q=0.9",
        ] {
            assert!(!page(accept), "{accept}");
        }
    }
}
