//! The content of `model.safetensors`, packed: read by name, changed by an adapter, and put in the order and layout in
//! which [`Weights`](super::weights::Weights) finds it.

use std::ops::Range;

use rayon::prelude::*;
use safetensors::{Dtype, SafeTensors};

use super::adapter::Adapter;
use super::eight_bits::groups;
use super::panel::{PANEL, Row};
use super::weights::{INNER, LAYERS, POSITIONS, Precision, VOCABULARY, WIDTH, holding};
use crate::embed::EmbedError;

/// Packs the weights, with what an adapter's file changes of them.
pub(super) fn pack(
    bytes: &[u8],
    adapter: Option<&[u8]>,
    precision: Precision,
) -> Result<Vec<Row>, EmbedError> {
    let adapter = adapter.map(Adapter::read).transpose()?;
    let reader = Reader { file: open(bytes)?, adapter: adapter.as_ref(), precision };
    let layers: Vec<Vec<Row>> =
        (0..LAYERS).into_par_iter().map(|index| reader.layer(index)).collect::<Result<_, _>>()?;
    let mut rows = Vec::with_capacity(precision.rows());
    let positions = reader.floats("embeddings.position_embeddings.weight", &[POSITIONS, WIDTH])?;
    let types = reader.floats("embeddings.token_type_embeddings.weight", &[2, WIDTH])?;
    for kind in types.chunks_exact(WIDTH) {
        let typed: Vec<f32> =
            positions.iter().zip(kind.iter().cycle()).map(|(position, kind)| position + kind).collect();
        rows.extend_from_slice(typed.as_chunks().0);
    }
    reader.norm("embeddings.LayerNorm", &mut rows)?;
    layers.iter().for_each(|layer| rows.extend_from_slice(layer));
    Ok(rows)
}

/// Where in the content of `model.safetensors` the words' embeddings lie.
pub(super) fn words(bytes: &[u8]) -> Result<Range<usize>, EmbedError> {
    let reader = Reader { file: open(bytes)?, adapter: None, precision: Precision::Exact };
    let words = reader.raw("embeddings.word_embeddings.weight", &[VOCABULARY, WIDTH])?;
    let start = words.as_ptr().addr() - bytes.as_ptr().addr();
    Ok(start..start + words.len())
}

fn open(bytes: &[u8]) -> Result<SafeTensors<'_>, EmbedError> {
    SafeTensors::deserialize(bytes).map_err(|error| EmbedError::Model(format!("model.safetensors: {error}")))
}

/// Reads tensors by name and shape.
struct Reader<'a> {
    file: SafeTensors<'a>,
    adapter: Option<&'a Adapter<'a>>,
    precision: Precision,
}

impl<'a> Reader<'a> {
    fn layer(&self, index: usize) -> Result<Vec<Row>, EmbedError> {
        let part = |name: &str| format!("encoder.layer.{index}.{name}");
        let (query, key, value) =
            (part("attention.self.query"), part("attention.self.key"), part("attention.self.value"));
        let mut rows = Vec::new();
        self.linear(&[&query, &key, &value], WIDTH, WIDTH, &mut rows)?;
        self.linear(&[&part("attention.output.dense")], WIDTH, WIDTH, &mut rows)?;
        self.norm(&part("attention.output.LayerNorm"), &mut rows)?;
        self.linear(&[&part("intermediate.dense")], INNER, WIDTH, &mut rows)?;
        self.linear(&[&part("output.dense")], WIDTH, INNER, &mut rows)?;
        self.norm(&part("output.LayerNorm"), &mut rows)?;
        Ok(rows)
    }

    /// Appends linear maps from `inputs` to `outputs` components each, their outputs side by side.
    fn linear(
        &self,
        names: &[&str],
        outputs: usize,
        inputs: usize,
        rows: &mut Vec<Row>,
    ) -> Result<(), EmbedError> {
        let mut scales = Vec::new();
        for name in names {
            let floats = self.floats(&format!("{name}.weight"), &[outputs, inputs])?;
            for panel in floats.chunks_exact(PANEL * inputs) {
                match self.precision {
                    Precision::Exact => pack_panel(panel, inputs, rows),
                    Precision::EightBits => {
                        let (groups, scale) = groups(panel, inputs);
                        rows.extend(holding(&groups));
                        scales.push(scale);
                    }
                }
            }
        }
        rows.append(&mut scales);
        names.iter().try_for_each(|name| self.vector(&format!("{name}.bias"), outputs, rows))
    }

    fn norm(&self, name: &str, rows: &mut Vec<Row>) -> Result<(), EmbedError> {
        self.vector(&format!("{name}.weight"), WIDTH, rows)?;
        self.vector(&format!("{name}.bias"), WIDTH, rows)
    }

    fn vector(&self, name: &str, len: usize, rows: &mut Vec<Row>) -> Result<(), EmbedError> {
        rows.extend_from_slice(self.floats(name, &[len])?.as_chunks().0);
        Ok(())
    }

    fn floats(&self, name: &str, shape: &[usize]) -> Result<Vec<f32>, EmbedError> {
        let bytes = self.raw(name, shape)?;
        let mut floats = bytes.as_chunks().0.iter().map(|&bytes| f32::from_le_bytes(bytes)).collect();
        if let Some(adapter) = self.adapter {
            adapter.adapt(name, shape, &mut floats)?;
        }
        Ok(floats)
    }

    fn raw(&self, name: &str, shape: &[usize]) -> Result<&'a [u8], EmbedError> {
        let refuse = |why: String| EmbedError::Model(format!("model.safetensors: {name}: {why}"));
        let tensor = self.file.tensor(name).map_err(|error| refuse(error.to_string()))?;
        if tensor.dtype() != Dtype::F32 || tensor.shape() != shape {
            return Err(refuse(format!(
                "holds {:?} {:?}, not F32 {shape:?}",
                tensor.dtype(),
                tensor.shape()
            )));
        }
        Ok(tensor.data())
    }
}

/// Appends a panel. The file holds a row of `inputs` floats for each output; a panel holds a column.
fn pack_panel(outputs: &[f32], inputs: usize, rows: &mut Vec<Row>) {
    rows.extend((0..inputs).map(|input| std::array::from_fn(|output| outputs[output * inputs + input])));
}
