//! Reading JSON lines back.

use std::io::BufRead;

use nepenthe::{Error, ImportReport, Options, Progress, Scope, Store};

/// Reads an export into a scope, all or nothing.
pub fn import(
    scope: &Scope,
    lines: impl BufRead,
    progress: &mut dyn FnMut(Progress),
) -> Result<ImportReport, Error> {
    Ok(scope.import(lines, progress)?)
}

/// Tells whether an import would succeed, without a store, and without making vectors.
pub fn try_import(lines: impl BufRead) -> Result<(), Error> {
    Store::open_in_memory(Options::default())?.scope("trial")?.import(lines, &mut |_| {})?;
    Ok(())
}
