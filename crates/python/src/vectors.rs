//! [`Vectors`]: the vectors of an adapter's items, by key, to be searched by cosine. What goes is zeroed as it is freed.

use std::cmp::Ordering;
use std::sync::{Mutex, MutexGuard, PoisonError};

use indexmap::IndexMap;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;

use crate::process::detached;

/// How many sums a product is gathered in, so that it is worked out side by side.
const LANES: usize = 16;

/// The vectors of keys, each of length one or zero. They are gone through as they came, and so as they lie in memory.
type Rows = IndexMap<String, Vec<Box<[f32]>>>;

/// Vectors under keys. A key may have several; its cosine is the best of them.
#[pyclass(frozen, module = "nepenthe._native")]
#[derive(Default)]
pub(crate) struct Vectors {
    /// Locked only where the lock of the interpreter is not held.
    rows: Mutex<Rows>,
}

impl Vectors {
    fn rows(&self) -> MutexGuard<'_, Rows> {
        self.rows.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Vectors {
    #[new]
    fn new() -> Self {
        Self::default()
    }

    /// Puts the vectors of a key in the place of those that it has; each is the bytes of numbers of 32 bits, as the machine
    /// has them.
    fn put(&self, py: Python<'_>, key: String, vectors: Vec<PyBackedBytes>) -> PyResult<()> {
        let rows: Option<Vec<_>> = vectors.iter().map(|bytes| unit(bytes)).collect();
        let Some(rows) = rows else {
            return Err(PyValueError::new_err("a vector has four bytes for each number"));
        };
        detached(py, || {
            match rows.is_empty() {
                true => self.rows().swap_remove(&key),
                false => self.rows().insert(key, rows),
            };
            Ok(())
        })
    }

    /// Takes out what a key has.
    fn drop(&self, py: Python<'_>, key: &str) -> PyResult<()> {
        detached(py, || {
            self.rows().swap_remove(key);
            Ok(())
        })
    }

    /// The `k` keys whose vectors have the highest cosine with a query's, the highest first, and of equals by key. Vectors of
    /// another length than the query's are passed over.
    fn nearest(&self, py: Python<'_>, query: Vec<f32>, k: usize) -> PyResult<Vec<(String, f32)>> {
        let query = of_length_one(query.into());
        detached(py, || {
            let rows = self.rows();
            let cosine = |rows: &[Box<[f32]>]| {
                let of_its_length = rows.iter().filter(|row| row.len() == query.len());
                of_its_length.map(|row| dot(row, &query)).max_by(f32::total_cmp)
            };
            let mut found: Vec<(&str, f32)> =
                rows.iter().filter_map(|(key, rows)| Some((key.as_str(), cosine(rows)?))).collect();
            let order = |a: &(&str, f32), b: &(&str, f32)| -> Ordering {
                b.1.total_cmp(&a.1).then_with(|| a.0.cmp(b.0))
            };
            if k < found.len() {
                found.select_nth_unstable_by(k, order);
                found.truncate(k);
            }
            found.sort_unstable_by(order);
            Ok(found.into_iter().map(|(key, score)| (key.to_owned(), score)).collect())
        })
    }
}

/// Reads a vector, and brings it to length one; `None` where bytes are missing.
fn unit(bytes: &[u8]) -> Option<Box<[f32]>> {
    let (numbers, rest) = bytes.as_chunks();
    let numbers = numbers.iter().map(|bytes| f32::from_ne_bytes(*bytes)).collect();
    rest.is_empty().then(|| of_length_one(numbers))
}

/// A vector of no length stays as it is.
fn of_length_one(mut vector: Box<[f32]>) -> Box<[f32]> {
    let length = dot(&vector, &vector).sqrt();
    if length > 0.0 {
        vector.iter_mut().for_each(|number| *number /= length);
    }
    vector
}

/// The product of two vectors of one length.
fn dot(a: &[f32], b: &[f32]) -> f32 {
    let ((a, a_rest), (b, b_rest)) = (a.as_chunks::<LANES>(), b.as_chunks::<LANES>());
    let mut sums = [0.0; LANES];
    for (a, b) in a.iter().zip(b) {
        for ((sum, a), b) in sums.iter_mut().zip(a).zip(b) {
            *sum += a * b;
        }
    }
    let rest: f32 = a_rest.iter().zip(b_rest).map(|(a, b)| a * b).sum();
    sums.iter().sum::<f32>() + rest
}
