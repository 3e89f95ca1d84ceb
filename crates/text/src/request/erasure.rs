//! Requests that say who asked to be forgotten: "Noor Bos asked to be erased", "erasure request from Noor Bos".

use super::law;
use super::phrase_match::{opening, starts, strip, trimmed};
use super::thing::is_thing;

const MEANWHILE: &[&str] = &["has", "have", "had", "just", "now", "formally", "explicitly", "hereby", "also"];
const ASKS: &[&str] = &[
    "asked", "asks", "requested", "requests", "wants", "want", "wanted", "wishes", "wished", "would like",
    "demanded", "demands", "insists", "insisted", "is asking", "is requesting",
];
const WHOM: &[&str] = &["us", "me", "you", "that we", "that you", "for", "that", "to have"];
const NO_MORE: &[&str] =
    &["no longer wants", "no longer wishes", "doesn't want", "does not want", "never wanted", "didn't want"];
const RATHER_NOT: &[&str] = &[
    "would rather not be", "would prefer not to be", "prefers not to be", "asked not to be",
    "asks not to be", "asked to not be", "wants not to be", "wishes not to be", "wished not to be",
    "does not want to be", "doesn't want to be", "does not wish to be", "doesn't wish to be",
    "no longer wants to be", "no longer wishes to be", "did not want to be", "didn't want to be",
    "requested not to be",
];
const REMEMBERED: &[&str] = &[
    "kept", "remembered", "stored", "recorded", "noted", "known", "on file", "on record", "held", "listed",
    "mentioned", "in these notes", "in our notes", "in our records", "written about", "noted down",
];
const KEPT: &[&str] = &[
    "to be stored", "to be kept", "to be remembered", "to be known", "to be on file", "to be in our records",
    "to be in our system", "us to keep anything", "us to remember", "anything kept", "anything stored",
];
const VERBS: &[&str] = &[
    "delete", "erase", "remove", "forget", "purge", "wipe", "scrub", "drop", "to delete", "to erase",
    "to remove", "to forget", "to purge", "to wipe", "to scrub", "to drop",
];
const GONE: &[&str] =
    &["forgotten", "erased", "deleted", "removed", "purged", "wiped", "gone", "scrubbed", "taken out"];
const ERASURE: &[&str] = &["erasure", "deletion", "removal", "to be forgotten"];
const OWN: &[&str] = &[
    "his", "her", "their", "its", "all his", "all her", "all their", "all of his", "all of her",
    "all of their", "every", "all", "any",
];
const DATA: &[&str] = &[
    "personal data", "data", "personal information", "information", "info", "record", "records", "account",
    "profile", "details", "file", "files", "history", "entry", "entries", "notes", "memories", "traces",
];
const THEM: &[&str] = &[
    "him", "her", "them", "it", "everything", "everything about him", "everything about her",
    "everything about them",
];
const RIGHTS: &[&str] =
    &["exercised", "exercises", "invoked", "invokes", "is exercising", "is invoking", "made use of"];
const RIGHT: &[&str] = &[
    "right to be forgotten", "right to erasure", "right of erasure", "right to deletion", "gdpr rights",
    "erasure right", "rights",
];
const CONSENT: &[&str] = &["withdrew", "withdraws", "withdrawn", "revoked", "revokes"];
const OWNED_CONSENT: &[&str] = &["consent", "his consent", "her consent", "their consent", "its consent"];
const KINDS: &[&str] = &["gdpr", "dsgvo", "ccpa", "dsar", "data", "privacy", "formal", "user", "customer"];
const REQUEST: &[&str] = &[
    "erasure request", "deletion request", "removal request", "forget request", "request for erasure",
    "request for deletion", "request for removal", "request to be forgotten", "right to be forgotten",
    "right to erasure", "right of erasure", "erasure", "deletion",
];
const LINKS: &[&str] = &["from", "by", "for", "of", "on behalf of", "concerning", "regarding", "about"];

/// Who asked to be forgotten, and the words that say so, where a request says nothing else.
pub(super) fn asked(request: &str) -> Option<(&str, &str)> {
    let request = request.trim_end_matches(['.', '!', ' ']);
    by_subject(request).or_else(|| by_request(request))
}

