//! "The saw costs 60, the drill 160" without its first clause: "The drill costs 160".

use std::ops::Range;

use super::agreement;
use super::finite_verb::Trust;
use super::shorten::{DITRANSITIVE, Shortener};
use super::word_class::*;
use super::write::capitalised;

/// Possessive pronouns that stand alone.
const POSSESSIVE: &[&str] = &["mine", "yours", "ours", "theirs", "hers"];

/// A clause with its verb.
struct Full {
    from: usize,
    to: usize,
    /// Where its subject begins.
    subject: usize,
    verb: usize,
    /// The first token after the verb, its auxiliaries and adverbs.
    rest: usize,
}

impl Shortener<'_> {
    /// Clauses of `sentence` that lack the verb of the one before; `last` is the sentence before.
    pub(super) fn gaps(&mut self, last: Range<usize>, sentence: Range<usize>) {
        let begin = (sentence.start..sentence.end)
            .find(|&index| self.tokens[index].colon() && !self.hidden[index])
            .map_or(sentence.start, |colon| colon + 1);
        let (from, to) = (begin, sentence.end);
        let titled = |verb: usize| verb == from && self.tokens[verb].capital && self.tokens[verb + 1].name();
        if from == sentence.start
            && last.end > last.start
            && to > from + 1
            && self.tokens[last.end].semicolon()
            && self.view.find(from, to).is_none_or(titled)
            && let Some(full) = self.full(last.start, last.end)
        {
            self.gap(&full, from, to);
        }
        let mut left = from;
        for index in from + 1..to {
            if self.hidden[index] {
                continue;
            }
            let joins = self.tokens[index].comma()
                || self.is(index, AND | BUT | WHILE) && !self.tokens[index].mark('&');
            if !joins || index + 1 >= to {
                continue;
            }
            if self.owns(index - 1) && !self.tokens[index].comma() {
                continue;
            }
            if self.tokens[index - 1].comma() && !self.tokens[index].comma() {
                continue;
            }
            let mut right = index + 1;
            if self.is(right, AND | BUT | WHILE) && right + 1 < to {
                right += 1;
            }
            let stop = (right..to).find(|&index| self.mark(index)).unwrap_or(to);
            if let Some(full) = self.full(left, index) {
                if self.is(right - 1, AND | BUT) && !self.tokens[right - 1].mark('&') {
                    self.second(&full, right, stop);
                }
                match self.view.find(right, stop) {
                    None => self.gap(&full, right, stop),
                    Some(verb) if self.doubtful(verb, right, stop) => self.gap(&full, right, stop),
                    Some(verb) => self.elliptic(&full, right, verb, stop),
                }
            }
            if self.tokens[index].comma() && self.view.find(right, stop).is_some_and(|verb| verb > right) {
                left = right;
            }
        }
    }

    /// What looks like a verb may be a noun: "lids 15", "Martin House boys", "Karen's in 89".
    fn doubtful(&self, verb: usize, from: usize, to: usize) -> bool {
        let number = verb + 1 < to && self.tokens[verb + 1].number();
        self.is(verb, GUESSED) && (verb == from && number || verb + 1 == to && verb > from + 1)
            || self.owns(verb) && !self.is(verb, THIRD_PERSON)
    }

    fn owns(&self, index: usize) -> bool {
        let word = self.view.slice(index);
        self.is(index, GENITIVE)
            || self.tokens[index].capital && (word.ends_with("'s") || word.ends_with("’s"))
    }

    fn full(&self, from: usize, to: usize) -> Option<Full> {
        let verb = self.view.find(from, to)?;
        let mut rest = verb + 1;
        while rest < to
            && !self.hidden[rest]
            && self.is(rest, AUX | NEG | PART | ADV | ING | BE)
            && !self.is(rest, DET | INDEF)
        {
            rest += 1;
        }
        if self.is(verb, MODAL) && rest < to && self.is(rest, BASE) {
            rest += 1;
        }
        if self.is(from, INDEF) && self.is(from, DET) && from + 1 < verb && !self.is(from + 1, GENITIVE) {
            return None;
        }
        let open = self.opened(from, verb).unwrap_or(from);
        (verb > open && rest <= to && !self.is(from, SUB)).then_some(Full {
            from,
            to,
            subject: open,
            verb,
            rest,
        })
    }

    /// The subject behind what is fronted.
    fn opened(&self, from: usize, verb: usize) -> Option<usize> {
        if !self.is(from, PREP) && !self.time(from) {
            return None;
        }
        let end = if self.is(from, PREP) { self.phrase_end(from, from, verb, Some(verb))? } else { from + 1 };
        let end = end + usize::from(end < verb && self.tokens[end].comma());
        (end < verb).then_some(end)
    }

    /// What a complement begins with.
    fn opener(&self, index: usize) -> Option<u8> {
        let token = &self.tokens[index];
        Some(if token.number() || token.is(NUM) {
            1
        } else if token.is(PREP) && !token.is(DET) {
            2
        } else if token.is(INDEFINITE) {
            3
        } else if token.is(DET | POSS) {
            4
        } else if token.is(TIME) {
            5
        } else if token.name()
            || token.capital && self.owns(index)
            || token.is(TITLE | KIN)
            || self.hidden[index]
            || POSSESSIVE.iter().any(|word| self.view.equals(index, word))
        {
            6
        } else if token.is(ADJ) {
            7
        } else if token.is(ADV | NEG) {
            8
        } else if token.word() && !token.is(FUNCTION) {
            9
        } else {
            return None;
        })
    }

    fn same(&self, left: usize, right: usize) -> bool {
        let dated = |index: usize| index + 1 < self.tokens.len() && self.is(index + 1, TIME);
        match (self.opener(left), self.opener(right)) {
            (Some(2), Some(2)) => self.view.slice(left).eq_ignore_ascii_case(self.view.slice(right)),
            (Some(3 | 4), Some(3 | 4)) => dated(left) == dated(right),
            (left, right) => left.is_some() && left == right,
        }
    }

    /// The right side lacks its verb.
    fn gap(&mut self, full: &Full, from: usize, to: usize) {
        if self.hidden[from]
            || self.is(full.verb, SUBJ)
            || self.is(from, INDEF | PART | PAST)
            || self.view.slice(from).contains('.') && !self.is(from, TITLE)
            || self.view.address(full.verb, from, to)
        {
            return;
        }
        if to <= from + 1 && !self.is(from, DET | POSS) && self.opener(from).is_none() {
            return;
        }
        // "Ada too"
        if self.any(to - 1, &["too", "either", "neither"]) {
            return;
        }
        // "On Friday Paul", "at Whitsun to my in-laws"
        if full.subject > full.from && self.opener(from) == self.opener(full.from) {
            let end =
                if self.is(from, PREP) { self.phrase_end(from, from, to, None) } else { Some(from + 1) };
            let Some(end) = end.filter(|&end| end < to) else { return };
            self.gapped.push(full.from..full.to);
            self.gapped.push(from..to);
            let bare = full.rest >= full.to;
            if bare {
                self.fill(full, from, to, self.text(full.verb, full.to), to);
            } else if let Some(at) = (full.rest..full.to).find(|&at| self.same(at, end)) {
                let person = self.opener(full.subject) == self.opener(end) && end + 1 < to;
                if !person {
                    self.fill(full, from, end, self.text(full.subject, at), to);
                }
            }
            if let Some((noun, at)) = self.subject(full, end, to) {
                self.fill(full, from, noun, self.text(full.verb, at), to);
            }
            return;
        }
        if self.is(from, PREP) && !self.is(from, DET) {
            return;
        }
        if let Some((noun, at)) = self.subject(full, from, to) {
            self.gapped.push(full.from..full.to);
            self.gapped.push(from..to);
            let joined = (full.rest..at).any(|index| self.is(index, AND | OR));
            let at = if joined { full.rest } else { at };
            let article = self.opener(noun) == Some(1) && at > full.rest && self.is(at - 1, DET);
            let at = at - usize::from(article);
            let verb = self.verb(full, from, noun, at);
            let owner = self.owned(full, noun);
            let verb = format!("{owner}{verb}");
            let measured = self.is(noun, PREP)
                && to == noun + 2
                && (self.tokens[noun + 1].number() || self.is(noun + 1, NUM));
            let mut end = at + 1;
            while end < full.to && (self.tokens[end].number() || self.is(end, NUM)) {
                end += 1;
            }
            if self.opener(at) != Some(1) && !measured {
                while end < full.to && !self.is(end, ADV | PREP | TIME) {
                    end += 1;
                }
            }
            let tail = self.text(end, full.to);
            if (to == noun + 1 && !self.is(noun, PREP) || measured && !self.is(end, TIME))
                && !tail.is_empty()
                && full.to - end <= 4
            {
                self.fill_with(full, from, noun, &verb, to, &tail);
            }
            self.fill(full, from, noun, verb, to);
        }
        // "Landlord offered 2,000 in March, 3,500 in April"
        let listed = full.rest < full.to
            && match self.opener(from) {
                // "A red Fiat, a 2012 Panda" is one car.
                Some(3 | 4) if self.tokens[from - 1].comma() && self.shape(from, to) == 0 => false,
                Some(1 | 3 | 4) => self.subject(full, from, to).is_none(),
                Some(6 | 9) => self.shape(from, to) > 0,
                _ => false,
            };
        if listed && self.same(full.rest, from) && self.shape(full.rest, full.to) == self.shape(from, to) {
            self.fill_from(full, from);
        }
    }

    /// How many prepositional phrases.
    fn shape(&self, from: usize, to: usize) -> usize {
        (from..to).filter(|&index| self.is(index, PREP) && !self.view.equals(index, "of")).count()
    }

    fn text(&self, from: usize, to: usize) -> String {
        if from >= to {
            return String::new();
        }
        self.view.text[self.tokens[from].start..self.tokens[to - 1].end].to_owned()
    }

    /// Where the subject of `from..to` ends, and which token of the full clause its rest repeats.
    fn subject(&self, full: &Full, from: usize, to: usize) -> Option<(usize, usize)> {
        let first = &self.tokens[from];
        let kind = self.opener(from)?;
        if matches!(kind, 2 | 5 | 8) || first.is(OBJ) && !first.is(POSS) {
            return None;
        }
        let person = |index: usize| self.opener(index) == Some(6);
        let initial = full.subject == 0 || self.mark(full.subject - 1);
        let plain = |index: usize| self.opener(index) == Some(9) || initial && index == full.subject;
        let numbered = self.tokens[full.verb - 1].number();
        let alike = match kind {
            1 => self.opener(full.subject) == Some(1),
            9 => {
                let plural = self.view.plural_noun(full.verb - 1) && self.view.plural_noun(from) || numbered;
                plain(full.subject)
                    && plural
                    && full.verb - full.subject <= 2
                    && self.is(from - 1, AND | BUT) | self.tokens[from - 1].comma()
            }
            3 if person(full.subject) || self.is(full.subject, SUBJ) => false,
            3 | 4 => from + 1 < to && !self.time(from + 1) && !self.tokens[from + 1].number(),
            6 => {
                let listed = full.rest < full.to
                    && self.same(full.rest, from)
                    && (!person(full.subject) || to == from + 2 && self.tokens[from + 1].number());
                !listed
                    && (first.end - first.start > 1
                        || self.tokens[full.verb - 1].end - self.tokens[full.verb - 1].start == 1)
            }
            _ => first.is(SUBJ),
        };
        // "I gave the landlord and the cook my address", "hides his sweets here and his diary there"
        let person_first = person(full.subject) || self.is(full.subject, SUBJ);
        let object = person_first && matches!(kind, 3 | 4) && self.is(from - 1, AND);
        // "owes Bo 40 and Cy 15"
        let paid = kind == 6 && full.rest < full.to && person(full.rest) && self.is(from - 1, AND);
        if !alike || (object || paid) && self.base(full.verb, DITRANSITIVE) {
            return None;
        }
        let demonstrative = self.view.equals(from, "that") || self.view.equals(from, "those");
        let least =
            from + 1 + usize::from(first.is(DET | POSS) && !first.is(OBJ | GENITIVE) && !demonstrative);
        for noun in least..to {
            let before = &self.tokens[noun - 1];
            let one = self.view.equals(noun - 1, "one");
            let determiner = before.is(DET | POSS) && !demonstrative;
            if (determiner || before.is(PREP | AND | ADJ | NUM)) && !self.owns(noun - 1) && !one
                || before.is_mark()
            {
                continue;
            }
            if (from..noun).any(|index| self.is(index, NEG | ADV | AND) || self.hidden[index]) {
                return None;
            }
            let owned = self.owns(noun - 1);
            if owned && (self.opener(noun) == Some(9) || self.owned(full, noun).is_empty()) {
                continue;
            }
            if self.hidden[noun] || self.view.equals(noun, "one") || numbered && !before.number() {
                continue;
            }
            let names = (from..to).all(&person);
            if names && kind == 6 && !self.owns(noun - 1) {
                return None;
            }
            let single =
                full.verb == full.subject + 1 && noun == from + 1 && full.rest < full.to && person(full.rest);
            if person(noun) && person(noun - 1) && !self.owns(noun - 1) && to > noun + 1 && !single {
                continue;
            }
            let mut rest = noun;
            while rest + 1 < to && self.is(rest, ADV) && !self.is(rest, DET | PREP) {
                rest += 1;
            }
            if kind == 9 && noun > from + 2 {
                return None;
            }
            if let Some(at) = self.repeated(full, rest) {
                // a bare noun may be the second half of the subject
                let bare = self.opener(noun) == Some(9);
                if object && at > full.rest {
                    return None;
                }
                // "rents plot 14, her brother plot 41"
                if at > full.rest && self.view.equals(noun - 1, self.view.slice(at - 1)) {
                    return (noun > from + 1).then_some((noun - 1, at - 1));
                }
                if bare && (at != full.rest || kind != 6) {
                    continue;
                }
                return Some((noun, at));
            }
            let noun_phrase = |index: usize| matches!(self.opener(index), Some(1 | 3 | 4 | 6 | 9));
            if self.owns(noun - 1) && full.rest < full.to && noun_phrase(full.rest) && noun_phrase(rest) {
                return Some((noun, full.rest));
            }
            if self.is(noun, PREP) && !self.view.equals(noun, "of") {
                if object {
                    return None;
                }
                let places = [
                    "at", "on", "in", "by", "after", "before", "till", "until", "from", "since", "under",
                    "behind",
                ];
                let place = |index: usize| places.iter().any(|word| self.view.equals(index, word));
                let at = (full.rest..full.to).rev().find(|&at| place(at))?;
                let fits = place(noun) && !self.is(at - 1, ADJ) && at > full.verb;
                return (fits && !(first.is(DET) && noun == from + 1)).then_some((noun, at));
            }
        }
        None
    }

    /// Which token of the full clause one repeats: of several phrases with one preposition the one that is of a time as it is, "on Saturday"
    /// of "is on call on Saturday" for "on Sunday".
    fn repeated(&self, full: &Full, rest: usize) -> Option<usize> {
        let same = |at: &usize| self.same(*at, rest);
        let timed = |at: usize| {
            at + 1 < self.tokens.len()
                && (self.time(at + 1) || self.is(at + 1, NUM) || self.tokens[at + 1].number())
        };
        let alike = || (full.rest..full.to).filter(same).find(|at| timed(*at) == timed(rest));
        let alike = (self.opener(rest) == Some(2)).then(alike).flatten();
        alike.or_else(|| (full.rest..full.to).find(same))
    }

    /// The verb with what stands before `at`, in the number of the new subject.
    fn verb(&self, full: &Full, from: usize, noun: usize, at: usize) -> String {
        let token = &self.tokens[full.verb];
        let word = self.view.slice(full.verb);
        let last = (from + 1..noun).find(|&index| self.is(index, PREP)).unwrap_or(noun) - 1;
        let plural = self.view.plural_noun(last) && !self.tokens[last].capital
            || (from..noun).any(|index| self.is(index, AND) || self.is(index, PLURAL));
        let mended = match (self.view.english, plural) {
            (true, false) if !self.is(from, SUBJ) || self.is(from, SINGULAR) => {
                agreement::singular_verb(word, token)
            }
            (true, _) => agreement::plural_verb(word, token),
            _ => None,
        };
        let after = self.tokens[full.verb].end..self.tokens[at - 1].end.max(self.tokens[full.verb].end);
        mended.unwrap_or_else(|| word.to_owned()) + &self.view.text[after]
    }

    /// "flat " for "Oma's" after "Our flat".
    fn owned(&self, full: &Full, noun: usize) -> String {
        if !self.owns(noun - 1) {
            return String::new();
        }
        let owner = (full.subject..full.verb).rev().find(|&index| self.owns(index) || self.is(index, POSS));
        owner.map_or(String::new(), |owner| {
            let mut end = full.verb;
            while end > owner + 1 && self.is(end - 1, ADV | NEG) {
                end -= 1;
            }
            if end > owner + 1 { self.text(owner + 1, end) + " " } else { String::new() }
        })
    }

    fn fill(&mut self, full: &Full, from: usize, noun: usize, verb: String, to: usize) {
        self.fill_with(full, from, noun, &verb, to, "");
    }

    /// The text without the full clause, with the verb put before `noun`.
    fn fill_with(&mut self, full: &Full, from: usize, noun: usize, verb: &str, to: usize, tail: &str) {
        let text = self.view.text;
        let head = &text[..self.tokens[full.from].start];
        let subject = self.text(from, noun.min(to));
        let rest = self.text(noun, to);
        let after = &text[self.tokens[to - 1].end..];
        let mut out = subject;
        for piece in [verb, rest.as_str(), tail] {
            if !piece.is_empty() {
                if !out.is_empty() {
                    out.push(' ');
                }
                out.push_str(piece);
            }
        }
        let capital = text[self.tokens[full.from].start..].starts_with(char::is_uppercase);
        let out = if capital { capitalised(&out) } else { out };
        self.filled.insert(format!("{head}{out}{after}"));
    }

    /// The text with the right side in the place of the full clause's complement.
    fn fill_from(&mut self, full: &Full, from: usize) {
        let text = self.view.text;
        let head = &text[..self.tokens[full.rest - 1].end];
        let rest = &text[self.tokens[from].start..];
        self.filled.insert(format!("{head} {rest}"));
    }

    /// "Wim runs the lab and buys the gas", "votes against the wall and for the well": without the first.
    fn second(&mut self, full: &Full, from: usize, to: usize) {
        let paired = (full.from..from).any(|index| {
            ["both", "between", "either", "neither"].iter().any(|word| self.view.equals(index, word))
        });
        let mut verb = from;
        while verb + 1 < to && self.is(verb, ADV | NEG) && !self.is(verb, DET | PREP) {
            verb += 1;
        }
        if paired
            || verb + 1 >= to
            || self.hidden[verb]
            || self.tokens[verb].capital
            || self.is(full.verb, SUBJ)
        {
            return;
        }
        let object = self.opener(verb + 1).is_some_and(|opener| {
            matches!(opener, 3 | 4) || !self.is(verb, GUESSED) && matches!(opener, 1 | 6)
        }) || self.is(verb + 1, OBJ | INDEF | NEG);
        let sure = object || !self.is(verb, NOUNISH | GUESSED) && !self.view.equals(verb + 1, "of");
        let finite = |index: usize| self.is(index, THIRD | PAST | AUX | FOREIGN) && !self.is(index, SUBJ);
        let plural = |index: usize| self.is(index, BASE) && !self.is(index, AUX | PAST);
        let alike = finite(full.verb) && finite(verb) || plural(full.verb) && plural(verb);
        // a participle shares the auxiliary
        let shared = self.is(full.verb, AUX) && self.is(verb, PART) && !self.is(verb, AUX);
        if sure && alike && !shared && (self.view.trust(verb, from, to) != Trust::No || object) {
            self.join(full.verb, from);
        }
        if verb == from
            && self.is(from, PREP)
            && !self.is(from, SUB | DET)
            && full.rest < full.to
            && self.is(full.rest, PREP)
            && self.view.find(from, to).is_none()
        {
            self.join(full.rest, from);
        }
    }

    /// The text without what stands from `at` up to `from`.
    fn join(&mut self, at: usize, from: usize) {
        let text = self.view.text;
        let (head, rest) = (&text[..self.tokens[at].start], &text[self.tokens[from].start..]);
        self.filled.insert(format!("{head}{rest}"));
    }

    /// "Pete is allowed to drive, Ida is not".
    fn elliptic(&mut self, full: &Full, from: usize, verb: usize, to: usize) {
        let closed = (verb + 1..to).all(|index| self.is(index, NEG | ADV));
        let aux = self.is(verb, AUX) && self.is(full.verb, AUX) && !self.is(verb, SUBJ);
        let auxiliary =
            |index: usize| self.view.slice(index).to_lowercase().chars().take(2).collect::<String>();
        let other = !self.is(verb, BE | MODAL) && auxiliary(verb) != auxiliary(full.verb);
        if other || self.is(from, THIRD_PERSON | SUB) {
            return;
        }
        if verb == from || !closed || !aux || self.is(verb, BE) != self.is(full.verb, BE) {
            return;
        }
        if self.is(verb, MODAL) != self.is(full.verb, MODAL) {
            return;
        }
        let mut rest = full.verb + 1;
        while rest < full.to && self.is(rest, NEG) {
            rest += 1;
        }
        let rest = self.text(rest, full.to);
        if !rest.is_empty() {
            self.fill_with(full, from, to, "", to, &rest);
        }
    }
}
