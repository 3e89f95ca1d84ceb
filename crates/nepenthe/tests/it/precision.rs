//! Two hundred purges by identifier among 10,000 memories erase exactly those that carry it, in whatever form.

use std::collections::BTreeSet;

use nepenthe::control::planner::Canonical;
use nepenthe::{Action, Mutation, NewMemory, Options};

const ROWS: usize = 10_000;
const PURGES: usize = 200;

/// A small generator of its own, so that the rows are the same everywhere.
struct Random(u64);

impl Random {
    fn below(&mut self, bound: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % bound
    }

    fn of<'a>(&mut self, words: &[&'a str]) -> &'a str {
        words[self.below(words.len())]
    }

    fn digits(&mut self, count: usize) -> String {
        (0..count)
            .map(|place| char::from(b'0' + u8::try_from(self.below(9) + usize::from(place == 0)).unwrap()))
            .collect()
    }
}

/// An identifier: how it is asked for, how rows write it, and one that looks like it.
struct Identifier {
    request: String,
    forms: Vec<String>,
    alike: String,
}

fn identifier(kind: usize, random: &mut Random) -> Identifier {
    match kind {
        0 => {
            let number = random.digits(6);
            let alike = format!("order {number}{}", random.digits(1));
            Identifier {
                request: format!("order {number}"),
                forms: vec![
                    format!("order {number}"),
                    format!("Order no. {number}"),
                    format!("ORD-00{number}"),
                    format!("order #{number}"),
                ],
                alike,
            }
        }
        1 => {
            let (user, house) = (format!("k{}", random.digits(5)), random.digits(3));
            let address = format!("{user}@shop{house}.example");
            Identifier {
                forms: vec![
                    address.clone(),
                    address.to_uppercase(),
                    format!("<{address}>"),
                    format!("{user} (at) shop{house} (dot) example"),
                    format!("mailto:{address}"),
                ],
                alike: format!("x{address}"),
                request: address,
            }
        }
        2 => {
            let (area, exchange, line) =
                (format!("7{}", random.digits(2)), random.digits(3), random.digits(4));
            Identifier {
                request: format!("+44 {area} {exchange} {line}"),
                forms: vec![
                    format!("+44{area}{exchange}{line}"),
                    format!("0{area} {exchange} {line}"),
                    format!("0044-{area}-{exchange}-{line}"),
                    format!("+44 (0){area}.{exchange}.{line}"),
                ],
                alike: format!("+45 {area} {exchange} {line}"),
            }
        }
        _ => {
            let hex: Vec<String> = [8, 4, 4, 4, 12]
                .iter()
                .map(|length| {
                    (0..*length)
                        .map(|_| random.of(&["a", "b", "c", "d", "e", "f", "1", "2", "3", "7"]))
                        .collect()
                })
                .collect();
            let id = hex.join("-");
            let mut alike = id.clone().into_bytes();
            alike[3] = if alike[3] == b'9' { b'8' } else { b'9' };
            Identifier {
                request: id.clone(),
                forms: vec![id.clone(), id.to_uppercase(), format!("{{{id}}}"), hex.concat()],
                alike: String::from_utf8(alike).unwrap(),
            }
        }
    }
}

fn sentence(random: &mut Random, what: &str) -> String {
    let start = random.of(&["Noted", "Rota", "Desk", "Mail", "Log", "Call", "Shift", "Memo"]);
    let verb = random
        .of(&["came back", "was paid", "is on hold", "wants an answer", "was moved", "is closed", "waits"]);
    let end = random.of(&[
        "until Friday", "by hand", "for the fair", "with the spare part", "after lunch", "at the gate",
    ]);
    format!("{start}: {what} {verb} {end}, shelf {}.", random.below(900))
}

#[test]
fn purges_by_identifier_erase_exactly_what_carries_it() {
    let mut random = Random(4);
    let mut texts: Vec<String> = Vec::new();
    let mut asked: Vec<(String, BTreeSet<usize>)> = Vec::new();
    let mut met = BTreeSet::new();
    for purge in 0..PURGES {
        let identifier = identifier(purge % 4, &mut random);
        assert!(met.insert(identifier.request.clone()), "the generator repeats itself: take another seed");
        let mut carriers = BTreeSet::new();
        for _ in 0..=random.below(3) {
            let form = identifier.forms[random.below(identifier.forms.len())].clone();
            carriers.insert(texts.len());
            texts.push(sentence(&mut random, &form));
        }
        texts.push(sentence(&mut random, &identifier.alike));
        asked.push((identifier.request, carriers));
    }
    while texts.len() < ROWS {
        let other = identifier(texts.len() % 4, &mut random);
        if !met.insert(other.request.clone()) {
            continue;
        }
        let form = other.forms[0].clone();
        texts.push(sentence(&mut random, &form));
    }

    let store =
        crate::support::open_in_memory(Options::default().with_planner(Canonical::default())).unwrap();
    let scope = store.scope("a").unwrap();
    let rows: Vec<NewMemory> = texts.iter().map(|text| NewMemory::new(text.as_str())).collect();
    let ids = scope.inscribe_batch(&rows, &mut |_| {}).unwrap();
    let mut wrong = Vec::new();
    for (request, carriers) in &asked {
        let plan = scope.plan(Mutation::purge(request.as_str())).unwrap();
        let gone: BTreeSet<_> = plan.steps.iter().map(|step| step.memory.id).collect();
        let expected: BTreeSet<_> = carriers.iter().map(|row| ids[*row]).collect();
        let whole = plan.steps.iter().all(|step| step.action == Action::Purge);
        if gone != expected || !whole {
            wrong.push(format!("{request}: {plan}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {PURGES} purges:\n{}",
        wrong.len(),
        wrong[..wrong.len().min(5)].join("\n")
    );
}
