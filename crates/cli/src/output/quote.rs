//! A path as a shell takes it.

use std::path::Path;

/// Quotes a path where a shell would read something else in it.
pub(crate) fn quoted(path: &Path) -> String {
    let path = path.display().to_string();
    let plain = |c: char| c.is_ascii_alphanumeric() || "._-/+:@%".contains(c);
    if !path.is_empty() && !path.starts_with('-') && path.chars().all(plain) {
        return path;
    }
    let dashed = if path.starts_with('-') { "./" } else { "" };
    format!("'{dashed}{}'", path.replace('\'', r"'\''"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_shell_would_read_is_quoted() {
        for (path, shown) in [
            ("/var/lib/a.db", "/var/lib/a.db"),
            ("my store.db", "'my store.db'"),
            ("it's.db", r"'it'\''s.db'"),
            ("-rf", "'./-rf'"),
            ("$(x)", "'$(x)'"),
        ] {
            assert_eq!(quoted(Path::new(path)), shown);
        }
    }
}
