//! How sure a plan is where the probabilities of its rows say too little: by how often plans of its kind are right.

use std::collections::BTreeSet;
use std::ops::Range;

use nepenthe_text::entity::identifier::{self, Kind};
use nepenthe_text::entity::name::{self, How, Name};
use nepenthe_text::request::Extent;
use nepenthe_text::word::{Word, begin_alike, english_word, fold, words};

use crate::memory::MemoryId;
use crate::{Draft, Verb};

use super::decision::Decided;
use super::query::Query;
use super::row::Row;
use super::rules::{namesakes, other_sense};
use super::scorer::MEANT;
use super::span::overlap;

/// How often a plan is right that [`asks_for_full_name`], edits nothing, spares nothing like it, and finds the name
/// [`WHOLE`] in each memory: 137 of 142 releases and purges of the labelled requests in `training/held/` and of the suites
/// `dev` and `adversarial` (results/2026-11-29-first-hour/sure.txt). How sure each find is depends on how common the
/// name is, and says less.
const FULL_NAME: f64 = 137.0 / 142.0;
/// From which certainty of a find on a memory has the whole name.
pub(super) const WHOLE: f32 = 0.8;

/// Tells whether a request is for everything about one bearer of a name of several words, and says nothing else of them:
/// "everything about Sam Roe", but not "Sam Roe the plumber", "Roe" or "Sam Roe senior".
pub(super) fn asks_for_full_name(query: &Query<'_>) -> bool {
    let [name] = query.names.as_slice() else { return false };
    let plain = name.words.len() > 1 && name.title.is_none() && name.generation.is_none();
    query.by_name() && plain && query.request.core.trim() == name.text
}

/// The same of somebody's first name alone, or of a name in a script that does not part its words.
pub(super) fn asks_for_one_name(query: &Query<'_>) -> bool {
    let [name] = query.names.as_slice() else { return false };
    let plain = name.words.len() == 1 && name.title.is_none() && name.generation.is_none();
    let uncased = name.text.chars().all(|c| !c.is_lowercase() && !c.is_uppercase());
    let core = query.request.core.trim();
    // "The city of Verona".
    let settled = core.strip_suffix(name.text.as_str()).and_then(|head| head.trim_end().strip_suffix(" of"));
    let settled = settled
        .and_then(|head| head.rsplit(' ').next())
        .is_some_and(|noun| name::is_settlement(noun) || matches!(noun, "island" | "planet"));
    let rare = name.kind == name::Kind::Unknown
        && name.text.starts_with(char::is_uppercase)
        && !english_word(&fold(&name.text));
    let somebody =
        name.kind == name::Kind::Person || uncased || rare || other_sense::names_living(query, &name.text);
    let somebody = somebody && !name::is_of_place(&name.text);
    query.by_name() && plain && query.request.except.is_none() && (core == name.text && somebody || settled)
}

/// Tells whether a memory has the whole name, letter by letter but for marks, capitals and endings, where a name stands.
pub(super) fn has_name(query: &Query<'_>, row: &Row) -> bool {
    const LEAST: f32 = 0.9;
    const USED: f32 = 0.6;
    const OWNERS: [&str; 6] = ["and", "et", "und", "y", "e", "en"];
    let text = &row.whole.said;
    let several = query.names.first().is_some_and(|name| name.words.len() > 1);
    query.named(1, text).any(|(_, found)| {
        let spelled = matches!(
            found.how,
            How::Verbatim
                | How::Case
                | How::Accents
                | How::Possessive
                | How::Inflected
                | How::Transliterated
                | How::Exonym
                | How::Login
        );
        // "Hale & Sons", "Roux Glass AG": a firm of that name.
        let longer = || {
            let mut behind = text[found.span.end..].split_whitespace();
            let capital = |word: &str| word.starts_with(char::is_uppercase);
            let joined = text[found.span.end..].starts_with(' ');
            joined
                && behind.next().is_some_and(|next| {
                    next == "&"
                        || capital(next)
                        || OWNERS.contains(&next) && behind.next().is_some_and(capital)
                })
        };
        let alone = || name::usage(text, found.span.clone()).score >= USED && !longer();
        spelled && found.certainty >= LEAST && (several || alone())
    })
}

