use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use forgeteval::adapter::{CachedEmbedder, Rows};
use forgeteval::run::Options;
use forgeteval::score::Verdict;
use forgeteval::suite::Suite;
use nepenthe::embed::{EmbedError, Embedder, NoEmbedder};

use crate::support::{HashedWords, case, systems_with, verdicts};

/// Counts the texts and calls that reach it.
#[derive(Default)]
struct Counting {
    texts: AtomicUsize,
    calls: AtomicUsize,
}

impl Embedder for Counting {
    fn name(&self) -> &str {
        "counting"
    }

    fn dimension(&self) -> usize {
        HashedWords.dimension()
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.texts.fetch_add(texts.len(), Ordering::Relaxed);
        self.calls.fetch_add(1, Ordering::Relaxed);
        HashedWords.embed(texts)
    }
}

/// Answers too little, or not at all.
struct Broken {
    vectors: usize,
}

impl Embedder for Broken {
    fn name(&self) -> &str {
        "broken"
    }

    fn dimension(&self) -> usize {
        64
    }

    fn embed(&self, _texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        match self.vectors {
            0 => Err(EmbedError::Inference("out of order".to_owned())),
            n => Ok(vec![vec![1.0; 64]; n]),
        }
    }
}

#[test]
fn a_text_is_embedded_once_and_a_batch_holds_only_new_ones() {
    let counting = Arc::new(Counting::default());
    let cached = CachedEmbedder::new(counting.clone());
    let first = cached.embed(&["a b", "c", "a b"]).unwrap();
    let second = cached.embed(&["c", "d e", "a b"]).unwrap();
    assert_eq!(first[0], first[2]);
    assert_eq!((&second[0], &second[2]), (&first[1], &first[0]));
    assert_eq!(second, HashedWords.embed(&["c", "d e", "a b"]).unwrap());
    assert_eq!(cached.embed(&[]).unwrap(), Vec::<Vec<f32>>::new());
    assert_eq!(cached.embed(&["c"]).unwrap().len(), 1);
    assert_eq!((counting.texts.load(Ordering::Relaxed), counting.calls.load(Ordering::Relaxed)), (3, 2));
    assert_eq!((cached.embedded(), cached.hits()), (3, 4));
}

#[test]
fn rows_are_ranked_by_cosine_and_ties_keep_their_order() {
    let mut rows = Rows::new(Arc::new(CachedEmbedder::new(Arc::new(HashedWords))));
    rows.extend(&["red boat", "same words", "words same", "blue boat"].map(str::to_owned));
    assert_eq!(rows.recall("blue boat", 1).unwrap(), ["blue boat"]);
    assert_eq!(rows.recall("same words", 2).unwrap(), ["same words", "words same"]);
    assert_eq!(rows.recall("anything", 9).unwrap(), ["red boat", "same words", "words same", "blue boat"]);
}

#[test]
fn rows_without_vectors_keep_their_order() {
    let mut rows = Rows::new(Arc::new(CachedEmbedder::new(Arc::new(NoEmbedder))));
    rows.extend(&["one", "two", "three"].map(str::to_owned));
    assert_eq!(rows.recall("three", 2).unwrap(), ["one", "two"]);
}

#[test]
fn an_embedder_that_fails_fails_the_case() {
    let facts = ["tea one", "tea two"];
    let suite = Suite::new("s", vec![case("a", &facts, &[], &["tea"], &[])]).unwrap();
    let options = Options { k: 1, ..Options::default() };
    for (vectors, expected) in [(0, "out of order"), (1, "1 vectors for 3 texts")] {
        let record = &verdicts(&suite, &systems_with(&["keep"], Arc::new(Broken { vectors })), &options)[0];
        assert_eq!(record.judged.published.verdict, Verdict::Fail);
        assert!(record.error.as_deref().unwrap().contains(expected), "{:?}", record.error);
    }
}
