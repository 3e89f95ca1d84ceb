//! [`Readings`]: in which way a request is read.
//!
//! What looks like an identifier or a name may be plain words, or several things, where nobody has it. The memories tell, before
//! any of them is weighed and without a model; what was gathered to find out is what is weighed, unless the request came to be
//! read otherwise.

use nepenthe_text::word::fold;

use super::gathered::Gathered;
use super::query::Query;
use super::rule::Rule;
use super::rules::bearers;
use super::scorer::FOUND;
use super::segment::Segment;
use super::{Components, candidates};
use crate::corpus::CorpusError;
use crate::{Candidate, Memories, Verb};

/// By what a request tells which memories are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum By {
    /// An identifier that they carry: no question for a model.
    Identity,
    /// All that it says.
    Description,
}

/// The present reading of a request, and what is gathered for it without a model, once.
pub(super) struct Readings<'m> {
    memories: &'m Memories<'m>,
    components: Components,
    candidates: Option<Vec<Candidate>>,
    gathered: Option<Gathered>,
}

impl<'m> Readings<'m> {
    pub(super) fn new(memories: &'m Memories<'m>, components: Components) -> Self {
        Self { memories, components: components.without_models(), candidates: None, gathered: None }
    }

    /// The candidates for the present reading, found without a model.
    pub(super) fn candidates(&mut self, query: &Query<'_>) -> Result<&[Candidate], CorpusError> {
        let candidates = self.take_candidates(query)?;
        Ok(self.candidates.insert(candidates))
    }

    /// The same, for good.
    pub(super) fn take_candidates(&mut self, query: &Query<'_>) -> Result<Vec<Candidate>, CorpusError> {
        match self.candidates.take() {
            Some(candidates) => Ok(candidates),
            None => candidates::gather(query, self.memories, self.components),
        }
    }

    /// What is gathered for the present reading, for good: in words, and with `components` that have vectors in meaning too.
    pub(super) fn take(
        &mut self,
        query: &Query<'_>,
        components: Components,
    ) -> Result<Gathered, CorpusError> {
        if components.vectors && self.memories.have_vectors() {
            let candidates = candidates::gather(query, self.memories, components)?;
            return Ok(Gathered::new(query, candidates, self.memories, components));
        }
        if let Some(gathered) = self.gathered.take() {
            return Ok(gathered);
        }
        let candidates = self.take_candidates(query)?;
        Ok(Gathered::new(query, candidates, self.memories, self.components))
    }

    fn gathered(&mut self, query: &Query<'_>) -> Result<&Gathered, CorpusError> {
        let gathered = self.take(query, self.components)?;
        Ok(self.gathered.insert(gathered))
    }

    /// Reads the request in the way that holds.
    pub(super) fn resolve(&mut self, query: &mut Query<'_>) -> Result<By, CorpusError> {
        if self.components.identifiers && query.by_identity() {
            let loose = query.has_plain_words() && (query.verb == Verb::Release || query.is_phrase());
            let told = |whole: &Segment| is_carried(whole) || whole.near_identifier && !loose;
            if !query.may_be_misread() || self.any(query, told)? {
                return Ok(By::Identity);
            }
            // Nobody carries it or anything like it, and it may be a plain word.
            self.read(query, Query::leave_identifiers);
        } else if query.has_plain_words() && !self.any(query, is_carried)? {
            // "User role": nobody is called so.
            self.read(query, Query::leave_identifiers);
        }
        if query.may_name_a_month() && !self.is_anybody_called_so(query)? {
            // "August pet-sitting".
            self.read(query, Query::leave_names);
        }
        if query.may_be_two() && !self.is_anybody_called_so(query)? {
            let words: Vec<&str> = query.own_words.iter().map(|word| word.stem.as_str()).collect();
            let has = |whole: &Segment, stem: &str| whole.said.words().iter().any(|word| word.stem == stem);
            if self.any(query, |whole| words.iter().all(|stem| has(whole, stem)))? {
                // "Biscuit Apoquel".
                self.read(query, Query::part_names);
            }
        }
        if self.components.has(Rule::Both) && query.may_be_at_a_place() {
            let has =
                |whole: &Segment, folded: &str| whole.said.words().iter().any(|own| own.folded == folded);
            let has_all = |whole: &Segment| query.own_words.iter().all(|word| has(whole, &word.folded));
            let core = fold(query.request.core);
            if self.any(query, has_all)? && !self.any(query, |whole| fold(&whole.said).contains(&core))? {
                // "Cosima Larch Barn".
                self.read(query, Query::needs_every_word);
            }
        }
        Ok(By::Description)
    }

    /// Reads the request otherwise.
    fn read<'q>(&mut self, query: &mut Query<'q>, otherwise: impl FnOnce(&mut Query<'q>)) {
        otherwise(query);
        (self.candidates, self.gathered) = (None, None);
    }

    /// Tells whether this holds for a memory, or for a chunk of a long one.
    fn any(&mut self, query: &Query<'_>, holds: impl Fn(&Segment) -> bool) -> Result<bool, CorpusError> {
        Ok(self.gathered(query)?.all().any(|one| holds(&one.whole)))
    }

    /// Tells whether a memory names what the request names first.
    fn is_anybody_called_so(&mut self, query: &Query<'_>) -> Result<bool, CorpusError> {
        let settles = self.components.names && query.by_name() && self.components.has(Rule::Bearers);
        let gathered = self.gathered(query)?;
        let mut wholes: Vec<Segment> = gathered.weighed.iter().map(|one| one.whole.clone()).collect();
        if settles {
            bearers::settle(query, wholes.iter_mut());
        }
        Ok(wholes.iter().chain(gathered.restated.iter().map(|one| &one.whole)).any(is_named))
    }
}

/// Tells whether a memory names what the request names first.
pub(super) fn is_named(whole: &Segment) -> bool {
    whole.first > 0.5
}

/// Tells whether a memory surely carries what is asked for.
fn is_carried(whole: &Segment) -> bool {
    whole.carried() >= FOUND
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::testing::Texts;

    /// By what a release in these words tells what is meant, how many identifiers and names it has then, and how often it was gathered.
    fn resolved(request: &str, texts: &[&'static str]) -> (By, usize, usize, usize) {
        let corpus = Texts::of(texts);
        let mutation = Mutation::release(request);
        let mut query = Query::new(&mutation, request, Components::default());
        let memories = Memories::of(&corpus);
        let mut readings = Readings::new(&memories, Components::default());
        let by = readings.resolve(&mut query).unwrap();
        readings.take(&query, Components::default()).unwrap();
        (by, query.identifiers.len(), query.names.len(), corpus.searched())
    }

    #[test]
    fn what_is_gathered_to_find_out_is_what_is_weighed() {
        assert_eq!(resolved("Biscuit Apoquel", &["Biscuit Apoquel sings."]).3, 1);
        assert_eq!(
            resolved("everything about order 48213", &["Order 48213 is late."]),
            (By::Identity, 1, 0, 1)
        );
    }

    #[test]
    fn where_nobody_is_called_so_the_request_is_read_otherwise() {
        let month = resolved("August tortoise-minding", &["We mind the tortoise."]);
        assert_eq!(month, (By::Description, 0, 0, 2));
        let parted = resolved("Biscuit Apoquel", &["Biscuit the beagle is on Apoquel."]);
        assert_eq!(parted, (By::Description, 0, 1, 2));
    }

    #[test]
    fn where_no_question_is_open_nothing_is_gathered_twice() {
        assert_eq!(
            resolved("what the baker charges", &["The baker charges 9 euros."]),
            (By::Description, 0, 0, 1)
        );
    }
}
