use std::sync::Arc;

use forgeteval::adapter::{Adapter, AdapterError, System, Times};
use forgeteval::case::Case;
use forgeteval::mutation::Op;
use forgeteval::report::{Form, Report, print};
use forgeteval::run::Options;
use forgeteval::score::{Scorer, Verdict};
use forgeteval::suite::Suite;

use crate::support::{case, purge, release, supersede, verdicts};

/// Does what the query says: errs, panics, lacks the operation.
struct Moody;

struct MoodyMemory {
    texts: Vec<String>,
}

impl System for Moody {
    fn name(&self) -> &str {
        "moody"
    }

    fn version(&self) -> &str {
        "1"
    }

    fn open(&self, case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        match case.id.as_str() {
            "closed" => Err(AdapterError::Failed("cannot open".to_owned())),
            "explosive" => panic!("while opening"),
            _ => Ok(Box::new(MoodyMemory { texts: Vec::new() })),
        }
    }
}

impl MoodyMemory {
    fn act(query: &str) -> Result<(), AdapterError> {
        match query {
            "err" => Err(AdapterError::Failed("out of luck".to_owned())),
            "panic" => panic!("lost my {}", "mind"),
            _ => Ok(()),
        }
    }
}

impl Adapter for MoodyMemory {
    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        self.texts.extend_from_slice(facts);
        Ok(())
    }

    /// Answers more than it is asked for.
    fn recall(&mut self, _query: &str, _k: usize) -> Result<Vec<String>, AdapterError> {
        Ok(self.texts.clone())
    }

    fn supersede(&mut self, query: &str, _new_text: &str) -> Result<(), AdapterError> {
        Self::act(query)
    }

    fn release(&mut self, _query: &str) -> Result<(), AdapterError> {
        Err(AdapterError::Unsupported(Op::Release))
    }

    fn purge(&mut self, query: &str) -> Result<(), AdapterError> {
        Self::act(query)?;
        self.texts.clear();
        Ok(())
    }

    fn times(&self) -> Times {
        // More than the wall time of the call: the store's share must not go below zero.
        Times { embedder: std::time::Duration::from_secs(60), ..Times::default() }
    }
}

#[test]
fn whatever_an_adapter_does_is_a_verdict_on_one_case() {
    let facts = ["tea"];
    let suite = Suite::new(
        "s",
        vec![
            case("fine", &facts, &[purge("x")], &[], &["tea"]),
            case("err", &facts, &[supersede("err", "x")], &[], &["tea"]),
            case("panic", &facts, &[purge("panic")], &[], &["tea"]),
            case("lacking", &facts, &[release("x"), purge("panic")], &[], &["tea"]),
            case("closed", &facts, &[], &["tea"], &[]),
            case("explosive", &facts, &[], &["tea"], &[]),
            case("keeps", &facts, &[], &["tea"], &[]),
        ],
    )
    .unwrap();
    let records = verdicts(&suite, &[Arc::new(Moody)], &Options::default());
    let found: Vec<(&str, Verdict, Option<&str>)> =
        records.iter().map(|r| (r.case.as_str(), r.judged.published.verdict, r.error.as_deref())).collect();
    assert_eq!(
        found,
        [
            ("fine", Verdict::Pass, None),
            ("err", Verdict::Fail, Some("out of luck")),
            ("panic", Verdict::Fail, Some("panicked: lost my mind")),
            ("lacking", Verdict::Na, Some("release is not supported")),
            ("closed", Verdict::Fail, Some("cannot open")),
            ("explosive", Verdict::Fail, Some("panicked: while opening")),
            ("keeps", Verdict::Pass, None),
        ]
    );
    assert_eq!(records[0].times.embedder_us, 60_000_000);
    assert_eq!(records[0].times.store_us, 0);

    let report = Report::new(&records, Scorer::Published);
    let totals = &report.suites[0].systems[0];
    assert_eq!((totals.n, totals.pass, totals.na, totals.errors), (7, 2, 1, 4));
    assert_eq!((totals.strict.of, totals.evaluable.of), (7, 6));
    assert_eq!((totals.leaks, totals.collateral), (0, 0));
    let table = print(&report, Form::Text);
    assert!(table.contains("moody: strict 2/7 = 28.6 % ("), "{table}");
    assert!(table.contains("evaluable 2/6 = 33.3 % ("), "{table}");
    assert!(table.contains("moody: 4 failed with an error, the first being err: out of luck"), "{table}");
}

#[test]
fn an_answer_longer_than_k_is_cut() {
    let suite = Suite::new("s", vec![case("a", &["tea", "coffee"], &[], &["tea"], &["coffee"])]).unwrap();
    for (k, verdict, recalled) in [(1, Verdict::Pass, 1), (2, Verdict::Fail, 2)] {
        let options = Options { k, ..Options::default() };
        let record = &verdicts(&suite, &[Arc::new(Moody)], &options)[0];
        assert_eq!(record.recalled.len(), recalled);
        for scorer in Scorer::ALL {
            assert_eq!(scorer.of(&record.judged).verdict, verdict, "{scorer}");
        }
    }
}

#[test]
fn leaks_and_losses_are_recorded_apart() {
    let suite = Suite::new("s", vec![case("a", &["tea"], &[], &["milk"], &["tea"])]).unwrap();
    let record = &verdicts(&suite, &[Arc::new(Moody)], &Options::default())[0];
    assert_eq!(record.judged.probed.lost, ["milk"]);
    assert_eq!(record.judged.published.leaked[0].asked, ["What is known?"]);
    assert_eq!(record.judged.probed.leaked[0].asked, ["What is known?", "tea"]);
    assert_eq!(record.probes[0].query, "tea");
    assert_eq!((record.category.as_deref(), record.column()), (Some("substring_trap"), "substring_trap"));
}
