//! 20 forms of what was erased.

use crate::world::Value;

/// Forms of a statement.
pub fn of_statement(row: &str) -> Vec<String> {
    let bare = row.trim_end_matches('.');
    let json = row.replace('"', "\\\"");
    vec![
        row.to_owned(),
        row.to_lowercase(),
        row.to_uppercase(),
        bare.to_owned(),
        bare.replace(' ', "  "),
        format!("- {row}"),
        format!("1. {row}"),
        format!("[2024-01-01] {row}"),
        format!("“{bare}”"),
        format!("Note that {row}"),
        format!("<p>{row}</p>"),
        format!("{bare} (confirmed)."),
        format!("user: {row}"),
        format!("{{\"role\":\"user\",\"content\":\"{json}\"}}"),
        format!("<memory>{row}</memory>"),
        format!("Actually, {row}"),
        format!("2026-09-01T10:00:00Z {row}"),
        bare.replace(' ', "&nbsp;"),
        bare.replace(' ', "\u{200b} "),
        format!("The roof leaks badly here. {row}"),
    ]
}

/// Forms of a value: four ways to write it in five sentences.
pub fn of_value(value: &Value) -> Vec<(&'static str, String)> {
    let spaced = |text: &str| text.chars().map(String::from).collect::<Vec<_>>().join(" ");
    let (sort, writings, sentences): (&str, [String; 4], [String; 5]) = match value {
        Value::Password(service, secret) => (
            "passwords",
            [secret.clone(), secret.to_uppercase(), format!("\"{secret}\""), format!("`{secret}`")],
            of(&["$", "$service: $", "try $ there", "login with $ please", "password=$"], service),
        ),
        Value::Pin(thing, pin) => (
            "PINs",
            [pin.clone(), format!("\"{pin}\""), wide(pin), format!("**{pin}**")],
            of(
                &[
                    "PIN $", "pin: $", "$service PIN is $", "It opens with the PIN $.",
                    "the code for $service: $",
                ],
                thing,
            ),
        ),
        Value::Key(service, key) => (
            "keys",
            [key.clone(), format!("\"{key}\""), format!("`{key}`"), format!("({key})")],
            of(&["$", "$service: $", "key=$", "use $ for it", "The token is $."], service),
        ),
        Value::Phone(who, line) => (
            "telephone numbers",
            [
                line.clone(),
                line.replace(' ', ""),
                line.replace("+49 ", "0").replace(' ', "-"),
                line.replace("+49 170", "0049 (170)"),
            ],
            of(&["$", "tel. $", "call $ about tea", "$service: $", "The number is $."], who),
        ),
        Value::Email(address) => (
            "e-mail addresses",
            [
                address.clone(),
                address.to_uppercase(),
                address.replace('@', " (at) "),
                address.replace('@', "%40"),
            ],
            of(&["$", "mailto:$", "write to $ today", "メールは$です", "<$>"], ""),
        ),
        Value::Order(number) => numbered("order", number, spaced(number)),
        Value::Customer(number) => numbered("customer", number, spaced(number)),
    };
    let all =
        sentences.iter().flat_map(|sentence| writings.iter().map(move |value| sentence.replace('$', value)));
    all.map(|form| (sort, form)).collect()
}

fn of(sentences: &[&str; 5], service: &str) -> [String; 5] {
    sentences.map(|sentence| sentence.replace("$service", service))
}

fn numbered(noun: &str, number: &str, spaced: String) -> (&'static str, [String; 4], [String; 5]) {
    let grouped = format!("{} {}", &number[..3], &number[3..]);
    let writings = [number.to_owned(), grouped, wide(number), spaced];
    let sentences = ["$noun $", "$noun no. $ came", "$noun: $", "It is about $noun $.", "$noun #$"];
    ("numbers of records", writings, sentences.map(|sentence| sentence.replace("$noun", noun)))
}

/// In digits of full width.
fn wide(digits: &str) -> String {
    digits.chars().map(|digit| char::from_u32(u32::from(digit) - 0x30 + 0xFF10).unwrap()).collect()
}
