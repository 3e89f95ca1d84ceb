//! The rows of FactConsolidation.

use std::path::Path;

use serde::Deserialize;
use sha2::Sha256;

use crate::external::{LoadError, hex, read};

/// What the sources of FactConsolidation begin with; other rows of the set are left out.
const SOURCE: &str = "factconsolidation_";

/// Every row of FactConsolidation in a file.
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// The rows, in the order of the file.
    pub blocks: Vec<Block>,
    /// The SHA-256 of the file, in lower-case hex.
    pub sha256: String,
}

/// One row: a size, of single-hop or multi-hop questions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Block {
    /// Its source, such as `factconsolidation_sh_6k`.
    pub source: String,
    /// The facts, in the order of their numbers as written.
    pub facts: Vec<String>,
    /// Each question with the answers that are accepted.
    pub questions: Vec<(String, Vec<String>)>,
}

#[derive(Deserialize)]
struct Row {
    context: String,
    questions: Vec<String>,
    answers: Vec<Answers>,
    metadata: Metadata,
}

#[derive(Deserialize)]
#[serde(untagged)]
enum Answers {
    Several(Vec<String>),
    One(String),
}

#[derive(Deserialize)]
struct Metadata {
    source: String,
}

impl Data {
    /// Reads the rows of the split `Conflict_Resolution`, as JSON: a list of rows, or a row a line. Rows of other sources and
    /// fields that are not named here are ignored.
    ///
    /// # Errors
    /// [`LoadError`] names the file, and the field or the line.
    pub fn read(path: &Path) -> Result<Self, LoadError> {
        let mut hasher = Sha256::default();
        let bytes = read(path, &mut hasher)?;
        let json = |reason: String| LoadError::Json { path: path.to_path_buf(), reason };
        let rows: Vec<Row> = if bytes.trim_ascii_start().starts_with(b"[") {
            serde_json::from_slice(&bytes).map_err(|error| json(error.to_string()))?
        } else {
            let lines = (1..).zip(bytes.split(|byte| *byte == b'\n'));
            let lines = lines.filter(|(_, line)| !line.trim_ascii().is_empty());
            let row = |(number, line): (usize, &[u8])| {
                serde_json::from_slice(line).map_err(|error| json(format!("line {number}: {error}")))
            };
            lines.map(row).collect::<Result<_, _>>()?
        };
        let mut blocks: Vec<Block> = Vec::new();
        for row in rows.into_iter().filter(|row| row.metadata.source.starts_with(SOURCE)) {
            let source = row.metadata.source;
            let wrong = |what: String| LoadError::layout(path, format!("{source}: {what}"));
            if row.questions.len() != row.answers.len() {
                let (questions, answers) = (row.questions.len(), row.answers.len());
                return Err(wrong(format!("{questions} questions have {answers} lists of answers")));
            }
            let facts = facts(&row.context);
            if facts.is_empty() {
                return Err(wrong("field `context` holds no numbered fact".to_owned()));
            }
            if blocks.iter().any(|block| block.source == source) {
                return Err(wrong("the row stands twice".to_owned()));
            }
            let answers = row.answers.into_iter().map(|answers| match answers {
                Answers::Several(several) => several,
                Answers::One(one) => vec![one],
            });
            let questions = row.questions.into_iter().zip(answers).collect();
            blocks.push(Block { source, facts, questions });
        }
        if blocks.is_empty() {
            return Err(LoadError::layout(
                path,
                format!("it has no row whose `metadata.source` begins with {SOURCE}"),
            ));
        }
        Ok(Self { blocks, sha256: hex(hasher) })
    }
}

/// Returns the numbered facts: a number that goes on with the one before begins a fact, at the beginning of a line or behind
/// the end of a sentence. What stands before the first number is no fact.
fn facts(context: &str) -> Vec<String> {
    let mut facts: Vec<String> = Vec::new();
    let mut start: Option<usize> = None;
    let mut next: Option<u64> = None;
    let mut add = |text: &str| {
        let text = text.trim();
        if !text.is_empty() {
            facts.push(text.to_owned());
        }
    };
    let digit = |c: char| c.is_ascii_digit();
    let mut at = 0;
    while let Some(found) = context[at..].find(digit) {
        let number = at + found;
        let end = context[number..].find(|c| !digit(c)).map_or(context.len(), |length| number + length);
        at = end;
        let before = context[..number].trim_end_matches([' ', '\t', '\r']);
        let begins = before.is_empty() || before.ends_with(['\n', '.', '!', '?', ':']);
        let dotted = context[end..].starts_with(". ") || context[end..].starts_with(".\n");
        let value: Option<u64> = context[number..end].parse().ok();
        if !begins || !dotted || value.is_none() || next.is_some_and(|next| value != Some(next)) {
            continue;
        }
        if let Some(start) = start {
            add(&context[start..number]);
        }
        start = Some(end + 1);
        next = value.map(|value| value + 1);
    }
    if let Some(start) = start {
        add(&context[start..]);
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::facts;

    #[test]
    fn facts_are_split_at_their_numbers() {
        let context = "Here is a list of facts:\n0. The kite of Ada is red.\n1. Ada was born in 1987. 2. Ada's kite \
                       costs 3. \n3. The kite of Ada is blue.\n";
        assert_eq!(
            facts(context),
            [
                "The kite of Ada is red.", "Ada was born in 1987.", "Ada's kite costs 3.",
                "The kite of Ada is blue."
            ]
        );
        assert_eq!(facts("12. One.\n13. Two.\n15. Not the next.").len(), 2);
        assert!(facts("no number at all").is_empty());
    }
}
