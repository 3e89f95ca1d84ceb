//! Opening a store by settings.

use nepenthe::llm::{Limits, Money};
use nepenthe::{Access, Merge, Placement};
use nepenthe_ops::{
    Code, EmbedderName, InscribeInput, OpError, Opener, PlannerName, RecallInput, Setting, SettingError,
    Settings, inscribe, recall,
};
use tempfile::TempDir;

/// A store in a folder of its own, of words alone.
fn world() -> (TempDir, Settings) {
    let folder = tempfile::tempdir().unwrap();
    let mut settings = Settings::new(folder.path().join("a.db"), "tester");
    settings.embedder.name = Some(EmbedderName::None);
    (folder, settings)
}

fn wrong(change: impl FnOnce(&mut Settings)) -> OpError {
    let (_folder, mut settings) = world();
    change(&mut settings);
    let asks = settings.planner_asks() || settings.placement.annotates();
    Opener::new(settings).for_new_memories(asks, asks).err().unwrap()
}

#[test]
fn a_store_is_made_once_and_opened_as_often_as_is_wanted() {
    let (_folder, settings) = world();
    let opener = Opener::new(settings);
    assert_eq!(opener.store(Access::ReadOnly).unwrap_err().code(), Code::NoStore);
    assert_eq!(opener.for_change(Access::Existing, true, true).unwrap_err().code(), Code::NoStore);
    let (store, made) = opener.for_new_memories(false, true).unwrap();
    assert!(made);
    let alice = store.scope("alice").unwrap();
    let input = InscribeInput { memories: vec!["The van is blue.".into()], ..InscribeInput::default() };
    let id = inscribe(&alice, input, &mut |_| {}).unwrap().ids[0];
    assert_eq!(alice.history(id).unwrap()[0].event.actor, "tester");
    let (store, made) = opener.for_new_memories(true, true).unwrap();
    assert!(!made);
    let hits = recall(&store.scope("alice").unwrap(), &RecallInput::new("van")).unwrap().hits;
    assert_eq!(hits[0].memory.id, id);
    assert!(opener.account().is_none());
}

#[test]
fn a_store_named_like_a_uri_is_a_file() {
    for name in [":memory:", "file:x.db"] {
        let opener = Opener::new(Settings::new(name, "tester"));
        assert_eq!(opener.db(), std::path::Path::new(".").join(name));
    }
    assert_eq!(Opener::new(Settings::new("a.db", "tester")).db(), std::path::Path::new("a.db"));
}

#[test]
fn each_wrong_setting_is_named_by_its_type_and_by_no_option() {
    let url = || Some("http://127.0.0.1:9/v1".to_owned());
    let openai = |settings: &mut Settings| settings.embedder.name = Some(EmbedderName::Openai);
    let planned = |settings: &mut Settings| settings.planner = Some(PlannerName::Llm);
    let cases: Vec<(OpError, SettingError)> = vec![
        (wrong(openai), SettingError::EmbedderLacks(Setting::EmbedUrl)),
        (
            wrong(|settings| {
                openai(settings);
                settings.embedder.url = url();
            }),
            SettingError::EmbedderLacks(Setting::EmbedModel),
        ),
        (
            wrong(|settings| {
                openai(settings);
                (settings.embedder.url, settings.embedder.model) = (url(), Some("m".into()));
            }),
            SettingError::EmbedderLacks(Setting::EmbedDimension),
        ),
        (wrong(planned), SettingError::ModelLacks(Placement::None, Setting::ModelName)),
        (
            wrong(|settings| {
                settings.placement = Placement::Joint;
                settings.language_model.name = Some("m".into());
            }),
            SettingError::ModelLacks(Placement::Joint, Setting::ModelUrl),
        ),
        (
            wrong(|settings| {
                planned(settings);
                (settings.language_model.name, settings.language_model.url) =
                    (Some("m".into()), Some("x".into()));
            }),
            SettingError::ModelScheme,
        ),
        (
            wrong(|settings| {
                settings.placement = Placement::Routed;
                settings.planner = Some(PlannerName::Canonical);
            }),
            SettingError::PlannerClash(Placement::Routed, PlannerName::Canonical),
        ),
        (
            wrong(|settings| {
                settings.placement = Placement::Inscribe;
                settings.planner = Some(PlannerName::Routed);
            }),
            SettingError::PlannerClash(Placement::Inscribe, PlannerName::Routed),
        ),
        (wrong(|settings| settings.merge = Some(Merge::Link)), SettingError::MergeUnasked(Placement::None)),
    ];
    for (error, setting) in cases {
        assert_eq!(error.code(), Code::BadSetting, "{error}");
        assert_eq!(error.setting(), Some(&setting));
        assert!(!error.message().contains("--"), "{error}");
    }
    let unpriced = wrong(|settings| {
        planned(settings);
        (settings.language_model.name, settings.language_model.url) = (Some("m".into()), url());
        settings.language_model.limits = Limits { money: Money::read("1"), ..Limits::default() };
    });
    assert_eq!(unpriced.setting().map(SettingError::setting), Some(Setting::ModelPrice), "{unpriced}");
    let unreadable = wrong(|settings| {
        planned(settings);
        settings.language_model.replay = Some("/nowhere/tape".into());
    });
    assert_eq!(unreadable.code(), Code::FileFailed);
    assert_eq!(unreadable.setting().map(SettingError::setting), Some(Setting::Cassette), "{unreadable}");
}

#[test]
fn settings_that_are_refused_leave_no_file() {
    let (folder, mut settings) = world();
    settings.planner = Some(PlannerName::Llm);
    settings.language_model.record = Some(folder.path().join("tape"));
    Opener::new(settings).for_new_memories(true, true).unwrap_err();
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0);
}

#[test]
fn no_debug_shows_a_key() {
    let (_folder, mut settings) = world();
    settings.embedder.key = Some("sk-4242".into());
    settings.language_model.key = nepenthe::llm::Key::new("sk-4242");
    assert!(!format!("{settings:?}").contains("4242"));
}
