//! When a statement holds, and of which time a request asks: past, present or to come, and from which date to which.

use std::ops::{Range, RangeInclusive};
use std::sync::LazyLock;

use rustc_hash::FxHashMap;

use crate::clause;
use crate::lang::calendar::{CALENDARS, ENGLISH};
use crate::word::{Word, fold, has_content, words};

/// A time told by words alone.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tense {
    /// It was so, and is over: "used to", "lived".
    Past,
    /// It is so: "at present", "has ... since".
    Present,
    /// It is to come: "will", "the upcoming".
    Future,
}

/// Days from one to another, both included; a month has 31, so that days compare and do not count.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Period {
    days: RangeInclusive<i32>,
    /// Whether it says of which year; one that doesn't compares with such alone.
    dated: bool,
    /// Whether it is one date: "said in July" may be of August.
    one: bool,
}

impl Period {
    /// Whether the two have a day in common; `None` where one says the year and the other doesn't, and where they are two dates.
    #[must_use]
    pub fn meets(&self, other: &Self) -> Option<bool> {
        let (own, others) = (&self.days, &other.days);
        let apart = own.end() < others.start() || others.end() < own.start();
        let open = |days: &RangeInclusive<i32>| *days.start() == i32::MIN || *days.end() == i32::MAX;
        // "Since November" may go on in February.
        let cyclic = !self.dated && open(own) != open(others);
        (self.dated == other.dated && !(apart && (cyclic || self.one && other.one))).then_some(!apart)
    }
}

/// How much of the time that a text states lies in a period.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Within {
    /// All of it.
    Wholly,
    /// Some of it.
    InPart,
    /// None of it.
    Not,
}

/// A day: its year, its month from 1 and its day from 1.
pub type Day = (i16, i8, i8);

impl Period {
    /// From one day to another, both included; open where one is not given.
    #[must_use]
    pub fn between(first: Option<Day>, last: Option<Day>) -> Self {
        let count = |(year, month, day): Day| {
            i32::from(year) * 372 + (i32::from(month) - 1) * 31 + i32::from(day) - 1
        };
        Self {
            days: first.map_or(i32::MIN, count)..=last.map_or(i32::MAX, count),
            dated: true,
            one: first == last,
        }
    }

    /// Its first day and its last; a month may end on a day that it has not. None of one that names no year.
    #[must_use]
    pub fn days(&self) -> Option<(Option<Day>, Option<Day>)> {
        let day = |count: i32| {
            let (year, rest) = (count.div_euclid(372), count.rem_euclid(372));
            let of_year = (i8::try_from(rest / 31 + 1).ok()?, i8::try_from(rest % 31 + 1).ok()?);
            Some((i16::try_from(year).ok()?, of_year.0, of_year.1))
        };
        self.dated.then(|| (day(*self.days.start()), day(*self.days.end())))
    }

    /// Whether it has a first day.
    #[must_use]
    pub fn begins(&self) -> bool {
        *self.days.start() > i32::MIN
    }

    /// How much of the time that a text states lies in this; `None` where it states none of which the year is known.
    #[must_use]
    pub fn holds(&self, text: &str) -> Option<Within> {
        let stated = match period(text) {
            Some(one) => vec![one],
            None => dates(text, &words(text)).iter().map(|(date, _)| date.period(Bound::On)).collect(),
        };
        let within = |one: &Self| {
            let (own, days) = (&self.days, &one.days);
            own.start() <= days.start() && days.end() <= own.end()
        };
        let met = |one: &Self| self.meets(one) == Some(true);
        let comparable = |one: &Self| one.dated == self.dated;
        Some(match stated.as_slice() {
            [] => return None,
            all if !all.iter().all(comparable) => return None,
            all if all.iter().all(within) => Within::Wholly,
            all if all.iter().any(met) => Within::InPart,
            _ => Within::Not,
        })
    }
}

