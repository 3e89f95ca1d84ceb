//! Whoever is asked for by a relation has it: "the phone number of Ada's lawyer" is not Ada's, nor "meine Schwägerin" my sister.

use std::collections::BTreeSet;

use nepenthe_text::entity::name;
use nepenthe_text::relation;
use nepenthe_text::word::{english_word, fold};

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;

/// How likely a memory is meant at most that speaks of nobody of the relation.
const UNRELATED: f64 = 0.15;
/// The same where it speaks of another relation, or another memory of this one.
const OF_ANOTHER: f64 = 0.04;

/// Lowers what speaks of nobody who is what the request says, and does not name who another memory says is.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    if query.verb == Verb::Supersede || query.is_statement() {
        return;
    }
    let Some(asked) = relation::asked(query.request.core) else { return };
    let has = |row: &Row| relation::relations(&row.whole.said).iter().any(|one| one.may_be(&asked));
    let (before, behind) = (&query.request.core[..asked.span.start], &query.request.core[asked.span.end..]);
    let linked = [" of ", " von ", " de ", " di ", " van "].iter().any(|of| before.contains(of));
    let genitive = ["'s ", "’s "].iter().any(|mark| behind.starts_with(mark));
    let owned = before.split_whitespace().count() > 1 && !before.contains(['\'', '’']);
    let owns = linked || genitive || owned;
    let own: BTreeSet<String> =
        query.names.iter().flat_map(|name| &name.words).map(|word| fold(word)).collect();
    let named = |row: &Row| -> BTreeSet<String> {
        let names = row.whole.said.names().iter();
        let told = names
            .filter(|name| matches!(name.kind, name::Kind::Person | name::Kind::Unknown) && name.sure > 0.5);
        told.flat_map(|name| &name.words)
            .filter(|word| !english_word(word))
            .map(|word| fold(word))
            .filter(|word| !own.contains(word))
            .collect()
    };
    let bearers: BTreeSet<String> = rows.iter().filter(|row| has(row)).flat_map(named).collect();
    let met = rows.iter().any(|row| row.kept.is_none() && row.probability >= MEANT && has(row));
    for row in rows.iter_mut().filter(|row| row.chunks.is_empty() && row.kept.is_none()) {
        if has(row) || !named(row).is_disjoint(&bearers) {
            continue;
        }
        let of_another = !relation::relations(&row.whole.said).is_empty();
        // "Tariq's biology teacher" may be told as "Mr Roe taught Tariq".
        if !owns && !of_another {
            continue;
        }
        let another = met || of_another;
        if another && row.probability >= UNRELATED {
            row.kept =
                Some(format!("speaks of nobody who is the {}", &query.request.core[asked.span.clone()]));
        }
        let most = if another { OF_ANOTHER } else { UNRELATED };
        row.probability = row.probability.min(most);
    }
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    #[test]
    fn a_relation_is_that_relation_or_nothing() {
        for (request, texts, meant) in [
            (
                "the phone number of Agatha Lune's lawyer",
                &["Agatha Lune's phone number is 555-0142.", "Agatha Lune's lawyer is Mr Petty."][..],
                None,
            ),
            (
                "die Adresse meiner Schwägerin",
                &[
                    "Die Adresse meiner Schwägerin ist Lerchenweg 5.",
                    "Die Adresse meiner Schwester ist Amselgasse 9.",
                ],
                Some(0),
            ),
            (
                "my sister's phone number",
                &["My sister-in-law's phone number is 555-0111.", "My sister's phone number is 555-0112."],
                Some(1),
            ),
            ("my mother's birthday", &["My mother-in-law's birthday is 3 April."], None),
            ("my mum's birthday", &["Mother's birthday is 3 April.", "Dad's birthday is 4 May."], Some(0)),
        ] {
            let draft = Texts::of(texts).plan(&Mutation::purge(request));
            let sure = draft.confidence.unwrap() >= 0.95;
            let touched: Vec<&str> = draft.steps.iter().map(|step| step.memory.text.as_str()).collect();
            match meant {
                Some(index) => assert_eq!(touched, [texts[index]], "{request}"),
                None => assert!(touched.is_empty() || !sure, "{request}: {touched:?}"),
            }
        }
    }
}
