//! `nepenthe recall`.

use clap::Args;
use jiff::Timestamp;
use nepenthe::{Access, LEAST_LIKELY};

use super::choice::{IncludeName, ModeName};
use crate::args::{one_text, text};
use crate::context::Context;
use crate::error::CliError;
use crate::output::hit_line;
use crate::time::parse_time;
use nepenthe_ops::{self as ops, CountInput, RecallInput};

/// Print the memories that answer a query, best first
///
/// Reads the memories in recall only, unless told otherwise, and writes nothing, unless --count is given. Every
/// character of the query is text: there are no operators. No hit is no error.
///
/// Prints one line a hit: id, score (higher is better), text. The score of a hybrid recall is how likely the memory
/// answers, 0 to 1; hits under --min-score are not shown, so that a query off the topic is answered with nothing.
/// Scores of different modes do not compare.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe recall 'Where does Alice work?'
  nepenthe recall 'badge number' -k 1 --mode lexical --json
  nepenthe recall 'Where does Alice work?' --as-of yesterday")]
pub(crate) struct RecallArgs {
    /// What is asked; `-` reads standard input
    #[arg(value_name = "QUERY", required = true, num_args = 1.., value_parser = text(), allow_hyphen_values = true)]
    query: Vec<String>,

    /// Print at most this many
    #[arg(short, long, value_name = "N", default_value_t = 5, allow_negative_numbers = true)]
    k: usize,

    /// Ask this index
    #[arg(long, value_name = "MODE", default_value = "hybrid")]
    mode: ModeName,

    /// Answer as of a past time (RFC 3339, a date, yesterday, '3 days ago'), except for what was purged since
    #[arg(long, value_name = "TIME", value_parser = parse_time)]
    as_of: Option<Timestamp>,

    /// Show these memories
    #[arg(long, value_name = "WHICH", default_value = "live")]
    include: IncludeName,

    /// Show no hit of a lower score [default: 0.03 in mode hybrid, else none]
    #[arg(long, value_name = "SCORE", value_parser = number, allow_negative_numbers = true)]
    min_score: Option<f64>,

    /// Let the relevance model read the first thirty hits and rank them anew: better, and tens of times slower
    #[arg(long)]
    rerank: bool,

    /// Count the hits as recalled, by a write after the answer
    #[arg(long, conflicts_with = "as_of")]
    count: bool,
}

/// Recalls.
pub(super) fn recall(args: &RecallArgs, context: &Context) -> Result<(), CliError> {
    let input = RecallInput {
        query: context.text(&one_text(&args.query).unwrap_or_default())?.into(),
        k: args.k,
        mode: args.mode.into(),
        as_of: args.as_of,
        include: args.include.into(),
        rerank: args.rerank,
        min_score: args.min_score.or((args.mode == ModeName::Hybrid).then_some(LEAST_LIKELY)),
    };
    input.validate()?;
    let path = context.scope_path()?;
    let store = context.store(if args.count { Access::Existing } else { Access::ReadOnly })?;
    let recalled = ops::recall(&store.scope(path.as_str())?, &input)?;
    context.printer().result(&recalled, |recalled| recalled.hits.iter().map(hit_line).collect())?;
    if recalled.hits.is_empty() {
        context.printer().status(match recalled.left_out.is_empty() {
            true => format!("Nothing in {path} answers."),
            false => format!(
                "Nothing in {path} answers. The nearest scores: {}; `--min-score 0` shows them.",
                recalled
                    .left_out
                    .iter()
                    .take(3)
                    .map(|score| format!("{score:.4}"))
                    .collect::<Vec<_>>()
                    .join(", ")
            ),
        });
    }
    if args.count {
        ops::count(&store, &CountInput {})?;
    }
    Ok(())
}

/// Reads a number that is one.
fn number(text: &str) -> Result<f64, String> {
    text.parse::<f64>().ok().filter(|number| !number.is_nan()).ok_or_else(|| "this is no number".to_owned())
}
