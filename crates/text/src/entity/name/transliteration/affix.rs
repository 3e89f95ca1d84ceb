//! The words that an inflected, possessive or prefixed word may be a form of.

use crate::unicode::token::Script;

/// A word that another may be a form of.
#[derive(Debug, Clone, PartialEq)]
pub struct Base {
    /// The base form, small letters.
    pub word: String,
    /// Whether the same ending is also a name of its own (Ткачука and Олександра): every word of the name must bear one.
    pub oblique: bool,
    /// Whether the ending is a possessive.
    pub possessive: bool,
}

const ARABIC_PREFIXES: [&str; 9] = ["ولل", "وال", "بال", "لل", "ال", "و", "ب", "ل", "ف"];
const HEBREW_PREFIXES: [&str; 10] = ["וה", "שה", "מה", "ול", "ה", "ו", "ב", "ל", "מ", "ש"];

/// Endings of the cases, ending in the base form, and whether the form is ambiguous.
const CYRILLIC: [(&str, &str, bool); 60] = [
    // Ukrainian: Львів, у Львові; Київ, Києва; Тернопіль, Тернополя.
    ("ова", "ів", true),
    ("ову", "ів", true),
    ("ові", "ів", true),
    ("овом", "ів", true),
    ("єва", "їв", true),
    ("єву", "їв", true),
    ("єві", "їв", true),
    ("євом", "їв", true),
    ("оля", "іль", true),
    ("олю", "іль", true),
    ("олі", "іль", true),
    ("олем", "іль", true),
    ("ої", "а", false),
    ("ла", "ел", true),
    ("лу", "ел", true),
    ("лом", "ел", true),
    ("ого", "ий", false),
    ("ого", "ый", false),
    ("ого", "ой", false),
    ("ому", "ий", false),
    ("ому", "ый", false),
    ("им", "ий", false),
    ("ым", "ий", false),
    ("ым", "ый", false),
    ("ой", "а", false),
    ("ой", "ая", false),
    ("ую", "ая", false),
    ("ей", "а", false),
    ("ей", "я", false),
    ("ею", "я", false),
    ("ою", "а", false),
    ("ии", "ия", false),
    ("ию", "ия", false),
    ("ю", "я", false),
    ("у", "а", true),
    ("ы", "а", true),
    ("и", "а", true),
    ("и", "я", true),
    ("и", "ь", true),
    ("і", "а", true),
    ("і", "я", true),
    ("е", "а", true),
    ("е", "я", true),
    ("ы", "", true),
    ("ом", "", true),
    ("ым", "", true),
    ("им", "", true),
    ("ем", "й", true),
    ("ем", "ь", true),
    ("ём", "ь", true),
    ("ём", "й", true),
    ("а", "", true),
    ("у", "", true),
    ("е", "", true),
    ("ові", "", true),
    ("еві", "ь", true),
    ("я", "й", true),
    ("я", "ь", true),
    ("ю", "й", true),
    ("ю", "ь", true),
];

const GREEK: [(&str, &str, bool); 16] = [
    ("ού", "ός", true),
    ("ού", "ής", true),
    ("ό", "ός", true),
    ("ή", "ής", true),
    ("ά", "άς", true),
    ("ής", "ή", false),
    ("άς", "ά", false),
    ("ου", "ος", true),
    ("ου", "ης", true),
    ("ο", "ος", true),
    ("η", "ης", true),
    ("α", "ας", true),
    ("ης", "η", false),
    ("ας", "α", false),
    ("ς", "", false),
    ("ν", "", false),
];