const FUTURE: &[&str] = &[
    "will", "shall", "upcoming", "planned", "plans", "intends", "future", "coming", "ahead", "scheduled",
    "soon", "announced", "forthcoming",
];
/// Behind "next" these say when.
const UNITS: &[&str] = &[
    "day", "week", "weekend", "month", "quarter", "term", "semester", "season", "year", "spring", "summer",
    "autumn", "winter",
];
/// Behind "is to" or "is due to" these begin no verb.
const NO_VERB: &[&str] = &["the", "a", "an", "my", "our", "his", "her", "their", "its", "this", "that", "be"];
const NOW: &[&str] = &["currently", "current", "now", "nowadays", "presently", "today"];
/// Before "present" these make it no gift.
const OWNERS: &[&str] = &["the", "my", "our", "your", "his", "her", "its", "their"];
const OVER: &[&str] = &[
    "former", "formerly", "previous", "previously", "past", "earlier", "expired", "lapsed", "outdated",
    "obsolete",
];
/// What opens a time that ends with the date behind it, and one that begins with it.
const UP_TO: &[&str] = &[
    "until", "till", "through", "by", "bis", "jusqu'a", "jusqu'en", "jusqu'au", "hasta", "fino", "ate", "tot",
];
const BEFORE: &[&str] = &[
    "before", "vor", "avant", "d'avant", "antes", "prima", "voor", "anterior", "anteriores", "anterieur",
    "anterieurs", "precedente", "precedenti", "przed",
];
const FROM: &[&str] = &[
    "since", "from", "starting", "effective", "onwards", "seit", "ab", "depuis", "desde", "dal", "dall",
    "sinds", "vanaf", "od",
];
const AFTER: &[&str] =
    &["after", "nach", "apres", "despues", "dopo", "depois", "na", "po", "posterior", "posteriores"];
/// What compares with the date behind "than": "older than", "newer than".
const EARLIER: &[&str] =
    &["older", "earlier", "alter", "fruher", "ancien", "anciens", "antiguo", "antiguos", "ouder"];
const LATER: &[&str] =
    &["newer", "later", "younger", "junger", "neuer", "spater", "recent", "recents", "reciente", "nieuwer"];
const THAN: &[&str] = &["than", "als", "que", "dan", "ist"];
/// What may stand between these and the date: "up to and including the end of May".
const PARTS: &[&str] = &[
    "the", "end", "of", "and", "including", "start", "beginning", "early", "late", "mid", "on", "year",
    "dem", "den", "der", "le", "la", "l", "l'annee", "del", "al", "de", "di", "du", "au", "el", "do", "da",
    "a", "ende", "fin", "fine", "jahr", "zum",
];
/// What else may stand before a date and say nothing but when.
const OPENERS: &[&str] = &[
    "in", "up", "during", "as", "between", "year", "years", "month", "months", "dated", "prior", "im",
    "jahr", "aus", "vom", "von", "en",
];
const BETWEEN: &[&str] =
    &["to", "until", "till", "through", "and", "bis", "und", "a", "au", "et", "y", "e", "tot", "en"];

/// What says of a word behind it that it is a month.
const BEFORE_MONTH: &[&str] = &[
    "in", "since", "until", "till", "from", "to", "through", "of", "by", "before", "after", "during",
    "between", "and", "last", "next", "early", "late", "mid", "this", "including", "every",
];

/// The time that a request asks for, where it says one by words: "the upcoming ...", "... at present". "Past and present" is none.
#[must_use]
pub fn requested_tense(request: &str) -> Option<Tense> {
    let all = words(request);
    let has = |list: &[&str]| all.iter().any(|word| list.contains(&word.folded.as_str()));
    let pair =
        |one: &str, two: &str| all.windows(2).any(|pair| pair[0].folded == one && pair[1].folded == two);
    if pair("past", "and") || pair("and", "past") {
        return None;
    }
    let present = all.windows(2).any(|pair| {
        let [word, noun] = pair else { return false };
        let before = request[..word.span.start].trim_end();
        let owner = before.rsplit(' ').next().unwrap_or_default();
        let owned = is_genitive(owner) || OWNERS.contains(&owner.to_lowercase().as_str());
        let plain = noun.content && request[noun.span.clone()].starts_with(char::is_lowercase);
        word.folded == "present" && owned && plain
    });
    let tenses = [
        (Tense::Future, has(FUTURE) || pair("going", "to") || is_next(&all)),
        (Tense::Present, has(NOW) || present || pair("at", "present") || pair("these", "days")),
        (Tense::Past, has(OVER) || pair("used", "to")),
    ];
    let mut told = tenses.iter().filter(|(_, told)| *told);
    told.next().filter(|_| told.next().is_none()).map(|(tense, _)| *tense)
}

