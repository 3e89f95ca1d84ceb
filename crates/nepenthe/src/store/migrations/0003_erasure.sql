-- Schema version 3: what erasing needs, and the log as a Merkle tree (docs/format.md).

-- The key of the digests by which the log commits to a memory's texts. It goes with the row.
ALTER TABLE memory ADD COLUMN key BLOB NOT NULL DEFAULT x'';

-- Why, where the caller had to say: an erased text that is let in again.
ALTER TABLE event ADD COLUMN note TEXT;

UPDATE meta SET key = 'store_key' WHERE key = 'digest_key';

CREATE TABLE tree_node (
    level INTEGER NOT NULL CHECK (level > 0),
    place INTEGER NOT NULL,
    hash  BLOB NOT NULL CHECK (length(hash) = 32),
    PRIMARY KEY (level, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE receipt (
    id    BLOB PRIMARY KEY NOT NULL CHECK (length(id) = 16),
    event INTEGER NOT NULL UNIQUE,
    body  TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE pending (
    receipt BLOB PRIMARY KEY NOT NULL REFERENCES receipt (id)
) STRICT, WITHOUT ROWID;

CREATE TABLE tombstone (
    scope  INTEGER NOT NULL REFERENCES scope (id),
    digest BLOB NOT NULL CHECK (length(digest) = 16),
    kind   TEXT NOT NULL CHECK (kind IN ('text', 'identity')),
    event  INTEGER NOT NULL,
    PRIMARY KEY (scope, digest)
) STRICT, WITHOUT ROWID;

CREATE TABLE derivation (
    scope   INTEGER NOT NULL REFERENCES scope (id),
    source  BLOB NOT NULL CHECK (length(source) = 16),
    derived BLOB NOT NULL CHECK (length(derived) = 16),
    PRIMARY KEY (scope, source, derived)
) STRICT, WITHOUT ROWID;

CREATE INDEX derivation_derived ON derivation (scope, derived);

CREATE TABLE backup (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    at         INTEGER NOT NULL,
    expires_at INTEGER,
    tree_size  INTEGER NOT NULL
) STRICT;
