//! What stands beside a part of a name: a word of its sentence, or another first name or surname that makes it another's.

use super::sentence_words::{FUNCTION, ORDERS, VERBS, one_of};
use super::transliteration::han;
use crate::gazetteer::{given_name, non_entity, title};
use crate::unicode::token::Token;
use crate::word::english_word;

/// First names that are words as well.
const GIVEN: &str = "will mark bill rich pat sue rob chase grant drew miles dean earl guy jack jerry dick bob nick victor max gene jay \
 robin martin wren may april june august summer autumn dawn eve hope faith grace joy ivy lily daisy poppy violet iris heather hazel holly \
 olive ruby pearl crystal jade amber rose frank art cliff mason carter hunter cooper tanner parker river brook glen forest reed clay dale \
 heath angel christian misty sandy penny ginger charity patience prudence ray wade gale gay melody harmony basil sage rosemary willow laurel \
 myrtle fern flora mercy constance buck chuck randy woody lance pierce archer sawyer tucker hank stone skye star chance chip duke";

/// Surnames that are words, but no trades by which somebody is called.
const SURNAMES: &str = "smith brown wood woods hill hills stone brook brooks rivers bridges banks knight bishop pope parsons ward walls waters \
 wells marsh moss rose reed swift fox wolf hare crane drake finch heron martin nightingale partridge peacock sparrow winter summers frost snow \
 gray grey rich sharp strong love joy hope noble hood chase pitt bell bond booth burns butler carver fletcher gates holmes mills nash pierce \
 poole rush savage sands sellers singleton spencer tucker wise worth bush flowers steel";

/// Trades that are surnames in a list that has the surname first.
const TRADES: &str = "miller baker cook taylor carter turner walker mason cooper parker fisher hunter gardener potter weaver tanner porter \
 clerk steward marshall shepherd carpenter butcher";

/// Nouns and past verbs that stand at the head of a note before a surname, and are nobody's first name.
const HEADS: &str = "invoice order bill receipt ticket case file contract note memo letter mail email message report \
 meeting appointment lunch dinner coffee interview visit delivery parcel booking reservation refund payment deposit rent \
 debt loan project account subject topic re team family house firm party flat room desk seat box unit birthday anniversary \
 wedding funeral lawyer told met saw paid sent gave owed lent bought sold heard got took left hired fired sued beat won \
 lost found made brought wrote spoke drove rang went came meeting thanks regards via per see monsieur wife husband";

/// Words that open a sentence before a name, in several languages.
const OPENERS: &str = "dear hi hello hey thanks welcome sorry good great old young poor little big frag frage ruf ruft liebe lieber hallo danke cher chère bonjour merci demande appelle querido querida hola gracias llama \
 pregunta caro cara ciao grazie chiama beste vraag bel kära hej";

/// Whether the word is a first name, alone or as well.
pub(super) fn is_given(lower: &str) -> bool {
    one_of(GIVEN, lower)
        || given_name::lookup(&given_name::fold_key(lower)).iter().any(|entry| entry.tongue == b'e')
}

/// Whether a day or a month is called so.
pub(super) fn is_of_calendar(word: &str) -> bool {
    non_entity::calendar(word) || matches!(word, "May" | "Mai")
}

