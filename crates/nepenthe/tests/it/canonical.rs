//! The planner `canonical`, as far as it needs no model: identity, names, edits, what is spared and why.

use std::sync::{Arc, Mutex};

use nepenthe::control::planner::Canonical;
use nepenthe::embed::{EmbedError, Embedder};
use nepenthe::{Action, Include, Mutation, Options, Plan, Scope, Store};

use crate::support::{BagOfWords, change};

fn store() -> Store {
    crate::support::open_in_memory(Options::default().with_planner(Canonical::default())).unwrap()
}

fn scope_of(texts: &[&str]) -> Scope {
    let scope = store().scope("a").unwrap();
    for text in texts {
        scope.inscribe(*text).unwrap();
    }
    scope
}

fn purged(plan: &Plan) -> Vec<&str> {
    let gone = plan.steps.iter().filter(|step| step.action == Action::Purge);
    let mut texts: Vec<&str> = gone.map(|step| step.memory.text.as_str()).collect();
    texts.sort_unstable();
    texts
}

#[test]
fn an_identifier_is_erased_in_every_form_and_no_other() {
    let carry = [
        "Ring +44 (0)20 7946 0018 about the piano.",
        "call back 02079460018, after six",
        "0044 20-7946-0018 wants the blue one",
    ];
    let others = [
        "+44 20 7946 0019 is the tuner.", "Room 0018 is locked.", "120 7946 00181 came on the invoice.",
        "Pianos are moved on Mondays.",
    ];
    let texts: Vec<&str> = carry.into_iter().chain(others).collect();
    let scope = scope_of(&texts);
    let plan = scope.plan(Mutation::purge("+442079460018")).unwrap();
    let mut expected = carry.to_vec();
    expected.sort_unstable();
    assert_eq!(purged(&plan), expected, "{plan}");
    assert!(plan.steps.iter().all(|step| step.reason.contains("same phone")), "{plan}");
    assert!(plan.spared.iter().any(|spared| spared.memory.text.contains("0019")), "{plan}");
    scope.apply(plan).unwrap();
    assert_eq!(scope.list(Include::All).unwrap().len(), others.len());
}

#[test]
fn a_house_is_erased_in_every_form_and_no_other_of_its_street() {
    let carry =
        ["14 Linnet Street has a new roof.", "14 Linnet St., top bell", "Linnet Street 14: boiler serviced"];
    let others = ["4 Linnet Street is for sale.", "Linnet Street floods.", "14 Linnet Road is let."];
    let texts: Vec<&str> = carry.into_iter().chain(others).collect();
    let plan = scope_of(&texts).plan(Mutation::purge("14 Linnet Street")).unwrap();
    let mut expected = carry.to_vec();
    expected.sort_unstable();
    assert_eq!(purged(&plan), expected, "{plan}");
    let near = plan.spared.iter().find(|spared| spared.memory.text == others[0]).unwrap();
    assert!(near.reason.contains("another number of the same street"), "{plan}");
}

#[test]
fn a_name_is_erased_across_scripts_and_its_neighbours_stay() {
    let scope = scope_of(&[
        "Елена Маркова просила счёт.",
        "Elena Markova pays in cash.",
        "Markova, Elena: two parcels",
        "Elena Markevich waits for a call.",
        "Irena Markova has moved.",
    ]);
    let plan = scope.plan(Mutation::purge("Elena Markova")).unwrap();
    assert_eq!(
        purged(&plan),
        ["Elena Markova pays in cash.", "Markova, Elena: two parcels", "Елена Маркова просила счёт."],
        "{plan}"
    );
}

#[test]
fn a_row_about_two_keeps_what_it_says_of_the_other() {
    let scope = scope_of(&[
        "Yusuf and Greta both mind the kiln.", "Yusuf has the spare key.", "Greta fires on Fridays.",
    ]);
    let plan = scope.plan(Mutation::purge("everything about Yusuf")).unwrap();
    assert_eq!(purged(&plan), ["Yusuf has the spare key."], "{plan}");
    let edits: Vec<&Action> =
        plan.steps.iter().map(|step| &step.action).filter(|action| **action != Action::Purge).collect();
    let [Action::Edit { text }] = edits.as_slice() else { panic!("{plan}") };
    assert!(text.contains("Greta") && text.contains("kiln") && !text.contains("Yusuf"), "{text}");
}

