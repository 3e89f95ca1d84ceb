//! FactConsolidation (MemoryAgentBench, Hu et al. 2026, `Conflict_Resolution`): a long list of numbered facts, in which a
//! later one contradicts an earlier one, and questions about what is so by the last.
//!
//! [`Data::read`] reads rows of the released set, [`Mapping::scripts`] turns each into changes and questions, and a
//! [`Report`] is made from the outcomes alone.

mod data;
mod report;
mod scripts;

pub use data::{Block, Data};
pub use report::{BlockTotals, MappingTotals, Report, SystemTotals, print};
pub use scripts::Mapping;
