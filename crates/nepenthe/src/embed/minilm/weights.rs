//! A set of weights, laid out in panels, one behind the other in one piece of memory.

use std::ops::{Deref, Range};

use rten_simd::SimdOp;

use super::eight_bits::{self, Activations, GROUP, Group};
use super::packed::Rows;
use super::panel::{self, Output, PANEL, Row};

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
/// How the weights of linear maps are kept.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Precision {
    /// As they are.
    Exact,
    /// In integers of eight bits, with a scale for each output.
    EightBits,
}

impl Precision {
    /// Rows of a set: both tables of positions, a normalization, and the layers.
    pub(super) const fn rows(self) -> usize {
        2 * POSITIONS * VECTOR
            + NORM
            + LAYERS
                * (self.linear(WIDTH, 3 * WIDTH)
                    + self.linear(WIDTH, WIDTH)
                    + self.linear(WIDTH, INNER)
                    + self.linear(INNER, WIDTH)
                    + 2 * NORM)
    }

    /// Rows of a linear map.
    const fn linear(self, inputs: usize, outputs: usize) -> usize {
        outputs / PANEL * (self.inputs(inputs) + self.scales() + 1)
    }

    /// Rows of a panel's weights.
    const fn inputs(self, inputs: usize) -> usize {
        match self {
            Precision::Exact => inputs,
            Precision::EightBits => inputs / GROUP,
        }
    }

    /// Rows of a panel's scales.
    const fn scales(self) -> usize {
        match self {
            Precision::Exact => 0,
            Precision::EightBits => 1,
        }
    }
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
    /// A row for each panel where the weights are integers; else empty.
    scale: Part,
    /// `b`, a row for each panel.
    bias: Part,
}

/// What maps are applied to, as they take it.
pub(super) enum Input<'a> {
    Exact(&'a [Row]),
    EightBits(Activations),
}

impl Linear {
    /// Brings panels of `height` rows each into the form that this map takes.
    pub(super) fn input<'a>(&self, x: &'a [Row], height: usize) -> Input<'a> {
        if self.scale.is_empty() { Input::Exact(x) } else { Input::EightBits(Activations::of(x, height)) }
    }

    /// Computes one panel of the map's output.
    pub(super) fn multiply(&self, panel: usize, x: &Input<'_>, output: Output, out: &mut [Row]) {
        let inputs = self.weight.len() / self.bias.len();
        let (weight, bias) = (&self.weight[panel * inputs..][..inputs], &self.bias[panel]);
        match x {
            Input::Exact(x) => panel::Product { x, weight, bias, output, out }.dispatch(),
            Input::EightBits(x) => {
                let (weight, scale) = (integers(weight), &self.scale[panel]);
                eight_bits::Product { x, weight, scale, bias, output, out }.dispatch();
            }
        }
    }
}

/// The integers that rows hold.
fn integers(rows: &[Row]) -> &[Group] {
    #[expect(unsafe_code, reason = "bytes need no alignment, and each is one")]
    let (_, groups, _) = unsafe { rows.align_to::<Group>() };
    groups
}

/// Rows that hold integers.
pub(super) fn holding(groups: &[Group]) -> impl Iterator<Item = Row> {
    let number = |bytes: &[u8; GROUP]| f32::from_bits(u32::from_ne_bytes(*bytes));
    groups.iter().map(move |group| std::array::from_fn(|at| number(&group.as_chunks().0[at])))
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
    /// Finds the weights in a set's rows, in the order in which they are packed.
    pub(super) fn new(rows: Rows, precision: Precision) -> Weights {
        let mut cut = Cut { rows, precision, at: 0 };
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
    precision: Precision,
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
        Linear {
            weight: self.part(panels * self.precision.inputs(inputs)),
            scale: self.part(panels * self.precision.scales()),
            bias: self.part(panels),
        }
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
