//! The commands: one file each, and the arguments that several share.

mod apply;
mod apply_plan;
mod backup;
mod blame;
mod check;
mod checkpoint;
mod choice;
mod command;
mod completions;
mod consolidate;
#[cfg(feature = "postgres")]
mod copy;
mod decay;
#[cfg(feature = "server")]
mod demo;
mod edit;
mod erase;
mod evidence;
mod export;
mod history;
mod import;
mod inscribe;
mod key;
mod list;
mod log;
#[cfg(feature = "server")]
mod mcp;
mod model;
mod new_memory;
mod options;
mod pin;
mod purge;
mod recall;
mod receipt;
mod reembed;
mod release;
mod restore;
mod returning;
mod scopes;
mod scrub;
#[cfg(feature = "server")]
mod serve;
#[cfg(feature = "server")]
mod serve_key;
#[cfg(feature = "server")]
mod serve_login;
mod stats;
mod supersede;
mod target;
mod unpin;
mod verify;

pub(crate) use command::{Command, run};