/// Whether a request asks for what held at any time: "every date set so far", "the model, past and present".
#[must_use]
pub fn is_of_all_times(request: &str) -> bool {
    const PHRASES: [&str; 9] = [
        "so far", "past and present", "present and past", "old and new", "and its history",
        "and the history", "past and current", "current and past", "up to now",
    ];
    let all: Vec<String> = words(request).into_iter().map(|word| word.folded).collect();
    let joined = format!(" {} ", all.join(" "));
    PHRASES.iter().any(|phrase| joined.contains(&format!(" {phrase} ")))
}

fn is_genitive(word: &str) -> bool {
    ["'s", "’s", "s'", "s’"].iter().any(|end| word.ends_with(end))
}

/// "Next term", "next Friday".
fn is_next(all: &[Word]) -> bool {
    let is_day = |word: &str| ENGLISH.weekdays.iter().any(|day| day.names.contains(&word));
    all.windows(2).any(|pair| {
        let unit = pair[1].folded.trim_end_matches("'s");
        pair[0].folded == "next" && (UNITS.contains(&unit) || is_day(unit))
    })
}

/// The time of which a statement speaks: English, by its first finite verb, unless it says that it is to come.
#[must_use]
pub fn tense(statement: &str) -> Option<Tense> {
    let all = words(statement);
    let folded: Vec<&str> = all.iter().map(|word| word.folded.as_str()).collect();
    let pair = |one: &str, two: &str| folded.windows(2).any(|pair| pair == [one, two]);
    let to_come = folded.iter().any(|word| {
        matches!(*word, "will" | "shall" | "upcoming" | "promised" | "promises" | "announced")
            || word.ends_with("'ll")
    }) || pair("going", "to")
        || pair("about", "to")
        || pair("set", "to")
        || pair("scheduled", "to")
        || pair("scheduled", "for")
        || is_next(&all)
        || folded.windows(3).any(|three| {
            three[0] == "due" && three[1] == "to" && !NO_VERB.contains(&three[2])
                || matches!(three[0], "is" | "are") && three[1] == "to" && !NO_VERB.contains(&three[2])
        })
        || pair("would", "like")
        || pair("plans", "to")
        || pair("intends", "to");
    if to_come {
        return Some(Tense::Future);
    }
    folded.iter().find_map(|word| match *word {
        "is" | "are" | "am" | "has" | "have" | "does" | "do" | "isn't" | "aren't" | "hasn't" | "haven't" => {
            Some(Tense::Present)
        }
        "was" | "were" | "had" | "did" | "used" | "wasn't" | "weren't" => Some(Tense::Past),
        word if clause::is_past(word) => Some(Tense::Past),
        word if clause::is_third(word) => Some(Tense::Present),
        _ => None,
    })
}

/// Whether a statement says of itself that it is over: "used to", or of a time that has an end.
#[must_use]
pub fn is_over(statement: &str) -> bool {
    let all = words(statement);
    let used = all.windows(2).any(|pair| pair[0].folded == "used" && pair[1].folded == "to");
    used || all.iter().any(|word| OVER.contains(&word.folded.as_str()))
        || tense(statement) == Some(Tense::Past)
            && period(statement).is_some_and(|period| *period.days.end() < i32::MAX)
}

/// A text without the period that it names: "the pills Ana took" of "the pills Ana took before 10 March". None where it names
/// none, or says nothing else.
#[must_use]
pub fn without_period(text: &str) -> Option<String> {
    apart(text).map(|(_, rest)| rest).filter(|rest| has_content(rest))
}

