//! Writes a text again without some of its units.

use std::ops::Range;

use crate::word::english_word;

use super::ClauseKind;
use super::json_node::Node;
use super::layout::Layout;
use super::structure::{Embed, Inset, Line, Part, Pronoun, Unit};

/// A text and its layout, on the way to be written.
pub(super) struct Writer<'a> {
    pub text: &'a str,
    pub layout: &'a Layout,
    pub gone: &'a [bool],
}

/// What stands above lines, until one of them stays.
struct Heading {
    text: String,
    used: bool,
    /// Where the header of a table begins in it.
    header: Option<usize>,
}

/// A piece of a part that stays: its text and the place of its unit in the part.
struct Piece {
    text: String,
    place: usize,
    /// It brings its subject again.
    run: usize,
}

/// `text` with a capital, when its first word is a plain lower-case word.
pub(super) fn capitalised(text: &str) -> String {
    let word = text.split(char::is_whitespace).next().unwrap_or("");
    let plain = word.trim_end_matches([',', '.', ':', ';']);
    if plain.is_empty() || !plain.chars().all(|ch| ch.is_lowercase() || matches!(ch, '\'' | '’' | '-')) {
        return text.to_owned();
    }
    let mut chars = text.chars();
    let first = chars.next().map(|ch| ch.to_uppercase().to_string()).unwrap_or_default();
    first + chars.as_str()
}

pub(super) fn genitive(noun: &str) -> String {
    if noun.ends_with("'s") || noun.ends_with("’s") { noun.to_owned() } else { format!("{noun}'s") }
}

/// A noun that moves into a sentence loses the capital of its determiner, or of its words joined by hyphens: "On-call".
pub(super) fn inner(noun: &str) -> String {
    let word = noun.split(char::is_whitespace).next().unwrap_or("");
    let joined = word.contains('-')
        && !word.chars().skip(1).any(char::is_uppercase)
        && word.split('-').all(english_word);
    let determiner =
        matches!(word, "The" | "A" | "An" | "My" | "Our" | "His" | "Her" | "Their" | "Its" | "This" | "That");
    if determiner || joined {
        let mut chars = noun.chars();
        let first = chars.next().map(|ch| ch.to_lowercase().to_string()).unwrap_or_default();
        return first + chars.as_str();
    }
    noun.to_owned()
}

