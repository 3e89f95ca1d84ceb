-- Version 1 of the schema in PostgreSQL (docs/postgres.md): sealed stores. Their tables follow, made from `tables.rs`.

CREATE TABLE nepenthe.schema_version (version integer NOT NULL);
INSERT INTO nepenthe.schema_version VALUES (1);

-- One row a store. Whoever writes into a store holds the lock of its row.
CREATE TABLE nepenthe.store (
    id      integer GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    name    text COLLATE "C" NOT NULL UNIQUE,
    -- The format of the rows: that of the store's file.
    format  integer NOT NULL,
    -- The last transaction, and for each table the last that changed it.
    seq     bigint NOT NULL,
    latest  bigint[] NOT NULL,
    -- The last number of each table that has numbers which are never given again.
    numbers text NOT NULL
) WITH (fillfactor = 50);

-- Which rows went, and with which transaction: names of rows, and nothing of what stood in them.
CREATE TABLE nepenthe.gone (
    in_store integer NOT NULL,
    of_table smallint NOT NULL,
    row_key  text COLLATE "C" NOT NULL,
    row_seq  bigint NOT NULL,
    PRIMARY KEY (in_store, of_table, row_key)
);
CREATE INDEX gone_row_seq ON nepenthe.gone (in_store, row_seq);

-- The store of this transaction. Where none is set, a pooled connection has an empty string.
CREATE FUNCTION nepenthe.here() RETURNS integer LANGUAGE sql STABLE AS
    $$ SELECT NULLIF(current_setting('nepenthe.store', true), '')::integer $$;

ALTER TABLE nepenthe.store ENABLE ROW LEVEL SECURITY;
ALTER TABLE nepenthe.store FORCE ROW LEVEL SECURITY;
CREATE POLICY one_store ON nepenthe.store
    USING (id = nepenthe.here() OR name = current_setting('nepenthe.name', true))
    WITH CHECK (id = nepenthe.here() OR name = current_setting('nepenthe.name', true));

-- The last transaction of a store, which this transaction is in from here on.
CREATE FUNCTION nepenthe.head(of_store integer) RETURNS bigint LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('nepenthe.store', of_store::text, true);
    RETURN (SELECT s.seq FROM nepenthe.store s WHERE s.id = of_store);
END $$;

-- The same, with the lock that a writer holds, waiting so many milliseconds for it.
CREATE FUNCTION nepenthe.lock(of_store integer, patience integer, OUT seq bigint, OUT latest bigint[])
LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('nepenthe.store', of_store::text, true), set_config('lock_timeout', patience::text, true),
        set_config('idle_in_transaction_session_timeout', '600000', true);
    SELECT s.seq, s.latest INTO lock.seq, lock.latest FROM nepenthe.store s WHERE s.id = of_store FOR NO KEY UPDATE;
END $$;

-- The store of a name.
CREATE FUNCTION nepenthe.find(of_name text, OUT id integer, OUT format integer) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('nepenthe.name', of_name, true);
    SELECT s.id, s.format INTO find.id, find.format FROM nepenthe.store s WHERE s.name = of_name;
END $$;
