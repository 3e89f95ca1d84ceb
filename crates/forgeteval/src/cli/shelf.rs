//! Where systems in folders are looked for.

use std::path::PathBuf;

use clap::Args;
use forgeteval::adapter::rival::Shelf;

/// Where systems in folders are looked for.
#[derive(Debug, Clone, Args)]
pub(super) struct ShelfArgs {
    /// The folder of systems that run outside this process, each in a folder with a system.toml
    #[arg(long, value_name = "DIR", env = "FORGETEVAL_SYSTEMS", default_value = "systems")]
    systems_dir: PathBuf,
}

impl ShelfArgs {
    /// Returns the folder.
    pub(super) fn shelf(&self) -> Shelf {
        Shelf::new(&self.systems_dir)
    }
}
