//! A report for a paper: a booktabs table for each suite, and its numbers and figures by name.

use std::fmt::Write as _;

use super::figure::figures;
use super::heat::{Heat, HeatCell, HeatRow};
use super::{Rate, Role, SuiteView, View, models};
use crate::record::LlmUse;
use crate::score::Scorer;

/// Writes LaTeX that needs the packages `booktabs` and `graphicx`.
///
/// Each suite has a table. Every number is also there by name, as in `\fe{template}{null}{strict}`, and every figure as
/// in `\fefigure{template-heatmap}`, which includes the file that `--svg` writes, turned into a PDF.
#[must_use]
pub fn latex(view: &View<'_>, scorer: Scorer) -> String {
    let mut out = String::new();
    line(&mut out, &format!("% Made by forgeteval {}; scorer {scorer}.", env!("CARGO_PKG_VERSION")));
    line(
        &mut out,
        "% Needs \\usepackage{booktabs,graphicx}. Numbers: \\fe{suite}{system}{number}, the number being one of",
    );
    line(
        &mut out,
        "% pass, cases, na, strict, evaluable, low, high, leaks, lost, median, mean. Figures: \\fefigure{name} includes",
    );
    line(
        &mut out,
        "% figures/name.pdf; make it of the file that `forgeteval report DIR --svg figures` writes, as with rsvg-convert.",
    );
    line(&mut out, "\\providecommand{\\fedef}[4]{\\expandafter\\def\\csname fe@#1@#2@#3\\endcsname{#4}}");
    line(
        &mut out,
        "\\providecommand{\\fe}[3]{\\ifcsname fe@#1@#2@#3\\endcsname\\csname fe@#1@#2@#3\\endcsname\\else\
         \\errmessage{forgeteval knows no number #3 of #2 on #1}\\fi}",
    );
    line(
        &mut out,
        "\\providecommand{\\fefigure}[2][width=\\linewidth]{\\includegraphics[#1]{figures/#2.pdf}}",
    );
    for figure in figures(view, scorer) {
        line(&mut out, &format!("% \\fefigure{{{}}}: {}", figure.name, comment(&figure.title)));
    }
    for suite in &view.suites {
        out.push('\n');
        numbers(&mut out, suite, scorer);
        table(&mut out, suite, scorer);
    }
    out
}

fn numbers(out: &mut String, suite: &SuiteView<'_>, scorer: Scorer) {
    for (system, times) in suite.by(scorer).totals.systems.iter().zip(&suite.times) {
        let percent =
            |share: Option<f64>| share.map_or("--".to_owned(), |share| format!("{:.1}", share * 100.0));
        let values = [
            ("pass", system.pass.to_string()),
            ("cases", system.n.to_string()),
            ("na", system.na.to_string()),
            ("strict", percent(system.strict.rate)),
            ("evaluable", percent(system.evaluable.rate)),
            ("low", percent(Some(system.strict.wilson95.low))),
            ("high", percent(Some(system.strict.wilson95.high))),
            ("leaks", system.leaks.to_string()),
            ("lost", system.collateral.to_string()),
            ("median", super::figure::ms(times.median.total)),
            ("mean", super::figure::ms(times.mean.total)),
        ];
        let asked = system.llm.as_ref().map(|llm| {
            let money = llm.money.map_or("--".to_owned(), |money| money.to_string());
            let failed: u64 = llm.failures.values().sum();
            let counts = [
                ("calls", llm.calls),
                ("tokensin", llm.tokens_in),
                ("tokensout", llm.tokens_out),
                ("failedcalls", failed),
            ];
            counts.into_iter().map(|(number, count)| (number, count.to_string())).chain([("money", money)])
        });
        let names = format!("{{{}}}{{{}}}", name(&suite.key), name(&system.name));
        for (number, value) in values.into_iter().chain(asked.into_iter().flatten()) {
            line(out, &format!("\\fedef{names}{{{number}}}{{{value}}}"));
        }
    }
}

