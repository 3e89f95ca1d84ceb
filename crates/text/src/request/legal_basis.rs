//! A law or a rule behind a thing, as what grounds the request: "INV-2024-0117 under Art. 17 GDPR".

use super::law::law;
use super::phrase_match::{telling, words};
use super::{imperative, statement};

/// Whether a law or rule at the start of a text behind a thing is why the thing shall go: "INV-2024-0117 under GDPR art. 17", but not
/// "the fine paid under GDPR".
pub(super) fn grounds(before: &str, behind: &str) -> bool {
    const OF_LAW: &str = " right rights obligation obligations duty duties claim claims fine fines basis consent exemption rule rules section article ";
    let comma = before.trim_end().ends_with(',');
    let Some(law) = law(behind).filter(|law| law.grounds || law.sure || comma) else { return false };
    if imperative::is_clause(before) || statement::says(before) {
        return false;
    }
    let Some(last) = words(before).pop() else { return false };
    let plain = !telling(before.rsplit(' ').next().unwrap_or_default());
    let participle =
        plain && (last.ends_with("ed") || last.ends_with("ing") || MADE.contains(&format!(" {last} ")));
    let owned = OF_LAW.contains(&format!(" {last} "));
    let ended =
        law.rest.is_empty() || behind[..behind.len() - law.rest.len()].trim_end().ends_with([',', ';', '.']);
    ended && (comma || !participle && !owned)
}

/// Participles behind which a law says how it was done.
const MADE: &str = " made done sent kept held given taken paid sold put is was are were be been lost written drawn set brought ";
