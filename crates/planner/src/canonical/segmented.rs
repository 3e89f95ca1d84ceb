//! [`Segmented`]: a candidate in its statements.

use std::rc::Rc;

use nepenthe_text::Document;

use super::Components;
use super::query::Query;
use super::segment::Segment;
use crate::{Candidate, Memories};

/// A candidate: the memory as a whole, and what it states one by one.
pub(super) struct Segmented {
    pub(super) candidate: Candidate,
    /// Its text.
    pub(super) text: Rc<Document>,
    pub(super) whole: Segment,
    /// Empty where the memory states one thing.
    pub(super) segments: Vec<Segment>,
}

impl Segmented {
    /// Takes candidates apart.
    pub(super) fn all_of(
        query: &Query<'_>,
        candidates: Vec<Candidate>,
        memories: &Memories<'_>,
        components: Components,
    ) -> Vec<Self> {
        candidates.into_iter().map(|candidate| Self::new(query, candidate, memories, components)).collect()
    }

    fn new(query: &Query<'_>, candidate: Candidate, memories: &Memories<'_>, components: Components) -> Self {
        let (text, annotations) = (&candidate.hit.memory.text, candidate.annotations());
        let (document, span) = (memories.document(text), 0..text.len());
        let whole = Segment { span, ..Segment::new(query, Rc::clone(&document), annotations, components) };
        let clauses = document.clauses();
        let mut segments = Vec::new();
        if components.clauses && clauses.len() > 1 {
            segments.extend(clauses.iter().map(|clause| Segment {
                kind: Some(clause.kind),
                key: clause.key.clone(),
                span: clause.span.clone(),
                ..Segment::new(query, memories.document(&clause.standalone), annotations, components)
            }));
        }
        Self { candidate, text: document, whole, segments }
    }
}
