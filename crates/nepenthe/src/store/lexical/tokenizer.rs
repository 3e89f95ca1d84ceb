//! The words of a text as the lexical index has them: SQLite's own tokenizer `porter unicode61`, which splits at what is no
//! letter or digit, folds case and accents, and cuts English endings off (SQLite's FTS5 documentation, section 4.3). Of scripts
//! without spaces, and of emoji, they are those of [`super::unspaced`].

use std::cell::OnceCell;
use std::ffi::{c_char, c_int, c_void};
use std::ptr;

use rusqlite::{Connection, ffi};

use super::unspaced::{self, Run};
use crate::store::error::StorageError;

/// Bytes of the longest word that is told apart, as in FTS5.
const LONGEST: usize = 32_768;

/// Bytes of the longest word that the tokenizer keeps a copy of to cut endings off.
const CUT: usize = 64;

thread_local! {
    /// A tokenizer keeps what it works on, so that each thread has its own.
    static TOKENIZER: OnceCell<Tokenizer> = const { OnceCell::new() };
}

/// Returns the words of a text in their order, those that come again too.
///
/// # Errors
/// [`StorageError`] where SQLite has no memory, or the text is longer than 2 GiB.
pub(crate) fn terms(text: &str) -> Result<Vec<String>, StorageError> {
    let runs = unspaced::runs(text);
    if runs.is_empty() { spaced_terms(text) } else { mixed(text, &runs) }
}

/// The same, where the text may begin and end within a run of signs: the last sign of one is left out behind another word, since in
/// a text it may begin a word of two.
pub(super) fn phrase_terms(text: &str) -> Result<Vec<String>, StorageError> {
    let mut terms = terms(text)?;
    if terms.len() > 1 && terms.last().is_some_and(|last| unspaced::is_sign(last)) {
        terms.pop();
    }
    Ok(terms)
}

/// The words of a text by SQLite's tokenizer alone, as they were up to format 10.
pub(super) fn spaced_terms(text: &str) -> Result<Vec<String>, StorageError> {
    Ok(spaced(text)?.into_iter().map(|(_, term)| term).collect())
}

/// What is not spaced is put between what is, in the order of the text.
fn mixed(text: &str, runs: &[Run]) -> Result<Vec<String>, StorageError> {
    let (mut rest, mut at) = (String::with_capacity(text.len()), 0);
    for Run { span, .. } in runs {
        rest.push_str(&text[at..span.start]);
        rest.extend(std::iter::repeat_n(' ', span.len()));
        at = span.end;
    }
    rest.push_str(&text[at..]);
    let mut spaced = spaced(&rest)?.into_iter().peekable();
    let mut terms = Vec::new();
    for run in runs {
        while let Some((_, term)) = spaced.next_if(|(start, _)| *start < run.span.start) {
            terms.push(term);
        }
        terms.extend(run.words(text));
    }
    terms.extend(spaced.map(|(_, term)| term));
    Ok(terms)
}

/// A word, and where it begins in the text, in bytes.
type Placed = (usize, String);

fn spaced(text: &str) -> Result<Vec<Placed>, StorageError> {
    TOKENIZER.with(|cell| match cell.get() {
        Some(tokenizer) => tokenizer.terms(text),
        None => {
            let tokenizer = Tokenizer::new()?;
            let terms = tokenizer.terms(text);
            let _ = cell.set(tokenizer);
            terms
        }
    })
}

/// SQLite's tokenizer, made by a connection of its own.
struct Tokenizer {
    functions: ffi::fts5_tokenizer_v2,
    instance: *mut ffi::Fts5Tokenizer,
    /// Outlives the instance, which may use what belongs to it.
    _connection: Connection,
}

impl Tokenizer {
    #[expect(unsafe_code, reason = "FTS5 hands its tokenizers out to C alone")]
    fn new() -> Result<Self, StorageError> {
        let connection = Connection::open_in_memory()?;
        let mut api: *mut ffi::fts5_api = ptr::null_mut();
        let mut statement = ptr::null_mut();
        let mut user = ptr::null_mut();
        let mut found: *mut ffi::fts5_tokenizer_v2 = ptr::null_mut();
        let mut instance = ptr::null_mut();
        // SAFETY: the connection is open and used by this thread alone. `SELECT fts5(?1)` writes the address of its API to the
        // pointer that is bound as `fts5_api_ptr` (SQLite's FTS5 documentation, section 7), which is alive until the statement is
        // finalized. The names are C strings; what the API finds is static, and is copied.
        unsafe {
            let sql = c"SELECT fts5(?1)";
            check(ffi::sqlite3_prepare_v2(
                connection.handle(),
                sql.as_ptr(),
                -1,
                &raw mut statement,
                ptr::null_mut(),
            ))?;
            let target: *mut c_void = (&raw mut api).cast();
            let bound = ffi::sqlite3_bind_pointer(statement, 1, target, c"fts5_api_ptr".as_ptr(), None);
            let stepped = if bound == ffi::SQLITE_OK { ffi::sqlite3_step(statement) } else { bound };
            ffi::sqlite3_finalize(statement);
            if stepped != ffi::SQLITE_ROW || api.is_null() {
                return Err(failed(stepped));
            }
            let find = (*api).xFindTokenizer_v2.ok_or_else(|| failed(ffi::SQLITE_ERROR))?;
            check(find(api, c"porter".as_ptr(), &raw mut user, &raw mut found))?;
            let functions = *found;
            // Without arguments its base is `unicode61`, with that one's defaults.
            let create = functions.xCreate.ok_or_else(|| failed(ffi::SQLITE_ERROR))?;
            check(create(user, ptr::null_mut(), 0, &raw mut instance))?;
            Ok(Self { functions, instance, _connection: connection })
        }
    }

