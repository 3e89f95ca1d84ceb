//! What every page begins with, and the hashes by which its policy knows what it may run or draw.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use maud::{Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

/// Draws the head of a page of this title, under a policy that says what the browser may do.
pub(super) fn page_head(policy: &str, title: &str, style: &str) -> Markup {
    html! {
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
    }
}

/// Writes the hash by which a page's policy knows an element.
pub(super) fn hash(text: &str) -> String {
    format!("sha256-{}", STANDARD.encode(Sha256::digest(text.as_bytes())))
}
