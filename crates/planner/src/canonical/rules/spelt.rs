//! "BLUE-PUFFIN ferry": where a memory says that the noun has the name, what only says how that is written goes along ("The pilots just
//! call her Blue Puffin"), and what names neither stays.

use std::ops::Range;

use nepenthe_text::entity::name::Name;
use nepenthe_text::word::{Word, fold, lists, words};

use crate::Verb;
use crate::canonical::query::{Query, stems};
use crate::canonical::row::Row;
use crate::canonical::scorer::MEANT;
use nepenthe_text::request::Extent;

/// From which certainty on a memory has the name.
const NAMED: f32 = 0.5;
/// The same of all of it, word for word.
const IN_FULL: f32 = 0.85;
/// The same of a name of several words.
const WHOLE: f32 = 0.7;
/// How likely the memories are meant, where none has the name and says something else.
const ALL: f64 = 0.96;
/// How likely the only one that has name and noun must be, and the others at most, that it is so likely too.
const LIKELY: f64 = 0.8;
const UNLIKELY: f64 = 0.15;
/// The same beside others.
const AMONG: f64 = 0.6;
/// By what the probability of those is divided that have no name.
const STAYS: f64 = 10.0;
/// Words that say how something is called or written.
const CALLED: &[&str] = &[
    "write", "writes", "wrote", "written", "spell", "spells", "spelled", "spelt", "call", "calls", "called",
    "name", "names", "named", "say", "says", "said", "print", "prints", "printed", "list", "lists", "listed",
    "file", "filed", "label", "labels", "labelled", "titled", "look", "read", "reads", "has", "have", "had",
    "noted", "notes", "registered", "entered", "known", "goes", "appears", "shows", "uses", "use", "is",
    "put", "puts", "runs", "marked", "marks", "abbreviates",
];
/// What stands for the thing.
const IT: &[&str] = &["it", "her", "him", "them", "same", "this"];
/// Nouns for what a name may be of.
const SORTS: &[&str] = &[
    "town", "city", "port", "village", "island", "place", "mountain", "river", "lake", "country", "region",
    "firm", "company", "ship", "boat", "project", "house", "person", "harbour", "district",
];

/// Weighs the memories that have the name by what they say.
pub(in crate::canonical) fn weigh(query: &Query<'_>, rows: &mut [Row]) {
    // "BLUE-PUFFIN ferry" may be read as all about the ferry of that name.
    let described = matches!(query.request.extent, Extent::Topic | Extent::Attribute | Extent::Everything);
    let [name] = query.names.as_slice() else { return };
    if described {
        of_member(query, name, rows);
    }
    if query.request.core == name.text && name.words.len() > 2 {
        of_institution(query, name, rows);
    }
    let Some(kind) = query.own_words.last().filter(|_| described && query.identifiers.is_empty()) else {
        return;
    };
    let behind = query.request.core.starts_with(&name.text) && query.request.core.len() > name.text.len();
    if query.verb == Verb::Supersede || !behind || name.possessive || query.of_names.contains(&kind.stem) {
        return;
    }
    let named = |row: &Row| row.whole.first >= NAMED;
    let says = |row: &Row| {
        let own = stems(row.whole.glossed.words(), &query.of_names);
        named(row) && !query.stems.is_empty() && query.stems.iter().all(|stem| own.contains(stem.as_str()))
    };
    let spelt = |row: &Row| {
        let carried = || row.whole.carried.as_ref().map(|carried| carried.span.clone());
        match named(row) {
            true => !says(row) && carried().is_some_and(|span| only_spells(name, row, span)),
            // "A sailor's diary has Batoum for it", for Batumi.
            false => spelled_alike(name, row).is_some_and(|span| only_spells(name, row, span)),
        }
    };
    let open = |row: &Row| row.kept.is_none();
    let first = rows.iter().filter(|row| open(row)).filter(|row| says(row)).count();
    let also = rows.iter().filter(|row| open(row)).filter(|row| spelt(row)).count();
    // "The Redmere upgrade is planned for June": one memory has name and noun, and nothing else may be meant.
    if let [only] =
        (0..rows.len()).filter(|row| open(&rows[*row]) && says(&rows[*row])).collect::<Vec<_>>()[..]
        && also == 0
        && !query.by_name()
        && rows[only].probability >= LIKELY
        && rows.iter().enumerate().all(|(row, other)| row == only || other.probability < UNLIKELY)
    {
        for row in rows.iter_mut().filter(|row| !says(row)) {
            row.probability /= STAYS;
        }
        rows[only].tell(ALL, ALL);
        return;
    }
    if first == 0 || also == 0 {
        return;
    }
    let others = rows.iter().any(|row| open(row) && named(row) && !says(row) && !spelt(row));
    let likely = if others { AMONG } else { ALL };
    for row in rows.iter_mut().filter(|row| row.kept.is_none()) {
        if spelt(row) || !others && says(row) {
            row.probability = row.probability.max(likely);
        } else if !named(row) && !spelt(row) && row.probability < MEANT {
            row.probability /= STAYS;
        }
    }
}

/// "Society of Arctic Painters": a request that is a name of several words means what has it whole, and what reads in English as it does:
/// "la Société des peintres arctiques".
fn of_institution(query: &Query<'_>, name: &Name, rows: &mut [Row]) {
    let content = |text: &str| -> Vec<String> {
        words(text).into_iter().filter(|word| word.content).map(|word| word.stem).collect()
    };
    let own = content(&name.text);
    if query.verb == Verb::Supersede || own.len() < 3 {
        return;
    }
    for row in rows.iter_mut().filter(|row| row.kept.is_none()) {
        let read = || {
            let reading = content(&row.whole.reading.text);
            !row.whole.reading.is_as_written()
                && reading.windows(own.len()).any(|some| own.iter().all(|word| some.contains(word)))
        };
        if row.whole.first >= IN_FULL || row.whole.first < NAMED && !row.whole.near_name && read() {
            row.tell(ALL, ALL);
        }
    }
}

