//! The systems of the published tables, and which of ours measures each.

use std::sync::OnceLock;

use serde::Deserialize;

use super::files::SYSTEMS;
use crate::record::system_of_row;

/// A system of the published tables.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PublishedSystem {
    /// What rows refer to it by.
    pub key: String,
    /// Its name.
    pub name: String,
    /// Where its language model stands, in the paper's words; nothing where the paper does not place it.
    pub placement: Option<String>,
    /// The names under which it, or one that forgets by the same rules, is measured here.
    pub measured: Vec<String>,
}

/// Returns every system of the published tables.
///
/// # Panics
/// When this program was built with a broken file, which a test rules out.
pub fn systems() -> &'static [PublishedSystem] {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        systems: Vec<PublishedSystem>,
    }
    static READ: OnceLock<Vec<PublishedSystem>> = OnceLock::new();
    READ.get_or_init(|| {
        serde_json::from_str::<File>(SYSTEMS).expect("results/published/systems.json holds systems").systems
    })
}

/// Returns the published system that rows refer to by a key.
#[must_use]
pub fn keyed(key: &str) -> Option<&'static PublishedSystem> {
    systems().iter().find(|system| system.key == key)
}

/// Returns the published system that a row of ours measures; a row whose model was scripted measures none.
#[must_use]
pub fn system(measured: &str) -> Option<&'static PublishedSystem> {
    let measured = system_of_row(measured)?;
    systems().iter().find(|system| system.measured.iter().any(|name| name == measured))
}
