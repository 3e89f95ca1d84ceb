//! What a request says of a thing, word by word, and which memories meet it.

use nepenthe_text::word::words;

use crate::canonical::features::small;
use crate::canonical::query::Query;
use crate::canonical::segment::Segment;

/// How long the beginning must be that two stems share to be of one word.
const COMMON: usize = 4;

/// The content words of a request, without names and identifiers, and those of a supersede's new statement.
pub(super) struct Wording {
    pub(super) asked: Vec<Asked>,
    new: Vec<String>,
    values: Vec<String>,
}

/// One of them.
pub(super) struct Asked {
    stem: String,
    /// As the request writes it.
    text: String,
    number: bool,
    capital: bool,
}

/// Which of them a memory has, and of the new statement's and the values.
#[derive(Clone, Default)]
pub(super) struct Met {
    asked: Vec<bool>,
    new: Vec<bool>,
    values: Vec<bool>,
}

impl Wording {
    pub(super) fn new(query: &Query<'_>) -> Self {
        let core = query.request.core;
        let read = words(&query.core_reading);
        let mut asked: Vec<Asked> = Vec::new();
        for word in read.iter().filter(|word| query.stems.contains(&word.stem)) {
            if asked.iter().any(|one| one.stem == word.stem) {
                continue;
            }
            let own = query.own_words.iter().find(|own| own.stem == word.stem);
            let text = own.map_or(&query.core_reading[word.span.clone()], |own| &core[own.span.clone()]);
            let first = own.is_some_and(|own| own.span.start == 0);
            asked.push(Asked {
                stem: word.stem.clone(),
                text: text.to_owned(),
                number: text.contains(|c: char| c.is_numeric()),
                capital: !first && text.starts_with(char::is_uppercase),
            });
        }
        Self {
            asked,
            new: query.new_stems.iter().cloned().collect(),
            values: query.values.iter().cloned().collect(),
        }
    }

    /// Which of them a memory has.
    pub(super) fn met(&self, segment: &Segment) -> Met {
        let has = |stem: &str| {
            let own = segment.glossed.words().iter().chain(segment.said.words());
            own.into_iter().any(|word| alike(&word.stem, stem))
        };
        Met {
            asked: self.asked.iter().map(|asked| has(&asked.stem)).collect(),
            new: self.new.iter().map(|stem| has(stem)).collect(),
            values: self.values.iter().map(|value| segment.values.contains(value)).collect(),
        }
    }

    /// Which of them any of several has.
    pub(super) fn together<'m>(&self, all: impl Iterator<Item = &'m Met>) -> Met {
        let none = |count: usize| vec![false; count];
        let start =
            Met { asked: none(self.asked.len()), new: none(self.new.len()), values: none(self.values.len()) };
        let or = |a: Vec<bool>, b: &[bool]| a.iter().zip(b).map(|(a, b)| *a || *b).collect();
        all.fold(start, |sum, met| Met {
            asked: or(sum.asked, &met.asked),
            new: or(sum.new, &met.new),
            values: or(sum.values, &met.values),
        })
    }

    /// The share of the asked words that are met; 1 where there are none.
    pub(super) fn share(&self, met: &Met) -> f32 {
        share(&met.asked)
    }

    /// What those that go do not meet, and whether others do.
    pub(super) fn unmet(&self, goes: &Met, stays: &Met) -> [f32; 12] {
        let flag = |is: bool| f32::from(u8::from(is));
        let each = || self.asked.iter().zip(&goes.asked).zip(&stays.asked);
        let unmet = || each().filter(|((_, goes), _)| !**goes);
        let count = |of: &dyn Fn(&Asked, bool) -> bool| {
            small(unmet().filter(|((asked, _), stays)| of(asked, **stays)).count().min(6))
        };
        // A word that no memory that stays has says more.
        let rare = |only: bool| -> f32 {
            let weight = |stays: bool| if stays { 1.0 } else { 3.0 };
            each().filter(|((_, goes), _)| !only || **goes).map(|(_, stays)| weight(*stays)).sum()
        };
        let values = goes.values.iter().filter(|met| **met).count();
        let of_values = if self.values.is_empty() { -1.0 } else { small(values) / small(self.values.len()) };
        [
            count(&|_, _| true),
            count(&|_, stays| stays),
            count(&|_, stays| !stays),
            count(&|asked, _| asked.number),
            count(&|asked, _| asked.capital),
            flag(goes.asked.first().copied().unwrap_or(true)),
            flag(goes.asked.last().copied().unwrap_or(true)),
            if self.asked.is_empty() { 1.0 } else { rare(true) / rare(false) },
            of_values,
            share(&goes.new),
            small(goes.new.iter().filter(|met| !**met).count().min(8)),
            small(goes.asked.iter().filter(|met| **met).count().min(8)),
        ]
    }

    /// The stems of the words that a memory does not have.
    pub(super) fn unmet_stems(&self, met: &Met) -> Vec<&str> {
        let unmet = self.asked.iter().zip(&met.asked).filter(|(_, met)| !**met);
        unmet.map(|(asked, _)| asked.stem.as_str()).collect()
    }

    /// The word that a memory does not meet, as the request writes it: one that another meets, before one that none does.
    pub(super) fn missing<'m>(&self, met: &Met, others: impl Iterator<Item = &'m Met>) -> Option<&str> {
        let elsewhere = self.together(others);
        let unmet = || self.asked.iter().zip(&met.asked).zip(&elsewhere.asked).filter(|((_, met), _)| !**met);
        let rarest = unmet().find(|(_, elsewhere)| !**elsewhere).or_else(|| unmet().next());
        rarest.map(|((asked, _), _)| asked.text.as_str())
    }
}

/// Whether two stems are of one word: the same, or alike but for their endings.
fn alike(a: &str, b: &str) -> bool {
    let longer = a.chars().count().max(b.chars().count());
    let common = a.chars().zip(b.chars()).take_while(|(a, b)| a == b).count();
    a == b || common >= COMMON && common * 4 >= longer * 3
}

fn share(met: &[bool]) -> f32 {
    if met.is_empty() { 1.0 } else { small(met.iter().filter(|met| **met).count()) / small(met.len()) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::canonical::Components;

    /// The word of a request that a memory does not say, beside others.
    fn missing(request: &str, memory: &str, others: &[&str]) -> Option<String> {
        let mutation = Mutation::release(request);
        let query = Query::new(&mutation, request, Components::default());
        let wording = Wording::new(&query);
        let met = |text: &str| wording.met(&Segment::of(&query, text, Components::default()));
        let others: Vec<Met> = others.iter().map(|text| met(text)).collect();
        wording.missing(&met(memory), others.iter()).map(str::to_owned)
    }

    #[test]
    fn the_word_that_is_missing_is_told_as_it_is_asked_for() {
        let (garage, lock) = ("The garage was painted in May.", "The code of the bike lock is 1184.");
        assert_eq!(missing("the code of the garage", lock, &[garage]).as_deref(), Some("garage"));
        assert_eq!(missing("the code of the garage", garage, &[lock]).as_deref(), Some("code"));
        assert_eq!(missing("the painting of the garage", garage, &[]), None);
        // What no memory says tells more than what another does.
        assert_eq!(missing("the heated garage bike", garage, &[lock]).as_deref(), Some("heated"));
    }

    #[test]
    fn words_are_alike_but_for_their_endings() {
        assert!(alike("painter", "painted") && alike("lock", "lock") && alike("garage", "garages"));
        assert!(!alike("paint", "pail") && !alike("car", "cart") && !alike("evaluation", "evacuation"));
    }
}
