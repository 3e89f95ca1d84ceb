//! Recall on Memora against forgetting on the adversarial suite, as in the paper's Figure 1.

use super::figure_2::{MAIN, published_total};
use super::published::{PublishedTable, Total, keyed, table};
use super::{Rate, SuiteTotals};
use crate::memora::{self, Mapping};
use crate::record::system_of_row;

/// Systems with the paper's mutation-time hook, and the memory that each of them hooks.
const HOOKS: [(&str, &str); 3] =
    [("lethe-llm", "pylethe"), ("langgraph-llm", "langgraph"), ("nepenthe-llm", "nepenthe:published")];

/// How many of them, the first ones, are in the paper's figure.
const PUBLISHED: usize = 2;

/// Systems by two benchmarks.
#[derive(Debug, Clone)]
pub(super) struct TradeOff {
    pub(super) rows: Vec<TradeOffRow>,
    /// The rows of a memory and of the same with the hook.
    pub(super) hooked: Vec<(usize, usize)>,
    /// The paper's hooks that have no row.
    pub(super) missing: Vec<&'static str>,
}

/// One system.
#[derive(Debug, Clone)]
pub(super) struct TradeOffRow {
    pub(super) system: String,
    /// Questions of Memora passed by the published scoring.
    pub(super) recall: Rate,
    /// Adversarial cases passed; what is not applicable is not passed.
    pub(super) forgetting: Rate,
}

impl TradeOff {
    /// Takes the systems that were asked both; one with the hook has its memory's recall where it was not asked itself, since
    /// the hook is not asked at a recall. `None` where no system was asked both.
    pub(super) fn measured(report: &memora::Report, totals: &SuiteTotals) -> Option<Self> {
        let played = report.mappings.iter().find(|played| played.mapping == Mapping::Published)?;
        let questions = played.questions.all();
        let recall = |row: &str| {
            let found =
                played.systems.iter().find(|system| system.system == row && system.asked == questions);
            found.map(|system| Rate::new(system.published.pass, questions))
        };
        let backend = |row: &str| {
            let system = system_of_row(row)?;
            HOOKS.iter().find(|(hook, _)| *hook == system).map(|(_, backend)| *backend)
        };
        let rows = totals.systems.iter().filter_map(|system| {
            let own = recall(&system.name).or_else(|| recall(backend(&system.name)?));
            Some(TradeOffRow { system: system.name.clone(), recall: own?, forgetting: system.strict })
        });
        let rows: Vec<TradeOffRow> = rows.collect();
        let at = |name: &str| rows.iter().position(|row| row.system == name);
        let hooked = rows.iter().enumerate();
        let hooked = hooked.filter_map(|(to, row)| Some((at(backend(&row.system)?)?, to))).collect();
        let there = |hook: &str| rows.iter().any(|row| system_of_row(&row.system) == Some(hook));
        let missing = HOOKS[..PUBLISHED].iter().map(|(hook, _)| *hook).filter(|hook| !there(hook)).collect();
        (!rows.is_empty()).then_some(Self { rows, hooked, missing })
    }

    /// Returns the five points that were published, in the columns that a suite has.
    pub(super) fn published(totals: &SuiteTotals) -> Option<Self> {
        let (recall, forgetting) = (table("memora-tasks")?, table(MAIN)?);
        let row = |key: &str, recalls: &str| {
            Some(TradeOffRow {
                system: keyed(key)?.name.clone(),
                recall: total(recall, recalls, None)?,
                forgetting: total(forgetting, key, Some(totals))?,
            })
        };
        let rows = [
            row("lethe", "lethe")?,
            row("langgraph", "langgraph")?,
            row("mempalace", "mempalace")?,
            row("lethe-llm", "lethe")?,
            row("langgraph-llm", "langgraph")?,
        ];
        Some(Self { rows: rows.to_vec(), hooked: vec![(0, 3), (1, 4)], missing: Vec::new() })
    }
}

fn total(table: &PublishedTable, key: &str, suite: Option<&SuiteTotals>) -> Option<Rate> {
    let row = table.rows.iter().find(|row| row.system.as_deref() == Some(key))?;
    match (row.total?, suite) {
        (Total::Passes { .. }, Some(suite)) => Some(published_total(table, row, suite)?.strict()),
        (Total::Passes { pass, of, .. }, None) => Some(Rate::new(pass, of)),
        (Total::Cases(_), _) => None,
    }
}
