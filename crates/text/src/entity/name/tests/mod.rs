//! Tables of examples and properties.

use super::*;
use crate::word::english_word;
use proptest::prelude::*;

fn run(table: &str) -> (usize, Vec<String>) {
    let mut n = 0;
    let mut wrong = Vec::new();
    let mut finder = None;
    for (no, line) in table.lines().enumerate() {
        let Some((mark, rest)) = line.split_once(' ') else { continue };
        match mark {
            "=" => {
                let w = Name::of(rest);
                let f = Finder::new(&w);
                finder = Some((w, f));
            }
            "+" | "-" => {
                n += 1;
                let (w, f) = finder.as_ref().unwrap();
                let found = f.find(rest);
                let best = found.iter().map(|x| x.certainty).fold(0.0f32, f32::max);
                let has = best >= if mark == "+" { 0.5 } else { 0.45 };
                if has != (mark == "+") {
                    wrong.push(format!(
                        "{}: {:?} {mark} {rest}\n   {found:?} {:?}",
                        no + 1,
                        w.words,
                        f.near(rest)
                    ));
                } else if has {
                    let ks = keys(rest);
                    if !all_keys(w).iter().any(|k| ks.contains(k)) {
                        wrong.push(format!("{}: no key in common: {:?} {rest}", no + 1, w.words));
                    }
                }
            }
            _ => {}
        }
    }
    (n, wrong)
}

fn all_keys(name: &Name) -> Vec<String> {
    query_keys(name).into_iter().flat_map(|word| word.own.into_iter().chain(word.sound)).collect()
}

/// Checks that a section of a table has so many names, each with so many texts that have it and that have not.
fn has_names(table: &str, section: &str, least: usize, each: usize) {
    let body = table.split("## ").find(|s| s.starts_with(section)).unwrap();
    let names: Vec<&str> = body.split("\n= ").skip(1).collect();
    assert!(names.len() >= least, "{section}: {} names", names.len());
    for n in names {
        let rows = |mark: &str| n.lines().filter(|l| l.starts_with(mark)).count();
        assert!(rows("+ ") >= each && rows("- ") >= each, "{section}: {}", n.lines().next().unwrap());
    }
}

