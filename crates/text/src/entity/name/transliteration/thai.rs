//! Thai as it is spoken: leading vowels behind their consonant, tone marks and mute letters left out.

fn consonant(c: char) -> bool {
    matches!(c, 'ก'..='ฮ')
}

fn leading(c: char) -> bool {
    matches!(c, 'เ' | 'แ' | 'โ' | 'ไ' | 'ใ')
}

/// The spoken order of a run of Thai: for each letter also the byte in `run` where it stands.
pub fn spoken(run: &str) -> Vec<(char, usize)> {
    let chars: Vec<(char, usize)> = run
        .char_indices()
        .map(|(i, c)| (c, i))
        .filter(|(c, _)| !matches!(c, '\u{e47}'..='\u{e4b}' | '\u{e4d}' | '\u{e4e}' | 'ๆ' | 'ฯ' | '\u{200b}'))
        .collect();
    let mut out = Vec::with_capacity(chars.len());
    let mut i = 0;
    while i < chars.len() {
        let (c, at) = chars[i];
        let next = |k: usize| chars.get(i + k).map(|x| x.0);
        if c == '\u{e4c}' {
            // The mute sign takes the consonant before it, with its vowel sign.
            while let Some((l, _)) = out.pop() {
                if consonant(l) {
                    break;
                }
            }
            i += 1;
        } else if leading(c) && next(1).is_some_and(consonant) {
            let cluster = match (next(1), next(2)) {
                (Some('ห'), Some('ง' | 'ญ' | 'น' | 'ม' | 'ย' | 'ร' | 'ล' | 'ว')) => 2,
                (Some('ก' | 'ข' | 'ค' | 'ต' | 'ป' | 'ผ' | 'พ'), Some('ร' | 'ล')) => 2,
                _ => 1,
            };
            out.extend_from_slice(&chars[i + 1..i + 1 + cluster]);
            let v = i + 1 + cluster;
            let ahead = |k: usize| chars.get(v + k).map(|x| x.0);
            let (vowel, used): (&str, usize) = match (c, ahead(0), ahead(1)) {
                ('เ', Some('ี'), Some('ย')) => ("เีย", 2),
                ('เ', Some('ื'), Some('อ')) => ("เือ", 2),
                ('เ', Some('า'), _) => ("เา", 1),
                ('เ', Some('อ'), _) => ("เอ", 1),
                ('เ', Some('ิ'), _) => ("เอ", 1),
                ('ไ', Some('ย'), _) => ("ไ", 1),
                _ => ("", 0),
            };
            if vowel.is_empty() {
                out.push((c, at));
            } else {
                out.extend(vowel.chars().map(|l| (l, chars[v + used - 1].1)));
            }
            i = v + used;
        } else {
            out.push((c, at));
            i += 1;
        }
    }
    out
}
