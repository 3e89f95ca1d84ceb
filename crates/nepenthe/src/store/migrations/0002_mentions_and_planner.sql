-- Schema version 2: what the texts mention, by keyed digest (docs/format.md).

CREATE TABLE mention (
    scope   INTEGER NOT NULL REFERENCES scope (id),
    digest  INTEGER NOT NULL,
    version INTEGER NOT NULL REFERENCES version (id) ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
    PRIMARY KEY (scope, digest, version)
) STRICT, WITHOUT ROWID;

CREATE INDEX mention_version ON mention (version);

-- Who chose the memory that the event is about: a planner's name, or `id`.
ALTER TABLE event ADD COLUMN planner TEXT;
