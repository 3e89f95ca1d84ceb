//! [`Reader`] and [`Writer`]: file objects of Python, read and written without the lock of the interpreter in between.

use std::io::{self, BufWriter, Read, Write};
use std::sync::{Arc, Mutex, PoisonError};

use nepenthe_ops::{Code, OpError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;

/// What a method of the file object raised.
#[derive(Clone, Default)]
struct Raised(Arc<Mutex<Option<PyErr>>>);

impl Raised {
    fn keep(&self, error: PyErr) -> io::Error {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(error);
        io::Error::other("the file object raised an exception")
    }

    fn take(&self) -> Option<PyErr> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

/// A file object with `read`, which returns bytes.
pub(crate) struct Reader {
    file: Py<PyAny>,
    raised: Raised,
}

impl Reader {
    /// How much is asked of the file object at once, in bytes.
    pub(crate) const CHUNK: usize = 1 << 16;

    pub(crate) fn new(file: Py<PyAny>) -> Self {
        Self { file, raised: Raised::default() }
    }

    /// Returns what the file object raised.
    pub(crate) fn failure(&self) -> Option<PyErr> {
        self.raised.take()
    }
}

impl Read for Reader {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        Python::attach(|py| {
            let bytes = self.file.call_method1(py, "read", (into.len(),))?;
            let bytes = bytes.bind(py).cast::<PyBytes>()?.as_bytes();
            let count = bytes.len().min(into.len());
            into[..count].copy_from_slice(&bytes[..count]);
            Ok(count)
        })
        .map_err(|error: PyErr| self.raised.keep(error))
    }
}

/// A file object with `write`, which takes bytes and all of them.
pub(crate) struct Writer {
    out: BufWriter<Unbuffered>,
    raised: Raised,
}

struct Unbuffered {
    file: Py<PyAny>,
    raised: Raised,
}

impl Writer {
    pub(crate) fn new(file: Py<PyAny>) -> Self {
        let raised = Raised::default();
        let out = Unbuffered { file, raised: raised.clone() };
        Self { out: BufWriter::with_capacity(Reader::CHUNK, out), raised }
    }

    /// Writes what is left.
    pub(crate) fn finish(&mut self) -> Result<(), OpError> {
        self.out.flush().map_err(|error| OpError::new(Code::FileFailed, error))
    }

    /// Returns what the file object raised.
    pub(crate) fn failure(&self) -> Option<PyErr> {
        self.raised.take()
    }
}

impl Write for Writer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.out.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}

impl Write for Unbuffered {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        Python::attach(|py| self.file.call_method1(py, "write", (PyBytes::new(py, bytes),)))
            .map_err(|error| self.raised.keep(error))?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
