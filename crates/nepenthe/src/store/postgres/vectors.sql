-- Vectors of stores in mode `plain`, for SQL.

CREATE TABLE nepenthe.embedding (
    in_store  integer NOT NULL,
    scope     bigint NOT NULL,
    version   bigint NOT NULL,
    embedding vector NOT NULL,
    PRIMARY KEY (in_store, scope, version)
);
ALTER TABLE nepenthe.embedding ALTER COLUMN embedding SET STATISTICS 0;

-- The `k` memories in recall whose vectors are nearest, by L2 distance: every vector of the scope is read.
CREATE FUNCTION nepenthe.nearest(of_scope text, query vector, k integer)
RETURNS TABLE (id uuid, distance double precision, text text) LANGUAGE sql STABLE AS $$
    SELECT m.id, e.embedding <-> query, m.text
    FROM nepenthe.scope s
    JOIN nepenthe.embedding e ON e.in_store = s.in_store AND e.scope = s.id
    JOIN nepenthe.memory_view m ON m.version = e.version
    WHERE s.in_store = nepenthe.here() AND s.path = of_scope
    ORDER BY e.embedding <-> query, e.version LIMIT k
$$;
