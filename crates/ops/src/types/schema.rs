//! The schemas of what the engine writes as JSON by itself: ids, depths, words.

use nepenthe::receipt::receipt::{Assurance, Basis};
use nepenthe::{Awaiting, Depth, EventKind, FileName, Known, Needle, SkipReason, State, Why};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::Serialize;

/// A type that has a schema and no values: what a field of another type says in JSON.
macro_rules! stands_for {
    ($(#[doc = $doc:literal] $name:ident($inline:literal): $schema:expr;)*) => {
        $(
            #[doc = $doc]
            pub(crate) enum $name {}

            impl JsonSchema for $name {
                fn inline_schema() -> bool {
                    $inline
                }

                fn schema_name() -> std::borrow::Cow<'static, str> {
                    stringify!($name).into()
                }

                fn json_schema(_: &mut SchemaGenerator) -> Schema {
                    $schema
                }
            }
        )*
    };
}

stands_for! {
    /// An id of a memory or of a receipt.
    Id(true): json_schema!({ "type": "string", "format": "uuid" });
    /// How near to the surface a memory is.
    DepthValue(false): json_schema!({
        "description": "How near to the surface a memory is: 0 out of recall, 1 the surface.",
        "anyOf": [{ "type": "number", "minimum": 0.0 }, { "const": word(&Depth::PINNED) }],
    });
    /// A place in the log.
    Seq(true): json_schema!({ "type": "integer", "minimum": 1 });
    /// What depth and expiry make of a memory.
    StateWord(true): words(&[
        State::Live, State::Pinned, State::Expired, State::Released, State::Superseded, State::Quarantined,
        State::Unreadable,
    ]);
    /// What happened to a memory.
    EventWord(true): words(&EventKind::ALL);
    /// How far an erasure is known to reach.
    AssuranceWord(true): words(&[
        Assurance::Logical, Assurance::Compacted, Assurance::Physical, Assurance::Crypto,
    ]);
    /// The legal basis of an erasure.
    BasisWord(true): words(&[
        Basis::None, Basis::ConsentWithdrawn, Basis::NoLongerNeeded, Basis::Objection, Basis::Unlawful,
        Basis::LegalObligation, Basis::Child, Basis::CcpaRequest, Basis::RetentionExpired, Basis::Security,
    ]);
    /// What keeps an erasure logical.
    AwaitingWord(true): words(&[Awaiting::Readers, Awaiting::Storage, Awaiting::Scrub, Awaiting::Files]);
    /// One of the files of a store.
    FileWord(true): words(&[FileName::Main, FileName::Wal, FileName::Shm, FileName::Keys]);
    /// What erased bytes are of.
    NeedleWord(true): words(&[
        Needle::Text, Needle::Identifier, Needle::Vector, Needle::Mention, Needle::Key,
    ]);
    /// What is known of the erasures since a backup was made.
    KnownWord(true): words(&[Known::Log, Known::Receipts, Known::Keys, Known::Nothing]);
    /// Why a memory is not imported.
    SkipReasonWord(true): words(&[
        SkipReason::Unchanged, SkipReason::Differs, SkipReason::Purged, SkipReason::Erased,
    ]);
    /// Why an erased text is let in again.
    WhyWord(true): words(&Why::ALL);
    /// A number of the caller's.
    ReferenceText(true): json_schema!({ "type": "string", "pattern": "^[A-Z]{1,5}-[0-9]{1,7}$" });
}

/// Returns the word that a value is in JSON; empty for what is no word.
#[must_use]
pub fn word(value: &impl Serialize) -> String {
    serde_json::to_value(value).ok().and_then(|value| value.as_str().map(str::to_owned)).unwrap_or_default()
}

fn words(values: &[impl Serialize]) -> Schema {
    let values: Vec<String> = values.iter().map(word).collect();
    json_schema!({ "type": "string", "enum": values })
}
