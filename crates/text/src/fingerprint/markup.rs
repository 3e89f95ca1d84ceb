//! Tags, character references and escapes, which a reader does not see.

use unicode_normalization::UnicodeNormalization;

use super::plain::plain;

/// Elements that only set a text or say what it is of a transcript, and whether a line ends with them. Those that strike out or raise say something.
const ELEMENTS: &[(&str, bool)] = &[
    ("a", false),
    ("abbr", false),
    ("article", true),
    ("assistant", true),
    ("b", false),
    ("big", false),
    ("blockquote", true),
    ("body", true),
    ("br", true),
    ("center", true),
    ("cite", false),
    ("code", false),
    ("content", true),
    ("context", true),
    ("dd", true),
    ("div", true),
    ("dl", true),
    ("dt", true),
    ("em", false),
    ("entry", true),
    ("fact", true),
    ("font", false),
    ("h1", true),
    ("h2", true),
    ("h3", true),
    ("h4", true),
    ("h5", true),
    ("h6", true),
    ("hr", true),
    ("html", true),
    ("i", false),
    ("item", true),
    ("li", true),
    ("mark", false),
    ("memories", true),
    ("memory", true),
    ("message", true),
    ("note", true),
    ("observation", true),
    ("ol", true),
    ("p", true),
    ("pre", true),
    ("q", false),
    ("section", true),
    ("small", false),
    ("span", false),
    ("strong", false),
    ("summary", true),
    ("system", true),
    ("table", true),
    ("tbody", true),
    ("td", true),
    ("text", true),
    ("th", true),
    ("thead", true),
    ("tr", true),
    ("u", false),
    ("ul", true),
    ("user", true),
];

/// Named references that are no letter with an accent.
const REFERENCES: &[(&str, &str)] = &[
    ("amp", "&"),
    ("nbsp", " "),
    ("ensp", " "),
    ("emsp", " "),
    ("thinsp", " "),
    ("lt", "<"),
    ("gt", ">"),
    ("quot", "\""),
    ("apos", "'"),
    ("shy", ""),
    ("zwj", ""),
    ("zwnj", ""),
    ("ndash", "–"),
    ("mdash", "—"),
    ("hellip", "…"),
    ("bull", "•"),
    ("middot", "·"),
    ("lsquo", "‘"),
    ("rsquo", "’"),
    ("sbquo", "‚"),
    ("ldquo", "“"),
    ("rdquo", "”"),
    ("bdquo", "„"),
    ("laquo", "«"),
    ("raquo", "»"),
    ("szlig", "ß"),
    ("aelig", "æ"),
    ("AElig", "Æ"),
    ("oelig", "œ"),
    ("OElig", "Œ"),
    ("oslash", "ø"),
    ("Oslash", "Ø"),
    ("eth", "ð"),
    ("thorn", "þ"),
    ("euro", "€"),
    ("pound", "£"),
    ("deg", "°"),
    ("sect", "§"),
];

const ACCENTS: &[(&str, char)] = &[
    ("grave", '\u{300}'),
    ("acute", '\u{301}'),
    ("circ", '\u{302}'),
    ("tilde", '\u{303}'),
    ("uml", '\u{308}'),
    ("ring", '\u{30A}'),
    ("caron", '\u{30C}'),
    ("cedil", '\u{327}'),
];

/// Longest tag, in bytes.
const LONGEST: usize = 256;

/// The text without marks of emphasis and tags, its escapes and references resolved; nothing if it has none.
pub(super) fn unmarked(text: &str) -> Option<String> {
    resolved(text, &['%', '&', '<', '*'], |rest, _| {
        if rest.starts_with('*') {
            return Some((String::new(), 1));
        }
        escape(rest).or_else(|| reference(rest)).or_else(|| element(rest)).or_else(|| tag(rest))
    })
    .map(|text| plain(&text))
}

