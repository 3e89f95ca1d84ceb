//! Errors of reading JSON, without the values that were read: those may be texts.

/// What is wrong with arguments, without the value that is.
pub(crate) fn without_value(message: &str) -> String {
    let kind = message.split_once(':').map_or(message, |(kind, _)| kind);
    match kind {
        "invalid type" | "invalid value" | "invalid length" => {
            let expected = message.rsplit_once(", expected ").map(|(_, expected)| expected);
            expected.map_or(kind.to_owned(), |expected| format!("{kind}, expected {expected}"))
        }
        _ if message.starts_with("missing field") => message.to_owned(),
        // What is no word of a program may be a text too.
        _ if message.starts_with("unknown field") => match message.split('`').nth(1) {
            Some(name) if is_word(name) => message.to_owned(),
            _ => "unknown field".to_owned(),
        },
        _ => "an argument is not as the input schema says".to_owned(),
    }
}

fn is_word(name: &str) -> bool {
    (1..=40).contains(&name.len()) && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

#[cfg(test)]
mod tests {
    use super::without_value;

    #[test]
    fn no_value_is_repeated() {
        for (message, told) in [
            ("missing field `query`", "missing field `query`"),
            (
                "unknown field `scope`, expected `query` or `k`",
                "unknown field `scope`, expected `query` or `k`",
            ),
            (
                "invalid type: string \"my PIN, expected 4711\", expected usize",
                "invalid type, expected usize",
            ),
            ("unknown field `my PIN is 4711`, expected `query` or `k`", "unknown field"),
            ("invalid type: map, expected a string", "invalid type, expected a string"),
            ("unknown variant `my PIN`, expected `live`", "an argument is not as the input schema says"),
            ("my PIN is no time: parse error", "an argument is not as the input schema says"),
        ] {
            assert_eq!(without_value(message), told);
        }
    }
}
