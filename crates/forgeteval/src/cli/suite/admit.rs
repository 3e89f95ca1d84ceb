//! `forgeteval suite admit`.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Args;
use forgeteval::admission::{Admission, JUDGE_PROMPT, Judge, Opinion, Part, Rules, partition};
use forgeteval::case::Case;
use forgeteval::record::{Record, VERDICTS, label_rows, read_records};
use forgeteval::suite::{Line, read_lines, read_suite};

use crate::cli::error::CliError;
use crate::cli::output::{say, write_stdout};
use crate::cli::run::ScorerChoice;

/// Admits the cases of a file, with a reason for each rejection.
///
/// Stage 1 is structural. By the house rules the line is a case, its categories are known, it keeps to the brief, it is no
/// self-trap, and every needed string can be had; --paper takes the paper's rules instead. Stage 2, with --judge, asks an independent language model behind an OpenAI-compatible
/// endpoint; where it is not reached, that is recorded and neither admits nor rejects. Stage 3, with --verdicts, tells
/// which cases a base system passes (easy), which only the other (lifted), and which neither (unsolved); it decides
/// nothing. The exit status is 1 where any line is rejected.
#[derive(Debug, Args)]
pub(in crate::cli) struct AdmitArgs {
    /// The file of cases, one JSON object a line
    file: PathBuf,
    /// Stage 1: hold the cases to the paper's rules alone: known family and category, and no forbidden string in a needed
    /// one. What the house rules find besides stands in --out, and decides nothing
    #[arg(long)]
    paper: bool,
    /// Write what was found out about each line, as JSON lines
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the admitted cases, as JSON lines
    #[arg(long, value_name = "FILE")]
    admitted: Option<PathBuf>,
    /// Stage 2: the base URL of the judge's endpoint, such as http://localhost:11434/v1
    #[arg(long, value_name = "URL", requires = "judge_model")]
    judge: Option<String>,
    /// Stage 2: the judge's model
    #[arg(long, value_name = "NAME", requires = "judge")]
    judge_model: Option<String>,
    /// Stage 2: the environment variable that holds the endpoint's key, if it wants one
    #[arg(long, value_name = "NAME", default_value = "FORGETEVAL_JUDGE_KEY")]
    judge_key_env: String,
    /// Stage 2: the prompt, instead of the built-in one; the case follows it as JSON
    #[arg(long, value_name = "FILE", requires = "judge")]
    judge_prompt: Option<PathBuf>,
    /// Stage 2: how long one answer may take, in seconds
    #[arg(long, value_name = "S", default_value = "120", value_parser = clap::value_parser!(u64).range(1..))]
    judge_timeout: u64,
    /// Stage 3: the directory of a run that has played this file
    #[arg(long, value_name = "DIR", requires_all = ["base", "lift"])]
    verdicts: Option<PathBuf>,
    /// Stage 3: the base system
    #[arg(long, value_name = "NAME", requires = "verdicts")]
    base: Option<String>,
    /// Stage 3: the system that is expected to do better
    #[arg(long, value_name = "NAME", requires = "verdicts")]
    lift: Option<String>,
    /// Stage 3: the scorer whose verdicts count
    #[arg(long, value_enum, default_value = "published")]
    scorer: ScorerChoice,
}

/// Admits, and prints the rejections and the numbers.
pub(in crate::cli) fn admit(args: &AdmitArgs) -> Result<(), CliError> {
    let lines = read_lines(&args.file).map_err(CliError::failed)?;
    let judge = judge(args)?;
    let verdicts = verdicts(args)?;

    let rules = if args.paper { Rules::Paper } else { Rules::House };
    let mut admissions = Vec::new();
    let mut admitted: Vec<Case> = Vec::new();
    for Line { number, case } in lines {
        let (case, stage1) = match case {
            Err(problem) => (None, vec![problem.to_string()]),
            Ok(case) => {
                let problems = described(rules, &case);
                (Some(case), problems)
            }
        };
        let asked = case.as_ref().filter(|_| stage1.is_empty()).zip(judge.as_ref());
        let stage2 = asked.map(|(case, judge)| {
            say(format!("asking {} about {}", judge.model(), case.id));
            judge.ask(case)
        });
        let stage3 =
            case.as_ref().zip(verdicts.as_ref()).and_then(|(case, verdicts)| verdicts.part(&case.id));
        let id = case.as_ref().map(|case| case.id.clone());
        let mut admission = Admission::new(number, id, rules, stage1, stage2, stage3);
        if let (Rules::Paper, Some(case)) = (rules, &case) {
            admission.house = described(Rules::House, case);
        }
        admitted.extend(case.filter(|_| admission.admitted));
        admissions.push(admission);
    }

    if let Some(path) = &args.out {
        write_lines(path, &admissions)?;
    }
    if let Some(path) = &args.admitted {
        write_lines(path, &admitted)?;
    }
    write_stdout(&describe(&admissions, rules, judge.as_ref(), verdicts.is_some()))?;
    let rejected = admissions.len() - admitted.len();
    if rejected > 0 {
        return Err(CliError::failed(format!("{rejected} of {} lines are rejected", admissions.len())));
    }
    Ok(())
}

/// Prints the built-in prompt.
pub(in crate::cli) fn print_prompt() -> Result<(), CliError> {
    write_stdout(JUDGE_PROMPT)
}

