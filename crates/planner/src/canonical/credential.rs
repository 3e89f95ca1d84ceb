//! What belongs together goes together: no identifier is cut in two, and of bank details, a card or a login no half stays, in one
//! memory or in several.

use std::collections::BTreeSet;

use nepenthe_text::credential::{self, Credential};
use nepenthe_text::entity::identifier::{self, Identifier, Kind};
use nepenthe_text::entity::name;
use nepenthe_text::word::Word;

use super::query::{Query, is_value, stems};
use super::row::Row;
use super::scorer::MEANT;
use crate::Verb;

/// What a request asks for as a whole, by its words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Record {
    /// Bank details, or a card: all by which money can be moved.
    Payment,
    /// A login, credentials, keys: all by which somebody gets in.
    Access,
    /// "The insurance details": every number of it.
    Details,
}

/// Words for these, and with which other word "account" and "card" are of payment.
const PAYMENT: &[&str] = &[
    "visa", "mastercard", "amex", "iban", "bankdaten", "kontodaten", "kreditkarte", "bankverbindung",
    "kontoverbindung", "bankgegevens", "rekeninggegevens",
];
const BANK: &[&str] = &[
    "bank", "banking", "credit", "debit", "payment", "bancaires", "bancaire", "bancarios", "bancarias",
    "bancario", "bancari", "bancarie", "bancaria",
];
const OF_BANK: &[&str] = &[
    "details", "detail", "data", "info", "information", "account", "accounts", "card", "cards", "number",
    "numbers", "connection", "coordonnees", "donnees", "compte", "datos", "cuenta", "dati", "coordinate",
    "conto", "dados", "conta",
];
const ACCESS: &[&str] = &[
    "credentials", "credential", "login", "logins", "log-in", "signin", "sign-in", "access", "keys",
    "secrets", "zugangsdaten", "identifiants", "credenciales", "credenziali",
];
const DETAILS: &[&str] = &["details", "particulars"];
/// What labels of identifiers say of money, and of getting in.
const LABELS_OF_PAYMENT: &[&str] = &[
    "sort", "account", "acct", "iban", "bic", "swift", "routing", "aba", "blz", "bsb", "branch", "card",
    "key", "pin", "expires", "expiry", "exp", "valid", "cvc", "cvv", "security", "konto", "bankleitzahl",
    "transit",
];
const LABELS_OF_ACCESS: &[&str] = &[
    "key", "recovery", "user", "username", "login", "token", "secret", "account", "backup", "password",
    "passcode", "pin", "id", "client", "access", "duress",
];

/// Words by which a memory tells what of a login, or of an account, belongs to the rest: where one goes and another stays, it
/// is parted.
const TOLD_OF_ACCESS: &[&str] = &[
    "user", "username", "login", "password", "passwort", "kennwort", "pw", "pin", "token", "passcode",
    "benutzer", "benutzername", "utilisateur", "usuario", "contrasena", "utente", "gebruiker", "wachtwoord",
];
const TOLD_OF_PAYMENT: &[&str] =
    &["holder", "kontoinhaber", "inhaber", "titulaire", "titular", "intestatario", "iban", "bic"];
/// Words for what is one's own, in a request and in a memory.
const OWN: &[&str] = &[
    "my", "our", "mine", "mein", "meine", "meinen", "meiner", "unser", "unsere", "mon", "ma", "mes", "notre",
    "nos", "mi", "mis", "nuestra", "nuestro", "mio", "mia", "miei", "meu", "meus", "minha", "mijn", "onze",
];

/// Labels by which a memory tells a part of a card or of an account by itself: "The CVV is 123".
const OF_A_CARD: &[&str] = &["cvv", "cvc", "cvv2", "cvc2", "bic", "swift"];
const TELLING: &[&str] = &["pin", "expires", "expiry", "exp", "expiration", "valid", "iban"];
/// What else such a memory says.
const AROUND: &[&str] = &[
    "card", "cards", "credit", "debit", "code", "number", "date", "security", "until", "thru", "through",
    "holder", "bank", "no",
];
/// How likely a further part of a card or an account is meant that another memory gives: nobody has measured it.
const FURTHER: f64 = 0.75;
/// From which certainty on a memory is of whom the request names.
const NAMED: f32 = 0.6;

