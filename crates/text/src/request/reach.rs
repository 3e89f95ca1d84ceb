//! Requests for all that is kept, or all of an age: "delete all my data", "forget everything older than 30 days". They name
//! nothing that could be looked for, and say all the same exactly what is meant.

use super::phrase_match::{opening, starts, trimmed, words_of};
use super::preamble::{self, Opening};
use super::{condition, exception, imperative, question, reach_elsewhere, referent, refusal};
use crate::lang::List;
use crate::stance::{self, Period};

/// What such a request reaches.
#[derive(Debug, Clone, PartialEq)]
pub enum Reach {
    /// All that is kept.
    All,
    /// So much but what these words describe: "my allergies" of "delete all my data except my allergies".
    But(Box<Reach>, String),
    /// What is older than so many days of 24 hours.
    OlderThan(f64),
    /// What is no older than so many days of 24 hours.
    YoungerThan(f64),
    /// What is of a period.
    During(Period),
    /// What is of the day, week, month or year that is so many back: 0 for "this week".
    Recent(Unit, u8),
}

/// A part of the calendar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// From midnight to midnight.
    Day,
    /// From Monday on.
    Week,
    /// From its first day on.
    Month,
    /// From 1 January on.
    Year,
}

impl Reach {
    fn but(self, kept: &str) -> Self {
        Self::But(Box::new(self), kept.to_owned())
    }
}

/// Words for all there is.
const ALL: &[&str] = &["all", "everything", "anything", "every", "whatever", "each"];
/// Nouns for what is kept, whoever owns it.
const MEMORIES: &[&str] = &["memories", "memory"];
/// Further ones, where the one who asks owns it, or all of it is asked for.
const KEPT: &[&str] = &[
    "data", "information", "info", "records", "record", "notes", "note", "entries", "entry", "facts", "fact",
    "history", "details", "things", "stuff", "memories", "memory",
];
/// Nouns that mean all of one's own without a word for all: "my data".
const OWN: &[&str] = &["data", "memories", "memory", "information", "info", "history"];
const KINDS: &[&str] =
    &["personal", "private", "account", "user", "profile", "stored", "saved", "recorded", "own", "old"];
const MINE: &[&str] = &["my", "mine"];
const OWNERS: &[&str] = &["my", "your", "the", "our", "its"];
/// Who knows, and how: "you have stored".
const WHO: &[&str] = &["you", "we", "you've", "we've", "youve"];
const KNOW: &[&str] = &[
    "know", "have", "had", "ever", "still", "currently", "got", "hold", "keep", "kept", "stored", "store",
    "saved", "save", "remember", "remembered", "learned", "learnt", "collected", "recorded", "noted", "been",
    "written", "down",
];
const TOLD: &[&str] = &["told", "said", "shared", "wrote", "gave", "given", "mentioned", "have", "ever"];
const PLACES: &[&str] = &["memory", "scope", "store", "database", "storage", "account", "system", "mind"];
const MANNER: &[&str] = &[
    "completely", "entirely", "permanently", "immediately", "now", "forever", "again", "please", "already",
    "so", "far", "today", "altogether",
];
/// What is emptied where that stands behind it.
const EMPTIED: &[&str] = &[
    "wipe this memory", "wipe your memory", "wipe the memory", "wipe this store", "wipe this scope",
    "erase this memory", "erase your memory", "erase the memory", "purge this store", "purge this scope",
    "delete this store", "delete this scope", "forget this scope",
];
/// The longest request that is read, in bytes.
const LONGEST: usize = 160;

/// What a request reaches that names nothing but all there is, or its age, and what of it is to stay; `None` for any other, and for
/// what orders nothing.
#[must_use]
pub fn reach(request: &str) -> Option<Reach> {
    let request = imperative::without_thanks(request.trim()).trim_end_matches(['.', '!', ' ', '。', '！']);
    // A longer text says something else too.
    let plain =
        request.len() <= LONGEST && !question::asks(request) && condition::condition(request).is_none();
    unspaced(request).or_else(|| if plain { all_of_it(request).or_else(|| all_but(request)) } else { None })
}