#[test]
fn a_list_loses_the_item_with_the_identifier_alone() {
    let scope = scope_of(&[
        "Orders 48213, 48214 and 48215 shipped on Monday.",
        "INV-48209 paid, INV-48213 disputed, INV-48211 open.",
        "Unpaid: orders 48213, 48217.",
        "Order 48213 is for Ada.",
        "Orders 48212 and 48219 are late.",
    ]);
    let plan = scope.plan(Mutation::purge("order 48213")).unwrap();
    assert_eq!(purged(&plan), ["Order 48213 is for Ada."], "{plan}");
    let left: Vec<&str> = edited(&plan).into_iter().map(|(_, left)| left).collect();
    assert_eq!(left, ["Unpaid: order 48217.", "Orders 48214 and 48215 shipped on Monday."], "{plan}");
    let scope = scope_of(&["INV-2209 paid, INV-2210 disputed, INV-2211 open.", "INV-2210 is Ada's."]);
    let plan = scope.plan(Mutation::purge("invoice INV-2210")).unwrap();
    assert_eq!(purged(&plan), ["INV-2210 is Ada's."], "{plan}");
    assert!(
        edited(&plan).iter().all(|(_, left)| !left.contains("2210") && left.contains("INV-2209")),
        "{plan}"
    );
}

#[test]
fn who_quotes_a_memory_means_no_twin_of_it() {
    let scope = scope_of(&[
        "Bed 7: Iwona Kaleta, told us of the debts, asked for silence.",
        "Bed 8: Iwona Kalata, told us of the trip, asked for tea.",
        "Iwona Kaleta gets up late.",
    ]);
    let plan = scope.plan(Mutation::purge("iwona kaleta told us of the debts; asked for silence")).unwrap();
    assert_eq!(purged(&plan), ["Bed 7: Iwona Kaleta, told us of the debts, asked for silence."], "{plan}");
    assert_eq!(plan.steps.len(), 1, "{plan}");
}

#[test]
fn a_quoted_clause_goes_and_another_s_stays() {
    let scope = scope_of(&["Ines has the key to the loft. Bo has the map of the caves."]);
    let plan = scope.plan(Mutation::purge("that Ines has the key to the loft")).unwrap();
    let [step] = plan.steps.as_slice() else { panic!("{plan}") };
    assert_eq!(step.action, Action::Edit { text: "Bo has the map of the caves.".into() }, "{plan}");
}

#[test]
fn somebody_s_number_is_not_everything_about_them() {
    let texts = [
        "Gus tunes the upright every autumn.", "Gus's line is 020 7946 0142.",
        "contact: Gus, +44 20 7946 0142", "Agnes can be rung on 020 7946 0124.",
    ];
    let plan = scope_of(&texts).plan(Mutation::purge("Gus's number 020 7946 0142")).unwrap();
    assert_eq!(purged(&plan), texts[1..3], "{plan}");
    let plan = scope_of(&texts).plan(Mutation::purge("everything about Gus, 020 7946 0142")).unwrap();
    assert_eq!(purged(&plan), texts[..3], "{plan}");
}

#[test]
fn a_record_that_is_written_anew_leaves_no_rest_of_the_old_one() {
    let record = |claim: &str, cause: &str| {
        format!(
            r#"{{"claim":"{claim}","name":"Oona Marsh","desk":"north","officer":"Pell","cause":"{cause}"}}"#
        )
    };
    let (old, other) = (record("C-20/771", "a fall at home, alone"), record("C-20/717", "hail"));
    let scope = scope_of(&[&old, &other]);
    let new = record("C-20/771", "an accident");
    let plan = scope.plan(Mutation::supersede("the cause in claim C-20/771", new.as_str())).unwrap();
    let [step] = plan.steps.as_slice() else { panic!("{plan}") };
    assert_eq!((step.memory.text.as_str(), &step.action), (old.as_str(), &Action::Supersede), "{plan}");
}

