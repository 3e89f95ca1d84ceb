//! Listing, page by page, newest first.

use axum::routing::MethodFilter;
use nepenthe_ops::table;
use serde::Deserialize;
use serde_json::{Value, json};

use super::answer::Answer;
use super::call::Call;
use super::filter::Filter;
use super::memory::Found;
use super::route::Route;
use super::select::{Shown, in_scope, places};
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[Route {
    takes_body: true,
    query: &["page", "page_size"],
    ..Route::new(MethodFilter::POST, "/v3/memories/", get_all)
}];

/// How many memories a page has, at most and where nobody says.
const MOST: usize = 1000;
const USUAL: usize = 100;
/// The last page that may be asked for.
const LAST: usize = 1_000_000;

/// What is listed.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct GetAll {
    filters: Option<Value>,
    categories: Option<Vec<String>>,
    start_date: Option<Value>,
    end_date: Option<Value>,
    show_expired: Option<bool>,
    latest_only: Option<bool>,
    /// They say how a client reads the answer.
    #[serde(rename = "output_format")]
    _output_format: Option<String>,
    #[serde(rename = "version")]
    _version: Option<String>,
}

fn get_all(call: &Call<'_>) -> Result<Answer, Problem> {
    call.demand(&table::LIST)?;
    let input: GetAll = call.input()?;
    let page = call.number("page", LAST)?.unwrap_or(1);
    let size = call.number("page_size", MOST)?.unwrap_or(USUAL);
    let filter = Filter::read(input.filters.as_ref().unwrap_or(&Value::Null))?;
    let filter = filter.and_created(input.start_date.as_ref(), input.end_date.as_ref())?;
    let filter = filter.and_categories(input.categories);
    let shown = Shown::new(input.show_expired, input.latest_only);
    let mut all: Vec<Found> = Vec::new();
    for path in places(call, &filter)? {
        let found = in_scope(call, &table::LIST, &path, shown.include())?;
        all.extend(found.into_iter().filter(|found| shown.takes(found.memory.state) && filter.takes(found)));
    }
    all.sort_by_key(|found| std::cmp::Reverse((found.memory.created, found.memory.id)));
    let begin = (page - 1) * size;
    let results = all.iter().skip(begin).take(size).map(|found| found.shown(call).map(Value::Object));
    let results: Vec<Value> = results.collect::<Result<_, Problem>>()?;
    Ok(Answer::new(paged("/v3/memories/", all.len(), page, size, results)))
}

/// A page of something, with the paths of those beside it.
pub(super) fn paged(path: &str, count: usize, page: usize, size: usize, results: Vec<Value>) -> Value {
    let at = |page: usize| format!("{path}?page={page}&page_size={size}");
    json!({
        "count": count,
        "next": (page * size < count).then(|| at(page + 1)),
        "previous": (page > 1).then(|| at(page - 1)),
        "results": results,
    })
}
