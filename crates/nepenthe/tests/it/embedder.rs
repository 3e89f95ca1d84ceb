//! Embedders that differ from the store's, fail, or answer wrongly; and rebuilding the vectors.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use nepenthe::embed::{EmbedError, Embedder, NoEmbedder};
use nepenthe::{
    Access, ApplyError, ImportError, Include, InscribeError, Mutation, NewMemory, OpenError, PlanError,
    RecallError, RecallMode, RecallOptions, ReembedError, StorageError, Store, Target,
};

use crate::support::{
    BagOfWords, MODES, Place, StepClock, assert_sound, change, everything, exported, options, view,
};

/// Another name for the same vectors.
struct Renamed;

impl Embedder for Renamed {
    fn name(&self) -> &str {
        "another"
    }
    fn dimension(&self) -> usize {
        64
    }
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        BagOfWords(64).embed(texts)
    }
}

/// A bag of words that breaks its contract when told to.
#[derive(Clone, Default)]
struct Faulty(Arc<AtomicUsize>);

const FAULTS: [&str; 7] = ["right", "fails", "too few", "too many", "too short", "NaN", "infinite"];

impl Faulty {
    fn set(&self, fault: usize) {
        self.0.store(fault, Ordering::SeqCst);
    }
}

impl Embedder for Faulty {
    fn name(&self) -> &str {
        "bag-of-words"
    }
    fn dimension(&self) -> usize {
        8
    }
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let mut vectors = BagOfWords(8).embed(texts)?;
        match FAULTS[self.0.load(Ordering::SeqCst)] {
            "fails" => return Err(EmbedError::Inference("no".into())),
            "too few" => drop(vectors.pop()),
            "too many" => vectors.push(vec![0.0; 8]),
            "too short" => drop(vectors.last_mut().unwrap().pop()),
            "NaN" => vectors.last_mut().unwrap()[3] = f32::NAN,
            "infinite" => vectors[0][0] = f32::INFINITY,
            _ => {}
        }
        Ok(vectors)
    }
}

#[test]
fn a_wrong_answer_of_the_embedder_is_an_error_and_nothing_is_written() {
    let clock = StepClock::new();
    let faulty = Faulty::default();
    let store = Store::open_in_memory(options(&clock).with_embedder(faulty.clone())).unwrap();
    let scope = store.scope("a").unwrap();
    let id = scope.inscribe("a text").unwrap();
    let lines = exported(&scope);
    let other = store.scope("b").unwrap();
    let edit = scope.plan(Mutation::edit(id, "edited")).unwrap();
    let supersede = scope.plan(Mutation::supersede(id, "new")).unwrap();
    let before = view(&scope);
    for (fault, what) in FAULTS.iter().enumerate().skip(1) {
        faulty.set(fault);
        let batch = ["one", "two", "three"].map(NewMemory::from);
        assert!(matches!(scope.inscribe("one"), Err(InscribeError::Embed(_))), "{what}");
        assert!(matches!(scope.inscribe_batch(&batch, &mut |_| {}), Err(InscribeError::Embed(_))), "{what}");
        assert!(matches!(scope.recall("text", 3), Err(RecallError::Embed(_))), "{what}");
        assert!(
            matches!(scope.plan(Mutation::release("text")), Err(PlanError::Recall(RecallError::Embed(_)))),
            "{what}"
        );
        assert!(matches!(scope.apply(edit.clone()), Err(ApplyError::Embed(_))), "{what}");
        assert!(matches!(scope.apply(supersede.clone()), Err(ApplyError::Embed(_))), "{what}");
        assert!(matches!(other.import(lines.as_bytes(), &mut |_| {}), Err(ImportError::Embed(_))), "{what}");
        // What needs no vector works without the embedder: forgetting above all.
        let lexical = RecallOptions::new(3).with_mode(RecallMode::Lexical);
        assert_eq!(scope.recall_with("text", &lexical).unwrap().len(), 1, "{what}");
        assert!(scope.plan(Mutation::purge("text")).is_ok(), "{what}");
    }
    assert_eq!(view(&scope), before);
    assert!(other.list(Include::All).unwrap().is_empty());
    change(&scope, Mutation::purge(id));
    faulty.set(0);
    scope.inscribe("right again").unwrap();
    assert_sound(&store);
}

