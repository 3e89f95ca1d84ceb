//! A question to a person, and whether what went is what was shown.

use super::script::Watches;
use crate::adapter::{Adapter, AdapterError, Shown};
use crate::score::ConsentAnswer;

/// A question to a person about an erasure.
pub(super) struct Consent<'a> {
    pub(super) query: &'a str,
    pub(super) yes: bool,
    pub(super) meanwhile: &'a [String],
    /// What the case has written before, in any scope.
    pub(super) written: &'a [&'a String],
}

impl Consent<'_> {
    /// Has the person asked. A text is there where a recall of it answers it as it stands; so one that the memory keeps in
    /// other words, or another scope holds, counts neither as shown nor as gone.
    pub(super) fn ask(
        &self,
        memory: &mut dyn Adapter,
        k: usize,
        watches: &mut Watches,
    ) -> Result<ConsentAnswer, AdapterError> {
        let Self { query, yes, meanwhile, written } = *self;
        let mut before: Vec<&String> = Vec::new();
        for text in written {
            if !before.contains(text) && is_there(memory, text, k, watches)? {
                before.push(text);
            }
        }
        let told = watches.calls.time(|| memory.consent(query, yes, meanwhile))?;
        let mut answer = ConsentAnswer::default();
        for text in before.into_iter().chain(meanwhile) {
            if !is_there(memory, text, k, watches)? {
                answer.went.push(text.clone());
            }
        }
        for Shown { text, after } in told {
            if let Some(after) = after.filter(|_| yes)
                && !is_there(memory, &after, k, watches)?
            {
                answer.missing.push(after);
            }
            answer.shown.push(text);
        }
        Ok(answer)
    }
}

fn is_there(
    memory: &mut dyn Adapter,
    text: &str,
    k: usize,
    watches: &mut Watches,
) -> Result<bool, AdapterError> {
    let embedder = memory.times().embedder;
    let recalled = watches.probing.time(|| memory.recall(text, k))?;
    watches.probes_embedder += memory.times().embedder.saturating_sub(embedder);
    Ok(recalled.iter().take(k).any(|recalled| recalled == text))
}
