//! How likely each memory is meant: candidates, the judge over their evidence, and the rules over what it says.

use nepenthe_text::entity::identifier::Kind;
use nepenthe_text::request::Extent;
use nepenthe_text::word::fold;

use super::ask::Ask;
use super::rules::{Rule, bearers, quoted, translated};
use super::{
    Canonical, Components, conjuncts, decide, evidence, exception, gather, judge, neighbours, part, passages,
    past, rules,
};
use crate::control::{Candidate, Memories, Mutation, PlanError, Verb};
use crate::recall::RecallError;

/// From which probability on a purge takes a memory that has neither the name nor a word of what is asked for, and names nobody else, where
/// another has the name.
const UNTRACED: f64 = 0.9;

/// Below which probability what carries an identifier that only locates may stay.
const UNLIKELY: f64 = 0.25;

impl Canonical {
    /// Gathers candidates and weighs their parts, in the order of the candidates; what a thing means that the request asks for
    /// beside another is meant, and what it excepts is spared.
    pub(super) fn weigh(
        &self,
        ask: &mut Ask<'_>,
        memories: &Memories<'_>,
    ) -> Result<Vec<part::Row>, PlanError> {
        let mut rows = self.weigh_all(ask, memories)?;
        let several = if self.components.conjuncts && ask.verb != Verb::Restore {
            conjuncts::requests(ask, &rows)
        } else {
            Vec::new()
        };
        let mutations: Vec<Mutation> = several.iter().map(|words| ask.in_words(words)).collect();
        let mut each = Vec::new();
        for (mutation, words) in mutations.iter().zip(&several) {
            let mut one = Ask::new(mutation, words, self.components);
            let found = self.weigh_all(&mut one, memories)?;
            each.push((one, found));
        }
        conjuncts::join(&mut rows, each, self.trained());
        if let Some(words) = exception::request(ask).filter(|words| !words.is_empty()) {
            let mutation = Mutation::release(words.as_str());
            let excepted = self.weigh_all(&mut Ask::new(&mutation, &words, self.components), memories)?;
            exception::spare(ask, &mut rows, &excepted, &mutation);
        }
        Ok(rows)
    }

    fn weigh_all(&self, ask: &mut Ask<'_>, memories: &Memories<'_>) -> Result<Vec<part::Row>, PlanError> {
        let without_model = Components { vectors: false, relevance: false, ..self.components };
        let quotation = self.components.quotation(ask);
        if let Some(quotation) = quotation.filter(|_| !ask.is_statement()) {
            // Who says it word for word is no question for a model.
            let candidates = gather::gather(ask, memories, without_model)?;
            if quoted::is_any(&candidates, quotation) {
                let mut rows = part::Row::all_of(ask, candidates, self.components);
                quoted::mark(&mut rows, quotation);
                quoted::weigh(&mut rows, 0.0);
                if self.components.glosses && self.components.has(Rule::Translated) {
                    translated::weigh_quoted(ask, &mut rows);
                }
                return Ok(rows);
            }
            if ask.verb == Verb::Purge {
                let edited = past::quoted_before(memories, quotation)?;
                if !edited.is_empty() {
                    let mut rows = part::Row::all_of(ask, candidates, self.components);
                    past::weigh_quoted(&mut rows, &edited, quotation);
                    return Ok(rows);
                }
            }
        }
        if self.components.identifiers && ask.by_identity() {
            // Who carries an identifier is no question for a model.
            let rows = self.weigh_with(ask, memories, without_model)?;
            let loose = ask.has_plain_words() && (ask.verb == Verb::Release || ask.is_phrase());
            let told = |row: &part::Row| is_carried(row) || row.whole.near_identifier && !loose;
            if rows.iter().any(told) || !ask.may_be_misread() {
                return if ask.only_locates() { self.weigh_located(ask, rows, memories) } else { Ok(rows) };
            }
            // Nobody carries it or anything like it, and it may be a plain word.
            ask.leave_identifiers();
        } else if ask.has_plain_words()
            && !self.weigh_with(ask, memories, without_model)?.iter().any(is_carried)
        {
            // "User role": nobody is called so.
            ask.leave_identifiers();
        }
        if ask.may_name_a_month() && !self.weigh_with(ask, memories, without_model)?.iter().any(is_named) {
            // "August pet-sitting": nobody is called so.
            ask.leave_names();
        }
        if ask.may_be_two() {
            let rows = self.weigh_with(ask, memories, without_model)?;
            let words: Vec<&str> = ask.own_words.iter().map(|word| word.stem.as_str()).collect();
            let has_both = |row: &part::Row| {
                words.iter().all(|stem| row.whole.words.iter().any(|word| word.stem == *stem))
            };
            if !rows.iter().any(is_named) && rows.iter().any(has_both) {
                ask.part_names();
            }
        }
        match self.weigh_with(ask, memories, self.components) {
            // What is to be erased is erased although the embedder is gone: words and names alone must do.
            Err(PlanError::Recall(RecallError::Embed(_))) if ask.verb == Verb::Purge => {
                self.weigh_with(ask, memories, without_model)
            }
            weighed => weighed,
        }
    }

