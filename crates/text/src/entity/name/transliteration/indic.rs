//! Brahmic scripts to the letters of `tables/sound_indic.tsv`: Latin ones, and Greek ones for what several sounds share.

/// Rows of consonants in the order of the ISCII blocks, from `ka` (0x15) to `ha` (0x39).
const CONSONANTS: [&str; 37] = [
    "k", "kh", "g", "gh", "ng", "ch", "chh", "j", "jh", "ny", "t", "th", "d", "dh", "n", "t", "th", "d",
    "dh", "n", "n", "p", "ph", "b", "bh", "m", "y", "r", "r", "l", "l", "zh", "v", "sh", "sh", "s", "h",
];

/// Which of the Brahmic scripts a word is written in, by the block of its first letter.
pub fn block(word: &str) -> Option<u32> {
    word.chars().next().map(|c| c as u32 >> 7)
}

const TAMIL: [(&str, &str); 5] = [("k", "κ"), ("ch", "χ"), ("t", "τ"), ("p", "π"), ("j", "j")];

fn vowel(offset: u32) -> Option<&'static str> {
    Some(match offset {
        0x05 => "a",
        0x06 | 0x3E => "a",
        0x07 | 0x3F => "i",
        0x08 | 0x40 => "i",
        0x09 | 0x41 => "u",
        0x0A | 0x42 => "u",
        0x0B | 0x43 => "ri",
        0x0D | 0x0E | 0x0F | 0x45 | 0x46 | 0x47 => "e",
        0x10 | 0x48 => "ai",
        0x11 | 0x12 | 0x13 | 0x49 | 0x4A | 0x4B => "o",
        0x14 | 0x4C | 0x57 => "au",
        _ => return None,
    })
}

fn sinhala(c: u32) -> Option<(&'static str, bool)> {
    Some(match c {
        0xD85 | 0xD86 | 0xD87 | 0xD88 | 0xDCF | 0xDD0 | 0xDD1 => ("a", false),
        0xD89 | 0xD8A | 0xDD2 | 0xDD3 => ("i", false),
        0xD8B | 0xD8C | 0xDD4 | 0xDD6 => ("u", false),
        0xD91 | 0xD92 | 0xDD9 | 0xDDA => ("e", false),
        0xD93 | 0xDDB => ("ai", false),
        0xD94 | 0xD95 | 0xDDC | 0xDDD => ("o", false),
        0xD96 | 0xDDE => ("au", false),
        0xD9A => ("k", true),
        0xD9B => ("kh", true),
        0xD9C | 0xD9F => ("g", true),
        0xD9D => ("gh", true),
        0xD9E => ("ng", true),
        0xDA0 => ("ch", true),
        0xDA1 => ("chh", true),
        0xDA2 | 0xDA6 => ("j", true),
        0xDA3 => ("jh", true),
        0xDA4 => ("ny", true),
        0xDA5 => ("gny", true),
        0xDA7 | 0xDAD => ("t", true),
        0xDA8 | 0xDAE => ("th", true),
        0xDA9 | 0xDAF => ("d", true),
        0xDAC | 0xDB3 => ("nd", true),
        0xDAA | 0xDB0 => ("dh", true),
        0xDAB | 0xDB1 => ("n", true),
        0xDB4 => ("p", true),
        0xDB5 => ("ph", true),
        0xDB6 => ("b", true),
        0xDB9 => ("mb", true),
        0xDB7 => ("bh", true),
        0xDB8 => ("m", true),
        0xDBA => ("y", true),
        0xDBB => ("r", true),
        0xDBD | 0xDC5 => ("l", true),
        0xDC0 => ("v", true),
        0xDC1 | 0xDC2 => ("sh", true),
        0xDC3 => ("s", true),
        0xDC4 => ("h", true),
        0xDC6 => ("f", true),
        0xD82 => ("µ", false),
        _ => return None,
    })
}

/// The spelling of an Indic word in the letters of the sound table. `α` is a consonant's own vowel.
pub fn romanise(word: &str) -> String {
    let mut out = String::with_capacity(word.len());
    let mut inherent = false;
    for c in word.chars() {
        let u = c as u32;
        if matches!(u, 0x200C | 0x200D) {
            continue;
        }
        if (0xD80..0xE00).contains(&u) {
            if u == 0xDCA {
                inherent = false;
                continue;
            }
            if let Some((s, consonant)) = sinhala(u) {
                if inherent && (consonant || s == "µ") {
                    out.push('α');
                }
                out.push_str(s);
                inherent = consonant;
            }
            continue;
        }
        if !(0x900..0xD80).contains(&u) {
            continue;
        }
        let tamil = (0xB80..0xC00).contains(&u);
        let offset = u & 0x7F;
        match offset {
            0x4D => inherent = false,
            0x3C => {
                // A nukta turns the letter before it into a sound of Persian or a flap.
                for (from, to) in [("ph", "f"), ("dh", "r"), ("d", "r"), ("j", "z"), ("kh", "kh"), ("g", "g")]
                {
                    if out.ends_with(from) {
                        out.truncate(out.len() - from.len());
                        out.push_str(to);
                        break;
                    }
                }
            }
            0x01 | 0x02 | 0x70 => {
                if inherent {
                    out.push('α');
                }
                inherent = false;
                out.push('µ');
            }
            0x71 => {}
            0x15..=0x39 => {
                if inherent {
                    out.push('α');
                }
                let s = CONSONANTS[(offset - 0x15) as usize];
                let s = if tamil { TAMIL.iter().find(|(f, _)| *f == s).map_or(s, |(_, t)| t) } else { s };
                let s = if (0x980..0xA00).contains(&u) && s == "y" && offset == 0x2F { "j" } else { s };
                let s = if tamil && offset == 0x31 { "ρ" } else { s };
                let s = if tamil && offset == 0x1F { "δ" } else { s };
                out.push_str(s);
                inherent = true;
            }
            0x58..=0x5F => {
                if inherent {
                    out.push('α');
                }
                out.push_str(["k", "kh", "g", "z", "r", "r", "f", "y"][(offset - 0x58) as usize]);
                inherent = true;
            }
            0x7A..=0x7F if (0xD00..0xD80).contains(&u) => {
                if inherent {
                    out.push('α');
                }
                out.push_str(["n", "n", "r", "l", "l", "k"][(offset - 0x7A) as usize]);
                inherent = false;
            }
            _ => {
                if let Some(v) = vowel(offset) {
                    if inherent && offset < 0x15 {
                        out.push('α');
                    }
                    out.push_str(v);
                    inherent = false;
                }
            }
        }
    }
    if inherent {
        out.push('α');
    }
    out
}

/// The plain Latin spelling, for comparison under another script's table.
pub fn latin(word: &str) -> String {
    romanise(word)
        .chars()
        .map(|c| match c {
            'α' => 'a',
            'κ' => 'k',
            'χ' => 's',
            'τ' | 'δ' => 't',
            'π' => 'p',
            'ρ' => 'r',
            'µ' => 'n',
            _ => c,
        })
        .collect::<String>()
}