/// "Noor Bos asked to be erased".
fn by_subject(request: &str) -> Option<(&str, &str)> {
    starts(request).into_iter().skip(1).find_map(|at| {
        let (subject, said) = (trimmed(&request[..at]), &request[at..]);
        (is_somebody(subject) && says(said)).then_some((subject, said))
    })
}

/// "GDPR erasure request from Noor Bos".
fn by_request(request: &str) -> Option<(&str, &str)> {
    let behind = opening(request, KINDS).unwrap_or(request);
    let plain = behind.len() == request.len();
    let rest = opening(behind, REQUEST).or_else(|| opening(behind, &["request"]).filter(|_| !plain))?;
    let before = request[..request.len() - rest.len()].trim_end();
    let link = opening(rest, LINKS);
    let thing = link.or_else(|| before.ends_with(':').then_some(rest))?;
    let said = trimmed(&request[..request.len() - thing.len()]);
    is_somebody(thing).then_some((thing, said))
}

/// Somebody with a name or an identifier, not a pronoun or a role alone.
fn is_somebody(subject: &str) -> bool {
    let named = |word: &str| {
        let first = word.chars().next();
        first.is_some_and(|first| first.is_uppercase() || first.is_alphabetic() && !first.is_lowercase())
            || word.contains(|c: char| c.is_numeric() || c == '@')
    };
    const NOBODY: &[&str] =
        &["the", "a", "an", "he", "she", "they", "it", "we", "i", "you", "our", "my", "this", "that"];
    let mut words = subject.split_whitespace();
    is_thing(subject) && words.any(|word| named(word) && !NOBODY.contains(&word.to_lowercase().as_str()))
}

fn says(said: &str) -> bool {
    let said = opening(said, MEANWHILE).unwrap_or(said);
    let said = opening(said, MEANWHILE).unwrap_or(said);
    if let Some(rest) = opening(said, RATHER_NOT) {
        return opening(rest, REMEMBERED).is_some_and(anywhere);
    }
    if let Some(rest) = opening(said, NO_MORE) {
        return opening(rest, KEPT).is_some_and(ends);
    }
    if let Some(rest) = opening(said, RIGHTS) {
        let rest = opening(rest, OWN).or_else(|| opening(rest, &["the"])).unwrap_or(rest);
        let article = opening(rest, &["article 17", "art. 17", "art 17"])
            .is_some_and(|rest| ends(rest) || opening(rest, &["of"]).is_some());
        let lawful = article || law::law(rest).is_some_and(|law| law.rest.is_empty());
        return lawful || opening(rest, RIGHT).is_some_and(ends);
    }
    if let Some(rest) = opening(said, CONSENT) {
        return opening(rest, OWNED_CONSENT).is_some_and(ends);
    }
    let Some(rest) = opening(said, ASKS) else { return false };
    let rest = opening(rest, WHOM).unwrap_or(rest);
    to_be_gone(rest) || to_erase(rest) || erasure(rest) || data_gone(rest)
}

fn to_be_gone(rest: &str) -> bool {
    opening(rest, &["to be", "be"]).and_then(|rest| opening(rest, GONE)).is_some_and(ends)
}

fn to_erase(rest: &str) -> bool {
    opening(rest, VERBS).is_some_and(|rest| own_data(rest).or_else(|| opening(rest, THEM)).is_some_and(ends))
}

fn erasure(rest: &str) -> bool {
    let Some(rest) = opening(rest, ERASURE) else { return false };
    let of = opening(rest, &["of"]).map(|rest| own_data(rest).or_else(|| opening(rest, THEM)));
    of.unwrap_or(Some(rest)).is_some_and(ends)
}

fn data_gone(rest: &str) -> bool {
    let Some(rest) = own_data(rest) else { return false };
    let rest = opening(rest, &["to be", "be", "is", "are"]).unwrap_or(rest);
    opening(rest, GONE).is_some_and(ends)
}

