//! [`Evidence`]: the files that a purge writes about itself.

use std::path::Path;

use nepenthe::Scope;
use nepenthe_ops::{self as ops, Erasure, KeyFile, ReceiptInput};

use super::apply::all;
use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::keys;
use crate::output::{Overwrite, WholeFile, write_stdout};

/// The keys of the commitments, and the signed receipt, each in a file that was named. The keys exist once: whatever can be
/// known to be wrong with a file is known before anything is erased, and what cannot be written then is printed.
pub(super) struct Evidence<'a> {
    openings: Option<&'a Path>,
    receipt: Option<(&'a Path, KeyFile)>,
    context: &'a Context,
    ready: Ready,
}

/// Files that have been begun.
#[derive(Default)]
struct Ready {
    openings: Option<WholeFile>,
    receipt: Option<WholeFile>,
}

impl<'a> Evidence<'a> {
    /// Looks for the key, and whether the files can be written.
    pub(super) fn new(
        openings: Option<&'a Path>,
        receipt: Option<&'a Path>,
        context: &'a Context,
    ) -> Result<Self, CliError> {
        let receipt = match receipt {
            Some(file) => Some((file, keys::signing_key(&context.key_file()?)?)),
            None => None,
        };
        let evidence = Self { openings, receipt, context, ready: Ready::default() };
        // Dropped at once: while a question waits for its answer there are no files that a killed process would leave.
        evidence.begin()?;
        Ok(evidence)
    }

    /// Begins the files.
    pub(super) fn ready(&mut self, scope: &Scope) -> Result<(), CliError> {
        let (openings, receipt) = self.begin()?;
        if let Some((_, key)) = &self.receipt {
            // That the key can sign in the store's log.
            key.public(Some(&scope.store().origin()?))?;
        }
        self.ready = Ready { openings, receipt };
        Ok(())
    }

    /// Writes the files. If one cannot be written the other is all the same.
    pub(super) fn hand_over(&mut self, scope: &Scope, erasure: &Erasure) -> Result<(), CliError> {
        let Ready { openings, receipt } = std::mem::take(&mut self.ready);
        let openings = openings.map_or(Ok(()), |file| self.hand_over_openings(file, erasure));
        let receipt = match (receipt, &self.receipt) {
            (Some(file), Some((_, key))) => self.hand_over_receipt(file, key, scope, erasure),
            _ => Ok(()),
        };
        all([openings, receipt])
    }

    fn begin(&self) -> Result<(Option<WholeFile>, Option<WholeFile>), CliError> {
        let kept = self.context.kept_files();
        let begin = |file| WholeFile::create(file, Overwrite::Never, &kept);
        let openings = self.openings.map(begin).transpose()?;
        let receipt = self.receipt.as_ref().map(|(file, _)| begin(file)).transpose()?;
        match (&openings, &receipt) {
            (Some(openings), Some(receipt)) if openings.is_same(receipt) => {
                Err(CliError::usage("--openings and --receipt name the same file").with_hint("name two"))
            }
            _ => Ok((openings, receipt)),
        }
    }

    fn hand_over_openings(&self, file: WholeFile, erasure: &Erasure) -> Result<(), CliError> {
        let line = |(id, key): (_, &[u8; 32])| {
            let key: String = key.iter().map(|byte| format!("{byte:02x}")).collect();
            format!("{{\"memory\":\"{id}\",\"key\":\"{key}\"}}\n")
        };
        let lines: String = erasure.openings.0.iter().map(line).collect();
        let said = format!("The keys of the commitments are in {}.", file.typed().display());
        let Err(error) = file.fill(&lines) else {
            self.context.printer().status(said);
            return Ok(());
        };
        let hint = match write_stdout(&lines) {
            Ok(()) => "copy the keys of the commitments from standard output: they are kept nowhere else",
            Err(_) => "the keys of the commitments are lost: standard output could not be written either",
        };
        Err(lost(&error).with_hint(hint))
    }

    fn hand_over_receipt(
        &self,
        file: WholeFile,
        key: &KeyFile,
        scope: &Scope,
        erasure: &Erasure,
    ) -> Result<(), CliError> {
        let id = erasure.receipt;
        let said = format!("The receipt is in {}.", file.typed().display());
        let signed = ops::receipt(scope, &ReceiptInput { id }, key.current()).map_err(CliError::from);
        let Err(error) = signed.and_then(|signed| file.fill(&signed.receipt)) else {
            self.context.printer().status(said);
            return Ok(());
        };
        // In JSON the id is in the outcome.
        let told =
            if self.context.global().json { Ok(()) } else { write_stdout(&format!("receipt      {id}\n")) };
        all([Err(lost(&error).with_hint(format!("write it with `nepenthe receipt {id} FILE`"))), told])
    }
}

/// What kind of error it would otherwise be does not count: something was changed, and trying again erases nothing more.
fn lost(error: &CliError) -> CliError {
    CliError::new(Kind::Io, format!("the memories are erased, but {}", error.message()))
}
