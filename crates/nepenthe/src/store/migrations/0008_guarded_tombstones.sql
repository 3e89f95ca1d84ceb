-- Tombstones of what is short enough to be guessed are digested by a function that costs memory and time. Their kind says of
-- what class they are, so that a text on its way in is digested so only for the classes that its scope has.

CREATE TABLE tombstone_guarded (
    scope  INTEGER NOT NULL REFERENCES scope (id),
    digest BLOB NOT NULL CHECK (length(digest) = 16),
    kind   TEXT NOT NULL CHECK (kind IN ('text', 'identity') OR kind GLOB 'guarded:[a-z]*'),
    event  INTEGER NOT NULL,
    PRIMARY KEY (scope, digest)
) STRICT, WITHOUT ROWID;

INSERT INTO tombstone_guarded SELECT scope, digest, kind, event FROM tombstone;
DROP TABLE tombstone;
ALTER TABLE tombstone_guarded RENAME TO tombstone;
CREATE INDEX tombstone_kind ON tombstone (scope, kind);