/// The period that a request names, and what else it says. "Everything from 2023" is of that year, unless it goes on from there.
#[must_use]
pub fn apart(text: &str) -> Option<(Period, String)> {
    const ON: &[&str] = &["on", "onward", "onwards", "forward"];
    let mut own = period(text)?;
    let all = words(text);
    let found = dates(text, &all);
    if let [(date, place)] = found.as_slice() {
        let mut before = all[..place.start].iter().rev().map(|word| word.folded.as_str());
        let from = before.find(|word| !["the", "year"].contains(word)) == Some("from");
        if from && !all.get(place.end).is_some_and(|word| ON.contains(&word.folded.as_str())) {
            own = date.period(Bound::On);
        }
    }
    let (first, last) = (&found.first()?.1, &found.last()?.1);
    let opens = |word: &Word| {
        let lists = [UP_TO, FROM, BETWEEN, PARTS, OPENERS, BEFORE, AFTER, EARLIER, LATER, THAN].into_iter();
        lists.flatten().any(|known| *known == word.folded) || word.folded.parse::<u8>().is_ok()
    };
    let openers = all[..first.start].iter().rev().take_while(|word| opens(word)).count();
    let from = all[first.start - openers].span.start;
    let (before, behind) = (text[..from].trim_end(), text[all[last.end - 1].span.end..].trim_start());
    let before = before.trim_end_matches([',', '(', ' ']);
    let space = if behind.starts_with(char::is_alphanumeric) && !before.is_empty() { " " } else { "" };
    let rest = format!("{before}{space}{}", behind.trim_start_matches(')'));
    let rest = rest.trim_start_matches([',', ' ']).to_owned();
    Some((own, rest))
}

/// The dates that words of a text name, and which words each is.
fn dates(text: &str, all: &[Word]) -> Vec<(Date, Range<usize>)> {
    let mut found = Vec::new();
    let mut at = 0;
    while at < all.len() {
        match Date::at(text, all, at) {
            Some((date, behind)) => {
                found.push((date, at..behind));
                at = behind;
            }
            None => at += 1,
        }
    }
    found
}

/// The period that a text names, if it names one; "in 2018", "from March to May 2020", "since 2022", "up to and including 2021".
#[must_use]
pub fn period(text: &str) -> Option<Period> {
    // "2019/20" is a season, and "24/7" no time.
    let slashed = |word: &str| word.contains('/') && word.contains(char::is_numeric) && !is_date(word);
    if text.split_whitespace().any(slashed) {
        return None;
    }
    let all = words(text);
    let found = dates(text, &all);
    let before = |at: usize| at.checked_sub(1).map_or("", |before| all[before].folded.as_str());
    let range = |from: &Date, to: &Date| Period {
        days: from.first()..=to.last(),
        dated: from.year.is_some(),
        one: false,
    };
    match found.as_slice() {
        [(date, place)] => {
            // "3 to 17 February", "from the 3rd to the 9th of March".
            let start = place.start - usize::from(before(place.start) == "the");
            let linked = BETWEEN.contains(&before(start)) && date.day.is_some();
            let day = start.checked_sub(2).and_then(|at| ordinal(&all[at].folded));
            match day.filter(|day| linked && (1..=31).contains(day) && date.day >= Some(*day)) {
                Some(day) => Some(range(&Date { day: Some(day), ..*date }, date)),
                None => Some(date.period(opening(&all, place.start))),
            }
        }
        [(first, one), (last, other)] => {
            let linked = other.start == one.end + 1 && BETWEEN.contains(&before(other.start))
                || other.start == one.end;
            let opened = opens(before(one.start));
            let first = Date { year: first.year.or(last.year), ..*first };
            let in_order = first.year.is_some() == last.year.is_some() && first.first() <= last.last();
            (linked && opened && in_order).then(|| range(&first, last))
        }
        _ => None,
    }
}

/// What opens a time that ends with a further date.
fn opens(word: &str) -> bool {
    const WORDS: &[&str] = &[
        "from", "between", "years", "von", "vom", "zwischen", "du", "de", "entre", "del", "desde", "dal",
        "tra", "tussen", "van",
    ];
    WORDS.contains(&word)
}

/// Whether a word is a day in figures: "2026/05/04", "4/5/2026".
fn is_date(word: &str) -> bool {
    let parts: Vec<&str> = word.trim_matches(|c: char| !c.is_ascii_digit()).split('/').collect();
    let figures = |part: &&str| matches!(part.len(), 1 | 2 | 4) && part.bytes().all(|b| b.is_ascii_digit());
    parts.len() == 3 && parts.iter().all(figures) && parts.iter().filter(|part| part.len() == 4).count() == 1
}

/// How the words before a date bound it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Bound {
    UpTo,
    Before,
    From,
    After,
    On,
}