#[test]
fn people_in_all_scripts() {
    let table = include_str!("script.txt");
    for section in [
        "Cyrillic", "Greek", "Hebrew", "Arabic", "Indic", "Thai", "Georgian and Armenian", "Hangul",
        "Kana and Japanese Han", "Chinese Han",
    ] {
        has_names(table, section, 12, 3);
    }
    let (n, wrong) = run(table);
    assert!(wrong.is_empty(), "{} of {n} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn names_in_latin_letters() {
    let table = include_str!("latin.txt");
    has_names(table, "People", 60, 1);
    let (n, wrong) = run(table);
    assert!(wrong.is_empty(), "{} of {n} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn parts_of_names_and_what_stands_beside_them() {
    let (n, wrong) = run(include_str!("beside.txt"));
    assert!(n > 60, "{n}");
    assert!(wrong.is_empty(), "{} of {n} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn spellings_in_latin_letters() {
    let (n, wrong) = run(include_str!("spelling.txt"));
    assert!(n > 100);
    assert!(wrong.is_empty(), "{} of {n} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn other_ways_to_write_a_name() {
    let (n, wrong) = run(include_str!("written.txt"));
    assert!(n > 50, "{n}");
    assert!(wrong.is_empty(), "{} of {n} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn places() {
    let table = include_str!("place.txt");
    assert!(table.lines().filter(|l| l.starts_with("= ")).count() >= 40);
    let (n, wrong) = run(table);
    assert!(wrong.is_empty(), "{} of {n} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_only_looks_alike() {
    let mut wrong = Vec::new();
    let mut n = 0;
    for line in include_str!("near.tsv").lines() {
        let mut cells = line.split('\t');
        let (name, text, alike) = (cells.next().unwrap(), cells.next().unwrap(), cells.next().unwrap());
        let at = text.find(alike).unwrap();
        let (found, near) = Finder::new(&Name::of(name)).scan(text);
        n += 1;
        let told = near.iter().any(|x| x.span.start < at + alike.len() && at < x.span.end);
        if !told || found.iter().any(|f| f.certainty >= 0.45) {
            wrong.push(format!("{name}: {text}\n   {found:?} {near:?}"));
        }
    }
    assert!(n >= 40);
    assert!(wrong.is_empty(), "{} of {n} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_part_of_a_name_is_less_sure() {
    for (name, text, least, most) in [
        ("Xu Na", "Xu is out.", 0.4, 0.5),
        ("Xu Na", "Ms Xu is out.", 0.5, 0.6),
        ("Xu Na", "Xu Na is out.", 0.9, 1.0),
        ("Peter Marshall", "Peter is out.", 0.5, 0.6),
        ("Peter Marshall", "Mr Marshall is out.", 0.7, 0.8),
    ] {
        let found = find(&Name::of(name), text);
        let best = found.iter().map(|one| one.certainty).fold(0.0f32, f32::max);
        assert!(best >= least && best <= most, "{name}: {text} {best}");
    }
}

#[test]
fn names_of_a_text() {
    let mut wrong = Vec::new();
    let mut n = 0;
    for line in include_str!("names.tsv").lines() {
        let (text, listed) = line.split_once('\t').unwrap();
        let got: Vec<String> =
            names(text).into_iter().filter(|n| n.sure > 0.5).map(|n| n.words.join(" ")).collect();
        n += 1;
        if got.join("|") != listed {
            wrong.push(format!("{text}: {got:?}"));
        }
    }
    assert!(n >= 40);
    assert!(wrong.is_empty(), "{} of {n} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_word_that_is_a_name_too_is_one_before_a_verb_that_is_no_noun() {
    let score = |text: &str| usage(text, 0..text.find(' ').unwrap()).score;
    for text in ["Bob enjoys skiing.", "Grace adores the sea.", "Mark forgets names."] {
        assert!(score(text) > 0.8, "{text}: {}", score(text));
    }
    for text in ["Bob haircuts cost ten.", "Rose petals fall.", "Grace notes are short."] {
        assert!(score(text) < 0.8, "{text}: {}", score(text));
    }
}

#[test]
fn name_or_word() {
    let mut wrong = Vec::new();
    let mut n = 0;
    for line in include_str!("usage.tsv").lines() {
        let mut cells = line.split('\t');
        let (text, word, what) = (cells.next().unwrap(), cells.next().unwrap(), cells.next().unwrap());
        let at = text.find(word).unwrap();
        let u = usage(text, at..at + word.len());
        n += 1;
        if (u.score > 0.5) != (what == "n") {
            wrong.push(format!("{text}: {word} {what} {u:?}"));
        }
    }
    assert!(n > 150);
    assert!(wrong.is_empty(), "{} of {n} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn what_a_request_asks_for() {
    let mut wrong = Vec::new();
    for line in include_str!("wanted.tsv").lines() {
        let (request, names) = line.split_once('\t').unwrap();
        let got: Vec<String> = query_mentions(request).iter().map(|n| n.words.join(" ")).collect();
        if got.join("|") != names {
            wrong.push(format!("{request}: {got:?}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
}

/// Looks in each text for what the request before it names, and counts the requests.
fn requests(table: &str) -> usize {
    const SURE: f32 = 0.3;
    let mut wrong = Vec::new();
    let (mut requests, mut asked, mut finders) = (0, "", Vec::new());
    for line in table.lines().filter(|line| !line.starts_with('#')) {
        let (mark, text) = line.split_once(' ').unwrap();
        if mark == "R" {
            asked = text;
            finders =
                query_mentions(text).into_iter().map(|name| (all_keys(&name), Finder::new(&name))).collect();
            requests += 1;
            continue;
        }
        let of_text = keys(text);
        let weighed = |found: &Found| found.certainty * usage(text, found.span.clone()).score;
        let best = finders.iter().filter(|(keys, _)| keys.iter().any(|key| of_text.contains(key)));
        let best =
            best.flat_map(|(_, finder)| finder.find(text)).map(|found| weighed(&found)).fold(0.0, f32::max);
        if (best > SURE) != (mark == "!") {
            wrong.push(format!("{asked} {mark} {text}: {best}"));
        }
    }
    assert!(wrong.is_empty(), "{} wrong:\n{}", wrong.len(), wrong.join("\n"));
    requests
}

#[test]
fn a_request_finds_whom_it_names() {
    assert!(requests(include_str!("requests.txt")) >= 100);
}

#[test]
fn a_name_in_a_case_is_the_name_in_another() {
    assert!(requests(include_str!("cases.txt")) >= 40);
}

fn on_boundaries(text: &str, spans: impl Iterator<Item = Range<usize>>) {
    for s in spans {
        assert!(text.is_char_boundary(s.start) && text.is_char_boundary(s.end) && s.start <= s.end, "{s:?}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(300))]
    #[test]
    fn nothing_panics(w in "\\PC{0,30}", text in "\\PC{0,120}") {
        let wanted_name = Name::of(&w);
        let f = Finder::new(&wanted_name);
        let (found, near) = f.scan(&text);
        on_boundaries(&text, found.iter().map(|x| x.span.clone()));
        on_boundaries(&text, near.iter().map(|x| x.span.clone()));
        on_boundaries(&text, names(&text).into_iter().map(|x| x.span));
        on_boundaries(&text, query_mentions(&text).into_iter().map(|x| x.span));
        let _ = (keys(&text), query_keys(&wanted_name), usage(&text, 0..text.len()));
        for x in &found {
            prop_assert!(text[x.span.clone()] == x.as_written && (0.0..=1.0).contains(&x.certainty));
        }
    }

    #[test]
    fn scripts_mixed(text in "[a-zA-ZäöüçşıİéÉа-яА-Яα-ωא-תا-ي가-힣ぁ-んァ-ヶ一-龥ก-๎अ-ह़-ौ '’.,-]{0,60}", w in "[A-ZÇŞİА-Я一-龥ア-ン가-힣ก-ฮا-ي][a-zа-яก-๎ぁ-ん가-힣]{0,8}( [A-ZА-Я][a-zа-я]{1,6})?") {
        let wanted_name = Name::of(&w);
        let (found, near) = Finder::new(&wanted_name).scan(&text);
        on_boundaries(&text, found.into_iter().map(|x| x.span).chain(near.into_iter().map(|x| x.span)));
        on_boundaries(&text, names(&text).into_iter().map(|x| x.span));
        on_boundaries(&text, query_mentions(&text).into_iter().map(|x| x.span));
    }

    #[test]
    fn a_name_is_found_as_it_is(a in "[A-Z][a-z]{3,7}", b in "[A-Z][a-z]{4,8}") {
        prop_assume!(!english_word(&a) && !english_word(&b) && !no_entity(&a) && !no_entity(&b));
        let name = Name::of(&format!("{a} {b}"));
        prop_assume!(name.words.len() == 2);
        let text = format!("we saw {a} {b}, who left");
        let found = find(&name, &text);
        prop_assert!(found.len() == 1 && found[0].how == How::Verbatim, "{found:?}");
        prop_assert!(query_keys(&name).iter().all(|word| word.own.iter().any(|k| keys(&text).contains(k))));
        let other = format!("we saw {a}{b}x there");
        prop_assert!(find(&name, &other).is_empty());
    }
}
