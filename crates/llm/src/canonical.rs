//! One spelling of JSON, so that equal requests have equal digests.

use serde_json::Value;
use sha2::{Digest, Sha256};

/// The SHA-256, in hex, of a value written without white space and with the keys of its objects in order.
#[must_use]
pub fn digest(value: &Value) -> String {
    let mut text = String::new();
    write(value, &mut text);
    Sha256::digest(text.as_bytes()).iter().map(|byte| format!("{byte:02x}")).collect()
}

fn write(value: &Value, out: &mut String) {
    match value {
        Value::Object(map) => {
            let mut entries: Vec<_> = map.iter().collect();
            entries.sort_unstable_by_key(|(key, _)| *key);
            out.push('{');
            for (index, (key, value)) in entries.into_iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                out.push_str(&Value::from(key.as_str()).to_string());
                out.push(':');
                write(value, out);
            }
            out.push('}');
        }
        Value::Array(items) => {
            out.push('[');
            for (index, item) in items.iter().enumerate() {
                out.push_str(if index > 0 { "," } else { "" });
                write(item, out);
            }
            out.push(']');
        }
        other => out.push_str(&other.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_order_of_keys_and_white_space_do_not_matter_and_all_else_does() {
        let read = |text: &str| digest(&serde_json::from_str(text).unwrap());
        assert_eq!(
            read(r#"{"b":[1,{"d":2,"c":"x"}],"a":null}"#),
            read(r#"{ "a": null, "b": [1, {"c":"x","d":2}] }"#)
        );
        assert_ne!(read(r#"{"a":[1,2]}"#), read(r#"{"a":[2,1]}"#));
        assert_ne!(read(r#"{"a":"1"}"#), read(r#"{"a":1}"#));
        assert_eq!(read("{}"), "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a");
    }
}
