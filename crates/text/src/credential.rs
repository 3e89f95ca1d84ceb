//! Credentials: whether a request asks for the password, PIN, key or login of something, and whether a text tells one.

use std::ops::Range;
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::entity::identifier::{self, Kind};
use crate::lang::{LANGUAGES, parts_of};
use crate::unicode::runs::runs;
use crate::word::{english_word, fold};

/// A sort of credential, as a word names it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Credential {
    /// "Password", "pw", "Kennwort".
    Password,
    /// "PIN".
    Pin,
    /// "Token", "API key", "secret".
    Key,
    /// "CVV": the code on a card.
    CardCode,
    /// "Login", "credentials", "recovery codes": whatever somebody gets in with.
    Login,
}

/// The sort of each word for a credential, folded; "told" are those that a text tells one by, and that a request can mean much else
/// with.
static WORDS: LazyLock<FxHashMap<String, &'static str>> = LazyLock::new(|| {
    let rows = LANGUAGES.iter().flat_map(|language| language.rows("credentials"));
    let spaced = rows.filter(|(sort, _)| !sort.ends_with("unspaced"));
    spaced.flat_map(|(sort, words)| parts_of(words).map(move |word| (fold(word), sort))).collect()
});
/// What a run of a script without spaces ends in.
static UNSPACED: LazyLock<Vec<(&'static str, Credential)>> = LazyLock::new(|| {
    let rows = LANGUAGES.iter().flat_map(|language| language.rows("credentials"));
    let unspaced = rows.filter_map(|(sort, words)| match sort {
        "password unspaced" => Some((words, Credential::Password)),
        "pin unspaced" => Some((words, Credential::Pin)),
        _ => None,
    });
    unspaced.flat_map(|(words, sort)| parts_of(words).map(move |word| (word, sort))).collect()
});
/// "Logs in", "sign-in", "unlocks".
const ENTERS: &[&str] = &[
    "log", "logs", "logged", "logging", "sign", "signs", "signed", "signing", "opens", "open", "unlock",
    "unlocks",
];
/// Which codes somebody gets in with.
const CODES: &[&str] =
    &["recovery", "backup", "access", "entry", "door", "gate", "alarm", "unlock", "pin", "login"];
/// What stands between a credential and what it is of.
const LINKS: &[&str] = &[
    "of", "for", "to", "at", "on", "in", "from", "with", "by", "and", "or", "von", "vom", "fur", "zu", "zum",
    "zur", "bei", "beim", "der", "des", "de", "du", "d", "pour", "para", "del", "di", "da", "do", "per",
    "van", "voor", "от", "для", "к", "i", "we", "that",
];
/// How many words a request for one has.
const MOST: usize = 9;
/// How many words may stand between a service and its credential.
const NEAR: usize = 3;

/// The words of a text as they are looked up, with where they stand.
struct Tokens<'t> {
    text: &'t str,
    words: Vec<(Range<usize>, String)>,
}

impl<'t> Tokens<'t> {
    fn of(text: &'t str) -> Self {
        let words = runs(text, |_, letter, _| letter.is_alphanumeric());
        let words = words.map(|span| (span.clone(), fold(&text[span]))).collect();
        Self { text, words }
    }

    fn word(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |(_, word)| word)
    }

    fn written(&self, at: usize) -> &str {
        &self.text[self.words[at].0.clone()]
    }

    /// Which credential the word at a place names, where a person or a thing can have no such name: "Alicia Keys", "Lee Pin".
    fn named(&self, at: usize) -> Option<Credential> {
        let (word, written) = (self.word(at), self.written(at));
        let small = || !written.starts_with(char::is_uppercase) || written.chars().all(|c| !c.is_lowercase());
        match WORDS.get(word) {
            Some(&"password") => Some(Credential::Password),
            Some(&"login") => Some(Credential::Login),
            Some(&"card code") => Some(Credential::CardCode),
            Some(&"pin") if small() => Some(Credential::Pin),
            Some(&"key") if small() => Some(Credential::Key),
            _ if word == "passe" && at > 1 && self.word(at - 1) == "de" && self.word(at - 2) == "mot" => {
                Some(Credential::Password)
            }
            _ => {
                UNSPACED.iter().find(|(label, _)| written.ends_with(label)).map(|(_, credential)| *credential)
            }
        }
    }
}