fn opening(all: &[Word], at: usize) -> Bound {
    let said = all[..at].iter().rev().map(|word| word.folded.as_str()).take(6);
    let mut skipped = said.skip_while(|word| PARTS.contains(word));
    match (skipped.next(), skipped.next()) {
        (Some("to"), Some("prior")) => Bound::Before,
        (Some("to"), Some("up")) => Bound::UpTo,
        (Some("as"), _) if at > 1 && all[at - 1].folded == "of" => Bound::From,
        (Some(than), Some(word)) if THAN.contains(&than) && EARLIER.contains(&word) => Bound::Before,
        (Some(than), Some(word)) if THAN.contains(&than) && LATER.contains(&word) => Bound::After,
        (Some(word), _) if BEFORE.contains(&word) => Bound::Before,
        (Some(word), _) if AFTER.contains(&word) => Bound::After,
        (Some(word), _) if UP_TO.contains(&word) => Bound::UpTo,
        (Some(word), _) if FROM.contains(&word) => Bound::From,
        _ => Bound::On,
    }
}

/// A year, a month or a day of one; a quarter or half of a year.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Date {
    year: Option<i32>,
    month: Option<i32>,
    day: Option<i32>,
    /// How many months from that month on.
    months: i32,
}

impl Date {
    /// The date that begins at a word of a text, and the word behind it.
    fn at(text: &str, all: &[Word], at: usize) -> Option<(Self, usize)> {
        let word = |at: usize| all.get(at).map_or("", |word| word.folded.as_str());
        let number = |at: usize, most: i32| ordinal(word(at)).filter(|number| (1..=most).contains(number));
        let year = |at: usize| {
            // "In 1708"; 1708 alone is a number.
            let told = at.checked_sub(1).is_some_and(|before| BEFORE_MONTH.contains(&word(before)));
            let years = if told { 1000..2100 } else { 1900..2100 };
            word(at).parse::<i32>().ok().filter(|year| word(at).len() == 4 && years.contains(year))
        };
        if let Some(date) = Self::in_figures(text, all, at) {
            return Some((date, at + 3));
        }
        if let Some(year) = year(at) {
            return Some((Self { year: Some(year), month: None, day: None, months: 1 }, at + 1));
        }
        // "9 March", "the 9th of March", "el 9 de marzo de 2023".
        let of = |at: usize| usize::from(matches!(word(at), "of" | "de" | "di" | "do" | "van"));
        if let Some((month, months, behind)) = part_of_year(word(at), word(at + 1)) {
            let named = at + behind + of(at + behind);
            let year = year(named)?;
            return Some((Self { year: Some(year), month: Some(month), day: None, months }, named + 1));
        }
        let name = at + 1 + of(at + 1);
        let (day, behind) = match number(at, 31).filter(|_| month(word(name)).is_some()) {
            Some(day) => (Some(day), name),
            None => (None, at),
        };
        let name = behind;
        let (month, english) = month(word(behind))?;
        let mut behind = behind + 1;
        let mut day = day;
        let of_year = |at: usize| at + of(at);
        if day.is_none() && year(of_year(behind)).is_none() {
            day = number(behind, 31);
            behind += usize::from(day.is_some());
        }
        let year = year(of_year(behind));
        // A name, or a verb: "our receptionist May", "they may".
        let doubtful = day.is_none()
            && year.is_none()
            && (!english
                || matches!(
                    word(name),
                    "may"
                        | "march"
                        | "april"
                        | "june"
                        | "august"
                        | "jan"
                        | "mar"
                        | "apr"
                        | "jun"
                        | "aug"
                        | "dec"
                ));
        let told = name.checked_sub(1).is_some_and(|before| BEFORE_MONTH.contains(&word(before)));
        if doubtful && !(told && english) {
            return None;
        }
        let end = if year.is_some() { of_year(behind) + 1 } else { behind };
        Some((Self { year, month: Some(month), day, months: 1 }, end))
    }

