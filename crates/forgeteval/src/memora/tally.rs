//! Adds up records.

use std::collections::{BTreeMap, BTreeSet};

use super::report::{Apart, Checks, MappingTotals, PublishedTotals, Questions, SystemTotals};
use super::{CheckKind, CheckRecord, Fallbacks, Looked, Mapping, Record, Task};
use crate::report::Rate;

/// The characters to which the published adapter of `MemPalace` cut each text.
const SNIPPET: usize = 300;

/// Adds up the records of a mapping; none where there are none.
pub(super) fn tally(records: &[Record], mapping: Mapping) -> Option<MappingTotals> {
    let records: Vec<&Record> = records.iter().filter(|record| record.mapping == mapping).collect();
    let first = records.first()?;
    let mut questions: BTreeMap<(&str, &str), &Record> = BTreeMap::new();
    let mut systems: Vec<&str> = Vec::new();
    for record in &records {
        questions.entry((&record.persona, &record.question_id)).or_insert(record);
        if !systems.contains(&record.system.as_str()) {
            systems.push(&record.system);
        }
    }
    let personas: BTreeSet<&str> = questions.keys().map(|(persona, _)| *persona).collect();
    let personas: Vec<String> = personas.into_iter().map(str::to_owned).collect();
    let of = |system: &&str| {
        let own: Vec<&Record> = records.iter().copied().filter(|record| record.system == **system).collect();
        totals(&own, &personas)
    };
    Some(MappingTotals {
        mapping,
        data_sha256: first.data_sha256.clone(),
        k: first.k,
        embedder: first.embedder.clone(),
        questions: count_questions(questions.values().copied()),
        checks: count_checks(questions.values().copied()),
        systems: systems.iter().map(of).collect(),
        personas,
    })
}

/// What the published scoring makes of a question.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    NothingFails,
    EmptyPasses,
    Unsatisfiable,
    Open,
}

fn class(record: &Record) -> Class {
    if !record.needed.is_empty() {
        let written = record.needed.iter().all(|value| value.written);
        return if written { Class::Open } else { Class::Unsatisfiable };
    }
    if record.forbidden.is_empty() { Class::NothingFails } else { Class::EmptyPasses }
}

fn count_questions<'a>(records: impl Iterator<Item = &'a Record>) -> Questions {
    let mut questions = Questions::default();
    for record in records {
        questions.tasks[record.task as usize] += 1;
        *match class(record) {
            Class::NothingFails => &mut questions.nothing_fails,
            Class::EmptyPasses => &mut questions.empty_passes,
            Class::Unsatisfiable => &mut questions.unsatisfiable,
            Class::Open => &mut questions.open,
        } += 1;
    }
    questions
}

fn count_checks<'a>(records: impl Iterator<Item = &'a Record>) -> Checks {
    let mut checks = Checks::default();
    for check in records.flat_map(|record| &record.checks) {
        *match (check.kind, can_decide(check)) {
            _ if check.values.is_empty() => &mut checks.without_value,
            (CheckKind::Presence, true) => &mut checks.presence,
            (CheckKind::Presence, false) => &mut checks.unsatisfiable,
            (CheckKind::Absence, true) => &mut checks.absence,
            (CheckKind::Absence, false) => &mut checks.certain,
        } += 1;
    }
    checks
}

/// Returns whether a search for strings can both pass and fail a check: what must be there was written, all of it; of
/// what must not be there, something was.
fn can_decide(check: &CheckRecord) -> bool {
    let mut written = check.values.iter().map(|value| value.written);
    match check.kind {
        CheckKind::Presence => !check.values.is_empty() && written.all(|written| written),
        CheckKind::Absence => written.any(|written| written),
    }
}