/// Tells whether a memory is what the request says, word for word and whole, however few words that are. Of those the request
/// means one, whatever is like it: "I like tea" is not "I like tea with milk".
pub(super) fn says_exactly(query: &Query<'_>, row: &Row) -> bool {
    let folded = |text: &str| words(text).into_iter().map(|word| word.folded).collect::<Vec<_>>();
    let described = !query.by_name() && !query.by_identity();
    if query.verb == Verb::Supersede || !described {
        return false;
    }
    let (asked, said) = (folded(query.words), folded(row.candidate.whole()));
    // "At 9:30 pm" is at 21:30.
    let timed = || {
        let plain = |text: &str| folded(&with_canonical_values(text));
        let stated = query.is_statement() && !query.values.is_empty() && query.values == row.whole.values;
        stated && plain(query.request.core) == plain(row.candidate.whole())
    };
    asked.len() > 1 && (said == asked || timed())
}

/// A text with its dates, times and amounts in one spelling.
fn with_canonical_values(text: &str) -> String {
    let mut out = text.to_owned();
    for value in identifier::values(text).into_iter().rev() {
        let plain: String = value.canonical.chars().filter(|c| c.is_alphanumeric()).collect();
        out.replace_range(value.span, &plain);
    }
    out
}

/// How sure a plan is, at most, of a memory that may be of something else that is called so.
pub(super) const DOUBTED: f64 = 0.9;
/// From which sureness of a rule on what goes on behind a quotation is no doubt.
const WHOLLY: f64 = 0.95;
/// How long the beginning must be that two stems share to be of one word.
pub(super) const COMMON: usize = 6;

/// The same where it has but a surname that is a word too, where a sentence begins.
const WORD: f64 = 0.45;

/// Stems of words for what a card or an account has beside its number.
const OF_A_CARD: &[&str] = &[
    "expiry", "expiri", "expire", "expires", "expir", "limit", "holder", "cvv", "cvc", "pin", "valid",
    "validity", "ablaufdatum", "gultigkeit", "caducidad", "scadenza", "validade", "vencimiento",
    "vervaldatum", "titulaire", "titular", "inhaber",
];

/// How likely a memory is meant at most that has but the half of a name, where a place stands.
const PLACE: f64 = 0.3;

/// What of a request makes a plan doubt some of the memories that it means.
pub(super) struct Doubts<'q> {
    /// What a request by an identifier describes, and the most of it that a memory says which is meant: "the root password of
    /// web01" hardly means "web01 runs nginx" beside one that tells it.
    described: Vec<&'q str>,
    most: usize,
    /// What it asks of an identifier, whether that alone tells what is meant or not.
    of_identifier: Vec<&'q str>,
    /// The stems of what is asked for of whom the request names, where that is a part of what a memory may say.
    of_name: BTreeSet<&'q str>,
    /// The same, whoever it is of.
    of_part: BTreeSet<&'q str>,
    /// The first name that everything is asked for about, where it has a surname.
    person: Option<&'q Name>,
    /// Memories that have the words of the name in another order.
    turned: Vec<MemoryId>,
}

impl<'q> Doubts<'q> {
    pub(super) fn new(query: &'q Query<'_>, rows: &[Row]) -> Self {
        let whole = matches!(query.request.extent, Extent::Everything | Extent::Ended);
        let described = if query.by_identity() && !whole { query.asked_of_identifier() } else { Vec::new() };
        let turned = rows.iter().zip(namesakes::turned(query, rows)).filter(|(_, turned)| *turned);
        let turned = turned.map(|(row, _)| row.candidate.hit.memory.id).collect();
        // "The serial number of printer PX-200".
        let linked =
            || [" of ", " von ", " de ", " di ", " van "].iter().any(|of| query.request.core.contains(of));
        let part = (!whole || linked()) && query.verb != Verb::Supersede && !query.identifiers.is_empty();
        let of_identifier = if part { query.asked_of_identifier() } else { Vec::new() };
        let attribute = matches!(query.request.extent, Extent::Attribute | Extent::Topic);
        let part = attribute && query.verb != Verb::Supersede && query.identifiers.is_empty();
        let own = query.own_words.iter().filter(|word| word.content && !query.of_names.contains(&word.stem));
        let of_part: BTreeSet<&str> = own.filter(|_| part).map(|word| word.stem.as_str()).collect();
        let of_name = if query.names.is_empty() { BTreeSet::new() } else { of_part.clone() };
        let person = query.names.first().filter(|name| query.by_name() && name.words.len() > 1);
        let mut doubts = Self { described, most: 0, of_identifier, of_name, of_part, person, turned };
        let meant = rows.iter().filter(|row| row.probability >= MEANT);
        doubts.most = meant.map(|row| doubts.said(row)).max().unwrap_or(0);
        doubts
    }

    /// How much of what is described a memory says.
    fn said(&self, row: &Row) -> usize {
        let said = |stem: &&&str| row.whole.said.words().iter().any(|word| word.stem == **stem);
        self.described.iter().filter(said).count()
    }

