//! What a mutation asks for, read once: extent, identifiers, names, words, stance and values.

use std::cell::OnceCell;
use std::collections::{BTreeSet, HashSet};
use std::ops::Range;

pub(super) use nepenthe_text::entity::identifier::is_value;
use nepenthe_text::entity::identifier::{self, Found, Identifier, Kind};
use nepenthe_text::entity::name::{self, Finder, Name};
use nepenthe_text::gloss;
use nepenthe_text::mention;
use nepenthe_text::pages::{PAGE, head};
use nepenthe_text::request::{self, Extent, Request};
use nepenthe_text::stance::{self, Stance};
use nepenthe_text::word::{self, Word};

use super::Components;
use super::borne::Borne;
use super::model_input::ModelInput;
use super::rule::Rule;
use super::rules::both;
use super::sought::{self, Sought};
use crate::{Mutation, Unread, Verb};

/// How many bytes of a new statement are read.
const STATEMENT: usize = PAGE;

/// A mutation in words, understood as far as words go.
pub(super) struct Query<'a> {
    pub(super) verb: Verb,
    /// What is asked for, as it is written, without what is to stay.
    pub(super) words: &'a str,
    /// The statement that takes the old one's place, for a supersede; of a long one, its beginning.
    pub(super) new: Option<&'a str>,
    /// All of it.
    pub(super) new_text: Option<&'a str>,
    pub(super) request: Request<'a>,
    /// What is read of its words, and of the new statement: in English as far as there are glosses.
    pub(super) reading: String,
    /// What is read of what it asks for alone.
    pub(super) core_reading: String,
    pub(super) new_reading: Option<String>,
    /// The action of the mutation on a whole memory.
    pub(super) action: crate::Action,
    pub(super) identifiers: Vec<Identifier>,
    /// Whether it is read as a description although it names an identifier; see [`Query::only_locates`].
    pub(super) described: bool,
    /// Whether it named an identifier that is no plain word, and that nobody carries.
    pub(super) absent: bool,
    /// Whether what is meant has every word of it: who, and the place where.
    pub(super) needs_all: bool,
    /// Whether a supersede may take one of two predicates.
    pub(super) predicates: bool,
    /// Whether a supersede gives another identifier in the place of the wanted one.
    replaces: OnceCell<bool>,
    pub(super) names: Vec<Name>,
    /// Whether everything is asked for about something that only has to do with the first name, or that is over: "the party for Milo".
    pub(super) narrow: bool,
    /// How many of the first names are what is asked for: "Ada Bloom, Bo Lund and Cy Moor".
    pub(super) wanted_names: usize,
    /// Where the first name or identifier stands that is not looked for, as there are too many.
    unsought: Option<usize>,
    /// One for each name.
    pub(super) finders: Vec<Finder>,
    /// What their bearers are to the writer, by which memories name them too. Filled by [`super::coreference`].
    pub(super) borne: OnceCell<Vec<Borne>>,
    /// Stems of the words of the names.
    pub(super) of_names: BTreeSet<String>,
    /// Stems of what is asked for, without those of the names and identifiers.
    pub(super) stems: BTreeSet<String>,
    /// The words of what is asked for, those of names and identifiers among them.
    pub(super) own_words: Vec<Word>,
    /// Stems of the new statement, likewise.
    pub(super) new_stems: BTreeSet<String>,
    pub(super) stance: Stance,
    pub(super) new_stance: Stance,
    /// Dates, times and amounts that the request names, in canonical form.
    pub(super) values: BTreeSet<String>,
}

