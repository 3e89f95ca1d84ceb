-- Schema version 6: checksums of what the log does not commit to in a row (docs/format.md). The library writes them, since they
-- are under the store's key.

ALTER TABLE scope ADD COLUMN sum BLOB;
ALTER TABLE memory ADD COLUMN sum BLOB;
ALTER TABLE version ADD COLUMN sum BLOB;
ALTER TABLE receipt ADD COLUMN sum BLOB;
