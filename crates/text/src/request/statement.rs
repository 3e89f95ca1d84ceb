//! A statement that no "that" opens: "Ana Solberg lives in Graz".

use super::phrase_match::{capital, is_genitive, opening, starts, words};
use super::role;
use crate::clause::{Finite, finite, is_foreign_verb};

/// Adverbs between a subject and its verb.
const ADVERBS: &str = " also always often usually sometimes still already just only now then never no longer not really currently recently \
    once even probably apparently both auch immer noch nicht schon aussi toujours también siempre anche sempre também ook altijd nog \
    тоже уже не ещё nie też już ";
/// Participles behind a name that only say of it how it is called or where it is.
const PARTICIPLES: &str = " named called spelled spelt written nicknamed dubbed born married mentioned filed saved stored listed noted \
    recorded based dated titled entitled marked labelled labeled ";
/// Verbs that end a statement about somebody: "Mara smokes".
const ALONE: &str = " smokes smoked snores sleeps swims skis sings gambles retired resigned died quit ";
/// Verbs, nouns too, that need no object behind a name.
const INTRANSITIVE: &str = " works sleeps plays swims rides walks runs sits stands smokes drinks dances sails skis studies cycles talks sings cooks ";
const MODALS: &str = " can will may might must ";
/// Nouns behind which a clause follows without "that": "the way guests are greeted".
const CLAUSED: &str = " way ways day days time times place places reason year week moment month thing things nicknames name names ";
/// Subjects by themselves.
const PRONOUNS: &str =
    " i we you he she it they there this that nobody everybody everyone someone somebody nothing ";
const ARTICLES: &str = " the a an my our your his her its their this that ";
/// Nouns that say of a statement what it is, and have no other "that" behind them ("the note that Ana left").
const CLAIMS: &str = " fact claim claims rumour rumor rumours rumors gossip allegation allegations accusation assertion assertions suspicion \
    assumption belief impression notion news assurance assurances insistence hunch guess lie myth misconception ";
/// Nouns of what is written or told, of which "saying" tells what it says.
const RECORDS: &str =
    " entry entries note notes record records line remark statement comment message memory text sentence ";
const SAYING: &[&str] = &["saying that", "stating that", "claiming that", "saying", "stating", "claiming"];
/// What may stand between a claim and its owner: a "damage claim" is another thing.
const QUALIFIERS: &str =
    " old new wrong false mistaken untrue absurd recent earlier repeated unfounded silly stupid outdated ";
/// Finite verbs of languages that [`crate::clause`] doesn't know.
const SLAVIC: &str = " живёт живет работает любит имеет учит была был было есть ест пьёт пьет ходит ездит играет знает говорит \
    хочет просит болеет переехал переехала купил купила mieszka pracuje lubi ma jest uczy był była było je pije jeździ gra wie mówi \
    chce prosi kupił kupiła ";

/// Whether the words are a statement: a finite verb stands behind a subject that is a name, or plainly a subject.
pub(super) fn is_statement(core: &str) -> bool {
    let core = core.trim_end_matches(['.', '!', ' ']);
    // "I don't need her file any more" asks for it.
    let needs = words(core).iter().any(|word| ["need", "want"].contains(&word.as_str()));
    let speaker = opening(core, &["i", "we", "you"]).is_some();
    let asks = needs && speaker || core.contains(['?', ':', ';', '"', '“']);
    !asks && verb(core).is_some()
}

/// Whether a text says something: it has a subject and a finite verb.
pub(super) fn says(text: &str) -> bool {
    let first = words(text).into_iter().next().unwrap_or_default();
    let contracted = ["'s", "'re", "'m", "'ve", "'ll"]
        .iter()
        .any(|end| first.strip_suffix(end).is_some_and(|pronoun| PRONOUNS.contains(&format!(" {pronoun} "))));
    let pronoun = PRONOUNS.contains(&format!(" {first} ")) && first != "that" && first != "this";
    (pronoun && text.contains(' ')) || contracted || verb(text).is_some()
}

/// Whether the last word of a text is a form of be, have or do, or a modal verb.
pub(super) fn ends_in_auxiliary(text: &str) -> bool {
    const AUXILIARIES: &str = " is are was were am be been do does did has have had can could will would shall should may might must ";
    words(text).last().is_some_and(|word| AUXILIARIES.contains(&format!(" {word} ")))
}

