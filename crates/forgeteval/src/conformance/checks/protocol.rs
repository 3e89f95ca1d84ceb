//! What is no operation is refused, and the adapter lives on.

use serde_json::{Value, json};

use super::{Bench, Check, Found, Outcome};
use crate::adapter::process::{CallError, UNKNOWN_METHOD as CODE};

pub(super) const UNDECLARED_METHODS: Check = Check {
    name: "missing operations",
    about: "an operation that describe does not name answers error -32601",
    hint: "answer {\"code\": -32601, \"message\": ..} for what the system does not have, or name it in describe",
    required: true,
    run: |bench| {
        let about = bench.about()?;
        bench.reset()?;
        for method in ["supersede", "release", "purge", "restore", "import", "consent", "usage"] {
            if !about.offers(method) {
                let params = json!({
                    "query": "x", "new_text": "y", "texts": ["z"], "yes": true, "meanwhile": [], "scope": "default",
                });
                refused(bench, method, &params, Some(CODE))?;
            }
        }
        lives(bench)
    },
};

pub(super) const UNKNOWN_METHOD: Check = Check {
    name: "unknown method",
    about: "a method that there is not answers error -32601, and the adapter lives on",
    hint: "answer {\"code\": -32601, \"message\": ..} for every method that you do not know",
    required: true,
    run: |bench| {
        refused(bench, "no_such_method", &json!({}), Some(CODE))?;
        lives(bench)
    },
};

pub(super) const BAD_PARAMS: Check = Check {
    name: "bad parameters",
    about: "parameters of a wrong kind answer an error, and the adapter lives on",
    hint: "check the parameters, or catch every exception, and answer {\"code\": -32602, \"message\": ..}",
    required: true,
    run: |bench| {
        bench.reset()?;
        let table = [
            ("recall", json!({ "query": 5, "k": "many", "scope": "default" })),
            ("recall", json!({})),
            ("inscribe", json!({ "texts": "no list", "scope": "default" })),
            ("inscribe", json!({ "texts": [1, null], "scope": "default" })),
        ];
        for (method, params) in table {
            refused(bench, method, &params, None)?;
        }
        lives(bench)
    },
};

pub(super) const MANY_RESETS: Check = Check {
    name: "200 resets",
    about: "200 resets in a row leave it fit for work",
    hint: "close what reset opens anew: files, connections, threads",
    required: true,
    run: |bench| {
        for done in 0..200 {
            bench.reset().map_err(|error| format!("after {done} resets: {error}"))?;
        }
        lives(bench)
    },
};

pub(super) const IDS: Check = Check {
    name: "ids",
    about: "every answer in these checks repeated its request's id",
    hint: "copy `id` from the request into the answer, as it is",
    required: true,
    run: |bench| none_of(&bench.wrong_ids),
};

pub(super) const CLEAN_OUTPUT: Check = Check {
    name: "clean output",
    about: "nothing but answers came to standard output in these checks, one a line",
    hint: "print to standard error, also from libraries: the Python module sees to it when it is imported first",
    required: true,
    run: |bench| none_of(&bench.garbage),
};

fn refused(bench: &mut Bench, method: &str, params: &Value, code: Option<i64>) -> Result<(), String> {
    match bench.call(method, params) {
        Err(CallError::Refused { code: found, .. }) if code.is_none_or(|code| code == found) => Ok(()),
        Err(CallError::Refused { code, message }) => {
            Err(format!("{method} answered error {code} ({message}) in the place of {CODE}"))
        }
        Ok(result) => Err(format!("{method} with {params} answered the result {result} and no error")),
        Err(CallError::Fault(fault)) => Err(format!("{method} with {params}: {fault}")),
    }
}

fn lives(bench: &mut Bench) -> Found {
    bench.reset()?;
    bench.inscribe(&["It lives."])?;
    let texts = bench.recall("It lives.", 1)?;
    if texts.is_empty() {
        Err("afterwards a text is written and not found".to_owned())
    } else {
        Ok(Outcome::Pass)
    }
}

fn none_of(faults: &[String]) -> Found {
    faults.first().map_or(Ok(Outcome::Pass), |fault| Err(fault.clone()))
}
