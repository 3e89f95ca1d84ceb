//! One erasure case: what every scope holds of a person, what is decided of it, what was erased, and the certificate.

use maud::{Markup, html};
use nepenthe::{LookupError, MemoryId, Store};
use nepenthe_ops::{
    self as ops, Action, Case, CaseDecideInput, CertificateInput, Code, OpError, Row, Section, table,
};

use super::answer::Answer;
use super::cases::status;
use super::diff::edited;
use super::layout::{self, Part};
use super::parts::{badge, bar, callout, icon, id, many, nothing, time, time_of};
use super::receipts::assurance;
use super::visit::Visit;
use crate::case_files::HeldCase;
use crate::http::Problem;

pub(super) fn page(visit: &Visit<'_>, name: &str) -> Result<Answer, Problem> {
    draw(visit, name, &look(visit, name)?, None)
}

/// Returns a case whose scopes the visitor's key opens, all of them.
fn look(visit: &Visit<'_>, name: &str) -> Result<Case, OpError> {
    visit.demand(&table::CASE_SEARCH)?;
    let found = visit.service.cases.read_within(&visit.principal.scopes, name)?;
    found.ok_or_else(no_case)
}

/// Returns such a case to change it, which nobody else does meanwhile.
fn hold(visit: &Visit<'_>, name: &str) -> Result<HeldCase, OpError> {
    look(visit, name)?;
    visit.service.cases.hold(name)?.ok_or_else(no_case)
}

fn no_case() -> OpError {
    OpError::new(Code::NotFound, "there is no such case")
}

fn draw(visit: &Visit<'_>, name: &str, case: &Case, wrong: Option<&str>) -> Result<Answer, Problem> {
    let store = visit.store(&table::CASE_SEARCH)?;
    let (undecided, pending) = (case.undecided().count(), case.pending().count());
    let done = case.rows().filter(|(_, row)| row.done).count();
    let left = case.rows().filter(|(_, row)| row.decision.as_ref().is_some_and(|said| !said.take)).count();
    let path = format!("/console/cases/{name}");
    let (with, without): (Vec<&Section>, Vec<&Section>) =
        case.sections.iter().partition(|section| !section.rows.is_empty() || !section.done.is_empty());
    let tile = |class: &str, sign: &str, count: usize, word: &str| {
        html! {
            div class={ "tile " (class) } { (icon(sign)) span class="figure" { (count) } span { (word) } }
        }
    };
    let body = html! {
        p class="crumb" { a href="/console/cases" { "Erasure cases" } }
        div class="head" {
            div { h1 { "Case " (case.number.as_str()) " " (status(case)) } (facts(case)) }
            div class="actions" {
                @if done > 0 && visit.allows(&table::CASE_CERTIFICATE) {
                    a class="button primary" href={ (path) "/certificate" } { "Certificate" }
                }
                form method="post" action={ (path) "/search" } {
                    button class="button" { (icon("search")) "Search again" }
                }
                @if visit.allows(&table::CASE_EXPORT) {
                    a class="button" href={ (path) "/held" } { "Export what is held" }
                }
            }
        }
        @if let Some(wrong) = wrong { div role="alert" { (callout("goes", &html! { (wrong) })) } }
        @if case.closed.is_some() {
            (callout("stays", &html! {
                p class="strong" { "Closed" }
                p { "Everything that was decided is erased, and a search afterwards found nothing else." }
            }))
        }
        div class="glance" {
            (tile("edits", "alert", undecided, "to decide"))
            (tile("goes", "goes", pending, "to erase"))
            (tile("stays", "stays", left, "stay, as decided"))
            (tile("", "check", done, "erased"))
        }
        @if with.is_empty() {
            (nothing("Nothing was found", &html! { p { "No scope that was searched holds anything of this person." } }))
        }
        form method="post" action={ (path) "/decide" } class="plan" {
            @for section in &with { (draw_section(&store, section)?) }
            @if undecided + pending > 0 && !visit.console().read_only {
                div class="confirm" {
                    p { "What is ticked is to be erased; what is not stays." }
                    div class="actions" { button class="button primary" { "Note the decisions" } }
                }
            }
        }
        @if undecided == 0 && pending > 0 && visit.allows(&table::CASE_APPLY) {
            form method="post" action={ (path) "/apply" } class="confirm" {
                label class="check" {
                    input type="checkbox" name="read" value="yes" required;
                    span { "I have read what goes, in every scope. Nothing brings it back." }
                }
                div class="actions" {
                    button class="button danger solid" {
                        (icon("forget")) "Erase " (many(pending, "memory", "memories"))
                    }
                }
            }
        } @else if undecided > 0 {
            p class="muted" { "It can be erased once every memory is decided." }
        }
        @if !without.is_empty() {
            details {
                summary { (many(without.len(), "scope holds", "scopes hold")) " nothing of this person" }
                p {
                    @for (at, section) in without.iter().enumerate() { @if at > 0 { ", " } code { (section.scope) } }
                }
            }
        }
        details class="new" {
            summary { "Add a memory by hand, or put the case away" }
            @if !visit.console().read_only {
                form method="post" action={ (path) "/decide" } class="stack" {
                    label for="add" { "The id of a memory that no search found" }
                    div class="row" {
                        input id="add" name="add" required autocomplete="off" spellcheck="false";
                        button class="button" { "Add it, to be erased" }
                    }
                }
                @if visit.allows(&table::CASE_APPLY) {
                    form method="post" action={ (path) "/drop" } { button class="button danger" { "Delete the case" } }
                }
            }
            p class="muted" {
                "The case holds what identifies the person. Deleting it leaves receipts and memories as they are."
            }
            p { a href={ (path) "/file" } { "Download the case" } ", as " code { "nepenthe erase" } " reads it." }
        }
    };
    let markup = layout::of_store(visit, Part::Cases, "A case", &body);
    Ok(match wrong {
        Some(_) => Answer::Page(axum::http::StatusCode::CONFLICT, markup),
        None => Answer::page(markup),
    })
}