#[test]
fn a_supersede_leaves_the_twin_that_has_another_in_its_place() {
    let scope = scope_of(&["Team Auk: standup at 9:30 in Pine.", "Team Gull: standup at 9:30 in Larch."]);
    let plan = scope
        .plan(Mutation::supersede("the standup of team Auk", "Team Auk: standup at 10:15 in Pine."))
        .unwrap();
    let touched: Vec<&str> = plan.steps.iter().map(|step| step.memory.text.as_str()).collect();
    assert_eq!(touched, ["Team Auk: standup at 9:30 in Pine."], "{plan}");
}

#[test]
fn a_supersede_leaves_what_was_left_when_the_present_state_began() {
    let scope = scope_of(&[]);
    let ids = ["Nightly story for Pia: The Moon Ladder.", "Nightly song for Pia: The Moon Boat."]
        .map(|text| scope.inscribe(text).unwrap());
    change(&scope, Mutation::supersede(ids[0], "Pia wants The Brave Snail now."));
    change(&scope, Mutation::supersede("the nightly story for Pia", "For Pia it is The Moon Ladder again."));
    let live = scope.list(Include::Live).unwrap();
    let mut texts: Vec<&str> = live.iter().map(|memory| memory.text.as_str()).collect();
    texts.sort_unstable();
    assert_eq!(texts, ["For Pia it is The Moon Ladder again.", "Nightly song for Pia: The Moon Boat."]);
}

#[test]
fn of_records_of_several_days_that_of_the_day_goes() {
    let scope = scope_of(&[
        "Vet visit 2024-03-11: Pixel weighed 4.1 kg.",
        "Vet visit 2024-11-03: Pixel weighed 4.6 kg.",
        "Vet visit 2025-03-11: Pixel weighed 4.4 kg.",
        "Pixel sleeps in the drawer.",
    ]);
    let plan = scope.plan(Mutation::release("the vet visit of 11 March 2024")).unwrap();
    let touched: Vec<&str> = plan.steps.iter().map(|step| step.memory.text.as_str()).collect();
    assert_eq!(touched, ["Vet visit 2024-03-11: Pixel weighed 4.1 kg."], "{plan}");
}

#[test]
fn of_another_time_period_or_quantity_stays() {
    let memories = [
        "Choir rehearsal 9 June 17:45, bring the folders.",
        "Choir rehearsal on June 9 at a quarter to six in the evening, in the annex.",
        "Choir rehearsal 9 June 18:45, altos only.",
        "Choir rehearsal 19 June 17:45, with the organ.",
        "Budget 2Q31: travel is cut.",
        "Budget for the second quarter of 2031: no new chairs.",
        "Budget Q3 2031: new chairs.",
        "Budget Q2 2032: nothing yet.",
        "The 6.00 mm drill bit is blunt.",
        "The 6.5 mm drill bit is new.",
        "The 16 mm drill bit is for wood.",
    ];
    for (request, meant) in [
        ("the choir rehearsal of 9 June at 17:45", &memories[..2]),
        ("everything on the Q2 2031 budget", &memories[4..6]),
        ("everything about the 6 mm drill bit", &memories[8..9]),
    ] {
        let plan = scope_of(&memories).plan(Mutation::release(request)).unwrap();
        let mut touched: Vec<&str> = plan.steps.iter().map(|step| step.memory.text.as_str()).collect();
        touched.sort_by_key(|text| memories.iter().position(|memory| memory == text));
        assert_eq!(touched, meant, "{plan}");
    }
}

#[test]
fn everything_about_a_thing_with_a_name_is_not_everything_about_the_name() {
    let scope = scope_of(&[
        "The farewell concert for Milo is on 30 May.",
        "Milo likes pistachio ice cream.",
        "Milo's shoes are size 34.",
    ]);
    let plan = scope.plan(Mutation::purge("everything about the farewell concert for Milo")).unwrap();
    assert_eq!(purged(&plan), ["The farewell concert for Milo is on 30 May."], "{plan}");
}

