//! Searching: recall in each scope in which the filter may mean something.

use axum::routing::MethodFilter;
use nepenthe_ops::{self as ops, Hit, RecallInput, Recalled, table};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::call::{Call, bad};
use super::filter::Filter;
use super::memory::Found;
use super::route::Route;
use super::select::{Shown, places};
use crate::http::{Problem, Refusal};

pub(super) const ROUTES: &[Route] =
    &[Route { takes_body: true, ..Route::new(MethodFilter::POST, "/v3/memories/search/", search) }];

/// How many memories are answered, at most and where nobody says.
const MOST: usize = 1000;
const USUAL: usize = 10;
/// How many hits are looked at first where not each of them is meant.
const FIRST: usize = 100;

/// What is searched.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Search {
    query: String,
    filters: Option<Value>,
    top_k: Option<usize>,
    threshold: Option<f64>,
    rerank: Option<bool>,
    fields: Option<Vec<String>>,
    categories: Option<Vec<String>>,
    metadata: Option<Map<String, Value>>,
    show_expired: Option<bool>,
    latest_only: Option<bool>,
    reference_date: Option<Value>,
    /// Words are always searched; the others say how a client reads the answer, or what it is.
    #[serde(rename = "keyword_search")]
    _keyword_search: Option<bool>,
    #[serde(rename = "output_format")]
    _output_format: Option<String>,
    #[serde(rename = "version")]
    _version: Option<String>,
    #[serde(rename = "source")]
    _source: Option<String>,
}

fn search(call: &Call<'_>) -> Result<Answer, Problem> {
    call.demand(&table::RECALL)?;
    let input: Search = call.input()?;
    if input.reference_date.is_some() {
        return Err(Problem::because(
            Refusal::NotOffered,
            "reference_date: a query is not read for dates here",
        ));
    }
    let most = input.top_k.unwrap_or(USUAL);
    if !(1..=MOST).contains(&most) {
        return Err(bad("top_k is a number from 1 to 1000"));
    }
    let mut filter = Filter::read(input.filters.as_ref().unwrap_or(&Value::Null))?;
    let all_meant = filter.is_of_users_alone() && input.categories.is_none() && input.metadata.is_none();
    filter = filter.and_categories(input.categories);
    if let Some(metadata) = &input.metadata {
        filter = filter.and_metadata(metadata)?;
    }
    let shown = Shown::new(input.show_expired, input.latest_only);
    let recall = RecallInput {
        k: if all_meant { most } else { FIRST.max(4 * most) },
        include: shown.include(),
        rerank: input.rerank.unwrap_or(false),
        min_score: input.threshold,
        ..RecallInput::new(input.query)
    };
    recall.validate()?;
    let mut hits: Vec<(Found, f64)> = Vec::new();
    for path in places(call, &filter)? {
        let mut recall = recall.clone();
        loop {
            let recalled: Recalled = call.with(&table::RECALL, &path, |scope| ops::recall(scope, &recall))?;
            let (seen, is_below) = (recalled.hits.len(), !recalled.left_out.is_empty());
            let found = recalled
                .hits
                .into_iter()
                .map(|Hit { memory, score, .. }| (Found::new(&call.project, path.clone(), memory), score));
            let meant = |(found, _): &(Found, f64)| shown.takes(found.memory.state) && filter.takes(found);
            let found: Vec<(Found, f64)> = found.filter(meant).collect();
            // There may be more behind those that are not meant, but nothing above the threshold behind what is below it.
            if found.len() < most && seen >= recall.k && !is_below {
                recall.k *= 8;
                continue;
            }
            hits.extend(found);
            break;
        }
    }
    hits.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    hits.truncate(most);
    let results = hits.iter().map(|(found, score)| {
        let mut memory = found.shown(call)?;
        memory.insert("score".to_owned(), json!(score));
        if let Some(fields) = &input.fields {
            memory.retain(|field, _| field == "id" || fields.contains(field));
        }
        Ok(Value::Object(memory))
    });
    let results: Vec<Value> = results.collect::<Result<_, Problem>>()?;
    Ok(Answer::new(json!({ "results": results })))
}
