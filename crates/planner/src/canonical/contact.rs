//! A list of what is known of somebody, led by their name: "Ella Dorn, 12 Mill Row, phone 020 7946 0011." A request for one sort of
//! it, "Ella Dorn's address", takes that out and leaves the others.

use std::ops::Range;

use nepenthe_text::entity::identifier::{self, Kind};
use nepenthe_text::entity::name;
use nepenthe_text::request::Extent;
use nepenthe_text::word::words;

use super::credential::Record;
use super::query::Query;
use super::span::overlap;
use crate::Verb;

/// From which certainty on the list is of whom the request names.
const NAMED: f32 = 0.6;
/// The longest item, in words.
const LONGEST: usize = 8;

/// What an item of such a list is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Sort {
    Address,
    Phone,
    Email,
    /// What a group of labels leads.
    Of(&'static Group),
    Other,
}

/// Words that lead items of one sort, and those by which a request asks for it.
#[derive(Debug, PartialEq, Eq)]
struct Group {
    leads: &'static [&'static str],
    asks: &'static [&'static str],
    /// As what it is asked for whole.
    record: Option<Record>,
}

const GROUPS: &[Group] = &[
    Group {
        leads: &[
            "user", "username", "login", "password", "passwort", "kennwort", "pw", "pin", "token",
            "passcode", "benutzer", "benutzername", "utilisateur", "usuario", "contrasena", "utente",
            "gebruiker", "wachtwoord",
        ],
        asks: &[],
        record: Some(Record::Access),
    },
    Group {
        leads: &[
            "account", "sort", "iban", "bic", "swift", "routing", "blz", "konto", "kontonummer", "rekening",
        ],
        asks: &[],
        record: Some(Record::Payment),
    },
    Group {
        leads: &[
            "born", "birthday", "birthdate", "dob", "birth", "geboren", "geburtstag", "nee", "ne", "nacido",
            "nacida", "ne", "nee", "nato", "nata", "nascido", "nascida", "geburtsdatum", "cumpleanos",
            "anniversaire", "compleanno",
        ],
        asks: &[
            "geburtsdatum", "naissance", "nacimiento", "nascita", "nascimento", "geboortedatum",
            "verjaardag", "compleanno", "aniversario", "born", "birthday", "birthdate", "dob", "birth",
            "geboren", "geburtstag", "anniversaire", "cumpleanos",
        ],
        record: None,
    },
    Group { leads: &["fax", "telefax", "faxnummer"], asks: &["fax", "telefax", "faxnummer"], record: None },
    Group {
        leads: &[
            "expires", "expiry", "exp", "expiration", "expiring", "valid", "gultig", "ablaufdatum", "lauft",
            "expire", "validite", "caduca", "vence", "vencimiento", "scade", "scadenza", "valido",
            "validade", "verloopt", "vervaldatum",
        ],
        asks: &[
            "expires", "expiry", "expiration", "validity", "gultigkeit", "ablaufdatum", "validite",
            "caducidad", "vencimiento", "scadenza", "validade", "vervaldatum",
        ],
        record: None,
    },
];
/// What may stand before whose list it is.
const BEFORE: &[&str] = &[
    "the", "my", "our", "his", "her", "their", "der", "die", "das", "mein", "meine", "unser", "unsere", "le",
    "la", "les", "l", "mon", "ma", "notre", "el", "mi", "nuestra", "nuestro", "il", "lo", "o", "a", "minha",
    "meu", "de", "het", "mijn", "onze",
];
/// What stands between who a list is of and its items, where no mark does.
const HAS: &[&str] = &["has", "hat", "tiene", "heeft"];
const ANDS: &[&str] = &[" and ", " und ", " y ", " en "];

const ADDRESSES: &[&str] = &[
    "address", "addresses", "street", "residence", "lives", "live", "lived", "adresse", "anschrift",
    "privatadresse", "postadresse", "wohnadresse", "domicile", "direccion", "domicilio", "indirizzo",
    "endereco", "morada", "adres", "woonadres",
];
const PHONES: &[&str] = &[
    "phone", "phones", "telephone", "mobile", "cell", "cellphone", "tel", "telefon", "telefonnummer",
    "handynummer", "telefono", "telefoon", "telefone", "handy", "mobilnummer", "mobiltelefon",
    "festnetznummer", "portable", "movil", "cellulare", "telemovel", "celular", "telefoonnummer", "mobiel",
    "gsm",
];
const EMAILS: &[&str] = &[
    "email", "e-mail", "mail", "emails", "mailbox", "correo", "mailadresse", "emailadresse", "mailanschrift",
    "courriel", "mel", "posta", "correio", "mailadres", "emailadres",
];

