//! [`Handle`]: one scope of an open store, for one process.

use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};

use nepenthe::Scope;
use nepenthe_ops::{
    self as ops, ApplyPlanInput, Code, ForeignFile, ForeignMemories, KeyFile, OpError, Operation, Right,
    Rights, SavedPlan,
};
use pyo3::prelude::*;
use pythonize::pythonize;

use crate::call::{answer, call, plan, read, written};
use crate::error::{self, CLOSED, FORKED};
use crate::file::{Reader, Writer};
use crate::gate;
use crate::planned::{Made, Planned, made};
use crate::process::detached;

/// One scope of an open store. Calls go on side by side; after a fork the child has none of it.
#[pyclass(frozen, module = "nepenthe._native")]
pub(crate) struct Handle {
    /// None once it is closed. Locked for a moment, and under the lock of the interpreter.
    open: Mutex<Option<Open>>,
    process: u32,
}

/// What an open handle has.
#[derive(Clone)]
pub(crate) struct Open {
    pub(crate) scope: Scope,
    pub(crate) rights: Rights,
    /// Where the key lies that signs receipts.
    pub(crate) key_file: Option<PathBuf>,
    pub(crate) read_only: bool,
}

impl Open {
    /// Reads the key that signs receipts.
    pub(crate) fn key(&self) -> Result<KeyFile, OpError> {
        let file = self.key_file.as_deref();
        KeyFile::read(file.ok_or_else(|| OpError::new(Code::KeyMissing, "name the file of the key"))?)
    }
}

impl Handle {
    pub(crate) fn new(open: Open) -> Self {
        Self { open: Mutex::new(Some(open)), process: std::process::id() }
    }

    /// Returns what is open.
    pub(crate) fn open(&self, py: Python<'_>) -> PyResult<Open> {
        if self.process != std::process::id() {
            return Err(error::raised(py, FORKED.0, FORKED.1));
        }
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).clone();
        open.ok_or_else(|| error::raised(py, CLOSED.0, CLOSED.1))
    }

    /// Returns what is open to an operation, if the handle has the right to it.
    pub(crate) fn open_to(&self, py: Python<'_>, operation: &str) -> PyResult<Open> {
        let open = self.open(py)?;
        // A page is a part of the list.
        let known = Operation::named(if operation == "page" { "list" } else { operation });
        allowed(open.rights, known.map_or(Right::Admin, |known| known.right))
            .map_err(|error| error::of(py, &error))?;
        Ok(open)
    }
}

/// Refuses what a caller lacks the right to.
pub(crate) fn allowed(rights: Rights, right: Right) -> Result<(), OpError> {
    match rights.allows(right) {
        true => Ok(()),
        false => {
            Err(OpError::new(Code::RightMissing, format!("this memory was opened without the right {right}")))
        }
    }
}

#[pymethods]
impl Handle {
    /// Calls an operation with its input as JSON; returns its output as JSON.
    fn call(&self, py: Python<'_>, operation: &str, input: &str) -> PyResult<String> {
        let open = self.open_to(py, operation)?;
        detached(py, || call(&open.scope, operation, input))
    }

    /// Writes memories, as the operation `inscribe` does with its input as JSON; returns their ids.
    fn inscribe(&self, py: Python<'_>, input: &str) -> PyResult<Vec<String>> {
        let open = self.open_to(py, "inscribe")?;
        detached(py, || {
            let inscribed = ops::inscribe(&open.scope, read(input)?, &mut |_| {})?;
            Ok(inscribed.ids.iter().map(ToString::to_string).collect())
        })
    }

