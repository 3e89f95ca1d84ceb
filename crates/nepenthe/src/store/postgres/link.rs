//! [`Place`]: where a store is in PostgreSQL. [`Link`]: one connection to it, opened again when it is lost.

use std::collections::HashMap;
use std::str::FromStr;
use std::time::Duration;

use postgres::error::{DbError, Severity, SqlState};
use postgres::types::{ToSql, Type};
use postgres::{Client, Config, Row, Statement};
use rusqlite::ffi;

use super::mode::Mode;
use super::tables::{self, SCHEMA};
use super::tls::{Asked, Tls};
use crate::store::error::{OpenError, StorageError};
use crate::store::schema::{self, FORMAT_VERSION};

/// The number of the lock under which the schema, and a store, is made.
const MAKING: i64 = 0x4e65_7065;

/// A database, and the name of a store in it.
#[derive(Clone)]
pub(super) struct Place {
    config: Config,
    tls: Tls,
    pub(super) name: String,
    /// Asked for; without, a new store is sealed, and one that exists stays as it is.
    pub(super) mode: Option<Mode>,
}

impl FromStr for Place {
    type Err = OpenError;

    /// Reads a URL of PostgreSQL's, in which `store=NAME` may stand among the parameters, the usual name being `default`, and `mode=sealed` or
    /// `mode=plain`.
    fn from_str(url: &str) -> Result<Self, OpenError> {
        let (base, parameters) = url.split_once('?').unwrap_or((url, ""));
        let (mut name, mut mode) = ("default".to_owned(), None);
        let (mut others, mut asked) = (Vec::new(), Asked::default());
        for parameter in parameters.split('&').filter(|parameter| !parameter.is_empty()) {
            match parameter.split_once('=') {
                Some(("store", value)) => value.clone_into(&mut name),
                Some(("mode", value)) => {
                    let known = Mode::of(value);
                    mode =
                        Some(known.ok_or_else(|| OpenError::Server("mode is `sealed` or `plain`".into()))?);
                }
                Some((parameter, value)) if asked.take(parameter, value) => {}
                _ => others.push(parameter),
            }
        }
        let word = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
        if name.is_empty() || name.len() > 128 || !name.chars().all(word) {
            return Err(OpenError::Server(
                "the name of a store has letters, digits, `-`, `_` and `.`".into(),
            ));
        }
        let url = if others.is_empty() { base.to_owned() } else { format!("{base}?{}", others.join("&")) };
        // What cannot be read may have a password in it: nothing of it is shown.
        let mut config: Config =
            url.parse().map_err(|_| OpenError::Server("it is no URL of a PostgreSQL database".into()))?;
        if config.get_application_name().is_none() {
            config.application_name("nepenthe");
        }
        config.keepalives_idle(Duration::from_secs(30));
        if config.get_connect_timeout().is_none() {
            config.connect_timeout(Duration::from_secs(10));
        }
        let tls = Tls::new(&asked, &mut config)?;
        Ok(Self { config, tls, name, mode })
    }
}

impl Place {
    fn connect(&self) -> Result<Client, StorageError> {
        self.tls.connect(&self.config).map_err(|error| match failed(error) {
            StorageError::Server(said) if said.contains("TLS") => StorageError::Server(format!(
                "{said}; the URL's `sslrootcert=FILE` names certificates to trust, and `sslmode=disable` goes without TLS"
            )),
            other => other,
        })
    }
}

/// Which cluster answers: the timeline changes when it goes on from an earlier state, or on another server.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Cluster {
    pub(super) system: i64,
    pub(super) timeline: i32,
}

/// One connection. Whoever has it has it alone.
pub(super) struct Link {
    place: Place,
    pub(super) cluster: Cluster,
    client: Option<Client>,
    /// Whether a transaction was begun: it does not go on over another connection.
    is_begun: bool,
    /// By their text.
    statements: HashMap<String, Statement>,
    /// Whether the store that was found is of an older format, with the same rows.
    pub(super) is_older: bool,
}

impl Link {
    pub(super) fn open(place: &Place) -> Result<Self, StorageError> {
        let mut client = place.connect()?;
        let cluster = cluster(&mut client)?;
        Ok(Self {
            place: place.clone(),
            cluster,
            client: Some(client),
            is_begun: false,
            statements: HashMap::new(),
            is_older: false,
        })
    }

    /// The connection; a new one where it is lost.
    pub(super) fn client(&mut self) -> Result<&mut Client, StorageError> {
        if self.is_lost() {
            if self.is_begun {
                return Err(StorageError::Server("the connection was lost".into()));
            }
            self.statements.clear();
            self.client = None;
            let mut client = self.place.connect()?;
            if cluster(&mut client)? != self.cluster {
                return Err(StorageError::Server(
                    "another cluster answers, or an earlier state of it; open the store again".into(),
                ));
            }
            self.client = Some(client);
        }
        self.client.as_mut().ok_or_else(|| StorageError::Server("there is no connection".into()))
    }