#[test]
fn vectors_handed_in_must_fit() {
    let clock = StepClock::new();
    let store = Store::open_in_memory(options(&clock).with_embedder(BagOfWords(3))).unwrap();
    let scope = store.scope("a").unwrap();
    let two = ["one", "two"].map(NewMemory::from);
    let good = vec![1.0, 0.0, 0.0];
    for bad in [
        vec![],
        vec![good.clone()],
        vec![good.clone(), good.clone(), good.clone()],
        vec![good.clone(), vec![1.0, 0.0]],
        vec![good.clone(), vec![1.0, 0.0, f32::NAN]],
        vec![vec![f32::INFINITY, 0.0, 0.0], good.clone()],
    ] {
        assert!(matches!(
            scope.inscribe_with_vectors(&two, &bad),
            Err(InscribeError::Vectors { memories: 2, dimension: 3, .. })
        ));
    }
    assert!(scope.list(Include::All).unwrap().is_empty());
    assert_eq!(scope.inscribe_with_vectors(&two, &[good.clone(), good]).unwrap().len(), 2);
    assert_sound(&store);
}

#[test]
fn a_store_opens_with_its_own_embedder_alone_and_says_which() {
    let (place, clock) = (Place::new(), StepClock::new());
    assert_eq!(Store::embedder_of(&place.path).unwrap(), None);
    let store = Store::open(&place.path, options(&clock)).unwrap();
    store.scope("a").unwrap().inscribe("text").unwrap();
    let stored = Store::embedder_of(&place.path).unwrap().unwrap();
    assert_eq!((stored.name.as_str(), stored.dimension), ("bag-of-words", 64));
    for wrong in [
        options(&clock).with_embedder(BagOfWords(32)),
        options(&clock).with_embedder(Renamed),
        options(&clock).with_embedder(NoEmbedder),
    ] {
        match Store::open(&place.path, wrong) {
            Err(error @ OpenError::EmbedderMismatch { .. }) => {
                let message = error.to_string();
                assert!(message.contains("bag-of-words") && message.contains("reembed"), "{message}");
            }
            other => panic!("{other:?}"),
        }
    }
    assert_sound(&store);
}

