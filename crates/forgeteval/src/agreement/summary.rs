//! What the labels say together.

use std::collections::{BTreeMap, BTreeSet};

use serde::Serialize;

use super::Label;
use crate::stats::{FleissError, fleiss};

/// What the labels say together.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct Summary {
    /// How many items the annotators labelled.
    pub items: usize,
    /// How many annotators there are.
    pub annotators: usize,
    /// How many labels they gave.
    pub labels: usize,
    /// Fleiss' kappa; nothing where only one label was ever given.
    pub kappa: Option<f64>,
    /// What the kappa is called (Landis and Koch 1977).
    pub strength: Option<&'static str>,
    /// The observed agreement, from 0 to 1: the share of pairs of annotators who agree on an item.
    pub observed: f64,
    /// For each label, on how many items it has the majority.
    pub majorities: BTreeMap<String, usize>,
    /// The items on which no label has more votes than any other; judges are not compared on them.
    pub ties: Vec<String>,
    /// Each judge against the majority.
    pub judges: Vec<JudgeTable>,
    /// The agreement of each pair of judges: the names, on how many items they agree, and how many both labelled.
    pub pairs: Vec<(String, String, usize, usize)>,
    /// On how many items all judges agree, of how many that all labelled; where there are at least two.
    pub unanimous: Option<(usize, usize)>,
}

/// One judge against the majority of the annotators.
#[derive(Debug, Clone, PartialEq, Serialize)]
pub struct JudgeTable {
    /// The judge.
    pub judge: String,
    /// How many items both labelled.
    pub items: usize,
    /// On how many the judge gave the label of the majority.
    pub agree: usize,
    /// For each label of the judge and each of the majority, how many items have that pair.
    pub cells: BTreeMap<String, BTreeMap<String, usize>>,
    /// The items on which they differ, with the judge's label and the majority's.
    pub differ: Vec<(String, String, String)>,
}

/// Sums up labels. Items keep the order of the labels.
///
/// # Errors
/// [`FleissError`] where annotators are too few, or not every item has as many labels.
pub fn summarize(labels: &[Label]) -> Result<Summary, FleissError> {
    let (judged, human): (Vec<&Label>, Vec<&Label>) = labels.iter().partition(|label| label.judge);
    let names: Vec<&str> =
        human.iter().map(|label| label.label.as_str()).collect::<BTreeSet<_>>().into_iter().collect();
    let items = in_order(human.iter().map(|label| label.item.as_str()));
    let counts: Vec<Vec<usize>> = items
        .iter()
        .map(|item| {
            let of_item = || human.iter().filter(|label| label.item == *item);
            names.iter().map(|name| of_item().filter(|label| label.label == *name).count()).collect()
        })
        .collect();
    let found = fleiss(&counts)?;

    let mut majority: BTreeMap<&str, &str> = BTreeMap::new();
    let mut ties = Vec::new();
    for (item, counts) in items.iter().zip(&counts) {
        let most = counts.iter().copied().max().unwrap_or_default();
        match counts.iter().enumerate().filter(|(_, count)| **count == most).collect::<Vec<_>>().as_slice() {
            [(winner, _)] => drop(majority.insert(item, names[*winner])),
            _ => ties.push((*item).to_owned()),
        }
    }
    let mut majorities: BTreeMap<String, usize> = BTreeMap::new();
    for label in majority.values() {
        *majorities.entry((*label).to_owned()).or_default() += 1;
    }

    let judges = in_order(judged.iter().map(|label| label.rater.as_str()));
    let by_judge: Vec<BTreeMap<&str, &str>> = judges
        .iter()
        .map(|judge| {
            let own = judged.iter().filter(|label| label.rater == *judge);
            own.map(|label| (label.item.as_str(), label.label.as_str())).collect()
        })
        .collect();
    let tables = judges.iter().zip(&by_judge).map(|(judge, own)| table(judge, own, &items, &majority));
    Ok(Summary {
        items: items.len(),
        annotators: in_order(human.iter().map(|label| label.rater.as_str())).len(),
        labels: human.len(),
        kappa: found.kappa,
        strength: found.kappa.map(strength),
        observed: found.observed,
        majorities,
        ties,
        judges: tables.collect(),
        pairs: pairs(&judges, &by_judge),
        unanimous: unanimous(&by_judge),
    })
}

fn in_order<'a>(names: impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut seen = BTreeSet::new();
    names.filter(|name| seen.insert(*name)).collect()
}

fn table(
    judge: &str,
    own: &BTreeMap<&str, &str>,
    items: &[&str],
    majority: &BTreeMap<&str, &str>,
) -> JudgeTable {
    let mut table = JudgeTable {
        judge: judge.to_owned(),
        items: 0,
        agree: 0,
        cells: BTreeMap::new(),
        differ: Vec::new(),
    };
    for item in items {
        let (Some(label), Some(wanted)) = (own.get(item), majority.get(item)) else { continue };
        table.items += 1;
        *table.cells.entry((*label).to_owned()).or_default().entry((*wanted).to_owned()).or_default() += 1;
        if label == wanted {
            table.agree += 1;
        } else {
            table.differ.push(((*item).to_owned(), (*label).to_owned(), (*wanted).to_owned()));
        }
    }
    table
}

fn pairs(judges: &[&str], by_judge: &[BTreeMap<&str, &str>]) -> Vec<(String, String, usize, usize)> {
    let mut pairs = Vec::new();
    for (second, theirs) in by_judge.iter().enumerate() {
        for (first, ours) in by_judge[..second].iter().enumerate() {
            let both: Vec<bool> = ours
                .iter()
                .filter_map(|(item, label)| theirs.get(item).map(|other| label == other))
                .collect();
            let agree = both.iter().filter(|same| **same).count();
            pairs.push((judges[first].to_owned(), judges[second].to_owned(), agree, both.len()));
        }
    }
    pairs
}

fn unanimous(by_judge: &[BTreeMap<&str, &str>]) -> Option<(usize, usize)> {
    let (first, others) = by_judge.split_first()?;
    if others.is_empty() {
        return None;
    }
    let common: Vec<(&&str, &&str)> =
        first.iter().filter(|(item, _)| others.iter().all(|of| of.contains_key(*item))).collect();
    let same = common.iter().filter(|(item, label)| others.iter().all(|of| of[**item] == **label)).count();
    Some((same, common.len()))
}

/// The names that Landis and Koch (1977) give to ranges of kappa.
fn strength(kappa: f64) -> &'static str {
    match kappa {
        k if k < 0.0 => "poor",
        k if k <= 0.20 => "slight",
        k if k <= 0.40 => "fair",
        k if k <= 0.60 => "moderate",
        k if k <= 0.80 => "substantial",
        _ => "almost perfect",
    }
}