/// Weighs what gives a further part of the card, or of the account, that is asked for whole: "The Visa PIN is 9035" beside the memory
/// of its number. What says anything else, or names another's, stays as it was weighed.
pub(super) fn weigh_further(query: &Query<'_>, rows: &mut [Row]) {
    if query.verb == Verb::Supersede || Record::asked(query) != Some(Record::Payment) {
        return;
    }
    if !rows.iter().any(|row| row.probability >= MEANT) {
        return weigh_unworded(query, rows);
    }
    let has_number = |row: &&Row| {
        let mut found = row.whole.said.identifiers().iter();
        row.probability >= MEANT && found.any(|one| matches!(one.kind, Kind::Card | Kind::Iban))
    };
    let meant =
        rows.iter().filter(has_number).flat_map(|row| stems(row.whole.said.words(), &BTreeSet::new()));
    let said: BTreeSet<String> = meant.map(str::to_owned).chain(query.stems.iter().cloned()).collect();
    if said.len() == query.stems.len() {
        return;
    }
    for row in rows.iter_mut().filter(|row| row.kept.is_none()) {
        let (text, words) = (&row.whole.said, row.whole.said.words());
        // A number, or the BIC in capitals.
        let is_code = |word: &Word| {
            let written = &text[word.span.clone()];
            written.contains(char::is_numeric)
                || written.len() >= 8 && written.chars().all(|letter| letter.is_ascii_uppercase())
        };
        let has = |list: &[&str]| words.iter().any(|word| list.contains(&word.folded.as_str()));
        let lists = [OF_A_CARD, TELLING, AROUND];
        let plain = words.iter().filter(|word| word.content && !is_code(word)).all(|word| {
            said.contains(&word.stem) || lists.iter().any(|list| list.contains(&word.folded.as_str()))
        });
        let of_it =
            || words.iter().any(|word| word.folded == "card" || said.contains(&word.stem) && word.content);
        let told = has(OF_A_CARD) || has(TELLING) && of_it();
        if told && plain && words.iter().any(is_code) {
            row.probability = row.probability.max(FURTHER);
        }
    }
}

/// Where no memory has the words of the request, an account number is what it asks for, if it is whose it says: "Meine IBAN ist …"
/// for "meine Bankverbindung".
fn weigh_unworded(query: &Query<'_>, rows: &mut [Row]) {
    let own = |words: &[Word]| words.iter().any(|word| OWN.contains(&word.folded.as_str()));
    for row in rows.iter_mut().filter(|row| row.kept.is_none()) {
        let text = &row.whole.said;
        let of_whom = own(&query.own_words) && own(row.whole.said.words())
            || !query.names.is_empty() && row.whole.first >= NAMED;
        if of_whom && text.identifiers().iter().any(|one| one.kind == Kind::Iban) {
            row.probability = row.probability.max(FURTHER);
        }
    }
}

impl Record {
    pub(super) fn asked(query: &Query<'_>) -> Option<Self> {
        // "The PIN of the Visa card" is not the card.
        if let Some(Credential::Password | Credential::Pin | Credential::CardCode) =
            credential::asked_of_any(query.request.core)
        {
            return None;
        }
        let words: Vec<&str> = query.own_words.iter().map(|word| word.folded.as_str()).collect();
        let any = |list: &[&str]| words.iter().any(|word| list.contains(word));
        let card = any(&["card", "cards"]) && any(&["details", "data", "info", "information"]);
        if any(PAYMENT) || any(BANK) && any(OF_BANK) || card {
            return Some(Self::Payment);
        }
        if any(ACCESS) {
            return Some(Self::Access);
        }
        any(DETAILS).then_some(Self::Details)
    }

