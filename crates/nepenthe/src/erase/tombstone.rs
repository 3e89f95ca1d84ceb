//! Tombstones: what was erased does not come back unless somebody says so.
//!
//! A purge lays them in its own transaction, as keyed digests: of the erased texts in normal form, of the secrets in them, and,
//! where it was asked for in words, of the identifiers that the words name or ask for, and of a name where that is to be
//! kept out. Every text on its way in is compared with them.

use std::collections::{BTreeMap, BTreeSet, HashSet};

use nepenthe_text::fingerprint::{self, ErasedValue, KeptName};

use super::ahead::Known;
use super::erased::{Erased, Gone};
use super::guard;
use super::marks::{Mark, Marks, laid_forms, mark, met_forms, named};
use super::reason::Reference;
use crate::model::{EventSeq, StoreKey};
use crate::store::query::tombstone::{self, Kind, Kinds, Row};
use crate::store::query::{ScopeKey, memory};
use crate::store::{Session, StorageError};

/// The nouns of numbers that a reference may be the number of.
const NOUNS: &[&str] = &[
    "account", "badge", "box", "card", "case", "code", "contract", "customer", "file", "flat", "id",
    "invoice", "key", "locker", "number", "order", "passport", "password", "patient", "PIN", "policy",
    "reference", "room", "ticket", "user",
];

/// The forms of erased texts by which they are kept out.
fn forms_of(Gone { texts, left, .. }: &Gone, known: &Known) -> HashSet<String> {
    // Of what is left also its clauses, each of which may be written alone.
    let left = left.as_ref().map(|left| [met_forms(left), laid_forms(left)].concat()).unwrap_or_default();
    let left: HashSet<String> = left.into_iter().collect();
    texts.iter().flat_map(|text| known.laid_forms(text)).filter(|form| !left.contains(form)).collect()
}

/// Lays the tombstones of the texts that were erased so far: all at once, since a guarded one costs what a few writes do.
pub(crate) fn bury_texts(
    session: Session<'_>,
    scope: ScopeKey,
    key: &StoreKey,
    erased: &mut Erased,
) -> Result<(), StorageError> {
    let (gone, known) = erased.take_gone();
    let forms =
        gone.iter().flat_map(|gone| forms_of(gone, &known).into_iter().map(|form| (form, gone.event)));
    let laid = lay(session, scope, (key, &known), Kind::Text, forms.collect())?;
    erased.buried.extend(laid);
    Ok(())
}

/// Lays the tombstones of what a purge keeps out beside the erased texts: of the identifiers that its `words` name, of their name
/// for whoever acts, and in every text where the `name` itself is to be kept out, and of the erased `values` that no memory
/// of the scope has any more. Returns those that are new.
pub(crate) fn bury_identities(
    session: Session<'_>,
    scope: ScopeKey,
    key: &StoreKey,
    (words, name): (Option<&str>, bool),
    values: &[ErasedValue],
    event: EventSeq,
) -> Result<Vec<Row>, StorageError> {
    let kept = words.map(fingerprint::kept_out).unwrap_or_default();
    let mut strings: BTreeSet<String> = kept.identifiers.into_iter().flat_map(|one| one.strings).collect();
    if let Some(KeptName { named, acting, .. }) = kept.name {
        strings.extend(acting);
        strings.extend(named.into_iter().filter(|_| name));
    }
    strings.extend(not_held(session, scope, values)?.flat_map(|value| value.strings.iter().cloned()));
    let strings = strings.into_iter().map(|string| (string, event)).collect();
    lay(session, scope, (key, &Known::default()), Kind::Identity, strings)
}

/// The values that no memory of the scope has, in whatever version.
fn not_held<'v>(
    session: Session<'_>,
    scope: ScopeKey,
    values: &'v [ErasedValue],
) -> Result<impl Iterator<Item = &'v ErasedValue>, StorageError> {
    let run = |value: &ErasedValue| {
        let runs = value.written.split(|letter: char| !letter.is_alphanumeric()).map(str::to_lowercase);
        runs.max_by_key(String::len).unwrap_or_default()
    };
    let runs: Vec<String> = values.iter().map(run).collect();
    let mut held = vec![false; values.len()];
    if !values.is_empty() {
        memory::texts_of_scope(session, scope, |_, text| {
            let Some(text) = text else { return Ok(()) };
            let lower = text.to_lowercase();
            let likely = |at: &usize| !held[*at] && lower.contains(&runs[*at]);
            let likely: Vec<usize> = (0..values.len()).filter(likely).collect();
            if !likely.is_empty() {
                let carried = fingerprint::carried(text);
                for at in likely {
                    held[at] = values[at].strings.iter().any(|string| carried.binary_search(string).is_ok());
                }
            }
            Ok(())
        })?;
    }
    Ok(values.iter().zip(held).filter(|(_, held)| !held).map(|(value, _)| value))
}

fn lay(
    session: Session<'_>,
    scope: ScopeKey,
    (key, known): (&StoreKey, &Known),
    kind: Kind,
    strings: Vec<(String, EventSeq)>,
) -> Result<Vec<Row>, StorageError> {
    let (mut marks, mut guarded, mut dear) = (Vec::new(), Vec::new(), Vec::new());
    let mut seen = HashSet::new();
    for (string, event) in strings.iter().filter(|(string, _)| seen.insert(string.as_str())) {
        match guard::guarded(kind, string) {
            Some(class) => {
                guarded.push((class, *event));
                dear.push(named(kind, string));
            }
            None => marks.push((mark(key, kind, string), (kind, *event))),
        }
    }
    marks.extend(known.guarded(key, &dear).into_iter().zip(guarded));
    let mut laid = Vec::new();
    for (mark, (kind, event)) in marks {
        laid.extend(tombstone::insert(session, scope, mark, kind, event)?);
    }
    Ok(laid)
}

