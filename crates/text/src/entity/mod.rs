//! Entities in texts: identifiers and names, recognised, and searched for in whatever surface form.

pub mod identifier;
pub mod name;
