//! Two of one name that something beside it tells apart: "Maria Silva, the nurse" is not "Maria Silva, the cleaner".

use nepenthe_text::entity::name::{self, Epithet, How};
use nepenthe_text::word::english_word;

use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::scorer;
use crate::canonical::segment::Alike;

/// What is left of the probability of a namesake.
const ANOTHER: f64 = 0.1;
/// What is left of it where somebody is only called alike.
const ALIKE: f64 = 0.4;
/// The first character behind the letters of Latin and its extensions.
const LATIN_ENDS: char = '\u{250}';
/// From which certainty on a memory has the whole name.
const IN_FULL: f32 = 0.6;

/// Where the request says which bearer of a name is meant, and what it says stands beside the name in a memory, those memories are not meant that
/// say another thing there.
pub(in crate::canonical) fn part(query: &Query<'_>, rows: &mut [Row]) {
    let Some(name) = query.names.first().filter(|_| query.wanted_names <= 1) else { return };
    let place = query.words.find(&name.text).map(|at| at..at + name.text.len());
    let Some(asked) = place.and_then(|place| Epithet::of(query.words, place)) else { return };
    let said: Vec<Option<Epithet>> = rows.iter().map(|row| beside(query, &row.whole.said)).collect();
    if !said.iter().flatten().any(|said| said.fits(&asked)) {
        return;
    }
    for (row, said) in rows.iter_mut().zip(said) {
        if let Some(said) = said.filter(|said| !said.fits(&asked)) {
            row.probability *= ANOTHER;
            row.whole.alike = Some(Alike { reason: format!("another {}: {:?}", name.text, said.as_written) });
        }
    }
}

/// Whoever is called alike and otherwise is another, where a memory has the whole name: "Marta Kowalska" for "Marta Kowal's voice part".
pub(in crate::canonical) fn alike(query: &Query<'_>, rows: &mut [Row]) {
    let Some(name) = query.names.first().filter(|name| name.words.len() > 1 && query.wanted_names <= 1)
    else {
        return;
    };
    if !rows.iter().any(|row| row.whole.first >= IN_FULL) {
        return;
    }
    // Of another script it may only be a transcription that no table has.
    let alike = |row: &Row| row.whole.others_alike.iter().any(|other| latin(other) == latin(&name.text));
    for row in rows.iter_mut().filter(|row| row.whole.near_name && !row.whole.first_name && alike(row)) {
        row.probability *= ALIKE;
    }
}

/// Whoever's name is written otherwise in Latin letters, where a memory has it as it is asked for: "Nadja's PIN" is another's than "Nadia's
/// PIN" beside "Nadia's badge". Alone, or of somebody of whom all is asked for, it may be a spelling of the same.
pub(in crate::canonical) fn respelled(query: &Query<'_>, rows: &mut [Row]) {
    let Some(name) = query.names.first().filter(|name| name.words.len() == 1 && query.wanted_names <= 1)
    else {
        return;
    };
    if !latin(&name.text) {
        return;
    }
    let spelling = |row: &Row| {
        let text = &row.whole.said;
        let found: Vec<bool> = query
            .named(1, text)
            .filter(|(_, found)| found.certainty > 0.3)
            .map(|(_, found)| found.how == How::Transliterated && latin(&text[found.span]))
            .collect();
        (!found.is_empty()).then(|| found.iter().all(|respelled| *respelled))
    };
    let spelled: Vec<Option<bool>> = rows.iter().map(spelling).collect();
    if !spelled.contains(&Some(false)) {
        return;
    }
    for (row, _) in rows.iter_mut().zip(&spelled).filter(|(_, spelled)| **spelled == Some(true)) {
        row.probability *= ALIKE;
    }
}

/// Whether all letters of a text are Latin.
fn latin(text: &str) -> bool {
    text.chars().filter(|c| c.is_alphabetic()).all(|c| c < LATIN_ENDS)
}

