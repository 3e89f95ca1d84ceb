//! Tokens (JWT) of a configured issuer: who comes in with one, what it may do, and what opens nothing.

use jsonwebtoken::{Algorithm, EncodingKey, Header, encode, get_current_timestamp};
use serde_json::{Value, json};

use super::client::{ALL, Client, Server};
use crate::support::World;

/// The key pair of RFC 8037, appendix A: its seed, and its public half.
const ED_SEED: &str = "9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60";
const ED_PUBLIC: &str = "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo";
/// The key pair of RFC 7515, appendix A.3.
const EC_SECRET: &str = "8e9b109e719098bf980487df1f5d77e9cb29606ebed2263b5f57c213df84f4b2";
const EC_X: &str = "f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU";
const EC_Y: &str = "x_FEzRu9m36HLN_tue659LNpXW6pCyStikYjKIWI5a0";
/// A key pair that the tests of the crate jsonwebtoken publish.
const RSA: &str = include_str!("jwt_rsa.txt");
const RSA_PUBLIC: &str = "-----BEGIN PUBLIC KEY-----
MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8AMIIBCgKCAQEAyRE6rHuNR0QbHO3H3Kt2
pOKGVhQqGZXInOduQNxXzuKlvQTLUTv4l4sggh5/CYYi/cvI+SXVT9kPWSKXxJXB
Xd/4LkvcPuUakBoAkfh+eiFVMh2VrUyWyj3MFl0HTVF9KwRXLAcwkREiS3npThHR
yIxuy0ZMeZfxVL5arMhw1SRELB8HoGfG/AtH89BIE9jDBHZ9dLelK9a184zAf8Lw
oPLxvJb3Il5nncqPcSfKDDodMFBIMc4lQzDKL5gvmiXLXB1AGLm8KBjfE8s3L5xq
i+yUod+j8MtvIj812dkS4QMiRVN/by2h3ZY8LYVGrqZXZTcgn2ujn8uKjXLZVD5T
dQIDAQAB
-----END PUBLIC KEY-----
";
const ISSUER: &str = "https://issuer.example";
const FLAGS: [&str; 6] = ["--jwt-issuer", ISSUER, "--jwt-audience", "nepenthe", "--jwt-key", "issuer.key"];

fn bytes(hex: &str) -> Vec<u8> {
    (0..hex.len()).step_by(2).map(|at| u8::from_str_radix(&hex[at..at + 2], 16).unwrap()).collect()
}

fn ed() -> EncodingKey {
    let der = format!("302e020100300506032b657004220420{ED_SEED}");
    EncodingKey::from_ed_der(&bytes(&der))
}

fn ec() -> EncodingKey {
    let head = "3041020100301306072a8648ce3d020106082a8648ce3d030107042730250201010420";
    EncodingKey::from_ec_der(&bytes(&format!("{head}{EC_SECRET}")))
}

fn rsa() -> EncodingKey {
    let pem = format!("-----BEGIN RSA PRIVATE KEY-----\n{RSA}-----END RSA PRIVATE KEY-----\n");
    EncodingKey::from_rsa_pem(pem.as_bytes()).unwrap()
}

fn ed_jwk() -> Value {
    json!({ "kty": "OKP", "crv": "Ed25519", "x": ED_PUBLIC, "kid": "ed", "use": "sig" })
}

fn ec_jwk() -> Value {
    json!({ "kty": "EC", "crv": "P-256", "x": EC_X, "y": EC_Y, "kid": "ec", "alg": "ES256" })
}

fn set(keys: &[Value]) -> String {
    json!({ "keys": keys }).to_string()
}

fn now() -> u64 {
    get_current_timestamp()
}

fn claims() -> Value {
    json!({
        "iss": ISSUER, "aud": "nepenthe", "sub": "alice", "exp": now() + 600, "nbf": now() - 5,
        "scope": "openid read write profile", "nepenthe_scope": "acme/alice",
    })
}

/// The usual claims with others in their place; null leaves one out.
fn but(changes: Value) -> Value {
    let mut claims = claims();
    for (name, value) in changes.as_object().unwrap() {
        match value {
            Value::Null => drop(claims.as_object_mut().unwrap().remove(name)),
            value => claims[name] = value.clone(),
        }
    }
    claims
}

fn token(claims: &Value) -> String {
    encode(&Header::new(Algorithm::EdDSA), claims, &ed()).unwrap()
}

/// A token whose parts are these.
fn forged(header: &Value, claims: &Value, signature: &str) -> String {
    let part = |value: &Value| base64url(value.to_string().as_bytes());
    format!("{}.{}.{signature}", part(header), part(claims))
}

fn base64url(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let number = chunk
            .iter()
            .chain([0, 0].iter())
            .take(3)
            .fold(0_usize, |all, byte| all << 8 | usize::from(*byte));
        (0..=chunk.len()).for_each(|digit| text.push(DIGITS[number >> (18 - 6 * digit) & 63].into()));
    }
    text
}

fn with(server: &Server, token: &str) -> Client {
    server.anybody().with("Authorization", &format!("Bearer {token}"))
}

