use std::collections::BTreeSet;

use forgeteval::record::Runs;
use forgeteval::report::published::{Cell, Fit, Total, Unit, beside, system, systems as published, tables};
use forgeteval::report::{View, markdown};
use forgeteval::run::Options;
use forgeteval::score::Scorer;
use forgeteval::suite::{Suite, Template, read_suite};

use crate::support::{case, purge, suite_file, systems, verdicts};

#[test]
fn rows_add_up_to_the_printed_totals() {
    let mut summed = 0;
    for table in tables() {
        for row in &table.rows {
            let name = format!("{}: {:?} {:?}", table.id, row.system, row.name);
            assert_eq!(row.cells.len(), table.columns.len(), "{name}");
            let Some(total) = row.total else { continue };
            if table.columns.is_empty() || table.columns.iter().any(|column| column.unit.is_some()) {
                continue;
            }
            let Some(passes) = row.cells.iter().map(|cell| cell.passes()).collect::<Option<Vec<_>>>() else {
                continue;
            };
            summed += 1;
            let sum: usize = passes.iter().sum();
            match total {
                Total::Cases(cases) => assert_eq!(sum, cases, "{name}"),
                Total::Passes { pass, of, na } => {
                    assert_eq!(sum, pass, "{name}");
                    let ns: usize = table.columns.iter().filter_map(|column| column.n).sum();
                    assert_eq!(ns, of, "{name}");
                    // Where cells tell what is not applicable, the total tells it too.
                    let told: usize = row
                        .cells
                        .iter()
                        .zip(&table.columns)
                        .map(|(cell, column)| match cell {
                            Cell::Counts { na, .. } => *na,
                            cell if cell.is_na() => column.n.unwrap(),
                            _ => 0,
                        })
                        .sum();
                    assert!(told == 0 || na == Some(told), "{name}: {told} N/A");
                    assert!(na.unwrap_or(0) + pass <= of, "{name}");
                }
            }
        }
    }
    assert!(summed > 70, "{summed} rows were added up");
}

#[test]
fn every_table_says_where_it_is_from_and_of_whom() {
    let keys: BTreeSet<&str> = published().iter().map(|system| system.key.as_str()).collect();
    assert_eq!(keys.len(), published().len());
    let mut ids = BTreeSet::new();
    for table in tables() {
        assert!(ids.insert(&table.id), "{} stands twice", table.id);
        let section = &table.section;
        let of_paper = section.starts_with("Appendix ") || section.starts_with("Limitations");
        assert!(of_paper || section.starts_with(|c: char| c.is_ascii_digit()), "{section}");
        assert!(!table.title.is_empty());
        for row in &table.rows {
            assert!(row.system.is_some() || row.name.is_some(), "{}", table.id);
            assert!(row.system.as_deref().is_none_or(|key| keys.contains(key)), "{:?}", row.system);
            for (cell, column) in row.cells.iter().zip(&table.columns) {
                match *cell {
                    Cell::Number(value)
                        if matches!(table.unit, Unit::Passes | Unit::Cases) && column.unit.is_none() =>
                    {
                        assert_eq!(value.fract(), 0.0, "{}", table.id);
                        assert!(column.n.is_none_or(|n| value <= n as f64), "{}", table.id);
                    }
                    Cell::Counts { pass, of, na } => {
                        assert!(pass + na <= of && column.n == Some(of), "{}", table.id)
                    }
                    _ => {}
                }
            }
        }
    }
    // The tables that the issue names.
    for id in [
        "template", "main-v0.5.1", "main-v0.7", "core-v0.5.1", "external-v0.5.1", "external-v0.7",
        "degenerate-v0.5.1", "placement-v0.7", "hook-models-v0.7", "latency-v0.5", "latency-v0.7",
        "memora-tasks", "longmemeval", "factconsolidation", "hook-models-backends-v0.5.1",
        "hook-without-compound-v0.5.1", "annotators", "judges", "judge-audit", "scorer-audit", "embedders",
    ] {
        assert!(tables().iter().any(|table| table.id == id), "{id}");
    }
}

#[test]
fn what_is_unknown_or_not_applicable_is_never_zero() {
    let main = tables().iter().find(|table| table.id == "main-v0.5.1").unwrap();
    let row = |key: &str| main.rows.iter().find(|row| row.system.as_deref() == Some(key)).unwrap();
    assert_eq!(row("letta").cells[0].strict(Some(36)), None);
    assert!(row("letta").cells[5].is_na() && row("letta").cells[5].strict(Some(40)).is_none());
    assert!(row("mempalace").cells.iter().all(|cell| cell.is_na()));
    assert_eq!(row("lethe").cells[6].strict(Some(40)), Some(0.0));
}

