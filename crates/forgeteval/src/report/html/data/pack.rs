//! Data inside a page.

use std::io::Write as _;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use serde::Serialize;

/// Writes a value as JSON that can stand in a script element: no `<` that could end the element or begin a comment,
/// and no line separator that an old parser of scripts would stumble over.
pub(in crate::report::html) fn json_for_script(value: &impl Serialize) -> String {
    let json = serde_json::to_string(value).expect("a page's data has texts as keys");
    json.replace('<', "\\u003c").replace('\u{2028}', "\\u2028").replace('\u{2029}', "\\u2029")
}

/// Packs a value: JSON, deflated, in Base64, which cannot end an element.
pub(in crate::report::html) fn packed(value: &impl Serialize) -> String {
    let json = serde_json::to_vec(value).expect("a page's data has texts as keys");
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::best());
    encoder.write_all(&json).expect("writing to a vector cannot fail");
    STANDARD.encode(encoder.finish().expect("writing to a vector cannot fail"))
}

#[cfg(test)]
mod tests {
    use std::io::Read as _;

    use base64::Engine as _;
    use base64::engine::general_purpose::STANDARD;
    use flate2::read::DeflateDecoder;
    use serde_json::Value;

    use super::{json_for_script, packed};

    const HOSTILE: [&str; 5] = [
        "</script><script>alert(1)</script>", "<!-- <script", "a\u{2028}b\u{2029}c", "]]>", "\u{0}\u{7f}\"\\",
    ];

    #[test]
    fn no_text_ends_the_element_and_all_come_back() {
        let plain = json_for_script(&HOSTILE);
        assert!(!plain.contains(['<', '\u{2028}', '\u{2029}']), "{plain}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&plain).unwrap(), HOSTILE);

        let packed = packed(&HOSTILE);
        assert!(packed.bytes().all(|b| b.is_ascii_alphanumeric() || b"+/=".contains(&b)), "{packed}");
        let mut json = String::new();
        DeflateDecoder::new(&STANDARD.decode(packed).unwrap()[..]).read_to_string(&mut json).unwrap();
        assert_eq!(serde_json::from_str::<Value>(&json).unwrap(), serde_json::json!(HOSTILE));
    }
}