    /// How sure a plan can be that all of a memory goes: "db-02: user admin, port 5432" says more than the port.
    pub(super) fn most_sure_of_all(&self, row: &Row) -> f64 {
        let asked =
            |piece: &str| words(piece).iter().any(|word| self.of_identifier.contains(&word.stem.as_str()));
        let tells = |piece: &str| {
            let own = words(piece);
            own.iter().filter(|word| word.content).count() > 1
        };
        let text = &row.whole.said;
        if self.says_more(text) || self.are_joined(row) || row.told < WHOLLY && goes_on(row) {
            return DOUBTED;
        }
        let pieces = || text.split([',', ';', '\n']).flat_map(|piece| piece.split(" and "));
        match !self.of_identifier.is_empty()
            && pieces().count() > 1
            && pieces().any(|piece| tells(piece) && !asked(piece))
        {
            true => DOUBTED,
            false => 1.0,
        }
    }

    /// Whether what is left of a memory still has a word for what is asked for: "Kit is allergic to nuts" of his allergy and his shoe size.
    pub(super) fn still_says(&self, rest: &str) -> bool {
        let says = |word: &Word| self.of_part.iter().any(|asked| begin_alike(asked, &word.stem, COMMON));
        words(rest).iter().any(|word| word.content && says(word))
    }

    /// Whether two are said to do something together, whose names nothing but "and" parts: what remains of the other, if it goes whole,
    /// nobody has judged.
    fn are_joined(&self, row: &Row) -> bool {
        const AND: &[&str] = &["and", "und", "et", "y", "e", "en", "i", "и", "&"];
        let text = &row.whole.said;
        let capital = |word: &str| word.starts_with(char::is_uppercase);
        let Some(own) = self.person.and_then(|person| Some((person.words.first()?, person.words.last()?)))
        else {
            return false;
        };
        let plain: Vec<&str> = text.split_whitespace().collect();
        let is = |word: &str, own: &str| word.trim_matches(|c: char| !c.is_alphanumeric()) == own;
        plain.windows(3).any(|three| {
            AND.contains(&three[1])
                && (is(three[0], own.1) && capital(three[2]) || capital(three[0]) && is(three[2], own.0))
        })
    }

    /// Whether a memory says what is asked for in one piece, and in another something else: "Ansgar hat die Kreditkarte 4916 und reist
    /// viel" for his card.
    fn says_more(&self, text: &str) -> bool {
        const AND: &[&str] =
            &[" and ", " und ", " et ", " y ", " e ", " en ", " i ", " и ", " but ", " aber "];
        if self.of_name.is_empty() {
            return false;
        }
        let mut pieces: Vec<&str> = text.split([',', ';', '\n']).collect();
        for and in AND {
            pieces = pieces.into_iter().flat_map(|piece| piece.split(and)).collect();
        }
        let asked = |piece: &str| words(piece).iter().any(|word| self.of_name.contains(word.stem.as_str()));
        // A town behind a street says nothing else.
        let tells = |piece: &str| {
            let own = words(piece);
            let small = own
                .iter()
                .filter(|word| word.content && piece[word.span.clone()].starts_with(char::is_lowercase));
            match small.count() {
                0 => false,
                1 => piece.contains(|c: char| c.is_ascii_digit()),
                _ => true,
            }
        };
        // "The expiry date of my card" is not its number.
        let of_card = OF_A_CARD.iter().any(|part| self.of_name.contains(part))
            && identifier::recognise(text).iter().any(|one| matches!(one.kind, Kind::Card | Kind::Iban));
        if of_card {
            return true;
        }
        pieces.iter().any(|piece| asked(piece)) && pieces.iter().any(|piece| !asked(piece) && tells(piece))
    }

    /// Whether a memory has no more of a person's name than the surname, without a title: "Picard delivers on Thursdays" may be of a firm.
    fn is_surname_alone(&self, row: &Row) -> bool {
        let (Some(person), Some(half)) = (self.person, row.whole.half.clone()) else { return false };
        let text = &row.whole.said;
        let folded = |text: &str| words(text).into_iter().map(|word| word.folded).collect::<Vec<_>>();
        let surname = person.words.last().is_some_and(|last| folded(&text[half.clone()]) == folded(last));
        let titled = || text.names().iter().any(|name| name.title.is_some() && overlap(&name.span, &half));
        surname && !titled()
    }

