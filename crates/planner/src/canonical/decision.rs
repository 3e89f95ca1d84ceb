//! From probabilities to a draft: what goes whole, what is edited, what stays, each with its reason.

use std::collections::BTreeSet;

use nepenthe_text::word::words;

use super::compression::{beside, cut_clean, is_row_of_names, left, without_elements};
use super::query::{Query, stems};
use super::row::Row;
use super::rule::Rule;
use super::rules::keyed;
use super::rules::quoted::QUOTED;
use super::scorer::{MEANT, Scorer};
use super::{Components, confidence, contact};
use crate::memory::State;
use crate::{Action, Candidate, CorpusError, Draft, Memories, Verb};

/// The same for a restore, which looks only among what is out of recall, and is undone as easily as done.
const BROUGHT_BACK: f64 = 0.3;
/// From which probability on the likeliest memory alone will do, where it stands out.
const LIKELY: f64 = 0.2;
/// How many times as likely as the next it is then.
const STANDS_OUT: f64 = 1.5;
/// How many times as likely as the next one is that is so by far.
const BY_FAR: f64 = 5.0;
/// How likely a memory is meant, at least, that no rule tells, in a plan that rules tell.
const TELLING: f64 = 0.85;
/// Near misses that are shown.
const SHOWN: usize = 8;
/// A row below this probability that holds nothing like what was asked for is no near miss.
const FAR: f64 = 0.05;

/// A row below this probability stands at 0 %.
const NONE: f64 = 0.005;

/// What is decided.
pub(super) struct Decided {
    pub(super) draft: Draft,
    /// How sure its doubts let the plan be at most.
    pub(super) ceiling: f64,
    /// Whether rules tell all that is meant.
    pub(super) told: bool,
}

