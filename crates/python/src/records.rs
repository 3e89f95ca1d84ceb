//! What needs no open store: verifying receipts, keys, and the shapes of what the operations take and answer.

use std::collections::BTreeMap;
use std::path::PathBuf;

use nepenthe_ops::{self as ops, Against, KeyInput, MasterKeyInput, OPERATIONS};
use pyo3::prelude::*;

use crate::call::{answer, written};
use crate::handle::Handle;
use crate::process::detached;

/// Verifies a receipt, and compares it with a store where one is given.
#[pyfunction]
#[pyo3(signature = (input, handle, name))]
pub(crate) fn verify(py: Python<'_>, input: &str, handle: Option<&Handle>, name: &str) -> PyResult<String> {
    let open = handle.map(|handle| handle.open_to(py, "verify")).transpose()?;
    let store = open.map(|open| open.scope.store());
    detached(py, || {
        answer(input, |input| {
            let against = match &store {
                Some(store) => Against::Store(store, name),
                None => Against::Nothing("no store was given"),
            };
            ops::verify(&input, against)
        })
    })
}

/// Makes (`new`), shows (`show`) or changes (`rotate`) the key that signs receipts.
#[pyfunction]
#[pyo3(signature = (action, file))]
pub(crate) fn key(py: Python<'_>, action: &str, file: Option<PathBuf>) -> PyResult<String> {
    detached(py, || {
        let missing =
            || ops::OpError::new(ops::Code::FileFailed, "there is no home directory to keep a key in");
        let file = file.or_else(nepenthe_cli::usual_key_file).ok_or_else(missing)?;
        let input = KeyInput { file };
        written(&match action {
            "new" => ops::key_new(&input, None)?,
            "rotate" => ops::key_rotate(&input, None)?,
            _ => ops::key_show(&input, None)?,
        })
    })
}

/// Makes the master key of encrypted stores, in a file that must not exist.
#[pyfunction]
pub(crate) fn master_key(py: Python<'_>, file: PathBuf) -> PyResult<String> {
    detached(py, || written(&ops::master_key(&MasterKeyInput { file })?))
}

/// For each operation the JSON Schemas of its input, its output and its plan.
#[pyfunction]
pub(crate) fn schemas(py: Python<'_>) -> PyResult<BTreeMap<String, String>> {
    detached(py, || {
        let one = |operation: &ops::Operation| {
            let shapes = (operation.input(), operation.output(), operation.plan());
            Ok((operation.name.to_owned(), written(&shapes)?))
        };
        OPERATIONS.iter().map(one).collect()
    })
}
