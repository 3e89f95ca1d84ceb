//! From the evidence of a question to the values that are looked for.

use serde_json::Value;

use super::raw::RawCheck;
use super::{Check, CheckKind, Literal};

/// Returns what the published scoring needs: every text or number in a field named `value` or `item`,
/// at any depth.
///
/// No other simple rule leaves 68 of the released 150 questions with nothing needed, and 32 with nothing forbidden
/// either, which are the published counts. The fields of documents, and the sums that are asked for, are not looked at.
pub(super) fn needed(evidence: &Value) -> Vec<String> {
    let mut found = Vec::new();
    walk(evidence, "", &mut |field, value| {
        if matches!(field, "value" | "item") {
            found.extend(plain(value));
        }
    });
    found
}

/// Returns what the published scoring forbids: the values taken back, where they have one.
pub(super) fn forbidden(forgotten: &[Value]) -> Vec<String> {
    forgotten.iter().filter_map(plain).collect()
}

/// Returns the checks, each with the values of the evidence that its question names.
pub(super) fn checks(raw: &[RawCheck], evidence: &Value, forgotten: &[Value]) -> Vec<Check> {
    let mut remembered = Vec::new();
    walk(evidence, "", &mut |field, value| {
        if says_something(field) {
            remembered.extend(Literal::of(value));
        }
    });
    let forgotten: Vec<Literal> = forgotten.iter().filter_map(Literal::of).collect();
    raw.iter()
        .map(|check| {
            let kind = check.kind.kind();
            let known = match kind {
                CheckKind::Presence => &remembered,
                CheckKind::Absence => &forgotten,
            };
            Check { id: check.id.clone(), kind, values: named(&check.question, known) }
        })
        .collect()
}

/// Returns the values that a question names, each once, and none that is only a part of another.
fn named(question: &str, known: &[Literal]) -> Vec<Literal> {
    let mut named: Vec<Literal> = Vec::new();
    for literal in known.iter().filter(|literal| literal.is_in(question)) {
        if !named.contains(literal) {
            named.push(literal.clone());
        }
    }
    let part = |literal: &Literal| named.iter().any(|other| other != literal && literal.is_in(&other.text));
    named.iter().filter(|literal| !part(literal)).cloned().collect()
}

/// Calls with each value that is no list and no object, and the name of the nearest field above it.
fn walk(value: &Value, field: &str, visit: &mut impl FnMut(&str, &Value)) {
    match value {
        Value::Object(fields) => fields.iter().for_each(|(name, value)| walk(value, name, visit)),
        Value::Array(list) => list.iter().for_each(|value| walk(value, field, visit)),
        value => visit(field, value),
    }
}

/// Returns whether a field of the evidence holds what a question can be about: not where something was said, and not a
/// word for its kind, which stands in many questions.
fn says_something(field: &str) -> bool {
    const BESIDE: [&str; 12] = [
        "session_id", "session_date", "session_history", "expense_type", "activity_type", "category",
        "subcategory", "status", "item_count", "likes_count", "task_count", "event_count",
    ];
    !BESIDE.contains(&field)
}

fn plain(value: &Value) -> Option<String> {
    Literal::of(value).map(|literal| literal.text)
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::{checks, forbidden, needed};
    use crate::memora::CheckKind;
    use crate::memora::raw::RawCheck;

    #[test]
    fn the_published_rule_takes_values_and_items_alone() {
        let evidence = json!({
            "remaining_tasks": [{"value": "Call Ann", "session_id": 4}], "task_count": 1,
            "goal_data": {"value": 70, "category": "food"}, "goal_value": 70,
            "content_data": {"title": "A plan"},
            "memory_items": {"actors": {"likes": [{"item": "Rita Hayworth", "session_id": 9}], "dislikes": []}},
        });
        let mut found = needed(&evidence);
        found.sort();
        assert_eq!(found, ["70", "Call Ann", "Rita Hayworth"]);
        assert_eq!(forbidden(&[json!("Old"), json!(875_000), json!(null)]), ["Old", "875000"]);
    }

    #[test]
    fn a_check_has_the_values_that_it_names() {
        let raw: Vec<RawCheck> = serde_json::from_value(json!([
            {"evaluation_question_id": "a", "evaluation_type": "memory_presence",
             "evaluation_question": "Does it list 'Head of R&D, Canaves Oia Hotel, Santorini'?"},
            {"evaluation_question_id": "b", "evaluation_type": "memory_presence",
             "evaluation_question": "Is the goal ($70.00) met by lunch?"},
            {"evaluation_question_id": "c", "evaluation_type": "forgetting_absence",
             "evaluation_question": "Does it mention the budget 875000?"},
            {"evaluation_question_id": "d", "evaluation_type": "forgetting_absence",
             "evaluation_question": "Does it mention the past event: Demo?"},
        ]))
        .unwrap();
        let evidence = json!({
            "likes": ["Santorini", "Canaves Oia Hotel, Santorini", "Head of R&D"],
            "goal_value": 70, "value": 70, "subcategory": "lunch",
        });
        let found = checks(&raw, &evidence, &[json!(875_000), json!(null)]);
        let texts: Vec<Vec<&str>> = found
            .iter()
            .map(|check| check.values.iter().map(|value| value.text.as_str()).collect())
            .collect();
        assert_eq!(
            texts,
            [vec!["Canaves Oia Hotel, Santorini", "Head of R&D"], vec!["70"], vec!["875000"], vec![]]
        );
        assert_eq!(found[3].kind, CheckKind::Absence);
    }
}
