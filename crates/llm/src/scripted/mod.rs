//! A model without a model: rules that answer the three contracts well enough to exercise what is built on them. Its answers
//! say nothing about what any language model can do, and its name is `scripted`.

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
    mode: Mode,
    rules: Vec<Rule>,
    asked: AtomicUsize,
}

impl Scripted {
    /// A model that behaves in one way.
    #[must_use]
    pub fn new(mode: Mode) -> Self {
        Self { mode, rules: Vec::new(), asked: AtomicUsize::new(0) }
    }

    /// Adds a rule for requests that are none of the three contracts; the first that answers counts. A request that no rule
    /// answers gets `{}`.
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
            .unwrap_or_else(|| "{}".to_owned())
    }
}

impl LanguageModel for Scripted {
    fn name(&self) -> &str {
        "scripted"
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
        let tokens_in = request.messages.iter().map(|message| tokens(&message.content)).sum();
        let usage = Usage { tokens_in, tokens_out, estimated: false };
        Ok(Completion { text, finish, usage, latency: Duration::ZERO })
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
