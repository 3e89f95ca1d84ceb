//! Where a system's language model stands.

use super::published::system;

/// What the paper calls the yardsticks, which are no placement.
const YARDSTICK: &str = "degenerate baseline";

/// Returns where a row's language model stands, in the paper's words (its Figure 2); `None` where nobody placed the system.
pub(super) fn placement(row: &str) -> Option<&'static str> {
    if let Some(published) = system(row) {
        return published.placement.as_deref().filter(|placement| *placement != YARDSTICK);
    }
    let system = row.split_once(" (").map_or(row, |(system, _)| system);
    match system {
        "nepenthe:canonical" | "mempalace-delete" | "naive-sql" | "inspeximus" | "langmem" | "memos"
        | "memvid" | "mcp-memory" | "mcp-memory-service" => Some("deterministic"),
        "nepenthe-llm" | "nepenthe-routed" | "lethe-llm" | "langgraph-llm" | "langgraph-contracts" => {
            Some("mutation hook")
        }
        "nepenthe-inscribe"
        | "nepenthe-inscribe-aware"
        | "nepenthe-merge"
        | "mem0-infer"
        | "mem0-infer-nuke"
        | "a-mem"
        | "a-mem-careful" => Some("inscribe-LLM"),
        "nepenthe-joint" | "letta-llm" | "letta-contracts" => Some("joint"),
        "letta-careful" | "openmemory-careful" => Some("vector only"),
        "graphiti" | "hipporag" | "hipporag-careful" => Some("knowledge graph"),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::placement;

    #[test]
    fn contestants_are_placed_and_yardsticks_are_not() {
        let table = [
            ("pylethe", Some("deterministic")),
            ("langgraph-llm", Some("mutation hook")),
            ("langgraph-llm (scripted)", Some("mutation hook")),
            ("letta-llm (qwen3)", Some("joint")),
            ("nepenthe:canonical", Some("deterministic")),
            ("null", None),
            ("oracle-edits", None),
            ("somebody's", None),
        ];
        for (row, placed) in table {
            assert_eq!(placement(row), placed, "{row}");
        }
    }
}