impl<'a> Query<'a> {
    pub(super) fn new(mutation: &'a Mutation, words: &'a str, components: Components) -> Self {
        let mut request = request::parse(words);
        let written = words;
        let words = request.without_exception(written);
        let new = match mutation {
            Mutation::Supersede { new, .. } => Some(new.text.as_str()),
            _ => None,
        };
        let (new_text, new) = (new, new.map(|new| head(new, STATEMENT)));
        let named = mention::mentions(written, &request);
        let narrow = named.narrow;
        let Sought { identifiers, names, wanted_names, unsought } = Sought::of(named, written, request.core);
        let (values, identifiers): (Vec<_>, Vec<_>) =
            identifiers.into_iter().partition(|wanted| is_value(wanted.kind));
        // "r.roe at example dot org": nothing but an identifier.
        if let [one] = identifiers.as_slice()
            && matches!(request.extent, Extent::Topic | Extent::Attribute)
            && !word::has_content(&request.core.replacen(&one.text, " ", 1))
        {
            request.extent = Extent::Everything;
        }
        let narrow = narrow && matches!(request.extent, Extent::Everything | Extent::Ended);
        if narrow {
            request.extent = Extent::Topic;
        }
        let read = |text: &str| {
            let written = |name: &Name| text.find(&name.text).map(|at| at..at + name.text.len());
            // What nothing says to be a name may be a German noun.
            let names = names.iter().filter(|name| name.kind != name::Kind::Unknown);
            let names = names.filter_map(|name| Some((written(name)?, gloss::latin(&name.text))));
            if components.glosses {
                ModelInput::in_english(text, names.collect()).text
            } else {
                text.to_owned()
            }
        };
        let (core, new_reading) = (read(request.core), new.map(read));
        let statement = new_reading.as_deref().unwrap_or_default();
        // As it is written, and as it is read.
        let of_names = names.iter().flat_map(|name| {
            let read = word::words(&gloss::latin(&name.text));
            word::words(&name.text).into_iter().chain(read)
        });
        let of_names: BTreeSet<String> = of_names.map(|word| word.stem).collect();
        Query {
            verb: mutation.verb(),
            words,
            new,
            new_text,
            action: mutation.action(),
            stems: asked(&core, &of_names),
            own_words: word::words(request.core),
            new_stems: asked(statement, &of_names),
            of_names,
            stance: stance::stance(&core),
            new_stance: stance::stance(statement),
            reading: read(without_contrary(words, &request)),
            core_reading: core,
            new_reading,
            values: values.into_iter().map(|value| value.canonical).collect(),
            identifiers,
            described: false,
            absent: false,
            needs_all: false,
            predicates: components.has(Rule::Predicate),
            narrow,
            wanted_names,
            unsought,
            finders: names.iter().map(Finder::new).collect(),
            borne: OnceCell::new(),
            replaces: OnceCell::new(),
            names,
            request,
        }
    }

    /// Where a text has identifiers that are asked for, one after the other.
    pub(super) fn identified(&self, text: &str) -> impl Iterator<Item = Found> {
        let text = identifier::Haystack::new(text);
        self.identifiers.iter().flat_map(move |wanted| text.find(wanted))
    }

    /// Where a text has the first names, with their numbers.
    pub(super) fn named(&self, most: usize, text: &str) -> impl Iterator<Item = (usize, name::Found)> {
        let text = name::Haystack::new(text);
        let found = move |(name, finder): (usize, &Finder)| {
            finder.scan_in(&text).0.into_iter().map(move |found| (name, found))
        };
        self.finders.iter().take(most).enumerate().flat_map(found)
    }

    /// What of the request is not looked for.
    pub(super) fn unread(&self) -> Option<Unread> {
        self.unsought.map(|read| sought::unread(read, self.words))
    }

    /// How many names and identifiers are looked for.
    pub(super) fn sought(&self) -> usize {
        self.names.len() + self.identifiers.len()
    }

    /// The same mutation in other words.
    pub(super) fn in_words(&self, words: &str) -> Mutation {
        match self.new {
            Some(new) => Mutation::supersede(words, new),
            None if self.verb == Verb::Purge => Mutation::purge(words),
            None => Mutation::release(words),
        }
    }

    /// Tells whether the request names its target by an identifier: what carries it is meant, and nothing else is.
    pub(super) fn by_identity(&self) -> bool {
        if self.verb == Verb::Supersede {
            return !self.described && *self.replaces.get_or_init(|| self.replaces_identifier());
        }
        let whole = matches!(self.request.extent, Extent::Everything | Extent::Ended);
        // What is to be erased is told by what it carries, however the request is put, but for what is of an identifier.
        let purge =
            self.verb == Verb::Purge && self.request.extent != Extent::Statement && !self.is_of_identifier();
        !self.identifiers.is_empty() && (whole || purge) && !self.described
    }

