//! ChatGPT: `conversations.json` of an export of one's data. What the user said on the branch that is shown is a memory; answers
//! are not.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{Found, LeftReason, Read, entries, moment};
use crate::OpError;

pub(super) fn read(bytes: &[u8]) -> Result<Read, OpError> {
    let mut read = Read::default();
    for (at, conversation) in
        entries::under(entries::parse(bytes)?, &["conversations"])?.into_iter().enumerate()
    {
        match conversation["mapping"].as_object() {
            Some(_) => of_conversation(&conversation, &mut read),
            None => read.leave(entries::place(at), LeftReason::Malformed),
        }
    }
    Ok(read)
}

fn of_conversation(conversation: &Value, read: &mut Read) {
    let mapping = &conversation["mapping"];
    let id = entries::string(conversation, &["conversation_id", "id"]).unwrap_or_default();
    let title = entries::string(conversation, &["title"]).unwrap_or_default();
    let shown = branch(conversation);
    let mut messages: Vec<(&String, &Value)> = mapping
        .as_object()
        .into_iter()
        .flatten()
        .map(|(node, value)| (node, &value["message"]))
        .filter(|(_, message)| message.is_object())
        .collect();
    let time = |message: &Value| moment::read(&message["create_time"]);
    messages.sort_by(|a, b| time(a.1).cmp(&time(b.1)).then_with(|| a.0.cmp(b.0)));
    for (node, message) in messages {
        let entry = entries::string(message, &["id"]).unwrap_or(node);
        if message["author"]["role"] != "user" {
            read.leave(entry, LeftReason::Assistant);
        } else if shown.as_ref().is_some_and(|shown| !shown.contains(node.as_str())) {
            read.leave(entry, LeftReason::Branch);
        } else {
            let metadata = json!({ "conversation": id, "title": title });
            read.take(Found {
                entry: entry.to_owned(),
                text: text(&message["content"]),
                source: (!title.is_empty()).then(|| title.to_owned()),
                metadata: metadata.as_object().cloned().unwrap_or_default(),
                created: time(message),
                ..Found::default()
            });
        }
    }
}

/// The nodes from the one that is shown last up to the first; `None` where the file does not say which that is.
fn branch(conversation: &Value) -> Option<HashSet<&str>> {
    let mut nodes = HashSet::new();
    let mut next = entries::string(conversation, &["current_node"]);
    while let Some(node) = next
        && nodes.insert(node)
    {
        next = conversation["mapping"][node]["parent"].as_str();
    }
    (!nodes.is_empty()).then_some(nodes)
}

/// The parts of a message that are text; pictures and files are none.
fn text(content: &Value) -> String {
    let parts = content["parts"].as_array().into_iter().flatten();
    let texts = parts.filter_map(|part| part.as_str().or_else(|| part["text"].as_str()));
    let texts: Vec<&str> = texts.filter(|text| !text.trim().is_empty()).collect();
    if texts.is_empty() { content["text"].as_str().unwrap_or_default().to_owned() } else { texts.join("\n") }
}
