//! Known places, by whichever of their names a text has, and what only bears a place's name.

use super::Finder;
use crate::entity::name::how::How;
use crate::entity::name::{Found, Near, place};
use crate::gazetteer::title;
use crate::unicode::fold;
use crate::unicode::token::Token;

impl Finder {
    /// Finds the places that the wanted name may be of, by all their names.
    pub(super) fn scan_places(
        &self,
        text: &str,
        toks: &[Token<'_>],
        english: bool,
        found: &mut Vec<Found>,
        near: &mut Vec<Near>,
    ) {
        for m in place::mentions(text, toks, english) {
            let written = &text[m.span.clone()];
            if !m.places.iter().any(|p| self.places.contains(p)) {
                // A longer name that contains the wanted one is another place.
                let inside = self.forms.first().is_some_and(|f| {
                    m.tokens.1 > m.tokens.0
                        && toks[m.tokens.0..=m.tokens.1]
                            .iter()
                            .any(|t| f.words.iter().any(|w| fold::plain(t.text) == w.plain))
                });
                if inside {
                    near.push(Near::new(m.span.clone(), written, "another place", true));
                }
                continue;
            }
            if let Some(reason) = bearer(text, toks, m.tokens) {
                near.push(Near::new(m.span.clone(), written, reason, true));
                continue;
            }
            if let Some(reason) = homonym(&self.places, text, toks, m.tokens.1) {
                near.push(Near::new(m.span.start..toks[m.tokens.1].span.end, written, reason, true));
                continue;
            }
            let same = fold::plain(written) == fold::plain(&self.text);
            let mut certainty: f32 = if m.inflected { 0.88 } else { 0.95 };
            let how = if written == self.text {
                certainty = 0.98;
                How::Verbatim
            } else if m.inflected {
                How::Inflected
            } else if same && !fold::plain(written).is_empty() {
                if fold::lower(written) == fold::lower(&self.text) { How::Case } else { How::Accents }
            } else {
                How::Exonym
            };
            if m.places.len() > 1 {
                certainty -= 0.1;
            }
            found.push(Found { span: m.span.clone(), as_written: written.to_string(), how, certainty });
        }
        for t in toks.iter().filter(|t| t.script.unspaced()) {
            for r in place::in_run(&self.places, t.text) {
                let span = t.span.start + r.start..t.span.start + r.end;
                let written = text[span.clone()].to_string();
                let how = if written == self.text { How::Verbatim } else { How::Exonym };
                found.push(Found { span, as_written: written, how, certainty: 0.93 });
            }
        }
    }
}

/// Why a place's name is here a person's or a street's.
fn bearer(text: &str, toks: &[Token<'_>], (first, last): (usize, usize)) -> Option<&'static str> {
    const STREET: &str = "a street named after the place";
    let gap = |a: usize, b: usize| &text[toks[a].span.end..toks[b].span.start];
    if toks.get(last + 1).is_some_and(|n| n.capital() && gap(last, last + 1) == " " && title::street(n.text))
    {
        return Some(STREET);
    }
    if toks
        .get(last + 1)
        .is_some_and(|n| gap(last, last + 1) == "-" && toks[last].capital() && title::street(n.text))
    {
        return Some(STREET);
    }
    let mut before = first.checked_sub(1)?;
    if !toks[before].capital() && title::particle(toks[before].text) && gap(before, first) == " " {
        before = before.checked_sub(1)?;
        // "Rue de Corfou", not "the street in Corfu".
        let named =
            toks[before].capital() && title::street(toks[before].text) && gap(before, before + 1) == " ";
        return named.then_some(STREET);
    }
    let p = &toks[before];
    if gap(before, first) == " "
        && p.capital()
        && title::street(p.text)
        && !matches!(p.text, "St" | "Place" | "Close" | "Court" | "Port" | "Row" | "Way")
    {
        return Some(STREET);
    }
    let addressed = title::address(p.text)
        && p.text.chars().count() > 1
        && gap(before, first).trim_start_matches('.').trim().is_empty()
        && !matches!(
            fold::plain(p.text).as_str(),
            "st" | "saint" | "san" | "santa" | "mar" | "don" | "fr" | "sri" | "general" | "col" | "major"
        );
    if addressed && p.capital() {
        return Some("a person of that name");
    }
    let given = crate::gazetteer::given_name::lookup(&crate::gazetteer::given_name::fold_key(p.text));
    (gap(before, first) == " "
        && p.capital()
        && !given.is_empty()
        && place::lookup(p.text).is_empty()
        && !crate::word::english_word(p.text))
    .then_some("a person of that name")
}

/// Why a place's name stands for another place of that name.
fn homonym(places: &[u16], text: &str, toks: &[Token<'_>], last: usize) -> Option<&'static str> {
    let end = toks[last].span.end;
    let rest = &text[end..];
    let next = toks.get(last + 1)?;
    let gap = &text[end..next.span.start];
    let countries: Vec<&str> = places.iter().map(|&p| place::country(p)).filter(|c| !c.is_empty()).collect();
    let two = toks
        .get(last + 2)
        .map(|n| &text[next.span.start..n.span.end])
        .filter(|p| !p.contains([',', '.', ':']));
    // "Halle in the Palatinate": the region stands behind the preposition.
    let within = |t: &Token<'_>| matches!(t.text, "in" | "im" | "en" | "the" | "der" | "den");
    let skipped = if gap == " " && matches!(next.text, "in" | "im" | "en") {
        toks[last + 1..].iter().take(2).take_while(|t| within(t)).count()
    } else {
        0
    };
    let behind = toks.get(last + 1 + skipped).filter(|_| skipped > 0);
    if matches!(gap, ", " | " (") || behind.is_some() {
        let named = behind
            .map_or(place::region(next.text), |t| place::region(t.text))
            .or_else(|| two.filter(|_| behind.is_none()).and_then(place::region));
        if let Some(cc) = named
            && !countries.contains(&cc)
            && !countries.is_empty()
        {
            return Some("a place of that name elsewhere");
        }
    }
    if gap == " " {
        if place::named_after(next.text) {
            return Some("a thing named after the place");
        }
        let w = next.text.to_lowercase();
        if matches!(w.as_str(), "of" | "von" | "de" | "du" | "del" | "di")
            && toks.get(last + 2).is_some_and(Token::capital)
            && !rest.starts_with(',')
        {
            return Some("a longer name");
        }
        if next.capital() && place::region(next.text) == Some("US") && !countries.contains(&"US") {
            return Some("a place of that name elsewhere");
        }
    }
    None
}
