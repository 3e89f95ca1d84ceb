//! Forgetting: what is to go, in a sentence. A plan is made of it, and nothing is changed.

use maud::{Markup, html};
use nepenthe::MemoryId;
use nepenthe::receipt::receipt::Basis;
use nepenthe_ops::{self as ops, Code, OpError, Planned, PurgeInput, ReleaseInput, Target, table};

use super::answer::Answer;
use super::form::Form;
use super::layout::{self, Part};
use super::parts::{callout, icon};
use super::visit::Place;
use crate::http::Problem;

/// The grounds on which something is erased, as the receipt has them and as a person reads them.
pub(super) const BASES: [(Basis, &str); 10] = [
    (Basis::None, "None named"),
    (Basis::ConsentWithdrawn, "Consent withdrawn (GDPR 17(1)(b))"),
    (Basis::NoLongerNeeded, "No longer needed (GDPR 17(1)(a))"),
    (Basis::Objection, "Objection (GDPR 17(1)(c))"),
    (Basis::Unlawful, "Processed unlawfully (GDPR 17(1)(d))"),
    (Basis::LegalObligation, "Legal obligation (GDPR 17(1)(e))"),
    (Basis::Child, "Collected from a child (GDPR 17(1)(f))"),
    (Basis::CcpaRequest, "Consumer's request (CCPA)"),
    (Basis::RetentionExpired, "Retention is over"),
    (Basis::Security, "Security, such as a leaked password"),
];

/// Reads a basis; none where nothing is said.
pub(super) fn basis(word: &str) -> Basis {
    BASES.iter().find(|(basis, _)| ops::word(basis) == word).map_or(Basis::None, |(basis, _)| *basis)
}

/// A field to choose a basis.
pub(super) fn basis_field(chosen: &str) -> Markup {
    html! {
        label for="basis" { "Legal basis, which the receipt says" }
        select id="basis" name="basis" {
            @for (basis, said) in BASES {
                @let word = ops::word(&basis);
                option value=(word) selected[word == chosen] { (said) }
            }
        }
    }
}

pub(super) fn page(place: &Place<'_>) -> Result<Answer, Problem> {
    Ok(draw(place, None))
}

fn draw(place: &Place<'_>, wrong: Option<&str>) -> Answer {
    let (purge, release) = (place.visit.allows(&table::PURGE), place.visit.allows(&table::RELEASE));
    let form = place.visit.form;
    let body = html! {
        div class="head" {
            div {
                h1 { "Forget" }
                p class="muted" {
                    "Say what is to be forgotten. You see what goes, what is edited and what stays, before anything \
                     is changed."
                }
            }
        }
        @if let Some(wrong) = wrong { div role="alert" { (callout("goes", &html! { (wrong) })) } }
        @if purge || release {
            (the_form(place, form, purge, release))
        } @else {
            (callout("info", &html! {
                "Forgetting needs the right " code { "forget" } " or " code { "write" } ", which you do not have here."
            }))
        }
    };
    let markup = layout::of_scope(place, Part::Forget, "Forget", &body);
    match wrong {
        Some(_) => Answer::Page(axum::http::StatusCode::BAD_REQUEST, markup),
        None => Answer::page(markup),
    }
}

fn the_form(place: &Place<'_>, form: &Form, purge: bool, release: bool) -> Markup {
    let releases = form.get("verb") == "release" || !purge;
    html! {
        form method="post" action=(place.path("plans")) class="stack forget" {
            label for="words" class="hidden" { "What is to be forgotten" }
            textarea id="words" name="words" rows="3" required data-key="/" autofocus
                placeholder="Everything about Sam Roe" { (form.get("words")) }
            fieldset class="choice" {
                legend { "How" }
                @if purge {
                    label {
                        input type="radio" name="verb" value="purge" checked[!releases];
                        span {
                            strong { "Erase for good" }
                            span class="muted" {
                                "From every table, index and earlier version, and from the file's bytes. A receipt proves \
                                 it. Nothing brings it back."
                            }
                        }
                    }
                }
                @if release {
                    label {
                        input type="radio" name="verb" value="release" checked[releases];
                        span {
                            strong { "Take out of recall" }
                            span class="muted" { "It is kept, and can be brought back." }
                        }
                    }
                }
            }
            @if purge {
                details open[form.has("basis")] {
                    summary { "For the receipt" }
                    div class="row" {
                        div { (basis_field(form.get("basis"))) }
                        div {
                            label for="request" { "Your number of the request" }
                            input id="request" name="request" value=(form.get("request")) autocomplete="off"
                                placeholder="T-1192" pattern="[A-Z]{1,5}-[0-9]{1,7}";
                        }
                    }
                    label class="check" {
                        input type="checkbox" name="keep_name_out" checked[form.has("keep_name_out")];
                        span { "Keep the name out: no new text may have it" }
                    }
                }
            }
            div { button class="button primary" { (icon("search")) "Show the plan" } }
        }
        aside class="hints" {
            h2 { "What can be said" }
            ul {
                li {
                    q { "everything about Sam Roe" }
                    " takes every memory about them, and edits those that speak of others too."
                }
                li {
                    q { "Sam Roe's phone number" } " takes the number, wherever it stands and however it is written."
                }
                li { q { "sk-4242-9931" } " takes one key, card or address, in any spelling." }
                li { q { "what Mia said about the office move" } " takes what the sentence describes." }
            }
        }
    }
}

/// Makes a plan, which waits to be read.
pub(super) fn plan(place: &Place<'_>) -> Result<Answer, Problem> {
    let planned = match planned(place) {
        Ok(planned) => planned,
        Err(error) if error.code() == Code::RightMissing => return Err(error.into()),
        Err(error) => {
            let problem = Problem::from(error);
            let (status, _, detail) = problem.told();
            return if status.is_server_error() { Err(problem) } else { Ok(draw(place, Some(detail))) };
        }
    };
    let plans = &place.visit.service.plans;
    let name = plans.name(&place.door, plans.save(&planned)?)?;
    Ok(Answer::To(place.path(&format!("plans/{name}"))))
}

fn planned(place: &Place<'_>) -> Result<Planned, OpError> {
    let form = place.visit.form;
    let target = match form.given("id") {
        Some(id) => Target::Ids(vec![id.parse::<MemoryId>()?]),
        None => Target::Words(form.get("words").into()),
    };
    if matches!(&target, Target::Words(words) if nepenthe::is_blank(words)) {
        return Err(OpError::new(Code::BadRequest, "say what is to be forgotten"));
    }
    if form.get("verb") == "release" {
        let input = ReleaseInput { target, min_confidence: None };
        return place.with(&table::RELEASE, |scope| ops::release(scope, input.clone()));
    }
    let request = form.given("request").map(str::parse).transpose();
    let request =
        request.map_err(|_| OpError::new(Code::BadRequest, "a number of a request is written as T-1192"))?;
    let input = PurgeInput {
        basis: basis(form.get("basis")),
        request,
        keep_name_out: form.has("keep_name_out"),
        ..PurgeInput::new(target)
    };
    place.with(&table::PURGE, |scope| ops::purge(scope, input.clone()))
}
