//! The tool `memory`: the six commands of Anthropic's memory tool, to the letter.

use nepenthe_ops::{Code, OpError, Operation, table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::files::{self, BadPath, Files, ROOT};
use crate::mcp::answer::{Answer, DATA, RECEIPT, Reply};
use crate::mcp::call::{Call, Fault};
use crate::mcp::schema;
use crate::mcp::tool::{Effect, Tool};

pub(in crate::mcp) const TOOL: Tool = Tool {
    name: "memory",
    title: "Memory",
    description: "Keep text files below /memories: view, create, str_replace, insert, delete, rename. What is deleted is erased \
                  for good.",
    operations: &[table::LIST, table::INSCRIBE, table::EDIT, table::SUPERSEDE, table::PURGE],
    effect: Effect::Erases,
    asks_person: false,
    input: schema::input::<Input>,
    output: Some(schema::output::<Output>),
    call,
};

/// The most lines of a file that is shown, and the width of their numbers.
const MOST_LINES: usize = 999_999;
const WIDTH: usize = 6;

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    command: Command,
    /// Of all but rename
    path: Option<String>,
    /// view: first and last line; -1 is the end
    view_range: Option<[i64; 2]>,
    /// create
    file_text: Option<String>,
    /// str_replace
    old_str: Option<String>,
    /// str_replace
    new_str: Option<String>,
    /// insert: behind this line; 0 is the beginning
    insert_line: Option<i64>,
    /// insert
    insert_text: Option<String>,
    /// rename
    old_path: Option<String>,
    /// rename
    new_path: Option<String>,
}

#[derive(Clone, Copy, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum Command {
    View,
    Create,
    StrReplace,
    Insert,
    Delete,
    Rename,
}

#[derive(Serialize, JsonSchema)]
struct Output {
    text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    note: Option<&'static str>,
}

/// Why a command is not done.
enum Refusal {
    /// In the words that clients know.
    Known(Code, String),
    Other(Fault),
}

impl<T: Into<Fault>> From<T> for Refusal {
    fn from(fault: T) -> Self {
        Self::Other(fault.into())
    }
}

impl Command {
    /// The operation whose right it needs beside that to read.
    fn operation(self) -> Operation {
        match self {
            Self::View => table::LIST,
            Self::Create => table::INSCRIBE,
            Self::StrReplace | Self::Insert => table::EDIT,
            Self::Rename => table::SUPERSEDE,
            Self::Delete => table::PURGE,
        }
    }
}

fn call(call: &Call<'_>) -> Result<Reply, Fault> {
    let input: Input = call.input()?;
    call.demand(&input.command.operation())?;
    let done = match input.command {
        Command::View => view(call, input),
        Command::Create => create(call, input),
        Command::StrReplace => str_replace(call, input),
        Command::Insert => insert(call, input),
        Command::Delete => delete(call, input),
        Command::Rename => rename(call, input),
    };
    match done {
        Ok(answer) => Ok(answer.into()),
        Err(Refusal::Known(code, message)) => Ok(Answer::failed_as(code, &message).into()),
        Err(Refusal::Other(fault)) => Err(fault),
    }
}

fn view(call: &Call<'_>, input: Input) -> Result<Answer, Refusal> {
    let typed = needed(input.path, "path")?;
    let path = path(&typed)?;
    let files = read(call)?;
    let text = if let Some(file) = files.file(&path) {
        let lines: Vec<&str> = file.content.split('\n').collect();
        if lines.len() > MOST_LINES {
            let message = format!("File {typed} exceeds maximum line limit of 999,999 lines.");
            return Err(Refusal::Known(Code::BadRequest, message));
        }
        let (first, last) = match input.view_range {
            None => (0, lines.len()),
            Some([first, last]) => {
                let place = |line: i64| usize::try_from(line).unwrap_or(0).min(lines.len());
                let behind = |line: i64| lines.len().saturating_sub(usize::try_from(-line).unwrap_or(0));
                let last = match last {
                    -1 => lines.len(),
                    last if last < 0 => behind(last),
                    last => place(last),
                };
                (place(first.max(1) - 1), last)
            }
        };
        let shown = lines.get(first..last.max(first)).unwrap_or_default();
        format!("Here's the content of {typed} with line numbers:\n{}", numbered(shown, first + 1))
    } else if files.is_folder(&path) {
        let mut lines = vec![format!("{}\t{typed}", size(files.size(&path)))];
        lines.extend(
            files.shown(&path).iter().map(|(bytes, name)| format!("{}\t{typed}/{name}", size(*bytes))),
        );
        let header = format!(
            "Here're the files and directories up to 2 levels deep in {typed}, excluding hidden items:"
        );
        format!("{header}\n{}", lines.join("\n"))
    } else {
        return Err(absent(&typed));
    };
    Ok(answer(text, Some(DATA)))
}

