//! [`Corpus`]: made-up notes, questions about them, and their vectors by all-MiniLM-L6-v2.
//!
//! The same on every machine: text `n` is drawn by a generator that begins at `n`, so that any number of them can be had without
//! keeping them. Vectors of the first [`REAL`] texts and of the questions are the model's; those after them are mixtures of two of
//! these, 4 to 1, since embedding a million texts takes an hour. Those of the model are kept below `target/scale`.

use std::borrow::Cow;
use std::path::PathBuf;

use nepenthe::embed::{EmbedError, Embedder};
use nepenthe_model::ModelFinder;

use crate::support::{self, DIMENSION, Random};

/// Texts that have a vector of their own.
pub(crate) const REAL: usize = 100_000;
pub(crate) const QUESTIONS: usize = 1_000;

const BATCH: usize = 64;

const FIRST: [&str; 48] = [
    "Ana", "Bo", "Chidi", "Dana", "Emre", "Freya", "Goran", "Hana", "Ivo", "Jun", "Katya", "Lena", "Marco",
    "Nadia", "Omar", "Petra", "Quentin", "Rosa", "Sven", "Tomas", "Uma", "Viktor", "Wanda", "Ximena",
    "Yusuf", "Zora", "Aylin", "Bruno", "Clara", "Darius", "Elif", "Felix", "Greta", "Hugo", "Ines", "Jonas",
    "Kira", "Liam", "Mila", "Noah", "Olga", "Pavel", "Ruta", "Selma", "Theo", "Vera", "Willem", "Zeynep",
];
const LAST: [&str; 40] = [
    "Almeida", "Brandt", "Castro", "Dahl", "Egger", "Fonseca", "Grabow", "Horvat", "Ito", "Jansen", "Kruse",
    "Lund", "Moreau", "Novak", "Okafor", "Petrov", "Quist", "Ramos", "Silva", "Tanaka", "Ueda", "Varga",
    "Weiss", "Xu", "Yilmaz", "Zeman", "Adeyemi", "Bauer", "Costa", "Duarte", "Eriksen", "Farkas", "Gruber",
    "Hansen", "Ivanov", "Joshi", "Keller", "Lopez", "Mensah", "Nilsen",
];
const CITY: [&str; 32] = [
    "Aalst", "Bergen", "Cardiff", "Dakar", "Essen", "Faro", "Graz", "Haifa", "Izmir", "Jena", "Kyoto",
    "Lyon", "Malmo", "Nantes", "Oslo", "Porto", "Quito", "Riga", "Sofia", "Turin", "Utrecht", "Vienna",
    "Warsaw", "Zagreb", "Ankara", "Bristol", "Cork", "Dresden", "Espoo", "Ghent", "Leeds", "Tallinn",
];
const THING: [&str; 40] = [
    "kettle", "bicycle", "piano", "printer", "sofa", "tent", "camera", "guitar", "ladder", "microscope",
    "carpet", "lamp", "boat", "drill", "telescope", "wardrobe", "coffee machine", "heat pump", "dishwasher",
    "bookshelf", "router", "projector", "violin", "greenhouse", "trailer", "sewing machine", "canoe",
    "espresso grinder", "radiator", "garden bench", "typewriter", "wheelbarrow", "keyboard", "helmet",
    "surfboard", "mattress", "fence", "water filter", "solar panel", "chess set",
];
const FIELD: [&str; 24] = [
    "the payroll export", "the search page", "the billing service", "the on-call rota", "the mobile app",
    "the data warehouse", "the help desk", "the login flow", "the warehouse robots", "the newsletter",
    "the invoice template", "the backup job", "the staging cluster", "the partner portal", "the audit",
    "the recruiting plan", "the price list", "the translation memory", "the map tiles", "the chat widget",
    "the fraud model", "the shipping labels", "the test suite", "the annual report",
];
const TASTE: [&str; 24] = [
    "green tea", "rye bread", "jazz", "crosswords", "long walks", "window seats", "spicy soup", "old maps",
    "chess", "cold swims", "black coffee", "science fiction", "opera", "oat milk", "dark chocolate",
    "early trains", "board games", "paper books", "sour cherries", "mountain huts", "short meetings",
    "vinyl records", "quiet hotels", "olive oil soap",
];
const NOTE: [&str; 32] = [
    "$who works on $field from the office in $city.",
    "$who moved to $city and sold the $thing.",
    "$who likes $taste and dislikes $taste2.",
    "The $thing that $who ordered comes to $city on day $n.",
    "$who is allergic to nuts, so no cake at the meeting in $city.",
    "Ask $who about $field before week $n.",
    "$who's train to $city leaves at $h:$m.",
    "$who asked for a refund of $n euros for the $thing.",
    "The contract of $who with the office in $city ends in $year.",
    "$who's doctor is in $city, near the old bridge.",
    "$who prefers $taste to $taste2 in the morning.",
    "$who found the bug in $field on day $n.",
    "$who lends the $thing to $other until week $n.",
    "$who and $other share a flat in $city.",
    "$who learned to repair a $thing in $city in $year.",
    "Order $long: $n times the $thing for $who.",
    "$who wants $field to be ready by week $n.",
    "$who's brother runs a shop for $thing parts in $city.",
    "The meeting about $field with $who is at $h:$m.",
    "$who takes the bus to $city since the $thing broke.",
    "$who wrote the handbook for $field in $year.",
    "$who grew up in $city and speaks of it often.",
    "$who pays $n euros a month for the garage in $city.",
    "$who keeps the $thing in the cellar of $other.",
    "Customer $long is $who from $city.",
    "$who was in $city for $n days and enjoyed $taste.",
    "$who leads the team of $field since $year.",
    "$who's daughter plays the violin in $city.",
    "$who handed $field over to $other in week $n.",
    "$who would rather have $taste than a new $thing.",
    "The warranty of $who's $thing ends in $year.",
    "$who called from $city about $field, ticket $long.",
];
const QUESTION: [&str; 12] = [
    "Where does $who live?", "What does $who work on?", "Who handed over $field?", "What does $who like?",
    "Who owns a $thing in $city?", "When does the train to $city leave?", "Which ticket is about $field?",
    "Who shares a flat in $city?", "What did $who order?", "Who is allergic to nuts?",
    "Where is the $thing of $who?", "What happened with $field in $year?",
];