#[test]
fn a_restore_brings_back_what_was_released_and_nothing_else() {
    let scope = scope_of(&[
        "Jun Okabe teaches the oboe.", "Jun Okabe owes two lessons.", "Lena Voss teaches the harp.",
        "The hall is cold.",
    ]);
    change(&scope, Mutation::release("everything about Jun Okabe"));
    change(&scope, Mutation::release("everything about Lena Voss"));
    assert_eq!(scope.list(Include::Live).unwrap().len(), 1);
    change(&scope, Mutation::restore("everything about Jun Okabe"));
    let live = scope.list(Include::Live).unwrap();
    let mut texts: Vec<&str> = live.iter().map(|memory| memory.text.as_str()).collect();
    texts.sort_unstable();
    assert_eq!(texts, ["Jun Okabe owes two lessons.", "Jun Okabe teaches the oboe.", "The hall is cold."]);
}

#[test]
fn a_new_statement_that_stands_already_is_not_doubled() {
    let scope = scope_of(&["The boiler is serviced by Havel.", "The lift is serviced by Brandt."]);
    let again = scope
        .plan(Mutation::supersede("who services the boiler", "The boiler is serviced by Havel."))
        .unwrap();
    assert!(again.inscribe.is_none(), "{again}");

    let old = scope.list(Include::Live).unwrap().remove(0);
    change(&scope, Mutation::supersede(old.id, "The boiler is serviced by Novak."));
    let back = scope
        .plan(Mutation::supersede("who services the boiler", "The boiler is serviced by Havel."))
        .unwrap();
    assert!(back.inscribe.is_none(), "{back}");
    scope.apply(back).unwrap();
    let live = scope.list(Include::Live).unwrap();
    assert_eq!(live.iter().filter(|memory| memory.text == "The boiler is serviced by Havel.").count(), 1);
}

#[test]
fn an_identifier_is_found_among_many_rows_by_the_index_alone() {
    let scope = store().scope("a").unwrap();
    let rows: Vec<nepenthe::NewMemory> = (0..400)
        .map(|row| format!("Order {} was packed by hand and left on the shelf.", 70_000 + row).into())
        .collect();
    scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
    scope.inscribe("ord. 70-211 came back").unwrap();
    let plan = scope.plan(Mutation::purge("order 70211")).unwrap();
    assert_eq!(
        purged(&plan),
        ["Order 70211 was packed by hand and left on the shelf.", "ord. 70-211 came back"],
        "{plan}"
    );
}

#[test]
fn two_plans_of_one_state_are_equal_to_the_byte() {
    let texts = [
        "Ida lives in Aalst.", "Ida's cat is called Ghent.", "Until 2019 Ida lived in Ghent.",
        "Bo lives in Aalst.",
    ];
    let scope = scope_of(&texts);
    let plan = || {
        let plan =
            scope.plan(Mutation::supersede("the town Ida lives in", "Ida has moved to Lier.")).unwrap();
        serde_json::to_string(&plan.steps).unwrap() + &plan.to_string()
    };
    assert_eq!(plan(), plan());
}

#[test]
fn the_log_names_the_planner() {
    let scope = scope_of(&["Ring 02079460018 about the piano.", "Pianos are moved on Mondays."]);
    let outcome = change(&scope, Mutation::purge("02079460018"));
    let event = outcome.changes[0].event;
    let events = scope.history(outcome.changes[0].id).unwrap();
    let purge = events.iter().find(|entry| entry.event.seq == event).unwrap();
    assert_eq!(purge.event.planner.as_deref(), Some("canonical"));
    assert_eq!(events[0].event.planner, None);
}