fn create(call: &Call<'_>, input: Input) -> Result<Answer, Refusal> {
    let (typed, text) = (needed(input.path, "path")?, needed(input.file_text, "file_text")?);
    let path = path(&typed)?;
    let files = read(call)?;
    let exists = |path: &str| Err(Refusal::Known(Code::FileExists, format!("File {path} already exists")));
    if files.file(&path).is_some() || files.is_folder(&path) {
        return exists(&typed);
    }
    if let Some(file) = files.file_above(&path) {
        return exists(file);
    }
    call.with(|scope| files::create(scope, &path, &text))?;
    Ok(answer(format!("File created successfully at: {typed}"), None))
}

fn str_replace(call: &Call<'_>, input: Input) -> Result<Answer, Refusal> {
    let (typed, old) = (needed(input.path, "path")?, needed(input.old_str, "old_str")?);
    let new = input.new_str.unwrap_or_default();
    let path = path(&typed)?;
    let files = read(call)?;
    let file = file(&files, &path, &typed)?;
    let found: Vec<usize> = file.content.match_indices(old.as_str()).map(|(at, _)| at).collect();
    let line = |at: usize| file.content[..at].matches('\n').count();
    let at = match found[..] {
        [at] => at,
        [] => {
            let message =
                format!("No replacement was performed, old_str `{old}` did not appear verbatim in {typed}.");
            return Err(Refusal::Known(Code::NotFound, message));
        }
        _ => {
            // Those that overlap too.
            let starts = file.content.char_indices().map(|(at, _)| at);
            let starts = starts.filter(|at| file.content[*at..].starts_with(old.as_str()));
            let lines: Vec<String> = starts.map(|at| (line(at) + 1).to_string()).collect();
            let message = format!(
                "No replacement was performed. Multiple occurrences of old_str `{old}` in lines: {}. Please ensure it is unique",
                lines.join(", ")
            );
            return Err(Refusal::Known(Code::BadRequest, message));
        }
    };
    let content = file.content.replacen(old.as_str(), &new, 1);
    call.with(|scope| file.write(scope, &path, &content))?;
    let lines: Vec<&str> = content.split('\n').collect();
    let changed = line(at);
    let (first, last) = (changed.saturating_sub(2), lines.len().min(changed + 3));
    let text = format!(
        "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n{}",
        numbered(&lines[first..last], first + 1)
    );
    Ok(answer(text, Some(DATA)))
}

fn insert(call: &Call<'_>, input: Input) -> Result<Answer, Refusal> {
    let typed = needed(input.path, "path")?;
    let (behind, text) =
        (needed(input.insert_line, "insert_line")?, needed(input.insert_text, "insert_text")?);
    let path = path(&typed)?;
    let files = read(call)?;
    let file = file(&files, &path, &typed)?;
    let mut lines: Vec<&str> = file.content.split('\n').collect();
    // What a line break at the end leaves is no line.
    if lines.last() == Some(&"") {
        lines.pop();
    }
    let Some(at) = usize::try_from(behind).ok().filter(|at| *at <= lines.len()) else {
        let message = format!(
            "Invalid `insert_line` parameter: {behind}. It should be within the range [0, {}].",
            lines.len()
        );
        return Err(Refusal::Known(Code::BadRequest, message));
    };
    lines.insert(at, text.trim_end_matches('\n'));
    let mut content = lines.join("\n");
    if !content.ends_with('\n') {
        content.push('\n');
    }
    call.with(|scope| file.write(scope, &path, &content))?;
    Ok(answer(format!("The file {typed} has been edited."), None))
}

