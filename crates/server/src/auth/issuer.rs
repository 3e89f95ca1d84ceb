//! [`Issuer`]: tokens (JWT, RFC 7519) of one issuer, which let in as keys do.

use std::path::Path;

use jsonwebtoken::jwk::{AlgorithmParameters, EllipticCurve, Jwk, JwkSet, PublicKeyUse};
use jsonwebtoken::{Algorithm, AlgorithmFamily, DecodingKey, Validation, decode, decode_header};
use nepenthe_ops::{Code, OpError, Right, ScopePattern};
use serde::Deserialize;

use super::Principal;

/// By how many seconds the issuer's clock and this one may differ.
const LEEWAY: u64 = 30;
/// The longest `sub`, in bytes: with what stands before it in the log.
const LONGEST: usize = 120;

/// An issuer of tokens, with the public keys that it signs with. They are read once, and nothing is fetched.
#[derive(Debug)]
pub struct Issuer {
    keys: Vec<PublicKey>,
    issuer: String,
    audience: String,
}

/// A public key, with the algorithms of its kind: a token chooses among these, and never another.
#[derive(Debug)]
struct PublicKey {
    id: Option<String>,
    key: DecodingKey,
    algorithms: Vec<Algorithm>,
}

/// What a token says, beside `iss`, `aud`, `exp` and `nbf`.
#[derive(Deserialize)]
struct Claims {
    sub: String,
    /// Words; those that name rights count (RFC 8693, section 4.2).
    #[serde(default)]
    scope: String,
    /// The scopes that it opens.
    nepenthe_scope: ScopePattern,
}

impl Issuer {
    /// Reads the public keys of an issuer: one in PEM, or a set of them in JSON (JWKS, RFC 7517). Tokens must be for this
    /// audience.
    ///
    /// # Errors
    /// [`Code::FileFailed`] where the file cannot be read, or holds no such key, or one that is not public.
    pub fn read(issuer: String, audience: String, file: &Path) -> Result<Self, OpError> {
        let failed = |why: &str| OpError::new(Code::FileFailed, format!("{}: {why}", file.display()));
        let text = std::fs::read_to_string(file).map_err(|error| failed(&error.to_string()))?;
        let keys = match text.trim_start().starts_with('{') {
            true => of_set(&text),
            false => of_pem(&text).map(|key| vec![key]),
        };
        Ok(Self { keys: keys.map_err(failed)?, issuer, audience })
    }

    /// Returns who comes in with a token; `None` for whoever does not.
    #[must_use]
    pub fn admit(&self, token: &str) -> Option<Principal> {
        let header = decode_header(token).ok()?;
        let named = |key: &&PublicKey| match (&key.id, &header.kid) {
            (Some(id), Some(named)) => id == named,
            _ => true,
        };
        let claims = self.keys.iter().filter(named).find_map(|key| self.verified(token, key))?;
        let Claims { sub, scope, nepenthe_scope } = claims;
        if sub.is_empty() || sub.len() > LONGEST || sub.chars().any(char::is_control) {
            return None;
        }
        let rights = scope.split(' ').filter_map(|word| word.parse::<Right>().ok()).collect();
        let name = format!("jwt-{sub}");
        Some(Principal { id: name.clone(), rights, scopes: nepenthe_scope, actor: name })
    }

    fn verified(&self, token: &str, key: &PublicKey) -> Option<Claims> {
        let mut validation = Validation::new(*key.algorithms.first()?);
        validation.algorithms.clone_from(&key.algorithms);
        validation.leeway = LEEWAY;
        validation.validate_nbf = true;
        validation.set_issuer(&[&self.issuer]);
        validation.set_audience(&[&self.audience]);
        validation.set_required_spec_claims(&["exp", "iss", "aud", "sub"]);
        decode(token, &key.key, &validation).ok().map(|token| token.claims)
    }
}

fn of_pem(text: &str) -> Result<PublicKey, &'static str> {
    if text.contains("PRIVATE KEY") {
        return Err("it holds a private key, and a public one is needed");
    }
    if text.matches("-----BEGIN ").count() > 1 {
        return Err("it holds several keys: put them into a JWKS file");
    }
    let bytes = text.as_bytes();
    let key = DecodingKey::from_rsa_pem(bytes)
        .or_else(|_| DecodingKey::from_ec_pem(bytes))
        .or_else(|_| DecodingKey::from_ed_pem(bytes))
        .map_err(|_| NONE)?;
    let algorithms = match key.family() {
        AlgorithmFamily::Hmac => return Err(NONE),
        AlgorithmFamily::Ec => match key.try_get_as_bytes().map(<[u8]>::len) {
            Ok(65) => vec![Algorithm::ES256],
            Ok(97) => vec![Algorithm::ES384],
            _ => return Err(NONE),
        },
        family => family.algorithms().to_vec(),
    };
    Ok(PublicKey { id: None, key, algorithms })
}

/// What is said of a file without a key of a kind that is known.
const NONE: &str = "it holds no public key of RSA, P-256, P-384 or Ed25519, in PEM or as a JWKS";

fn of_set(text: &str) -> Result<Vec<PublicKey>, &'static str> {
    let value: serde_json::Value = serde_json::from_str(text).map_err(|_| "it is no JSON")?;
    let given = value["keys"].as_array().ok_or("it has no array `keys`")?;
    if given.iter().any(|key| key.get("d").is_some() || key.get("k").is_some()) {
        return Err("it holds a private or a secret key, and public ones are needed");
    }
    let set = JwkSet::deserialize(&value).map_err(|_| "it is no JWKS")?;
    let keys: Vec<PublicKey> = set.keys.iter().filter_map(of_jwk).collect();
    if keys.is_empty() { Err(NONE) } else { Ok(keys) }
}

/// A key that tokens can be verified with.
fn of_jwk(jwk: &Jwk) -> Option<PublicKey> {
    if matches!(jwk.common.public_key_use, Some(PublicKeyUse::Encryption)) {
        return None;
    }
    let kind = match &jwk.algorithm {
        AlgorithmParameters::RSA(_) => AlgorithmFamily::Rsa.algorithms().to_vec(),
        AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P256 => vec![Algorithm::ES256],
        AlgorithmParameters::EllipticCurve(key) if key.curve == EllipticCurve::P384 => vec![Algorithm::ES384],
        AlgorithmParameters::OctetKeyPair(key) if key.curve == EllipticCurve::Ed25519 => {
            vec![Algorithm::EdDSA]
        }
        _ => return None,
    };
    let algorithms = match &jwk.common.key_algorithm {
        None => kind,
        // One that is none of its kind makes the key useless.
        Some(named) => {
            let named: Algorithm = named.to_string().parse().ok()?;
            kind.into_iter().filter(|algorithm| *algorithm == named).collect()
        }
    };
    let key = DecodingKey::from_jwk(jwk).ok()?;
    (!algorithms.is_empty()).then(|| PublicKey { id: jwk.common.key_id.clone(), key, algorithms })
}
