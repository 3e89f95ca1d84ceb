-- Schema version 7: the lexical index is a table whose key is the word (docs/format.md). The library fills it from the texts and
-- drops the FTS5 tables that each scope had.

CREATE TABLE posting (
    scope   INTEGER NOT NULL,
    term    TEXT NOT NULL,
    first   INTEGER NOT NULL,
    entries BLOB NOT NULL,
    PRIMARY KEY (scope, term, first)
) STRICT, WITHOUT ROWID;

CREATE TABLE lexical_total (
    scope INTEGER PRIMARY KEY NOT NULL,
    texts INTEGER NOT NULL,
    words INTEGER NOT NULL
) STRICT;
