//! What holds in the place of a state that is denied goes with the denial: "The mill is not driven by water", "A diesel engine drives
//! the mill", where the mill is driven by water again.

use std::collections::BTreeSet;

use nepenthe_text::stance;
use nepenthe_text::word::{Word, words};

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;
use crate::canonical::span::overlap;

/// How likely such a memory is.
const INSTEAD: f64 = 0.6;
/// How sure a plan is that takes both.
const TOLD: f64 = 0.7;
/// Where something is kept.
const PLACED: &[&str] = &["at", "with", "in", "on", "by", "near", "under", "behind", "inside", "next"];
const IS: &[&str] = &["is", "are", "was", "were", "lies", "hangs", "stays", "lives", "stands"];
/// What is done in one place alone.
const DWELLS: &[&str] =
    &["sleep", "live", "stand", "hang", "lie", "stay", "dwell", "lodge", "resid", "park", "moor", "sit"];
const HAS: &[&str] = &["have", "has", "keep", "hold", "own"];
/// Past forms, by what they are forms of.
const FORMS: &[(&str, &str)] = &[
    ("driven", "drive"),
    ("drove", "drive"),
    ("ridden", "ride"),
    ("rode", "ride"),
    ("kept", "keep"),
    ("held", "hold"),
    ("rung", "ring"),
    ("rang", "ring"),
    ("taught", "teach"),
    ("sung", "sing"),
    ("sang", "sing"),
    ("worn", "wear"),
    ("wore", "wear"),
    ("taken", "take"),
    ("took", "take"),
    ("led", "lead"),
    ("made", "make"),
    ("sold", "sell"),
    ("brought", "bring"),
    ("built", "build"),
    ("fed", "feed"),
    ("ran", "run"),
    ("run", "run"),
    ("written", "write"),
    ("wrote", "write"),
    ("done", "do"),
    ("given", "give"),
    ("gave", "give"),
    ("paid", "pay"),
    ("met", "meet"),
    ("slept", "sleep"),
    ("bought", "buy"),
    ("grown", "grow"),
    ("grew", "grow"),
    ("flown", "fly"),
    ("flew", "fly"),
    ("drawn", "draw"),
    ("drew", "draw"),
    ("spoken", "speak"),
    ("spoke", "speak"),
];

/// Takes what holds instead along.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    let Some(new) = query.new.filter(|_| query.verb == Verb::Supersede && !query.new_stance.denies) else {
        return;
    };
    let new = words(new);
    let denied: Vec<Vec<Word>> = rows
        .iter()
        .filter(|row| {
            row.probability >= MEANT && row.kept.is_none() && stance::of_words(row.whole.said.words()).denies
        })
        .map(|row| row.whole.said.words().to_vec())
        .collect();
    let mut found = false;
    for row in rows.iter_mut().filter(|row| row.kept.is_none() && row.probability < MEANT) {
        let open = !row.whole.conflicts()
            && row.segments.len() < 2
            && !stance::of_words(row.whole.said.words()).denies;
        let subject = row.text.clauses().get(0).and_then(|clause| clause.subject.clone());
        let holds = |denied: &Vec<Word>| {
            let Some(subject) = &subject else { return false };
            let own = Parts::of(row.whole.said.words(), subject);
            own.does_it(&row.whole.said, denied, &new)
                || own.has_it(denied)
                || own.is_another(&row.whole.said, denied, &new)
                || own.is_elsewhere(denied, &new)
        };
        if open && denied.iter().any(holds) {
            row.tell(INSTEAD, TOLD);
            found = true;
        }
    }
    // The denial itself is told by what holds in its place.
    for row in rows.iter_mut().filter(|row| found && row.kept.is_none() && row.probability >= MEANT) {
        if stance::of_words(row.whole.said.words()).denies {
            row.tell(MEANT, TOLD);
        }
    }
}

/// A statement, parted behind its subject.
struct Parts<'w> {
    subject: Vec<&'w Word>,
    says: Vec<&'w Word>,
}

impl<'w> Parts<'w> {
    fn of(words: &'w [Word], subject: &std::ops::Range<usize>) -> Self {
        let (subject, says) = words.iter().partition(|word| overlap(&word.span, subject));
        Self { subject, says }
    }

