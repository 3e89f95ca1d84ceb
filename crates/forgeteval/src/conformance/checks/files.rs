//! Files stay where the adapter says that they are.

use std::path::PathBuf;

use serde_json::json;

use super::{Bench, Check, FACTS, Found, Outcome};

pub(super) const DECLARED: Check = Check {
    name: "files in the folder",
    about: "files appear only in the folder that describe names",
    hint: "keep every file in the folder of FORGETEVAL_FOLDER, and name that one in describe; what lies elsewhere is not \
           searched for what was purged",
    required: true,
    run: |bench| {
        let Some(folder) = bench.about()?.folder else { return Ok(Outcome::NotOffered) };
        // A file that cannot be there would hide every file.
        if folder.parent().is_none() {
            return Err("the folder is the root of the file system".to_owned());
        }
        verdict(&stray(bench)?)
    },
};

pub(super) const UNDECLARED: Check = Check {
    name: "no files",
    about: "an adapter that names no folder writes no files",
    hint: "keep the files in the folder of FORGETEVAL_FOLDER, and name it in describe, so that it is searched for what \
           was purged",
    required: false,
    run: |bench| {
        if bench.about()?.folder.is_some() {
            return Ok(Outcome::NotOffered);
        }
        verdict(&stray(bench)?)
    },
};

/// Uses the adapter from its start on, and returns what it wrote elsewhere than in its folder.
fn stray(bench: &mut Bench) -> Result<Vec<PathBuf>, String> {
    let footprint = bench.start_watched()?;
    bench.reset()?;
    bench.inscribe(&FACTS)?;
    bench.recall(FACTS[0], 10)?;
    let about = bench.about()?;
    if about.offers("purge") {
        bench.ask("purge", &json!({ "query": FACTS[0], "scope": "default" }))?;
    }
    let Some((process, given)) = bench.child() else { return Err("it ended".to_owned()) };
    let stray = footprint.outside(about.folder.as_deref(), process, &given);
    // The folder for temporary files goes with the footprint.
    bench.stop();
    Ok(stray)
}

fn verdict(stray: &[PathBuf]) -> Found {
    let Some(first) = stray.first() else { return Ok(Outcome::Pass) };
    let more = if stray.len() > 1 { format!(" and {} more", stray.len() - 1) } else { String::new() };
    Err(format!("{}{more} was written", first.display()))
}