/// The same of what is written without spaces between words.
fn unspaced(request: &str) -> Option<Reach> {
    let all = |text: &str| {
        let bare: String = text.chars().filter(|character| character.is_alphanumeric()).collect();
        let politely =
            ["请", "請", "どうか"].iter().find_map(|please| bare.strip_prefix(please)).unwrap_or(&bare);
        List::AllInAPhraseUnspaced.has(politely.trim_end_matches("ください").trim_end_matches("下さい"))
    };
    if all(request) {
        return Some(Reach::All);
    }
    let marks = [',', '，', '、', ' '];
    let kept = |kept: &str| Reach::All.but(kept.trim_matches(marks));
    // "除了我的过敏，删除我的所有数据", "アレルギー以外の私のデータをすべて削除して".
    let chinese = || {
        let rest = ["除了", "除"].iter().find_map(|but| request.strip_prefix(but))?;
        let (but, order) = rest.split_once(['，', ','])?;
        let but = ["以外", "之外", "外"].iter().find_map(|end| but.strip_suffix(end)).unwrap_or(but);
        (all(order) && !but.trim().is_empty()).then(|| kept(but))
    };
    let japanese = || {
        let (but, order) = request.split_once("以外")?;
        let order = order.trim_start_matches(['の', 'を', 'は', '、']);
        (all(order) && !but.trim().is_empty()).then(|| kept(but))
    };
    aged(request).or_else(chinese).or_else(japanese)
}

/// An order for all of an age, written without spaces: "30日以上前のデータをすべて削除して", "删除所有超过30天的数据".
fn aged(request: &str) -> Option<Reach> {
    const UNITS: &[(&str, f64)] = &[
        ("時間", 1.0 / 24.0),
        ("小时", 1.0 / 24.0),
        ("日", 1.0),
        ("天", 1.0),
        ("週間", 7.0),
        ("周", 7.0),
        ("か月", 30.0),
        ("ヶ月", 30.0),
        ("个月", 30.0),
        ("個月", 30.0),
        ("年", 365.0),
    ];
    let bare: String = request.chars().filter(|character| character.is_alphanumeric()).collect();
    let at = bare.find(|character: char| character.is_ascii_digit())?;
    let digits = bare[at..].find(|character: char| !character.is_ascii_digit())?;
    let (before, behind) = (&bare[..at], &bare[at + digits..]);
    let number = bare[at..at + digits].parse::<u16>().ok().map(f64::from)?;
    let (unit, days) = UNITS.iter().find(|(unit, _)| behind.starts_with(unit))?;
    let behind = &behind[unit.len()..];
    let older = ["以上前の", "より前の", "より古い", "以上経った", "以前的", "之前的", "前的"].iter();
    let longer = before.strip_suffix("超过").or_else(|| before.strip_suffix("超過"));
    let (before, rest) = match (older.filter_map(|older| behind.strip_prefix(older)).next(), longer) {
        (Some(rest), None) => (before, rest),
        (None, Some(before)) => (before, behind.strip_prefix('的')?),
        _ => return None,
    };
    let rest = rest.trim_end_matches("ください").trim_end_matches("下さい");
    let japanese = ["データ", "記憶", "メモ", "もの"].iter().filter_map(|noun| rest.strip_prefix(noun));
    let ordered = [
        "をすべて削除して", "を全て削除して", "を全部消して", "を全部削除して", "をすべて消して",
        "を削除して",
    ];
    let japanese = before.is_empty() && japanese.clone().any(|order| ordered.contains(&order));
    let noun = ["数据", "資料", "资料", "记忆", "内容", "笔记", "东西"].contains(&rest);
    let orders =
        ["删除所有", "删除", "刪除所有", "忘记所有", "忘掉所有", "清除所有", "请删除所有", "请忘记所有"];
    let chinese = noun && orders.contains(&before);
    ((japanese || chinese) && number > 0.0).then_some(Reach::OlderThan(number * days))
}