#[test]
fn a_token_of_the_issuer_lets_in_with_its_rights_in_its_scopes_as_its_subject() {
    let world = World::new();
    world.write("issuer.key", set(&[ed_jwk()]));
    let server = Server::start(&world, &FLAGS);
    let alice = with(&server, &token(&claims()));
    let ids = alice.inscribe(&["The PIN is 4711."]);
    assert_eq!(alice.live(), ["The PIN is 4711."]);
    // What its rights are not is refused, and what its scopes are not is not there.
    alice.delete(&format!("/v1/memories/{}", ids[0])).refused(403, "right_missing");
    alice.get("/v1/receipts").refused(403, "right_missing");
    alice.get("/v1/events").refused(403, "right_missing");
    for scope in ["acme/bob", "acme", "other", "acme/alice/notes"] {
        alice.within(scope).get("/v1/memories").refused(404, "not_found");
    }
    let firm = with(
        &server,
        &token(&but(json!({ "sub": "auditor", "scope": "read forget", "nepenthe_scope": "acme/**" }))),
    );
    firm.get("/v1/memories").refused(400, "bad_scope");
    firm.within("acme/alice").delete(&format!("/v1/memories/{}", ids[0])).ok(200);
    firm.within("other").get("/v1/memories").refused(404, "not_found");
    // No right is in words that name none, however they look.
    for scope in ["", "READ", "reading", "read,write", "read\twrite", "admin:read"] {
        let client = with(&server, &token(&but(json!({ "scope": scope }))));
        client.get("/v1/memories").refused(403, "right_missing");
    }
    with(&server, &token(&but(json!({ "scope": null })))).get("/v1/memories").refused(403, "right_missing");
    // Keys go on serving beside them, and an audience may be one of several.
    server.client(&world, ALL, "acme/alice").get("/v1/memories").ok(200);
    with(&server, &token(&but(json!({ "aud": ["other", "nepenthe"] })))).get("/v1/stats").ok(200);
    with(&server, &token(&but(json!({ "nbf": null })))).get("/v1/stats").ok(200);
    server.anybody().with("X-API-Key", &token(&claims())).get("/v1/stats").ok(200);
    server.stop();
    let log = world.json(["log", "--scope", "acme/alice"]).to_string();
    assert!(log.contains("\"jwt-alice\"") && log.contains("\"jwt-auditor\""), "{log}");
}

#[test]
fn what_is_no_token_of_the_issuer_for_this_server_now_opens_nothing() {
    let world = World::new();
    world.write("issuer.key", set(&[ed_jwk(), ec_jwk()]));
    let server = Server::start(&world, &FLAGS);
    with(&server, &token(&claims())).get("/v1/stats").ok(200);
    for (what, changes) in [
        ("expired", json!({ "exp": now() - 3600 })),
        ("without an end", json!({ "exp": null })),
        ("an end that is no number", json!({ "exp": "soon" })),
        ("not yet", json!({ "nbf": now() + 3600 })),
        ("another issuer", json!({ "iss": "https://evil.example" })),
        ("an issuer alike", json!({ "iss": "https://issuer.example/" })),
        ("no issuer", json!({ "iss": null })),
        ("another audience", json!({ "aud": "other" })),
        ("other audiences", json!({ "aud": ["other", "Nepenthe"] })),
        ("no audience", json!({ "aud": null })),
        ("no subject", json!({ "sub": null })),
        ("an empty subject", json!({ "sub": "" })),
        ("a subject of two lines", json!({ "sub": "a\nb" })),
        ("a long subject", json!({ "sub": "a".repeat(121) })),
        ("no scopes", json!({ "nepenthe_scope": null })),
        ("scopes that are none", json!({ "nepenthe_scope": "acme/*" })),
        ("a list of scopes", json!({ "nepenthe_scope": ["acme"] })),
        ("rights that are no text", json!({ "scope": ["read"] })),
    ] {
        let reply = with(&server, &token(&but(changes))).get("/v1/stats");
        assert_eq!(reply.status, 401, "{what} {reply:?}");
        reply.refused(401, "unauthorized");
    }
    let good = token(&claims());
    let parts: Vec<&str> = good.split('.').collect();
    let wider = forged(&json!({ "alg": "EdDSA" }), &but(json!({ "nepenthe_scope": "**" })), parts[2]);
    let none = |alg: &str| forged(&json!({ "alg": alg, "typ": "JWT" }), &claims(), "");
    let secret = |secret: &[u8], algorithm| {
        encode(&Header::new(algorithm), &claims(), &EncodingKey::from_secret(secret).unwrap()).unwrap()
    };
    let with_kid = |kid: &str| Header { kid: Some(kid.to_owned()), ..Header::new(Algorithm::EdDSA) };
    let other_kid = encode(&with_kid("ec"), &claims(), &ed()).unwrap();
    let unknown_kid = encode(&with_kid("nobody"), &claims(), &ed()).unwrap();
    for (what, token) in [
        ("changed claims", wider),
        ("no signature", format!("{}.{}.", parts[0], parts[1])),
        ("no algorithm", none("none")),
        ("no algorithm in other letters", none("None")),
        ("no algorithm at all", forged(&json!({}), &claims(), "")),
        ("an empty header", forged(&json!({ "alg": "" }), &claims(), parts[2])),
        ("the public key as a secret", secret(ED_PUBLIC.as_bytes(), Algorithm::HS256)),
        ("the same in HS512", secret(EC_X.as_bytes(), Algorithm::HS512)),
        ("an empty secret", secret(b" ", Algorithm::HS256)),
        ("the key of another id", other_kid),
        ("a key of no id that is known", unknown_kid),
        (
            "a key that is not the issuer's",
            encode(&Header::new(Algorithm::RS256), &claims(), &rsa()).unwrap(),
        ),
        ("another signature's algorithm", forged(&json!({ "alg": "ES256" }), &claims(), parts[2])),
        ("a critical header", forged(&json!({ "alg": "EdDSA", "crit": ["x"], "x": 1 }), &claims(), parts[2])),
        ("two parts", format!("{}.{}", parts[0], parts[1])),
        ("four parts", format!("{good}.x")),
        ("nothing", String::new()),
        ("dots", "..".to_owned()),
        ("noise", "nep_0_0".to_owned()),
    ] {
        let reply = with(&server, &token).get("/v1/stats");
        assert_eq!(reply.status, 401, "{what} {reply:?}");
        assert!(!reply.body.contains("acme"), "{what} {reply:?}");
    }
    server.stop();
    // Without the flags no token is looked at.
    super::client::key(&world, "read", "s");
    let server = Server::start(&world, &[]);
    with(&server, &good).get("/v1/stats").refused(401, "unauthorized");
    server.stop();
}