    fn has(self, identifier: &Identifier) -> bool {
        let label = identifier.label.as_deref();
        let labelled = |list: &[&str]| label.is_none_or(|label| list.contains(&label));
        let code = matches!(
            identifier.kind,
            Kind::Reference | Kind::Number | Kind::Code | Kind::Key | Kind::NationalId
        );
        match self {
            Self::Payment => {
                matches!(identifier.kind, Kind::Iban | Kind::Card) || code && labelled(LABELS_OF_PAYMENT)
            }
            Self::Access => {
                let secret = matches!(
                    identifier.kind,
                    Kind::Handle | Kind::Email | Kind::Hash | Kind::Commit | Kind::Uuid | Kind::Key
                );
                secret || code && labelled(LABELS_OF_ACCESS)
            }
            Self::Details => true,
        }
    }
}

/// What of a memory must not be parted.
pub(super) struct Together {
    /// The identifiers of the memory, and of each the record that it is of: those with one number go together.
    identifiers: Vec<(Identifier, Option<usize>)>,
    /// The text without its identifiers, for pieces of one that stand elsewhere too.
    around: String,
    /// Of the words by which it tells what is asked for as a whole, those that it has.
    told: Vec<&'static str>,
}

impl Together {
    pub(super) fn of(query: &Query<'_>, text: &str) -> Self {
        let all = identifier::recognise(text).into_iter().filter(|one| !is_value(one.kind));
        let record = Record::asked(query);
        let names = name::names(text).into_iter();
        // "Maya's sort code is 04-00-04, Ida's is 05-00-05".
        let of_another: Vec<usize> = names
            .filter(|name| name.possessive || name.kind == name::Kind::Person)
            .map(|name| name.span.start)
            .collect();
        let ends = text.match_indices(['.', '!', '?', ';', '\n']).map(|(mark, _)| mark).filter(|mark| {
            text[mark + 1..].chars().next().is_none_or(char::is_whitespace) || text[*mark..].starts_with('\n')
        });
        // "Account number: 12345678. Sort code: 04-00-04." is one record, "… The old account was 87654321." two.
        let ends: Vec<usize> = ends.filter(|mark| !is_labelled(&text[mark + 1..])).collect();
        let apart = |at: usize| {
            let sentences = ends.iter().filter(|mark| **mark < at);
            sentences.count() + of_another.iter().filter(|name| **name < at).count()
        };
        let numbered = all.map(|one| {
            let of = record.filter(|record| record.has(&one)).map(|_| apart(one.span.start));
            (one, of)
        });
        let identifiers: Vec<_> = numbered.collect();
        let mut around = text.to_owned();
        for (one, _) in identifiers.iter().rev() {
            let span = one.span.clone();
            if around.is_char_boundary(span.start)
                && around.is_char_boundary(span.end)
                && span.end <= around.len()
            {
                around.replace_range(span, " ");
            }
        }
        let list: &[&'static str] = match record {
            Some(Record::Access) => TOLD_OF_ACCESS,
            Some(Record::Payment) => TOLD_OF_PAYMENT,
            _ => &[],
        };
        let told = told(list, text);
        Self { identifiers, around, told }
    }

    /// Whether a rest of the memory has a piece of an identifier, or a part of what goes together, and not the other.
    pub(super) fn are_parted(&self, rest: &str) -> bool {
        let left = told(&self.told, rest);
        if !left.is_empty() && left.len() < self.told.len() {
            return true;
        }
        // Most memories have none, and a memory has many rests.
        if self.identifiers.is_empty() {
            return false;
        }
        let found = identifier::recognise(rest);
        let stays = |one: &Identifier| {
            rest.contains(&one.text) || found.iter().any(|left| left.canonical == one.canonical)
        };
        let around = pieces(&self.around);
        let left = pieces(rest);
        let cut = |one: &Identifier| {
            !stays(one)
                && pieces(&one.text).iter().any(|piece| left.contains(piece) && !around.contains(piece))
                && !self
                    .identifiers
                    .iter()
                    .any(|(other, _)| stays(other) && overlap_in_words(&other.text, &one.text))
        };
        let parted = |one: &(Identifier, Option<usize>)| {
            one.1.is_some()
                && !stays(&one.0)
                && self.identifiers.iter().any(|other| other.1 == one.1 && stays(&other.0))
        };
        let mut of_record = self.identifiers.iter().filter(|one| one.1.is_some()).peekable();
        // A way that leaves all of what is asked for is none.
        let all_stays = of_record.peek().is_some() && of_record.all(|one| stays(&one.0));
        all_stays || self.identifiers.iter().any(|one| cut(&one.0) || parted(one))
    }
}

