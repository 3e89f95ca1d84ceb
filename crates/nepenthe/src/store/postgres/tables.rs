//! The tables of a store that are its truth: what PostgreSQL has, row by row as a mirror has it. Indexes are made from them.

use std::fmt::Write as _;

/// What a column holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Kind {
    Integer,
    Real,
    Text,
    Bytes,
    /// A value of any kind, kept in PostgreSQL as bytes that say which.
    Any,
}

impl Kind {
    pub(super) fn in_postgres(self) -> &'static str {
        match self {
            Self::Integer => "bigint",
            Self::Real => "double precision",
            Self::Text => "text",
            Self::Bytes | Self::Any => "bytea",
        }
    }
}

pub(super) type Column = (&'static str, Kind);

/// One table, by the same name on both sides.
pub(super) struct Table {
    pub(super) name: &'static str,
    pub(super) key: &'static [Column],
    /// What is written once, with the row.
    pub(super) fixed: &'static [Column],
    /// What may change.
    pub(super) rest: &'static [Column],
}

use Kind::{Any, Bytes, Integer, Real, Text};

/// Keys of `meta` that are of one file alone.
pub(super) const LOCAL: &str = "('clean', 'feed', 'mention_rules')";

/// So many tables, the first ones, an encrypted store has. One that is not has its vectors in tables of their own.
pub(super) const SEALED: usize = 13;

/// Their places in [`TABLES`].
pub(super) const VERSION: u16 = 3;
pub(super) const ANNOTATION: u16 = 4;
pub(super) const RECEIPT: u16 = 8;
pub(super) const VECTOR: u16 = 13;

pub(super) const TABLES: [Table; 15] = [
    Table { name: "meta", key: &[("key", Text)], fixed: &[], rest: &[("value", Any)] },
    Table { name: "scope", key: &[("id", Integer)], fixed: &[], rest: &[("path", Text), ("sum", Bytes)] },
    Table {
        name: "memory",
        key: &[("row", Integer)],
        fixed: &[],
        rest: &[
            ("scope", Integer),
            ("id", Bytes),
            ("version", Integer),
            ("depth", Real),
            ("superseded", Integer),
            ("created_at", Integer),
            ("changed_at", Integer),
            ("expires_at", Integer),
            ("source", Text),
            ("metadata", Text),
            ("accesses", Integer),
            ("accessed_at", Integer),
            ("last_event", Integer),
            ("key", Bytes),
            ("sealed_by", Integer),
            ("sealed", Bytes),
            ("sum", Bytes),
        ],
    },
    Table {
        name: "version",
        key: &[("id", Integer)],
        fixed: &[("memory", Integer), ("text", Text), ("sealed", Bytes), ("valid_from", Integer)],
        rest: &[("valid_to", Integer), ("sealed_vector", Bytes), ("sum", Bytes)],
    },
    Table {
        name: "annotation",
        key: &[("version", Integer)],
        fixed: &[],
        rest: &[("prompt", Text), ("entries", Text), ("sealed", Bytes)],
    },
    Table {
        name: "supersession",
        key: &[("scope", Integer), ("old", Bytes), ("new", Bytes)],
        fixed: &[],
        rest: &[("at", Integer)],
    },
    Table {
        name: "event",
        key: &[("seq", Integer)],
        fixed: &[
            ("scope", Integer),
            ("memory", Bytes),
            ("kind", Text),
            ("at", Integer),
            ("actor", Text),
            ("depth_before", Real),
            ("depth_after", Real),
            ("digest", Bytes),
            ("related", Bytes),
            ("imported_at", Integer),
            ("planner", Text),
            ("note", Text),
        ],
        rest: &[],
    },
    Table {
        name: "tree_node",
        key: &[("level", Integer), ("place", Integer)],
        fixed: &[],
        rest: &[("hash", Bytes)],
    },
    Table {
        name: "receipt",
        key: &[("id", Bytes)],
        fixed: &[],
        rest: &[("event", Integer), ("body", Text), ("sum", Bytes)],
    },
    Table { name: "pending", key: &[("receipt", Bytes)], fixed: &[], rest: &[] },
    Table {
        name: "tombstone",
        key: &[("scope", Integer), ("digest", Bytes)],
        fixed: &[],
        rest: &[("kind", Text), ("event", Integer)],
    },
    Table {
        name: "derivation",
        key: &[("scope", Integer), ("source", Bytes), ("derived", Bytes)],
        fixed: &[],
        rest: &[],
    },
    Table {
        name: "backup",
        key: &[("id", Integer)],
        fixed: &[],
        rest: &[("at", Integer), ("expires_at", Integer), ("tree_size", Integer)],
    },
    Table {
        name: "vector",
        key: &[("scope", Integer), ("version", Integer)],
        fixed: &[],
        rest: &[("vector", Bytes)],
    },
    Table {
        name: "passage",
        key: &[("scope", Integer), ("version", Integer)],
        fixed: &[],
        rest: &[("vectors", Bytes)],
    },
];

impl Table {
    pub(super) fn columns(&self) -> impl Iterator<Item = Column> + '_ {
        self.key.iter().chain(self.fixed).chain(self.rest).copied()
    }

    /// The names of columns, each written as `write` does, with commas.
    pub(super) fn listed(columns: impl Iterator<Item = Column>, write: impl Fn(Column) -> String) -> String {
        columns.map(write).collect::<Vec<_>>().join(", ")
    }

    /// The columns, and those of the key, as SQL names them in a list.
    pub(super) fn names(&self) -> (String, String) {
        let quoted = |(column, _)| format!("\"{column}\"");
        (Self::listed(self.columns(), quoted), Self::listed(self.key.iter().copied(), quoted))
    }

    /// SQL that reads the rows of a file that travel: of each its columns.
    pub(super) fn select(&self) -> String {
        let only = if self.name == "meta" { format!(" WHERE key NOT IN {LOCAL}") } else { String::new() };
        format!("SELECT {} FROM main.{}{only}", self.names().0, self.name)
    }

    /// The table in PostgreSQL. `in_store` leads every key, and `row_seq` is the last transaction that wrote the row.
    pub(super) fn create(&self) -> String {
        let name = self.name;
        let mut sql = format!("CREATE TABLE nepenthe.{name} (in_store integer NOT NULL");
        for (column, kind) in self.columns() {
            let _ = write!(sql, ", \"{column}\" {}", kind.in_postgres());
            if self.key.iter().any(|(key, _)| *key == column) {
                sql += " NOT NULL";
            }
            if kind == Text {
                sql += " COLLATE \"C\"";
            }
        }
        let (_, key) = self.names();
        let _ = write!(
            sql,
            ", row_seq bigint NOT NULL, PRIMARY KEY (in_store, {key}));
             CREATE INDEX {name}_row_seq ON nepenthe.{name} (in_store, row_seq);"
        );
        sql
    }

    /// The key of a row as a list in JSON, as SQLite writes it: numbers, words, and bytes in hex.
    pub(super) fn key_of(&self, row: &str) -> String {
        let part = |(column, kind)| match kind {
            Bytes => format!("hex({row}.\"{column}\")"),
            _ => format!("{row}.\"{column}\""),
        };
        format!("json_array({})", Self::listed(self.key.iter().copied(), part))
    }

    /// The parts of a key in that form, as SQLite reads them.
    pub(super) fn parts_of(&self, key: &str) -> Vec<String> {
        let part = |(place, (_, kind)): (usize, &Column)| match kind {
            Bytes => format!("unhex(json_extract({key}, '$[{place}]'))"),
            _ => format!("json_extract({key}, '$[{place}]')"),
        };
        self.key.iter().enumerate().map(part).collect()
    }

    /// What of SQLite's `sql` finds the row of such a key.
    pub(super) fn is_row(&self, row: &str, key: &str) -> String {
        let parts = self.parts_of(key).into_iter();
        let equal = parts.zip(self.key).map(|(part, (column, _))| format!("{row}\"{column}\" = {part}"));
        equal.collect::<Vec<_>>().join(" AND ")
    }
}

