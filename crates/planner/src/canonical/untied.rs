//! What a memory that goes shares with one that stays, though nothing ties it to the person: a number, a handle, or what it may
//! call them. Either may be theirs, so a plan for everything about somebody is not sure beside it.

use std::collections::BTreeSet;

use nepenthe_text::entity::identifier::{self, Identifier, is_value};
use nepenthe_text::entity::name;
use nepenthe_text::request::Extent;
use nepenthe_text::word::{english_word, fold, words};

use super::query::Query;
use super::tied::{TIED, has_handle, having, is_of_person};
use super::{alias, plate};
use crate::corpus::Include;
use crate::{Draft, Memories, PlannerError, Verb};

/// How many marks are looked for, and how many memories that have one are shown.
const MOST: usize = 16;
const SHOWN: usize = 4;
/// The fewest letters and digits of one.
const SHORTEST: usize = 3;

/// Makes a draft unsure whose memories share such a mark with others, and shows those.
///
/// # Errors
/// As [`crate::Planner::plan`].
pub(super) fn doubt(
    query: &Query<'_>,
    memories: &Memories<'_>,
    draft: &mut Draft,
) -> Result<(), PlannerError> {
    let asked = query.request.except.is_none() && !query.narrow && query.verb != Verb::Restore;
    let (all, whose): (BTreeSet<String>, &str) = match (query.names.as_slice(), query.identifiers.as_slice())
    {
        ([name, ..], _) if asked && query.wanted_names == 1 && query.by_name() => {
            let own: BTreeSet<String> = name.words.iter().map(|word| fold(word)).collect();
            (draft.steps.iter().flat_map(|step| marks(&step.memory.text, &own)).collect(), &name.text)
        }
        (_, [one]) if asked && query.by_identity() && query.request.extent == Extent::Everything => {
            (draft.steps.iter().filter_map(|step| called(&step.memory.text, one)).collect(), &one.text)
        }
        _ => return Ok(()),
    };
    let include = if query.verb == Verb::Purge { Include::All } else { Include::Live };
    let mut shown = 0;
    for mark in all.iter().take(MOST) {
        // A name has its capital wherever it stands.
        let named = mark.starts_with(char::is_uppercase) && !mark.contains(|c: char| c.is_ascii_digit());
        let has = |text: &str| {
            let several = named && mark.contains(' ');
            (several || has_handle(mark, text)) && (!named || text.contains(mark.as_str()))
                || !named && plate::is_in(mark, text)
        };
        for candidate in having(mark, memories, include, has)? {
            let id = candidate.hit.memory.id;
            if draft.steps.iter().any(|step| step.memory.id == id) {
                continue;
            }
            draft.confidence = draft.confidence.map(|sure| sure.min(TIED));
            if shown < SHOWN && !draft.spared.iter().any(|spared| spared.memory.id == id) {
                shown += 1;
                draft
                    .spared
                    .push(candidate.spare(format!("{mark} stands in what goes too, and may be {whose}'s")));
            }
        }
    }
    Ok(())
}

/// Whom or what a text says that an identifier is: "Baxter & Hale" of "Customer 88213 is Baxter & Hale, a joinery".
fn called(text: &str, one: &Identifier) -> Option<String> {
    const IS: &[&str] = &["is", "was", "ist", "war", "est", "es", "è", "é", "="];
    const THE: &[&str] = &["the", "der", "die", "das", "le", "la", "el", "il", "lo", "o", "a", "de", "het"];
    let written = |own: &Identifier| own.canonical == one.canonical;
    let end = identifier::recognise(text).into_iter().find(written)?.span.end;
    let mut words = text[end..].split_whitespace().peekable();
    words.next_if(|word| IS.contains(word))?;
    words.next_if(|word| THE.contains(word));
    let mut name: Vec<&str> = Vec::new();
    for word in words {
        if !(word.starts_with(char::is_uppercase) || word == "&" && !name.is_empty()) {
            break;
        }
        name.push(word.trim_end_matches([',', ';', '.', ':', ')']));
        if word.ends_with([',', ';', '.', ':', ')']) {
            break;
        }
    }
    let name = name.join(" ");
    (name.chars().filter(|c| c.is_alphanumeric()).count() >= SHORTEST && !english_word(&name)).then_some(name)
}

