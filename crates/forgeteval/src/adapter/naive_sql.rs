//! The rival `naive-sql`: what a textbook would do (the paper's Appendix T).

use std::path::PathBuf;

use rusqlite::{Connection, OptionalExtension, params};
use tempfile::TempDir;

use super::{Adapter, AdapterError, System};
use crate::case::Case;

/// One FTS5 table in memory, no vectors, no model. Recall is BM25, and the most recent rows where that finds nothing; a supersede deletes the best BM25 hit and inserts;
/// a release deletes every row that matches any word of the query; a purge deletes `LIKE '%query%'`.
#[derive(Debug, Clone, Copy, Default)]
pub struct NaiveSql;

impl System for NaiveSql {
    fn name(&self) -> &str {
        "naive-sql"
    }

    fn version(&self) -> &str {
        rusqlite::version()
    }

    fn open(&self, case: &Case) -> Result<Box<dyn Adapter>, AdapterError> {
        // A file only where the case looks into it.
        let folder = match case.residue {
            None => None,
            Some(_) => {
                Some(TempDir::with_prefix("forgeteval-").map_err(|error| AdapterError::failed(&error))?)
            }
        };
        let db = match &folder {
            None => Connection::open_in_memory(),
            Some(folder) => Connection::open(folder.path().join("memories.db")),
        }
        .map_err(failed)?;
        db.execute_batch("CREATE VIRTUAL TABLE memories USING fts5(text, tokenize = 'unicode61')")
            .map_err(failed)?;
        Ok(Box::new(Memory { db, folder }))
    }
}

struct Memory {
    db: Connection,
    folder: Option<TempDir>,
}

impl Memory {
    /// Returns the texts written last, the newest first.
    fn recent(&self, limit: i64) -> Result<Vec<String>, AdapterError> {
        let sql = "SELECT text FROM memories ORDER BY rowid DESC LIMIT ?1";
        let mut statement = self.db.prepare(sql).map_err(failed)?;
        let texts = statement.query_map([limit], |row| row.get(0)).map_err(failed)?;
        texts.collect::<Result<_, _>>().map_err(failed)
    }
}

impl Adapter for Memory {
    fn inscribe(&mut self, facts: &[String]) -> Result<(), AdapterError> {
        let transaction = self.db.transaction().map_err(failed)?;
        for fact in facts {
            transaction.execute("INSERT INTO memories (text) VALUES (?1)", [fact]).map_err(failed)?;
        }
        transaction.commit().map_err(failed)
    }

    fn recall(&mut self, query: &str, k: usize) -> Result<Vec<String>, AdapterError> {
        let limit = i64::try_from(k).unwrap_or(i64::MAX);
        let Some(words) = any_word(query) else { return self.recent(limit) };
        let sql = "SELECT text FROM memories WHERE memories MATCH ?1 ORDER BY bm25(memories), rowid LIMIT ?2";
        let mut statement = self.db.prepare(sql).map_err(failed)?;
        let texts = statement.query_map(params![words, limit], |row| row.get(0)).map_err(failed)?;
        let texts: Vec<String> = texts.collect::<Result<_, _>>().map_err(failed)?;
        if texts.is_empty() { self.recent(limit) } else { Ok(texts) }
    }

    fn supersede(&mut self, query: &str, new_text: &str) -> Result<(), AdapterError> {
        let sql = "SELECT rowid FROM memories WHERE memories MATCH ?1 ORDER BY bm25(memories), rowid LIMIT 1";
        let best: Option<i64> = match any_word(query) {
            Some(words) => self.db.query_row(sql, [words], |row| row.get(0)).optional().map_err(failed)?,
            None => None,
        };
        if let Some(best) = best {
            self.db.execute("DELETE FROM memories WHERE rowid = ?1", [best]).map_err(failed)?;
        }
        self.db.execute("INSERT INTO memories (text) VALUES (?1)", [new_text]).map_err(failed)?;
        Ok(())
    }

    fn release(&mut self, query: &str) -> Result<(), AdapterError> {
        if let Some(words) = any_word(query) {
            let sql =
                "DELETE FROM memories WHERE rowid IN (SELECT rowid FROM memories WHERE memories MATCH ?1)";
            self.db.execute(sql, [words]).map_err(failed)?;
        }
        Ok(())
    }

    fn purge(&mut self, query: &str) -> Result<(), AdapterError> {
        let sql = r"DELETE FROM memories WHERE text LIKE ?1 ESCAPE '\'";
        self.db.execute(sql, [format!("%{}%", like_literal(query))]).map_err(failed)?;
        Ok(())
    }

    /// A bulk load is an insert too.
    fn import(&mut self, texts: &[String]) -> Result<(), AdapterError> {
        self.inscribe(texts)
    }

    fn folder(&self) -> Option<PathBuf> {
        self.folder.as_ref().map(|folder| folder.path().to_path_buf())
    }
}

/// Returns the FTS5 query that matches any word of the text: runs of ASCII letters and digits, each quoted, as published;
/// none where the text holds no word.
fn any_word(text: &str) -> Option<String> {
    let words: Vec<String> = text
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty())
        .map(|word| format!("\"{word}\""))
        .collect();
    if words.is_empty() { None } else { Some(words.join(" OR ")) }
}

/// Escapes the wildcards of LIKE.
fn like_literal(text: &str) -> String {
    let mut literal = String::with_capacity(text.len());
    for c in text.chars() {
        if matches!(c, '%' | '_' | '\\') {
            literal.push('\\');
        }
        literal.push(c);
    }
    literal
}

#[expect(clippy::needless_pass_by_value, reason = "it stands in map_err")]
fn failed(error: rusqlite::Error) -> AdapterError {
    AdapterError::failed(&error)
}
