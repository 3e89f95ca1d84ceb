//! Everything that pages, papers and figures show, counted once.

use std::collections::HashMap;

use super::heat::Heat;
use super::{
    Balance, Comparisons, OriginTotals, Report, Role, SuiteTotals, SystemTimes, SystemTotals, balances,
    by_origin, system_times,
};
use crate::external::gatemem;
use crate::memora;
use crate::record::{Record, RunMeta, Runs, system_of_row};
use crate::score::Scorer;
use crate::suite::Suite;

/// Everything that pages, papers and figures show of some runs.
#[derive(Debug)]
pub struct View<'a> {
    /// What the runs were made with.
    pub metas: &'a [RunMeta],
    /// The suites, in the order in which they were asked for, else of their first verdicts.
    pub suites: Vec<SuiteView<'a>>,
    /// Memora, where it was played.
    pub memora: Option<memora::Report>,
    /// `GateMem`, where it was played.
    pub gatemem: Option<gatemem::Report>,
    records: &'a [Record],
}

/// What is shown of one suite.
#[derive(Debug)]
pub struct SuiteView<'a> {
    /// A name for files and links, unlike any other suite's.
    pub key: String,
    /// Its name and version.
    pub title: String,
    /// Its verdicts.
    pub records: &'a [Record],
    /// Its cases, where they were kept.
    pub suite: Option<&'a Suite>,
    /// What is shown of it by each scorer, in the order of [`Scorer::ALL`].
    pub scored: [Scored; 3],
    /// The times of its systems.
    pub times: Vec<SystemTimes>,
}

/// What is shown of one suite by one scorer.
#[derive(Debug)]
pub struct Scored {
    /// The scorer.
    pub scorer: Scorer,
    /// The totals.
    pub totals: SuiteTotals,
    /// What was kept against what was forgotten.
    pub balances: Vec<Balance>,
    /// The passes by the origin of the cases.
    pub origins: Vec<OriginTotals>,
    /// Every system against every other.
    pub comparisons: Comparisons,
}

impl<'a> View<'a> {
    /// Counts the verdicts of runs, and sorts them by their suites.
    #[must_use]
    pub fn new(runs: &'a mut Runs) -> Self {
        let Runs { metas, records, suites, memora, gatemem, .. } = runs;
        let (memora, gatemem) = (memora::Report::new(memora), gatemem::Report::new(gatemem));
        let asked: Vec<&str> =
            metas.iter().flat_map(|meta| &meta.suites).map(|suite| suite.sha256.as_str()).collect();
        let mut groups: HashMap<(String, usize, String), usize> = HashMap::new();
        records.sort_by_cached_key(|record| {
            let next = groups.len();
            let (sha256, k, embedder) = group(record);
            let first = *groups.entry((sha256.to_owned(), k, embedder.to_owned())).or_insert(next);
            (asked.iter().position(|asked| *asked == sha256).unwrap_or(usize::MAX), first)
        });
        let records: &'a [Record] = records;
        let suites: &'a [Suite] = suites;
        let mut views: Vec<SuiteView<'a>> = Vec::new();
        for records in records.chunk_by(|a, b| group(a) == group(b)) {
            let suite = suites.iter().find(|suite| suite.sha256() == records[0].suite_sha256);
            let key = key(&records[0], &views);
            views.push(SuiteView::new(key, records, suite, metas));
        }
        Self {
            metas,
            suites: views,
            memora: (!memora.mappings.is_empty()).then_some(memora),
            gatemem: (!gatemem.accesses.is_empty()).then_some(gatemem),
            records,
        }
    }

