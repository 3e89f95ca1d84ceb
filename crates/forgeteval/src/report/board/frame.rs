//! What every page of the board has.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

/// Draws a page. A policy in it forbids the browser to run or fetch anything.
pub(super) fn frame(title: &str, lead: &Markup, body: &Markup) -> String {
    let style = concat!(include_str!("../html/assets/base.css"), include_str!("board.css"));
    let digest = STANDARD.encode(Sha256::digest(style.as_bytes()));
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
                style { (PreEscaped(style)) }
            }
            body {
                div.board {
                    nav aria-label="Pages" {
                        a href="index.html" { "Leaderboard" }
                        a href="submit.html" { "How to submit" }
                    }
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
