//! What the commands share that play other benchmarks: which systems, how a file is opened, and signs of progress.

use std::collections::HashSet;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use forgeteval::adapter::{CachedEmbedder, Catalog, CatalogError, REGISTRY, Settings, System};
use forgeteval::llm::{RunModel, named_after_model};
use forgeteval::record::Opening;
use forgeteval::report::Form;
use indicatif::{ProgressBar, ProgressStyle};
use nepenthe::embed::Embedder;
use serde::Serialize;

use super::error::CliError;
use super::output::say;
use super::shelf::ShelfArgs;

/// The floors that stand in every table.
const FLOORS: [&str; 2] = ["null", "keep"];

/// How many texts are embedded between two signs of progress.
const BATCH: usize = 32;

/// The systems that were asked for, or all that are built in and ask no language model, and the floors.
pub(super) fn systems(
    named: &[String],
    shelf: &ShelfArgs,
    out: Option<&Path>,
    embedder: &Arc<CachedEmbedder>,
    model: Option<&Arc<RunModel>>,
) -> Result<Vec<Arc<dyn System>>, CliError> {
    let without_model = REGISTRY.iter().filter(|entry| !entry.language_model);
    let all = without_model.map(|entry| entry.name).filter(|_| named.is_empty());
    let mut names: Vec<String> = Vec::new();
    for name in named.iter().map(String::as_str).chain(all).chain(FLOORS) {
        if !names.iter().any(|known| known == name) {
            names.push(name.to_owned());
        }
    }
    let logs = out.map(|out| out.join("logs"));
    let settings = Settings { model: model.cloned(), ..Settings::new(Arc::clone(embedder)) };
    let built = Catalog::new(settings, shelf.shelf(), logs).build(&names).map_err(|error| match error {
        CatalogError::Unknown { .. } | CatalogError::Twice { .. } | CatalogError::NoLanguageModel { .. } => {
            CliError::usage(error)
        }
        _ => CliError::failed(error),
    })?;
    Ok(built.into_iter().map(named_after_model).collect())
}

/// Why a benchmark was not played to its end: `what` could not be written, or a language model stood in the way.
pub(super) fn unplayed(what: &str, error: &io::Error) -> CliError {
    if error.kind() != io::ErrorKind::Other {
        return CliError::failed(format!("cannot write {what}: {error}"));
    }
    CliError::Failed {
        message: error.to_string(),
        hint: Some(
            "look at --llm, --llm-model, the key and the budget; with --out, go on with --resume".to_owned(),
        ),
    }
}

/// Says on standard error what each system took of the language model.
pub(super) fn say_what_was_asked(model: Option<&Arc<RunModel>>) {
    for meter in model.iter().flat_map(|model| model.meters()).filter(|meter| meter.asked() > 0) {
        let took = meter.close();
        let money = took.money.as_ref().map(|money| format!(", {money}")).unwrap_or_default();
        say(format!(
            "{} ({}): {} calls, {} tokens in, {} out{money}, {} of no use.",
            meter.system(),
            meter.label(),
            took.calls,
            took.tokens_in,
            took.tokens_out,
            took.failures.values().sum::<u64>()
        ));
    }
}

/// How a directory is opened by `--resume` and `--force`.
pub(super) fn opening(resume: bool, force: bool) -> Opening {
    match (resume, force) {
        (true, _) => Opening::Resume,
        (_, true) => Opening::Force,
        _ => Opening::Fresh,
    }
}

/// Writes a report as JSON or in a form.
pub(super) fn written<R: Serialize>(
    report: &R,
    json: bool,
    markdown: bool,
    print: fn(&R, Form) -> String,
) -> Result<String, CliError> {
    if json {
        return Ok(serde_json::to_string_pretty(report).map_err(CliError::failed)? + "\n");
    }
    Ok(print(report, if markdown { Form::Markdown } else { Form::Text }))
}

/// Shows on standard error which system is at what; passes everything on to another sink.
pub(super) struct Progress<'a, S: ?Sized> {
    pub(super) sink: &'a mut S,
    pub(super) bar: ProgressBar,
}

impl<'a, S: ?Sized> Progress<'a, S> {
    pub(super) fn new(sink: &'a mut S, total: usize, done: usize) -> Self {
        let bar = ProgressBar::new(total as u64).with_position(done as u64);
        let template = "{msg}  [{bar:30}] {pos}/{len}  {percent}%";
        bar.set_style(
            ProgressStyle::with_template(template).expect("the template is a constant").progress_chars("=> "),
        );
        bar.enable_steady_tick(Duration::from_millis(200));
        Self { sink, bar }
    }

    pub(super) fn tell(&self, message: &str) {
        if self.bar.is_hidden() {
            say(message);
        }
        self.bar.set_message(message.to_owned());
    }

    /// Embeds texts once, the short ones first.
    pub(super) fn embed(&self, texts: Vec<&str>, embedder: &CachedEmbedder) -> Result<(), CliError> {
        let texts: HashSet<&str> = texts.into_iter().collect();
        let mut texts: Vec<&str> = texts.into_iter().collect();
        texts.sort_unstable_by_key(|text| text.len());
        for batch in texts.chunks(BATCH) {
            embedder.embed(batch).map_err(|error| CliError::failed(error.to_string()))?;
            self.bar.tick();
        }
        Ok(())
    }
}
