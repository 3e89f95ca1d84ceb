//! A request for several things: "our rent and the standing order for it", "Ben's and Ida's birthdays", "where Ivo lives and works".

use super::phrase_match::{capital, cut_behind_owner, is_genitive, opening, starts, strip, words};
use super::{imperative, statement};

/// What joins a second thing to the first, whatever follows.
const JOINERS: &[&str] = &[
    "including", "together with", "along with", "as well as", "and also", "in addition to", "einschließlich",
    "samt", "sowie", "mitsamt", "y también", "ainsi que", "y compris", "incluso", "compreso", "compresi",
    "oltre a",
];
/// What does so behind a comma, and before what has a determiner.
const BEHIND_A_COMMA: &[&str] = &["with", "plus", "also", "mit", "avec", "con", "com", "met"];
const AND: &[&str] = &["and", "plus", "und", "et", "y", "e", "en", "и", "och", "og"];
const ARTICLES: &[&str] = &[
    "the", "der", "die", "das", "den", "le", "la", "les", "l'", "el", "los", "las", "il", "lo", "gli", "i",
    "o", "os", "as", "a", "het", "de",
];
/// What tells by itself whose a thing is.
const OWNERS: &[&str] = &[
    "his", "her", "its", "their", "my", "our", "your", "sein", "seine", "ihr", "ihre", "unser", "unsere",
    "mein", "meine", "son", "sa", "ses", "notre", "nos", "su", "sus",
];
const QUESTIONS: &[&str] = &[
    "that", "what", "where", "when", "how", "who", "which", "whether", "why", "dass", "wo", "wer", "was",
    "wann",
];
/// What says of the end of a text that it is meant too: "tags included".
const INCLUDED: &[&str] = &["included", "too", "as well", "inbegriffen", "incluido", "compris", "compresi"];
/// Behind these a thing may belong to what follows "and" too: "the code of the door and the garage".
const LINKS: &[&str] = &[
    "of", "for", "to", "at", "in", "on", "about", "from", "with", "between", "both", "von", "für", "de",
    "du", "des", "di", "del", "para", "pour", "per", "van", "voor",
];
/// The most words that hang on a link.
const HANGING: usize = 3;

/// Several things that are asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Conjuncts<'a> {
    /// Each in full, but for pronouns.
    pub each: Vec<String>,
    /// What is the name of one thing where a memory says it word for word: "bed and breakfast".
    pub one: Option<&'a str>,
}

/// A piece of a request between two joints, and whether what joins it to the one before joins anything.
struct Piece<'a> {
    text: &'a str,
    surely: bool,
}

/// The things that words ask for, where they are told one behind the other; `stated` where they are what somebody says.
#[must_use]
pub fn conjuncts(core: &str, stated: bool) -> Option<Conjuncts<'_>> {
    let core = core.trim_end_matches(['.', '!', ' ']);
    let core = strip(core, "both").map_or(core, str::trim_start);
    let pieces = pieces(core);
    let (first, rest) = pieces.split_first()?;
    if rest.is_empty() || pieces.iter().any(|piece| piece.text.is_empty()) {
        return included(core);
    }
    let whole = Whole { core, stated };
    let mut each = vec![first.text.to_owned()];
    let mut one = None;
    let mut last = first.text;
    for piece in rest {
        let found = whole.in_full(last, piece)?;
        if let Some(text) = found.before {
            *each.last_mut()? = text;
        }
        each.push(found.own);
        one = one.or(found.one);
        if found.leads {
            last = piece.text;
        }
    }
    Some(Conjuncts { each, one })
}

/// A price list, "tags included".
fn included(core: &str) -> Option<Conjuncts<'_>> {
    let (head, tail) = core.rsplit_once(',')?;
    let second = INCLUDED.iter().find_map(|end| tail.strip_suffix(end))?.trim();
    let some = (1..=4).contains(&words(second).len()) && words(head).len() > 1;
    some.then(|| Conjuncts { each: vec![head.trim_end().to_owned(), second.to_owned()], one: None })
}

