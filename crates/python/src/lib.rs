//! `nepenthe._native`: the operations of `nepenthe-ops` for Python, and the command.
//!
//! What goes in and comes out is the JSON of the operations, which the classes in `python/nepenthe` have names and types
//! for. Everything that reads the disk or computes runs without the lock of the interpreter.

mod call;
mod error;
mod file;
mod gate;
mod handle;
mod open;
mod planned;
mod process;
mod records;
mod vectors;

use pyo3::prelude::*;

/// Nothing that was erased stays in memory that this library freed.
#[global_allocator]
static ALLOCATOR: nepenthe::ZeroingAllocator = nepenthe::ZeroingAllocator;

#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::error::codes;
    #[pymodule_export]
    use crate::gate::{reopen, shut};
    #[pymodule_export]
    use crate::handle::Handle;
    #[pymodule_export]
    use crate::open::{open, reembed, restore_backup};
    #[pymodule_export]
    use crate::planned::Planned;
    #[pymodule_export]
    use crate::process::{command, forked};
    #[pymodule_export]
    use crate::records::{key, master_key, schemas, verify};
    #[pymodule_export]
    use crate::vectors::Vectors;

    use super::*;

    #[pymodule_init]
    fn version(module: &Bound<'_, PyModule>) -> PyResult<()> {
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }
}