fn table(out: &mut String, suite: &SuiteView<'_>, scorer: Scorer) {
    let scored = suite.by(scorer);
    let (totals, heat) = (&scored.totals, Heat::new(&scored.totals));
    line(out, "\\begin{table}");
    line(out, "  \\centering\\small");
    line(out, &format!("  \\begin{{tabular}}{{l{}rrrr}}", "r".repeat(heat.columns.len())));
    line(out, "    \\toprule");
    let shorts: String = heat.columns.iter().map(|column| format!(" & {}", escape(&column.short))).collect();
    line(out, &format!("    system{shorts} & \\% & 95\\,\\% & leaks & lost \\\\"));
    let sizes: String = heat.columns.iter().map(|column| format!(" & {}", column.n)).collect();
    line(out, &format!("    {sizes} & {} & & & \\\\", totals.cases));
    for role in Role::ALL {
        let rows: Vec<&HeatRow> = heat.of(role).collect();
        if !rows.is_empty() {
            line(out, "    \\midrule");
        }
        for row in rows {
            let counts = totals.systems.iter().find(|system| system.name == row.system);
            let (leaks, lost) = counts.map_or((0, 0), |system| (system.leaks, system.collateral));
            let cells: String = row.cells.iter().map(|at| format!(" & {}", cell(*at))).collect();
            let strict = row.total.strict();
            line(
                out,
                &format!(
                    "    {}{cells} & {} & {} & {leaks} & {lost} \\\\",
                    escape(&row.system),
                    percent(&strict),
                    interval(&strict)
                ),
            );
        }
    }
    let scripted = match totals
        .systems
        .iter()
        .any(|system| system.llm.as_ref().is_some_and(LlmUse::is_scripted))
    {
        true => {
            " Rows marked scripted were answered by a script in the place of a language model, and are no results."
        }
        false => "",
    };
    let of_no_use: String = totals
        .systems
        .iter()
        .filter_map(|system| Some((system, models::of_no_use(system.llm.as_ref()?)?)))
        .map(|(system, note)| format!(" {}: {note}", escape(&system.name)))
        .collect();
    line(out, "    \\bottomrule");
    line(out, "  \\end{tabular}");
    line(
        out,
        &format!(
            "  \\caption{{{}: cases passed by scorer {scorer}, $k={}$, embedder {}. N/A: the system lacks the operation; it \
             counts as not passed. Below the first rule stand contestants, then ceilings, baselines and floors.{}{of_no_use}}}",
            escape(&suite.title),
            totals.k,
            escape(&totals.embedder),
            scripted
        ),
    );
    line(out, &format!("  \\label{{tab:forgeteval-{}}}", name(&suite.key)));
    line(out, "\\end{table}");
}

fn cell(cell: HeatCell) -> String {
    match cell {
        cell if cell.is_empty() => "--".to_owned(),
        cell if cell.is_na() => "N/A".to_owned(),
        HeatCell { pass, .. } => pass.to_string(),
    }
}

fn percent(rate: &Rate) -> String {
    rate.rate.map_or_else(|| "--".to_owned(), |share| format!("{:.1}", share * 100.0))
}

fn interval(rate: &Rate) -> String {
    format!("{:.1}--{:.1}", rate.wilson95.low * 100.0, rate.wilson95.high * 100.0)
}

/// Writes text so that LaTeX prints it as it is.
fn escape(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for c in text.chars().filter(|c| !c.is_control()) {
        match c {
            '\\' => out.push_str("\\textbackslash{}"),
            '~' => out.push_str("\\textasciitilde{}"),
            '^' => out.push_str("\\textasciicircum{}"),
            '&' | '%' | '$' | '#' | '_' | '{' | '}' => out.extend(['\\', c]),
            c => out.push(c),
        }
    }
    out
}

/// Writes a name that LaTeX can refer to something by.
fn name(text: &str) -> String {
    text.chars().map(|c| if c.is_ascii_alphanumeric() || "-_.:".contains(c) { c } else { '-' }).collect()
}

fn comment(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).collect()
}

fn line(out: &mut String, text: &str) {
    writeln!(out, "{text}").expect("writing to a string cannot fail");
}

#[cfg(test)]
mod tests {
    use super::{escape, name};

    #[test]
    fn what_latex_would_read_is_escaped() {
        assert_eq!(
            escape("a_b & 5% of #1 {x} ~ ^ \\ $"),
            "a\\_b \\& 5\\% of \\#1 \\{x\\} \\textasciitilde{} \\textasciicircum{} \\textbackslash{} \\$"
        );
        assert_eq!(name("nepenthe:published {x}%"), "nepenthe:published--x--");
    }
}
