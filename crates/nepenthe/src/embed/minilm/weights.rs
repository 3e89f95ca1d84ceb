//! The weights of `model.safetensors`, laid out in panels.

use std::ops::Range;

use rayon::prelude::*;
use safetensors::{Dtype, SafeTensors};

use super::adapter::Adapter;
use super::panel::{Output, PANEL, Product, Row};
use crate::embed::EmbedError;

/// The width of the model.
pub(super) const WIDTH: usize = 384;
/// The width inside a layer's feed-forward part.
pub(super) const INNER: usize = 1536;
const LAYERS: usize = 6;
const VOCABULARY: usize = 30_522;
const POSITIONS: usize = 512;

/// A linear map, `x W + b`.
pub(super) struct Linear {
    /// The panels of `W`.
    weight: Vec<Row>,
    /// `b`, a row for each panel.
    bias: Vec<Row>,
}

impl Linear {
    /// The product that computes one panel of the map's output.
    pub(super) fn product<'a>(
        &'a self,
        panel: usize,
        x: &'a [Row],
        output: Output,
        out: &'a mut [Row],
    ) -> Product<'a> {
        let inputs = self.weight.len() / self.bias.len();
        Product { x, weight: &self.weight[panel * inputs..][..inputs], bias: &self.bias[panel], output, out }
    }
}

/// Scale and shift of a layer normalization.
pub(super) struct Norm {
    pub(super) scale: Vec<Row>,
    pub(super) shift: Vec<Row>,
}

/// One of the six layers.
pub(super) struct Layer {
    /// Query, key and value side by side.
    pub(super) qkv: Linear,
    pub(super) attended: Linear,
    pub(super) attended_norm: Norm,
    pub(super) up: Linear,
    pub(super) down: Linear,
    pub(super) output_norm: Norm,
}

/// Everything that the forward pass reads, except the words' embeddings.
pub(super) struct Weights {
    /// A row for each position, the first token type's row added.
    pub(super) positions: Vec<f32>,
    /// The same with the second type's row; no text that stands alone has such tokens.
    pub(super) second_positions: Vec<f32>,
    pub(super) norm: Norm,
    pub(super) layers: Vec<Layer>,
    /// Where in the file the words' embeddings lie.
    pub(super) words: Range<usize>,
}

impl Weights {
    /// Reads the content of `model.safetensors`.
    pub(super) fn read(bytes: &[u8]) -> Result<Weights, EmbedError> {
        Self::read_adapted(bytes, None)
    }

    /// The same, with what an adapter changes.
    pub(super) fn read_adapted(bytes: &[u8], adapter: Option<&Adapter<'_>>) -> Result<Weights, EmbedError> {
        let file = SafeTensors::deserialize(bytes)
            .map_err(|error| EmbedError::Model(format!("model.safetensors: {error}")))?;
        let reader = Reader { file, adapter };
        let words = reader.raw("embeddings.word_embeddings.weight", &[VOCABULARY, WIDTH])?;
        let start = words.as_ptr().addr() - bytes.as_ptr().addr();
        let positions = reader.floats("embeddings.position_embeddings.weight", &[POSITIONS, WIDTH])?;
        let types = reader.floats("embeddings.token_type_embeddings.weight", &[2, WIDTH])?;
        let typed = |kind: &[f32]| {
            positions.iter().zip(kind.iter().cycle()).map(|(position, kind)| position + kind).collect()
        };
        Ok(Weights {
            positions: typed(&types[..WIDTH]),
            second_positions: typed(&types[WIDTH..]),
            norm: reader.norm("embeddings.LayerNorm")?,
            layers: (0..LAYERS).into_par_iter().map(|index| reader.layer(index)).collect::<Result<_, _>>()?,
            words: start..start + words.len(),
        })
    }
}

/// Reads tensors by name and shape.
struct Reader<'a> {
    file: SafeTensors<'a>,
    adapter: Option<&'a Adapter<'a>>,
}

impl<'a> Reader<'a> {
    fn layer(&self, index: usize) -> Result<Layer, EmbedError> {
        let part = |name: &str| format!("encoder.layer.{index}.{name}");
        let (query, key, value) =
            (part("attention.self.query"), part("attention.self.key"), part("attention.self.value"));
        Ok(Layer {
            qkv: self.linear(&[&query, &key, &value], WIDTH, WIDTH)?,
            attended: self.linear(&[&part("attention.output.dense")], WIDTH, WIDTH)?,
            attended_norm: self.norm(&part("attention.output.LayerNorm"))?,
            up: self.linear(&[&part("intermediate.dense")], INNER, WIDTH)?,
            down: self.linear(&[&part("output.dense")], WIDTH, INNER)?,
            output_norm: self.norm(&part("output.LayerNorm"))?,
        })
    }

    /// Reads linear maps from `inputs` to `outputs` components each, and puts their outputs side by side.
    fn linear(&self, names: &[&str], outputs: usize, inputs: usize) -> Result<Linear, EmbedError> {
        let (mut weight, mut bias) = (Vec::with_capacity(names.len() * outputs / PANEL * inputs), Vec::new());
        for name in names {
            let floats = self.floats(&format!("{name}.weight"), &[outputs, inputs])?;
            for panel in floats.chunks_exact(PANEL * inputs) {
                pack(panel, inputs, &mut weight);
            }
            bias.extend(self.rows(&format!("{name}.bias"), outputs)?);
        }
        Ok(Linear { weight, bias })
    }

    fn norm(&self, name: &str) -> Result<Norm, EmbedError> {
        Ok(Norm {
            scale: self.rows(&format!("{name}.weight"), WIDTH)?,
            shift: self.rows(&format!("{name}.bias"), WIDTH)?,
        })
    }

    fn rows(&self, name: &str, len: usize) -> Result<Vec<Row>, EmbedError> {
        Ok(self.floats(name, &[len])?.as_chunks().0.to_vec())
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
fn pack(outputs: &[f32], inputs: usize, weight: &mut Vec<Row>) {
    weight.extend((0..inputs).map(|input| std::array::from_fn(|output| outputs[output * inputs + input])));
}
