//! Another name that a text says somebody goes by, or went by: "Robin Goodfellow, alias Puck", "known as Puck", "née Marsh".

use std::ops::Range;

use nepenthe_text::word::{english_word, fold};

/// What leads it behind the full name, after "is", "was" and adverbs.
const BEHIND: &[&str] = &[
    "alias", "aka", "a.k.a.", "a k a", "known as", "known to all as", "known to everyone as",
    "known to everybody as", "known to friends as", "goes by", "goes by the name of", "goes by the name",
    "goes by the nickname", "nicknamed", "nickname", "called", "answers to", "posts under the name",
    "writes under the name", "plays under the name", "posts under the name of", "writes under the name of",
    "posts under the pseudonym", "writes under the pseudonym", "writes as", "performs as", "sings as",
    "plays as", "genannt", "auch bekannt als", "bekannt als", "mit dem spitznamen", "dit", "dite",
    "surnommé", "surnommée", "alias", "connu sous le nom de", "connue sous le nom de", "detto", "detta",
    "soprannominato", "soprannominata", "apodado", "apodada", "conocido como", "conocida como", "apelidado",
    "apelidada", "conhecido como", "conhecida como", "bijgenaamd",
];
/// The same of a name of before, which has the first name of today: "née Marsh", "formerly Sarah Marsh".
const BEFORE: &[&str] = &[
    "née", "nee", "born", "formerly", "previously", "once", "formerly known as", "previously known as",
    "maiden name", "maiden name is", "maiden name was", "used to be", "used to be called", "married name is",
    "married name was", "changed her name from", "changed his name from", "changed their name from",
    "was born", "is née", "geb.", "geborene", "geborener", "früher", "nata", "nacida", "nascida", "geboren",
    "was",
];
/// What may stand between a name and what leads another.
const ADVERBS: &[&str] =
    &["is", "was", "also", "better", "often", "usually", "commonly", "sometimes", "now", "still"];
/// What stands behind it, before or behind the full name: "Puck is Robin Goodfellow's nickname".
const IS_OF: &[&str] = &["nickname", "alias", "handle", "pseudonym", "pen name", "stage name", "spitzname"];
/// Who says it: "his friends call Robin Goodfellow Puck".
const CALL: &[&str] = &[
    "call", "calls", "called", "calling", "name", "named", "nicknamed", "nickname", "nennen", "nennt",
    "appelle", "appellent", "llaman", "chiamano", "noemen",
];
/// Who says it behind the full name, before a verb of naming: "whom everyone calls Puck", "den alle Puck nennen".
const WHOM: &[&str] = &[
    "who", "whom", "that", "den", "die", "wird", "wurde", "wordt", "que", "qu'on", "al", "a", "che", "die",
    "le", "lo", "la", "les", "se",
];
const NAMING: &[&str] = &[
    "call", "calls", "nickname", "nicknamed", "nennen", "nennt", "rufen", "genannt", "genoemd", "noemen",
    "appelle", "appellent", "surnomme", "llaman", "llama", "apodan", "chiamano", "chiama", "chamam",
];
/// Behind which of them the name may stand before the verb.
const LAST: &[&str] = &["nennen", "nennt", "rufen", "genannt", "genoemd", "noemen"];
/// How many words there are at most from the one to the other.
const NEAR: usize = 5;
/// What opens it before the full name: "Puck is what we call Robin Goodfellow".
const IS_WHAT: &[&str] = &[" is what ", " is how ", " is who "];
/// How many words one has.
const MOST: usize = 2;

