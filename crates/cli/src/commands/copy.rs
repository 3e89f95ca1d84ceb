//! `nepenthe copy`.

use std::path::PathBuf;

use clap::Args;
use nepenthe::{Access, OpenError, Store, StoredEmbedder};

use crate::args::path;
use crate::context::Context;
use crate::error::CliError;
use crate::output::refuse_kept;
use crate::settings::{is_server, memory_keys};

/// Copy a store from its file into PostgreSQL, or back
///
/// Every scope, with its log, receipts and tombstones, to the byte, and the keys of its memories: into the file of
/// --memory-keys, or beside the new file. The copy is compared with the original and checked as by `check --deep`. There
/// must be no store yet where it goes. While it goes into PostgreSQL others wait to write. A store that is not encrypted
/// becomes a plain one there, which the URL must say: ?mode=plain.
///
/// It is for moving: do not write the original any more, and remove it with its keys. The log would go on in two ways
/// under one name, and what is purged in one could be read in the other.
///
/// Prints where the copy is.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe copy agent.db postgres://nepenthe@db.example/memory --memory-keys agent.keys --master-key master-key
  nepenthe copy postgres://nepenthe@db.example/memory new.db --memory-keys agent.keys --master-key master-key")]
pub(crate) struct CopyArgs {
    /// Copy this store
    #[arg(value_name = "FROM", value_parser = path())]
    from: PathBuf,

    /// To here
    #[arg(value_name = "TO", value_parser = path())]
    to: PathBuf,
}

/// Copies a store.
pub(super) fn copy(args: &CopyArgs, context: &Context) -> Result<(), CliError> {
    let url = |typed: &PathBuf| typed.to_str().filter(|typed| is_server(typed)).map(str::to_owned);
    let keys = memory_keys(context.global());
    let options = |stored: Result<Option<StoredEmbedder>, OpenError>| -> Result<_, CliError> {
        Ok(context.options_for(stored?.as_ref(), Access::Existing)?.with_key_file(&keys))
    };
    let to = match (url(&args.from), url(&args.to)) {
        (None, Some(to)) => {
            Store::copy_to_server(&args.from, &to, options(Store::embedder_of(&args.from))?)?;
            "the database".to_owned()
        }
        (Some(from), None) => {
            refuse_kept(&args.to, &context.kept_files())?;
            Store::copy_from_server(&from, &args.to, options(Store::embedder_at_server(&from))?)?;
            args.to.display().to_string()
        }
        _ => {
            return Err(CliError::usage("one of the two is a file, and the other a database in PostgreSQL")
                .with_hint("write the database as postgres://USER@HOST/DATABASE"));
        }
    };
    context.printer().result(&serde_json::json!({ "to": to }), |_| format!("{to}\n"))?;
    context.printer().status(
        "Copied and checked. Remove the original and its keys: what is purged from now on stays in them.",
    );
    Ok(())
}
