//! An act named by a noun: "Wim's loss of his mooring" is that he lost it, not that he never did; "who was missing from the rehearsal" is
//! who was not there, not who did not miss it.

use std::collections::BTreeSet;

use nepenthe_text::stance;

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;

const DONE: f64 = 0.6;
/// How sure it is then: name, act and thing are said, and no other memory says so of them.
const TOLD: f64 = 0.8;
const STAYS: f64 = 10.0;
/// Nouns of acts, with the forms of their verbs.
const ACTS: &[(&str, &[&str])] = &[
    ("loss", &["lost", "lose", "loses"]),
    ("theft", &["stole", "stolen", "steal", "steals"]),
    ("sale", &["sold", "sell", "sells"]),
    ("purchase", &["bought", "buy", "buys", "purchased"]),
    ("death", &["died", "dies"]),
    ("departure", &["left", "departed", "leaves"]),
    ("resignation", &["resigned", "resigns"]),
    ("marriage", &["married", "marries"]),
    ("promotion", &["promoted"]),
    ("arrest", &["arrested"]),
    ("betrayal", &["betrayed", "betrays"]),
    ("refusal", &["refused", "refuses"]),
    ("destruction", &["destroyed", "destroys"]),
    ("repair", &["repaired", "mended", "repairs"]),
    ("election", &["elected"]),
];
/// What says of somebody that they were not somewhere.
const AWAY: &[&str] = &["missing from", "absent from", "not at", "who missed"];
const MISSED: &[&str] = &["miss", "missed", "missing", "absent", "skipped", "skip"];

/// Tells who did it, or was away, from who did not.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    if query.verb == Verb::Supersede || query.stance.denies || query.is_statement() {
        return;
    }
    let asked = query.words.to_lowercase();
    let says = |row: &Row, word: &str| row.whole.said.words().iter().any(|own| own.folded == word);
    let denies = |row: &Row| stance::of_words(row.whole.said.words()).denies;
    if AWAY.iter().any(|away| asked.contains(away)) {
        let missed = |row: &Row| MISSED.iter().any(|word| says(row, word));
        // "Did not miss" is both.
        let away = |row: &Row| denies(row) != missed(row);
        tell(query, rows, &away, &|_| true);
        return;
    }
    let Some((noun, verbs)) =
        ACTS.iter().find(|(noun, _)| query.own_words.iter().any(|word| word.folded == *noun))
    else {
        return;
    };
    let of = [" of ", "'s ", "’s "].iter().any(|of| asked.contains(of)) && !query.names.is_empty();
    let did = |row: &Row| verbs.iter().any(|verb| says(row, verb)) || says(row, noun);
    if of {
        tell(query, rows, &|row| did(row) && !denies(row) && row.whole.first > 0.5, &|row| did(row));
    }
}

/// Raises what is of it and lowers what speaks of it and is not, where anything is of it.
fn tell(query: &Query<'_>, rows: &mut [Row], is: &dyn Fn(&Row) -> bool, speaks: &dyn Fn(&Row) -> bool) {
    // The words of the request beside the name and the act.
    let acts: BTreeSet<&str> = ACTS.iter().map(|(noun, _)| *noun).chain(MISSED.iter().copied()).collect();
    let things: Vec<&str> = query
        .own_words
        .iter()
        .filter(|word| {
            word.content && !acts.contains(word.folded.as_str()) && !query.of_names.contains(&word.stem)
        })
        .map(|word| word.stem.as_str())
        .collect();
    let of_it = |row: &Row| {
        things.last().is_none_or(|thing| row.whole.said.words().iter().any(|word| word.stem == *thing))
    };
    let meant = |row: &Row| row.kept.is_none() && of_it(row) && is(row);
    if !rows.iter().any(meant) {
        return;
    }
    for row in rows.iter_mut().filter(|row| row.kept.is_none()) {
        if meant(row) {
            row.tell(DONE, TOLD);
        } else if of_it(row) && speaks(row) {
            row.probability /= STAYS;
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    fn gone(request: &str, texts: &[&'static str]) -> Vec<String> {
        Texts::of(texts).touched_sorted(&Mutation::release(request))
    }

    #[test]
    fn who_did_it_is_told_from_who_did_not() {
        let did = "Wim lost his mooring in the storm.";
        assert_eq!(gone("Wim's loss of his mooring", &["Wim never lost his mooring.", did]), [did]);
    }

    #[test]
    fn who_was_away_is_told_from_who_was_there() {
        let away = ["Ansa was not at the rehearsal.", "Nobody saw Ilmo at the rehearsal."];
        let there = ["Tuva did not miss the rehearsal, she came late.", "Sveva rang at the rehearsal."];
        let texts = [away[0], there[0], away[1], there[1]];
        assert_eq!(gone("the ringers who were missing from the rehearsal", &texts), away);
    }
}
