//! Reading the `filters` of a deletion, which Mem0's Python client puts into the query as Python prints a dict.

use std::fmt;

use nepenthe_ops::{Code, OpError};
use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};

/// The texts of an object, by their keys.
type Pairs = Vec<(String, String)>;

/// Reads an object of texts: as JSON, or as Python prints it (`{'user_id': 'alice'}`), and in no other way. No key comes twice.
///
/// # Errors
/// [`Code::BadRequest`].
pub(super) fn read(text: &str) -> Result<Pairs, OpError> {
    let pairs = serde_json::from_str(text).map(|Json(pairs)| pairs).ok().or_else(|| python(text));
    let once = |pairs: &Pairs| {
        pairs.iter().enumerate().all(|(at, (key, _))| pairs[..at].iter().all(|(before, _)| before != key))
    };
    pairs.filter(once).ok_or_else(|| {
        let message = "`filters` is neither an object of JSON nor a dict of Python with texts alone; nothing was erased";
        OpError::new(Code::BadRequest, message)
    })
}

/// An object of JSON with every key that it has: usually the last of two would do.
struct Json(Pairs);

impl<'de> Deserialize<'de> for Json {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Texts;
        impl<'de> Visitor<'de> for Texts {
            type Value = Json;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object of texts")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Json, A::Error> {
                let mut pairs = Vec::new();
                while let Some(pair) = map.next_entry()? {
                    pairs.push(pair);
                }
                Ok(Json(pairs))
            }
        }
        deserializer.deserialize_map(Texts)
    }
}

/// Reads `{'a': 'b', "c": "d"}`.
fn python(text: &str) -> Option<Pairs> {
    let mut reader = Reader { rest: text.strip_prefix('{')? };
    let mut pairs = Vec::new();
    reader.spaces();
    if !reader.takes('}') {
        loop {
            let key = reader.quoted()?;
            reader.spaces();
            reader.takes(':').then_some(())?;
            reader.spaces();
            pairs.push((key, reader.quoted()?));
            reader.spaces();
            if reader.takes('}') {
                break;
            }
            reader.takes(',').then_some(())?;
            reader.spaces();
        }
    }
    reader.rest.is_empty().then_some(pairs)
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn spaces(&mut self) {
        self.rest = self.rest.trim_start_matches(' ');
    }

    fn takes(&mut self, letter: char) -> bool {
        self.rest.strip_prefix(letter).map(|rest| self.rest = rest).is_some()
    }

    fn next(&mut self) -> Option<char> {
        let mut letters = self.rest.chars();
        let letter = letters.next()?;
        self.rest = letters.as_str();
        Some(letter)
    }

    /// Reads a text in quotes, with the escapes that Python prints.
    fn quoted(&mut self) -> Option<String> {
        let quote = self.next().filter(|quote| ['\'', '"'].contains(quote))?;
        let mut text = String::new();
        loop {
            match self.next()? {
                letter if letter == quote => return Some(text),
                '\\' => text.push(self.escaped()?),
                letter if letter.is_control() => return None,
                letter => text.push(letter),
            }
        }
    }

    fn escaped(&mut self) -> Option<char> {
        match self.next()? {
            letter @ ('\\' | '\'' | '"') => Some(letter),
            'n' => Some('\n'),
            'r' => Some('\r'),
            't' => Some('\t'),
            'x' => self.code(2),
            'u' => self.code(4),
            'U' => self.code(8),
            _ => None,
        }
    }

    fn code(&mut self, digits: usize) -> Option<char> {
        let code =
            self.rest.get(..digits).filter(|code| code.bytes().all(|digit| digit.is_ascii_hexdigit()))?;
        self.rest = &self.rest[digits..];
        char::from_u32(u32::from_str_radix(code, 16).ok()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_python_prints_is_read_as_it_was() {
        for (text, meant) in [
            ("{'user_id': 'alice'}", &[("user_id", "alice")][..]),
            (r#"{"user_id": "alice"}"#, &[("user_id", "alice")]),
            (r#" { "user_id" : "\ud83d\ude00\/" } "#, &[("user_id", "\u{1f600}/")]),
            (r#"{'user_id': "al'ice", 'run_id': 'r"1'}"#, &[("user_id", "al'ice"), ("run_id", "r\"1")]),
            (r"{'user_id': 'a\'\\b'}", &[("user_id", "a'\\b")]),
            (r"{'user_id': '\x85\u3000\U0001f600'}", &[("user_id", "\u{85}\u{3000}\u{1f600}")]),
            ("{'user_id': '用户 é 😀'}", &[("user_id", "用户 é 😀")]),
            ("{'user_id': '{}: , None'}", &[("user_id", "{}: , None")]),
            ("{}", &[]),
        ] {
            let meant = meant.iter().map(|(key, value)| ((*key).to_owned(), (*value).to_owned())).collect();
            assert_eq!(read(text).ok(), Some(meant), "{text}");
        }
    }

    #[test]
    fn what_python_would_run_or_nest_is_refused() {
        for text in [
            "",
            " ",
            "{",
            "}",
            "{'user_id': 'alice'",
            "{'user_id': 'alice'} ",
            "{'user_id': 'alice'}{'user_id': 'bob'}",
            "{'user_id': 'alice',}",
            "{'user_id': 'alice' 'bob'}",
            "{'user_id': 'alice', 'user_id': 'bob'}",
            r#"{"user_id": "alice", "user_id": "bob"}"#,
            r#"{"user_id": 7}"#,
            r#"{"user_id": null}"#,
            r#"{"user_id": {"in": ["alice"]}}"#,
            "{'user_id': None}",
            "{'user_id': True}",
            "{'user_id': 7}",
            "{'user_id': b'alice'}",
            "{'user_id': f'{1}'}",
            "{'user_id': u'alice'}",
            "{'user_id': ['alice']}",
            "{'user_id': ('alice',)}",
            "{'user_id': {'eq': 'alice'}}",
            "{'AND': [{'user_id': 'alice'}]}",
            "{user_id: 'alice'}",
            "{**{'user_id': 'alice'}}",
            "{'user_id': __import__('os').system('true')}",
            "{'user_id': ''.__class__}",
            "dict(user_id='alice')",
            "[object Object]",
            "{'user_id': 'alice'\n}",
            "{'user_id': 'a\nb'}",
            r"{'user_id': '\'}",
            r"{'user_id': '\q'}",
            r"{'user_id': '\x4'}",
            r"{'user_id': '\ud800'}",
            r"{'user_id': '\U00110000'}",
            r"{'user_id': '\u+123'}",
            "{'''user_id''': 'alice'}",
            "{'user_id': ‘alice’}",
            "{'user_id'；'alice'}",
            "null",
            "[]",
            "\"alice\"",
            "alice",
            "*",
        ] {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
