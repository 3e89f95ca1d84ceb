use std::path::Path;

use forgeteval::record::{CaseTimes, Runs};
use forgeteval::report::{View, latex};
use forgeteval::run::Options;
use forgeteval::score::{Judged, Scorer, Verdict};
use forgeteval::suite::Template;

use crate::support::{systems, verdicts};

#[test]
fn the_paper_s_table_is_the_kept_one() {
    let suite = Template { per_family: 4, ..Template::default() }.generate().unwrap();
    let mut records =
        verdicts(&suite, &systems(&["null", "nuke", "oracle", "naive-sql"]), &Options::default());
    for (at, record) in (0..).zip(&mut records) {
        record.times = CaseTimes { total_us: 1500 + at, embedder_us: 1000, ..CaseTimes::default() };
        if record.system == "naive-sql" {
            record.system = "a_rival:50%".to_owned();
            if record.column() == "purge" {
                record.judged = Judged::without_answers(Verdict::Na);
            }
        }
    }
    let mut runs = Runs { records, suites: vec![suite], ..Runs::default() };
    let text = latex(&View::new(&mut runs), Scorer::Published);

    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/report.tex");
    if std::env::var_os("FORGETEVAL_REWRITE").is_some() {
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "FORGETEVAL_REWRITE=1 writes it anew");
}
