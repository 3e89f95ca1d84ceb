//! [`Alike`]: which memories may repeat a text, by the indexes.

use std::collections::{HashMap, HashSet};
use std::rc::Rc;

use super::Scope;
use crate::model::{MemoryId, StoreKey};
use crate::store::lexical::{self, Heads, Query};
use crate::store::query::mention::{self, In};
use crate::store::query::view::View;
use crate::store::query::{memory, visible};
use crate::store::{Include, Session, StorageError};

/// Versions that are looked at of those that share an identifier with a text, the newest ones. Behind these only what has words of the text
/// is.
const NEWEST: usize = 64;

/// Versions that a single key may give.
const OF_A_KEY: usize = 1 << 16;

/// Texts that are held for several that ask for them.
const HELD: usize = 1 << 14;

/// What is looked for of a text.
pub(crate) struct Wanted {
    /// Its words one after the other.
    pub(crate) phrase: Option<Query>,
    /// The keys of its identifiers.
    pub(crate) keys: Vec<String>,
    /// Words of it as the index has them, and how many of them what repeats it may lack; `None` where that is as good as all.
    pub(crate) words: Option<(Vec<String>, usize)>,
}

/// What may repeat a text.
#[derive(Default)]
pub(crate) struct Alike {
    /// The memories of which some version has its words one after the other, whatever their state.
    pub(crate) holding: Vec<MemoryId>,
    /// The memories whose texts have one of the keys, newest text first, whatever their state; each with its text where that is the only
    /// one that it has had.
    pub(crate) sharing: Vec<WithText>,
}

impl Scope {
    /// Looks for what may repeat texts. What several of them ask for is read once. Of each kind at most so many for each text.
    pub(crate) fn alike(
        &self,
        wanted: &[Wanted],
        (holding, sharing): (usize, usize),
    ) -> Result<Vec<Alike>, StorageError> {
        let key = &self.database().key;
        let found = self.in_indexed_view(self.now(), Include::All, |session, view| {
            let heads = Heads::new(session, view.scope);
            let mut reading = Reading { session, view, heads, texts: HashMap::new() };
            let (mut alike, mut sharing_versions) = (Vec::with_capacity(wanted.len()), Vec::new());
            for wanted in wanted {
                let holding =
                    wanted.phrase.as_ref().map_or(Ok(Vec::new()), |it| reading.holding(it, holding))?;
                alike.push(Alike { holding, sharing: Vec::new() });
                sharing_versions.push(reading.versions_sharing(key, wanted)?);
            }
            reading.read_ahead(&sharing_versions, sharing)?;
            for (alike, versions) in alike.iter_mut().zip(sharing_versions) {
                alike.sharing = reading.sharing(versions, sharing)?;
            }
            Ok(alike)
        })?;
        Ok(found.unwrap_or_else(|| wanted.iter().map(|_| Alike::default()).collect()))
    }
}

/// A memory, and its text where that is the only one that it has had.
type WithText = (MemoryId, Option<Rc<str>>);

struct Reading<'s> {
    session: Session<'s>,
    view: View,
    heads: Heads<'s>,
    texts: HashMap<i64, Option<WithText>>,
}

impl Reading<'_> {
    fn holding(&self, query: &Query, most: usize) -> Result<Vec<MemoryId>, StorageError> {
        let (mut ids, mut known) = (Vec::new(), HashSet::new());
        let mut take = |version| {
            ids.extend(memory::of_version(self.session, version)?.filter(|id| known.insert(*id)));
            Ok(ids.len() < most)
        };
        match query.holders(&self.heads)?.filter(|holders| holders.len() <= most) {
            Some(holders) => holders.into_iter().try_for_each(|version| take(version).map(drop))?,
            // Of too many, the best.
            None => lexical::search(self.session, self.view.scope, query, |version, _| take(version))?,
        }
        Ok(ids)
    }

    /// The versions whose texts share an identifier, those first that are looked at first.
    fn versions_sharing(&self, key: &StoreKey, wanted: &Wanted) -> Result<Vec<i64>, StorageError> {
        let mut versions = Vec::new();
        for of_key in &wanted.keys {
            let of_key = (of_key.as_str(), In::Texts);
            versions.extend(mention::versions(self.session, self.view.scope, key, of_key, OF_A_KEY)?);
        }
        versions.sort_unstable();
        versions.dedup();
        let newest = versions.split_off(versions.len().saturating_sub(NEWEST));
        if let Some((words, lacked)) = wanted.words.as_ref().filter(|_| !versions.is_empty()) {
            versions = self.heads.having(words, *lacked, &versions)?;
        }
        Ok(newest.into_iter().rev().chain(versions.into_iter().rev()).collect())
    }

    /// Reads what several ask for in the order of the file, so that a page is read once.
    fn read_ahead(&mut self, asked: &[Vec<i64>], most: usize) -> Result<(), StorageError> {
        if asked.len() < 2 {
            return Ok(());
        }
        let mut versions: Vec<i64> =
            asked.iter().flat_map(|versions| versions.iter().copied().take(most)).collect();
        versions.sort_unstable();
        versions.dedup();
        versions.truncate(HELD);
        versions.into_iter().try_for_each(|version| self.only_text(version).map(drop))
    }

    fn sharing(&mut self, versions: Vec<i64>, most: usize) -> Result<Vec<WithText>, StorageError> {
        let mut found = Vec::new();
        for version in versions {
            found.extend(self.only_text(version)?);
            if found.len() == most {
                break;
            }
        }
        Ok(found)
    }

    fn only_text(&mut self, version: i64) -> Result<Option<WithText>, StorageError> {
        if let Some(known) = self.texts.get(&version) {
            return Ok(known.clone());
        }
        let text = visible::only_text(self.session, &self.view, version)?;
        let text = text.map(|(id, text)| (id, text.map(Rc::from)));
        if self.texts.len() == HELD {
            self.texts.clear();
        }
        self.texts.insert(version, text.clone());
        Ok(text)
    }
}
