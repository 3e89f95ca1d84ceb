//! Language models at the edge of Nepenthe's control plane: one seam ([`LanguageModel`]), a client for OpenAI-compatible
//! endpoints, budgets that stop before they are exceeded, accounts, cassettes, and the three narrow contracts in which a
//! model is asked which memories a change means.
//!
//! A model proposes; what it proposes is read strictly ([`contract`]) and checked ([`contract::check`]). An answer that cannot
//! be used is never silently replaced: it is a [`Failure`] of one of five kinds ([`FailureKind`]), and what happens then is
//! the caller's policy.
//!
//! ```no_run
//! use nepenthe_llm::{Budget, Key, Limits, Metered, OpenAi, OpenAiSettings, contract};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let settings = OpenAiSettings::new("https://api.example/v1", "a-model")
//!     .with_key(Key::from_environment("NEPENTHE_LLM_KEY"));
//! let budget = Budget::new(Limits { calls: Some(100), ..Limits::default() });
//! let model = Metered::new(OpenAi::new(settings)?, budget, None)?;
//! let asked = contract::purge(&model, "everything about Sam Roe", &["Sam Roe bought kettles.", "The van is blue."]);
//! println!("{:?}, {}", asked.answer, model.account());
//! # Ok(())
//! # }
//! ```

mod account;
mod budget;
mod canonical;
pub mod cassette;
mod completion;
pub mod contract;
#[cfg(feature = "openai")]
mod endpoint;
mod failure;
mod key;
mod metered;
mod model;
mod money;
#[cfg(feature = "openai")]
mod openai;
mod request;
pub mod scripted;

pub use account::Account;
pub use budget::{Budget, Limits, OverBudget, Reservation, Unpriced};
pub use canonical::digest;
pub use cassette::{Recorder, Replayer};
pub use completion::{Completion, Finish, Usage};
#[cfg(feature = "openai")]
pub use endpoint::{Endpoint, EndpointError, EndpointSettings};
pub use failure::{Failure, FailureKind};
pub use key::{Key, KeyError};
pub use metered::Metered;
pub use model::LanguageModel;
pub use money::{Money, MoneyError, Price, PriceError};
#[cfg(feature = "openai")]
pub use openai::{OpenAi, OpenAiSettings};
pub use request::{Form, Message, Request, Role};
pub use scripted::Scripted;

/// The examples of README.md, run as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