/// See the top of the file.
pub(crate) struct Corpus {
    /// The vectors of the first [`REAL`] texts, one after the other, and behind them those of the questions.
    vectors: Vec<f32>,
}

impl Corpus {
    pub(crate) fn load() -> Self {
        let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../target/scale");
        let path = folder.join(format!("minilm-{REAL}-{QUESTIONS}-{:016x}.f32", fingerprint()));
        let wanted = (REAL + QUESTIONS) * DIMENSION * 4;
        let bytes = match std::fs::read(&path) {
            Ok(bytes) if bytes.len() == wanted => bytes,
            _ => {
                let bytes = embed_all();
                std::fs::create_dir_all(&folder).unwrap();
                std::fs::write(&path, &bytes).unwrap();
                bytes
            }
        };
        let vectors = bytes.as_chunks::<4>().0.iter().map(|four| f32::from_le_bytes(*four)).collect();
        Self { vectors }
    }

    pub(crate) fn text(at: usize) -> String {
        filled(&NOTE, at as u64)
    }

    pub(crate) fn question(at: usize) -> String {
        filled(&QUESTION, 0x5eed_0000_0000 + at as u64)
    }

    /// The vector of a text, of length 1.
    pub(crate) fn vector(&self, at: usize) -> Cow<'_, [f32]> {
        if at < REAL {
            return Cow::Borrowed(self.kept(at));
        }
        let random = &mut Random(at as u64);
        let (near, far) = (below(random, REAL), below(random, REAL));
        let mut mixed: Vec<f32> =
            self.kept(near).iter().zip(self.kept(far)).map(|(near, far)| 0.8 * near + 0.2 * far).collect();
        let length = mixed.iter().map(|x| x * x).sum::<f32>().sqrt();
        mixed.iter_mut().for_each(|x| *x /= length);
        Cow::Owned(mixed)
    }

    pub(crate) fn question_vector(&self, at: usize) -> &[f32] {
        self.kept(REAL + at)
    }

    fn kept(&self, at: usize) -> &[f32] {
        &self.vectors[at * DIMENSION..(at + 1) * DIMENSION]
    }

    /// An embedder that knows the questions and the texts' numbers, and costs nothing.
    pub(crate) fn embedder(&self) -> Given {
        let known =
            (0..QUESTIONS).map(|at| (Self::question(at), self.question_vector(at).to_vec())).collect();
        Given { known }
    }
}

