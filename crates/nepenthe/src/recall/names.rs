//! Names of two signs in a query in Chinese: a text where they only begin a longer name speaks of somebody else, and goes behind
//! those that speak of whom the query names. 王伟 is not 王伟东.

use nepenthe_text::entity::name::{is_of_another, may_be_name};

use super::search::Found;

/// The names that a query may have.
pub(super) struct Names<'q>(Vec<&'q str>);

impl<'q> Names<'q> {
    pub(super) fn of(query: &'q str) -> Self {
        let mut names = Vec::new();
        if query.is_ascii() {
            return Self(names);
        }
        let ends: Vec<usize> = query.char_indices().map(|(at, _)| at).chain([query.len()]).collect();
        for end in ends.windows(3) {
            let name = &query[end[0]..end[2]];
            if may_be_name(name) && !is_of_another(name, &query[end[2]..]) {
                names.push(name);
            }
        }
        Self(names)
    }

    pub(super) fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Puts hits, best first, that have a name of the query in longer ones alone behind those that have it by itself; their scores are then
    /// the least of those.
    pub(super) fn rank(&self, found: &mut Vec<Found>) {
        if self.is_empty() {
            return;
        }
        let mut judged: Vec<(Speaks, Found)> =
            found.drain(..).map(|found| (self.speaks(&found.stored.text), found)).collect();
        let named = judged.iter().filter(|(speaks, _)| *speaks == Speaks::Named);
        if let Some(least) = named.map(|(_, found)| found.score).min_by(f64::total_cmp) {
            for (_, found) in judged.iter_mut().filter(|(speaks, _)| *speaks == Speaks::Another) {
                found.score = found.score.min(least);
            }
            let last = |speaks| speaks == Speaks::Another;
            judged.sort_by(|a, b| b.1.score.total_cmp(&a.1.score).then(last(a.0).cmp(&last(b.0))));
        }
        found.extend(judged.into_iter().map(|(_, found)| found));
    }

    fn speaks(&self, text: &str) -> Speaks {
        let mut speaks = Speaks::Neither;
        for name in &self.0 {
            for (at, _) in text.match_indices(name) {
                if !is_of_another(name, &text[at + name.len()..]) {
                    return Speaks::Named;
                }
                speaks = Speaks::Another;
            }
        }
        speaks
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Speaks {
    Named,
    Another,
    Neither,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_names_whom_it_names() {
        for (query, names) in [
            ("王伟的电话是多少？", vec!["王伟"]),
            ("谁是王伟", vec!["王伟"]),
            ("王伟东的电话", vec![]),
            ("手机壳 is blue, Zoë", vec![]),
            ("", vec![]),
        ] {
            assert_eq!(Names::of(query).0, names, "{query}");
        }
    }

    #[test]
    fn a_text_speaks_of_a_name_or_of_another() {
        let names = Names::of("王伟的电话");
        for (text, speaks) in [
            ("王伟住在北京。", Speaks::Named),
            ("王伟东和王伟是邻居。", Speaks::Named),
            ("王伟明天来。", Speaks::Named),
            ("王伟东住在上海。", Speaks::Another),
            ("电话坏了。", Speaks::Neither),
        ] {
            assert_eq!(names.speaks(text), speaks, "{text}");
        }
    }
}
