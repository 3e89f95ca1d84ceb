//! How sure a plan is where the probabilities of its rows say too little: by how often plans of its kind are right.

use nepenthe_text::entity::name;
use nepenthe_text::request::Extent;
use nepenthe_text::word::words;

use crate::memory::MemoryId;
use crate::{Draft, Verb};

use super::query::Query;
use super::rules::namesakes;
use super::scorer::MEANT;
use super::segmentation::Row;

/// How often a plan is right that [`asks_for_full_name`], edits nothing, spares nothing like it, and finds the name
/// [`WHOLE`] in each memory: 137 of 142 releases and purges of the labelled requests in `training/held/` and of the suites
/// `dev` and `adversarial` (results/2026-11-29-first-hour/sure.txt). How sure each find is depends on how common the
/// name is, and says less.
const FULL_NAME: f64 = 137.0 / 142.0;
/// From which certainty of a find on a memory has the whole name.
pub(super) const WHOLE: f32 = 0.8;

/// Tells whether a request is for everything about one bearer of a name of several words, and says nothing else of them:
/// "everything about Sam Roe", but not "Sam Roe the plumber", "Roe" or "Sam Roe senior".
pub(super) fn asks_for_full_name(query: &Query<'_>) -> bool {
    let [name] = query.names.as_slice() else { return false };
    let plain = name.words.len() > 1 && name.title.is_none() && name.generation.is_none();
    query.by_name() && plain && query.request.except.is_none() && query.request.core.trim() == name.text
}

/// Tells whether a memory is what the request says, word for word and whole, however few words that are. Of those the request
/// means one, whatever is like it: "I like tea" is not "I like tea with milk".
pub(super) fn says_exactly(query: &Query<'_>, row: &Row) -> bool {
    let folded = |text: &str| words(text).into_iter().map(|word| word.folded).collect::<Vec<_>>();
    let asked = folded(query.words);
    let described = !query.by_name() && !query.by_identity();
    query.verb != Verb::Supersede && described && asked.len() > 1 && folded(row.candidate.whole()) == asked
}

/// How sure a plan is, at most, of a memory that may be of something else that is called so.
const DOUBTED: f64 = 0.9;

/// What of a request makes a plan doubt some of the memories that it means.
pub(super) struct Doubts<'q> {
    /// What a request by an identifier describes, and the most of it that a memory says which is meant: "the root password of
    /// web01" hardly means "web01 runs nginx" beside one that tells it.
    described: Vec<&'q str>,
    most: usize,
    /// What it asks of an identifier, whether that alone tells what is meant or not.
    of_identifier: Vec<&'q str>,
    /// Memories that have the words of the name in another order.
    turned: Vec<MemoryId>,
}

impl<'q> Doubts<'q> {
    pub(super) fn new(query: &'q Query<'_>, rows: &[Row]) -> Self {
        let whole = matches!(query.request.extent, Extent::Everything | Extent::Ended);
        let described = if query.by_identity() && !whole { query.asked_of_identifier() } else { Vec::new() };
        let turned = rows.iter().zip(namesakes::turned(query, rows)).filter(|(_, turned)| *turned);
        let turned = turned.map(|(row, _)| row.candidate.hit.memory.id).collect();
        // "The serial number of printer PX-200".
        let linked =
            || [" of ", " von ", " de ", " di ", " van "].iter().any(|of| query.request.core.contains(of));
        let part = (!whole || linked()) && query.verb != Verb::Supersede && !query.identifiers.is_empty();
        let of_identifier = if part { query.asked_of_identifier() } else { Vec::new() };
        let mut doubts = Self { described, most: 0, of_identifier, turned };
        let meant = rows.iter().filter(|row| row.whole.probability >= MEANT);
        doubts.most = meant.map(|row| doubts.said(row)).max().unwrap_or(0);
        doubts
    }

    /// How much of what is described a memory says.
    fn said(&self, row: &Row) -> usize {
        let said = |stem: &&&str| row.whole.words.iter().any(|word| word.stem == **stem);
        self.described.iter().filter(said).count()
    }

    /// How sure a plan can be that all of a memory goes: "db-02: user admin, port 5432" says more than the port.
    pub(super) fn most_sure_of_all(&self, row: &Row) -> f64 {
        let asked =
            |piece: &str| words(piece).iter().any(|word| self.of_identifier.contains(&word.stem.as_str()));
        let tells = |piece: &str| {
            let own = words(piece);
            own.iter().filter(|word| word.content).count() > 1
        };
        let text = &row.whole.standalone;
        let pieces = || text.split([',', ';', '\n']).flat_map(|piece| piece.split(" and "));
        match !self.of_identifier.is_empty()
            && pieces().count() > 1
            && pieces().any(|piece| tells(piece) && !asked(piece))
        {
            true => DOUBTED,
            false => 1.0,
        }
    }

