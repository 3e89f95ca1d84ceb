//! What the adapter says of itself.

use std::collections::HashSet;

use serde_json::{Value, json};

use super::{Check, Found, Outcome};
use crate::adapter::process::PROTOCOL;

/// The methods that there are, beside `describe`.
const METHODS: &[&str] = &[
    "reset", "inscribe", "recall", "supersede", "release", "purge", "restore", "import", "consent", "usage",
];

pub(super) const DESCRIBE: Check = Check {
    name: "describe",
    about: "describe answers name, version, operations, folder and scopes, and the same each time",
    hint: "answer {\"name\", \"version\", \"operations\": [..], \"folder\": null or a path, \"scopes\": true or false}; \
           docs/adapters.md lists the operations",
    required: true,
    run: |bench| {
        let about = bench.about()?;
        if about.name.trim().is_empty() || about.version.trim().is_empty() {
            return Err(format!("the name is `{}` and the version `{}`", about.name, about.version));
        }
        if let Some(name) = bench.name().filter(|name| *name != about.name) {
            return Err(format!("the name is `{}`, and system.toml says `{name}`", about.name));
        }
        let mut seen = HashSet::new();
        for operation in &about.operations {
            if !METHODS.contains(&operation.as_str()) {
                return Err(format!("`{operation}` is no operation; there are {}", METHODS.join(", ")));
            }
            if !seen.insert(operation) {
                return Err(format!("`{operation}` is named twice"));
            }
        }
        let params = json!({ "protocol": PROTOCOL });
        let (first, second) = (bench.ask("describe", &params)?, bench.ask("describe", &params)?);
        same(&first, &second)
    },
};

fn same(first: &Value, second: &Value) -> Found {
    if first == second {
        Ok(Outcome::Pass)
    } else {
        Err(format!("`{first}` the first time, then `{second}`"))
    }
}
