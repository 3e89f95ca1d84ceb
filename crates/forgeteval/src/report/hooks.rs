//! Models of a hook by the memory that it works on, each beside that memory without one: the paper's Table 10.

use super::grid::Grid;
use super::{SuiteTotals, SystemTotals};
use crate::record::system_of_row;

/// The memories, and the same where a language model is asked at the change.
const PAIRS: [(&str, &str); 7] = [
    ("pylethe", "lethe-llm"),
    ("langgraph", "langgraph-llm"),
    ("letta", "letta-llm"),
    ("langgraph", "langgraph-contracts"),
    ("letta", "letta-contracts"),
    ("nepenthe:published", "nepenthe-llm"),
    ("nepenthe:canonical", "nepenthe-routed"),
];

/// Returns the table: a row for each model, and for each hook what passed of all cases and by how many points that differs
/// from its memory alone. None where no hook asked a model.
pub(super) fn hooks(suite: &SuiteTotals) -> Option<Grid> {
    let find = |name: &str| suite.systems.iter().find(|system| system.name == name);
    let models_of = |hook: &str| -> Vec<&str> {
        suite.systems.iter().filter_map(|system| model(&system.name, hook)).collect()
    };
    let pairs: Vec<(&str, &str)> =
        PAIRS.into_iter().filter(|(_, hook)| !models_of(hook).is_empty()).collect();
    let mut models: Vec<&str> = Vec::new();
    for name in pairs.iter().flat_map(|(_, hook)| models_of(hook)) {
        if !models.contains(&name) {
            models.push(name);
        }
    }
    if models.is_empty() {
        return None;
    }
    let two = |top: &str, below: &str| (top.to_owned(), below.to_owned());
    let mut headings = vec![two("hook's", "model")];
    headings.extend(pairs.iter().flat_map(|(_, hook)| [two(hook, "% (passed)"), two("points", "over none")]));
    let mut grid = Grid::new(headings);
    let alone = pairs.iter().flat_map(|(memory, _)| [find(memory).map_or_else(dash, passed), dash()]);
    grid.row([String::from("none")].into_iter().chain(alone).collect());
    for name in models {
        let cells = pairs.iter().flat_map(|(memory, hook)| {
            let row = suite.systems.iter().find(|system| model(&system.name, hook) == Some(name));
            [row.map_or_else(dash, passed), lift(row, find(memory)).unwrap_or_else(dash)]
        });
        grid.row([name.to_owned()].into_iter().chain(cells).collect());
    }
    Some(grid)
}

/// Returns the model of a row of this hook, `lethe-llm (qwen3)`; a row whose model was scripted is no result, and has none.
fn model<'a>(row: &'a str, hook: &str) -> Option<&'a str> {
    system_of_row(row)?;
    row.strip_prefix(hook)?.strip_prefix(" (")?.strip_suffix(')')
}

fn passed(system: &SystemTotals) -> String {
    format!("{} ({})", system.strict.percent(), system.pass)
}

/// Returns the difference in points; nothing where one was not played on as many cases.
fn lift(row: Option<&SystemTotals>, alone: Option<&SystemTotals>) -> Option<String> {
    let (row, alone) = (row?, alone?);
    let played = row.n == alone.n;
    let points = (row.strict.rate? - alone.strict.rate?) * 100.0;
    played.then(|| format!("{points:+.1}"))
}

fn dash() -> String {
    "-".to_owned()
}

#[cfg(test)]
mod tests {
    use super::model;

    #[test]
    fn a_row_tells_its_model() {
        assert_eq!(model("lethe-llm (qwen3)", "lethe-llm"), Some("qwen3"));
        assert_eq!(model("lethe-llm", "lethe-llm"), None, "it asked none");
        assert_eq!(model("lethe-llm (scripted)", "lethe-llm"), None, "rules are no model");
        assert_eq!(model("lethe-llm-two (qwen3)", "lethe-llm"), None, "another system");
    }
}