    /// "A diesel engine drives the mill": it does what is denied, or what the new statement says, to the same. What somebody's sister
    /// does is no state of theirs.
    fn does_it(&self, text: &str, denied: &[Word], new: &[Word]) -> bool {
        if self.subject.iter().any(|word| is_owner(text, word)) || self.is_sibling(denied, new) {
            return false;
        }
        let known: BTreeSet<String> =
            denied.iter().chain(new).filter(|word| word.content).map(base).collect();
        let Some(verb) = self.says.iter().find(|word| word.content && !is_adverb(word)) else { return false };
        let verb = base(verb);
        // What it says besides is not what is denied: "A diesel engine drives the mill of the next village".
        let mut objects =
            self.says.iter().filter(|word| word.content).map(|word| base(word)).filter(|one| *one != verb);
        let first = objects.next().is_some_and(|one| known.contains(&one));
        // Uncle Pete, who comes to the wedding, does not come in the place of Aunt Rosa, who does not: nothing is done to her.
        let topic = denied.iter().find(|word| word.content).map(base);
        let to_it =
            topic.is_some_and(|topic| self.says.iter().any(|word| word.content && base(word) == topic));
        to_it && known.contains(&verb) && first && objects.all(|one| known.contains(&one))
    }

    /// "Post for Skerry is landed at the quarry", where "the post boat lands the Skerry post at Skerry itself"; "the dog sleeps at the
    /// smithy", where it sleeps at Ole's again: the same is done to the same, elsewhere.
    fn is_elsewhere(&self, denied: &[Word], new: &[Word]) -> bool {
        let content =
            |words: &[Word]| words.iter().filter(|word| word.content).map(base).collect::<BTreeSet<_>>();
        let known = &content(new) | &content(denied);
        let subject: Vec<String> =
            self.subject.iter().filter(|word| word.content).map(|word| base(word)).collect();
        let Some(at) = self.says.iter().position(|word| PLACED.contains(&word.folded.as_str())) else {
            return false;
        };
        let said: Vec<String> = self.says[..at]
            .iter()
            .filter(|word| word.content && !is_adverb(word))
            .map(|word| base(word))
            .collect();
        let place: Vec<String> =
            self.says[at..].iter().filter(|word| word.content).map(|word| base(word)).collect();
        // One may stop at several places, and sleeps at one.
        let own = new.iter().filter(|word| word.content).map(base).take(subject.len()).collect::<Vec<_>>();
        let new = content(new);
        let exclusive = own != subject || said.iter().any(|word| DWELLS.contains(&word.as_str()));
        exclusive
            && !subject.is_empty()
            && said.iter().any(|word| !subject.contains(word))
            && subject.iter().all(|word| known.contains(word))
            && said.iter().all(|word| new.contains(word))
            && !place.is_empty()
            && place.iter().all(|word| !known.contains(word))
    }

    /// Whether its subject is another of the kind that is denied: "the east lift" beside "the west lift".
    fn is_sibling(&self, denied: &[Word], new: &[Word]) -> bool {
        let has = |words: &[Word], stem: &str| words.iter().any(|word| word.content && word.stem == stem);
        let all: Vec<&str> =
            self.subject.iter().filter(|word| word.content).map(|word| word.stem.as_str()).collect();
        let known = |stem: &&&str| has(denied, stem) || has(new, stem);
        let met = all.iter().filter(known).count();
        met > 0 && met < all.len()
    }

    /// "The crypt key is at the forge", where somebody doesn't have it.
    fn has_it(&self, denied: &[Word]) -> bool {
        let has = denied
            .iter()
            .position(|word| HAS.contains(&base(word).as_str()) || HAS.contains(&word.folded.as_str()));
        let Some(has) = has else { return false };
        let thing: BTreeSet<&str> =
            denied[has + 1..].iter().filter(|word| word.content).map(|word| word.stem.as_str()).collect();
        let own: BTreeSet<&str> =
            self.subject.iter().filter(|word| word.content).map(|word| word.stem.as_str()).collect();
        let placed = match self.says.as_slice() {
            [is, at, ..] => IS.contains(&is.folded.as_str()) && PLACED.contains(&at.folded.as_str()),
            _ => false,
        };
        placed && !thing.is_empty() && own == thing
    }

