-- Schema version 5: what a language model adds to a text when it is written (docs/format.md), and
-- checksums in `meta`, which the library writes, since they are under the store's key. And an index of the
-- earlier texts, which a purge looks through.

CREATE TABLE annotation (
    version INTEGER PRIMARY KEY NOT NULL REFERENCES version (id) DEFERRABLE INITIALLY DEFERRED,
    prompt  TEXT NOT NULL,
    entries TEXT NOT NULL,
    sealed  BLOB
) STRICT;

CREATE INDEX version_past ON version (memory) WHERE valid_to IS NOT NULL;
-- The memories that have something beside their text.
CREATE INDEX memory_beside ON memory (scope, row)
    WHERE source IS NOT NULL OR metadata IS NOT NULL OR sealed IS NOT NULL;
