//! What systems took of a language model, beside what they passed: the cells of a table that text, Markdown and pages draw.

use nepenthe_llm::{FailureKind, Money};

use super::{SuiteTotals, SystemTotals};
use crate::adapter::Usage;
use crate::record::LlmUse;

/// The headings of the table, and what each says at more length.
pub(super) const HEADINGS: [(&str, &str); 12] = [
    ("language model", "The system, and the model that it asked"),
    ("pass", "Cases passed, of those asked"),
    ("%", "Passed of all cases"),
    ("calls", "Completions asked for"),
    ("tokens in", "Tokens of the prompts"),
    ("tokens out", "Tokens of the answers"),
    ("money", "What they cost by the run's price; - where none was said"),
    ("s", "Seconds that the calls took together"),
    ("unusable", "Answers that did not fit what was asked; N/A where the system does not tell"),
    ("truncated", "Answers that were cut off at the longest length"),
    ("refused", "Calls that the endpoint or the model would not answer"),
    ("unreachable", "Calls that met no answer"),
];

/// Returns the rows of the table: the systems that asked a model. None where no system did.
pub(super) fn rows(suite: &SuiteTotals) -> Vec<(&SystemTotals, [String; 12])> {
    let asked = |system| -> Option<(&SystemTotals, [String; 12])> {
        let system: &SystemTotals = system;
        Some((system, cells(system, system.llm.as_ref()?)))
    };
    suite.systems.iter().filter_map(asked).collect()
}

fn cells(system: &SystemTotals, llm: &LlmUse) -> [String; 12] {
    let failed = |kind| llm.failed(kind).to_string();
    let unusable = match llm.failed(FailureKind::Unusable) {
        0 if !llm.unusable_known => "N/A".to_owned(),
        known => known.to_string(),
    };
    [
        system.name.clone(),
        format!("{}/{}", system.pass, system.n),
        system.strict.rate.map_or_else(|| "-".to_owned(), |rate| format!("{:.1}", rate * 100.0)),
        llm.calls.to_string(),
        llm.tokens_in.to_string(),
        llm.tokens_out.to_string(),
        llm.money.as_ref().map_or_else(|| "-".to_owned(), Money::to_string),
        format!("{:.1}", llm.latency_us as f64 / 1e6),
        unusable,
        failed(FailureKind::Truncated),
        failed(FailureKind::Refused),
        failed(FailureKind::Unreachable),
    ]
}

/// Returns what must be said of a system's language model.
pub(super) fn notes(system: &SystemTotals) -> Vec<String> {
    let Some(llm) = &system.llm else { return Vec::new() };
    let mut notes = Vec::new();
    if llm.is_scripted() {
        notes.push(SCRIPTED.to_owned());
    }
    notes.extend(of_no_use(llm));
    if llm.estimated > 0 {
        notes.push(format!(
            "the endpoint did not say what {} calls took; upper bounds are counted.",
            llm.estimated
        ));
    }
    if let Some(beside) = system.beside.as_ref().filter(|beside| beside.calls > 0) {
        let money = beside.money.map(|money| format!(", {money}")).unwrap_or_default();
        notes.push(format!(
            "{} more calls ({} tokens in, {} out{money}) were for cases without a verdict, such as one that the budget cut off.",
            beside.calls, beside.tokens_in, beside.tokens_out
        ));
    }
    if let Some(Usage { calls, prompt_tokens, completion_tokens, .. }) = system.said {
        let differs = |said: Option<u64>, counted| said.is_some_and(|said| said != counted);
        if differs(calls, llm.calls)
            || differs(prompt_tokens, llm.tokens_in)
            || differs(completion_tokens, llm.tokens_out)
        {
            let shown = |said: Option<u64>| said.map_or_else(|| "?".to_owned(), |said| said.to_string());
            notes.push(format!(
                "it says itself {} calls, {} tokens in, {} out; what the run counted is shown.",
                shown(calls),
                shown(prompt_tokens),
                shown(completion_tokens)
            ));
        }
    }
    notes
}

/// Says how much of a row is not the model's; of a system that does not tell, only as far as the endpoint shows.
pub(super) fn of_no_use(llm: &LlmUse) -> Option<String> {
    let (failed, calls) = (llm.of_no_use(), llm.calls);
    let so = if llm.unusable_known { ": the fallback decided" } else { "" };
    (failed > 0).then(|| format!("{failed} of {calls} answers were of no use{so}."))
}

/// What is said of rows whose model is the scripted one.
pub(super) const SCRIPTED: &str =
    "its language model was a script, not a model: the row shows that the plumbing works, and is no result.";
