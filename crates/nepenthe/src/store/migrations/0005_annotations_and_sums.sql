-- Schema version 5: what a language model adds to a text when it is written (docs/format.md), and
-- checksums in `meta`, which the library writes, since they are under the store's key.

CREATE TABLE annotation (
    version INTEGER PRIMARY KEY NOT NULL REFERENCES version (id) DEFERRABLE INITIALLY DEFERRED,
    prompt  TEXT NOT NULL,
    entries TEXT NOT NULL,
    sealed  BLOB
) STRICT;
