//! [`Budget`]: a limit on calls, tokens and money that no call can exceed.

use std::fmt;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use crate::{Money, Price, Usage};

/// What may be spent; a limit that is not set does not limit.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Limits {
    /// How many completions may be asked for, however often each is posted.
    pub calls: Option<u64>,
    /// How many tokens, of prompts and answers together.
    pub tokens: Option<u64>,
    /// How much money, by the price table.
    pub money: Option<Money>,
}

/// What may be spent, and what is: shared by all clones, and by all threads.
///
/// Before a call, all that it could cost is reserved: an upper bound of its prompt and the longest answer it allows. A call for
/// which that is not left is not made. Afterwards what it did cost is settled. So no limit is exceeded by what was answered,
/// unless an endpoint answers at greater length than it was allowed.
///
/// A call is one completion, however often a client posts it: `OpenAi` repeats what may pass, 3 times by default, and as often
/// again without JSON mode where that is refused. Attempts that failed count as no tokens. Where an endpoint charges for those
/// too, a limit holds only without repetitions (`EndpointSettings::with_retries`).
#[derive(Debug, Clone, Default)]
pub struct Budget {
    limits: Limits,
    spent: Arc<Mutex<Spent>>,
}

/// What is spent or reserved.
#[derive(Debug, Clone, Copy, Default)]
struct Spent {
    calls: u64,
    tokens: u64,
    money: Money,
}

/// Why a call is not made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the next call could exceed the budget of {limit}: {left} left, {wanted} wanted")]
pub struct OverBudget {
    /// Which limit.
    pub limit: &'static str,
    /// What is left of it.
    pub left: String,
    /// What the call could take.
    pub wanted: String,
}

/// A budget of money for a model without a price could not be kept.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("a budget of money needs the price of {0}")]
pub struct Unpriced(String);

/// What is set aside for one call. Dropped without being settled, it gives the tokens and the money back, and not the call.
#[derive(Debug)]
pub struct Reservation {
    budget: Budget,
    price: Price,
    tokens: u64,
    money: Money,
}

impl Budget {
    /// A budget of which nothing is spent.
    #[must_use]
    pub fn new(limits: Limits) -> Self {
        Self { limits, spent: Arc::default() }
    }

    /// Enters what was spent before, by another process say. It may be more than the limits.
    pub fn spend(&self, calls: u64, tokens: u64, money: Money) {
        let mut spent = self.spent();
        spent.calls = spent.calls.saturating_add(calls);
        spent.tokens = spent.tokens.saturating_add(tokens);
        spent.money += money;
    }

    /// Checks that the limits can be kept for a model of this name: a limit of money needs a price.
    ///
    /// # Errors
    /// [`Unpriced`].
    pub fn check(&self, model: &str, price: Option<Price>) -> Result<(), Unpriced> {
        match (self.limits.money, price) {
            (Some(_), None) => Err(Unpriced(model.to_owned())),
            _ => Ok(()),
        }
    }

    /// What may be spent.
    #[must_use]
    pub fn limits(&self) -> Limits {
        self.limits
    }

    /// Sets aside what a call could take at most.
    ///
    /// # Errors
    /// [`OverBudget`] where that is not left; nothing is set aside then.
    pub fn reserve(&self, tokens_in: u64, tokens_out: u64, price: Price) -> Result<Reservation, OverBudget> {
        let (tokens, money) = (tokens_in.saturating_add(tokens_out), price.of(tokens_in, tokens_out));
        let mut spent = self.spent();
        let calls_left = self.limits.calls.map(|limit| limit.saturating_sub(spent.calls));
        fits("calls", calls_left, 1)?;
        fits("tokens", self.limits.tokens.map(|limit| limit.saturating_sub(spent.tokens)), tokens)?;
        fits("money", self.limits.money.map(|limit| limit.saturating_sub(spent.money)), money)?;
        spent.calls += 1;
        spent.tokens = spent.tokens.saturating_add(tokens);
        spent.money += money;
        drop(spent);
        Ok(Reservation { budget: self.clone(), price, tokens, money })
    }

    fn spent(&self) -> MutexGuard<'_, Spent> {
        self.spent.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn fits<T: PartialOrd + fmt::Display>(
    limit: &'static str,
    left: Option<T>,
    wanted: T,
) -> Result<(), OverBudget> {
    match left {
        Some(left) if left < wanted => {
            Err(OverBudget { limit, left: left.to_string(), wanted: wanted.to_string() })
        }
        _ => Ok(()),
    }
}

impl Reservation {
    /// Replaces what was set aside by what was taken. Returns what that cost.
    pub fn settle(self, usage: Usage) -> Money {
        let money = self.price.of(usage.tokens_in, usage.tokens_out);
        let mut spent = self.budget.spent();
        spent.tokens = spent.tokens.saturating_add(usage.tokens());
        spent.money += money;
        drop(spent);
        money
    }
}

impl Drop for Reservation {
    fn drop(&mut self) {
        let mut spent = self.budget.spent();
        spent.tokens = spent.tokens.saturating_sub(self.tokens);
        spent.money = spent.money.saturating_sub(self.money);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn usage(tokens_in: u64, tokens_out: u64) -> Usage {
        Usage { tokens_in, tokens_out, estimated: false }
    }

    fn price() -> Price {
        Price { million_in: Money::read("1").unwrap(), million_out: Money::read("2").unwrap() }
    }

    #[test]
    fn each_limit_stops_before_it_is_exceeded_and_says_which() {
        let tokens = Budget::new(Limits { tokens: Some(100), ..Limits::default() });
        tokens.reserve(40, 20, price()).unwrap().settle(usage(10, 20));
        let held = tokens.reserve(50, 20, price()).unwrap();
        let error = tokens.reserve(1, 0, price()).unwrap_err();
        assert_eq!((error.limit, error.left.as_str(), error.wanted.as_str()), ("tokens", "0", "1"));
        drop(held);
        assert!(tokens.reserve(50, 20, price()).is_ok());

        let calls = Budget::new(Limits { calls: Some(2), ..Limits::default() });
        drop(calls.reserve(1, 1, price()).unwrap());
        assert!(calls.clone().reserve(1, 1, price()).is_ok());
        assert_eq!(calls.reserve(1, 1, price()).unwrap_err().limit, "calls");

        let before = Budget::new(Limits { calls: Some(3), ..Limits::default() });
        before.spend(2, 0, Money::ZERO);
        drop(before.reserve(1, 1, price()).unwrap());
        assert!(before.reserve(1, 1, price()).is_err());

        let money = Budget::new(Limits { money: Money::read("0.00003"), ..Limits::default() });
        money.reserve(10, 10, price()).unwrap().settle(usage(10, 5));
        assert_eq!(money.reserve(1, 5, price()).unwrap_err().limit, "money");
        assert!(money.reserve(0, 5, price()).is_ok());
    }

    #[test]
    fn threads_together_do_not_exceed_it() {
        let budget = Budget::new(Limits { tokens: Some(1000), ..Limits::default() });
        let made: usize = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8)
                .map(|_| {
                    let budget = budget.clone();
                    scope.spawn(move || {
                        let ask = || {
                            budget.reserve(10, 20, Price::default()).map(|held| held.settle(usage(10, 10)))
                        };
                        (0..100).filter(|_| ask().is_ok()).count()
                    })
                })
                .collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).sum()
        });
        // 20 tokens each; the last ones may not be had, since 30 must be free at a time.
        assert!((40..=50).contains(&made), "{made}");
        assert!(budget.spent().tokens <= 1000);
    }
}
