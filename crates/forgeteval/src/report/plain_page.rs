//! Plain pages of a folder: nothing in them is executed or fetched.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

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
        let digest = STANDARD.encode(Sha256::digest(self.style.as_bytes()));
        let policy = format!(
            "default-src 'none'; style-src 'sha256-{digest}'; img-src data:; base-uri 'none'; form-action 'none'"
        );
        let markup = html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(policy);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    meta name="generator" content={ "forgeteval " (env!("CARGO_PKG_VERSION")) };
                    title { "ForgetEval: " (title) }
                    link rel="icon" href="data:,";
                    style { (PreEscaped(self.style)) }
                }
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
