//! The operations from outside: the table, the codes, and what real calls answer.

#![expect(clippy::unwrap_used, reason = "tests")]

mod answers;
mod codes;
mod find;
mod manual;
mod open;
mod refusals;
mod schema;
mod table;