/// Where the finite verb stands, counted in words.
pub(super) fn verb(text: &str) -> Option<usize> {
    const MOST: usize = 8;
    let all: Vec<&str> = text.split_whitespace().collect();
    let names = all.iter().take_while(|word| capital(word)).take(4).count();
    if let Some(at) = (0..names).find(|&at| contracts(all[at], &all[at + 1..])) {
        return Some(at);
    }
    (1..all.len().min(MOST)).find(|&at| is_verb(&all, at)).filter(|&at| is_subject(&all[..at], all[at]))
}

/// "Ana's in Graz": a name with its verb.
fn contracts(first: &str, behind: &[&str]) -> bool {
    const BEHIND: &[&str] =
        &["in", "at", "from", "allergic", "not", "a", "an", "the", "vegan", "married", "pregnant"];
    let name = first.strip_suffix("'s").or_else(|| first.strip_suffix("’s"));
    name.is_some_and(|name| capital(name) && !opens_clause(&name.to_lowercase()))
        && behind.first().is_some_and(|next| BEHIND.contains(next))
        && behind.get(1).is_none_or(|second| !second.ends_with("ing"))
}

/// Whether the word is a finite verb where it stands.
fn is_verb(all: &[&str], at: usize) -> bool {
    let word = all[at].trim_end_matches([',', '.']);
    // "That's" has its own subject.
    let contracted = word.contains(['\'', '’']) && !["n't", "n’t"].iter().any(|end| word.ends_with(end));
    if contracted
        || matches!(word, "am" | "do")
        || all[at] != word
        || !word.chars().all(|c| c.is_lowercase() || matches!(c, '\'' | '’'))
    {
        return false;
    }
    let lower = word.replace('’', "'");
    let next = all.get(at + 1).copied();
    let behind = next.unwrap_or_default();
    let object = opens_object(behind) && behind != "that";
    if at == 1 && next.is_none() && capital(all[0]) && ALONE.contains(&format!(" {lower} ")) {
        return true;
    }
    match finite(&lower) {
        // "The will my aunt made", "the way it is".
        Finite::Auxiliary => next.is_some() && !(MODALS.contains(&format!(" {lower} ")) && object),
        Finite::Sure => !behind.ends_with("ing") || object,
        Finite::Noun => {
            (INTRANSITIVE.contains(&format!(" {lower} ")) && crate::clause::is_small(behind))
                || object
                || capital(behind)
                || plain(behind)
        }
        Finite::Guessed => object,
        Finite::Past => {
            !PARTICIPLES.contains(&format!(" {lower} "))
                && behind != "by"
                && (object || all[..at].iter().all(|word| capital(word)))
        }
        Finite::No => {
            let listed = SLAVIC.contains(&format!(" {lower} "));
            next.is_some() && (listed || is_foreign_verb(&lower, behind))
        }
    }
}

/// Whether a word begins an object: "a", "her", "two".
fn opens_object(word: &str) -> bool {
    const OBJECTS: &str = " a an the his her its their my our your no two three four five six seven eight nine ten every each that \
        some any me us him them it all ";
    OBJECTS.contains(&format!(" {word} "))
}

/// Whether a word in small letters is no verb and no small word, and so the object of a verb: "plays chess".
fn plain(word: &str) -> bool {
    word.len() > 3
        && word.chars().all(char::is_lowercase)
        && (!word.ends_with('s') || word.ends_with("ss"))
        && finite(word) == Finite::No
        && !crate::clause::is_small(word)
}

