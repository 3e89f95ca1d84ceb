//! The leaderboard: a folder of plain pages, made from the verdicts of one or several runs. Nothing in it is executed or
//! fetched.

mod gates;
mod index;
mod submit;
mod system;

use std::collections::BTreeSet;

use super::plain_page::{Folder, PlainPage};
use super::{SuiteView, View};
use crate::record::{RunMeta, system_of_row};
use crate::score::Scorer;
use crate::suite::{BUILTIN, Template};

/// What every page of the board has.
const BOARD: Folder = Folder {
    nav: &[("index.html", "Leaderboard"), ("submit.html", "How to submit")],
    style: concat!(include_str!("../html/assets/base.css"), include_str!("board.css")),
};

/// Makes the board: `index.html` with every system on every suite, a page for each system, and how to submit.
#[must_use]
pub fn board(view: &View<'_>, scorer: Scorer) -> Vec<PlainPage> {
    let mut pages = vec![
        PlainPage { file: "index.html".to_owned(), html: index::page(view, scorer) },
        PlainPage { file: "submit.html".to_owned(), html: submit::page() },
    ];
    for name in names(view) {
        let html = system::page(view, scorer, name);
        pages.push(PlainPage { file: file(view, name), html });
    }
    pages
}

/// Returns the suites that the first page shows: those of this program; all where there is none of them.
fn shown<'a>(view: &'a View<'_>) -> Vec<&'a SuiteView<'a>> {
    let generated = Template::default().generate().ok();
    let known = BUILTIN.iter().filter_map(|suite| suite.read().ok()).chain(generated);
    let known: BTreeSet<String> = known.map(|suite| suite.sha256().to_owned()).collect();
    let of_program: Vec<&SuiteView<'_>> =
        view.suites.iter().filter(|suite| known.contains(&suite.scored[0].totals.sha256)).collect();
    if of_program.is_empty() { view.suites.iter().collect() } else { of_program }
}

/// Returns every system, by its first verdict.
fn names<'a>(view: &'a View<'_>) -> Vec<&'a str> {
    let mut met = BTreeSet::new();
    view.suites.iter().flat_map(|suite| suite.names()).filter(|name| met.insert(*name)).collect()
}

/// Returns the file of a system's page; names that look alike as files are told apart by a number.
fn file(view: &View<'_>, name: &str) -> String {
    let slug = |name: &str| -> String {
        let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
        name.chars().map(plain).collect::<String>().trim_matches('-').to_owned()
    };
    let own = slug(name);
    let before =
        names(view).into_iter().take_while(|other| *other != name).filter(|other| slug(other) == own);
    match before.count() {
        0 => format!("system-{own}.html"),
        more => format!("system-{own}-{}.html", more + 1),
    }
}

/// Returns what the run was made with that played a system on a suite.
fn meta_of<'a>(view: &'a View<'_>, name: &str, suite_sha256: &str) -> Option<&'a RunMeta> {
    let bare = system_of_row(name).unwrap_or(name);
    view.metas.iter().find(|meta| {
        meta.suites.iter().any(|suite| suite.sha256 == suite_sha256)
            && meta.systems.iter().any(|system| system.name == name || system.name == bare)
    })
}