    /// Runs a statement that is prepared once.
    pub(super) fn query(
        &mut self,
        sql: &str,
        types: &[Type],
        parameters: &[&(dyn ToSql + Sync)],
    ) -> Result<Vec<Row>, StorageError> {
        self.client()?;
        let Some(client) = &mut self.client else {
            return Err(StorageError::Server("there is no connection".into()));
        };
        let statement = match self.statements.get(sql) {
            Some(statement) => Ok(statement.clone()),
            None => client.prepare_typed(sql, types).inspect(|statement| {
                self.statements.insert(sql.to_owned(), statement.clone());
            }),
        };
        let answered = statement.and_then(|statement| client.query(&statement, parameters));
        answered.map_err(|error| self.failed(error))
    }

    pub(super) fn run(&mut self, sql: &str) -> Result<(), StorageError> {
        let done = self.client()?.batch_execute(sql);
        done.map_err(|error| self.failed(error))
    }

    /// What an error means. Lets go of the connection where it is more than a statement that was refused: that it is
    /// closed the client learns only a moment later.
    fn failed(&mut self, error: postgres::Error) -> StorageError {
        let said = error.as_db_error().and_then(DbError::parsed_severity);
        if !matches!(said, Some(Severity::Error)) {
            self.client = None;
        }
        failed(error)
    }

    /// Whether the connection is lost, as far as that is known.
    pub(super) fn is_lost(&self) -> bool {
        self.client.as_ref().is_none_or(Client::is_closed)
    }

    /// Begins a transaction.
    pub(super) fn begin(&mut self, sql: &str) -> Result<(), StorageError> {
        self.run(sql)?;
        self.is_begun = true;
        Ok(())
    }

    pub(super) fn commit(&mut self) -> Result<(), StorageError> {
        self.run("COMMIT")?;
        self.is_begun = false;
        Ok(())
    }

    /// Ends the transaction that is open, if one is.
    pub(super) fn roll_back(&mut self) {
        self.is_begun = false;
        if let Some(client) = &mut self.client
            && client.batch_execute("ROLLBACK").is_err()
        {
            self.client = None;
        }
    }

    /// Makes the schema where there is none, brings an earlier one to this library's, or refuses a later one. Only the role that owns
    /// the tables can do the first two.
    pub(super) fn prepare(&mut self) -> Result<(), OpenError> {
        match self.version()? {
            SCHEMA => Ok(()),
            found if found > SCHEMA => Err(newer(found)),
            before => self.making(Self::migrate).map_err(|error| match before {
                0 => error,
                _ => OpenError::Server(format!(
                    "the schema is of version {before}; the role that owns its tables brings it to {SCHEMA} when it next opens a \
                     store: {error}"
                )),
            }),
        }
    }

    /// Brings the schema from the version that it has to this library's.
    fn migrate(&mut self) -> Result<(), OpenError> {
        let found = self.version()?;
        if found == 0 {
            self.run("CREATE SCHEMA IF NOT EXISTS nepenthe")?;
        }
        for version in found + 1..=SCHEMA {
            self.run(&tables::migration(version))?;
        }
        if found > SCHEMA { Err(newer(found)) } else { Ok(()) }
    }

    /// The version of the schema that is there, 0 where there is none.
    fn version(&mut self) -> Result<i32, StorageError> {
        if !self.is_prepared()? {
            return Ok(0);
        }
        let rows = self.query("SELECT version FROM nepenthe.schema_version", &[], &[])?;
        rows.first().map(|row| row.get(0)).ok_or_else(|| StorageError::corrupt("its schema has no version"))
    }

    /// Makes what stores in plain mode have of vectors, where it is not there.
    pub(super) fn prepare_vectors(&mut self) -> Result<(), OpenError> {
        if self.has_vectors()? {
            return Ok(());
        }
        let needs = |error| {
            OpenError::Server(format!(
                "a store in plain mode that has vectors needs pgvector, which a superuser makes (CREATE EXTENSION vector), and the role \
                 that owns the tables to open the first such store: {error}"
            ))
        };
        self.making(|link| {
            if link.has_vectors()? {
                return Ok(());
            }
            let sql = include_str!("vectors.sql");
            let (row_security, grants) = (tables::one_store("embedding"), tables::as_others("embedding"));
            link.run(&format!("CREATE EXTENSION IF NOT EXISTS vector;\n{sql}\n{row_security}\n{grants}"))
                .map_err(needs)
        })
    }

    /// Whether there is a table for the vectors of stores in plain mode.
    pub(super) fn has_vectors(&mut self) -> Result<bool, StorageError> {
        self.has_table("embedding")
    }

    /// Whether the schema is there.
    pub(super) fn is_prepared(&mut self) -> Result<bool, StorageError> {
        self.has_table("schema_version")
    }

