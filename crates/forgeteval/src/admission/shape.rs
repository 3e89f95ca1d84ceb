//! What a suite is made of, in numbers.

use std::collections::{BTreeMap, BTreeSet};

use unicode_script::{Script, UnicodeScript};

use crate::case::Case;

/// What a suite is made of, in numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Shape {
    /// How many cases each column has.
    pub columns: BTreeMap<String, usize>,
    /// How many facts a case has: least, median, most.
    pub facts: [usize; 3],
    /// How many cases have more facts than a recall of ten can show.
    pub over_ten: usize,
    /// How many mutations a case has: least, median, most.
    pub mutations: [usize; 3],
    /// How many cases have several mutations.
    pub several: usize,
    /// The scripts of all texts.
    pub scripts: Vec<String>,
}

impl Shape {
    /// Measures cases, of which there is at least one.
    #[must_use]
    pub fn of(cases: &[Case]) -> Self {
        let mut columns = BTreeMap::new();
        let mut scripts = BTreeSet::new();
        for case in cases {
            let column = case.category.as_deref().or(case.family.as_deref()).unwrap_or("other");
            *columns.entry(column.to_owned()).or_default() += 1;
            let later = case.mutations.iter().flat_map(|mutation| Vec::<String>::from(mutation.clone()));
            for text in case.setup_facts.iter().cloned().chain(later) {
                scripts.extend(
                    text.chars()
                        .map(|c| c.script())
                        .filter(|script| {
                            !matches!(script, Script::Common | Script::Inherited | Script::Unknown)
                        })
                        .map(|script| script.full_name().to_owned()),
                );
            }
        }
        Self {
            columns,
            facts: spread(cases.iter().map(|case| case.setup_facts.len())),
            over_ten: cases.iter().filter(|case| case.setup_facts.len() > 10).count(),
            mutations: spread(cases.iter().map(|case| case.mutations.len())),
            several: cases.iter().filter(|case| case.mutations.len() > 1).count(),
            scripts: scripts.into_iter().collect(),
        }
    }
}

fn spread(numbers: impl Iterator<Item = usize>) -> [usize; 3] {
    let mut numbers: Vec<usize> = numbers.collect();
    numbers.sort_unstable();
    [numbers[0], numbers[numbers.len() / 2], numbers[numbers.len() - 1]]
}
