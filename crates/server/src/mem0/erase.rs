//! [`erase`]: erasing exactly what was asked for, by a plan that is carried out at once.

use std::collections::{BTreeMap, BTreeSet};

use nepenthe::{MemoryId, ReceiptId, ScopePath};
use nepenthe_ops::{self as ops, ApplyInput, Code, Planned, PurgeInput, Target, table};
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::call::Call;
use super::memory::Found;
use crate::http::{Problem, Refusal};

/// How many ids a refusal names.
const NAMED: usize = 10;

/// What is to be erased in one scope.
#[derive(Default)]
pub(super) struct Asked {
    pub(super) ids: BTreeSet<MemoryId>,
    /// Whether the scope holds nothing else. Then no copies have to be looked for.
    pub(super) is_whole: bool,
}

/// What was erased.
pub(super) struct Done {
    pub(super) memories: usize,
    receipts: Vec<ReceiptId>,
}

/// Erases memories by their ids, in each scope by one plan. With a memory go its copies and what was made from it; where
/// `may_go` says no to one of those, nothing is erased.
pub(super) fn erase(
    call: &Call<'_>,
    asked: &BTreeMap<ScopePath, Asked>,
    may_go: impl Fn(&Found) -> bool,
) -> Result<Done, Problem> {
    let (mut plans, mut touched, mut wider): (Vec<Planned>, Vec<Found>, Vec<MemoryId>) = Default::default();
    for (path, Asked { ids, is_whole }) in asked {
        let target = if *is_whole { Target::All } else { Target::Ids(ids.iter().copied().collect()) };
        let input = PurgeInput::new(target);
        let planned = call.with(&table::PURGE, path, |scope| ops::purge(scope, input.clone()))?;
        for step in planned.plan()?.steps {
            let found = Found::new(&call.project, path.clone(), step.memory);
            if !ids.contains(&found.memory.id) && !may_go(&found) {
                wider.push(found.memory.id);
            }
            touched.push(found);
        }
        plans.push(planned);
    }
    if !wider.is_empty() {
        let named: Vec<String> = wider.iter().take(NAMED).map(ToString::to_string).collect();
        let more = if wider.len() > NAMED { ", and others" } else { "" };
        return Err(Problem::because(
            Refusal::PlanWider,
            format!(
                "{} of others say the same or were made from what is to be erased, and would go with it: {}{more}; \
                 name them too, by their ids; nothing was erased",
                wider.len(),
                named.join(", ")
            ),
        ));
    }
    let (mut receipts, all) = (Vec::new(), plans.len());
    for (done, planned) in plans.into_iter().enumerate() {
        let outcome = ops::apply(planned, &ApplyInput::default()).map_err(|error| match error.code() {
            // Between plan and erasure somebody else's change came: the request may come again, and does the rest.
            Code::PlanChanged => Problem::from(error).retryable(),
            _ if done > 0 => {
                eprintln!("nepenthe: {done} of {all} scopes were erased before this failed");
                error.into()
            }
            _ => error.into(),
        })?;
        call.service.metrics.purged(outcome.changes.len());
        receipts.extend(outcome.erasure.map(|erasure| erasure.receipt));
    }
    for (kind, id) in touched.iter().flat_map(|found| found.entities.iter()) {
        call.service.erased.note(&call.project, kind, id);
    }
    Ok(Done { memories: touched.len(), receipts })
}

impl Done {
    /// Nothing, since it is erased already.
    pub(super) fn nothing() -> Self {
        Self { memories: 0, receipts: Vec::new() }
    }

    /// Answers, with the receipts.
    pub(super) fn answer(
        self,
        message: &str,
        more: impl IntoIterator<Item = (&'static str, Value)>,
    ) -> Answer {
        let mut body = Map::new();
        body.insert("message".to_owned(), message.into());
        body.insert("receipt_id".to_owned(), json!(self.receipts.first()));
        body.insert("receipt_ids".to_owned(), json!(self.receipts));
        body.extend(more.into_iter().map(|(field, value)| (field.to_owned(), value)));
        Answer::new(Value::Object(body)).with_receipts(self.receipts)
    }
}