/// What stands between the joints. A comma is one before a short piece of a list that "and" ends.
fn pieces(core: &str) -> Vec<Piece<'_>> {
    const LISTED: usize = 3;
    let mut joints: Vec<(usize, usize, bool, bool)> = Vec::new();
    for at in starts(core) {
        let (head, tail) = core.split_at(at);
        let head = head.trim_end();
        let comma = head.ends_with(',');
        let ampersand = head.ends_with(" &");
        let end = head.trim_end_matches([',', '&']).trim_end().len();
        if joints.last().is_some_and(|last| end <= last.1) || end == 0 {
            continue;
        }
        let surely = opening(tail, JOINERS).or_else(|| opening(tail, BEHIND_A_COMMA).filter(|_| comma));
        let and = || opening(tail, AND).filter(|rest| joins(tail, rest));
        let joined = surely.or_else(and).or(ampersand.then_some(tail));
        match joined {
            Some(rest) => joints.push((end, core.len() - rest.len(), surely.is_some(), false)),
            None if comma => joints.push((end, at, false, true)),
            None => {}
        }
    }
    // "The van, which was red, and the key".
    let listed = |index: usize| {
        let end = joints.get(index + 1).map_or(core.len(), |next| next.0);
        words(&core[joints[index].1..end]).len() <= LISTED && index + 1 < joints.len()
    };
    let commas = (0..joints.len()).filter(|index| joints[*index].3);
    if !commas.clone().all(listed) {
        joints.retain(|joint| !joint.3);
    }
    let mut pieces = Vec::new();
    let (mut from, mut sure) = (0, false);
    for (end, next, surely, _) in joints {
        pieces.push(Piece { text: asked(&core[from..end]), surely: sure });
        (from, sure) = (next, surely);
    }
    pieces.push(Piece { text: asked(&core[from..]), surely: sure });
    pieces
}

/// What a piece asks for, if it orders that anew: "and delete Ben's bike", "and everything about the boat".
fn asked(piece: &str) -> &str {
    let core = imperative::without_order(piece.trim()).1;
    imperative::all_of(core).unwrap_or(core)
}

/// "Disney plus account": a plus joins what has a determiner.
fn joins(tail: &str, rest: &str) -> bool {
    strip(tail, "plus").is_none() || determined(rest)
}

fn determined(text: &str) -> bool {
    [ARTICLES, OWNERS, QUESTIONS].iter().any(|words| opening(text, words).is_some())
}

/// A piece in full.
struct Found<'a> {
    own: String,
    /// The piece before it in full, where that hangs on this one.
    before: Option<String>,
    one: Option<&'a str>,
    /// Whether what follows may hang on it.
    leads: bool,
}

impl Found<'_> {
    fn by_itself(text: &str) -> Self {
        Self { own: text.to_owned(), before: None, one: None, leads: true }
    }

    fn hanging(own: String) -> Self {
        Self { own, before: None, one: None, leads: false }
    }
}

struct Whole<'a> {
    core: &'a str,
    stated: bool,
}

