//! Whether the marks around an atom tie it to its neighbours as part of a longer code.

use crate::entity::identifier::row::Row;

pub(super) fn tied(row: &Row<'_>, at: usize) -> bool {
    const TIES: &[char] = &['-', '_', '/', '.', ':', '@', '+'];
    let atom = row.atoms[at];
    TIES.contains(&row.before(atom.from)) && at > 0 && row.gap(at - 1).len() == 1
        || tied_behind(row, atom.to, TIES)
}

/// Whether something goes on behind one of the marks at a place.
pub(super) fn tied_behind(row: &Row<'_>, place: usize, marks: &[char]) -> bool {
    marks.contains(&row.raw_at(place)) && row.raw_at(place + 1).is_alphanumeric()
}
