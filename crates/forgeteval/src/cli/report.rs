//! `forgeteval report`.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;
use forgeteval::external::gatemem;
use forgeteval::memora;
use forgeteval::record::{Record, RunMeta, Runs, leave_out};
use forgeteval::report::board::board;
use forgeteval::report::figure::figures;
use forgeteval::report::html::page;
use forgeteval::report::paper::paper;
use forgeteval::report::{Form, PlainPage, Report, View, latex, markdown, print};
use forgeteval::score::Scorer;
use serde::Serialize;

use super::error::CliError;
use super::output::{say, write_stdout};
use super::run::ScorerChoice;

/// Prints the tables of runs again, from their verdicts, or writes them as a page, a paper's table or figures.
///
/// Only DIR/verdicts.jsonl must be there. Where they are, DIR/suites/ gives the page the cases' texts, and DIR/run.json how
/// the run was made. Several directories are reported together, if no system was run on the same suite in two of them. A
/// last line that was cut off by a crash is left out.
#[derive(Debug, Args)]
pub(super) struct ReportArgs {
    /// The directories of runs; several are reported together, each system's verdicts on a suite being in one of them
    #[arg(value_name = "DIR", required = true)]
    dirs: Vec<PathBuf>,
    /// Print the totals as JSON
    #[arg(long, group = "printed")]
    json: bool,
    /// The scorer whose verdicts are shown; the page can be switched
    #[arg(long, value_enum, default_value = "published")]
    scorer: ScorerChoice,
    /// Print the tables in Markdown, with comparisons and the published numbers
    #[arg(long, group = "printed")]
    markdown: bool,
    /// Print tables and named numbers for LaTeX
    #[arg(long, group = "printed")]
    latex: bool,
    /// Write a page that shows everything and needs no network; `-` is standard output [default: DIR/report.html]
    #[arg(long, value_name = "FILE", num_args = 0..=1)]
    #[expect(clippy::option_option, reason = "said without a file, said with one, or not said")]
    html: Option<Option<PathBuf>>,
    /// Write each figure to a folder, as an SVG file
    #[arg(long, value_name = "FOLDER")]
    svg: Option<PathBuf>,
    /// Write the leaderboard to a folder: plain pages, one for each system, and how to submit
    #[arg(long, value_name = "FOLDER")]
    board: Option<PathBuf>,
    /// Write the paper's tables and figures to a folder, measured beside published, with pages for its appendices C and S
    #[arg(long, value_name = "FOLDER")]
    paper: Option<PathBuf>,
    /// Leave the cases of a column out, such as compound_fact; repeat, or separate by commas
    #[arg(long, value_name = "COLUMN", value_delimiter = ',')]
    without: Vec<String>,
    /// The system that the page and Markdown compare with every other [default: nepenthe:published]
    #[arg(long, value_name = "NAME")]
    against: Option<String>,
}

/// Reads the verdicts and shows them as asked for.
pub(super) fn report(args: &ReportArgs) -> Result<(), CliError> {
    let to_stdout = args.html.iter().flatten().any(|file| file == Path::new("-"));
    if to_stdout && (args.json || args.markdown || args.latex) {
        return Err(CliError::usage(
            "--html -, --json, --markdown and --latex all print to standard output; choose one of them",
        ));
    }
    let mut runs = Runs::read(&args.dirs).map_err(CliError::failed)?;
    for left_out in &runs.left_out {
        say(left_out);
    }
    leave_out(&mut runs.records, &args.without)
        .map_err(|column| CliError::failed(format!("there is no verdict in column {column} to leave out")))?;
    let scorer = args.scorer.scorer();
    let folders = [&args.svg, &args.board, &args.paper];
    if !(args.markdown || args.latex || args.html.is_some() || folders.iter().any(|folder| folder.is_some()))
    {
        let (memora, gatemem) = (memora::Report::new(&runs.memora), gatemem::Report::new(&runs.gatemem));
        let counted = counted(&runs.records, &runs.metas, scorer);
        return plain(&Everything::new(counted, Some(&memora), Some(&gatemem)), args.json);
    }
    let view = View::new(&mut runs);
    if let Some(name) = &args.against
        && !view.suites.iter().any(|suite| suite.names().any(|known| known == name))
    {
        return Err(CliError::failed(format!("there is no verdict of {name} to compare with")));
    }
    let against = args.against.as_deref();
    if let Some(file) = &args.html {
        write_page(file.as_deref(), args, &view, scorer)?;
    }
    if let Some(folder) = &args.svg {
        write_figures(folder, &view, scorer)?;
    }
    if let Some(folder) = &args.board {
        write_pages(folder, &board(&view, scorer))?;
    }
    if let Some(folder) = &args.paper {
        write_pages(folder, &paper(&view, scorer))?;
    }
    if args.json {
        let counted = counted(view.records(), view.metas, scorer);
        return plain(&Everything::new(counted, view.memora.as_ref(), view.gatemem.as_ref()), true);
    }
    if args.markdown {
        write_stdout(&markdown(&view, scorer, against))?;
    }
    if args.latex {
        write_stdout(&latex(&view, scorer))?;
    }
    Ok(())
}

