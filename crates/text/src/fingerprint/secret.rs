//! Secrets: what a text says to be a password, PIN or token, and the words of a text that can be one.

use std::ops::Range;

use crate::unicode::runs::{alphanumeric, runs};
use crate::word::{self, english_word};

use super::plain::{folded, plain};

/// Words for a secret, folded. "Key" and "login" name other things too often.
const LABELS: &[&str] = &[
    "password", "passwords", "passwd", "passphrase", "passcode", "passwort", "kennwort", "pw", "pwd", "pass",
    "psk", "pin", "pincode", "codeword", "code", "token", "secret", "contrasena", "clave", "passe",
    "wachtwoord", "senha", "parola", "haslo", "hasło", "losenord", "sifre", "пароль", "пин", "код", "codigo",
    "codice", "geheimzahl", "geheimnummer", "turcode", "torcode", "alarmcode", "zugangscode", "zutrittscode",
    "sicherheitscode", "toegangscode", "deurcode", "poortcode", "beveiligingscode",
];

/// Words for a key, of which only what is long and mixed is one.
const KEYS: &[&str] = &["key", "apikey", "api-key", "keys"];
const LONG_KEY: usize = 12;

/// The same in scripts without spaces between words.
const UNSPACED: &[&str] = &["密码", "密碼", "パスワード", "暗証番号", "비밀번호", "口令"];

/// Words before "code" with which it is no secret.
const OPEN_CODES: &[&str] = &[
    "error", "status", "exit", "return", "zip", "postal", "post", "area", "country", "source", "promo",
    "discount", "coupon", "voucher", "bar", "qr", "dress", "dial", "product", "response", "colour", "color",
    "airport", "currency", "language", "postcode",
];

/// Words behind "code" that say the same.
const OPEN_BEHIND: &[&str] = &["postal", "fiscal", "fiscale", "erreur", "error", "errore", "source", "promo"];

/// What may stand between a label and its secret beside the words for "is": "código de acceso 4471", "the PIN number 4471".
const OF_LABEL: &[&str] = &[
    "number", "no", "nr", "nummer", "numero", "de", "d'acces", "d'entree", "di", "acceso", "acces",
    "accesso", "acesso", "alarma", "alarme", "allarme", "entree", "entrada", "seguridad", "securite",
    "sicurezza", "seguranca",
];

/// What stands between a secret and what it is used as: "the panel takes 4471 as its PIN".
const AS: &[&str] = &["as", "als", "comme", "como", "come"];

/// Words between that and its label.
const BEFORE_LABEL: usize = 3;

/// Words for a login, whose secret stands behind a slash: "Grafana login: ops / Crayon.88x".
const LOGINS: &[&str] = &[
    "login", "logins", "logon", "signin", "credentials", "creds", "zugangsdaten", "anmeldedaten",
    "identifiants", "credenciales", "credenziali", "credenciais", "inloggegevens",
];

/// What stands between a label and its secret.
const IS: &[&str] = &[
    "is", "was", "are", "to", "be", "now", "=", ":", "->", "→", "lautet", "ist", "war", "est", "es", "e",
    "é", "era", "será", "jest", "on", "это", "remains", "reads", "stays", "equals", "became", "becomes",
    "bleibt", "heisst", "heißt", "wurde", "reste", "sigue", "queda", "rimane", "resta", "fica", "blijft",
    "luidt", "wordt",
];

/// Letters and digits of a secret, in characters.
const LENGTHS: std::ops::RangeInclusive<usize> = 3..=80;

/// The fewest characters by which a secret is known whatever stands around it.
const SINGULAR: usize = 5;

/// The fewest letters of a secret that is a word of small letters.
const LONG: usize = 14;

/// Words between a label and what follows it.
const NEAR: usize = 12;

/// Most groups of letters and digits of one secret, and the most of them together.
const MOST_GROUPS: usize = 6;
const LONGEST_RUN: usize = 40;

/// Most words of one text that are kept as possible secrets.
const MOST: usize = 256;

