//! A plan as a person reads it: what goes, what is edited, what stays; and its carrying out, of what is ticked.

use std::collections::BTreeSet;

use maud::{Markup, html};
use nepenthe::MemoryId;
use nepenthe_ops::{
    self as ops, Action, ApplyPlanInput, Code, Follows, Mutation, OpError, Outcome, Plan, SavedPlan, Step,
    Target,
};

use super::answer::Answer;
use super::diff::edited;
use super::layout::{self, Part};
use super::parts::{badge, bar, callout, icon, id, many, minute, nothing};
use super::visit::Place;
use crate::http::Problem;
use crate::plans::operation_of;

pub(super) fn page(place: &Place<'_>, name: &str) -> Result<Answer, Problem> {
    look(place, name)?;
    Ok(draw(place, name, &place.visit.service.plans.show_by_name(&place.door, name)?, None))
}

fn look(place: &Place<'_>, name: &str) -> Result<SavedPlan, Problem> {
    let saved = place.visit.service.plans.look_by_name(&place.door, name)?;
    place.visit.demand(operation_of(&saved.plan.mutation)?)?;
    Ok(saved)
}

fn draw(place: &Place<'_>, name: &str, saved: &SavedPlan, wrong: Option<&str>) -> Answer {
    let plan = &saved.plan;
    let purges = matches!(plan.mutation, Mutation::Purge { .. });
    let (edits, goes): (Vec<&Step>, Vec<&Step>) =
        plan.steps.iter().partition(|step| matches!(step.action, Action::Edit { .. }));
    let body = html! {
        p class="crumb" { a href=(place.path("forget")) { "Forget" } }
        div class="head" { h1 { (asked(plan)) } }
        @if let Some(wrong) = wrong { div role="alert" { (callout("goes", &html! { (wrong) })) } }
        (summary(plan, goes.len(), edits.len(), purges))
        @if plan.steps.is_empty() {
            (nothing("Nothing would be changed", &html! {
                p {
                    "No memory of this scope is meant by that. The nearest ones stand below, with the reason why they stay."
                }
                p { a class="button" href=(place.path("forget")) { "Say it in other words" } }
            }))
            (stays(place, plan))
            (unread(plan))
        } @else {
            form method="post" action={ (place.path("plans")) "/" (name) "/commit" } class="plan" data-plan {
                input type="hidden" name="digest" value=(saved.digest);
                @if !goes.is_empty() {
                    @let (title, what) = match purges {
                        true => ("Goes", "Erased for good, with every earlier version."),
                        false => ("Leaves recall", "Kept, and can be brought back."),
                    };
                    (part("goes", title, what, &goes, plan))
                }
                @if !edits.is_empty() {
                    (part("edits", "Is edited", "A part goes; what it says of others stays.", &edits, plan))
                }
                (stays(place, plan))
                (unread(plan))
                (confirm(place, name, saved, goes.len(), edits.len(), purges))
            }
        }
    };
    let markup = layout::of_scope(place, Part::Forget, "A plan", &body);
    match wrong {
        Some(_) => Answer::Page(axum::http::StatusCode::CONFLICT, markup),
        None => Answer::page(markup),
    }
}

/// What was asked for.
fn asked(plan: &Plan) -> Markup {
    let target = match &plan.mutation {
        Mutation::Purge { target } | Mutation::Release { target } | Mutation::Restore { target } => target,
        _ => return html! { "A change" },
    };
    match target {
        Target::Words(words) => html! { q { (**words) } },
        Target::Ids(ids) => html! { (many(ids.len(), "memory", "memories")) " by name" },
        Target::All => html! { "Everything in " (plan.scope) },
        Target::Before(_) => html! { "Everything before a time" },
    }
}

