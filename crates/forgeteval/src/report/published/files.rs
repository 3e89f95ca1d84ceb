//! The files in `results/published`, which are part of this program.

use std::sync::OnceLock;

use serde::Deserialize;

use super::PublishedTable;

macro_rules! published {
    ($file:literal) => {
        include_str!(concat!("../../../../../results/published/", $file))
    };
}

/// The systems' names.
pub(super) const SYSTEMS: &str = published!("systems.json");

/// The files of tables, in the order of reading.
const FILES: &[&str] = &[
    published!("suite.json"),
    published!("template.json"),
    published!("main-v0.5.1.json"),
    published!("core-v0.5.1.json"),
    published!("others-v0.5.1.json"),
    published!("degenerate.json"),
    published!("external.json"),
    published!("main-v0.7.json"),
    published!("placement-v0.7.json"),
    published!("hook-models.json"),
    published!("embedders.json"),
    published!("scorer-audit.json"),
    published!("judges.json"),
    published!("mcnemar-v0.7.json"),
    published!("variance-v0.7.json"),
    published!("latency.json"),
    published!("memora.json"),
    published!("longmemeval.json"),
    published!("factconsolidation.json"),
];

/// Returns the published table of an id.
#[must_use]
pub fn table(id: &str) -> Option<&'static PublishedTable> {
    tables().iter().find(|table| table.id == id)
}

/// Returns every published table.
///
/// # Panics
/// When this program was built with a broken file, which a test rules out.
pub fn tables() -> &'static [PublishedTable] {
    #[derive(Deserialize)]
    #[serde(deny_unknown_fields)]
    struct File {
        tables: Vec<PublishedTable>,
    }
    static TABLES: OnceLock<Vec<PublishedTable>> = OnceLock::new();
    TABLES.get_or_init(|| {
        let read = |text: &&str| serde_json::from_str::<File>(text).expect("results/published holds tables");
        FILES.iter().flat_map(|text| read(text).tables).collect()
    })
}