/// The text without tags that only set it, its escapes and references resolved, and footnotes in brackets; nothing if it has
/// none.
pub(super) fn without(text: &str) -> Option<String> {
    let raised = ['⁰', '¹', '²', '³', '⁴', '⁵', '⁶', '⁷', '⁸', '⁹'];
    let signs: Vec<char> = ['%', '&', '<'].into_iter().chain(raised).collect();
    resolved(text, &signs, |rest, before| {
        let amount = before.ends_with(|last: char| last.is_ascii_digit());
        let escaped = || escape(rest).filter(|_| !amount);
        escaped().or_else(|| reference(rest)).or_else(|| element(rest)).or_else(|| {
            // "m²" is a unit.
            let word = before.chars().rev().take(3).filter(|letter| letter.is_alphabetic()).count() == 3;
            let length = rest.len() - rest.trim_start_matches(raised).len();
            let number: String = rest[..length].nfkc().collect();
            (length > 0 && (word || before.ends_with(['.', '!', '?', '"', '”'])))
                .then(|| (format!(" [{number}]"), length))
        })
    })
}

/// The text with what stands for something else at one of these signs; nothing if nothing does.
pub(super) fn resolved(
    text: &str,
    signs: &[char],
    read: impl Fn(&str, &str) -> Option<(String, usize)>,
) -> Option<String> {
    let (mut out, mut rest, mut found) = (String::new(), text, false);
    while let Some(at) = rest.find(signs) {
        let (before, behind) = rest.split_at(at);
        out.push_str(before);
        let one = read(behind, &text[..text.len() - behind.len()]);
        found |= one.is_some();
        let sign = behind.chars().next().map_or(0, char::len_utf8);
        let (resolved, length) = one.unwrap_or_else(|| (behind[..sign].to_owned(), sign));
        out.push_str(&resolved);
        rest = &behind[length..];
    }
    out.push_str(rest);
    found.then_some(out)
}

fn escape(rest: &str) -> Option<(String, usize)> {
    let mut bytes = Vec::new();
    while let Some(hex) = rest[bytes.len() * 3..].strip_prefix('%').and_then(|rest| rest.get(..2)) {
        let Ok(byte) = u8::from_str_radix(hex, 16) else { break };
        bytes.push(byte);
    }
    let length = bytes.len() * 3;
    let text = String::from_utf8(bytes).ok().filter(|text| !text.is_empty())?;
    Some((text, length))
}

pub(super) fn reference(rest: &str) -> Option<(String, usize)> {
    let end = rest[..rest.floor_char_boundary(10)].find(';')?;
    let name = rest.strip_prefix('&')?.get(..end - 1)?;
    let number = name.strip_prefix("#x").map(|hex| u32::from_str_radix(hex, 16));
    let number = number.or_else(|| name.strip_prefix('#').map(str::parse));
    let text = match number {
        Some(number) => char::from_u32(number.ok()?)?.to_string(),
        None => named(name)?,
    };
    Some((text, end + 1))
}

fn named(name: &str) -> Option<String> {
    if let Some((_, text)) = REFERENCES.iter().find(|(known, _)| *known == name) {
        return Some((*text).to_owned());
    }
    let (letter, accent) = name.split_at_checked(1)?;
    let (_, mark) = ACCENTS.iter().find(|(known, _)| *known == accent)?;
    letter.bytes().all(|byte| byte.is_ascii_alphabetic()).then(|| format!("{letter}{mark}").nfc().collect())
}

fn element(rest: &str) -> Option<(String, usize)> {
    let inside = rest.strip_prefix('<')?;
    let end = inside[..inside.floor_char_boundary(LONGEST)].find(['<', '>'])?;
    let inside = inside[..end].trim_start_matches('/');
    let name = inside.split(|letter: char| !letter.is_ascii_alphanumeric()).next()?;
    let behind = &inside[name.len()..];
    let attributes = behind.is_empty() || behind.starts_with([' ', '\n', '\t', '/']);
    let (_, block) = ELEMENTS.iter().find(|(known, _)| known.eq_ignore_ascii_case(name))?;
    (attributes && rest[end + 1..].starts_with('>'))
        .then(|| (if *block { "\n" } else { "" }.to_owned(), end + 2))
}

/// What looks like a tag.
fn tag(rest: &str) -> Option<(String, usize)> {
    let inside = rest.strip_prefix('<')?;
    let end = inside.find('>').filter(|end| *end <= 10)?;
    let letters = inside[..end].trim_start_matches('/').bytes().all(|byte| byte.is_ascii_alphanumeric());
    letters.then_some((String::new(), end + 2))
}
