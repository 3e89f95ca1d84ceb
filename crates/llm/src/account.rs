//! [`Account`]: what was asked, and what it took.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Serialize;

use crate::{FailureKind, Money, Usage};

/// What was asked of a model, and what it took. Accounts add up.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Account {
    /// Completions asked for, however often each was posted. What was over budget is none.
    pub calls: u64,
    /// Tokens of the prompts.
    pub tokens_in: u64,
    /// Tokens of the answers.
    pub tokens_out: u64,
    /// Calls whose tokens are our upper bounds, since the endpoint did not say.
    pub estimated: u64,
    /// What it cost, by the price table; `None` where there is no price.
    pub money: Option<Money>,
    /// The time that calls took, together.
    #[serde(serialize_with = "seconds")]
    pub latency: Duration,
    /// Answers that could not be used, by kind.
    pub failures: BTreeMap<FailureKind, u64>,
}

fn seconds<S: serde::Serializer>(latency: &Duration, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_f64(latency.as_secs_f64())
}

impl Account {
    /// Enters a call, with what it took.
    pub fn call(&mut self, usage: Usage, money: Option<Money>, latency: Duration) {
        self.calls += 1;
        self.tokens_in = self.tokens_in.saturating_add(usage.tokens_in);
        self.tokens_out = self.tokens_out.saturating_add(usage.tokens_out);
        self.estimated += u64::from(usage.estimated);
        self.money = sum(self.money, money);
        self.latency += latency;
    }

    /// Enters an answer that could not be used.
    pub fn failure(&mut self, kind: FailureKind) {
        *self.failures.entry(kind).or_default() += 1;
    }

    /// Adds another account.
    pub fn add(&mut self, other: &Self) {
        self.calls += other.calls;
        self.tokens_in = self.tokens_in.saturating_add(other.tokens_in);
        self.tokens_out = self.tokens_out.saturating_add(other.tokens_out);
        self.estimated += other.estimated;
        self.money = sum(self.money, other.money);
        self.latency += other.latency;
        for (kind, count) in &other.failures {
            *self.failures.entry(*kind).or_default() += count;
        }
    }

    /// How many answers could not be used.
    #[must_use]
    pub fn failed(&self) -> u64 {
        self.failures.values().sum()
    }
}

fn sum(one: Option<Money>, other: Option<Money>) -> Option<Money> {
    match (one, other) {
        (None, None) => None,
        (one, other) => Some(one.unwrap_or_default() + other.unwrap_or_default()),
    }
}

impl fmt::Display for Account {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let calls = if self.calls == 1 { "call" } else { "calls" };
        write!(f, "{} {calls}, {} tokens in, {} out", self.calls, self.tokens_in, self.tokens_out)?;
        if self.estimated > 0 {
            write!(f, " (of {} at most)", self.estimated)?;
        }
        if let Some(money) = self.money {
            write!(f, ", {money}")?;
        }
        write!(f, ", {:.1} s", self.latency.as_secs_f64())?;
        for (kind, count) in &self.failures {
            write!(f, ", {count} {kind}")?;
        }
        Ok(())
    }
}