fn facts(case: &Case) -> Markup {
    let person = &case.person;
    let all = [&person.names, &person.mails, &person.phones, &person.numbers, &person.words];
    html! {
        p class="meta" { @for text in all.into_iter().flatten() { span class="source" { (**text) } } }
        p class="muted" {
            "Searched " code { (case.scopes) } " " (time(case.searched)) " · opened by " (case.by) " "
            (time(case.opened))
            @if let Some(deadline) = case.deadline { " · due " strong { (deadline) } }
        }
    }
}

fn draw_section(store: &Store, section: &Section) -> Result<Markup, Problem> {
    let scope = store.scope(&section.scope).map_err(OpError::from)?;
    let mut rows = Vec::new();
    for row in &section.rows {
        let text = match scope.get(row.id) {
            Err(LookupError::NotFound(_)) => None,
            found => Some(found.map_err(OpError::from)?.text),
        };
        rows.push((row, text, ops::case_left(&scope, row)?));
    }
    Ok(html! {
        section class="part" {
            h2 { code { (section.scope) } " " span class="count" { (section.rows.len()) } }
            ul { @for (row, text, left) in &rows { (draw_row(row, text.as_deref(), left.as_deref())) } }
            @for done in &section.done {
                p class="muted" {
                    (assurance(&done.assurance)) " " (done.erased) " erased, " (done.edited) " edited, "
                    (time_of(&done.at)) ", receipt " (id(&done.receipt.to_string()))
                }
            }
            @if section.unread > 0 {
                p class="muted" {
                    (many(section.unread, "memory was", "memories were")) " too long to be read whole."
                }
            }
        }
    })
}

fn draw_row(row: &Row, text: Option<&str>, left: Option<&str>) -> Markup {
    let name = format!("m-{}", row.id);
    let text = text.unwrap_or_default();
    if row.done {
        return html! {
            li class="done" {
                span class="tick" { (icon("check")) }
                div class="what" {
                    span class="muted"
                        { @if text.is_empty() { "Erased" } @else { "Erased in part: " span class="text" { (text) } } }
                    " " (id(&row.id.to_string()))
                }
            }
        };
    }
    html! {
        li class=[row.is_undecided().then_some("unsure")] {
            input type="hidden" name="row" value=(row.id);
            input class="tick" type="checkbox" name="take" value=(row.id) id=(name) checked[row.is_taken()];
            div class="what" {
                label for=(name) {
                    @match left {
                        Some(after) => (edited(text, after)),
                        None => span class="text" { (text) },
                    }
                }
                p class="why" {
                    @if row.is_undecided() { (badge("edits", "To decide")) " " }
                    @if matches!(row.action, Action::Edit { .. }) && left.is_none() {
                        (badge("goes", "Changed since: search again")) " "
                    }
                    @if matches!(row.action, Action::Edit { .. }) { (badge("edits", "A part")) " " } @else {
                        (badge("goes", "Whole")) " "
                    }
                    (*row.reason)
                    @if let Some(said) = &row.decision {
                        span class="muted" { ", decided by " (said.by) " " (time(said.at)) }
                    }
                }
            }
            div class="how-sure" { (bar(row.confidence, if row.sure { "goes" } else { "edits" })) }
        }
    }
}

pub(super) fn search(visit: &Visit<'_>, name: &str) -> Result<Answer, Problem> {
    let held = hold(visit, name)?;
    let case = held.case.clone();
    let store = visit.store(&table::CASE_SEARCH)?;
    let before = case.rows().count();
    let case = ops::case_search(&store, case.into(), &mut |_, _, _| {})?;
    held.keep(&case)?;
    let more = case.rows().count().saturating_sub(before);
    visit.leave(if more == 0 {
        "Searched again. Nothing new was found.".to_owned()
    } else {
        format!("Searched again. {} found.", many(more, "more memory", "more memories"))
    });
    Ok(back(name))
}