impl<'a> Whole<'a> {
    /// A piece with what it shares with the one before it; `None` where both are one thing, or it is unsure what they share.
    fn in_full(&self, before: &'a str, piece: &Piece<'a>) -> Option<Found<'a>> {
        let text = piece.text;
        if opening(text, QUESTIONS).is_some() || opening(text, OWNERS).is_some() {
            return Some(Found::by_itself(text));
        }
        // "De sleutel en de fiets".
        let dutch = opening(text, &["de"]).is_some() && opening(before, &["de", "het"]).is_some();
        let link = text.split_once(' ').filter(|(link, _)| LINKS.contains(link) && !dutch);
        if let Some((link, _)) = link {
            let at = starts(before).into_iter().rfind(|at| opening(&before[*at..], &[link]).is_some())?;
            return Some(Found::hanging(format!("{}{text}", &before[..at])));
        }
        let thing = opening(before, OWNERS).is_some() && statement::verb(before).is_none();
        if self.stated && opening(before, QUESTIONS).is_none() && !thing {
            return stated(before, piece);
        }
        if is_kin(before, text) {
            return None;
        }
        if let Some(found) = owned(before, text) {
            return Some(found);
        }
        if opening(before, QUESTIONS).is_some() {
            return questioned(before, text);
        }
        if let Some((head, several)) = hanging(before).filter(|_| hangs(text)) {
            // "The names of Ben's cat and dog".
            let owner = owner(before.get(head.len()..).unwrap_or_default().trim_start())
                .map(|(owner, _)| format!("{owner} "));
            let owner = owner.filter(|_| !determined(text)).unwrap_or_default();
            return several.then(|| Found::hanging(format!("{head} {owner}{text}")));
        }
        if piece.surely {
            return Some(Found::by_itself(text));
        }
        if opening(text, ARTICLES).is_some() {
            let some = words(before).len() > 1 || opening(before, &["l'"]).is_some();
            return some.then(|| Found {
                before: shared_end(before, text).map(|end| format!("{before} {end}")),
                ..Found::by_itself(text)
            });
        }
        self.bare(before, text)
    }

    /// "Rita's car and bike", "the rent and deposit of the barn", "the alarm and gate codes".
    fn bare(&self, before: &'a str, text: &'a str) -> Option<Found<'a>> {
        let (said, own): (Vec<&str>, Vec<&str>) =
            (before.split_whitespace().collect(), text.split_whitespace().collect());
        let last = *said.last()?;
        let named = capital(last) && capital(text);
        let from = before.as_ptr() as usize - self.core.as_ptr() as usize + before.len() - last.len();
        let end = text.as_ptr() as usize - self.core.as_ptr() as usize + text.len();
        let one = self.core.get(from..end);
        if let Some((owner, thing)) = owner(before) {
            if named && own.len() > 1 {
                // "Our Netflix and Spotify passwords".
                let head = own.last().filter(|head| is_plural(head) && own.len() == 2 && thing == last)?;
                let before = Some(format!("{before} {head}"));
                return Some(Found { before, ..Found::hanging(format!("{owner} {text}")) });
            }
            let one = one.filter(|_| own.len() > 1);
            return Some(Found { one, ..Found::hanging(format!("{owner} {text}")) });
        }
        let article = *said.first().filter(|first| opening(first, ARTICLES).is_some())?;
        match (&said[1..], &own[..]) {
            _ if named => None,
            // "The rent and deposit of the barn".
            ([_], _) if shared_end(before, text).is_some() => {
                let end = shared_end(before, text)?;
                let before = Some(format!("{before} {end}"));
                Some(Found { before, one, ..Found::hanging(format!("{article} {text}")) })
            }
            ([_], [_]) => Some(Found { one, ..Found::hanging(format!("{article} {text}")) }),
            ([first], [.., head]) if is_plural(head) && !is_plural(first) => {
                let before = Some(format!("{before} {head}"));
                Some(Found { before, one, ..Found::hanging(format!("{article} {text}")) })
            }
            ([], _) | ([_], _) => None,
            ([place, ..], [_]) if capital(place) => {
                Some(Found { one, ..Found::hanging(format!("{article} {place} {text}")) })
            }
            _ => Some(Found { one, ..Found::hanging(format!("{article} {text}")) }),
        }
    }
}

/// What a piece of a statement states.
fn stated<'a>(before: &str, piece: &Piece<'a>) -> Option<Found<'a>> {
    let text = piece.text;
    if piece.surely || statement::says(before) && statement::says(text) {
        return Some(Found::by_itself(text));
    }
    // "That Mia is a vet and hates olives".
    let subject: Vec<&str> = before.split_whitespace().take(statement::verb(before)?).collect();
    let whole = format!("{} {text}", subject.join(" "));
    if statement::verb(&whole) == Some(subject.len()) {
        return Some(Found::hanging(whole));
    }
    // "That Tess plays the cello and the oboe".
    let object = opening(text, ARTICLES).is_some() && hangs(text);
    let from = starts(before).into_iter().rfind(|at| opening(&before[*at..], ARTICLES).is_some());
    let subject = from.map(|at| before[..at].trim_end()).filter(|subject| words(subject).len() > 1);
    subject.filter(|_| object).map(|subject| Found::hanging(format!("{subject} {text}")))
}