    /// Tells whether the identifier is too short to say by itself what is asked for, or an address, and other words say it too: "the
    /// patient in bed 3", "the leak at 14 Linnet Street", but not "bed 3" or "order 48213".
    pub(super) fn only_locates(&self) -> bool {
        const TELLING: usize = 4;
        let tells = |identifier: &Identifier| {
            let written = identifier.canonical.chars().filter(|character| character.is_alphanumeric());
            written.count() >= TELLING
                && identifier
                    .canonical
                    .contains(|character: char| character.is_numeric() || character == '\\')
                && identifier.kind != Kind::House
        };
        let of_identifiers = self.of_identifiers();
        let describes = |word: &Word| {
            word.content
                && !of_identifiers.contains(&word.stem)
                && !IDENTIFYING.contains(&word.folded.as_str())
        };
        !self.identifiers.iter().any(tells)
            && (!self.names.is_empty() || self.own_words.iter().any(describes))
    }

    /// Returns the stems of what a request asks of an identifier: "rack" of "which rack db4 is in". What a number is called is no
    /// such word: "invoice 7731".
    pub(super) fn asked_of_identifier(&self) -> Vec<&str> {
        let words = &self.own_words;
        let core = self.request.core;
        let spans = self.identifiers.iter().filter_map(|identifier| {
            let at = core.find(&identifier.text)?;
            Some((at..at + identifier.text.len(), identifier.text.starts_with(|c: char| c.is_ascii_digit())))
        });
        let spans: Vec<(Range<usize>, bool)> = spans.collect();
        let described = words.iter().enumerate().filter(|(place, word)| {
            let next = words.get(place + 1).map_or(usize::MAX, |next| next.span.start);
            let within =
                spans.iter().any(|(span, _)| word.span.start < span.end && span.start < word.span.end);
            let label = spans.iter().any(|(span, number)| *number && next == span.start);
            word.content && !within && !label && !IDENTIFYING.contains(&word.folded.as_str())
        });
        described.map(|(_, word)| word.stem.as_str()).collect()
    }

    /// Tells whether an attribute of what an identifier names is asked for: "the weight of order 7788", but not "the number of
    /// order 7788".
    fn is_of_identifier(&self) -> bool {
        if self.request.extent != Extent::Attribute || self.identifiers.len() != 1 {
            return false;
        }
        let core = self.request.core;
        let written = self.identifiers[0].text.as_str();
        let Some(at) = core.find(written) else { return false };
        let owns = ["'s ", "’s "].iter().any(|mark| core[at + written.len()..].starts_with(mark));
        let owned = core[..at].split_once(" of ").is_some_and(|(head, between)| {
            let head = word::words(head);
            let kind = head.last().map(|word| word.folded.as_str()).unwrap_or_default();
            // "The address of db-02" is not db-02.
            let other =
                kind == "address" && matches!(self.identifiers[0].kind, Kind::Reference | Kind::Handle);
            between.split_whitespace().count() <= 2 && (other || !IDENTIFYING.contains(&kind))
        });
        owns || owned || request::is_of_numbered(core)
    }