/// The other name that a text gives the person whose full name stands at a place.
pub(super) fn of(text: &str, name: &Range<usize>) -> Option<String> {
    let name = &bare(text, name);
    let behind = text.get(name.end..)?;
    let tail = behind.trim_start_matches([' ', ',', '(', '–', '—', '-']);
    let genitive =
        behind.strip_prefix("'s").or_else(|| behind.strip_prefix("’s")).unwrap_or(behind).trim_start();
    let before = led_by(BEFORE, tail).or_else(|| led_by(BEFORE, genitive)).and_then(name_at);
    if let Some(name) = before.and_then(|before| of_before(&text[name.clone()], &before)) {
        return Some(name);
    }
    let said = ADVERBS
        .iter()
        .chain(ADVERBS)
        .fold(tail, |tail, word| led_by(&[word], tail.trim_start()).unwrap_or(tail));
    let said = said.trim_start();
    // "Robin Goodfellow called Puck" rang him.
    let rang = said.starts_with("called")
        && said.len() == tail.len()
        && !behind.trim_start().starts_with([',', '(']);
    if let Some(name) = led_by(BEHIND, said).filter(|_| !rang).and_then(name_at) {
        return Some(name);
    }
    if let Some(name) = called_behind(tail).or_else(|| under(tail)) {
        return Some(name);
    }
    let genitive = genitive.to_lowercase();
    let before = text.get(..name.start)?.trim_end();
    if is_named_for(before) {
        let said = IS.iter().find_map(|is| led_by(&[is], tail));
        if let Some(name) = said.and_then(name_at) {
            return Some(name);
        }
    }
    if IS_OF.iter().any(|noun| genitive.starts_with(noun)) {
        if let Some(before) = before.strip_suffix(" is").or_else(|| before.strip_suffix(" was")) {
            return whole(before);
        }
        let noun = IS_OF.iter().find(|noun| genitive.starts_with(*noun))?;
        let after = &behind[behind.len() - genitive.len()..];
        let after = after.get(noun.len()..)?.trim_start();
        return after.strip_prefix("is ").and_then(name_at);
    }
    let of = IS_OF.iter().find_map(|noun| before.strip_suffix(&format!(" is the {noun} of")));
    if let Some(before) = of {
        return whole(before);
    }
    let caller = before.rsplit(' ').next().unwrap_or_default().to_lowercase();
    if let Some((name, called)) = IS_WHAT.iter().find_map(|link| before.split_once(link))
        && CALL.contains(&caller.as_str())
        && called.split(' ').count() < NEAR
    {
        return whole(name);
    }
    (CALL.contains(&caller.as_str()) && behind.starts_with(' ')).then(|| name_at(behind)).flatten()
}

/// What says that somebody does something under another name: "performs under the stage name Puck".
const UNDER: &[&str] = &[
    "under", "by", "with", "unter", "mit", "sous", "avec", "bajo", "con", "sotto", "sob", "com", "onder",
    "met", "pod",
];
const NAMES: &[&str] = &[
    "name", "names", "pseudonym", "alias", "moniker", "nickname", "stagename", "namen", "kunstlernamen",
    "kunstlername", "spitznamen", "decknamen", "nom", "pseudonyme", "surnom", "nombre", "seudonimo", "apodo",
    "nome", "pseudonimo", "soprannome", "apelido", "naam", "artiestennaam", "bijnaam", "schuilnaam",
    "handle", "imieniem", "pseudonimem",
];
/// What may stand behind such a noun before the name.
const OF_NAME: &[&str] = &[
    "of", "de", "di", "d'arte", "d’arte", "artistico", "artistique", "scene", "plume", "guerre", "guerra",
    "arte", "is", "ist",
];

/// The name in a text that begins with what somebody does under it: "performs under the stage name Puck", "tritt unter dem Namen
/// Puck auf".
fn under(tail: &str) -> Option<String> {
    let words: Vec<&str> = tail.split(' ').take(NEAR * 2).collect();
    let is = |list: &[&str], word: &str| list.contains(&fold(word.trim_end_matches([',', ':'])).as_str());
    let at = words.iter().take(NEAR).position(|word| is(UNDER, word)).filter(|at| *at > 0)?;
    let noun = at + 1 + words[at + 1..].iter().take(NEAR).position(|word| is(NAMES, word))?;
    let small = |word: &&str| !word.starts_with(char::is_uppercase);
    // "Works under a manager whose name is Puck" is another's.
    if !words[at + 1..noun].iter().all(small) || noun > at + 3 {
        return None;
    }
    let skipped = words[noun + 1..].iter().take_while(|word| is(OF_NAME, word)).count();
    let name = words.get(noun + 1 + skipped)?;
    name_at(&tail[name.as_ptr() as usize - tail.as_ptr() as usize..])
}

/// Nouns for another name, and what stands between them and whose it is: "our nickname for Robin Goodfellow is Puck".
const FOR: &[&str] =
    &["for", "of", "fur", "von", "pour", "de", "d", "para", "di", "per", "van", "voor", "do", "da"];

