//! How to submit.

use maud::html;

use super::BOARD;

const COMMANDS: &str = "\
pip install forgeteval
forgeteval run --suite adversarial,absence,resurrection,residue,scope,sequence,template \\
  --system ./my-memory,null,keep,nuke,normalized-keys,oracle-edits --out my-memory-results
forgeteval verify-submission my-memory-results";

/// Draws the page.
pub(super) fn page() -> String {
    let lead = html! {
        p.lead { "A submission is the folder that a run leaves, and the adapter that it was made with." }
    };
    let body = html! {
        section {
            h2 { "What to run" }
            pre { code { (COMMANDS) } }
            p {
                code { "my-memory" } " is a folder with a " code { "system.toml" } " and an adapter; one of 30 lines is enough, and "
                code { "forgeteval adapter check" } " tells whether it keeps to the protocol. The suite "
                code { "scale" } " may be added; it takes longer. Floors and ceilings are run with it, so that the gates can be read."
            }
        }
        section {
            h2 { "What to hand in" }
            ul {
                li { code { "verdicts.jsonl" } " (or " code { "verdicts.jsonl.gz" } "): every verdict with the texts that were recalled" }
                li { code { "run.json" } ": versions, settings, machine, the command" }
                li { code { "suites/" } ": the cases as they were played" }
                li { "the adapter's folder, with pinned packages, so that others can play it again" }
            }
        }
        section {
            h2 { "What is checked" }
            ul {
                li { "every case of every suite has a verdict, of one version, k and embedder" }
                li { "the suites are this program's, by their hash" }
                li { "each verdict follows from the texts beside it, by all three scorers" }
                li { "a sample of cases, drawn by a seed that the submitter does not choose, is played again and comes out alike" }
            }
            p {
                "What asks a language model is not played again without one; its row is named after its model, and what rules \
                 answered in the place of a model is no result."
            }
        }
    };
    BOARD.page("How to submit", &lead, &body)
}