fn judge(args: &AdmitArgs) -> Result<Option<Judge>, CliError> {
    let Some((url, model)) = args.judge.as_ref().zip(args.judge_model.as_ref()) else { return Ok(None) };
    let prompt = match &args.judge_prompt {
        None => JUDGE_PROMPT.to_owned(),
        Some(path) => std::fs::read_to_string(path)
            .map(|text| text.strip_prefix('\u{feff}').map_or_else(|| text.clone(), str::to_owned))
            .map_err(|error| CliError::failed(format!("cannot read {}: {error}", path.display())))?,
    };
    let key = std::env::var(&args.judge_key_env).ok().filter(|key| !key.is_empty());
    Ok(Some(Judge::new(url, model, key, prompt, Duration::from_secs(args.judge_timeout))))
}

/// The verdicts of the two systems of stage 3.
struct Verdicts<'a> {
    records: Vec<Record>,
    suite_sha256: String,
    base: &'a str,
    lift: &'a str,
    scorer: ScorerChoice,
}

impl Verdicts<'_> {
    fn part(&self, case: &str) -> Option<Part> {
        partition(&self.records, &self.suite_sha256, case, self.base, self.lift, self.scorer.scorer())
    }
}

fn verdicts(args: &AdmitArgs) -> Result<Option<Verdicts<'_>>, CliError> {
    let (Some(dir), Some(base), Some(lift)) = (&args.verdicts, &args.base, &args.lift) else {
        return Ok(None);
    };
    let (mut records, _) = read_records(&dir.join(VERDICTS)).map_err(CliError::failed)?;
    label_rows(&mut records);
    let suite = read_suite(&args.file).map_err(|error| {
        CliError::failed(format!(
            "stage 3 needs a file whose lines are all cases, as a run has played it: {error}"
        ))
    })?;
    for system in [base, lift] {
        if !records.iter().any(|record| record.suite_sha256 == suite.sha256() && record.system == *system) {
            return Err(CliError::failed(format!(
                "{} holds no verdict of {system} on this file; play it: forgeteval run --suite {} --system {system} --out DIR",
                dir.display(),
                args.file.display()
            )));
        }
    }
    let suite_sha256 = suite.sha256().to_owned();
    Ok(Some(Verdicts { records, suite_sha256, base, lift, scorer: args.scorer }))
}

fn write_lines(path: &Path, list: &[impl serde::Serialize]) -> Result<(), CliError> {
    let mut lines = String::new();
    for item in list {
        lines.push_str(&serde_json::to_string(item).map_err(CliError::failed)?);
        lines.push('\n');
    }
    std::fs::write(path, lines)
        .map_err(|error| CliError::failed(format!("cannot write {}: {error}", path.display())))
}

fn described(rules: Rules, case: &Case) -> Vec<String> {
    rules.problems(case).iter().map(ToString::to_string).collect()
}

fn describe(admissions: &[Admission], rules: Rules, judge: Option<&Judge>, parted: bool) -> String {
    let mut out = String::new();
    let mut line = |text: String| writeln!(out, "{text}").expect("writing to a string cannot fail");
    for admission in admissions {
        let name = admission.case.as_deref().unwrap_or("no case");
        if let Some(reason) = admission.rejection() {
            line(format!("line {}, {name}: rejected in {reason}", admission.line));
        }
        match &admission.stage2 {
            Some(Opinion::Unreachable { error }) => {
                line(format!("line {}, {name}: judge not reached: {error}", admission.line))
            }
            Some(Opinion::Unusable { answer }) => {
                let answer: String =
                    answer.chars().map(|c| if c.is_control() { ' ' } else { c }).take(120).collect();
                line(format!("line {}, {name}: judge's answer is no verdict: {answer}", admission.line));
            }
            _ => {}
        }
    }
    let count = |test: fn(&Admission) -> bool| admissions.iter().filter(|admission| test(admission)).count();
    line(format!("{} of {} admitted", count(|a| a.admitted), admissions.len()));
    line(format!("stage 1, structure by the {rules} rules: {} rejected", count(|a| !a.stage1.is_empty())));
    match judge {
        None => line("stage 2, judge: not asked (--judge URL --judge-model NAME)".to_owned()),
        Some(judge) => line(format!(
            "stage 2, judge {} with prompt sha256 {}: {} admitted, {} rejected, {} unusable, {} not reached",
            judge.model(),
            &judge.prompt_sha256()[..12],
            count(|a| matches!(a.stage2, Some(Opinion::Admit { .. }))),
            count(|a| matches!(a.stage2, Some(Opinion::Reject { .. }))),
            count(|a| matches!(a.stage2, Some(Opinion::Unusable { .. }))),
            count(|a| matches!(a.stage2, Some(Opinion::Unreachable { .. }))),
        )),
    }
    if parted {
        let mut parts: BTreeMap<Part, usize> = BTreeMap::new();
        for part in admissions.iter().filter_map(|admission| admission.stage3) {
            *parts.entry(part).or_default() += 1;
        }
        let of = |part| parts.get(&part).copied().unwrap_or_default();
        line(format!(
            "stage 3, partition: {} easy, {} lifted, {} unsolved",
            of(Part::Easy),
            of(Part::Lifted),
            of(Part::Unsolved)
        ));
    }
    out
}
