//! Texts and requests that are long, or of shapes that are hard to read: nothing of it blocks an erasure, and a plan says what it was
//! made without reading. Before texts were read page by page and within a budget, each of these took minutes, or did not end.

use nepenthe::control::planner::Canonical;
use nepenthe::{
    Action, Include, MAX_REQUEST_BYTES, MemoryId, Mutation, NewMemory, Options, Plan, PlanError, Scope,
    Target,
};

use crate::support::change;

fn scope() -> Scope {
    let options = Options::default().with_planner(Canonical::default());
    crate::support::open_in_memory(options).unwrap().scope("a").unwrap()
}

/// A log file of about so many bytes.
fn log(bytes: usize, seed: usize) -> String {
    let line = |n: usize| {
        let job = n.wrapping_mul(7919) % 1_000_003;
        format!(
            "2026-03-{:02} 09:{:02}:11 worker[{seed}]: job {job} of host 10.0.3.{} took {} ms\n",
            n % 28 + 1,
            n % 60,
            n % 256,
            job % 977
        )
    };
    (0..bytes / 72).map(line).collect()
}

fn action_on(plan: &Plan, id: MemoryId) -> Option<&Action> {
    plan.steps.iter().find(|step| step.memory.id == id).map(|step| &step.action)
}

#[test]
fn a_long_log_is_purged_by_its_id_and_so_are_its_copies_beside_others_of_its_kind() {
    let scope = scope();
    let text = log(400_000, 1);
    let id = scope.inscribe(text.as_str()).unwrap();
    let copy = scope.inscribe(text.to_uppercase().as_str()).unwrap();
    let beside = scope.inscribe(format!("{text}\nThe gate is shut at ten on Sundays.").as_str()).unwrap();
    let other = scope.inscribe(log(300_000, 1).replace("10.0.3.7 ", "10.0.3.8 ").as_str()).unwrap();

    let plan = scope.plan(Mutation::purge(id)).unwrap();

    assert_eq!(action_on(&plan, id), Some(&Action::Purge));
    assert_eq!(action_on(&plan, copy), Some(&Action::Purge));
    assert_eq!(
        action_on(&plan, beside),
        Some(&Action::Edit { text: "The gate is shut at ten on Sundays.".into() })
    );
    assert_eq!(action_on(&plan, other), None);
    // Nobody can say whether that one says the same in other words.
    assert!(plan.unread.iter().any(|unread| unread.memory == Some(other)), "{:?}", plan.unread);
    scope.apply(plan).unwrap();
    assert_eq!(scope.list(Include::All).unwrap().len(), 2);
}

#[test]
fn what_is_erased_goes_from_the_middle_of_a_long_text_too() {
    let scope = scope();
    let id = scope.inscribe("The safe behind the piano opens with 4471.").unwrap();
    let (before, behind) = (log(150_000, 1), log(150_000, 2));
    let text = format!("{before}The safe behind the piano opens with 4471.\n{behind}");
    let long = scope.inscribe(text.as_str()).unwrap();

    let plan = scope.plan(Mutation::purge(id)).unwrap();

    let Some(Action::Edit { text: left }) = action_on(&plan, long) else { panic!("{plan}") };
    assert!(!left.contains("4471"));
    assert!(left.contains(before.trim()) && left.contains(behind.trim()));
}

#[test]
fn a_purge_in_words_finds_what_it_names_at_the_end_of_a_long_text_and_keeps_the_rest() {
    let scope = scope();
    let before = log(300_000, 1);
    let text = format!("{before}Ida's booking code is QH7K2M.\nThe gate is shut at ten on Sundays.\n");
    let long = scope.inscribe(text.as_str()).unwrap();
    let short = scope.inscribe("Ida's booking code is QH7K2M.").unwrap();

    let plan = scope.plan(Mutation::purge("booking code QH7K2M")).unwrap();

    assert_eq!(action_on(&plan, short), Some(&Action::Purge), "{plan}");
    let Some(Action::Edit { text: left }) = action_on(&plan, long) else { panic!("{plan}") };
    assert!(!left.contains("QH7K2M"));
    assert!(left.starts_with(&before[..250_000]) && left.contains("shut at ten on Sundays"));
    let unread = plan.unread.iter().find(|unread| unread.memory == Some(long)).unwrap();
    assert!(unread.read < unread.bytes && unread.bytes == text.len());
    assert!(plan.confidence.unwrap() <= 0.5);
    assert!(plan.to_string().contains(&format!("unread      {long}")), "{plan}");
    let json = serde_json::to_value(&plan).unwrap();
    assert_eq!(json["unread"][0]["bytes"], text.len());
}

