//! A parser of what models take for JSON. It forgives much, and never guesses a value.

use serde_json::{Map, Number, Value};

/// Deeper objects and lists are not read.
const DEEPEST: usize = 32;
/// A longer word after a comma is no key.
const LONGEST_BARE: usize = 64;

/// Reads the object that the text begins with, and returns its length in bytes; `None` where it is none.
pub(super) fn object(text: &str) -> Option<(Value, usize)> {
    let mut parser = Parser { text, at: 0 };
    let value = parser.object(0)?;
    Some((value, parser.at))
}

/// Reads the list that the text begins with, likewise.
pub(super) fn list(text: &str) -> Option<(Value, usize)> {
    let mut parser = Parser { text, at: 0 };
    let value = parser.list(0)?;
    Some((value, parser.at))
}

struct Parser<'a> {
    text: &'a str,
    at: usize,
}

impl Parser<'_> {
    fn rest(&self) -> &str {
        &self.text[self.at..]
    }

    fn peek(&self) -> Option<char> {
        self.rest().chars().next()
    }

    fn take(&mut self, wanted: char) -> bool {
        let there = self.rest().starts_with(wanted);
        if there {
            self.at += wanted.len_utf8();
        }
        there
    }

    /// Skips white space and comments.
    fn skip(&mut self) {
        loop {
            let rest = self.rest();
            self.at +=
                rest.len() - rest.trim_start_matches(|c: char| c.is_whitespace() || c == '\u{feff}').len();
            let rest = self.rest();
            let length = if rest.starts_with("//") || rest.starts_with('#') {
                rest.find('\n').unwrap_or(rest.len())
            } else if rest.starts_with("/*") {
                rest.find("*/").map_or(rest.len(), |end| end + 2)
            } else {
                return;
            };
            self.at += length;
        }
    }

    fn value(&mut self, depth: usize) -> Option<Value> {
        match self.peek()? {
            '{' => self.object(depth),
            '[' => self.list(depth),
            quote if closing(quote).is_some() => self.string().map(Value::String),
            _ => self.word(),
        }
    }

    fn object(&mut self, depth: usize) -> Option<Value> {
        if depth >= DEEPEST || !self.take('{') {
            return None;
        }
        let mut map = Map::new();
        loop {
            self.skip();
            if self.take('}') {
                return Some(Value::Object(map));
            }
            let key = match self.peek()? {
                quote if closing(quote).is_some() => self.string()?,
                _ => self.bare(|c| c.is_alphanumeric() || matches!(c, '_' | '-' | '$'))?.to_owned(),
            };
            self.skip();
            if !self.take(':') {
                return None;
            }
            self.skip();
            // Of two values under one key the last one counts, as in strict JSON.
            map.insert(key, self.value(depth + 1)?);
            self.skip();
            if !self.take(',') && self.peek()? != '}' {
                return None;
            }
        }
    }

    fn list(&mut self, depth: usize) -> Option<Value> {
        if depth >= DEEPEST || !self.take('[') {
            return None;
        }
        let mut items = Vec::new();
        loop {
            self.skip();
            if self.take(']') {
                return Some(Value::Array(items));
            }
            items.push(self.value(depth + 1)?);
            self.skip();
            if !self.take(',') && self.peek()? != ']' {
                return None;
            }
        }
    }

    /// Reads a string in any quotes. A quote ends it only where something follows that may follow a string: so the others
    /// are a part of it.
    fn string(&mut self) -> Option<String> {
        let end = closing(self.peek()?)?;
        self.at += self.peek()?.len_utf8();
        let mut text = String::new();
        loop {
            let character = self.peek()?;
            self.at += character.len_utf8();
            match character {
                '\\' => text.push(self.escaped()?),
                _ if end.contains(&character) && self.may_end_here() => return Some(text),
                _ => text.push(character),
            }
        }
    }

    fn may_end_here(&self) -> bool {
        let rest = self.rest().trim_start();
        let ends = rest.is_empty() || rest.starts_with([':', '}', ']']) || comment(rest);
        ends || rest.strip_prefix(',').is_some_and(|rest| may_follow_a_comma(rest.trim_start()))
    }

    fn escaped(&mut self) -> Option<char> {
        let character = self.peek()?;
        self.at += character.len_utf8();
        Some(match character {
            'n' => '\n',
            't' => '\t',
            'r' => '\r',
            'b' => '\u{8}',
            'f' => '\u{c}',
            'u' => {
                let unit = self.unit()?;
                if (0xd800..0xdc00).contains(&unit) && self.rest().starts_with("\\u") {
                    self.at += 2;
                    char::decode_utf16([unit, self.unit()?]).next()?.ok()?
                } else {
                    char::from_u32(u32::from(unit))?
                }
            }
            other => other,
        })
    }

    fn unit(&mut self) -> Option<u16> {
        let digits = self.rest().get(..4)?;
        let unit = u16::from_str_radix(digits, 16).ok().filter(|_| !digits.starts_with('+'))?;
        self.at += 4;
        Some(unit)
    }

    /// Reads a number, or a name for null, true or false.
    fn word(&mut self) -> Option<Value> {
        let word = self.bare(|c| c.is_alphanumeric() || matches!(c, '+' | '-' | '.' | '_'))?;
        match word.trim_start_matches(['+', '-']) {
            "null" | "None" | "undefined" | "nil" | "NaN" | "nan" | "Infinity" | "inf" => Some(Value::Null),
            "true" | "True" => Some(Value::Bool(true)),
            "false" | "False" => Some(Value::Bool(false)),
            _ => {
                let word = word.strip_prefix('+').unwrap_or(word);
                let whole = word.parse::<i64>().ok().filter(|_| !word.starts_with('+')).map(Number::from);
                let number = || Number::from_f64(word.parse::<f64>().ok()?);
                whole.or_else(number).map(Value::Number)
            }
        }
    }

    fn bare(&mut self, belongs: impl Fn(char) -> bool) -> Option<&str> {
        let start = self.at;
        let rest = self.rest();
        self.at += rest.find(|c| !belongs(c)).unwrap_or(rest.len());
        (self.at > start).then(|| &self.text[start..self.at])
    }
}

/// The quotes that may end a string which begins with this one.
fn closing(quote: char) -> Option<&'static [char]> {
    match quote {
        '"' => Some(&['"']),
        '\'' => Some(&['\'']),
        '“' | '”' | '„' => Some(&['“', '”', '"']),
        '‘' | '’' | '‚' => Some(&['‘', '’', '\'']),
        _ => None,
    }
}

fn comment(text: &str) -> bool {
    text.starts_with("//") || text.starts_with("/*")
}

/// Tells whether a text begins like a value or a key, and not like prose.
fn may_follow_a_comma(text: &str) -> bool {
    let Some(first) = text.chars().next() else { return true };
    if closing(first).is_some() || matches!(first, '{' | '[' | '}' | ']' | '-' | '+' | '#') || comment(text) {
        return true;
    }
    // A number, a bare key, or a name for null, true or false.
    let word = text.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '_' | '.'));
    text.len() - word.len() <= LONGEST_BARE && word.trim_start().starts_with([':', ',', '}', ']'])
}