    /// The day in figures that begins at a word: "2026-05-04", "4.5.2026", "4/5/2026" with the day first where it can be.
    fn in_figures(text: &str, all: &[Word], at: usize) -> Option<Self> {
        let three: Vec<&Word> = all.get(at..at + 3)?.iter().collect();
        let mark = |at: usize| text.get(three[at].span.end..three[at + 1].span.start);
        if !matches!(mark(0), Some("-" | "." | "/")) || mark(0) != mark(1) {
            return None;
        }
        let value = |at: usize| three[at].folded.parse::<i32>().ok();
        let (first, second, third) = (value(0)?, value(1)?, value(2)?);
        let length = |at: usize| three[at].folded.len();
        let (year, month, day) = match (length(0), length(1), length(2)) {
            (4, 1 | 2, 1 | 2) => (first, second, third),
            (1 | 2, 1 | 2, 4) if second > 12 => (third, first, second),
            (1 | 2, 1 | 2, 4) => (third, second, first),
            _ => return None,
        };
        let fits = (1900..2100).contains(&year) && (1..=12).contains(&month) && (1..=31).contains(&day);
        fits.then_some(Self { year: Some(year), month: Some(month), day: Some(day), months: 1 })
    }

    fn first(&self) -> i32 {
        self.year.unwrap_or(0) * 372
            + self.month.map_or(0, |month| (month - 1) * 31)
            + self.day.map_or(0, |day| day - 1)
    }

    fn last(&self) -> i32 {
        self.year.unwrap_or(0) * 372
            + self.month.map_or(11, |month| month + self.months - 2) * 31
            + self.day.map_or(30, |day| day - 1)
    }

    fn period(&self, bound: Bound) -> Period {
        let days = match bound {
            Bound::UpTo => i32::MIN..=self.last(),
            Bound::Before => i32::MIN..=self.first() - 1,
            Bound::From => self.first()..=i32::MAX,
            Bound::After => self.last() + 1..=i32::MAX,
            Bound::On => self.first()..=self.last(),
        };
        Period { days, dated: self.year.is_some(), one: bound == Bound::On }
    }
}

/// The first month of a quarter or half of a year, its months, and how many words say which: "Q1", "the first quarter", "2.
/// Halbjahr".
fn part_of_year(first: &str, second: &str) -> Option<(i32, i32, usize)> {
    const QUARTERS: &[&str] = &["quarter", "quartal", "quartals", "trimestre", "kwartaal", "kwartal"];
    const HALVES: &[&str] = &["half", "halbjahr", "halbjahres", "semestre", "halfjaar"];
    const ORDINALS: [&[&str]; 4] = [
        &["first", "erste", "ersten", "erstes", "premier", "primer", "primo", "primeiro", "eerste"],
        &["second", "zweite", "zweiten", "zweites", "deuxieme", "segundo", "secondo", "tweede"],
        &["third", "dritte", "dritten", "drittes", "troisieme", "tercer", "terzo", "terceiro", "derde"],
        &["fourth", "last", "vierte", "vierten", "viertes", "quatrieme", "cuarto", "quarto", "vierde"],
    ];
    let (number, months, words) = match first.strip_prefix('q').and_then(|number| number.parse().ok()) {
        Some(number) => (number, 3, 1),
        None => {
            let months = match second {
                _ if QUARTERS.contains(&second) => 3,
                _ if HALVES.contains(&second) => 6,
                _ => return None,
            };
            let said =
                || (1..).zip(ORDINALS).find(|(_, words)| words.contains(&first)).map(|(number, _)| number);
            (ordinal(first).or_else(said)?, months, 2)
        }
    };
    // "The last half" is the second.
    let number = if months == 6 && first == "last" { 2 } else { number };
    (1..=12 / months).contains(&number).then_some(((number - 1) * months + 1, months, words))
}

/// 3 of "3" and "3rd", 1 of "1er".
fn ordinal(word: &str) -> Option<i32> {
    word.trim_end_matches(['s', 't', 'n', 'd', 'r', 'h', 'e']).parse().ok()
}

/// The number of each month by its names without accents, as words are folded, and whether that is English.
static MONTHS: LazyLock<FxHashMap<String, (i32, bool)>> = LazyLock::new(|| {
    let mut months = FxHashMap::default();
    for (number, month) in (1..).zip(&ENGLISH.months) {
        months.extend(month.all().map(|name| (name.to_owned(), (number, true))));
    }
    for (number, month) in CALENDARS.iter().flat_map(|calendar| (1..).zip(&calendar.months)) {
        for name in &month.names {
            months.entry(fold(name)).or_insert((number, false));
        }
    }
    months
});

