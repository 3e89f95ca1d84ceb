//! Requests for everything about something, in other languages than English.

use super::courtesy;
use super::phrase_match::opening;
use crate::lang::{LANGUAGES, List};

/// What is asked for, where everything about it is.
pub(super) fn all(core: &str) -> Option<&str> {
    in_front(core)
        .or_else(|| by_case(core))
        .or_else(|| behind(core))
        .map(str::trim)
        .filter(|thing| !thing.is_empty())
}

fn without_order(core: &str) -> &str {
    let core = courtesy::without_courtesy(core);
    opening(core, List::Forget.elsewhere()).unwrap_or(core)
}

fn in_front(core: &str) -> Option<&str> {
    let core = without_order(core);
    let shorter = |rests: &mut dyn Iterator<Item = &'static str>, text: &'_ str| {
        rests.filter_map(|phrase| Some(text.len() - strip(text, phrase)?.len())).max()
    };
    let mut best = shorter(&mut List::EverythingAbout.all().iter().copied(), core);
    for language in LANGUAGES {
        let words = |list| language.words(list).iter();
        let openings = words(List::Everything).map(|all| (all, false));
        let openings = openings.chain(words(List::Records).map(|all| (all, true)));
        for (opening, records) in openings {
            let Some(rest) = strip(core, opening) else { continue };
            let mut links = words(List::About).chain(words(List::Of).filter(|_| records)).copied();
            if let Some(link) = shorter(&mut links, rest) {
                best = best.max(Some(core.len() - rest.len() + link));
            }
        }
    }
    let bound = List::EverythingBound
        .all()
        .iter()
        .filter_map(|phrase| core.strip_prefix(phrase))
        .map(|rest| core.len() - rest.len());
    let thing = &core[best.into_iter().chain(bound).max()?..];
    Some(behind_word(thing, List::OrderBehind).unwrap_or(thing))
}

/// Finnish and Hungarian say it by a case of the name: "kaikki Maija Laineesta", "mindent Nagy Istvánról".
fn by_case(core: &str) -> Option<&str> {
    let core = without_order(core);
    LANGUAGES.iter().find_map(|language| {
        let openings = language.words(List::EverythingBeforeACase);
        let thing = openings.iter().filter_map(|all| strip(core, all)).min_by_key(|rest| rest.len())?;
        let last = thing.rsplit(' ').next()?;
        let named = last.chars().next().is_some_and(char::is_uppercase);
        let inflected = || language.words(List::EndingsOfThatCase).iter().any(|end| last.ends_with(end));
        (named && inflected()).then_some(thing)
    })
}

fn behind(core: &str) -> Option<&str> {
    let ordered = behind_word(core, List::OrderBehind).unwrap_or(core);
    behind_word(ordered, List::EverythingBehind)
        .or_else(|| japanese(core))
        .or_else(|| chinese(core))
        .or_else(|| korean(core))
}

/// What stands before a space and the longest phrase of a list at the end of a text.
fn behind_word(text: &str, list: List) -> Option<&str> {
    let heads = list.all().iter().filter_map(|phrase| text.strip_suffix(phrase)?.strip_suffix(' '));
    heads.min_by_key(|head| head.len())
}

fn japanese(core: &str) -> Option<&str> {
    const ALL: &[&str] = &["すべて", "全て", "全部", "一切", "何もかも"];
    const LINKS: &[&str] =
        &["に関する", "に関して", "に関わる", "についての", "について", "にまつわる", "関連"];
    const RECORDS: &[&str] = &["記録", "情報", "メモ", "データ", "記載", "項目", "記憶", "もの"];
    const REST: &[&str] =
        &["の", "を", "は", "も", "こと", "ください", "下さい", "削除して", "消して", "忘れて", "消去して"];
    let (mut thing, mut all, mut link) = (core, false, false);
    loop {
        let strip = |phrases: &[&str]| phrases.iter().find_map(|phrase| thing.strip_suffix(phrase));
        if let Some(rest) = strip(ALL) {
            (thing, all) = (rest, true);
        } else if let Some(rest) = strip(LINKS) {
            (thing, link) = (rest, true);
        } else if let Some(rest) = strip(RECORDS) {
            thing = rest;
        } else if let Some(rest) = strip(REST) {
            link |= thing.ends_with('の') || thing.ends_with("こと");
            thing = rest;
        } else {
            return (all && link && thing.len() < core.len()).then_some(thing);
        }
    }
}

