//! Which of the names and identifiers of a request are looked for: each once, and of very many the first.

use nepenthe_text::entity::identifier::Identifier;
use nepenthe_text::entity::name::Name;
use nepenthe_text::mention::Mentions;

use crate::Unread;

/// How many names, and how many identifiers, are looked for.
const MOST: usize = 48;

/// What of a request is looked for.
pub(super) struct Sought {
    pub(super) identifiers: Vec<Identifier>,
    pub(super) names: Vec<Name>,
    /// How many of the first names are what is asked for.
    pub(super) wanted_names: usize,
    /// Where the first name or identifier stands that is not looked for.
    pub(super) unsought: Option<usize>,
}

impl Sought {
    /// Of what words ask for; identifiers stand in their `core`.
    pub(super) fn of(asked: Mentions, words: &str, core: &str) -> Self {
        let Mentions { mut identifiers, mut names, .. } = asked;
        let mut others = names.split_off(listed(words, &names).min(names.len()));
        once(&mut identifiers, |one| Identifier { span: 0..0, ..one.clone() });
        let placeless = |name: &Name| Name { span: 0..0, ..name.clone() };
        once(&mut names, placeless);
        let wanted_names = names.len().clamp(1, MOST);
        names.append(&mut others);
        once(&mut names, placeless);
        let named = names.get(MOST).map(|name| name.span.start);
        let identified = identifiers.get(MOST).map(|one| words.find(core).unwrap_or(0) + one.span.start);
        names.truncate(MOST);
        identifiers.truncate(MOST);
        let unsought = named.into_iter().chain(identified).min();
        Self { identifiers, names, wanted_names, unsought }
    }
}

/// A request of which what stands from these bytes on was not looked for.
pub(super) fn unread(read: usize, words: &str) -> Unread {
    let reason =
        format!("of its names and identifiers {MOST} each were looked for; what has another one stays");
    Unread { memory: None, read, bytes: words.len(), reason }
}

/// Leaves the first of those that are equal but for their places.
fn once<T: PartialEq>(all: &mut Vec<T>, without_place: impl Fn(&T) -> T) {
    let mut seen: Vec<T> = Vec::new();
    all.retain(|one| {
        let one = without_place(one);
        // What is beyond is not looked for anyway, and need not be compared.
        let new = seen.len() > MOST || !seen.contains(&one);
        seen.extend(new.then_some(one));
        new
    });
}

/// How many names stand side by side as one list, from the first on.
fn listed(words: &str, names: &[Name]) -> usize {
    const JOINERS: &[&str] =
        &["", "and", "und", "et", "y", "e", "en", "og", "och", "i", "и", "&", "+", "/", "as well as", "or"];
    let joined = |pair: &[Name]| {
        let between = words.get(pair[0].span.end..pair[1].span.start);
        let between = between.map(|text| text.trim_matches([' ', ',', ';']));
        let possessive = words[pair[1].span.end..].starts_with(['\'', '’']);
        !possessive && between.is_some_and(|text| JOINERS.contains(&text))
    };
    1 + names.windows(2).take_while(|pair| joined(pair)).count()
}