/// Who is called so the other way round, where a memory has the name as it is asked for: "Dale Hunter" for "Hunter Dale". "Mori, Kenji"
/// is Kenji Mori, and "Mori Kenji" may be.
pub(in crate::canonical) fn reversed(query: &Query<'_>, rows: &mut [Row]) {
    let Some(name) = query.names.first() else { return };
    if !name.words.iter().all(|word| english_word(word) || name::is_given_name(word)) {
        return;
    }
    let turned = turned(query, rows);
    for (row, _) in rows.iter_mut().zip(turned).filter(|(_, turned)| *turned) {
        row.probability *= ANOTHER;
        row.whole.alike = Some(Alike { reason: "its words in another order".to_owned() });
    }
}

/// Which memories have the words of the name in another order alone, where one has them as they are asked for.
pub(in crate::canonical) fn turned(query: &Query<'_>, rows: &[Row]) -> Vec<bool> {
    let none = || vec![false; rows.len()];
    let Some([first, last]) = query.names.first().map(|name| name.words.as_slice()) else { return none() };
    let Some(finder) = query.finders.first().filter(|_| query.wanted_names <= 1) else { return none() };
    let back = format!("{last} {first}");
    let turned = |row: &Row| {
        let text = &row.whole.said;
        let found = if text.contains(&back) { finder.find(text) } else { Vec::new() };
        let back = |found: &name::Found| found.how == How::Order && text[found.span.clone()] == back;
        !found.is_empty() && found.iter().all(back)
    };
    let turned: Vec<bool> = rows.iter().map(turned).collect();
    match rows.iter().zip(&turned).any(|(row, turned)| !turned && row.whole.first >= IN_FULL) {
        true => turned,
        false => none(),
    }
}

/// What stands beside the name in a memory.
fn beside(query: &Query<'_>, text: &str) -> Option<Epithet> {
    let found = query.finders.first()?.find(text).into_iter();
    let named = found.filter(|found| found.certainty >= scorer::FOUND).map(|found| found.span);
    named.filter_map(|span| Epithet::of(text, span)).next()
}

#[cfg(test)]
mod tests {
    use crate::Canonical;
    use crate::Mutation;
    use crate::testing::Texts;

    /// How likely each text is meant.
    fn weighed(request: &str, texts: &[&'static str]) -> Vec<f64> {
        let examined = Canonical::default().examine(&Texts::of(texts), &Mutation::purge(request)).unwrap();
        let of = |text: &&str| examined.iter().find(|one| one.position == 0 && one.text == *text);
        texts.iter().map(|text| of(text).map_or(0.0, |one| one.probability)).collect()
    }

    #[test]
    fn one_who_is_something_else_stays() {
        let texts =
            ["The Roes' parrot Kiwi bites.", "Ida's hamster is called Kiwi as well.", "Kiwi squeaks."];
        let [parrot, hamster, unsaid] = weighed("Kiwi the hamster", &texts)[..] else { panic!() };
        assert!(parrot < 0.2 && hamster > 0.5 && unsaid > 0.5, "{parrot} {hamster} {unsaid}");
    }

    #[test]
    fn one_whose_name_is_written_otherwise_is_less_likely_beside_the_one_as_asked_for() {
        let (own, other) = ("Nadia's badge is yellow.", "Nadja's PIN for the copier is 6114.");
        let beside = weighed("Nadia's PIN", &[own, other])[1];
        let alone = weighed("Nadia's PIN", &[other])[0];
        assert!(beside < alone, "{beside} {alone}");
        let (own, other) = ("Ivan is on leave.", "Иван плавает.");
        let beside = weighed("Ivan", &[own, other])[1];
        assert!(beside > 0.5, "{beside}");
    }

    #[test]
    fn one_who_is_only_called_alike_is_less_likely_beside_the_whole_name() {
        let (own, other) = ("Marta Kowal sings mezzo.", "Marta Kowalska sings second soprano.");
        let beside = weighed("Marta Kowal's voice part", &[own, other])[1];
        let alone = weighed("Marta Kowal's voice part", &[other])[0];
        assert!(beside < alone, "{beside} {alone}");
    }
}
