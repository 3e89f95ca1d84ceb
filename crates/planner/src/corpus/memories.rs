//! [`Memories`]: a corpus as planners read it, of long texts in excerpts.

use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use jiff::Timestamp;
use nepenthe_llm::LanguageModel;
use nepenthe_text::Document;
use nepenthe_text::entity::name::WordKeys;
use nepenthe_text::pages::head;

use super::excerpts::Excerpts;
use super::{Candidate, Corpus, CorpusError, Fusion, Include, RecallMode, RecallOptions, Relevance, Terms};
use crate::memory::MemoryId;
use crate::unread::Unread;

/// The memories that a plan is made for, of long ones as much as one plan reads.
pub struct Memories<'a> {
    corpus: &'a dyn Corpus,
    /// What is read of long texts; all of them where there is none.
    excerpts: Option<Excerpts>,
    /// What is read of the texts.
    documents: Rc<RefCell<HashMap<String, Rc<Document>>>>,
}

/// From how many bytes on a query is cut down to different words, and how many.
const FEW: usize = 1024;
const WORDS: usize = 96;

/// A query, of a long one its first words, each once.
fn few_words(query: &str) -> Cow<'_, str> {
    if query.len() <= FEW {
        return Cow::Borrowed(query);
    }
    let mut seen = HashSet::new();
    let words = query.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty());
    let words = words.filter(|word| word.len() <= FEW && seen.insert(word.to_lowercase())).take(WORDS);
    let words: Vec<&str> = words.collect();
    // Without a word, or of one that has no end, it is taken as it begins.
    if words.is_empty() { Cow::Borrowed(head(query, FEW)) } else { Cow::Owned(words.join(" ")) }
}

impl<'a> Memories<'a> {
    /// The memories of a corpus, each whole.
    #[must_use]
    pub fn of(corpus: &'a dyn Corpus) -> Self {
        Self { corpus, excerpts: None, documents: Rc::default() }
    }

    /// The same memories, of long ones only what may concern a request: as much as one plan reads.
    /// The more is looked for, the less is read.
    pub(crate) fn in_excerpts(&self, request: &str, sought: usize) -> Self {
        let excerpts = Some(Excerpts::new(request, sought));
        Self { corpus: self.corpus, excerpts, documents: Rc::clone(&self.documents) }
    }

    /// What is read of a text: for all readings of a request, each once.
    pub(crate) fn document(&self, text: &str) -> Rc<Document> {
        let mut documents = self.documents.borrow_mut();
        let known = documents.get(text).cloned();
        known.unwrap_or_else(|| {
            let document = Rc::new(Document::new(text));
            documents.insert(text.to_owned(), Rc::clone(&document));
            document
        })
    }

    /// What was left unread of them.
    pub(crate) fn unread(&self) -> Vec<Unread> {
        self.excerpts.as_ref().map(Excerpts::unread).unwrap_or_default()
    }

    fn cut(&self, mut candidates: Vec<Candidate>) -> Vec<Candidate> {
        if let Some(excerpts) = &self.excerpts {
            candidates.iter_mut().for_each(|candidate| excerpts.cut(candidate));
        }
        candidates
    }

    /// Recalls, as [`Corpus::search`] does, by reciprocal rank; of a long query the first words count.
    ///
    /// # Errors
    /// [`CorpusError`].
    pub fn recall(&self, query: &str, options: &RecallOptions) -> Result<Vec<Candidate>, CorpusError> {
        let options = options.with_fusion(Fusion::ReciprocalRank);
        Ok(self.cut(self.corpus.search(&few_words(query), &options)?))
    }

    /// Recalls what is nearest in words and, where there are vectors, in meaning: at most `most`.
    ///
    /// # Errors
    /// [`CorpusError`].
    pub fn nearest(&self, query: &str, most: usize, include: Include) -> Result<Vec<Candidate>, CorpusError> {
        let mode = if self.have_vectors() { RecallMode::Hybrid } else { RecallMode::Lexical };
        let options = RecallOptions::new(most).with_mode(mode).with_terms(Terms::Any).with_include(include);
        self.recall(query, &options)
    }