/// A word as it stands, without what only sets it.
struct Token<'t> {
    text: &'t str,
    span: Range<usize>,
    folded: String,
    /// Whether a colon or an equals sign stands behind it.
    leads: bool,
    /// Whether a mark parts it from what follows.
    apart: bool,
}

/// The secrets that a text tells: where each stands, in bytes. The text is [plain](super::plain::plain).
pub(super) fn told(text: &str) -> Vec<Range<usize>> {
    let mut told: Vec<Range<usize>> = Vec::new();
    for tokens in clauses(text) {
        for at in 0..tokens.len() {
            let value = is_label(&tokens, at).then(|| value(&tokens, at)).flatten();
            let value = value.or_else(|| key(&tokens, at)).map(|value| value.span.clone());
            let Some(value) = value.or_else(|| behind_slash(&tokens, at)) else { continue };
            if !told.contains(&value) {
                told.push(value);
            }
        }
    }
    told
}

/// The string of a secret.
pub(super) fn string(secret: &str) -> String {
    format!("secret:{}", folded(secret))
}

/// The strings of a secret that a text tells: as it is written, and, where it is of several groups of letters and digits, whatever
/// stands between them.
pub(super) fn strings(secret: &str) -> Vec<String> {
    let parts = groups(secret);
    let joined = joined(secret, &parts);
    let number = Some(format!("secret#{joined}")).filter(|_| is_long_number(&joined));
    let mixed = Some(format!("secret={joined}")).filter(|_| parts.len() > 1 && is_mixed(&joined));
    std::iter::once(string(secret)).chain(mixed).chain(number).collect()
}

/// The runs of letters and digits of a text.
fn groups(text: &str) -> Vec<Range<usize>> {
    runs(text, |_, letter, _| letter.is_alphanumeric()).collect()
}

fn joined(text: &str, groups: &[Range<usize>]) -> String {
    groups.iter().map(|group| folded(&text[group.clone()])).collect()
}

/// Whether letters and digits are so many, and so mixed, that they say themselves that they are a secret.
fn is_mixed(joined: &str) -> bool {
    const FEWEST: usize = 7;
    let digits = joined.chars().filter(char::is_ascii_digit).count();
    let letters = joined.chars().filter(|letter| letter.is_alphabetic()).count();
    digits > 1 && letters > 1 && (FEWEST..=LONGEST_RUN).contains(&joined.chars().count())
}

/// Whether digits are so many that chance hardly makes others equal.
fn is_long_number(joined: &str) -> bool {
    (6..=12).contains(&joined.len()) && joined.bytes().all(|byte| byte.is_ascii_digit())
}

/// The strings of groups of letters and digits that stand side by side, and could be one secret.
fn grouped(text: &str, strings: &mut Vec<String>) {
    let groups = groups(text);
    let mut kept = 0;
    for from in 0..groups.len() {
        for to in from + 1..=groups.len().min(from + MOST_GROUPS) {
            let last = &groups[to - 1];
            let gap = to
                .checked_sub(2)
                .filter(|_| to > from + 1)
                .map_or("", |at| &text[groups[at].end..last.start]);
            let beside = gap.chars().count() <= 3
                && gap.chars().all(|c| " -–—_./·:".contains(c))
                && !gap.contains(". ");
            if !beside || !word::has_content(&text[last.clone()]) {
                break;
            }
            let joined = joined(text, &groups[from..to]);
            if joined.chars().count() > LONGEST_RUN {
                break;
            }
            let sign = match () {
                () if is_mixed(&joined) => '=',
                () if is_long_number(&joined) => '#',
                () => continue,
            };
            if kept < MOST {
                kept += 1;
                strings.push(format!("secret{sign}{joined}"));
            }
        }
    }
}

/// The strings of what in a text can be a secret: words that look like one anywhere, others beside a label.
pub(super) fn carried(text: &str, strings: &mut Vec<String>) {
    grouped(text, strings);
    let mut kept = 0;
    for tokens in clauses(text) {
        let labelled = (0..tokens.len()).any(|at| is_label(&tokens, at))
            || tokens.iter().any(|token| UNSPACED.iter().any(|label| token.text.contains(label)));
        for token in &tokens {
            let stands = is_singular(token.text) || labelled && can_be_value(token) && !is_named_label(token);
            if stands && kept < MOST {
                kept += 1;
                strings.push(string(token.text));
            }
        }
    }
}