/// Whether what stands before a full name says that another name of theirs follows.
fn is_named_for(before: &str) -> bool {
    let mut words = before.rsplit([' ', '\'', '’']).filter(|word| !word.is_empty()).map(fold);
    let linked = words.next().is_some_and(|word| FOR.contains(&word.as_str()));
    linked && words.next().is_some_and(|noun| noun != "name" && OTHER_NAMES.contains(&noun.as_str()))
}

const OTHER_NAMES: &[&str] = &[
    "nickname", "alias", "pseudonym", "moniker", "codename", "handle", "username", "spitzname", "kosename",
    "deckname", "kunstlername", "pseudo", "pseudonyme", "surnom", "apodo", "mote", "seudonimo", "alias",
    "soprannome", "pseudonimo", "nomignolo", "apelido", "alcunha", "bijnaam", "koosnaam", "schuilnaam",
    "artiestennaam",
];

/// Where a full name stands without the article before it: "d'Apolline Berthier".
fn bare(text: &str, name: &Range<usize>) -> Range<usize> {
    let led = ["d'", "D'", "d’", "D’"].iter().find(|led| text[name.clone()].starts_with(**led));
    name.start + led.map_or(0, |led| led.len())..name.end
}

/// The name in a text that begins with who calls somebody so: "whom everyone calls Puck".
fn called_behind(tail: &str) -> Option<String> {
    let words: Vec<&str> = tail.split(' ').take(NEAR + 1).collect();
    WHOM.contains(&words.first()?.to_lowercase().as_str()).then_some(())?;
    let bare = |word: &str| word.trim_end_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
    let verb = words.iter().position(|word| NAMING.contains(&bare(word).as_str()))?;
    let (before, verb) = (words[..verb].join(" "), words[verb]);
    let last = LAST.contains(&bare(verb).as_str());
    let from = before.find(|c: char| c.is_uppercase() || QUOTES.contains(&c)).filter(|_| last);
    match from {
        Some(from) => whole(&before[from..]),
        None => name_at(tail.get(before.len() + 1 + verb.len()..)?),
    }
}

/// Whether a text has a word by which one tells what somebody goes by.
pub(super) fn may_tell(text: &str) -> bool {
    let said = |word: &str| {
        let word = word.trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase();
        let lists = [CALL, NAMING, HANDLES, IS_OF, BEHIND];
        word != "name" && lists.iter().any(|list| list.contains(&word.as_str()))
    };
    text.split_whitespace().any(said)
}

/// The other name that stands amid the words of a name: "Robin (Puck) Goodfellow".
pub(super) fn amid(text: &str, name: &[String]) -> Option<String> {
    let [first, .., last] = name else { return None };
    let (_, behind) = text.split_once(first.as_str())?;
    let (within, rest) = behind.strip_prefix(' ')?.split_once(last.as_str())?;
    let within = within.strip_suffix(' ')?;
    let marked = within.starts_with('(') && within.ends_with(')') || within.starts_with(QUOTES);
    let ends = !rest.starts_with(char::is_alphanumeric);
    (marked && ends).then(|| whole(within.trim_matches(['(', ')']))).flatten()
}

/// Words for a handle, and those that tell one only where it is written as no word is.
const HANDLES: &[&str] = &[
    "handle", "username", "nick", "gamertag", "benutzername", "benutzernamen", "gebruikersnaam", "pseudo",
    "nutzername", "nutzernamen",
];
const LOOSE: &[&str] =
    &["name", "account", "login", "user", "id", "usuario", "utente", "konto", "utilisateur"];
/// What stands between such a word and the handle.
const IS: &[&str] = &["is", "was", "ist", "lautet", "est", "es", "è", "é", "called"];
/// What is said of a handle that is none.
const NO_HANDLE: &[&str] = &[
    "wrong", "unknown", "missing", "invalid", "taken", "secret", "private", "broken", "blocked", "locked",
    "expired", "disabled", "deleted", "still", "unset", "free", "falsch", "gesperrt", "unbekannt",
];
/// What may stand before such a word beside a service.
const LED: &[&str] = &["has", "the", "a", "uses", "hat", "den", "user", "forum", "chat", "gaming", "online"];
/// The fewest letters of one.
const SHORTEST: usize = 4;

