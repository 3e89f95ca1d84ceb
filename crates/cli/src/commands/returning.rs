//! What is to be done with a text that says again what was erased: what several commands ask.

use clap::{Args, ValueEnum};
use nepenthe::{Reference, ReferenceError, Why};
use nepenthe_ops::Returning;

use crate::error::CliError;

/// What is done with a text that says again what was erased from this scope.
#[derive(Debug, Args)]
pub(super) struct ReturningArgs {
    /// Do this with a text that says again what was erased
    #[arg(long, value_name = "WHAT", value_enum, default_value = "refuse")]
    returning: ReturningName,

    /// Admit it for this reason, which the log keeps
    #[arg(long, value_name = "WHY", value_enum, required_if_eq("returning", "admit"))]
    reason: Option<WhyName>,

    /// Keep this number of yours with the reason, such as T-1192; not one of the text or of what was erased
    #[arg(long, value_name = "ID", value_parser = reference, requires = "reason")]
    reference: Option<Reference>,
}

/// What can be done with it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum ReturningName {
    /// Write nothing of it
    Refuse,
    /// Write it out of recall, until it is restored by its id
    Quarantine,
    /// Write what else it says; refuse it where that is nothing
    Trim,
    /// Write it, with --reason
    Admit,
}

/// The reasons that the log has a word for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum WhyName {
    /// The person consents, GDPR Art. 6(1)(a)
    Consent,
    /// A contract needs it, Art. 6(1)(b)
    Contract,
    /// A law demands it, Art. 6(1)(c)
    LegalObligation,
    /// A life depends on it, Art. 6(1)(d)
    VitalInterest,
    /// A task in the public interest needs it, Art. 6(1)(e)
    PublicTask,
    /// A legitimate interest needs it, Art. 6(1)(f)
    LegitimateInterest,
    /// The person whom it is about asks for it
    DataSubjectRequest,
    /// It was right, and what took its place was not
    Correction,
    /// It was erased by mistake
    Mistake,
    /// It is of another of that name
    Namesake,
    /// It comes from a backup, an archive or another store
    Restored,
    /// The store is a test's
    Test,
}

impl From<WhyName> for Why {
    fn from(name: WhyName) -> Self {
        match name {
            WhyName::Consent => Self::Consent,
            WhyName::Contract => Self::Contract,
            WhyName::LegalObligation => Self::LegalObligation,
            WhyName::VitalInterest => Self::VitalInterest,
            WhyName::PublicTask => Self::PublicTask,
            WhyName::LegitimateInterest => Self::LegitimateInterest,
            WhyName::DataSubjectRequest => Self::DataSubjectRequest,
            WhyName::Correction => Self::Correction,
            WhyName::Mistake => Self::Mistake,
            WhyName::Namesake => Self::Namesake,
            WhyName::Restored => Self::Restored,
            WhyName::Test => Self::Test,
        }
    }
}

/// Reads a number of the caller's that the log or a receipt keeps.
pub(super) fn reference(text: &str) -> Result<Reference, ReferenceError> {
    text.parse()
}

impl ReturningArgs {
    /// Returns what was asked for.
    pub(super) fn returning(&self) -> Result<Returning, CliError> {
        match (self.returning, self.reason) {
            (ReturningName::Admit, None) => Err(CliError::usage("--returning admit needs --reason")),
            (ReturningName::Admit, Some(why)) => {
                Ok(Returning::Admit { reason: why.into(), reference: self.reference.clone() })
            }
            (_, Some(_)) => Err(CliError::usage("--reason needs --returning admit")),
            (ReturningName::Refuse, None) => Ok(Returning::Refuse),
            (ReturningName::Quarantine, None) => Ok(Returning::Quarantine),
            (ReturningName::Trim, None) => Ok(Returning::Trim),
        }
    }
}
