//! Requests that are a memory, word for word: that one is meant, and none that only begins with it, or has it within.

use nepenthe_text::word::words;

use crate::Verb;
use crate::canonical::query::Query;
use crate::canonical::row::Row;

use super::quoted::QUOTED;

/// Parts the row that is the request from all others. A name alone asks for everything about it, though a memory be no more than that name.
pub(in crate::canonical) fn part(query: &Query<'_>, rows: &mut [Row]) {
    if !matches!(query.verb, Verb::Purge | Verb::Release) || query.request.except.is_some() || is_name(query)
    {
        return;
    }
    let asked = folded(query.words);
    let is = |row: &Row| {
        let own = row.candidate.whole();
        own.trim() == query.words.trim()
            || !asked.is_empty() && folded(own) == asked && same_signs(own, query.words)
    };
    if !rows.iter().any(is) {
        return;
    }
    for row in rows {
        if is(row) {
            row.probability = row.probability.max(QUOTED);
            row.kept = None;
        } else {
            row.probability = 0.0;
            row.kept = row.kept.take().or_else(|| Some("another memory says just what is asked for".into()));
        }
    }
}

/// Whether the request is nothing but names and identifiers.
fn is_name(query: &Query<'_>) -> bool {
    let named: Vec<String> = query
        .names
        .iter()
        .map(|name| &name.text)
        .chain(query.identifiers.iter().map(|one| &one.text))
        .flat_map(|text| folded(text))
        .collect();
    !named.is_empty() && folded(query.words).iter().all(|word| named.contains(word))
}

fn folded(text: &str) -> Vec<String> {
    words(text).into_iter().map(|word| word.folded).collect()
}

/// Whether two texts of the same words have the same signs, but for those of a sentence.
fn same_signs(one: &str, other: &str) -> bool {
    let signs = |text: &str| -> String {
        let sign = |c: &char| {
            !c.is_alphanumeric()
                && !c.is_whitespace()
                && !matches!(c, '.' | ',' | '!' | '?' | '"' | '\'' | '’' | '“' | '”')
        };
        text.chars().filter(sign).collect()
    };
    signs(one) == signs(other)
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    #[test]
    fn what_only_has_the_words_within_stays() {
        for (request, texts, meant) in [
            ("Ring the vet", ["Ring the vet", "Ring the vet about the hen"], &["Ring the vet"][..]),
            ("ring the vet!", ["Ring the vet", "Ring the vet about the hen"], &["Ring the vet"]),
            ("Ida Lund", ["Ida Lund", "Ida Lund rows."], &["Ida Lund", "Ida Lund rows."]),
        ] {
            let texts: &'static [&'static str] = Box::leak(Box::new(texts));
            let touched = Texts::of(texts).touched_sorted(&Mutation::purge(request));
            assert_eq!(touched, meant, "{request}");
        }
    }
}
