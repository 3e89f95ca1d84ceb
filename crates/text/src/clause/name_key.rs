//! Keys of a record whose value names what the record is of.

/// Keys and headers by which a record is named.
pub(super) const NAMES: &[&str] = &[
    "name", "names", "full name", "first name", "last name", "surname", "contact", "person", "who", "client",
    "customer", "patient", "employee", "user", "username", "guest", "member", "id", "title", "account",
    "host", "vorname", "nachname", "kunde", "kundin", "nom", "prénom", "nombre", "nome", "naam", "navn",
    "namn",
];

/// Whether a key, perhaps in quotation marks, is one by which a record is named.
pub(super) fn is_name_key(key: &str) -> bool {
    let key = key.trim_matches(|ch: char| !ch.is_alphanumeric()).to_lowercase().replace('_', " ");
    NAMES.contains(&key.as_str())
}
