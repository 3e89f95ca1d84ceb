//! Requests that name first of what something is to be forgotten: "order 90-217: wipe the delivery address".

use super::case_reference::{Reference, reference};
use super::phrase_match::{marks, opening};
use super::thing::{identifies, is_thing};
use super::{imperative, preamble, referent, statement};

/// What may open them.
const ON: &[&str] = &["regarding", "concerning", "about", "for", "on", "re", "as for", "as to", "from"];
const ITS: &[&str] = &["its", "his", "her", "their"];
/// Nouns for what is named, or all of it.
const ITSELF: &[&str] = &[
    "entry", "entries", "record", "records", "note", "notes", "data", "rest", "line", "row", "order",
    "memory",
];
/// The most words of what something has.
const LONGEST: usize = 4;

/// Such a request with the thing at its end: "wipe the delivery address of order 90-217".
#[must_use]
pub fn with_owner_last(request: &str) -> Option<String> {
    let mark = marks(request).into_iter().next()?;
    let led = opening(mark.before, ON);
    if !(matches!(mark.mark, ':' | '-' | '–' | '—') || mark.mark == ',' && led.is_some()) {
        return None;
    }
    let (owner, order) = (led.unwrap_or(mark.before), mark.behind);
    let behind = marks(order).first().map_or(order.len(), |mark| mark.before.len());
    let (said, rest) = order.split_at(behind);
    let said = said.trim_end_matches(['.', '!']);
    let (commanded, object) = imperative::without_order(said);
    let its = opening(object, ITS);
    let noun = its.or_else(|| opening(object, &["the"]).filter(|_| identifies(owner)))?;
    let words: Vec<&str> = noun.split(' ').collect();
    let plain = words.iter().all(|word| word.chars().all(|c| c.is_lowercase() || c == '-'));
    let whole = referent::names_nothing(noun) || words.last().is_some_and(|last| ITSELF.contains(last));
    let attribute = plain && !noun.is_empty() && words.len() <= LONGEST && !whole;
    let named = is_thing(owner) && owner.contains(|c: char| c.is_uppercase() || c.is_numeric());
    let aside = preamble::is_aside(mark.before) || imperative::commands(owner) || statement::says(owner);
    // "KX-310: delete the van key" has nothing to do with the key.
    let case = its.is_none() && matches!(reference(owner), Some(Reference::Case));
    let verb = &said[..said.len() - object.len()];
    (commanded && attribute && named && !aside && !case).then(|| format!("{verb}the {noun} of {owner}{rest}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_something_has_is_said_behind_it() {
        for (request, full) in [
            ("order 90-217: wipe the delivery address", "wipe the delivery address of order 90-217"),
            (
                "Order 90412 - please drop its invoice number.",
                "please drop the invoice number of Order 90412",
            ),
            ("Rhea Moss: forget her birthday", "forget the birthday of Rhea Moss"),
            (
                "regarding order 90412, delete the delivery address, not the invoice",
                "delete the delivery address of order 90412, not the invoice",
            ),
        ] {
            assert_eq!(with_owner_last(request).as_deref(), Some(full), "{request}");
        }
    }

    #[test]
    fn what_has_nothing_to_do_with_it_stays_where_it_is() {
        for request in [
            "Ticket KX-310: delete the van key",
            "KX-310: delete the van key",
            "order 90412: delete it",
            "order 90412: delete the record",
            "order 90412: delete Rhea Moss",
            "Kitchen: delete the shopping list",
            "Hi Rhea, delete the van key",
            "Rhea has left: delete her badge number",
            "delete order 90412: the customer has left",
        ] {
            assert_eq!(with_owner_last(request), None, "{request}");
        }
    }
}