/// The number of a month, and whether its name is English.
fn month(word: &str) -> Option<(i32, bool)> {
    MONTHS.get(word).copied()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_asks_of_a_time() {
        for (request, time) in [
            ("what Abe takes at present", Some(Tense::Present)),
            ("the upcoming interruption", Some(Tense::Future)),
            ("her former employer", Some(Tense::Past)),
            ("Noor's present seat", Some(Tense::Present)),
            ("the present seat", Some(Tense::Present)),
            ("the present from her boss", None),
            ("the present Ana got", None),
            ("who sits next to Noor", None),
            ("Noor's shifts next week", Some(Tense::Future)),
            ("the announced rent", Some(Tense::Future)),
            ("the model, past and present", None),
            ("the expired password", Some(Tense::Past)),
            ("Ana's job", None),
        ] {
            assert_eq!(requested_tense(request), time, "{request}");
        }
    }

    #[test]
    fn a_day_parts_what_is_before_it_from_what_is_not() {
        let before = period("before 1 March 2024").unwrap();
        for (text, within) in [
            ("The boiler was serviced on 4 November 2023.", Some(Within::Wholly)),
            ("2023-11-04: boiler serviced.", Some(Within::Wholly)),
            ("Log 2024-02-29: fed the hens.", Some(Within::Wholly)),
            ("Log 2024-03-01: fed the hens.", Some(Within::Not)),
            ("The roof was patched on 30 June 2025.", Some(Within::Not)),
            ("Nils rents the barn from 2022 to 2026.", Some(Within::InPart)),
            ("Ida has lived here since 2019.", Some(Within::InPart)),
            ("Serviced in 2024.", Some(Within::InPart)),
            ("Paid on 4 May 2023 and on 7 May 2025.", Some(Within::InPart)),
            ("Paid on 4 May 2023 and on 7 May 2022.", Some(Within::Wholly)),
            ("Ida's birthday is on 4 June.", None),
            ("The gate is green.", None),
        ] {
            assert_eq!(before.holds(text), within, "{text}");
        }
        assert_eq!(before.days(), Some((None, Some((2024, 2, 31)))));
        let asked = period("repairs older than 1 January 2025").unwrap();
        assert_eq!(asked.meets(&period("patched on 30 June 2025").unwrap()), Some(false));
        assert_eq!(asked.meets(&period("swept on 11 February 2024").unwrap()), Some(true));
    }

    #[test]
    fn a_quarter_and_a_half_of_a_year_are_times() {
        for (request, first, last) in [
            ("the call notes from the first quarter of 2024", (2024, 1, 1), (2024, 3, 31)),
            ("the call notes of Q3 2024", (2024, 7, 1), (2024, 9, 31)),
            ("the invoices of the 4th quarter 2024", (2024, 10, 1), (2024, 12, 31)),
            ("die Rechnungen vom zweiten Quartal 2024", (2024, 4, 1), (2024, 6, 31)),
            ("las notas del segundo trimestre de 2024", (2024, 4, 1), (2024, 6, 31)),
            ("what we noted in the last half of 2024", (2024, 7, 1), (2024, 12, 31)),
        ] {
            let days = apart(request).and_then(|(period, _)| period.days());
            assert_eq!(days, Some((Some(first), Some(last))), "{request}");
        }
        for request in ["the first quarter of the game", "Q2 of the form", "the first half of the book"] {
            assert_eq!(apart(request), None, "{request}");
        }
    }

    #[test]
    fn a_request_may_ask_of_all_times() {
        for (request, all) in [
            ("every date set so far for the wedding", true),
            ("the embedding model, past and present", true),
            ("HD-306 status and its history", true),
            ("the history of the mill", false),
            ("how far it is", false),
        ] {
            assert_eq!(is_of_all_times(request), all, "{request}");
        }
    }

    #[test]
    fn a_statement_has_its_tense() {
        for (statement, time) in [
            ("Between 2012 and 2016 Abe took digoxin.", Some(Tense::Past)),
            ("Abe has been taking bisoprolol since 2017.", Some(Tense::Present)),
            ("When Ana retires, she would like to move to Porto.", Some(Tense::Future)),
            ("Ana lives in Graz.", Some(Tense::Present)),
            ("The rate was 12 percent.", Some(Tense::Past)),
            ("Standup: 9:30", None),
            ("On Friday Abe is due to go to Fernhill.", Some(Tense::Future)),
            ("The bus is late due to the rain.", Some(Tense::Present)),
            ("Judge Ito is to take the file over.", Some(Tense::Future)),
            ("The landlord has announced 720 from July.", Some(Tense::Future)),
            ("Next term Noor sits beside Bo.", Some(Tense::Future)),
        ] {
            assert_eq!(tense(statement), time, "{statement}");
        }
        assert!(is_over("Ana lived in Graz from 2009 to 2015.") && is_over("Ana used to sing."));
        assert!(!is_over("Ana moved to Graz.") && !is_over("Ana has lived in Graz since 2015."));
    }

    #[test]
    fn periods_meet_or_do_not() {
        for (request, statement, meet) in [
            ("the home in 2018", "They lived in Perth from 2015 to 2022.", Some(true)),
            ("the home in 2018", "They lived in Oulu from 2009 to 2015.", Some(false)),
            ("the home in 2018", "They have lived in Ghent since 2022.", Some(false)),
            ("the home in 2018", "They have lived in Ghent since June 2017.", Some(true)),
            ("audits up to and including 2021", "The 2021 audit found gaps.", Some(true)),
            ("audits up to and including 2021", "The 2023 audit found none.", Some(false)),
            ("what they paid before March", "Since 1 March they pay 9.", Some(false)),
            ("what they paid before March", "Up to the end of February they paid 12.", Some(true)),
            ("the rota of March 2020", "Between February and April 2020 Ana did it.", Some(true)),
            ("the rate as of 2025", "Until 2023 the rate was 4.", Some(false)),
            ("the rota of 2020", "Ana did it in March.", None),
            ("the rota of 2020", "Ana did it in 2021.", None),
            ("the water on 5 February", "Water is off from 3 to 17 February.", Some(true)),
            ("what Ida took before 10 March", "From the 3rd to the 9th of March Ida took it.", Some(true)),
            ("what Ida took before 10 March", "Since the 10th of March Ida takes another.", Some(false)),
            ("the water on 5 May", "Water is off from 3 to 17 February.", Some(false)),
            ("the rota of 2020", "In 2020 Ana did it.", Some(true)),
            ("the vicar in 1708", "From 1702 to 1719 Caleb held the living.", Some(true)),
            ("the shifts in February", "Since November Ana has them.", None),
            ("the vicar in 1708", "Amos was vicar until 1702.", Some(false)),
        ] {
            let (one, other) = (period(request).unwrap(), period(statement).unwrap());
            assert_eq!(one.meets(&other), meet, "{request}: {statement}");
        }
        for (period, day) in [
            ("after 2024", "2024-12-31"),
            ("vor dem 1. Januar 2023", "2023-01-01"),
            ("avant le 1er mai 2023", "1.5.2023"),
            ("anterior al 1 de enero de 2023", "1 de enero de 2023"),
            ("seit 2024", "am 3. Mai 2023"),
            ("newer than 4/5/2024", "4 May 2024"),
        ] {
            let (period, day) = (self::period(period).unwrap(), self::period(day).unwrap());
            assert_eq!(period.meets(&day), Some(false), "{period:?} {day:?}");
        }
        for (text, within) in [
            ("everything from 2023", Within::Not),
            ("everything from 2023 on", Within::Wholly),
            ("everything from 2023 to 2024", Within::Wholly),
        ] {
            assert_eq!(apart(text).unwrap().0.holds("Painted in May 2024."), Some(within), "{text}");
        }
        for (text, rest) in [
            ("the pills Ana took before 10 March", Some("the pills Ana took")),
            ("the code valid up to and including the end of May 2020", Some("the code valid")),
            ("in the years 2009 to 2014, Teo's home", Some("Teo's home")),
            ("Ana's home from 3 to 17 February, please", Some("Ana's home, please")),
            ("in 2018", None),
            ("Ana's home", None),
        ] {
            assert_eq!(without_period(text).as_deref(), rest, "{text}");
        }
        for text in [
            "2018 and 2020", "Ana lives in Graz.", "from here to there", "the days of our nurse May",
            "they may come", "the season 2019/20", "der Mai kommt", "mars bars", "from November to February",
            "what Jan does",
        ] {
            assert_eq!(period(text), None, "{text}");
        }
    }
}
