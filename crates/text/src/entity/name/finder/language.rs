//! The language of a text, as far as the endings of names depend on it.

use crate::gazetteer::non_entity::{WordList, listed};
use crate::unicode::token::{Script, Token};

/// Whether a text is English, as far as endings of other languages should not be looked for.
pub(crate) fn english(tokens: &[Token<'_>]) -> bool {
    language(tokens) != Some(false)
}

/// Whether words show that the text is English, or is not.
pub(crate) fn language(tokens: &[Token<'_>]) -> Option<bool> {
    static ENGLISH: WordList = WordList::new(|| {
        listed(
            " the a an is are was were of and to in for on at her his has had have with from by not be will may this that their our my wants ",
        )
    });
    static OTHER: WordList = WordList::new(|| {
        listed(
            " der die das und ist mit für im bei von zu le la les et est pour avec une un des du el los las y con para il di per che een het en och att det \
        w z na do się jest že se v ve bir için je na pro za su od iz kod ja on oli nie és egy az van hat i ",
        )
    });
    let mut other = false;
    for t in tokens.iter().take(60) {
        if t.script != Script::Latin || t.text.len() > 12 {
            continue;
        }
        if !t.text.is_ascii() {
            other = true;
            continue;
        }
        let w = t.text.to_ascii_lowercase();
        if ENGLISH.contains(w.as_str())
            && !t.capital()
            && t.text != "a"
            && t.text != "an"
            && t.text != "in"
            && t.text != "on"
            && t.text != "for"
        {
            return Some(true);
        }
        other |= OTHER.contains(w.as_str()) && !t.capital();
    }
    other.then_some(false)
}
