//! [`Context`]: what was typed for every command, and the store that it names.

use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use nepenthe::llm::Account;
use nepenthe::{Access, Indexes, Options, Scope, ScopePath, Store, StoredEmbedder};
use nepenthe_ops::{Code, OpError, Opener};

use crate::args::{GlobalArgs, KEY_FILE, MASTER_KEY};
use crate::error::CliError;
use crate::input::{Source, read_text};
use crate::keys;
use crate::output::{KeptFiles, Printer, quoted, refuse_kept};

/// What indexes in the file mean.
const IN_FILE: &str =
    "The words of this store's texts lie in its file in the clear, also in copies from before a purge.";

/// How standard input is written, in the place of a text or a file.
pub(crate) const STDIN: &str = "-";

/// What every command is given.
pub(crate) struct Context {
    global: GlobalArgs,
    printer: Printer,
    opener: Opener,
    /// Set once something is read from standard input.
    stdin: OnceLock<()>,
    /// Set once the store was opened.
    opened: OnceLock<()>,
}

impl Context {
    /// Takes what was typed.
    pub(crate) fn new(global: GlobalArgs, printer: Printer) -> Self {
        let opener = Opener::new(global.settings());
        Self { global, printer, opener, stdin: OnceLock::new(), opened: OnceLock::new() }
    }

    /// Returns where results and status go.
    pub(crate) fn printer(&self) -> Printer {
        self.printer
    }

    /// Returns the options typed.
    pub(crate) fn global(&self) -> &GlobalArgs {
        &self.global
    }

    /// Returns a text as it was typed, or the whole of standard input for `-`.
    pub(crate) fn text(&self, typed: &str) -> Result<String, CliError> {
        if typed == STDIN { read_text(&self.source(Path::new(STDIN))?) } else { Ok(typed.to_owned()) }
    }

    /// Returns the file that was named, or standard input for `-`. That can be read once.
    pub(crate) fn source(&self, typed: &Path) -> Result<Source, CliError> {
        let source = Source::new(typed);
        if source == Source::Stdin && self.stdin.set(()).is_err() {
            return Err(CliError::usage("two things are to come from standard input")
                .with_hint("write `-` once, and the other as an argument or in a file"));
        }
        Ok(source)
    }

    /// Returns what opens the store.
    pub(crate) fn opener(&self) -> &Opener {
        &self.opener
    }

    /// Returns the store's path.
    pub(crate) fn db(&self) -> PathBuf {
        self.opener.db()
    }

    /// Returns the store's path, for what is done with files alone.
    pub(crate) fn file(&self) -> Result<PathBuf, CliError> {
        match self.opener.settings().server {
            None => Ok(self.db()),
            Some(_) => Err(CliError::usage("this is done with a store in a file, and --db names a database")
                .with_hint("`nepenthe copy` makes a file of a store in a database, and the other way round")),
        }
    }

    /// Tells whether the store was named, with --db or NEPENTHE_DB.
    pub(crate) fn names_store(&self) -> bool {
        self.global.db.is_some()
    }

    /// Returns where the key that signs receipts lies.
    pub(crate) fn key_file(&self) -> Result<PathBuf, CliError> {
        self.global.key_file.clone().map_or_else(keys::usual_path, Ok)
    }

    /// Returns the files that no output may take the place of: the store's, and every key that was named or that would be
    /// used if none were.
    pub(crate) fn kept_files(&self) -> KeptFiles {
        let mut kept = KeptFiles::of_store(&self.db());
        let variable = |name| std::env::var_os(name).filter(|path| !path.is_empty()).map(PathBuf::from);
        let signing = [self.global.key_file.clone(), variable(KEY_FILE), keys::usual_path().ok()];
        for file in signing.iter().flatten() {
            kept.add(file, "the key that signs receipts");
        }
        if let Some(server) = &self.opener.settings().server {
            kept.add(&server.keys, "the key file of the store");
        }
        for file in [self.global.master_key.clone(), variable(MASTER_KEY)].iter().flatten() {
            kept.add(file, "the master key of encrypted stores");
        }
        if let Some(file) = &self.global.llm.llm_key_file {
            kept.add(file, "the key of the language model's endpoint");
        }
        kept
    }

