//! From probabilities to a draft: what goes whole, what is edited, what stays, each with its reason.

use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::clause::{self, ClauseKind, PartyList};
use nepenthe_text::entity::identifier;
use nepenthe_text::request::Extent;
use nepenthe_text::word::words;

use super::ask::{Ask, stems};
use super::part::{Part, Row, overlap};
use super::{Canonical, Judge, alone, common, fields, passages, rest};
use crate::control::planner::Draft;
use crate::control::{Action, Candidate, Memories, PlanError, Verb};
use crate::model::State;

/// From which probability on a part is taken to be meant.
pub(super) const MEANT: f64 = 0.5;
/// The same for a restore, which looks only among what is out of recall, and is undone as easily as done.
const BROUGHT_BACK: f64 = 0.3;
/// From which probability on the likeliest memory alone will do, where it stands out.
const LIKELY: f64 = 0.2;
/// How many times as likely as the next it is then.
const STANDS_OUT: f64 = 1.5;
/// How many times as likely as the next one is that is so by far.
const BY_FAR: f64 = 5.0;
/// Near misses that are shown.
const SHOWN: usize = 8;
/// A row below this probability that holds nothing like what was asked for is no near miss.
const FAR: f64 = 0.05;

/// Decides what happens to each row.
pub(super) fn decide(
    ask: &Ask<'_>,
    rows: Vec<Row>,
    memories: &Memories<'_>,
    planner: &Canonical,
) -> Result<Draft, PlanError> {
    let mut draft = Draft::default();
    let mut spared: Vec<(f64, Candidate, String)> = Vec::new();
    let mut confidence: f64 = 1.0;
    let rows = brought_back(ask, rows);
    let only = only_likely(ask, &rows);
    for (index, row) in rows.into_iter().enumerate() {
        if ask.new_text.is_some_and(|new| new.trim() == row.candidate.whole().trim()) {
            draft.stands = true;
            spared.push((1.0, row.candidate, "says so already".into()));
            continue;
        }
        if let Some(reason) = row.kept {
            spared.push((1.0, row.candidate, reason));
            continue;
        }
        let probability = row.whole.probability;
        let needed = if ask.verb == Verb::Restore { BROUGHT_BACK } else { MEANT };
        let meant = probability >= needed || only == Some(index);
        if probability > FAR {
            confidence = confidence.min(probability.max(1.0 - probability));
        }
        if !meant {
            let part = &row.whole;
            if probability > FAR || part.alike.is_some() || part.carried.is_some() {
                let reason = why_spared(part);
                spared.push((probability, row.candidate, reason));
            }
            continue;
        }
        let reason = why_meant(&row.whole);
        let in_part = planner.components.clauses && ask.verb != Verb::Restore;
        let rest = |row: &Row| row.rest.clone().unwrap_or_else(|| left(ask, row, planner.trained()));
        match in_part.then(|| rest(&row)).flatten() {
            Some(text) => {
                draft.decide(row.candidate, Action::Edit { text }, format!("{reason}; the rest stays"))
            }
            None => draft.decide(row.candidate, ask.action.clone(), reason),
        }
    }
    if let Some(new) = ask.new_text.filter(|_| !draft.stands) {
        draft.bring_back(new, memories)?;
    }
    spared.sort_by(|a, b| b.0.total_cmp(&a.0));
    draft.spared.extend(spared.into_iter().take(SHOWN).map(|(_, candidate, reason)| candidate.spare(reason)));
    draft.confidence = Some(confidence);
    Ok(draft)
}

/// Of the rows that a restore may mean, those that were released, if any is meant: what was superseded has a successor.
fn brought_back(ask: &Ask<'_>, mut rows: Vec<Row>) -> Vec<Row> {
    let released = |row: &Row| row.candidate.hit.memory.state == State::Released;
    if ask.verb == Verb::Restore
        && rows.iter().any(|row| released(row) && row.whole.probability >= BROUGHT_BACK)
    {
        rows.retain(released);
    }
    rows
}

