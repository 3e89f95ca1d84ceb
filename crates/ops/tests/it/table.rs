//! The table of operations, and the rights.

use std::collections::BTreeSet;

use nepenthe_ops::{OPERATIONS, Operation, Right, Rights, table};

use crate::schema::is_schema;

#[test]
fn each_operation_is_there_once_and_says_what_it_does() {
    let names: BTreeSet<&str> = OPERATIONS.iter().map(|operation| operation.name).collect();
    assert_eq!(names.len(), OPERATIONS.len());
    for operation in OPERATIONS {
        assert_eq!(Operation::named(operation.name).unwrap().summary, operation.summary);
        assert!(operation.summary.len() > 10 && !operation.summary.contains(['\n', '.']), "{operation:?}");
    }
    assert!(Operation::named("forget_everything").is_none());
}

#[test]
fn each_schema_is_one() {
    for operation in OPERATIONS {
        is_schema(operation.input().as_value());
        is_schema(operation.output().as_value());
        assert_eq!(operation.plan().is_some(), operation.planned);
        if let Some(plan) = operation.plan() {
            is_schema(plan.as_value());
        }
    }
}

#[test]
fn what_nothing_takes_back_needs_the_right_to_forget_and_nothing_else_does() {
    let forgetting = OPERATIONS.iter().filter(|operation| operation.right == Right::Forget);
    assert_eq!(
        forgetting.map(|operation| operation.name).collect::<Vec<_>>(),
        ["purge", "apply_plan", "scrub", "case_apply"]
    );
    assert_eq!((table::RECALL.right, table::LOG.right), (Right::Read, Right::Audit));
}

#[test]
fn every_right_is_needed_and_none_contains_another() {
    for right in Right::ALL {
        assert!(OPERATIONS.iter().any(|operation| operation.right == right), "{right}");
        assert_eq!(right.as_str().parse::<Right>(), Ok(right));
        assert_eq!(serde_json::to_value(right).unwrap(), right.as_str());
        let alone: Rights = [right].into_iter().collect();
        for other in Right::ALL {
            assert_eq!(alone.allows(other), other == right);
            assert!(Rights::all().allows(other) && !Rights::default().allows(other));
        }
    }
    assert!("root".parse::<Right>().is_err());
    assert_eq!(format!("{:?}", [Right::Audit, Right::Read].into_iter().collect::<Rights>()), "{Read, Audit}");
}