fn chinese(core: &str) -> Option<&str> {
    const ALL: &[&str] = &["所有", "全部", "一切"];
    const ABOUT: &[&str] = &["关于", "關於", "有关", "有關", "涉及"];
    const RECORDS: &[&str] = &[
        "记录", "記錄", "信息", "資訊", "资料", "資料", "数据", "數據", "笔记", "筆記", "内容", "內容",
        "事情", "东西",
    ];
    let begins = |text: &str| ALL.iter().find(|all| text.starts_with(**all)).map(|all| all.len());
    let ordered = ["请删除", "删除", "刪除", "忘记", "忘記", "忘掉"];
    let mut thing = ordered.iter().find_map(|order| core.strip_prefix(order)).unwrap_or(core);
    let front = begins(thing);
    thing = &thing[front.unwrap_or(0)..];
    let about = ABOUT.iter().find_map(|about| thing.strip_prefix(about));
    thing = about.unwrap_or(thing);
    let (name, tail) = thing.rsplit_once('的')?;
    let inner = begins(tail);
    let tail = &tail[inner.unwrap_or(0)..];
    let records = tail.is_empty() && inner.is_some() || RECORDS.contains(&tail);
    (records && (inner.is_some() || front.is_some() && about.is_some())).then_some(name)
}

fn korean(core: &str) -> Option<&str> {
    const LINKS: &[&str] =
        &["에 대한 ", "에 관한 ", "에 대해 ", "에 관해 ", "와 관련된 ", "과 관련된 ", "에 관련된 ", "의 "];
    LINKS.iter().find_map(|link| {
        let (thing, tail) = core.split_once(link)?;
        let mut words = tail.split(' ');
        let all = words.clone().any(|word| ["모든", "모두", "전부"].contains(&word));
        let first = words.next().is_some_and(|word| *link != "의 " || word == "모든");
        (all && first && tail.split(' ').count() <= 5).then_some(thing)
    })
}

/// Strips a phrase in any case off the start, as whole words.
fn strip<'a>(text: &'a str, phrase: &str) -> Option<&'a str> {
    let text = if phrase.starts_with(',') { text } else { text.trim_start() };
    let mut rest = text.chars();
    for wanted in phrase.chars() {
        let own = rest.next()?;
        let own = if own == '’' { '\'' } else { own };
        let wanted = if wanted == '’' { '\'' } else { wanted };
        if own != wanted && !own.to_lowercase().eq(wanted.to_lowercase()) {
            return None;
        }
    }
    let rest = rest.as_str();
    let bound = phrase.ends_with(['\'', '’']);
    let whole =
        rest.chars().next().is_none_or(|next| !next.is_alphanumeric() && !matches!(next, '\'' | '’' | '-'));
    (bound || whole).then(|| if rest.starts_with(',') { rest } else { rest.trim_start_matches([' ', ':']) })
}

#[cfg(test)]
mod tests {
    use super::all;

    #[test]
    fn what_only_begins_so_is_no_such_request() {
        for request in [
            "tout le monde a mangé", "tout de suite", "todo el mundo", "tudo bem com a Marta",
            "tutto il giorno", "alles Gute", "alle Jahre wieder", "allt går bra", "alt er klart",
            "wszystko gra", "vše hotovo", "все готово", "kaikki hyvin", "kaikki Maija", "minden Nagy",
            "tot timpul", "田中様の記録", "山田花子の電話番号", "김민수의 기록", "王小明的电话",
            "关于王小明", "semua orang", "tất cả mọi người", "",
        ] {
            assert_eq!(all(request), None, "{request}");
        }
    }
}
