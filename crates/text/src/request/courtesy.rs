//! Courtesies at the start of a request: "please", "could you", "bitte".

use super::phrase_match::opening;

pub(super) const POLITE: &[&str] = &[
    "please", "kindly", "can you", "could you", "would you", "will you", "you can", "you may", "we can",
    "we may", "i want you to", "i'd like you to", "let's", "now", "just", "and", "so", "then", "therefore",
];

pub(super) const POLITE_ELSEWHERE: &[&str] = &[
    "bitte", "kannst du", "kannst du bitte", "können sie", "können sie bitte", "könntest du",
    "könntest du bitte", "könnten sie", "könnten sie bitte", "s'il te plaît", "s'il vous plaît", "peux-tu",
    "pouvez-vous", "pourrais-tu", "pourriez-vous", "veuillez", "merci de", "por favor", "puedes", "podrías",
    "puede", "podría", "per favore", "puoi", "potresti", "può", "potrebbe", "podes", "pode", "poderia",
    "kun je", "kunt u", "wil je", "можешь", "можете", "пожалуйста", "proszę", "czy możesz", "możesz",
];

/// A request without the courtesies at its start.
pub(super) fn without_courtesy(request: &str) -> &str {
    let mut core = request.trim_start();
    while let Some(rest) = opening(core, POLITE).or_else(|| opening(core, POLITE_ELSEWHERE)) {
        core = rest;
    }
    core
}