/// Which of some words a text has.
fn told(list: &[&'static str], text: &str) -> Vec<&'static str> {
    if list.is_empty() {
        return Vec::new();
    }
    let words = nepenthe_text::word::words(text);
    list.iter().filter(|told| words.iter().any(|word| word.folded == **told)).copied().collect()
}

/// Whether a text begins with a label and the value that it labels: "Sort code: 04-00-04".
fn is_labelled(text: &str) -> bool {
    let Some((label, _)) = text.split_once([':', '=']) else { return false };
    let plain =
        label.split_whitespace().count() <= 3 && label.chars().all(|c| c.is_alphabetic() || " -".contains(c));
    plain && !label.trim().is_empty()
}

/// Whether two identifiers have a piece in common.
fn overlap_in_words(one: &str, other: &str) -> bool {
    let other = pieces(other);
    pieces(one).iter().any(|piece| other.contains(piece))
}

/// The runs of letters and digits of a text that have a digit, and more than one sign.
fn pieces(text: &str) -> Vec<&str> {
    let runs = text.split(|c: char| !c.is_alphanumeric());
    runs.filter(|run| run.len() > 1 && run.contains(char::is_numeric)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::canonical::Components;

    fn parted(request: &str, text: &str, rest: &str) -> bool {
        let mutation = Mutation::purge(request);
        Together::of(&Query::new(&mutation, request, Components::default()), text).are_parted(rest)
    }

    #[test]
    fn half_a_credential_is_none() {
        let bank = "Maya banks with Monzo, sort code 04-00-04, account 12345678.";
        assert!(parted("my bank details", bank, "Maya banks with Monzo, sort code 04-00-04."));
        assert!(!parted("my bank details", bank, "Maya banks with Monzo."));
        assert!(!parted("the sort code", bank, "Maya banks with Monzo, account 12345678."));
        let login = "Portal login: maya_r, PIN 5521, recovery code QQ7-PLM, helpdesk 0151 496 0123.";
        let server = "The staging server's user is deploy, its password is Finch-9.";
        assert!(parted("the login for the staging server", server, "The staging server's user is deploy."));
        assert!(!parted(
            "the password of the staging server", server, "The staging server's user is deploy."
        ));
        assert!(parted("the portal login", login, "Recovery code QQ7-PLM."));
        assert!(!parted("the portal login", login, "Portal: helpdesk 0151 496 0123."));
    }

    #[test]
    fn a_pin_is_not_the_card() {
        let card = "The Visa card ends in 4242 and its PIN is 9035.";
        assert!(!parted("the PIN of the Visa card", card, "The Visa card ends in 4242."));
        assert!(parted("my Visa card", card, "The Visa card ends in 4242."));
    }

    #[test]
    fn what_is_another_s_stays() {
        let two = "Maya's sort code is 04-00-04, Ida's sort code is 05-00-05.";
        assert!(!parted("Maya's bank details", two, "Ida's sort code is 05-00-05."));
        let sentences = "Sort code 04-00-04, account 12345678. The old account was 87654321.";
        assert!(!parted("the bank details", sentences, "The old account was 87654321."));
    }

    #[test]
    fn an_identifier_is_not_cut() {
        let text = "Rent goes to Fana Bank, IBAN NO93 8601 1117 947.";
        assert!(parted("the bank", text, "IBAN NO93 is 8601 1117 947."[..10].trim()));
        assert!(parted("the bank", text, "Rent goes to 8601 1117 947."));
        assert!(!parted("the bank", text, "Rent goes to Fana Bank."));
        assert!(!parted("the bank", text, "IBAN NO93 8601 1117 947."));
    }
}
