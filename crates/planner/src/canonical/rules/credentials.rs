//! A request for the password, PIN, key or login of something means what tells one of it, and not all that names it: "The Zoom bill is
//! paid" stays for "the Zoom password", and so does Zoom's PIN.

use std::collections::BTreeSet;

use nepenthe_text::credential::{self, Told};

use crate::Verb;
use crate::canonical::query::{Query, stems};
use crate::canonical::row::Row;

/// From which certainty on a memory names what the credential is of.
const IN_FULL: f32 = 0.6;

/// Weighs what names something of which a credential is asked for.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    let core = query.request.core;
    let Some(credential) = credential::asked(core).filter(|_| query.verb != Verb::Supersede) else { return };
    if is_value(query, rows) {
        return;
    }
    let a_thing = credential::may_be_a_thing(core);
    let whose = &query.of_names | &query.of_identifiers();
    for row in rows.iter_mut().filter(|row| row.kept.is_none()) {
        let whole = &row.whole;
        let text = whole.said.text();
        let spans = query.mentions(text);
        if spans.is_empty() {
            continue;
        }
        match credential::told(text, credential, &spans) {
            Told::Nothing if a_thing => {}
            Told::Nothing | Told::Another => row.probability = 0.0,
            Told::Perhaps => {}
            Told::This => {
                // "Stripe test key" is not "the Stripe live key".
                let own = stems(whole.glossed.words(), &BTreeSet::new());
                let others = query.stems.iter().filter(|stem| !whose.contains(*stem));
                let mut lacks =
                    others.filter(|stem| !credential::names_one(stem) && !own.contains(stem.as_str()));
                if whole.carried() >= IN_FULL && lacks.next().is_none() {
                    row.probability = row.probability.max(0.5 + f64::from(whole.carried()) / 2.0);
                }
            }
        }
    }
}

/// "The THISTLE passphrase", where a memory says "Gate passphrase: THISTLE": the name is the credential itself, and whatever has it is
/// meant. Tells whether it is so.
fn is_value(query: &Query<'_>, rows: &mut [Row]) -> bool {
    /// How likely what has it is meant.
    const VALUE: f64 = 0.9;
    let [name] = query.names.as_slice() else { return false };
    let name = name.text.as_str();
    let capitals = name.chars().count() > 2 && name.chars().all(char::is_uppercase);
    let told = |row: &Row| {
        let text = row.whole.said.trim_end_matches(['.', '!', ' ', '"', '\'']);
        let before = text.strip_suffix(name).map(|before| before.trim_end_matches(['"', '\'', ' ']));
        before.is_some_and(|before| before.ends_with([':', '=']) || before.ends_with(" is"))
            && row.whole.shares_a_word(query)
    };
    if !capitals || !rows.iter().any(|row| row.kept.is_none() && told(row)) {
        return false;
    }
    let has = |text: &str| text.split(|c: char| !c.is_alphanumeric()).any(|word| word == name);
    for row in rows.iter_mut().filter(|row| row.kept.is_none() && has(&row.whole.said)) {
        row.tell(VALUE, VALUE);
    }
    true
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    #[test]
    fn what_names_a_service_and_tells_no_credential_of_it_stays() {
        let texts = ["The Zoom password is 884-Lark-12.", "The Zoom bill is paid.", "The Zoom PIN is 4411."];
        for request in ["the Zoom password", "Zoom's password", "everything about the Zoom password"] {
            assert_eq!(Texts::of(&texts).touched(&Mutation::purge(request)), texts[..1], "{request}");
        }
        assert_eq!(Texts::of(&texts[1..]).touched(&Mutation::purge("the Zoom password")), [""; 0]);
        assert_eq!(Texts::of(&texts).touched(&Mutation::purge("everything about Zoom")).len(), 3);
    }

    #[test]
    fn what_carries_an_identifier_and_tells_no_credential_of_it_stays() {
        let texts = ["db-07: root password Sleet%90Crow.", "db-07 was rebooted on Monday."];
        for request in ["the root password of db-07", "the db-07 root password"] {
            assert_eq!(Texts::of(&texts).touched(&Mutation::purge(request)), texts[..1], "{request}");
        }
    }
}
