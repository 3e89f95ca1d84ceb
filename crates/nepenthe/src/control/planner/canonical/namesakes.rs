//! Two of one name that something beside it tells apart: "Maria Silva, the nurse" is not "Maria Silva, the cleaner".

use nepenthe_text::name::Epithet;

use super::ask::Ask;
use super::judge;
use super::part::{Alike, Row};

/// What is left of the probability of a namesake.
const ANOTHER: f64 = 0.1;
/// What is left of it where somebody is only called alike.
const ALIKE: f64 = 0.4;
/// From which certainty on a memory has the whole name.
const IN_FULL: f32 = 0.6;

/// Where the request says which bearer of a name is meant, and what it says stands beside the name in a memory, those memories are not meant that
/// say another thing there.
pub(super) fn part(ask: &Ask<'_>, rows: &mut [Row]) {
    let Some(name) = ask.names.first().filter(|_| ask.wanted_names <= 1) else { return };
    let place = ask.words.find(&name.text).map(|at| at..at + name.text.len());
    let Some(asked) = place.and_then(|place| Epithet::of(ask.words, place)) else { return };
    let said: Vec<Option<Epithet>> = rows.iter().map(|row| beside(ask, &row.whole.standalone)).collect();
    if !said.iter().flatten().any(|said| said.fits(&asked)) {
        return;
    }
    for (row, said) in rows.iter_mut().zip(said) {
        if let Some(said) = said.filter(|said| !said.fits(&asked)) {
            row.whole.probability *= ANOTHER;
            row.whole.alike = Some(Alike { reason: format!("another {}: {:?}", name.text, said.as_written) });
        }
    }
}

/// Whoever is called alike and otherwise is another, where a memory has the whole name: "Marta Kowalska" for "Marta Kowal's voice part".
pub(super) fn alike(ask: &Ask<'_>, rows: &mut [Row]) {
    let whole = ask.names.first().is_some_and(|name| name.words.len() > 1);
    if !whole || ask.wanted_names > 1 || !rows.iter().any(|row| row.whole.first >= IN_FULL) {
        return;
    }
    for row in rows.iter_mut().filter(|row| row.whole.near_name && !row.whole.first_name) {
        row.whole.probability *= ALIKE;
    }
}

/// What stands beside the name in a memory.
fn beside(ask: &Ask<'_>, text: &str) -> Option<Epithet> {
    let found = ask.finders.first()?.find(text).into_iter();
    let named = found.filter(|found| found.certainty >= judge::FOUND).map(|found| found.span);
    named.filter_map(|span| Epithet::of(text, span)).next()
}
