//! Every operation, called once or more: what it takes and answers fits its schema, is read back as it was, and its `Debug`
//! shows no text.

use std::collections::BTreeSet;
use std::fmt::Debug;

use nepenthe::receipt::note::SigningKey;
use nepenthe::{Backup, Options, Scope, Store};
use nepenthe_ops::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use crate::schema::fits;

/// Stands in every text of these tests.
const SECRET: &str = "hush-4711";

/// The operations that were called.
#[derive(Default)]
struct Called(BTreeSet<&'static str>);

impl Called {
    #[track_caller]
    fn with<I, O>(&mut self, name: &str, input: &I, output: &O)
    where
        I: Serialize + DeserializeOwned + PartialEq + Debug,
        O: Serialize + DeserializeOwned + PartialEq + Debug,
    {
        let operation = Operation::named(name).unwrap();
        same(input, operation.input().as_value());
        same(output, operation.output().as_value());
        self.0.insert(operation.name);
    }

    /// Plans and applies.
    #[track_caller]
    fn change<I>(&mut self, name: &str, input: I, plan: impl Fn(I) -> Result<Planned, OpError>) -> Outcome
    where
        I: Serialize + DeserializeOwned + PartialEq + Debug + Clone,
    {
        let operation = Operation::named(name).unwrap();
        let planned = plan(input.clone()).unwrap();
        assert_eq!(planned.right(), operation.right, "{name}");
        assert!(!format!("{planned:?}").contains(SECRET));
        planned.refuse_empty().unwrap();
        let shown = planned.plan().unwrap();
        same(&shown, operation.plan().unwrap().as_value());
        as_the_engine(&shown, planned.engine());
        let outcome = apply(planned, &ApplyInput { agreed: true, asked: true }).unwrap();
        assert!(!outcome.changes.is_empty(), "{name}");
        // The keys of the commitments are in no JSON.
        let mut shown = outcome.clone();
        shown.erasure.iter_mut().for_each(|erasure| erasure.openings = Openings::default());
        self.with(name, &input, &shown);
        outcome
    }
}

#[track_caller]
fn same<T: Serialize + DeserializeOwned + PartialEq + Debug>(value: &T, schema: &Value) {
    let json = serde_json::to_string(value).unwrap();
    fits(&serde_json::from_str(&json).unwrap(), schema);
    let back: T = serde_json::from_str(&json).unwrap();
    assert!(&back == value, "{json}");
    assert_eq!(serde_json::to_string(&back).unwrap(), json);
    assert!(!format!("{value:?}").contains(SECRET), "{value:?}");
}

/// The engine's own JSON is the same, but for what is added here.
#[track_caller]
fn as_the_engine(ours: &impl Serialize, engines: &impl Serialize) {
    let mut ours = serde_json::to_value(ours).unwrap();
    let engines = serde_json::to_value(engines).unwrap();
    if let Some(object) = ours.as_object_mut().filter(|object| object.get("account") == Some(&Value::Null)) {
        object.remove("account");
        ["sure", "min_confidence", "unsure"].into_iter().for_each(|added| drop(object.remove(added)));
    }
    let steps = ours.get_mut("steps").and_then(Value::as_array_mut);
    for step in steps.into_iter().flatten().filter_map(Value::as_object_mut) {
        if step.get("confidence") == Some(&Value::Null) {
            step.remove("confidence");
        }
    }
    assert_eq!(ours, engines);
}

fn silent() -> impl FnMut(nepenthe::Progress) {
    |_| {}
}

fn memories(texts: &[&str]) -> InscribeInput {
    let memories = texts.iter().map(|text| NewMemory::from(format!("{text} {SECRET}").as_str())).collect();
    InscribeInput { memories, ..InscribeInput::default() }
}

fn words(words: &str) -> Target {
    Target::Words(words.into())
}

fn changed(called: &mut Called, scope: &Scope) -> Outcome {
    let new = NewMemory {
        source: Some(format!("chat {SECRET}").as_str().into()),
        metadata: Some(Metadata(json!({ "note": SECRET, "n": 1.5 }).as_object().unwrap().clone())),
        expires: Some("2099-01-01T00:00:00Z".parse().unwrap()),
        ..NewMemory::from(format!("Alice works at Hooli. {SECRET}").as_str())
    };
    let target = words("Alice works at Initech");
    called.change(
        "supersede",
        SupersedeInput { target, new, returning: Returning::Refuse, min_confidence: Some(0.25) },
        |input| supersede(scope, input),
    );
    let target = words("parking permit");
    let released = called
        .change("release", ReleaseInput { target, min_confidence: None }, |input| release(scope, input));
    let target = Target::Ids(vec![released.changes[0].id]);
    called.change("restore", RestoreInput { target, returning: Returning::Quarantine }, |input| {
        restore(scope, input)
    });
    let release = |words: &str| {
        let target = Target::Words(words.into());
        release(scope, ReleaseInput { target, min_confidence: None }).unwrap()
    };
    let saved = release("parking permit").save(jiff::Timestamp::now()).unwrap();
    assert!(saved.right() == Right::Write && !format!("{saved:?}").contains(SECRET));
    let input = ApplyPlanInput { saved, asked: true };
    let done = apply_plan(scope, input.clone()).unwrap();
    assert_eq!(done.changes[0].id, released.changes[0].id);
    called.with("apply_plan", &input, &done);
    restore(
        scope,
        RestoreInput { target: Target::Ids(vec![done.changes[0].id]), returning: Returning::Refuse },
    )
    .and_then(|planned| apply(planned, &ApplyInput::default()))
    .unwrap();
    called.change("pin", PinInput { target: Target::All, min_confidence: None }, |input| pin(scope, input));
    called.change("unpin", UnpinInput { target: Target::All, min_confidence: None }, |input| {
        unpin(scope, input)
    });
    called.change("decay", DecayInput { target: Target::All, min_confidence: None }, |input| {
        decay(scope, input)
    });
    let consolidation =
        Consolidation { tau: jiff::SignedDuration::from_millis(1), ..Consolidation::default() };
    called.change("consolidate", ConsolidateInput { target: Target::All, consolidation }, |input| {
        consolidate(scope, input)
    });
    let target = Target::Ids(vec![released.changes[0].id]);
    let reason = nepenthe::Why::Mistake;
    let returning = Returning::Admit { reason, reference: "T-7".parse().ok() };
    let text = format!("The parking permit is P-18. {SECRET}").as_str().into();
    called.change("edit", EditInput { target, text, returning, min_confidence: None }, |input| {
        edit(scope, input)
    });
    // What was made from the one that is erased follows, but for one that is made again; and so does a copy.
    let source = Target::Ids(vec![released.changes[0].id]);
    let from = |text: &str| NewMemory {
        derived_from: vec![released.changes[0].id],
        ..NewMemory::from(format!("{text} {SECRET}").as_str())
    };
    let made =
        InscribeInput { memories: vec![from("A summary."), from("Another one.")], ..Default::default() };
    let made = inscribe(scope, made, &mut silent()).unwrap();
    inscribe(scope, memories(&["The parking permit is P-18."]), &mut silent()).unwrap();
    let rederive = vec![Rederived { id: made.ids[0], text: "A summary of nothing.".into() }];
    let basis = nepenthe::receipt::receipt::Basis::ConsentWithdrawn;
    let input = PurgeInput { rederive, basis, request: "DSR-1".parse().ok(), ..PurgeInput::new(source) };
    called.change("purge", input, |input| purge(scope, input))
}

#[test]
fn every_operation_answers_as_its_schema_says() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name);
    let mut called = Called::default();
    let store = Store::open(path("a.db"), Options::default()).unwrap();
    let scope = store.scope("acme/alice").unwrap();

    let input = memories(&["Alice works at Initech.", "The parking permit is P-17."]);
    called.with("inscribe", &input, &inscribe(&scope, input.clone(), &mut silent()).unwrap());
    let outcome = changed(&mut called, &scope);
    let erased = outcome.erasure.unwrap();
    assert_eq!(erased.openings.0.len(), 4, "{:?}", outcome.changes);

    let input = RecallInput { as_of: None, ..RecallInput::new("Where does Alice work?") };
    let recalled = recall(&scope, &input).unwrap();
    let options = nepenthe::RecallOptions::new(5);
    as_the_engine(&recalled.hits, &scope.recall_with("Where does Alice work?", &options).unwrap());
    assert!(!recalled.hits.is_empty());
    called.with("recall", &input, &recalled);
    called.with("count", &CountInput {}, &count(&store, &CountInput {}).unwrap());
    let input = ListInput { include: Include::All };
    let listed = list(&scope, &input).unwrap();
    as_the_engine(&listed.memories, &scope.list(nepenthe::Include::All).unwrap());
    called.with("list", &input, &listed);
    for memory in &listed.memories {
        let input = HistoryInput { id: memory.id };
        let found = history(&scope, &input).unwrap();
        as_the_engine(&found.events, &scope.history(memory.id).unwrap());
        called.with("history", &input, &found);
        let input = GetInput { id: memory.id };
        let got = get(&scope, &input).unwrap();
        assert_eq!(&got, memory);
        called.with("get", &input, &got);
    }
    let input = BlameInput::read("Hooli".to_owned()).unwrap();
    let blamed = blame(&scope, &input).unwrap();
    as_the_engine(&blamed.memories, &scope.blame(blamed.id).unwrap());
    assert_eq!(blamed.memories.len(), 2);
    called.with("blame", &input, &blamed);
    let logged = log(&scope, &LogInput::default()).unwrap();
    as_the_engine(&logged.events, &scope.log(&nepenthe::LogRange::default()).unwrap());
    called.with("log", &LogInput::default(), &logged);
    let named = scopes(&store, &ScopesInput::default()).unwrap();
    as_the_engine(
        &named.scopes.iter().map(|held| held.live).sum::<usize>(),
        &scope.list(nepenthe::Include::Live).unwrap().len(),
    );
    called.with("scopes", &ScopesInput::default(), &named);
    called.with("stats", &StatsInput {}, &stats(&scope, &StatsInput {}).unwrap());

    let mut lines = Vec::new();
    let exported = export(&scope, &ExportInput {}, &mut lines, &mut silent()).unwrap();
    called.with("export", &ExportInput {}, &exported);
    let input = ImportInput { returning: Returning::Trim };
    let imported = import(&scope, input.clone(), &*lines, &mut silent()).unwrap();
    assert_eq!(imported.skipped.len(), exported.exported);
    called.with("import", &input, &imported);
    let input = ImportFromInput { from: Foreign::Mem0, returning: Returning::Trim };
    let file = ForeignFile::Bytes(br#"[{"id": "m-1", "memory": "The kiln is cold."}]"#.to_vec());
    let memories = ForeignMemories::read(input.clone(), file).unwrap().nothing().unwrap_err();
    let other = store.scope("acme/mem0").unwrap();
    called.with("import_from", &input, &import_from(&other, memories, &mut silent()).unwrap());

    called.with(
        "scrub",
        &ScrubInput { rebuild: true },
        &scrub(&scope, &ScrubInput { rebuild: true }).unwrap(),
    );
    signed(&mut called, &store, &scope, erased.receipt);

    let input = BackupCreateInput { file: path("b.db"), expires: None };
    called.with("backup_create", &input, &backup_create(&store, &input, &mut silent()).unwrap());
    let input = BackupRestoreInput { current: Some(path("a.db")), ..BackupRestoreInput::default() };
    let backup = Backup::open(path("b.db")).unwrap();
    let restored = backup_restore(&backup, &path("c.db"), Options::default(), &input, &mut silent()).unwrap();
    called.with("backup_restore", &input, &restored);
    let rebuilt = reembed(
        &Opener::new(Settings::new(path("c.db"), "tester")),
        Options::default(),
        &ReembedInput {},
        &mut silent(),
    )
    .unwrap();
    called.with("reembed", &ReembedInput {}, &rebuilt);

    for (name, make) in [
        ("key_new", key_new as fn(&KeyInput, Option<&Store>) -> Result<Keys, OpError>),
        ("key_rotate", key_rotate),
        ("key_show", key_show),
    ] {
        let input = KeyInput { file: path("signing-key") };
        called.with(name, &input, &make(&input, Some(&store)).unwrap());
    }
    assert_eq!(key_show(&KeyInput { file: path("signing-key") }, None).unwrap().keys.len(), 2);
    cases(&mut called, &store, &KeyFile::read(&path("signing-key")).unwrap());
    let input = MasterKeyInput { file: path("master-key") };
    called.with("master_key", &input, &master_key(&input).unwrap());
    assert!(read_master_key(&input.file).is_ok());

    let all: BTreeSet<&str> = OPERATIONS.iter().map(|operation| operation.name).collect();
    assert_eq!(called.0, all);
}

