//! What a store in plain mode has in PostgreSQL besides its rows: the words of its texts, and its vectors for SQL. And the other way:
//! the indexes of its mirror, made of the rows that come from there.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use postgres::types::Type;
use sha2::{Digest, Sha256};

use super::changes::{Changes, Values};
use super::link::Link;
use super::tables::{VECTOR, VERSION};
use crate::model::StoreKey;
use crate::store::error::StorageError;
use crate::store::lexical::{self, Leaving, Postings, Words};
use crate::store::query::{ScopeKey, annotation, memory, mention, stored_vector};
use crate::store::session::Session;

/// Bytes of the longest word that is kept as it is: a key of an index has its limits.
const LONGEST: usize = 512;

/// Versions that are indexed at a time.
const BATCH: usize = 1_000;

/// Puts the words in, and their sums over the scope. A version's text never changes: what is there stays.
const PUT: &str = "
    WITH put AS (
        INSERT INTO nepenthe.word (in_store, scope, word, version, count, length)
        SELECT $1, a.* FROM unnest($2, $3, $4, $5, $6) AS a ON CONFLICT DO NOTHING RETURNING scope, word, length
    )
    INSERT INTO nepenthe.word_total AS t (in_store, scope, texts, words)
    SELECT $1, scope, count(*), sum(length) FROM put WHERE word = '' GROUP BY scope
    ON CONFLICT (in_store, scope) DO UPDATE SET texts = t.texts + excluded.texts, words = t.words + excluded.words";

const TAKE: &str = "
    WITH taken AS (
        DELETE FROM nepenthe.word WHERE in_store = $1 AND version = ANY ($2) RETURNING scope, word, length
    ), sums AS (SELECT scope, count(*) AS texts, sum(length) AS words FROM taken WHERE word = '' GROUP BY scope)
    UPDATE nepenthe.word_total AS t SET texts = t.texts - s.texts, words = t.words - s.words
    FROM sums s WHERE t.in_store = $1 AND t.scope = s.scope";

const PUT_VECTORS: &str = "
    INSERT INTO nepenthe.embedding (in_store, scope, version, embedding)
    SELECT $1, a.scope, a.version, a.embedding::vector FROM unnest($2, $3, $4) AS a (scope, version, embedding)
    ON CONFLICT (in_store, scope, version) DO UPDATE SET embedding = excluded.embedding";

const TAKE_VECTORS: &str = "
    DELETE FROM nepenthe.embedding AS t USING unnest($2, $3) AS a (scope, version)
    WHERE t.in_store = $1 AND t.scope = a.scope AND t.version = a.version";

/// Writes what changed of words and vectors, in the transaction of the link. The session has the rows.
pub(super) fn push(
    link: &mut Link,
    store: i32,
    session: Session<'_>,
    changes: &[Changes],
) -> Result<(), StorageError> {
    let texts = changes.iter().flat_map(|of| &of.rows).filter_map(|values| match values {
        Values::Text(texts) => Some(texts),
        _ => None,
    });
    if texts.flatten().flatten().any(|text| text.contains('\0')) {
        return Err(StorageError::Server(
            "PostgreSQL has no text with the character U+0000 in it, and the store is in mode plain".into(),
        ));
    }
    for of in changes {
        if of.table == VERSION {
            if let [Values::Integer(versions)] = of.gone.as_slice()
                && !versions.is_empty()
            {
                link.query(TAKE, &[Type::INT4, Type::INT8_ARRAY], &[&store, versions])?;
            }
            if let [Values::Integer(versions), ..] = of.rows.as_slice() {
                put_words(link, store, session, versions)?;
            }
        }
        if of.table == VECTOR {
            if let [Values::Integer(scopes), Values::Integer(versions)] = of.gone.as_slice()
                && !versions.is_empty()
            {
                let types = [Type::INT4, Type::INT8_ARRAY, Type::INT8_ARRAY];
                link.query(TAKE_VECTORS, &types, &[&store, scopes, versions])?;
            }
            if let [Values::Integer(scopes), Values::Integer(versions), Values::Bytes(stored)] =
                of.rows.as_slice()
                && !versions.is_empty()
            {
                let written: Vec<String> =
                    stored.iter().map(|stored| written(stored.as_deref().unwrap_or_default())).collect();
                let types = [Type::INT4, Type::INT8_ARRAY, Type::INT8_ARRAY, Type::TEXT_ARRAY];
                link.query(PUT_VECTORS, &types, &[&store, scopes, versions, &written])?;
            }
        }
    }
    Ok(())
}

fn put_words(
    link: &mut Link,
    store: i32,
    session: Session<'_>,
    versions: &[Option<i64>],
) -> Result<(), StorageError> {
    let mut texts = Vec::with_capacity(versions.len());
    for version in versions.iter().flatten() {
        let found = memory::indexed_version(session, *version)?;
        texts.extend(found.map(|found| (*version, found.scope.0, found.text.unwrap_or_default())));
    }
    put_words_of(link, store, &texts)
}