    /// How sure a plan can be of a memory.
    pub(super) fn most_sure(&self, row: &Row) -> f64 {
        let text = &row.whole.said;
        let half = row.whole.half.clone().filter(|half| name::is_of_place(&text[half.clone()]));
        if half.clone().is_some_and(|half| stands_for_place(text, &half)) {
            return PLACE;
        }
        // "Story time is at five" for Sydney Story.
        if self.is_surname_alone(row)
            && let Some(half) = row.whole.half.clone()
            && half.start == 0
            && english_word(&fold(&text[half]))
        {
            return WORD;
        }
        match self.said(row) < self.most
            || self.turned.contains(&row.candidate.hit.memory.id)
            || self.is_surname_alone(row)
            || half.is_some()
        {
            true => DOUBTED,
            false => 1.0,
        }
    }
}

/// Whether a memory says more than what is quoted of it: "Lena is allergic to nuts, pollen and cats".
fn goes_on(row: &Row) -> bool {
    let text = &row.whole.said;
    let tells = |rest: &str| words(rest).iter().any(|word| word.content);
    row.quoted.as_ref().is_some_and(|span| tells(&text[..span.start]) || tells(&text[span.end..]))
}

/// Whether a half of a name that is a place's too stands where a place does: "the Austin data centre", "latency to Austin".
fn stands_for_place(text: &str, half: &Range<usize>) -> bool {
    const WHERE: &[&str] = &[
        "to", "in", "from", "at", "near", "via", "through", "outside", "nach", "aus", "à", "en", "vers", "a",
        "desde", "em", "para", "naar", "uit", "w", "do", "в", "из",
    ];
    const THE: &[&str] = &["the", "our", "their", "das", "die", "der", "unser", "unsere"];
    let before = text[..half.start].trim_end().rsplit(' ').next().unwrap_or_default().to_lowercase();
    let behind = text[half.end..].strip_prefix(' ').unwrap_or_default();
    WHERE.contains(&before.as_str())
        || THE.contains(&before.as_str()) && behind.starts_with(char::is_alphabetic)
}

/// Makes a plan of that kind, and each of its steps, as sure as such plans are right.
pub(super) fn raise(draft: &mut Draft) {
    for step in draft.steps.iter_mut().filter(|step| step.confidence.is_some_and(|sure| sure < FULL_NAME)) {
        // The reason says how sure the step is, as the floor is compared with it.
        if let Some((reason, _)) = step.reason.rsplit_once(" (").filter(|(_, last)| last.ends_with(" %)")) {
            step.reason = format!("{reason} ({:.0} %)", FULL_NAME * 100.0);
        }
    }
    let steps = draft.steps.iter_mut().map(|step| &mut step.confidence);
    for confidence in steps.chain([&mut draft.confidence]) {
        *confidence = confidence.map(|sure| sure.max(FULL_NAME));
    }
}

