//! Who is named by what they are to the writer: where a memory says "Pat has been our treasurer since spring", "the treasurer keeps the
//! tin" is about Pat, and is read so; unless a memory says it of somebody else too.

use std::ops::Range;

use nepenthe_text::entity::name::{self, Epithet, Haystack, Kind, Role};

use super::borne::Borne;
use super::query::Query;
use super::span::overlap;
use crate::corpus::{CorpusError, Include, RecallMode, RecallOptions};
use crate::{Candidate, Memories};

/// From which certainty on a memory that names somebody may say what they are.
const NAMED: f32 = 0.6;
/// How many memories with the words of a role are looked at.
const POOL: usize = 24;

/// Finds out what the bearers of the wanted names are, and adds the memories that name them so to the candidates.
pub(super) fn gather(
    query: &Query<'_>,
    memories: &Memories<'_>,
    include: Include,
    candidates: &mut Vec<Candidate>,
) -> Result<(), CorpusError> {
    // Found out once: what is read later, such as earlier states, is read alike.
    let known = query.borne.get();
    let mut said = if known.is_none() { said(query, candidates.iter().map(text)) } else { Vec::new() };
    let options = RecallOptions::new(POOL).with_mode(RecallMode::Lexical).with_include(include);
    let mut more = Vec::new();
    for one in known.unwrap_or(&said) {
        let with_phrase = memories.recall(&one.role.phrase, &options)?.into_iter();
        more.extend(with_phrase.filter(|found| found.hit.memory.text.contains(&one.role.phrase)));
    }
    let all = || candidates.iter().chain(&more).map(text);
    said.retain(|one| !all().any(|text| is_said_of_another(query, one, text)));
    let borne = query.borne.get_or_init(|| said);
    more.retain(|found| borne.iter().any(|one| !one.find(&found.hit.memory.text).is_empty()));
    candidates.extend(more);
    Ok(())
}

fn text(candidate: &Candidate) -> &str {
    &candidate.hit.memory.text
}

/// What request and memories say of the bearers of the wanted names, each once.
fn said<'t>(query: &Query<'_>, texts: impl Iterator<Item = &'t str>) -> Vec<Borne> {
    let mut borne: Vec<Borne> = Vec::new();
    let texts: Vec<_> = texts.map(|text| (text, Haystack::new(text))).collect();
    for (name, (wanted, finder)) in query.names.iter().zip(&query.finders).enumerate() {
        if matches!(wanted.kind, Kind::Place | Kind::NoEntity) {
            continue;
        }
        let asked = query.words.find(&wanted.text).map(|at| at..at + wanted.text.len());
        // Where the request says which bearer of the name is meant, a memory may speak of another.
        let epithet = asked.clone().and_then(|span| Epithet::of(query.words, span));
        let asked = asked.and_then(|span| Role::said_of(query.words, span));
        let another = |text: &str, span: &Range<usize>| {
            let said = Epithet::of(text, span.clone());
            said.zip(epithet.as_ref()).is_some_and(|(said, asked)| !said.fits(asked))
        };
        let noted = texts.iter().filter(|_| asked.is_none()).flat_map(|(text, words)| {
            let found = finder.scan_in(words).0.into_iter();
            let found = found.filter(|found| found.certainty >= NAMED && !found.how.is_half());
            let own = found.filter(|found| !another(text, &found.span));
            own.filter_map(|found| Role::said_of(text, found.span)).collect::<Vec<_>>()
        });
        let noted: Vec<Role> = noted.collect();
        for role in asked.into_iter().chain(noted) {
            match borne.iter_mut().find(|one| one.role.phrase == role.phrase) {
                Some(one) if one.name == name => one.role.own |= role.own,
                Some(_) => {}
                None => borne.push(Borne { name, role }),
            }
        }
    }
    borne
}

fn is_said_of_another(query: &Query<'_>, borne: &Borne, text: &str) -> bool {
    if !text.contains(&borne.role.phrase) {
        return false;
    }
    let own: Vec<Range<usize>> =
        query.finders[borne.name].find(text).into_iter().map(|found| found.span).collect();
    let names = name::names(text).into_iter().map(|name| name.span);
    let mut others = names.filter(|span| !own.iter().any(|own| overlap(own, span)));
    others.any(|span| borne.role.is_said_of(text, span)) || borne.role.is_of_another(text, &own)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Mutation;
    use crate::canonical::Components;

    /// The roles by which memories with these texts name who is asked about.
    fn roles(request: &str, texts: &[&str]) -> Vec<String> {
        let mutation = Mutation::purge(request);
        let query = Query::new(&mutation, request, Components::default());
        let mut borne = said(&query, texts.iter().copied());
        borne.retain(|one| !texts.iter().any(|text| is_said_of_another(&query, one, text)));
        borne.into_iter().map(|one| one.role.phrase).collect()
    }

    #[test]
    fn who_somebody_is_stands_in_a_memory_or_in_the_request() {
        assert_eq!(
            roles("everything about Ida", &["Ida is our treasurer.", "Jon is our dyer."]),
            ["treasurer"]
        );
        assert_eq!(roles("Ida's phone number", &["The Doctor, as we call Ida, sings."]), ["Doctor"]);
        assert_eq!(roles("everything about our cellist Viola", &[]), ["cellist"]);
        assert_eq!(roles("everything about Ida", &["Ida was our treasurer."]), [""; 0]);
        assert_eq!(roles("everything about Ida Roe", &["Ida is our treasurer."]), [""; 0]);
    }

    #[test]
    fn a_namesake_s_role_is_another_s() {
        let cleaner = ["Maria Silva is our cleaner.", "Maria Silva, the cleaner, has a key."];
        assert_eq!(roles("everything about Maria Silva, the nurse", &cleaner), ["nurse"]);
        assert_eq!(roles("everything about Maria Silva from the clinic", &cleaner[1..]), [""; 0]);
        assert_eq!(roles("everything about Maria Silva from the clinic", &cleaner[..1]), ["cleaner"]);
    }

    #[test]
    fn what_is_said_of_two_tells_nobody() {
        for other in
            ["The treasurer, Jon, is ill.", "Jon was our treasurer until May.", "Our treasurer is Jon Poe."]
        {
            assert_eq!(roles("everything about Ida", &["Ida is our treasurer.", other]), [""; 0], "{other}");
        }
    }
}
