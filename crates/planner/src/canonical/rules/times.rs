//! Requests that say of which time they ask: "at present", "the upcoming ...", "in 2018". What holds at another time stays, beside what
//! holds then.

use nepenthe_text::stance::{self, Tense};

use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;
use crate::{Mutation, Verb};

/// By what the probability of what holds at another time is divided.
const ANOTHER: f64 = 50.0;
/// How likely what holds then must be to be meant after all.
const POSSIBLE: f64 = 0.2;
/// How likely it must be to speak against others.
const SPEAKS: f64 = 0.05;

/// The mutation for which the rows are weighed too. Without the period that the request names, where some memories hold in it and some
/// do not: what the time tells is told by rules, and the rest by the scorer. And of a supersede of all states that ever were, the release.
pub(in crate::canonical) fn also(query: &Query<'_>, rows: &[Row]) -> Option<(Mutation, String)> {
    if query.verb == Verb::Supersede && stance::is_of_all_times(query.words) {
        return Some((Mutation::release(query.words), query.words.to_owned()));
    }
    let wanted = stance::period(query.words).filter(|_| query.verb != Verb::Restore)?;
    let meets = |row: &Row| wanted.meets(&stance::period(&row.whole.said)?);
    let meet: Vec<Option<bool>> = rows.iter().map(meets).collect();
    let both = meet.contains(&Some(true)) && meet.contains(&Some(false));
    let words = stance::without_period(query.words).filter(|_| both)?;
    Some((query.in_words(&words), words))
}

/// Weighs the rows by the time that the request names. `also` are the same rows, weighed for [`also`], if there is such a mutation.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row], also: &[Row]) {
    if query.verb == Verb::Restore {
        return;
    }
    let wanted = stance::period(query.words);
    let meets = |row: &Row| wanted.as_ref()?.meets(&stance::period(&row.whole.said)?);
    for (row, other) in rows.iter_mut().zip(also) {
        if (wanted.is_none() || meets(row) == Some(true)) && row.kept.is_none() {
            row.probability = row.probability.max(other.probability);
        }
    }
    by_period(query, rows);
    if let Some(tense) = stance::requested_tense(query.words).filter(|_| !query.is_statement()) {
        by_tense(query, tense, rows);
    }
}

/// What holds in no day of the period stays, and what holds in one is likelier.
fn by_period(query: &Query<'_>, rows: &mut [Row]) {
    let Some(wanted) = stance::period(query.words) else { return };
    let meets = |row: &Row| wanted.meets(&stance::period(&row.whole.said)?);
    let meet: Vec<Option<bool>> = rows.iter().map(meets).collect();
    let speaks = |(row, meets): (&Row, &Option<bool>)| {
        *meets == Some(true) && row.probability >= SPEAKS && !row.whole.conflicts()
    };
    if !rows.iter().zip(&meet).any(speaks) {
        return;
    }
    let whole = query.verb != Verb::Supersede && !query.is_statement();
    for (row, meets) in rows.iter_mut().zip(meet) {
        let lifted = whole && row.kept.is_none() && !row.whole.conflicts();
        let probability = &mut row.probability;
        match meets {
            Some(false) => *probability /= ANOTHER,
            Some(true) if lifted && *probability >= POSSIBLE => {
                *probability = probability.max(MEANT + *probability / 4.0);
            }
            _ => {}
        }
    }
}

fn by_tense(query: &Query<'_>, wanted: Tense, rows: &mut [Row]) {
    let tenses: Vec<Option<Tense>> = rows.iter().map(|row| stance::tense(&row.whole.said)).collect();
    let likely = |tense: Tense, least: f64| {
        let of_it = rows.iter().zip(&tenses).filter(|(_, own)| **own == Some(tense));
        of_it.map(|(row, _)| row).any(|row| row.probability >= least && !row.whole.conflicts())
    };
    // What is to come is told in the present as well.
    let to_come = likely(Tense::Future, POSSIBLE);
    let of_then = likely(wanted, SPEAKS) || wanted == Tense::Future && likely(Tense::Present, SPEAKS);
    if !of_then {
        return;
    }
    let nothing = rows.iter().all(|row| row.probability < MEANT);
    for (row, own) in rows.iter_mut().zip(tenses) {
        // A supersede replaces what is told as past too, unless that is plainly over.
        let over = || query.verb != Verb::Supersede || stance::is_over(&row.whole.said);
        let of_another = match (wanted, own) {
            (Tense::Present, Some(Tense::Past)) | (Tense::Future, Some(Tense::Past)) => over(),
            (Tense::Present | Tense::Past, Some(Tense::Future)) => true,
            (Tense::Future, Some(Tense::Present) | None) => to_come,
            (Tense::Past, Some(Tense::Present)) => !stance::is_over(&row.whole.said),
            _ => false,
        };
        // The expired password is what was the password until May, if it is anything.
        let of_then = nothing && wanted == Tense::Past && stance::is_over(&row.whole.said);
        let lifted = of_then && query.verb != Verb::Supersede && row.kept.is_none() && !row.whole.conflicts();
        let probability = &mut row.probability;
        if of_another {
            *probability /= ANOTHER;
        } else if lifted && *probability >= POSSIBLE {
            *probability = probability.max(MEANT + *probability / 4.0);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    fn released(request: &str) -> Vec<String> {
        let texts = Texts::of(&[
            "The Roes rented in Perth from 2015 to 2022.",
            "The Roes have rented in Ghent since 2023.",
            "The Roes will rent in Porto next year.",
        ]);
        texts.touched(&Mutation::release(request))
    }

    #[test]
    fn what_the_time_tells_and_the_words_say_is_meant() {
        let texts = Texts::of(&["Gate code through 30 April: 4471", "Gate code from 1 May on: 9026"]);
        let texts = texts.touched(&Mutation::purge("gate code that was valid through April"));
        assert_eq!(texts, ["Gate code through 30 April: 4471"]);
    }

    #[test]
    fn what_holds_at_another_time_stays() {
        for (request, text) in [
            ("where the Roes rented in 2018", "The Roes rented in Perth from 2015 to 2022."),
            ("where the Roes rent at present", "The Roes have rented in Ghent since 2023."),
            ("where the Roes plan to rent in future", "The Roes will rent in Porto next year."),
        ] {
            assert_eq!(released(request), [text], "{request}");
        }
    }
}
