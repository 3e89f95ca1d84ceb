//! Persons that a text names, and which of them a pronoun can mean.

use std::collections::HashSet;
use std::ops::Range;
use std::sync::LazyLock;

use super::layout::Splitter;
use super::lexicon::english;
use super::structure::Inset;
use super::token::{EMPHASIS, Kind, Token};
use super::word_class::*;

/// What a pronoun or a noun tells of a person.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Sex {
    Male,
    Female,
}

/// A person, where the text named them last.
#[derive(Clone, Debug)]
pub(super) struct Person {
    /// What can stand for a pronoun.
    pub noun: Range<usize>,
    /// The words of the name or noun.
    pub words: Vec<String>,
    /// None in a heading: it stays.
    pub unit: Option<usize>,
    pub sex: Option<Sex>,
    /// Behind a word that is a command or a name: "Ring Sanne".
    pub ordered: bool,
    /// The subject beside it may be a person too: "The usher called Nils".
    pub rival: bool,
}

/// No text names more persons.
const MOST: usize = 64;
/// Nouns of persons.
const PERSONS: &[&str] = &[
    "accountant", "actor", "actress", "admin", "agent", "architect", "artist", "assistant", "attendant",
    "babysitter", "baker", "barber", "boss", "boy", "boyfriend", "builder", "buyer", "caller", "captain",
    "caretaker", "carpenter", "chairman", "chairwoman", "chef", "child", "clerk", "client", "coach",
    "colleague", "consultant", "cook", "customer", "dentist", "director", "doctor", "driver", "electrician",
    "employee", "employer", "engineer", "ex", "farmer", "father-in-law", "fiancé", "fiancée", "flatmate",
    "friend", "gardener", "girl", "girlfriend", "granddaughter", "grandfather", "grandmother", "grandson",
    "guest", "guide", "hairdresser", "housemate", "intern", "janitor", "judge", "kid", "landlady",
    "landlord", "lawyer", "librarian", "lodger", "lover", "maid", "man", "manager", "mechanic", "midwife",
    "minister", "mother-in-law", "musician", "nanny", "neighbor", "neighbour", "nephew", "niece", "notary",
    "nurse", "officer", "owner", "painter", "partner", "passenger", "patient", "person", "pharmacist",
    "photographer", "physio", "pilot", "plumber", "porter", "postman", "priest", "principal", "professor",
    "pupil", "receptionist", "roommate", "secretary", "seller", "singer", "sister-in-law", "brother-in-law",
    "solicitor", "student", "surgeon", "tailor", "teacher", "teenager", "tenant", "therapist", "trainer",
    "translator", "tutor", "twin", "vet", "vicar", "visitor", "waiter", "waitress", "woman", "worker",
    "arzt", "ärztin", "chef", "chefin", "freund", "freundin", "kollege", "kollegin", "lehrer", "lehrerin",
    "mann", "frau", "nachbar", "nachbarin", "mieter", "mieterin", "kind", "sohn", "tochter", "ehefrau",
    "ehemann", "ami", "amie", "voisin", "voisine", "médecin", "frère", "sœur", "père", "mère", "fils",
    "fille", "mari", "femme", "amigo", "amiga", "vecino", "vecina", "médico", "médica", "hermano", "hermana",
    "padre", "madre", "hijo", "hija", "marido", "mujer", "esposa", "amico", "amica", "vicino", "vicina",
    "fratello", "sorella", "figlio", "figlia", "marito", "moglie", "irmão", "irmã", "pai", "mãe", "filho",
    "filha", "vizinho", "vizinha", "vriend", "vriendin", "buurman", "buurvrouw", "broer", "zus", "vader",
    "moeder", "zoon", "dochter",
];

static NOUNS: LazyLock<HashSet<&str>> = LazyLock::new(|| PERSONS.iter().copied().collect());

