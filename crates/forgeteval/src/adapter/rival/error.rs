//! Why a rival cannot be used.

use std::path::PathBuf;

/// Why a rival cannot be used.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum RivalError {
    /// The file that describes it cannot be read.
    #[error("cannot read {}: {reason}", path.display())]
    Unreadable {
        /// The file.
        path: PathBuf,
        /// What the system said.
        reason: String,
    },
    /// The file that describes it makes no sense.
    #[error("{}: {reason}", path.display())]
    Wrong {
        /// The file.
        path: PathBuf,
        /// What is wrong in it.
        reason: String,
    },
    /// What it needs is not there.
    #[error("system `{name}` is not installed; install it with: {command}")]
    NotInstalled {
        /// The system.
        name: String,
        /// What to type.
        command: String,
    },
    /// It wants to be installed, and nothing there installs it.
    #[error(
        "system `{name}` is to be installed, and there is no install.py beside its folder; make an environment for it, and in {} say \
         runtime = \"program\" and command = [\"PATH/TO/ITS/python\", \"adapter.py\"]", path.display()
    )]
    NoInstaller {
        /// The system.
        name: String,
        /// The file that describes it.
        path: PathBuf,
    },
}