/// The version of the schema in PostgreSQL.
pub(super) const SCHEMA: i32 = 2;

/// What makes a version of the schema of the one before.
pub(super) fn migration(to: i32) -> String {
    let create = |tables: &[Table]| tables.iter().map(Table::create).collect::<String>();
    let mut sql = match to {
        1 => include_str!("migrations/0001_sealed.sql").to_owned() + &create(&TABLES[..SEALED]),
        _ => create(&TABLES[SEALED..]) + include_str!("migrations/0002_plain.sql"),
    };
    let (tables, others) = match to {
        1 => (&TABLES[..SEALED], &["gone"][..]),
        _ => (&TABLES[SEALED..], &["word", "word_total"][..]),
    };
    for name in tables.iter().map(|table| table.name).chain(others.iter().copied()) {
        sql += &one_store(name);
        if to > 1 {
            sql += &as_others(name);
        }
    }
    sql + &format!("UPDATE nepenthe.schema_version SET version = {to};")
}

/// Lets those use a new table that may use the others.
pub(super) fn as_others(name: &str) -> String {
    format!(
        "DO $$ DECLARE a record; BEGIN
            FOR a IN SELECT grantee::regrole AS role, privilege_type AS may
                FROM pg_class c, aclexplode(c.relacl) WHERE c.oid = 'nepenthe.version'::regclass AND grantee NOT IN (0, c.relowner)
            LOOP EXECUTE format('GRANT %s ON nepenthe.{name} TO %s', a.may, a.role); END LOOP;
        END $$;"
    )
}

