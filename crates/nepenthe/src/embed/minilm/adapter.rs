//! An adapter: what fine-tuning changed in the weights, as low-rank products (Hu et al., LoRA, arXiv 2106.09685) and
//! replaced vectors, in a safetensors file (`training/adapter.py` writes it).

use safetensors::{Dtype, SafeTensors};

use crate::embed::EmbedError;

/// Numbers and their shape.
type Tensor = (Vec<f32>, Vec<usize>);

/// The changes, read from a file.
pub(super) struct Adapter<'a> {
    file: SafeTensors<'a>,
}

impl<'a> Adapter<'a> {
    /// Reads the content of an adapter's file.
    pub(super) fn read(bytes: &'a [u8]) -> Result<Self, EmbedError> {
        let file = SafeTensors::deserialize(bytes)
            .map_err(|error| EmbedError::Model(format!("the adapter: {error}")))?;
        Ok(Self { file })
    }

    /// Changes a tensor of the base model: replaced where the file has one of its name and shape; `W + B A` where it has
    /// the factors `name.B` (outputs x rank) and `name.A` (rank x inputs), each with a scale for each rank.
    pub(super) fn adapt(&self, name: &str, shape: &[usize], weight: &mut Vec<f32>) -> Result<(), EmbedError> {
        if let Some((values, found)) = self.tensor(name)? {
            if found != shape {
                return Err(EmbedError::Model(format!("the adapter: {name} is {found:?}, not {shape:?}")));
            }
            *weight = values;
        }
        let (a, b) = (self.tensor(&format!("{name}.A"))?, self.tensor(&format!("{name}.B"))?);
        if let (Some((a, a_shape)), Some((b, b_shape)), [outputs, inputs]) = (a, b, shape) {
            let rank = a_shape[0];
            if a_shape != [rank, *inputs] || b_shape != [*outputs, rank] {
                return Err(EmbedError::Model(format!("the adapter: {name} has factors of another shape")));
            }
            let scales = self.scales(name, rank)?;
            for (row, b) in weight.chunks_exact_mut(*inputs).zip(b.chunks_exact(rank)) {
                for ((a, factor), scale) in a.chunks_exact(*inputs).zip(b).zip(&scales) {
                    let factor = factor * scale;
                    row.iter_mut().zip(a).for_each(|(weight, a)| *weight += factor * a);
                }
            }
        }
        Ok(())
    }

    /// What the product of a row of `name.A` with a column of `name.B` is multiplied by, for each rank.
    fn scales(&self, name: &str, rank: usize) -> Result<Vec<f32>, EmbedError> {
        let (a, b) = (self.tensor(&format!("{name}.A.scale"))?, self.tensor(&format!("{name}.B.scale"))?);
        match (a, b) {
            (Some((a, a_shape)), Some((b, b_shape))) if a_shape == [rank] && b_shape == [rank] => {
                Ok(a.iter().zip(b).map(|(a, b)| a * b).collect())
            }
            _ => Err(EmbedError::Model(format!("the adapter: {name} has no scale for each rank"))),
        }
    }

    /// Reads a tensor as f32, with its shape; `None` where the file has none of that name.
    pub(super) fn tensor(&self, name: &str) -> Result<Option<Tensor>, EmbedError> {
        let Ok(tensor) = self.file.tensor(name) else { return Ok(None) };
        let values = match tensor.dtype() {
            Dtype::F32 => {
                tensor.data().as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
            }
            Dtype::I8 => tensor.data().iter().map(|byte| f32::from(byte.cast_signed())).collect(),
            other => return Err(EmbedError::Model(format!("the adapter: {name} is {other:?}"))),
        };
        Ok(Some((values, tensor.shape().to_vec())))
    }
}