#[test]
fn a_plan_that_read_all_is_as_sure_as_before_and_says_nothing_of_it() {
    let scope = scope();
    let note = log(12_000, 1) + "Ida's booking code is QH7K2M.";
    scope.inscribe(note.as_str()).unwrap();
    let plan = scope.plan(Mutation::purge("booking code QH7K2M")).unwrap();
    assert_eq!((plan.steps.len(), plan.unread.len()), (1, 0), "{plan}");
    assert!(plan.confidence.unwrap() > 0.9);
    assert!(!plan.to_string().contains("unread"));
    assert!(serde_json::to_value(&plan).unwrap().get("unread").is_none());
}

#[test]
fn no_text_of_a_hard_shape_is_in_the_way_of_an_unrelated_erasure() {
    let word: String = (0..200_000usize).map(|n| char::from(b'a' + (n * 7919 % 1009 % 26) as u8)).collect();
    let shapes = [
        word,
        "7".repeat(200_000),
        "1-".repeat(100_000),
        "7 ".repeat(100_000),
        "الحسن السلام ".repeat(8_000),
        "Anna:\n".repeat(30_000),
        "a b c d ".repeat(25_000),
        "Bo and ".repeat(30_000),
    ];
    for shape in &shapes {
        let scope = scope();
        let id = scope.inscribe(shape.as_str()).unwrap();
        let code = scope.inscribe("Ida's booking code is QH7K2M.").unwrap();
        let plan = scope.plan(Mutation::purge("booking code QH7K2M")).unwrap();
        assert_eq!(action_on(&plan, code), Some(&Action::Purge), "{}", &shape[..20]);
        assert_eq!(action_on(&plan, id), None, "{}", &shape[..20]);
        scope.apply(plan).unwrap();
        // What comes in now is compared with what was erased.
        let copy = scope.inscribe(shape.as_str()).unwrap();
        let plan = scope.plan(Mutation::purge(id)).unwrap();
        assert_eq!(action_on(&plan, id), Some(&Action::Purge));
        assert_eq!(action_on(&plan, copy), Some(&Action::Purge), "{}", &shape[..20]);
        scope.apply(plan).unwrap();
        assert!(scope.list(Include::All).unwrap().is_empty());
    }
}

#[test]
fn a_request_of_many_names_is_planned_and_one_that_is_too_long_is_refused() {
    let scope = scope();
    let bo = scope.inscribe("Bo likes tea.").unwrap();
    scope.inscribe("The gate is shut at ten.").unwrap();
    let request = "Bo and ".repeat(MAX_REQUEST_BYTES / 7);
    let plan = scope.plan(Mutation::release(request.as_str())).unwrap();
    assert!(plan.steps.iter().all(|step| step.memory.id == bo), "{plan}");

    // A memory that names them as often is in nobody's way.
    let (seed, names) = (scope.inscribe("Bo and ".repeat(3000).as_str()).unwrap(), "Bo and ".repeat(140));
    let plan = scope.plan(Mutation::release(names.as_str())).unwrap();
    assert!(plan.steps.iter().all(|step| [bo, seed].contains(&step.memory.id)), "{plan}");

    let over = "x".repeat(MAX_REQUEST_BYTES + 1);
    let error = scope.plan(Mutation::purge(over.as_str())).unwrap_err();
    assert!(matches!(error, PlanError::TooLong { bytes } if bytes == over.len()));
    assert!(error.to_string().contains("4097 bytes") && error.to_string().contains("ids"), "{error}");
    change(&scope, Mutation::purge(bo));
}

