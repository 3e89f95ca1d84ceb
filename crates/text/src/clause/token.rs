//! Tokens of a text: words with their classes, punctuation, line breaks, and what brackets or quotes enclose. Cut by a scan
//! of their own: whether a mark belongs to a word ("Dr. Roe", "10:30") is told by what stands further on.

use super::lexicon::{self, LANGUAGE, LEXICONS, Lexicon};
use super::word_class::{self, Class};

/// What a token is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// Letters, possibly with digits.
    Word,
    /// Starts with a digit, or is made of digits and signs.
    Number,
    /// One mark.
    Mark(char),
    /// A line break.
    Newline,
}

/// A token with its classes.
#[derive(Clone, Debug)]
pub(super) struct Token {
    pub start: usize,
    pub end: usize,
    pub kind: Kind,
    pub class: Class,
    /// Its first letter is upper case.
    pub capital: bool,
    /// How many brackets and quotes are open around it; those marks themselves count as inside.
    pub depth: u16,
    /// The partner of an opening or closing mark.
    pub mate: Option<usize>,
}

impl Token {
    pub fn is(&self, class: Class) -> bool {
        self.class & class != 0
    }
    pub fn mark(&self, mark: char) -> bool {
        self.kind == Kind::Mark(mark)
    }
    pub fn is_mark(&self) -> bool {
        matches!(self.kind, Kind::Mark(_))
    }
    pub fn comma(&self) -> bool {
        matches!(self.kind, Kind::Mark(',' | '，' | '、' | '،'))
    }
    pub fn semicolon(&self) -> bool {
        matches!(self.kind, Kind::Mark(';' | '；' | '؛'))
    }
    pub fn colon(&self) -> bool {
        matches!(self.kind, Kind::Mark(':' | '：'))
    }
    pub fn dash(&self) -> bool {
        matches!(self.kind, Kind::Mark('-' | '–' | '—'))
    }
    pub fn terminator(&self) -> bool {
        matches!(self.kind, Kind::Mark('.' | '!' | '?' | '。' | '！' | '？' | '؟' | '।' | '…'))
    }
    pub fn word(&self) -> bool {
        self.kind == Kind::Word
    }
    pub fn number(&self) -> bool {
        self.kind == Kind::Number
    }
    /// A word that looks like a name where it stands.
    pub fn name(&self) -> bool {
        self.kind == Kind::Word && self.capital && !self.is(word_class::FUNCTION)
    }
}

fn always_breaks(ch: char) -> bool {
    matches!(
        ch,
        '(' | ')'
            | '['
            | ']'
            | '{'
            | '}'
            | '"'
            | '“'
            | '”'
            | '„'
            | '«'
            | '»'
            | '‹'
            | '›'
            | '「'
            | '」'
            | '『'
            | '』'
            | '；'
            | '。'
            | '、'
            | '，'
            | '！'
            | '？'
            | '：'
            | '؛'
            | '،'
            | '؟'
            | '।'
            | '|'
            | '｜'
            | '…'
            | '—'
            | '•'
            | '（'
            | '）'
            | ';'
    )
}

fn closes(ch: char) -> bool {
    ch.is_whitespace()
        || matches!(ch, ')' | ']' | '}' | '"' | '”' | '»' | '“' | '’' | '\'' | '）' | '」' | ';' | '|' | '*')
}

/// Marks of emphasis around a word: "**Nils".
pub(super) const EMPHASIS: [char; 2] = ['*', '_'];

