//! Writing and recalling.

use super::super::bench::shortened;
use super::{Check, FACTS, Outcome};

/// Queries that a search language could choke on.
const ODD: &[&str] =
    &["\"", "' OR 1=1 --", "a AND (b OR NOT", "*", "%_\\", "? ! . , ;", "\u{1f980}", "قائمة", "zzxqv 93847"];

pub(super) const RESET: Check = Check {
    name: "reset empties",
    about: "after reset nothing is recalled that was written before",
    hint: "remove every text in reset, from every index and scope, before it answers",
    required: true,
    run: |bench| {
        bench.reset()?;
        bench.inscribe(&FACTS)?;
        bench.reset()?;
        for fact in FACTS {
            if let Some(text) = bench.recall(fact, 10)?.first() {
                return Err(format!("after reset, recall answered `{}`", shortened(text)));
            }
        }
        Ok(Outcome::Pass)
    },
};

pub(super) const FIND: Check = Check {
    name: "finds what was written",
    about: "a text is recalled as soon as inscribe has answered",
    hint: "answer inscribe only when the texts are in the index; recall must search in the scope that was written to",
    required: true,
    run: |bench| {
        bench.reset()?;
        bench.inscribe(&FACTS[..1])?;
        let texts = bench.recall("Which animal does Quentin keep? A quokka?", 10)?;
        if texts.iter().any(|text| text.to_lowercase().contains("quokka")) {
            return Ok(Outcome::Pass);
        }
        Err(format!("`{}` was written, and recall answered {texts:?}", FACTS[0]))
    },
};

pub(super) const EMPTY: Check = Check {
    name: "nothing there",
    about: "an empty memory answers an empty list, and an empty list can be written",
    hint: "return [] from recall when nothing is stored; let inscribe take an empty list",
    required: true,
    run: |bench| {
        bench.reset()?;
        bench.inscribe(&[])?;
        let texts = bench.recall("What is known?", 10)?;
        if texts.is_empty() { Ok(Outcome::Pass) } else { Err(format!("an empty memory answered {texts:?}")) }
    },
};

pub(super) const ODD_QUERIES: Check = Check {
    name: "odd queries",
    about: "a query of quotes, operators, another script or no words is no error",
    hint: "quote or escape what goes into a search language; return [] when nothing can match",
    required: true,
    run: |bench| {
        bench.reset()?;
        bench.inscribe(&FACTS)?;
        for query in ODD {
            bench.recall(query, 10).map_err(|error| format!("the query `{query}`: {error}"))?;
        }
        Ok(Outcome::Pass)
    },
};

pub(super) const AT_MOST_K: Check = Check {
    name: "at most k",
    about: "recall never answers more than k texts",
    hint: "cut the answer to k: return texts[:k]",
    required: true,
    run: |bench| {
        bench.reset()?;
        bench.inscribe(&FACTS)?;
        for k in [1, 3, 10] {
            let found = bench.recall("What is known of Quentin and the quokka?", k)?.len();
            if found > k {
                return Err(format!("{found} texts for k = {k}"));
            }
        }
        Ok(Outcome::Pass)
    },
};

pub(super) const BEST_FIRST: Check = Check {
    name: "best first",
    about: "the text that the query repeats comes first, even for k = 1",
    hint: "sort by the score, best first, before cutting to k",
    required: false,
    run: |bench| {
        bench.reset()?;
        bench.inscribe(&FACTS)?;
        for fact in FACTS {
            let texts = bench.recall(fact, 1)?;
            if texts.first().is_none_or(|text| !text.contains(fact)) {
                return Err(format!("for `{fact}` and k = 1, recall answered {texts:?}"));
            }
        }
        Ok(Outcome::Pass)
    },
};