/// Decides what happens to each row.
pub(super) fn decide(
    query: &Query<'_>,
    rows: Vec<Row>,
    memories: &Memories<'_>,
    components: Components,
    scorer: &Scorer,
) -> Result<Decided, CorpusError> {
    let mut draft = Draft::default();
    let mut ceiling: f64 = 1.0;
    let mut spared: Vec<(f64, Candidate, String)> = Vec::new();
    let mut least: f64 = 1.0;
    // Beside what is said word for word, what is only like it is not meant, and raises no doubt.
    let said_exactly = rows.iter().any(|row| confidence::says_exactly(query, row));
    let by_one_name = confidence::asks_for_one_name(query);
    let mut by_full_name = confidence::asks_for_full_name(query) || by_one_name;
    // An exception that keeps nothing may mean something that was not found.
    by_full_name &= query.request.except.is_none() || rows.iter().any(|row| row.kept.is_some());
    // Rules tell a plan where one tells of a row that is meant, and none is meant that is not told or hardly in doubt.
    let (mut by_rule, mut in_doubt) = (false, false);
    let rows = brought_back(query, rows);
    let only = only_likely(query, &rows);
    let doubts = confidence::Doubts::new(query, &rows);
    for (index, row) in rows.into_iter().enumerate() {
        let said = query.new_text.is_some_and(|new| new.trim() == row.candidate.whole().trim());
        if row.restates || said {
            draft.stands = true;
            spared.push((1.0, row.into_candidate(), "says so already".into()));
            continue;
        }
        if let Some(reason) = row.kept.clone() {
            if row.doubted {
                least = least.min(confidence::DOUBTED);
                ceiling = ceiling.min(confidence::DOUBTED);
                by_full_name = false;
            }
            spared.push((1.0, row.into_candidate(), reason));
            continue;
        }
        let most = doubts.most_sure(&row);
        let probability = row.probability.min(most);
        let needed = if query.verb == Verb::Restore { BROUGHT_BACK } else { MEANT };
        let meant = probability >= needed || only == Some(index);
        let said = said_exactly && confidence::says_exactly(query, &row);
        let meant = meant && (said || !said_exactly);
        let probability = if said && meant { probability.max(QUOTED) } else { probability };
        let probability = if meant { probability.max(row.told).min(most) } else { probability };
        if meant {
            by_full_name &= most >= 1.0;
            by_rule |= row.told > 0.0;
            in_doubt |= row.told == 0.0 && probability < TELLING;
            least = least.min(probability);
            ceiling = ceiling.min(most);
        } else if probability > FAR && !said_exactly {
            least = least.min(probability.max(1.0 - probability));
            by_full_name = false;
        }
        if !meant {
            // Of a new statement's old states one that is none at all is no near miss, whatever it is like.
            let near = query.verb != Verb::Supersede || probability >= NONE;
            if probability > FAR || near && (row.whole.alike.is_some() || row.whole.carried.is_some()) {
                let reason = why_spared(&row);
                spared.push((probability, row.into_candidate(), reason));
            }
            continue;
        }
        let reason = why_meant(&row);
        by_full_name &=
            !by_one_name && row.whole.first >= confidence::WHOLE || confidence::has_name(query, &row);
        let in_part = components.clauses && query.verb != Verb::Restore;
        // "Lena's birthday and passport number": of a list both go.
        let listed =
            Some(&row.rest).filter(|rest| in_part && rest.is_some() && query.request.except.is_none());
        let listed = listed.and_then(|_| contact::without(query, &row.candidate.hit.memory.text));
        let of_list = listed.is_some();
        let text = &row.candidate.hit.memory.text;
        let whole = in_part && row.rest.is_none() && row.candidate.excerpt.is_none() && row.quoted.is_none();
        let element = if whole { element(query, text, components) } else { None };
        let of_element = element.is_some() || whole && is_row_of_names(text);
        let mut rest = match &row.rest {
            _ if !in_part => None,
            _ if element.is_some() => element,
            _ if of_list => listed,
            Some(rest) => rest.clone(),
            None => left(query, &row, scorer),
        };
        let mut probability = probability;
        if rest.is_none()
            && in_part
            && row.rest.is_none()
            && let Some(beside) = beside(query, &row, scorer)
        {
            by_full_name &= beside.is_sure();
            probability = probability.min(beside.certainty);
            ceiling = ceiling.min(beside.certainty);
            rest = beside.rest;
            least = least.min(probability);
        }
        match rest {
            Some(text) => {
                by_full_name &= of_element;
                let clean = of_element
                    || (of_list || cut_clean(&row.candidate.hit.memory.text, &text))
                        && !doubts.still_says(&text);
                let most = if clean { 1.0 } else { confidence::DOUBTED };
                ceiling = ceiling.min(most);
                let probability = probability.min(most);
                least = least.min(probability);
                let reason = format!("{reason}; the rest stays");
                draft.decide_surely(row.into_candidate(), Action::Edit { text }, reason, probability);
            }
            None => {
                // What the request names nothing of goes along.
                let most = doubts.most_sure_of_all(&row);
                let probability = probability.min(most);
                ceiling = ceiling.min(most);
                by_full_name &= probability >= MEANT && most >= 1.0;
                least = least.min(probability);
                draft.decide_surely(row.into_candidate(), query.action.clone(), reason, probability);
            }
        }
    }
    if let Some(new) = query.new_text.filter(|_| !draft.stands) {
        draft.bring_back(new, memories)?;
    }
    spared.sort_by(|a, b| b.0.total_cmp(&a.0));
    draft.spared.extend(spared.into_iter().take(SHOWN).map(|(_, candidate, reason)| candidate.spare(reason)));
    draft.confidence = Some(least);
    if by_full_name && !draft.steps.is_empty() {
        confidence::raise(&mut draft);
    }
    Ok(Decided { draft, ceiling, told: by_rule && !in_doubt })
}

/// What is left of a structured text without the elements that are asked for.
fn element(query: &Query<'_>, text: &str, components: Components) -> Option<String> {
    let by_key = components.words && components.has(Rule::Keyed);
    without_elements(query, text).or_else(|| if by_key { keyed::without(query, text) } else { None })
}

/// Of the rows that a restore may mean, those that were released, if any is meant: what was superseded has a successor.
fn brought_back(query: &Query<'_>, mut rows: Vec<Row>) -> Vec<Row> {
    let released = |row: &Row| row.candidate.hit.memory.state == State::Released;
    if query.verb == Verb::Restore && rows.iter().any(|row| released(row) && row.probability >= BROUGHT_BACK)
    {
        rows.retain(released);
    }
    rows
}

