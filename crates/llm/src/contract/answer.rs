//! Holding an answer to its contract.

use std::collections::BTreeMap;

use serde_json::Value;

use super::MOST;
use super::annotation::{Annotation, AnnotationKind};
use super::extract::{Piece, lists, pieces};

/// The longest value of an annotation, in bytes.
const LONGEST_VALUE: usize = 256;

/// What becomes of a memory that a new statement concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum How {
    /// All that it states is out of date.
    Whole,
    /// A part of it is.
    Partial {
        /// The memory as it should read now.
        text: String,
    },
}

/// One memory that a new statement concerns.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Its number.
    pub index: usize,
    /// What becomes of it.
    pub how: How,
}

/// Reads which memories are meant, of so many: ascending, each once.
///
/// # Errors
/// Says why the answer cannot be used, without quoting it.
pub fn read_matches(answer: &str, candidates: usize) -> Result<Vec<usize>, String> {
    read(answer, "matches", |items| {
        let mut matches = items.iter().map(|item| index(item, candidates)).collect::<Result<Vec<_>, _>>()?;
        matches.sort_unstable();
        matches.dedup();
        Ok(matches)
    })
}

/// Reads what becomes of which memories, of so many: by ascending number, each once.
///
/// # Errors
/// Says why the answer cannot be used, without quoting it.
pub fn read_changes(answer: &str, candidates: usize) -> Result<Vec<Change>, String> {
    read(answer, "changes", |items| {
        let mut changes: BTreeMap<usize, How> = BTreeMap::new();
        for item in items {
            let item = item.as_object().ok_or("a change is no object")?;
            let index = index(item.get("index").ok_or("a change has no index")?, candidates)?;
            let how = match item.get("how").and_then(Value::as_str) {
                Some("whole") => How::Whole,
                Some("partial") => match item.get("text").and_then(Value::as_str) {
                    Some(text) if !text.trim().is_empty() => How::Partial { text: text.trim().to_owned() },
                    _ => return Err("a partial change has no text".to_owned()),
                },
                _ => return Err("a change is neither whole nor partial".to_owned()),
            };
            if changes.insert(index, how.clone()).is_some_and(|before| before != how) {
                return Err(format!("memory {index} has two different changes"));
            }
        }
        Ok(changes.into_iter().map(|(index, how)| Change { index, how }).collect())
    })
}

/// Reads the annotations of a text: in order, each once. Whether the rules let them stand is another question
/// ([`Annotation::stands_beside`]).
///
/// # Errors
/// Says why the answer cannot be used, without quoting it.
pub fn read_annotations(answer: &str) -> Result<Vec<Annotation>, String> {
    read(answer, "annotations", |items| {
        let mut annotations = items.iter().map(annotation).collect::<Result<Vec<_>, _>>()?;
        annotations.sort_unstable();
        annotations.dedup();
        Ok(annotations)
    })
}

fn annotation(item: &Value) -> Result<Annotation, String> {
    let item = item.as_object().ok_or("an annotation is no object")?;
    let words = |key| match item.get(key).and_then(Value::as_str).map(str::trim) {
        Some(words) if !words.is_empty() && words.len() <= LONGEST_VALUE => Ok(words.to_owned()),
        Some(words) if !words.is_empty() => Err(format!("the {key:?} of an annotation is too long")),
        _ => Err(format!("an annotation has no {key:?}")),
    };
    let kind = words("kind")?;
    let kind =
        AnnotationKind::from_word(&kind).ok_or("an annotation is neither identifier nor alias nor entity")?;
    Ok(Annotation { kind, of: words("of")?, value: words("value")? })
}

/// Reads which memory a new text brings up to date, of so many.
///
/// # Errors
/// Says why the answer cannot be used, without quoting it.
pub fn read_update(answer: &str, candidates: usize) -> Result<Option<usize>, String> {
    read(answer, "updates", |items| {
        let mut indices = items.iter().map(|item| index(item, candidates)).collect::<Result<Vec<_>, _>>()?;
        indices.dedup();
        match indices[..] {
            [] => Ok(None),
            [index] => Ok(Some(index)),
            _ => Err("more than one memory is brought up to date".to_owned()),
        }
    })
}

/// Reads the last object of the answer that has the key: models think aloud before they answer. What begins like an answer and
/// cannot be read is the last word too, and so is what takes the answer back.
fn read<T>(answer: &str, key: &str, fit: impl FnOnce(&[Value]) -> Result<T, String>) -> Result<T, String> {
    for piece in pieces(said(answer)).into_iter().rev() {
        match piece {
            Piece::Object(object, after) => match object.get(key) {
                Some(Value::Array(items)) if items.len() > MOST => {
                    return Err(format!("{} entries, at most {MOST} can be", items.len()));
                }
                Some(Value::Array(items)) if taken_back(items, after) => {
                    return Err(format!("what follows the object with {key:?} says something else"));
                }
                Some(Value::Array(items)) => return fit(items),
                Some(_) => return Err(format!("{key:?} is no list")),
                None => {}
            },
            Piece::Broken(text) if text.contains(key) => {
                return Err(format!("what begins like an answer with {key:?} cannot be read as JSON"));
            }
            Piece::Broken(_) => {}
            Piece::Unread => return Err("the answer is too long to be read to its end".to_owned()),
        }
    }
    Err(format!("there is no JSON object with {key:?} in the answer"))
}

/// What is said to whoever asked: what a model thinks before that is a draft.
fn said(answer: &str) -> &str {
    let said = answer.rsplit_once("</think>").map_or(answer, |(_, said)| said);
    if said.trim_start().starts_with("<think>") { "" } else { said }
}

/// Tells whether another list follows an answer, or an object that may be another answer.
fn taken_back(items: &[Value], after: &str) -> bool {
    const ANSWERS: [&str; 6] = ["matches", "changes", "annotations", "updates", "index", "indices"];
    let answers = |object: &Value| {
        object.as_object().is_none_or(|fields| {
            fields.is_empty() || fields.keys().any(|key| ANSWERS.contains(&key.to_lowercase().as_str()))
        })
    };
    let object = |piece: Piece<'_>| matches!(piece, Piece::Object(object, _) if answers(&object));
    lists(after).iter().any(|list| list.as_array().is_none_or(|list| list != items))
        || pieces(after).into_iter().any(object)
}

/// Reads the number of a memory, also one in quotes or with a decimal point, as long as it is whole.
fn index(value: &Value, candidates: usize) -> Result<usize, String> {
    let whole =
        |number: f64| (number.fract() == 0.0 && (0.0..1e6).contains(&number)).then_some(number as u64);
    let number = match value {
        Value::Number(number) => number.as_u64().or_else(|| number.as_f64().and_then(whole)),
        Value::String(text) if text.trim().bytes().all(|byte| byte.is_ascii_digit()) => {
            text.trim().parse().ok()
        }
        _ => None,
    };
    let number = number.and_then(|number| usize::try_from(number).ok());
    match number {
        Some(number) if number < candidates => Ok(number),
        Some(number) => Err(format!("there is no memory {number}, of {candidates} from 0")),
        None => Err("something else than the number of a memory is named".to_owned()),
    }
}