/// Whether a month's name before a part of a name is a first name: "Jan Thiel", but not "in May Thiel moved" nor "3 Jan".
pub(super) fn is_month_as_name(text: &str, toks: &[Token<'_>], k: usize) -> bool {
    const OF_MONTHS: &str =
        "in since until till by last next this every of from early late mid im seit bis en le au";
    let t = &toks[k];
    let before = k.checked_sub(1).map(|p| toks[p].text.to_lowercase()).unwrap_or_default();
    let dated = text[..t.span.start].trim_end_matches([' ', '.']).ends_with(char::is_numeric);
    t.capital() && is_given(&t.text.to_lowercase()) && !dated && !one_of(OF_MONTHS, &before)
}

/// Whether a sentence, a row or a field begins with token `k`.
fn opens(text: &str, toks: &[Token<'_>], k: usize) -> bool {
    let Some(before) = k.checked_sub(1).map(|p| &toks[p]) else { return true };
    let gap = &text[before.span.end..toks[k].span.start];
    let abbreviated = gap == ". " && (title::address(before.text) || before.text.chars().count() == 1);
    let ends = gap.contains(['.', '!', '?', ':', ';', '\n', '|', '"', '“', '„', '—', '–', '•', '(']);
    ends && !abbreviated || gap.contains(" - ")
}

/// Whether the capitalised word before a part of a name, which ends with token `last`, is no part of it: "Call Hart", "Will Hart
/// come?". A name's other part may be a word too: "Will Hart came", and where the part is a first name, "Smith John, row 4".
pub(super) fn is_word_before(
    text: &str,
    toks: &[Token<'_>],
    before: usize,
    last: usize,
    first_name: bool,
) -> bool {
    if !opens(text, toks, before) {
        return false;
    }
    let word = toks[before].text;
    let lower = word.to_lowercase();
    if [ORDERS, FUNCTION, OPENERS].iter().any(|list| one_of(list, &lower)) {
        return true;
    }
    let sentence = text[toks[before].span.end..].split(['.', '!', '\n']).next().unwrap_or_default();
    let asks = one_of("will may can might must should would could do does did", &lower);
    if asks && sentence.contains('?') {
        return true;
    }
    let listed = first_name
        && text[toks[last].span.end..].starts_with([',', ';', '|', '\t'])
        && !lower.ends_with('s')
        && (!title::person(word) || one_of(TRADES, &lower));
    let plain = english_word(word) && !is_given(&lower) && !one_of(SURNAMES, &lower) && !listed;
    plain && (first_name || is_no_first_name(word, &lower))
}

/// Whether something says that a plain word at the head of a sentence is no first name of the surname behind it: "Invoice
/// Hart", "Visited Hart", "Client Hart". Any other is taken for one, as nearly every short word is somebody's: Sky, Tea, Page.
fn is_no_first_name(word: &str, lower: &str) -> bool {
    const ENDINGS: [&str; 4] = ["ed", "ly", "ing", "'s"];
    one_of(HEADS, lower)
        || lower.len() > 4 && ENDINGS.iter().any(|end| lower.ends_with(end))
        || title::person(word) && !one_of(TRADES, lower)
}

/// Whether people are called as this trade is.
pub(super) fn is_trade(word: &str) -> bool {
    one_of(TRADES, &word.to_lowercase())
}

/// Whether the capitalised word behind a surname is a name's other part.
pub(super) fn is_name_behind_surname(t: &Token<'_>) -> bool {
    let lower = t.text.to_lowercase();
    !english_word(t.text) || is_given(&lower) || one_of(SURNAMES, &lower)
}

/// Whether the capitalised word is a syllable of given names of China or Korea, though it is an English word as well: Chen Long, Kim
/// Young.
pub(super) fn is_syllable(t: &Token<'_>) -> bool {
    let lower = t.text.to_lowercase();
    han::syllabic(&lower) && lower != "can" || one_of("young moon soon", &lower)
}

/// Whether the capitalised word behind a surname that stands first is a given name.
pub(super) fn is_name_behind_first_surname(t: &Token<'_>) -> bool {
    is_name_behind_surname(t) || is_syllable(t) || t.text == "Can"
}

/// Whether the capitalised word behind a first name is its surname, even if it is a word.
pub(super) fn is_name_behind_given(t: &Token<'_>) -> bool {
    let lower = t.text.to_lowercase();
    !english_word(t.text) || !one_of(FUNCTION, &lower) && (!one_of(VERBS, &lower) || one_of(GIVEN, &lower))
}
