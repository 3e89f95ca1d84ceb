-- Schema version 10: the vectors in an ordinary table (docs/format.md), 16 bits a component. The library fills it from the index
-- of sqlite-vec, which it takes the place of.

CREATE TABLE vector (
    scope   INTEGER NOT NULL,
    version INTEGER NOT NULL,
    vector  BLOB NOT NULL,
    PRIMARY KEY (scope, version)
) STRICT, WITHOUT ROWID;
