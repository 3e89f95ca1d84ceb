//! The Hugging Face hub.

use std::path::Path;
use std::time::Duration;

use nepenthe::embed::minilm::ModelFile;
use ureq::Agent;
use ureq::tls::{RootCerts, TlsConfig};

use crate::install::install;
use crate::progress::Progress;

const DEFAULT_ENDPOINT: &str = "https://huggingface.co";
/// The files of any revision are accepted by hash, so there is no need to pin one.
const PATH: &str = "sentence-transformers/all-MiniLM-L6-v2/resolve/main";
/// An unreachable hub must lead quickly to the next source.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(5);
const READ_TIMEOUT: Duration = Duration::from_secs(30);

/// Where the hub is, or that it must not be asked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Hub {
    Endpoint(String),
    Offline,
}

impl Hub {
    /// Reads `HF_ENDPOINT` and `HF_HUB_OFFLINE`, as the hub's own clients do.
    pub(crate) fn from_env() -> Hub {
        let set = |name| std::env::var(name).ok().filter(|value| !value.is_empty());
        let offline = set("HF_HUB_OFFLINE")
            .is_some_and(|value| matches!(value.to_ascii_lowercase().as_str(), "1" | "on" | "yes" | "true"));
        if offline {
            return Hub::Offline;
        }
        Hub::Endpoint(set("HF_ENDPOINT").unwrap_or_else(|| DEFAULT_ENDPOINT.to_owned()))
    }

    /// Names the source to a person.
    pub(crate) fn describe(&self) -> String {
        match self {
            Hub::Endpoint(endpoint) => format!("the Hugging Face hub at {endpoint}"),
            Hub::Offline => "the Hugging Face hub".to_owned(),
        }
    }

    /// Fetches files into `dir`. Files got before a failure stay.
    pub(crate) fn fetch(&self, dir: &Path, files: &[ModelFile], progress: Progress) -> Result<(), String> {
        let Hub::Endpoint(endpoint) = self else { return Err("HF_HUB_OFFLINE is set".to_owned()) };
        let agent = agent();
        for file in files {
            let url = format!("{}/{PATH}/{}", endpoint.trim_end_matches('/'), file.name);
            let mut response = agent.get(&url).call().map_err(|error| format!("{}: {error}", file.name))?;
            let bar = progress.begin(&format!("Fetching {url}"), file.size);
            install(dir, file, &mut response.body_mut().as_reader(), &bar)?;
        }
        Ok(())
    }
}

fn agent() -> Agent {
    Agent::config_builder()
        .tls_config(TlsConfig::builder().root_certs(RootCerts::PlatformVerifier).build())
        .user_agent(concat!("nepenthe/", env!("CARGO_PKG_VERSION")))
        .timeout_resolve(Some(CONNECT_TIMEOUT))
        .timeout_connect(Some(CONNECT_TIMEOUT))
        .timeout_recv_response(Some(READ_TIMEOUT))
        .timeout_per_read(Some(READ_TIMEOUT))
        .build()
        .new_agent()
}
