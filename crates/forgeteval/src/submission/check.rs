//! What can be checked of a submission by reading it.

use std::collections::{BTreeMap, BTreeSet};

use crate::case::Case;
use crate::record::{Record, Runs};
use crate::score::{Answers, Scorer, Sighting, Verdict};
use crate::suite::{BUILTIN, Template};

/// Returns what speaks against a folder as a submission, a line each: what is missing, cases that were left out or are of other
/// suites, and verdicts that do not follow from the answers beside them. Nothing where nothing does.
#[must_use]
pub fn check(runs: &Runs) -> Vec<String> {
    let mut problems = runs.left_out.clone();
    if runs.records.is_empty() {
        problems.push("there is no verdict".to_owned());
    }
    if runs.metas.is_empty() {
        problems.push("there is no run.json, which says how the verdicts were made".to_owned());
    }
    let generated = Template::default().generate().ok();
    let known = BUILTIN.iter().filter_map(|suite| suite.read().ok()).chain(generated);
    let known: BTreeSet<String> = known.map(|suite| suite.sha256().to_owned()).collect();
    let mut groups: BTreeMap<(&str, &str), Vec<&Record>> = BTreeMap::new();
    for record in &runs.records {
        groups.entry((&record.suite_sha256, &record.system)).or_default().push(record);
    }
    let mut met = BTreeSet::new();
    for ((sha256, system), records) in groups {
        let first = records[0];
        let place = format!("{system} on {}", first.suite);
        let Some(suite) = runs.suites.iter().find(|suite| suite.sha256() == sha256) else {
            if met.insert(sha256) {
                problems.push(format!("the cases of {} are not in suites/", first.suite));
            }
            continue;
        };
        if !known.contains(sha256) && met.insert(sha256) {
            problems
                .push(format!("{} is no suite of this program's leaderboard (sha256 {sha256})", first.suite));
        }
        if records.len() != suite.cases().len() {
            problems.push(format!("{place}: {} verdicts on {} cases", records.len(), suite.cases().len()));
        }
        let (mut wrong, mut example) = (0, None);
        for record in &records {
            let Some(case) = suite.cases().iter().find(|case| case.id == record.case) else {
                problems.push(format!("{place}: the suite has no case {}", record.case));
                continue;
            };
            if !follows(record, case) {
                wrong += 1;
                example.get_or_insert(&record.case);
            }
        }
        if let Some(example) = example {
            problems.push(format!(
                "{place}: {wrong} verdicts do not follow from their answers, such as {example}"
            ));
        }
        for record in &records {
            if (record.k, &record.embedder, &record.system_version)
                != (first.k, &first.embedder, &first.system_version)
            {
                problems.push(format!("{place}: k, embedder or version change from verdict to verdict"));
                break;
            }
        }
        let mut meta_systems = runs.metas.iter().flat_map(|meta| &meta.systems);
        let name = crate::record::system_of_row(system).unwrap_or(system);
        if !runs.metas.is_empty()
            && !meta_systems
                .any(|one| one.version == first.system_version && (one.name == system || one.name == name))
        {
            problems.push(format!("{place}: run.json does not name it in version {}", first.system_version));
        }
    }
    problems
}

/// Returns whether a verdict follows from the answers beside it, by every scorer. One without answers, of an error or of a
/// missing operation, can only be no pass.
fn follows(record: &Record, case: &Case) -> bool {
    let judged = &record.judged;
    let passes = |scorer: Scorer| scorer.of(judged).verdict == Verdict::Pass;
    let no_answers = record.error.is_some() || judged.published.verdict == Verdict::Na;
    if no_answers {
        return !Scorer::ALL.into_iter().any(passes);
    }
    let seen = judged.published.leaked.iter().flat_map(|leak| {
        let sighting = |file: &String| Sighting {
            text: leak.text.clone(),
            file: file.clone(),
            encoding: "utf-8".to_owned(),
        };
        leak.files.iter().map(sighting)
    });
    let answers = Answers {
        recalled: record.recalled.clone(),
        probes: record.probes.clone(),
        checks: record.checks.clone(),
        consents: record.consents.clone(),
        residue: seen.collect(),
    };
    let again = Scorer::judge_all(case, &answers);
    Scorer::ALL.into_iter().all(|scorer| scorer.of(&again).verdict == scorer.of(judged).verdict)
}