    /// Returns the scope named, without opening anything.
    pub(crate) fn scope_path(&self) -> Result<ScopePath, CliError> {
        Ok(self.global.scope.parse::<ScopePath>()?)
    }

    /// Returns how the store is opened; reads from it which embedder it needs.
    pub(crate) fn options(&self, access: Access) -> Result<Options, CliError> {
        self.opener.options(access).map_err(|error| self.unopened(error))
    }

    /// Returns how a store is opened whose vectors are of an embedder.
    pub(crate) fn options_for(
        &self,
        stored: Option<&StoredEmbedder>,
        access: Access,
    ) -> Result<Options, CliError> {
        self.opener.options_for(stored, access).map_err(|error| self.unopened(error))
    }

    /// Opens the store.
    pub(crate) fn store(&self, access: Access) -> Result<Store, CliError> {
        self.opened(self.opener.store(access))
    }

    /// Returns the scope named, to write new memories into; makes the store where there is none. `asks` says whether a
    /// language model may be asked about what is written.
    pub(crate) fn scope_for_new_memories(&self, asks: bool) -> Result<Scope, CliError> {
        let path = self.scope_path()?;
        self.refuse_kept_record()?;
        let (opened, made) = self
            .opener
            .for_new_memories(false, asks)
            .map_or_else(|error| (Err(error), false), |(store, made)| (Ok(store), made));
        let store = self.opened(opened)?;
        if made && store.indexes()? == Some(Indexes::InFile) {
            self.printer.status(IN_FILE);
        }
        Ok(store.scope(path.as_str())?)
    }

    /// Opens the store and returns the scope named.
    pub(crate) fn scope(&self, access: Access) -> Result<Scope, CliError> {
        let path = self.scope_path()?;
        Ok(self.store(access)?.scope(path.as_str())?)
    }

    /// Opens the store and returns the scope named, to change it: with a language model, where one may be asked for a
    /// change in words, or for one that writes texts.
    pub(crate) fn scope_for_change(
        &self,
        access: Access,
        words: bool,
        writes: bool,
    ) -> Result<Scope, CliError> {
        let path = self.scope_path()?;
        self.refuse_kept_record()?;
        Ok(self.opened(self.opener.for_change(access, words, writes))?.scope(path.as_str())?)
    }

    /// Notes that the store is open, and says how to move the indexes of an encrypted one that was made when nobody was asked
    /// about them.
    fn opened(&self, store: Result<Store, OpError>) -> Result<Store, CliError> {
        let store = store.map_err(|error| self.unopened(error))?;
        self.opens();
        if self.global.indexes.is_some() && self.global.master_key.is_none() {
            self.printer.status(
                "--indexes changes nothing: this store is not encrypted, and what it searches with is in its file.",
            );
        }
        if self.global.master_key.is_some() && store.indexes()?.is_none() {
            self.printer.status(format!("{IN_FILE} `nepenthe reembed --indexes in-memory` moves them."));
        }
        Ok(store)
    }

    /// Says why the store is not open.
    fn unopened(&self, error: OpError) -> CliError {
        match &self.global.master_key {
            Some(file) if error.code() == Code::MasterKeyExposed => keys::of_file(error, file),
            _ => error.into(),
        }
    }

    /// Refuses to record into a file that is kept.
    fn refuse_kept_record(&self) -> Result<(), CliError> {
        match &self.global.llm.llm_record {
            Some(record) => refuse_kept(record, &self.kept_files()),
            None => Ok(()),
        }
    }

    /// Notes that the command opens the store.
    pub(crate) fn opens(&self) {
        self.opened.get_or_init(|| ());
    }

    /// Warns of files of the store that other users can read, where the command opened it: of those that it leaves behind.
    pub(crate) fn warn_of_open_files(&self) {
        let files = Store::exposed_files(self.db());
        if files.is_empty() || self.opened.get().is_none() {
            return;
        }
        let named: Vec<String> = files.iter().map(|file| file.display().to_string()).collect();
        let quoted: Vec<String> = files.iter().map(|file| quoted(file)).collect();
        self.printer.warning(
            &format!("other users of this machine can read or write {}", named.join(", ")),
            &format!("run `chmod 600 {}`", quoted.join(" ")),
        );
    }

    /// What was asked of the language model so far; `None` where nothing was.
    pub(crate) fn account(&self) -> Option<Account> {
        self.opener.account()
    }
}