/// The tokens of `text`.
pub(super) fn tokens(text: &str) -> (Vec<Token>, &'static Lexicon) {
    let mut out = Vec::with_capacity(text.len() / 4 + 2);
    lex(text, &mut out);
    let lexicon = choose(text, &out);
    let mut lower = String::new();
    let mut inside = false;
    let mut behind_name = false;
    for token in &mut out {
        let word = &text[token.start..token.end];
        let mut name = false;
        if token.kind == Kind::Word || token.mark('&') {
            let plain = word.trim_matches(EMPHASIS);
            token.class = lexicon.class(plain, token.capital, &mut lower);
            // a capital inside an English sentence: a name, whatever word it looks like
            let mixed = plain.chars().skip(1).any(char::is_lowercase);
            let single = plain.len() == 1 || mixed;
            if inside && token.capital && single && lexicon.english && token.class & word_class::SUBJ == 0 {
                token.class &= word_class::KEPT_CAPITAL;
                if plain.len() == 1 {
                    token.class = 0;
                }
            }
            // "Nils Oder", "Jorge Y Paz": no conjunction
            if behind_name && token.capital && single && token.class & word_class::CONJUNCTION != 0 {
                token.class = 0;
            }
            name = token.capital && (mixed || plain.len() == 1 && behind_name);
        }
        behind_name = name;
        inside = matches!(token.kind, Kind::Word | Kind::Number) || token.comma() || token.mark('&');
    }
    if lexicon.english {
        contractions(text, &mut out);
        names_like_verbs(text, &mut out);
    }
    for comma in 1..out.len().saturating_sub(1) {
        let suffix = |token: &Token| SUFFIXES.contains(&text[token.start..token.end].trim_end_matches('.'));
        if out[comma].comma() && out[comma - 1].name() && suffix(&out[comma + 1]) {
            for token in &mut out[comma..comma + 2] {
                (token.kind, token.capital, token.class) = (Kind::Word, true, 0);
            }
        }
    }
    for joint in 1..out.len().saturating_sub(1) {
        join_names(text, &mut out, joint, lexicon);
    }
    enclose(text, &mut out);
    (out, lexicon)
}

/// The lexicon of the language whose small words are the most frequent; English in doubt.
fn choose(text: &str, tokens: &[Token]) -> &'static Lexicon {
    let mut hits = [0u16; 7];
    let mut lower = String::new();
    let mut inside = false;
    for token in tokens.iter().take(400) {
        let word = &text[token.start..token.end];
        // a name shows no language
        let name = inside && token.capital && (word.len() == 1 || word.chars().any(char::is_lowercase));
        inside = token.word() || token.number() || token.comma();
        if word.len() > 6 || name || !token.word() {
            continue;
        }
        lower.clear();
        lower.extend(word.chars().flat_map(char::to_lowercase));
        if let Some(&mask) = LANGUAGE.get(lower.as_str()) {
            for (index, hit) in hits.iter_mut().enumerate() {
                // a word of one language alone weighs double
                *hit += u16::from(mask >> index & 1) * if mask.is_power_of_two() { 2 } else { 1 };
            }
        }
    }
    let best = (1..7).fold(0, |best, index| if hits[index] > hits[best] { index } else { best });
    &LEXICONS[best]
}

/// "Teo's in year 4": a name with its verb.
fn contractions(text: &str, tokens: &mut [Token]) {
    for index in 0..tokens.len().saturating_sub(1) {
        let (token, next) = (&tokens[index], &tokens[index + 1]);
        let word = &text[token.start..token.end];
        let after = &text[next.start..next.end];
        if token.class & word_class::GENITIVE != 0
            && token.class & (word_class::TIME | word_class::SUBJ) == 0
            && (word.ends_with("'s") || word.ends_with("’s"))
            && matches!(
                after,
                "in" | "at"
                    | "on"
                    | "from"
                    | "here"
                    | "there"
                    | "away"
                    | "back"
                    | "not"
                    | "allergic"
                    | "a"
                    | "an"
                    | "the"
            )
        {
            tokens[index].class = word_class::SUBJ | word_class::AUX | word_class::BE | word_class::SINGULAR;
        }
    }
}

