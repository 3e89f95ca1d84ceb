//! [`Planned`]: a change that is planned and not made yet.

use std::collections::BTreeMap;
use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use nepenthe_cli::escape_block;
use nepenthe_ops::{self as ops, ApplyInput, Code, OpError};
use pyo3::prelude::*;

use crate::call::written;
use crate::error::{self, FORKED};
use crate::handle::Handle;
use crate::process::detached;

/// What a change did, as JSON, and the keys of its openings.
pub(crate) type Made = (String, BTreeMap<String, String>);

/// A change that is planned. It can be made once.
#[pyclass(frozen, module = "nepenthe._native")]
pub(crate) struct Planned {
    /// None once it is made.
    planned: Mutex<Option<ops::Planned>>,
    /// What it was planned with: once that is closed the change is not made.
    handle: Py<Handle>,
    process: u32,
}

impl Planned {
    pub(crate) fn new(handle: Py<Handle>, planned: ops::Planned) -> Self {
        Self { planned: Mutex::new(Some(planned)), handle, process: std::process::id() }
    }

    fn get(&self, py: Python<'_>) -> PyResult<ops::Planned> {
        if self.process != std::process::id() {
            return Err(error::raised(py, FORKED.0, FORKED.1));
        }
        let planned = self.planned.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let used = || error::of(py, &OpError::new(Code::PlanUsed, "the plan was carried out already"));
        planned.ok_or_else(used)
    }
}

#[pymethods]
impl Planned {
    /// Returns the plan as JSON.
    fn plan(&self, py: Python<'_>) -> PyResult<String> {
        let planned = self.get(py)?;
        detached(py, || written(&planned.plan()?))
    }

    /// Returns the plan as the command shows it.
    fn shown(&self, py: Python<'_>) -> PyResult<String> {
        Ok(escape_block(self.get(py)?.engine().to_string().trim_end()).into_owned())
    }

    /// Returns the plan to be kept for a day, as JSON.
    fn save(&self, py: Python<'_>) -> PyResult<String> {
        let planned = self.get(py)?;
        detached(py, || written(&planned.save(Timestamp::now())?))
    }

    /// Makes the change. Returns what it did as JSON, and for each memory that was erased the key of the receipt's
    /// commitment, as 64 digits of hex.
    fn apply(&self, py: Python<'_>, agreed: bool) -> PyResult<Made> {
        let planned = self.get(py)?;
        self.handle.get().open(py)?;
        let done = detached(py, || {
            planned.refuse_empty()?;
            made(&ops::apply(planned, &ApplyInput { agreed, asked: false })?)
        })?;
        drop(self.planned.lock().unwrap_or_else(PoisonError::into_inner).take());
        Ok(done)
    }
}

/// Writes what a change did, and the keys of its openings as hex.
pub(crate) fn made(outcome: &ops::Outcome) -> Result<Made, OpError> {
    let openings = outcome.erasure.iter().flat_map(|erasure| &erasure.openings.0);
    let hex = |key: &[u8; 32]| key.iter().map(|byte| format!("{byte:02x}")).collect();
    Ok((written(outcome)?, openings.map(|(id, key)| (id.to_string(), hex(key))).collect()))
}

/// In a child of a fork nothing is closed: the file is the parent's.
impl Drop for Planned {
    fn drop(&mut self) {
        if self.process != std::process::id() {
            std::mem::forget(self.planned.get_mut().unwrap_or_else(PoisonError::into_inner).take());
        }
    }
}