/// Whether the words before a verb are its subject, and nothing that the verb's clause belongs to.
fn is_subject(head: &[&str], verb: &str) -> bool {
    let small = |word: &str| word.replace('’', "'").to_lowercase();
    let mut head = head;
    while let [front @ .., last] = head
        && ADVERBS.contains(&format!(" {} ", small(last)))
    {
        head = front;
    }
    let Some(first) = head.first() else { return false };
    if head.iter().any(|word| word.ends_with([',', ';', '.']) && word.chars().count() > 4) {
        return false;
    }
    let link = |word: &&str| {
        ["and", "&", "de", "von", "van", "der", "the", "la", "of", "und", "et", "y", "e"].contains(word)
    };
    let number = |word: &str| word.chars().any(char::is_numeric);
    let auxiliary = matches!(finite(&small(verb)), Finite::Auxiliary);
    let named = |word: &&str| capital(word) || number(word) || link(word);
    if capital(first) && head.iter().all(named) && !head.last().is_some_and(|last| is_genitive(last)) {
        let asks =
            ends_in_auxiliary(first) && !matches!(small(first).as_str(), "may" | "will") && head.len() > 1;
        let bare = head.len() == 1 && is_article(&small(first));
        return !(asks || bare || opens_clause(&small(first)));
    }
    // "Our tenant Bo Lund has two cats", but not "the flat Bo Lund has".
    let introduced =
        is_article(&small(first)) && head.len() > 2 && head.last().is_some_and(|last| capital(last));
    if introduced {
        return introduces(head);
    }
    // "My sister lives in Graz", "order 7788 was paid", "Ana's dress size is 40".
    let plain = |word: &&str| word.chars().all(|c| c.is_lowercase() || c == '-');
    let owned = is_genitive(first) && capital(first) || is_article(&small(first));
    let noun = head.len() > 1 && head[1..].iter().all(plain) && head.len() <= 4 && !is_claused(&head[1..]);
    let numbered = head.len() > 1 && head.last().is_some_and(|last| number(last));
    let sure = auxiliary || matches!(finite(&small(verb)), Finite::Sure);
    let bare = head.iter().any(|word| {
        opens_clause(&small(word))
            || PRONOUNS.contains(&format!(" {} ", small(word))) && !is_article(&small(word))
    });
    sure && !bare
        && (owned && noun && !head[1..].iter().any(|word| crate::clause::is_small(word))
            || numbered && auxiliary && head.len() <= 4)
}

/// "The nicknames users", "the day bins": a second noun that begins a clause of the first.
fn is_claused(nouns: &[&str]) -> bool {
    nouns.split_last().is_some_and(|(_, nouns)| {
        nouns
            .iter()
            .any(|noun| noun.ends_with('s') && noun.len() > 4 || CLAUSED.contains(&format!(" {noun} ")))
    })
}

fn is_article(word: &str) -> bool {
    ARTICLES.contains(&format!(" {word} "))
}

fn opens_clause(word: &str) -> bool {
    const CLAUSES: &str = " that what who whom whose where when how why which whether if because since as after before while although \
        wo wer was wann wie dass weil ob où qui que quand comment quién dónde cuándo che chi dove quando onde quem waar wie wanneer hoe \
        где кто что когда как gdzie kto co kiedy jak everything all anything ";
    CLAUSES.contains(&format!(" {word} "))
}

/// Whether a role and a name stand together: "the tenant Bo Lund".
fn introduces(head: &[&str]) -> bool {
    head.get(1).is_some_and(|noun| role::is_role(noun)) && head[2..].iter().all(|word| capital(word))
}

/// What follows "that", "the fact that", "the vendor's old claim that" or "the wrong entry saying".
pub(super) fn after_that(core: &str) -> Option<&str> {
    let behind = |nouns: &[&str], link: &[&str]| {
        const MOST: usize = 6;
        let (at, head) = starts(core).into_iter().find_map(|at| {
            let head: Vec<&str> = core[..at].split_whitespace().take(MOST + 1).collect();
            (head.len() > MOST || opening(&core[at..], link).is_some()).then_some((at, head))
        })?;
        let owned = |word: &&str| is_article(&word.to_lowercase()) || is_genitive(word);
        let listed = |list: &str, word: &str| list.contains(&format!(" {word} "));
        let claim = head.split_last().is_some_and(|(last, before)| {
            nouns.iter().any(|nouns| listed(nouns, last))
                && before.last().is_some_and(|word| owned(word) || listed(QUALIFIERS, word))
        });
        (claim && head.len() <= MOST && head.iter().any(owned)).then(|| opening(&core[at..], link))?
    };
    opening(core, &["that"])
        .or_else(|| behind(&[CLAIMS], &["that"]))
        .or_else(|| behind(&[CLAIMS, RECORDS], SAYING))
}

