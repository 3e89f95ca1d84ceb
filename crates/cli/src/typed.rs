//! [`Typed`]: the command line, which is the process's own or what the Python package was called with.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::OnceLock;

/// What was typed, and the program that was called by it.
#[derive(Debug, Clone)]
pub struct Typed {
    /// The name of the program, then its arguments.
    pub args: Vec<OsString>,
    /// The file of the program, which starts it again; none where nobody knows.
    pub program: Option<PathBuf>,
}

/// What was typed for the one command of this process.
static TYPED: OnceLock<Typed> = OnceLock::new();

impl Typed {
    /// Returns the command line of this process.
    #[must_use]
    pub fn of_process() -> Self {
        Self { args: std::env::args_os().collect(), program: std::env::current_exe().ok() }
    }

    /// Takes it for the command line from now on; the first one stays.
    pub(crate) fn set(self) {
        let _ = TYPED.set(self);
    }
}

fn typed() -> &'static Typed {
    TYPED.get_or_init(Typed::of_process)
}

/// Returns the name of the program, then its arguments.
pub(crate) fn args() -> impl Iterator<Item = OsString> {
    typed().args.iter().cloned()
}

/// Returns the file of the program.
#[cfg(feature = "server")]
pub(crate) fn program() -> Option<PathBuf> {
    typed().program.clone()
}
