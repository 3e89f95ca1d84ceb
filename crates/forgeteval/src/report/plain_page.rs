//! Plain pages of a folder: nothing in them is executed or fetched.

use maud::{DOCTYPE, Markup, html};

use super::page_head::{hash, page_head};

/// One page of a folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PlainPage {
    /// Its file, below the folder.
    pub file: String,
    /// What it holds.
    pub html: String,
}

/// What the pages of a folder share.
#[derive(Debug)]
pub(super) struct Folder {
    /// The pages that every page leads to: file and words.
    pub(super) nav: &'static [(&'static str, &'static str)],
    /// The style sheet.
    pub(super) style: &'static str,
}

impl Folder {
    /// Draws a page. A policy in it forbids the browser to run or fetch anything.
    pub(super) fn page(&self, title: &str, lead: &Markup, body: &Markup) -> String {
        let policy = format!(
            "default-src 'none'; style-src '{}'; img-src data:; base-uri 'none'; form-action 'none'",
            hash(self.style)
        );
        let markup = html! {
            (DOCTYPE)
            html lang="en" {
                (page_head(&policy, title, self.style))
                body {
                    div.board {
                        nav aria-label="Pages" { @for (file, words) in self.nav { a href=(file) { (words) } } }
                        header {
                            p.kicker { "ForgetEval" }
                            h1 { (title) }
                            (lead)
                        }
                        main { (body) }
                        footer { p { "Made by forgeteval " (env!("CARGO_PKG_VERSION")) " from raw verdicts." } }
                    }
                }
            }
        };
        markup.into_string()
    }
}