/// "Will helps on Fridays", "May is in Rome", "Sue has a key": what opens a sentence before a finite verb in the third person is a name, and
/// neither a modal verb nor an order.
fn names_like_verbs(text: &str, tokens: &mut [Token]) {
    for index in 0..tokens.len().saturating_sub(1) {
        let opens = index == 0
            || !(tokens[index - 1].word() || tokens[index - 1].number() || tokens[index - 1].comma());
        let (token, next) = (&tokens[index], &tokens[index + 1]);
        let word = &text[token.start..token.end];
        let mixed = word.chars().skip(1).any(char::is_lowercase) && token.capital;
        let modal = matches!(word, "Will" | "May" | "Can");
        let order = token.is(word_class::BASE) && !token.is(word_class::FUNCTION);
        if !opens || !mixed || !(modal || order) || next.capital {
            continue;
        }
        let singular =
            next.is(word_class::AUX) && next.is(word_class::SINGULAR) && next.is(word_class::THIRD);
        let verb_behind = tokens
            .get(index + 2)
            .is_some_and(|behind| behind.is(word_class::FINITE) && !behind.is(word_class::NOUNISH));
        let third = next.is(word_class::THIRD) && (modal && !verb_behind || !next.is(word_class::NOUNISH));
        // "May, the lady in bed 6, takes …": no modal verb is set off.
        if singular || third || modal && next.comma() {
            tokens[index].class = 0;
        }
    }
}

/// What stands behind a name and its comma, and belongs to it.
const SUFFIXES: [&str; 19] = [
    "Jr", "Sr", "Esq", "PhD", "MD", "II", "III", "CPA", "Ltd", "Inc", "LLC", "LLP", "Corp", "GmbH", "plc",
    "PLC", "S.A", "S.L", "B.V",
];

/// "Procter & Gamble", "Becker and Sons": what joins the words of one name is a word of it. "Nina + Paul" are two.
fn join_names(text: &str, tokens: &mut [Token], joint: usize, lexicon: &Lexicon) {
    let word = |index: usize| &text[tokens[index].start..tokens[index].end];
    let (sign, plus) = (tokens[joint].mark('&'), tokens[joint].mark('+'));
    let (left, right) = (&tokens[joint - 1], &tokens[joint + 1]);
    let spaced = left.end < tokens[joint].start && tokens[joint].end < right.start;
    let known = word_class::KIN | word_class::TITLE | word_class::TIME | word_class::GENITIVE;
    let named = |token: &Token| token.name() && !token.is(known);
    if !spaced || !named(left) || !right.name() {
        return;
    }
    let company = crate::gazetteer::is_of_company(word(joint + 1));
    if !(sign || plus || word(joint) == "plus" || company && tokens[joint].is(word_class::AND)) {
        return;
    }
    let end = (joint + 1..tokens.len()).find(|&index| !tokens[index].name()).unwrap_or(tokens.len());
    let plural = plural_verb(text, tokens, end, lexicon);
    let mixed = |index: usize| word(index).chars().skip(1).any(char::is_lowercase);
    let legal = || (joint + 1..end).any(|index| crate::gazetteer::is_of_company(word(index)));
    // two words alone: in a list each is a name
    let pair = || {
        let alone = joint < 2 || !(tokens[joint - 2].name() || tokens[joint - 2].comma());
        let first = |index: usize| crate::gazetteer::is_first_name(word(index));
        let heads = tokens.get(end).is_some_and(Token::colon);
        alone
            && !heads
            && named(right)
            && end == joint + 2
            && mixed(joint - 1)
            && mixed(joint + 1)
            && !(first(joint - 1) && first(joint + 1))
    };
    if company || sign && !plural && (legal() || pair()) {
        (tokens[joint].kind, tokens[joint].capital, tokens[joint].class) = (Kind::Word, true, 0);
    } else if plus && plural && named(right) {
        tokens[joint].class = word_class::AND;
    }
}