/// "Odalys Trent membership": where no memory has the noun, what surely has the whole name is what she is known for as a member.
fn of_member(query: &Query<'_>, name: &Name, rows: &mut [Row]) {
    let noun = query.request.core.strip_prefix(name.text.as_str()).unwrap_or_default().trim();
    let full = name.words.len() > 1 && name.title.is_none() && !name.possessive;
    if query.verb == Verb::Supersede || !full || !lists::is_of_members(noun) {
        return;
    }
    let says = |row: &Row| row.whole.said.words().iter().any(|word| query.stems.contains(&word.stem));
    if rows.iter().any(|row| row.kept.is_some() || says(row)) {
        return;
    }
    for row in rows.iter_mut().filter(|row| row.whole.first >= WHOLE && row.whole.half.is_none()) {
        row.tell(ALL, ALL);
    }
}

/// Whether a memory says how the name is written otherwise, and nothing else.
fn only_spells(name: &Name, row: &Row, carried: Range<usize>) -> bool {
    let whole = &row.whole;
    let (text, all) = (&whole.said, &whole.said.words());
    let written = &text[carried.clone()];
    if text.contains(&name.text) || written == name.text {
        return false;
    }
    let before: Vec<&Word> = all.iter().filter(|word| word.span.end <= carried.start).collect();
    let behind: Vec<&Word> = all.iter().filter(|word| word.span.start >= carried.end).collect();
    let calls = |word: &&&Word| CALLED.contains(&word.folded.as_str());
    let stands_for =
        |word: &&&Word| IT.contains(&word.folded.as_str()) || SORTS.contains(&word.folded.as_str());
    let Some(at) = before.iter().rposition(|word| CALLED.contains(&word.folded.as_str())) else {
        return false;
    };
    let directly = at + 1 == before.len();
    let code = written.contains(['_', '-']);
    // "call it X", "names the port X", "has X for it", "the town is X", "is named x_y", "just say X".
    let object = before[at..].iter().any(|word| stands_for(&word));
    let said_for = behind.first().is_some_and(|word| word.folded == "for")
        && behind.get(1).is_some_and(|word| stands_for(&word));
    let sort_is = directly
        && before[at].folded == "is"
        && at.checked_sub(1).is_some_and(|left| SORTS.contains(&before[left].folded.as_str()));
    let says = directly
        && !matches!(
            before[at].folded.as_str(),
            "is" | "has" | "have" | "had" | "shows" | "uses" | "use" | "runs"
        );
    let searched = before[at..].iter().all(|word| !word.content || calls(&word));
    // Nothing of its own follows.
    let ends = behind.iter().all(|word| !word.content)
        || said_for
        || behind.first().is_some_and(|word| matches!(word.folded.as_str(), "in" | "on" | "for"));
    ends && (object
        || said_for
        || sort_is
        || says && behind.iter().all(|word| !word.content)
        || code && searched)
}

/// A capitalised word that is spelled nearly as the name is.
fn spelled_alike(name: &Name, row: &Row) -> Option<Range<usize>> {
    const SHORTEST: usize = 5;
    const EDITS: usize = 2;
    let plain = |word: &str| -> Vec<char> {
        let same = |c: char| match c {
            'c' | 'q' => 'k',
            'w' => 'v',
            'y' | 'j' => 'i',
            'z' => 's',
            c => c,
        };
        fold(word).chars().map(same).collect()
    };
    let own = plain(&name.text);
    if name.text.contains(' ') || own.len() < SHORTEST {
        return None;
    }
    let text = &row.whole.said;
    let alike = |word: &&Word| {
        let written = &text[word.span.clone()];
        let other = plain(written);
        written.starts_with(char::is_uppercase)
            && other.len() >= SHORTEST
            && own[..2] == other[..2]
            && edits(&own, &other) <= EDITS
    };
    row.whole.said.words().iter().find(alike).map(|word| word.span.clone())
}

/// How many letters are to be changed, added or left out.
fn edits(a: &[char], b: &[char]) -> usize {
    let mut row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut corner = row[0];
        row[0] = i + 1;
        for (j, y) in b.iter().enumerate() {
            let kept = corner + usize::from(x != y);
            corner = row[j + 1];
            row[j + 1] = kept.min(row[j] + 1).min(corner + 1);
        }
    }
    row[b.len()]
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    fn gone(request: &str, texts: &[&'static str]) -> Vec<String> {
        Texts::of(texts).touched_sorted(&Mutation::purge(request))
    }

    #[test]
    fn what_only_says_how_the_name_is_written_goes_along() {
        let texts = [
            "Lock keepers just call her Velvet Otter.",
            "The new barge was entered as VELVET-OTTER.",
            "The toll book names the barge Velvet Otter.",
        ];
        assert_eq!(gone("VELVET-OTTER barge", &texts), texts);
    }

    #[test]
    fn what_says_something_of_it_is_judged_by_itself() {
        let soap = "The soap recipe was brought from Aleppo.";
        let gone = gone(
            "Aleppo soap recipe",
            &[soap, "A cousin lives in Haleb.", "Our ferry calls at Haleb on Fridays."],
        );
        assert_eq!(gone, [soap]);
    }
}
