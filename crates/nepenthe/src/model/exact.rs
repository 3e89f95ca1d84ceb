//! JSON that can be kept as it is written: what a parser would quietly change is refused.

use std::collections::HashSet;

/// Why a JSON text cannot be kept as it is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum InexactJson {
    /// One of two fields of the same name would be lost. Name them differently.
    #[error("column {column}: an object has two fields of the same name")]
    TwoFields {
        /// Where the second begins, in bytes from 1.
        column: usize,
    },
    /// A number beyond 64 bits, or with more digits than its 64 bits hold, would be another. Write it as a string.
    #[error(
        "column {column}: the number does not fit into 64 bits, or has more digits than they hold; write it as a string"
    )]
    Number {
        /// Where it begins, in bytes from 1.
        column: usize,
    },
}

/// Checks that a valid JSON text says the same once it is read: no object has two fields of the same name, and every number is the
/// one that is written.
///
/// # Errors
/// [`InexactJson`].
pub fn check_exact(json: &str) -> Result<(), InexactJson> {
    let bytes = json.as_bytes();
    // Of each object that is open, the fields so far; of each array, nothing.
    let mut open: Vec<Option<HashSet<String>>> = Vec::new();
    let (mut at, mut names) = (0, false);
    while let Some(byte) = bytes.get(at) {
        let begin = at;
        at += 1;
        match byte {
            b'{' => {
                open.push(Some(HashSet::new()));
                names = true;
            }
            b'[' => {
                open.push(None);
                names = false;
            }
            b'}' | b']' => {
                open.pop();
                names = false;
            }
            b',' => names = open.last().is_some_and(Option::is_some),
            b'"' => {
                while bytes.get(at).is_some_and(|byte| *byte != b'"') {
                    at += if bytes[at] == b'\\' { 2 } else { 1 };
                }
                at += 1;
                let fields = open.last_mut().and_then(Option::as_mut).filter(|_| names);
                names = false;
                let name = || json.get(begin..at).and_then(|name| serde_json::from_str(name).ok());
                if let Some((fields, name)) = fields.and_then(|fields| Some((fields, name()?)))
                    && !fields.insert(name)
                {
                    return Err(InexactJson::TwoFields { column: begin + 1 });
                }
            }
            b'-' | b'0'..=b'9' => {
                let of_number = |byte: &u8| byte.is_ascii_digit() || b"+-.eE".contains(byte);
                at += bytes[at..].iter().take_while(|byte| of_number(byte)).count();
                if !is_kept(&json[begin..at]) {
                    return Err(InexactJson::Number { column: begin + 1 });
                }
            }
            _ => {}
        }
    }
    Ok(())
}

/// Tells whether a number is still the same in 64 bits, as a whole number or in floating point.
fn is_kept(number: &str) -> bool {
    if !number.contains(['.', 'e', 'E']) {
        return number.parse::<i64>().is_ok() || number.parse::<u64>().is_ok();
    }
    let Ok(float) = number.parse::<f64>() else { return false };
    let written = decimal(number);
    written.is_some() && written == decimal(&format!("{float:e}"))
}

/// The digits of a number without zeros at the ends, and the power of ten behind them.
fn decimal(number: &str) -> Option<(String, i64)> {
    let (mantissa, exponent) = number.split_once(['e', 'E']).unwrap_or((number, "0"));
    let (whole, fraction) = mantissa.trim_start_matches('-').split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{}{fraction}", whole.trim_start_matches('-'));
    let digits = digits.trim_start_matches('0');
    let significant = digits.trim_end_matches('0');
    if significant.is_empty() {
        return Some((String::new(), 0));
    }
    let exponent: i64 = exponent.parse().ok()?;
    let behind =
        i64::try_from(digits.len() - significant.len()).ok()? - i64::try_from(fraction.len()).ok()?;
    Some((significant.to_owned(), exponent.checked_add(behind)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_changed_is_found_and_nothing_else() {
        for kept in [
            r#"{"a":1,"b":{"a":2},"c":[{"a":3},{"a":4}]}"#,
            r#"{"a":"{\"a\":1,\"a\":2}","\\":1,"\"":2}"#,
            "[-9223372036854775808,18446744073709551615,0,-0]",
            "[0.1,0.50,-1.5e-7,1e2,100.0,1E+2,5e-324,1.7976931348623157e308,0.0,-0.0,0e999999999999999999999]",
            "[0.30000000000000004,123456789012345680.0,1e20]",
            r#"["12345678901234567890123","1.00000000000000000001"]"#,
            "{}",
            "7",
        ] {
            let _: serde_json::Value = serde_json::from_str(kept).unwrap();
            assert_eq!(check_exact(kept), Ok(()), "{kept}");
        }
        for (changed, column) in [
            (r#"{"a":1,"a":1}"#, 8),
            (r#"{"a":1,"\u0061":1}"#, 8),
            (r#"[{"b":{"x":1,"y":2,"x":3}}]"#, 20),
            (r#"{"a":[1,{"b":1}],"c":{},"a":0}"#, 25),
        ] {
            assert_eq!(check_exact(changed), Err(InexactJson::TwoFields { column }), "{changed}");
        }
        for changed in [
            "[18446744073709551616]", "[-9223372036854775809]", "[100000000000000000000]",
            "[0.1000000000000000055511151231257827]", "[1.00000000000000000001]", "[123456789012345678.5]",
            "[1e-400]", "[1e-99999999999999999999]", r#"{"a":{"b":[9007199254740993.0]}}"#,
        ] {
            let _: serde_json::Value = serde_json::from_str(changed).unwrap();
            assert!(matches!(check_exact(changed), Err(InexactJson::Number { .. })), "{changed}");
        }
    }
}