/// A verb in the plural stands at `at`, perhaps behind an adverb.
fn plural_verb(text: &str, tokens: &[Token], at: usize, lexicon: &Lexicon) -> bool {
    let adverb =
        |token: &&Token| token.is(word_class::ADV | word_class::INDEF) && !token.is(word_class::TIME);
    let at = at + tokens[at.min(tokens.len())..].iter().take_while(adverb).count();
    let Some(token) = tokens.get(at).filter(|token| token.word()) else { return false };
    let opens = || {
        let open = word_class::DET
            | word_class::POSS
            | word_class::PREP
            | word_class::OBJ
            | word_class::NUM
            | word_class::ADV;
        tokens.get(at + 1).is_some_and(|next| next.number() || next.is(open))
    };
    if !lexicon.english {
        return lexicon.singular(&text[token.start..token.end]).is_some();
    }
    token.is(word_class::AUX) && token.is(word_class::PLURAL)
        || token.is(word_class::BASE)
            && !token.is(word_class::AUX | word_class::PAST)
            && (!token.is(word_class::NOUNISH) || opens())
}

fn push(out: &mut Vec<Token>, text: &str, start: usize, end: usize, kind: Option<Kind>) {
    let first = text[start..end].chars().next().unwrap_or(' ');
    let kind = kind.unwrap_or_else(|| {
        let piece = &text[start..end];
        if first.is_numeric()
            || (!piece.chars().any(char::is_alphabetic) && piece.chars().any(char::is_numeric))
        {
            Kind::Number
        } else if piece.chars().any(char::is_alphanumeric) {
            Kind::Word
        } else if piece.len() == first.len_utf8() {
            Kind::Mark(first)
        } else if piece == "--" {
            Kind::Mark('—')
        } else {
            Kind::Mark('→')
        }
    });
    let capital = text[start..end].trim_start_matches(EMPHASIS).starts_with(char::is_uppercase);
    out.push(Token { start, end, kind, class: 0, capital, depth: 0, mate: None });
}

fn lex(text: &str, out: &mut Vec<Token>) {
    let mut at = 0;
    while at < text.len() {
        let Some(ch) = text[at..].chars().next() else { break };
        let next = at + ch.len_utf8();
        if ch == '\n' {
            push(out, text, at, next, Some(Kind::Newline));
            at = next;
        } else if ch.is_whitespace() {
            if ch == '\t' {
                push(out, text, at, next, Some(Kind::Mark('\t')));
            }
            at = next;
        } else if always_breaks(ch)
            || matches!(ch, ',' | '!' | '?')
            || matches!(ch, '\'' | '‘' | '’') && quote_opens(text, at)
        {
            push(out, text, at, next, Some(Kind::Mark(ch)));
            at = next;
        } else {
            at = word(text, at, out);
        }
    }
}

/// A single quotation mark that has a partner further on in its line.
fn quote_opens(text: &str, at: usize) -> bool {
    let rest = &text[at..];
    let mut chars = rest.char_indices().skip(1).take(160).peekable();
    if chars.peek().is_none_or(|(_, ch)| ch.is_whitespace()) {
        return false;
    }
    let mut before = ' ';
    while let Some((_, ch)) = chars.next() {
        if ch == '\n' {
            return false;
        }
        let end = chars.peek().is_none_or(|&(_, after)| !after.is_alphanumeric());
        if matches!(ch, '\'' | '’') && end && !before.is_whitespace() {
            return true;
        }
        before = ch;
    }
    false
}

