//! The rules by which the scripted model answers the contracts.

use std::collections::BTreeSet;

use nepenthe_text::entity::{identifier, name};
use nepenthe_text::word::words;
use nepenthe_text::{clause, request};
use serde_json::{Value, json};

use crate::contract::{Contract, MOST, Prompt};
use crate::{Request, Role};

/// Which share of the words asked for a memory must have to be meant.
const MEANT: f64 = 0.5;

/// A question as the prompt puts it.
struct Question {
    contract: Contract,
    request: String,
    new: String,
    memories: Vec<String>,
}

/// Tells which contract a request asks for, by what it tells the model.
pub(super) fn contract(request: &Request) -> Option<Contract> {
    let system = request.messages.iter().find(|message| message.role == Role::System)?;
    Contract::ALL.into_iter().find(|contract| Prompt::of(*contract).system() == system.content)
}

/// Answers a request of ours; `None` for others. A greedy answer names every memory.
pub(super) fn answer(request: &Request, greedy: bool) -> Option<String> {
    let question = read(request)?;
    let all: Vec<usize> = (0..question.memories.len()).collect();
    let answer = match question.contract {
        Contract::Supersede if greedy => {
            json!({ "changes": all.iter().map(|index| json!({ "index": index, "how": "whole" })).collect::<Vec<_>>() })
        }
        Contract::Supersede => json!({ "changes": changes(&question) }),
        Contract::Annotate => json!({ "annotations": annotations(&question.new, greedy) }),
        Contract::Merge if greedy => json!({ "updates": [0] }),
        Contract::Merge => json!({ "updates": update(&question) }),
        Contract::Purge | Contract::Release if greedy => json!({ "matches": all }),
        Contract::Purge | Contract::Release => json!({ "matches": matches(&question) }),
    };
    Some(answer.to_string())
}

fn read(request: &Request) -> Option<Question> {
    let contract = contract(request)?;
    let user = request.messages.iter().rfind(|message| message.role == Role::User)?;
    let mut question =
        Question { contract, request: String::new(), new: String::new(), memories: Vec::new() };
    for line in user.content.lines() {
        let Some((head, text)) = line.split_once(": ") else { continue };
        let Ok(text) = serde_json::from_str::<String>(text) else { continue };
        match head {
            "Request" => question.request = text,
            "New statement" | "New text" | "Text" => question.new = text,
            _ => question.memories.push(text),
        }
    }
    Some(question)
}

fn stems(text: &str) -> BTreeSet<String> {
    words(text).into_iter().filter(|word| word.content).map(|word| word.stem).collect()
}

/// Which part of the words asked for a text has.
fn share(asked: &BTreeSet<String>, text: &str) -> f64 {
    let there = stems(text);
    asked.intersection(&there).count() as f64 / asked.len().max(1) as f64
}

/// What carries an identifier that is asked for; without one, what has the most of the words asked for, and at least half.
fn matches(question: &Question) -> Vec<usize> {
    let wanted = identifier::query_mentions(&question.request);
    if !wanted.is_empty() {
        let carries = |text: &str| {
            wanted
                .iter()
                .any(|wanted| identifier::find(wanted, text).iter().any(|found| found.certainty >= 0.5))
        };
        let numbered = question.memories.iter().enumerate();
        return numbered.filter(|(_, text)| carries(text)).map(|(index, _)| index).collect();
    }
    let asked = stems(request::parse(&question.request).core);
    best(&question.memories, |text| share(&asked, text))
}

fn best(memories: &[String], score: impl Fn(&str) -> f64) -> Vec<usize> {
    let scores: Vec<f64> = memories.iter().map(|text| score(text)).collect();
    let most = scores.iter().copied().fold(MEANT, f64::max);
    (0..memories.len()).filter(|index| scores[*index] >= most).collect()
}

fn changes(question: &Question) -> Vec<Value> {
    let asked = stems(&question.request);
    let meant = best(&question.memories, |text| if text == question.new { 0.0 } else { share(&asked, text) });
    let changes = meant.into_iter().map(|index| {
        let clauses = clause::split(&question.memories[index]);
        let score = |clause: &clause::Clause| share(&asked, &clause.standalone);
        let old = (0..clauses.len()).max_by(|a, b| {
            let score = |index: &usize| clauses.get(*index).map_or(0.0, score);
            score(a).total_cmp(&score(b)).then(b.cmp(a))
        });
        let rest = old.filter(|_| clauses.len() > 1).and_then(|old| clauses.without(&[old]));
        match rest {
            Some(rest) => {
                json!({ "index": index, "how": "partial", "text": format!("{} {rest}", question.new) })
            }
            None => json!({ "index": index, "how": "whole" }),
        }
    });
    changes.collect()
}

/// Names in other scripts that the rules know in Latin letters.
const ALIASES: [(&str, &str); 4] =
    [("Анна Козлова", "Anna Kozlova"), ("東京", "Tokyo"), ("Мюллер", "Müller"), ("サム・ロー", "Sam Roe")];

/// The identifiers of a text without separators, the other scripts' names that are known, and the people that are named. A
/// greedy answer says besides that the text is about everything, and carries numbers that it does not.
fn annotations(text: &str, greedy: bool) -> Vec<Value> {
    let annotation = |kind: &str, of: &str, value: String| json!({ "kind": kind, "of": of, "value": value });
    let bare = |text: &str| {
        let kept = if text.chars().any(char::is_alphabetic) { "@.+-" } else { "+" };
        text.chars().filter(|c| c.is_alphanumeric() || kept.contains(*c)).collect::<String>()
    };
    let mut annotations = Vec::new();
    for found in identifier::recognise(text) {
        annotations.push(annotation("identifier", &found.text, bare(&found.text)));
        if greedy {
            let other = bare(&found.text).replace(|c: char| c.is_ascii_digit(), "7");
            annotations.push(annotation("identifier", &found.text, other));
        }
    }
    let known = ALIASES.iter().filter(|(of, _)| text.contains(of));
    annotations.extend(known.map(|(of, value)| annotation("alias", of, (*value).to_owned())));
    let people = name::names(text).into_iter().filter(|name| name.kind == name::Kind::Person);
    annotations.extend(people.map(|name| annotation("entity", &name.text, name.words.join(" "))));
    if greedy && let Some(first) = text.split_whitespace().next() {
        for value in ["everything", "every memory", "Sam Roe", "+15550100199"] {
            for kind in ["identifier", "alias", "entity"] {
                annotations.push(annotation(kind, first, value.to_owned()));
            }
        }
    }
    annotations.truncate(MOST);
    annotations
}

/// The memory that has the most of the new text's words, and at least half, and is another text.
fn update(question: &Question) -> Vec<usize> {
    let new = stems(&question.new);
    let score = |text: &str| if text == question.new { 0.0 } else { share(&new, text) };
    best(&question.memories, score).into_iter().take(1).collect()
}
