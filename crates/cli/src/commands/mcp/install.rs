//! `nepenthe mcp install`.

use std::fs;
use std::io;
use std::path::{Path, PathBuf, absolute};

use clap::Args;
use directories::BaseDirs;
use serde::Serialize;

use super::ServeArgs;
use super::clients::{ClientName, Form};
use super::entry::Entry;
use crate::context::Context;
use crate::error::{CliError, Kind};
use crate::output::{Overwrite, WholeFile, escape_block};
use crate::typed::program;

/// Have a client start the server
///
/// Writes into the client's own file that it is to start `nepenthe mcp` with this store, scope, actor, profile and
/// rights. Shows what it writes. What else the file has stays, and a file that was there is kept beside it, with
/// `.before-nepenthe` behind its name.
///
/// Prints the file.
#[derive(Debug, Clone, Args)]
#[command(after_help = "\
Examples:
  nepenthe mcp install --client claude-code --db agent.db --scope me
  nepenthe mcp install --client codex --print")]
pub(super) struct InstallArgs {
    /// Write the file of this client
    #[arg(long, value_name = "NAME")]
    client: ClientName,

    /// Print what would be written, and write nothing
    #[arg(long)]
    print: bool,

    #[command(flatten)]
    serve: ServeArgs,
}

/// What was installed.
#[derive(Serialize)]
struct Installed {
    file: PathBuf,
    /// The file that was there.
    before: Option<PathBuf>,
}

/// Installs the server in a client.
pub(super) fn install(args: &InstallArgs, context: &Context) -> Result<(), CliError> {
    let base = BaseDirs::new().ok_or_else(|| CliError::new(Kind::Io, "there is no home directory"))?;
    let (file, form) = (args.client.file(base.home_dir()), args.client.form());
    let entry = entry(&args.serve, form, context)?;
    let alone = entry.alone(form).map_err(|_| CliError::new(Kind::Io, "the entry cannot be written"))?;
    if args.print {
        context.printer().status(format!("This goes into {}:", file.display()));
        return crate::output::write_stdout(&alone);
    }
    let unread = |error: &io::Error| CliError::io(format!("cannot read {}", file.display()), error);
    let text = match fs::read_to_string(&file) {
        Ok(text) => Some(text),
        Err(error) if error.kind() == io::ErrorKind::NotFound => None,
        Err(error) => return Err(unread(&error)),
    };
    let written = entry.put_into(text.as_deref().unwrap_or_default(), form).map_err(|_| {
        let message =
            format!("{} cannot be read as plain {}; nothing was changed", file.display(), form.language());
        CliError::input(message).with_hint("add by hand what --print prints")
    })?;
    let kept = context.kept_files();
    let installed = match text {
        Some(text) if text == written => Installed { file, before: None },
        text => {
            context.printer().status(format!("{} gets:\n{}", file.display(), escape_block(alone.trim_end())));
            if let Some(folder) = file.parent() {
                fs::create_dir_all(folder)
                    .map_err(|error| CliError::io(format!("cannot make {}", folder.display()), &error))?;
            }
            let before = text.map(|_| set_aside(&file)).transpose()?;
            WholeFile::create(&file, Overwrite::Yes, &kept)?.fill(&written)?;
            Installed { file, before }
        }
    };
    context.printer().result(&installed, |installed| format!("{}\n", installed.file.display()))?;
    if let Some(before) = &installed.before {
        context.printer().status(format!("As it was, it is in {}.", before.display()));
    }
    context.printer().status("Start the client again to have it read the file.");
    Ok(())
}

/// Copies the file beside itself, under a name that nothing has.
fn set_aside(file: &Path) -> Result<PathBuf, CliError> {
    let name = |count: usize| {
        let mut name = file.as_os_str().to_owned();
        name.push(".before-nepenthe");
        if count > 1 {
            name.push(format!("-{count}"));
        }
        PathBuf::from(name)
    };
    let free = (1..).map(name).find(|path| path.symlink_metadata().is_err()).unwrap_or_else(|| name(0));
    fs::copy(file, &free).map_err(|error| CliError::io(format!("cannot copy {}", file.display()), &error))?;
    Ok(free)
}

/// The server as it is to be started: this program, with what was said here.
fn entry(serve: &ServeArgs, form: Form, context: &Context) -> Result<Entry, CliError> {
    let unknown = |error: &io::Error| CliError::io("cannot tell where a file is", error);
    let whole = |path: &Path| Ok::<_, CliError>(text_of(&absolute(path).map_err(|error| unknown(&error))?));
    let program = program().ok_or_else(|| unknown(&io::Error::from(io::ErrorKind::NotFound)))?;
    let command = text_of(&program);
    let global = context.global();
    let mut args = vec!["mcp".to_owned(), "--db".into(), whole(&context.file()?)?, "--scope".into()];
    args.push(context.scope_path()?.as_str().to_owned());
    let mut add = |option: &str, value: String| args.extend([option.to_owned(), value]);
    if let Some(actor) = &global.actor {
        add("--actor", actor.clone());
    }
    for (option, path) in [
        ("--model-dir", &global.model_dir),
        ("--key-file", &global.key_file),
        ("--master-key", &global.master_key),
    ] {
        if let Some(path) = path {
            add(option, whole(path)?);
        }
    }
    if let Some(embedder) = global.embedder {
        add("--embedder", word(&embedder));
    }
    for (option, value) in [("--embed-url", &global.embed_url), ("--embed-model", &global.embed_model)] {
        if let Some(value) = value {
            add(option, value.clone());
        }
    }
    if let Some(dimension) = global.embed_dimension {
        add("--embed-dimension", dimension.to_string());
    }
    add("--profile", word(&serve.profile));
    add("--rights", serve.rights.iter().map(ToString::to_string).collect::<Vec<_>>().join(","));
    if serve.no_user_interaction {
        args.push("--no-user-interaction".into());
    }
    let says_stdio = matches!(form, Form::Json { says_stdio: true, .. });
    Ok(Entry { kind: says_stdio.then_some("stdio"), command, args })
}

/// The word by which a value is typed.
fn word(value: &impl clap::ValueEnum) -> String {
    value.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default()
}

/// Paths in such files are texts.
fn text_of(path: &Path) -> String {
    path.to_string_lossy().into_owned()
}

impl Form {
    fn language(self) -> &'static str {
        match self {
            Self::Json { .. } => "JSON",
            Self::Toml { .. } => "TOML",
        }
    }
}