/// Reads a word from `at`; the end of it and of the marks that follow it directly.
fn word(text: &str, at: usize, out: &mut Vec<Token>) -> usize {
    let rest = &text[at..];
    let address = rest.starts_with("www.")
        || rest.as_bytes()[..rest.len().min(12)].windows(3).any(|part| part == b"://");
    let mut end = rest.len();
    let mut iter = rest.char_indices().peekable();
    let mut previous = ' ';
    while let Some((index, ch)) = iter.next() {
        let after = iter.peek().map(|&(_, ch)| ch);
        let stop = ch.is_whitespace()
            || (index > 0
                && if address {
                    matches!(ch, ')' | '"' | '»' | '”' | ';' | ',')
                        && after.is_none_or(|ch| !ch.is_alphanumeric())
                } else {
                    always_breaks(ch)
                        || (ch == ',' && !(previous.is_numeric() && after.is_some_and(char::is_numeric)))
                        || (matches!(ch, '\'' | '’')
                            && previous != 's'
                            && after.is_none_or(|ch| !ch.is_alphanumeric()))
                })
            || (index > 0 && matches!(ch, '.' | ':' | '!' | '?') && after.is_none_or(closes));
        if stop {
            end = index;
            break;
        }
        previous = ch;
    }
    let mut stop = at + end.max(text[at..].chars().next().map_or(1, char::len_utf8));
    if text[stop..].starts_with('.') && dot_belongs(text, at, stop) {
        stop += 1;
    }
    push(out, text, at, stop, None);
    if let Some(ch) = text[stop..].chars().next()
        && matches!(ch, '.' | ':' | '\'' | '’')
    {
        push(out, text, stop, stop + ch.len_utf8(), Some(Kind::Mark(ch)));
        stop += ch.len_utf8();
    }
    stop
}

/// The full stop at `dot` is a part of the word that starts at `start`.
fn dot_belongs(text: &str, start: usize, dot: usize) -> bool {
    let word = &text[start..dot];
    let after = text[dot + 1..].trim_start_matches(' ');
    let next = text[dot + 1..].chars().next();
    if after.is_empty() || after.starts_with('\n') {
        return false;
    }
    if next.is_some_and(|ch| matches!(ch, ',' | ';' | ':')) {
        return true;
    }
    let mut chars = word.chars();
    let single = chars.next().is_some_and(char::is_alphabetic) && chars.next().is_none();
    let lowercase = after.chars().next().is_some_and(char::is_lowercase);
    let lettered = single
        && lexicon::lettered(text[..start].trim_end().rsplit(char::is_whitespace).next().unwrap_or(""));
    if single && !lettered
        || lexicon::abbreviation(word)
        || word.eq_ignore_ascii_case("no") && after.starts_with(|ch: char| ch.is_ascii_digit())
        || word.contains('.') && !word.contains(|ch: char| ch.is_numeric())
    {
        return true;
    }
    lowercase || word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit()) && lexicon::month(after)
}

/// Pairs the brackets and quotes and counts the depth.
fn enclose(text: &str, tokens: &mut [Token]) {
    let mut open: Vec<(char, usize)> = Vec::new();
    for index in 0..tokens.len() {
        let Kind::Mark(ch) = tokens[index].kind else {
            if tokens[index].kind == Kind::Newline {
                open.retain(|&(close, _)| close == '}');
            }
            continue;
        };
        if let Some(place) = open.iter().rposition(|&(close, _)| close == ch || close == '”' && ch == '“')
        {
            let from = open[place].1;
            open.truncate(place);
            tokens[from].mate = Some(index);
            tokens[index].mate = Some(from);
            continue;
        }
        let close = match ch {
            '(' => ')',
            '（' => '）',
            '[' => ']',
            '{' => '}',
            '"' => '"',
            '“' | '„' => '”',
            '«' => '»',
            '»' => '«',
            '「' => '」',
            '『' => '』',
            '‘' | '\'' | '’' => {
                if text[..tokens[index].start].chars().next_back().is_some_and(char::is_alphanumeric) {
                    continue;
                }
                if ch == '\'' { '\'' } else { '’' }
            }
            _ => continue,
        };
        if open.len() < 64 {
            open.push((close, index));
        }
    }
    let mut depth = 0u16;
    for (index, token) in tokens.iter_mut().enumerate() {
        let mate = token.mate;
        if mate.is_some_and(|mate| mate > index) {
            depth = depth.saturating_add(1);
        }
        token.depth = depth;
        if mate.is_some_and(|mate| mate < index) {
            depth = depth.saturating_sub(1);
        }
    }
}
