//! An adapter: what fine-tuning changed in the weights, as low-rank products (Hu et al., LoRA, arXiv 2106.09685) and
//! replaced vectors, in a safetensors file of bfloat16 and f32.

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
    /// the factors `name.B` (outputs x rank) and `name.A` (rank x inputs).
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
            for (row, b) in weight.chunks_exact_mut(*inputs).zip(b.chunks_exact(rank)) {
                for (a, factor) in a.chunks_exact(*inputs).zip(b) {
                    row.iter_mut().zip(a).for_each(|(weight, a)| *weight += factor * a);
                }
            }
        }
        Ok(())
    }

    /// Reads a tensor as f32, with its shape; `None` where the file has none of that name.
    pub(super) fn tensor(&self, name: &str) -> Result<Option<Tensor>, EmbedError> {
        let Ok(tensor) = self.file.tensor(name) else { return Ok(None) };
        let values = match tensor.dtype() {
            Dtype::F32 => {
                tensor.data().as_chunks().0.iter().map(|bytes| f32::from_le_bytes(*bytes)).collect()
            }
            // The upper half of an f32.
            Dtype::BF16 => {
                let halves = tensor.data().as_chunks().0.iter();
                halves.map(|bytes| f32::from_bits(u32::from(u16::from_le_bytes(*bytes)) << 16)).collect()
            }
            other => return Err(EmbedError::Model(format!("the adapter: {name} is {other:?}"))),
        };
        Ok(Some((values, tensor.shape().to_vec())))
    }
}