/// What is left of a list without what a request asks for by its sort, or by the word that leads it; `None` for any other text, and
/// where nothing or all would go.
pub(super) fn without(query: &Query<'_>, text: &str) -> Option<String> {
    parted(query, text, false)
}

/// What a list says of that alone: "Ella Dorn, phone 020 7946 0011." of everything about her but the phone.
pub(super) fn only(query: &Query<'_>, text: &str) -> Option<String> {
    parted(query, text, true)
}

fn parted(query: &Query<'_>, text: &str, only: bool) -> Option<String> {
    // "Turkey: 200 kg hazelnuts, ordered 4 May" is no list of what is known of somebody.
    let of_place = query.names.first().is_some_and(|name| name.kind == name::Kind::Place);
    let part = !of_place && matches!(query.request.extent, Extent::Attribute | Extent::Topic);
    if query.verb == Verb::Supersede || !part || query.sought() == 0 {
        return None;
    }
    let body = text.trim_end();
    let (body, end) = body.strip_suffix('.').map_or((body, ""), |body| (body, "."));
    let names =
        query.named(1, text).filter(|(_, found)| found.certainty >= NAMED).map(|(_, found)| found.span);
    let codes = query.identified(text).filter(|found| found.certainty >= NAMED).map(|found| found.span);
    let opens = |span: &Range<usize>| {
        let before = words(text.get(..span.start).unwrap_or_default());
        span.start == 0 || matches!(before.as_slice(), [word] if BEFORE.contains(&word.folded.as_str()))
    };
    let whose = names.chain(codes).find(opens)?;
    if let Some(kept) = behind_verb(query, body, &whose, only) {
        return Some(format!("{kept}{end}"));
    }
    let items = items(body)?;
    let (head, rest) = items.split_first()?;
    // "Db-02 is on port 5432, user admin, ...": the head tells something too.
    let telling = whose.end + 1 < head.end;
    let said = words(&body[whose.end.min(head.end)..head.end]);
    let verb = said.iter().take(2).position(|verb| TELLS.contains(&verb.folded.as_str()));
    // "My Visa card is 4539 ..., expires 04/29".
    let told = &said[verb.unwrap_or_default()..];
    if telling && (only || verb.is_none())
        || told.iter().any(|word| query.stems.contains(&word.stem))
        || rest.len() < 2 && !telling
    {
        return None;
    }
    let sorts = sorts(body, rest);
    let gone: Vec<bool> = rest
        .iter()
        .zip(&sorts)
        .map(|(item, sort)| is_asked(query, &body[item.clone()], *sort) != only)
        .collect();
    if !gone.contains(&true) || !telling && !gone.contains(&false) {
        return None;
    }
    if !gone.contains(&false) {
        return Some(format!("{}{end}", &body[head.clone()]));
    }
    let kept = rest.iter().zip(&gone).filter(|(_, gone)| !**gone).map(|(item, _)| &body[item.clone()]);
    let mark = if body[..rest[0].start].trim_end().ends_with(':') { ":" } else { "," };
    let kept: Vec<&str> = kept.collect();
    Some(format!("{}{mark} {}{end}", body[head.clone()].trim_end_matches(':'), kept.join(", ")))
}