/// Which credential a request asks for of something that it names: "the Zoom password", "Zoom's PIN", "the API key of Jira"; none
/// for "the password policy of Zoom", "the PIN 4411" and "Alicia Keys".
#[must_use]
pub fn asked(request: &str) -> Option<Credential> {
    // "The commit, which has a leaked password" asks for the commit.
    let tokens = Tokens::of(request.split([',', ';']).next().unwrap_or_default());
    let (at, credential) = head(&tokens)?;
    let names = |place: usize| {
        let written = tokens.written(place);
        place != at
            && tokens.named(place).is_none()
            && written.chars().next().is_some_and(|first| {
                first.is_uppercase() || first.is_numeric() || !first.is_ascii() && !first.is_lowercase()
            })
    };
    (0..tokens.words.len()).any(names).then_some(credential)
}

/// The same of whatever it is: "the PIN of the credit card".
#[must_use]
pub fn asked_of_any(request: &str) -> Option<Credential> {
    head(&Tokens::of(request)).map(|(_, credential)| credential)
}

/// Where a request has a word for a credential that is what it asks for.
fn head(tokens: &Tokens<'_>) -> Option<(usize, Credential)> {
    let count = tokens.words.len();
    let verb = |word: &str| ["is", "was", "are", "were", "has", "had"].contains(&word);
    if !(2..=MOST).contains(&count) || (0..count).any(|place| verb(tokens.word(place))) {
        return None;
    }
    (0..count).find_map(|at| {
        let code = matches!(tokens.word(at), "code" | "codes")
            && at.checked_sub(1).is_some_and(|before| CODES.contains(&tokens.word(before)));
        let credential = tokens.named(at).or(code.then_some(Credential::Login))?;
        let head = at + 1 == count || LINKS.contains(&tokens.word(at + 1));
        head.then_some((at, credential))
    })
}

/// Whether a word, or its stem, is one for a credential.
#[must_use]
pub fn names_one(word: &str) -> bool {
    WORDS.contains_key(word) || word == "api"
}

/// Whether the credential that a request asks for is only a word that means much else: the key to a door.
#[must_use]
pub fn may_be_a_thing(request: &str) -> bool {
    const OF_SERVICES: &[&str] = &[
        "api", "access", "ssh", "gpg", "pgp", "secret", "private", "public", "license", "licence",
        "recovery", "encryption", "live", "test", "signing", "deploy", "service", "product", "activation",
        "host", "root",
    ];
    let tokens = Tokens::of(request);
    let at = (0..tokens.words.len()).find(|at| tokens.named(*at) == Some(Credential::Key));
    at.is_some_and(|at| {
        matches!(tokens.word(at), "key" | "keys" | "secret" | "secrets")
            && !(0..at).any(|before| OF_SERVICES.contains(&tokens.word(before)))
    })
}

/// What a text tells of a credential.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// Nothing.
    Nothing,
    /// One of another sort: a PIN, where the password is asked for.
    Another,
    /// It may tell it.
    Perhaps,
    /// It gives one of this sort right beside what it is of.
    This,
}

/// What a text that names something at these places tells of a credential of it.
#[must_use]
pub fn told(text: &str, credential: Credential, of: &[Range<usize>]) -> Told {
    let tokens = Tokens::of(text);
    let outside = |span: &Range<usize>| !of.iter().any(|of| of.start < span.end && span.start < of.end);
    let free = |at: &usize| outside(&tokens.words[*at].0) || tokens.named(*at).is_some();
    let sorts: Vec<(usize, Credential)> =
        (0..tokens.words.len()).filter(free).filter_map(|at| Some((at, tokens.named(at)?))).collect();
    let enters = |at: usize| {
        ENTERS.contains(&tokens.word(at))
            && matches!(tokens.word(at + 1), "in" | "into" | "on" | "with" | "by" | "to")
    };
    // "Alarmcode", "Türcode".
    let code = |word: &str| WORDS.get(word) == Some(&"told") || word.ends_with("code");
    let loose = (0..tokens.words.len()).any(|at| code(tokens.word(at)) || enters(at));
    let fits = |sort: Credential| sort == credential || [sort, credential].contains(&Credential::Login);
    let values = values(text);
    let own: Vec<&(usize, Credential)> = sorts.iter().filter(|(_, sort)| fits(*sort)).collect();
    if own.is_empty() {
        return match (sorts.is_empty() && !loose, behind(text, of, credential) || !values.is_empty()) {
            (true, false) if is_readable(text) => Told::Nothing,
            (true, false) => Told::Perhaps,
            (true, true) => Told::Perhaps,
            (false, _) if loose || sorts.is_empty() => Told::Perhaps,
            (false, _) => Told::Another,
        };
    }
    let beside = own.iter().any(|(at, _)| {
        let label = &tokens.words[*at].0;
        of.iter().any(|of| {
            let between = match of.end <= label.start {
                true => text.get(of.end..label.start),
                false => text.get(label.end..of.start).filter(|between| {
                    Tokens::of(between).words.first().is_none_or(|(_, first)| LINKS.contains(&first.as_str()))
                }),
            };
            between.is_some_and(|between| {
                let words = Tokens::of(between).words;
                let plain = |word: &(Range<usize>, String)| !english_verb(&word.1);
                words.len() <= NEAR && words.iter().all(plain) && !between.contains(['.', ';', '\n'])
            }) || label.start <= of.start && of.end <= label.end
                || of.start <= label.start && label.end <= of.end
        })
    });
    let value = !values.is_empty() || tokens.words.iter().any(|(_, word)| word.contains(char::is_numeric));
    if beside && value { Told::This } else { Told::Perhaps }
}