/// Two owners of one sort of thing, "Ben's and Ida's birthdays", "the plumber's number and the baker's"; or a thing with an
/// owner of its own.
fn owned<'a>(before: &str, text: &'a str) -> Option<Found<'a>> {
    if is_genitive(text) {
        let (_, thing) = owner(before)?;
        return Some(Found::hanging(format!("{text} {thing}")));
    }
    let (whose, thing) = owner(text).filter(|(owner, _)| opening(owner, OWNERS).is_none())?;
    // "Rita's mother's and father's birthdays".
    if let Some((first, _)) = owner(before)
        && is_genitive(before)
        && !capital(whose)
        && !determined(whose)
    {
        let before = Some(format!("{before} {thing}"));
        return Some(Found { before, ..Found::hanging(format!("{first} {text}")) });
    }
    let before = is_genitive(before).then(|| format!("{before} {thing}"));
    Some(Found { before, ..Found::by_itself(text) })
}

/// "My mum and dad's address": both may be the owners of one thing.
fn is_kin(before: &str, text: &str) -> bool {
    let bare = |(whose, _): (&str, &str)| !capital(whose) && !determined(whose);
    owner(text).is_some_and(bare) && !is_genitive(before)
}

/// Whose a thing is, and the thing: "the plumber's", "number"; "our", "flour".
fn owner(text: &str) -> Option<(&str, &str)> {
    let (owner, thing) = match cut_behind_owner(text) {
        Some(parts) => parts,
        None => {
            let thing = opening(text, OWNERS)?;
            text.split_at(text.len() - thing.len())
        }
    };
    Some((owner.trim_end(), thing.trim_start())).filter(|(_, thing)| !thing.is_empty())
}

/// "What Ben and Ida eat", "where Ivo lives and works", "who sells our flour and sugar".
fn questioned<'a>(before: &str, text: &'a str) -> Option<Found<'a>> {
    let said: Vec<&str> = before.split_whitespace().collect();
    let own: Vec<&str> = text.split_whitespace().collect();
    let names = |words: &mut dyn Iterator<Item = &&str>| words.take_while(|word| capital(word)).count();
    let (left, right) = (names(&mut said.iter().rev()), names(&mut own.iter()));
    if left > 0 && right > 0 && said.len() > left {
        let (head, behind) = (said[..said.len() - left].join(" "), own[right..].join(" "));
        let found = Found::hanging(format!("{head} {text}"));
        return Some(match behind.is_empty() {
            true => found,
            false => Found { before: Some(format!("{before} {behind}")), ..found },
        });
    }
    if let Some((head, _)) = hanging(before).filter(|_| hangs(text)) {
        return Some(Found::hanging(format!("{head} {text}")));
    }
    let owned = said.iter().rposition(|word| determined(word)).filter(|at| *at > 0 && *at + 2 >= said.len());
    let head = match owned {
        Some(at) if opening(text, ARTICLES).is_some() => &said[..at],
        Some(at) => &said[..=at],
        // A verb: "and works".
        None if own.len() <= 2 && said.len() > 2 && !capital(text) => &said[..said.len() - 1],
        None => return None,
    };
    Some(Found::hanging(format!("{} {text}", head.join(" "))))
}

/// Whether words ask for several things of a sort: "Kit's allergies", "the keys of the barn", "what Ana said".
#[must_use]
pub fn asks_for_several(core: &str) -> bool {
    let said: Vec<&str> = core.split_whitespace().collect();
    let link = said.iter().skip(1).position(|word| LINKS.contains(&word.to_lowercase().as_str()));
    let head = link.map_or(said.last(), |at| said.get(at));
    opening(core, &["what"]).is_some() || head.is_some_and(|head| is_plural(head))
}

/// What a text says up to a link on which its end hangs, and whether several things do: "the birthdays of" of "the birthdays
/// of Ben".
fn hanging(text: &str) -> Option<(String, bool)> {
    let said: Vec<&str> = text.split_whitespace().collect();
    let at = said.iter().rposition(|word| LINKS.contains(&word.to_lowercase().as_str()))?;
    let behind = said.len() - at - 1;
    let his = said.get(at + 1).is_some_and(|word| {
        ["his", "hers", "mine", "ours", "theirs", "yours", "it", "them"]
            .contains(&word.to_lowercase().as_str())
    });
    let some = (1..=HANGING + 1).contains(&behind) && !his && at > 0;
    some.then(|| (said[..=at].join(" "), is_plural(said[at - 1])))
}

