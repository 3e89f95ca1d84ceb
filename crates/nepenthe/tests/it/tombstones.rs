//! What was erased does not come back unless somebody says so.

use std::sync::Arc;

use nepenthe::control::planner::Canonical;
use nepenthe::{
    ApplyError, EventKind, Grounds, Include, InscribeError, LogRange, Mutation, NewMemory, Options, Outcome,
    Reason, Returning, Scope, SkipReason, State, Why,
};

use crate::support::{CountingRandom, Place, Shared, StepClock, assert_sound, change, options};

fn canonical(clock: &StepClock) -> Options {
    options(clock).with_planner(Canonical::default())
}

fn admit(why: Why) -> Returning {
    Returning::Admit { reason: why.into() }
}

fn admit_by(reference: &str) -> Returning {
    Returning::Admit { reason: Reason::new(Why::Consent, Some(reference.parse().unwrap())) }
}

fn refused(scope: &Scope, text: &str) -> bool {
    match scope.inscribe(text) {
        Ok(id) => {
            change(scope, Mutation::release(id));
            false
        }
        Err(InscribeError::Erased { index: 0, .. }) => true,
        Err(error) => panic!("{text}: {error}"),
    }
}

fn purge(scope: &Scope, request: &str) -> Outcome {
    let outcome = change(scope, Mutation::purge(request));
    assert!(outcome.erasure.is_some(), "{request} erased nothing");
    outcome
}

/// Purges everything about somebody, and keeps the name out too.
fn purge_and_keep_name_out(scope: &Scope, request: &str) -> Outcome {
    let mut plan = scope.plan(Mutation::purge(request)).unwrap();
    assert!(plan.keep_name_out(), "{request} has no name");
    let outcome = scope.apply(plan).unwrap();
    assert!(outcome.erasure.is_some(), "{request} erased nothing");
    outcome
}

#[test]
fn what_was_erased_is_refused_in_other_letters_and_the_answer_says_since_when() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let id = scope.inscribe("Ticket J-19-204: the lift is stuck.").unwrap();
    let erased = clock.time();
    change(&scope, Mutation::purge(id));
    clock.step_seconds(60);

    for text in [
        "Ticket J-19-204: the lift is stuck.",
        "ticket J19204, the LIFT is  stuck",
        "“Ticket J-19-204” – the lift is stuck!",
    ] {
        match scope.inscribe(text) {
            Err(InscribeError::Erased { index: 0, stopped }) => assert_eq!(stopped.since, erased, "{text}"),
            other => panic!("{text}: {other:?}"),
        }
    }
    // By id nobody was named: other texts about the ticket are other texts.
    for text in
        ["Ticket J-19-204 is closed.", "The lift is stuck again.", "Ticket J-19-205: the lift is stuck."]
    {
        assert!(!refused(&scope, text), "{text}");
    }
    let error = scope.inscribe("Ticket J-19-204: the lift is stuck.").unwrap_err().to_string();
    assert!(error.contains("2026-01-01") && error.contains("admit") && !error.contains("lift"), "{error}");
    assert_sound(&store);
}

