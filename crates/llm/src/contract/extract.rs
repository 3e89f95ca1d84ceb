//! The JSON objects in what a model said.

use serde_json::Value;

use super::lenient;

/// Longer texts are not read to their end.
const LONGEST: usize = 64 * 1024;
/// At so many opening braces it is tried whether an object begins.
const ATTEMPTS: usize = 512;

/// Something that begins like an object.
#[derive(Debug, Clone, PartialEq)]
pub enum Piece<'a> {
    /// A whole object, and the text behind it.
    Object(Value, &'a str),
    /// What cannot be read as one, to the end of the text: it is cut off, or too far from JSON.
    Broken(&'a str),
    /// What is not read, to the end of the text: there is too much.
    Unread,
}

/// Returns the outermost objects in a text, in order, and what begins like one and is none. Never fails.
///
/// What strict JSON can read is read so. Else this is forgiven: comments, trailing commas, single and typographic quotes,
/// unquoted keys, line breaks and quotes inside strings, Python's and JavaScript's names for `null`, `true` and `false`.
#[must_use]
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let whole = text.trim_end();
    let text = &whole[..whole.floor_char_boundary(LONGEST)];
    let mut pieces = Vec::new();
    let mut at = 0;
    for attempt in 0.. {
        let Some(start) = text[at..].find('{').map(|offset| at + offset) else { break };
        if attempt == ATTEMPTS {
            pieces.push(Piece::Unread);
            return pieces;
        }
        let rest = &text[start..];
        match strict(rest).or_else(|| lenient::object(rest)) {
            Some((value, length)) => {
                at = start + length;
                pieces.push(Piece::Object(value, &text[at..]));
            }
            None => {
                pieces.push(Piece::Broken(rest));
                at = start + 1;
            }
        }
    }
    if text.len() < whole.len() {
        pieces.push(Piece::Unread);
    }
    pieces
}

/// Returns the outermost lists in a text, in order, as far as they can be read.
pub(super) fn lists(text: &str) -> Vec<Value> {
    let mut lists = Vec::new();
    let mut at = 0;
    for _ in 0..ATTEMPTS {
        let Some(start) = text[at..].find('[').map(|offset| at + offset) else { break };
        let rest = &text[start..];
        let length = match strict(rest).or_else(|| lenient::list(rest)) {
            Some((value, length)) => {
                lists.push(value);
                length
            }
            None => 1,
        };
        at = start + length;
    }
    lists
}

fn strict(text: &str) -> Option<(Value, usize)> {
    let mut stream = serde_json::Deserializer::from_str(text).into_iter::<Value>();
    let value = stream.next()?.ok()?;
    Some((value, stream.byte_offset()))
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::json;

    use super::*;

    fn objects(text: &str) -> Vec<Value> {
        let objects = pieces(text).into_iter().filter_map(|piece| match piece {
            Piece::Object(value, _) => Some(value),
            Piece::Broken(_) | Piece::Unread => None,
        });
        objects.collect()
    }

    #[test]
    fn objects_are_found_in_prose_and_mended() {
        let table = [
            (r#"{"a":1}"#, json!([{"a":1}])),
            ("Sure!\n```json\n{\"a\": [0, 2]}\n```\nDone.", json!([{"a":[0,2]}])),
            (r#"{"a":[1,2,],}"#, json!([{"a":[1,2]}])),
            ("{'a': 'it's, well, [here]'}", json!([{"a":"it's, well, [here]"}])),
            ("{a: 1, b_c: \"x\"}", json!([{"a":1,"b_c":"x"}])),
            ("{“a”: “x”, ‘b’: [1]}", json!([{"a":"x","b":[1]}])),
            ("{\"a\": 1, // one\n \"b\": 2 /* two */ # three\n}", json!([{"a":1,"b":2}])),
            (
                r#"{"a": NaN, "b": None, "c": True, "d": undefined, "e": -Infinity}"#,
                json!([{"a":null,"b":null,"c":true,"d":null,"e":null}]),
            ),
            ("{\"a\": \"one\ntwo\"}", json!([{"a":"one\ntwo"}])),
            (r#"{"a": "she said "hi" twice"}"#, json!([{"a":"she said \"hi\" twice"}])),
            (r#"{"a": "x\u00e9\n\"", }"#, json!([{"a":"xé\n\""}])),
            (r#"first {"a":1} then {"b":2}"#, json!([{"a":1},{"b":2}])),
            (r#"{"a": "{\"b\": 1}"}"#, json!([{"a":"{\"b\": 1}"}])),
            (r#"{"a": [0, 1"#, json!([])),
            ("no object", json!([])),
            ("{}", json!([{}])),
            ("{broken {\"a\":1}", json!([{"a":1}])),
        ];
        for (text, expected) in table {
            assert_eq!(Value::from(objects(text)), expected, "{text}");
        }
    }

    #[test]
    fn depth_and_length_have_bounds() {
        assert_eq!(objects(&"{\"a\":".repeat(100_000)), Vec::<Value>::new());
        assert_eq!(objects(&"[{".repeat(100_000)), Vec::<Value>::new());
        assert_eq!(objects(&format!("{}{{\"a\":1}}", " ".repeat(LONGEST))), Vec::<Value>::new());
        for more in [" ".repeat(LONGEST) + "x", "{".repeat(ATTEMPTS)] {
            let text = format!("{{\"a\":1}}{more}");
            assert_eq!(pieces(&text).last(), Some(&Piece::Unread));
        }
        assert_eq!(pieces(&format!("{{\"a\":1}}{}", "\n".repeat(LONGEST))).len(), 1);
    }

    proptest! {
        #[test]
        fn no_text_makes_it_panic(text in r#"([{}\[\]:,"'“”‘’\\/*#0-9a-zA-Z \n.+-]|\PC|\\u|"matches"|"index"|NaN){0,60}"#) {
            let _ = pieces(&text);
        }

        #[test]
        fn what_is_json_is_read_as_json_whatever_stands_around(
            before in "[a-z .:\\[\\]]{0,20}", after in "[a-z .:\\]}]{0,20}", value in "\\PC{0,20}", numbers in prop::collection::vec(any::<i64>(), 0..5)
        ) {
            let object = json!({"text": value, "numbers": numbers});
            prop_assert_eq!(objects(&format!("{before}{object}{after}")), [object]);
        }
    }
}