    fn has_table(&mut self, name: &str) -> Result<bool, StorageError> {
        // By a scan: what `to_regclass` has looked for in vain may be kept in memory.
        let rows = self.query(
            "SELECT EXISTS (SELECT 1 FROM pg_catalog.pg_tables WHERE schemaname = 'nepenthe' AND tablename = $1)",
            &[Type::TEXT],
            &[&name],
        )?;
        Ok(rows.first().is_some_and(|row| row.get(0)))
    }

    /// Lets a role use the tables that this one owns. What makes something, grants or writes a table anew changes the same rows of the
    /// catalog, and PostgreSQL lets the later of two fail: here it waits.
    pub(super) fn grant(&mut self, role: &str) -> Result<(), StorageError> {
        let role = role.replace('"', "\"\"");
        self.making(|link| {
            link.run(&format!(
                "DO $$ DECLARE name text; BEGIN
                     FOR name IN SELECT tablename FROM pg_tables WHERE schemaname = 'nepenthe' ORDER BY 1
                     LOOP EXECUTE format('LOCK TABLE nepenthe.%I IN SHARE UPDATE EXCLUSIVE MODE', name); END LOOP;
                 END $$;
                 GRANT USAGE ON SCHEMA nepenthe TO \"{role}\";
                 GRANT SELECT ON nepenthe.schema_version TO \"{role}\";
                 GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA nepenthe TO \"{role}\";
                 REVOKE INSERT, UPDATE, DELETE ON nepenthe.schema_version FROM \"{role}\""
            ))
        })
    }

    /// The number of the store of this place, if it is there, and its mode, which must be the one that was asked for.
    pub(super) fn find(&mut self) -> Result<Option<(i32, Mode)>, OpenError> {
        let name = self.place.name.clone();
        let found = self.query("SELECT id, format, mode FROM nepenthe.find($1)", &[Type::TEXT], &[&name])?;
        let Some(row) = found.first() else { return Ok(None) };
        let Some(id) = row.get::<_, Option<i32>>(0) else { return Ok(None) };
        let format = i64::from(row.get::<_, i32>(1));
        self.is_older = (schema::SAME_ROWS..FORMAT_VERSION).contains(&format);
        if format != FORMAT_VERSION && !self.is_older {
            return Err(OpenError::NewerFormat { found: format, supported: FORMAT_VERSION });
        }
        let mode = Mode::of(row.get(2)).ok_or_else(|| StorageError::corrupt("it has no mode"))?;
        match self.place.mode {
            Some(asked) if asked != mode => Err(OpenError::Server(format!(
                "the store was made in mode {}, and the URL says {}",
                mode.name(),
                asked.name()
            ))),
            _ => Ok(Some((id, mode))),
        }
    }

    /// Makes something in a transaction in which nobody else makes a store; nothing where that fails.
    pub(super) fn making<T, E: From<StorageError>>(
        &mut self,
        work: impl FnOnce(&mut Self) -> Result<T, E>,
    ) -> Result<T, E> {
        self.begin_making()?;
        let made = work(self).and_then(|made| self.commit().map(|()| made).map_err(E::from));
        if made.is_err() {
            self.roll_back();
        }
        made
    }

    /// Begins that transaction.
    pub(super) fn begin_making(&mut self) -> Result<(), StorageError> {
        self.begin(&format!("BEGIN; SELECT pg_advisory_xact_lock({MAKING})"))
    }
}

/// A schema that a later library has made.
fn newer(found: i32) -> OpenError {
    OpenError::NewerFormat { found: found.into(), supported: SCHEMA.into() }
}

fn cluster(client: &mut Client) -> Result<Cluster, StorageError> {
    let row = client
        .query_one(
            "SELECT (SELECT system_identifier FROM pg_control_system()),
                    (SELECT timeline_id FROM pg_control_checkpoint())",
            &[],
        )
        .map_err(failed)?;
    Ok(Cluster { system: row.get(0), timeline: row.get(1) })
}

/// What the server's answer means for the store. Its details may name rows, and are left out.
pub(super) fn failed(error: postgres::Error) -> StorageError {
    let sqlite =
        |code, what: &str| rusqlite::Error::SqliteFailure(ffi::Error::new(code), Some(what.to_owned()));
    match error.code() {
        Some(&SqlState::LOCK_NOT_AVAILABLE) => {
            StorageError::Busy(sqlite(ffi::SQLITE_BUSY, "another server writes"))
        }
        Some(&SqlState::DISK_FULL) => StorageError::DiskFull(sqlite(ffi::SQLITE_FULL, "at the server")),
        Some(&SqlState::READ_ONLY_SQL_TRANSACTION) => {
            StorageError::ReadOnly(sqlite(ffi::SQLITE_READONLY, "at the server"))
        }
        _ => match error.as_db_error() {
            Some(said) => StorageError::Server(format!("{} ({})", said.message(), said.code().code())),
            None => StorageError::Server(match std::error::Error::source(&error) {
                Some(cause) if !error.to_string().contains(&cause.to_string()) => format!("{error}: {cause}"),
                _ => error.to_string(),
            }),
        },
    }
}