/// The one memory that will do where none is sure: the only one with every word that was asked for; or, since a new
/// statement most often has an old state to replace, the one that stands out.
fn only_likely(query: &Query<'_>, rows: &[Row]) -> Option<usize> {
    let probability = |index: usize| rows[index].probability;
    if (0..rows.len()).any(|index| probability(index) >= MEANT) {
        return None;
    }
    let core = words(query.request.core);
    let asked = stems(&core, &BTreeSet::new());
    let has_every_word = |row: &Row| {
        !row.whole.conflicts()
            && asked.is_subset(&stems(row.whole.said.words(), &BTreeSet::new()))
            && !row.restates
    };
    let mut with_every_word =
        (0..rows.len()).filter(|index| !asked.is_empty() && has_every_word(&rows[*index]));
    let only = match (with_every_word.next(), with_every_word.next()) {
        (only, None) => only,
        _ => None,
    };
    let mut order: Vec<usize> = (0..rows.len()).collect();
    order.sort_by(|a, b| probability(*b).total_cmp(&probability(*a)));
    let best = *order.first()?;
    // "Until 2015 Ines lived in Cork" has every word of "where Ines lives", and "Ines rents the attic" is much likelier.
    if let Some(only) =
        only.filter(|only| probability(best) < LIKELY || probability(*only) >= probability(best) / 4.0)
    {
        return Some(only);
    }
    let next = order.get(1).map_or(0.0, |next| probability(*next));
    let stands_out = |needed: f64, times: f64| {
        probability(best) >= needed && probability(best) >= times * next && !rows[best].whole.conflicts()
    };
    // The only memory that speaks of the one asked about needs less.
    let speaks = |row: &Row| row.whole.first > 0.5 && !row.restates;
    let alone = speaks(&rows[best]) && rows.iter().filter(|row| speaks(row)).count() == 1;
    let enough = match query.verb {
        Verb::Supersede => stands_out(if alone { LIKELY / 5.0 } else { LIKELY }, STANDS_OUT),
        // What is released can come back: that nothing else speaks of the one asked about will do, if it has another word too.
        Verb::Release => {
            let asked = rows[best].whole.shares_a_word(query) && !query.is_statement();
            alone && asked && stands_out(LIKELY / 2.0, STANDS_OUT)
        }
        _ => false,
    };
    // The less that can be undone, the more is needed: it is of whom is named, and no other of theirs has more of the request's words.
    let has = |row: &Row| {
        let own = stems(row.whole.glossed.words(), &query.of_names);
        query.stems.iter().filter(|stem| own.contains(stem.as_str())).count()
    };
    let named = !query.names.is_empty();
    let related = || {
        let of_it = if named { rows[best].whole.first > 0.3 } else { rows[best].whole.shares_a_word(query) };
        let most = has(&rows[best]);
        of_it && !rows.iter().any(|row| (!named || speaks(row)) && has(row) > most)
    };
    let by_far = match query.verb {
        Verb::Supersede => stands_out(LIKELY / 4.0, BY_FAR),
        Verb::Release => related() && stands_out(LIKELY / 2.0, BY_FAR),
        _ => related() && stands_out(LIKELY, BY_FAR),
    };
    (enough || by_far).then_some(best)
}

/// The rows that are meant.
pub(super) fn meant(query: &Query<'_>, rows: Vec<Row>) -> Vec<Row> {
    let only = only_likely(query, &rows);
    let rows = rows.into_iter().enumerate();
    let meant = rows.filter(|(index, row)| row.probability >= MEANT || only == Some(*index));
    meant.map(|(_, row)| row).collect()
}

pub(super) fn why_meant(row: &Row) -> String {
    let probability = row.probability * 100.0;
    match &row.whole.carried {
        Some(carried) => format!("{} ({probability:.0} %)", carried.reason),
        None => format!("states what is asked for ({probability:.0} %)"),
    }
}

fn why_spared(row: &Row) -> String {
    let probability = row.probability * 100.0;
    match (&row.whole.alike, &row.whole.carried) {
        (Some(alike), _) => format!("{} ({probability:.0} %)", alike.reason),
        (None, Some(carried)) => {
            format!("{}, but it is not what is asked for ({probability:.0} %)", carried.reason)
        }
        (None, None) => format!("hardly what is asked for: {probability:.0} % likely"),
    }
}
