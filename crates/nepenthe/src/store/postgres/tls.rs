//! [`Tls`]: how connections to PostgreSQL are encrypted, by `sslmode` and `sslrootcert` of the URL.
//!
//! A certificate is always checked, with the server's name, as libpq does with `verify-full`.

use std::net::IpAddr;
use std::sync::Arc;

use percent_encoding::percent_decode_str;
use postgres::config::{Host, SslMode};
use postgres::{Client, Config, NoTls};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use rustls_platform_verifier::BuilderVerifierExt;
use tokio_postgres_rustls::MakeRustlsConnect;

use crate::store::error::OpenError;

/// What a URL says of encryption. Where it says nothing, connections to other machines are encrypted.
#[derive(Default)]
pub(super) struct Asked {
    mode: Option<String>,
    roots: Option<String>,
}

impl Asked {
    /// Takes a parameter of the URL; `false` where it is none of these.
    pub(super) fn take(&mut self, name: &str, value: &str) -> bool {
        let of = match name {
            "sslmode" => &mut self.mode,
            "sslrootcert" => &mut self.roots,
            _ => return false,
        };
        *of = Some(percent_decode_str(value).decode_utf8_lossy().into_owned());
        true
    }
}

/// How connections are made.
#[derive(Clone)]
pub(super) struct Tls(Option<MakeRustlsConnect>);

impl Tls {
    /// Sets up what was asked for.
    pub(super) fn new(asked: &Asked, config: &mut Config) -> Result<Self, OpenError> {
        let refused = |what: String| OpenError::Server(what);
        let mode = match asked.mode.as_deref() {
            None if config.get_hosts().iter().all(is_here) => SslMode::Disable,
            None | Some("require" | "verify-ca" | "verify-full") => SslMode::Require,
            Some("prefer" | "allow") => SslMode::Prefer,
            Some("disable") => SslMode::Disable,
            Some(_) => {
                return Err(refused("sslmode is `disable`, `prefer`, `require` or `verify-full`".into()));
            }
        };
        config.ssl_mode(mode);
        if mode == SslMode::Disable {
            return Ok(Self(None));
        }
        let provider = Arc::new(rustls::crypto::ring::default_provider());
        let builder = ClientConfig::builder_with_provider(provider)
            .with_safe_default_protocol_versions()
            .map_err(|error| refused(error.to_string()))?;
        let builder = match asked.roots.as_deref() {
            None | Some("system") => {
                builder.with_platform_verifier().map_err(|error| refused(error.to_string()))?
            }
            Some(file) => builder.with_root_certificates(roots(file).map_err(|what| {
                refused(format!("the certificates of sslrootcert cannot be read: {what}"))
            })?),
        };
        Ok(Self(Some(MakeRustlsConnect::new(builder.with_no_client_auth()))))
    }

    /// Connects.
    pub(super) fn connect(&self, config: &Config) -> Result<Client, postgres::Error> {
        match &self.0 {
            None => config.connect(NoTls),
            Some(tls) => config.connect(tls.clone()),
        }
    }
}

fn is_here(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        #[cfg(unix)]
        Host::Unix(_) => true,
    }
}

fn roots(file: &str) -> Result<RootCertStore, String> {
    let mut roots = RootCertStore::empty();
    for certificate in CertificateDer::pem_file_iter(file).map_err(|error| error.to_string())? {
        let certificate = certificate.map_err(|error| error.to_string())?;
        roots.add(certificate).map_err(|error| error.to_string())?;
    }
    if roots.is_empty() { Err("there is none in the file".into()) } else { Ok(roots) }
}
