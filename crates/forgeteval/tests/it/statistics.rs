use std::path::Path;

use forgeteval::stats::{fleiss, holm, mcnemar, spread, wilson};
use serde_json::{Value, json};

/// Every statistic on values small and large; `tests/stats/second.py` computes them again with other programs.
fn values() -> Value {
    let wilsons = [(0, 1), (0, 20), (1, 3), (15, 50), (20, 20), (244, 385), (352, 385), (993, 1000)];
    let pairs = [
        (0, 1),
        (5, 2),
        (5, 3),
        (0, 10),
        (6, 18),
        (12, 12),
        (1, 23),
        (20, 5),
        (0, 25),
        (13, 12),
        (22, 29),
        (2, 99),
        (5, 107),
        (59, 6),
    ];
    let p_values =
        [vec![0.03, 0.5, 0.01, 0.02], vec![1.2e-7, 8.4e-9, 2.3e-9, 0.04, 0.9, 0.9, 1.0], vec![0.04]];
    let rates = [vec![0.896, 0.896, 0.904, 0.909, 0.901, 0.899, 0.901], vec![0.25, 0.5]];
    let counts = [
        vec![vec![0, 0, 14], vec![2, 6, 6], vec![7, 7, 0], vec![3, 9, 2]],
        vec![vec![10, 0], vec![9, 1], vec![10, 0], vec![0, 10], vec![1, 9]],
    ];
    json!({
        "wilson": wilsons.map(|(passes, n)| {
            let found = wilson(passes, n);
            json!({"passes": passes, "n": n, "low": found.low, "high": found.high})
        }),
        "mcnemar": pairs.map(|(first, second)| json!(mcnemar(first, second))),
        "holm": p_values.map(|p| json!({"p": p, "adjusted": holm(&p)})),
        "spread": rates.map(|rates| {
            let found = spread(&rates).unwrap();
            json!({"rates": rates, "mean": found.mean, "sd": found.sd})
        }),
        "fleiss": counts.map(|counts| json!({"counts": counts, "kappa": fleiss(&counts).unwrap().kappa})),
    })
}

#[test]
fn the_file_for_the_second_implementation_is_true() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/stats/values.json");
    let text = serde_json::to_string_pretty(&values()).unwrap() + "\n";
    if std::env::var_os("FORGETEVAL_REWRITE").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    assert_eq!(std::fs::read_to_string(&path).unwrap(), text, "FORGETEVAL_REWRITE=1 writes it anew");
}
