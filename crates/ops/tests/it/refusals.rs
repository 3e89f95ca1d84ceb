//! What is refused, by its code; and that no error repeats a text.

use nepenthe::{Access, MemoryId, Options, Scope, Store};
use nepenthe_ops::*;

const SECRET: &str = "hush-4711";

fn scope() -> Scope {
    Store::open_in_memory(Options::default()).unwrap().scope("acme/alice").unwrap()
}

fn write(scope: &Scope, text: &str) -> Result<MemoryId, OpError> {
    let input = InscribeInput { memories: vec![text.into()], ..InscribeInput::default() };
    inscribe(scope, input, &mut |_| {}).map(|inscribed| inscribed.ids[0])
}

fn words(words: &str) -> Target {
    Target::Words(words.into())
}

#[track_caller]
fn is<T>(answer: Result<T, OpError>, code: Code) {
    let error = answer.err().unwrap();
    assert_eq!(error.code(), code, "{error}");
    let json = serde_json::to_string(&error).unwrap();
    for shown in [error.to_string(), format!("{error:?}"), json] {
        assert!(!shown.contains(SECRET), "{shown}");
    }
    let message = serde_json::json!({ "code": code.as_str(), "message": error.message() });
    assert_eq!(serde_json::to_value(&error).unwrap(), message);
}

#[test]
fn what_is_refused_has_its_code() {
    let scope = scope();
    is(
        release(&scope, ReleaseInput { target: words(SECRET), min_confidence: None }).unwrap().refuse_empty(),
        Code::ScopeEmpty,
    );
    let id = write(&scope, &format!("The key is {SECRET}.")).unwrap();
    is(recall(&scope, &RecallInput::new(" ")), Code::BadRequest);
    is(BlameInput::read("\u{200b}".to_owned()), Code::BadRequest);
    is(write(&scope, &format!("{SECRET}\0")), Code::BadText);
    let nobody = MemoryId::from_bytes([7; 16]);
    is(history(&scope, &HistoryInput { id: nobody }), Code::NotFound);
    is(blame(&scope, &BlameInput::Words("quarterly figures".into())), Code::NothingMatched);
    is(purge(&scope, PurgeInput::new(words("Do not forget the key."))), Code::OrderKeeps);
    let rederive = vec![Rederived { id, text: SECRET.into() }];
    let input = PurgeInput { rederive, ..PurgeInput::new(Target::Ids(vec![id])) };
    is(purge(&scope, input), Code::NotDerived);
    is(scope.store().scope("").map_err(OpError::from), Code::BadScope);
    is("no id".parse::<MemoryId>().map_err(OpError::from), Code::BadId);
    let missing = std::env::temp_dir().join("there is no such folder").join("x.db");
    let missing = Store::open(missing, Options::default().with_access(Access::Existing));
    is(missing.map_err(OpError::from), Code::NoStore);
    let input = CheckInput { checkpoint: Some(SECRET.to_owned()), ..CheckInput::default() };
    is(check(&scope.store(), &input, &mut |_| {}), Code::BadReceipt);
    is(import(&scope, ImportInput::default(), SECRET.as_bytes(), &mut |_| {}), Code::BadLine);
}

#[test]
fn keys_are_neither_overwritten_nor_read_from_what_is_none() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("key");
    is(KeyFile::read(&file), Code::KeyMissing);
    is(read_master_key(&file), Code::MasterKeyMissing);
    let (key, master) = (KeyInput { file: file.clone() }, MasterKeyInput { file: file.clone() });
    key_new(&key, None).unwrap();
    is(key_new(&key, None), Code::KeyExists);
    is(master_key(&master), Code::MasterKeyExists);
    is(read_master_key(&file), Code::BadMasterKey);
    std::fs::write(&file, SECRET).unwrap();
    is(key_rotate(&key, None), Code::BadKey);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o640)).unwrap();
        is(KeyFile::read(&file), Code::KeyExposed);
        is(read_master_key(&file), Code::MasterKeyExposed);
    }
}

#[test]
fn a_plan_that_fits_no_longer_is_refused() {
    let scope = scope();
    let id = write(&scope, &format!("The key is {SECRET}.")).unwrap();
    let target = || Target::Ids(vec![id]);
    let planned = release(&scope, ReleaseInput { target: target(), min_confidence: None }).unwrap();
    let erased = purge(&scope, PurgeInput::new(target())).unwrap();
    assert!(!planned.asks_first() && !erased.asks_first());
    apply(erased, &ApplyInput::default()).unwrap();
    is(apply(planned, &ApplyInput::default()), Code::PlanChanged);
    is(write(&scope, &format!("The key is {SECRET}.")), Code::RefusedErased);
}