    /// "Tilde's only guild is the dyers' guild": the same sort of thing, of whom it is denied.
    fn is_another(&self, text: &str, denied: &[Word], new: &[Word]) -> bool {
        let [owner, .., sort] = self.subject.as_slice() else { return false };
        let owned = is_owner(text, owner);
        let has = |words: &[Word], stem: &str| words.iter().any(|word| word.stem == stem);
        let of_it = bare(&owner.folded);
        let named = denied.iter().any(|word| bare(&word.folded) == of_it);
        let between = self.subject[1..self.subject.len() - 1].iter().all(|word| {
            !word.content || matches!(word.folded.as_str(), "only" | "own" | "sole" | "current" | "present")
        });
        let is = self.says.first().is_some_and(|word| IS[..4].contains(&word.folded.as_str()));
        owned && named && between && is && (has(denied, &sort.stem) || has(new, &sort.stem))
    }
}

/// Whether a word of the text says whose something is: "Tilde's".
fn is_owner(text: &str, word: &Word) -> bool {
    let own = &text[word.span.clone()];
    own.ends_with("'s") || own.ends_with("’s") || text[word.span.end..].starts_with(['\'', '’'])
}

fn bare(word: &str) -> &str {
    word.strip_suffix("'s").or_else(|| word.strip_suffix("’s")).unwrap_or(word)
}

fn is_adverb(word: &Word) -> bool {
    word.folded.ends_with("ly")
        || matches!(word.folded.as_str(), "now" | "still" | "always" | "only" | "often")
}

/// A word's form without its ending.
fn base(word: &Word) -> String {
    let form = FORMS.iter().find(|(form, _)| *form == word.folded);
    form.map_or_else(
        || word.stem.clone(),
        |(_, base)| words(base).pop().map_or_else(String::new, |word| word.stem),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn holds(denied: &str, new: &str, text: &str) -> bool {
        let (own, denied, new) = (words(text), words(denied), words(new));
        let subject =
            nepenthe_text::clause::split(text).iter().next().and_then(|clause| clause.subject.clone());
        let parts = Parts::of(&own, &subject.unwrap());
        parts.does_it(text, &denied, &new)
            || parts.has_it(&denied)
            || parts.is_another(text, &denied, &new)
            || parts.is_elsewhere(&denied, &new)
    }

    #[test]
    fn what_holds_in_the_place_of_a_denied_state_is_told() {
        let mill = ("The mill is not driven by water.", "The mill is driven by water again.");
        let key = ("The verger does not have the crypt key.", "The verger has the crypt key again.");
        let guild = ("Tilde is not in the weaving guild.", "Tilde was taken into the weaving guild.");
        let band = ("Kjell does not play in the orchestra.", "Kjell plays in the orchestra again.");
        let boat = (
            "The post boat does not stop at Skerry.",
            "The post boat lands the Skerry post at Skerry itself.",
        );
        let dog = ("The dog does not sleep at Ole's.", "The dog sleeps at Ole's again.");
        let lift = ("The west lift does not take pallets.", "The west lift takes pallets again.");
        assert!(holds(boat.0, boat.1, "Post for Skerry is landed at the quarry."));
        assert!(holds(dog.0, dog.1, "The dog sleeps at the smithy."));
        assert!(holds(mill.0, mill.1, "A diesel engine drives the mill."));
        assert!(holds(key.0, key.1, "The crypt key is at the forge."));
        assert!(holds(guild.0, guild.1, "Tilde's only guild is the dyers' guild."));
        for (state, text) in [
            (lift, "The east lift takes pallets."),
            (boat, "Post for Moss is landed at the quarry."),
            (boat, "The post boat stops at Moss."),
            (boat, "The quarry has a crane."),
            (dog, "The dog eats at the smithy."),
            (mill, "The mill has two stones."),
            (mill, "The mill was painted green."),
            (mill, "A diesel engine drives the saw."),
            (key, "The crypt key is rusty."),
            (key, "The crypt is full of bats."),
            (key, "The verger winds the clock."),
            (guild, "Tilde's sister leads the weaving guild."),
            (guild, "Tilde keeps geese."),
            (mill, "A diesel engine drives the mill of Harrow."),
            (band, "Kjell's sister plays in the orchestra."),
            (band, "The smith plays in the orchestra."),
            (lift, "Every hoist takes pallets."),
        ] {
            assert!(!holds(state.0, state.1, text), "{text}");
        }
    }
}
