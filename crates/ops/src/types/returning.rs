//! [`Returning`].

use nepenthe::{Reason, Reference, Why};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::schema::{ReferenceText, WhyWord};
use super::spelled;

/// What is done with a text that says again what was erased from the scope, or names whom a purge erased.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase", deny_unknown_fields)]
pub enum Returning {
    /// Write nothing of it.
    #[default]
    Refuse,
    /// Write it out of recall, until it is restored by its id.
    Quarantine,
    /// Write what else it says; refuse it where that is nothing.
    Trim,
    /// Write it. The log keeps why, for good.
    Admit {
        /// Why.
        #[serde(deserialize_with = "why")]
        #[schemars(with = "WhyWord")]
        reason: Why,
        /// A number of the caller's.
        #[serde(default, with = "spelled")]
        #[schemars(with = "Option<ReferenceText>")]
        reference: Option<Reference>,
    },
}

fn why<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<Why, D::Error> {
    let word = String::deserialize(deserializer)?;
    let found = Why::ALL.into_iter().find(|why| why.as_str() == word);
    found.ok_or_else(|| serde::de::Error::custom("this is no reason that the log has a word for"))
}

impl From<Returning> for nepenthe::Returning {
    fn from(returning: Returning) -> Self {
        match returning {
            Returning::Refuse => Self::Refuse,
            Returning::Quarantine => Self::Quarantine,
            Returning::Trim => Self::Trim,
            Returning::Admit { reason, reference } => Self::Admit { reason: Reason::new(reason, reference) },
        }
    }
}
