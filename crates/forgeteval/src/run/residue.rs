//! Looks for erased texts in the files of a memory.

use std::fs::File;
use std::io::{self, Read};
use std::path::{Path, PathBuf};

use aho_corasick::{AhoCorasick, MatchKind};

use crate::adapter::AdapterError;
use crate::case::Residue;
use crate::score::Sighting;

/// The largest file that is looked through, in bytes.
const LARGEST: u64 = 1 << 30;

/// Looks through every file below a folder for what must have gone, while the memory is still open: an agent's memory
/// runs for weeks, and what waits for its end to be overwritten can be read until then.
///
/// A string is looked for as UTF-8 (any ASCII case, and in lower and upper case), as UTF-16LE and as escaped in JSON.
/// Compressed and encrypted files hide everything; so where neither a string that is kept nor a text that was just recalled
/// can be seen, the case is not applicable. A memory that recalls nothing hides nothing: its answers are judged.
///
/// # Errors
/// [`AdapterError::NotApplicable`] where the memory names no folder, or its files show nothing;
/// [`AdapterError::Failed`] when a file cannot be read.
pub(super) fn scan(
    folder: Option<PathBuf>,
    residue: &Residue,
    recalled: &[String],
) -> Result<Vec<Sighting>, AdapterError> {
    let folder = folder.ok_or(AdapterError::NotApplicable("it names no folder of files"))?;
    let failed = |error: io::Error| {
        AdapterError::Failed(format!("cannot look through the files in {}: {error}", folder.display()))
    };
    let shown = residue.kept.iter().chain(recalled).filter(|text| !text.is_empty());
    let needles = Needles::new(residue.gone.iter().chain(shown));
    let mut files = Vec::new();
    list(&folder, &mut files).map_err(failed)?;
    files.sort();

    let (mut found, mut readable) = (Vec::new(), recalled.is_empty());
    for file in &files {
        for (index, encoding) in needles.seen_in(&read(file).map_err(failed)?) {
            match residue.gone.get(index) {
                None => readable = true,
                Some(text) => found.push(Sighting {
                    text: text.clone(),
                    file: file.strip_prefix(&folder).unwrap_or(file).display().to_string(),
                    encoding: encoding.to_owned(),
                }),
            }
        }
    }
    if found.is_empty() && !readable {
        return Err(AdapterError::NotApplicable("its files do not show what it keeps either"));
    }
    Ok(found)
}

/// The strings looked for, in all their forms.
struct Needles {
    search: AhoCorasick,
    /// For each pattern, which string it is a form of, and how that is encoded.
    forms: Vec<(usize, &'static str)>,
}

impl Needles {
    fn new<'a>(texts: impl Iterator<Item = &'a String>) -> Self {
        let (mut patterns, mut forms) = (Vec::<Vec<u8>>::new(), Vec::new());
        for (index, text) in texts.enumerate() {
            for cased in [text.clone(), text.to_lowercase(), text.to_uppercase()] {
                let utf16: Vec<u8> = cased.encode_utf16().flat_map(u16::to_le_bytes).collect();
                let json = escaped(&cased);
                for (bytes, encoding) in
                    [(cased.into_bytes(), "utf-8"), (utf16, "utf-16le"), (json.into_bytes(), "json")]
                {
                    patterns.push(bytes);
                    forms.push((index, encoding));
                }
            }
        }
        let search = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .match_kind(MatchKind::Standard)
            .build(patterns)
            .expect("a case holds few and short strings");
        Self { search, forms }
    }

    /// Returns each string seen, once, with the first encoding it is seen in.
    fn seen_in(&self, bytes: &[u8]) -> Vec<(usize, &'static str)> {
        let mut seen: Vec<(usize, &'static str)> = Vec::new();
        for hit in self.search.find_overlapping_iter(bytes) {
            let (index, encoding) = self.forms[hit.pattern().as_usize()];
            if !seen.iter().any(|(known, _)| *known == index) {
                seen.push((index, encoding));
            }
        }
        seen
    }
}

/// Returns the text as JSON writes it where it keeps to ASCII, without quotes.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for unit in text.encode_utf16() {
        match char::from_u32(u32::from(unit)) {
            Some(c) if c == '"' || c == '\\' => out.extend(['\\', c]),
            Some(c) if c.is_ascii() && !c.is_ascii_control() => out.push(c),
            _ => out.push_str(&format!("\\u{unit:04x}")),
        }
    }
    out
}

/// Lists the files below a folder; a folder that is not there holds none. Links are not followed.
fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    let entries = match std::fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_dir() {
            list(&entry.path(), files)?;
        } else if kind.is_file() {
            files.push(entry.path());
        }
    }
    Ok(())
}

/// Reads a file; one that the memory has just removed is empty.
fn read(path: &Path) -> io::Result<Vec<u8>> {
    let file = match File::open(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        file => file?,
    };
    let mut bytes = Vec::new();
    file.take(LARGEST + 1).read_to_end(&mut bytes)?;
    if bytes.len() as u64 > LARGEST {
        return Err(io::Error::other(format!("{} is larger than 1 GiB", path.display())));
    }
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::{Residue, scan};
    use crate::adapter::AdapterError;

    #[test]
    fn strings_are_seen_in_every_encoding_and_case() {
        let dir = tempfile::tempdir().unwrap();
        let residue = |gone: &[&str]| Residue {
            gone: gone.iter().map(|text| (*text).to_owned()).collect(),
            kept: vec!["Staying".to_owned()],
        };
        std::fs::create_dir(dir.path().join("below")).unwrap();
        let utf16: Vec<u8> = "Key-7".encode_utf16().flat_map(u16::to_le_bytes).collect();
        std::fs::write(dir.path().join("a"), [b"..staying..mario rossi\0".as_slice(), &utf16].concat())
            .unwrap();
        std::fs::write(dir.path().join("below/b"), r#"{"text": "\u041e\u043b\u044c\u0433\u0430 \"X\""}"#)
            .unwrap();

        let found =
            scan(Some(dir.path().into()), &residue(&["Mario Rossi", "Key-7", "Ольга \"X\"", "absent"]), &[])
                .unwrap();
        let found: Vec<(&str, &str, &str)> =
            found.iter().map(|s| (s.text.as_str(), s.file.as_str(), s.encoding.as_str())).collect();
        assert_eq!(
            found,
            [("Mario Rossi", "a", "utf-8"), ("Key-7", "a", "utf-16le"), ("Ольга \"X\"", "below/b", "json")]
        );
        let other = ["Recalled, and nowhere in clear".to_owned()];
        assert_eq!(scan(Some(dir.path().into()), &residue(&["absent"]), &other).unwrap(), []);

        std::fs::remove_file(dir.path().join("a")).unwrap();
        let blind = scan(Some(dir.path().into()), &residue(&["absent"]), &other);
        assert!(matches!(blind, Err(AdapterError::NotApplicable(_))), "{blind:?}");
        assert!(matches!(scan(None, &residue(&["absent"]), &other), Err(AdapterError::NotApplicable(_))));

        // What is kept is gone as well, but the files can be read: the answers decide.
        assert_eq!(scan(Some(dir.path().into()), &residue(&["absent"]), &[]).unwrap(), []);
        let seen = ["{\"text\": ".to_owned()];
        assert_eq!(scan(Some(dir.path().into()), &residue(&["absent"]), &seen).unwrap(), []);
    }
}