/// Endings of Latin-script languages other than English, longest first.
const LATIN: [(&str, &str, bool); 130] = [
    ("sonar", "son", false),
    ("la", "el", true),
    ("ei", "a", false),
    ("sen", "nen", false),
    ("selle", "nen", false),
    ("sella", "nen", false),
    ("selta", "nen", false),
    ("sessa", "nen", false),
    ("sesta", "nen", false),
    ("seen", "nen", false),
    ("čio", "tis", true),
    ("džio", "dis", true),
    ("io", "is", true),
    ("aus", "us", true),
    ("o", "as", true),
    ("kovi", "ek", true),
    ("kowi", "ek", true),
    ("kem", "ek", true),
    ("ka", "ek", true),
    ("skiego", "ski", false),
    ("skiemu", "ski", false),
    ("ského", "ský", false),
    ("skej", "ska", false),
    ("skiej", "ska", false),
    ("ské", "ská", false),
    ("skou", "ská", false),
    ("ovou", "ová", false),
    ("ové", "ová", false),
    ("ovej", "ová", false),
    ("owej", "owa", false),
    ("owi", "", true),
    ("ovi", "", true),
    ("em", "", true),
    ("om", "", true),
    ("iem", "", true),
    ("ie", "a", true),
    ("ii", "ia", true),
    ("y", "a", true),
    ("ě", "a", true),
    ("ę", "a", false),
    ("ą", "a", false),
    ("ou", "a", false),
    ("u", "a", true),
    ("a", "", true),
    ("u", "", true),
    ("ssa", "", false),
    ("ssä", "", false),
    ("sta", "", false),
    ("stä", "", false),
    ("lla", "", false),
    ("llä", "", false),
    ("lta", "", false),
    ("ltä", "", false),
    ("lle", "", false),
    ("iin", "i", false),
    ("aan", "a", false),
    ("oon", "o", false),
    ("in", "", true),
    ("n", "", true),
    ("ban", "", false),
    ("ben", "", false),
    ("ból", "", false),
    ("ből", "", false),
    ("nak", "", false),
    ("nek", "", false),
    ("ról", "", false),
    ("ről", "", false),
    ("nál", "", false),
    ("nél", "", false),
    ("val", "", false),
    ("vel", "", false),
    ("da", "", true),
    ("de", "", true),
    ("dan", "", false),
    ("den", "", false),
    ("s", "", false),
    ("in", "", true),
    ("om", "o", true),
    ("em", "o", true),
    ("a", "o", true),
    ("u", "o", true),
    ("ce", "ka", true),
    ("dze", "ga", true),
    ("rze", "ra", true),
    ("cie", "ta", true),
    ("dzie", "da", true),
    ("kim", "ki", true),
    ("ého", "ý", false),
    ("ému", "ý", false),
    ("čiui", "tis", true),
    ("čiu", "tis", true),
    ("iui", "is", true),
    ("iu", "is", true),
    ("į", "is", true),
    ("ui", "as", true),
    ("u", "as", true),
    ("ą", "as", true),
    ("ės", "ė", false),
    ("áról", "a", false),
    ("ának", "a", false),
    ("ával", "a", false),
    ("ától", "a", false),
    ("éről", "e", false),
    ("ének", "e", false),
    ("ével", "e", false),
    ("étől", "e", false),
    ("tól", "", false),
    ("től", "", false),
    ("hoz", "", false),
    ("hez", "", false),
    ("höz", "", false),
    ("ért", "", false),
    ("rral", "r", false),
    ("rrel", "r", false),
    ("nnal", "n", false),
    ("nnel", "n", false),
    ("ssal", "s", false),
    ("ssel", "s", false),
    ("ttal", "t", false),
    ("ttel", "t", false),
    ("kkal", "k", false),
    ("kkel", "k", false),
    ("llal", "l", false),
    ("llel", "l", false),
    ("mmal", "m", false),
    ("mmel", "m", false),
    ("ddal", "d", false),
    ("ddel", "d", false),
    ("zzal", "z", false),
    ("zzel", "z", false),
];

const ARMENIAN: [&str; 6] = ["ին", "ից", "ի", "ը", "ն", "ում"];
const GEORGIAN: [(&str, &str); 8] =
    [("მა", "ი"), ("ის", "ი"), ("ს", "ი"), ("ს", ""), ("ში", ""), ("თან", ""), ("ით", "ი"), ("ში", "ი")];

/// Base forms of `word` (small letters, accents kept). Latin endings other than a possessive only where the text is not
/// `english`.
pub fn bases(word: &str, script: Script, english: bool) -> Vec<Base> {
    let mut out = Vec::new();
    let n = word.chars().count();
    let mut push = |word: String, oblique: bool, possessive: bool, least: usize| {
        if word.chars().count() >= least {
            out.push(Base { word, oblique, possessive });
        }
    };
    match script {
        Script::Latin => {
            for (i, c) in word.char_indices() {
                if matches!(c, '\'' | '’' | 'ʼ' | '‘' | '`' | '´') && i > 0 {
                    let rest = &word[i + c.len_utf8()..];
                    if matches!(rest, "s" | "") {
                        push(word[..i].to_string(), false, true, 2);
                    } else if rest.chars().count() <= 5 {
                        push(word[..i].to_string(), false, false, 3);
                    }
                    // An elided article: l'Anna, d'Anna.
                    if i <= 2 {
                        push(rest.to_string(), false, false, 4);
                    }
                }
            }
            if !english && n >= 4 {
                for (end, base, oblique) in LATIN {
                    if let Some(stem) = word.strip_suffix(end) {
                        push(format!("{stem}{base}"), oblique, end == "s", 3);
                    }
                }
            }
        }
        Script::Cyrillic if n >= 3 => {
            for (end, base, oblique) in CYRILLIC {
                if let Some(stem) = word.strip_suffix(end)
                    && stem.chars().count() >= 2
                {
                    push(format!("{stem}{base}"), oblique, false, 3);
                }
            }
        }
        Script::Greek if n >= 4 => {
            for (end, base, oblique) in GREEK {
                if let Some(stem) = word.strip_suffix(end) {
                    push(format!("{stem}{base}"), oblique, false, 3);
                }
            }
        }
        Script::Arabic | Script::Hebrew => {
            let prefixes: &[&str] =
                if script == Script::Arabic { &ARABIC_PREFIXES } else { &HEBREW_PREFIXES };
            for p in prefixes {
                if let Some(rest) = word.strip_prefix(p) {
                    push(rest.to_string(), false, false, 3);
                    if *p == "لل" {
                        push(format!("ال{rest}"), false, false, 3);
                    }
                }
            }
        }
        Script::Armenian if n >= 4 => {
            for end in ARMENIAN {
                if let Some(stem) = word.strip_suffix(end) {
                    push(stem.to_string(), false, false, 3);
                }
            }
        }
        Script::Georgian if n >= 4 => {
            for (end, base) in GEORGIAN {
                if let Some(stem) = word.strip_suffix(end) {
                    push(format!("{stem}{base}"), false, false, 3);
                }
            }
        }
        _ => {}
    }
    out
}
