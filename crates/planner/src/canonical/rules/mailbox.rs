//! A surname behind the @ of a mailbox is the name of a house or firm, and of nobody in it: "front@prado.example is full" says nothing of
//! Lucia Prado.

use nepenthe_text::entity::identifier::{self, Kind};
use nepenthe_text::word::fold;

use crate::canonical::query::Query;
use crate::canonical::row::Row;
use crate::canonical::segment::Alike;

/// What is left of the probability of a memory that has the name there alone.
const ELSEWHERE: f64 = 0.05;

/// Spares what has half of the name in the domain of another's mailbox, and nowhere else.
pub(in crate::canonical) fn part(query: &Query<'_>, rows: &mut [Row]) {
    let Some(name) = query.names.first().filter(|name| name.words.len() > 1) else { return };
    let first = fold(&name.words[0]);
    let Some(initial) = first.chars().next() else { return };
    let own = |local: &str| {
        let local = fold(local);
        // "l.prado@", "lucia@", "lp@".
        local.contains(&first) || local.starts_with(initial) && local.chars().count() <= 2
    };
    for row in rows.iter_mut().filter(|row| row.kept.is_none()) {
        let text = row.whole.said.text();
        let spans = query.mentions(text);
        let emails: Vec<_> =
            identifier::recognise(text).into_iter().filter(|one| one.kind == Kind::Email).collect();
        let in_domain = |span: &std::ops::Range<usize>| {
            emails.iter().find(|one| {
                let at = one.text.find('@').map(|at| one.span.start + at);
                at.is_some_and(|at| at < span.start) && span.end <= one.span.end
            })
        };
        let places: Vec<_> = spans.iter().map(in_domain).collect();
        let foreign = |one: &&identifier::Identifier| !own(one.text.split('@').next().unwrap_or_default());
        if !places.is_empty() && places.iter().all(|place| place.as_ref().is_some_and(foreign)) {
            let reason = format!("{}: a mailbox of others", emails[0].text);
            row.probability *= ELSEWHERE;
            row.whole.alike = Some(Alike { reason });
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::Mutation;
    use crate::testing::Texts;

    #[test]
    fn a_surname_behind_the_at_is_no_bearer() {
        let purge = Mutation::purge("everything about Lucia Prado");
        for (text, goes) in [
            ("front@prado.example is full.", false),
            ("orders@prado.example bounced.", false),
            ("lucia@prado.example bounced.", true),
            ("l.prado@post.example bounced.", true),
            ("Prado asked for orders@prado.example.", true),
        ] {
            let texts = ["Lucia Prado hates calls.", text];
            let touched = Texts::of(&texts).touched(&purge);
            assert_eq!(touched.iter().any(|one| one == text), goes, "{text}: {touched:?}");
        }
    }
}
