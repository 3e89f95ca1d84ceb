use std::fs;

use serde_json::Value;

use crate::support::{forgeteval, stderr, stdout};

fn summary(lines: &str) -> Value {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("labels.csv");
    fs::write(&file, lines).unwrap();
    let output = forgeteval("agreement {} --json", &[&file]);
    assert!(output.status.success(), "{}", stderr(&output));
    serde_json::from_str(&stdout(&output)).unwrap()
}

/// A textbook example of Fleiss' kappa: 6 annotators, 5 items, two labels. By hand: the items' shares of agreeing pairs
/// are 1, 2/3, 7/15, 2/5 and 1; their mean is 53/75. The labels' shares are 18/30 and 12/30, so chance gives 13/25.
#[test]
fn wide_and_long_files_give_the_hand_worked_kappa() {
    let wide = "case,a,b,c,d,e,f\n1,wf,wf,wf,wf,wf,wf\n2,wf,wf,wf,wf,wf,ill\n3,wf,wf,wf,wf,ill,ill\n\
                4,WF, wf,wf,ill,ill,ill\n5,ill,ill,ill,ill,ill,ill\n";
    let found = summary(wide);
    assert!((found["observed"].as_f64().unwrap() - 53.0 / 75.0).abs() < 1e-12, "{found}");
    assert!((found["kappa"].as_f64().unwrap() - (53.0 / 75.0 - 0.52) / 0.48).abs() < 1e-12, "{found}");
    assert_eq!(found["ties"], serde_json::json!(["4"]));
    assert_eq!(
        (found["items"].as_u64(), found["annotators"].as_u64(), found["labels"].as_u64()),
        (Some(5), Some(6), Some(30))
    );

    let mut long = "case,annotator,label\n".to_owned();
    for line in wide.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        for (annotator, label) in ["a", "b", "c", "d", "e", "f"].iter().zip(&fields[1..]) {
            long += &format!("{},{annotator},{label}\n", fields[0]);
        }
    }
    assert_eq!(summary(&long), found);
}

#[test]
fn judges_stand_against_the_majority() {
    let found = summary(
        "case,ann,bob,cyd,judge:one,judge:two\n\
         a,wf,wf,ill,wf,wf\n\
         b,wf,wf,wf,ill,wf\n\
         c,ill,ill,ill,wf,ill\n\
         d,ill,ill,wf,ill,ill\n",
    );
    let one = &found["judges"][0];
    assert_eq!(
        (one["judge"].as_str(), one["agree"].as_u64(), one["items"].as_u64()),
        (Some("one"), Some(2), Some(4))
    );
    assert_eq!(one["cells"], serde_json::json!({"ill": {"ill": 1, "wf": 1}, "wf": {"ill": 1, "wf": 1}}));
    assert_eq!(one["differ"], serde_json::json!([["b", "ill", "wf"], ["c", "wf", "ill"]]));
    assert_eq!(found["judges"][1]["agree"], 4);
    assert_eq!(found["pairs"], serde_json::json!([["one", "two", 2, 4]]));
    assert_eq!(found["unanimous"], serde_json::json!([2, 4]));
}

#[test]
fn bad_files_are_told_with_their_line() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("labels.csv");
    let table = [
        ("case\na\n", ":1: the header must be"),
        ("case,annotator,label\na,x,wf\na,x,ill\n", ":3: x labels a a second time"),
        ("case,annotator,label\na,,wf\n", ":2: a case, an annotator or a label is empty"),
        ("case,x,y\na,wf,wf\nb,wf\n", "line: 3"),
        ("case,x,y\na,wf,wf\nb,wf,\n", "item 1 has 1 labels, and the first has 2"),
        ("case,x\na,wf\n", "agreement needs at least 2"),
        ("case,x,y\n", "holds no label"),
    ];
    for (lines, expected) in table {
        fs::write(&file, lines).unwrap();
        let output = forgeteval("agreement {}", &[&file]);
        assert_eq!(output.status.code(), Some(1), "{lines}");
        assert!(stderr(&output).contains(expected), "{lines}: {}", stderr(&output));
    }
}
