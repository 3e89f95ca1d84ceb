//! Leaves columns out of verdicts.

use std::collections::{BTreeMap, BTreeSet};

use super::Record;

/// Leaves the cases of some columns out, as if the suite did not have them; its name then says so.
///
/// # Errors
/// The first column that no verdict is of.
pub fn leave_out(records: &mut Vec<Record>, columns: &[String]) -> Result<(), String> {
    if let Some(unknown) = columns.iter().find(|name| !records.iter().any(|record| record.column() == *name))
    {
        return Err(unknown.clone());
    }
    let is_out = |record: &Record| columns.iter().any(|name| name == record.column());
    let mut cases: BTreeMap<String, (BTreeSet<String>, BTreeSet<String>)> = BTreeMap::new();
    for record in records.iter().filter(|record| is_out(record)) {
        let (out, of) = cases.entry(record.suite_sha256.clone()).or_default();
        out.insert(record.case.clone());
        of.insert(record.column().to_owned());
    }
    records.retain(|record| !is_out(record));
    for record in records {
        if let Some((out, of)) = cases.get(&record.suite_sha256) {
            let of: Vec<&str> = of.iter().map(String::as_str).collect();
            record.suite = format!("{} without {}", record.suite, of.join(", "));
            record.suite_cases = record.suite_cases.saturating_sub(out.len());
        }
    }
    Ok(())
}
