//! The last lines that a child wrote to standard error.

use std::collections::VecDeque;
use std::fs::{File, OpenOptions};
use std::io::{BufRead, BufReader, Read, Write};
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// How many lines are kept.
const LINES: usize = 12;

/// How many bytes of a line are kept.
const WIDTH: usize = 300;

/// The last lines of standard error. Copies share them.
#[derive(Clone, Default)]
pub(super) struct Tail {
    lines: Arc<Mutex<VecDeque<String>>>,
}

impl Tail {
    /// Reads until the end. Every byte goes to the log, too, where there is one.
    pub(super) fn read(&self, source: impl Read, mut log: Option<File>) {
        let mut source = BufReader::new(source);
        let mut bytes = Vec::new();
        loop {
            bytes.clear();
            // A line without an end is taken in pieces, so that no child can fill the memory.
            match source.by_ref().take(1 << 16).read_until(b'\n', &mut bytes) {
                Ok(0) | Err(_) => return,
                Ok(_) => {}
            }
            // A log that cannot be written costs no case.
            if log.as_mut().is_some_and(|log| log.write_all(&bytes).is_err()) {
                log = None;
            }
            self.push(&bytes);
        }
    }

    fn push(&self, bytes: &[u8]) {
        let bytes = bytes.trim_ascii_end();
        if bytes.is_empty() {
            return;
        }
        let mut lines = self.lock();
        if lines.len() == LINES {
            lines.pop_front();
        }
        lines.push_back(start(bytes, WIDTH));
    }

    /// Returns the lines, in one.
    pub(super) fn text(&self) -> String {
        self.lock().iter().map(String::as_str).collect::<Vec<_>>().join(" | ")
    }

    fn lock(&self) -> MutexGuard<'_, VecDeque<String>> {
        self.lines.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Opens a log to write at its end.
pub(super) fn open_log(path: &Path) -> std::io::Result<File> {
    if let Some(dir) = path.parent() {
        std::fs::create_dir_all(dir)?;
    }
    OpenOptions::new().create(true).append(true).open(path)
}

/// Returns the start of a text that may be long and may not be UTF-8, for a message.
pub(super) fn start(bytes: &[u8], width: usize) -> String {
    let mut text = String::from_utf8_lossy(&bytes[..bytes.len().min(width)]).into_owned();
    if bytes.len() > width {
        text.push('…');
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{LINES, Tail, WIDTH};

    #[test]
    fn the_last_lines_are_kept_and_long_ones_cut() {
        let tail = Tail::default();
        let written: String = (0..30).map(|n| format!("line {n}\n\n")).collect();
        tail.read(written.as_bytes(), None);
        assert_eq!(tail.text().matches(" | ").count(), LINES - 1);
        assert!(tail.text().starts_with("line 18 | ") && tail.text().ends_with("line 29"), "{}", tail.text());

        tail.read(vec![b'x'; 1 << 18].as_slice(), None);
        assert!(tail.text().len() < LINES * (WIDTH + 10), "{}", tail.text().len());
    }
}
