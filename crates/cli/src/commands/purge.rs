//! `nepenthe purge`.

use std::path::PathBuf;

use clap::{Args, ValueEnum};
use nepenthe::receipt::receipt::Basis;
use nepenthe::{MemoryId, Reference, Scope, Verb};
use nepenthe_ops::{self as ops, Erasure, PurgeInput, Rederived};

use super::apply::{ApplyArgs, Around, Change, FloorArgs, carry_out_around};
use super::evidence::Evidence;
use super::returning::reference;
use super::target::AgedTargetArgs;
use crate::args::path;
use crate::context::Context;
use crate::error::CliError;

/// Erase memories for good
///
/// Removes the memories, their earlier texts, and their entries in every index; then empties the write-ahead log and scans
/// the files for what went. The log keeps that there was a memory of that id, and nothing of its content. A memory that
/// says other things too loses a part. A receipt is issued (`nepenthe receipt`). In words, the plan is shown and asked
/// about before it is applied; so it is with --all, --before and --older-than. By id nothing is asked. To be able to go
/// back, use `nepenthe release`.
///
/// Prints one line a change: what happened, id, depth before. Ends with code 5 if the scan found erased bytes.
#[derive(Debug, Args)]
#[command(after_help = "\
Examples:
  nepenthe purge 'alice@acme.example'
  nepenthe purge 'alice@acme.example' --dry-run --json
  nepenthe purge 'everything about Sam Roe' --keep-name-out
  nepenthe purge 'alice@acme.example' --basis consent-withdrawn --request T-1192 --receipt erased.txt
  nepenthe purge --all --yes --scope acme/alice
  nepenthe purge --before 2025-01-01 --basis retention-expired")]
pub(crate) struct PurgeArgs {
    #[command(flatten)]
    target: AgedTargetArgs,

    #[command(flatten)]
    apply: ApplyArgs,

    #[command(flatten)]
    floor: FloorArgs,

    /// Keep a memory that goes only because it was made from one that is erased, with this text, made again without it;
    /// `-` reads the text from standard input; may be given several times
    #[arg(long, value_name = "ID=TEXT", value_parser = rederived)]
    rederive: Vec<(MemoryId, String)>,

    /// Refuse from now on every text with the name of whom or what everything is purged about. Without this the name may be written
    /// again; what was erased, its identifiers and its secrets may not
    #[arg(long)]
    keep_name_out: bool,

    /// Say in the receipt on what legal basis
    #[arg(long, value_name = "BASIS", default_value = "none")]
    basis: BasisName,

    /// Say in the receipt whose request it was, by a number of yours, such as T-1192; not one of what is erased
    #[arg(long, value_name = "ID", value_parser = reference)]
    request: Option<Reference>,

    /// Write the signed receipt to this file, which must not exist
    #[arg(long, value_name = "FILE", value_parser = path())]
    receipt: Option<PathBuf>,

    /// Write the keys of the receipt's commitments to this file, which must not exist, one JSON object a line: kept nowhere
    /// else, they let their holder show which text was erased. What cannot be written is printed
    #[arg(long, value_name = "FILE", value_parser = path())]
    openings: Option<PathBuf>,
}

/// The legal bases that a receipt has a word for (docs/receipt.md).
#[derive(Debug, Clone, Copy, ValueEnum)]
pub(super) enum BasisName {
    /// None was named
    None,
    /// GDPR, Art. 17(1)(b)
    ConsentWithdrawn,
    /// GDPR, Art. 17(1)(a)
    NoLongerNeeded,
    /// GDPR, Art. 17(1)(c)
    Objection,
    /// GDPR, Art. 17(1)(d)
    Unlawful,
    /// GDPR, Art. 17(1)(e)
    LegalObligation,
    /// GDPR, Art. 17(1)(f)
    Child,
    /// California Civil Code, section 1798.105
    CcpaRequest,
    /// The time for which it was to be kept is over
    RetentionExpired,
    /// It was a danger where it was, such as a password
    Security,
}

impl From<BasisName> for Basis {
    fn from(name: BasisName) -> Self {
        match name {
            BasisName::None => Self::None,
            BasisName::ConsentWithdrawn => Self::ConsentWithdrawn,
            BasisName::NoLongerNeeded => Self::NoLongerNeeded,
            BasisName::Objection => Self::Objection,
            BasisName::Unlawful => Self::Unlawful,
            BasisName::LegalObligation => Self::LegalObligation,
            BasisName::Child => Self::Child,
            BasisName::CcpaRequest => Self::CcpaRequest,
            BasisName::RetentionExpired => Self::RetentionExpired,
            BasisName::Security => Self::Security,
        }
    }
}

fn rederived(text: &str) -> Result<(MemoryId, String), String> {
    let (id, text) = text.split_once('=').ok_or("an id, `=` and a text are expected")?;
    Ok((id.parse().map_err(|error: nepenthe::ParseIdError| error.to_string())?, text.to_owned()))
}

/// Purges.
pub(super) fn purge(args: &PurgeArgs, context: &Context) -> Result<(), CliError> {
    // What the receipt and its keys need is looked for before anything is erased.
    let evidence = Evidence::new(args.openings.as_deref(), args.receipt.as_deref(), context)?;
    let change = Change { verb: Verb::Purge, target: args.target.target(context)? };
    let rederive =
        args.rederive.iter().map(|(id, text)| Ok(Rederived { id: *id, text: context.text(text)?.into() }));
    let rederive: Vec<_> = rederive.collect::<Result<_, CliError>>()?;
    let (basis, request) = (args.basis.into(), args.request.clone());
    let (keep_name_out, min_confidence) = (args.keep_name_out, args.floor.min_confidence);
    let plan = |scope: &Scope, target| {
        ops::purge(scope, PurgeInput { target, rederive, keep_name_out, basis, request, min_confidence })
    };
    carry_out_around(change, &args.apply, context, &mut AroundPurge { evidence }, plan)
}

/// What a purge does around the erasure.
struct AroundPurge<'a> {
    evidence: Evidence<'a>,
}

impl Around for AroundPurge<'_> {
    fn ready(&mut self, scope: &Scope) -> Result<(), CliError> {
        self.evidence.ready(scope)
    }

    fn erased(&mut self, scope: &Scope, erasure: &Erasure) -> Result<(), CliError> {
        self.evidence.hand_over(scope, erasure)
    }
}
