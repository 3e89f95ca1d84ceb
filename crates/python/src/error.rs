//! From the errors of the operations to the classes of `nepenthe.errors`, one a code.

use nepenthe_ops::{Code, OpError};
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::gate;

/// What is said of a handle that was closed, and its code, which no operation has.
pub(crate) const CLOSED: (&str, &str) = ("closed", "this memory is closed: open the store again");

/// The same of a handle that came over a fork.
pub(crate) const FORKED: (&str, &str) = (
    "forked",
    "this memory was opened before the process forked, and the child must not use it: open the store again in the child",
);

/// Makes the exception of a code.
pub(crate) fn raised(py: Python<'_>, code: &str, message: &str) -> PyErr {
    let _inside = gate::enter(py);
    let made = || {
        let classes = py.import("nepenthe.errors")?.getattr("BY_CODE")?;
        classes.get_item(code)?.call1((message,))
    };
    match made() {
        Ok(error) => PyErr::from_value(error),
        Err(error) => error,
    }
}

/// Makes the exception of an operation's error.
pub(crate) fn of(py: Python<'_>, error: &OpError) -> PyErr {
    raised(py, error.code().as_str(), error.message())
}

/// Every code of the operations, with what it means.
#[pyfunction]
pub(crate) fn codes(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let codes = PyDict::new(py);
    for code in Code::ALL {
        codes.set_item(code.as_str(), code.meaning())?;
    }
    Ok(codes)
}