/// Tells whether a reference is, or has, what the scope's tombstones stop, whatever it is the number of.
pub(crate) fn names_erased(
    session: Session<'_>,
    scope: ScopeKey,
    key: &StoreKey,
    reference: &Reference,
) -> Result<bool, StorageError> {
    let kinds = tombstone::kinds(session, scope)?;
    let (letters, digits) = reference.parts();
    let numbered: String =
        NOUNS.iter().map(|noun| format!("{noun} {digits}. {noun} {reference}.\n")).collect();
    for said in [letters, digits, reference.as_str(), &numbered] {
        if !met(session, scope, &Marks::of(key, &kinds, said))?.is_empty() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Tells whether the scope's tombstones stop a name by which somebody acts: as a text, run together, or by its surname.
pub(crate) fn stops_actor(
    session: Session<'_>,
    scope: ScopeKey,
    key: &StoreKey,
    actor: &str,
) -> Result<bool, StorageError> {
    let kinds = tombstone::kinds(session, scope)?;
    Ok(!kinds.is_empty()
        && (acts(session, scope, (key, &kinds), actor)?
            || !met(session, scope, &Marks::of(key, &kinds, actor))?.is_empty()))
}

/// Tells whether the tombstones stop what a name by which somebody acts has beside a text's.
pub(super) fn acts(
    session: Session<'_>,
    scope: ScopeKey,
    (key, kinds): (&StoreKey, &Kinds),
    actor: &str,
) -> Result<bool, StorageError> {
    Ok(!met(session, scope, &Marks::of_actor(key, kinds, actor))?.is_empty())
}

/// Returns the event from which on the scope's tombstones stop a text, if they do.
pub(crate) fn forbidden_since(
    session: Session<'_>,
    scope: ScopeKey,
    key: &StoreKey,
    text: &str,
) -> Result<Option<EventSeq>, StorageError> {
    let kinds = tombstone::kinds(session, scope)?;
    Ok(met(session, scope, &Marks::of(key, &kinds, text))?.into_values().min())
}

pub(super) fn met(
    session: Session<'_>,
    scope: ScopeKey,
    marks: &Marks,
) -> Result<BTreeMap<Mark, EventSeq>, StorageError> {
    let mut met = BTreeMap::new();
    for &(mark, kind) in &marks.0 {
        if let Some(event) = tombstone::laid_by(session, scope, mark, kind)? {
            met.insert(mark, event);
        }
    }
    Ok(met)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{InscribeError, Mutation, Options, Scope, Store};

    fn refused(scope: &Scope, text: &str) -> bool {
        matches!(scope.inscribe(text), Err(InscribeError::Erased { .. }))
    }

    #[test]
    fn a_tombstone_of_what_is_short_is_no_plain_digest_and_one_of_an_older_store_still_stops() {
        let store = Store::open_in_memory(Options::default()).expect("opens");
        let scope = store.scope("a").expect("a scope");
        let id = scope.inscribe("The safe opens with 4471.").expect("is written");
        let plan = scope.plan(Mutation::purge(id)).expect("a plan");
        scope.apply(plan).expect("is purged");
        let key = &store.database().key;
        let all = Kinds::all();
        let (kinds, cheap) = scope
            .read(|session, scope| {
                let marks = Marks::of(key, &all, "The safe opens with 4471.");
                let cheap: Vec<_> = marks
                    .0
                    .into_iter()
                    .filter(|(_, kind)| matches!(kind, Kind::Text | Kind::Identity))
                    .collect();
                let met = met(session, scope, &Marks(cheap.clone()))?;
                assert!(met.is_empty(), "a guess that costs nothing");
                Ok((tombstone::kinds(session, scope)?, cheap))
            })
            .expect("is read")
            .expect("a scope");
        assert_eq!(kinds, Kinds::of(&["guarded:text"]));
        assert!(!cheap.is_empty() && refused(&scope, "the safe opens with 4471"));

        // As an older version laid them.
        let old = laid_forms("The door opens with 9920.");
        let laid = store.database().write(|session| {
            for form in &old {
                let mark = mark(key, Kind::Text, form);
                tombstone::insert(session, ScopeKey(1), mark, Kind::Text, EventSeq(1))?;
            }
            Ok::<_, StorageError>(())
        });
        laid.expect("are laid");
        assert!(refused(&scope, "the door opens with 9920") && !refused(&scope, "The door opens with 9921."));
    }

    #[test]
    fn a_text_pays_for_the_kinds_that_its_scope_has_alone() {
        let key = StoreKey([7; 32]);
        let text = "Write to sam@roe.example, or ring +1 555 010 0199, about order 61824.";
        let guarded = |kinds: &[&str]| {
            let marks = Marks::of(&key, &Kinds::of(kinds), text).0;
            marks.into_iter().filter(|(_, kind)| matches!(kind, Kind::Guarded(_))).count()
        };
        assert_eq!(guarded(&["text", "identity"]), 0);
        let (texts, phones) = (guarded(&["guarded:text"]), guarded(&["guarded:phone"]));
        assert!((1..=12).contains(&texts) && (1..=8).contains(&phones), "{texts} {phones}");
    }
}
