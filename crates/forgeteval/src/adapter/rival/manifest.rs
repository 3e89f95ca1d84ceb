//! `system.toml`.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::Deserialize;

use crate::adapter::process::Limits;

/// How long an operation may take of a system that asks the run's language model, where its file does not say.
const ASKING: Duration = Duration::from_secs(300);
/// How long each text that such a system writes may take besides.
const ASKING_TEXT: Duration = Duration::from_secs(30);

/// What `system.toml` says. In the command and in the environment's values `{python}` stands for the Python that the
/// packages were installed for, `{venv}` for the folder that they were installed into, `{dir}` for the system's own.
#[derive(Debug, Clone, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Manifest {
    /// The name that tables carry; the folder's.
    pub name: String,
    /// What it is, in a line.
    pub about: String,
    /// The version that its packages are pinned to.
    pub version: String,
    /// What it runs on.
    #[serde(default)]
    pub runtime: Runtime,
    /// The program and its arguments, started in the system's folder.
    pub command: Vec<String>,
    /// The file of its packages, for `install.py`.
    #[serde(default)]
    pub requirements: Option<String>,
    /// Whether it needs the run's language model.
    #[serde(default)]
    pub language_model: bool,
    /// Seconds for one operation.
    #[serde(default)]
    pub timeout_s: Option<f64>,
    /// Seconds from the start to the description.
    #[serde(default)]
    pub start_timeout_s: Option<f64>,
    /// What is set in its environment.
    #[serde(default)]
    pub env: BTreeMap<String, String>,
}

/// What a system runs on.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Runtime {
    /// Python, with packages in a virtual environment of its own. The default.
    #[default]
    Python,
    /// Node.js, with packages in a folder of its own.
    Node,
    /// A program that is there already; nothing is installed.
    Program,
}

impl Manifest {
    /// Reads the file's text.
    pub(super) fn read(text: &str) -> Result<Self, String> {
        let manifest: Self = toml::from_str(text).map_err(|error| error.to_string().trim_end().to_owned())?;
        manifest.validate()?;
        Ok(manifest)
    }

    fn validate(&self) -> Result<(), String> {
        let plain = |c: char| c.is_ascii_alphanumeric() || "._:-".contains(c);
        if self.name.is_empty() || !self.name.chars().all(plain) {
            return Err(format!("the name `{}` may hold letters, digits and ._:- alone", self.name));
        }
        if self.command.is_empty() {
            return Err("`command` is empty; the first string is the program".to_owned());
        }
        for (key, seconds) in [("timeout_s", self.timeout_s), ("start_timeout_s", self.start_timeout_s)] {
            if seconds.is_some_and(|seconds| !(0.001..=86_400.0).contains(&seconds)) {
                return Err(format!("`{key}` must be a number of seconds, at most a day"));
            }
        }
        Ok(())
    }

    /// Returns how long the system may take.
    #[must_use]
    pub fn limits(&self) -> Limits {
        let default = match self.language_model {
            true => Limits { operation: ASKING, text: ASKING_TEXT, ..Limits::default() },
            false => Limits::default(),
        };
        Limits {
            start: self.start_timeout_s.map_or(default.start, Duration::from_secs_f64),
            operation: self.timeout_s.map_or(default.operation, Duration::from_secs_f64),
            ..default
        }
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::{Manifest, Runtime};

    const LEAST: &str = "name = \"a\"\nabout = \"b\"\nversion = \"1\"\ncommand = [\"c\"]\n";

    #[test]
    fn a_manifest_is_read_or_said_to_be_wrong() {
        let least = Manifest::read(LEAST).unwrap();
        assert_eq!((least.runtime, least.limits().operation), (Runtime::Python, Duration::from_secs(60)));
        let more = "runtime = \"node\"\nlanguage_model = true\ntimeout_s = 0.5\nstart_timeout_s = 300\n[env]\nA = \"{dir}/b\"\n";
        let more = Manifest::read(&format!("{LEAST}{more}")).unwrap();
        assert!(more.language_model && !least.language_model);
        assert_eq!((more.runtime, more.env["A"].as_str()), (Runtime::Node, "{dir}/b"));
        assert_eq!(
            (more.limits().operation, more.limits().start.as_secs()),
            (Duration::from_millis(500), 300)
        );

        let asking = Manifest::read(&format!("{LEAST}language_model = true\n")).unwrap().limits();
        assert_eq!((asking.operation.as_secs(), asking.text.as_secs()), (300, 30));

        let table = [
            ("name = 1", "expected a string"),
            ("name = \"a\"", "missing field"),
            (&LEAST.replace("\"a\"", "\"../a\""), "the name `../a`"),
            (&LEAST.replace("[\"c\"]", "[]"), "`command` is empty"),
            (&format!("{LEAST}time_out = 5"), "unknown field `time_out`"),
            (&format!("{LEAST}timeout_s = -1"), "`timeout_s` must be"),
            (&format!("{LEAST}runtime = \"ruby\""), "python"),
        ];
        for (text, expected) in table {
            let message = Manifest::read(text).unwrap_err();
            assert!(message.contains(expected), "{text}: {message}");
        }
    }
}