#[test]
fn rebuilding_the_vectors_to_another_dimension_to_none_and_back_keeps_everything() {
    let (place, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&place.path, options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let memories: Vec<NewMemory> = (0..150).map(|n| NewMemory::new(format!("text {n}"))).collect();
    let ids = scope.inscribe_batch(&memories, &mut |_| {}).unwrap();
    let soon = clock.seconds_from_now(5);
    scope.inscribe(NewMemory::new("text that expires").with_expiry(soon)).unwrap();
    change(&scope, Mutation::release(ids[..50].to_vec()));
    clock.step_seconds(10);
    change(&scope, Mutation::edit(ids[60], "text edited"));
    change(&scope, Mutation::purge(ids[140..].to_vec()));
    let then = clock.seconds_from_now(-10);
    let (before, was) = (view(&scope), exported(&scope));
    drop((scope, store));
    for dimension in [16, 0, 64, 64, 3] {
        let mut done = Vec::new();
        let mut count = |progress: nepenthe::Progress| done.push((progress.done, progress.total));
        let options = match dimension {
            0 => options(&clock).with_embedder(NoEmbedder),
            dimension => options(&clock).with_embedder(BagOfWords(dimension)),
        };
        let store = Store::reembed(&place.path, options, &mut count).unwrap();
        assert_eq!(done.last(), Some(&(142, 142)));
        assert_eq!(Store::embedder_of(&place.path).unwrap().unwrap().dimension, dimension);
        let scope = store.scope("a").unwrap();
        assert_eq!((view(&scope), exported(&scope)), (before.clone(), was.clone()));
        for mode in MODES {
            if dimension == 0 && mode == RecallMode::Vector {
                continue;
            }
            let options = everything().with_mode(mode);
            assert_eq!(scope.recall_with("text", &options).unwrap().len(), 90, "{dimension} {mode:?}");
            let hits = scope.recall_with("text 7", &options.as_of(then)).unwrap();
            // What has expired since was still there.
            assert_eq!(hits.len(), 91, "{dimension} {mode:?}");
        }
        assert_sound(&store);
    }
    // What is written now has a vector like the rest.
    let store = Store::open(&place.path, options(&clock).with_embedder(BagOfWords(3))).unwrap();
    let scope = store.scope("a").unwrap();
    let id = scope.inscribe("text written now").unwrap();
    assert_eq!(scope.recall("text written now", 1).unwrap()[0].memory.id, id);
    assert_sound(&store);
}

#[test]
fn after_a_reembed_the_old_embedder_is_refused_until_the_store_is_opened_again() {
    let (place, clock) = (Place::new(), StepClock::new());
    let old = Store::open(&place.path, options(&clock)).unwrap();
    let scope = old.scope("a").unwrap();
    let id = scope.inscribe("text").unwrap();
    let plan = scope.plan(Mutation::purge(id)).unwrap();
    for (dimension, name) in [(16, "bag-of-words"), (0, "none")] {
        let options = options(&clock);
        let options = match dimension {
            0 => options.with_embedder(NoEmbedder),
            dimension => options.with_embedder(BagOfWords(dimension)),
        };
        let new = Store::reembed(&place.path, options, &mut |_| {}).unwrap();
        let refused = |error: StorageError| {
            assert!(matches!(&error, StorageError::Reembedded(now) if now == name), "{error:?}");
        };
        match scope.inscribe("more") {
            Err(InscribeError::Storage(error)) => refused(error),
            other => panic!("{other:?}"),
        }
        match scope.apply(plan.clone()) {
            Err(ApplyError::Storage(error)) => refused(error),
            other => panic!("{other:?}"),
        }
        match scope.recall("text", 3) {
            Err(RecallError::Storage(error)) => refused(error),
            other => panic!("{other:?}"),
        }
        refused(old.flush().unwrap_err());
        // Reading by id and by words needs no vector.
        assert_eq!(scope.get(id).unwrap().text, "text");
        assert_eq!(
            scope.recall_with("text", &RecallOptions::new(3).with_mode(RecallMode::Lexical)).unwrap().len(),
            1
        );
        assert_sound(&old);
        assert_eq!(new.scope("a").unwrap().list(Include::All).unwrap().len(), 1);
    }
}

#[test]
fn a_reembed_that_fails_leaves_the_old_vectors() {
    let (place, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&place.path, options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    for n in 0..100 {
        scope.inscribe(format!("text {n}")).unwrap();
    }
    let answer = |scope: &nepenthe::Scope| format!("{:?}", scope.recall("text 7", 20).unwrap());
    let before = answer(&scope);
    for fault in 1..FAULTS.len() {
        let faulty = Faulty::default();
        faulty.set(fault);
        let result = Store::reembed(&place.path, options(&clock).with_embedder(faulty), &mut |_| {});
        assert!(matches!(result, Err(ReembedError::Embed(_))), "{result:?}");
        assert_eq!(answer(&scope), before);
    }
    assert_sound(&store);
    let missing = place.beside("missing.db");
    let result = Store::reembed(&missing, options(&clock).with_access(Access::Existing), &mut |_| {});
    assert!(matches!(result, Err(ReembedError::Open(OpenError::NotFound(_)))));
    assert!(!missing.exists());
}

#[test]
fn what_is_written_while_a_reembed_runs_is_reembedded_too() {
    let (place, clock) = (Place::new(), StepClock::new());
    let store = Store::open(&place.path, options(&clock)).unwrap();
    let scope = store.scope("a").unwrap();
    let first = scope.inscribe("text to be purged").unwrap();
    let ids: Vec<_> = (0..100).map(|n| scope.inscribe(format!("text {n}")).unwrap()).collect();
    let mut once = false;
    let new = Store::reembed(&place.path, options(&clock).with_embedder(BagOfWords(16)), &mut |_| {
        if !std::mem::replace(&mut once, true) {
            change(&scope, Mutation::purge(first));
            change(&scope, Mutation::edit(ids[3], "text edited meanwhile"));
            change(&scope, Mutation::release(Target::Ids(ids[50..60].to_vec())));
            scope.inscribe("text written meanwhile").unwrap();
        }
    })
    .unwrap();
    assert_sound(&new);
    let scope = new.scope("a").unwrap();
    let hits = scope.recall_with("text", &everything().with_mode(RecallMode::Vector)).unwrap();
    assert_eq!(hits.len(), 91);
    assert_eq!(scope.recall("written meanwhile", 1).unwrap()[0].memory.text, "text written meanwhile");
}
