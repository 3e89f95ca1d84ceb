//! [`Provenance`]: what stands beside a memory's text, where it can say something.

use std::collections::HashSet;

use nepenthe_planner::memory::{Memory, NewMemory};
use serde_json::{Map, Value};

/// The source and the metadata of a memory.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct Provenance {
    pub(crate) source: Option<String>,
    pub(crate) metadata: Option<Map<String, Value>>,
}

/// Bytes of a value that its key may be a label of: "customer 4471".
const LABELLED: usize = 64;

impl Provenance {
    pub(crate) fn new(source: Option<&String>, metadata: Option<&Map<String, Value>>) -> Self {
        Self { source: source.cloned(), metadata: metadata.cloned() }
    }

    /// Every string of it: the source, the keys of the metadata, and its values, with their keys where these may label them.
    pub(crate) fn strings(&self) -> HashSet<String> {
        let mut strings: HashSet<String> = self.source.iter().cloned().collect();
        if let Some(metadata) = &self.metadata {
            of_map(metadata, &mut strings);
        }
        strings
    }

    /// Takes out the source and each value of the metadata with a string that has to go. Returns where it stood, in words.
    pub(crate) fn take(&mut self, goes: &impl Fn(&str) -> bool) -> Vec<String> {
        let mut taken = Vec::new();
        if self.source.take_if(|source| goes(source)).is_some() {
            taken.push("its source".to_owned());
        }
        if let Some(metadata) = &mut self.metadata {
            let before: Vec<(String, Value)> = metadata.clone().into_iter().collect();
            sift(metadata, goes);
            let changed = before.iter().filter(|(key, value)| metadata.get(key) != Some(value));
            taken.extend(changed.map(|(key, _)| format!("{key:?} in its metadata")));
            self.metadata.take_if(|metadata| metadata.is_empty() && !before.is_empty());
        }
        taken
    }
}

impl From<&Memory> for Provenance {
    fn from(memory: &Memory) -> Self {
        Self::new(memory.source.as_ref(), memory.metadata.as_ref())
    }
}

impl From<&NewMemory> for Provenance {
    fn from(memory: &NewMemory) -> Self {
        Self::new(memory.source.as_ref(), memory.metadata.as_ref())
    }
}

/// Takes values out of an object; tells whether any went.
fn sift(map: &mut Map<String, Value>, goes: &impl Fn(&str) -> bool) -> bool {
    let before = map.len();
    let mut within = false;
    map.retain(|key, value| {
        let (gone, changed) = if goes(key) { (true, true) } else { sieve(key, value, goes) };
        within |= changed;
        !gone
    });
    within || map.len() < before
}

/// Takes out of a value what has to go; tells whether nothing is left of it, and whether anything went.
fn sieve(key: &str, value: &mut Value, goes: &impl Fn(&str) -> bool) -> (bool, bool) {
    let changed = match value {
        Value::Object(map) => sift(map, goes),
        Value::Array(items) => {
            let mut changed = false;
            items.retain_mut(|item| {
                let (gone, within) = sieve(key, item, goes);
                changed |= within;
                !gone
            });
            changed
        }
        _ => {
            let gone = of_scalar(key, value).iter().any(|string| goes(string));
            return (gone, gone);
        }
    };
    let empty = match value {
        Value::Object(map) => map.is_empty(),
        Value::Array(items) => items.is_empty(),
        _ => false,
    };
    (changed && empty, changed)
}

fn of_map(map: &Map<String, Value>, strings: &mut HashSet<String>) {
    for (key, value) in map {
        strings.insert(key.clone());
        of_value(key, value, strings);
    }
}

fn of_value(key: &str, value: &Value, strings: &mut HashSet<String>) {
    match value {
        Value::Object(map) => of_map(map, strings),
        Value::Array(items) => items.iter().for_each(|item| of_value(key, item, strings)),
        _ => strings.extend(of_scalar(key, value)),
    }
}

fn of_scalar(key: &str, value: &Value) -> Vec<String> {
    let string = match value {
        Value::String(string) => string.clone(),
        Value::Number(number) => number.to_string(),
        _ => return Vec::new(),
    };
    let short = string.len() <= LABELLED && string.bytes().any(|byte| byte.is_ascii_digit());
    let labelled = short.then(|| format!("{} {string}", key.replace(['_', '-'], " ")));
    std::iter::once(string).chain(labelled).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn provenance(source: &str, metadata: &str) -> Provenance {
        Provenance {
            source: Some(source.to_owned()),
            metadata: Some(serde_json::from_str(metadata).unwrap()),
        }
    }

    #[test]
    fn what_has_to_go_is_taken_out_wherever_it_stands_and_the_rest_stays() {
        let mut beside = provenance(
            "from Mo",
            r#"{"a": "Mo", "b": {"c": ["x", "Mo"], "d": 1}, "Mo": true, "e": {"f": "Mo"}, "g": [], "h": null}"#,
        );
        let taken = beside.take(&|string| string.contains("Mo"));
        assert_eq!(beside.source, None);
        let left = serde_json::to_string(&beside.metadata).unwrap();
        assert_eq!(left, r#"{"b":{"c":["x"],"d":1},"g":[],"h":null}"#);
        assert_eq!(taken.len(), 5, "{taken:?}");

        let mut only = provenance("chat 7", r#"{"a": "Mo"}"#);
        only.take(&|string| string == "Mo");
        assert_eq!(only, Provenance { source: Some("chat 7".to_owned()), metadata: None });
    }

    #[test]
    fn a_number_is_read_with_its_key_too() {
        let beside = provenance("chat 7", r#"{"customer_no": 4471, "note": "grey"}"#);
        let mut strings: Vec<String> = beside.strings().into_iter().collect();
        strings.sort();
        assert_eq!(strings, ["4471", "chat 7", "customer no 4471", "customer_no", "grey", "note"]);
    }
}
