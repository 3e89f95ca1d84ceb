//! A denial is not an affirmation: what says the opposite of the statement that is to be forgotten stays.

use nepenthe_text::stance;

use super::ask::Ask;
use super::part::Row;
use crate::control::Verb;

/// What is left of the probability of what says the opposite.
const OPPOSITE: f64 = 0.1;

/// Keeps what says the opposite of the statement that a purge or a release asks for. A supersede may replace either.
pub(super) fn keep(ask: &Ask<'_>, rows: &mut [Row]) {
    if !ask.is_statement() || !matches!(ask.verb, Verb::Purge | Verb::Release) {
        return;
    }
    for row in rows {
        let opposes = |text, statement| stance::opposes(text, statement, &ask.of_names);
        if opposes(&row.whole.standalone, ask.request.core)
            || opposes(&row.whole.reading.text, &ask.core_reading)
        {
            row.whole.probability *= OPPOSITE;
            row.kept = Some("says the opposite".into());
        }
    }
}
