//! What `GateMem` holds: episodes of turns, and questions on the way.

use std::collections::HashSet;
use std::fmt;
use std::path::Path;

use serde::Deserialize;
use sha2::Sha256;

use crate::external::{LoadError, entries, hex, lines};

/// Every episode of a release, or of a part of one.
#[derive(Debug, Clone, PartialEq)]
pub struct Data {
    /// The episodes, domain by domain.
    pub episodes: Vec<Episode>,
    /// The SHA-256 of all files, in lower-case hex.
    pub sha256: String,
}

/// A thread about one matter.
#[derive(Debug, Clone, PartialEq, Deserialize)]
pub struct Episode {
    /// Its id.
    #[serde(rename = "episode_id")]
    pub id: String,
    /// What it is about: `medical`, `office`, `education`, `household`.
    pub domain: String,
    entities: Entities,
    /// What was said, in order.
    pub turns: Vec<Turn>,
    /// The questions, in the order in which they are asked.
    #[serde(skip)]
    pub checkpoints: Vec<Checkpoint>,
}

#[derive(Debug, Clone, PartialEq, Deserialize)]
struct Entities {
    principals: Vec<Person>,
}

/// Somebody who speaks or asks.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Person {
    /// The id.
    #[serde(rename = "principal_id")]
    pub id: String,
    /// The name as others say it.
    pub display_name: Option<String>,
}

/// Who speaks or asks, and in which role.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Speaker {
    /// The person's id.
    #[serde(rename = "principal_id")]
    pub id: String,
    /// The role, such as `nurse`.
    #[serde(default)]
    pub role: String,
}

/// What somebody said.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Turn {
    /// Its id, unique in the episode.
    #[serde(rename = "turn_id")]
    pub id: String,
    /// Who.
    pub speaker: Speaker,
    /// What.
    pub text: String,
}

/// A question asked behind a turn.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Checkpoint {
    /// Its id.
    #[serde(rename = "checkpoint_id")]
    pub id: String,
    episode_id: String,
    /// The turn behind which it is asked.
    #[serde(rename = "as_of_turn_id")]
    pub after: String,
    /// Who asks.
    pub asker: Speaker,
    /// What it is a question of.
    #[serde(rename = "query_type")]
    pub kind: Kind,
    /// The question.
    #[serde(rename = "query_text")]
    pub text: String,
    judge_spec: JudgeSpec,
    /// Strings, some of them expressions, that an answer must not hold.
    #[serde(default)]
    pub leak_targets: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
struct JudgeSpec {
    #[serde(default)]
    include: Vec<String>,
}

impl Checkpoint {
    /// Returns the strings, some of them expressions, that an answer must hold.
    #[must_use]
    pub fn include(&self) -> &[String] {
        &self.judge_spec.include
    }
}

/// What a question asks of a memory.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Kind {
    /// That it knows.
    Utility,
    /// That it does not tell who may not know.
    Privacy,
    /// That it does not know any more.
    #[serde(alias = "safety")]
    Forgetting,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Utility => "utility",
            Self::Privacy => "privacy",
            Self::Forgetting => "forgetting",
        })
    }
}

impl Data {
    /// Reads a release: a folder for each domain, with `episodes.jsonl` and `checkpoints.jsonl` in it; or one such folder.
    /// Fields that are not named here are ignored.
    ///
    /// # Errors
    /// [`LoadError`] names the file, and the field or the line.
    pub fn read(dir: &Path) -> Result<Self, LoadError> {
        let mut hasher = Sha256::default();
        let mut episodes = Vec::new();
        let is_domain = |path: &Path| path.join("episodes.jsonl").is_file();
        let folders = match is_domain(dir) {
            true => vec![dir.to_path_buf()],
            false => entries(dir)?.into_iter().filter(|path| is_domain(path)).collect(),
        };
        for folder in folders {
            domain(&folder, &mut episodes, &mut hasher)?;
        }
        if episodes.is_empty() {
            return Err(LoadError::layout(dir, "it has no folder with an episodes.jsonl"));
        }
        Ok(Self { episodes, sha256: hex(hasher) })
    }

    /// Returns how many questions there are.
    #[must_use]
    pub fn questions(&self) -> usize {
        self.episodes.iter().map(|episode| episode.checkpoints.len()).sum()
    }
}

fn domain(folder: &Path, all: &mut Vec<Episode>, hasher: &mut Sha256) -> Result<(), LoadError> {
    let path = folder.join("episodes.jsonl");
    let mut episodes: Vec<Episode> = lines(&path, hasher)?;
    let mut seen: HashSet<String> = all.iter().map(|episode| episode.id.clone()).collect();
    for episode in &episodes {
        if !seen.insert(episode.id.clone()) {
            return Err(LoadError::layout(&path, format!("field `episode_id`: {} stands twice", episode.id)));
        }
    }
    let path = folder.join("checkpoints.jsonl");
    for checkpoint in lines::<Checkpoint>(&path, hasher)? {
        let id = &checkpoint.id;
        let Some(episode) = episodes.iter_mut().find(|episode| episode.id == checkpoint.episode_id) else {
            return Err(LoadError::layout(&path, format!("field `episode_id` of {id} names no episode")));
        };
        if !episode.turns.iter().any(|turn| turn.id == checkpoint.after) {
            return Err(LoadError::layout(&path, format!("field `as_of_turn_id` of {id} names no turn")));
        }
        if episode.checkpoints.iter().any(|other| other.id == *id) {
            return Err(LoadError::layout(&path, format!("field `checkpoint_id`: {id} stands twice")));
        }
        episode.checkpoints.push(checkpoint);
    }
    all.append(&mut episodes);
    Ok(())
}

impl Episode {
    /// Returns how others call somebody: by the display name, and by the id where there is none.
    #[must_use]
    pub fn name<'a>(&'a self, id: &'a str) -> &'a str {
        let person = self.entities.principals.iter().find(|person| person.id == id);
        person.and_then(|person| person.display_name.as_deref()).unwrap_or(id)
    }
}
