//! The end.

use std::time::Duration;

use super::{Check, Outcome};

/// How long the adapter may take to end.
const LIMIT: Duration = Duration::from_secs(5);

pub(super) const END_OF_INPUT: Check = Check {
    name: "end of input",
    about: "the adapter ends within 5 s when its standard input does",
    hint: "leave the loop when a read returns nothing, and end threads that keep the process alive; else it outlives a \
           run that was killed",
    required: true,
    run: |bench| {
        bench.about()?;
        let Some(client) = bench.take() else { return Err("it does not run".to_owned()) };
        if client.finish(LIMIT) {
            return Ok(Outcome::Pass);
        }
        Err(format!("it still ran after {} s, and was killed", LIMIT.as_secs()))
    },
};