/// What the plan does, at a glance.
fn summary(plan: &Plan, goes: usize, edits: usize, purges: bool) -> Markup {
    let tile = |class: &str, count: usize, word: &str| {
        html! {
            a class={ "tile " (class) } href={ "#" (class) } {
                (icon(class)) span class="figure" { (count) } span { (word) }
            }
        }
    };
    let spared = plan.spared.len();
    let leave = match (purges, goes == 1) {
        (true, true) => "goes",
        (true, false) => "go",
        (false, true) => "leaves recall",
        (false, false) => "leave recall",
    };
    html! {
        div class="glance" {
            (tile("goes", goes, leave))
            (tile("edits", edits, if edits == 1 { "is edited" } else { "are edited" }))
            (tile("stays", spared, if spared == 1 { "near miss stays" } else { "near misses stay" }))
            (tile("unread", plan.unread.len(), "not read whole"))
        }
        @if !plan.steps.is_empty() {
            div class="sureness" {
                @if let Some(sure) = plan.confidence {
                    span class="muted" { "Confidence" } (bar(Some(sure), if plan.sure { "stays" } else { "edits" }))
                }
                @if plan.sure { (badge("stays", "Sure")) } @else { (badge("edits", "Unsure")) }
                span class="muted" { "planned by " (plan.planner) }
            }
            @if !plan.sure {
                (callout("edits", &html! {
                    p class="strong" { "The planner is not sure of this" }
                    p {
                        @if plan.unsure.is_empty() { "It may have missed something, or taken too much. " }
                        @else { (many(plan.unsure.len(), "memory is", "memories are")) " marked and not ticked. " }
                        "Read them, and tick what is meant. Only what is ticked is done."
                    }
                }))
            }
        }
    }
}

/// The memories of one kind of step.
fn part(class: &str, title: &str, what: &str, steps: &[&Step], plan: &Plan) -> Markup {
    html! {
        section class={ "part " (class) } id=(class) aria-labelledby={ (class) "-title" } {
            h2 id={ (class) "-title" } { (icon(class)) (title) " " span class="count" { (steps.len()) } }
            p class="muted" { (what) }
            @if steps.len() > 1 { button type="button" class="plain" data-tick hidden { "Tick all of these" } }
            ul { @for step in steps { (row(step, plan)) } }
        }
    }
}

fn row(step: &Step, plan: &Plan) -> Markup {
    let memory = &step.memory;
    let unsure = plan.unsure.contains(&memory.id) || (!plan.sure && plan.unsure.is_empty());
    let name = format!("m-{}", memory.id);
    html! {
        li class=[unsure.then_some("unsure")] {
            @if let Some(follows) = step.follows {
                span class="tick" title="It goes with the memory that it comes from" { (icon("goes")) }
                div class="what" {
                    (what(step))
                    p class="why" {
                        @match follows {
                            Follows::Derived(from) => {
                                "Goes with the memory that it was made from, " (id(&from.to_string()))
                            },
                            Follows::Copy(of) => { "Says the same as " (id(&of.to_string())) " and goes with it" },
                        }
                    }
                }
            } @else {
                input class="tick" type="checkbox" name="id" value=(memory.id) id=(name) checked[!unsure]
                    aria-describedby={ (name) "-why" };
                div class="what" {
                    label for=(name) { (what(step)) }
                    p class="why" id={ (name) "-why" } {
                        @if unsure { (badge("edits", "Unsure")) " " }
                        (*step.reason)
                    }
                }
                @if let Some(sure) = step.confidence {
                    div class="how-sure" { (bar(Some(sure), if unsure { "edits" } else { "goes" })) }
                }
            }
        }
    }
}

fn what(step: &Step) -> Markup {
    match &step.action {
        Action::Edit { text } => edited(&step.memory.text, text),
        _ => html! { span class="text" { (*step.memory.text) } },
    }
}

/// What was considered and stays.
fn stays(place: &Place<'_>, plan: &Plan) -> Markup {
    html! {
        section class="part stays" id="stays" aria-labelledby="stays-title" {
            h2 id="stays-title" { (icon("stays")) "Stays " span class="count" { (plan.spared.len()) } }
            p class="muted" {
                "Near misses, and why they are not meant. Everything that is not named here stays too."
            }
            @if plan.spared.is_empty() { p class="muted" { "Nothing came near." } }
            ul {
                @for spared in &plan.spared {
                    li {
                        span class="tick" { (icon("stays")) }
                        div class="what" {
                            a href={ (place.path("memories")) "/" (spared.memory.id) } class="text" {
                                (*spared.memory.text)
                            }
                            p class="why" { (*spared.reason) }
                        }
                    }
                }
            }
        }
    }
}

