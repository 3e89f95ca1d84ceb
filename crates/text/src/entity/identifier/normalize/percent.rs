//! Percent-encoding in addresses.

/// Percent-encoding read, where it gives UTF-8.
pub(in crate::entity::identifier) fn percent(text: &str) -> String {
    if !text.contains('%') {
        return text.to_owned();
    }
    let mut bytes = Vec::with_capacity(text.len());
    let raw = text.as_bytes();
    let mut at = 0;
    while at < raw.len() {
        let hex = |i: usize| raw.get(i).and_then(|&b| char::from(b).to_digit(16));
        if raw[at] == b'%'
            && let (Some(high), Some(low)) = (hex(at + 1), hex(at + 2))
        {
            bytes.push(u8::try_from(high * 16 + low).unwrap_or(b'%'));
            at += 3;
        } else {
            bytes.push(raw[at]);
            at += 1;
        }
    }
    String::from_utf8(bytes).unwrap_or_else(|_| text.to_owned())
}