fn delete(call: &Call<'_>, input: Input) -> Result<Answer, Refusal> {
    let typed = needed(input.path, "path")?;
    let path = path(&typed)?;
    if path == ROOT {
        return Err(Refusal::Known(Code::BadRequest, "Cannot delete the /memories directory itself".into()));
    }
    let files = read(call)?;
    if files.file(&path).is_none() && !files.is_folder(&path) {
        return Err(Refusal::Known(Code::NotFound, format!("The path {typed} does not exist")));
    }
    let outcome = call.with(|scope| files.erase(scope, &path))?;
    let deleted = answer(format!("Successfully deleted {typed}"), None);
    Ok(match outcome.erasure {
        Some(erasure) => deleted.with_meta(RECEIPT, erasure.receipt.to_string()),
        None => deleted,
    })
}

fn rename(call: &Call<'_>, input: Input) -> Result<Answer, Refusal> {
    let (typed_old, typed_new) = (needed(input.old_path, "old_path")?, needed(input.new_path, "new_path")?);
    let (old, new) = (path(&typed_old)?, path(&typed_new)?);
    if old == ROOT {
        return Err(Refusal::Known(Code::BadRequest, "Cannot rename the /memories directory itself".into()));
    }
    let files = read(call)?;
    if files.file(&new).is_some() || files.is_folder(&new) || files.file_above(&new).is_some() {
        return Err(Refusal::Known(Code::FileExists, format!("The destination {typed_new} already exists")));
    }
    if files.file(&old).is_none() && !files.is_folder(&old) {
        return Err(Refusal::Known(Code::NotFound, format!("The path {typed_old} does not exist")));
    }
    if new.strip_prefix(&old).is_some_and(|rest| rest.starts_with('/')) {
        let message = format!("Cannot move {typed_old} into itself");
        return Err(Refusal::Known(Code::BadRequest, message));
    }
    call.with(|scope| files.rename(scope, &old, &new))?;
    Ok(answer(format!("Successfully renamed {typed_old} to {typed_new}"), None))
}

fn read(call: &Call<'_>) -> Result<Files, OpError> {
    call.with(Files::read)
}

fn needed<T>(given: Option<T>, name: &str) -> Result<T, Fault> {
    given.ok_or_else(|| Fault::Malformed(format!("memory: missing field `{name}`")))
}

fn path(typed: &str) -> Result<String, Refusal> {
    files::path(typed).map_err(|bad| {
        let message = match bad {
            BadPath::NotBelow => format!("Path must start with /memories, got: {typed}"),
            BadPath::Escapes => format!("Path {typed} would escape /memories directory"),
        };
        Refusal::Known(Code::BadRequest, message)
    })
}

fn file<'a>(files: &'a Files, path: &str, typed: &str) -> Result<&'a files::File, Refusal> {
    match files.file(path) {
        Some(file) => Ok(file),
        None if files.is_folder(path) => {
            Err(Refusal::Known(Code::BadRequest, format!("The path {typed} is not a file.")))
        }
        None => Err(absent(typed)),
    }
}

fn absent(typed: &str) -> Refusal {
    let message = format!("The path {typed} does not exist. Please provide a valid path.");
    Refusal::Known(Code::NotFound, message)
}

fn answer(text: String, note: Option<&'static str>) -> Answer {
    Answer::of_text(&Output { text: text.clone(), note }, text)
}

fn numbered(lines: &[&str], first: usize) -> String {
    let lines: Vec<String> =
        lines.iter().enumerate().map(|(at, line)| format!("{:>WIDTH$}\t{line}", at + first)).collect();
    lines.join("\n")
}

/// `0B`, `512B`, `1.5K`, `2M`.
fn size(bytes: usize) -> String {
    const UNITS: [&str; 4] = ["B", "K", "M", "G"];
    let at = (bytes.checked_ilog2().unwrap_or(0) / 10).min(3);
    let unit = UNITS[at as usize];
    let whole = 1_usize << (10 * at);
    match bytes % whole {
        0 => format!("{}{unit}", bytes / whole),
        #[expect(clippy::cast_precision_loss, reason = "one digit is shown")]
        _ => format!("{:.1}{unit}", bytes as f64 / whole as f64),
    }
}