#[test]
fn what_is_wanted_is_read_as_the_request_spells_it_and_in_english() {
    let planner = Canonical::default();
    let readings = |request: &str, text: &str| {
        let (request, mut readings) = planner.readings(&Mutation::release(request), &[text]).unwrap();
        (request, readings.remove(0).text)
    };
    let (request, text) = readings("where Captain Shchukin berths", "Капитан Щукин — причал 6.");
    assert_eq!(request, "release : where Captain Shchukin berths");
    assert_eq!(text, "captain Shchukin — pier 6.");
    let (_, text) = readings("everything about +44 20 7946 0018", "Ring 02079460018 about the piano.");
    assert_eq!(text, "Ring +44 20 7946 0018 about the piano.");
    let (request, text) = readings("der Schlüssel vom Keller", "The cellar key hangs by Rosa's door.");
    assert_eq!(request, "release : the key of cellar");
    assert_eq!(text, "The cellar key hangs by Rosa's door.");
}

fn edited(plan: &Plan) -> Vec<(&str, &str)> {
    plan.steps
        .iter()
        .filter_map(|step| match &step.action {
            Action::Edit { text } => Some((step.memory.text.as_str(), text.as_str())),
            _ => None,
        })
        .collect()
}

#[test]
fn who_says_that_the_rest_stays_loses_the_identifier_alone() {
    let scope = scope_of(&[
        "person=noor tel=5550164 bed=7",
        "By voice 555-0164 opens the line to the old exchange.",
        "Night numbers: Noor 555-0164, Emil 555-0146.",
        "Noor sleeps badly.",
        "555-0164",
    ]);
    let plan = scope
        .plan(Mutation::purge(
            "Noor's telephone number 555-0164 in any notation; the rest of those notes stays",
        ))
        .unwrap();
    let mut after: Vec<&str> = edited(&plan).into_iter().map(|(_, after)| after).collect();
    after.sort_unstable();
    assert_eq!(
        after,
        [
            "By voice […] opens the line to the old exchange.",
            "Night numbers: Emil 555-0146.",
            "person=noor bed=7"
        ],
        "{plan}"
    );
    assert_eq!(purged(&plan), ["555-0164"], "{plan}");
}

#[test]
fn an_exception_is_kept() {
    let rows = [
        "Nora Quist is allergic to shellfish.", "Nora Quist's invoice 5521 is unpaid.",
        "Nora Quist pays the rent on the 3rd.", "Nora Quist moved to Graz.",
    ];
    for (request, kept) in [
        ("everything about Nora Quist except her allergy", rows[0]),
        ("everything about Nora Quist except the invoices", rows[1]),
        ("everything about Nora Quist, but keep the rent", rows[2]),
        ("everything about Nora Quist except that she moved to Graz", rows[3]),
    ] {
        let plan = scope_of(&rows).plan(Mutation::purge(request)).unwrap();
        assert_eq!(purged(&plan).len(), 3, "{plan}");
        assert!(!purged(&plan).contains(&kept), "{plan}");
        assert!(plan.spared.iter().any(|spared| spared.reason.starts_with("is to stay")), "{plan}");
    }
}

#[test]
fn all_who_are_listed_are_meant() {
    let rows = [
        "Ada Bloom paints.", "Bo Lund has the key.", "Cy Moor is away.", "Cy Bloom sings.",
        "Ada Lund is ill.",
    ];
    let plan =
        scope_of(&rows).plan(Mutation::purge("everything about Ada Bloom, Bo Lund and Cy Moor")).unwrap();
    assert_eq!(purged(&plan), rows[..3], "{plan}");
}

#[test]
fn what_repeats_an_erased_memory_says_nothing_else() {
    let rows = [
        "Anna has a key to room 314 at the town hall annex.",
        "Bert has a key to room 314 at the town hall annex.",
        "Ann likes C++.",
        "Ann likes C#.",
        "I do not think that Ann likes C++ any more.",
        "Minutes: Ann likes C++. Bert takes notes in the annex.",
    ];
    let scope = scope_of(&rows);
    let ids =
        |text: &str| scope.list(Include::All).unwrap().into_iter().find(|row| row.text == text).unwrap().id;
    let plan = scope.plan(Mutation::purge(vec![ids(rows[0]), ids(rows[2])])).unwrap();
    assert_eq!(purged(&plan), [rows[2], rows[0]], "{plan}");
    assert_eq!(edited(&plan), [(rows[5], "Bert takes notes in the annex.")], "{plan}");
}

