//! The embedder: files, tokens and the forward pass put together.

use std::fmt;
use std::path::Path;
use std::sync::OnceLock;
use std::thread;

use rayon::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};

use super::encoder::Encoder;
use super::file::{TOKENIZER_FILE, WEIGHTS_FILE};
use super::folder::Folder;
use super::packed::keep;
use super::relevance::RelevanceModel;
use super::tokenizer::Tokenizer;
use super::weights::WIDTH;
use super::words::Words;
use crate::embed::{EmbedError, Embedder, Relevance};

/// The name that a store records for this model.
pub const NAME: &str = "all-MiniLM-L6-v2";

/// The number of components of each vector.
pub const DIMENSION: usize = WIDTH;

/// The number of tokens, start and end included, behind which a text is cut.
pub const MAX_TOKENS: usize = 256;

/// The number of tokens that go through the model together. More gain no speed, and cost memory.
const GROUP_TOKENS: usize = 256;

/// Most products have 12 panels to share out; more threads than this would wait for each other.
const MAX_THREADS: usize = 8;

/// The model all-MiniLM-L6-v2, held in memory (about 90 MB), or mapped from files ([`load_mapped`](Self::load_mapped)).
pub struct MiniLm {
    name: String,
    tokenizer: Tokenizer,
    encoder: Encoder,
    pool: ThreadPool,
    folder: Folder,
    /// Loaded when it is first asked for; a failure stays for the life of the process.
    relevance: OnceLock<Result<RelevanceModel, String>>,
}

impl MiniLm {
    /// Loads the model from its two official files ([`FILES`](super::FILES)) in `dir`.
    ///
    /// # Errors
    /// [`EmbedError::Read`] when a file cannot be read, [`EmbedError::HashMismatch`] when it is not the official one.
    pub fn load(dir: &Path) -> Result<MiniLm, EmbedError> {
        Self::load_from(Folder { official: dir.to_owned(), packed: None })
    }

    /// The same, fast: maps files in the folder `packed` in which the weights lie as they are used (44 MB, and twice 12),
    /// and makes those that are missing, if it can. What is mapped is used only if its hash is right, so the vectors are the
    /// same, and the folder need not be trusted. Takes no more of the words' embeddings in `dir` than it needs.
    ///
    /// While the model lives, nobody may write into these files; to replace them is harmless.
    ///
    /// # Errors
    /// As of [`load`](Self::load); never for the folder `packed`.
    pub fn load_mapped(dir: &Path, packed: &Path) -> Result<MiniLm, EmbedError> {
        Self::load_from(Folder { official: dir.to_owned(), packed: Some(packed.to_owned()) })
    }

    /// Makes the files that [`load_mapped`](Self::load_mapped) maps, where they are missing. To load makes them too; this
    /// says why they cannot be made.
    ///
    /// # Errors
    /// As of [`load`](Self::load); [`EmbedError::Model`] when the folder cannot be written, when another process is
    /// making them, and when this machine's arithmetic does not give the pinned numbers.
    pub fn pack(dir: &Path, packed: &Path) -> Result<(), EmbedError> {
        let official = WEIGHTS_FILE.read(dir)?;
        pool()?.install(|| {
            keep(&official, packed)?;
            Words::map(dir).map(drop)
        })
    }

    fn load_from(folder: Folder) -> Result<MiniLm, EmbedError> {
        let pool = pool()?;
        let (tokenizer, encoder) = thread::scope(|scope| {
            let json = || TOKENIZER_FILE.read(&folder.official);
            let tokenizer = scope.spawn(move || Tokenizer::from_json(&json()?, MAX_TOKENS));
            let (weights, words) = pool.install(|| folder.embedder())?;
            let tokenizer = tokenizer.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))?;
            Ok::<_, EmbedError>((tokenizer, Encoder::new(weights, words)))
        })?;
        Ok(MiniLm { name: NAME.to_owned(), tokenizer, encoder, pool, folder, relevance: OnceLock::new() })
    }

    /// The ids of a text's tokens, start and end included, cut to the maximum.
    ///
    /// # Errors
    /// [`EmbedError::Model`], which the official vocabulary gives no reason for.
    pub fn tokens(&self, text: &str) -> Result<Vec<u32>, EmbedError> {
        self.tokenizer.encode(text)
    }

    /// Cuts texts behind fewer tokens than [`MAX_TOKENS`], start and end included: from 2 on, and never more. Longer texts
    /// get other vectors then, so the name is another, too ([`name_cut_at`]).
    #[must_use]
    pub fn with_max_tokens(mut self, tokens: usize) -> MiniLm {
        self.name = name_cut_at(tokens);
        self.tokenizer.cut_at(tokens.clamp(2, MAX_TOKENS));
        self
    }
}

/// Returns the name of the model with texts cut behind so many tokens, such as `all-MiniLM-L6-v2/128`.
#[must_use]
pub fn name_cut_at(tokens: usize) -> String {
    if tokens >= MAX_TOKENS { NAME.to_owned() } else { format!("{NAME}/{}", tokens.max(2)) }
}

impl Embedder for MiniLm {
    fn name(&self) -> &str {
        &self.name
    }

    fn dimension(&self) -> usize {
        DIMENSION
    }

    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, EmbedError> {
        self.pool.install(|| {
            let tokens = texts.iter().map(|text| self.tokenizer.encode(text));
            let tokens: Vec<Vec<u32>> = tokens.collect::<Result<_, _>>()?;
            let groups: Vec<_> = groups(&tokens).par_iter().map(|group| self.encoder.run(group)).collect();
            Ok(groups.into_iter().flatten().collect())
        })
    }

    fn max_tokens(&self) -> Option<usize> {
        Some(self.tokenizer.max_tokens())
    }

    fn relevance(&self, request: &str, texts: &[&str]) -> Result<Option<Vec<Relevance>>, EmbedError> {
        // Nobody waits for the load on a thread of the pool: the load runs on those threads, and one that waits for its
        // own job takes up another meanwhile, which would wait for the load for ever.
        let load = || RelevanceModel::load(&self.folder, &self.encoder).map_err(|error| error.to_string());
        let relevance = self.relevance.get_or_init(|| self.pool.install(load)).as_ref();
        let relevance = relevance.map_err(|error| EmbedError::Unavailable(error.clone()))?;
        self.pool.install(|| relevance.score(&self.tokenizer, request, texts).map(Some))
    }
}

/// Cuts the texts, in order, into groups of about [`GROUP_TOKENS`] tokens.
fn groups(texts: &[Vec<u32>]) -> Vec<Vec<&[u32]>> {
    let mut groups: Vec<Vec<&[u32]>> = Vec::new();
    let mut tokens = GROUP_TOKENS;
    for text in texts {
        if tokens + text.len() > GROUP_TOKENS {
            groups.push(Vec::new());
            tokens = 0;
        }
        tokens += text.len();
        if let Some(group) = groups.last_mut() {
            group.push(text);
        }
    }
    groups
}

/// Starts the threads that this model runs on.
fn pool() -> Result<ThreadPool, EmbedError> {
    let threads = thread::available_parallelism().map_or(1, usize::from).min(MAX_THREADS);
    ThreadPoolBuilder::new()
        .num_threads(threads)
        .thread_name(|index| format!("embed-{index}"))
        .build()
        .map_err(|error| EmbedError::Model(format!("its threads cannot be started: {error}")))
}

impl fmt::Debug for MiniLm {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("MiniLm").field("name", &self.name).finish_non_exhaustive()
    }
}
