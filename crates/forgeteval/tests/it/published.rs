//! `nepenthe:published` with the real model against the paper's reference store, case by case.
//!
//! The expected ids are what pylethe 1.0.0a0, driven by the published adapter with the same weights in onnxruntime,
//! failed on the published template suite and passed on the development suite.

use std::sync::Arc;

use forgeteval::record::Record;
use forgeteval::run::Options;
use forgeteval::score::Verdict;
use forgeteval::suite::{Template, read_suite};
use nepenthe_model::{LazyMiniLm, ModelFinder};

use crate::support::{suite_file, systems_with, verdicts};

const REFERENCE_FAILS_OF_TEMPLATE: &[&str] = &[
    "amnesia__amnesia_person__036", "amnesia__amnesia_many_facts__107", "amnesia__amnesia_multi__113",
    "amnesia__amnesia_many_facts__135", "amnesia__amnesia_many_facts__143", "drift__drift_color__074",
    "drift__drift_color__186",
];

const REFERENCE_PASSES_OF_DEV: &[&str] = &[
    "dev_substring_trap_02", "dev_substring_trap_03", "dev_substring_trap_07", "dev_substring_trap_11",
    "dev_prefix_collision_05", "dev_paraphrase_supersession_03", "dev_paraphrase_supersession_10",
    "dev_negation_trap_01", "dev_negation_trap_03", "dev_negation_trap_04", "dev_negation_trap_06",
    "dev_negation_trap_12", "dev_temporal_qualifier_01", "dev_temporal_qualifier_02",
    "dev_temporal_qualifier_03", "dev_temporal_qualifier_04", "dev_temporal_qualifier_05",
    "dev_temporal_qualifier_06", "dev_temporal_qualifier_07", "dev_temporal_qualifier_10",
    "dev_temporal_qualifier_11", "dev_shared_attribute_01", "dev_shared_attribute_06",
    "dev_shared_attribute_07", "dev_recursive_supersession_01", "dev_recursive_supersession_02",
    "dev_recursive_supersession_03", "dev_recursive_supersession_05", "dev_recursive_supersession_06",
    "dev_recursive_supersession_07", "dev_recursive_supersession_08", "dev_recursive_supersession_09",
];

fn played(suite: &forgeteval::suite::Suite) -> Vec<Record> {
    let model = Arc::new(LazyMiniLm::new(ModelFinder::from_env()));
    verdicts(suite, &systems_with(&["nepenthe:published"], model), &Options::default())
}

fn ids(records: &[Record], verdict: Verdict) -> Vec<&str> {
    records
        .iter()
        .filter(|record| record.judged.published.verdict == verdict)
        .map(|record| record.case.as_str())
        .collect()
}

#[test]
fn the_published_template_suite_gives_the_published_row() {
    let path = suite_file("template-1.0.0.jsonl");
    let records = played(&read_suite(&path).unwrap());
    assert_eq!(ids(&records, Verdict::Fail), REFERENCE_FAILS_OF_TEMPLATE);
    let family = |family: &str| {
        records
            .iter()
            .filter(|r| r.judged.published.verdict == Verdict::Pass && r.family.as_deref() == Some(family))
            .count()
    };
    let row = ["supersession", "decay", "amnesia", "purge", "drift"].map(family);
    assert_eq!(row, [200, 200, 195, 200, 198]);
}

#[test]
fn the_development_suite_gives_what_the_reference_gives() {
    let path = suite_file("dev-1.0.0.jsonl");
    assert_eq!(ids(&played(&read_suite(&path).unwrap()), Verdict::Pass), REFERENCE_PASSES_OF_DEV);
}

#[test]
fn the_generated_suite_gives_what_the_readme_shows() {
    let records = played(&Template::default().generate().unwrap());
    assert_eq!(ids(&records, Verdict::Pass).len(), 997);
}
