//! A case, as the page reads it.

use serde::Serialize;
use serde_json::Value;

use super::strings::Strings;
use crate::case::Case;
use crate::record::Record;

/// A case; numbers stand for texts.
#[derive(Debug, Serialize)]
pub(super) struct PageCase<'a> {
    id: &'a str,
    column: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    template: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    origin: Option<&'a str>,
    /// Absent where the suite was not kept.
    #[serde(skip_serializing_if = "Option::is_none")]
    texts: Option<Texts<'a>>,
}

#[derive(Debug, Serialize)]
struct Texts<'a> {
    facts: Vec<usize>,
    /// The operation's name and its texts.
    mutations: Vec<(String, Vec<usize>)>,
    query: usize,
    must: Vec<usize>,
    must_not: Vec<usize>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    checks: Vec<PageCheck<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gone: Option<Vec<usize>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kept: Option<Vec<usize>>,
    /// How many unrelated texts it is played among.
    #[serde(skip_serializing_if = "Option::is_none")]
    filler: Option<usize>,
    /// The memory without what is asked for: its facts, and what must be recalled.
    #[serde(skip_serializing_if = "Option::is_none")]
    absent: Option<(Vec<usize>, Vec<usize>)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'a Value>,
}

#[derive(Debug, Serialize)]
struct PageCheck<'a> {
    after: usize,
    scope: &'a str,
    query: usize,
    must: Vec<usize>,
    must_not: Vec<usize>,
}

impl<'a> PageCase<'a> {
    /// Makes it of a verdict on it, and the case itself where it is known.
    pub(super) fn new(record: &'a Record, case: Option<&'a Case>, strings: &mut Strings<'a>) -> Self {
        Self {
            id: &record.case,
            column: record.column(),
            template: record.sub_template.as_deref(),
            origin: record.origin.as_deref(),
            texts: case.map(|case| Texts::new(case, strings)),
        }
    }
}

impl<'a> Texts<'a> {
    fn new(case: &'a Case, strings: &mut Strings<'a>) -> Self {
        Self {
            facts: strings.places(&case.setup_facts),
            mutations: case
                .mutations
                .iter()
                .map(|mutation| {
                    let texts = mutation.arguments().into_iter().map(|text| strings.place(text));
                    (mutation.word(), texts.collect())
                })
                .collect(),
            query: strings.place(&case.final_query),
            must: strings.places(&case.must_contain),
            must_not: strings.places(&case.must_not_contain),
            checks: case
                .checks
                .iter()
                .map(|check| PageCheck {
                    after: check.after,
                    scope: check.scope(),
                    query: strings.place(&check.query),
                    must: strings.places(&check.must_contain),
                    must_not: strings.places(&check.must_not_contain),
                })
                .collect(),
            gone: case.residue.as_ref().map(|residue| strings.places(&residue.gone)),
            kept: case.residue.as_ref().map(|residue| strings.places(&residue.kept)),
            filler: case.filler.map(|filler| filler.rows),
            absent: case
                .absent
                .as_ref()
                .map(|absent| (strings.places(&absent.setup_facts), strings.places(&absent.must_contain))),
            note: case.note.as_ref(),
        }
    }
}
