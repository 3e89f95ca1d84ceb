//! ForgetEval: the benchmark that shows which agent memories can forget.
//!
//! A [`suite::Suite`] holds cases: facts to write, mutations that forget, a final query, and what its answer must and must
//! not hold. [`run::run`] plays each case against each [`adapter::System`] in a fresh memory, and hands one
//! [`record::Record`] a case to a [`run::Sink`] as it is made. [`report::Report`] makes every table from those records
//! alone.
//!
//! It refuses to guess: an operation that a system lacks is "not applicable", an error is a failure on record, and
//! what leaked is counted apart from what was lost with it.
//!
//! ```
//! use std::sync::Arc;
//!
//! use forgeteval::adapter::{Null, System};
//! use forgeteval::record::Record;
//! use forgeteval::report::Report;
//! use forgeteval::run::{Options, run};
//! use forgeteval::score::Scorer;
//! use forgeteval::suite::Template;
//!
//! let suite = Template { per_family: 4, ..Template::default() }.generate()?;
//! let systems: Vec<Arc<dyn System>> = vec![Arc::new(Null)];
//! let mut records: Vec<Record> = Vec::new();
//! run(&suite, &systems, &Options::default(), &mut records)?;
//!
//! // A memory that returns nothing passes wherever nothing has to survive.
//! let report = Report::new(&records, Scorer::Published);
//! assert_eq!(report.suites[0].systems[0].pass, 7);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![forbid(unsafe_code)]

pub mod adapter;
pub mod admission;
pub mod agreement;
pub mod audit;
pub mod case;
pub mod conformance;
pub mod external;
pub mod llm;
pub mod memora;
pub mod mutation;
pub mod record;
pub mod report;
pub mod run;
pub mod score;
pub mod serve;
pub mod stats;
pub mod submission;
pub mod suite;

/// The examples of README.md, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