/// The words of each sentence.
fn clauses(text: &str) -> Vec<Vec<Token<'_>>> {
    let mut clauses: Vec<Vec<Token<'_>>> = vec![Vec::new()];
    for line in text.split(['\n', '\r', ';']) {
        for word in line.split(|letter: char| letter.is_whitespace() || letter == ',').flat_map(pieces) {
            let (word, leads) = word;
            let ends = word.ends_with(['.', '!', '?']);
            let bare = word.trim_matches(|sign: char| SET.contains(sign));
            if !bare.is_empty() {
                let start = bare.as_ptr() as usize - text.as_ptr() as usize;
                let span = start..start + bare.len();
                let last = clauses.last_mut().expect("there is always one");
                let apart =
                    text[span.end..].trim_start_matches(['"', '”', '\'']).starts_with([',', ')', '|']);
                last.push(Token { text: bare, span, folded: folded(bare), leads, apart });
            } else if leads && let Some(last) = clauses.last_mut().and_then(|tokens| tokens.last_mut()) {
                last.leads = true;
            }
            if ends {
                clauses.push(Vec::new());
            }
        }
        clauses.push(Vec::new());
    }
    clauses.retain(|tokens| !tokens.is_empty());
    clauses
}

/// Signs around a word that are no part of it.
const SET: &str = ".,;:!?\"'“”„‘’«»`()[]{}<>*_~=|。、「」『』—–";

/// A word parted at the first sign behind which its value stands, and whether such a sign stands behind each piece. In scripts
/// without spaces, its letters of ASCII apart.
fn pieces(word: &str) -> Vec<(&str, bool)> {
    if let Some(label) = UNSPACED.iter().find(|label| word.contains(**label)) {
        let at = word.find(label).map_or(0, |at| at + label.len());
        let (head, rest) = word.split_at(at);
        let ascii = |letter: char| letter.is_ascii() && !letter.is_ascii_whitespace();
        let from = rest.find(ascii).unwrap_or(rest.len());
        let length = rest[from..].find(|letter| !ascii(letter)).unwrap_or(rest.len() - from);
        return vec![(head, true), (&rest[from..from + length], false)];
    }
    match word.find([':', '=']) {
        Some(at) if !word[at..].starts_with("://") => {
            let (head, rest) = word.split_at(at);
            let label = is_label_word(head);
            if label || rest.len() == 1 {
                vec![(head, true), (&rest[1..], false)]
            } else {
                vec![(word, false)]
            }
        }
        _ => vec![(word, false)],
    }
}

/// "password", "DB_PASS", "\"psk\"".
fn is_label_word(word: &str) -> bool {
    let word = folded(word.trim_matches(|sign: char| SET.contains(sign)));
    let last = word.rsplit(['_', '-', '.']).next().unwrap_or_default();
    let own = word.strip_suffix("'s").unwrap_or(last);
    LABELS.contains(&own) || UNSPACED.contains(&own)
}

fn is_named_label(token: &Token<'_>) -> bool {
    is_label_word(token.text)
}

