//! What tells two people of one first name and surname apart: particles, middle names, generations.

use super::finder::Form;
use crate::gazetteer::title;
use crate::unicode::fold;
use crate::unicode::token::Token;

/// How sure a name is, at most, whose particle is left out.
const WITHOUT_PARTICLE: f32 = 0.4;

/// What stands between the words of a name in a text, beside those of the wanted one.
#[derive(Debug, PartialEq)]
pub(super) enum Apart {
    /// Another person's name, and why.
    Other(&'static str),
    /// Perhaps another person's: how sure it is that it is not, at most.
    Unsure(f32),
}

/// Particles without which a surname is another's. A Portuguese "da" may be left out.
fn particle(word: &str) -> bool {
    matches!(
        fold::plain(word).as_str(),
        "von"
            | "van"
            | "vom"
            | "zu"
            | "zur"
            | "zum"
            | "der"
            | "den"
            | "ter"
            | "ten"
            | "di"
            | "della"
            | "del"
            | "du"
    )
}

/// What tells the name in the tokens from the wanted one, some of whose words (`mask`) are the tokens that are `hit`.
pub(super) fn apart(
    form: &Form,
    toks: &[Token<'_>],
    (first, last): (usize, usize),
    mask: u32,
    hit: impl Fn(&Token<'_>) -> bool,
) -> Option<Apart> {
    let whole = form.bits().all(|i| mask >> i & 1 == 1);
    let words = &form.words;
    let letter = |text: &str| text.chars().count() == 1;
    let behind = toks[last + 1..].iter().take_while(|t| !t.capital() && particle(t.text));
    let unhit = || toks[first..=last].iter().filter(|t| !hit(t));
    if !unhit().any(|t| letter(t.text) && !t.capital()) {
        let own: Vec<&str> =
            words.iter().filter(|w| w.particle && particle(&w.text)).map(|w| w.plain.as_str()).collect();
        let mut said: Vec<String> =
            unhit().filter(|t| particle(t.text)).map(|t| fold::plain(t.text)).collect();
        // "Braun, Peter von"
        if said.is_empty() && !own.is_empty() {
            said.extend(behind.map(|t| fold::plain(t.text)));
        }
        let differ = own.iter().ne(said.iter());
        if differ && !own.is_empty() && !said.is_empty() {
            return Some(Apart::Other("another particle"));
        }
        if differ && whole && words.len() > 1 {
            return Some(Apart::Unsure(WITHOUT_PARTICLE));
        }
    }
    // "George H. Bell" is not George W. Bell; a middle name that one of both lacks tells nobody apart.
    let inner = 1..words.len().max(2) - 1;
    let own = inner.filter(|&i| {
        let word = &words[i];
        let initial = letter(&word.text) && word.text.starts_with(char::is_uppercase);
        mask >> i & 1 == 0 && (initial || !word.particle)
    });
    let said = unhit().filter(|t| t.capital() && !t.code && (letter(t.text) || !title::particle(t.text)));
    let initial = |word: &str| fold::plain(word).chars().next();
    let other = own.zip(said).any(|(i, t)| {
        let (own, said) = (&words[i].text, t.text);
        initial(own) != initial(said) || !letter(own) && !letter(said)
    });
    other.then_some(Apart::Other("another middle name"))
}

/// Which of a family's bearers of one name a word behind it says: the elder, the younger.
pub(super) fn generation(word: &str) -> Option<u8> {
    match fold::plain(word).as_str() {
        "sr" | "snr" | "senior" => Some(1),
        "jr" | "jnr" | "jun" | "junior" => Some(2),
        _ => None,
    }
}

/// The generation that is said behind token `last`: "John Smith, Jr.".
pub(super) fn generation_behind(text: &str, toks: &[Token<'_>], last: usize) -> Option<u8> {
    // "Jonas Pike junior", but not "Jonas Pike jr".
    let small = |t: &&Token<'_>| matches!(t.text, "junior" | "senior");
    let next = toks.get(last + 1).filter(|t| t.capital() || small(t))?;
    let gap = &text[toks[last].span.end..next.span.start];
    matches!(gap, " " | ", " | "\u{a0}").then(|| generation(next.text))?
}

/// Whether the middle names of a text are those whose initials the wanted name has.
pub(super) fn written_out(form: &Form, mask: u32, inner: &[&Token<'_>]) -> bool {
    let initials = form.bits().filter(|i| mask >> i & 1 == 0).map(|i| form.words[i].plain.as_str());
    initials.eq(inner.iter().filter_map(|t| fold::plain(t.text).get(..1).map(str::to_owned)))
}
