//! Labelled requests: a store, what is asked of it, and what is right for each of its memories.

use serde_json::Value;

/// A request, and what is right.
#[derive(Clone)]
pub(crate) struct Asked {
    pub(crate) rows: Vec<(String, Label)>,
    pub(crate) verb: String,
    pub(crate) request: String,
    pub(crate) new: Option<String>,
}

/// What becomes of a memory.
#[derive(Clone)]
pub(crate) enum Label {
    Stays,
    Goes,
    /// It is to read so.
    Edited(String),
    /// It loses the pieces of the first sort and keeps those of the second; how it is to read nobody said.
    Loses {
        gone: Vec<String>,
        kept: Vec<String>,
    },
    /// Nobody said.
    Open,
}

impl Asked {
    /// Reads a line: a store with requests, a group, a pair of absence, or a case with one mutation.
    pub(crate) fn read(line: &Value) -> Vec<Self> {
        if let Some(asks) = line["asks"].as_array() {
            return asks.iter().map(|ask| Self::of_store(ask, &strings(&line["rows"]))).collect();
        }
        if line["rows"].is_array() {
            return vec![Self::with(
                line,
                line["new"].as_str(),
                list(&line["rows"]).iter().map(of_group).collect(),
            )];
        }
        if line["there"].is_array() {
            return Self::of_pair(line);
        }
        Self::of_case(line).into_iter().collect()
    }

    /// A case says which pieces may not be live afterwards, and which must.
    fn of_case(line: &Value) -> Option<Self> {
        let [mutation] = list(&line["mutations"]) else { return None };
        let (gone, kept) = (strings(&line["must_not_contain"]), strings(&line["must_contain"]));
        let (facts, new) = (strings(&line["setup_facts"]), mutation[2].as_str().map(str::to_owned));
        let of = |pieces: &[String], text: &str| -> Vec<String> {
            pieces.iter().filter(|piece| holds(text, piece)).cloned().collect()
        };
        // What the new statement says, or a memory that loses nothing, need not be kept by another.
        let stay: Vec<&String> = facts.iter().filter(|fact| of(&gone, fact).is_empty()).chain(&new).collect();
        let label = |text: &String| match (of(&gone, text), of(&kept, text)) {
            (gone, kept) if gone.is_empty() && kept.is_empty() => Label::Open,
            (gone, _) if gone.is_empty() => Label::Stays,
            (gone, mut kept) => {
                kept.retain(|piece| !stay.iter().any(|other| holds(other, piece)));
                Label::Loses { gone, kept }
            }
        };
        let rows = facts.iter().map(|text| (text.clone(), label(text))).collect();
        Some(Self { rows, verb: text(&mutation[0]), request: text(&mutation[1]), new: new.clone() })
    }

    fn with(of: &Value, new: Option<&str>, rows: Vec<(String, Label)>) -> Self {
        Self { rows, verb: text(&of["verb"]), request: text(&of["request"]), new: new.map(str::to_owned) }
    }

    fn of_store(ask: &Value, rows: &[String]) -> Self {
        let at = |key: &str, place: usize| {
            list(&ask[key]).iter().any(|one| one.as_u64() == u64::try_from(place).ok())
        };
        let label = |(place, row): (usize, &String)| {
            let label = match ask["edit"][place.to_string()].as_str() {
                Some(text) => Label::Edited(text.to_owned()),
                None if at("go", place) => Label::Goes,
                None if at("skip", place) => Label::Open,
                None => Label::Stays,
            };
            (row.clone(), label)
        };
        Self::with(ask, ask["new"].as_str(), rows.iter().enumerate().map(label).collect())
    }

    /// The store with what is asked for, and the same without.
    fn of_pair(line: &Value) -> Vec<Self> {
        let others: Vec<_> =
            list(&line["others"]).iter().map(|row| (text(&row["text"]), Label::Stays)).collect();
        // What goes stands among the rest, not at its end.
        let among = |rows: Vec<(String, Label)>| {
            let (before, behind) = others.split_at(others.len() / 2);
            let rows = [before.to_vec(), rows, behind.to_vec()].concat();
            Self::with(line, line["new_text"].as_str(), rows)
        };
        let there = list(&line["there"]);
        let present = there.iter().map(|row| {
            let label = match row["keeps"].as_str() {
                Some(kept) => Label::Loses { gone: vec![text(&row["tell"])], kept: vec![kept.to_owned()] },
                None => Label::Goes,
            };
            (text(&row["text"]), label)
        });
        let absent = there.iter().filter_map(|row| Some((row["without"].as_str()?.to_owned(), Label::Stays)));
        vec![among(present.collect()), among(absent.collect())]
    }

    /// The same request of the store as it is without what it means; `None` where it means nothing.
    pub(crate) fn without_what_is_meant(&self) -> Option<Self> {
        if !self.means_something() {
            return None;
        }
        let left = |(text, label): &(String, Label)| match label {
            Label::Stays => Some((text.clone(), Label::Stays)),
            Label::Edited(left) => Some((left.clone(), Label::Stays)),
            // What nobody judged may be what is meant.
            Label::Goes | Label::Loses { .. } | Label::Open => None,
        };
        Some(Self { rows: self.rows.iter().filter_map(left).collect(), ..self.clone() })
    }

    /// Tells whether any memory is not to stay.
    pub(crate) fn means_something(&self) -> bool {
        self.rows.iter().any(|(_, label)| !matches!(label, Label::Stays | Label::Open))
    }
}

impl Label {
    /// Tells whether it is right that a memory stays (`None`), goes whole (empty) or has another text.
    pub(crate) fn allows(&self, done: Option<&str>) -> bool {
        match (self, done) {
            (Self::Open, _) | (Self::Stays, None) | (Self::Goes, Some("")) => true,
            (Self::Edited(right), Some(text)) => !text.is_empty() && told(right) == told(text),
            (Self::Loses { gone, kept }, Some(text)) => {
                !gone.iter().any(|piece| holds(text, piece)) && kept.iter().all(|piece| holds(text, piece))
            }
            _ => false,
        }
    }

    /// Tells whether a memory may be touched.
    pub(crate) fn is_meant(&self) -> bool {
        !matches!(self, Self::Stays)
    }
}

fn of_group(row: &Value) -> (String, Label) {
    let label = match text(&row[0]).as_str() {
        "stay" => Label::Stays,
        "go" => Label::Goes,
        "part" => Label::Loses { gone: strings(&row[2]), kept: strings(&row[3]) },
        _ => Label::Edited(text(&row[2])),
    };
    (text(&row[1]), label)
}

/// The longer words of a text, in any order: what one right edit may differ from another in is how it joins them.
fn told(text: &str) -> Vec<String> {
    let words = text.split(|c: char| !c.is_alphanumeric()).map(str::to_lowercase);
    let mut words: Vec<String> = words
        .filter(|word| word.chars().count() > 3 || word.contains(|c: char| c.is_numeric() || !c.is_ascii()))
        .collect();
    words.sort();
    words
}

fn holds(text: &str, piece: &str) -> bool {
    text.to_lowercase().contains(&piece.to_lowercase())
}

/// A text, empty where there is none.
fn text(value: &Value) -> String {
    value.as_str().unwrap_or_default().to_owned()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn strings(value: &Value) -> Vec<String> {
    list(value).iter().map(text).collect()
}
