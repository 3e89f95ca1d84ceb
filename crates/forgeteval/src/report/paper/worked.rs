//! Worked cases, one of each category, with what became of it in every system: the paper's Appendix C.

use maud::{Markup, html};

use super::columns::Column;
use super::{PAPER, nothing};
use crate::case::Case;
use crate::mutation::Mutation;
use crate::record::{Record, system_of_row};
use crate::report::html::row_name;
use crate::report::published::system;
use crate::report::{Role, SuiteView, View};
use crate::score::{Judgement, Scorer, Verdict};
use crate::suite::{BUILTIN, Suite};

/// Draws the page.
pub(super) fn page(view: &View<'_>, scorer: Scorer) -> String {
    let lead = html! {
        p.lead {
            "A case of each category of attack: what is written, what is then asked to be forgotten, the question at the end, and \
             which system passed it, with what was wrong where it did not."
        }
    };
    let body =
        view.adversarial().map_or_else(|| nothing("the adversarial suite"), |suite| cases(suite, scorer));
    PAPER.page("Worked cases (Appendix C)", &lead, &body)
}

fn cases(suite: &SuiteView<'_>, scorer: Scorer) -> Markup {
    let kept = suite.suite.cloned().or_else(|| builtin(&suite.records[0].suite_sha256));
    html! {
        p.caption {
            "Of each category the case that divides the systems most evenly, by the scorer " (scorer) "; of several the first \
             that most systems could play. Nobody chose them by hand. The paper's own worked cases stand in its supplement, \
             which is not here. Beside the case stand the whole category, measured on " (suite.title) ", and as published on \
             the paper's 385 cases, which are others."
        }
        @for column in &suite.by(scorer).totals.columns {
            @if let Some(id) = dividing(suite, scorer, &column.name) {
                @let case = kept.as_ref().and_then(|kept| kept.cases().iter().find(|case| case.id == id));
                section aria-labelledby=(column.name) {
                    h2 id=(column.name) { (column.name.replace('_', " ")) }
                    h3 { (id) }
                    @if let Some(case) = case { (told(case)) } @else { p.caption { "The case's text is not there." } }
                    (verdicts(suite, scorer, &column.name, id))
                }
            }
        }
    }
}

/// Returns the suite of this program with a hash.
fn builtin(sha256: &str) -> Option<Suite> {
    BUILTIN.iter().filter_map(|suite| suite.read().ok()).find(|suite| suite.sha256() == sha256)
}

/// Returns the case of a column that divides the contestants most evenly.
fn dividing<'a>(suite: &'a SuiteView<'_>, scorer: Scorer, column: &str) -> Option<&'a str> {
    let mut counts: Vec<(&str, usize, usize)> = Vec::new();
    for record in suite.records.iter().filter(|record| record.column() == column) {
        // Rules in the place of a model divide nobody.
        if Role::of(&record.system) != Role::Contestant || system_of_row(&record.system).is_none() {
            continue;
        }
        let at = counts.iter().position(|(id, ..)| *id == record.case).unwrap_or_else(|| {
            counts.push((&record.case, 0, 0));
            counts.len() - 1
        });
        match scorer.of(&record.judged).verdict {
            Verdict::Pass => counts[at].1 += 1,
            Verdict::Fail => counts[at].2 += 1,
            Verdict::Na => {}
        }
    }
    let first =
        suite.records.iter().find(|record| record.column() == column).map(|record| record.case.as_str());
    let worth = |(_, pass, fail): &(&str, usize, usize)| (*pass.min(fail), pass + fail);
    // Of equals the first: `max_by_key` returns the last.
    counts.into_iter().rev().max_by_key(worth).map(|(id, ..)| id).or(first)
}

fn told(case: &Case) -> Markup {
    html! {
        @if let Some(note) = case.note.as_ref().and_then(|note| note.as_str()) { p { (note) } }
        dl.made {
            dt { "written" } dd { ul { @for fact in &case.setup_facts { li { (fact) } } } }
            dt { "asked to forget" } dd { ol { @for change in &case.mutations { li { (change_in_words(change)) } } } }
            dt { "question" } dd { (case.final_query) }
            dt { "must hold" } dd { (quoted(&case.must_contain)) }
            dt { "must not hold" } dd { (quoted(&case.must_not_contain)) }
        }
    }
}

fn change_in_words(change: &Mutation) -> Markup {
    let words: Vec<String> = change.clone().into();
    html! { b { (words.first().map_or("", String::as_str)) } @for word in words.iter().skip(1) { ": " (word) } }
}

fn quoted(strings: &[String]) -> Markup {
    html! {
        @if strings.is_empty() { "nothing" }
        @for (place, string) in strings.iter().enumerate() { @if place > 0 { ", " } "“" (string) "”" }
    }
}

fn verdicts(suite: &SuiteView<'_>, scorer: Scorer, column: &str, id: &str) -> Markup {
    let whole = Column { head: column, suite, name: Some(column) };
    let of = |name: &str| suite.records.iter().find(|record| record.system == name && record.case == id);
    html! {
        div.scroll tabindex="0" role="region" aria-label={ "Verdicts on " (id) } {
            table.numbers {
                caption.unseen { "Verdicts on " (id) }
                thead { tr {
                    th scope="col" { "system" } th scope="col" { "this case" } th.text scope="col" { "what was wrong" }
                    th scope="col" { "category, measured %" } th scope="col" { "published %" }
                } }
                tbody {
                    @for totals in suite.by(scorer).ordered() {
                        @let key = system(&totals.name).map(|published| published.key.as_str());
                        @let measured = whole.measured(scorer, &totals.name);
                        tr {
                            th scope="row" { (row_name(&totals.name)) }
                            @match of(&totals.name) {
                                None => { td { "–" } td.text.note { "not played" } }
                                Some(record) => { (verdict(record, scorer)) }
                            }
                            td { (measured.map_or_else(|| "–".to_owned(), |found| {
                                if found.na == found.n { "N/A".to_owned() }
                                else { format!("{:.1}", found.pass as f64 / found.n as f64 * 100.0) }
                            })) }
                            td { (key.and_then(|key| whole.published(scorer, key)).as_deref().unwrap_or("–")) }
                        }
                    }
                }
            }
        }
    }
}

fn verdict(record: &Record, scorer: Scorer) -> Markup {
    let judged = scorer.of(&record.judged);
    html! {
        @match judged.verdict {
            Verdict::Pass => { td.held { "pass" } td.text.note {} }
            Verdict::Na => { td.na { "N/A" } td.text.note { (record.error.as_deref().map_or_else(String::new, cut)) } }
            Verdict::Fail => { td.broken { "fail" } td.text.note { (wrong(judged, record.error.as_deref())) } }
        }
    }
}

fn wrong(judged: &Judgement, error: Option<&str>) -> Markup {
    let leaked: Vec<String> = judged.leaked.iter().map(|leak| leak.text.clone()).collect();
    html! {
        @if !leaked.is_empty() { "still there: " (quoted(&leaked)) ". " }
        @if !judged.lost.is_empty() { "lost: " (quoted(&judged.lost)) ". " }
        @if let Some(error) = error { "error: " (cut(error)) }
    }
}

fn cut(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(120).collect()
}