/// Whether the text is in letters whose words for credentials are known well enough to say that it tells none.
fn is_readable(text: &str) -> bool {
    const LATIN_ENDS: char = '\u{250}';
    text.chars().filter(|letter| letter.is_alphabetic()).all(|letter| letter < LATIN_ENDS)
}

fn english_verb(word: &str) -> bool {
    const VERBS: &[&str] = &[
        "is", "was", "are", "were", "has", "have", "had", "needs", "need", "said", "says", "told", "that",
        "and",
    ];
    VERBS.contains(&word)
}

/// Whether a value stands right behind what it is of: "Zoom: s3cr3t-42", "Netflix = ada / Tiger77!".
fn behind(text: &str, of: &[Range<usize>], credential: Credential) -> bool {
    const MOST: usize = 4;
    let set = |c: char| c.is_whitespace() || matches!(c, ')' | ']' | '*' | '"' | '\'' | '`');
    of.iter().filter_map(|of| text.get(of.end..)).any(|tail| {
        let tail = tail.trim_start_matches(set);
        let Some(value) =
            [":", "=", "->", "→", "–", "—", "- ", "/ ", "| "].iter().find_map(|mark| tail.strip_prefix(mark))
        else {
            return false;
        };
        let value = value.split(['\n', ';']).next().unwrap_or_default();
        let parts: Vec<&str> =
            value.split_whitespace().filter(|part| part.contains(char::is_alphanumeric)).collect();
        let plain = |part: &&str| part.trim_end_matches(['.', ',']).chars().all(char::is_alphabetic);
        let word = |part: &&str| plain(part) && english_word(&fold(part.trim_end_matches(['.', ','])));
        let number = credential == Credential::Pin || credential == Credential::CardCode;
        let odd = |part: &&str| {
            let bare = part.trim_end_matches(['.', ',']);
            let digits = bare.chars().all(|c| c.is_ascii_digit());
            let kinds = ordinary(bare);
            match digits {
                true => number && (3..=8).contains(&bare.len()) && parts.len() == 1,
                false => !plain(part) && bare.chars().count() >= 5 && !kinds,
            }
        };
        parts.len() <= MOST && !parts.iter().any(word) && parts.iter().any(odd)
    })
}

/// What in a text looks like nothing but a secret: letters and digits in one, or a long run of both cases.
fn values(text: &str) -> Vec<&str> {
    text.split_whitespace()
        .map(|part| {
            part.trim_matches(|c: char| matches!(c, '.' | ',' | ';' | ':' | '"' | '\'' | '`' | '(' | ')'))
        })
        .filter(|part| {
            let count = |of: fn(char) -> bool| part.chars().filter(|c| of(*c)).count();
            let (letters, digits) = (count(char::is_alphabetic), count(|c| c.is_ascii_digit()));
            let small = count(char::is_lowercase) > 1;
            letters > 2 && digits > 0 && small && letters + digits >= 6 && !ordinary(part)
        })
        .collect()
}

