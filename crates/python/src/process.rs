//! What is one a process: the command, what was forked, and the threads that compute.

use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use nepenthe_cli::Typed;
use nepenthe_ops::{Code, OpError};
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use crate::error;
use crate::gate;

/// Whether this process came of a fork after the library was loaded.
static FORKED: AtomicBool = AtomicBool::new(false);

/// The threads of such a process, with its id. The usual ones stayed with the parent, and waiting for them would never end.
static POOL: Mutex<Option<(u32, Arc<ThreadPool>)>> = Mutex::new(None);

/// Runs the command `nepenthe`, once in a process. Returns its exit code.
#[pyfunction]
#[pyo3(signature = (args, program))]
pub(crate) fn command(py: Python<'_>, args: Vec<OsString>, program: Option<PathBuf>) -> u8 {
    py.detach(|| nepenthe_cli::run(Typed { args, program }))
}

/// Notes, in a child, that the process forked.
#[pyfunction]
pub(crate) fn forked() {
    FORKED.store(true, Ordering::Relaxed);
    gate::renew();
}

/// Does something without the lock of the interpreter.
pub(crate) fn detached<T: Send>(
    py: Python<'_>,
    work: impl FnOnce() -> Result<T, OpError> + Send,
) -> PyResult<T> {
    let done = match FORKED.load(Ordering::Relaxed) {
        false => gate::pass(py, work),
        true => {
            let pool = own_pool().map_err(|error| error::of(py, &error))?;
            gate::pass(py, || pool.install(|| gate::inside(work)))
        }
    };
    done.map_err(|error| error::of(py, &error))
}

/// Returns the threads of this process. Nobody forks meanwhile: the lock of the interpreter is held.
fn own_pool() -> Result<Arc<ThreadPool>, OpError> {
    let mut held = POOL.lock().unwrap_or_else(PoisonError::into_inner);
    let process = std::process::id();
    if let Some((owner, pool)) = &*held
        && *owner == process
    {
        return Ok(Arc::clone(pool));
    }
    let made = ThreadPoolBuilder::new().build();
    let made =
        made.map_err(|error| OpError::new(Code::StorageFailed, format!("no thread starts: {error}")))?;
    let pool = Arc::new(made);
    // A pool of the parent's cannot be ended here.
    std::mem::forget(held.replace((process, Arc::clone(&pool))));
    Ok(pool)
}