#[test]
fn of_a_request_of_very_many_names_the_first_are_looked_for_and_the_plan_says_so() {
    let scope = scope();
    let given = ["Anna", "Bert", "Chloe", "Dario", "Elif", "Farid", "Greta", "Hugo"];
    let family = ["Borowski", "Quist", "Marsh", "Ekman", "Tanaka", "Okafor", "Silva", "Novak"];
    let persons: Vec<String> =
        given.iter().flat_map(|given| family.iter().map(move |family| format!("{given} {family}"))).collect();
    let ids: Vec<MemoryId> = persons
        .iter()
        .map(|person| scope.inscribe(format!("{person} rents a locker.").as_str()).unwrap())
        .collect();

    let few = scope.plan(Mutation::purge(format!("everything about {}", persons[..20].join(", ")))).unwrap();
    assert_eq!(few.unread, []);
    assert!(ids[..20].iter().all(|id| action_on(&few, *id) == Some(&Action::Purge)), "{few}");

    let all = format!("everything about {}", persons.join(", "));
    let many = scope.plan(Mutation::purge(all.as_str())).unwrap();
    assert!(ids[..48].iter().all(|id| action_on(&many, *id) == Some(&Action::Purge)), "{many}");
    let [unread] = &many.unread[..] else { panic!("{many}") };
    assert_eq!((unread.memory, unread.bytes), (None, all.len()));
    assert_eq!(&all[unread.read..][..persons[48].len()], persons[48]);
    assert!(many.confidence.unwrap() <= 0.5);
}

#[test]
fn no_request_of_a_hard_shape_takes_what_it_does_not_name() {
    let digits: String = (0..20_000).map(|n| format!("{} ", n * 7919 % 10007 % 10)).collect();
    let numbers: String = (0..4_000).map(|n| format!("{} ", n * 7919 % 10007)).collect();
    let names: String =
        (0..2_000).map(|n| ["محمد ", "فاطمة ", "الحسن ", "يوسف ", "مريم "][n * 7919 % 1009 % 5]).collect();
    for text in [digits, numbers, names, "\\u0041".repeat(4_000), "Anna's ".repeat(3_000)] {
        let scope = scope();
        let long = scope.inscribe(text.as_str()).unwrap();
        let other = scope.inscribe("The gate is shut at ten on Sundays.").unwrap();
        let request = text[..text.floor_char_boundary(MAX_REQUEST_BYTES)].trim();
        for mutation in [Mutation::release(request), Mutation::purge(request)] {
            let plan = scope.plan(mutation).unwrap();
            assert_eq!(action_on(&plan, other), None, "{}", &text[..20]);
        }
        change(&scope, Mutation::purge(long));
    }
}

#[test]
fn of_very_many_identifiers_the_first_are_looked_for_and_what_has_another_stays() {
    let scope = scope();
    let codes: Vec<String> = (0..60).map(|n| format!("QH{}K{}", 7 + n * 13, 11 + n)).collect();
    let ids: Vec<MemoryId> = codes
        .iter()
        .map(|code| scope.inscribe(format!("A parcel has the code {code}.").as_str()).unwrap())
        .collect();
    let all = format!("everything with {}", codes.join(", "));
    let plan = scope.plan(Mutation::purge(all.as_str())).unwrap();
    assert!(ids[..48].iter().all(|id| action_on(&plan, *id).is_some()), "{plan}");
    assert!(ids[48..].iter().all(|id| action_on(&plan, *id).is_none()), "{plan}");
    let [unread] = &plan.unread[..] else { panic!("{plan}") };
    assert_eq!(&all[unread.read..][..codes[48].len()], codes[48]);
}

#[test]
fn a_text_that_was_written_a_thousand_times_goes_a_thousand_times() {
    let scope = scope();
    let text = "The safe behind the piano opens with 4471.";
    let ids: Vec<MemoryId> = (0..1000).map(|_| scope.inscribe(text).unwrap()).collect();
    let other = scope.inscribe("The safe behind the piano opens with 4417.").unwrap();
    let plan = scope.plan(Mutation::purge(ids[500])).unwrap();
    assert_eq!(plan.steps.len(), 1000);
    assert_eq!((action_on(&plan, other), plan.unread.len()), (None, 0));
    scope.apply(plan).unwrap();
    assert_eq!(scope.list(Include::All).unwrap().len(), 1);
}

