//! What is known of a plan when it is made: the numbers by which [`super`] says how likely it is right in every row.

use std::collections::BTreeSet;

use nepenthe_text::request::Extent;

use super::probe::{Probe, Probed};
use super::wording::{Met, Wording};
use crate::canonical::confidence;
use crate::canonical::features::{FEATURES, small};
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;
use crate::memory::MemoryId;
use crate::{Action, CorpusError, Draft, Memories, Verb};

/// How many of the memories that go a model reads by themselves.
const PROBED: usize = 2;
/// From which certainty on a memory may carry what is asked for.
const CARRIED: f32 = 0.3;

/// What is known of one memory that was looked at.
struct Seen {
    id: MemoryId,
    probability: f64,
    met: Met,
    carried: f32,
    share: f32,
    first: f32,
    conflicts: bool,
    quoted: bool,
    other_names: f32,
    denial_differs: bool,
    ruled: bool,
    parted: bool,
    /// What is read of it; empty where it is weighed chunk by chunk.
    reading: String,
    /// Empty where it was not weighed.
    features: Vec<f32>,
}

/// What is known of a request and the memories that were looked at for it.
pub(in crate::canonical) struct Evidence {
    wording: Wording,
    seen: Vec<Seen>,
    exact: bool,
    /// Whether a relevance model has read one of them.
    pub(super) read: bool,
}

impl Evidence {
    pub(in crate::canonical) fn new(query: &Query<'_>, rows: &[Row]) -> Self {
        let wording = Wording::new(query);
        let denial = FEATURES.iter().position(|name| *name == "denial_differs");
        let seen = rows.iter().map(|row| Seen {
            id: row.candidate.hit.memory.id,
            probability: row.probability,
            met: wording.met(&row.whole),
            carried: row.whole.carried(),
            share: row.whole.share,
            first: row.whole.first,
            conflicts: row.whole.conflicts(),
            quoted: row.quoted.is_some(),
            other_names: small(row.whole.other_names.min(4)),
            denial_differs: denial.and_then(|at| row.features.get(at)).is_some_and(|it| *it > 0.0),
            ruled: row.ruled.raised,
            parted: row.ruled.lowered,
            reading: if row.chunks.is_empty() { row.whole.reading.text.clone() } else { String::new() },
            features: row.features.clone(),
        });
        Self {
            seen: seen.collect(),
            exact: rows.iter().any(|row| confidence::says_exactly(query, row)),
            read: rows.iter().any(|row| row.read.is_some()),
            wording,
        }
    }

    /// Whether one that goes does not have all that is said beside the identifiers: "the heating bill of 2018/19".
    pub(super) fn says_less(&self, query: &Query<'_>, draft: &Draft) -> bool {
        let labels = query.of_identifiers();
        let lacks =
            |seen: &&Seen| self.wording.unmet_stems(&seen.met).iter().any(|stem| !labels.contains(*stem));
        self.going(draft).any(|seen| lacks(&seen))
    }

    /// Whether one that goes has no name and no identifier that is asked for, and no rule says that it is meant all the same.
    pub(super) fn is_of_another(&self, query: &Query<'_>, draft: &Draft) -> bool {
        let asked = !query.names.is_empty() && !query.is_of_common_noun();
        asked && self.going(draft).any(|seen| seen.carried < CARRIED && !seen.ruled)
    }

    fn going<'s>(&'s self, draft: &'s Draft) -> impl Iterator<Item = &'s Seen> {
        self.seen.iter().filter(|seen| draft.steps.iter().any(|step| step.memory.id == seen.id))
    }

    /// What of the request the memory with this id does not meet, as the request says it; `None` where it meets all.
    pub(super) fn missing(&self, id: MemoryId) -> Option<&str> {
        let seen = self.seen.iter().find(|seen| seen.id == id)?;
        self.wording.missing(&seen.met, self.seen.iter().map(|other| &other.met))
    }

    /// The probability that the request means the memory with this id.
    pub(super) fn probability(&self, id: MemoryId) -> Option<f64> {
        self.seen.iter().find(|seen| seen.id == id).map(|seen| seen.probability)
    }

    /// What the model says of those that go and of the likeliest that stays, each read by itself.
    ///
    /// # Errors
    /// [`CorpusError::Embed`].
    pub(super) fn probe(
        &self,
        query: &Query<'_>,
        draft: &Draft,
        memories: &Memories<'_>,
    ) -> Result<Probed, CorpusError> {
        let mut going: Vec<&Seen> = self.going(draft).collect();
        // Those first that say least of what is asked for.
        let said = |seen: &Seen| self.wording.share(&seen.met);
        going.sort_by(|a, b| said(a).total_cmp(&said(b)).then(a.probability.total_cmp(&b.probability)));
        let stays = self.seen.iter().filter(|seen| !going.iter().any(|one| one.id == seen.id));
        let nearest =
            stays.reduce(|most, seen| if seen.probability > most.probability { seen } else { most });
        let probe = Probe { query, memories };
        let mut probed = Probed::default();
        for seen in going.into_iter().take(PROBED) {
            probed.add(probe.of_going(&seen.reading, &self.wording.unmet_stems(&seen.met))?);
        }
        if let Some(nearest) = nearest {
            probed.nearest = probe.alone(&nearest.reading)?;
        }
        Ok(probed)
    }

