-- Schema version 1. docs/format.md says what every table and column holds.

CREATE TABLE meta (
    key   TEXT PRIMARY KEY NOT NULL,
    value ANY NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TABLE scope (
    id   INTEGER PRIMARY KEY AUTOINCREMENT,
    path TEXT NOT NULL UNIQUE
) STRICT;

CREATE TABLE memory (
    row         INTEGER PRIMARY KEY AUTOINCREMENT,
    scope       INTEGER NOT NULL REFERENCES scope (id),
    id          BLOB NOT NULL CHECK (length(id) = 16),
    version     INTEGER NOT NULL,
    depth       REAL NOT NULL CHECK (depth >= 0.0),
    superseded  INTEGER NOT NULL DEFAULT 0 CHECK (superseded IN (0, 1)),
    created_at  INTEGER NOT NULL,
    changed_at  INTEGER NOT NULL,
    expires_at  INTEGER,
    source      TEXT,
    metadata    TEXT,
    accesses    INTEGER NOT NULL DEFAULT 0,
    accessed_at INTEGER,
    last_event  INTEGER NOT NULL,
    UNIQUE (scope, id)
) STRICT;

CREATE TABLE version (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    memory     INTEGER NOT NULL REFERENCES memory (row) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
    text       TEXT NOT NULL,
    valid_from INTEGER NOT NULL,
    valid_to   INTEGER
) STRICT;

CREATE INDEX version_memory ON version (memory, valid_from);

CREATE TABLE supersession (
    scope INTEGER NOT NULL REFERENCES scope (id),
    old   BLOB NOT NULL,
    new   BLOB NOT NULL,
    at    INTEGER NOT NULL,
    PRIMARY KEY (scope, old, new)
) STRICT, WITHOUT ROWID;

CREATE INDEX supersession_new ON supersession (scope, new);

CREATE TABLE event (
    seq          INTEGER PRIMARY KEY AUTOINCREMENT,
    scope        INTEGER NOT NULL REFERENCES scope (id),
    memory       BLOB NOT NULL CHECK (length(memory) = 16),
    kind         TEXT NOT NULL,
    at           INTEGER NOT NULL,
    actor        TEXT NOT NULL,
    depth_before REAL,
    depth_after  REAL,
    digest       BLOB NOT NULL CHECK (length(digest) = 32),
    related      BLOB CHECK (related IS NULL OR length(related) = 16),
    imported_at  INTEGER
) STRICT;

CREATE INDEX event_memory ON event (scope, memory, seq);

CREATE TRIGGER event_refuses_update BEFORE UPDATE ON event
BEGIN
    SELECT RAISE(ABORT, 'the event log is append-only');
END;

CREATE TRIGGER event_refuses_delete BEFORE DELETE ON event
BEGIN
    SELECT RAISE(ABORT, 'the event log is append-only');
END;

CREATE TRIGGER version_refuses_new_text BEFORE UPDATE OF text, memory, valid_from ON version
BEGIN
    SELECT RAISE(ABORT, 'a version is never rewritten');
END;
