//! [`Resource`]: what the MCP endpoint is to clients that look for an authorization server (RFC 9728).

use nepenthe_ops::Right;
use schemars::JsonSchema;
use serde::Serialize;

/// Where the metadata is; behind it the path of the endpoint may stand.
pub(crate) const METADATA: &str = "/.well-known/oauth-protected-resource";

/// What the MCP endpoint is (RFC 9728). It names no authorization server: keys are made by whoever runs this one.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub(crate) struct Resource {
    /// Its URL.
    resource: String,
    /// Its name for people.
    resource_name: &'static str,
    /// How a key is sent.
    bearer_methods_supported: [&'static str; 1],
    /// The rights that a key may have.
    scopes_supported: [&'static str; 6],
    #[serde(skip)]
    base: String,
}

impl Resource {
    /// The endpoint of a server at a URL without a path.
    pub(crate) fn new(base: String) -> Self {
        Self {
            resource: format!("{base}/mcp"),
            resource_name: "Nepenthe",
            bearer_methods_supported: ["header"],
            scopes_supported: Right::ALL.map(Right::as_str),
            base,
        }
    }

    /// What a client without a key is told.
    pub(crate) fn challenge(&self) -> String {
        format!("Bearer realm=\"nepenthe\", resource_metadata=\"{}{METADATA}/mcp\"", self.base)
    }
}
