//! Labels of other systems (users, sessions, namespaces) as segments of a scope's path.

/// Writes a label as one segment of a path: percent-encoded is what a segment cannot have, or what means something in a pattern.
#[must_use]
pub fn segment_of(label: &str) -> String {
    if label == "." || label == ".." {
        return label.replace('.', "%2E");
    }
    let last = label.char_indices().next_back().map_or(0, |(at, _)| at);
    let mut encoded = String::new();
    for (at, letter) in label.char_indices() {
        let plain = match letter {
            '%' | '/' | '*' | '\\' => false,
            ' ' => at != 0 && at != last,
            _ => !letter.is_whitespace() && !letter.is_control(),
        };
        match plain {
            true => encoded.push(letter),
            false => {
                let mut bytes = [0; 4];
                let bytes = letter.encode_utf8(&mut bytes).bytes();
                encoded.extend(bytes.map(|byte| format!("%{byte:02X}")));
            }
        }
    }
    encoded
}

/// Reads what [`segment_of`] wrote; `None` where it is not percent-encoded text.
#[must_use]
pub fn read_segment(encoded: &str) -> Option<String> {
    let mut bytes = Vec::new();
    let mut rest = encoded.as_bytes();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = std::str::from_utf8(rest.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = &rest[2..];
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_label_is_one_segment_and_is_read_back() {
        for (label, segment) in [
            ("alice", "alice"),
            ("a/b", "a%2Fb"),
            ("..", "%2E%2E"),
            ("a b ", "a b%20"),
            ("100%", "100%25"),
            ("é", "é"),
            ("*", "%2A"),
            ("a\\b", "a%5Cb"),
            ("a\u{85}b", "a%C2%85b"),
        ] {
            assert_eq!(segment_of(label), segment);
            assert_eq!(read_segment(segment).as_deref(), Some(label));
        }
        assert_eq!((read_segment("50%"), read_segment("a%zz"), read_segment("%FF")), (None, None, None));
    }
}