impl Writer<'_> {
    fn kept(&self, unit: usize) -> bool {
        !self.gone.get(unit).copied().unwrap_or(false)
    }

    /// What stays has all that it hangs on.
    fn bound(&self) -> bool {
        let units = &self.layout.units;
        let held = |line: &Line| {
            line.title || line.parts.iter().flat_map(|part| &part.units).any(|&unit| self.kept(unit))
        };
        let open = |unit: usize| units[unit].open.iter().all(|&other| self.kept(other));
        let lines = &self.layout.lines;
        (0..units.len()).all(|unit| !self.kept(unit) || open(unit))
            && lines.iter().all(|line| {
                !held(line) || line.holder.iter().chain(&line.name).all(|&holder| held(&lines[holder]))
            })
    }

    /// The whole text without what is gone; None where nothing stays that states something, or what stays would say
    /// something else.
    pub fn text(&self) -> Option<String> {
        if !self.bound() {
            return None;
        }
        if let Some(root) = &self.layout.json {
            return self.json(root);
        }
        let mut out = String::with_capacity(self.text.len());
        let mut any = false;
        let mut title: Option<Heading> = None;
        let mut last_end = "";
        for line in &self.layout.lines {
            let raw = &self.text[line.lead.start..line.end.end];
            if line.title {
                title = Some(Heading { text: raw.to_owned(), used: false, header: None });
                continue;
            }
            if line.header {
                let mut heading = title.take().filter(|title| !title.used).unwrap_or(Heading {
                    text: String::new(),
                    used: false,
                    header: None,
                });
                heading.header.get_or_insert(heading.text.len());
                heading.text.push_str(raw);
                title = Some(heading);
                continue;
            }
            let end = &self.text[line.end.clone()];
            if line.parts.is_empty() {
                match &mut title {
                    Some(title) if !title.used => title.text.push_str(raw),
                    _ => out.push_str(raw),
                }
                last_end = end;
                continue;
            }
            let Some(body) = self.line(line) else { continue };
            if let Some(title) = title.as_mut().filter(|title| !title.used) {
                let stays = if line.cells { None } else { title.header };
                out.push_str(&title.text[..stays.unwrap_or(title.text.len())]);
                title.used = true;
            }
            any = true;
            out.push_str(&self.text[line.lead.clone()]);
            out.push_str(&body);
            out.push_str(end);
            last_end = end;
        }
        let ended = self.text.ends_with('\n');
        if !ended && !last_end.is_empty() && out.ends_with('\n') {
            while out.ends_with('\n') || out.ends_with('\r') {
                out.pop();
            }
        }
        any.then_some(out).filter(|out| out.chars().any(char::is_alphanumeric))
    }

    /// JSON without what is gone; None where only names stay.
    fn json(&self, root: &Node) -> Option<String> {
        let units = &self.layout.units;
        let owns = |unit: usize| units.iter().any(|other| other.owner == Some(unit));
        let states = (0..units.len()).any(|unit| self.kept(unit) && !owns(unit));
        let line = &self.layout.lines[0];
        let body = root.write(self.text, &|unit| self.kept(unit)).filter(|_| states)?;
        Some(format!("{}{body}{}", &self.text[line.lead.clone()], &self.text[line.end.clone()]))
    }

    /// A line without lead and end.
    fn line(&self, line: &Line) -> Option<String> {
        let units = || line.parts.iter().flat_map(|part| &part.units);
        let whole = units().all(|&unit| self.kept(unit) && self.settled(unit)) && !self.touched(line);
        if whole {
            return Some(self.text[line.lead.end..line.end.start].to_owned());
        }
        let mut bodies: Vec<(usize, String)> = Vec::new();
        for (index, part) in line.parts.iter().enumerate() {
            if let Some(body) = self.part(part, line) {
                bodies.push((index, body));
            }
        }
        if line.cells {
            let part = line.parts.first()?;
            let stays =
                part.units.iter().enumerate().filter(|&(_, &unit)| self.kept(unit)).map(|(index, _)| index);
            if stays.clone().next().is_none() || !line.pairs && stays.clone().eq([0]) && part.units.len() > 1
            {
                return None;
            }
        }
        let headed = bodies.iter().any(|&(index, _)| line.parts[index].headed);
        let head = if headed { &self.text[line.head.clone()] } else { "" };
        if bodies.is_empty() {
            return None;
        }
        let mut out = head.to_owned();
        let last = bodies.len() - 1;
        let final_close = line.parts.last().map_or("", |part| &self.text[part.close.clone()]);
        for (place, (index, body)) in bodies.iter().enumerate() {
            let part = &line.parts[*index];
            let close = &self.text[part.close.clone()];
            let labelled = |other: &Part| other.label == part.turn || other.turn == part.turn;
            let opened = bodies[..place].iter().any(|&(other, _)| labelled(&line.parts[other]));
            if !part.turn.is_empty() && !opened {
                out.push_str(&self.text[part.turn.clone()]);
            }
            let first_gone = place == 0 && *index > 0 && (head.is_empty() || line.head.is_empty());
            let began_capital =
                self.text[line.parts[0].core.clone()].starts_with(char::is_uppercase) && line.head.is_empty();
            if first_gone && began_capital {
                out.push_str(&capitalised(body));
            } else {
                out.push_str(body);
            }
            if place == last {
                let list_end = close.starts_with([';', '；', '؛']) && *index + 1 < line.parts.len();
                out.push_str(if list_end { final_close } else { close });
            } else {
                out.push_str(close);
                out.push_str(&self.text[part.space.clone()]);
            }
        }
        out.push_str(&self.text[line.tail.clone()]);
        Some(out)
    }

    fn touched(&self, line: &Line) -> bool {
        let embeds = self.layout.embeds_in(&(line.lead.start..line.end.end));
        embeds.iter().any(|embed| embed.units.iter().any(|&unit| !self.kept(unit)))
    }

    /// Nothing in the unit depends on one that is gone.
    fn settled(&self, unit: usize) -> bool {
        let unit = &self.layout.units[unit];
        unit.pronoun.as_ref().is_none_or(|pronoun| self.kept(pronoun.holder))
            && unit.echo.as_ref().is_none_or(|echo| self.kept(echo.holder))
            && unit.gap.as_ref().is_none_or(|gap| self.kept(gap.holder))
            && unit.aux.as_ref().is_none_or(|aux| self.kept(aux.1))
    }

    /// A row of a table: what goes leaves its place.
    fn row(&self, part: &Part) -> Option<String> {
        let mut out = String::new();
        for (place, &unit) in part.units.iter().enumerate() {
            if place > 0 {
                out.push_str(&self.text[part.joints[place - 1].clone()]);
            }
            if self.kept(unit) {
                out.push_str(&self.text[self.layout.units[unit].span.clone()]);
            }
        }
        part.units.iter().any(|&unit| self.kept(unit)).then_some(out)
    }

    fn part(&self, part: &Part, line: &Line) -> Option<String> {
        if line.columns {
            return self.row(part);
        }
        let mut pieces: Vec<Piece> = Vec::new();
        for (place, &unit) in part.units.iter().enumerate() {
            if self.kept(unit) {
                let text = self.unit(part, place, &pieces)?;
                pieces.push(Piece { text, place, run: self.layout.units[unit].run });
            } else {
                let span = self.layout.units[unit].span.start..self.layout.units[unit].span.end + 1;
                for embed in self.layout.embeds_in(&span).iter().filter(|embed| embed.host == unit) {
                    // a later unit brings the subject with what is embedded in it
                    let carried = part.units[place + 1..].iter().any(|&unit| {
                        self.kept(unit)
                            && self.layout.units[unit]
                                .head
                                .as_ref()
                                .is_some_and(|head| head.contains(&embed.cut.start))
                    });
                    // a name and its parenthesis are one: they go together
                    let bare = embed.anchor.start <= span.start && embed.cut.end + 1 >= span.end;
                    if carried || bare {
                        continue;
                    }
                    let listed = matches!(self.layout.units[unit].kind, ClauseKind::ListItem)
                        || part.headed && self.layout.units[unit].subject.is_none();
                    if let Some(text) = self.promoted(embed, listed) {
                        pieces.push(Piece { text, place, run: usize::MAX });
                    }
                }
            }
        }
        let first = pieces.first()?;
        let original = &self.text[part.core.clone()];
        let mut out = String::new();
        let head = self.slice(part.head.clone(), &[]);
        out.push_str(&head);
        let headless = head.is_empty() && (line.head.is_empty() || !part.headed);
        let opened = first.place == 0;
        if headless && !opened && original.starts_with(char::is_uppercase) && (!line.cells || line.pairs) {
            out.push_str(&capitalised(&first.text));
        } else {
            out.push_str(&first.text);
        }
        for index in 1..pieces.len() {
            let joint = self.joint(part, &pieces, index, line.cells);
            out.push_str(&joint);
            out.push_str(&pieces[index].text);
        }
        Some(out)
    }

    /// What is written before the piece at `index`.
    fn joint(&self, part: &Part, pieces: &[Piece], index: usize, cells: bool) -> String {
        let piece = &pieces[index];
        let before = &pieces[index - 1];
        if part.joints.is_empty() {
            return "; ".to_owned();
        }
        let place = piece.place.max(1);
        let own = &self.text[part.joints[place - 1].clone()];
        if cells || part.units.len() < 2 {
            return own.to_owned();
        }
        let last = part.units.len() - 1;
        let ending = &self.text[part.joints[last - 1].clone()];
        let conjunction = |joint: &str| joint.chars().any(char::is_alphabetic) || joint.contains('&');
        let additive = |joint: &str| {
            let word = joint.trim_matches(|ch: char| !ch.is_alphabetic() && ch != '&');
            matches!(word, "and" | "&" | "und" | "et" | "y" | "e" | "ed" | "en")
        };
        if own.starts_with([':', '：']) {
            return own.to_owned();
        }
        let adjacent = before.place + 1 >= piece.place;
        // what a colon announced still stands behind it
        let colon =
            (before.place..piece.place.saturating_sub(1)).map(|place| &self.text[part.joints[place].clone()]);
        if let Some(colon) = colon.into_iter().find(|joint| joint.starts_with([':', '：'])) {
            return colon.to_owned();
        }
        let mut joint = own.to_owned();
        let mut shared = piece.place;
        if piece.run != usize::MAX && piece.run != before.run {
            // the first of the run has gone: what stood before it stands here
            let run = self.layout.units[part.units[piece.place]].run;
            while shared > 1
                && self.layout.units[part.units[shared - 1]].run == run
                && shared > before.place + 1
            {
                shared -= 1;
            }
            if shared != piece.place && shared > 0 && self.layout.units[part.units[shared]].run == run {
                joint = self.text[part.joints[shared - 1].clone()].to_owned();
            }
        }
        let list = |place: usize| {
            !matches!(
                self.layout.units[part.units[place]].kind,
                ClauseKind::Coordinate | ClauseKind::Sentence
            ) || piece.run == before.run
        };
        if index == pieces.len() - 1 && piece.place != last && !conjunction(&joint) && additive(ending) {
            joint = ending.to_owned();
        }
        if pieces.len() == 2 && part.units.len() > 2 && additive(&joint) && list(piece.place) {
            joint = joint.trim_start_matches([',', '،', '，']).to_owned();
        }
        if !adjacent && conjunction(&joint) && !additive(&joint) {
            let word = joint.trim_matches(|ch: char| !ch.is_alphabetic());
            if matches!(word, "so" | "while" | "whereas" | "therefore") {
                return "; ".to_owned();
            }
        }
        joint
    }

    /// A unit that stays, with what it lacks.
    fn unit(&self, part: &Part, place: usize, pieces: &[Piece]) -> Option<String> {
        let id = part.units[place];
        let unit = &self.layout.units[id];
        let mut out = String::new();
        if let Some(head) = &unit.head {
            let emitted = pieces.iter().any(|piece| piece.run == unit.run);
            if !emitted {
                let leader = part.units.iter().find(|&&other| self.layout.units[other].run == unit.run);
                let edits: Vec<_> = leader.and_then(|&leader| self.named(leader)).into_iter().collect();
                out.push_str(&self.slice(head.clone(), &edits));
                if !out.is_empty() && !out.ends_with(char::is_whitespace) {
                    out.push(' ');
                }
            }
        }
        if let Some((aux, owner)) = &unit.aux {
            let sibling = pieces.iter().any(|piece| {
                let other = &self.layout.units[part.units[piece.place]];
                piece.run == unit.run && other.aux.as_ref().is_some_and(|other| other.0 == *aux)
            });
            if !self.kept(*owner) && !sibling {
                out.push_str(&self.text[aux.clone()]);
            }
        }
        let gapped = unit.gap.as_ref().is_some_and(|gap| {
            pieces.iter().any(|piece| {
                let other = &self.layout.units[part.units[piece.place]];
                piece.run != usize::MAX && other.gap.as_ref().is_some_and(|other| other.holder == gap.holder)
            })
        });
        out.push_str(&self.body(id, false, !gapped));
        Some(out)
    }

    /// The noun in the place of a pronoun.
    fn noun(&self, unit: &Unit, pronoun: &Pronoun) -> (Range<usize>, String) {
        let noun = self.slice(pronoun.noun.clone(), &[]);
        let start = pronoun.at.start == unit.span.start;
        let capital = start && self.text[pronoun.at.clone()].starts_with(char::is_uppercase);
        let noun = if capital { capitalised(&noun) } else { inner(&noun) };
        let noun = if pronoun.possessive { genitive(&noun) } else { noun };
        (pronoun.at.clone(), noun + pronoun.tail)
    }

    /// The same, where what names the person has gone.
    fn named(&self, id: usize) -> Option<(Range<usize>, String)> {
        let unit = &self.layout.units[id];
        let pronoun = unit.pronoun.as_ref().filter(|pronoun| !self.kept(pronoun.holder))?;
        Some(self.noun(unit, pronoun))
    }

    /// The text of a unit with its embedded ones, pronoun and gap mended.
    pub fn body(&self, id: usize, alone: bool, fill: bool) -> String {
        let unit = &self.layout.units[id];
        if let Some(echo) = unit.echo.as_ref().filter(|echo| alone || !self.kept(echo.holder)) {
            let begins = self.text[unit.span.clone()].starts_with(char::is_uppercase);
            return if begins { capitalised(&echo.text) } else { echo.text.clone() };
        }
        let mut edits: Vec<(Range<usize>, String)> = Vec::new();
        let pronoun = unit.pronoun.as_ref().filter(|pronoun| alone || !self.kept(pronoun.holder));
        edits.extend(pronoun.map(|pronoun| self.noun(unit, pronoun)));
        if let Some(gap) = &unit.gap
            && fill
            && (alone || !self.kept(gap.holder))
        {
            edits.push((unit.span.start..unit.span.start, self.text[gap.prefix.clone()].to_owned()));
            edits.push((gap.at..gap.at, format!(" {}", gap.verb)));
        }
        self.slice(unit.span.clone(), &edits)
    }

    /// The text of a range with the embedded ones that are gone cut out, and `edits` made.
    fn slice(&self, range: Range<usize>, edits: &[(Range<usize>, String)]) -> String {
        let mut all: Vec<(Range<usize>, String)> = edits.to_vec();
        for embed in self.layout.embeds_in(&range) {
            let stays: Vec<usize> =
                (0..embed.units.len()).filter(|&place| self.kept(embed.units[place])).collect();
            if stays.len() == embed.units.len() {
                continue;
            }
            if stays.is_empty() {
                all.push((embed.cut.start..embed.cut.end.min(range.end), String::new()));
            } else {
                all.push((embed.inner.clone(), self.inside(embed, &stays)));
            }
        }
        all.sort_by_key(|(at, _)| (at.start, at.end));
        let mut out = String::new();
        let mut at = range.start;
        for (place, text) in all {
            if place.start < at || place.end > range.end {
                continue;
            }
            out.push_str(&self.text[at..place.start]);
            out.push_str(&text);
            at = place.end;
        }
        out.push_str(&self.text[at..range.end]);
        out
    }

    /// The units of an embed that stay, joined.
    fn inside(&self, embed: &Embed, stays: &[usize]) -> String {
        let part = Part { units: embed.units.clone(), joints: embed.joints.clone(), ..Part::default() };
        let mut pieces: Vec<Piece> = Vec::new();
        for &place in stays {
            let unit = &self.layout.units[embed.units[place]];
            let mut text = String::new();
            if let Some((aux, owner)) = &unit.aux
                && !self.kept(*owner)
            {
                text.push_str(&self.text[aux.clone()]);
            }
            text.push_str(&self.text[unit.span.clone()]);
            pieces.push(Piece { text, place, run: 0 });
        }
        let mut out = String::new();
        for index in 0..pieces.len() {
            if index > 0 {
                out.push_str(&self.joint(&part, &pieces, index, false));
            }
            out.push_str(&pieces[index].text);
        }
        out
    }

    /// An embed as a statement of its own.
    fn promoted(&self, embed: &Embed, listed: bool) -> Option<String> {
        let stays: Vec<usize> =
            (0..embed.units.len()).filter(|&place| self.kept(embed.units[place])).collect();
        if stays.is_empty() {
            return None;
        }
        if listed && embed.inset == Inset::Parenthesis {
            let until = &self.text[embed.anchor.start..embed.inner.start];
            let close = &self.text[embed.inner.end..embed.cut.end.max(embed.inner.end)];
            return Some(format!("{until}{}{close}", self.inside(embed, &stays)));
        }
        Some(self.alone(embed, &self.inside(embed, &stays)))
    }

    fn alone(&self, embed: &Embed, inside: &str) -> String {
        let anchor = &self.text[embed.anchor.clone()];
        match embed.inset {
            Inset::Relative => format!("{anchor} {inside}"),
            Inset::Whose => format!("{} {inside}", genitive(anchor)),
            Inset::Parenthesis => format!("{anchor}: {inside}"),
            Inset::Apposition => format!("{anchor} is {inside}"),
            Inset::Aside => inside.to_owned(),
            Inset::Tail => format!("{anchor}, {inside}"),
        }
    }

    /// The statement of one unit, readable alone.
    pub fn standalone(&self, id: usize, part: Option<(&Part, &Line)>) -> String {
        let unit = &self.layout.units[id];
        if let Some(place) = unit.embedded {
            let aux = unit.aux.as_ref().map_or("", |(aux, _)| &self.text[aux.clone()]);
            return self
                .alone(&self.layout.embeds[place], &format!("{aux}{}", &self.text[unit.span.clone()]));
        }
        let mut out = String::new();
        let short = |range: &Range<usize>| if range.len() <= 240 { &self.text[range.clone()] } else { "" };
        if let Some((part, line)) = part {
            if line.cells {
                let first = unit.owner.unwrap_or(part.units[0]);
                let subject = &self.layout.units[first].span;
                if line.entries && unit.owner.is_none_or(|owner| owner == id) {
                    let head = Some(short(&line.head)).filter(|head| head.trim_end().ends_with([':', '：']));
                    return format!("{}{}", head.unwrap_or(""), &self.text[unit.span.clone()]);
                }
                if first == id || subject.len() > 240 {
                    return self.text[unit.span.clone()].to_owned();
                }
                let joint = part.joints.first().map_or("", |joint| &self.text[joint.clone()]);
                let joint = if joint.is_empty() { ", " } else { joint };
                return format!("{}{joint}{}", &self.text[subject.clone()], &self.text[unit.span.clone()]);
            }
            if part.headed {
                let head = short(&line.head);
                let open = if self.text[line.tail.clone()].is_empty() {
                    head
                } else {
                    head.trim_end_matches(['"', '“', '„', '«', '»', '\'', '‘'])
                };
                out.push_str(open);
            }
            out.push_str(short(&part.turn));
            out.push_str(short(&part.head));
        }
        if let Some(head) = &unit.head {
            out.push_str(short(head));
            if !out.is_empty() && !out.ends_with(char::is_whitespace) {
                out.push(' ');
            }
        }
        if let Some((aux, _)) = &unit.aux {
            out.push_str(&self.text[aux.clone()]);
        }
        if let Some(owner) = unit.owner {
            out.push_str(short(&self.layout.units[owner].span));
            out.push_str(", ");
        }
        out.push_str(&self.body(id, true, true));
        out
    }
}
