//! Suites as they are named on the command line.

use std::path::Path;

use forgeteval::suite::{BUILTIN, Suite, read_suite};

use super::error::CliError;

/// Opens a suite: one that is part of this program by its name, any other by its file.
pub(super) fn open_suite(path: &Path) -> Result<Suite, CliError> {
    match BUILTIN.iter().find(|builtin| Path::new(builtin.name()) == path) {
        Some(builtin) => builtin.read().map_err(CliError::failed),
        None => read_suite(path).map_err(CliError::failed),
    }
}