#[test]
fn a_long_edit_shows_what_goes_and_a_reason_stays_on_its_line() {
    let head = "The general meeting of the allotment society was held in the old riding hall on a wet evening and went on for three hours. ";
    let rows = [format!(
        "{head}Ivo Lund paints the gate. Hugo Lenk mends the roof of the shed by the pond before winter comes."
    )];
    let plan = scope_of(&[rows[0].as_str()]).plan(Mutation::purge("everything about Ivo Lund")).unwrap();
    let shown = plan.to_string();
    assert!(!edited(&plan).is_empty(), "{plan}");
    assert!(shown.contains("Ivo Lund paints the gate"), "{shown}");
    let plan =
        scope_of(&["Ring 020 7946\n0018 about the piano."]).plan(Mutation::purge("020 7946 0018")).unwrap();
    assert!(
        plan.to_string().lines().all(|line| line.starts_with("  ") || line.starts_with("purge")),
        "{plan}"
    );
}

#[test]
fn what_orders_nothing_is_refused() {
    use nepenthe::{PlanError, Refusal};
    let scope = scope_of(&["Vera Lind teaches yoga.", "Vera Lind has a cat."]);
    for (request, refusal) in [
        ("don't delete anything about Vera Lind", Refusal::Prohibited),
        ("keep everything about Vera Lind", Refusal::Kept),
        ("what do you know about Vera Lind?", Refusal::Asked),
        ("everything except Vera Lind", Refusal::AllBut),
        ("delete it", Refusal::Everything),
        ("If Vera Lind leaves the choir, then delete everything about Vera Lind", Refusal::Conditional),
    ] {
        for mutation in [Mutation::purge(request), Mutation::release(request)] {
            let Err(PlanError::NoOrder(found)) = scope.plan(mutation) else { panic!("{request}") };
            assert_eq!(found, refusal, "{request}");
        }
    }
    assert_eq!(
        scope.plan(Mutation::purge("please delete everything about Vera Lind")).unwrap().steps.len(),
        2
    );
}

#[test]
fn who_quotes_a_memory_means_it_whatever_it_says() {
    let quoted =
        ["Can we meet on Friday, Vera?", "Don't delete the minutes of Friday.", "a", "Keep everything."];
    let scope = scope_of(&quoted);
    for text in quoted {
        let plan = scope.plan(Mutation::purge(text)).unwrap();
        assert_eq!(
            plan.steps.iter().map(|step| step.memory.text.as_str()).collect::<Vec<_>>(),
            [text],
            "{plan}"
        );
    }
}

/// What was written as an order for the planner's training is one.
#[test]
fn no_order_is_refused() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../training/data");
    let (mut orders, mut refused) = (0, Vec::new());
    for file in folder.read_dir().unwrap() {
        for line in std::fs::read_to_string(file.unwrap().path()).unwrap().lines() {
            let group: serde_json::Value = serde_json::from_str(line).unwrap();
            let asks = group["asks"].as_array().cloned().unwrap_or_else(|| vec![group.clone()]);
            for ask in asks.iter().filter(|ask| ask["verb"] != "supersede") {
                let request = ask["request"].as_str().unwrap();
                orders += 1;
                refused.extend(
                    nepenthe_text::request::parse(request).refusal.map(|why| format!("{why:?} {request}")),
                );
            }
        }
    }
    assert!(orders > 10_000, "{orders}");
    assert!(refused.is_empty(), "{} of {orders}:\n{}", refused.len(), refused.join("\n"));
}

#[test]
fn a_request_for_two_things_means_both() {
    let rows = [
        "Vera Lind drinks beer.", "Bo Moor plays the harp.", "Vera Lind plays the flute.",
        "Bo Moor drinks tea.",
    ];
    let request = "that Vera Lind drinks beer, and that Bo Moor plays the harp";
    let plan = scope_of(&rows).plan(Mutation::release(request)).unwrap();
    let mut goes: Vec<&str> = plan.steps.iter().map(|step| step.memory.text.as_str()).collect();
    goes.sort_unstable();
    assert_eq!(goes, [rows[1], rows[0]], "{plan}");
}