    /// Returns every verdict.
    #[must_use]
    pub fn records(&self) -> &'a [Record] {
        self.records
    }

    /// Returns the suite of the paper's figures.
    pub(super) fn adversarial(&self) -> Option<&SuiteView<'a>> {
        // A suite whose columns were left out is named so.
        let is = |name: &str| name == "adversarial" || name.starts_with("adversarial without ");
        self.suites.iter().find(|suite| suite.records.first().is_some_and(|record| is(&record.suite)))
    }

    /// Returns the heat map of all suites.
    pub(super) fn overview(&self, scorer: Scorer) -> Heat {
        Heat::over_suites(self.suites.iter().map(|suite| (suite.title.as_str(), &suite.by(scorer).totals)))
    }

    /// Returns the system that others are compared with where nobody chose one: `nepenthe:published`, else the first
    /// contestant that is a result, else the first system.
    #[must_use]
    pub fn default_choice(&self) -> Option<&str> {
        let names = || self.suites.iter().flat_map(|suite| suite.names());
        names()
            .find(|name| *name == "nepenthe:published")
            .or_else(|| {
                names().find(|name| Role::of(name) == Role::Contestant && system_of_row(name).is_some())
            })
            .or_else(|| names().next())
    }
}

impl<'a> SuiteView<'a> {
    fn new(key: String, records: &'a [Record], suite: Option<&'a Suite>, metas: &[RunMeta]) -> Self {
        let first = &records[0];
        let version = first.suite_version.as_ref().map(|version| format!(" {version}")).unwrap_or_default();
        Self {
            key,
            title: format!("{}{version}", plain(&first.suite)),
            records,
            suite,
            scored: Scorer::ALL.map(|scorer| Scored::new(records, suite, metas, scorer)),
            times: system_times(records),
        }
    }

    /// Returns what is shown by a scorer.
    #[must_use]
    pub fn by(&self, scorer: Scorer) -> &Scored {
        match scorer {
            Scorer::Published => &self.scored[0],
            Scorer::Probed => &self.scored[1],
            Scorer::Boundary => &self.scored[2],
        }
    }

    /// Returns the systems' names, in the order of their first verdicts.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        self.scored[0].totals.systems.iter().map(|system| system.name.as_str())
    }
}

impl Scored {
    /// Returns the systems as tables show them: contestants first, each role by its passes.
    #[must_use]
    pub fn ordered(&self) -> Vec<&SystemTotals> {
        let mut systems: Vec<&SystemTotals> = self.totals.systems.iter().collect();
        let rate = |system: &SystemTotals| system.strict.rate.unwrap_or(-1.0);
        systems.sort_by(|a, b| Role::of(&a.name).cmp(&Role::of(&b.name)).then(rate(b).total_cmp(&rate(a))));
        systems
    }

    fn new(records: &[Record], suite: Option<&Suite>, metas: &[RunMeta], scorer: Scorer) -> Self {
        let models = metas.iter().filter_map(|meta| meta.language_model.as_ref());
        let totals = Report::new(records, scorer).with_beside(models).suites.into_iter().next();
        Self {
            scorer,
            totals: totals.expect("the verdicts of one suite make one table"),
            balances: balances(records, suite, scorer),
            origins: by_origin(records, scorer),
            comparisons: Comparisons::new(records, scorer),
        }
    }
}

/// What verdicts must share to stand in one table, as in [`Report::new`].
fn group(record: &Record) -> (&str, usize, &str) {
    (&record.suite_sha256, record.k, &record.embedder)
}

/// Makes a suite's key: its name, as far as files and links can hold it, with what tells it from those before.
fn key(record: &Record, before: &[SuiteView<'_>]) -> String {
    let name: String = record
        .suite
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() || "-_.".contains(c) { c } else { '_' })
        .collect();
    let hash = record.suite_sha256.get(..8).unwrap_or(&record.suite_sha256);
    let longer = [
        name.clone(),
        format!("{name}-{hash}"),
        format!("{name}-{hash}-k{}", record.k),
        format!("{name}-{hash}-k{}-{}", record.k, before.len()),
    ];
    let free = longer.into_iter().find(|key| before.iter().all(|view| view.key != *key));
    free.unwrap_or(name)
}

/// Returns a text without control characters.
fn plain(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}
