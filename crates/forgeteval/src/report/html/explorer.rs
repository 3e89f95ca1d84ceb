//! The frame of the explorer of cases, which the script fills.

use maud::{Markup, html};

/// Draws the frame.
pub(super) fn explorer() -> Markup {
    let verdicts = [
        ("", "any verdict"),
        ("fail", "failed"),
        ("pass", "passed"),
        ("leak", "leaked"),
        ("lost", "lost something"),
        ("na", "not applicable"),
        ("error", "ended in an error"),
        ("differ", "scorers differ"),
    ];
    html! {
        section #explorer.explorer aria-labelledby="explorer-title" {
            h2 #explorer-title { "The cases" }
            p {
                "Open any case: what was written, what was asked to be forgotten, and what each system then recalled. "
                mark.bad { "Forbidden" } " and " mark.good { "needed" } " strings are marked. "
                kbd { "j" } " " kbd { "k" } " go through the list."
            }
            form #find role="search" aria-label="Find cases" {
                label { span { "Text" } input #find-text type="search" placeholder="id, fact, question, recalled text" autocomplete="off"; }
                label { span { "Column" } select #find-column autocomplete="off" {} }
                label { span { "System" } select #find-system autocomplete="off" {} }
                label {
                    span { "Verdict" }
                    select #find-verdict autocomplete="off" {
                        @for (value, words) in verdicts { option value=(value) { (words) } }
                    }
                }
                button.quiet type="reset" { "Clear" }
                p #find-count role="status" {}
            }
            div.desk {
                div.list-frame {
                    ol #cases.cases aria-label="Cases found" {}
                }
                article #case.case aria-live="off" tabindex="-1" {
                    p.caption #case-empty { "No case is open. Choose one from the list." }
                }
            }
        }
    }
}