const MALE: &[&str] = &[
    "mr", "sir", "lord", "herr", "dad", "father", "brother", "uncle", "grandpa", "grandad", "son", "husband",
    "papa", "opa", "vater", "bruder", "onkel", "actor", "boy", "boyfriend", "brother-in-law", "chairman",
    "father-in-law", "fiancé", "grandfather", "grandson", "landlord", "man", "nephew", "postman", "waiter",
    "arzt", "freund", "kollege", "lehrer", "mann", "nachbar", "mieter", "sohn", "ehemann", "ami", "voisin",
    "frère", "père", "fils", "mari", "amigo", "vecino", "médico", "hermano", "padre", "hijo", "marido",
    "amico", "vicino", "fratello", "figlio", "marito", "irmão", "pai", "filho", "vizinho", "vriend",
    "buurman", "broer", "vader", "zoon", "meneer", "dhr", "señor", "don",
];

const FEMALE: &[&str] = &[
    "mrs", "ms", "miss", "lady", "frau", "mum", "mom", "mother", "sister", "aunt", "grandma", "gran",
    "granny", "nan", "daughter", "wife", "mama", "oma", "mutter", "schwester", "tante", "actress",
    "chairwoman", "fiancée", "girl", "girlfriend", "granddaughter", "grandmother", "landlady", "maid",
    "mother-in-law", "niece", "sister-in-law", "waitress", "woman", "ärztin", "chefin", "freundin",
    "kollegin", "lehrerin", "nachbarin", "mieterin", "tochter", "ehefrau", "mme", "mlle", "amie", "voisine",
    "sœur", "mère", "fille", "femme", "amiga", "vecina", "médica", "hermana", "madre", "hija", "mujer",
    "esposa", "amica", "vicina", "sorella", "figlia", "moglie", "irmã", "mãe", "filha", "vizinha",
    "vriendin", "buurvrouw", "zus", "moeder", "dochter", "mevrouw", "mevr", "sra", "srta", "dona", "doña",
    "signora",
];

const HE: &[&str] =
    &["he", "him", "his", "he's", "he'll", "he'd", "er", "il", "él", "lui", "ele", "hij", "ihm", "ihn"];
const SHE: &[&str] = &["she", "her", "hers", "she's", "she'll", "she'd", "elle", "ella", "lei", "ela"];

/// Prepositions before a place.
const AT: &[&str] = &[
    "in", "at", "near", "outside", "inside", "across", "around", "via", "opposite", "along", "towards",
    "toward", "off", "since", "until", "till", "during", "over", "im", "nach", "aus", "en", "em", "na", "no",
];
/// Before a place behind a verb of motion, before a person elsewhere.
const TOWARDS: &[&str] = &["to", "from", "into"];
/// Verbs of motion.
const MOTION: &[&str] = &[
    "move", "go", "fly", "drive", "travel", "come", "return", "sail", "commute", "emigrate", "relocate",
    "cycle", "run", "walk", "swim", "trip", "flight", "train", "bus", "ferry", "way",
];
/// Verbs whose object is no person.
const THINGS_OF: &[&str] =
    &["speak", "study", "drive", "play", "eat", "drink", "own", "wear", "use", "learn"];
/// The last word of what is no person.
const THINGS: &[&str] = &[
    "street", "road", "lane", "avenue", "square", "park", "school", "hospital", "university", "bank", "ltd",
    "inc", "gmbh", "ag", "hotel", "club", "house", "station", "airport", "church", "college", "bridge",
    "hall", "centre", "center", "platz", "parkinson", "alzheimer", "crohn", "gasse", "straße", "strasse",
    "weg", "desk", "office", "room",
];

/// The sex that a pronoun tells.
pub(super) fn pronoun_sex(word: &str) -> Option<Sex> {
    let word = word.to_lowercase().replace('’', "'");
    sex(HE, SHE, &word)
}

fn sex(male: &[&str], female: &[&str], word: &str) -> Option<Sex> {
    if male.contains(&word) { Some(Sex::Male) } else { female.contains(&word).then_some(Sex::Female) }
}