/// Notes what is ticked and what is not.
pub(super) fn decide(visit: &Visit<'_>, name: &str) -> Result<Answer, Problem> {
    let held = hold(visit, name)?;
    let case = held.case.clone();
    if visit.console().read_only {
        return Err(super::admission::read_only().into());
    }
    let store = visit.store(&table::CASE_DECIDE)?;
    let ids = |name: &'static str| visit.form.all(name).map(str::parse).collect::<Result<Vec<MemoryId>, _>>();
    let (rows, ticked, added) = (ids("row"), ids("take"), ids("add"));
    let (rows, ticked, added) =
        (rows.map_err(OpError::from)?, ticked.map_err(OpError::from)?, added.map_err(OpError::from)?);
    // What stands as it was decided, or as the search is sure of it, is decided by nobody anew.
    let changed = |id: &MemoryId, take: bool| {
        let row = case.rows().find(|(_, row)| row.id == *id).map(|(_, row)| row);
        row.is_none_or(|row| row.is_undecided() || row.is_taken() != take)
    };
    let take = ticked.iter().filter(|id| changed(id, true)).chain(&added).copied().collect();
    let leave = rows.iter().filter(|id| !ticked.contains(id) && changed(id, false)).copied().collect();
    let by = visit.principal.actor.clone();
    let input = CaseDecideInput { case: case.clone(), take, leave, rest: None, by };
    match ops::case_decide(&store, input) {
        Ok(case) => {
            held.keep(&case)?;
            visit.leave("The decisions are noted. Nothing is erased yet.");
            Ok(back(name))
        }
        Err(error) => draw(visit, name, &case, Some(error.message())),
    }
}

/// Erases what is decided, scope by scope.
pub(super) fn apply(visit: &Visit<'_>, name: &str) -> Result<Answer, Problem> {
    let held = hold(visit, name)?;
    let case = held.case.clone();
    let store = visit.store(&table::CASE_APPLY)?;
    if visit.form.get("read") != "yes" {
        return draw(visit, name, &case, Some("Tick that you have read what goes. Nothing was changed."));
    }
    let mut kept = |case: &Case| held.keep(case);
    match ops::case_apply(&store, case.clone().into(), &visit.principal.actor, &mut kept, &mut |_, _, _| {}) {
        Ok(applied) => {
            visit.service.metrics.purged(applied.erased);
            let erased = many(applied.erased, "memory", "memories");
            visit.leave(match applied.left {
                0 => format!("Erased, whole or in part: {erased}. A search afterwards found nothing."),
                left => format!("Erased, whole or in part: {erased}. A search afterwards found {left} more."),
            });
            Ok(back(name))
        }
        // What was erased before is in the file already.
        Err(error) => draw(visit, name, &look(visit, name)?, Some(error.message())),
    }
}

pub(super) fn drop_it(visit: &Visit<'_>, name: &str) -> Result<Answer, Problem> {
    // As for whoever may erase what it is about.
    visit.demand(&table::CASE_APPLY)?;
    hold(visit, name)?.drop_it()?;
    visit.leave("The case is deleted.");
    Ok(Answer::To("/console/cases".into()))
}

/// The certificate, which prints well.
pub(super) fn certificate(visit: &Visit<'_>, name: &str) -> Result<Answer, Problem> {
    let case = look(visit, name)?;
    let store = visit.store(&table::CASE_CERTIFICATE)?;
    let key = visit.service.store.signing_key()?;
    let key = key.ok_or_else(|| {
        OpError::new(
            Code::KeyMissing,
            "this server has no key that signs receipts: `nepenthe key new` makes one",
        )
    })?;
    let certified = ops::case_certificate(&store, CertificateInput { case, names_person: false }, &key)?;
    Ok(Answer::Sheet(certified.page.0))
}

/// The case as a file.
pub(super) fn file(visit: &Visit<'_>, name: &str) -> Result<Answer, Problem> {
    let case = look(visit, name)?;
    json(format!("case-{}.json", case.number.as_str()), &case)
}

/// What is held of the person, as a file.
pub(super) fn held(visit: &Visit<'_>, name: &str) -> Result<Answer, Problem> {
    let case = look(visit, name)?;
    let store = visit.store(&table::CASE_EXPORT)?;
    let file = format!("held-{}.json", case.number.as_str());
    json(file, &ops::case_export(&store, &case.into())?)
}

fn json(file: String, value: &impl serde::Serialize) -> Result<Answer, Problem> {
    let bytes = serde_json::to_vec_pretty(value)
        .map_err(|_| OpError::new(Code::StorageFailed, "the file cannot be written"))?;
    Ok(Answer::File(file, "application/json", bytes))
}

fn back(name: &str) -> Answer {
    Answer::To(format!("/console/cases/{name}"))
}