/// The handle that a text says somebody has, whose full name stands at a place: "'s GitHub handle is puck-oss".
pub(super) fn handle(text: &str, name: &Range<usize>) -> Option<String> {
    let name = &bare(text, name);
    let behind = text.get(name.end..)?;
    let is_one = |own: &str| {
        let plain = own.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
        plain && own.len() >= SHORTEST && !english_word(own) && !NO_HANDLE.contains(&own)
    };
    if is_named_for(text.get(..name.start)?.trim_end()) {
        let mut said = behind.split_whitespace().skip_while(|word| IS.contains(word));
        let own = said.next()?.trim_matches(|c: char| !c.is_alphanumeric());
        return Some(own.to_owned()).filter(|own| is_one(own));
    }
    let mut words = behind.split_whitespace().take(NEAR * 2);
    let bare = |word: &str| word.trim_end_matches([',', ':', '=']).to_lowercase();
    let within = |word: &&str| {
        let label = bare(word);
        HANDLES.contains(&label.as_str()) || LOOSE.contains(&label.as_str())
    };
    let before: Vec<&str> = words.by_ref().take_while(|word| !within(word)).collect();
    if before.len() > NEAR {
        return None;
    }
    let from =
        before.last().map_or(name.end, |last| last.as_ptr() as usize - text.as_ptr() as usize + last.len());
    let label = text.get(from..)?.split_whitespace().next()?;
    let of_service = before.last().is_some_and(|last| last.starts_with(char::is_uppercase));
    let said: Vec<&str> = words.collect();
    let skipped = said.iter().take_while(|word| IS.contains(&bare(word).as_str())).count();
    let own = said.get(skipped)?;
    let own = own.trim_matches(|c: char| !c.is_alphanumeric());
    let odd = own.contains(|c: char| c.is_ascii_digit() || matches!(c, '_' | '-'));
    // "The door handle is loose."
    let of_door = before.last().is_some_and(|last| {
        !of_service && !last.ends_with("'s") && !last.ends_with("’s") && !LED.contains(last)
    });
    let told = HANDLES.contains(&bare(label).as_str()) && !of_door || bare(label) == "name" && of_service;
    let plain = own.chars().all(|c| c.is_ascii_alphanumeric() || matches!(c, '_' | '-' | '.'));
    let whole =
        plain && own.len() >= SHORTEST && (odd || told && !english_word(own) && !NO_HANDLE.contains(&own));
    whole.then(|| own.to_owned())
}

/// What stands behind the longest of these words with which a text begins: "goes by the name of" before "goes by".
fn led_by<'t>(leads: &[&str], text: &'t str) -> Option<&'t str> {
    let rests = leads.iter().filter_map(|lead| {
        let (said, rest) = (text.get(..lead.len())?, text.get(lead.len()..)?);
        (said.to_lowercase() == *lead && rest.starts_with([' ', ':', '"', '“', '\''])).then_some(rest)
    });
    rests.min_by_key(|rest| rest.len())
}

/// The name of before in full, with the first name of today; `None` where it has another: "was Santa Claus at the party".
fn of_before(today: &str, before: &str) -> Option<String> {
    let first = today.split(' ').next().filter(|first| first.len() < today.len())?;
    match before.split_once(' ') {
        None => Some(format!("{first} {before}")).filter(|name| name != today),
        Some((own, _)) => (own == first).then(|| before.to_owned()),
    }
}

/// A text that is nothing but a name.
fn whole(text: &str) -> Option<String> {
    name_at(text).filter(|name| name.len() == text.trim_matches(QUOTES).trim().len())
}

const QUOTES: [char; 9] = ['"', '“', '”', '„', '\'', '‘', '’', '«', '»'];

