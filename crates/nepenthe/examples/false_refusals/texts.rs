//! New texts: near what was erased, with new values, and unrelated.

use std::collections::HashSet;

use crate::random::Random;
use crate::world::{CITIES, OBJECTS, PLACES, SERVICES, THINGS, World, email, key, password, phone};

const NEAR: &[&str] = &[
    "We watched a show on $service.",
    "$service raised its price to $n euros.",
    "$service was down for $n minutes.",
    "The support of $service answers in $n hours.",
    "Somebody forgot the password of $service again.",
    "$who pays for $service since week $n.",
    "$service sent $n mails about the $thing.",
    "The $service password is changed every $n days.",
    "$service now asks for a second factor.",
    "$who called about the $thing.",
    "Lunch with $who in $city on day $n.",
    "$who wants $n chairs for the $place.",
    "Ask $who whether the $thing fits.",
    "$who moved to $city.",
    "$who and $other share the van in week $n.",
    "$who has a new phone and likes it.",
    "$who changed the phone company for the $n. time.",
    "The $thing needs a new lock, says $who.",
    "$who owes the $place $n euros.",
    "$who lives in $city now, near the $place.",
    "$who bought $n kettles for the $place.",
    "$who told the $place that the roof leaks.",
    "$who sold $n jars of honey.",
    "The PIN of the $thing was changed in week $n.",
    "Nobody knows the PIN of the $thing but $who.",
    "The $thing has $n doors.",
    "The boiler of the $place is $n years old.",
    "The boiler of the $place makes noise in week $n.",
    "The spare key of the $place was copied $n times.",
    "The spare key of the $place hangs with $who.",
    "The $place closes at $n.",
    "The $place is run by $who.",
    "The next order for the $place comes in week $n.",
    "An order for $n kettles went to the $place.",
    "Customers complain about the $thing, $n this week.",
    "Write to the $place about the $thing.",
    "The API key of $service is rotated every $n days.",
    "$who told the $place in $city that the $thing is dry.",
    "$service and the $place have a contract for $n months.",
    "The number of the $place is in the book, page $n.",
];

const VALUES: &[&str] = &[
    "The $service password is $secret.",
    "New $service password: $secret",
    "$service pw $secret",
    "The PIN of the $thing is $pin.",
    "PIN for the $thing: $pin",
    "The code of the $thing is $pin now.",
    "$service is billed with the API key $key.",
    "API key for $service: $key",
    "$who's phone number is $phone.",
    "$who, $phone, bought $n kettles.",
    "Ring $who at $phone.",
    "$who: $phone",
    "Write to $mail about the $thing.",
    "$who's address is $mail.",
    "Order $number for the $place is late.",
    "Order $number was shipped to $city.",
    "Customer $number pays late and complains about the $thing.",
    "Customer $number likes the $thing.",
    "The boiler of the $place was serviced on $day May 2026.",
    "The spare key of the $place lies behind the $object of $who.",
];

/// Texts of both sorts, `count` each, none of which is among the rows.
pub fn new(
    world: &World,
    random: &mut Random,
    count: usize,
    rows: &HashSet<String>,
) -> (Vec<String>, Vec<String>) {
    let mut known = rows.clone();
    let mut of = |templates: &[&str]| {
        let mut texts = Vec::with_capacity(count);
        let mut at = 0;
        while texts.len() < count {
            let text = filled(templates[at % templates.len()], world, random);
            at += 1;
            if known.insert(text.to_lowercase()) {
                texts.push(text);
            } else if at > count * 40 {
                break;
            }
        }
        texts
    };
    (of(NEAR), of(VALUES))
}

fn filled(template: &str, world: &World, random: &mut Random) -> String {
    let mut text = template.to_owned();
    let parts: [(&str, String); 14] = [
        ("$service", random.of(SERVICES).to_owned()),
        ("$thing", random.of(THINGS).to_owned()),
        ("$place", random.of(PLACES).to_owned()),
        ("$city", random.of(CITIES).to_owned()),
        ("$object", random.of(OBJECTS).to_owned()),
        ("$other", random.one(&world.callers).clone()),
        ("$who", random.one(&world.people).clone()),
        ("$secret", password(random)),
        ("$pin", format!("{:04}", random.below(9000) + 1000)),
        ("$key", key(random)),
        ("$phone", phone(random)),
        ("$mail", email(random)),
        ("$number", format!("{}", random.below(900_000) + 100_000)),
        ("$day", format!("{}", random.below(28) + 1)),
    ];
    for (mark, part) in parts {
        text = text.replace(mark, &part);
    }
    text.replace("$n", &format!("{}", random.below(90) + 2))
}

/// Facts of ForgetEval's suites.
pub fn unrelated(random: &mut Random, count: usize, rows: &HashSet<String>) -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../forgeteval/suites");
    let mut known = rows.clone();
    let mut facts = Vec::new();
    for suite in [
        "adversarial-1.0.0", "dev-1.0.0", "scope-1.0.0", "sequence-1.0.0", "residue-1.0.0",
        "resurrection-1.0.0",
    ] {
        let file = std::fs::read_to_string(format!("{folder}/{suite}.jsonl")).unwrap();
        for line in file.lines() {
            let case: serde_json::Value = serde_json::from_str(line).unwrap();
            let set_up = case["setup_facts"].as_array().into_iter().flatten();
            let new =
                set_up.filter_map(|fact| fact.as_str()).filter(|fact| known.insert(fact.to_lowercase()));
            facts.extend(new.map(str::to_owned));
        }
    }
    // Shuffled, and as many as are asked for.
    for at in (1..facts.len()).rev() {
        facts.swap(at, random.below(at as u64 + 1) as usize);
    }
    facts.truncate(count);
    facts
}