/// Longer than the relevance model reads.
const NOTE: &str = "Nora Quist came by at ten. We talked about the garden for an hour and made a list for the \
    spring. Bo Moor called twice and wanted the van for Thursday. His number is 555-0142. The boiler man comes on \
    Friday between eight and twelve. I should ask the neighbours about the hedge before the summer ends. Nora Quist \
    is allergic to shellfish. The cat needs her second injection in October.";

#[test]
fn a_long_memory_loses_what_is_meant_and_keeps_the_rest() {
    let without = |cut: &[&str]| cut.iter().fold(NOTE.to_owned(), |text, cut| text.replace(cut, ""));
    let called = "Bo Moor called twice and wanted the van for Thursday. His number is 555-0142. ";
    let allergic = "Nora Quist is allergic to shellfish. ";
    for (request, left) in [
        ("555-0142", without(&[called])),
        ("everything about Bo Moor", without(&[called])),
        ("everything about Nora Quist except her allergy", without(&["Nora Quist came by at ten. "])),
        ("everything about Nora Quist", without(&["Nora Quist came by at ten. ", allergic])),
        ("that Nora Quist is allergic to shellfish", without(&[allergic])),
    ] {
        let plan = scope_of(&[NOTE, "The hedge is Ada's."]).plan(Mutation::purge(request)).unwrap();
        assert_eq!(edited(&plan), [(NOTE, left.as_str())], "{request}\n{plan}");
    }
}

#[test]
fn what_a_line_break_parts_in_a_long_memory_is_found() {
    for (request, written) in
        [("020 7946 0018", "020 7946\n0018"), ("everything about Nora Quist", "Nora\nQuist")]
    {
        let note = format!(
            "The boiler man comes on Friday between eight\nand twelve, and the neighbours were asked about\n\
             the hedge before the summer ends. Somebody\nrang about the piano, who is known as {written} in\n\
             the book by the door. The cat needs her second\ninjection in October, and the gate is shut at ten\n\
             on Sundays."
        );
        let scope = scope_of(&[&note, "The hedge is Ada's."]);
        scope.apply(scope.plan(Mutation::purge(request)).unwrap()).unwrap();
        let left: String =
            scope.list(Include::All).unwrap().iter().map(|memory| memory.text.clone()).collect();
        assert!(!left.contains("0018") && !left.contains("Quist") && left.contains("hedge"), "{left}");
    }
}

#[test]
fn a_long_memory_that_opens_with_an_identifier_is_about_it() {
    let order = format!("Order 48213: {}", NOTE.replace("555-0142", "known"));
    let plan = scope_of(&[&order, NOTE]).plan(Mutation::purge("order 48213")).unwrap();
    assert_eq!(purged(&plan), [order.as_str()], "{plan}");
}

/// Remembers which texts it was asked for.
#[derive(Clone, Default)]
struct Listening(Arc<Mutex<Vec<String>>>);

impl Embedder for Listening {
    fn name(&self) -> &str {
        "listening"
    }
    fn dimension(&self) -> usize {
        64
    }
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.0.lock().unwrap().extend(texts.iter().map(|text| (*text).to_owned()));
        BagOfWords(64).embed(texts)
    }
}

#[test]
fn planning_embeds_no_memory_that_has_its_vector() {
    let listening = Listening::default();
    let store = crate::support::open_in_memory(Options::default().with_embedder(listening.clone())).unwrap();
    let scope = store.scope("a").unwrap();
    let long = "The choir meets on Mondays. ".repeat(12);
    for text in ["Ines rows on the canal and sings alto.", "The canal freezes in January.", &long] {
        scope.inscribe(text).unwrap();
    }
    listening.0.lock().unwrap().clear();
    scope.plan(Mutation::release("where Ines rows")).unwrap();
    let asked = listening.0.lock().unwrap().clone();
    assert!(asked.iter().any(|text| text.contains("rows")), "{asked:?}");
    // A passage of a long memory has no vector of its own.
    let stored = |text: &String| text.contains("alto") || text.contains("freezes") || *text == long;
    assert!(!asked.iter().any(stored), "{asked:?}");
}
