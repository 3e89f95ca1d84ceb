//! Writing memories.

use std::borrow::Cow;
use std::thread;

use nepenthe_llm::Failure;

use crate::embed::EmbedError;
use crate::erase::{Admission, ReadmissionGate, Stopped};
use crate::handle::Scope;
use crate::inscribe::{AskError, ask_about};
use crate::model::{MemoryId, NewMemory, Progress, Provenance, TextError, check_text};
use crate::store::StorageError;
use crate::store::query::{memory, scope as scopes};
use crate::write::{Gathered, Said, Texts, Writer};

/// Why memories were not written. None of the batch was.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum InscribeError {
    /// One text of the batch cannot be stored.
    #[error("memory {} of the batch: {source}", index + 1)]
    Text {
        /// Its place in the batch, from 0.
        index: usize,
        /// What is wrong with it.
        source: TextError,
    },
    /// One text of the batch says again what was erased. Admit it with a reason, or put it into quarantine
    /// ([`Scope::with_returning`]).
    #[error(
        "memory {} of the batch says again what was erased on {stopped}; with something else there it can be written, or \
         admit it with a reason, or quarantine it",
        index + 1
    )]
    Erased {
        /// Its place in the batch, from 0.
        index: usize,
        /// When it was erased, by which erasure, and which part of it.
        stopped: Box<Stopped>,
    },
    /// One text of the batch is let in with a reference that stands in it, or in what was erased; the log would keep that for
    /// good. Name another reference, or none.
    #[error(
        "the reference for letting in memory {} of the batch says itself what was erased, and the log would keep it",
        index + 1
    )]
    Reference {
        /// Its place in the batch, from 0.
        index: usize,
    },
    /// Vectors were given, but not one of the store's dimension for each memory.
    #[error("{memories} memories with {vectors} vectors; each needs one of {dimension} finite components")]
    Vectors {
        /// How many memories.
        memories: usize,
        /// How many vectors.
        vectors: usize,
        /// The store's dimension.
        dimension: usize,
    },
    /// A memory that one of the batch was made from is not there: never was, or is purged.
    #[error("memory {} of the batch was made from {from}, which is not in this scope", index + 1)]
    NoSource {
        /// Its place in the batch, from 0.
        index: usize,
        /// The id that names no memory.
        from: MemoryId,
    },
    /// The placement asks a language model about what is written, and there is none. Open the store with one.
    #[error("the placement needs a language model, and the store was opened without one")]
    NoModel,
    /// The language model gave no answer about one text that can be used, and nothing was to be written then.
    #[error("the language model's answer about memory {} of the batch: {failure}", index + 1)]
    Model {
        /// Its place in the batch, from 0.
        index: usize,
        /// Why the answer cannot be used.
        failure: Failure,
    },
    /// The texts could not be embedded.
    #[error(transparent)]
    Embed(#[from] EmbedError),
    /// The storage underneath refused.
    #[error(transparent)]
    Storage(#[from] StorageError),
}

impl From<AskError> for InscribeError {
    fn from(error: AskError) -> Self {
        match error {
            AskError::NoModel => Self::NoModel,
            AskError::Model(index, failure) => Self::Model { index, failure },
            AskError::Embed(error) => error.into(),
            AskError::Storage(error) => error.into(),
        }
    }
}

impl Scope {
    /// Writes one memory.
    ///
    /// # Errors
    /// [`InscribeError`]; nothing is written then.
    pub fn inscribe(&self, memory: impl Into<NewMemory>) -> Result<MemoryId, InscribeError> {
        let ids = self.inscribe_batch(&[memory.into()], &mut |_| {})?;
        Ok(ids[0])
    }

    /// Writes many memories in one transaction, embedded in batches. Returns their ids in the same order. With
    /// [`Returning::Trim`] a memory may have less text than was given; the event that writes it notes that.
    ///
    /// # Errors
    /// [`InscribeError`]; nothing is written then.
    pub fn inscribe_batch(
        &self,
        memories: &[NewMemory],
        progress: &mut dyn FnMut(Progress),
    ) -> Result<Vec<MemoryId>, InscribeError> {
        check_texts(memories)?;
        let gate = self.gate_of(memories)?;
        let texts: Vec<&str> = memories.iter().map(|memory| gate.admissible(&memory.text)).collect();
        let vectors = self.embed_batches(&texts, progress)?;
        self.write_batch(memories, &vectors, &gate)
    }

    /// Writes many memories whose vectors the caller has: each of unit length and of the store's dimension.
    ///
    /// # Errors
    /// [`InscribeError`]; nothing is written then.
    pub fn inscribe_with_vectors(
        &self,
        memories: &[NewMemory],
        vectors: &[Vec<f32>],
    ) -> Result<Vec<MemoryId>, InscribeError> {
        check_texts(memories)?;
        let dimension = self.inner().embedder.dimension();
        let fits = |vector: &Vec<f32>| vector.len() == dimension && vector.iter().all(|x| x.is_finite());
        if vectors.len() != memories.len() || !vectors.iter().all(fits) {
            return Err(InscribeError::Vectors {
                memories: memories.len(),
                vectors: vectors.len(),
                dimension,
            });
        }
        let gate = self.gate_of(memories)?;
        let mut vectors = Cow::Borrowed(vectors);
        for (index, memory) in memories.iter().enumerate() {
            let text = gate.admissible(&memory.text);
            // The caller's vector is of another text.
            if text != memory.text {
                vectors.to_mut()[index] = self.embed_stored(&[text])?.pop().unwrap_or_default();
            }
        }
        self.write_batch(memories, &vectors, &gate)
    }

    fn gate_of(&self, memories: &[NewMemory]) -> Result<ReadmissionGate<'_>, StorageError> {
        let gate = self.gate(memories.iter().map(|memory| (memory.text.as_str(), None)))?;
        gate.with_provenances(memories.iter().map(Provenance::from))
    }

    fn write_batch(
        &self,
        memories: &[NewMemory],
        vectors: &[Vec<f32>],
        gate: &ReadmissionGate<'_>,
    ) -> Result<Vec<MemoryId>, InscribeError> {
        if memories.is_empty() {
            return Ok(Vec::new());
        }
        let texts: Vec<_> = memories.iter().map(|memory| (gate.admissible(&memory.text), None)).collect();
        let said = ask_about(self, gate, &texts, true)?;
        let texts: Vec<&str> = texts.iter().map(|(text, _)| *text).collect();
        let database = self.database();
        let texts = (!database.indexes_in_memory).then(|| Texts::new(&database.key, &texts));
        thread::scope(|threads| {
            let gathered = texts.as_ref().map(|texts| texts.gather(threads)).transpose()?;
            self.write_gathered(memories, vectors, (gate, said), gathered)
        })
    }

    fn write_gathered(
        &self,
        memories: &[NewMemory],
        vectors: &[Vec<f32>],
        (gate, said): (&ReadmissionGate<'_>, Vec<Said>),
        gathered: Option<Gathered<'_>>,
    ) -> Result<Vec<MemoryId>, InscribeError> {
        self.inner().write_all(memories.len(), |session| {
            let now = self.database().now();
            let key = scopes::find_or_create(session, &self.database().key, self.path())?;
            let writer = Writer::new(session, self, key)?.gathering(gathered);
            for (index, memory) in memories.iter().enumerate() {
                for from in &memory.derived_from {
                    if memory::get(session, key, *from)?.is_none() {
                        return Err(InscribeError::NoSource { index, from: *from });
                    }
                }
            }
            let all_free = gate.is_open(session, key)?;
            let all = memories.iter().zip(vectors).zip(said).enumerate();
            let ids = all.map(|(index, ((memory, vector), said))| {
                let text = gate.admissible(&memory.text);
                if all_free {
                    let so = (now, Admission::Free);
                    return Ok(writer.inscribe(memory, (text, memory.into()), vector, so, said)?);
                }
                let admission = gate.admission(session, key, text, None)?;
                let (of_provenance, provenance) =
                    gate.admission_of_provenance(session, key, memory.into(), true)?;
                let admission = admission.and(of_provenance);
                match admission {
                    Admission::Refused(since, last) => {
                        let stopped = gate.explain(session, key, text, (since, last))?;
                        Err(InscribeError::Erased { index, stopped: Box::new(stopped) })
                    }
                    Admission::ReferenceTells => Err(InscribeError::Reference { index }),
                    _ => Ok(writer.inscribe(memory, (text, provenance), vector, (now, admission), said)?),
                }
            });
            let ids = ids.collect::<Result<_, InscribeError>>()?;
            writer.finish()?;
            Ok(ids)
        })
    }
}

fn check_texts(memories: &[NewMemory]) -> Result<(), InscribeError> {
    for (index, memory) in memories.iter().enumerate() {
        check_text(&memory.text).map_err(|source| InscribeError::Text { index, source })?;
    }
    Ok(())
}