#[test]
fn a_name_that_is_kept_out_stops_all_that_names_it_and_nobody_else() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(canonical(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    scope.inscribe("Sam Roe bought 3 kettles.").unwrap();
    scope.inscribe("Ida Lund has the van.").unwrap();
    purge_and_keep_name_out(&scope, "everything about Sam Roe");

    for text in ["Sam Roe moved to Leeds.", "SAM ROE rang", "Roe, Sam", "Overdue: Sam Roe, Ida Lund"] {
        assert!(refused(&scope, text), "{text}");
    }
    for text in ["Sam Hart moved to Leeds.", "Ida Lund moved to Leeds.", "The roe deer are back."] {
        assert!(!refused(&scope, text), "{text}");
    }
    assert_sound(&store);
}

#[test]
fn a_purge_keeps_out_what_was_erased_and_not_the_topic() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(canonical(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    for text in [
        "The Netflix password is hunter2Blue.",
        "The PIN of the safe is 4471.",
        "Sam Roe, +1 (555) 010-0199, bought 3 kettles.",
        "Zebulon Quist has the badge B-77120.",
        "alice@acme.example can be reached at +49 170 5551234.",
        "The landline of Nora Feldt and of the office is +49 30 901820.",
    ] {
        scope.inscribe(text).unwrap();
    }
    for request in [
        "the Netflix password", "the PIN of the safe", "everything about Sam Roe",
        "everything about Zebulon Quist", "the phone number of alice@acme.example",
    ] {
        purge(&scope, request);
    }
    for text in [
        "THE NETFLIX PASSWORD IS hunter2blue!",
        "netflix pw: HUNTER2BLUE",
        "safe pin=4471",
        "Sam Roe bought 3 kettles; +1 (555) 010-0199",
        "ring 555 010 0199",
        "the badge of Zebulon is b77120",
        "ring 0170 5551234",
    ] {
        assert!(refused(&scope, text), "{text}");
    }
    for text in [
        "We watched a show on Netflix.",
        "The Netflix password is plum-9931.",
        "Netflix asks for the password again.",
        "The PIN of the safe is 4472.",
        "Room 4471 is empty.",
        "Sam Roe called.",
        "Sam Roe, +1 (555) 010-0133, bought 4 kettles.",
        "Zebulon Quist came by.",
        "Write to alice@acme.example about tea.",
        "The phone number of alice@acme.example is +49 170 5559999.",
    ] {
        assert!(!refused(&scope, text), "{text}");
    }
    assert_sound(&store);
}

#[test]
fn a_value_that_another_memory_has_is_not_kept_out() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let ids = ["The Netflix password is hunter2Blue.", "The printer password is hunter2Blue."]
        .map(|text| scope.inscribe(text).unwrap());
    change(&scope, Mutation::purge(ids[0]));
    let third = scope.inscribe("The printer still takes hunter2Blue.").unwrap();
    change(&scope, Mutation::purge(third));
    change(&scope, Mutation::purge(ids[1]));
    assert!(!refused(&scope, "The printer still takes hunter2Green."));
    assert!(refused(&scope, "Netflix takes hunter2Blue, too."));
}

#[test]
fn a_refusal_says_by_which_erasure_and_which_part_of_the_text() {
    let (files, clock) = (Place::new(), StepClock::new());
    let store = crate::support::open(&files.path, canonical(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    scope.inscribe("Write to sam@roe.example about tea.").unwrap();
    scope.inscribe("The Netflix password is hunter2Blue.").unwrap();
    let of = |request: &str| purge(&scope, request).erasure.unwrap().receipt;
    let (address, password) = (of("sam@roe.example"), of("the Netflix password"));
    for (text, receipt, what, place) in [
        ("Ask sam@roe.example.", address, "an e-mail address", Some((5, 19))),
        ("Es gießt. Frag SAM@roe.example!", address, "an e-mail address", Some((16, 30))),
        ("write to sam@roe.example about TEA", address, "the whole text", None),
        ("Try hunter2blue there.", password, "a secret", Some((5, 15))),
        ("The roof leaks. The Netflix password is hunter2Blue.", password, "a statement", Some((17, 51))),
    ] {
        let Err(InscribeError::Erased { stopped, .. }) = scope.inscribe(text) else { panic!("{text}") };
        assert_eq!(stopped.receipt, Some(receipt), "{text}");
        let part = &stopped.parts[0];
        assert_eq!((part.what, part.from.zip(part.to)), (what, place), "{text}: {stopped}");
        assert!(!stopped.to_string().to_lowercase().contains("hunter2"), "{stopped}");
    }
    let beside = NewMemory::new("It rains.").with_source("mail from sam@roe.example");
    let Err(InscribeError::Erased { stopped, .. }) = scope.inscribe(beside) else { panic!() };
    assert_eq!(stopped.parts[0].what, "its source or metadata");
}

#[test]
fn what_was_erased_does_not_come_back_from_a_transcript() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(canonical(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let said = "Ida keeps the spare key under the fern.";
    let id = scope.inscribe(said).unwrap();
    change(&scope, Mutation::purge(id));
    scope.inscribe("Write to taro@mori.example.").unwrap();
    purge(&scope, "taro@mori.example");
    for wrapper in [
        "user: $",
        "Ida: $",
        "[10:02] Ida: $",
        r#"{"role":"user","content":"$"}"#,
        r#"{"text": "$"}"#,
        "<memory>$</memory>",
        "**user:** $",
        "Memory: $",
        "Actually, $",
        "2026-09-01T10:00:00Z $",
        "assistant: $",
        "[2026-09-01 10:02] Bo Lund: $",
        r#"[{"role":"system","content":"You are kind and helpful."},{"role":"user","content":"$"}]"#,
        "<message role=\"user\">$</message>",
        "Well, $",
        "Zorblax: $",
        "- user: $",
        "user: Hello there, how are you?\nuser: $",
        "2026-09-01T10:00:00+02:00 user: $",
        "By the way, $",
    ] {
        assert!(refused(&scope, &wrapper.replace('$', said)), "{wrapper}");
    }
    for text in [
        "メールはtaro@mori.exampleです", "почтаtaro@mori.exampleздесь", "taro@mori.example으로",
        "a taro@mori.example-re",
    ] {
        assert!(refused(&scope, text), "{text}");
    }
    for text in [
        "Rumour: Ida keeps the spare key under the fern.",
        "Ida: I doubt that Ida keeps the spare key under the fern.",
        r#"{"role":"user","content":"Bo keeps the spare key under the fern."}"#,
        "user: Ida keeps the spare key under the stone.",
        "メールはjiro@mori.exampleです",
        "taro@mori.example.org",
        "xtaro@mori.example",
        "メールはtaro@mori.exです",
        "<memory>Ida keeps a key.</memory>",
    ] {
        assert!(!refused(&scope, text), "{text}");
    }
    assert_sound(&store);
}

#[test]
fn a_name_is_stopped_whatever_its_case_and_spaces_and_a_near_one_is_not() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(canonical(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    for text in ["Sam Roe bought 3 kettles.", "Étienne Grüner has the van.", "Mary-Jane O'Neil has the key."]
    {
        scope.inscribe(text).unwrap();
    }
    for who in ["Sam Roe", "Étienne Grüner", "Mary-Jane O'Neil"] {
        purge_and_keep_name_out(&scope, &format!("everything about {who}"));
    }
    for text in [
        "Sam  Roe is here.", "Sam\tRoe is here.", "Sam\nRoe is here.", "sam roe's birthday",
        "sAM rOE is here.", "Sam A. Roe sold it", "Sam-Roe", "Sam *Roe* called.", "etienne gruner rang",
        "mary-jane o'neil rang",
    ] {
        assert!(refused(&scope, text), "{text:?}");
    }
    for text in ["Sam Roe-Hart rang.", "Ida Roe\nSam Lund", "the roe deer and sam", "Étienne Grün rang."] {
        assert!(!refused(&scope, text), "{text:?}");
    }
    assert_sound(&store);
}

#[test]
fn the_same_words_with_an_identifier_or_letters_in_another_form_are_stopped() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    for text in [
        "Die Straße ist gesperrt bis Montag.",
        "ΟΔΥΣΣΕΥΣ visits the port daily.",
        "Invoice INV-2231 was paid by Tom.",
        "The phone of Ann is 555 010 0199.",
        "Write ada.lovelace@example.org about tea.",
    ] {
        let id = scope.inscribe(text).unwrap();
        change(&scope, Mutation::purge(id));
    }
    for text in [
        "DIE STRASSE IST GESPERRT BIS MONTAG.",
        "οδυσσευς visits the port daily.",
        "invoice INV 2231 was paid by Tom.",
        "invoice inv2231 was paid by Tom.",
        "The phone of Ann is +1 (555) 010-0199.",
        "Write mailto:ada.lovelace@example.org about tea",
    ] {
        assert!(refused(&scope, text), "{text}");
    }
    for text in [
        "Die Straße ist gesperrt bis Dienstag.",
        "Invoice INV-2232 was paid by Tom.",
        "The phone of Ann is +1 (555) 010-0198.",
        "Write ada.lovelace@example.org about coffee.",
    ] {
        assert!(!refused(&scope, text), "{text}");
    }
    assert_sound(&store);
}

#[test]
fn a_short_statement_with_a_number_or_secret_does_not_come_back_in_a_longer_text() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    for text in ["Password: qwerty77", "PIN 4471", "Status: closed.", "Likes tea."] {
        let id = scope.inscribe(text).unwrap();
        change(&scope, Mutation::purge(id));
    }
    for text in [
        "The roof leaks badly here. Password: qwerty77.",
        "The roof leaks; password: qwerty77",
        "The roof leaks badly. PIN 4471.",
        "Status: closed",
    ] {
        assert!(refused(&scope, text), "{text}");
    }
    for text in [
        "The roof leaks; password: qwerty78", "The roof leaks badly. PIN 4472.",
        "The roof is mended. Status: closed.",
    ] {
        assert!(!refused(&scope, text), "{text}");
    }
    assert_sound(&store);
}

#[test]
fn a_purge_of_a_number_stops_its_other_forms_and_no_other_number() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(canonical(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    scope.inscribe("Sam Roe, +1 (555) 010-0199, bought 3 kettles.").unwrap();
    purge(&scope, "+15550100199");

    for text in ["call 555 010 0199 about the lid", "tel:+1-555-010-0199", "15550100199 rang"] {
        assert!(refused(&scope, text), "{text}");
    }
    for text in ["call 555 010 0198", "Sam Roe likes tea.", "order 0199"] {
        assert!(!refused(&scope, text), "{text}");
    }
}

#[test]
fn a_statement_taken_out_of_a_text_does_not_come_back_alone() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(canonical(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let id = scope.inscribe("Yuri's badge is B-77120; Zoe's badge is B-88231.").unwrap();
    let outcome = change(&scope, Mutation::purge("everything about Yuri"));
    assert_eq!(outcome.changes[0].kind, EventKind::Redact);

    assert!(refused(&scope, "Yuri's badge is B-77120; Zoe's badge is B-88231."));
    assert!(refused(&scope, "yuri's badge is B77120"));
    let left = scope.get(id).unwrap().text;
    assert!(!refused(&scope, &left), "{left}");
}

#[test]
fn a_clause_that_an_edit_erased_does_not_come_back_as_it_was_written() {
    let clock = StepClock::new();
    let edits = [
        (
            "Uma Rao joined in 2021 and her salary is 61,000 euros.",
            "Uma Rao joined in 2021.",
            "Her salary is 61,000 euros.",
            "Her salary is 64,000 euros.",
        ),
        (
            "The alarm code is 7719-B; the key is with Gül; the switch is low down.",
            "The key is with Gül; the switch is low down.",
            "The alarm code is 7719-B.",
            "The alarm code is new.",
        ),
        (
            "Ivo Lund has a van, and his knee is swollen again.",
            "Ivo Lund has a van.",
            "His knee is swollen again!",
            "His knee is better.",
        ),
        (
            "The safe is in the hall; it opens with 4471-B.",
            "The safe is in the hall.",
            "It opens with 4471-B.",
            "It opens with 9920-C.",
        ),
    ];
    for (text, left, erased, other) in edits {
        let scope = crate::support::open_in_memory(options(&clock)).unwrap().scope("acme").unwrap();
        let id = scope.inscribe(text).unwrap();
        let mut plan = scope.plan(Mutation::purge(id)).unwrap();
        plan.steps[0].action = nepenthe::Action::Edit { text: left.into() };
        scope.apply(plan).unwrap();
        assert!(refused(&scope, erased), "{erased}");
        assert!(!refused(&scope, other) && !refused(&scope, left), "{other}");
        // What stays may be parted once more.
        for clause in left.trim_end_matches('.').split("; ") {
            assert!(!refused(&scope, clause), "{clause}");
        }
        // Said of somebody else it is another statement.
        assert!(!refused(&scope, "Ada Bloom joined in May, and her salary is 59,000 euros."));
    }
}

#[test]
fn a_secret_does_not_come_back_with_other_signs_between_its_groups() {
    let clock = StepClock::new();
    let scope = crate::support::open_in_memory(options(&clock)).unwrap().scope("acme").unwrap();
    for text in ["The Zoom password is 884-Lark-12.", "The token of the feed is wx_5512_kkp."] {
        let id = scope.inscribe(text).unwrap();
        change(&scope, Mutation::purge(id));
    }
    for text in [
        "Zoom: 884 Lark 12", "Zoom: 884lark12", "try 884_Lark_12", "feed wx 5512 kkp",
        "the feed takes WX-5512-KKP", "pw 884.lark.12",
    ] {
        assert!(refused(&scope, text), "{text}");
    }
    for text in [
        "The Zoom password is 215-Wren-40.", "Zoom: 884 Lark 13", "884 euros for 12 larks",
        "The feed has 5512 rows.", "Flight WX 5512 lands at ten.",
    ] {
        assert!(!refused(&scope, text), "{text}");
    }
}

#[test]
fn a_record_does_not_come_back_in_other_groups_and_the_next_one_of_its_kind_does() {
    for (erased, stopped, passes) in [
        (
            "The PIN of the gate is 884213.",
            &["gate pin 884 213", "The PIN of the gate is 884-213."][..],
            &["The PIN of the gate is 884214.", "The gate was painted on 21 March.", "Gate 884 opens at 13."]
                [..],
        ),
        (
            "Ada Bloom's salary is 61,000 euros.",
            &["Ada Bloom's salary is 61000 euros.", "Ada Bloom's salary is 61 000 euros."],
            &["Ada Bloom's salary is 62,000 euros.", "Ada Bloom asked about her salary."],
        ),
        (
            "Server db2: user ops, password Crayon.88x, owner ci.",
            &["db2 login ops/Crayon.88x", "db2: ops / crayon.88x", "user ops, password Crayon.88x"],
            &[
                "Server db3: user ops, password Maple.17q, owner ci.",
                "db2 has a new user ops.",
                "The owner is ci.",
            ],
        ),
    ] {
        let clock = StepClock::new();
        let scope = crate::support::open_in_memory(options(&clock)).unwrap().scope("acme").unwrap();
        let id = scope.inscribe(erased).unwrap();
        change(&scope, Mutation::purge(id));
        stopped.iter().for_each(|text| assert!(refused(&scope, text), "{erased} / {text}"));
        passes.iter().for_each(|text| assert!(!refused(&scope, text), "{erased} / {text}"));
    }
}

#[test]
fn what_was_said_of_the_user_does_not_come_back_as_said_of_him() {
    let clock = StepClock::new();
    let scope = crate::support::open_in_memory(canonical(&clock)).unwrap().scope("acme").unwrap();
    let id = scope.inscribe("User has a self-exclusion at the Lindenhof casino.").unwrap();
    change(&scope, Mutation::purge(id));
    for text in [
        "The user prefers green tea in the morning.",
        "The user is allergic to peanuts and shellfish.",
        "I was born in Graz.",
        "The user likes tea.",
    ] {
        let id = scope.inscribe(text).unwrap();
        change(&scope, Mutation::purge(id));
    }
    for text in [
        "I prefer green tea in the morning.",
        "He is allergic to peanuts and shellfish.",
        "I am allergic to peanuts and shellfish.",
        "The user was born in Graz.",
        "The user has a self-exclusion at the Lindenhof casino.",
        "Summary of the week: the user began oboe lessons; he has a self-exclusion at the Lindenhof casino.",
    ] {
        assert!(refused(&scope, text), "{text}");
    }
    for text in [
        "Bob has a self-exclusion at the Lindenhof casino.",
        "He has a season ticket at the Lindenhof.",
        "He is not allergic to peanuts and shellfish.",
        // Of whom so little is said may be another.
        "He was born in Graz.",
        "She likes tea.",
    ] {
        assert!(!refused(&scope, text), "{text}");
    }
}

#[test]
fn a_note_of_what_was_erased_is_stopped() {
    let clock = StepClock::new();
    let scope = crate::support::open_in_memory(canonical(&clock)).unwrap().scope("farm").unwrap();
    for text in ["Our solicitor over the boundary is Ms Quill.", "Thawed twice by mistake: aliquot 42A."] {
        let id = scope.inscribe(text).unwrap();
        change(&scope, Mutation::purge(id));
    }
    for text in ["our solicitor over the boundary: Ms Quill", "aliquot 42A was thawed twice by mistake"] {
        assert!(refused(&scope, text), "{text}");
    }
    for text in
        ["Our solicitor over the boundary is not Ms Quill.", "Aliquot 42B was thawed twice by mistake."]
    {
        assert!(!refused(&scope, text), "{text}");
    }
}

#[test]
fn what_was_erased_does_not_come_back_in_a_wrapper_or_disguise() {
    let clock = StepClock::new();
    let scope = crate::support::open_in_memory(options(&clock)).unwrap().scope("acme").unwrap();
    let said = "Oskar Petrov owes the bakery in Graz four hundred euros";
    let dated = "[2024-01-01] The backup of the old server ran fine.";
    for text in [format!("{said}.").as_str(), "👍🏽👍🏽", "+++ !!!", dated, "- Closed."] {
        let id = scope.inscribe(text).unwrap();
        change(&scope, Mutation::purge(id));
    }
    for wrapper in [
        "1. $",
        "1) $",
        "[2024-01-01] $.",
        "2024-01-01: $",
        "$ (confirmed).",
        "$ [1]",
        "<p>$</p>",
        "- [x] $",
        "Remember: $",
        "\"$\" - chat",
        "Note that $.",
        "À noter : $",
        "“$”, said Ida.",
        "The roof leaks badly. [2024-01-01] $ (confirmed).",
        "<p>The roof leaks badly</p><p>$</p>",
    ] {
        assert!(refused(&scope, &wrapper.replace('$', said)), "{wrapper}");
    }
    for text in [
        said.replace("Oskar", "Oskаr"),
        said.replace(' ', "&nbsp;"),
        "👍🏽👍🏽".to_owned(),
        "+++ !!!".to_owned(),
        "The backup of the old server ran fine".to_owned(),
        "Note: the backup of the old server ran fine".to_owned(),
    ] {
        assert!(refused(&scope, &text), "{text}");
    }
    for text in [
        said.replace("four", "five"),
        format!("{said} less"),
        format!("It is false that {said}"),
        format!("{said} (not confirmed)"),
        format!("Ida denies that {said}"),
        "[2024-01-02] The backup of the old server ran fine.".to_owned(),
        "👎🏽👎🏽".to_owned(),
        "+++".to_owned(),
        "Note: closed, said the guard.".to_owned(),
    ] {
        assert!(!refused(&scope, &text), "{text}");
    }
}

#[test]
fn what_was_erased_does_not_come_back_encoded_or_spaced() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(canonical(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    for text in [
        "Sam Roe bought 3 kettles.",
        "Write to sam.roe@acme.example about tea.",
        "The rent goes to DE89370400440532013000.",
        "Passport C01X00T47 is lost.",
    ] {
        scope.inscribe(text).unwrap();
    }
    for request in ["sam.roe@acme.example", "DE89370400440532013000", "passport C01X00T47"] {
        purge(&scope, request);
    }
    purge_and_keep_name_out(&scope, "everything about Sam Roe");
    let id = scope.inscribe("The safe opens behind the clock.").unwrap();
    change(&scope, Mutation::purge(id));
    for text in [
        // Invisible characters, at the ends of words and within them.
        "Sam\u{200b}Roe rang.",
        "S\u{200b}am\u{2060}R\u{200b}oe rang.",
        "Sam\u{feff}\u{200d}Roe rang.",
        "Sam\u{3164}Roe rang.",
        "Sam\u{1}Roe rang.",
        "S\u{e0041}am Roe rang.",
        "The\u{200b}safe\u{200b}opens\u{200b}behind\u{200b}the\u{200b}clock.",
        // Separators in an encoding.
        "mail sam.roe=40acme.example now",
        "mail sam.roe%40acme.example now",
        "mail sam.roe%2540acme.example now",
        "mail sam.roe&#64;acme.example now",
        "mail sam.roe&commat;acme.example now",
        "mail sam.roe\\u0040acme.example now",
        "mail sam.roe at acme.example now",
        "mail sam.roe(at)acme.example now",
        "mail sam.roe [at] acme [dot] example now",
        "from=Sam=20Roe rang",
        "q=Sam+Roe",
        "q=Sam%20Roe",
        "The=20safe=20opens=20behind=20the=20clock.",
        // Letters that stand apart.
        "S a m  R o e rang.",
        "S a m R o e rang.",
        "s a m r o e",
        "S-a-m R-o-e rang.",
        "S. a. m.  R. o. e.",
        "S\u{a0}a\u{a0}m\u{2003}\u{2003}R\u{a0}o\u{a0}e",
        "pay D E 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 0",
        "passport C 0 1 X 0 0 T 4 7",
        "s a m . r o e @ a c m e . e x a m p l e",
        "T h e  s a f e  o p e n s  b e h i n d  t h e  c l o c k .",
        "S_a_m_R_o_e rang.",
        "S:a:m R:o:e rang.",
        "S – a – m  R – o – e rang.",
        "(S)(a)(m) (R)(o)(e) rang.",
        "s-a-m-.-r-o-e-@-a-c-m-e-.-e-x-a-m-p-l-e",
        "s a m.r o e@a c m e.e x a m p l e",
        // Groups, and labels run together.
        "pay DE 89 37 04 00 44 05 32 01 30 00",
        "pay DE89|3704|0044|0532|0130|00",
        "pay (DE89) (3704) (0044) (0532) (0130) (00)",
        "pay D - E - 8 - 9 - 3 - 7 - 0 - 4 - 0 - 0 - 4 - 4 - 0 - 5 - 3 - 2 - 0 - 1 - 3 - 0 - 0 - 0",
        "pay IBANDE89370400440532013000",
        // An address in pieces, a name in one.
        "mail sam.roe @acme.example now",
        "mail sam.roe@\nacme.example now",
        "mail \"sam.roe\"@acme.example now",
        "mail sam.roe\\@acme.example now",
        "mail sam.roe&#64acme.example now",
        "#SamRoe rang.",
        "Sam\\nRoe rang.",
        "S\u{206a}am Ro\u{fffc}e rang.",
        "S\u{e000}am Ro\u{600}e rang.",
    ] {
        assert!(refused(&scope, text), "{text:?}");
    }
    for text in [
        "Sam\u{200b}Hart rang.",
        "Sa\u{200b}mroe rang.",
        "mail ida.lund=40acme.example now",
        "mail ida%40acme.example now",
        "A B C",
        "x y z",
        "Plan S a m, seats R o e",
        "S a m",
        "S a m  H a r t rang.",
        "pay D E 8 9 3 7 0 4 0 0 4 4 0 5 3 2 0 1 3 0 0 1",
        "passport C 0 1 X 0 0 T 4 8",
        "1 2 3 4 5",
        "pay DE89|3704|0044|0532|0130|01",
        "mail ida.roe @acme.example now",
        "SamRoeder rang.",
        "SamHart rang.",
        "x = 40 at acme, 50% of 2+2",
        "The safe opens behind\u{200b} the stairs.",
    ] {
        assert!(!refused(&scope, text), "{text:?}");
    }
    assert_sound(&store);
}

#[test]
fn every_text_that_a_memory_had_is_stopped() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let id = scope.inscribe("The vault opens with 7741.").unwrap();
    change(&scope, Mutation::edit(id, "The vault opens with 9920."));
    change(&scope, Mutation::purge(id));
    assert!(refused(&scope, "The vault opens with 7741"));
    assert!(refused(&scope, "the vault opens with 9920."));
    assert!(!refused(&scope, "The vault opens with 9921."));
}

#[test]
fn one_scope_s_tombstones_are_nothing_to_another_and_they_outlive_the_process() {
    let (files, clock) = (Place::new(), StepClock::new());
    // One random source for both, so that no id comes twice.
    let random = Arc::new(CountingRandom::default());
    let open = || {
        crate::support::open(&files.path, canonical(&clock).with_random(Shared(Arc::clone(&random)))).unwrap()
    };
    let store = open();
    let alice = store.scope("acme/alice").unwrap();
    alice.inscribe("Zebulon Quist has the badge B-77120.").unwrap();
    let outcome = purge_and_keep_name_out(&alice, "everything about Zebulon Quist");
    let key = nepenthe::receipt::note::SigningKey::from_seed(&store.origin().unwrap(), &[7; 32]).unwrap();
    let receipt = store.receipt(outcome.erasure.unwrap().receipt, &key).unwrap();
    let laid = receipt.body().tombstones.clone();
    assert!(laid.added > 1 && laid.added == laid.in_force, "{laid:?}");
    drop((alice, store));

    let store = open();
    let alice = store.scope("acme/alice").unwrap();
    assert!(refused(&alice, "Zebulon Quist came by."));
    store.scope("acme/bob").unwrap().inscribe("Somebody came by.").unwrap();
    assert_eq!(store.scope("acme/bob").unwrap().list(Include::All).unwrap().len(), 1);
    for needle in ["Zebulon", "zebulon", "Quist", "77120"] {
        for file in [files.path.clone(), files.wal()] {
            let bytes = std::fs::read(&file).unwrap_or_default();
            let found = bytes.windows(needle.len()).any(|window| window == needle.as_bytes());
            assert!(!found, "{needle} in {}", file.display());
        }
    }
    assert_sound(&store);
    store.scope("acme/bob").unwrap().inscribe("Zebulon Quist came by.").unwrap();
}

#[test]
fn nothing_of_a_batch_is_written_where_one_text_is_stopped() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let id = scope.inscribe("The safe opens with 4471.").unwrap();
    change(&scope, Mutation::purge(id));
    let batch = [NewMemory::new("One."), NewMemory::new("the safe opens with 4471")];
    let error = scope.inscribe_batch(&batch, &mut |_| {}).unwrap_err();
    assert!(matches!(error, InscribeError::Erased { index: 1, .. }), "{error}");
    let vector = vec![0.125; store.embedder().dimension()];
    let error = scope.inscribe_with_vectors(&batch, &[vector.clone(), vector]).unwrap_err();
    assert!(matches!(error, InscribeError::Erased { index: 1, .. }), "{error}");
    assert!(scope.list(Include::All).unwrap().is_empty());
}

#[test]
fn what_is_admitted_is_written_with_its_reason_and_the_next_one_is_stopped_again() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let id = scope.inscribe("The safe opens with 4471.").unwrap();
    change(&scope, Mutation::purge(id));

    let admitting = scope.clone().with_returning(admit_by("T-1192"));
    let id = admitting.inscribe("The safe opens with 4471.").unwrap();
    assert_eq!(scope.get(id).unwrap().state, State::Live);
    let notes: Vec<_> = scope.history(id).unwrap().into_iter().map(|entry| entry.event.note).collect();
    assert_eq!(notes, [Some("admitted: consent T-1192".to_owned())]);
    // What is free needs no reason, and the log has none.
    let other = admitting.inscribe("The safe is grey.").unwrap();
    assert_eq!(scope.history(other).unwrap()[0].event.note, None);
    assert!(refused(&scope, "The safe opens with 4471."));
    // What a memory says already does not return by an edit of the rest.
    change(&scope, Mutation::edit(id, "The safe opens with 4471. It is grey."));
    assert_sound(&store);
}

#[test]
fn what_else_a_text_says_is_written_without_what_was_erased() {
    let clock = StepClock::new();
    // One random source for both stores, so that no id comes twice.
    let random = Arc::new(CountingRandom::default());
    let with_random = |options: Options| options.with_random(Shared(Arc::clone(&random)));
    let store = crate::support::open_in_memory(with_random(canonical(&clock))).unwrap();
    let scope = store.scope("acme").unwrap();
    scope.inscribe("Promo code BADGER20 gives twenty percent off.").unwrap();
    purge(&scope, "promo code BADGER20");
    let (returning, alone) = (
        "The guest is Ama Fenn. Listeners get a discount with BADGER-20.",
        "Listeners get a discount with BADGER20.",
    );
    assert!(refused(&scope, returning));

    let trimming = scope.clone().with_returning(Returning::Trim);
    let id = trimming.inscribe(returning).unwrap();
    assert_eq!(scope.get(id).unwrap().text, "The guest is Ama Fenn.");
    assert_eq!(scope.history(id).unwrap()[0].event.note.as_deref(), Some("trimmed"));
    let vector = vec![0.125; store.embedder().dimension()];
    let ids = trimming.inscribe_with_vectors(&[NewMemory::new(returning)], &[vector]).unwrap();
    assert_eq!(scope.get(ids[0]).unwrap().text, "The guest is Ama Fenn.");
    let error = trimming.inscribe(alone).unwrap_err();
    assert!(matches!(error, InscribeError::Erased { index: 0, .. }), "{error}");
    let free = trimming.inscribe("The guest is Bo Lind. He likes tea.").unwrap();
    assert_eq!(scope.get(free).unwrap().text, "The guest is Bo Lind. He likes tea.");
    assert_eq!(scope.history(free).unwrap()[0].event.note, None);

    let outcome =
        change(&trimming, Mutation::edit(id, "The guest is Ama Fenn of Leeds. The code is BADGER20."));
    assert_eq!(outcome.trimmed, [id]);
    assert_eq!(scope.get(id).unwrap().text, "The guest is Ama Fenn of Leeds.");
    let outcome = change(&trimming, Mutation::supersede(id, "The guest is Cy Dahl. The code is BADGER20."));
    let new = outcome.inscribed.unwrap();
    assert_eq!(outcome.trimmed, [new]);
    assert_eq!(scope.get(new).unwrap().text, "The guest is Cy Dahl.");
    assert_sound(&store);

    let source =
        crate::support::open_in_memory(with_random(options(&clock))).unwrap().scope("source").unwrap();
    let brought = source.inscribe(returning).unwrap();
    source.inscribe(alone).unwrap();
    let mut lines = Vec::new();
    source.export(&mut lines, &mut |_| {}).unwrap();
    let report = trimming.import(lines.as_slice(), &mut |_| {}).unwrap();
    assert_eq!(
        (report.imported, report.trimmed.as_slice(), report.skipped.len()),
        (1, [brought].as_slice(), 1)
    );
    assert_eq!(scope.get(brought).unwrap().text, "The guest is Ama Fenn.");
    assert_sound(&store);
}

#[test]
fn a_party_of_a_list_is_left_out_and_the_others_stay() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(canonical(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    scope.inscribe("Bruno Salk has flat 3.").unwrap();
    purge_and_keep_name_out(&scope, "everything about Bruno Salk");
    let trimming = scope.clone().with_returning(Returning::Trim);
    let id = trimming.inscribe("Bruno Salk, Ida Lund and Ines Brun share the cellar.").unwrap();
    let text = scope.get(id).unwrap().text;
    assert!(text.contains("Ida Lund") && text.contains("Ines Brun") && !text.contains("Salk"), "{text}");
    assert_sound(&store);
}

#[test]
fn what_is_in_quarantine_comes_back_by_its_id_alone() {
    let clock = StepClock::new();
    let store =
        crate::support::open_in_memory(options(&clock).with_returning(Returning::Quarantine)).unwrap();
    let scope = store.scope("acme").unwrap();
    let id = scope.inscribe("The safe opens with 4471.").unwrap();
    change(&scope, Mutation::purge(id));

    let id = scope.inscribe("The safe opens with 4471.").unwrap();
    let memory = scope.get(id).unwrap();
    assert_eq!((memory.state, memory.depth.is_live()), (State::Quarantined, false));
    assert!(scope.recall("safe 4471", 5).unwrap().is_empty());
    assert_eq!(scope.stats().unwrap().quarantined, 1);
    assert_sound(&store);
    let mut lines = Vec::new();
    scope.export(&mut lines, &mut |_| {}).unwrap();

    for mutation in [Mutation::restore("safe 4471"), Mutation::restore(nepenthe::Target::All)] {
        assert!(scope.plan(mutation).unwrap().is_empty());
    }
    change(&scope, Mutation::edit(id, "The safe opens with 4471, they say."));
    assert_eq!(scope.get(id).unwrap().state, State::Quarantined);
    change(&scope, Mutation::restore(id));
    assert_eq!(scope.get(id).unwrap().state, State::Live);
    assert_sound(&store);

    // An export takes the quarantine along.
    let other = crate::support::open_in_memory(options(&clock)).unwrap().scope("other").unwrap();
    other.import(lines.as_slice(), &mut |_| {}).unwrap();
    assert_eq!(other.get(id).unwrap().state, State::Quarantined);
}

#[test]
fn an_edit_a_supersede_and_a_restore_are_stopped() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let kept = scope.inscribe("The safe is grey.").unwrap();
    let id = scope.inscribe("The safe opens with 4471.").unwrap();
    change(&scope, Mutation::purge(id));
    let admitting = scope.clone().with_returning(admit(Why::DataSubjectRequest));
    let released = admitting.inscribe("THE SAFE OPENS WITH 4471").unwrap();
    change(&scope, Mutation::release(released));

    for mutation in [
        Mutation::edit(kept, "The safe opens with 4471!"),
        Mutation::supersede(kept, "the safe opens with 4471"),
        Mutation::restore(released),
    ] {
        let plan = scope.plan(mutation.clone()).unwrap();
        let error = scope.apply(plan).unwrap_err();
        assert!(matches!(error, ApplyError::Erased { .. }), "{mutation:?}: {error}");
    }
    assert_eq!(scope.get(kept).unwrap().text, "The safe is grey.");

    let cautious = scope.clone().with_returning(Returning::Quarantine);
    change(&cautious, Mutation::edit(kept, "The safe opens with 4471!"));
    assert_eq!(scope.get(kept).unwrap().state, State::Quarantined);
    change(&cautious, Mutation::restore(released));
    assert_eq!(scope.get(released).unwrap().state, State::Quarantined);
    change(&admitting, Mutation::restore(kept));
    assert_eq!(scope.get(kept).unwrap().state, State::Live);
    assert_sound(&store);
}

#[test]
fn an_import_leaves_out_what_was_erased_in_any_version() {
    let clock = StepClock::new();
    let random = Arc::new(CountingRandom::default());
    let open =
        || crate::support::open_in_memory(options(&clock).with_random(Shared(Arc::clone(&random)))).unwrap();
    let source = open().scope("source").unwrap();
    let edited = source.inscribe("The safe opens with 4471.").unwrap();
    change(&source, Mutation::edit(edited, "The safe opens with 9920."));
    let free = source.inscribe("The safe is grey.").unwrap();
    let mut lines = Vec::new();
    source.export(&mut lines, &mut |_| {}).unwrap();

    let store = open();
    let id = store.scope("acme").unwrap().inscribe("the safe opens with 4471").unwrap();
    change(&store.scope("acme").unwrap(), Mutation::purge(id));
    let scope = store.scope("acme").unwrap();
    let report = scope.import(lines.as_slice(), &mut |_| {}).unwrap();
    assert_eq!(report.imported, 1);
    assert_eq!(
        report.skipped.iter().map(|one| (one.id, one.reason)).collect::<Vec<_>>(),
        [(edited, SkipReason::Erased)]
    );
    assert_eq!(scope.get(free).unwrap().state, State::Live);

    let report =
        scope.clone().with_returning(Returning::Quarantine).import(lines.as_slice(), &mut |_| {}).unwrap();
    assert_eq!(report.imported, 1);
    assert_eq!(scope.get(edited).unwrap().state, State::Quarantined);
    assert_sound(&store);

    let other = open().scope("acme").unwrap();
    let id = other.inscribe("the safe opens with 4471").unwrap();
    change(&other, Mutation::purge(id));
    let admitting = other.clone().with_returning(admit(Why::Restored));
    assert_eq!(admitting.import(lines.as_slice(), &mut |_| {}).unwrap().imported, 2);
    assert_eq!(other.history(edited).unwrap()[0].event.note.as_deref(), Some("admitted: restored"));
}

#[test]
fn what_is_made_again_must_not_say_the_erased_again() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let source = scope.inscribe("Yuri's locker opens with 7741.").unwrap();
    let summary = NewMemory { derived_from: vec![source], ..NewMemory::new("Lockers: Yuri 7741, Zoe 9920.") };
    let summary = scope.inscribe(summary).unwrap();

    let mut plan = scope.plan(Mutation::purge(source)).unwrap();
    assert!(plan.rederive(summary, "YURI'S locker opens with 7741").unwrap());
    let error = scope.apply(plan).unwrap_err();
    assert!(matches!(error, ApplyError::Erased { .. }), "{error}");
    assert_eq!(scope.list(Include::All).unwrap().len(), 2, "nothing was changed");

    let admitting = scope.clone().with_returning(admit(Why::Contract));
    let other = NewMemory { derived_from: vec![source], ..NewMemory::new("A second list of lockers.") };
    let other = scope.inscribe(other).unwrap();
    let mut plan = scope.plan(Mutation::purge(source)).unwrap();
    assert!(plan.rederive(summary, "Lockers: Zoe 9920.").unwrap());
    assert!(plan.rederive(other, "YURI'S locker opens with 7741").unwrap());
    assert!(matches!(scope.apply(plan.clone()).unwrap_err(), ApplyError::Erased { .. }));
    admitting.apply(plan).unwrap();
    let last = |id| scope.history(id).unwrap().pop().unwrap().event.note;
    assert_eq!(last(other).as_deref(), Some("admitted: contract"));
    assert_eq!(last(summary), None);
    assert_eq!(scope.get(summary).unwrap().text, "Lockers: Zoe 9920.");
    assert_sound(&store);
}

/// A memory with a harmless text, and this beside it.
fn beside(source: &str, metadata: &str) -> NewMemory {
    let new =
        NewMemory::new("The van has a new tyre.").with_metadata(serde_json::from_str(metadata).unwrap());
    if source.is_empty() { new } else { new.with_source(source) }
}

#[test]
fn what_was_erased_does_not_come_back_beside_a_text() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(canonical(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    scope.inscribe("Bruno Salk has flat 3.").unwrap();
    scope.inscribe("Customer 4471 pays late.").unwrap();
    let said = scope.inscribe("The safe opens behind the clock.").unwrap();
    purge_and_keep_name_out(&scope, "everything about Bruno Salk");
    purge(&scope, "customer 4471");
    change(&scope, Mutation::purge(said));
    let old = scope.inscribe("The tyre is worn.").unwrap();

    for (source, metadata) in [
        ("mail from Bruno Salk <salk@roe.example>", "{}"),
        ("", r#"{"by": ["Ida Lund", {"and": "Salk, Bruno"}]}"#),
        ("", r#"{"Bruno Salk": 3}"#),
        ("", r#"{"customer": 4471}"#),
        ("", r#"{"quote": "the safe opens behind the clock"}"#),
    ] {
        let new = beside(source, metadata);
        let stopped = |error: &InscribeError| matches!(error, InscribeError::Erased { index: 0, .. });
        assert!(stopped(&scope.inscribe(new.clone()).unwrap_err()), "{source} {metadata}");
        let plan = scope.plan(Mutation::supersede(old, new.clone())).unwrap();
        let error = scope.apply(plan).unwrap_err();
        assert!(matches!(error, ApplyError::Erased { .. }), "{source} {metadata}: {error}");
        let quarantining = scope.clone().with_returning(Returning::Quarantine);
        let id = quarantining.inscribe(new.clone()).unwrap();
        assert_eq!(scope.get(id).unwrap().state, State::Quarantined, "{source} {metadata}");
    }
    let free = beside("mail from Ida Lund", r#"{"customer": 4472, "flat": 3}"#);
    assert!(scope.inscribe(free).is_ok());

    let trimming = scope.clone().with_returning(Returning::Trim);
    let new = beside("from Bruno Salk", r#"{"by": ["Ida Lund", "Bruno Salk"], "customer": 4471, "n": 1}"#);
    let id = trimming.inscribe(NewMemory { text: "The van has an old tyre.".into(), ..new }).unwrap();
    let memory = scope.get(id).unwrap();
    assert_eq!(memory.source, None);
    assert_eq!(serde_json::to_string(&memory.metadata).unwrap(), r#"{"by":["Ida Lund"],"n":1}"#);
    assert_eq!(scope.history(id).unwrap()[0].event.note.as_deref(), Some("trimmed"));
    assert_sound(&store);
}

#[test]
fn an_import_is_stopped_by_what_stands_beside_a_text() {
    let clock = StepClock::new();
    let random = Arc::new(CountingRandom::default());
    let open = || {
        crate::support::open_in_memory(canonical(&clock).with_random(Shared(Arc::clone(&random)))).unwrap()
    };
    let from = open().scope("from").unwrap();
    let id = from.inscribe(beside("mail from Bruno Salk", r#"{"by": "Bruno Salk", "n": 1}"#)).unwrap();
    let mut lines = Vec::new();
    from.export(&mut lines, &mut |_| {}).unwrap();

    let scope = open().scope("acme").unwrap();
    scope.inscribe("Bruno Salk has flat 3.").unwrap();
    purge_and_keep_name_out(&scope, "everything about Bruno Salk");
    let report = scope.import(lines.as_slice(), &mut |_| {}).unwrap();
    assert_eq!((report.imported, report.skipped[0].reason), (0, SkipReason::Erased));
    let trimming = scope.clone().with_returning(Returning::Trim);
    let report = trimming.import(lines.as_slice(), &mut |_| {}).unwrap();
    assert_eq!((report.imported, report.trimmed), (1, vec![id]));
    let memory = scope.get(id).unwrap();
    assert_eq!((memory.source, memory.metadata.unwrap().len()), (None, 1));
}

#[test]
fn what_comes_back_into_recall_is_looked_at_beside_its_text_too() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(options(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let id = scope.inscribe("The safe opens with 4471.").unwrap();
    let quoting = scope.inscribe(beside("", r#"{"says": "The safe opens with 4471."}"#)).unwrap();
    change(&scope, Mutation::release(quoting));
    change(&scope, Mutation::purge(id));
    let error = scope.apply(scope.plan(Mutation::restore(quoting)).unwrap()).unwrap_err();
    assert!(matches!(error, ApplyError::Erased { .. }), "{error}");
}

#[test]
fn a_reference_that_says_what_was_erased_admits_nothing() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(canonical(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    scope.inscribe("Ticket T-8801 is about the lift.").unwrap();
    let id = scope.inscribe("Bruno Salk opens the safe with 4471.").unwrap();
    purge(&scope, "ticket T-8801");
    change(&scope, Mutation::purge(id));
    let old = scope.inscribe("Flat 3 is empty.").unwrap();
    let returning = "BRUNO SALK opens the safe with 4471";

    // Of the text, or of what was erased by words.
    for reference in ["T-4471", "SALK-1", "T-8801", "TKT-8801"] {
        let admitting = scope.clone().with_returning(admit_by(reference));
        let error = admitting.inscribe(returning).unwrap_err();
        assert!(matches!(error, InscribeError::Reference { index: 0 }), "{reference}: {error}");
        assert!(!error.to_string().contains(reference), "{error}");
        let plan = admitting.plan(Mutation::edit(old, returning)).unwrap();
        let error = admitting.apply(plan).unwrap_err();
        assert!(matches!(error, ApplyError::Reference), "{reference}: {error}");
        // What is free needs no reason, and the log has none.
        admitting.inscribe("The cellar is dry.").unwrap();
    }
    for reference in ["T-1192", "DSR-8802", "A-447"] {
        let text = scope
            .clone()
            .with_returning(admit_by(reference))
            .inscribe("Bruno Salk opens the safe with 4471.");
        match reference {
            "A-447" => assert!(matches!(text, Err(InscribeError::Reference { .. })), "{reference}"),
            _ => drop(text.unwrap()),
        }
    }
    scope.with_returning(admit(Why::Mistake)).inscribe(returning).unwrap();
    assert_sound(&store);
}

#[test]
fn a_request_s_number_says_nothing_of_what_is_erased() {
    let clock = StepClock::new();
    let store = crate::support::open_in_memory(canonical(&clock)).unwrap();
    let scope = store.scope("acme").unwrap();
    let by = |number: &str| Grounds { request: Some(number.parse().unwrap()), ..Grounds::default() };
    let id = scope.inscribe("Bruno Salk opens the safe with 4471.").unwrap();
    for number in ["T-4471", "SALK-1"] {
        let error = scope.apply_on(scope.plan(Mutation::purge(id)).unwrap(), &by(number)).unwrap_err();
        assert!(matches!(error, ApplyError::Reference), "{number}: {error}");
    }
    assert!(scope.get(id).is_ok(), "nothing was changed");
    // An earlier text says it, the metadata, the source.
    let edited = scope.inscribe("The pin is 8341.").unwrap();
    change(&scope, Mutation::edit(edited, "The pin is changed."));
    let metadata = serde_json::json!({ "pin": 5566 }).as_object().unwrap().clone();
    let beside = scope.inscribe(NewMemory::new("Bo has a locker.").with_metadata(metadata)).unwrap();
    let sourced = scope.inscribe(NewMemory::new("Ida has a van.").with_source("form 7788")).unwrap();
    for (id, number) in [(edited, "T-8341"), (beside, "T-5566"), (sourced, "T-7788")] {
        let error = scope.apply_on(scope.plan(Mutation::purge(id)).unwrap(), &by(number)).unwrap_err();
        assert!(matches!(error, ApplyError::Reference), "{number}: {error}");
    }
    let plan = scope.plan(Mutation::purge(id)).unwrap();
    let erasure = scope.apply_on(plan, &by("T-1192")).unwrap().erasure.unwrap();
    let key = nepenthe::receipt::note::SigningKey::from_seed(&store.origin().unwrap(), &[7; 32]).unwrap();
    let receipt = store.receipt(erasure.receipt, &key).unwrap();
    assert_eq!(receipt.body().request.as_ref().unwrap().as_str(), "T-1192");
}

#[test]
fn an_actor_that_says_what_was_erased_is_not_named() {
    let (files, clock) = (Place::new(), StepClock::new());
    let store = crate::support::open(&files.path, canonical(&clock)).unwrap();
    let key = nepenthe::receipt::note::SigningKey::from_seed(&store.origin().unwrap(), &[7; 32]).unwrap();
    let scope = store.scope("acme").unwrap();
    let actors = |scope: &Scope| -> Vec<String> {
        let log = scope.log(&LogRange::default()).unwrap();
        log.into_iter().map(|event| event.actor).collect()
    };
    // About to be erased: by id, by an earlier text, by what stands beside a text, by the words of the request.
    for (text, edited, source, actor) in [
        ("Bruno Salk has flat 3.", None, "", "salk@acme.example"),
        ("Bruno Salk has the cellar.", Some("The cellar is dry."), "", "Salk"),
        ("The van has a new tyre.", None, "mail from Bruno Salk", "bruno.salk"),
        ("Badge B-77120 is lost.", None, "", "77120"),
    ] {
        let new =
            if source.is_empty() { NewMemory::new(text) } else { NewMemory::new(text).with_source(source) };
        let id = scope.inscribe(new).unwrap();
        if let Some(text) = edited {
            change(&scope, Mutation::edit(id, text));
        }
        let outcome = change(&scope.clone().with_actor(actor), Mutation::purge(id));
        let receipt = store.receipt(outcome.erasure.unwrap().receipt, &key).unwrap();
        assert_eq!(receipt.body().actor.as_str(), "undisclosed", "{actor}");
        assert!(!actors(&scope).iter().any(|named| named == actor), "{actor}");
    }
    // Erased before.
    scope.inscribe("Zebulon Quist has flat 3.").unwrap();
    purge(&scope, "everything about Zebulon Quist");
    for actor in ["Zebulon Quist", "zebulon-quist", "for Quist, Zebulon", "two\nlines", &"long ".repeat(30)] {
        let id =
            scope.clone().with_actor(actor).inscribe(format!("The roof has {} tiles.", actor.len())).unwrap();
        assert_eq!(scope.history(id).unwrap()[0].event.actor, "undisclosed", "{actor}");
    }
    // Run together, by the surname, by a number.
    scope.inscribe("Omar Khayyat has flat 4.").unwrap();
    purge(&scope, "everything about Omar Khayyat");
    scope.inscribe("The roofer is on +49 170 5551234.").unwrap();
    purge(&scope, "telephone +49 170 5551234");
    let called = ["OmarKhayyat", "omarkhayyat", "khayyat", "user:khayyat", "user:491705551234"];
    for (chimney, actor) in called.into_iter().enumerate() {
        let id =
            scope.clone().with_actor(actor).inscribe(format!("The house has chimney {chimney}.")).unwrap();
        assert_eq!(scope.history(id).unwrap()[0].event.actor, "undisclosed", "{actor}");
    }
    for (door, actor) in ["omarlund", "khayyatov", "user:491705551235", "agent"].into_iter().enumerate() {
        let id = scope.clone().with_actor(actor).inscribe(format!("The house has door {door}.")).unwrap();
        assert_eq!(scope.history(id).unwrap()[0].event.actor, actor);
    }
    // Whoever is somebody else, or a common word, stays.
    for (room, actor) in ["agent-7", "assistant", "Ida Lund", "ida@acme.example"].into_iter().enumerate() {
        let id =
            scope.inscribe(format!("The assistant of the agent at acme.example has room {room}.")).unwrap();
        let outcome = change(&scope.clone().with_actor(actor), Mutation::purge(id));
        let event = outcome.changes[0].event;
        let log = scope.log(&LogRange::default()).unwrap();
        assert_eq!(log.iter().find(|one| one.seq == event).unwrap().actor, actor);
    }
    assert_sound(&store);
}
