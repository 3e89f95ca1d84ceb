//! Prints comparisons, origins and repeated runs for people.

use std::fmt::Write as _;

use super::compare::Comparison;
use super::grid::Grid;
use super::headings::heading;
use super::origins::OriginTotals;
use super::print::rate;
use super::variance::Variance;

/// Prints the tests of pairs, a table for each suite.
#[must_use]
pub fn print_comparisons(comparisons: &[Comparison]) -> String {
    let mut out = String::new();
    for of_suite in comparisons.chunk_by(|a, b| a.suite_sha256 == b.suite_sha256) {
        let first = &of_suite[0];
        line(&mut out, &format!("{}: McNemar's test, scorer {}\n", first.suite, first.scorer));
        let headings = [
            "first", "second", "n", "only first", "only second", "p", "chi2", "p of chi2",
            "differ in (Holm p < 0.05)",
        ];
        let mut grid = Grid::new(headings.map(|name| (name.to_owned(), String::new())).to_vec());
        for comparison in of_suite {
            let differ: Vec<String> = comparison
                .columns
                .iter()
                .filter(|column| column.p_holm < 0.05)
                .map(|column| {
                    let test = &column.test;
                    format!(
                        "{} {}:{} {}",
                        heading(&column.name),
                        test.only_first,
                        test.only_second,
                        p(column.p_holm)
                    )
                })
                .collect();
            grid.row(vec![
                comparison.first.clone(),
                comparison.second.clone(),
                comparison.n.to_string(),
                comparison.all.only_first.to_string(),
                comparison.all.only_second.to_string(),
                p(comparison.all.p),
                format!("{:.3}", comparison.all.chi_squared),
                p(comparison.all.p_chi_squared),
                if differ.is_empty() { "-".to_owned() } else { differ.join(", ") },
            ]);
        }
        out.push_str(&grid.text());
        out.push('\n');
    }
    out
}

/// Prints the passes by origin.
#[must_use]
pub fn print_origins(origins: &[OriginTotals]) -> String {
    let headings = ["suite", "origin", "system", "strict", "evaluable"];
    let mut grid = Grid::new(headings.map(|name| (name.to_owned(), String::new())).to_vec());
    for totals in origins {
        grid.row(vec![
            totals.suite.clone(),
            totals.origin.clone(),
            totals.system.clone(),
            rate(&totals.strict),
            rate(&totals.evaluable),
        ]);
    }
    format!("By the origin of the cases\n\n{}\n", grid.text())
}

/// Prints how far repeated runs are apart.
#[must_use]
pub fn print_variance(repeated: &[Variance]) -> String {
    let headings = ["suite", "system", "passes", "of", "mean %", "sd", "flipped", "where"];
    let mut grid = Grid::new(headings.map(|name| (name.to_owned(), String::new())).to_vec());
    for row in repeated {
        let passes: Vec<String> = row.passes.iter().map(usize::to_string).collect();
        let places: Vec<String> = row
            .flipped
            .iter()
            .map(|(column, cases)| format!("{} {}", heading(column), cases.len()))
            .collect();
        grid.row(vec![
            row.suite.clone(),
            row.system.clone(),
            passes.join(" "),
            row.cases.to_string(),
            format!("{:.2}", row.rate.mean * 100.0),
            format!("{:.2}", row.rate.sd * 100.0),
            row.flipped.values().map(Vec::len).sum::<usize>().to_string(),
            if places.is_empty() { "-".to_owned() } else { places.join(", ") },
        ]);
    }
    format!("Repeated runs\n\n{}\n", grid.text())
}

fn p(value: f64) -> String {
    if value < 0.001 { format!("{value:.1e}") } else { format!("{value:.3}") }
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("writing to a string cannot fail");
}
