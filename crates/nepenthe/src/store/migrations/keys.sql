-- The key file of an encrypted store. docs/format.md says what every table and column holds.

CREATE TABLE key_file (
    name BLOB PRIMARY KEY NOT NULL CHECK (length(name) = 16)
) STRICT, WITHOUT ROWID;

CREATE TABLE scope_key (
    scope   INTEGER PRIMARY KEY,
    wrapped BLOB NOT NULL CHECK (length(wrapped) = 72)
) STRICT;

CREATE TABLE memory_key (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    scope   INTEGER NOT NULL REFERENCES scope_key (scope),
    wrapped BLOB NOT NULL CHECK (length(wrapped) = 72)
) STRICT;