/// The name with which a text begins: what is quoted, or words with capitals.
fn name_at(text: &str) -> Option<String> {
    let text = text.trim_start_matches([' ', ':']);
    let quoted = text.starts_with(QUOTES);
    let text = text.trim_start_matches(QUOTES);
    // "El Zurdo", in small letters where it is quoted.
    let led = ["el ", "la ", "le ", "il ", "o ", "a ", "der ", "die ", "de ", "the "];
    let text = led.iter().filter(|_| quoted).find_map(|led| text.strip_prefix(led)).unwrap_or(text);
    let end = match quoted {
        true => text.find(QUOTES)?,
        false => text.find([',', '.', ';', ':', '(', ')', '!', '?', '\n']).unwrap_or(text.len()),
    };
    let words = text[..end].split_whitespace();
    let words: Vec<&str> = words.take_while(|word| word.starts_with(char::is_uppercase)).collect();
    let name = words.join(" ");
    let plain = name.chars().all(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '\'' | '’'));
    ((1..=MOST).contains(&words.len()) && plain && name.chars().count() > 1).then_some(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn alias(text: &str) -> Option<String> {
        let at = text.find("Robin Goodfellow").unwrap();
        of(text, &(at..at + "Robin Goodfellow".len()))
    }

    #[test]
    fn what_somebody_goes_by_is_their_name() {
        for text in [
            "Robin Goodfellow, alias \"Puck\", runs the bar.",
            "Robin Goodfellow, alias Puck, runs the bar.",
            "Robin Goodfellow aka Puck runs the bar.",
            "Robin Goodfellow (a.k.a. Puck) runs the bar.",
            "Robin Goodfellow (aka Puck)",
            "Robin Goodfellow is known as Puck.",
            "Robin Goodfellow, also known as Puck, sings.",
            "Robin Goodfellow, better known as Puck, sings.",
            "Robin Goodfellow goes by Puck.",
            "Robin Goodfellow goes by the name of Puck.",
            "Robin Goodfellow, nicknamed Puck, sings.",
            "Robin Goodfellow is nicknamed “Puck”.",
            "Robin Goodfellow's nickname is Puck.",
            "Puck is Robin Goodfellow's nickname.",
            "Puck is the nickname of Robin Goodfellow.",
            "Everybody calls Robin Goodfellow Puck.",
            "Robin Goodfellow is also known as Puck.",
            "Robin Goodfellow is often called Puck.",
            "Robin Goodfellow was better known as Puck.",
            "Robin Goodfellow, genannt Puck, singt.",
        ] {
            assert_eq!(alias(text).as_deref(), Some("Puck"), "{text}");
        }
    }

    #[test]
    fn a_name_of_before_keeps_the_first_name() {
        for text in [
            "Robin Goodfellow, née Marsh, sings.",
            "Robin Goodfellow (née Marsh) sings.",
            "Robin Goodfellow, formerly Robin Marsh, sings.",
            "Robin Goodfellow, formerly known as Robin Marsh, sings.",
            "Robin Goodfellow was Robin Marsh before she married.",
            "Robin Goodfellow used to be Robin Marsh.",
            "Robin Goodfellow's maiden name is Marsh.",
            "Robin Goodfellow (born Marsh) sings.",
            "Robin Goodfellow, geb. Marsh, singt.",
        ] {
            assert_eq!(alias(text).as_deref(), Some("Robin Marsh"), "{text}");
        }
    }

    #[test]
    fn who_is_called_so_by_others_goes_by_that() {
        for text in [
            "Puck is what we call Robin Goodfellow.",
            "Puck is how everyone calls Robin Goodfellow.",
            "Robin Goodfellow, whom everyone calls Puck, sings.",
            "Robin Goodfellow, who they call Puck, sings.",
            "Robin Goodfellow wird Puck genannt.",
            "Robin Goodfellow, den alle Puck nennen, singt.",
            "Robin Goodfellow wordt Puck genoemd.",
            "Robin Goodfellow, surnommé Puck, chante.",
            "Robin Goodfellow, que tout le monde appelle Puck, chante.",
            "Robin Goodfellow, al que llaman Puck, canta.",
            "Robin Goodfellow, a la que todos llaman Puck, canta.",
            "Robin Goodfellow, detto Puck, canta.",
            "Robin Goodfellow, che tutti chiamano Puck, canta.",
            "Robin Goodfellow posts under the name Puck.",
            "Robin Goodfellow performs under the stage name Puck.",
            "Robin Goodfellow records music under the name of Puck.",
            "Robin Goodfellow writes under his pen name Puck.",
            "Robin Goodfellow tritt unter dem Künstlernamen Puck auf.",
            "Robin Goodfellow chante sous le nom de scène Puck.",
            "Robin Goodfellow écrit sous le pseudonyme de Puck.",
            "Robin Goodfellow canta bajo el nombre artístico Puck.",
            "Robin Goodfellow canta con il nome d'arte Puck.",
            "Robin Goodfellow escreve sob o nome Puck.",
            "Robin Goodfellow zingt onder de artiestennaam Puck.",
            "Our nickname for Robin Goodfellow is Puck.",
            "Unser Spitzname für Robin Goodfellow ist Puck.",
            "Le surnom de Robin Goodfellow est Puck.",
            "El apodo de Robin Goodfellow es Puck.",
            "A Robin Goodfellow le llaman 'el Puck'.",
        ] {
            assert_eq!(alias(text).as_deref(), Some("Puck"), "{text}");
        }
        let name = ["Robin".to_owned(), "Goodfellow".to_owned()];
        for text in ["Robin (Puck) Goodfellow sings.", "Robin \"Puck\" Goodfellow sings."] {
            assert_eq!(amid(text, &name).as_deref(), Some("Puck"), "{text}");
        }
        for text in ["Robin and Puck Goodfellow sing.", "Robin (now in Ulm) Goodfellow", "Robin Goodfellow"] {
            assert_eq!(amid(text, &name), None, "{text}");
        }
    }

    #[test]
    fn a_handle_needs_no_sign() {
        let found = |text: &str| handle(text, &(0.."Robin Goodfellow".len()));
        for (text, own) in [
            ("Robin Goodfellow's GitHub handle is puck-oss.", "puck-oss"),
            ("Robin Goodfellow's username is pucky.", "pucky"),
            ("Robin Goodfellow's Discord name is pucky.", "pucky"),
            ("Robin Goodfellow has the handle puck_77.", "puck_77"),
            ("Robin Goodfellow's GitHub account: puck-oss", "puck-oss"),
            ("Robin Goodfellow's Steam id is puck77.", "puck77"),
        ] {
            assert_eq!(found(text).as_deref(), Some(own), "{text}");
        }
        let text = "Le pseudo d'Robin Goodfellow est fauvette33.";
        let at = text.find("Robin").unwrap();
        assert_eq!(handle(text, &(at..at + 16)).as_deref(), Some("fauvette33"));
        for text in [
            "Robin Goodfellow's account is overdue.",
            "Robin Goodfellow's login is broken.",
            "Robin Goodfellow forgot the username.",
            "Robin Goodfellow's username is wrong.",
            "Robin Goodfellow's dog's name is pucky.",
            "Robin Goodfellow has a handle on it.",
            "Robin Goodfellow's door handle is loose.",
        ] {
            assert_eq!(found(text), None, "{text}");
        }
    }

    #[test]
    fn a_genitive_may_be_part_of_the_name() {
        let text = "Robin Goodfellow's nickname is Puck.";
        assert_eq!(of(text, &(0.."Robin Goodfellow's".len())).as_deref(), Some("Puck"));
    }

    #[test]
    fn what_is_no_other_name_is_none() {
        for text in [
            "Robin Goodfellow knows Puck.",
            "Robin Goodfellow called Puck about the roof.",
            "Robin Goodfellow is known as the best baker.",
            "Robin Goodfellow goes by train.",
            "Robin Goodfellow goes by bus to Ulm.",
            "Puck is Robin Goodfellow's cat.",
            "Robin Goodfellow, Puck and Ida sing.",
            "The nickname of Puck is known to Robin Goodfellow.",
            "I will call Robin Goodfellow on Monday.",
            "Robin Goodfellow, known for his songs, sings.",
            "Robin Goodfellow called.",
            "Robin Goodfellow was Father Christmas at the fair.",
            "Robin Goodfellow, born in Leeds, sings.",
            "Robin Goodfellow was in Leeds.",
            "Robin Goodfellow, formerly of Leeds, sings.",
            "Robin Goodfellow is also a baker.",
            "Robin Goodfellow works under a manager in Leeds.",
            "Robin Goodfellow travels with a group by the sea in Leeds.",
            "Robin Goodfellow works under Puck.",
            "Our plan for Robin Goodfellow is Leeds.",
            "Robin Goodfellow spielt mit dem Hund Puck.",
            "The birthday of Robin Goodfellow is Monday.",
            "Robin Goodfellow le ha dado la llave a Puck.",
            "El jefe de Robin Goodfellow es Puck.",
            "Le chat de Robin Goodfellow est Puck.",
            "Robin Goodfellow is under the name of no firm.",
        ] {
            assert_eq!(alias(text), None, "{text}");
        }
    }
}