fn totals(records: &[&Record], personas: &[String]) -> SystemTotals {
    let mut apart = Apart::default();
    let (mut open, mut of_open) = (0, 0);
    let (mut presence, mut absence) = ((0, 0), (0, 0));
    let mut playing: BTreeMap<&str, &Record> = BTreeMap::new();
    for record in records {
        let pass = passes(record);
        match class(record) {
            Class::NothingFails => apart.nothing_fails += usize::from(pass),
            Class::EmptyPasses => apart.empty_passes += usize::from(pass),
            Class::Unsatisfiable => apart.unsatisfiable += usize::from(pass),
            Class::Open => {
                open += usize::from(pass);
                of_open += 1;
            }
        }
        for check in record.checks.iter().filter(|check| can_decide(check)) {
            let mut found = check.values.iter().map(|value| value.found);
            let (count, hit) = match check.kind {
                CheckKind::Presence => (&mut presence, found.all(|found| found)),
                CheckKind::Absence => (&mut absence, !found.any(|found| found)),
            };
            count.0 += usize::from(hit && record.error.is_none());
            count.1 += 1;
        }
        playing.entry(&record.persona).or_insert(record);
    }
    let (presence, absence) = (Rate::new(presence.0, presence.1), Rate::new(absence.0, absence.1));
    let mut fallbacks = Fallbacks::default();
    playing.values().for_each(|record| fallbacks.add(&record.fallbacks));
    let first = records[0];
    let asking_us: u64 = records.iter().map(|record| record.times.asking_us).sum();
    let playing_us: u64 = playing.values().map(|record| record.times.playing_us).sum();
    // Packed records have no texts to cut.
    let texts = records.iter().any(|record| !record.recalled.is_empty());
    let as_snippets = texts && (first.system == "keep" || first.system.starts_with("mempalace"));
    SystemTotals {
        system: first.system.clone(),
        version: first.system_version.clone(),
        asked: records.len(),
        published: published(records, personas, passes),
        snippets: as_snippets.then(|| published(records, personas, passes_as_snippets)),
        apart,
        open: Rate::new(open, of_open),
        presence,
        absence,
        net: presence.rate.zip(absence.rate).map(|(present, absent)| present + absent - 1.0),
        fallbacks,
        errors: records.iter().filter(|record| record.error.is_some()).count(),
        first_error: records.iter().find_map(|record| record.error.clone()),
        playing_s: playing_us as f64 / 1e6,
        asking_ms: asking_us as f64 / 1e3 / records.len() as f64,
    }
}

fn published(records: &[&Record], personas: &[String], passes: fn(&Record) -> bool) -> PublishedTotals {
    let mut totals = PublishedTotals { pass: 0, tasks: [0; 3], personas: vec![0; personas.len()] };
    for record in records.iter().filter(|record| passes(record)) {
        totals.pass += 1;
        totals.tasks[record.task as usize] += 1;
        if let Some(place) = personas.iter().position(|persona| *persona == record.persona) {
            totals.personas[place] += 1;
        }
    }
    totals
}

/// The published scoring: in the texts recalled, joined and in lower case, every value needed occurs, and none
/// forbidden.
fn passes(record: &Record) -> bool {
    let found = |value: &Looked| value.found;
    record.error.is_none() && record.needed.iter().all(found) && !record.forbidden.iter().any(found)
}

/// The same as the published adapter of `MemPalace` answered: one text, with the query as its heading and each text on
/// one line, cut to 300 characters.
fn passes_as_snippets(record: &Record) -> bool {
    let snippets = record.recalled.iter().map(|text| snippet(text));
    let heading = std::iter::once(record.question.clone());
    let answer = heading.chain(snippets).collect::<Vec<_>>().join("\n").to_lowercase();
    let found = |value: &Looked| answer.contains(&value.literal.text.to_lowercase());
    record.error.is_none() && record.needed.iter().all(found) && !record.forbidden.iter().any(found)
}

fn snippet(text: &str) -> String {
    let line = text.trim().replace('\n', " ");
    if line.chars().count() <= SNIPPET {
        return line;
    }
    line.chars().take(SNIPPET - 3).collect::<String>() + "..."
}

const _: () =
    assert!(Task::ALL.len() == 3 && Task::Recommending as usize == 2, "tasks are counted by their place");