    /// What stands before what is asked for.
    pub(super) fn before_core(&self) -> &'a str {
        let at = (self.request.core.as_ptr() as usize).wrapping_sub(self.words.as_ptr() as usize);
        self.words.get(..at).unwrap_or_default()
    }

    /// Tells whether the request is for one statement: "that Ivo is allergic to penicillin".
    pub(super) fn is_statement(&self) -> bool {
        self.request.extent == Extent::Statement
    }

    /// What of the request may be a quotation: all of it, or what stands behind "that". None where it has few words
    /// beside identifiers and names, which are found in whatever form.
    fn quotable(&self) -> Option<&'a str> {
        let stated = self.is_statement();
        let quotation = if stated { self.request.core } else { self.words };
        let sure = self.names.iter().filter(|name| name.kind != name::Kind::Unknown);
        let named = sure.map(|name| &name.text).chain(self.identifiers.iter().map(|one| &one.text));
        let named: HashSet<String> =
            named.flat_map(|text| word::words(text)).map(|word| word.folded).collect();
        let named = |word: &Word| named.contains(&word.folded);
        // The words before an identifier may be no more than what it is called: "e-ticket 988-2417".
        let labels = !self.identifiers.is_empty();
        let fewest = if labels { 4 } else { 2 };
        let words = word::words(quotation);
        let own = words.iter().filter(|word| (labels || word.content) && !named(word));
        let long = |word: &Word| !word.folded.is_ascii() && word.folded.chars().count() >= 8;
        let enough = own.clone().count() + own.filter(|word| long(word)).count() >= fewest;
        // Three words describe more often than they quote, unless they are a sentence.
        let enough = enough && (stated || words.len() > 3 || words.iter().any(long));
        (self.verb != Verb::Supersede && enough).then_some(quotation)
    }

    /// Tells whether what was read as identifiers may be plain words: few digits tell a code from a word.
    pub(super) fn may_be_misread(&self) -> bool {
        const TELLING: usize = 3;
        let digits = |text: &str| text.chars().filter(|character| character.is_numeric()).count();
        self.identifiers.iter().all(|identifier| digits(&identifier.canonical) < TELLING)
    }

    /// Tells whether what was read as identifiers are words in small letters, names only if somebody has them: "user role".
    pub(super) fn has_plain_words(&self) -> bool {
        let plain = |text: &str| text.chars().all(|c| c.is_lowercase() || c == ' ');
        !self.identifiers.is_empty() && self.identifiers.iter().all(|identifier| plain(&identifier.text))
    }

    /// Tells whether what was read as an identifier is a phrase that nothing says to be a name: "leaking radiator".
    pub(super) fn is_phrase(&self) -> bool {
        self.identifiers.iter().all(|one| one.label.is_none() && one.text.contains(' '))
    }

    /// Tells whether a supersede gives something another identifier of the same kind: "booking code QH7K2M" of "the new code is ZL4W8T".
    fn replaces_identifier(&self) -> bool {
        let Some(new) = self.new else { return false };
        let [one] = self.identifiers.as_slice() else { return false };
        let code = |kind: Kind| matches!(kind, Kind::Reference | Kind::Code | Kind::Number);
        let alike = |other: &Identifier| other.kind == one.kind || code(other.kind) && code(one.kind);
        let whole = one.canonical.chars().filter(|c| c.is_alphanumeric()).count() >= 6;
        whole && identifier::find(one, new).is_empty() && identifier::recognise(new).iter().any(alike)
    }

    /// Tells whether several values are asked for, each wherever it stands.
    pub(super) fn is_of_values(&self) -> bool {
        self.identifiers.len() > 1 && self.identifiers.iter().any(|one| is_value(one.kind))
    }

    /// Reads the request again without identifiers, since nobody carries them.
    pub(super) fn leave_identifiers(&mut self) {
        self.absent = self.has_number() || self.identifiers.iter().any(|one| ADDRESSES.contains(&one.kind));
        self.identifiers.clear();
    }

    /// Tells whether the only name is that of a month, beside other words: "August pet-sitting".
    pub(super) fn may_name_a_month(&self) -> bool {
        let month =
            |name: &Name| name::is_given_month(&name.text) && !name.possessive && name.title.is_none();
        matches!(self.names.as_slice(), [name] if month(name)) && !self.stems.is_empty()
    }

    /// Tells whether the request is nothing but two capitalised words that may be a name, or a name and a thing: "Biscuit Apoquel".
    pub(super) fn may_be_two(&self) -> bool {
        let two = |name: &Name| {
            name.kind == name::Kind::Unknown
                && name.title.is_none()
                && name.words.len() == 2
                && name.text == self.request.core
        };
        matches!(self.names.as_slice(), [name] if two(name))
    }

    /// Reads the request again as what it names and what of that is asked for, since nobody is called both.
    pub(super) fn part_names(&mut self) {
        let name = Name::of(&self.names[0].words[0]);
        self.finders = vec![Finder::new(&name)];
        self.of_names = word::words(&name.text).into_iter().map(|word| word.stem).collect();
        self.names = vec![name];
        self.stems = asked(&self.core_reading, &self.of_names);
        self.new_stems = asked(self.new_reading.as_deref().unwrap_or_default(), &self.of_names);
        self.request.extent = Extent::Attribute;
    }

    /// Tells whether the request may be for somebody at a place: "Cosima Larch Barn", "purser Brack Dock".
    pub(super) fn may_be_at_a_place(&self) -> bool {
        let [name] = self.names.as_slice() else { return false };
        let core = self.request.core;
        let plain = name.title.is_none() && !name.possessive && both::is_place(&name.text);
        let noun = core.strip_suffix(name.text.as_str()).map(str::trim_end).unwrap_or_default();
        let person =
            noun.split(' ').count() == 1 && both::is_person(noun) && noun.chars().all(char::is_lowercase);
        let whole = name.text == core && name.words.len() > 2;
        self.verb != Verb::Supersede && plain && (whole || person && name.words.len() > 1)
    }

    /// Reads the request again as for what has every word of it.
    pub(super) fn needs_every_word(&mut self) {
        if self.names.iter().any(|name| name.text == self.request.core) {
            self.part_names();
        }
        self.request.extent = Extent::Attribute;
        self.needs_all = true;
    }

    /// Reads the request again without names, since nobody is called so.
    pub(super) fn leave_names(&mut self) {
        self.names.clear();
        self.finders.clear();
        self.wanted_names = 0;
        self.of_names.clear();
        self.stems = asked(&self.core_reading, &self.of_names);
        self.new_stems = asked(self.new_reading.as_deref().unwrap_or_default(), &self.of_names);
    }

    /// Tells whether an identifier that is asked for has a digit.
    pub(super) fn has_number(&self) -> bool {
        self.identifiers.iter().any(|identifier| identifier.canonical.contains(char::is_numeric))
    }

    /// Stems of the words of the identifiers, and of the last one before each, which may be what it is called: "locker P-17".
    pub(super) fn of_identifiers(&self) -> BTreeSet<String> {
        let words = word::words(self.words);
        let within = |identifier: &Identifier| {
            let at = self.words.find(&identifier.text).unwrap_or_default();
            let start = words.partition_point(|word| word.span.end <= at);
            let end = words.partition_point(|word| word.span.start < at + identifier.text.len());
            let label = words[..start].iter().rposition(|word| word.content).unwrap_or(start);
            words[label..end].iter().map(|word| word.stem.clone())
        };
        self.identifiers.iter().flat_map(within).collect()
    }

    /// Tells whether the request is for everything about what its first name names.
    pub(super) fn by_name(&self) -> bool {
        let whole = matches!(self.request.extent, Extent::Everything | Extent::Ended);
        self.verb != Verb::Supersede && !self.by_identity() && !self.names.is_empty() && whole
    }

    /// Where a text names the bearer of this one of the names by what they are: "the treasurer".
    pub(super) fn by_role(&self, name: usize, text: &str) -> Vec<(Range<usize>, f32)> {
        let borne = self.borne.get().into_iter().flatten().filter(|borne| borne.name == name);
        borne.flat_map(|borne| borne.find(text).into_iter().map(|span| (span, borne.certainty()))).collect()
    }

    /// Tells whether nothing says that its first name is one: "everything on the forecast".
    pub(super) fn is_of_common_noun(&self) -> bool {
        let small = |name: &Name| name.text.chars().all(|character| !character.is_uppercase());
        self.names.first().is_some_and(|name| name.kind == name::Kind::Unknown && small(name))
    }

    /// Where a text mentions what was asked for.
    pub(super) fn mentions(&self, text: &str) -> Vec<Range<usize>> {
        let mut spans: Vec<Range<usize>> = Vec::new();
        spans.extend(self.identified(text).map(|found| found.span));
        let names = self.named(self.wanted_names, text).map(|(_, found)| found);
        spans.extend(names.filter(|found| found.certainty > 0.3).map(|found| found.span));
        spans.extend((0..self.wanted_names).flat_map(|name| self.by_role(name, text)).map(|(span, _)| span));
        spans.sort_by_key(|span| span.start);
        spans
    }

    /// What the request says word for word, where that is looked at.
    pub(super) fn quotation(&self, components: Components) -> Option<&'a str> {
        self.quotable().filter(|_| components.quotations && components.has(Rule::Quoted))
    }

    /// What a relevance model reads of the request.
    pub(super) fn prompt(&self) -> String {
        self.prompt_with(&self.reading, self.new_reading.as_deref())
    }

    /// The same without the words of this stem.
    pub(super) fn prompt_without(&self, stem: &str) -> String {
        let without = |text: &str| {
            let mut rest = text.to_owned();
            for word in word::words(text).into_iter().rev().filter(|word| word.stem == stem) {
                rest.replace_range(word.span, "");
            }
            rest.split_whitespace().collect::<Vec<_>>().join(" ")
        };
        self.prompt_with(&without(&self.reading), self.new_reading.as_deref().map(without).as_deref())
    }

    /// The same with the first word of this stem alone.
    pub(super) fn prompt_of(&self, stem: &str) -> String {
        let word = word::words(&self.core_reading).into_iter().find(|word| word.stem == stem);
        let word = word.map_or(stem, |word| &self.core_reading[word.span]);
        self.prompt_with(word, None)
    }

    fn prompt_with(&self, reading: &str, new: Option<&str>) -> String {
        let verb = match self.verb {
            // What is to be brought back is what such a release had put away.
            Verb::Restore => Verb::Release,
            // Without a new statement it is as a release is.
            Verb::Supersede if new.is_none() => Verb::Release,
            verb => verb,
        };
        match new {
            Some(new) => format!("{verb} : {reading} ; {new}"),
            None => format!("{verb} : {reading}"),
        }
    }
}

