//! The trait [`Corpus`].

use jiff::Timestamp;
use nepenthe_llm::LanguageModel;
use nepenthe_text::entity::name::WordKeys;

use super::{Candidate, CorpusError, Include, RecallOptions, Relevance};
use crate::memory::MemoryId;

/// The memories that a planner may read: those of one scope. Reading them changes nothing and counts as no access.
///
/// Whoever implements it answers alike for the same state, since a plan is to be the same for the same state. What a corpus does not have,
/// such as vectors, annotations or a past, it need not implement.
pub trait Corpus {
    /// Searches for memories by words and, where there are vectors, by meaning; best first.
    ///
    /// # Errors
    /// [`CorpusError`].
    fn search(&self, query: &str, options: &RecallOptions) -> Result<Vec<Candidate>, CorpusError>;

    /// Returns the memories whose texts carry keys of `nepenthe_text` of any of some words, those with the most words first,
    /// then the newest. At most `limit`, and all that carry each word's own keys.
    ///
    /// # Errors
    /// [`CorpusError`].
    fn mentioning(
        &self,
        words: &[WordKeys],
        include: Include,
        limit: usize,
    ) -> Result<Vec<Candidate>, CorpusError>;

    /// Returns every memory, oldest first, if there are at most `most`; none of a larger corpus.
    ///
    /// # Errors
    /// [`CorpusError`].
    fn all_of_few(&self, include: Include, most: usize) -> Result<Vec<Candidate>, CorpusError>;

    /// Returns the memories whose annotations carry such keys, as [`Corpus::mentioning`] does.
    ///
    /// # Errors
    /// [`CorpusError`].
    fn annotated_with(
        &self,
        words: &[WordKeys],
        include: Include,
        limit: usize,
    ) -> Result<Vec<Candidate>, CorpusError> {
        let _ = (words, include, limit);
        Ok(Vec::new())
    }

    /// Returns when a memory last took the place of another, and the states before it that are out of recall, latest first, at most
    /// `most`; `None` where it took no place.
    ///
    /// # Errors
    /// [`CorpusError`].
    fn states_before(
        &self,
        id: MemoryId,
        most: usize,
    ) -> Result<Option<(Timestamp, Vec<Candidate>)>, CorpusError> {
        let _ = (id, most);
        Ok(None)
    }

    /// Returns each earlier text of the memories that were edited, the memory as it is now beside as it was then.
    ///
    /// # Errors
    /// [`CorpusError`].
    fn earlier_texts(&self) -> Result<Vec<(Candidate, Candidate)>, CorpusError> {
        Ok(Vec::new())
    }

    /// Embeds texts: a vector for each, of unit length; empty ones without vectors.
    ///
    /// # Errors
    /// [`CorpusError::Embed`].
    fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, CorpusError> {
        Ok(vec![Vec::new(); texts.len()])
    }

    /// Returns the vector of what is read of each candidate, which may be one that is kept already where that is its text.
    ///
    /// # Errors
    /// [`CorpusError`].
    fn vectors_of(&self, read: &[(&Candidate, &str)]) -> Result<Vec<Vec<f32>>, CorpusError> {
        self.embed(&read.iter().map(|(_, text)| *text).collect::<Vec<_>>())
    }

    /// Scores how far a request means texts that are read side by side; `None` where no model can. The request is led by its verb:
    /// `release : everything about Rose`, `supersede : where Ivo lives ; Ivo lives in Ghent`.
    ///
    /// # Errors
    /// [`CorpusError::Embed`].
    fn relevance(&self, request: &str, texts: &[&str]) -> Result<Option<Vec<Relevance>>, CorpusError> {
        let _ = (request, texts);
        Ok(None)
    }

    /// Returns the language model that may be asked.
    fn language_model(&self) -> Option<&dyn LanguageModel> {
        None
    }

    /// Tells whether there are vectors.
    fn has_vectors(&self) -> bool {
        false
    }

    /// Tells whether planners read annotations.
    fn has_annotations(&self) -> bool {
        false
    }
}