#[test]
fn keys_of_every_kind_verify_their_own_algorithms_and_no_others() {
    let world = World::new();
    let of = |algorithm, key: &EncodingKey| encode(&Header::new(algorithm), &claims(), key).unwrap();
    let (in_ed, in_ec) = (of(Algorithm::EdDSA, &ed()), of(Algorithm::ES256, &ec()));
    let in_rsa =
        [Algorithm::RS256, Algorithm::RS512, Algorithm::PS256].map(|algorithm| of(algorithm, &rsa()));
    let as_secret = of(Algorithm::HS256, &EncodingKey::from_secret(RSA_PUBLIC.as_bytes()).unwrap());
    let all = [&in_ed, &in_ec, &in_rsa[0], &in_rsa[1], &in_rsa[2], &as_secret];
    for (file, opens) in [
        (RSA_PUBLIC.to_owned(), vec![2, 3, 4]),
        (set(&[ec_jwk()]), vec![1]),
        (set(&[ed_jwk(), ec_jwk()]), vec![0, 1]),
        // What is not for signatures, or of an unknown kind, is passed over.
        (
            set(&[
                json!({ "kty": "OKP", "crv": "Ed25519", "x": ED_PUBLIC, "use": "enc" }),
                json!({ "kty": "EC", "crv": "P-521", "x": EC_X, "y": EC_Y }),
                ec_jwk(),
            ]),
            vec![1],
        ),
    ] {
        world.write("issuer.key", &file);
        let server = Server::start(&world, &FLAGS);
        for (number, token) in all.iter().enumerate() {
            let expected = if opens.contains(&number) { 200 } else { 401 };
            assert_eq!(with(&server, token).get("/v1/stats").status, expected, "{number} {file}");
        }
        server.stop();
    }
}

#[test]
fn a_file_without_a_public_key_or_flags_without_the_others_are_refused() {
    let world = World::new();
    let start = |flags: &[&str]| world.run([&["serve", "--listen", "127.0.0.1:0"], flags].concat());
    assert_eq!(start(&FLAGS).code, Some(1), "there is no file");
    let mut private = ed_jwk();
    private["d"] = "nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A".into();
    for (file, words) in [
        (String::new(), "holds no public key"),
        ("no key".to_owned(), "holds no public key"),
        ("{".to_owned(), "is no JSON"),
        ("{}".to_owned(), "no array `keys`"),
        (set(&[]), "holds no public key"),
        (set(&[private]), "private or a secret key"),
        (set(&[json!({ "kty": "oct", "k": "c2VjcmV0" })]), "private or a secret key"),
        (
            set(&[json!({ "kty": "EC", "crv": "P-256", "x": EC_X, "y": EC_Y, "alg": "HS256" })]),
            "holds no public key",
        ),
        (
            format!("-----BEGIN RSA PRIVATE KEY-----\n{RSA}-----END RSA PRIVATE KEY-----\n"),
            "holds a private key",
        ),
        (format!("{RSA_PUBLIC}{RSA_PUBLIC}"), "several keys"),
    ] {
        world.write("issuer.key", &file);
        start(&FLAGS).refused(1, words);
    }
    world.write("issuer.key", RSA_PUBLIC);
    for flags in [&FLAGS[..2], &FLAGS[2..4], &FLAGS[4..], &FLAGS[..4], &FLAGS[2..]] {
        assert_eq!(start(flags).code, Some(2), "{flags:?}");
    }
    assert_eq!(start(&[&FLAGS[..], &["--no-auth"]].concat()).code, Some(2));
    assert!(!world.db().exists());
}
