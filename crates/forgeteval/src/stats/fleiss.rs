//! Agreement of several annotators.

/// Fleiss' kappa and observed agreement of items that several annotators have sorted into categories.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Fleiss {
    /// Fleiss' kappa; nothing where all annotators used one category throughout, so that chance alone explains all.
    pub kappa: Option<f64>,
    /// The observed agreement: the mean over the items of the share of pairs of annotators who agree.
    pub observed: f64,
    /// The agreement that chance alone would give.
    pub expected: f64,
}

/// Computes Fleiss' kappa (Fleiss 1971). `counts` has one row an item and one column a category: how many annotators
/// put the item there. Every row adds up to the same number, at least 2.
///
/// # Errors
/// [`FleissError`] where the counts are not of that shape.
pub fn fleiss(counts: &[Vec<usize>]) -> Result<Fleiss, FleissError> {
    let first = counts.first().ok_or(FleissError::NoItem)?;
    let (annotators, categories) = (first.iter().sum::<usize>(), first.len());
    if annotators < 2 {
        return Err(FleissError::TooFew(annotators));
    }
    for (item, row) in counts.iter().enumerate() {
        let labels = row.iter().sum();
        if labels != annotators || row.len() != categories {
            return Err(FleissError::Uneven { item, labels, annotators });
        }
    }
    let (n, items) = (annotators as f64, counts.len() as f64);
    let agreeing = |row: &Vec<usize>| row.iter().map(|count| count * count.saturating_sub(1)).sum::<usize>();
    let observed = counts.iter().map(|row| agreeing(row) as f64 / (n * (n - 1.0))).sum::<f64>() / items;
    let share = |category: usize| counts.iter().map(|row| row[category]).sum::<usize>() as f64 / (items * n);
    let expected: f64 = (0..categories).map(|category| share(category).powi(2)).sum();
    let kappa = (expected < 1.0).then(|| (observed - expected) / (1.0 - expected));
    Ok(Fleiss { kappa, observed, expected })
}

/// Why there is no kappa.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FleissError {
    /// There is no item.
    #[error("there is no item")]
    NoItem,
    /// One annotator agrees with nobody.
    #[error("{0} annotator(s); agreement needs at least 2")]
    TooFew(usize),
    /// An item has more or fewer labels than the first.
    #[error(
        "item {item} has {labels} labels, and the first has {annotators}: Fleiss' kappa needs as many for each"
    )]
    Uneven {
        /// The item, counted from 0.
        item: usize,
        /// How many labels it has.
        labels: usize,
        /// How many the first has.
        annotators: usize,
    },
}

#[cfg(test)]
mod tests {
    use super::{FleissError, fleiss};

    /// The worked example of Fleiss' kappa that textbooks and Wikipedia give: 10 items, 14 annotators, 5 categories.
    const TEXTBOOK: [[usize; 5]; 10] = [
        [0, 0, 0, 0, 14],
        [0, 2, 6, 4, 2],
        [0, 0, 3, 5, 6],
        [0, 3, 9, 2, 0],
        [2, 2, 8, 1, 1],
        [7, 7, 0, 0, 0],
        [3, 2, 6, 3, 0],
        [2, 5, 3, 2, 2],
        [6, 5, 2, 1, 0],
        [0, 2, 2, 3, 7],
    ];

    #[test]
    fn textbook_example() {
        let counts: Vec<Vec<usize>> = TEXTBOOK.iter().map(|row| row.to_vec()).collect();
        let found = fleiss(&counts).expect("the table is even");
        let kappa = found.kappa.expect("five categories are used");
        assert!((found.observed - 0.378).abs() < 5e-4, "{found:?}");
        assert!((found.expected - 0.213).abs() < 5e-4, "{found:?}");
        assert!((kappa - 0.210).abs() < 5e-4, "{found:?}");
    }

    #[test]
    fn edges() {
        let perfect = fleiss(&[vec![3, 0], vec![0, 3]]).expect("even");
        assert_eq!((perfect.kappa, perfect.observed), (Some(1.0), 1.0));
        // Two annotators who always disagree: worse than chance.
        let opposed = fleiss(&[vec![1, 1], vec![1, 1]]).expect("even");
        assert_eq!((opposed.kappa, opposed.observed, opposed.expected), (Some(-1.0), 0.0, 0.5));
        assert_eq!(fleiss(&[vec![4, 0]]).expect("even").kappa, None);
        assert_eq!(fleiss(&[]), Err(FleissError::NoItem));
        assert_eq!(fleiss(&[vec![1, 0]]), Err(FleissError::TooFew(1)));
        let uneven = Err(FleissError::Uneven { item: 1, labels: 2, annotators: 3 });
        assert_eq!(fleiss(&[vec![3, 0], vec![2, 0]]), uneven);
    }
}