/// What an order for all there is excepts.
fn all_but(request: &str) -> Option<Reach> {
    let (order, kept) = match preamble::opening_of(request) {
        Opening::Kept { kept, order } => (without_else(order), kept),
        Opening::Said { order, .. } => (order.to_owned(), ""),
        _ => (request.to_owned(), ""),
    };
    let but = |order: &str, kept: &str| {
        let kept = kept.trim().trim_start_matches("for ").trim_start_matches("about ");
        let kept =
            exception::all_of_kept(kept).map_or(kept.to_owned(), |thing| format!("everything about {thing}"));
        let named = !kept.is_empty() && !referent::names_nothing(&kept);
        all_of_it(order).filter(|_| named).map(|reach| reach.but(&kept))
    };
    if let Some((before, kept)) = exception::only_stays(request) {
        return but(if before.is_empty() { "forget everything" } else { before }, kept);
    }
    if !kept.is_empty() {
        return but(&order, kept);
    }
    let split = exception::split(&order).and_then(|split| but(split.core, split.except));
    let split = split.or_else(|| exception::from_all(&order).find_map(|(order, kept)| but(order, kept)));
    split.or_else(|| not_about(&order).and_then(|(order, kept)| but(order, kept))).or_else(|| {
        let only = opening(&order, List::KeepOnly.all())?;
        // "Keep only the lights on while I am away".
        (words_of(only).count() <= 6).then(|| but("forget everything", only)).flatten()
    })
}

/// An order for all that has not to do with something, and with what: "delete everything that is not about the garden".
fn not_about(order: &str) -> Option<(&str, &str)> {
    starts(order).into_iter().skip(1).find_map(|at| {
        let kept = opening(&order[at..], List::NotAbout.all())?;
        Some((trimmed(&order[..at]), kept))
    })
}

/// An order without the word that only points back to what stays: "delete everything else".
fn without_else(order: &str) -> String {
    let order = order.trim_end_matches(['.', '!', ' ']);
    let all = ["everything else", "all the rest", "the rest", "all else", "anything else"];
    let found = all.iter().find_map(|all| order.strip_suffix(all));
    found.map_or_else(|| order.to_owned(), |order| format!("{order}everything"))
}

/// What a request reaches that excepts nothing.
fn all_of_it(request: &str) -> Option<Reach> {
    let said = said(super::courtesy::without_courtesy(request));
    if let Some(emptied) =
        List::AllOfIt.all().iter().find_map(|all| said.strip_suffix(all)?.strip_suffix(' '))
    {
        let emptied = emptied.strip_suffix(" completely").unwrap_or(emptied);
        if List::AllInAPhrase.has(emptied) || EMPTIED.contains(&emptied) {
            return Some(Reach::All);
        }
    }
    // "Vide complètement cette mémoire".
    let words: Vec<&str> = said.split(' ').filter(|word| !List::Wholly.has(word)).collect();
    let bare = words.join(" ");
    let emptied = || List::AllInAPhrase.has(&bare) || EMPTIED.contains(&bare.as_str());
    if bare != said && (emptied() || reach_elsewhere::is_all(&words)) {
        return Some(Reach::All);
    }
    let said = self::said(request);
    if List::AllInAPhrase.has(&said)
        || List::AllInAPhrase.has(&self::said(super::courtesy::without_courtesy(request)))
    {
        return Some(Reach::All);
    }
    let elsewhere: Vec<&str> = said.split(' ').collect();
    if reach_elsewhere::is_all(&elsewhere) {
        return Some(Reach::All);
    }
    if let Some(aged) = reach_elsewhere::aged(&elsewhere) {
        return Some(aged);
    }
    let dated = stance::apart(request).filter(|(period, _)| period.days().is_some());
    if let Some((period, rest)) = &dated {
        let rest = self::said(rest);
        if reach_elsewhere::is_kept(&rest.split(' ').collect::<Vec<_>>()) {
            return Some(Reach::During(period.clone()));
        }
    }
    if refusal::refusal(request).is_some() {
        return None;
    }
    let (commanded, core) = imperative::without_order(request);
    let words: Vec<String> = words_of(core).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut read = Read { words: &words, at: 0 };
    let asked = read.all_there_is();
    if read.at == words.len() {
        return asked.is_whole(commanded).then_some(Reach::All);
    }
    let whole = asked.all && asked.only_memories || asked.only_memories && commanded && asked.noun;
    read.bound().or_else(|| during(core, &dated?.0)).filter(|_| whole)
}

/// What a request for all of a period reaches: nothing but that and the period stands in it.
fn during(core: &str, period: &Period) -> Option<Reach> {
    let (_, rest) = stance::apart(core)?;
    let words: Vec<String> = words_of(&rest).collect();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let mut read = Read { words: &words, at: 0 };
    read.all_there_is();
    read.dated();
    (read.at == words.len()).then(|| Reach::During(period.clone()))
}

/// A request's words as they are looked up.
fn said(request: &str) -> String {
    words_of(request).collect::<Vec<_>>().join(" ")
}

