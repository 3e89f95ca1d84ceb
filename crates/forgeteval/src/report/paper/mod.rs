//! The paper again, made from verdicts: a folder of plain pages with every table and figure in its order, the worked cases of
//! Appendix C and the failures of Appendix S.

mod columns;
mod contents;
mod failures;
mod worked;

use maud::{Markup, html};

use self::columns::Column;
use super::plain_page::{Folder, PlainPage};
use super::published::{system, systems};
use super::{SuiteView, View};
use crate::score::Scorer;

/// What every page of the paper has.
const PAPER: Folder = Folder {
    nav: &[
        ("index.html", "Tables and figures"),
        ("appendix-c.html", "Worked cases"),
        ("appendix-s.html", "Failures of products"),
    ],
    style: concat!(
        include_str!("../html/assets/base.css"),
        include_str!("../html/assets/tables.css"),
        include_str!("../board/board.css"),
        include_str!("paper.css")
    ),
};

/// Makes the pages: what was measured beside what was published, by one scorer.
#[must_use]
pub fn paper(view: &View<'_>, scorer: Scorer) -> Vec<PlainPage> {
    let page = |file: &str, html: String| PlainPage { file: file.to_owned(), html };
    vec![
        page("index.html", contents::page(view, scorer)),
        page("appendix-c.html", worked::page(view, scorer)),
        page("appendix-s.html", failures::page(view, scorer)),
    ]
}

/// Returns the suite of a name, whole or without some columns.
fn suite<'a>(view: &'a View<'_>, name: &str) -> Option<&'a SuiteView<'a>> {
    view.suites.iter().find(|suite| {
        let own = suite.by(Scorer::Published).totals.name.as_str();
        own == name || own.strip_prefix(name).is_some_and(|rest| rest.starts_with(" without "))
    })
}

/// Returns the keys of the published systems that no column measured.
fn only_published(columns: &[Column<'_>]) -> Vec<&'static str> {
    let measured = |key: &str| {
        let mut names = columns.iter().flat_map(|column| column.suite.names());
        names.any(|name| system(name).is_some_and(|published| published.key == key))
    };
    systems().iter().map(|system| system.key.as_str()).filter(|key| !measured(key)).collect()
}

/// Says what was not played.
fn nothing(what: &str) -> Markup {
    html! { p.caption { "N/A: no run here has " (what) "." } }
}