/// Gives the questions their vectors; any other text one that its bytes make.
pub(crate) struct Given {
    known: std::collections::HashMap<String, Vec<f32>>,
}

impl Embedder for Given {
    fn name(&self) -> &str {
        "given"
    }

    fn dimension(&self) -> usize {
        DIMENSION
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        let known = |text: &&str| {
            self.known
                .get(*text)
                .map_or_else(|| Ok(support::Given.embed(&[*text])?.remove(0)), |vector| Ok(vector.clone()))
        };
        texts.iter().map(known).collect()
    }
}

/// A number below `end`.
pub(crate) fn below(random: &mut Random, end: usize) -> usize {
    (random.next() % end as u64) as usize
}

fn of<'a>(random: &mut Random, words: &[&'a str]) -> &'a str {
    words[below(random, words.len())]
}

fn filled(templates: &[&str], seed: u64) -> String {
    let mut random = Random(seed);
    let random = &mut random;
    let mut text = of(random, templates).to_owned();
    let who = format!("{} {}", of(random, &FIRST), of(random, &LAST));
    let parts: [(&str, String); 12] = [
        ("$who", who),
        ("$other", format!("{} {}", of(random, &FIRST), of(random, &LAST))),
        ("$city", of(random, &CITY).to_owned()),
        ("$thing", of(random, &THING).to_owned()),
        ("$field", of(random, &FIELD).to_owned()),
        ("$taste2", of(random, &TASTE).to_owned()),
        ("$taste", of(random, &TASTE).to_owned()),
        ("$year", (1990 + below(random, 40)).to_string()),
        ("$long", (1_000_000 + below(random, 8_999_999)).to_string()),
        ("$h", (6 + below(random, 16)).to_string()),
        ("$m", format!("{:02}", below(random, 60))),
        ("$n", (2 + below(random, 96)).to_string()),
    ];
    for (mark, part) in parts {
        text = text.replace(mark, &part);
    }
    text
}

/// Tells this corpus from one that other lists would make.
fn fingerprint() -> u64 {
    let texts = (0..REAL).step_by(997).map(Corpus::text).chain((0..QUESTIONS).map(Corpus::question));
    texts
        .flat_map(String::into_bytes)
        .fold(7, |h: u64, b| h.wrapping_mul(1_099_511_628_211).wrapping_add(b.into()))
}

fn embed_all() -> Vec<u8> {
    let model = ModelFinder::from_env().load().expect("the model all-MiniLM-L6-v2");
    let texts: Vec<String> =
        (0..REAL).map(Corpus::text).chain((0..QUESTIONS).map(Corpus::question)).collect();
    eprintln!("embedding {} texts, once", texts.len());
    let half = texts.len().div_ceil(2);
    let (model, texts) = (&model, &texts);
    std::thread::scope(|scope| {
        let handles: Vec<_> = texts
            .chunks(half)
            .map(|part| {
                scope.spawn(move || {
                    let mut bytes = Vec::new();
                    for batch in part.chunks(BATCH) {
                        let batch: Vec<&str> = batch.iter().map(String::as_str).collect();
                        for vector in model.embed(&batch).unwrap() {
                            bytes.extend(vector.iter().flat_map(|x| x.to_le_bytes()));
                        }
                    }
                    bytes
                })
            })
            .collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap()).collect()
    })
}
