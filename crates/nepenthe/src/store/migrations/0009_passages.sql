-- Schema version 9: the vectors of the passages of texts that are longer than the embedder reads (docs/format.md). Those of texts
-- that are there already are made by `reembed`.

CREATE TABLE passage (
    scope   INTEGER NOT NULL,
    version INTEGER NOT NULL,
    vectors BLOB NOT NULL,
    PRIMARY KEY (scope, version)
) STRICT, WITHOUT ROWID;

-- Which memory was written before which in a scope.
CREATE INDEX memory_scope ON memory (scope);