#[test]
fn words_and_whole_scopes_ask_first_where_it_is_not_simply_undone() {
    let scope = scope();
    write(&scope, "Alice works at Initech.").unwrap();
    assert!(purge(&scope, PurgeInput::new(Target::All)).unwrap().asks_first());
    assert!(
        release(&scope, ReleaseInput { target: words("Initech"), min_confidence: None })
            .unwrap()
            .asks_first()
    );
    assert!(
        release(&scope, ReleaseInput { target: Target::All, min_confidence: None }).unwrap().asks_first()
    );
    assert!(!decay(&scope, DecayInput { target: Target::All, min_confidence: None }).unwrap().asks_first());
}

#[test]
fn an_unsure_plan_needs_somebody_who_agrees() {
    let scope = scope();
    write(&scope, &format!("Sam Roe has {SECRET}.")).unwrap();
    write(&scope, "Sam Roe and Ida Lund share the van.").unwrap();
    let asked = |min_confidence: Option<f64>| {
        purge(&scope, PurgeInput { min_confidence, ..PurgeInput::new(words("everything about Sam Roe")) })
    };
    let unsure = asked(None).unwrap();
    let shown = unsure.plan().unwrap();
    assert!(
        !unsure.is_sure() && !shown.sure && shown.unsure == unsure.unsure_of() && shown.unsure.len() == 2
    );
    assert_eq!(shown.min_confidence, usual_floor(nepenthe::Verb::Purge));
    is(apply(unsure.clone(), &ApplyInput::default()), Code::PlanUnsure);
    is(asked(Some(1.5)), Code::BadRequest);
    is(asked(Some(f64::NAN)), Code::BadRequest);
    assert!(asked(Some(0.9)).unwrap().is_sure() && asked(Some(0.0)).unwrap().is_sure());
    // Whoever names ids, the scope or a time says exactly what goes.
    let ids: Vec<MemoryId> = shown.steps.iter().map(|step| step.memory.id).collect();
    for target in [Target::Ids(ids), Target::All, Target::Before(jiff::Timestamp::MAX)] {
        let planned = purge(&scope, PurgeInput::new(target)).unwrap();
        assert!(planned.is_sure() && planned.plan().unwrap().min_confidence.is_none());
    }
    let outcome = apply(unsure, &ApplyInput { agreed: true, ..ApplyInput::default() }).unwrap();
    assert_eq!(outcome.changes.len(), 2);
}

#[test]
fn a_saved_plan_is_carried_out_as_it_was_made_or_not_at_all() {
    let scope = scope();
    write(&scope, &format!("The key is {SECRET}.")).unwrap();
    let now = jiff::Timestamp::now();
    let saved = purge(&scope, PurgeInput::new(words(SECRET))).unwrap().save(now).unwrap();
    assert_eq!((saved.right(), saved.digest.len()), (Right::Forget, 64));
    let resume = |saved: &SavedPlan, now| Planned::resume(&scope, saved.clone(), now).map(drop);
    assert!(resume(&saved, now).is_ok());
    is(resume(&saved, now + jiff::SignedDuration::from_hours(25)), Code::PlanExpired);
    let mut altered = saved.clone();
    altered.plan.steps.clear();
    is(resume(&altered, now), Code::PlanAltered);
    altered = saved.clone();
    altered.basis = nepenthe::receipt::receipt::Basis::Security;
    is(resume(&altered, now), Code::PlanAltered);
    let elsewhere = scope.store().scope("acme/bob").unwrap();
    is(Planned::resume(&elsewhere, saved.clone(), now), Code::OtherScope);
    is(Planned::resume(&self::scope(), saved.clone(), now), Code::OtherStore);
    // One that names the other scope is not the one that was made.
    altered = saved.clone();
    altered.plan.scope = "acme/bob".into();
    is(Planned::resume(&elsewhere, altered, now), Code::PlanAltered);
    apply_plan(&scope, ApplyPlanInput { saved: saved.clone(), asked: false }).unwrap();
    is(apply_plan(&scope, ApplyPlanInput { saved, asked: false }), Code::PlanChanged);
}
