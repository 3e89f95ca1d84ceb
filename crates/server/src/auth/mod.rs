//! Who may come in over the network: keys, the scopes that they open, and the file that keeps them.

mod issuer;
mod key;
mod key_ring;
mod principal;
mod rate_limit;

pub use issuer::Issuer;
pub use key::{ServerKey, Token};
pub use key_ring::{KeyRing, NewKey};
pub use nepenthe_ops::ScopePattern;
pub use principal::Principal;
pub(crate) use rate_limit::RateLimit;