/// Row-level security of a table, forced.
pub(super) fn one_store(name: &str) -> String {
    format!(
        "ALTER TABLE nepenthe.{name} ENABLE ROW LEVEL SECURITY;
         ALTER TABLE nepenthe.{name} FORCE ROW LEVEL SECURITY;
         CREATE POLICY one_store ON nepenthe.{name} USING (in_store = nepenthe.here())
             WITH CHECK (in_store = nepenthe.here());"
    )
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::mode::Mode;
    use super::*;
    use crate::{MasterKey, Options, Store};

    /// The one table of a store's file that travels otherwise: numbers that are never given again.
    const NUMBERS: &str = "sqlite_sequence";

    /// Indexes, which each mirror makes of the texts.
    const MADE: [&str; 3] = ["mention", "posting", "lexical_total"];

    #[test]
    fn every_column_of_the_file_of_a_store_has_its_place_in_postgresql() {
        let sealed = Options::default().with_encryption(MasterKey::from_bytes(&[1; 32]));
        for (options, mode) in [(sealed, Mode::Sealed), (Options::default(), Mode::Plain)] {
            let folder = tempfile::tempdir().expect("a folder");
            let store = Store::open(folder.path().join("store.db"), options).expect("opens");
            assert_eq!(columns(&store), expected(mode.tables()));
        }
        let places = [VERSION, ANNOTATION, RECEIPT, VECTOR].map(|place| TABLES[usize::from(place)].name);
        assert_eq!(places, ["version", "annotation", "receipt", "vector"]);
    }

    /// Table, name, type, and whether it is of the key.
    type Columns = BTreeSet<(String, String, String, bool)>;

    fn expected(tables: &[Table]) -> Columns {
        let of = |table: &Table| {
            let key = |column: &str| table.key.iter().any(|(name, _)| *name == column);
            let typed = |kind| match kind {
                Integer => "INTEGER",
                Real => "REAL",
                Text => "TEXT",
                Bytes => "BLOB",
                Any => "ANY",
            };
            let columns = table.columns().map(|(column, kind)| {
                (table.name.to_owned(), column.to_owned(), typed(kind).to_owned(), key(column))
            });
            columns.collect::<Vec<_>>()
        };
        tables.iter().flat_map(of).collect()
    }

    fn columns(store: &Store) -> Columns {
        store.database().with_connection(|session| {
            let mut select = session
                .sql()
                .prepare(
                    "SELECT t.name, c.name, c.type, c.pk > 0 FROM main.sqlite_schema AS t JOIN pragma_table_info(t.name, 'main') AS c
                     WHERE t.type = 'table' AND t.name <> ?1",
                )
                .expect("is a statement");
            let rows = select
                .query_map([NUMBERS], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?)))
                .expect("runs");
            let found = rows.collect::<Result<Columns, _>>().expect("are rows");
            found.into_iter().filter(|(table, ..)| !MADE.contains(&table.as_str())).collect()
        })
    }
}
