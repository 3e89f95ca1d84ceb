//! Requests that name what is meant by an identifier: who carries it is no question for a model, unless the identifier only locates
//! what is asked for.

use nepenthe_text::entity::identifier::Kind;

use super::Canonical;
use super::query::Query;
use super::readings::{Readings, is_named};
use super::row::Row;
use super::scorer::MEANT;
use crate::corpus::CorpusError;
use crate::{Memories, PlannerError, Verb};

/// Below which probability what carries an identifier that only locates may stay.
const UNLIKELY: f64 = 0.25;

impl Canonical {
    /// Weighs a request by who carries its identifier. Where that only locates what is asked for, what carries it is meant, but for a
    /// release, and where it is an address, or the memory names another person, where that is unlikely by the rest of the request; and so
    /// is what carries it not, where a model that has read it holds that likely.
    pub(super) fn rank_by_identity(
        &self,
        query: &mut Query<'_>,
        readings: &mut Readings<'_>,
        memories: &Memories<'_>,
    ) -> Result<Vec<Row>, PlannerError> {
        let without_models = self.components.without_models();
        let by_identity =
            self.weigh(query, readings.take(query, without_models)?, memories, without_models)?;
        if !query.only_locates() {
            return Ok(by_identity);
        }
        query.described = true;
        let mut described = Readings::new(memories, self.components);
        let gathered = described.take(query, self.components).map_err(PlannerError::from);
        let read = gathered.and_then(|gathered| self.weigh(query, gathered, memories, self.components));
        query.described = false;
        let mut rows = match read {
            Err(PlannerError::Corpus(CorpusError::Embed(_))) if query.verb == Verb::Purge => {
                return Ok(by_identity);
            }
            rows => rows?,
        };
        if !rows.is_empty() && rows.iter().all(|row| row.read.is_none()) {
            return Ok(by_identity);
        }
        // Much happens at one address: "the leak at 14 Linnet Street" is not who lives there.
        let at_house = query.identifiers.iter().all(|identifier| identifier.kind == Kind::House);
        let doubtful = query.verb == Verb::Release || at_house;
        // "Ana's key to safe 9" is not that Bo may open it.
        let of_another = |row: &Row| {
            !query.names.is_empty()
                && !is_named(&row.whole)
                && (row.whole.other_names > 0 || row.whole.near_name)
        };
        for carrier in by_identity.into_iter().filter(|row| row.probability >= MEANT) {
            let same = |row: &&mut Row| row.candidate.hit.memory.id == carrier.candidate.hit.memory.id;
            let stays = |row: &Row| (doubtful || of_another(row)) && row.probability < UNLIKELY;
            match rows.iter_mut().find(same) {
                None => rows.push(carrier),
                Some(row) if row.chunks.len() == carrier.chunks.len() => {
                    row.each_with(&carrier, &|own, carrier| {
                        if carrier.probability >= MEANT && !stays(own) {
                            own.probability = carrier.probability;
                        }
                    });
                }
                Some(row) if stays(row) => {}
                Some(row) => *row = carrier,
            }
        }
        Ok(rows)
    }
}
