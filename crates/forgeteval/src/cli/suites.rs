//! Suites as they are named on the command line.

use std::io::ErrorKind;
use std::path::Path;

use forgeteval::suite::{BUILTIN, ReadProblem, Suite, read_suite};

use super::error::CliError;

/// Opens a suite: one that is part of this program by its name, any other by its file.
pub(super) fn open_suite(path: &Path) -> Result<Suite, CliError> {
    match BUILTIN.iter().find(|builtin| Path::new(builtin.name()) == path) {
        Some(builtin) => builtin.read().map_err(CliError::failed),
        None => read_suite(path).map_err(|error| CliError::Failed {
            hint: matches!(&error.problem, ReadProblem::Io(io) if io.kind() == ErrorKind::NotFound)
                .then(|| "`forgeteval suite list` names the suites that are part of the program".to_owned()),
            message: error.to_string(),
        }),
    }
}