/// Tells whether [`raise`] has made a draft so sure, or it is surer; or rules tell all that it means, and are as sure as they are.
pub(super) fn is_raised(query: &Query<'_>, Decided { draft, told, .. }: &Decided) -> bool {
    let asks = asks_for_full_name(query) || asks_for_one_name(query);
    *told || asks && draft.confidence.is_some_and(|sure| sure >= FULL_NAME)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::canonical::Components;
    use crate::testing::Texts;

    fn asks(mutation: &Mutation) -> bool {
        let crate::Target::Words(words) = mutation.target() else { panic!("no words") };
        asks_for_full_name(&Query::new(mutation, words, Components::default()))
    }

    #[test]
    fn one_full_name_and_nothing_else_is_asked_for() {
        for request in ["everything about Sam Roe", "forget Sam Roe", "Please erase all records of Sam Roe."]
        {
            assert!(asks(&Mutation::purge(request)) && asks(&Mutation::release(request)), "{request}");
        }
        for request in [
            "everything about Sam", "everything about Sam Roe the plumber",
            "everything about Sam Roe and Ida Lund", "Sam Roe's address", "that Sam Roe sings",
            "the red van", "order 48213",
        ] {
            assert!(!asks(&Mutation::purge(request)), "{request}");
        }
        assert!(!asks(&Mutation::supersede("everything about Sam Roe", "Sam Roe left.")));
    }

    #[test]
    fn what_is_said_word_for_word_is_sure_beside_what_is_like_it() {
        let said = "We meet on Mondays in the barn.";
        let texts = Texts::of(&[said, "We meet on Mondays in the barn with tea.", "They meet on Mondays."]);
        for request in ["We meet on Mondays in the barn", "we meet on mondays in the barn!"] {
            let draft = texts.plan(&Mutation::purge(request));
            let touched: Vec<&str> = draft.steps.iter().map(|step| step.memory.text.as_str()).collect();
            assert_eq!(touched, [said], "{draft:?}");
            assert!(
                draft.confidence.unwrap() >= 0.95 && draft.steps[0].confidence.unwrap() >= 0.95,
                "{draft:?}"
            );
        }
    }

    #[test]
    fn a_memory_that_says_less_of_what_an_identifier_has_is_doubted() {
        let sure = |request: &str, texts: &[&'static str]| {
            Texts::of(texts).plan(&Mutation::purge(request)).confidence.unwrap() >= 0.95
        };
        for (request, texts) in [
            ("which rack db4 is in", ["db4 is in rack 2.", "db4 has 64 GB."]),
            ("who invoice 7731 was sent to", ["Invoice 7731 is paid.", "Invoice 7731 was sent to Ann."]),
        ] {
            assert!(!sure(request, &texts), "{request}");
        }
        assert!(sure("invoice 7731", &["Invoice 7731 is paid.", "Invoice 7731 was sent to Ann."]));
        assert!(sure("everything about order 48213", &["Order 48213 shipped.", "Order 48213 came back."]));
    }

    #[test]
    fn a_first_name_that_is_a_place_s_is_doubted() {
        let texts = ["Austin Shaw cooks.", "Austin called."];
        let draft = Texts::of(&texts).plan(&Mutation::purge("everything about Austin Shaw"));
        assert!(draft.confidence.unwrap() < 0.95, "{draft:?}");
    }

    #[test]
    fn what_goes_on_behind_what_is_quoted_is_doubted() {
        let sure = |text: &'static str| {
            let texts = Texts::of(&[text, "Nuts are stored on the lower shelf."]);
            texts.plan(&Mutation::purge("Forget that Lena is allergic to nuts.")).confidence.unwrap() >= 0.95
        };
        assert!(sure("Lena is allergic to nuts."));
        assert!(!sure("Lena is allergic to nuts, pollen and cats."));
        assert!(!sure("Lena is allergic to nuts and sings in the choir."));
    }

    #[test]
    fn a_surname_alone_is_doubted_and_a_place_is_nobody() {
        let sure = |other: &'static str| {
            let draft = Texts::of(&["Florence Picard is a pilot.", other])
                .plan(&Mutation::purge("everything about Florence Picard"));
            (draft.steps.len(), draft.confidence.unwrap() >= 0.95)
        };
        for other in ["Picard delivers on Thursdays.", "We owe Picard 40 euros."] {
            assert!(!sure(other).1, "{other}");
        }
        for other in
            ["The team flies to Florence in May.", "The Florence office is closed.", "In Florence it rains."]
        {
            assert_eq!(sure(other).0, 1, "{other}");
        }
        assert_eq!(sure("Mrs Picard likes tea."), (2, true));
        assert!(!sure("Florence Picard et Paul Vidal partagent le garage.").1);
        let story = Texts::of(&["Sydney Story keeps bees.", "Story time is at five."]);
        assert_eq!(
            story.touched(&Mutation::release("everything about Sydney Story")),
            ["Sydney Story keeps bees."]
        );
    }

    #[test]
    fn a_memory_that_says_more_than_the_part_is_doubted() {
        let sure = |request: &str, text: &'static str| {
            let texts: &'static [&'static str] = Box::leak(Box::new([text]));
            let draft = Texts::of(texts).plan(&Mutation::purge(request));
            let whole = draft.steps.iter().any(|step| step.action == crate::Action::Purge);
            !whole || draft.confidence.unwrap() >= 0.95
        };
        for (request, text) in [
            (
                "die Kreditkarte von Ansgar Lüth",
                "Ansgar Lüth hat die Kreditkarte 4916 3385 0608 2832 und reist viel herum.",
            ),
            (
                "la tarjeta de Nuria Belmonte",
                "Nuria Belmonte tiene la tarjeta 4916 3385 0608 2832 y viaja mucho.",
            ),
        ] {
            assert!(!sure(request, text), "{request}");
        }
    }

    #[test]
    fn a_plan_of_that_kind_is_surer_only_where_it_edits_nothing() {
        let sure = |texts: &[&'static str]| {
            let draft = Texts::of(texts).plan(&Mutation::purge("everything about Sam Roe"));
            assert!(!draft.steps.is_empty());
            let least = draft.steps.iter().filter_map(|step| step.confidence).fold(1.0, f64::min);
            (draft.confidence.unwrap() >= 0.95, least >= 0.95)
        };
        assert_eq!(sure(&["Sam Roe bought 3 kettles.", "Ida Lund lives in Moss."]), (true, true));
        assert_eq!(
            sure(&["Sam Roe bought 3 kettles.", "Sam Roe and Ida Lund share the van."]),
            (false, false)
        );
    }
}
