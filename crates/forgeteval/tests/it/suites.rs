use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use forgeteval::adapter::CachedEmbedder;
use forgeteval::admission::{Shape, brief, play_gates, structure, twins};
use forgeteval::suite::{BUILTIN, Suite};
use nepenthe_model::{LazyMiniLm, ModelFinder};

use crate::support::{forgeteval, python, stdout};

fn builtin(name: &str) -> Suite {
    BUILTIN.iter().find(|builtin| builtin.name() == name).unwrap().read().unwrap()
}

fn minilm() -> Arc<CachedEmbedder> {
    Arc::new(CachedEmbedder::new(Arc::new(LazyMiniLm::new(ModelFinder::from_env()))))
}

#[test]
fn every_case_can_be_judged_and_keeps_to_the_brief() {
    for suite in BUILTIN.iter().map(|builtin| builtin.read().unwrap()) {
        for case in suite.cases() {
            assert_eq!(structure(case), [], "{} {}", suite.name(), case.id);
            assert_eq!(brief(case), [], "{} {}", suite.name(), case.id);
            assert!(case.origin().is_some(), "{}", case.id);
        }
        assert_eq!(twins(suite.cases()), [], "{}", suite.name());
    }
}

#[test]
fn no_case_stands_in_two_suites() {
    let mut texts = HashSet::new();
    for name in
        ["adversarial", "absence", "resurrection", "residue", "scope", "tenancy", "consent", "sequence"]
    {
        for case in builtin(name).cases() {
            assert!(texts.insert(case.setup_facts.clone()), "{}", case.id);
        }
    }
}

#[test]
fn the_adversarial_suite_is_as_large_and_as_varied_as_is_said() {
    let shape = Shape::of(builtin("adversarial").cases());
    assert_eq!(shape.columns.len(), 10);
    assert!(shape.columns.values().all(|cases| *cases >= 50), "{:?}", shape.columns);
    assert!(shape.facts[0] >= 4 && shape.facts[2] <= 60 && shape.facts[2] > 40, "{:?}", shape.facts);
    assert!(shape.over_ten >= 150 && shape.several >= 150 && shape.scripts.len() >= 12, "{shape:?}");
}

#[test]
fn the_further_families_have_forty_cases_each() {
    for name in ["resurrection", "residue", "scope", "tenancy", "sequence"] {
        assert!(builtin(name).cases().len() >= 40, "{name}");
    }
    let scale = builtin("scale");
    for rows in [1_000, 10_000] {
        let among = |case: &&forgeteval::case::Case| case.filler.is_some_and(|filler| filler.rows == rows);
        assert!(scale.cases().iter().filter(among).count() >= 40, "{rows}");
    }
    for case in builtin("sequence").cases() {
        assert!(case.mutations.len() >= 10, "{}: {} changes", case.id, case.mutations.len());
        assert!(case.checks.len() >= 9, "{}: {} checks", case.id, case.checks.len());
    }
    let absence = builtin("absence");
    assert_eq!(absence.cases().len(), 300);
    assert!(absence.cases().iter().all(|case| case.absent.is_some()));
    assert!(builtin("residue").cases().iter().all(|case| case.residue.is_some()));
}

#[test]
fn the_gates_hold() {
    let embedder = minilm();
    for name in ["adversarial", "absence", "resurrection", "scope", "tenancy", "consent", "sequence"] {
        let gates = play_gates(&builtin(name), &embedder).unwrap();
        for result in &gates.results {
            assert!(result.holds(), "{name}: {result:?}");
            let floor = ["null", "keep", "nuke"].contains(&result.gate.system);
            if floor && ["absence", "tenancy", "consent"].contains(&name) {
                assert_eq!(result.passes, [0; 3], "{name}: {result:?}");
            }
        }
    }
}

#[test]
fn drawn_suites_are_what_their_scripts_write() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("suites");
    for name in ["tenancy", "consent"] {
        let script = folder.join(format!("{name}.py"));
        let written = Command::new(python()).arg("-B").arg(script).output().unwrap();
        let kept = fs::read(folder.join(format!("{name}-1.0.0.jsonl"))).unwrap();
        assert!(written.status.success() && written.stdout == kept, "{name}");
    }
}

#[test]
fn the_list_names_every_suite_with_its_hash() {
    let list = stdout(&forgeteval("suite list", &[]));
    for builtin in BUILTIN {
        let suite = builtin.read().unwrap();
        let line = list.lines().find(|line| line.starts_with(suite.name())).unwrap();
        assert!(line.contains(suite.version().unwrap()) && line.contains(&suite.sha256()[..12]), "{line}");
    }
}