/// What follows "his data".
fn own_data(rest: &str) -> Option<&str> {
    opening(opening(rest, OWN)?, DATA)
}

/// Nothing follows, or only where nothing is to be kept: "in these notes at all".
fn anywhere(rest: &str) -> bool {
    const WORDS: &[&str] = &[
        "in", "on", "by", "with", "these", "our", "your", "the", "this", "my", "us", "me", "you", "here",
        "anywhere", "at", "all", "any", "more", "longer", "anymore", "notes", "records", "record", "files",
        "file", "memory", "memories", "store", "system", "book", "books", "database", "archive", "please",
        "lists", "list",
    ];
    rest.split_whitespace().all(|word| WORDS.contains(&word.to_lowercase().trim_matches(',')))
}

/// Nothing follows, or only where from, by what law or how.
fn ends(rest: &str) -> bool {
    const HOW: &[&str] =
        &["please", "completely", "entirely", "permanently", "altogether", "for good", "today"];
    const WHERE: &[&str] = &[
        "system", "systems", "records", "files", "database", "databases", "books", "memory", "store", "crm",
        "list", "lists", "archive", "archives", "everything", "everywhere", "platform", "app", "service",
    ];
    let rest = rest.trim_matches([' ', ',', '.', '(', ')']);
    let rest = opening(rest, HOW).unwrap_or(rest);
    let from = strip(rest, "from").is_some_and(|place| {
        let words: Vec<&str> = place.split_whitespace().collect();
        words.len() <= 3 && words.last().is_some_and(|last| WHERE.contains(&last.to_lowercase().as_str()))
    });
    rest.is_empty() || from || law::law(rest).is_some_and(|law| law.rest.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_asked_to_be_forgotten_is_meant() {
        for (request, who) in [
            ("Noor Bos asked to be erased", "Noor Bos"),
            ("Noor Bos wants to be forgotten.", "Noor Bos"),
            ("Noor Bos wants her data deleted", "Noor Bos"),
            ("Noor Bos has asked us to delete her data", "Noor Bos"),
            ("Noor Bos asked for all her records to be removed from our systems", "Noor Bos"),
            ("Noor Bos requested erasure of her personal data under GDPR", "Noor Bos"),
            ("Noor Bos requested deletion", "Noor Bos"),
            ("Noor Bos exercised her right to be forgotten", "Noor Bos"),
            ("Noor Bos has invoked Article 17", "Noor Bos"),
            ("Noor Bos has withdrawn her consent", "Noor Bos"),
            ("Noor Bos no longer wants to be stored", "Noor Bos"),
            ("customer 4471 requested deletion", "customer 4471"),
            ("noor@bos.example asked to be removed", "noor@bos.example"),
            ("GDPR request from Noor Bos", "Noor Bos"),
            ("GDPR erasure request for Noor Bos", "Noor Bos"),
            ("Erasure request: Noor Bos", "Noor Bos"),
            ("right to be forgotten for Noor Bos", "Noor Bos"),
            ("Noor Bos would rather not be kept in these notes at all", "Noor Bos"),
            ("Noor Bos asked not to be remembered here", "Noor Bos"),
            ("Noor Bos does not wish to be noted any more", "Noor Bos"),
        ] {
            assert_eq!(asked(request).map(|(who, _)| who), Some(who), "{request}");
        }
    }

    #[test]
    fn who_asked_for_something_else_is_not() {
        for request in [
            "Noor Bos asked to be paid",
            "Noor Bos asked to be removed from the rota",
            "Noor Bos wants her desk removed",
            "Noor Bos asked us to delete ticket 31",
            "Noor Bos requested deletion of the old branch",
            "she asked to be forgotten",
            "Noor Bos would rather not be kept waiting",
            "Noor Bos asked not to be mentioned in the will",
            "Noor Bos asked not to be called on Sundays",
            "the user asked to be forgotten",
            "that Noor Bos wants to be left alone",
            "the GDPR request of May",
            "Noor Bos withdrew her offer",
            "erasure of the whiteboard",
        ] {
            assert_eq!(asked(request), None, "{request}");
        }
    }
}