/// What the plan was made without reading, and what it cannot reach.
fn unread(plan: &Plan) -> Markup {
    html! {
        section class="part unread" id="unread" aria-labelledby="unread-title" {
            h2 id="unread-title" { (icon("unread")) "Not reached" }
            ul {
                @for unread in &plan.unread {
                    li { span class="tick" { (icon("alert")) } div class="what" {
                        (*unread.reason)
                        @if let Some(memory) = unread.memory { " " (id(&memory.to_string())) }
                    } }
                }
                li { span class="tick" { (icon("skip")) } div class="what muted" {
                    "Backups, exports and other copies of the store's file, and what a client or a model has kept of it."
                } }
            }
            @if let Some(name) = &plan.name {
                p class="muted" {
                    "The name " q { (*name.text) } ": "
                    @if name.kept_out { "no new text may have it afterwards." } @else {
                        "new texts may have it afterwards."
                    }
                }
            }
        }
    }
}

fn confirm(
    place: &Place<'_>,
    name: &str,
    saved: &SavedPlan,
    goes: usize,
    edits: usize,
    purges: bool,
) -> Markup {
    let verb = if purges { "Erase" } else { "Take out of recall" };
    let wide = matches!(&saved.plan.mutation, Mutation::Purge { target: Target::All | Target::Before(_) });
    html! {
        div class="confirm" {
            @if purges {
                label class="check" {
                    input type="checkbox" name="read" value="yes" required;
                    span { "I have read what goes. Nothing brings it back." @if wide { " It is everything." } }
                }
            }
            div class="actions" {
                button class={ "button " (if purges { "danger solid" } else { "primary" }) } data-verb=(verb) {
                    (icon("forget")) span { (verb) " what is ticked" }
                }
                button class="button" formaction={ (place.path("plans")) "/" (name) "/drop" } formnovalidate {
                    "Drop the plan"
                }
            }
            p class="muted" {
                (many(goes + edits, "memory is", "memories are")) " in the plan. It can be carried out until "
                (minute(saved.expires)) " UTC, once; one that no longer fits the store is refused whole."
            }
        }
    }
}

/// Carries out what is ticked of a plan, or nothing.
pub(super) fn commit(place: &Place<'_>, name: &str) -> Result<Answer, Problem> {
    let saved = look(place, name)?;
    let form = place.visit.form;
    let purges = matches!(saved.plan.mutation, Mutation::Purge { .. });
    let refused = |why: &str| {
        let shown = place.visit.service.plans.show_by_name(&place.door, name)?;
        Ok(draw(place, name, &shown, Some(why)))
    };
    if form.get("digest") != saved.digest {
        return refused("This is not the plan that you read. Nothing was changed.");
    }
    let ids: Result<BTreeSet<MemoryId>, _> = form.all("id").map(str::parse).collect();
    let ids = ids.map_err(OpError::from)?;
    if ids.is_empty() {
        return refused("Nothing is ticked, so nothing was changed.");
    }
    if purges && form.get("read") != "yes" {
        return refused("Tick that you have read what goes. Nothing was changed.");
    }
    let operation = operation_of(&saved.plan.mutation)?;
    let agreed = place.with(operation, |scope| saved.clone().only(scope, &ids))?;
    let taken = place.visit.service.plans.take_by_name(&place.door, name)?;
    let input = ApplyPlanInput { saved: agreed, asked: false };
    match place.with(operation, |scope| ops::apply_plan(scope, input.clone())) {
        Ok(outcome) => {
            taken.used(outcome.erasure.as_ref().map(|erasure| erasure.receipt));
            Ok(done(place, &outcome))
        }
        Err(error) if error.code() == Code::PlanChanged => {
            place
                .visit
                .leave("A memory of the plan changed in the meantime, so nothing was done. Plan it again.");
            Ok(Answer::To(place.path("forget")))
        }
        Err(error) => {
            taken.put_back();
            Err(error.into())
        }
    }
}

fn done(place: &Place<'_>, outcome: &Outcome) -> Answer {
    let changed = many(outcome.changes.len(), "memory", "memories");
    match &outcome.erasure {
        Some(erasure) => {
            place.visit.service.metrics.purged(outcome.changes.len());
            place.visit.leave(format!("Erased, whole or in part: {changed}. This is the receipt."));
            Answer::To(place.path(&format!("receipts/{}", erasure.receipt)))
        }
        None => {
            place.visit.leave(format!("Out of recall: {changed}. They can be brought back."));
            Answer::To(format!("{}?show=out", place.path("memories")))
        }
    }
}

/// Drops a plan.
pub(super) fn drop_it(place: &Place<'_>, name: &str) -> Result<Answer, Problem> {
    look(place, name)?;
    place.visit.service.plans.take_by_name(&place.door, name)?.declined();
    place.visit.leave("The plan is dropped. Nothing was changed.");
    Ok(Answer::To(place.path("forget")))
}
