use forgeteval::record::Record;
use forgeteval::report::Report;
use forgeteval::run::Options;
use forgeteval::score::Scorer;
use forgeteval::suite::{FAMILIES, Suite, Template, read_suite};

use crate::support::{suite_file, systems, verdicts};

/// Passes of each family, in the order of the families, and of all.
fn passes(suite: &Suite, system: &str, scorer: Scorer) -> ([usize; 5], usize) {
    let records: Vec<Record> = verdicts(suite, &systems(&[system]), &Options::default());
    let totals = &Report::new(&records, scorer).suites[0];
    let names: Vec<&str> = totals.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, FAMILIES);
    let system = &totals.systems[0];
    (std::array::from_fn(|column| system.columns[column].pass), system.pass)
}

fn floors_and_ceiling(suite: &Suite) {
    assert_eq!(suite.cases().len(), 1000);
    for scorer in Scorer::ALL {
        assert_eq!(passes(suite, "null", scorer), ([0, 200, 0, 150, 0], 350));
        assert_eq!(passes(suite, "nuke", scorer), ([200, 200, 0, 150, 200], 750));
        assert_eq!(passes(suite, "keep", scorer), ([0; 5], 0));
        assert_eq!(passes(suite, "oracle", scorer), ([200; 5], 1000));
    }
}

#[test]
fn floors_of_the_generated_suite_are_the_published_ones() {
    floors_and_ceiling(&Template::default().generate().unwrap());
}

#[test]
fn floors_of_the_published_suite_are_the_published_ones() {
    floors_and_ceiling(&read_suite(&suite_file("template-1.0.0.jsonl")).unwrap());
}

#[test]
fn no_floor_passes_a_case_of_the_development_suite() {
    let path = suite_file("dev-1.0.0.jsonl");
    let suite = read_suite(&path).unwrap();
    for name in ["null", "keep", "nuke"] {
        let records = verdicts(&suite, &systems(&[name]), &Options::default());
        assert_eq!(Report::new(&records, Scorer::Published).suites[0].systems[0].pass, 0, "{name}");
    }
}
