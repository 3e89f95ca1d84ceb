//! How an English word sounds, in letters of a plain transcription: firms and ships have such words in their names, and other
//! scripts write them as they are said (Trade, Трейд).

/// The word as it is said if it is English, roughly; none where that is how it is written.
pub fn spoken(word: &str) -> Option<String> {
    let lower = word.to_ascii_lowercase();
    if lower.len() < 4 || !lower.bytes().all(|b| b.is_ascii_lowercase()) {
        return None;
    }
    let letters: Vec<char> = lower.chars().collect();
    let vowel = |at: usize| letters.get(at).is_some_and(|c| "aeiouy".contains(*c));
    // A mute e, alone or before an s, makes the one vowel before it long: trade, homes.
    let plural = lower.ends_with("es") && letters.len() > 4;
    let stem = letters.len() - usize::from(plural);
    let mute = letters[stem - 1] == 'e' && !vowel(stem - 2);
    let groups = (0..stem - 1).filter(|&at| vowel(at) && (at == 0 || !vowel(at - 1))).count();
    let long = (mute && groups == 1 && vowel(stem - 3)).then(|| stem - 3);
    let closed = groups == 1 && !vowel(letters.len() - 1);
    let mut out = String::with_capacity(lower.len() + 4);
    let mut at = 0;
    while at < letters.len() {
        let rest: String = letters[at..].iter().take(4).collect();
        let silent = mute && at == stem - 1;
        let soft = mute && at == stem - 2;
        let (said, used) = if long == Some(at) {
            (lengthened(letters[at]), 1)
        } else if silent {
            ("", 1)
        } else if soft && letters[at] == 'g' {
            ("dzh", 1)
        } else if soft && letters[at] == 'c' {
            ("s", 1)
        } else if let Some((written, said)) = SAID.iter().find(|(written, _)| rest.starts_with(written)) {
            (*said, written.len())
        } else if letters[at] == 'u' && closed {
            ("a", 1)
        } else {
            ("", 0)
        };
        match used {
            0 => out.push(letters[at]),
            _ => out.push_str(said),
        }
        at += used.max(1);
    }
    (out != lower).then_some(out)
}

/// What a long vowel says.
fn lengthened(vowel: char) -> &'static str {
    match vowel {
        'a' => "ey",
        'i' | 'y' => "ay",
        'o' => "ou",
        'e' => "i",
        _ => "u",
    }
}

/// What letters together say, the longest first.
const SAID: &[(&str, &str)] = &[
    ("tion", "shn"),
    ("sion", "zhn"),
    ("igh", "ay"),
    ("ee", "i"),
    ("ea", "i"),
    ("oo", "u"),
    ("ou", "au"),
    ("ow", "au"),
    ("oa", "ou"),
    ("ai", "ey"),
    ("ay", "ey"),
    ("ew", "yu"),
    ("ue", "u"),
    ("aw", "o"),
    ("ck", "k"),
    ("ce", "se"),
    ("ci", "si"),
    ("cy", "si"),
    ("ch", "ch"),
    ("c", "k"),
    ("wh", "v"),
    ("w", "v"),
    ("th", "t"),
    ("x", "ks"),
];