    /// Weighs a request whose identifier only locates what is asked for: what carries it is meant, but for a release, and where it is an
    /// address, or the memory names another person, where that is unlikely by the rest of the request; and so is what carries it not, where a
    /// model that has read it holds that likely.
    fn weigh_located(
        &self,
        ask: &mut Ask<'_>,
        by_identity: Vec<part::Row>,
        memories: &Memories<'_>,
    ) -> Result<Vec<part::Row>, PlanError> {
        ask.described = true;
        let read = self.weigh_with(ask, memories, self.components);
        ask.described = false;
        let mut rows = match read {
            Err(PlanError::Recall(RecallError::Embed(_))) if ask.verb == Verb::Purge => {
                return Ok(by_identity);
            }
            rows => rows?,
        };
        if rows.iter().any(|row| row.read.is_none()) {
            return Ok(by_identity);
        }
        // Much happens at one address: "the leak at 14 Linnet Street" is not who lives there.
        let at_house = ask.identifiers.iter().all(|identifier| identifier.kind == Kind::House);
        let doubtful = ask.verb == Verb::Release || at_house;
        // "Ana's key to safe 9" is not that Bo may open it.
        let of_another = |row: &part::Row| {
            !ask.names.is_empty() && !is_named(row) && (row.whole.other_names > 0 || row.whole.near_name)
        };
        for carrier in by_identity.into_iter().filter(|row| row.whole.probability >= decide::MEANT) {
            let same = |row: &&mut part::Row| row.candidate.hit.memory.id == carrier.candidate.hit.memory.id;
            let stays = |row: &part::Row| (doubtful || of_another(row)) && row.whole.probability < UNLIKELY;
            match rows.iter_mut().find(same) {
                None => rows.push(carrier),
                Some(row) if row.passages.len() == carrier.passages.len() => {
                    row.each_with(&carrier, &|own, carrier| {
                        if carrier.whole.probability >= decide::MEANT && !stays(own) {
                            own.whole.probability = carrier.whole.probability;
                        }
                    });
                }
                Some(row) if stays(row) => {}
                Some(row) => *row = carrier,
            }
        }
        Ok(rows)
    }

    fn weigh_with(
        &self,
        ask: &Ask<'_>,
        memories: &Memories<'_>,
        components: Components,
    ) -> Result<Vec<part::Row>, PlanError> {
        let candidates = gather::gather(ask, memories, components)?;
        let (candidates, long) = passages::apart(ask, candidates);
        let mut rows = self.weigh_these(ask, candidates, memories, components)?;
        rules::of_time_and_words(ask, &mut rows, memories, self.components, &|ask, candidates| {
            self.weigh_these(ask, candidates, memories, components)
        })?;
        Ok(passages::together(rows, long))
    }

