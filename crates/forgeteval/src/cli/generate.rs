//! `forgeteval generate`.

use std::path::PathBuf;

use clap::Args;
use forgeteval::suite::{Language, Template};

use super::error::CliError;
use super::output::{say, write_stdout};

/// Prints the generated template suite, one JSON case a line.
///
/// Equal settings give equal bytes on every platform. A case does not depend on how many others are made, so a short
/// suite is the beginning of each family of a long one.
#[derive(Debug, Args)]
pub(super) struct GenerateArgs {
    #[command(flatten)]
    template: TemplateArgs,
    /// Write to a file instead of standard output (`-`)
    #[arg(long, value_name = "FILE", default_value = "-")]
    out: PathBuf,
}

/// What a template suite is generated from.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct TemplateArgs {
    /// Seed of the template suite [default: 42]
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Cases in each of the five families of the template suite [default: 200]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    per_family: Option<u32>,
    /// Unrelated facts among a case's own in the template suite [default: 4]
    #[arg(long, value_name = "N")]
    distractors: Option<usize>,
    /// Language of the template suite: ar, de, en, es, hi, ja or zh [default: en]
    #[arg(long, value_name = "CODE")]
    language: Option<Language>,
}

impl TemplateArgs {
    /// Returns whether any was typed.
    pub(super) fn any(&self) -> bool {
        self.seed.is_some()
            || self.per_family.is_some()
            || self.distractors.is_some()
            || self.language.is_some()
    }

    /// Returns the settings, with the defaults filled in.
    pub(super) fn settings(&self) -> Template {
        let default = Template::default();
        Template {
            seed: self.seed.unwrap_or(default.seed),
            per_family: self.per_family.map_or(default.per_family, |n| n as usize),
            distractors: self.distractors.unwrap_or(default.distractors),
            language: self.language.unwrap_or(default.language),
        }
    }
}

/// Generates the suite and writes it.
pub(super) fn generate(args: &GenerateArgs) -> Result<(), CliError> {
    let suite = args.template.settings().generate().map_err(CliError::usage)?;
    let mut lines = String::new();
    for case in suite.cases() {
        lines.push_str(&serde_json::to_string(case).map_err(CliError::failed)?);
        lines.push('\n');
    }
    if args.out.as_os_str() == "-" {
        write_stdout(&lines)?;
    } else {
        let failed = |error| CliError::failed(format!("cannot write {}: {error}", args.out.display()));
        std::fs::write(&args.out, lines).map_err(failed)?;
    }
    say(format!("{} cases, sha256 {}", suite.cases().len(), suite.sha256()));
    Ok(())
}