/// A person's erasure, from the search to the certificate.
fn cases(called: &mut Called, store: &Store, key: &KeyFile) {
    let scope = store.scope("acme/case").unwrap();
    let memories = vec![format!("Sam Roe's locker is {SECRET}.").as_str().into(), "Roe is late.".into()];
    inscribe(&scope, InscribeInput { memories, ..InscribeInput::default() }, &mut silent()).unwrap();
    let input = CaseOpenInput {
        number: "T-1192".parse().unwrap(),
        person: Person { names: vec!["Sam Roe".into()], ..Person::default() },
        scopes: "acme/case".parse().unwrap(),
        basis: nepenthe::receipt::receipt::Basis::ConsentWithdrawn,
        deadline: Some(jiff::civil::date(2026, 12, 24)),
        by: "dpo".to_owned(),
    };
    let case = case_open(store, input.clone(), &mut |_, _, _| {}).unwrap();
    assert!(case.rows().count() > 0 && !serde_json::to_string(&case).unwrap().contains(SECRET));
    called.with("case_open", &input, &case);
    let input: CaseInput = case.into();
    let held = case_export(store, &input).unwrap();
    assert!(serde_json::to_string(&held).unwrap().contains(SECRET));
    called.with("case_export", &input, &held);
    let found = case_search(store, input.clone(), &mut |_, _, _| {}).unwrap();
    called.with("case_search", &input, &found);
    let input =
        CaseDecideInput { case: found, take: vec![], leave: vec![], rest: Some(true), by: "dpo".to_owned() };
    let decided = case_decide(store, input.clone()).unwrap();
    assert_eq!(decided.undecided().count(), 0);
    called.with("case_decide", &input, &decided);
    let input: CaseInput = decided.into();
    let mut kept = 0;
    let mut keep = |_: &Case| {
        kept += 1;
        Ok(())
    };
    let applied = case_apply(store, input.clone(), "dpo", &mut keep, &mut |_, _, _| {}).unwrap();
    assert!(applied.left == 0 && applied.case.closed.is_some() && kept > 1, "{applied:?}");
    called.with("case_apply", &input, &applied);
    for names_person in [false, true] {
        let input = CertificateInput { case: applied.case.clone(), names_person };
        let certified = case_certificate(store, input.clone(), key).unwrap();
        assert_eq!(certified.page.contains("Sam Roe"), names_person);
        called.with("case_certificate", &input, &certified);
    }
}

