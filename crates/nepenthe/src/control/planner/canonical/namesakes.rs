//! Two of one name that something beside it tells apart: "Maria Silva, the nurse" is not "Maria Silva, the cleaner".

use nepenthe_text::name::Epithet;

use super::ask::Ask;
use super::judge;
use super::part::{Alike, Row};

/// What is left of the probability of a namesake.
const ANOTHER: f64 = 0.1;

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

/// What stands beside the name in a memory.
fn beside(ask: &Ask<'_>, text: &str) -> Option<Epithet> {
    let found = ask.finders.first()?.find(text).into_iter();
    let named = found.filter(|found| found.certainty >= judge::FOUND).map(|found| found.span);
    named.filter_map(|span| Epithet::of(text, span)).next()
}