/// What of a text may be somebody's: identifiers, handles, and another name that it seems to give.
fn marks(text: &str, own: &BTreeSet<String>) -> Vec<String> {
    let plates = plate::all(text).into_iter();
    let found =
        identifier::recognise(text).into_iter().filter(|one| !is_value(one.kind) && is_of_person(one));
    let mut marks: Vec<String> = plates.chain(found).map(|one| one.text).collect();
    let calls = alias::may_tell(text);
    let mut before = "";
    for word in text.split_whitespace() {
        let bare = word.trim_matches(|c: char| !c.is_alphanumeric());
        let odd = bare.contains('_')
            || bare.contains(char::is_alphabetic) && bare.contains(|c: char| c.is_ascii_digit());
        let named = word.starts_with('(') && word.trim_end_matches(['.', ',']).ends_with(')');
        // "(Tokyo)", "(CEO)".
        let bracketed = named && bare.contains(char::is_lowercase) && !name::is_of_place(bare);
        let capital = bare.starts_with(char::is_uppercase) && bare.contains(char::is_lowercase);
        // "Signs as Quill", "our Bee", "= Quill".
        let led = matches!(before, "as" | "als" | "our" | "unsere" | "=");
        let big = capital && (led || !english_word(bare));
        before = word;
        let handle = calls && bare.contains('-') && bare.chars().all(|c| c == '-' || c.is_ascii_lowercase());
        if odd || handle || big && (calls || led || bracketed) {
            marks.push(bare.to_owned());
        }
    }
    let of_name = |mark: &str| words(mark).iter().all(|word| own.contains(&word.folded));
    marks.retain(|mark| mark.chars().filter(|c| c.is_alphanumeric()).count() >= SHORTEST && !of_name(mark));
    marks
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    fn plan(texts: &[&'static str]) -> (Vec<String>, bool) {
        let draft = Texts::of(texts).plan(&Mutation::purge("everything about Sam Roe"));
        let spared = draft.spared.iter().map(|spared| spared.memory.text.clone()).collect();
        (spared, draft.confidence.unwrap() >= 0.95)
    }

    #[test]
    fn whom_a_number_is_said_to_be_raises_a_doubt_where_he_stays() {
        let sure = |words: &str, goes: &'static str, stays: &'static str| {
            let draft = Texts::of(&[goes, stays]).plan(&Mutation::purge(words));
            assert!(draft.steps.iter().any(|step| step.memory.text == goes), "{goes}");
            draft.confidence.unwrap() >= 0.95
        };
        for (words, goes, stays) in [
            (
                "everything about customer 88213",
                "Customer 88213 is Baxter & Hale, a joinery.",
                "Baxter & Hale pay late.",
            ),
            (
                "everything about customer 88213", "Customer 88213 is Yolanda Pruett.",
                "Yolanda Pruett asked for terms.",
            ),
            (
                "alles über Kunde 5521",
                "Kunde 5521 ist die Gärtnerei Hollmann.",
                "Die Gärtnerei Hollmann zahlt bar.",
            ),
        ] {
            assert!(!sure(words, goes, stays), "{goes}");
        }
        for (words, goes, stays) in [
            (
                "everything about customer 88213",
                "Customer 88213 is Baxter & Hale, a joinery.",
                "Hale Brothers pay late.",
            ),
            ("everything about customer 88213", "Customer 88213 is late.", "Yolanda Pruett asked for terms."),
        ] {
            assert!(sure(words, goes, stays), "{goes}");
        }
    }

    #[test]
    fn what_a_memory_that_stays_shares_raises_a_doubt() {
        for (goes, stays) in [
            ("Sam Roe fixed ticket 5531.", "Ticket 5531 came from the bank."),
            ("Sam Roe wrote of B-XY 123, a van.", "B-XY 123 was towed."),
            ("Sam Roe, nick of choice at chess: rook-9.", "rook-9 lost on time."),
            ("Sam Roe (Bobbo) keeps bees.", "Bobbo broke the fence."),
            ("Sam Roe signs his mails as Quill.", "Quill wrote of the roof."),
            ("Sam Roe = Quill.", "Quill wrote of the roof."),
            ("Sam Roe, our Bee, sings.", "Bee brings cake."),
            ("They gave Sam Roe the nickname of Bobbo at school.", "Bobbo broke the fence."),
        ] {
            assert_eq!(plan(&[goes, stays]), (vec![stays.to_owned()], false), "{goes}");
        }
        for (goes, stays) in [
            ("Sam Roe fixed ticket 5531.", "Ticket 5532 came from the bank."),
            ("Sam Roe has +1 (555) 010-0199.", "+1 555 010 0191 is the garage."),
            ("Sam Roe has 3 kettles.", "The shop has 3 kettles."),
            ("Sam Roe came on 3 May 2026.", "On 3 May 2026 it rained."),
            ("Sam Roe works at Initech.", "Initech pays late."),
            ("Sam Roe likes tea (green).", "The green tea is in the cellar."),
            ("Sam Roe works as a baker.", "The baker closes at six."),
            ("Sam Roe works as CEO.", "The CEO wants figures."),
            ("Sam Roe, our Bee, sings.", "The bee hive is full."),
        ] {
            assert!(plan(&[goes, stays]).1, "{goes}");
        }
    }
}