    /// Answers a query, as the operation `recall` does with its input as JSON; returns the hits as `json.loads` would.
    fn recall<'py>(&self, py: Python<'py>, input: &str) -> PyResult<Bound<'py, PyAny>> {
        let open = self.open_to(py, "recall")?;
        let recalled = detached(py, || ops::recall(&open.scope, &read(input)?))?;
        Ok(pythonize(py, &recalled.hits)?)
    }

    /// Plans a change.
    fn plan(slf: &Bound<'_, Self>, operation: &str, input: &str) -> PyResult<Planned> {
        let (py, open) = (slf.py(), slf.get().open_to(slf.py(), operation)?);
        Ok(Planned::new(slf.clone().unbind(), detached(py, || plan(&open.scope, operation, input))?))
    }

    /// Carries out a plan that was saved. Returns what [`Planned`] returns.
    fn apply_plan(&self, py: Python<'_>, saved: &str) -> PyResult<Made> {
        let open = self.open(py)?;
        detached(py, || {
            let saved: SavedPlan = read(saved)?;
            allowed(open.rights, saved.right())?;
            made(&ops::apply_plan(&open.scope, ApplyPlanInput { saved, asked: false })?)
        })
    }

    /// Writes an export into a file object.
    fn export(&self, py: Python<'_>, file: Py<PyAny>) -> PyResult<String> {
        let open = self.open_to(py, "export")?;
        let mut writer = Writer::new(file);
        let done = detached(py, || {
            let exported = ops::export(&open.scope, &ops::ExportInput {}, &mut writer, &mut |_| {})?;
            writer.finish()?;
            written(&exported)
        });
        writer.failure().map_or(done, Err)
    }

    /// Reads an export from a file object.
    #[pyo3(name = "import_")]
    fn import(&self, py: Python<'_>, file: Py<PyAny>, input: &str) -> PyResult<String> {
        let open = self.open_to(py, "import")?;
        let mut reader = Reader::new(file);
        let done = detached(py, || {
            let lines = std::io::BufReader::with_capacity(Reader::CHUNK, &mut reader);
            answer(input, |input| ops::import(&open.scope, input, lines, &mut |_| {}))
        });
        reader.failure().map_or(done, Err)
    }

    /// Reads what another system wrote: the file at a path, or these bytes.
    fn import_from(
        &self,
        py: Python<'_>,
        path: Option<PathBuf>,
        bytes: Option<Vec<u8>>,
        input: &str,
    ) -> PyResult<String> {
        let open = self.open_to(py, "import_from")?;
        let file = match bytes {
            Some(bytes) => ForeignFile::Bytes(bytes),
            None => ForeignFile::Path(path.unwrap_or_default()),
        };
        detached(py, || {
            let memories = ForeignMemories::read(read(input)?, file)?;
            written(&ops::import_from(&open.scope, memories, &mut |_| {})?)
        })
    }

    /// Signs a receipt, of this scope or of any.
    fn receipt(&self, py: Python<'_>, input: &str, any: bool) -> PyResult<String> {
        let open = self.open_to(py, if any { "any_receipt" } else { "receipt" })?;
        detached(py, || {
            let file = open.key()?;
            let key = file.current();
            answer(input, |input| match any {
                true => ops::any_receipt(&open.scope.store(), &input, key),
                false => ops::receipt(&open.scope, &input, key),
            })
        })
    }

    /// Signs the state of the log.
    fn checkpoint(&self, py: Python<'_>) -> PyResult<String> {
        let open = self.open_to(py, "checkpoint")?;
        detached(py, || {
            let input = ops::CheckpointInput {};
            written(&ops::checkpoint(&open.scope.store(), &input, open.key()?.current())?)
        })
    }

    /// Returns how many leaves the store's log has: what grows with every change of every scope.
    fn log_size(&self, py: Python<'_>) -> PyResult<u64> {
        let open = self.open_to(py, "log")?;
        detached(py, || Ok(open.scope.store().log_size()?))
    }

    /// Returns the public keys of the store's receipts.
    fn public_keys(&self, py: Python<'_>) -> PyResult<Vec<String>> {
        let open = self.open_to(py, "key_show")?;
        detached(py, || {
            let keys = open.key()?.public(Some(&open.scope.store().origin()?))?;
            Ok(keys.iter().map(ToString::to_string).collect())
        })
    }

    /// Returns a handle of another scope of the same store.
    fn with_scope(&self, py: Python<'_>, scope: &str) -> PyResult<Self> {
        let open = self.open(py)?;
        let scope = detached(py, || Ok(open.scope.store().scope(scope)?))?;
        Ok(Self::new(Open { scope, ..open }))
    }

    /// The path of the scope.
    #[getter]
    fn scope(&self, py: Python<'_>) -> PyResult<String> {
        Ok(self.open(py)?.scope.path().to_string())
    }

    /// Whether it is closed.
    #[getter]
    fn closed(&self) -> bool {
        self.open.lock().unwrap_or_else(PoisonError::into_inner).is_none()
    }

    /// Closes it: what counts recalls is written, and the file is closed with its last handle.
    fn close(&self, py: Python<'_>) {
        if self.process != std::process::id() {
            return;
        }
        let open = self.open.lock().unwrap_or_else(PoisonError::into_inner).take();
        gate::pass(py, || {
            // Counts that cannot be written are lost with the handle; closing is no less done.
            if let Some(open) = open
                && !open.read_only
            {
                let _ = open.scope.store().flush();
            }
        });
    }
}

/// In a child of a fork nothing is closed: the file is the parent's.
impl Drop for Handle {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            std::mem::forget(self.open.get_mut().unwrap_or_else(PoisonError::into_inner).take());
        }
    }
}