/// The same of "db-02 has user admin, password Lark-12 and port 5432".
fn behind_verb(query: &Query<'_>, body: &str, whose: &Range<usize>, only: bool) -> Option<String> {
    let behind = body.get(whose.end..)?.strip_prefix(' ')?;
    let verb =
        HAS.iter().find(|verb| behind.strip_prefix(**verb).is_some_and(|rest| rest.starts_with(' ')))?;
    let from = body.len() - behind.len() + verb.len() + 1;
    let and = ANDS.iter().find(|and| body[from..].contains(**and))?;
    if body.contains(['\n', ';', '(', ')', '"']) {
        return None;
    }
    let mut items: Vec<Range<usize>> = Vec::new();
    let mut at = from;
    for part in body[from..].split(", ").flat_map(|part| part.split(*and)) {
        let start = at + body[at..].find(part)?;
        at = start + part.len();
        let led = part.strip_prefix(and.trim_start()).unwrap_or(part);
        items.push(at - led.len()..at);
    }
    let told = |item: &Range<usize>| {
        let own = words(&body[item.clone()]);
        own.len() > 1
            && own.len() <= LONGEST
            && own[0].content
            && !own.iter().any(|word| TELLS.contains(&word.folded.as_str()))
    };
    if items.len() < 2 || !items.iter().all(told) {
        return None;
    }
    let sorts = sorts(body, &items);
    let kept = items
        .iter()
        .zip(&sorts)
        .filter(|(item, sort)| is_asked(query, &body[(*item).clone()], **sort) == only);
    let kept: Vec<&str> = kept.map(|(item, _)| &body[item.clone()]).collect();
    let (last, before) = kept.split_last().filter(|_| kept.len() < items.len())?;
    let head = &body[..from];
    Some(match before {
        [] => format!("{head}{last}"),
        before => format!("{head}{}{and}{last}", before.join(", ")),
    })
}

/// Verbs by which a head tells something of whose list it is.
const TELLS: &[&str] = &[
    "is", "runs", "lives", "sits", "stands", "works", "listens", "ist", "lauft", "wohnt", "est", "es", "are",
    "answers", "was", "were", "has", "had", "who",
];

/// The items of a list without a verb: its head, which a comma or a colon ends, and what follows.
fn items(body: &str) -> Option<Vec<Range<usize>>> {
    let said = |word: &str| {
        ["is", "are", "was", "were", "has", "have", "had", "and", "or", "but", "who"].contains(&word)
    };
    let first = body.find([',', ':'])?;
    if body.contains(['\n', ';', '(', ')', '"'])
        || words(&body[first..]).iter().any(|word| said(&word.folded))
    {
        return None;
    }
    let mut items: Vec<Range<usize>> = std::iter::once(0..first).collect();
    let mut at = first + 1;
    for part in body[at..].split(", ") {
        let start = at + (part.len() - part.trim_start().len());
        items.push(start..at + part.trim_end().len());
        at += part.len() + 2;
    }
    let short = |item: &Range<usize>| (1..=LONGEST).contains(&words(&body[item.clone()]).len());
    items.iter().all(short).then_some(items)
}

/// What each item is. What stands behind an address, without a digit that is another's, belongs to it: "4 Fig Lane, Hull".
fn sorts(body: &str, items: &[Range<usize>]) -> Vec<Sort> {
    let found = identifier::recognise(body);
    let mut sorts: Vec<Sort> = Vec::new();
    for item in items {
        let own = || found.iter().filter(|one| overlap(&one.span, item));
        let has = |kind: Kind| own().any(|one| one.kind == kind);
        let led = |labels: &[&str]| {
            words(&body[item.clone()]).first().is_some_and(|word| labels.contains(&word.folded.as_str()))
        };
        let sort = if has(Kind::Email) || led(EMAILS) {
            Sort::Email
        } else if let Some(fax) = GROUPS.iter().find(|group| led(group.leads) && group.leads[0] == "fax") {
            Sort::Of(fax)
        } else if has(Kind::Phone) || led(PHONES) {
            Sort::Phone
        } else if has(Kind::House)
            || led(ADDRESSES)
            || sorts.last() == Some(&Sort::Address) && is_place(&body[item.clone()])
        {
            Sort::Address
        } else {
            GROUPS.iter().find(|group| led(group.leads)).map_or(Sort::Other, Sort::Of)
        };
        sorts.push(sort);
    }
    sorts
}

/// Whether an item has nothing but words with capitals, and codes in capitals: "Hull", "Bad Ems", "HU1 3AB", "4051 Basel".
fn is_place(item: &str) -> bool {
    let big = |word: &str| {
        let first = word.chars().next();
        first.is_some_and(|first| first.is_uppercase() || first.is_ascii_digit())
            && (word.chars().skip(1).all(|c| !c.is_uppercase()) || word.chars().all(|c| !c.is_lowercase()))
    };
    item.split_whitespace().all(big) && item.contains(char::is_alphabetic)
}