    pub(super) fn weigh_these(
        &self,
        ask: &Ask<'_>,
        candidates: Vec<Candidate>,
        memories: &Memories<'_>,
        components: Components,
    ) -> Result<Vec<part::Row>, PlanError> {
        let mut rows = part::Row::all_of(ask, candidates, components);
        evidence::weigh(ask, &mut rows, memories, components)?;
        let by_identity = self.components.identifiers && ask.by_identity();
        let by_name = self.components.names && ask.by_name();
        let found = rows.iter().any(|row| row.whole.identifier >= judge::FOUND);
        // "Gus's number 020 7946 0142" is not everything about Gus.
        let by_number = found && !matches!(ask.request.extent, Extent::Everything | Extent::Ended);
        let traced = rows.iter().any(|row| row.whole.carried() >= judge::FOUND / 2.0);
        if by_name && self.components.has(Rule::Bearers) {
            bearers::settle(ask, rows.iter_mut().map(|row| &mut row.whole));
        }
        // By identity no judge has a say.
        let judged = if by_identity { vec![0.0; rows.len()] } else { self.judge(ask, &mut rows) };
        for (row, judged) in rows.iter_mut().zip(judged) {
            let whole = &mut row.whole;
            let probability = if fold(&whole.standalone) == fold(ask.words) {
                // The memory itself was given as the words.
                0.99
            } else if by_identity {
                judge::identity(if by_number { whole.identifier } else { whole.carried() })
            } else if by_name {
                judge::named(whole, row.read.is_some(), judged)
            } else if whole.near_identifier && whole.identifier < 0.3 {
                // Alike, and another: however well the rest fits.
                judged / 10.0
            } else {
                judged
            };
            // What is erased is gone for good: without name and word of it much must speak for a memory.
            let explained = traced && whole.other_names == 0 && probability >= UNTRACED;
            let doubtful = is_untraced(ask, whole) && !explained;
            whole.probability = if doubtful { probability / 2.0 } else { probability };
            for part in &mut row.parts {
                part.probability = self.trained().part(&part.evidence);
            }
        }
        rules::tell_apart(ask, &mut rows, self.components);
        Ok(rows)
    }

    /// How likely each row is by the judge: by itself, and then among the others, if a model has read them.
    fn judge(&self, ask: &Ask<'_>, rows: &mut [part::Row]) -> Vec<f64> {
        let by_itself = |row: &part::Row| self.trained().memory(&row.whole.evidence, row.read.is_some());
        let judged: Vec<f64> = rows.iter().map(by_itself).collect();
        if !self.components.neighbours || rows.iter().any(|row| row.read.is_none() || row.vector.is_empty()) {
            return judged;
        }
        let numbers = neighbours::weigh(ask, rows, &judged);
        for (row, numbers) in rows.iter_mut().zip(numbers) {
            row.neighbours = numbers;
        }
        let among = |(row, judged): (&part::Row, f64)| {
            self.trained().among(&row.whole.evidence, &row.neighbours).unwrap_or(judged)
        };
        rows.iter().zip(judged).map(among).collect()
    }
}

/// Tells whether a memory has neither the name nor a word of a purge that names somebody, or something that nobody carries.
fn is_untraced(ask: &Ask<'_>, whole: &part::Part) -> bool {
    let named = ask.verb == Verb::Purge && (!ask.names.is_empty() || ask.absent);
    named && whole.carried() < judge::FOUND / 2.0 && !ask.shares_a_word(whole)
}

/// Tells whether a memory names what the request names first.
fn is_named(row: &part::Row) -> bool {
    row.whole.first > 0.5
}

/// Tells whether a memory surely carries what is asked for.
fn is_carried(row: &part::Row) -> bool {
    row.whole.carried() >= judge::FOUND
}
