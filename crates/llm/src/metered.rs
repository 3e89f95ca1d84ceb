//! [`Metered`]: a model under a budget, with an account.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use crate::{
    Account, Budget, Completion, Failure, FailureKind, Finish, LanguageModel, OverBudget, Price, Request,
    Unpriced, Usage,
};

/// A model that asks no more than a budget allows, and keeps an account of what it asks.
#[derive(Debug)]
pub struct Metered<M> {
    model: M,
    budget: Budget,
    price: Option<Price>,
    account: Mutex<Account>,
}

impl<M: LanguageModel> Metered<M> {
    /// Puts a model under a budget.
    ///
    /// # Errors
    /// [`Unpriced`] where the budget limits money, and there is no price.
    pub fn new(model: M, budget: Budget, price: Option<Price>) -> Result<Self, Unpriced> {
        budget.check(model.name(), price)?;
        Ok(Self::within(model, budget, price))
    }

    /// Puts a model under a budget that was checked ([`Budget::check`]). Without a price, a limit of money limits nothing.
    #[must_use]
    pub fn within(model: M, budget: Budget, price: Option<Price>) -> Self {
        Self { model, budget, price, account: Mutex::default() }
    }

    /// What was asked so far.
    #[must_use]
    pub fn account(&self) -> Account {
        self.book().clone()
    }

    /// Begins a new account, and returns the one so far.
    pub fn close_account(&self) -> Account {
        std::mem::take(&mut *self.book())
    }

    fn book(&self) -> MutexGuard<'_, Account> {
        self.account.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<M: LanguageModel> LanguageModel for Metered<M> {
    fn name(&self) -> &str {
        self.model.name()
    }

    fn complete(&self, request: &Request) -> Result<Completion, Failure> {
        let price = self.price.unwrap_or_default();
        let most = request.most();
        let reserved =
            self.budget.reserve(most.tokens_in, most.tokens_out, price).map_err(|over: OverBudget| {
                self.book().failure(FailureKind::OverBudget);
                Failure::new(FailureKind::OverBudget, over.to_string())
            })?;
        let begun = Instant::now();
        match self.model.complete(request) {
            Ok(completion) => {
                let money = reserved.settle(completion.usage);
                let mut book = self.book();
                book.call(completion.usage, self.price.map(|_| money), completion.latency);
                match completion.finish {
                    Finish::Stop => {}
                    Finish::Length => book.failure(FailureKind::Truncated),
                    Finish::Refused => book.failure(FailureKind::Refused),
                }
                Ok(completion)
            }
            Err(failure) => {
                // What was answered and cannot be read was paid for all the same; what was not answered, as far as is known,
                // was not.
                let usage = if failure.kind == FailureKind::Unusable { most } else { Usage::default() };
                let money = reserved.settle(usage);
                let mut book = self.book();
                book.call(usage, self.price.map(|_| money), begun.elapsed());
                book.failure(failure.kind);
                Err(failure)
            }
        }
    }

    fn unusable(&self) {
        self.book().failure(FailureKind::Unusable);
        self.model.unusable();
    }
}
