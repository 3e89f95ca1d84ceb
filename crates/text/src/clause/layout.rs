//! What is known of a split text, and the splitter that fills it in.

use std::ops::Range;

use super::json_node::Node;
use super::structure::{Embed, Line, Unit};
use super::token::Token;

/// Everything that is known of a text.
#[derive(Clone, Debug, Default)]
pub(super) struct Layout {
    pub units: Vec<Unit>,
    pub embeds: Vec<Embed>,
    pub lines: Vec<Line>,
    /// The whole text is JSON.
    pub json: Option<Node>,
}

impl Layout {
    /// The embeds whose cut starts in `range`.
    pub fn embeds_in(&self, range: &Range<usize>) -> &[Embed] {
        let from = self.embeds.partition_point(|embed| embed.cut.start < range.start);
        let to = self.embeds.partition_point(|embed| embed.cut.start < range.end);
        &self.embeds[from..to.max(from)]
    }
}

/// The splitter at work.
pub(super) struct Splitter<'a> {
    pub text: &'a str,
    pub tokens: &'a [Token],
    pub hidden: Vec<bool>,
    pub english: bool,
    /// Written in capitals alone.
    pub shouted: bool,
    pub out: Layout,
    pub runs: usize,
}