/// One without the ending of a genitive and marks, in small letters.
fn plain(word: &str) -> String {
    let word = word.trim_matches(EMPHASIS).trim_end_matches('.').to_lowercase();
    ["'s", "’s", "'", "’"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(&word).to_owned()
}

impl Person {
    fn same(&self, other: &Person) -> bool {
        let within = |few: &[String], many: &[String]| few.iter().all(|word| many.contains(word));
        within(&self.words, &other.words) || within(&other.words, &self.words)
    }

    fn fits(&self, sex: Option<Sex>) -> bool {
        self.sex.is_none() || sex.is_none() || self.sex == sex
    }
}

/// The persons that `sex` fits.
pub(super) fn fitting(known: &[Person], sex: Option<Sex>) -> Vec<usize> {
    (0..known.len()).filter(|&index| known[index].fits(sex)).collect()
}

/// Takes a person up: named again, or new.
pub(super) fn meet(known: &mut Vec<Person>, person: Person) {
    match known.iter_mut().find(|old| old.same(&person)) {
        Some(old) => {
            let sex = old.sex.or(person.sex);
            let ordered = old.ordered && person.ordered;
            let words =
                if old.words.len() > person.words.len() { old.words.clone() } else { person.words.clone() };
            *old = Person { sex, ordered, words, ..person };
        }
        None => {
            if known.len() >= MOST {
                known.remove(0);
            }
            known.push(person);
        }
    }
}

impl Splitter<'_> {
    /// The persons that the tokens `from..to` name; `unit` is theirs.
    pub fn persons(&self, unit: Option<usize>, from: usize, to: usize, headed: bool) -> Vec<Person> {
        let verb = self.view().find(from, to);
        let own = unit.and_then(|unit| self.out.units[unit].subject.clone());
        let subject = own.clone().filter(|own| own.start >= self.start(from));
        let mut out: Vec<Person> = Vec::new();
        let mut index = from;
        while index < to {
            let Some(end) = self.person(index, from, to) else {
                index += 1;
                continue;
            };
            let commanded = index == from && !headed && self.commands(from, end, to, verb);
            let initial = index == from
                && end == index + 1
                && !headed
                && (from == 0 || self.opens_sentence(from))
                && !(own.as_ref().is_some_and(|own| own.contains(&self.start(index)))
                    || self.tokens[index].is(GENITIVE | KIN | TITLE));
            if initial || commanded && end == index + 1 {
                index = end;
                continue;
            }
            let first = index + usize::from(commanded);
            if !self.thing(first, end, from, to, verb) && !self.appositive(first) {
                let mut noun = self.owner(&self.phrase(first, end, from));
                let inside = subject.as_ref().filter(|own| own.contains(&noun.start));
                let opens = |own: &Range<usize>| !self.tokens[self.token_at(own.start)].is(SUB | PREP | ADV);
                let joined = |own: &Range<usize>| self.tokens_in(own).any(|index| self.tokens[index].is(AND));
                let alone = |own: &Range<usize>| out.iter().all(|other| !own.contains(&other.noun.start));
                if let Some(own) = inside
                    .filter(|own| !commanded && own.len() <= 80 && opens(own) && !joined(own) && alone(own))
                {
                    noun = self.owner(own);
                }
                let rival = inside.is_none()
                    && subject.as_ref().is_some_and(|own| {
                        let first = &self.tokens[self.token_at(own.start)];
                        first.is(DET | POSS)
                            && !first.is(NEG)
                            && !out.iter().any(|other| own.contains(&other.noun.start))
                    });
                out.push(Person {
                    noun,
                    words: (first..end).map(|index| plain(self.view().slice(index))).collect(),
                    unit,
                    sex: (first..end).find_map(|index| sex(MALE, FEMALE, &plain(self.view().slice(index)))),
                    ordered: commanded,
                    rival,
                });
            }
            index = end;
        }
        out
    }

    fn opens_sentence(&self, index: usize) -> bool {
        let before = &self.tokens[index - 1];
        before.terminator() || before.semicolon() || before.kind == Kind::Newline
    }

    pub(super) fn tokens_in(&self, bytes: &Range<usize>) -> Range<usize> {
        let to = self.tokens.partition_point(|token| token.start < bytes.end);
        self.token_at(bytes.start).min(to)..to
    }

    pub(super) fn person_noun(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        let word = &self.text[token.start..token.end];
        token.word() && (token.is(KIN) || word.len() > 1 && NOUNS.contains(plain(word).as_str()))
    }

    fn given(&self, index: usize) -> bool {
        let token = &self.tokens[index];
        (token.name() && !token.is(TIME) || token.is(TITLE))
            && !self.view().slice(index).contains(|ch: char| ch.is_numeric() || matches!(ch, '@' | '/' | '='))
    }

    /// The end of a name or of a noun of a person that starts at `index`.
    fn person(&self, index: usize, from: usize, to: usize) -> Option<usize> {
        let noun = self.person_noun(index) && !self.tokens[index].capital;
        if !noun && !self.given(index) {
            return None;
        }
        if noun {
            let before = (index > from).then(|| &self.tokens[index - 1]);
            let verb = self.view().trust(index, from, to) != super::finite_verb::Trust::No;
            let named = index + 1 < to && self.given(index + 1);
            let led = before.is_some_and(|before| {
                before.is(DET | POSS | GENITIVE | ADJ) || before.word() && before.class == 0
            });
            // "the granny flat"
            let modifies = self.english
                && index + 1 < to
                && self.tokens[index + 1].word()
                && !self.tokens[index + 1].capital
                && self.tokens[index + 1].class == 0;
            if verb || modifies || !(led || named || self.tokens[index].is(KIN)) {
                return None;
            }
        }
        let mut end = index + 1;
        while end < to && !self.tokens[end - 1].is(GENITIVE) && (self.given(end) || self.small(end, to)) {
            end += 1;
        }
        Some(end)
    }

    /// "von" of "Ada von Bern".
    fn small(&self, index: usize, to: usize) -> bool {
        self.equals_any(
            index,
            &["von", "van", "de", "da", "di", "del", "der", "den", "la", "le", "al", "bin"],
        ) && index + 1 < to
            && (self.given(index + 1) || self.small(index + 1, to))
    }

    /// With the article and what stands behind it.
    fn phrase(&self, first: usize, end: usize, from: usize) -> Range<usize> {
        let mut start = first;
        let mut led = false;
        if self.person_noun(first) {
            for index in (from.max(first.saturating_sub(3))..first).rev() {
                let token = &self.tokens[index];
                if token.is(DET | POSS) {
                    start = index;
                    led = true;
                }
                if token.is(DET | POSS)
                    || !(token.is(ADJ) || token.word() && token.class == 0 && !token.capital)
                {
                    break;
                }
            }
        }
        let name = (first..end).find(|&index| self.given(index)).filter(|_| !led);
        self.bytes(name.filter(|_| !self.tokens[first].capital).unwrap_or(start), end)
    }

    /// The capital at the start stands for the start alone.
    fn commands(&self, from: usize, end: usize, to: usize, verb: Option<usize>) -> bool {
        let first = &self.tokens[from];
        let known = english(&self.view().slice(from).to_lowercase()) & BASE != 0;
        let bare = verb.is_none()
            && end > from + 1
            && end < to
            && (self.tokens[end].is(PREP) || self.tokens[end].number());
        self.english && !first.is(TITLE | KIN) && (verb == Some(from) || verb.is_none() && known || bare)
    }

    /// The name is that of a place or a thing.
    fn thing(&self, first: usize, end: usize, from: usize, to: usize, verb: Option<usize>) -> bool {
        if first >= end {
            return true;
        }
        let last = &self.tokens[end - 1];
        let word = self.view().slice(first).to_owned();
        if end == first + 1 && last.is(TITLE) && word.len() > 1 && word.chars().all(char::is_uppercase) {
            return !self.shouted;
        }
        if (first..end).any(|index| self.person_noun(index) || self.tokens[index].is(TITLE)) {
            return self.told(first, end, from, verb);
        }
        if THINGS.contains(&plain(self.view().slice(end - 1)).as_str()) {
            return true;
        }
        let short = |index: usize| {
            let word = &self.text[self.tokens[index].start..self.tokens[index].end];
            word.len() > 1 && word.len() <= 5 && word.chars().all(|ch| ch.is_uppercase() || ch == '.')
        };
        if !self.shouted && (first..end).all(short) {
            return true;
        }
        if last.is(GENITIVE) {
            return false;
        }
        if end < to
            && verb.is_some_and(|verb| verb < first)
            && self.view().plain_noun(end)
            && self.tokens[end].class == 0
        {
            return self.english;
        }
        if first == from {
            // "Geese frighten Bo", "Modern art is dear", "Room 4 is Bo's", "Parents of two"
            let next = self.tokens.get(end).filter(|_| end < to);
            let noun = |next: &Token| {
                self.view().plain_noun(end) && next.class == 0 && verb.is_some_and(|verb| verb > end)
            };
            let numbered = |next: &Token| next.number() && next.end - next.start <= 3;
            if next.is_some_and(|next| {
                self.english
                    && end == first + 1
                    && (noun(next) || numbered(next) || self.view().equals(end, "of"))
            }) {
                return true;
            }
            return self.english
                && end == first + 1
                && verb == Some(end)
                && verb.is_some_and(|verb| {
                    let verb = &self.tokens[verb];
                    verb.is(BASE | PLURAL) && !verb.is(PAST | MODAL | THIRD | SINGULAR)
                });
        }
        let before = &self.tokens[first - 1];
        let dated = self.view().equals(first, "may") && end == first + 1;
        let moved = |near: usize| {
            (from.max(first.saturating_sub(near))..first - 1).any(|index| {
                self.base_of(index, MOTION)
                    || index + 2 == first
                        && self.tokens[index].is(BE)
                        && self.view().equals(first - 1, "from")
            })
        };
        // "a red Ducati"
        let indefinite = (from..first - 1)
            .rev()
            .take_while(|&index| self.tokens[index].is(ADJ | INDEFINITE))
            .any(|index| self.tokens[index].is(INDEFINITE));
        before.is(ADJ) && indefinite
            || before.is(DET) && !before.is(INDEF) && !before.is(POSS)
            || before.number()
            || before.is(GENITIVE)
            || before.is(PREP) && (dated || self.equals_any(first - 1, AT))
            || before.is(PREP) && self.equals_any(first - 1, TOWARDS) && moved(5)
            || self.base_of(first - 1, THINGS_OF)
            || self.told(first, end, from, verb)
    }

    /// It tells who the subject is: "is Mr Haas".
    fn told(&self, first: usize, end: usize, from: usize, verb: Option<usize>) -> bool {
        let Some(verb) = verb.filter(|&verb| self.tokens[verb].is(BE) && verb > from && verb < first) else {
            return false;
        };
        !self.tokens[end - 1].is(GENITIVE)
            && (verb + 1..first).all(|index| {
                let token = &self.tokens[index];
                token.is(DET | POSS | ADV | ADJ)
                    || token.word() && token.class == 0
                    || self.equals_any(index, &["called", "named"])
            })
    }

    /// It stands in an apposition.
    fn appositive(&self, index: usize) -> bool {
        let start = self.start(index);
        let after = self.out.embeds.partition_point(|embed| embed.inner.start <= start);
        let embed = after.checked_sub(1).map(|place| &self.out.embeds[place]);
        embed.is_some_and(|embed| embed.inset == Inset::Apposition && embed.inner.contains(&start))
            && !self.tokens[index].is(GENITIVE)
    }

    pub(super) fn base_of(&self, index: usize, words: &[&str]) -> bool {
        let word = self.view().slice(index).to_lowercase();
        let word = word.as_str();
        words.contains(&word)
            || super::verb_forms::base(word).is_some_and(|base| words.contains(&base.as_str()))
            || super::verb_forms::present(word).is_some_and(|base| words.contains(&base))
            || ["d", "ed", "s", "ing"]
                .iter()
                .any(|end| word.strip_suffix(end).is_some_and(|base| words.contains(&base)))
            || word.strip_suffix("ving").is_some_and(|stem| words.contains(&format!("{stem}ve").as_str()))
    }
}