    /// How sure a plan can be of a memory.
    pub(super) fn most_sure(&self, row: &Row) -> f64 {
        let half = row.whole.half.clone().map(|span| &row.whole.standalone[span]);
        match self.said(row) < self.most
            || self.turned.contains(&row.candidate.hit.memory.id)
            || half.is_some_and(name::is_of_place)
        {
            true => DOUBTED,
            false => 1.0,
        }
    }
}

/// Makes a plan of that kind, and each of its steps, as sure as such plans are right.
pub(super) fn raise(draft: &mut Draft) {
    for step in draft.steps.iter_mut().filter(|step| step.confidence.is_some_and(|sure| sure < FULL_NAME)) {
        // The reason says how sure the step is, as the floor is compared with it.
        if let Some((reason, _)) = step.reason.rsplit_once(" (").filter(|(_, last)| last.ends_with(" %)")) {
            step.reason = format!("{reason} ({:.0} %)", FULL_NAME * 100.0);
        }
    }
    let steps = draft.steps.iter_mut().map(|step| &mut step.confidence);
    for confidence in steps.chain([&mut draft.confidence]) {
        *confidence = confidence.map(|sure| sure.max(FULL_NAME));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::canonical::Components;
    use crate::testing::Texts;

    fn asks(mutation: &Mutation) -> bool {
        let crate::Target::Words(words) = mutation.target() else { panic!("no words") };
        asks_for_full_name(&Query::new(mutation, words, Components::default()))
    }

    #[test]
    fn one_full_name_and_nothing_else_is_asked_for() {
        for request in ["everything about Sam Roe", "forget Sam Roe", "Please erase all records of Sam Roe."]
        {
            assert!(asks(&Mutation::purge(request)) && asks(&Mutation::release(request)), "{request}");
        }
        for request in [
            "everything about Sam",
            "everything about Sam Roe the plumber",
            "everything about Sam Roe and Ida Lund",
            "everything about Sam Roe except the rent",
            "Sam Roe's address",
            "that Sam Roe sings",
            "the red van",
            "order 48213",
        ] {
            assert!(!asks(&Mutation::purge(request)), "{request}");
        }
        assert!(!asks(&Mutation::supersede("everything about Sam Roe", "Sam Roe left.")));
    }

    #[test]
    fn what_is_said_word_for_word_is_sure_beside_what_is_like_it() {
        let said = "We meet on Mondays in the barn.";
        let texts = Texts::of(&[said, "We meet on Mondays in the barn with tea.", "They meet on Mondays."]);
        for request in ["We meet on Mondays in the barn", "we meet on mondays in the barn!"] {
            let draft = texts.plan(&Mutation::purge(request));
            let touched: Vec<&str> = draft.steps.iter().map(|step| step.memory.text.as_str()).collect();
            assert_eq!(touched, [said], "{draft:?}");
            assert!(
                draft.confidence.unwrap() >= 0.95 && draft.steps[0].confidence.unwrap() >= 0.95,
                "{draft:?}"
            );
        }
    }

    #[test]
    fn a_memory_that_says_less_of_what_an_identifier_has_is_doubted() {
        let sure = |request: &str, texts: &[&'static str]| {
            Texts::of(texts).plan(&Mutation::purge(request)).confidence.unwrap() >= 0.95
        };
        for (request, texts) in [
            ("which rack db4 is in", ["db4 is in rack 2.", "db4 has 64 GB."]),
            ("who invoice 7731 was sent to", ["Invoice 7731 is paid.", "Invoice 7731 was sent to Ann."]),
        ] {
            assert!(!sure(request, &texts), "{request}");
        }
        assert!(sure("invoice 7731", &["Invoice 7731 is paid.", "Invoice 7731 was sent to Ann."]));
        assert!(sure("everything about order 48213", &["Order 48213 shipped.", "Order 48213 came back."]));
    }

    #[test]
    fn a_first_name_that_is_a_place_s_is_doubted() {
        let texts = ["Austin Shaw cooks.", "Austin called."];
        let draft = Texts::of(&texts).plan(&Mutation::purge("everything about Austin Shaw"));
        assert!(draft.confidence.unwrap() < 0.95, "{draft:?}");
    }

    #[test]
    fn a_plan_of_that_kind_is_surer_only_where_it_edits_nothing() {
        let sure = |texts: &[&'static str]| {
            let draft = Texts::of(texts).plan(&Mutation::purge("everything about Sam Roe"));
            assert!(!draft.steps.is_empty());
            let least = draft.steps.iter().filter_map(|step| step.confidence).fold(1.0, f64::min);
            (draft.confidence.unwrap() >= 0.95, least >= 0.95)
        };
        assert_eq!(sure(&["Sam Roe bought 3 kettles.", "Ida Lund lives in Moss."]), (true, true));
        assert_eq!(
            sure(&["Sam Roe bought 3 kettles.", "Sam Roe and Ida Lund share the van."]),
            (false, false)
        );
    }
}