/// Whether a word with digits or signs is a quantity, a time, a link, a channel, a reference or such.
fn ordinary(part: &str) -> bool {
    let shown =
        part.starts_with(['#', '$', '€', '£', '@', '+']) || part.contains("://") || part.starts_with("www.");
    // "13GB", "4711-A", "v2.1.0"; "771-Fox-20" is none.
    let number = part.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',' | '-'));
    let measured = part.starts_with(|c: char| c.is_ascii_digit())
        && number.chars().all(char::is_alphabetic)
        && number.chars().count() <= 3;
    let version =
        part.strip_prefix(['v', 'V']).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
    let told = identifier::recognise(part).into_iter().any(|one| {
        let whole = one.span.len() == part.len();
        whole
            && (identifier::is_value(one.kind) || matches!(one.kind, Kind::Url | Kind::Domain | Kind::Email))
    });
    shown || measured || version || told
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_for_a_credential_of_something() {
        use Credential::{CardCode, Key, Login, Password, Pin};
        for (request, wanted) in [
            ("the Zoom password", Password),
            ("Zoom's password", Password),
            ("Zoom password", Password),
            ("the password for GitLab", Password),
            ("the root password of db-07", Password),
            ("the db-07 root password", Password),
            ("the PIN of the Visa card", Pin),
            ("my Visa PIN", Pin),
            ("the CVV of the Amex card", CardCode),
            ("the Jira API token", Key),
            ("the Stripe live key", Key),
            ("the login for Dropbox", Login),
            ("the GitHub recovery codes", Login),
            ("the Slack credentials", Login),
        ] {
            assert_eq!(asked(request), Some(wanted), "{request}");
        }
    }

    #[test]
    fn what_is_of_no_credential_asks_for_none() {
        for request in [
            "the Zoom password policy",
            "the Zoom bill",
            "Alicia Keys",
            "everything about Lee Pin",
            "the PIN 4411",
            "the password hunter22",
            "the token tok-8812-AB",
            "the password",
            "the wifi password",
            "the login page of Zoom",
            "that the Zoom password is old",
            "the Zoom call",
            "the dress code of the Ritz",
            "Frances Key",
            "the QR code of Zoom",
            "Zoom ticket 88, which carried a leaked password",
        ] {
            assert_eq!(asked(request), None, "{request}");
        }
    }

    #[test]
    fn what_it_is_of_need_not_be_named() {
        assert_eq!(asked_of_any("the PIN of the credit card"), Some(Credential::Pin));
        assert_eq!(asked_of_any("the wifi password"), Some(Credential::Password));
        assert_eq!(asked_of_any("the credit card"), None);
        assert_eq!(asked_of_any("the sort code"), None);
    }

    fn tells(text: &str, credential: Credential) -> Told {
        let at = text.find("Zoom").unwrap();
        told(text, credential, std::slice::from_ref(&(at..at + 4)))
    }

    #[test]
    fn what_tells_nothing_of_a_credential() {
        for text in [
            "The Zoom bill is paid.", "Ida is on Zoom.", "Zoom is down on Sundays.",
            "Kai posted it in Zoom.", "Zoom runs on port 3000.", "Zoom raised its price to 13 euros.",
            "Zoom tickets are closed after 30 days.", "Zoom: 13 euros a month",
            "The Zoom call is at 10am on 3 May.", "Zoom version v5.12.2 is out.",
            "Zoom, channel #general, is quiet.", "Zoom was billed 120EUR.", "Zoom ticket INC-44112 is open.",
            "Zoom: see https://zoom.example/a1b2c3", "Zoom: follow up",
        ] {
            assert_eq!(tells(text, Credential::Password), Told::Nothing, "{text}");
        }
    }

    #[test]
    fn of_what_is_in_another_language_nobody_knows() {
        for text in
            ["De alarmcode van het Zoom huis in Den Haag is 6620.", "大阪のZoomのゲートコードは4471#です。"]
        {
            assert_eq!(tells(text, Credential::Login), Told::Perhaps, "{text}");
        }
    }

    #[test]
    fn what_tells_a_credential() {
        for (text, credential, wanted) in [
            ("The Zoom password is 884-Lark-12.", Credential::Password, Told::This),
            ("The Zoom login is ada@x.y / hunter22", Credential::Password, Told::This),
            ("Zoom: s3cr3t-42", Credential::Password, Told::Perhaps),
            ("Zoom: 771-Fox-20", Credential::Password, Told::Perhaps),
            ("Zoom: ada / Tiger77!", Credential::Password, Told::Perhaps),
            ("Zoom = 4411", Credential::Pin, Told::Perhaps),
            ("For Zoom take hunter22", Credential::Password, Told::Perhaps),
            ("Ada signs in to Zoom with her mail.", Credential::Login, Told::Perhaps),
            ("Zoom wants a new password each year.", Credential::Password, Told::Perhaps),
            ("The Zoom PIN is 4411.", Credential::Password, Told::Another),
            ("The Zoom password is hunter22.", Credential::Pin, Told::Another),
            ("The password for Zoom is hunter22.", Credential::Password, Told::This),
            (
                "Kai said in Zoom that the router password is nimbus-4471.",
                Credential::Password,
                Told::Perhaps,
            ),
        ] {
            assert_eq!(tells(text, credential), wanted, "{text}");
        }
    }
}