/// Whether a text is short enough to hang on a link before it.
fn hangs(text: &str) -> bool {
    words(text).len() <= HANGING && owner(text).is_none()
}

/// What a thing shares with the one before it: "of the barn" of "the rent and the deposit of the barn".
fn shared_end<'a>(before: &str, text: &'a str) -> Option<&'a str> {
    let own: Vec<usize> = starts(text);
    let bare = opening(before, ARTICLES).filter(|bare| words(bare).len() == 1);
    let at = *own.iter().skip(1).find(|at| opening(&text[**at..], LINKS).is_some())?;
    let end = &text[at..];
    let of_before =
        words(end).iter().any(|word| ["it", "them", "him", "her", "that", "this"].contains(&word.as_str()));
    (bare.is_some() && !of_before).then_some(end)
}

fn is_plural(noun: &str) -> bool {
    noun.len() > 3 && noun.ends_with('s') && !["ss", "us", "is", "'s"].iter().any(|end| noun.ends_with(end))
}

#[cfg(test)]
mod tests {
    use super::{asks_for_several, conjuncts};

    fn each(core: &str, stated: bool) -> Vec<String> {
        conjuncts(core, stated).map(|found| found.each).unwrap_or_default()
    }

    #[test]
    fn several_things_are_told_apart() {
        for (core, things) in [
            ("our rent and the standing order for it", &["our rent", "the standing order for it"][..]),
            ("the loan of his and the instalments", &["the loan of his", "the instalments"]),
            ("the shop's price list, tags included", &["the shop's price list", "tags"]),
            ("Vera's shift as well as her desk", &["Vera's shift", "her desk"]),
            ("Rita's car and bike", &["Rita's car", "Rita's bike"]),
            ("Rita's car, bike and boat", &["Rita's car", "Rita's bike", "Rita's boat"]),
            ("our flour and sugar", &["our flour", "our sugar"]),
            ("Ben's and Ida's birthdays", &["Ben's birthdays", "Ida's birthdays"]),
            ("Rita's car and Ben's bike", &["Rita's car", "Ben's bike"]),
            ("the plumber's number, and the baker's", &["the plumber's number", "the baker's number"]),
            ("the goats' hay and water", &["the goats' hay", "the goats' water"]),
            ("the birthdays of Ben and Ida", &["the birthdays of Ben", "the birthdays of Ida"]),
            ("Kit's allergies to dust and nuts", &["Kit's allergies to dust", "Kit's allergies to nuts"]),
            ("the keys of the barn and the mill", &["the keys of the barn", "the keys of the mill"]),
            ("the rent and deposit of the barn", &["the rent of the barn", "the deposit of the barn"]),
            (
                "le téléphone et l'adresse de Solène Marchal",
                &["le téléphone de Solène Marchal", "l'adresse de Solène Marchal"],
            ),
            (
                "l'adresse et le téléphone de Solène Marchal",
                &["l'adresse de Solène Marchal", "le téléphone de Solène Marchal"],
            ),
            (
                "die Handynummer und die Mailadresse von Jutta Kern",
                &["die Handynummer von Jutta Kern", "die Mailadresse von Jutta Kern"],
            ),
            ("o telefone e o endereço de Rui Lopes", &["o telefone de Rui Lopes", "o endereço de Rui Lopes"]),
            (
                "il telefono e l'indirizzo di Marco Belli",
                &["il telefono di Marco Belli", "l'indirizzo di Marco Belli"],
            ),
            (
                "het nummer en het adres van Joris Blom",
                &["het nummer van Joris Blom", "het adres van Joris Blom"],
            ),
            (
                "de fiets en het adres van Joris Blom",
                &["de fiets van Joris Blom", "het adres van Joris Blom"],
            ),
            ("el correo y el teléfono de Nuria", &["el correo de Nuria", "el teléfono de Nuria"]),
            ("the hotel and the flight to Oslo", &["the hotel to Oslo", "the flight to Oslo"]),
            ("the alarm and gate codes", &["the alarm codes", "the gate codes"]),
            ("our Netflix and Spotify passwords", &["our Netflix passwords", "our Spotify passwords"]),
            ("the names of Ben's cat and dog", &["the names of Ben's cat", "the names of Ben's dog"]),
            ("Rita's mother's and father's jobs", &["Rita's mother's jobs", "Rita's father's jobs"]),
            ("the rent for the barn and for the mill", &["the rent for the barn", "the rent for the mill"]),
            ("Ben's birthday & Ida's birthday", &["Ben's birthday", "Ida's birthday"]),
            ("both Rita's car and her bike", &["Rita's car", "her bike"]),
            ("Rita's car and delete Ben's bike", &["Rita's car", "Ben's bike"]),
            ("the server and everything about the proxy", &["the server", "the proxy"]),
            ("the Lisbon lease and rent", &["the Lisbon lease", "the Lisbon rent"]),
            ("the VPN server, and the proxy", &["the VPN server", "the proxy"]),
            ("where Ivo lives and where he works", &["where Ivo lives", "where he works"]),
            ("where Ivo lives and works", &["where Ivo lives", "where Ivo works"]),
            ("what Ben and Ida eat", &["what Ben eat", "what Ida eat"]),
            ("who sells our flour and sugar", &["who sells our flour", "who sells our sugar"]),
            (
                "what Ana said about the roof and the door",
                &["what Ana said about the roof", "what Ana said about the door"],
            ),
        ] {
            assert_eq!(each(core, false), things, "{core}");
        }
    }

