//! What the scripted model answers to rivals: the text itself to those that keep what a model makes of it, and would else keep
//! nothing; a plan and the memories that hold the request's words to the paper's hook (`systems/paper_hook.py`).

use nepenthe_llm::{Request, Role};
use serde_json::{Value, json};

/// Answers the prompts by which Mem0, Cognee and Graphiti take in a text, and those of the paper's hook; `None` for all others.
#[must_use]
pub fn answer(request: &Request) -> Option<String> {
    mem0(request)
        .or_else(|| cognee(request))
        .or_else(|| graphiti(request))
        .or_else(|| hook(request))
        .map(|answer| answer.to_string())
}

fn said(request: &Request, role: Role) -> Option<&str> {
    request.messages.iter().rfind(|message| message.role == role).map(|message| message.content.as_str())
}

fn between<'a>(text: &'a str, before: &str, after: &str) -> Option<&'a str> {
    Some(text.split_once(before)?.1.split_once(after)?.0.trim())
}

/// Mem0 asks what of new messages is to be remembered.
fn mem0(request: &Request) -> Option<Value> {
    said(request, Role::System).filter(|system| system.contains("You are a Memory Extractor"))?;
    let new = between(said(request, Role::User)?, "## New Messages\n", "\n\n## Observation Date")?;
    Some(json!({ "memory": [{ "id": "0", "text": new.strip_prefix("user: ").unwrap_or(new) }] }))
}

/// Cognee asks for a summary of a chunk, and for a graph of it, which may be empty.
fn cognee(request: &Request) -> Option<Value> {
    let (system, text) = (said(request, Role::System)?, said(request, Role::User)?.trim());
    if system.starts_with("Summarize the chunk for retrieval") {
        Some(json!({ "summary": text, "description": text }))
    } else if system.starts_with("You are a top-tier algorithm designed for extracting information") {
        Some(json!({ "nodes": [], "edges": [] }))
    } else {
        None
    }
}

/// Graphiti asks which entities an episode names, and then what it says of two of them.
fn graphiti(request: &Request) -> Option<Value> {
    let user = said(request, Role::User)?;
    let form = request.foreign.as_ref()?.pointer("/response_format/json_schema/name")?.as_str()?;
    match form {
        "ExtractedEntities" => {
            let text = between(user, "<TEXT>\n", "\n</TEXT>")?;
            let mut words = text
                .split_whitespace()
                .map(|word| word.trim_matches(|c: char| !c.is_alphanumeric()))
                .filter(|word| !word.is_empty());
            let names = [words.next(), words.next_back()];
            let entity = |name| json!({ "name": name, "entity_type_id": 0, "episode_indices": [0] });
            Some(json!({ "extracted_entities": names.into_iter().flatten().map(entity).collect::<Vec<_>>() }))
        }
        "ExtractedEdges" => {
            let fact = between(user, "<CURRENT_MESSAGE>\n", "\n</CURRENT_MESSAGE>")?;
            let entities: Value =
                serde_json::from_str(between(user, "<ENTITIES>\n", "\n</ENTITIES>")?).ok()?;
            let name = |index: usize| entities.pointer(&format!("/{index}/name")).and_then(Value::as_str);
            let edge = |(source, target)| {
                json!({ "source_entity_name": source, "target_entity_name": target, "relation_type": "STATES",
                    "fact": fact, "valid_at": null, "invalid_at": null, "episode_indices": [0] })
            };
            Some(json!({ "edges": name(0).zip(name(1)).map(edge).into_iter().collect::<Vec<_>>() }))
        }
        _ => None,
    }
}

/// The paper's hook asks how a memory is superseded, and which memories a purge or a release means.
fn hook(request: &Request) -> Option<Value> {
    let (system, user) = (said(request, Role::System)?, said(request, Role::User)?);
    let string = |line: &str| serde_json::from_str::<String>(line).ok();
    let field =
        |name: &str| user.lines().find_map(|line| string(line.strip_prefix(name)?.strip_prefix(": ")?));
    if system.starts_with("You plan one change of a memory store.") {
        let (new, memory) = (field("New")?, field("Memory")?);
        // What stands behind an "and" is taken for another statement, which stays.
        return Some(match memory.split_once(" and ") {
            Some((_, other)) => {
                json!({ "plan": "partial", "text": format!("{} and {other}", new.trim_end_matches('.')) })
            }
            None => json!({ "plan": "atomic" }),
        });
    }
    if !system.starts_with("You choose what a memory store") {
        return None;
    }
    let wanted = words(&field("Request")?);
    let numbered = user.lines().filter_map(|line| line.split_once(": "));
    let matches = numbered.filter_map(|(number, text)| {
        let number: usize = number.parse().ok()?;
        let text = words(&string(text)?);
        wanted.iter().all(|word| text.contains(word)).then_some(number)
    });
    Some(json!({ "matches": matches.collect::<Vec<_>>() }))
}