/// A request for a statement without what says behind it that the contrary holds: "she still works with Rolf" of "that Ida was
/// fired; she still works with Rolf".
fn without_contrary<'w>(words: &'w str, request: &Request<'_>) -> &'w str {
    const STILL: &[&str] = &[
        "still", "again", "actually", "noch", "wieder", "weiterhin", "toujours", "encore", "todavia",
        "sigue", "aun", "ancora", "ainda", "nog",
    ];
    let end = words.find(request.core).map(|at| at + request.core.len());
    let Some((stated, behind)) = end.and_then(|end| words.split_at_checked(end)) else { return words };
    let told = || word::words(behind).iter().any(|word| STILL.contains(&word.folded.as_str()));
    let another = behind.trim_start().starts_with([';', '.', ',', ':', '–', '—', '(']);
    if request.extent == Extent::Statement && another && told() { stated } else { words }
}

/// Identifiers that are nobody's plain words, though they may have no digit.
pub(super) const ADDRESSES: [Kind; 3] = [Kind::Email, Kind::Url, Kind::Domain];

/// Nouns for an identifier itself, or for all that has it: what is "of" an identifier behind one is asked for by identity.
const IDENTIFYING: &[&str] = &[
    "number", "numbers", "code", "key", "id", "address", "name", "string", "value", "token", "record",
    "records", "entry", "entries", "note", "notes", "row", "rows", "file", "files", "mention", "mentions",
    "trace", "traces", "copy", "copies", "data", "memory", "memories", "everything", "all", "owner",
    "holder", "bearer",
];

