-- Schema version 10 too: of each digest the versions that have it, in blocks (docs/format.md). The library fills the table from the
-- texts.

DROP TABLE IF EXISTS mention;
CREATE TABLE mention (
    scope    INTEGER NOT NULL,
    digest   INTEGER NOT NULL,
    first    INTEGER NOT NULL,
    versions BLOB NOT NULL,
    PRIMARY KEY (scope, digest, first)
) STRICT, WITHOUT ROWID;