/// The one memory that will do where none is sure: the only one with every word that was asked for; or, since a new
/// statement most often has an old state to replace, the one that stands out.
fn only_likely(ask: &Ask<'_>, rows: &[Row]) -> Option<usize> {
    let probability = |index: usize| rows[index].whole.probability;
    if (0..rows.len()).any(|index| probability(index) >= MEANT) {
        return None;
    }
    let core = words(ask.request.core);
    let asked = stems(&core, &BTreeSet::new());
    let has_every_word =
        |row: &Row| !row.whole.conflicts() && asked.is_subset(&stems(&row.whole.words, &BTreeSet::new()));
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
    let speaks = |row: &Row| row.whole.first > 0.5;
    let alone = speaks(&rows[best]) && rows.iter().filter(|row| speaks(row)).count() == 1;
    let enough = match ask.verb {
        Verb::Supersede => stands_out(if alone { LIKELY / 5.0 } else { LIKELY }, STANDS_OUT),
        // What is released can come back: that nothing else speaks of the one asked about will do, if it has another word too.
        Verb::Release => {
            let asked = ask.shares_a_word(&rows[best].whole) && !ask.is_statement();
            alone && asked && stands_out(LIKELY / 2.0, STANDS_OUT)
        }
        _ => false,
    };
    // The less that can be undone, the more is needed: it is of whom is named, and no other of theirs has more of the request's words.
    let has = |row: &Row| {
        let own = stems(&row.whole.read_words, &ask.of_names);
        ask.stems.iter().filter(|stem| own.contains(stem.as_str())).count()
    };
    let named = !ask.names.is_empty();
    let related = || {
        let of_it = if named { rows[best].whole.first > 0.3 } else { ask.shares_a_word(&rows[best].whole) };
        let most = has(&rows[best]);
        of_it && !rows.iter().any(|row| (!named || speaks(row)) && has(row) > most)
    };
    let by_far = match ask.verb {
        Verb::Supersede => stands_out(LIKELY / 4.0, BY_FAR),
        Verb::Release => related() && stands_out(LIKELY / 2.0, BY_FAR),
        _ => related() && stands_out(LIKELY, BY_FAR),
    };
    (enough || by_far).then_some(best)
}

/// The rows that are meant.
pub(super) fn meant(ask: &Ask<'_>, rows: Vec<Row>) -> Vec<Row> {
    let only = only_likely(ask, &rows);
    let rows = rows.into_iter().enumerate();
    let meant = rows.filter(|(index, row)| row.whole.probability >= MEANT || only == Some(*index));
    meant.map(|(_, row)| row).collect()
}

/// What is left of a text without what is meant; `None` where nothing is, or it cannot be written.
pub(super) fn left(ask: &Ask<'_>, row: &Row, judge: &Judge) -> Option<String> {
    if !row.passages.is_empty() {
        return passages::left(ask, row, judge);
    }
    let thing =
        ask.verb != Verb::Supersede && matches!(ask.request.extent, Extent::Everything | Extent::Ended);
    if let Some(rest) = rest::without_items(ask, &row.candidate.hit.memory.text) {
        return Some(rest);
    }
    if let Some(quoted) = &row.quoted {
        return without_quotation(row, quoted);
    }
    if ask.request.rest_stays
        && ask.by_identity()
        && let Some(alone) = alone::without(ask, row)
    {
        return Some(alone);
    }
    if ask.new.is_some_and(|new| is_said_anew(&row.whole, new)) {
        return None;
    }
    if let Some(fields) = fields::asked(ask, row) {
        return without_parts(row, &fields);
    }
    // What is to be erased as a whole keeps no more than its rules allow.
    if let Some(read) = &row.read
        && !(thing && ask.verb == Verb::Purge)
    {
        return rest::best(ask, row, read, judge);
    }
    if (thing || ask.by_identity())
        && let Some(rest) = without_the_thing(ask, &row.candidate.hit.memory.text)
    {
        return Some(rest);
    }
    // "Cust. 088 is late", "bed 2, bay B, ward 3": a part that has but a piece of the identifier is about the same.
    let whole = row.whole.carried.as_ref().map(|carried| carried.span.clone());
    let holds_some = |part: &Part| whole.as_ref().is_some_and(|whole| overlap(&part.span, whole));
    let stays = |part: &Part| match (thing || ask.by_identity()) && row.whole.carried() > 0.3 {
        // What is said in one breath with the thing goes with it, unless it is plainly of something else.
        true if ask.by_identity() => {
            part.carried() < 0.3 && (part.conflicts() || part.another_alike) && !holds_some(part)
        }
        true => {
            let other = (part.other_subject || part.conflicts()) && part.probability < MEANT;
            // A field of a record that another names.
            let other = other || !part.key.is_empty() && part.other_names > 0;
            part.carried() < 0.3 && (other || part.speaks_of_others())
        }
        false => part.probability < MEANT && !restated(ask, part),
    };
    let mut gone: Vec<usize> = (0..row.parts.len()).filter(|part| !stays(&row.parts[*part])).collect();
    if gone.is_empty() {
        // The memory is meant, so the likeliest of its parts is.
        let likelier = |a: &usize, b: &usize| {
            row.parts[*a].probability.total_cmp(&row.parts[*b].probability).then(b.cmp(a))
        };
        gone.extend((0..row.parts.len()).max_by(likelier));
    }
    let text = row.candidate.hit.memory.text.as_str();
    let orphaned = |rest: &String| clause::Orphans::new(text, &mentions(ask, text)).are_in(rest);
    without_parts(row, &gone).filter(|rest| !(thing && orphaned(rest)))
}

