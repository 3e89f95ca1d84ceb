//! Rows that a language model had a part in are named after it, so that no table can show them as anything else.

use std::collections::HashSet;

use super::Record;
use super::llm_use::is_scripted;

/// Names each system that asked a language model after that model too, in all its verdicts: `nepenthe-llm (scripted)`. A system
/// that never asked keeps its name. Tables, figures and pages are made from verdicts named so.
pub fn label_rows(records: &mut [Record]) {
    let labels: HashSet<(String, String)> = records
        .iter()
        .filter_map(|record| Some((record, record.llm.as_ref()?)))
        .filter(|(_, llm)| llm.calls > 0 || !llm.failures.is_empty())
        .map(|(record, llm)| (record.system.clone(), llm.model.clone()))
        .collect();
    for record in records {
        let Some(llm) = &record.llm else { continue };
        let key = (record.system.clone(), llm.model.clone());
        if labels.contains(&key) {
            record.system = format!("{} ({})", key.0, key.1);
        }
    }
}

/// Returns the system whose result a row is, without the model that it is named after; `None` where rules answered in the
/// place of a model.
#[must_use]
pub fn system_of_row(row: &str) -> Option<&str> {
    match row.strip_suffix(')').and_then(|row| row.split_once(" (")) {
        Some((_, label)) if is_scripted(label) => None,
        Some((system, _)) => Some(system),
        None => Some(row),
    }
}

#[cfg(test)]
mod tests {
    use super::system_of_row;

    #[test]
    fn a_scripted_row_is_no_systems_result() {
        let table = [
            ("null", Some("null")),
            ("nepenthe-llm (qwen3)", Some("nepenthe-llm")),
            ("a (replay of org/m-1)", Some("a")),
            ("a (scripted)", None),
            ("a (scripted:truncated)", None),
            ("a (replay of scripted)", None),
        ];
        for (row, system) in table {
            assert_eq!(system_of_row(row), system, "{row}");
        }
    }
}
