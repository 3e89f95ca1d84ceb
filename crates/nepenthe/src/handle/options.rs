//! [`Options`]: how a store is opened.

use nepenthe_llm::LanguageModel;
use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use super::placement::{Merge, Placement, Unanswered};
use crate::embed::{Embedder, NoEmbedder};
use crate::erase::{Returning, Waiting};
use crate::model::{Clock, RandomSource, SystemClock, SystemRandom};
use crate::seal::MasterKey;
use crate::store::{Access, Indexes, OpenOptions, RecipePart, StoredEmbedder};
use nepenthe_planner::{Canonical, Otherwise, Planner};

/// How a store is opened: embedder, planner, clock, random source and the like.
#[derive(Clone)]
pub struct Options {
    pub(crate) access: Access,
    pub(crate) embedder: Arc<dyn Embedder>,
    pub(crate) planner: Arc<dyn Planner>,
    pub(crate) language_model: Option<Arc<dyn LanguageModel>>,
    pub(crate) placement: Placement,
    pub(crate) merge: Option<Merge>,
    pub(crate) unanswered: Unanswered,
    pub(crate) clock: Arc<dyn Clock>,
    pub(crate) random: Arc<dyn RandomSource>,
    pub(crate) actor: String,
    pub(crate) returning: Returning,
    pub(crate) waiting: Waiting,
    pub(crate) busy_timeout: Duration,
    pub(crate) master_key: Option<MasterKey>,
    pub(crate) key_file: Option<PathBuf>,
    pub(crate) indexes: Option<Indexes>,
    pub(crate) vector_memory: usize,
    pub(crate) leaves_out: Option<RecipePart>,
    /// Whether the keys of what is erased are in another key file too, so that no receipt may say that they are gone.
    pub(crate) keys_elsewhere: bool,
}

impl Default for Options {
    /// Lexical recall only, the planner `canonical`, the system's clock and random source, ten seconds of
    /// patience with other writers.
    fn default() -> Self {
        Self {
            access: Access::default(),
            embedder: Arc::new(NoEmbedder),
            planner: Arc::new(Canonical::default()),
            language_model: None,
            placement: Placement::None,
            merge: None,
            unanswered: Unanswered::Plain,
            clock: Arc::new(SystemClock),
            random: Arc::new(SystemRandom),
            actor: "library".into(),
            returning: Returning::default(),
            waiting: Waiting::default(),
            busy_timeout: OpenOptions::PATIENCE,
            master_key: None,
            key_file: None,
            indexes: None,
            vector_memory: OpenOptions::VECTOR_MEMORY,
            leaves_out: None,
            keys_elsewhere: false,
        }
    }
}

impl Options {
    /// Sets whether the store may be made and written.
    #[must_use]
    pub fn with_access(mut self, access: Access) -> Self {
        self.access = access;
        self
    }

    /// Sets what turns texts into vectors. A store keeps the embedder it was made with.
    #[must_use]
    pub fn with_embedder(self, embedder: impl Embedder + 'static) -> Self {
        self.with_shared_embedder(Arc::new(embedder))
    }

    /// Sets an embedder that several stores share.
    #[must_use]
    pub fn with_shared_embedder(mut self, embedder: Arc<dyn Embedder>) -> Self {
        self.embedder = embedder;
        self
    }

    /// Sets what turns mutations in words into plans.
    #[must_use]
    pub fn with_planner(self, planner: impl Planner + 'static) -> Self {
        self.with_shared_planner(Arc::new(planner))
    }

    /// Sets a planner that several stores share.
    #[must_use]
    pub fn with_shared_planner(mut self, planner: Arc<dyn Planner>) -> Self {
        self.planner = planner;
        self
    }

    /// Sets where a language model is asked, and with that the planner, unless the placement leaves mutations to the
    /// one that is set. `otherwise` is what happens where an answer about a mutation cannot be used.
    #[must_use]
    pub fn with_placement(mut self, placement: Placement, otherwise: Otherwise) -> Self {
        self.placement = placement;
        self.planner = placement.planner(self.planner, otherwise);
        self
    }

    /// Lets the language model say of each text that is inscribed which memory it brings up to date, and sets what
    /// becomes of that. Nobody is asked where the placement asks nobody when a text is written.
    #[must_use]
    pub fn with_merge(mut self, merge: Merge) -> Self {
        self.merge = Some(merge);
        self
    }

    /// Sets what happens where the language model's answer about a text that is written cannot be used.
    #[must_use]
    pub fn with_unanswered(mut self, unanswered: Unanswered) -> Self {
        self.unanswered = unanswered;
        self
    }

    /// Sets the language model that planners may ask, and the placement when a text is written. No other part of the
    /// engine reaches it, recall least of all.
    #[must_use]
    pub fn with_language_model(self, model: impl LanguageModel + 'static) -> Self {
        self.with_shared_language_model(Arc::new(model))
    }

    /// Sets a language model that several stores share.
    #[must_use]
    pub fn with_shared_language_model(mut self, model: Arc<dyn LanguageModel>) -> Self {
        self.language_model = Some(model);
        self
    }

