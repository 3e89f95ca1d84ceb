//! JSON on one line that is harmless to a terminal too.

use std::fmt::Write;

use serde::Serialize;

use super::escape::is_active;

/// Writes a value as JSON. Characters that a terminal would act on stand as `\u` escapes, which mean the same.
pub(crate) fn to_json<T: Serialize + ?Sized>(value: &T) -> serde_json::Result<String> {
    let json = serde_json::to_string(value)?;
    if !json.chars().any(is_active) {
        return Ok(json);
    }
    // Such a character can only stand inside a string.
    let mut escaped = String::with_capacity(json.len() + 8);
    for c in json.chars() {
        if is_active(c) {
            write!(escaped, "\\u{:04x}", u32::from(c)).expect("a String takes every write");
        } else {
            escaped.push(c);
        }
    }
    Ok(escaped)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn control_characters_are_escaped_and_read_back() {
        let text = "a\u{9b}\u{7f}\u{202e}\u{1}\nb\"";
        let json = to_json(text).unwrap();
        assert!(!json.chars().any(is_active), "{json:?}");
        assert_eq!(serde_json::from_str::<String>(&json).unwrap(), text);
    }
}
