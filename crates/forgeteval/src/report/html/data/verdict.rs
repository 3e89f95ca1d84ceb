//! A verdict, as the page reads it. There are tens of thousands, so names are a letter long.

use nepenthe_llm::Money;
use serde::Serialize;

use super::strings::Strings;
use crate::record::Record;
use crate::score::{Judgement, Leak, Probe, Verdict};

/// A verdict; numbers stand for texts.
#[derive(Debug, Serialize)]
pub(super) struct PageVerdict {
    /// One letter a scorer: `p` pass, `f` fail, `n` not applicable.
    v: String,
    /// The judgement by each scorer; one that equals the one before is `0`.
    j: [Option<PageJudgement>; 3],
    /// The texts recalled for the final query.
    r: Vec<usize>,
    /// The probes: query and texts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    p: Vec<PageProbe>,
    /// The answers to checks: texts and probes.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    c: Vec<(Vec<usize>, Vec<PageProbe>)>,
    /// What a person was shown, and what went, for each question to a person.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    a: Vec<(Vec<usize>, Vec<usize>)>,
    /// The error.
    #[serde(skip_serializing_if = "Option::is_none")]
    e: Option<usize>,
    /// What the language model took: calls, tokens read, tokens written, money.
    #[serde(skip_serializing_if = "Option::is_none")]
    u: Option<PageUsage>,
    /// Microseconds: total, embedder, planner, store.
    t: [u64; 4],
}

type PageUsage = (Option<u64>, Option<u64>, Option<u64>, Option<f64>);

type PageProbe = (usize, Vec<usize>);

/// What leaked and what was lost.
#[derive(Debug, PartialEq, Eq, Serialize)]
struct PageJudgement {
    /// What leaked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    l: Vec<PageLeak>,
    /// What was lost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    o: Vec<usize>,
    /// The checks that failed: which, what leaked, what was lost.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    f: Vec<(usize, Vec<PageLeak>, Vec<usize>)>,
}

/// The text, the queries whose answers held it, and the files.
type PageLeak = (usize, Vec<usize>, Vec<usize>);

impl PageVerdict {
    pub(super) fn new<'a>(record: &'a Record, strings: &mut Strings<'a>) -> Self {
        let judged = &record.judged;
        let all = [&judged.published, &judged.probed, &judged.boundary];
        let letter = |judgement: &&Judgement| match judgement.verdict {
            Verdict::Pass => 'p',
            Verdict::Fail => 'f',
            Verdict::Na => 'n',
        };
        Self {
            v: all.iter().map(letter).collect(),
            j: [
                Some(PageJudgement::new(all[0], strings)),
                (all[1] != all[0]).then(|| PageJudgement::new(all[1], strings)),
                (all[2] != all[1]).then(|| PageJudgement::new(all[2], strings)),
            ],
            r: strings.places(&record.recalled),
            p: probes(&record.probes, strings),
            c: record
                .checks
                .iter()
                .map(|answer| (strings.places(&answer.recalled), probes(&answer.probes, strings)))
                .collect(),
            a: record
                .consents
                .iter()
                .map(|answer| (strings.places(&answer.shown), strings.places(&answer.went)))
                .collect(),
            e: record.error.as_ref().map(|error| strings.place(error)),
            u: usage(record),
            t: [
                record.times.total_us, record.times.embedder_us, record.times.planner_us,
                record.times.store_us,
            ],
        }
    }
}

/// Returns what the language model took: by the run's count, else as the system says.
fn usage(record: &Record) -> Option<PageUsage> {
    match &record.llm {
        Some(llm) if llm.calls > 0 => {
            let money = llm.money.map(Money::to_f64);
            Some((Some(llm.calls), Some(llm.tokens_in), Some(llm.tokens_out), money))
        }
        _ => record.usage.map(|u| (u.calls, u.prompt_tokens, u.completion_tokens, u.cost_usd)),
    }
}

impl PageJudgement {
    fn new<'a>(judgement: &'a Judgement, strings: &mut Strings<'a>) -> Self {
        Self {
            l: leaks(&judgement.leaked, strings),
            o: strings.places(&judgement.lost),
            f: judgement
                .failed_checks
                .iter()
                .map(|check| (check.check, leaks(&check.leaked, strings), strings.places(&check.lost)))
                .collect(),
        }
    }
}

fn probes<'a>(probes: &'a [Probe], strings: &mut Strings<'a>) -> Vec<PageProbe> {
    probes.iter().map(|probe| (strings.place(&probe.query), strings.places(&probe.recalled))).collect()
}

fn leaks<'a>(leaks: &'a [Leak], strings: &mut Strings<'a>) -> Vec<PageLeak> {
    leaks
        .iter()
        .map(|leak| (strings.place(&leak.text), strings.places(&leak.asked), strings.places(&leak.files)))
        .collect()
}