/// What follows "that" where a statement does: "that order 7788 was paid", but not "that blue car".
pub(super) fn behind_that(core: &str) -> Option<&str> {
    let rest = after_that(core)?;
    let all: Vec<&str> = rest.split_whitespace().collect();
    let verb = |at: &usize| {
        let word = all[*at].trim_end_matches([',', '.', ';']).replace('’', "'");
        let lower = !capital(all[*at]);
        let before = at.checked_sub(1).map(|before| all[before].to_lowercase()).unwrap_or_default();
        let plural = || {
            before.ends_with('s')
                || PRONOUNS.contains(&format!(" {before} "))
                || capital(all[at.saturating_sub(1)])
        };
        lower
            && match finite(&word) {
                Finite::No => crate::clause::is_base(&word) && *at > 0 && plural(),
                Finite::Guessed | Finite::Past | Finite::Noun => *at > 0 && !is_article(&before),
                Finite::Auxiliary | Finite::Sure => true,
            }
    };
    let contracted = || {
        words(rest).iter().any(|word| {
            ["'s", "'re", "'m", "'ve", "'ll", "'d"]
                .iter()
                .any(|end| word.strip_suffix(end).is_some_and(|head| PRONOUNS.contains(&format!(" {head} "))))
        })
    };
    let genitive = || all.windows(2).any(|pair| contracts(pair[0], &pair[1..]));
    ((0..all.len()).any(|at| verb(&at)) || contracted() || genitive()).then_some(rest)
}

#[cfg(test)]
mod tests {
    use crate::request::{Extent, parse};

    #[test]
    fn a_name_and_a_verb_are_a_statement() {
        for text in [
            "Rhea Moss lives in Ulm",
            "Rhea Moss drives a Fiat",
            "Timo works in Ulm",
            "Timo is allergic to milk",
            "Timo smokes",
            "Nina retired",
            "Timo's allergic to milk",
            "Rhea moved to Ulm in May",
            "Timo plays chess",
            "Rhea no longer eats meat",
            "Rhea and Timo are married",
            "my sister lives in Ulm",
            "invoice 90412 was paid",
            "Rhea's shoe size is 40",
            "our tenant Timo Saar has two cats",
            "Forget Rhea Moss lives in Ulm.",
            "that invoice 90412 was paid",
            "that Rhea eats no meat",
            "that the gates stick",
            "the rumour that Timo sails",
            "Forget the gossip that Rhea is ill.",
            "the harbour master's old claim that Rhea is ill",
            "Ulla's lie that the gates stick",
            "the wrong assumption that invoice 90412 was paid",
            "the wrong entry saying Timo is a smoker",
            "the note stating that Timo lives in Ulm",
            "Vergiss das Gerücht, dass Rhea krank ist",
            "Rhea Moos wohnt in Ulm",
            "Rhéa habite à Lyon",
            "Rhea vive en Vigo",
            "Rhea abita a Bari",
            "Rhea mora em Faro",
            "Rhea woont in Gent",
            "Рея живёт в Твери",
            "Rhea mieszka w Toruniu",
        ] {
            assert_eq!((parse(text).extent, parse(text).refusal), (Extent::Statement, None), "{text}");
        }
        for text in ["that invoice 90412 was paid", "the rumor that invoice 90412 was paid"] {
            assert_eq!(parse(text).core, "invoice 90412 was paid");
        }
    }

    #[test]
    fn a_name_without_a_verb_is_none() {
        for text in [
            "the client Rose Parks",
            "Frank Walks Ltd",
            "Bob's drives",
            "Team Works",
            "Rhea Moss",
            "Rhea notes",
            "Rhea Moss records",
            "Rhea visits",
            "Rhea's drives",
            "the flat Rhea rents",
            "the things Rhea has in Ulm",
            "where Rhea lives",
            "what Rhea eats",
            "Rhea Moss from Ulm",
            "a dog named Rex",
            "Rhea Moss called Vee",
            "invoice 90412",
            "the foods that I dislike",
            "the foods I dislike",
            "that blue car",
            "that thing of Rhea's",
            "invoice 90412 paid by Rhea",
            "the Coke can",
            "Rhea hat",
            "the note that Rhea left",
            "the note saying goodbye",
            "the claim form that Rhea sent in",
            "the damage claim that Rhea filed in May",
        ] {
            assert_ne!(parse(text).extent, Extent::Statement, "{text}");
        }
    }
}
