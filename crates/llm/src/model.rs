//! [`LanguageModel`], the seam.

use std::ops::Deref;

use crate::{Completion, Failure, Request};

/// A language model that completes one chat at a time. May be asked from several threads.
pub trait LanguageModel: Send + Sync {
    /// Returns the model's name, as accounts and cassettes carry it.
    fn name(&self) -> &str;

    /// Completes a chat.
    ///
    /// # Errors
    /// [`Failure`] where nothing was answered: `unreachable`, `refused`, `over budget`, or `unusable` where what came is
    /// no completion. An answer that was cut off is a completion, and says so ([`Completion::finish`]).
    fn complete(&self, request: &Request) -> Result<Completion, Failure>;

    /// Is told, for the account, that a completion did not fit what it was asked for. Does nothing by default.
    fn unusable(&self) {}
}

/// Whatever leads to a model is one: a reference, a box, an `Arc`.
impl<P> LanguageModel for P
where
    P: Deref + Send + Sync,
    P::Target: LanguageModel,
{
    fn name(&self) -> &str {
        (**self).name()
    }

    fn complete(&self, request: &Request) -> Result<Completion, Failure> {
        (**self).complete(request)
    }

    fn unusable(&self) {
        (**self).unusable();
    }
}
