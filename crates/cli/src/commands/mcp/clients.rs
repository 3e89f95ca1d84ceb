//! Which file of a client names its MCP servers, and where in it.

use std::path::{Path, PathBuf};

use clap::ValueEnum;

/// The clients whose files are known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(super) enum ClientName {
    /// Claude Code, for this user: .claude.json
    ClaudeCode,
    /// Claude Desktop: claude_desktop_config.json
    ClaudeDesktop,
    /// Cursor, for this user: .cursor/mcp.json
    Cursor,
    /// Visual Studio Code, for this user: mcp.json
    Vscode,
    /// Codex: .codex/config.toml
    Codex,
    /// Gemini CLI: .gemini/settings.json
    Gemini,
}

/// How a client's file names a server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Form {
    /// JSON: an object of this name has an object for each server; whether that says how it is reached.
    Json { servers: &'static str, says_stdio: bool },
    /// TOML: a table for each server in this one.
    Toml { servers: &'static str },
}

impl ClientName {
    /// The client's file.
    pub(super) fn file(self, home: &Path) -> PathBuf {
        match self {
            Self::ClaudeCode => home.join(".claude.json"),
            Self::ClaudeDesktop => config(home).join("Claude").join("claude_desktop_config.json"),
            Self::Cursor => home.join(".cursor").join("mcp.json"),
            Self::Vscode => config(home).join("Code").join("User").join("mcp.json"),
            Self::Codex => home.join(".codex").join("config.toml"),
            Self::Gemini => home.join(".gemini").join("settings.json"),
        }
    }

    pub(super) fn form(self) -> Form {
        match self {
            Self::ClaudeCode => Form::Json { servers: "mcpServers", says_stdio: true },
            Self::ClaudeDesktop | Self::Cursor | Self::Gemini => {
                Form::Json { servers: "mcpServers", says_stdio: false }
            }
            Self::Vscode => Form::Json { servers: "servers", says_stdio: true },
            Self::Codex => Form::Toml { servers: "mcp_servers" },
        }
    }
}

/// Where programs with windows keep their settings.
fn config(home: &Path) -> PathBuf {
    if cfg!(target_os = "macos") {
        return home.join("Library").join("Application Support");
    }
    let usual = if cfg!(windows) { home.join("AppData").join("Roaming") } else { home.join(".config") };
    let variable = if cfg!(windows) { "APPDATA" } else { "XDG_CONFIG_HOME" };
    std::env::var_os(variable).map(PathBuf::from).filter(|path| path.is_absolute()).unwrap_or(usual)
}
