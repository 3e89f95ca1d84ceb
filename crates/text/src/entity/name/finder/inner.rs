//! First names that stand inside longer ones: by itself Bert is neither Albert nor Robert, and in a language without cases not Berta.

use crate::entity::name::how::How;
use crate::entity::name::token_match::{Agree, Word};
use crate::gazetteer::given_name;
use crate::gazetteer::non_entity::{WordList, listed};
use crate::unicode::fold;
use crate::unicode::token::{Script, Token};

/// Short forms that are first names in their own right.
const OWN: &[&str] = &["lisa", "rita", "tina", "bella", "liam", "enzo", "tilda"];

/// Tells whether what agrees with a name of one word is another name that only holds it.
pub(super) fn is_of_another(name: &Word, t: &Token<'_>, agree: Agree, toks: &[Token<'_>]) -> bool {
    let latin = name.script == Script::Latin && t.script == Script::Latin;
    latin && (agree.how == How::Nickname && is_inside(name, t) || agree.oblique && has_no_cases(toks))
}

/// Whether one of the two is inside the other, behind its beginning, and short for several names or a name in its own right.
fn is_inside(name: &Word, t: &Token<'_>) -> bool {
    let word = fold::plain(t.text);
    let word = word.split(['\'', '’']).next().unwrap_or_default();
    let (short, long) =
        if word.len() < name.plain.len() { (word, name.plain.as_str()) } else { (name.plain.as_str(), word) };
    let several = || given_name::lookup(short).iter().filter(|entry| entry.nickname).count() > 1;
    long.contains(short) && !long.starts_with(short) && (several() || OWN.contains(&short))
}

/// Whether words show that the text is in a language that puts no names in cases.
fn has_no_cases(toks: &[Token<'_>]) -> bool {
    static WITHOUT: WordList = WordList::new(|| {
        listed(
            " der die das den dem des und ist mit für im bei von zum zur ein eine einen einer einem nicht auf les et est pour avec une un du el los \
             las con para il di per het een och att det che dans chez sur voor ",
        )
    });
    static WITH: WordList = WordList::new(|| {
        listed(
            " w z na do się jest że se v ve bir için je pro za su od iz kod oli nie és egy az van ma má ima ja o s sa ",
        )
    });
    let small = |t: &&Token<'_>| t.script == Script::Latin && !t.capital();
    let mut without = false;
    for word in toks.iter().take(60).filter(small).map(|t| fold::lower(t.text)) {
        if WITH.contains(word.as_str()) {
            return false;
        }
        without |= WITHOUT.contains(word.as_str());
    }
    without
}
