//! A model without a model: rules that answer the contracts well enough to exercise what is built on them. Its answers
//! say nothing about what any language model can do, and its name is
//! `scripted` unless it is given another.

mod general;
mod mode;
mod rules;
#[cfg(feature = "server")]
mod server;

use std::fmt;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

pub use mode::{MALFORMED, Malformed, Mode};
#[cfg(feature = "server")]
pub use server::{Fault, Served, Server};

use crate::{Completion, Failure, FailureKind, Finish, LanguageModel, Request, Usage};

/// A rule for requests that are none of ours: the answer, or `None` for those that it is not for.
type Rule = Box<dyn Fn(&Request) -> Option<String> + Send + Sync>;

/// The scripted model.
pub struct Scripted {
    name: String,
    mode: Mode,
    rules: Vec<Rule>,
    asked: AtomicUsize,
}

impl Scripted {
    /// A model that behaves in one way.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        Self { name: "scripted".to_owned(), mode, rules: Vec::new(), asked: AtomicUsize::new(0) }
    }

    /// Gives it another name, such as one that tells its mode; by default it is `scripted`.
    #[must_use]
    pub fn with_name(mut self, name: impl Into<String>) -> Self {
        self.name = name.into();
        self
    }

    /// Adds a rule for requests that are of none of the contracts; the first that answers counts. A request that no rule
    /// answers gets the least that fits the form it asks for.
    #[must_use]
    pub fn with_rule(mut self, rule: impl Fn(&Request) -> Option<String> + Send + Sync + 'static) -> Self {
        self.rules.push(Box::new(rule));
        self
    }

    /// How often it was asked.
    #[must_use]
    pub fn asked(&self) -> usize {
        self.asked.load(Ordering::Relaxed)
    }

    fn good(&self, request: &Request) -> String {
        rules::answer(request, false)
            .or_else(|| self.rules.iter().find_map(|rule| rule(request)))
            .unwrap_or_else(|| general::text(request))
    }
}

impl LanguageModel for Scripted {
    fn name(&self) -> &str {
        &self.name
    }

    fn complete(&self, request: &Request) -> Result<Completion, Failure> {
        let number = self.asked.fetch_add(1, Ordering::Relaxed);
        let (text, finish) = match &self.mode {
            Mode::Good => (self.good(request), Finish::Stop),
            Mode::Greedy => {
                (rules::answer(request, true).unwrap_or_else(|| self.good(request)), Finish::Stop)
            }
            Mode::Malformed => (mode::malformed(rules::contract(request), number), Finish::Stop),
            Mode::Truncated => {
                let good = self.good(request);
                (good[..good.floor_char_boundary(good.len() / 2)].to_owned(), Finish::Length)
            }
            Mode::Slow(time) => {
                thread::sleep(*time);
                (self.good(request), Finish::Stop)
            }
            Mode::Refusing => (String::new(), Finish::Refused),
            Mode::Unreachable => {
                return Err(Failure::new(FailureKind::Unreachable, "the scripted model is switched off"));
            }
        };
        let tokens_out = match finish {
            Finish::Length => u64::from(request.max_tokens),
            _ => tokens(&text).min(u64::from(request.max_tokens)),
        };
        let tokens_in = match &request.foreign {
            None => request.messages.iter().map(|message| tokens(&message.content)).sum(),
            Some(body) => tokens(&body.to_string()),
        };
        let usage = Usage { tokens_in, tokens_out, estimated: false };
        let tool_calls = matches!(self.mode, Mode::Good | Mode::Greedy | Mode::Slow(_))
            .then(|| general::tool_calls(request));
        Ok(Completion {
            tool_calls: tool_calls.flatten(),
            ..Completion::new(text, finish, usage, Duration::ZERO)
        })
    }
}

impl fmt::Debug for Scripted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Scripted").field("mode", &self.mode).field("asked", &self.asked()).finish()
    }
}

/// Four bytes a token, as in English prose.
fn tokens(text: &str) -> u64 {
    (text.len() as u64).div_ceil(4)
}
