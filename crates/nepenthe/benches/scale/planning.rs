//! Planning in words with the models: a purge by identifier, a release by name, a supersede.

use std::sync::Arc;

use nepenthe::{Mutation, Options, Scope, Store};
use nepenthe_model::ModelFinder;

use crate::Run;
use crate::corpus::{Corpus, below};
use crate::figures::{Times, timed, times};
use crate::rows::fill;
use crate::support::Random;

const SIZES: [usize; 3] = [1_000, 10_000, 100_000];
const PLANS: usize = 40;

pub(crate) fn measure(run: &mut Run, corpus: &Corpus) {
    run.figures.heading("Planning, with the models");
    let model = Arc::new(ModelFinder::from_env().load().expect("the model all-MiniLM-L6-v2"));
    let embedding = times(
        (0..100).map(|at| timed(|| nepenthe::embed::Embedder::embed(&*model, &[&Corpus::question(at)])).1),
    );
    run.figures.times("planning", 1, "embedding one request", embedding);
    for rows in run.sizes(&SIZES) {
        let options = Options::default().with_shared_embedder(Arc::clone(&model) as _);
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path().join("planning.db"), options).unwrap();
        let scope = store.scope("bench").unwrap();
        fill(&scope, corpus, rows);
        // What the requests name: words of memories that are there.
        let mut random = Random(11);
        let who: Vec<String> = (0..PLANS).map(|_| name_in(&Corpus::text(below(&mut random, rows)))).collect();
        let numbers: Vec<String> =
            (0..).map(Corpus::text).filter_map(|text| number_in(&text)).take(PLANS).collect();
        let purge = plans(&scope, numbers.iter().map(|number| Mutation::purge(format!("order {number}"))));
        run.figures.times("planning", rows, "purge by identifier", purge);
        let release =
            plans(&scope, who.iter().map(|who| Mutation::release(format!("everything about {who}"))));
        run.figures.times("planning", rows, "release by name", release);
        let change =
            |who: &String| Mutation::supersede(format!("where {who} lives"), format!("{who} lives in Bern."));
        let supersede = plans(&scope, who.iter().map(change));
        run.figures.times("planning", rows, "supersede", supersede);
    }
}

fn plans(scope: &Scope, mutations: impl Iterator<Item = Mutation>) -> Times {
    times(mutations.map(|mutation| timed(|| scope.plan(mutation).unwrap()).1))
}

/// The first two words that begin with a capital and stand together.
fn name_in(text: &str) -> String {
    let words: Vec<&str> = text.split(|c: char| !c.is_alphanumeric()).collect();
    let capital = |word: &str| word.starts_with(char::is_uppercase);
    let pair = words.windows(2).find(|pair| capital(pair[0]) && capital(pair[1]));
    pair.map_or_else(|| "Ana Dahl".to_owned(), |pair| pair.join(" "))
}

/// The first number of seven digits.
fn number_in(text: &str) -> Option<String> {
    text.split(|c: char| !c.is_ascii_digit()).find(|part| part.len() == 7).map(str::to_owned)
}