/// The words that have a digit or a capital, in lower case; all of them where none has.
fn words(text: &str) -> Vec<String> {
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '@' | '.')).collect();
    let telling = |word: &&str| word.contains(|c: char| c.is_numeric() || c.is_uppercase());
    let chosen: Vec<&str> = match words.iter().any(telling) {
        true => words.into_iter().filter(telling).collect(),
        false => words,
    };
    let trimmed = chosen.into_iter().map(|word| word.trim_matches('.').to_lowercase());
    trimmed.filter(|word| !word.is_empty()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn asked(body: Value) -> Option<Value> {
        let answer = answer(&Request::foreign(body).unwrap())?;
        Some(serde_json::from_str(&answer).unwrap())
    }

    #[test]
    fn mem0_is_told_to_remember_the_text() {
        let user =
            "## Summary\n\n\n## New Messages\nuser: Ana's \"badge\"\nis P-17.\n\n\n## Observation Date\n2026";
        let system = "\n# ROLE\n\nYou are a Memory Extractor";
        let messages = json!([{ "role": "system", "content": system }, { "role": "user", "content": user }]);
        let text = "Ana's \"badge\"\nis P-17.";
        assert_eq!(
            asked(json!({ "messages": messages })),
            Some(json!({ "memory": [{ "id": "0", "text": text }] }))
        );
    }

    #[test]
    fn the_papers_hook_gets_a_plan_or_the_memories_with_the_requests_words() {
        // The questions as the adapters ask them.
        let hook = include_str!("../../../../systems/paper_hook.py");
        let prompt = |name: &str| {
            hook.split_once(&format!("{name} = \"\"\"\\\n")).unwrap().1.split("\"\"\"").next().unwrap()
        };
        let asked = |system: &str, user: &str| {
            let user = json!({ "role": "user", "content": user });
            asked(json!({ "messages": [{ "role": "system", "content": system }, user] }))
        };
        let supersede = |memory: &str| {
            let user = format!("Request: \"home\"\nNew: \"Ana lives in Quito.\"\nMemory: \"{memory}\"");
            asked(prompt("SUPERSEDE"), &user).unwrap()
        };
        assert_eq!(supersede("Ana lives in Lima."), json!({ "plan": "atomic" }));
        let partial = json!({ "plan": "partial", "text": "Ana lives in Quito and sings." });
        assert_eq!(supersede("Ana lives in Lima and sings."), partial);
        let memories = "Memories:\n0: \"Bo has P-170.\"\n1: \"Ana has the badge P-17.\"";
        for name in ["PURGE", "RELEASE"] {
            let found = |request: &str| asked(prompt(name), &format!("Request: \"{request}\"\n{memories}"));
            assert_eq!(found("badge P-17"), Some(json!({ "matches": [1] })));
            assert_eq!(found("badge of Cy"), Some(json!({ "matches": [] })));
        }
    }

    #[test]
    fn cognee_gets_the_text_for_a_summary_and_an_empty_graph() {
        let asked = |system: &str| {
            let user = json!({ "role": "user", "content": "Ana lives in Lima." });
            asked(json!({ "messages": [{ "role": "system", "content": system }, user] }))
        };
        assert_eq!(asked("Summarize the chunk for retrieval.\n").unwrap()["summary"], "Ana lives in Lima.");
        let graph = "You are a top-tier algorithm designed for extracting information in structured formats";
        assert_eq!(asked(graph), Some(json!({ "nodes": [], "edges": [] })));
        assert_eq!(asked("You are a poet."), None);
    }

    #[test]
    fn graphiti_gets_an_edge_between_the_ends_of_a_text() {
        let body = |name: &str, user: &str| {
            json!({ "messages": [{ "role": "user", "content": user }],
                "response_format": { "type": "json_schema", "json_schema": { "name": name, "schema": {} } } })
        };
        let entities = asked(body("ExtractedEntities", "<TEXT>\nAna works at Initech.\n</TEXT>")).unwrap();
        let names: Vec<_> =
            entities["extracted_entities"].as_array().unwrap().iter().map(|entity| &entity["name"]).collect();
        assert_eq!(names, ["Ana", "Initech"]);
        let listed = "<ENTITIES>\n[{\"name\": \"Ana\"}, {\"name\": \"Initech\"}]\n</ENTITIES>";
        let message = "<CURRENT_MESSAGE>\nAna works at Initech.\n</CURRENT_MESSAGE>";
        let edges = asked(body("ExtractedEdges", &format!("{message}\n{listed}"))).unwrap();
        assert_eq!(edges["edges"][0]["fact"], "Ana works at Initech.");
        assert_eq!(edges["edges"][0]["target_entity_name"], "Initech");
        let alone = format!("{message}\n<ENTITIES>\n[{{\"name\": \"Ana\"}}]\n</ENTITIES>");
        assert_eq!(asked(body("ExtractedEdges", &alone)), Some(json!({ "edges": [] })));
        assert_eq!(asked(body("EdgeDuplicate", &alone)), None);
    }
}
