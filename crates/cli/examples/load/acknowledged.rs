//! [`Acknowledged`]: what a server said it had done, and whether it has.

use std::collections::BTreeMap;

use crate::client::Client;

/// What is known of one memory.
#[derive(Clone)]
struct Known {
    scope: usize,
    /// The text that was acknowledged last.
    text: String,
    /// A text that was sent since, and not acknowledged: it may be there or not.
    sent: Option<String>,
    /// Whether its erasure was asked for, and whether that was acknowledged.
    erased: Option<bool>,
}

/// What a server said it had done, by id.
#[derive(Clone, Default)]
pub(crate) struct Acknowledged(BTreeMap<String, Known>);

impl Acknowledged {
    pub(crate) fn written(&mut self, scope: usize, id: String, text: String) {
        self.0.insert(id, Known { scope, text, sent: None, erased: None });
    }

    /// Remembers that an edit was sent, before it is.
    pub(crate) fn edits(&mut self, id: &str, text: &str) {
        self.0.get_mut(id).unwrap().sent = Some(text.to_owned());
    }

    pub(crate) fn edited(&mut self, id: &str) {
        let known = self.0.get_mut(id).unwrap();
        known.text = known.sent.take().unwrap();
    }

    /// Remembers that an erasure was sent, before it is.
    pub(crate) fn erases(&mut self, id: &str) {
        self.0.get_mut(id).unwrap().erased = Some(false);
    }

    pub(crate) fn erased(&mut self, id: &str) {
        self.0.get_mut(id).unwrap().erased = Some(true);
    }

    /// A memory that is still there.
    pub(crate) fn any_live(&self, from: usize) -> Option<String> {
        let live = || self.0.iter().filter(|(_, known)| known.erased.is_none() && known.sent.is_none());
        let count = live().count();
        (count > 0).then(|| live().nth(from % count).map(|(id, _)| id.clone()))?
    }

    pub(crate) fn extend(&mut self, other: Self) {
        self.0.extend(other.0);
    }

    /// How many memories were written, edited last by a text that was acknowledged or not, and erased.
    pub(crate) fn counts(&self) -> (usize, usize) {
        (self.0.len(), self.0.values().filter(|known| known.erased == Some(true)).count())
    }

    /// Asks for each of them, and returns how many are not as was acknowledged. What was not acknowledged may be or not;
    /// whichever it is, it is taken over.
    pub(crate) fn check(&mut self, client: impl Fn(usize) -> Client) -> usize {
        let mut wrong = 0;
        let mut clients: BTreeMap<usize, Client> = BTreeMap::new();
        for (id, known) in &mut self.0 {
            let found = clients.entry(known.scope).or_insert_with(|| client(known.scope)).text(id);
            let right = match (&found, known.erased) {
                (None, erased) => erased.is_some(),
                (Some(_), Some(true)) => false,
                (Some(text), _) => *text == known.text || known.sent.as_ref() == Some(text),
            };
            if !right {
                eprintln!("{id} is not as was acknowledged: there is {found:?}");
                wrong += 1;
            }
            known.sent = None;
            match found {
                Some(text) => (known.text, known.erased) = (text, None),
                None => known.erased = Some(true),
            }
        }
        wrong
    }
}