fn is_label(tokens: &[Token<'_>], at: usize) -> bool {
    let token = &tokens[at];
    let unspaced = UNSPACED.iter().any(|label| token.text.ends_with(label));
    let open = || {
        let before = at.checked_sub(1).map_or("", |before| tokens[before].folded.as_str());
        let behind = tokens.get(at + 1).map_or("", |behind| behind.folded.as_str());
        matches!(token.folded.as_str(), "code" | "код" | "codigo" | "codice")
            && (OPEN_CODES.contains(&before) || OPEN_BEHIND.contains(&behind))
    };
    unspaced || is_label_word(token.text) && !open()
}

/// What a label at this place is said to be.
fn value<'a, 't>(tokens: &'a [Token<'t>], at: usize) -> Option<&'a Token<'t>> {
    let behind = &tokens[at + 1..];
    if tokens[at].leads {
        let first = behind.first()?;
        return Some(first).filter(|first| fits(first, behind.len() == 1));
    }
    let between = behind.iter().take_while(|token| OF_LABEL.contains(&token.folded.as_str())).count();
    let beside = &behind[between..];
    if let Some(first) = beside.first().filter(|first| is_singular(first.text) || is_number(first.text)) {
        // "The PIN 4471", "PIN 70418 opens the gate", but not "the code 404 pages" and "the password 2026 edition".
        let year =
            first.text.len() == 4 && ["19", "20"].iter().any(|century| first.text.starts_with(century));
        let long = first.text.len() > 3 && !year;
        let ends = || beside.len() < 3 || first.apart || !word::has_content(beside[1].text);
        return Some(first).filter(|_| is_singular(first.text) || long || ends());
    }
    if let Some(used) = used_as(tokens, at).filter(|used| fits(used, false)) {
        return Some(used);
    }
    let near = &behind[..behind.len().min(NEAR)];
    let mut led = false;
    for (place, token) in near.iter().enumerate() {
        let last = place + 1 == behind.len();
        if led && fits(token, last) {
            return Some(token);
        }
        led |= token.leads || IS.contains(&token.folded.as_str());
    }
    // "4471 is the PIN of the safe".
    let is = tokens[..at].iter().position(|token| IS.contains(&token.folded.as_str()))?;
    let before = is.checked_sub(1).map(|before| &tokens[before])?;
    Some(before).filter(|before| is == 1 && fits(before, false))
}

/// What a word for a key is followed by, if that can be one.
fn key<'a, 't>(tokens: &'a [Token<'t>], at: usize) -> Option<&'a Token<'t>> {
    let last = tokens[at].folded.rsplit(['_', '-']).next().unwrap_or_default();
    let is_key = KEYS.contains(&tokens[at].folded.as_str()) || KEYS.contains(&last);
    let long = |token: &&Token<'_>| is_singular(token.text) && token.text.chars().count() >= LONG_KEY;
    let used = || used_as(tokens, at).filter(long);
    tokens[at + 1..].iter().take(NEAR).find(long).or_else(used).filter(|_| is_key)
}

/// What is used as what the word at a place names: "4471" of "takes 4471 as its new PIN".
fn used_as<'a, 't>(tokens: &'a [Token<'t>], at: usize) -> Option<&'a Token<'t>> {
    let before = &tokens[..at];
    let near = before.len().saturating_sub(BEFORE_LABEL + 1);
    let used = before.iter().rposition(|token| AS.contains(&token.folded.as_str()))?;
    used.checked_sub(1).filter(|_| used >= near).map(|place| &tokens[place])
}

/// Tells whether a word is a secret where one is told. Of letters alone it is one where chance sets its capitals, or where it is longer
/// than what a secret is said to be ("weak", "confidential"), and only at the end.
fn fits(token: &Token<'_>, last: bool) -> bool {
    let letters = token.text.chars().all(char::is_alphabetic);
    let odd = || turns(token.text) > 0 || token.text.chars().count() >= LONG;
    can_be_value(token) && (!letters || last && odd())
}