/// The stems of content words, except those of names.
pub(super) fn stems<'w>(words: &'w [Word], of_names: &BTreeSet<String>) -> BTreeSet<&'w str> {
    let told = words.iter().filter(|word| word.content && !of_names.contains(&word.stem));
    told.map(|word| word.stem.as_str()).collect()
}

/// The same of a text of the request.
fn asked(text: &str, of_names: &BTreeSet<String>) -> BTreeSet<String> {
    stems(&word::words(text), of_names).into_iter().map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    fn planned(mutation: &Mutation, texts: &[&'static str]) -> Vec<String> {
        Texts::of(texts).touched(mutation)
    }

    #[test]
    fn an_identifier_that_is_replaced_goes_wherever_it_stands() {
        let texts = [
            "Lisbon group: PNR RT4K9M.",
            "On the vouchers the Lisbon group runs as RT4 K9M.",
            "Porto group: PNR RT4K9N.",
        ];
        let supersede = |new: &str| planned(&Mutation::supersede("booking code rt4-k9m", new), &texts);
        assert_eq!(supersede("The Lisbon group has the PNR ZL4W8T now.").len(), 2);
        // What says more of the same thing replaces what it says otherwise.
        assert!(supersede("PNR RT4K9M has two more seats.").len() < 2);
    }

    #[test]
    fn of_two_words_that_nobody_is_called_the_second_says_what_of_the_first() {
        let texts = [
            "Biscuit the beagle is on Apoquel against itching.",
            "Tank the boxer came off Apoquel after vomiting.",
            "Biscuit growls at the scales.",
        ];
        assert_eq!(planned(&Mutation::purge("Biscuit Apoquel"), &texts), texts[..1]);
    }

    #[test]
    fn a_month_that_nobody_is_called_is_a_month() {
        let texts = ["In August we mind the tortoise.", "In July we water the plants."];
        assert_eq!(planned(&Mutation::release("August tortoise-minding"), &texts), texts[..1]);
    }
}
