//! What products were reported to get wrong, and the categories that look for it: the paper's Appendix S.

use maud::{Markup, html};

use super::columns::{Column, draw};
use super::{PAPER, nothing, only_published};
use crate::report::{Role, SuiteView, View};
use crate::score::Scorer;

/// A class of reported failures.
struct Class {
    title: &'static str,
    reported: &'static str,
    /// What looks for it, by the paper's mapping: suite, column, and what of the failure it stands for.
    mapped: &'static [(&'static str, &'static str, &'static str)],
    /// Whole suites of ours that look for more of it; no part of the paper.
    ours: &'static [(&'static str, &'static str)],
}

const CLASSES: [Class; 3] = [
    Class {
        title: "Class 1: what was to be forgotten by right is still there",
        reported: "A person asks for erasure (Article 17 of the GDPR), the product says that it is done, and the memory still holds \
                   the words as they stand, the person under another spelling, or the fact as a part of another one.",
        mapped: &[
            ("adversarial", "prefix_collision", "the words as they stand"),
            ("adversarial", "identifier_obfuscation", "another spelling"),
            ("adversarial", "cross_lingual_identifier", "another script or language"),
            ("adversarial", "compound_fact", "a part of another fact"),
            ("template", "purge", "the family as a whole"),
        ],
        ours: &[
            ("residue", "the words in the memory's files, after the purge"),
            ("resurrection", "what was purged comes back from a copy"),
            ("tenancy", "the ids of another tenant"),
        ],
    },
    Class {
        title: "Class 2: old credentials and one-time codes",
        reported: "An assistant or a password manager offers a password, a key or a code that was replaced, or that was good for one \
                   session.",
        mapped: &[
            ("template", "supersession", "the newest fact alone"),
            ("template", "decay", "a code that is over"),
            ("adversarial", "identifier_obfuscation", "keys and bank codes in another form"),
        ],
        ours: &[("absence", "the code that was meant, and no other")],
    },
    Class {
        title: "Class 3: a profile that contradicts itself",
        reported: "An assistant tells several jobs, homes or relatives of one person, of different years, as if all held.",
        mapped: &[
            ("template", "drift", "a chain of changes"),
            ("adversarial", "compound_fact", "a part of a fact is brought up to date"),
            ("adversarial", "recursive_supersession", "a chain that returns to an earlier value"),
        ],
        ours: &[("sequence", "ten and more changes in a row")],
    },
];

/// Draws the page.
pub(super) fn page(view: &View<'_>, scorer: Scorer) -> String {
    let lead = html! {
        p.lead {
            "Three classes of failures that were reported of products, and how each system does in the categories and families that \
             look for them."
        }
    };
    let body = html! {
        p.caption {
            "The mapping is the paper's, and one of structure: no product and no incident is played here, and nobody has shown that \
             who passes more here fails less there. Measured shares are of all cases of a column, by the scorer " (scorer) "; published \
             ones are of the paper's cases, which are others, but for the template suite of seed 42."
        }
        @for class in &CLASSES { (of_class(class, view, scorer)) }
    };
    PAPER.page("Failures of products (Appendix S)", &lead, &body)
}

fn of_class(class: &Class, view: &View<'_>, scorer: Scorer) -> Markup {
    let suite = |wanted: &str| -> Option<&SuiteView<'_>> { super::suite(view, wanted) };
    let mapped: Vec<Column<'_>> = class
        .mapped
        .iter()
        .filter_map(|(name, column, _)| {
            Some(Column { head: column, suite: suite(name)?, name: Some(column) })
        })
        .filter(|column| column.cases(scorer) > 0)
        .collect();
    let ours: Vec<Column<'_>> = class
        .ours
        .iter()
        .filter_map(|(name, _)| Some(Column { head: name, suite: suite(name)?, name: None }))
        .collect();
    html! {
        section {
            h2 { (class.title) }
            p { (class.reported) }
            dl.made { @for (suite, column, what) in class.mapped {
                dt { (column.replace('_', " ")) } dd { (what) span.of { " (" (suite) ")" } }
            } }
            h3 { "By the paper's mapping" }
            @if mapped.is_empty() { (nothing("a suite with these columns")) }
            @else { (draw(&mapped, scorer, &contestants(&mapped, scorer), &only_published(&mapped))) }
            h3 { "What ForgetEval asks beyond it" }
            dl.made { @for (suite, what) in class.ours { dt { (suite) } dd { (what) } } }
            @if ours.is_empty() { (nothing("a suite of these")) }
            @else { (draw(&ours, scorer, &contestants(&ours, scorer), &[])) }
        }
    }
}

/// Returns the systems that have a verdict in some column, those that are put to the test first, each role by its passes.
fn contestants<'a>(columns: &[Column<'a>], scorer: Scorer) -> Vec<&'a str> {
    let mut names: Vec<&str> = Vec::new();
    for name in columns.iter().flat_map(|column| column.suite.names()) {
        if !names.contains(&name) {
            names.push(name);
        }
    }
    let share = |name: &str| -> f64 {
        let found = columns.iter().filter_map(|column| column.measured(scorer, name));
        found.map(|found| found.pass as f64 / found.n as f64).sum()
    };
    names.sort_by(|a, b| Role::of(a).cmp(&Role::of(b)).then(share(b).total_cmp(&share(a))));
    names
}
