//! What a split text is made of: lines of parts of units, and what is embedded in them.

use std::ops::Range;

use super::ClauseKind;

/// One statement and what its neighbours carry for it.
#[derive(Clone, Debug)]
pub(super) struct Unit {
    pub span: Range<usize>,
    pub kind: ClauseKind,
    pub subject: Option<Range<usize>>,
    /// Units that share a written subject; the first of them holds it.
    pub run: usize,
    /// The shared subject that is written before the first of the run.
    pub head: Option<Range<usize>>,
    /// The shared auxiliary and the unit that holds it.
    pub aux: Option<(Range<usize>, usize)>,
    /// A verb left out: text to put in at an offset, when the unit that holds the verb has gone.
    pub gap: Option<Gap>,
    /// A pronoun and what it stands for.
    pub pronoun: Option<Pronoun>,
    /// It says again what another unit says.
    pub echo: Option<Echo>,
    /// Units that stay where it stays.
    pub open: Vec<usize>,
    /// Units whose statement it says again.
    pub again: Vec<usize>,
    /// The persons whom its pronoun can mean.
    pub meant: Vec<Range<usize>>,
    /// The name that a value in a list belongs to.
    pub owner: Option<usize>,
    /// The key of a field, with those of the objects that it is in.
    pub key: Vec<Range<usize>>,
    /// It is written inside another unit: the place of its embed.
    pub embedded: Option<usize>,
}

/// What a gapped unit lacks.
#[derive(Clone, Debug)]
pub(super) struct Gap {
    pub holder: usize,
    /// Written before the unit: "Room " for "14 foam ones".
    pub prefix: Range<usize>,
    pub at: usize,
    pub verb: String,
}

/// "Neither has Clara", and how it is written without the unit before it: "Clara has not paid".
#[derive(Clone, Debug)]
pub(super) struct Echo {
    pub holder: usize,
    pub text: String,
}

/// A pronoun with its antecedent.
#[derive(Clone, Debug)]
pub(super) struct Pronoun {
    pub at: Range<usize>,
    /// The unit that holds the antecedent.
    pub holder: usize,
    pub noun: Range<usize>,
    pub possessive: bool,
    /// A verb contracted with it: "'s".
    pub tail: &'static str,
}

/// How an embedded statement is written alone.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Inset {
    /// "who teaches": the anchor and the rest.
    Relative,
    /// "whose dog": the anchor with 's and the rest.
    Whose,
    /// "(a, b)": the anchor, a colon and the list.
    Parenthesis,
    /// ", a cellist,": the anchor, is, and the rest.
    Apposition,
    /// ", since it rains,": the rest.
    Aside,
    /// ", whom she met": the anchor, a comma and the rest.
    Tail,
}

/// Statements inside another.
#[derive(Clone, Debug)]
pub(super) struct Embed {
    pub host: usize,
    /// What goes when all of them go.
    pub cut: Range<usize>,
    /// The inside, without marks and relative pronoun.
    pub inner: Range<usize>,
    pub units: Vec<usize>,
    pub joints: Vec<Range<usize>>,
    pub anchor: Range<usize>,
    pub inset: Inset,
}

/// A sentence or what a semicolon closes.
#[derive(Clone, Debug, Default)]
pub(super) struct Part {
    /// A fronted adverbial that all its units share.
    pub head: Range<usize>,
    pub units: Vec<usize>,
    /// Between the units; one less than they are.
    pub joints: Vec<Range<usize>>,
    /// The whole without its closing mark.
    pub core: Range<usize>,
    pub close: Range<usize>,
    pub space: Range<usize>,
    /// The heading of the line speaks of it.
    pub headed: bool,
    /// A heading of its own: "Pia: ".
    pub label: Range<usize>,
    /// The heading of a part before it, whose words go on here.
    pub turn: Range<usize>,
}

/// One line.
#[derive(Clone, Debug, Default)]
pub(super) struct Line {
    /// Indent and bullet.
    pub lead: Range<usize>,
    /// "Order 7719: ".
    pub head: Range<usize>,
    pub parts: Vec<Part>,
    /// What closes a quote or a bracket that the head opened.
    pub tail: Range<usize>,
    pub end: Range<usize>,
    /// Fields: no capitals, no conjunctions.
    pub cells: bool,
    /// Keys with their values: the first can stand alone.
    pub pairs: bool,
    /// Fields that are statements of their own.
    pub entries: bool,
    /// Fields under a header: a field that goes leaves its place.
    pub columns: bool,
    /// The header of a table.
    pub header: bool,
    /// The line that it hangs on.
    pub holder: Option<usize>,
    /// The line with the name of the record that it belongs to.
    pub name: Option<usize>,
    /// A heading for the lines below it.
    pub title: bool,
}