/// What a slash parts from whose login it is: "login: ops / Crayon.88x", "credentials ops/Crayon.88x".
fn behind_slash(tokens: &[Token<'_>], at: usize) -> Option<Range<usize>> {
    if !LOGINS.contains(&tokens[at].folded.as_str()) {
        return None;
    }
    let secret =
        |text: &str| is_singular(text) && text.contains(|c: char| c.is_ascii_digit()) && !text.contains('@');
    let behind = &tokens[at + 1..tokens.len().min(at + 1 + NEAR)];
    let apart = behind.windows(2).find(|pair| pair[0].text == "/" && secret(pair[1].text));
    let inside = || {
        // A path or an address has more of them.
        behind.iter().filter(|token| !token.text.contains("://")).find_map(|token| {
            let (user, value) = token.text.split_once('/')?;
            let own = !user.is_empty() && !value.contains('/') && secret(value);
            own.then(|| token.span.end - value.len()..token.span.end)
        })
    };
    apart.map(|pair| pair[1].span.clone()).or_else(inside)
}

/// Tells whether a statement of a text that tells a secret only says of whom or what the login is: "Grafana: user ops". The next
/// login says the same.
#[must_use]
pub fn is_of_login(text: &str, statement: &str) -> bool {
    const OF: &[&str] = &[
        "user", "username", "login", "account", "server", "host", "owner", "site", "port", "realm", "tenant",
        "database", "db", "service", "benutzer", "utilisateur", "usuario", "utente", "gebruiker",
    ];
    const MOST: usize = 6;
    let statement = plain(statement);
    let mut words = alphanumeric(&statement);
    words.clone().count() <= MOST
        && words.any(|word| OF.contains(&folded(word).as_str()))
        && told(&statement).is_empty()
        && !told(&plain(text)).is_empty()
}

/// How often a capital follows a small letter.
fn turns(text: &str) -> usize {
    text.chars().zip(text.chars().skip(1)).filter(|(a, b)| a.is_lowercase() && b.is_uppercase()).count()
}

fn can_be_value(token: &Token<'_>) -> bool {
    let text = token.text;
    let letters = text.chars().filter(|letter| letter.is_alphabetic()).count();
    let own = text.contains(['\'', '’']) && letters + 1 == text.chars().count();
    if !LENGTHS.contains(&text.chars().count()) || own {
        return false;
    }
    match letters == text.chars().count() {
        true => {
            text.chars().count() > 3
                && !english_word(&token.folded)
                && word::has_content(text)
                && !IS.contains(&token.folded.as_str())
        }
        false => true,
    }
}

fn is_number(text: &str) -> bool {
    (3..=12).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Whether a word is known whatever stands around it: letters with digits or signs, or a number of six digits and more.
fn is_singular(text: &str) -> bool {
    const SIGNS: &str = "@#$%&*+=!?^~|<>\\/_";
    let count = text.chars().count();
    let (mut letters, mut digits, mut signs, mut others) = (0, 0, 0, 0);
    for letter in text.chars() {
        match letter {
            _ if letter.is_ascii_digit() => digits += 1,
            _ if letter.is_alphabetic() => letters += 1,
            _ if SIGNS.contains(letter) => signs += 1,
            _ => others += 1,
        }
    }
    let mixed = letters > 0 && (digits > 0 || signs > 0) || others == 0 && turns(text) > 1;
    (SINGULAR..=80).contains(&count) && (mixed || letters == 0 && digits >= 6)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn secrets(text: &str) -> Vec<&str> {
        told(text).into_iter().map(|span| &text[span]).collect()
    }

    #[test]
    fn a_secret_is_what_a_label_says() {
        for (text, secret) in [
            ("The Netflix password is hunter2Blue.", "hunter2Blue"),
            ("Netflix password: plum-9931", "plum-9931"),
            ("The PIN of the safe is 4471.", "4471"),
            ("PIN 4471", "4471"),
            ("The wifi password was changed to tulip4471!", "tulip4471"),
            ("wifi pw = correctHorse", "correctHorse"),
            ("DB_PASS=s3cr3t-9", "s3cr3t-9"),
            ("{\"ssid\": \"Guest\", \"psk\": \"heron-lamp-42\"}", "heron-lamp-42"),
            ("The password for db-7 is Kestrel.19", "Kestrel.19"),
            ("4471 is the PIN of the safe", "4471"),
            ("Das Passwort lautet Möwe77.", "Möwe77"),
            ("Grafana login: ops / Crayon.88x", "Crayon.88x"),
            ("The Grafana login is ops/Crayon.88x.", "Crayon.88x"),
            ("Grafana credentials: ops@lund.example / Crayon.88x", "Crayon.88x"),
            ("玄関の暗証番号は4829です。", "4829"),
            ("The door code is 5512.", "5512"),
            ("The alarm panel has PIN 70418 and a grey box.", "70418"),
            ("The panel takes 70418 as its PIN.", "70418"),
            ("With PIN 70418, the panel opens the gate.", "70418"),
            ("The gate wants its PIN (70418) twice a day.", "70418"),
            ("Use tulip4471 as the new wifi password.", "tulip4471"),
            ("Use 9f/hhW2+pL0xQ as secret key for the bucket.", "9f/hhW2+pL0xQ"),
            ("The PIN number 70418 opens the safe.", "70418"),
            ("The PIN of the safe remains 70418.", "70418"),
            ("Die Anlage hat die PIN 70418 und hängt im Flur.", "70418"),
            ("Die Anlage nimmt 70418 als PIN.", "70418"),
            ("Der Türcode lautet 70418.", "70418"),
            ("L'alarme a le code 70418 et sonne fort.", "70418"),
            ("L'alarme prend 70418 comme code.", "70418"),
            ("La alarma tiene la clave 70418 y suena.", "70418"),
            ("El código de acceso 70418 abre la puerta.", "70418"),
            ("L'allarme usa 70418 come codice.", "70418"),
            ("O alarme usa 70418 como senha.", "70418"),
            ("Het alarm heeft pincode 70418 en hangt in de gang.", "70418"),
            ("Netflix is billed with the API key sk_live_kMM7pN7RN8RT8.", "sk_live_kMM7pN7RN8RT8"),
        ] {
            assert_eq!(secrets(text), [secret], "{text}");
        }
    }

    #[test]
    fn what_is_said_of_a_secret_is_none() {
        for text in [
            "The password is weak.",
            "The password is written on the fridge.",
            "The password of 3 of us is old.",
            "The error code is 5512.",
            "The zip code is 90210.",
            "The password is Ida's birthday.",
            "She changed the PIN on Monday.",
            "The login page is at https://lund.example/v2.",
            "The login is on page 3/12.",
            "We watched a show on Netflix.",
            "The secret is out.",
            "The key of room 12 hangs in the hall.",
            "The code 404 pages are grey.",
            "The password 2026 edition sold out early.",
            "Ada works as a PIN designer.",
            "The error code 5512 and a beep mean no paper.",
            "Le code postal 75011 est à Paris.",
            "El código postal 28001 es de Madrid.",
            "She sees 300 guests as a secret sign.",
            "Il codice fiscale resta lungo.",
            "Als PIN gilt eine Zahl.",
            "The password has 12 letters and a sign.",
            "Comme code, la mairie a un dessin.",
        ] {
            assert_eq!(secrets(text), Vec::<&str>::new(), "{text}");
        }
    }

    #[test]
    fn a_secret_is_met_whatever_stands_between_its_groups() {
        let has = |text: &str, secret: &str| {
            let mut carried = Vec::new();
            super::carried(text, &mut carried);
            strings(secret).iter().any(|string| carried.contains(string))
        };
        for text in [
            "Zoom: 884 Lark 12", "try 884_lark_12 there", "884Lark12", "pw 884.Lark.12 works",
            "It is 884 - Lark - 12.",
        ] {
            assert!(has(text, "884-Lark-12"), "{text}");
        }
        for (text, secret) in [
            ("884 Lark 13", "884-Lark-12"),
            ("Lark 12", "884-Lark-12"),
            ("The 884 of us saw a lark at 12.", "884-Lark-12"),
            ("On 3 May we met.", "3-May"),
            ("884 larks, 12 of them", "884-Lark-12"),
        ] {
            assert!(!has(text, secret), "{text}");
        }
    }

    #[test]
    fn a_text_has_the_words_that_can_be_secrets() {
        let has = |text: &str, secret: &str| {
            let mut strings = Vec::new();
            carried(text, &mut strings);
            strings.contains(&string(secret))
        };
        for (text, secret) in [
            ("netflix pw hunter2Blue", "hunter2blue"),
            ("try HUNTER2BLUE there", "hunter2blue"),
            ("the PIN was 4471 once", "4471"),
            ("4471 (safe PIN)", "4471"),
            ("login=sam password=plum-9931", "plum-9931"),
        ] {
            assert!(has(text, secret), "{text}");
        }
        for (text, secret) in [
            ("Order 4471 is late.", "4471"),
            ("The safe PIN is 4472.", "4471"),
            ("hunter2Green", "hunter2blue"),
        ] {
            assert!(!has(text, secret), "{text}");
        }
    }
}
