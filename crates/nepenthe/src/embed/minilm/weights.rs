//! A set of weights, laid out in panels, one behind the other in one piece of memory.

use std::ops::{Deref, Range};

use super::packed::Rows;
use super::panel::{Output, PANEL, Product, Row};

/// The width of the model.
pub(super) const WIDTH: usize = 384;
/// The width inside a layer's feed-forward part.
pub(super) const INNER: usize = 1536;
pub(super) const LAYERS: usize = 6;
pub(super) const VOCABULARY: usize = 30_522;
pub(super) const POSITIONS: usize = 512;

/// Rows of a vector of the model's width.
const VECTOR: usize = WIDTH / PANEL;
/// Rows of a layer normalization.
const NORM: usize = 2 * VECTOR;
/// Rows of a set: both tables of positions, a normalization, and the layers.
pub(super) const ROWS: usize = 2 * POSITIONS * VECTOR
    + NORM
    + LAYERS
        * (linear(WIDTH, 3 * WIDTH)
            + linear(WIDTH, WIDTH)
            + linear(WIDTH, INNER)
            + linear(INNER, WIDTH)
            + 2 * NORM);

/// Rows of a linear map.
const fn linear(inputs: usize, outputs: usize) -> usize {
    outputs / PANEL * (inputs + 1)
}

/// Some of the rows of a set.
pub(super) struct Part {
    rows: Rows,
    at: Range<usize>,
}

impl Deref for Part {
    type Target = [Row];

    fn deref(&self) -> &[Row] {
        &self.rows.all()[self.at.clone()]
    }
}

/// A linear map, `x W + b`.
pub(super) struct Linear {
    /// The panels of `W`.
    weight: Part,
    /// `b`, a row for each panel.
    bias: Part,
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
    pub(super) scale: Part,
    pub(super) shift: Part,
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
    /// A vector for each position, the first token type's added.
    positions: Part,
    /// The same with the second type's; no text that stands alone has such tokens.
    second_positions: Part,
    pub(super) norm: Norm,
    pub(super) layers: Vec<Layer>,
}

impl Weights {
    /// Finds the weights in a set's [`ROWS`] rows, in the order in which they are packed.
    pub(super) fn new(rows: Rows) -> Weights {
        let mut cut = Cut { rows, at: 0 };
        Weights {
            positions: cut.part(POSITIONS * VECTOR),
            second_positions: cut.part(POSITIONS * VECTOR),
            norm: cut.norm(),
            layers: (0..LAYERS).map(|_| cut.layer()).collect(),
        }
    }

    /// What a token at a position gets, for its type and place.
    pub(super) fn position(&self, position: usize, second: bool) -> &[Row] {
        let positions = if second { &self.second_positions } else { &self.positions };
        &positions[position * VECTOR..][..VECTOR]
    }
}

/// Takes one part behind the other.
struct Cut {
    rows: Rows,
    at: usize,
}

impl Cut {
    fn part(&mut self, rows: usize) -> Part {
        let start = self.at;
        self.at += rows;
        Part { rows: self.rows.clone(), at: start..self.at }
    }

    fn linear(&mut self, inputs: usize, outputs: usize) -> Linear {
        let panels = outputs / PANEL;
        Linear { weight: self.part(panels * inputs), bias: self.part(panels) }
    }

    fn norm(&mut self) -> Norm {
        Norm { scale: self.part(VECTOR), shift: self.part(VECTOR) }
    }

    fn layer(&mut self) -> Layer {
        Layer {
            qkv: self.linear(WIDTH, 3 * WIDTH),
            attended: self.linear(WIDTH, WIDTH),
            attended_norm: self.norm(),
            up: self.linear(WIDTH, INNER),
            down: self.linear(INNER, WIDTH),
            output_norm: self.norm(),
        }
    }
}