    /// The numbers of a draft, in the order of [`super::names`]; `ceiling` is what its doubts leave of its sureness, and `settled` says
    /// whether that is another's to say.
    #[expect(clippy::cast_possible_truncation, reason = "evidence is f32")]
    pub(super) fn numbers(
        &self,
        query: &Query<'_>,
        draft: &Draft,
        ceiling: f64,
        settled: bool,
        probed: &Probed,
    ) -> Vec<f32> {
        let flag = |is: bool| f32::from(u8::from(is));
        let of_draft: BTreeSet<MemoryId> = draft.steps.iter().map(|step| step.memory.id).collect();
        let (mut goes, mut stays): (Vec<&Seen>, Vec<&Seen>) =
            self.seen.iter().partition(|seen| of_draft.contains(&seen.id));
        goes.sort_by(|a, b| a.probability.total_cmp(&b.probability));
        stays.sort_by(|a, b| b.probability.total_cmp(&a.probability));
        let (weakest, surest) = (goes.first(), goes.last());
        let at = |seen: Option<&&Seen>| seen.map_or(0.0, |seen| seen.probability as f32);
        let least =
            |of: &dyn Fn(&Seen) -> f32| goes.iter().map(|seen| of(seen)).reduce(f32::min).unwrap_or(-1.0);
        let most_stays =
            |of: &dyn Fn(&Seen) -> f32| stays.iter().map(|seen| of(seen)).reduce(f32::max).unwrap_or(-1.0);
        let edits = draft.steps.iter().filter(|step| matches!(step.action, Action::Edit { .. })).count();
        let by_extent = |extent: Extent| flag(query.request.extent == extent);
        let wording = &self.wording;
        let together = wording.together(goes.iter().map(|seen| &seen.met));
        let elsewhere = wording.together(stays.iter().map(|seen| &seen.met));
        let least_stated = goes.iter().map(|seen| wording.share(&seen.met)).reduce(f32::min).unwrap_or(-1.0);
        let tied = draft.steps.iter().filter(|step| !self.seen.iter().any(|seen| seen.id == step.memory.id));
        let mut numbers = vec![
            flag(query.verb == Verb::Supersede),
            flag(query.verb == Verb::Purge),
            flag(query.by_identity()),
            flag(query.by_name()),
            by_extent(Extent::Everything),
            by_extent(Extent::Attribute),
            by_extent(Extent::Statement),
            by_extent(Extent::Ended),
            flag(query.request.except.is_some()),
            flag(query.narrow),
            flag(query.absent),
            small(wording.asked.len().min(12)),
            small(query.names.len().min(4)),
            small(query.identifiers.len().min(4)),
            small(query.values.len().min(4)),
            small(query.own_words.len().min(24)),
            flag(query.core_reading != query.request.core),
            flag(query.words.chars().any(nepenthe_text::word::is_foreign)),
            small(draft.steps.len().min(8)),
            small(edits.min(4)),
            small(tied.count().min(4)),
            draft.confidence.unwrap_or(0.0) as f32,
            ceiling as f32,
            flag(self.exact),
            at(weakest),
            at(surest),
            at(stays.first()),
            at(stays.get(1)),
            at(weakest) - at(stays.first()),
            flag(weakest.is_some_and(|seen| seen.probability < MEANT)),
            least(&|seen| seen.carried),
            least(&|seen| seen.share),
            least(&|seen| seen.first),
            most_stays(&|seen| seen.carried),
            most_stays(&|seen| seen.share),
            flag(goes.iter().any(|seen| seen.conflicts)),
            flag(stays.iter().any(|seen| seen.conflicts)),
            flag(goes.iter().any(|seen| seen.quoted)),
            goes.iter().map(|seen| seen.other_names).fold(0.0, f32::max),
            wording.share(&together),
            least_stated,
            stays.iter().map(|seen| wording.share(&seen.met)).fold(0.0, f32::max),
            flag(goes.iter().any(|seen| seen.denial_differs)),
            flag(!goes.is_empty() && goes.iter().all(|seen| seen.ruled)),
            flag(goes.iter().any(|seen| seen.ruled)),
            flag(goes.iter().any(|seen| seen.parted)),
            flag(stays.iter().any(|seen| seen.parted)),
            probed.alone,
            probed.lift,
            probed.word,
            probed.nearest,
            flag(settled),
        ];
        numbers.extend(wording.unmet(&together, &elsewhere));
        for seen in [weakest, stays.first()] {
            let own = seen.map(|seen| &seen.features).filter(|own| own.len() == FEATURES.len());
            let taken = FEATURES.iter().enumerate().filter(|(_, name)| super::OF_A_MEMORY.contains(name));
            numbers.extend(taken.map(|(place, _)| own.map_or(0.0, |own| own[place])));
        }
        numbers
    }
}

/// The names of the numbers of a plan, but for those of its memories.
pub(super) const OF_A_PLAN: &[&str] = &[
    "supersede", "purge", "by_identity", "by_name", "asks_everything", "asks_attribute", "asks_statement",
    "asks_ended", "excepts", "narrow", "absent", "asked", "names", "identifiers", "values", "words",
    "glossed", "foreign", "steps", "edits", "tied", "least_sure", "ceiling", "exact", "weakest", "surest",
    "nearest", "next_nearest", "margin", "unlikely", "least_carried", "least_share", "least_first",
    "stays_carried", "stays_share", "goes_conflicts", "stays_conflicts", "quoted", "goes_other_names", "met",
    "least_met", "stays_met", "goes_denial_differs", "ruled", "any_ruled", "goes_parted", "stays_parted",
    "alone", "lift", "word", "nearest_alone", "settled", "unmet", "unmet_elsewhere", "unmet_nowhere",
    "unmet_numbers", "unmet_capitals", "first_met", "last_met", "rare_met", "values_met", "new_met",
    "new_unmet", "met_count",
];
