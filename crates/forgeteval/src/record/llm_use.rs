//! What a case, or several, took of the run's language model, by the run's own count.

use std::collections::BTreeMap;

use nepenthe_llm::{Account, FailureKind, Money};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// What a case, or several, took of the run's language model, by the run's own count.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct LlmUse {
    /// The model, as tables name it: `scripted`, `replay of MODEL`, `MODEL`.
    pub model: String,
    /// Completions asked for.
    pub calls: u64,
    /// Tokens of the prompts.
    pub tokens_in: u64,
    /// Tokens of the answers.
    pub tokens_out: u64,
    /// Calls whose tokens are upper bounds, since the endpoint did not say.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub estimated: u64,
    /// What it cost by the run's price, to the last part; absent where there is no price, or nothing was asked.
    #[serde(
        default,
        skip_serializing_if = "Option::is_none",
        serialize_with = "exact",
        deserialize_with = "read_exact"
    )]
    pub money: Option<Money>,
    /// The time that the calls took together, in microseconds.
    pub latency_us: u64,
    /// Answers that could not be used, by kind.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub failures: BTreeMap<FailureKind, u64>,
    /// Whether the system tells which answers it could not use. Otherwise only what the endpoint itself got wrong is counted as
    /// `unusable`.
    pub unusable_known: bool,
}

impl LlmUse {
    /// Writes down an account of a model of this label.
    #[must_use]
    pub fn new(model: &str, account: &Account, unusable_known: bool) -> Self {
        Self {
            model: model.to_owned(),
            calls: account.calls,
            tokens_in: account.tokens_in,
            tokens_out: account.tokens_out,
            estimated: account.estimated,
            money: account.money,
            latency_us: u64::try_from(account.latency.as_micros()).unwrap_or(u64::MAX),
            failures: account.failures.clone(),
            unusable_known,
        }
    }

    /// Adds another use of the same model.
    pub fn add(&mut self, other: &Self) {
        if self.model.is_empty() {
            self.model.clone_from(&other.model);
            self.unusable_known = other.unusable_known;
        }
        self.calls += other.calls;
        self.tokens_in = self.tokens_in.saturating_add(other.tokens_in);
        self.tokens_out = self.tokens_out.saturating_add(other.tokens_out);
        self.estimated += other.estimated;
        self.money = match (self.money, other.money) {
            (Some(one), Some(other)) => Some(one + other),
            (one, other) => one.or(other),
        };
        self.latency_us = self.latency_us.saturating_add(other.latency_us);
        for (kind, count) in &other.failures {
            *self.failures.entry(*kind).or_default() += count;
        }
        self.unusable_known &= other.unusable_known;
    }

    /// Returns the same without tokens and money.
    #[must_use]
    pub fn without_tokens(&self) -> Self {
        Self { tokens_in: 0, tokens_out: 0, estimated: 0, money: None, ..self.clone() }
    }

    /// Returns whether rules answered in the place of a model, now or when it was recorded.
    #[must_use]
    pub fn is_scripted(&self) -> bool {
        is_scripted(&self.model)
    }

    /// Returns the tokens of prompts and answers together.
    #[must_use]
    pub fn tokens(&self) -> u64 {
        self.tokens_in.saturating_add(self.tokens_out)
    }

    /// Returns how many calls gave nothing that could be used, in whatever way.
    #[must_use]
    pub fn of_no_use(&self) -> u64 {
        let failed = self.failures.iter().filter(|(kind, _)| **kind != FailureKind::OverBudget);
        failed.map(|(_, count)| count).sum()
    }

    /// Returns how many answers could not be used in one way.
    #[must_use]
    pub fn failed(&self, kind: FailureKind) -> u64 {
        self.failures.get(&kind).copied().unwrap_or(0)
    }
}

/// Returns whether a model's label is the scripted model's.
pub(crate) fn is_scripted(label: &str) -> bool {
    let model = label.strip_prefix("replay of ").unwrap_or(label);
    model == "scripted" || model.starts_with("scripted:")
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
fn is_zero(n: &u64) -> bool {
    *n == 0
}

#[expect(clippy::ref_option, reason = "serde hands over a reference")]
fn exact<S: Serializer>(money: &Option<Money>, serializer: S) -> Result<S::Ok, S::Error> {
    money.map(Money::exact).serialize(serializer)
}

fn read_exact<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Money>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    let money = Money::read_exact(&text);
    money.map(Some).ok_or_else(|| serde::de::Error::custom(format!("{text:?} is no amount of money")))
}
