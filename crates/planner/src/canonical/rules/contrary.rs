//! A denial is not an affirmation: what says the opposite of the statement that is to be forgotten stays. What says it in the words of
//! the request, of whom it names, is meant.

use nepenthe_text::request::Extent;
use nepenthe_text::stance::{self, Stated, opposed};
use nepenthe_text::word::{begin_alike, lists};

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;

/// What is left of the probability of what says the opposite.
const OPPOSITE: f64 = 0.1;
/// How long the beginning must be that two words share to be of one: "permission" and "permitted".
const ROOT: usize = 5;

/// The probability of what says the statement.
const SAID: f64 = 0.9;
/// How likely what says it in one word alone must be.
const POSSIBLE: f64 = 0.1;
/// What is left of the probability of what names nobody whom the statement names, where another memory says it of them.
const OF_OTHERS: f64 = 0.6;

/// Keeps what says the opposite of the statement that a purge or a release asks for, and takes what says it. A supersede may replace
/// either.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    if !matches!(query.verb, Verb::Purge | Verb::Release) {
        return;
    }
    if !query.is_statement() {
        return of_granted(query, rows);
    }
    // As it is written, and as it is read.
    let written = Stated::of(query.request.core, &query.of_names);
    let read = Stated::of(&query.core_reading, &query.of_names);
    let opposes =
        |stated: &Option<Stated>, text: &str| stated.as_ref().is_some_and(|one| one.is_opposed_by(text));
    // What a memory that is meant says in its own words is what was asked for.
    let affirms = written.as_ref().map(Stated::affirms);
    let text = |row: &Row| row.candidate.hit.memory.text.clone();
    let meant: Vec<String> = rows.iter().filter(|row| row.probability >= MEANT).map(text).collect();
    let said = |row: &Row| written.as_ref().is_some_and(|one| one.is_said_by(&row.whole.said));
    let contradicts = |row: &Row| {
        row.probability >= MEANT
            && !said(row)
            && meant.iter().any(|other| {
                let affirmed = opposed(&row.candidate.hit.memory.text, other, &query.of_names);
                affirmed.zip(affirms).is_some_and(|(affirmed, asked)| affirmed != asked)
            })
    };
    for row in rows.iter_mut() {
        let opposite = opposes(&written, &row.whole.said) || opposes(&read, &row.whole.reading.text);
        if opposite || contradicts(row) {
            row.probability *= OPPOSITE;
            row.kept = Some("says the opposite".into());
        }
    }
    if query.names.is_empty() || !query.identifiers.is_empty() {
        return;
    }
    let denied = rows.iter().any(|row| row.kept.is_some());
    let says = |row: &Row| {
        // Xenia may be another than Ksenia.
        let named = query.names.iter().all(|name| row.whole.said.contains(&name.text));
        let named = named && row.whole.first > 0.5 && !row.whole.conflicts();
        // One word tells too, where another memory says the opposite of it.
        let shared = || {
            denied
                && row.probability >= POSSIBLE
                && written.as_ref().is_some_and(|one| one.is_shared_by(&row.whole.said))
        };
        row.kept.is_none() && named && (said(row) || shared())
    };
    if rows.iter().any(says) {
        for row in rows {
            match says(row) {
                true => row.probability = row.probability.max(SAID),
                false if row.whole.first < 0.3 => row.probability *= OF_OTHERS,
                false => {}
            }
        }
    }
}

/// "Rikke's kiln permission" is that she may use it: that she may not stays, where a request for what is granted does not speak of a
/// denial or a status.
fn of_granted(query: &Query<'_>, rows: &mut [Row]) {
    let part = matches!(query.request.extent, Extent::Attribute | Extent::Topic);
    let Some(granted) = query.own_words.iter().find(|word| lists::is_granted(&word.folded)) else { return };
    let speaks = |row: &Row| {
        row.whole.said.words().iter().any(|word| begin_alike(&word.folded, &granted.folded, ROOT))
    };
    if !part || query.stance.denies || query.own_words.iter().any(|word| lists::leaves_open(&word.folded)) {
        return;
    }
    for row in rows.iter_mut().filter(|row| row.kept.is_none() && row.probability >= POSSIBLE) {
        if row.segments.len() < 2 && speaks(row) && stance::of_words(row.whole.said.words()).denies {
            row.probability *= OPPOSITE;
            row.kept = Some("says the opposite".into());
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    fn ivo() -> Texts {
        Texts::of(&["Ivo is not allergic to penicillin.", "Ivo plays the oboe."])
    }

    #[test]
    fn a_denial_stays_where_the_affirmation_goes() {
        let mutation = Mutation::purge("that Ivo is allergic to penicillin");
        let plan = ivo().plan(&mutation);
        assert_eq!(plan.steps, []);
        assert_eq!(plan.spared[0].reason, "says the opposite");
        let texts = ivo().and("Ivo is allergic to penicillin.").touched(&mutation);
        assert_eq!(texts, ["Ivo is allergic to penicillin."]);
    }

    #[test]
    fn what_is_said_of_a_namesake_stays() {
        let texts = ivo().and("Ivona is allergic to nuts.").and("Ivo is allergic to nuts.");
        let texts = texts.touched(&Mutation::purge("that Ivo is allergic to nuts"));
        assert_eq!(texts, ["Ivo is allergic to nuts."]);
    }

    #[test]
    fn of_two_that_oppose_each_other_the_one_goes_that_is_asked_for() {
        let texts = ivo()
            .and("The letter says that Ivo has never smoked.")
            .and("By the sheet of 2021, Ivo smokes a pack a day.");
        let texts = texts.touched(&Mutation::purge("the wrong entry saying Ivo is a smoker"));
        assert_eq!(texts, ["By the sheet of 2021, Ivo smokes a pack a day."]);
    }

    #[test]
    fn what_is_granted_is_not_its_denial() {
        let texts = Texts::of(&["Rikke is not permitted to use the kiln.", "Rikke glazes tiles."]);
        assert_eq!(texts.touched(&Mutation::release("Rikke kiln permission")), [""; 0]);
    }

    #[test]
    fn who_asks_for_the_denial_gets_it() {
        let plan = ivo().plan(&Mutation::purge("that Ivo is not allergic to penicillin"));
        assert_eq!(plan.steps.len(), 1);
    }
}
