//! How likely a whole plan is right in every row, by all that is known when it is made: boosted trees, trained by
//! `training/calibrate.py` on labelled requests of which a third ask for what is not there.

mod calibrator;
mod evidence;
mod probe;
mod wording;

pub(super) use evidence::Evidence;

use self::calibrator::Calibrator;
use self::evidence::OF_A_PLAN;
use self::probe::Probed;

use super::confidence;
use super::decision::Decided;
use super::features::FEATURES;
use super::opinion::Aim;
use super::query::Query;
use crate::{Action, CorpusError, Draft, Memories, Spared, Verb};

/// From which probability on that nobody means any of what would go, nothing goes.
const ASTRAY: f64 = 0.95;

/// How sure a plan is at most that takes what does not name what is asked for by name: "Verhagen would rather phone" for Verhoeven.
const UNNAMED: f64 = 0.45;

/// Which features of the weakest memory that goes, and of the likeliest that stays, are weighed: what the memory itself says,
/// not how many others there are.
const OF_A_MEMORY: &[&str] = &[
    "has_relevance", "identifier", "identifier_in_row", "near_identifier", "near_name", "carried",
    "conflict", "other_names", "starts_with_it", "carried_from", "first_person", "stranger",
    "cosine_request", "cosine_new", "cosine_sum", "behind_request", "words_found", "words_explained",
    "new_words_found", "new_words_explained", "denies", "denial_differs", "new_denial_differs", "past",
    "past_asked", "reported", "rule", "value_agrees", "value_conflicts", "value_other", "other_subject",
    "other_identifiers", "stays", "goes", "goes_in_part", "goes_over_stays", "in_part_over_goes",
    "behind_goes", "gone", "gone_most", "gone_least", "gone_over_rest",
];

/// The names of the numbers of a plan, in order.
pub fn names() -> Vec<String> {
    let of = |prefix: &'static str| {
        let taken = FEATURES.iter().filter(|name| OF_A_MEMORY.contains(name));
        taken.map(move |name| format!("{prefix}_{name}"))
    };
    let own = OF_A_PLAN.iter().map(|name| (*name).to_owned());
    own.chain(of("weakest")).chain(of("nearest")).collect()
}

/// What the sureness of a draft is settled by.
pub(super) struct Weighed {
    evidence: Evidence,
    /// The numbers of the draft, in the order of [`names`]; empty where nothing is settled by them.
    pub(super) numbers: Vec<f32>,
    /// What its doubts leave of its sureness.
    ceiling: f64,
    /// Whether its sureness is another's to say. What names its target needs no model; of a plan that a model has not read, of a
    /// purge, and of one that is raised to the share of its kind, the trees tell no more than its least sure row.
    settled: bool,
    /// Whether what would go does not name what is asked for.
    unnamed: bool,
}

impl Weighed {
    /// # Errors
    /// [`CorpusError`], where a model fails.
    pub(super) fn new(
        query: &Query<'_>,
        evidence: Evidence,
        decided: &Decided,
        memories: &Memories<'_>,
        aim: Aim,
    ) -> Result<Self, CorpusError> {
        let (draft, ceiling) = (&decided.draft, decided.ceiling);
        let undone = aim != Aim::Any && matches!(query.verb, Verb::Release | Verb::Supersede);
        // What carries an identifier is read only where that is not all that is asked for.
        let read = evidence.read
            || undone
                && evidence.says_less(query, draft)
                && matches!(memories.relevance(&query.prompt(), &[]), Ok(Some(_)));
        let settled = !read || !undone || confidence::is_raised(query, decided);
        let numbers = if aim == Aim::Numbers || !settled {
            let probed = if read { evidence.probe(query, draft, memories)? } else { Probed::default() };
            evidence.numbers(query, draft, ceiling, settled, &probed)
        } else {
            Vec::new()
        };
        Ok(Self {
            unnamed: !settled && evidence.is_of_another(query, draft),
            numbers,
            ceiling,
            settled,
            evidence,
        })
    }

    /// Makes the draft as sure as plans with its numbers are right, and at most as its doubts let it be. Where what would go is
    /// nearly surely meant by nobody, nothing goes, and the nearest is shown with what it does not say.
    pub(super) fn settle(&self, draft: &mut Draft) {
        if self.settled {
            return;
        }
        let calibrator = Calibrator::shipped();
        let asked = draft.steps.iter().any(|step| step.action != Action::Restore);
        let astray = if asked { calibrator.astray(&self.numbers) } else { 0.0 };
        if astray >= ASTRAY {
            self.spare(draft);
            draft.confidence = Some(astray.min(self.ceiling));
        } else {
            let most = if self.unnamed { UNNAMED.min(self.ceiling) } else { self.ceiling };
            let least_sure = draft.confidence.unwrap_or(0.0);
            draft.confidence = Some(calibrator.right(&self.numbers, least_sure).min(most));
        }
        draft.calibrated = true;
    }

    /// Spares all that would go.
    fn spare(&self, draft: &mut Draft) {
        let (kept, spared): (Vec<_>, Vec<_>) =
            std::mem::take(&mut draft.steps).into_iter().partition(|step| step.action == Action::Restore);
        draft.steps = kept;
        let spared = spared.into_iter().map(|step| {
            let likely = self.evidence.probability(step.memory.id).unwrap_or(0.0) * 100.0;
            let reason = match self.evidence.missing(step.memory.id) {
                Some(word) => {
                    format!("does not say \"{word}\", and is hardly what is asked for ({likely:.0} %)")
                }
                None => format!("hardly what is asked for: {likely:.0} % likely"),
            };
            Spared { memory: step.memory, reason }
        });
        let spared: Vec<Spared> = spared.collect();
        draft.spared.splice(0..0, spared);
    }
}