#[test]
fn our_systems_stand_beside_the_published_ones() {
    let name = |ours: &str| system(ours).map(|system| system.name.as_str());
    let table = [
        ("pylethe", "Lethe"),
        ("nepenthe:published", "Lethe"),
        ("langgraph", "LangGraph InMemoryStore"),
        ("mem0", "Mem0 infer=False"),
        ("mempalace", "MemPalace"),
        ("naive-sql", "Naive-SQL"),
        ("null", "null"),
        ("nuke", "nuke"),
        ("oracle", "oracle"),
    ];
    for (ours, theirs) in table {
        assert_eq!(name(ours), Some(theirs));
    }
    for ours in ["keep", "nepenthe:canonical", "langmem", "normalized-keys"] {
        assert_eq!(name(ours), None, "{ours} is no published algorithm");
    }
}

fn report(suite: Suite, names: &[&str], scorer: Scorer) -> String {
    let records = verdicts(&suite, &systems(names), &Options::default());
    let mut runs = Runs { records, suites: vec![suite], ..Runs::default() };
    markdown(&View::new(&mut runs), scorer, None)
}

#[test]
fn markdown_says_that_suites_differ() {
    let suite = Template { per_family: 4, ..Template::default() }.generate().unwrap();
    let text = report(suite, &["naive-sql", "null", "nuke"], Scorer::Published);
    assert!(text.contains("## template: naive-sql against the others"), "{text}");
    assert!(text.contains("Nothing was published"), "no published row of these on this suite: {text}");

    let suite = Suite::new("mine", vec![case("a", &["x", "y"], &[purge("x")], &["y"], &["x"])]).unwrap();
    let text = report(suite.clone(), &["naive-sql", "nuke"], Scorer::Published);
    assert!(text.contains("### Main matrix, v0.5.1"), "{text}");
    assert!(
        text.contains(
            "**The suites differ: published is adversarial 0.5.1, 385 cases, measured is mine, 1 cases."
        ),
        "{text}"
    );
    let row = |start: &str| {
        let line = text.lines().find(|line| line.starts_with(start)).unwrap();
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect::<Vec<_>>()
    };
    assert_eq!(row("| Naive-SQL ")[1..3], ["published", "75.0"]);
    assert_eq!(row("| Naive-SQL ").last().unwrap(), "156/385");
    // The probed scorer stands beside the probed revision, which has no such row.
    assert!(report(suite, &["naive-sql", "nuke"], Scorer::Probed).contains("Nothing was published"));
}

#[test]
fn the_published_template_suite_is_known_by_its_hash() {
    let path = suite_file("template-1.0.0.jsonl");
    let suite = read_suite(&path).unwrap();
    // Played by nuke under the name of the reference store: no model is needed to find the row.
    let mut records = verdicts(&suite, &systems(&["nuke"]), &Options::default());
    records.iter_mut().for_each(|record| record.system = "pylethe".to_owned());
    let mut runs = Runs { records, suites: vec![suite], ..Runs::default() };
    let view = View::new(&mut runs);
    let totals = &view.suites[0].by(Scorer::Published).totals;
    let found = beside(totals);
    assert_eq!((found.len(), found[0].fit), (1, Fit::Same));
    assert_eq!(found[0].rows[0].name, "Lethe");
    assert!(found[0].fit.sentence(found[0].table, totals).contains("like is compared with like"));
    assert!(markdown(&view, Scorer::Published, None).contains("like is compared with like"));
}

#[test]
fn lifts_of_the_hook_are_differences_of_their_columns() {
    let table = tables().iter().find(|table| table.id == "hook-models-backends-v0.5.1").unwrap();
    let number = |row: &str, column: usize| {
        let row = table.rows.iter().find(|one| one.name.as_deref() == Some(row)).unwrap();
        match row.cells[column] {
            Cell::Number(value) => Some(value),
            _ => None,
        }
    };
    for model in ["DeepSeek-V3", "Qwen2.5-72B"] {
        for column in [0, 2] {
            let alone = number("no model", column).unwrap();
            let lift = number(model, column).unwrap() - alone;
            assert!((lift - number(model, column + 1).unwrap()).abs() < 0.05, "{model}: {lift}");
        }
    }
    assert_eq!(number("Llama-3.1-70B", 1), None, "a fallback is no lift");
    let audit = tables().iter().find(|table| table.id == "scorer-audit").unwrap();
    let artefacts: usize = audit.rows[1..].iter().filter_map(|row| row.cells[2].passes()).sum();
    assert_eq!(Some(artefacts), audit.rows[0].cells[2].passes());
}