    #[test]
    fn several_statements_are_told_apart() {
        for (core, statements) in [
            ("Ivo smokes, including what he smokes", &["Ivo smokes", "what he smokes"][..]),
            ("Ivo comes to dinner, with his dish", &["Ivo comes to dinner", "his dish"]),
            ("Ivo comes, with his dish and chair", &["Ivo comes", "his dish", "his chair"]),
            ("Ana eats meat and that Bo does not", &["Ana eats meat", "that Bo does not"]),
            ("Ivo smokes and that he eats no meat", &["Ivo smokes", "that he eats no meat"]),
            ("Ana is a vet and Bo eats no meat", &["Ana is a vet", "Bo eats no meat"]),
            ("Mia is a vet and hates olives", &["Mia is a vet", "Mia hates olives"]),
            ("Tess plays the cello and the oboe", &["Tess plays the cello", "Tess plays the oboe"]),
        ] {
            assert_eq!(each(core, true), statements, "{core}");
        }
    }

    #[test]
    fn one_thing_is_not() {
        for core in [
            "the code of the door and the garage", "salt and pepper mills", "Ada and Bo",
            "research and development", "the meeting with the board", "the dinner with Ana and Luis",
            "the wedding of Ben and Ida", "the Marks and Spencer order", "the fish and chip shop",
            "Tom and Jerry", "my mum and dad's address", "Kit's Marks and Spencer order",
            "the \"rent and the order\" note", "and the dog", "",
        ] {
            assert_eq!(conjuncts(core, false), None, "{core}");
        }
        assert_eq!(conjuncts("Ivo sings and dances", true), None);
        assert_eq!(conjuncts("Ada and Bo live in Graz", true), None);
    }

    #[test]
    fn several_are_told_from_one() {
        for (core, several) in [
            ("Kit's allergies", true),
            ("the keys of the barn", true),
            ("what Ana said", true),
            ("Kit's allergy", false),
            ("the key of the boats", false),
            ("Kit's address", false),
        ] {
            assert_eq!(asks_for_several(core), several, "{core}");
        }
    }

    #[test]
    fn no_text_is_too_strange() {
        for text in
            ["é  und  ß", "Zoë’s  «car»  and é", "é of  é and ß", "and and and", "’s and ’s x", "был &  и e"]
        {
            for (at, _) in text.char_indices() {
                let _ = conjuncts(&text[at..], at % 2 == 0);
                let _ = asks_for_several(&text[..at]);
            }
        }
    }

    #[test]
    fn what_may_be_one_thing_is_told() {
        for (core, one) in [
            ("the bed and breakfast", Some("bed and breakfast")),
            ("Kit's salt and pepper allergy", Some("salt and pepper allergy")),
            ("Rita's car and bike", None),
            ("the bed and the breakfast", None),
        ] {
            assert_eq!(conjuncts(core, false).and_then(|found| found.one), one, "{core}");
        }
    }
}