fn counted(records: &[Record], metas: &[RunMeta], scorer: Scorer) -> Report {
    Report::new(records, scorer).with_beside(metas.iter().filter_map(|meta| meta.language_model.as_ref()))
}

/// The totals of suites, and of other benchmarks where they were played.
#[derive(Serialize)]
struct Everything<'a> {
    #[serde(flatten)]
    report: Report,
    #[serde(skip_serializing_if = "Option::is_none")]
    memora: Option<&'a memora::Report>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gatemem: Option<&'a gatemem::Report>,
}

impl<'a> Everything<'a> {
    fn new(report: Report, memora: Option<&'a memora::Report>, gatemem: Option<&'a gatemem::Report>) -> Self {
        let memora = memora.filter(|memora| !memora.mappings.is_empty());
        let gatemem = gatemem.filter(|gatemem| !gatemem.accesses.is_empty());
        Self { report, memora, gatemem }
    }

    fn text(&self) -> String {
        let others = [
            self.memora.map(|memora| memora::print(memora, Form::Text)),
            self.gatemem.map(|gatemem| gatemem::print(gatemem, Form::Text)),
        ];
        let suites = (!self.report.suites.is_empty()).then(|| print(&self.report, Form::Text));
        let parts: Vec<String> = suites.into_iter().chain(others.into_iter().flatten()).collect();
        if parts.is_empty() { print(&self.report, Form::Text) } else { parts.join("\n") }
    }
}

fn plain(everything: &Everything<'_>, json: bool) -> Result<(), CliError> {
    if json {
        return write_stdout(&(serde_json::to_string_pretty(everything).map_err(CliError::failed)? + "\n"));
    }
    write_stdout(&everything.text())
}

fn write_page(
    file: Option<&Path>,
    args: &ReportArgs,
    view: &View<'_>,
    scorer: Scorer,
) -> Result<(), CliError> {
    let text = page(view, scorer, args.against.as_deref());
    if file == Some(Path::new("-")) {
        return write_stdout(&text);
    }
    let file = file.map_or_else(|| args.dirs[0].join("report.html"), Path::to_path_buf);
    if file.is_dir() {
        return Err(CliError::failed(format!(
            "--html takes a file, and {} is a directory; name the directories of runs before --html",
            file.display()
        )));
    }
    fs::write(&file, &text).map_err(|error| unwritten(&file, &error))?;
    say(format!("{}: {} suites, {:.1} MB.", file.display(), view.suites.len(), text.len() as f64 / 1e6));
    Ok(())
}

fn write_figures(folder: &Path, view: &View<'_>, scorer: Scorer) -> Result<(), CliError> {
    fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
    let figures = figures(view, scorer);
    for figure in &figures {
        let file = folder.join(format!("{}.svg", figure.name));
        fs::write(&file, figure.file()).map_err(|error| unwritten(&file, &error))?;
    }
    say(format!("{}: {} figures.", folder.display(), figures.len()));
    Ok(())
}

fn write_pages(folder: &Path, pages: &[PlainPage]) -> Result<(), CliError> {
    fs::create_dir_all(folder).map_err(|error| unwritten(folder, &error))?;
    for page in pages {
        let file = folder.join(&page.file);
        fs::write(&file, &page.html).map_err(|error| unwritten(&file, &error))?;
    }
    say(format!("{}: {} pages.", folder.display(), pages.len()));
    Ok(())
}

fn unwritten(path: &Path, error: &std::io::Error) -> CliError {
    CliError::failed(format!("cannot write {}: {error}", path.display()))
}