    /// Sets the clock.
    #[must_use]
    pub fn with_clock(mut self, clock: impl Clock + 'static) -> Self {
        self.clock = Arc::new(clock);
        self
    }

    /// Sets the random source, of ids, of the store's key and of the keys of digests and commitments: one that can be guessed makes
    /// what is kept of erased texts open to guesses. For tests alone. What an encrypted store is sealed with never comes from it.
    #[must_use]
    pub fn with_random(mut self, random: impl RandomSource + 'static) -> Self {
        self.random = Arc::new(random);
        self
    }

    /// Sets who the event log names for what is done through this store ([`Scope::with_actor`](crate::Scope::with_actor)).
    #[must_use]
    pub fn with_actor(mut self, actor: impl Into<String>) -> Self {
        self.actor = actor.into();
        self
    }

    /// Sets what is done with texts that say again what was erased.
    #[must_use]
    pub fn with_returning(mut self, returning: Returning) -> Self {
        self.returning = returning;
        self
    }

    /// Sets what an erasure waits for before [`Scope::apply`](crate::Scope::apply) returns.
    #[must_use]
    pub fn with_waiting(mut self, waiting: Waiting) -> Self {
        self.waiting = waiting;
        self
    }

    /// Sets how long a write waits for other processes.
    #[must_use]
    pub fn with_busy_timeout(mut self, timeout: Duration) -> Self {
        self.busy_timeout = timeout;
        self
    }

    /// Opens an encrypted store, or makes a new one encrypted: each memory sealed under a key of its own, in a key file beside the
    /// store's. Whether a store is encrypted is decided when it is made. Its indexes are then in memory alone, unless
    /// [`with_indexes`](Self::with_indexes) says otherwise.
    #[must_use]
    pub fn with_encryption(mut self, master_key: MasterKey) -> Self {
        self.master_key = Some(master_key);
        self
    }

    /// Sets where the key file of an encrypted store lies, which is beside the store's file otherwise. Of a store in PostgreSQL it
    /// must be said, and lie in no cache folder: without it nothing can be read any more.
    #[must_use]
    pub fn with_key_file(mut self, path: impl Into<PathBuf>) -> Self {
        self.key_file = Some(path.into());
        self
    }

    /// Sets where a new encrypted store has its indexes. In memory, the default, no word of a text and no vector lies in its
    /// files in the clear, and each process builds them when it first searches, and holds them as long as it has the store
    /// open. In the file they cost nothing at the start, and tell the texts to whoever has the file, also in a copy from before
    /// a purge. A store that exists is opened as it was made; [`Indexes::InMemory`] refuses one with indexes in its file, which
    /// [`Store::reembed`](crate::Store::reembed) moves.
    #[must_use]
    pub fn with_indexes(mut self, indexes: Indexes) -> Self {
        self.indexes = Some(indexes);
        self
    }

    /// Sets how many bytes of memory the vectors of scopes that are searched again and again may take; 512 MiB unless set. A vector of
    /// 384 components takes about 500, and a search of it that has a byte a component the least time; where that does not fit, about
    /// 100, and where neither does, each search reads the scope from the file. What is found is the same.
    #[must_use]
    pub fn with_vector_memory(mut self, bytes: usize) -> Self {
        self.vector_memory = bytes;
        self
    }

    /// Leaves out a part of what erases bytes, to see that the scan finds what is then left behind. No physical receipt is
    /// issued where it does.
    #[doc(hidden)]
    #[must_use]
    pub fn leaving_out(mut self, part: RecipePart) -> Self {
        self.leaves_out = Some(part);
        self
    }
}

impl Options {
    /// What opening the file has to know of them.
    pub(crate) fn of_file(&self) -> OpenOptions<'_> {
        OpenOptions {
            access: self.access,
            embedder: StoredEmbedder {
                name: self.embedder.name().into(),
                dimension: self.embedder.dimension(),
            },
            clock: Arc::clone(&self.clock),
            random: Arc::clone(&self.random),
            busy_timeout: self.busy_timeout,
            master_key: self.master_key.as_ref(),
            key_file: self.key_file.as_deref(),
            indexes: self.indexes,
            vector_memory: self.vector_memory,
            leaves_out: self.leaves_out,
            keys_elsewhere: self.keys_elsewhere,
        }
    }
}

impl fmt::Debug for Options {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Options")
            .field("access", &self.access)
            .field("embedder", &self.embedder.name())
            .field("planner", &self.planner.name())
            .field("language_model", &self.language_model.as_ref().map(|model| model.name()))
            .field("placement", &self.placement)
            .field("merge", &self.merge)
            .field("unanswered", &self.unanswered)
            .field("actor", &self.actor)
            .field("returning", &self.returning)
            .field("waiting", &self.waiting)
            .field("busy_timeout", &self.busy_timeout)
            .field("encrypted", &self.master_key.is_some())
            .finish_non_exhaustive()
    }
}
