//! Templates that are written in a file: sentences with places for words that are drawn.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::{Captures, Regex};
use serde::Deserialize;

use super::draft::Draft;
use super::rng::Rng;
use crate::mutation::Mutation;

/// The templates of a language. A place is `{POOL}` or `{POOL2}`: the first or the second of the words that are drawn from a
/// pool, all different. Beside the file's own pools there are `code` (six digits), `key` and `phone`.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Written {
    /// A phone number, with `#` for each digit that is drawn.
    phone: String,
    /// Facts that have nothing to do with any case.
    pub(super) distractors: Vec<String>,
    pools: BTreeMap<String, Vec<String>>,
    supersession: Vec<Template>,
    decay: Vec<Template>,
    amnesia: Vec<Template>,
    purge: Vec<Template>,
    drift: Vec<Template>,
}

/// One template.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Template {
    pub(super) name: String,
    facts: Vec<String>,
    mutations: Vec<Mutation>,
    question: String,
    must: Vec<String>,
    must_not: Vec<String>,
}

static PLACE: LazyLock<Regex> =
    LazyLock::new(|| Regex::new(r"\{([a-z]+)([2-9]?)\}").expect("the pattern is well-formed"));

impl Written {
    /// Reads the file of a language.
    pub(super) fn read(file: &str) -> Result<Self, String> {
        toml::from_str(file).map_err(|error| error.to_string())
    }

    /// Returns the templates of each family, in the order of [`super::FAMILIES`].
    pub(super) fn families(&self) -> [&[Template]; 5] {
        [&self.supersession, &self.decay, &self.amnesia, &self.purge, &self.drift]
    }

    /// Draws the words of a template.
    ///
    /// # Errors
    /// The pool that is not there, or has too few words.
    pub(super) fn draft(&self, template: &Template, rng: &mut Rng) -> Result<Draft, String> {
        let mut wanted: BTreeMap<&str, usize> = BTreeMap::new();
        for text in template.texts() {
            for place in PLACE.captures_iter(text) {
                let (_, [pool, number]) = place.extract();
                let most = wanted.entry(pool).or_default();
                *most = (*most).max(number.parse().unwrap_or(1));
            }
        }
        let mut drawn: BTreeMap<&str, Vec<String>> = BTreeMap::new();
        for (pool, count) in wanted {
            drawn.insert(pool, self.draw(pool, count, rng)?);
        }
        let fill = |text: &String| -> String {
            let word = |place: &Captures<'_>| {
                let at: usize = place[2].parse().unwrap_or(1);
                drawn[&place[1]][at - 1].clone()
            };
            PLACE.replace_all(text, word).into_owned()
        };
        let all = |texts: &[String]| -> Vec<String> { texts.iter().map(fill).collect() };
        let mutations = template.mutations.iter().map(|mutation| {
            let words: Vec<String> = mutation.clone().into();
            Mutation::try_from(all(&words)).map_err(|error| error.to_string())
        });
        Ok(Draft {
            facts: all(&template.facts),
            mutations: mutations.collect::<Result<_, _>>()?,
            question: fill(&template.question),
            must: all(&template.must),
            must_not: all(&template.must_not),
        })
    }

    /// Draws different words from a pool.
    fn draw(&self, pool: &str, count: usize, rng: &mut Rng) -> Result<Vec<String>, String> {
        let mut made: Vec<String> = Vec::new();
        while made.len() < count {
            let one = match pool {
                "code" => rng.text(b"0123456789", 6),
                "key" => format!("sk-{}", rng.text(b"abcdefghijkmnpqrstuvwxyz23456789", 20)),
                "phone" => {
                    let digit = |c: char| if c == '#' { rng.text(b"0123456789", 1) } else { c.to_string() };
                    self.phone.chars().map(digit).collect()
                }
                _ => break,
            };
            if !made.contains(&one) {
                made.push(one);
            }
        }
        if !made.is_empty() {
            return Ok(made);
        }
        let words: Vec<&str> = self.pools.get(pool).into_iter().flatten().map(String::as_str).collect();
        if words.len() < count {
            return Err(format!("the pool `{pool}` has {} words, and a template wants {count}", words.len()));
        }
        Ok(rng.pick_many(&words, count).into_iter().map(str::to_owned).collect())
    }
}

impl Template {
    fn texts(&self) -> impl Iterator<Item = &str> {
        let lists = [&self.facts, &self.must, &self.must_not];
        let mutated = self.mutations.iter().flat_map(Mutation::arguments);
        let own = lists.into_iter().flatten().map(String::as_str);
        own.chain(mutated).chain([self.question.as_str()])
    }
}
