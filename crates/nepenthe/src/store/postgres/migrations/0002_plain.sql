-- Version 2: stores in mode `plain`, and what only they have: the words of their texts, and functions for SQL. `vectors.sql`
-- adds vectors for SQL, where the extension of that name is there. The tables of their own, from `tables.rs`, are there before.

-- Whether a store's rows are those of an encrypted store (`sealed`), or of one that is not (`plain`).
ALTER TABLE nepenthe.store
    ADD COLUMN mode text COLLATE "C" NOT NULL DEFAULT 'sealed' CHECK (mode IN ('sealed', 'plain'));
ALTER TABLE nepenthe.store ALTER COLUMN mode DROP DEFAULT;

DROP FUNCTION nepenthe.find(text);
-- The store of a name.
CREATE FUNCTION nepenthe.find(of_name text, OUT id integer, OUT format integer, OUT mode text) LANGUAGE plpgsql AS $$
BEGIN
    PERFORM set_config('nepenthe.name', of_name, true);
    SELECT s.id, s.format, s.mode INTO find.id, find.format, find.mode FROM nepenthe.store s WHERE s.name = of_name;
END $$;

-- How often a word stands in a version's text, and how many words that has. The empty word stands once for each version.
CREATE TABLE nepenthe.word (
    in_store integer NOT NULL,
    scope    bigint NOT NULL,
    word     text COLLATE "C" NOT NULL,
    version  bigint NOT NULL,
    count    bigint NOT NULL,
    length   integer NOT NULL,
    PRIMARY KEY (in_store, scope, word, version)
);
CREATE INDEX word_version ON nepenthe.word (in_store, version);

-- The versions of a scope, and how many words they have.
CREATE TABLE nepenthe.word_total (
    in_store integer NOT NULL,
    scope    bigint NOT NULL,
    texts    bigint NOT NULL,
    words    bigint NOT NULL,
    PRIMARY KEY (in_store, scope)
);

-- ANALYZE copies values of a column into the catalog, where no purge reaches them: of these it takes none.
ALTER TABLE nepenthe.word ALTER COLUMN word SET STATISTICS 0;
ALTER TABLE nepenthe.version ALTER COLUMN text SET STATISTICS 0;
ALTER TABLE nepenthe.memory ALTER COLUMN source SET STATISTICS 0, ALTER COLUMN metadata SET STATISTICS 0;
ALTER TABLE nepenthe.annotation ALTER COLUMN entries SET STATISTICS 0;
ALTER TABLE nepenthe.vector ALTER COLUMN vector SET STATISTICS 0;
ALTER TABLE nepenthe.passage ALTER COLUMN vectors SET STATISTICS 0;

-- Has the transaction be in the store of a name.
CREATE FUNCTION nepenthe.enter(of_name text) RETURNS integer LANGUAGE plpgsql AS $$
DECLARE
    found integer := (SELECT f.id FROM nepenthe.find(of_name) f);
BEGIN
    IF found IS NULL THEN
        RAISE EXCEPTION 'there is no store named %', of_name;
    END IF;
    PERFORM nepenthe.head(found);
    RETURN found;
END $$;

-- A time as it is stored.
CREATE FUNCTION nepenthe.at(of_time timestamptz) RETURNS bigint LANGUAGE sql IMMUTABLE AS
    $$ SELECT (extract(epoch FROM of_time) * 1000000)::bigint $$;

-- What is in recall.
CREATE VIEW nepenthe.memory_view WITH (security_invoker = true) AS
    SELECT s.path AS scope, encode(m.id, 'hex')::uuid AS id, v.text, m.source, m.metadata, m.depth,
        to_timestamp(m.created_at / 1e6) AS created_at, to_timestamp(m.expires_at / 1e6) AS expires_at, v.id AS version
    FROM nepenthe.memory m
    JOIN nepenthe.version v ON v.in_store = m.in_store AND v.id = m.version
    JOIN nepenthe.scope s ON s.in_store = m.in_store AND s.id = m.scope
    WHERE m.in_store = nepenthe.here() AND m.depth > 0
        AND (m.expires_at IS NULL OR m.expires_at > nepenthe.at(clock_timestamp()));

-- The `k` memories in recall that have the most of the words (those of the table, folded and cut), by the BM25 of the engine:
-- higher is better. A word counts as often as it is given.
CREATE FUNCTION nepenthe.search(of_scope text, words text[], k integer)
RETURNS TABLE (id uuid, score double precision, text text) LANGUAGE sql STABLE AS $$
    WITH asked AS (
        SELECT CASE WHEN octet_length(a.word) <= 512 THEN a.word
                    ELSE 'sha256:' || encode(sha256(convert_to(a.word, 'UTF8')), 'hex') END AS word, count(*) AS times
        FROM unnest(words) AS a (word) WHERE a.word <> '' GROUP BY 1
    ), found AS (
        SELECT w.version, a.times, t.texts::double precision AS texts, t.words / t.texts::double precision AS average,
            w.count::double precision AS count, w.length::double precision AS length,
            count(*) OVER (PARTITION BY w.word)::double precision AS having_it
        FROM nepenthe.scope s
        JOIN nepenthe.word_total t ON t.in_store = s.in_store AND t.scope = s.id
        CROSS JOIN asked a
        JOIN nepenthe.word w ON w.in_store = s.in_store AND w.scope = s.id AND w.word = a.word
        WHERE s.in_store = nepenthe.here() AND s.path = of_scope
    ), weighed AS (
        SELECT *, CASE WHEN texts - having_it > having_it THEN ln((texts - having_it + 0.5) / (having_it + 0.5)) ELSE 1e-6 END
            AS weight FROM found
    ), scored AS (
        SELECT version, sum(times * weight * count * 2.2 / (count + 1.2 * (0.25 + 0.75 * length / average))) AS score
        FROM weighed GROUP BY version
    )
    SELECT m.id, r.score, m.text FROM scored r JOIN nepenthe.memory_view m ON m.version = r.version
    ORDER BY r.score DESC, r.version LIMIT k
$$;
