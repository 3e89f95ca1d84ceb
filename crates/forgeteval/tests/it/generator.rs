use forgeteval::admission::structure;
use forgeteval::case::Case;
use forgeteval::mutation::Mutation;
use forgeteval::suite::{DISTRACTORS, GenerateError, Language, Template};

/// The hash of the default suite. It changes only with `GENERATOR_VERSION`.
const DEFAULT_SHA256: &str = "563113dc295289772f8ec7065bb74d4f6a9496d71088942c770d5d2dd2f4f48a";

/// How many texts of a case of this template are to go.
fn doomed(sub_template: &str) -> usize {
    match sub_template {
        "jobs" | "address" | "color" => 2,
        "multi" => 3,
        "many_facts" | "long_chain" => 5,
        _ => 1,
    }
}

/// Every text that is ever written in a case.
fn texts(case: &Case) -> Vec<&str> {
    let new_texts = case.mutations.iter().filter_map(|mutation| match mutation {
        Mutation::Supersede { new_text, .. } => Some(new_text.as_str()),
        _ => None,
    });
    case.setup_facts.iter().map(String::as_str).chain(new_texts).collect()
}

fn holds_any(text: &str, strings: &[String]) -> bool {
    let text = text.to_lowercase();
    strings.iter().any(|string| text.contains(&string.to_lowercase()))
}

#[test]
fn the_default_suite_has_the_pinned_hash() {
    assert_eq!(Template::default().generate().unwrap().sha256(), DEFAULT_SHA256);
}

#[test]
fn equal_settings_give_equal_suites_and_other_seeds_give_others() {
    let template = Template { seed: 9, per_family: 12, distractors: 2, ..Template::default() };
    let hash = |template: &Template| template.generate().unwrap().sha256().to_owned();
    assert_eq!(hash(&template), hash(&template.clone()));
    assert_ne!(hash(&template), hash(&Template { seed: 10, ..template.clone() }));
    assert_ne!(hash(&template), hash(&Template { distractors: 3, ..template }));
}

#[test]
fn a_case_does_not_depend_on_how_many_are_made() {
    let few = Template { per_family: 8, ..Template::default() }.generate().unwrap();
    let many = Template { per_family: 30, ..Template::default() }.generate().unwrap();
    for case in few.cases() {
        assert!(many.cases().contains(case), "{}", case.id);
    }
}

#[test]
fn no_case_of_fifty_seeds_is_a_trap_for_itself() {
    for seed in 0..50 {
        let suite = Template { seed, per_family: 40, ..Template::default() }.generate().unwrap();
        for case in suite.cases() {
            let sub = case.sub_template.as_deref().unwrap();
            let texts = texts(case);
            assert!(texts.len() <= 10, "{seed} {}: more texts than a recall returns", case.id);

            let forbidden = texts.iter().filter(|text| holds_any(text, &case.must_not_contain));
            assert_eq!(forbidden.count(), doomed(sub), "{seed} {}: texts with a forbidden string", case.id);
            for text in &texts {
                let both = holds_any(text, &case.must_contain) && holds_any(text, &case.must_not_contain);
                assert!(!both, "{seed} {}: a text that must go holds what must stay", case.id);
            }
            for string in &case.must_contain {
                assert!(!holds_any(string, &case.must_not_contain), "{seed} {}", case.id);
                assert!(texts.iter().any(|text| text.contains(string)), "{seed} {}: {string}", case.id);
            }
            let distractors = texts.iter().filter(|text| DISTRACTORS.contains(text));
            for distractor in distractors.clone() {
                assert!(!holds_any(distractor, &case.must_contain), "{seed} {}: {distractor}", case.id);
            }
            assert_eq!(distractors.count(), 4, "{seed} {}", case.id);
        }
    }
}

#[test]
fn only_the_published_templates_leave_nothing_to_survive() {
    for case in Template::default().generate().unwrap().cases() {
        let sub = case.sub_template.as_deref().unwrap();
        let empty =
            case.family.as_deref() == Some("decay") || ["api_key", "phi", "many_similar"].contains(&sub);
        assert_eq!(case.must_contain.is_empty(), empty, "{}", case.id);
    }
}

#[test]
fn more_distractors_than_are_written_are_refused() {
    let most = DISTRACTORS.len();
    assert!(Template { distractors: most, per_family: 1, ..Template::default() }.generate().is_ok());
    let error = Template { distractors: most + 1, ..Template::default() }.generate().unwrap_err();
    assert_eq!(error, GenerateError::TooManyDistractors { asked: most + 1, most });
    let error = Template { per_family: 0, ..Template::default() }.generate().unwrap_err();
    assert_eq!(error, GenerateError::NoCase);
}

#[test]
fn each_language_has_the_five_families_and_no_case_that_cannot_be_judged() {
    for language in Language::ALL.into_iter().filter(|language| *language != Language::English) {
        assert_eq!(language.code().parse(), Ok(language));
        for seed in 0..20 {
            let suite = Template { seed, per_family: 8, language, ..Template::default() }.generate().unwrap();
            assert_eq!((suite.name(), suite.cases().len()), (format!("template-{language}").as_str(), 40));
            for case in suite.cases() {
                let place = format!("{language} {seed} {}", case.id);
                assert_eq!(structure(case), [], "{place}");
                let texts = texts(case);
                assert!(texts.len() <= 10, "{place}: more texts than a recall returns");
                assert!(texts.iter().all(|text| !text.contains(['{', '}', '#'])), "{place}: {texts:?}");
                // A fact that survives whatever the change says: an empty memory passes nothing.
                assert!(holds_any(&case.setup_facts.join(" "), &case.must_contain), "{place}");
                for text in texts {
                    let both = holds_any(text, &case.must_contain) && holds_any(text, &case.must_not_contain);
                    assert!(!both, "{place}: {text}");
                }
            }
        }
    }
    assert!("xx".parse::<Language>().is_err());
}
