-- Schema version 4: texts sealed under keys that lie in another file (docs/format.md).

-- Which key of the key file; null in a store that is not encrypted.
ALTER TABLE memory ADD COLUMN sealed_by INTEGER;

-- The key of the digests, the source and the metadata.
ALTER TABLE memory ADD COLUMN sealed BLOB;

-- The text.
ALTER TABLE version ADD COLUMN sealed BLOB;

-- The vector, in a store that keeps its indexes in memory.
ALTER TABLE version ADD COLUMN sealed_vector BLOB;

DROP TRIGGER version_refuses_new_text;

CREATE TRIGGER version_refuses_new_text BEFORE UPDATE OF text, sealed, memory, valid_from ON version
BEGIN
    SELECT RAISE(ABORT, 'a version is never rewritten');
END;