fn signed(called: &mut Called, store: &Store, scope: &Scope, id: nepenthe::ReceiptId) {
    let key = SigningKey::from_seed("test", &[7; 32]).unwrap();
    let issued = receipts(scope, &ReceiptsInput {}).unwrap();
    assert_eq!(issued.receipts.last().unwrap().id, id);
    called.with("receipts", &ReceiptsInput {}, &issued);
    called.with("all_receipts", &ReceiptsInput {}, &all_receipts(store, &ReceiptsInput {}).unwrap());
    let input = ReceiptInput { id };
    let receipt = receipt(scope, &input, &key).unwrap();
    called.with("receipt", &input, &receipt);
    called.with("any_receipt", &input, &any_receipt(store, &input, &key).unwrap());
    let checkpoint = checkpoint(store, &CheckpointInput {}, &key).unwrap();
    called.with("checkpoint", &CheckpointInput {}, &checkpoint);
    let input = CheckInput { deep: true, checkpoint: Some(checkpoint.checkpoint) };
    let checked = check(store, &input, &mut silent()).unwrap();
    assert!(checked.sound, "{checked:?}");
    called.with("check", &input, &checked);
    let input = VerifyInput {
        receipt: receipt.receipt.into(),
        keys: vec![key.named(&store.origin().unwrap()).unwrap().verifying_key().to_string()],
        witnesses: Vec::new(),
        witnesses_needed: None,
        openings: Vec::new(),
    };
    let verified = verify(&input, Against::Store(store, "a.db")).unwrap();
    assert!(verified.holds && verified.store.is_some(), "{verified:?}");
    called.with("verify", &input, &verified);
    let alone = verify(&input, Against::Nothing("no store was asked")).unwrap();
    assert_eq!(alone.checks.last().unwrap().reason.as_deref(), Some("no store was asked"));
}

#[test]
fn an_account_is_the_engines() {
    let account = nepenthe::llm::Account {
        calls: 2,
        money: nepenthe::llm::Money::read("0.14"),
        latency: std::time::Duration::from_millis(1500),
        failures: [(nepenthe::llm::FailureKind::OverBudget, 1)].into(),
        ..Default::default()
    };
    as_the_engine(&Account::from(&account), &account);
}