#[test]
fn memories_that_share_an_identifier_and_are_too_many_are_noted() {
    let scope = scope();
    for n in 0..1100 {
        scope.inscribe(format!("Write to sam@roe.example about the lock of ticket {n}.").as_str()).unwrap();
    }
    let id = scope.inscribe("Write to sam@roe.example about the broken lock.").unwrap();
    let plan = scope.plan(Mutation::purge(id)).unwrap();
    assert_eq!(plan.steps.len(), 1, "{plan}");
    assert_eq!(plan.unread.len(), 16);
    assert!(plan.unread[0].reason.starts_with("too many are like"), "{}", plan.unread[0].reason);
}

/// Writes as many notes of one day that have nothing else in common.
fn notes_of_a_day(scope: &Scope, count: usize) {
    let notes: Vec<NewMemory> = (0..count)
        .map(|n| NewMemory::new(format!("Invoice {} of 7 May 2031 went to shelf {}.", 50_000 + n, n % 90)))
        .collect();
    scope.inscribe_batch(&notes, &mut |_| {}).unwrap();
}

#[test]
fn a_copy_is_found_behind_thousands_that_share_its_date_and_nobody_else_goes() {
    let scope = scope();
    let copies = [
        "For the Grabow family the boathouse key safe opens with the red lever on 7 May 2031.",
        "On 2031-05-07 the boathouse key safe opens for the Grabow family with the red lever",
        // One word is hidden from the index.
        "On 7 May 2031 for the Gr&#97;bow family with the red lever the boathouse key safe opens.",
    ];
    let copies = copies.map(|text| scope.inscribe(text).unwrap());
    let others = [
        "For the Grabow family the boathouse key safe opens with the red lever on 8 May 2031.",
        "For the Grabow family the boathouse key safe never opens with the red lever on 7 May 2031.",
        "For the Lund family the boathouse key safe opens with the red lever on 7 May 2031.",
    ];
    let others = others.map(|text| scope.inscribe(text).unwrap());
    notes_of_a_day(&scope, 3_000);
    let id = scope
        .inscribe("On 7 May 2031 the boathouse key safe opens with the red lever for the Grabow family.")
        .unwrap();

    let plan = scope.plan(Mutation::purge(id)).unwrap();

    for copy in copies {
        assert_eq!(action_on(&plan, copy), Some(&Action::Purge), "{plan}");
    }
    assert!(others.iter().all(|other| action_on(&plan, *other).is_none()), "{plan}");
    assert_eq!((plan.steps.len(), plan.unread.len()), (4, 0), "{plan}");
}

#[test]
fn memories_that_are_purged_together_take_the_copies_that_each_would_take() {
    let scope = scope();
    let text = |n: usize| format!("On 7 May 2031 the key of garage number {n} went to tenant Grabow.");
    let copies: Vec<MemoryId> = (0..150)
        .map(|n| {
            let copy = format!("Tenant Grabow: the key of garage number {n} went on 7 May 2031.");
            scope.inscribe(copy.as_str()).unwrap()
        })
        .collect();
    notes_of_a_day(&scope, 1_200);
    let ids: Vec<MemoryId> = (0..150).map(|n| scope.inscribe(text(n).as_str()).unwrap()).collect();
    let together = scope.plan(Mutation::purge(Target::Ids(ids.clone()))).unwrap();
    let each = ids.iter().flat_map(|id| scope.plan(Mutation::purge(*id)).unwrap().steps);
    let sorted = |mut ids: Vec<MemoryId>| {
        ids.sort_unstable();
        ids.dedup();
        ids
    };
    let each = sorted(each.map(|step| step.memory.id).collect());
    assert_eq!(sorted(together.steps.iter().map(|step| step.memory.id).collect()), each);
    assert_eq!(each, sorted([ids, copies].concat()));
}
