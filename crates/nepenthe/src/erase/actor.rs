//! Who acts, as the log and receipts name them: the caller's name, unless it says what was erased.

use std::borrow::Cow;

use nepenthe_text::fingerprint::ActorName;

use super::tombstone;
use crate::model::StoreKey;
use crate::store::query::ScopeKey;
use crate::store::{Session, StorageError};

/// Who acted, where the log does not keep the name.
pub(crate) const UNDISCLOSED: &str = "undisclosed";

/// The longest name of an actor, in bytes.
const LONGEST: usize = 128;

/// The names of Nepenthe's own programs, which say nothing of anybody.
const OWN: [&str; 4] = ["cli", "library", "nepenthe", UNDISCLOSED];

/// A name on one line, of bearable length.
pub(crate) fn is_name(actor: &str) -> bool {
    !actor.trim().is_empty() && actor.len() <= LONGEST && !actor.chars().any(char::is_control)
}

/// Tells whether a name is one of Nepenthe's own.
pub(crate) fn is_own(actor: &str) -> bool {
    OWN.contains(&actor)
}

/// The name that the log keeps of who writes.
pub(crate) fn disclosed<'a>(
    session: Session<'_>,
    scope: ScopeKey,
    key: &StoreKey,
    actor: &'a str,
) -> Result<Cow<'a, str>, StorageError> {
    let kept = is_own(actor) || is_name(actor) && !tombstone::stops_actor(session, scope, key, actor)?;
    Ok(Cow::Borrowed(if kept { actor } else { UNDISCLOSED }))
}

/// The name that the log keeps of who erases these texts.
pub(crate) fn before(actor: Cow<'_, str>, texts: impl IntoIterator<Item = String>) -> Cow<'_, str> {
    if is_own(&actor) {
        return actor;
    }
    let told = ActorName::of(&actor);
    let tells = texts.into_iter().any(|text| told.is_in(&text));
    if tells { Cow::Borrowed(UNDISCLOSED) } else { actor }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_is_a_line_of_bearable_length() {
        assert!(
            is_name("agent of Ida Lund") && !is_name(" ") && !is_name("a\nb") && !is_name(&"x".repeat(129))
        );
    }
}
