//! Values that are looked for in texts.

use serde::{Deserialize, Serialize};
use serde_json::{Number, Value};

use crate::score::fold;

/// A value of the evidence.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Literal {
    /// The value, as the evidence writes it.
    pub text: String,
    /// Where it is a number: the ways in which a text may write it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub forms: Vec<String>,
}

impl Literal {
    /// Makes the literal of a JSON value; none of what is neither text nor number, or empty.
    #[must_use]
    pub fn of(value: &Value) -> Option<Self> {
        match value {
            Value::String(text) if !text.trim().is_empty() => {
                Some(Self { text: text.clone(), forms: Vec::new() })
            }
            Value::Number(number) => Some(Self { text: number.to_string(), forms: forms(number) }),
            _ => None,
        }
    }

    /// Returns whether a text holds the value: a text of it anywhere, in any case; a number of it by itself, so that
    /// 30 is not in 6.30.
    #[must_use]
    pub fn is_in(&self, text: &str) -> bool {
        if self.forms.is_empty() {
            return fold(text).contains(&fold(&self.text));
        }
        self.forms.iter().any(|form| stands_alone(text, form))
    }
}

/// A value, and where it was found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Looked {
    /// The value.
    #[serde(flatten)]
    pub literal: Literal,
    /// Whether it stands in what was written into the memory.
    pub written: bool,
    /// Whether it stands in the answer.
    pub found: bool,
}

/// The ways of writing a number: plain, with thousands set apart, with two decimals, and, where it has decimals, without.
fn forms(number: &Number) -> Vec<String> {
    let plain = match number.as_i64() {
        Some(whole) => [format!("{whole}"), format!("{whole}.00")],
        None => {
            let value = number.as_f64().unwrap_or_default();
            [format!("{value:.0}"), format!("{value:.2}")]
        }
    };
    let mut forms = Vec::new();
    for form in plain {
        let apart = thousands(&form);
        for form in [form, apart] {
            if !forms.contains(&form) {
                forms.push(form);
            }
        }
    }
    forms
}

fn thousands(number: &str) -> String {
    let (whole, rest) = number.split_once('.').map_or((number, None), |(whole, rest)| (whole, Some(rest)));
    let (sign, digits) = whole.strip_prefix('-').map_or(("", whole), |digits| ("-", digits));
    let mut apart = String::from(sign);
    for (place, digit) in digits.char_indices() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            apart.push(',');
        }
        apart.push(digit);
    }
    match rest {
        Some(rest) => format!("{apart}.{rest}"),
        None => apart,
    }
}

/// Returns whether a number stands in a text, and is not part of a longer number or of a word.
fn stands_alone(text: &str, number: &str) -> bool {
    text.match_indices(number).any(|(at, _)| {
        let before = text[..at].chars().next_back();
        let mut after = text[at + number.len()..].chars();
        let ends = match after.next() {
            Some('.' | ',') => !after.next().is_some_and(|c| c.is_ascii_digit()),
            Some(c) => !c.is_ascii_digit(),
            None => true,
        };
        ends && !before.is_some_and(|c| c.is_alphanumeric() || matches!(c, '.' | ','))
    })
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::Literal;

    #[test]
    fn numbers_are_found_however_they_are_written() {
        let table = [
            (json!(11000), "hit 11,000 steps", true),
            (json!(11000), "hit 11000 steps", true),
            (json!(11000), "hit 111,000 steps", false),
            (json!(11000), "hit 11,000,000 steps", false),
            (json!(70), "under $70 per week.", true),
            (json!(70), "it is 70.", true),
            (json!(70), "$70.00", true),
            (json!(70), "70,000 thoughts", false),
            (json!(30), "$6.30", false),
            (json!(30), "v30", false),
            (json!(309.690_000_000_000_1), "in all $309.69", true),
            (json!(9151.285), "9,151 steps", true),
            (json!(-1200), "-1,200", true),
        ];
        for (value, text, found) in table {
            assert_eq!(Literal::of(&value).unwrap().is_in(text), found, "{value} in {text}");
        }
    }

    #[test]
    fn texts_are_found_in_any_case() {
        let literal = Literal::of(&json!("Bill Evans")).unwrap();
        assert!(literal.is_in("i like BILL EVANS!") && !literal.is_in("bill of evans"));
        assert_eq!(Literal::of(&json!("  ")), None);
        assert_eq!(Literal::of(&json!(["a"])), None);
    }
}
