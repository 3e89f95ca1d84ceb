//! Erasure cases: listed and opened. A case is the erasure of one person from every scope that a key opens.

use maud::{Markup, html};
use nepenthe::Reference;
use nepenthe_ops::{self as ops, Case, CaseOpenInput, Code, OpError, Person, ScopePattern, Text, table};

use super::answer::Answer;
use super::forget::{basis, basis_field};
use super::form::Form;
use super::layout::{self, Part};
use super::parts::{badge, callout, grouped, nothing, time};
use super::visit::Visit;
use crate::http::Problem;

pub(super) fn list(visit: &Visit<'_>) -> Result<Answer, Problem> {
    draw(visit, None)
}

fn draw(visit: &Visit<'_>, wrong: Option<&str>) -> Result<Answer, Problem> {
    visit.demand(&table::CASE_OPEN)?;
    let cases = kept(visit)?;
    let body = html! {
        div class="head" { div {
            h1 { "Erasure cases" }
            p class="muted" {
                "Everything about one person, in every scope that you may look into: searched, decided, erased, certified."
            }
        } }
        @if let Some(wrong) = wrong { div role="alert" { (callout("goes", &html! { (wrong) })) } }
        @if cases.is_empty() {
            @if wrong.is_none() {
                (nothing("No case is open", &html! {
                    p {
                        "Open one below: say who the person is by whatever identifies them. Opening a case changes \
                         nothing."
                    }
                }))
            }
        } @else {
            ul class="cards" { @for (id, case) in &cases { (card(id, case)) } }
        }
        (new(visit, cases.is_empty() || wrong.is_some()))
    };
    let markup = layout::of_store(visit, Part::Cases, "Erasure cases", &body);
    Ok(match wrong {
        Some(_) => Answer::Page(axum::http::StatusCode::BAD_REQUEST, markup),
        None => Answer::page(markup),
    })
}

/// Returns the cases whose scopes the visitor's key opens, all of them, by their ids, the newest first.
fn kept(visit: &Visit<'_>) -> Result<Vec<(String, Case)>, OpError> {
    let files = &visit.service.cases;
    let mut cases = Vec::new();
    for id in files.ids()? {
        // One that is dropped meanwhile is none.
        let case = files.read_within(&visit.principal.scopes, &id)?;
        cases.extend(case.map(|case| (id, case)));
    }
    cases.sort_by_key(|(_, case)| std::cmp::Reverse(case.opened));
    Ok(cases)
}

fn card(id: &str, case: &Case) -> Markup {
    html! {
        li {
            a class="card" href={ "/console/cases/" (id) } {
                span class="name" { (case.number.as_str()) " " (status(case)) }
                span class="muted" {
                    (case.person.counted()) " in " (case.sections.len()) " scopes · searched " (time(case.searched))
                    @if let Some(deadline) = case.deadline { " · due " (deadline) }
                }
            }
        }
    }
}

/// How far a case is.
pub(super) fn status(case: &Case) -> Markup {
    let (undecided, pending) = (case.undecided().count(), case.pending().count());
    match (case.closed, undecided, pending) {
        (Some(_), ..) => badge("stays", "Closed"),
        (None, 0, 0) => badge("quiet", "Open"),
        (None, 0, pending) => badge("goes", &format!("{} to erase", grouped(pending))),
        (None, undecided, _) => badge("edits", &format!("{} to decide", grouped(undecided))),
    }
}

fn new(visit: &Visit<'_>, open: bool) -> Markup {
    let form = visit.form;
    let lines = |name: &str, label: &str, hint: &str| {
        html! {
            div {
                label for=(name) { (label) }
                textarea id=(name) name=(name) rows="2" autocomplete="off" spellcheck="false" placeholder=(hint) {
                    (form.get(name))
                }
            }
        }
    };
    let scopes = form.given("scopes").map_or_else(|| visit.principal.scopes.to_string(), str::to_owned);
    html! {
        details class="new" open[open] {
            summary { "Open a case" }
            form method="post" action="/console/cases" class="stack" {
                div class="row" {
                    div {
                        label for="number" { "Number, which every receipt says" }
                        input id="number" name="number"
                            required value=(form.get("number")) placeholder="T-1192"
                            pattern="[A-Z]{1,5}-[0-9]{1,7}" autocomplete="off";
                    }
                    div {
                        label for="deadline" { "To be done by" }
                        input id="deadline" name="deadline" type="date"
                            value=(form.get("deadline"));
                    }
                    div { (basis_field(form.get("basis"))) }
                }
                fieldset {
                    legend { "Who it is: one a line" }
                    div class="row" {
                        (lines("names", "Names", "Sam Roe"))
                        (lines("mails", "Mail addresses", "sam.roe@acme.example"))
                        (lines("phones", "Telephone numbers", "+44 20 7946 0018"))
                        (lines("numbers", "Customer numbers, handles", "C-20931"))
                        (lines("words", "In words", "the tenant of flat 3"))
                    }
                }
                div {
                    label for="scopes" { "Search these scopes" }
                    input id="scopes" name="scopes" required
                        value=(scopes) autocomplete="off" spellcheck="false";
                }
                div { button class="button primary" { "Search and open the case" } }
            }
        }
    }
}

/// Opens a case, which searches every scope and changes nothing.
pub(super) fn open(visit: &Visit<'_>) -> Result<Answer, Problem> {
    match opened(visit) {
        Ok(id) => Ok(Answer::To(format!("/console/cases/{id}"))),
        Err(error) if error.code() == Code::RightMissing => Err(error.into()),
        Err(error) => {
            let problem = Problem::from(error);
            let (status, _, detail) = problem.told();
            if status.is_server_error() { Err(problem.clone()) } else { draw(visit, Some(detail)) }
        }
    }
}

fn opened(visit: &Visit<'_>) -> Result<String, OpError> {
    let form = visit.form;
    let bad = |message: &str| OpError::new(Code::BadRequest, message);
    let number: Reference =
        form.get("number").parse().map_err(|_| bad("a case has a number such as T-1192"))?;
    let scopes: ScopePattern = form.get("scopes").parse()?;
    // Of the operations, those of cases look wherever they are told to.
    if !visit.principal.scopes.covers(&scopes) {
        return Err(OpError::new(Code::NotFound, "your key opens no such scopes"));
    }
    let deadline = form.given("deadline").map(str::parse).transpose();
    let deadline = deadline.map_err(|_| bad("a deadline is a day such as 2026-12-24"))?;
    let store = visit.store(&table::CASE_OPEN)?;
    let by = visit.principal.actor.clone();
    let input =
        CaseOpenInput { number, person: person(form), scopes, basis: basis(form.get("basis")), deadline, by };
    let case = ops::case_open(&store, input, &mut |_, _, _| {})?;
    visit.service.cases.add(&case)
}

fn person(form: &Form) -> Person {
    let lines = |name: &str| form.lines(name).map(Text::from).collect();
    Person {
        names: lines("names"),
        mails: lines("mails"),
        phones: lines("phones"),
        numbers: lines("numbers"),
        words: lines("words"),
    }
}
