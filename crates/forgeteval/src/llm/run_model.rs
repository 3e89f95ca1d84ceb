//! The model that all systems of a run ask.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use nepenthe_llm::{Budget, LanguageModel, Price, Unpriced};

use super::{ModelMeter, Origin};

/// The model that all systems of a run ask: one budget, one price, and a meter for each system.
pub struct RunModel {
    model: Arc<dyn LanguageModel>,
    origin: Origin,
    budget: Budget,
    price: Option<Price>,
    meters: Mutex<BTreeMap<String, Arc<ModelMeter>>>,
}

impl RunModel {
    /// Takes the model of a run.
    ///
    /// # Errors
    /// [`Unpriced`] where the budget limits money, and there is no price.
    pub fn new(
        model: Arc<dyn LanguageModel>,
        origin: Origin,
        budget: Budget,
        price: Option<Price>,
    ) -> Result<Self, Unpriced> {
        budget.check(model.name(), price)?;
        Ok(Self { model, origin, budget, price, meters: Mutex::default() })
    }

    /// Returns the model's name.
    #[must_use]
    pub fn name(&self) -> &str {
        self.model.name()
    }

    /// Returns where its answers come from.
    #[must_use]
    pub fn origin(&self) -> &Origin {
        &self.origin
    }

    /// Returns how tables name it.
    #[must_use]
    pub fn label(&self) -> String {
        self.origin.label(self.name())
    }

    /// Returns what may be spent, and is, by all systems together.
    #[must_use]
    pub fn budget(&self) -> &Budget {
        &self.budget
    }

    /// Returns what it costs, where that is known.
    #[must_use]
    pub fn price(&self) -> Option<Price> {
        self.price
    }

    /// Returns the meter of a system, by its name.
    #[must_use]
    pub fn meter(&self, system: &str) -> Arc<ModelMeter> {
        let mut meters = self.lock();
        let new = || {
            let model = Arc::clone(&self.model);
            Arc::new(ModelMeter::new(system, self.label(), model, self.budget.clone(), self.price))
        };
        Arc::clone(meters.entry(system.to_owned()).or_insert_with(new))
    }

    /// Returns the meter that a system has already.
    #[must_use]
    pub fn known(&self, system: &str) -> Option<Arc<ModelMeter>> {
        self.lock().get(system).cloned()
    }

    /// Returns the meters of all systems that have one.
    #[must_use]
    pub fn meters(&self) -> Vec<Arc<ModelMeter>> {
        self.lock().values().cloned().collect()
    }

    fn lock(&self) -> MutexGuard<'_, BTreeMap<String, Arc<ModelMeter>>> {
        self.meters.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
