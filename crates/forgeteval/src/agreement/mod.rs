//! How far annotators agree on which cases are well-formed, and judges with them (the paper's section 3.3, appendix F).

mod labels;
mod summary;

pub use labels::{Label, LabelsError, read_labels};
pub use summary::{JudgeTable, Summary, summarize};
