//! [`Command`]: what can be typed after `nepenthe`.

use clap::Subcommand;

use super::{
    apply_plan, backup, blame, check, checkpoint, completions, consolidate, decay, edit, erase, export,
    history, import, inscribe, key, list, log, model, options, pin, purge, recall, receipt, reembed, release,
    restore, scopes, scrub, stats, supersede, unpin, verify,
};
use crate::context::Context;
use crate::error::CliError;

/// The commands, in the order of the help.
#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Inscribe(inscribe::InscribeArgs),
    Recall(recall::RecallArgs),
    Supersede(supersede::SupersedeArgs),
    Release(release::ReleaseArgs),
    Restore(restore::RestoreArgs),
    Purge(purge::PurgeArgs),
    Edit(edit::EditArgs),
    Apply(apply_plan::ApplyPlanArgs),
    Erase(erase::EraseArgs),
    Pin(pin::PinArgs),
    Unpin(unpin::UnpinArgs),
    Decay(decay::DecayArgs),
    Consolidate(consolidate::ConsolidateArgs),
    List(list::ListArgs),
    Scopes(scopes::ScopesArgs),
    History(history::HistoryArgs),
    Blame(blame::BlameArgs),
    Log(log::LogArgs),
    Stats(stats::StatsArgs),
    Export(export::ExportArgs),
    Import(import::ImportArgs),
    Reembed(reembed::ReembedArgs),
    Backup(backup::BackupArgs),
    #[cfg(feature = "postgres")]
    Copy(super::copy::CopyArgs),
    Check(check::CheckArgs),
    Scrub(scrub::ScrubArgs),
    Receipt(receipt::ReceiptArgs),
    Verify(verify::VerifyArgs),
    Key(key::KeyArgs),
    Checkpoint(checkpoint::CheckpointArgs),
    #[cfg(feature = "server")]
    Mcp(super::mcp::McpArgs),
    #[cfg(feature = "server")]
    Serve(super::serve::ServeArgs),
    #[cfg(feature = "server")]
    Demo(super::demo::DemoArgs),
    Model(model::ModelArgs),
    Completions(completions::CompletionsArgs),
    Options(options::OptionsArgs),
}

/// Runs a command.
pub(crate) fn run(command: &Command, context: &Context) -> Result<(), CliError> {
    match command {
        Command::Inscribe(args) => inscribe::inscribe(args, context),
        Command::Recall(args) => recall::recall(args, context),
        Command::Supersede(args) => supersede::supersede(args, context),
        Command::Release(args) => release::release(args, context),
        Command::Restore(args) => restore::restore(args, context),
        Command::Purge(args) => purge::purge(args, context),
        Command::Edit(args) => edit::edit(args, context),
        Command::Apply(args) => apply_plan::apply_plan(args, context),
        Command::Erase(args) => erase::erase(args, context),
        Command::Pin(args) => pin::pin(args, context),
        Command::Unpin(args) => unpin::unpin(args, context),
        Command::Decay(args) => decay::decay(args, context),
        Command::Consolidate(args) => consolidate::consolidate(args, context),
        Command::List(args) => list::list(args, context),
        Command::Scopes(args) => scopes::scopes(args, context),
        Command::History(args) => history::history(args, context),
        Command::Blame(args) => blame::blame(args, context),
        Command::Log(args) => log::log(args, context),
        Command::Stats(args) => stats::stats(args, context),
        Command::Export(args) => export::export(args, context),
        Command::Import(args) => import::import(args, context),
        Command::Reembed(args) => reembed::reembed(args, context),
        Command::Backup(args) => backup::backup(args, context),
        #[cfg(feature = "postgres")]
        Command::Copy(args) => super::copy::copy(args, context),
        Command::Check(args) => check::check(args, context),
        Command::Scrub(args) => scrub::scrub(args, context),
        Command::Receipt(args) => receipt::receipt(args, context),
        Command::Verify(args) => verify::verify(args, context),
        Command::Key(args) => key::key(args, context),
        Command::Checkpoint(args) => checkpoint::checkpoint(args, context),
        #[cfg(feature = "server")]
        Command::Mcp(args) => super::mcp::mcp(args, context),
        #[cfg(feature = "server")]
        Command::Serve(args) => super::serve::serve(args, context),
        #[cfg(feature = "server")]
        Command::Demo(args) => super::demo::demo(args, context),
        Command::Model(args) => model::model(args, context),
        Command::Completions(args) => completions::completions(args, context),
        Command::Options(args) => options::options(args),
    }
}