    /// Returns the memories, in recall or not, whose text is exactly this one but for white space around it.
    ///
    /// # Errors
    /// [`CorpusError`].
    pub fn saying(&self, text: &str) -> Result<Vec<Candidate>, CorpusError> {
        // Of a long text only its beginning is looked for, which others may share.
        let pool = if text.len() > FEW { 64 } else { 8 };
        let options = RecallOptions::new(pool)
            .with_mode(RecallMode::Lexical)
            .with_terms(Terms::All)
            .with_include(Include::Submerged);
        let mut found = self.recall(text, &options)?;
        found.retain(|candidate| candidate.whole().trim() == text.trim());
        Ok(found)
    }

    /// As [`Corpus::mentioning`].
    ///
    /// # Errors
    /// [`CorpusError`].
    pub fn mentioning(
        &self,
        words: &[WordKeys],
        include: Include,
        limit: usize,
    ) -> Result<Vec<Candidate>, CorpusError> {
        Ok(self.cut(self.corpus.mentioning(words, include, limit)?))
    }

    /// Memories that may mention more than the index has of them, at most so many; the others are noted.
    pub(crate) fn mentioning_more(
        &self,
        include: Include,
        most: usize,
    ) -> Result<Vec<Candidate>, CorpusError> {
        const NOTED: usize = 64;
        let keys = [WordKeys { own: Vec::new(), sound: vec![nepenthe_text::MORE_KEY.to_owned()] }];
        let mut found = self.corpus.mentioning(&keys, include, NOTED)?;
        let others = found.split_off(most.min(found.len()));
        if let Some(excerpts) = &self.excerpts {
            others.iter().for_each(|other| excerpts.leave(other));
        }
        Ok(self.cut(found))
    }

    /// As [`Corpus::annotated_with`]; none where planners read no annotations.
    ///
    /// # Errors
    /// [`CorpusError`].
    pub fn annotated_with(
        &self,
        words: &[WordKeys],
        include: Include,
        limit: usize,
    ) -> Result<Vec<Candidate>, CorpusError> {
        match self.have_annotations() {
            true => Ok(self.cut(self.corpus.annotated_with(words, include, limit)?)),
            false => Ok(Vec::new()),
        }
    }

    /// As [`Corpus::all_of_few`].
    ///
    /// # Errors
    /// [`CorpusError`].
    pub fn all_of_few(&self, include: Include, most: usize) -> Result<Vec<Candidate>, CorpusError> {
        Ok(self.cut(self.corpus.all_of_few(include, most)?))
    }

    /// As [`Corpus::states_before`].
    ///
    /// # Errors
    /// [`CorpusError`].
    pub fn states_before(
        &self,
        id: MemoryId,
        most: usize,
    ) -> Result<Option<(Timestamp, Vec<Candidate>)>, CorpusError> {
        let found = self.corpus.states_before(id, most)?;
        Ok(found.map(|(at, states)| (at, self.cut(states))))
    }

    /// As [`Corpus::earlier_texts`]; the earlier ones are cut, not the present one.
    pub(crate) fn earlier_texts(&self) -> Result<Vec<(Candidate, Candidate)>, CorpusError> {
        let (now, then): (Vec<_>, Vec<_>) = self.corpus.earlier_texts()?.into_iter().unzip();
        Ok(now.into_iter().zip(self.cut(then)).collect())
    }

    /// As [`Corpus::embed`].
    ///
    /// # Errors
    /// [`CorpusError::Embed`].
    pub fn embed(&self, texts: &[&str]) -> Result<Vec<Vec<f32>>, CorpusError> {
        self.corpus.embed(texts)
    }

    /// As [`Corpus::vectors_of`].
    pub(crate) fn vectors_of(&self, read: &[(&Candidate, &str)]) -> Result<Vec<Vec<f32>>, CorpusError> {
        self.corpus.vectors_of(read)
    }

    /// As [`Corpus::relevance`].
    ///
    /// # Errors
    /// [`CorpusError::Embed`].
    pub fn relevance(&self, request: &str, texts: &[&str]) -> Result<Option<Vec<Relevance>>, CorpusError> {
        self.corpus.relevance(request, texts)
    }

    /// Returns the language model that may be asked.
    #[must_use]
    pub fn language_model(&self) -> Option<&dyn LanguageModel> {
        self.corpus.language_model()
    }

    /// Tells whether there are vectors.
    #[must_use]
    pub fn have_vectors(&self) -> bool {
        self.corpus.has_vectors()
    }

    /// Tells whether planners read annotations.
    #[must_use]
    pub fn have_annotations(&self) -> bool {
        self.corpus.has_annotations()
    }
}
