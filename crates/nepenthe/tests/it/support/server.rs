//! A PostgreSQL server for the tests: the one that the environment names, or one that ends with this process.

use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use nepenthe::{Indexes, OpenError, Options, Store};

use super::master;

/// The server: its URLs, and the folder of its cluster.
pub struct Server {
    /// The role that owns the tables.
    pub url: String,
    /// The role that only uses them.
    pub app: String,
    /// The superuser, who looks past row-level security.
    pub admin: String,
    pub data: PathBuf,
    /// That of the server; empty where it has no TLS.
    pub certificate: String,
    /// What runs it until its input ends, where this process has started it.
    _script: Option<Child>,
}

impl Server {
    /// Has the stores of a process of the tests be on it.
    pub fn name_in(&self, command: &mut Command) {
        self.name_as("postgres", command);
    }

    /// The same with another backend: `plain`, for stores in that mode.
    pub fn name_as(&self, backend: &str, command: &mut Command) {
        command
            .env("NEPENTHE_TEST_BACKEND", backend)
            .env("NEPENTHE_TEST_POSTGRES", &self.url)
            .env("NEPENTHE_TEST_POSTGRES_APP", &self.app)
            .env("NEPENTHE_TEST_POSTGRES_ADMIN", &self.admin)
            .env("NEPENTHE_TEST_POSTGRES_DATA", &self.data)
            .env("NEPENTHE_TEST_POSTGRES_CERTIFICATE", &self.certificate);
    }
}

/// Returns the server. Without PostgreSQL on this machine the test fails.
pub fn server() -> &'static Server {
    static SERVER: OnceLock<Server> = OnceLock::new();
    SERVER.get_or_init(|| {
        let set = |name: &str| std::env::var(format!("NEPENTHE_TEST_POSTGRES{name}"));
        if let (Ok(url), Ok(app), Ok(admin), Ok(data)) = (set(""), set("_APP"), set("_ADMIN"), set("_DATA")) {
            let certificate = set("_CERTIFICATE").unwrap_or_default();
            return Server { url, app, admin, data: data.into(), certificate, _script: None };
        }
        let script = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../scripts/postgres.sh");
        // No test stops the machine.
        let mut child = Command::new(script)
            .env("NEPENTHE_PG_SETTINGS", "-c fsync=off")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("starts");
        let mut lines = std::io::BufRead::lines(std::io::BufReader::new(child.stdout.take().unwrap()));
        let mut next = |name: &str| {
            let line = lines.next().expect("there is a PostgreSQL server").unwrap();
            line.strip_prefix(name).expect("the line that is meant").to_owned()
        };
        let (url, app, admin) = (next("URL="), next("APP="), next("ADMIN="));
        let (data, certificate) = (next("DATA=").into(), next("CERTIFICATE="));
        // Its input ends when this process does.
        Server { url, app, admin, data, certificate, _script: Some(child) }
    })
}

/// Whether the tests of the engine are to run over PostgreSQL.
pub fn is_meant() -> bool {
    std::env::var("NEPENTHE_TEST_BACKEND")
        .is_ok_and(|backend| ["postgres", "plain"].contains(&backend.as_str()))
}

/// Whether the server has the extension for vectors.
pub fn has_pgvector() -> bool {
    static HAS: OnceLock<bool> = OnceLock::new();
    *HAS.get_or_init(|| {
        let mut admin = postgres::Client::connect(&server().admin, postgres::NoTls).unwrap();
        let sql = "SELECT 1 FROM pg_available_extensions WHERE name = 'vector'";
        !admin.query(sql, &[]).unwrap().is_empty()
    })
}

/// As stores in plain mode are opened: without vectors, where the server has none.
pub fn in_the_clear(options: Options) -> Options {
    if has_pgvector() { options } else { options.with_embedder(nepenthe::embed::NoEmbedder) }
}

/// A folder beside the cluster's, which goes with it.
fn beside(name: &str) -> PathBuf {
    server().data.parent().unwrap().join(name)
}

/// Opens the store that a path stands for. Its key file lies where that of a store at the path would.
pub fn open(path: &Path, options: Options) -> Result<Store, OpenError> {
    static MIRRORS: AtomicU32 = AtomicU32::new(0);
    let name: String =
        path.to_string_lossy().chars().map(|c| if c.is_alphanumeric() { c } else { '-' }).collect();
    let keys = PathBuf::from(format!("{}.keys", path.display()));
    let mirror = format!("mirror-{}-{}", std::process::id(), MIRRORS.fetch_add(1, Ordering::Relaxed));
    if std::env::var("NEPENTHE_TEST_BACKEND").is_ok_and(|backend| backend == "plain") {
        let url = format!("{}?store={name}&mode=plain", server().url);
        return Store::connect(&url, beside(&mirror), in_the_clear(options));
    }
    let options = options.with_encryption(master()).with_indexes(Indexes::InMemory).with_key_file(keys);
    Store::connect(&format!("{}?store={name}", server().url), beside(&mirror), options)
}

/// Opens a new store that nobody else opens.
pub fn open_alone(options: Options) -> Result<Store, OpenError> {
    static STORES: AtomicU32 = AtomicU32::new(0);
    let name = format!("alone-{}-{}", std::process::id(), STORES.fetch_add(1, Ordering::Relaxed));
    open(&beside(&name), options)
}

/// A name for a store that no other has, and a place for its key file and the mirrors.
pub struct Shared {
    dir: tempfile::TempDir,
    pub url: String,
    mirrors: AtomicU32,
}

impl Shared {
    pub fn new() -> Self {
        static NAMES: AtomicU32 = AtomicU32::new(0);
        let name = format!("s{}-{}", std::process::id(), NAMES.fetch_add(1, Ordering::Relaxed));
        let url = format!("{}?store={name}", server().url);
        Self { dir: tempfile::tempdir().unwrap(), url, mirrors: AtomicU32::new(0) }
    }

    pub fn keys(&self) -> PathBuf {
        self.dir.path().join("keys")
    }

    /// A folder for another server's mirror.
    pub fn cache(&self) -> PathBuf {
        self.dir.path().join(format!("cache-{}", self.mirrors.fetch_add(1, Ordering::Relaxed)))
    }
}

/// Opens the store as another server does: with a mirror of its own.
#[track_caller]
pub fn connect(place: &Shared, options: Options) -> Store {
    let options =
        options.with_random(nepenthe::SystemRandom).with_encryption(master()).with_key_file(place.keys());
    Store::connect(&place.url, place.cache(), options).unwrap()
}
