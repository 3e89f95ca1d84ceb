//! The suites that were played, kept beside the verdicts on them.

use std::io;
use std::path::Path;

use crate::suite::{ReadError, Suite, read_suite};

/// The name of the folder of suites in a run's directory.
pub const SUITES: &str = "suites";

/// Writes suites to a run's directory, each to `suites/<name>[-<version>].jsonl`, or with the beginning of its hash behind
/// that where another suite is there. Read again, each has the hash it had; the cases' `origin` and `note` are kept.
///
/// # Errors
/// What the system said.
pub fn write_suites<'a>(dir: &Path, suites: impl IntoIterator<Item = &'a Suite>) -> io::Result<()> {
    let folder = dir.join(SUITES);
    std::fs::create_dir_all(&folder)?;
    for suite in suites {
        let stem = stem(suite);
        // Another suite of this name may be there: of this run, of an earlier one, or somebody's own.
        let longer = format!("{stem}-{}", &suite.sha256()[..12]);
        let paths = [stem, longer].map(|stem| folder.join(format!("{stem}.jsonl")));
        let holds = |path: &Path| read_suite(path).is_ok_and(|kept| kept.sha256() == suite.sha256());
        if paths.iter().any(|path| holds(path)) {
            continue;
        }
        let [plain, long] = paths;
        let path = if plain.exists() { long } else { plain };
        let mut lines = Vec::new();
        for case in suite.cases() {
            serde_json::to_writer(&mut lines, case)?;
            lines.push(b'\n');
        }
        let draft = path.with_extension("jsonl.part");
        std::fs::write(&draft, lines)?;
        std::fs::rename(&draft, path)?;
    }
    Ok(())
}

/// Reads the suites of a run's directory, by the names of their files; none where there is no such folder.
///
/// # Errors
/// What the system said of the folder. A file that is no suite stands in the list as its error.
pub fn read_suites(dir: &Path) -> io::Result<Vec<Result<Suite, ReadError>>> {
    let entries = match std::fs::read_dir(dir.join(SUITES)) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut files = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<Vec<_>>>()?;
    files.retain(|file| file.extension().is_some_and(|ending| ending == "jsonl"));
    files.sort();
    Ok(files.iter().map(|file| read_suite(file)).collect())
}

/// The name of a suite's file, without its ending; nothing in it leads to another folder.
fn stem(suite: &Suite) -> String {
    let version = suite.version().map(|version| format!("-{version}")).unwrap_or_default();
    let name = format!("{}{version}", suite.name());
    name.chars().map(|c| if c.is_control() || "/\\:".contains(c) { '_' } else { c }).collect()
}