/// Writes the words of versions again whose texts have scripts without spaces, or emoji: those of format 10 are other ones.
pub(super) fn index_unspaced(link: &mut Link, store: i32) -> Result<(), StorageError> {
    const TEXTS: &str = "
        SELECT v.id, m.scope, v.text FROM nepenthe.version v
        JOIN nepenthe.memory m ON m.in_store = v.in_store AND m.row = v.memory
        WHERE v.in_store = $1 AND v.id > $2 AND octet_length(v.text) > char_length(v.text) ORDER BY v.id LIMIT $3";
    let (mut last, most) = (0_i64, BATCH as i64);
    loop {
        let rows = link.query(TEXTS, &[Type::INT4, Type::INT8, Type::INT8], &[&store, &last, &most])?;
        let mut texts: Vec<(i64, i64, String)> =
            rows.iter().map(|row| (row.get(0), row.get(1), row.get(2))).collect();
        let Some((end, ..)) = texts.last() else { return Ok(()) };
        last = *end;
        texts.retain(|(.., text)| lexical::has_unspaced(text));
        let versions: Vec<i64> = texts.iter().map(|(version, ..)| *version).collect();
        link.query(TAKE, &[Type::INT4, Type::INT8_ARRAY], &[&store, &versions])?;
        put_words_of(link, store, &texts)?;
    }
}

/// Writes the words of versions: each with its scope and its text.
fn put_words_of(link: &mut Link, store: i32, texts: &[(i64, i64, String)]) -> Result<(), StorageError> {
    let (mut scopes, mut words, mut of, mut counts, mut lengths) = (vec![], vec![], vec![], vec![], vec![]);
    for (version, scope, text) in texts {
        let terms = lexical::terms(text)?;
        let length = i32::try_from(terms.len()).map_err(StorageError::corrupt)?;
        let mut of_word = BTreeMap::from([(String::new(), 1_i64)]);
        terms.into_iter().for_each(|term| *of_word.entry(kept(term)).or_default() += 1);
        for (word, count) in of_word {
            scopes.push(*scope);
            words.push(word);
            of.push(*version);
            counts.push(count);
            lengths.push(length);
        }
    }
    if of.is_empty() {
        return Ok(());
    }
    let types = [
        Type::INT4,
        Type::INT8_ARRAY,
        Type::TEXT_ARRAY,
        Type::INT8_ARRAY,
        Type::INT8_ARRAY,
        Type::INT4_ARRAY,
    ];
    link.query(PUT, &types, &[&store, &scopes, &words, &of, &counts, &lengths]).map(drop)
}

/// A word as the table has it.
fn kept(word: String) -> String {
    if word.len() <= LONGEST {
        return word;
    }
    Sha256::digest(word).iter().fold("sha256:".to_owned(), |mut hex, byte| {
        let _ = write!(hex, "{byte:02x}");
        hex
    })
}

/// A vector as the extension reads it.
fn written(stored: &[u8]) -> String {
    let mut components = Vec::new();
    stored_vector::decode_into(stored, &mut components);
    let components: Vec<String> = components.iter().map(f32::to_string).collect();
    format!("[{}]", components.join(","))
}

/// The versions whose entries in a mirror's indexes are to be made again.
#[derive(Default)]
pub(super) struct Stale(BTreeSet<i64>);

impl Stale {
    /// Takes a version out of the indexes, before its row or its annotations change. The mirror may not have it.
    pub(super) fn add(
        &mut self,
        session: Session<'_>,
        key: &StoreKey,
        version: i64,
    ) -> Result<(), StorageError> {
        if !self.0.insert(version) {
            return Ok(());
        }
        let Some(found) = memory::indexed_version(session, version)? else { return Ok(()) };
        let Some(text) = found.text else { return Ok(()) };
        let words = lexical::terms(&text)?;
        let (count, terms) = (words.len(), words.into_iter().collect());
        lexical::delete(session, found.scope, &[Leaving { version, terms: &terms, words: count }])?;
        let annotations = annotation::of_version(session, version)?;
        let digests = mention::expected(key, &text, annotations.as_ref()).into_iter();
        mention::delete(session, found.scope, digests.map(|digest| (digest, version)).collect())
    }

    /// Notes one of a mirror that has none yet.
    pub(super) fn add_new(&mut self, version: i64) {
        self.0.insert(version);
    }

    /// Puts those that are there into the indexes.
    pub(super) fn index(self, session: Session<'_>, key: &StoreKey) -> Result<(), StorageError> {
        let versions: Vec<i64> = self.0.into_iter().collect();
        for batch in versions.chunks(BATCH) {
            let mut postings: BTreeMap<ScopeKey, Postings> = BTreeMap::new();
            let mut mentions: BTreeMap<ScopeKey, Vec<(i64, i64)>> = BTreeMap::new();
            for version in batch {
                let Some(found) = memory::indexed_version(session, *version)? else { continue };
                let Some(text) = found.text else { continue };
                postings.entry(found.scope).or_default().add(*version, Words::of(&text)?);
                let annotations = annotation::of_version(session, *version)?;
                let digests = mention::expected(key, &text, annotations.as_ref()).into_iter();
                mentions.entry(found.scope).or_default().extend(digests.map(|digest| (digest, *version)));
            }
            for (scope, postings) in postings {
                postings.write(session, scope)?;
            }
            for (scope, mut entries) in mentions {
                entries.sort_unstable();
                mention::insert_all(session, scope, &entries)?;
            }
        }
        Ok(())
    }
}