/// What the first words of a request say.
#[derive(Default)]
struct Asked {
    /// A word for all.
    all: bool,
    /// A noun for what is kept, one that means all of one's own, and one that can mean nothing else.
    noun: bool,
    own: bool,
    memories: bool,
    /// Whose it is, or who knows it: the one who asks, or the one who is asked.
    mine: bool,
    known: bool,
    /// The request is for the one who asks: "forget me".
    me: bool,
    /// Nothing but these.
    only_memories: bool,
}

impl Asked {
    fn is_whole(&self, commanded: bool) -> bool {
        let told = self.mine || self.known;
        if self.me {
            return commanded;
        }
        if self.all {
            return told || commanded && (!self.noun || self.memories || self.own);
        }
        self.noun && (self.mine && self.own || self.memories && (commanded || told)) && commanded
    }
}

struct Read<'a> {
    words: &'a [&'a str],
    at: usize,
}

impl Read<'_> {
    fn next(&self) -> &str {
        self.words.get(self.at).copied().unwrap_or_default()
    }

    fn take(&mut self, of: &[&str]) -> bool {
        let taken = of.contains(&self.next());
        self.at += usize::from(taken);
        taken
    }

    fn take_all(&mut self, of: &[&str]) -> usize {
        let from = self.at;
        while self.take(of) {}
        self.at - from
    }

    /// Takes these words, one behind the other.
    fn phrase(&mut self, phrase: &str) -> bool {
        let wanted: Vec<&str> = phrase.split(' ').collect();
        let there = self.words[self.at..].starts_with(&wanted);
        self.at += if there { wanted.len() } else { 0 };
        there
    }

    /// Reads as far as the words mean all that is kept.
    fn all_there_is(&mut self) -> Asked {
        let mut asked = Asked { only_memories: true, ..Asked::default() };
        if self.next() == "me" || self.phrase("about me") {
            asked.me = self.next() != "me" || self.words.len() > self.at;
            self.take(&["me"]);
            self.take_all(MANNER);
            return asked;
        }
        asked.all = self.take(ALL);
        self.phrase("and everything");
        self.take(&["of"]);
        asked.mine |= MINE.contains(&self.next());
        let owned = self.take(OWNERS);
        self.take_all(KINDS);
        let before = self.at;
        while KEPT.contains(&self.next()) || self.next() == "and" && self.at > before {
            let noun = self.next();
            asked.noun |= noun != "and";
            asked.own |= OWN.contains(&noun);
            asked.memories |= MEMORIES.contains(&noun);
            self.at += 1;
        }
        if owned && !asked.noun {
            // "My dog".
            self.at = before.saturating_sub(1);
            asked.only_memories = false;
            return asked;
        }
        loop {
            let from = self.at;
            self.tail(&mut asked);
            if self.at == from {
                return asked;
            }
        }
    }

    /// One thing that is said behind: who knows it, whom it is about, where it is.
    fn tail(&mut self, asked: &mut Asked) {
        let from = self.at;
        self.take(&["that", "which", "what"]);
        if self.take(WHO) {
            if self.take_all(KNOW) > 0 {
                self.phrase("on file");
                asked.known = true;
                return;
            }
        } else if self.take(&["i", "i've"]) {
            if self.take_all(TOLD) > 0 {
                self.take(&["to"]);
                asked.known |= self.take(&["you"]);
                asked.mine = true;
                return;
            }
        } else if self.phrase("there is") {
            return;
        }
        self.at = from;
        if self.take(&["about", "on", "of", "regarding", "concerning", "for"]) {
            if self.take(&["me", "mine", "myself"]) {
                asked.mine = true;
                return;
            }
        } else if self.take(&["in", "from"]) {
            self.take(&["this", "your", "the", "my"]);
            if self.take(PLACES) {
                asked.known = true;
                return;
            }
        } else if self.take_all(MANNER) > 0 {
            return;
        }
        self.at = from;
    }

    /// Takes what says that a time follows: "that was written".
    fn dated(&mut self) {
        self.take(&["that", "which"]);
        self.take_all(&["is", "are", "was", "were", "dates", "date", "have", "has", "been"]);
        self.take_all(&[
            "inscribed", "stored", "saved", "recorded", "written", "created", "added", "noted", "dated",
            "happened", "learned",
        ]);
    }

    /// Reads an age, to the end: "older than 30 days", "from the last week".
    fn bound(&mut self) -> Option<Reach> {
        self.dated();
        if let Some(recent) = self.recent() {
            return (self.at == self.words.len()).then_some(recent);
        }
        let (older, said) = match () {
            () if self.phrase("more than") || self.phrase("over") => (true, false),
            () if self.phrase("older than") || self.phrase("longer ago than") => (true, true),
            () if self.phrase("less than") => (false, false),
            () if self.phrase("newer than") || self.phrase("younger than") => (false, true),
            () if self.last() => (false, true),
            () => return None,
        };
        let days = self.duration()?;
        let said = said | self.take(&["old", "ago"]);
        let aged = if older { Reach::OlderThan(days) } else { Reach::YoungerThan(days) };
        (said && self.at == self.words.len()).then_some(aged)
    }

    /// Takes what stands before days that end now: "from the last" of "from the last 30 days".
    fn last(&mut self) -> bool {
        let from = self.at;
        let opened = self.take(&["from", "in", "within", "during", "of", "over"]);
        self.take(&["the"]);
        let last = opened && self.take(&["last", "past"]);
        if !last {
            self.at = from;
        }
        last
    }

    /// Reads a part of the calendar: "from yesterday", "this week", "of last month".
    fn recent(&mut self) -> Option<Reach> {
        let from = self.at;
        self.take(&["from", "in", "during", "of"]);
        let back = match self.next() {
            "today" | "yesterday" => {
                let back = u8::from(self.next() == "yesterday");
                self.at += 1;
                return Some(Reach::Recent(Unit::Day, back));
            }
            "this" => 0,
            "last" => 1,
            _ => {
                self.at = from;
                return None;
            }
        };
        let unit = match self.words.get(self.at + 1).copied().unwrap_or_default() {
            "week" => Unit::Week,
            "month" => Unit::Month,
            "year" => Unit::Year,
            _ => {
                self.at = from;
                return None;
            }
        };
        self.at += 2;
        Some(Reach::Recent(unit, back))
    }

    fn duration(&mut self) -> Option<f64> {
        const NUMBERS: [&str; 13] = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
            "twelve",
        ];
        self.take(&["the", "last"]);
        let bare = matches!(self.next().trim_end_matches('s'), "hour" | "day" | "week" | "month" | "year");
        let number = match self.next() {
            // "The last week".
            _ if bare => {
                self.at -= 1;
                1.0
            }
            "a" | "an" => 1.0,
            word => match NUMBERS.iter().position(|number| *number == word) {
                Some(number) => f64::from(u8::try_from(number).ok()?),
                None => f64::from(word.parse::<u16>().ok()?),
            },
        };
        self.at += 1;
        let days = match self.next().trim_end_matches('s') {
            "hour" => 1.0 / 24.0,
            "day" => 1.0,
            "week" => 7.0,
            "month" => 30.0,
            "year" => 365.0,
            _ => return None,
        };
        self.at += 1;
        (number > 0.0).then_some(number * days)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_there_is_is_asked_for_in_many_ways() {
        for request in [
            "delete all my data",
            "Please delete all of my data.",
            "erase everything you know about me",
            "forget everything about me",
            "everything about me",
            "wipe my memory",
            "wipe your memory",
            "wipe this memory clean, all of it",
            "please wipe this scope, every bit of it",
            "Clear this store.",
            "empty this scope, the whole lot",
            "clear everything",
            "Forget me!",
            "forget all about me",
            "delete my account data",
            "delete my personal data",
            "everything you know about me",
            "everything you have stored about me",
            "remove everything you've saved on me",
            "all of my memories",
            "delete all of my memories",
            "erase all memories",
            "start from scratch",
            "Let's start from scratch.",
            "I want you to forget everything you know about me",
            "could you delete all my personal information?",
            "erase all data and notes you hold about me",
            "forget everything I told you",
            "forget everything I ever told you",
            "wipe everything from your memory",
            "forget everything you have ever learned about me",
            "drop all my notes",
            "all my data",
            "purge all records about me",
            "delete all the data you have collected about me, thanks",
        ] {
            assert_eq!(reach(request), Some(Reach::All), "{request}");
        }
    }

    #[test]
    fn what_names_anything_else_or_orders_nothing_reaches_nothing() {
        for request in [
            "delete all my data about the Lisbon trip",
            "everything about me and Ida",
            "forget everything Sam said",
            "all data centre notes",
            "erase the data plan",
            "I deleted all my data yesterday",
            "what happens if I delete all my data?",
            "should I delete all my data?",
            "don't delete all my data",
            "never forget everything I told you",
            "keep everything about me",
            "if I leave, delete all my data",
            "everything about my dog",
            "my data plan",
            "my notes",
            "my memory of Ida",
            "forget the memory of the fire",
            "forget about my history exam",
            "all my friends",
            "forget that I told you everything",
            "tell me everything you know about me",
            "what do you know about me?",
            "all my notes on Ida",
            "my history",
            "everything",
            "all",
            "it",
            "everything about the store",
            "everything in the database migration plan",
            "memory leak",
            "my data",
            "forget me nots",
            "forget me not seeds",
            "delete the stored data of order 7788",
            "everything I told you about Ida",
            "alles über Ida",
            "lösche alle Daten von Ida",
            "tout sur Ida",
            "删除我的所有数据线",
            "oublie tout ce que tu sais de Marie",
            "lösche alle Daten über mich und Ida",
            "alles was du über mich weißt und nie sagst",
            "borra todo lo que sabes de mi hermana",
            "keep only the lights on when I am away",
            "keep the rent only",
            "everything that is not about the garden",
            "the song that is not about Ida",
            "",
            "…",
        ] {
            assert_eq!(reach(request), None, "{request}");
        }
    }

    #[test]
    fn what_is_excepted_from_all_there_is_stays() {
        for (request, kept) in [
            ("delete all my data except my allergies", "my allergies"),
            ("erase everything about me except my allergies", "my allergies"),
            ("forget everything but my allergies", "my allergies"),
            ("Please delete all my data except for the rent, thanks", "the rent"),
            ("delete all my data but keep the rent", "the rent"),
            ("forget everything you know about me, but keep my birthday", "my birthday"),
            ("wipe my memory apart from the garden plan", "the garden plan"),
            ("delete everything except what I said about the van", "what I said about the van"),
            ("all my data except my allergies", "my allergies"),
            ("Delete everything but the chess club.", "the chess club"),
            ("forget all memories other than invoice 90412", "invoice 90412"),
            ("keep Rhea Moss and delete everything else", "Rhea Moss"),
            ("Keep the rent. Delete all the rest.", "the rent"),
            ("Lösche alles bis auf den Schachclub", "den Schachclub"),
            ("lösche alle meine Daten außer meinen Allergien", "meinen Allergien"),
            ("supprime toutes mes données sauf mes allergies", "mes allergies"),
            ("borra todos mis datos excepto mis alergias", "mis alergias"),
            ("cancella tutti i miei dati tranne le mie allergie", "le mie allergie"),
            ("apaga todos os meus dados exceto as minhas alergias", "as minhas alergias"),
            ("verwijder al mijn gegevens behalve mijn allergieën", "mijn allergieën"),
            ("除了我的过敏，删除我的所有数据", "我的过敏"),
            ("アレルギー以外の私のデータをすべて削除してください", "アレルギー"),
            ("delete all my data but my allergies", "my allergies"),
            ("delete everything that is not about the garden", "the garden"),
            ("forget everything not related to the boat", "the boat"),
            ("erase everything that has nothing to do with Rhea Moss", "Rhea Moss"),
            ("keep only my allergies", "my allergies"),
            ("Only keep what I said about the van.", "what I said about the van"),
            ("Oublie tout ce que tu sais de moi sauf mes allergies", "mes allergies"),
            ("Vergiss alles außer dem Schachclub", "dem Schachclub"),
            ("Behalte nur den Schachclub", "den Schachclub"),
        ] {
            assert_eq!(reach(request), Some(Reach::All.but(kept)), "{request}");
        }
        for request in [
            "everything except Rhea Moss",
            "forget everyone except Rhea",
            "everything about Ida except her rent",
            "delete all my data about the trip except the hotel",
            "don't delete all my data except the rent",
            "should I delete all my data except the rent?",
            "if I leave, delete all my data except the rent",
            "I deleted all my data except the rent",
            "delete everything except that",
            "the book 'Everything but the Dog'",
            "keep everything but the rent",
            "delete the rent but keep everything else",
        ] {
            assert_eq!(reach(request), None, "{request}");
        }
    }

    #[test]
    fn an_age_or_a_day_bounds_what_is_asked_for() {
        /// Up to the day before; months are counted as having 31.
        fn before((year, month, day): stance::Day) -> Reach {
            let last = match (month, day) {
                (1, 1) => (year - 1, 12, 31),
                (_, 1) => (year, month - 1, 31),
                _ => (year, month, day - 1),
            };
            Reach::During(Period::between(None, Some(last)))
        }
        let during = |first, last| Reach::During(Period::between(first, last));
        for (request, expected) in [
            ("forget everything older than 30 days", Reach::OlderThan(30.0)),
            ("everything older than a year", Reach::OlderThan(365.0)),
            ("delete all memories that are more than two weeks old", Reach::OlderThan(14.0)),
            ("erase all my data older than 6 months", Reach::OlderThan(180.0)),
            ("delete notes older than 90 days", Reach::OlderThan(90.0)),
            ("everything you stored more than 12 hours ago", Reach::OlderThan(0.5)),
            ("everything before 2024", before((2024, 1, 1))),
            ("everything from before 2024", before((2024, 1, 1))),
            ("forget everything from before March 2024", before((2024, 3, 1))),
            ("delete everything older than 1 January 2025", before((2025, 1, 1))),
            ("purge all records prior to 2024-03-04", before((2024, 3, 4))),
            ("everything stored before the 4th of March 2024", before((2024, 3, 4))),
            ("drop all entries from before March 4, 2024", before((2024, 3, 4))),
            ("everything since 2025", during(Some((2025, 1, 1)), None)),
            ("everything after 1 March 2024", during(Some((2024, 3, 2)), None)),
            ("all notes up to the end of March 2024", during(None, Some((2024, 3, 31)))),
            ("everything from 2024-05-02 to 2024-05-03", during(Some((2024, 5, 2)), Some((2024, 5, 3)))),
            ("Lösche alles vor dem 1. März 2024", before((2024, 3, 1))),
            ("Efface tout depuis 2024", during(Some((2024, 1, 1)), None)),
            ("Borra todo lo anterior al 4 de marzo de 2024", before((2024, 3, 4))),
            ("delete everything from the last 7 days", Reach::YoungerThan(7.0)),
            ("all entries of the past week", Reach::YoungerThan(7.0)),
            ("everything newer than two weeks", Reach::YoungerThan(14.0)),
            ("delete all notes that are less than 3 days old", Reach::YoungerThan(3.0)),
            ("forget everything from yesterday", Reach::Recent(Unit::Day, 1)),
            ("erase everything you stored this week", Reach::Recent(Unit::Week, 0)),
            ("delete everything from last month", Reach::Recent(Unit::Month, 1)),
            (
                "forget everything older than 30 days except my allergies",
                Reach::OlderThan(30.0).but("my allergies"),
            ),
            ("delete everything from before 2024, but keep the rent", before((2024, 1, 1)).but("the rent")),
            (
                "Lösche alles, was älter als 90 Tage ist, außer dem Schachclub",
                Reach::OlderThan(90.0).but("dem Schachclub"),
            ),
        ] {
            assert_eq!(reach(request), Some(expected), "{request}");
        }
        let year = reach("everything that happened in 2024");
        assert!(matches!(year, Some(Reach::During(_))), "{year:?}");
        for request in [
            "repairs older than 1 January 2025",
            "everything about Ida older than 30 days",
            "everyone older than 30 years",
            "everything older than the bridge",
            "everything more than 30 kilos",
            "the notes before 2024",
            "before 2024",
            "whisky older than 12 years",
            "everything older than 0 days",
            "what is older than 30 days?",
            "don't delete everything older than 30 days",
            "everything over 30 days late",
            "everything that broke in 2024",
            "everything about Ida since 2025",
            "the log of 2026-05-05",
            "everything on 4 June",
            "everything in 2024 and 2025 about Ida",
            "everything from last night's party",
            "everything from the last 7 guests",
            "what did I say yesterday?",
            "Lösche alles über Ida seit 2024",
            "Lösche alles über Whisky, der älter als 12 Jahre ist",
            "Lösche alles, was älter als die Brücke ist",
            "Supprime tout ce qui a plus de 30 pages",
            "borra los quesos de más de 90 días",
            "Der Käse ist älter als 90 Tage",
            "删除超过90天的订单",
        ] {
            assert_eq!(reach(request), None, "{request}");
        }
    }
}
