//! Standard output of a child, line by line.

use std::io::{BufRead, BufReader, Read};
use std::sync::mpsc::SyncSender;

/// What was read.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line {
    /// A whole line, without its line feed.
    Text(Vec<u8>),
    /// A line longer than may be; nothing is read after it.
    TooLong,
    /// The end. A line without its line feed is lost: its writer died over it.
    End,
}

/// Reads lines until the end, and hands each on; blank ones are left out. Ends when nobody listens any more.
pub(super) fn read_lines(source: impl Read, longest: usize, lines: &SyncSender<Line>) {
    let mut source = BufReader::with_capacity(1 << 16, source);
    loop {
        let line = next(&mut source, longest);
        let last = !matches!(line, Line::Text(_));
        if matches!(&line, Line::Text(text) if text.trim_ascii().is_empty()) {
            continue;
        }
        if lines.send(line).is_err() || last {
            return;
        }
    }
}

fn next(source: &mut impl BufRead, longest: usize) -> Line {
    let mut text = Vec::new();
    // One byte more than may be tells a line that is too long from one that is just not.
    let read = source.by_ref().take(longest as u64 + 1).read_until(b'\n', &mut text);
    match read {
        Ok(_) if text.last() == Some(&b'\n') => {
            text.pop();
            Line::Text(text)
        }
        Ok(_) if text.len() > longest => Line::TooLong,
        Ok(_) | Err(_) => Line::End,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::sync_channel;

    use super::{Line, read_lines};

    fn read(bytes: &[u8], longest: usize) -> Vec<Line> {
        let (sender, lines) = sync_channel(100);
        read_lines(bytes, longest, &sender);
        drop(sender);
        lines.iter().collect()
    }

    #[test]
    fn lines_are_told_apart_from_what_is_none() {
        let text = |text: &[u8]| Line::Text(text.to_vec());
        assert_eq!(read(b"", 3), [Line::End]);
        assert_eq!(read(b"abc\n \nd\xff\n", 3), [text(b"abc"), text(b"d\xff"), Line::End]);
        assert_eq!(read(b"ab\nhalf", 9), [text(b"ab"), Line::End]);
        assert_eq!(read(b"abcd\ne\n", 3), [Line::TooLong]);
        assert_eq!(read(b"abcd", 3), [Line::TooLong]);
    }
}