    fn terms(&self, text: &str) -> Result<Vec<Placed>, StorageError> {
        let found = self.tokenize(text)?;
        // It keeps the last word in its buffers: one of noughts takes its place, and behind a longer one another.
        let longer = if found.longest > CUT { found.longest } else { 0 };
        self.tokenize(&[&"0".repeat(CUT), " ", &"0".repeat(longer)].concat())?;
        Ok(found.terms)
    }

    #[expect(unsafe_code, reason = "FTS5 hands its tokenizers out to C alone")]
    fn tokenize(&self, text: &str) -> Result<Found, StorageError> {
        let length = c_int::try_from(text.len()).map_err(StorageError::corrupt)?;
        let tokenize = self.functions.xTokenize.ok_or_else(|| failed(ffi::SQLITE_ERROR))?;
        let mut found = Found::default();
        // SAFETY: the instance is alive and of this thread; the text is `length` bytes; `collect` gets the address of `found`, which
        // outlives the call, as its context. No locale is given.
        let code = unsafe {
            tokenize(
                self.instance,
                (&raw mut found).cast(),
                ffi::FTS5_TOKENIZE_DOCUMENT,
                text.as_ptr().cast(),
                length,
                ptr::null(),
                0,
                Some(collect),
            )
        };
        check(code)?;
        Ok(found)
    }
}

impl Drop for Tokenizer {
    #[expect(unsafe_code, reason = "FTS5 hands its tokenizers out to C alone")]
    fn drop(&mut self) {
        if let Some(delete) = self.functions.xDelete {
            // SAFETY: the instance was made by the functions that it is deleted with, once, and is used no more.
            unsafe { delete(self.instance) }
        }
    }
}

/// The words of a text, and the bytes of the longest before it was cut.
#[derive(Default)]
struct Found {
    terms: Vec<Placed>,
    longest: usize,
}

/// Takes one word. The context is what `tokenize` hands in.
#[expect(unsafe_code, reason = "it is called by C")]
unsafe extern "C" fn collect(
    context: *mut c_void,
    _flags: c_int,
    token: *const c_char,
    bytes: c_int,
    start: c_int,
    _end: c_int,
) -> c_int {
    let (Ok(bytes), Ok(start)) = (usize::try_from(bytes), usize::try_from(start)) else {
        return ffi::SQLITE_ERROR;
    };
    // SAFETY: FTS5 hands back the context that it was given, and a token of `bytes` bytes.
    let (found, token) =
        unsafe { (&mut *context.cast::<Found>(), std::slice::from_raw_parts(token.cast::<u8>(), bytes)) };
    found.longest = found.longest.max(bytes);
    found.terms.push((start, String::from_utf8_lossy(&token[..bytes.min(LONGEST)]).into_owned()));
    ffi::SQLITE_OK
}

fn check(code: c_int) -> Result<(), StorageError> {
    if code == ffi::SQLITE_OK { Ok(()) } else { Err(failed(code)) }
}

fn failed(code: c_int) -> StorageError {
    let message = Some("SQLite's tokenizer did not start".into());
    rusqlite::Error::SqliteFailure(ffi::Error::new(code), message).into()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_folded_and_stemmed_in_their_order() {
        let words = |text| terms(text).expect("words");
        assert_eq!(
            words("The lockers' Opening, Zoë_42: 4711-B"),
            ["the", "locker", "open", "zoe", "42", "4711", "b"]
        );
        assert_eq!(words("ÉTAT, 한국어"), ["etat", "한국어"]);
        assert_eq!(words(" …\0!"), [""; 0]);
        assert_eq!(std::thread::spawn(move || words("again")).join().expect("a thread"), ["again"]);
    }

    #[test]
    fn what_is_not_spaced_stands_where_it_stands() {
        assert_eq!(
            terms("Running手机壳 cases ❤️ 4711").expect("words"),
            ["run", "手机", "机壳", "壳", "case", "❤", "4711"]
        );
        assert_eq!(spaced_terms("Running手机壳").expect("words"), ["running手机壳"]);
        for (text, phrase) in [
            ("iPhone手机壳", vec!["iphon", "手机", "机壳"]),
            ("手机壳 lost", vec!["手机", "机壳", "壳", "lost"]),
            ("grade 級", vec!["grade"]),
            ("猫", vec!["猫"]),
            ("two 🐶", vec!["two", "🐶"]),
            ("two cats", vec!["two", "cat"]),
        ] {
            assert_eq!(phrase_terms(text).expect("words"), phrase, "{text}");
        }
    }

    #[test]
    fn what_is_longer_than_the_longest_word_is_cut() {
        assert_eq!(terms(&"é".repeat(40_000)).expect("a word").iter().map(String::len).max(), Some(LONGEST));
    }
}
