//! Embedding each text of a plan once: what is asked for is looked for, compared, and looked for again.

use std::cell::RefCell;
use std::collections::HashMap;

use super::{EmbedError, Embedder, embed_checked};

/// The vectors of a plan that is being made.
#[derive(Default)]
struct Plan {
    /// Texts that are likely to be embedded if any is.
    expected: Vec<String>,
    vectors: HashMap<String, Vec<f32>>,
}

thread_local! {
    /// Of the plan that this thread makes, if it makes one.
    static PLAN: RefCell<Option<Plan>> = const { RefCell::new(None) };
}

/// Forgets the vectors, whatever ends the plan.
struct End(Option<Plan>);

impl Drop for End {
    fn drop(&mut self) {
        PLAN.with(|plan| *plan.borrow_mut() = self.0.take());
    }
}

/// Makes a plan with one embedder, which embeds each text once, and `expected` ones together.
pub(crate) fn once<T>(expected: &[&str], make: impl FnOnce() -> T) -> T {
    let expected = expected.iter().map(|&text| text.to_owned()).collect();
    let plan = Plan { expected, ..Plan::default() };
    let _end = End(PLAN.with(|outer| outer.borrow_mut().replace(plan)));
    make()
}

/// Embeds texts, in a plan those that it has not met.
pub(crate) fn embed_once(embedder: &dyn Embedder, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
    let met = PLAN.with(|plan| {
        let plan = plan.borrow();
        let plan = plan.as_ref()?;
        let new = texts.iter().copied().filter(|text| !plan.vectors.contains_key(*text));
        let mut new: Vec<String> = new.map(str::to_owned).collect();
        if !new.is_empty() {
            new.extend(plan.expected.iter().filter(|text| !plan.vectors.contains_key(*text)).cloned());
        }
        new.sort_unstable();
        new.dedup();
        Some(new)
    });
    let Some(new) = met else { return embed_checked(embedder, texts) };
    let vectors = embed_checked(embedder, &new.iter().map(String::as_str).collect::<Vec<_>>())?;
    PLAN.with(|plan| {
        let mut plan = plan.borrow_mut();
        let Some(plan) = plan.as_mut() else { return Ok(Vec::new()) };
        plan.vectors.extend(new.into_iter().zip(vectors));
        Ok(texts.iter().filter_map(|text| plan.vectors.get(*text).cloned()).collect())
    })
}

#[cfg(test)]
mod tests {
    use std::sync::Mutex;

    use super::*;

    /// Notes what it is asked.
    #[derive(Default)]
    struct Noted(Mutex<Vec<Vec<String>>>);

    impl Embedder for Noted {
        fn name(&self) -> &str {
            "noted"
        }

        fn dimension(&self) -> usize {
            1
        }

        fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
            let mut asked = self.0.lock().unwrap();
            asked.push(texts.iter().map(|&text| text.to_owned()).collect());
            if texts.contains(&"bad") {
                return Err(EmbedError::Inference("bad".into()));
            }
            #[expect(clippy::cast_precision_loss, reason = "short texts")]
            Ok(texts.iter().map(|text| vec![text.len() as f32]).collect())
        }
    }

    impl Noted {
        fn asked(&self) -> Vec<Vec<String>> {
            self.0.lock().unwrap().clone()
        }
    }

    #[test]
    fn in_a_plan_each_text_is_embedded_once_and_the_expected_together() {
        let noted = Noted::default();
        once(&["request", "new one"], || {
            assert!(noted.asked().is_empty());
            assert_eq!(embed_once(&noted, &["request"]).unwrap(), [[7.0]]);
            assert_eq!(embed_once(&noted, &["new one", "ab", "ab"]).unwrap(), [[7.0], [2.0], [2.0]]);
            assert_eq!(embed_once(&noted, &["ab", "request"]).unwrap(), [[2.0], [7.0]]);
        });
        assert_eq!(noted.asked(), [vec!["new one", "request"], vec!["ab"]]);
    }

    #[test]
    fn nothing_is_kept_behind_a_plan() {
        let noted = Noted::default();
        once(&[], || embed_once(&noted, &["a"]).unwrap());
        once(&[], || embed_once(&noted, &["a"]).unwrap());
        embed_once(&noted, &["a"]).unwrap();
        embed_once(&noted, &["a"]).unwrap();
        assert_eq!(noted.asked().len(), 4);
        PLAN.with(|plan| assert!(plan.borrow().is_none()));
    }

    #[test]
    fn a_failure_is_told_and_not_kept() {
        let noted = Noted::default();
        once(&["bad"], || {
            assert!(embed_once(&noted, &["a"]).is_err());
            assert!(embed_once(&noted, &[]).unwrap().is_empty());
        });
        once(&[], || assert!(embed_once(&noted, &["a"]).is_ok()));
    }

    #[test]
    fn a_plan_within_a_plan_has_its_own_and_a_panic_ends_it() {
        let noted = Noted::default();
        once(&[], || {
            embed_once(&noted, &["a"]).unwrap();
            once(&[], || embed_once(&noted, &["a"]).unwrap());
            embed_once(&noted, &["a"]).unwrap();
        });
        assert_eq!(noted.asked().len(), 2);
        assert!(std::panic::catch_unwind(|| once(&[], || panic!("expected by this test"))).is_err());
        PLAN.with(|plan| assert!(plan.borrow().is_none()));
    }
}
