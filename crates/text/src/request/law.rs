//! A law or a rule at the start of a text: "under Art. 17 GDPR", "per our retention policy".

use super::phrase_match::opening;
use crate::lang::List;

const LAWS: &str = " gdpr dsgvo ds-gvo bdsg rgpd lopd lopdgdd avg rodo hipaa ccpa cpra ferpa coppa lgpd pipeda fadp dsg revdsg \
    pdpa popia ";

/// Words for a law or rule, which may be another thing where nothing says that it grounds something.
const RULES: &str = " law laws legislation statute regulation regulations policy policies gesetz gesetzes richtlinie verordnung loi \
    règlement politique ley reglamento política legge regolamento lei política wet verordening beleid закон закона законом ustawa \
    ustawy polityka polityką ";

const PARTS: &str = " article articles art arts section sec paragraph paragraphs para clause point recital chapter act rule rules \
    schedule directive obligation obligations requirement requirements artikel artikels abs absatz lit ziffer nr satz artículo \
    articolo artigo lid artykuł artykułu ust pkt ст статья статьи статьёй статьей п § §§ ";

/// Those of them that laws alone have.
const ARTICLES: &str =
    " article art artikel artículo articolo artigo artykuł artykułu ст статья статьи статьёй ";

/// What may stand inside the name of a law.
const INSIDE: &str = " of the our your their my a an any all eu uk us and company company's data retention privacy protection deletion erasure \
    internal legal applicable current general personal der des dem den die das unserer unser unsere du de la le les l' notre nos al el \
    los las nuestra nuestro del della dell dello di do da van het onze ons ";

/// What may stand behind it.
const BEHIND: &str = " request requests compliance reasons purposes erasure deletion notice claim ";

/// A law or rule at the start of a text.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Law<'a> {
    /// What follows it.
    pub(super) rest: &'a str,
    /// Whether words say that it grounds something.
    pub(super) grounds: bool,
    /// Whether it is one for sure, and a word says that it may ground something.
    pub(super) sure: bool,
}

/// The law or rule that a text opens with.
pub(super) fn law(text: &str) -> Option<Law<'_>> {
    let strong = opening(text, List::ByLaw.all());
    let named = strong.or_else(|| opening(text, List::PerhapsByLaw.all())).unwrap_or(text);
    let opened = named.len() < text.len();
    let (mut rest, mut end, mut sure, mut ruled, mut known) = (named, None, false, false, false);
    let (mut article, mut last_article) = (false, false);
    loop {
        rest = rest.trim_start_matches([' ', '(']);
        if let Some(behind) = opening(rest, List::Rights.all()) {
            (rest, end, sure, known) = (behind, Some(behind), true, true);
            continue;
        }
        let word = rest.split(' ').next().unwrap_or_default();
        // "L'article", "dell'art.".
        let own = match word.split_once(['\'', '’']) {
            Some((article, own)) if article.len() <= 4 => own,
            _ => word,
        };
        let bare = own.trim_end_matches([',', ':', ';', '.', ')', '!']).to_lowercase();
        let among = |list: &str| !bare.is_empty() && list.contains(&format!(" {bare} "));
        let counted = ruled && is_number(&bare);
        article |= ruled && counted && last_article;
        last_article = own.starts_with('§') || among(ARTICLES);
        let (law, rule) = (among(LAWS), among(RULES));
        let part = among(PARTS) || own.starts_with('§');
        let of_it = law || rule || part || counted || sure && among(BEHIND);
        if !of_it && !among(INSIDE) {
            break;
        }
        (known, sure, ruled) = (known || law, sure || law || rule, ruled || law || rule || part);
        rest = &rest[word.len()..];
        if of_it {
            end = Some(rest);
            if word.ends_with([',', ':', ';']) || word.ends_with('.') && !among(PARTS) {
                break;
            }
        }
    }
    let rest = end?.trim_start_matches([' ', ',', ':', ';', '-', '–', '—', ')', ']', '.']);
    (known || opened && ruled).then_some(Law {
        rest,
        grounds: strong.is_some(),
        sure: (sure || article) && opened,
    })
}

/// "17", "17(1)(b)", "2016/679", "b".
fn is_number(word: &str) -> bool {
    const LONGEST: usize = 12;
    let letters = word.chars().filter(|c| c.is_alphabetic()).count();
    let run = word.split(|c: char| !c.is_numeric()).map(str::len).max().unwrap_or(0);
    word.len() <= LONGEST
        && run <= 4
        && letters <= 2
        && word.chars().all(|c| c.is_alphanumeric() || matches!(c, '(' | ')' | '/' | '§'))
        && (run > 0 || word.len() == 1)
}