/// What is left of a text of which a part is quoted: other sentences and clauses; but of a record that loses its
/// head, or several fields, nothing, since what is left would tell of the same.
fn without_quotation(row: &Row, quoted: &Range<usize>) -> Option<String> {
    let gone = row.clauses.at(quoted.clone());
    let hangs_on = |part: &Part| !matches!(part.kind, Some(ClauseKind::Sentence | ClauseKind::Coordinate));
    let headless = gone.len() > 1 || gone.contains(&0);
    let orphaned = |index: usize| headless && hangs_on(&row.parts[index]);
    let gone: Vec<usize> =
        (0..row.parts.len()).filter(|index| gone.contains(index) || orphaned(*index)).collect();
    without_parts(row, &gone)
}

/// What is left of a text without some of its parts, and those that hang on them; `None` where none or all of them go, or it cannot
/// be written.
fn without_parts(row: &Row, gone: &[usize]) -> Option<String> {
    let gone = &row.clauses.with_hanging(gone);
    if gone.is_empty() || gone.len() == row.parts.len() {
        return None;
    }
    row.clauses.without(gone).filter(|rest| *rest != row.candidate.hit.memory.text)
}

/// Tells whether a new text is the memory written anew, such as a record with one other field: from its beginning on it has most
/// of the memory's words in their order.
fn is_said_anew(memory: &Part, new: &str) -> bool {
    const FEWEST: usize = 8;
    const MOST: f64 = 0.65;
    let (own, said) = (common::stems(&memory.words), common::stems(&words(new)));
    let again = common::run(&own, &said);
    own.len() >= FEWEST && again.first() == Some(&(0, 0)) && again.len() as f64 >= MOST * own.len() as f64
}

/// Tells whether the new statement says the part again, or says it otherwise: nothing is lost with the old one then.
fn restated(ask: &Ask<'_>, part: &Part) -> bool {
    const MOST: f64 = 0.6;
    let Some(new) = ask.new else { return false };
    let said: BTreeSet<String> = words(new).into_iter().map(|word| word.stem).collect();
    let own: Vec<_> = part.words.iter().filter(|word| word.content).collect();
    let again = own.iter().filter(|word| said.contains(&word.stem)).count();
    again > 1 && again as f64 >= MOST * own.len() as f64
}

/// A text that says the same of the thing and of something else, without the thing.
fn without_the_thing(ask: &Ask<'_>, text: &str) -> Option<String> {
    let mut text = text.to_owned();
    let mut changed = false;
    // One list at a time: each removal moves what follows.
    for _ in 0..8 {
        let spans = mentions(ask, &text);
        if spans.is_empty() {
            return changed.then_some(text);
        }
        let lists = clause::parties(&text);
        // An identifier is one of several only among others of its sort: "G., 5550162, owes 400" lists no numbers.
        let alike = |list: &PartyList| {
            let others =
                list.members.iter().filter(|member| !spans.iter().any(|span| overlap(&member.span, span)));
            !ask.by_identity()
                || others.clone().any(|member| {
                    let member = &text[member.span.clone()];
                    member.starts_with(|c: char| c.is_ascii_digit())
                        || !identifier::recognise(member).is_empty()
                })
        };
        let listed = |span: &Range<usize>| {
            lists.iter().any(|list| {
                let among = list.members.iter().any(|member| overlap(&member.span, span));
                list.members.len() > 1 && among && alike(list)
            })
        };
        if !spans.iter().all(listed) {
            return None;
        }
        text = clause::without_party(&text, spans[0].clone())?;
        changed = true;
    }
    None
}

/// Where a text mentions what was asked for.
pub(super) fn mentions(ask: &Ask<'_>, text: &str) -> Vec<Range<usize>> {
    let mut spans: Vec<Range<usize>> = Vec::new();
    spans.extend(ask.identified(text).map(|found| found.span));
    let names = ask.named(ask.wanted_names, text).map(|(_, found)| found);
    spans.extend(names.filter(|found| found.certainty > 0.3).map(|found| found.span));
    spans.extend((0..ask.wanted_names).flat_map(|name| ask.by_role(name, text)).map(|(span, _)| span));
    spans.sort_by_key(|span| span.start);
    spans
}

pub(super) fn why_meant(part: &Part) -> String {
    match &part.carried {
        Some(carried) => format!("{} ({:.0} %)", carried.reason, part.probability * 100.0),
        None => format!("states what is asked for ({:.0} %)", part.probability * 100.0),
    }
}

fn why_spared(part: &Part) -> String {
    let probability = part.probability * 100.0;
    match (&part.alike, &part.carried) {
        (Some(alike), _) => format!("{} ({probability:.0} %)", alike.reason),
        (None, Some(carried)) => {
            format!("{}, but it is not what is asked for ({probability:.0} %)", carried.reason)
        }
        (None, None) => format!("something else ({probability:.0} %)"),
    }
}