/// Whether a request asks for an item.
fn is_asked(query: &Query<'_>, item: &str, sort: Sort) -> bool {
    // "L'indirizzo".
    let bare = |word: &'_ str| word.rsplit(['\'', '’']).next().unwrap_or_default().len();
    let asked = query.own_words.iter().map(|word| &word.folded[word.folded.len() - bare(&word.folded)..]);
    let asked: Vec<&str> = asked.collect();
    let any = |list: &[&str]| asked.iter().any(|word| list.contains(word));
    let email = any(EMAILS) || asked.windows(2).any(|pair| pair == ["e", "mail"]);
    match sort {
        Sort::Email => email,
        Sort::Phone => any(PHONES),
        // "The email address" is none of a house.
        Sort::Address => any(ADDRESSES) && !email,
        Sort::Of(group) => {
            let whole = group.record.is_some() && Record::asked(query) == group.record;
            whole || any(group.asks) || is_led_by(query, item)
        }
        Sort::Other => is_led_by(query, item),
    }
}

/// Whether a word that is asked for leads an item.
fn is_led_by(query: &Query<'_>, item: &str) -> bool {
    let own = words(item);
    own.first().is_some_and(|first| first.content && query.stems.contains(&first.stem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::canonical::Components;

    fn rest(request: &str, text: &str) -> Option<String> {
        let mutation = Mutation::purge(request);
        without(&Query::new(&mutation, request, Components::default()), text)
    }

    #[test]
    fn one_sort_is_taken_out_of_a_list_that_a_name_leads() {
        let ella = "Ella Dorn, 12 Mill Row, phone 020 7946 0011.";
        let ruth = "Ruth Diaz, 4 Fig Lane, Hull, phone 01482 555 019, ruth@diaz.example";
        for (request, text, left) in [
            ("the address of Ella Dorn", ella, "Ella Dorn, phone 020 7946 0011."),
            ("Ella Dorn's address", ella, "Ella Dorn, phone 020 7946 0011."),
            ("Ella Dorn's phone number", ella, "Ella Dorn, 12 Mill Row."),
            ("where Ella Dorn lives", ella, "Ella Dorn, phone 020 7946 0011."),
            ("Ruth Diaz's address", ruth, "Ruth Diaz, phone 01482 555 019, ruth@diaz.example"),
            ("Ruth Diaz's email address", ruth, "Ruth Diaz, 4 Fig Lane, Hull, phone 01482 555 019"),
            ("Ruth Diaz's phone", ruth, "Ruth Diaz, 4 Fig Lane, Hull, ruth@diaz.example"),
            (
                "Ella Dorn's phone",
                "Ella Dorn: ella@dorn.example, phone 020 7946 0011.",
                "Ella Dorn: ella@dorn.example.",
            ),
            (
                "Ella Dorn's badge",
                "Ella Dorn, badge 4411, locker 12, likes tea.",
                "Ella Dorn, locker 12, likes tea.",
            ),
        ] {
            assert_eq!(rest(request, text).as_deref(), Some(left), "{request}");
        }
    }

    #[test]
    fn of_two_that_are_asked_for_both_go() {
        let lena = "Lena Park: born 4 May 1988, passport number C01X0063K, lives in Ulm.";
        let server = "db-02: user admin, password Lark-12, port 5432.";
        let told = "db-02 has user admin, password Lark-12 and port 5432.";
        for (request, text, left) in [
            ("Lena Park's birthday and passport number", lena, "Lena Park: lives in Ulm."),
            ("Lena Park's date of birth", lena, "Lena Park: passport number C01X0063K, lives in Ulm."),
            ("user name and password of db-02", server, "db-02: port 5432."),
            ("the credentials of db-02", server, "db-02: port 5432."),
            ("the login of db-02", server, "db-02: port 5432."),
            ("the password of db-02", server, "db-02: user admin, port 5432."),
            ("the port of db-02", server, "db-02: user admin, password Lark-12."),
            (
                "sort code and account number of the Ella Trust",
                "The Ella Trust has sort code 20-14-53, account number 60112288 and treasurer Una Shaw.",
                "The Ella Trust has treasurer Una Shaw.",
            ),
            (
                "the fax and the email of Corin Vale",
                "Corin Vale is registrar, email c.vale@reg.example, fax 0131 496 0881.",
                "Corin Vale is registrar.",
            ),
            (
                "the phone of Corin Vale",
                "Corin Vale: desk 4, phone 0131 496 0880, fax 0131 496 0881.",
                "Corin Vale: desk 4, fax 0131 496 0881.",
            ),
            (
                "das Geburtsdatum und die Anschrift von Jorun Ebel",
                "Jorun Ebel ist Geigerin, geboren 4. Mai 1979, Anschrift Lindenweg 4.",
                "Jorun Ebel ist Geigerin.",
            ),
            (
                "expiry date of my Visa card",
                "My Visa card is 4539 1488 0343 6467, expires 04/29.",
                "My Visa card is 4539 1488 0343 6467.",
            ),
            (
                "die Handynummer und die Mailadresse von Jutta Kern",
                "Jutta Kern ist Optikerin, Handynummer 0151 4478120, Mailadresse kern@optik.example.",
                "Jutta Kern ist Optikerin.",
            ),
            (
                "il telefono e l'indirizzo di Marco Belli",
                "Marco Belli: telefono 06 5550 123, indirizzo via Roma 4, taglia 44.",
                "Marco Belli: taglia 44.",
            ),
            ("the port of db-02", told, "db-02 has user admin and password Lark-12."),
            ("the password of db-02", told, "db-02 has user admin and port 5432."),
            ("the login of db-02", told, "db-02 has port 5432."),
            (
                "the credentials of db-02",
                "db-02 is on port 5432, user admin, password Lark-12.",
                "db-02 is on port 5432.",
            ),
            (
                "Ella Dorn's bank details",
                "Ella Dorn: account 12345678, sort code 04-00-04, desk 12.",
                "Ella Dorn: desk 12.",
            ),
        ] {
            assert_eq!(rest(request, text).as_deref(), Some(left), "{request}: {text}");
        }
        for (request, text) in [
            ("the owner of db-02", server),
            ("the port of db-03", server),
            ("the port of db-02", "db-02 is on port 5432, user admin, password Lark-12."),
            ("Ella Dorn's van", "Ella Dorn has a van and a dog."),
            ("Ella Dorn's locker", "Ella Dorn has locker 12 and Finn Moss has locker 13."),
            ("the login of db-02", "db-02: user admin, password Lark-12."),
        ] {
            assert_eq!(rest(request, text), None, "{request}: {text}");
        }
    }

    #[test]
    fn what_is_to_stay_stays_alone() {
        let mutation = Mutation::release("Ella Dorn's phone");
        let query = Query::new(&mutation, "Ella Dorn's phone", Components::default());
        let ella = "Ella Dorn, 12 Mill Row, phone 020 7946 0011.";
        assert_eq!(only(&query, ella).as_deref(), Some("Ella Dorn, phone 020 7946 0011."));
        assert_eq!(only(&query, "Ella Dorn, 12 Mill Row, badge 7."), None);
    }

    #[test]
    fn what_is_no_such_list_is_left_to_the_judge() {
        for (request, text) in [
            ("Ella Dorn's address", "Ella Dorn, 12 Mill Row."),
            ("Ella Dorn's address", "Ella Dorn, who lives at 12 Mill Row, has a van, and sings."),
            ("Ella Dorn's address", "Bo Lund, 12 Mill Row, phone 020 7946 0011."),
            ("everything about Ella Dorn", "Ella Dorn, 12 Mill Row, phone 020 7946 0011."),
            ("Ella Dorn's salary", "Ella Dorn, 12 Mill Row, phone 020 7946 0011."),
            ("Ella Dorn's address", "Ella Dorn, Bo Lund, Ida Roe."),
            ("12 Mill Row", "Ella Dorn, 12 Mill Row, phone 020 7946 0011."),
            ("Ella Dorn's address", "Call Ella Dorn, 12 Mill Row, phone 020 7946 0011."),
        ] {
            assert_eq!(rest(request, text), None, "{request}: {text}");
        }
    }
}
