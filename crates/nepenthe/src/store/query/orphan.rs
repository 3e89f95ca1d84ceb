//! Rows that belong to nothing, and rows that say what cannot be: for the deep check. Never what stands in them.

use crate::store::error::StorageError;
use crate::store::session::Session;

/// What is wrong with a row, and a query that counts such rows.
const ORPHANS: &[(&str, &str)] = &[
    (
        "supersession: no supersede event names both ends, or one was purged",
        "SELECT count(*) FROM supersession s
         WHERE NOT EXISTS (SELECT 1 FROM event e WHERE e.scope = s.scope AND e.memory = s.old
                               AND e.kind = 'supersede' AND e.related = s.new)
            OR EXISTS (SELECT 1 FROM event e WHERE e.scope = s.scope AND e.memory IN (s.old, s.new)
                           AND e.kind = 'purge')",
    ),
    (
        "derivation: one end is no memory of the scope",
        "SELECT count(*) FROM derivation d
         WHERE NOT EXISTS (SELECT 1 FROM memory m WHERE m.scope = d.scope AND m.id = d.source)
            OR NOT EXISTS (SELECT 1 FROM memory m WHERE m.scope = d.scope AND m.id = d.derived)",
    ),
    (
        "receipt: its event names another",
        "SELECT count(*) FROM receipt r
         WHERE NOT EXISTS (SELECT 1 FROM event e WHERE e.seq = r.event AND e.kind = 'receipt' AND e.memory = r.id)",
    ),
    (
        "pending: it names no receipt",
        "SELECT count(*) FROM pending p WHERE NOT EXISTS (SELECT 1 FROM receipt r WHERE r.id = p.receipt)",
    ),
    (
        "tombstone: its event is not in the log",
        "SELECT count(*) FROM tombstone
         WHERE event < 0 OR event > (SELECT coalesce(max(seq), 0) FROM event)",
    ),
    (
        "backup: its log is longer than this one, or it expired before it was made",
        "SELECT count(*) FROM backup
         WHERE tree_size < 0 OR tree_size > (SELECT coalesce(max(seq), 0) FROM event) OR expires_at <= at",
    ),
    (
        "memory: its key has not 32 bytes, or some of it is sealed and some not",
        "SELECT count(*) FROM memory m WHERE CASE WHEN EXISTS (SELECT 1 FROM meta WHERE key = 'key_file')
             THEN length(key) <> 0 OR sealed IS NULL OR sealed_by IS NULL OR source IS NOT NULL OR metadata IS NOT NULL
             ELSE length(key) <> 32 OR sealed IS NOT NULL OR sealed_by IS NOT NULL END",
    ),
    (
        "version: its text or vector is sealed in a store that is not encrypted, or not in one that is",
        "SELECT count(*) FROM version WHERE (sealed IS NOT NULL) <> EXISTS (SELECT 1 FROM meta WHERE key = 'key_file')
             OR sealed IS NOT NULL AND text <> ''
             OR (sealed_vector IS NOT NULL) <> EXISTS (
                 SELECT 1 FROM meta i, meta d
                 WHERE i.key = 'indexes' AND i.value <> 'file' AND d.key = 'dimension' AND d.value > 0)",
    ),
    (
        "memory: it names a version that is not its own",
        "SELECT count(*) FROM memory m
         WHERE NOT EXISTS (SELECT 1 FROM version v WHERE v.id = m.version AND v.memory = m.row)",
    ),
    (
        "passage: its version is not there, or of another scope",
        "SELECT count(*) FROM passage p WHERE NOT EXISTS (
             SELECT 1 FROM version v JOIN memory m ON m.row = v.memory WHERE v.id = p.version AND m.scope = p.scope)",
    ),
    (
        "vector: its version is not there, or of another scope, or the store has no vectors",
        "SELECT count(*) FROM vector v WHERE EXISTS (SELECT 1 FROM meta WHERE key = 'dimension' AND value = 0)
             OR NOT EXISTS (SELECT 1 FROM version n JOIN memory m ON m.row = n.memory
                            WHERE n.id = v.version AND m.scope = v.scope)",
    ),
    (
        "annotation: its version is not there, or it is sealed in a store that is not encrypted, or not in one that is",
        "SELECT count(*) FROM annotation a WHERE NOT EXISTS (SELECT 1 FROM version v WHERE v.id = a.version)
             OR (a.sealed IS NOT NULL) <> EXISTS (SELECT 1 FROM meta WHERE key = 'key_file')
             OR a.sealed IS NOT NULL AND a.entries <> ''",
    ),
    (
        "meta: something is missing, or not of its length",
        "SELECT abs(8 - count(*) FILTER (WHERE key IN (
                  'store_key', 'log', 'embedder', 'dimension', 'mention_rules', 'backups', 'carried', 'log_sum')))
              + count(*) FILTER (WHERE key IN ('log', 'key_file', 'backups', 'carried', 'log_sum') AND length(value) <> 16
                                    OR key = 'last_leaf' AND (typeof(value) <> 'blob' OR length(value) <> 40)
                                    OR key = 'store_key' AND length(value) <> iif(
                                        EXISTS (SELECT 1 FROM meta WHERE key = 'key_file'), 72, 32)) FROM meta",
    ),
];

/// Counts such rows; returns what is wrong, where there are any.
pub(crate) fn findings(session: Session<'_>) -> Result<Vec<String>, StorageError> {
    let mut findings = Vec::new();
    for (what, sql) in ORPHANS {
        let rows: i64 = session.sql().query_row(sql, [], |row| row.get(0))?;
        if rows > 0 {
            findings.push(format!("{what} ({rows} {})", if rows == 1 { "row" } else { "rows" }));
        }
    }
    Ok(findings)
}
