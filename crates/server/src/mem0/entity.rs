//! [`Entities`]: the user, agent, app and run of a memory, by their ids.

use nepenthe_ops::{Code, OpError};

/// What an id is of. The first that a memory has owns it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum EntityKind {
    User,
    Agent,
    App,
    Run,
}

/// The ids of a memory.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct Entities([Option<String>; 4]);

/// The longest id, in bytes.
const MOST: usize = 256;

impl EntityKind {
    pub(super) const ALL: [Self; 4] = [Self::User, Self::Agent, Self::App, Self::Run];

    /// Its word, as in a path.
    pub(super) fn word(self) -> &'static str {
        match self {
            Self::User => "user",
            Self::Agent => "agent",
            Self::App => "app",
            Self::Run => "run",
        }
    }

    /// Its field, as in a body.
    pub(super) fn field(self) -> &'static str {
        match self {
            Self::User => "user_id",
            Self::Agent => "agent_id",
            Self::App => "app_id",
            Self::Run => "run_id",
        }
    }

    pub(super) fn of_field(field: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| kind.field() == field)
    }
}

impl Entities {
    pub(super) fn get(&self, kind: EntityKind) -> Option<&str> {
        self.0[kind as usize].as_deref()
    }

    pub(super) fn set(&mut self, kind: EntityKind, id: Option<String>) {
        self.0[kind as usize] = id;
    }

    /// Adds an id that was asked for.
    ///
    /// # Errors
    /// [`Code::BadRequest`] for what is no id, and for a second of one kind.
    pub(super) fn add(&mut self, kind: EntityKind, id: &str) -> Result<(), OpError> {
        check(kind, id)?;
        match &self.0[kind as usize] {
            Some(other) if other != id => {
                let message = format!("{} is given twice, and differs", kind.field());
                Err(OpError::new(Code::BadRequest, message))
            }
            _ => {
                self.set(kind, Some(id.to_owned()));
                Ok(())
            }
        }
    }

    /// Adds an id by the name of its field.
    ///
    /// # Errors
    /// As for [`add`](Self::add), and where the field is none of an id.
    pub(super) fn add_field(&mut self, field: &str, id: &str) -> Result<(), OpError> {
        let kind = EntityKind::of_field(field).ok_or_else(|| {
            let message = "here `filters` has user_id, agent_id, app_id and run_id, and nothing else";
            OpError::new(Code::BadRequest, message)
        })?;
        self.add(kind, id)
    }

    /// Those that there are.
    pub(super) fn iter(&self) -> impl Iterator<Item = (EntityKind, &str)> {
        EntityKind::ALL.into_iter().filter_map(|kind| self.get(kind).map(|id| (kind, id)))
    }

    /// Whose memory it is.
    pub(super) fn owner(&self) -> Option<(EntityKind, &str)> {
        self.iter().next()
    }

    /// Tells whether a memory with these ids has all of the others.
    pub(super) fn include(&self, asked: &Self) -> bool {
        asked.iter().all(|(kind, id)| self.get(kind) == Some(id))
    }
}

/// Refuses what cannot be an id. `*` stands for any in a filter, and can be none.
///
/// # Errors
/// [`Code::BadRequest`].
pub(super) fn check(kind: EntityKind, id: &str) -> Result<(), OpError> {
    // What stands for bytes that were no text may be anybody.
    let unwanted = |letter: char| letter.is_control() || letter == char::REPLACEMENT_CHARACTER;
    let wrong = id.trim().is_empty() || id.len() > MOST || id == "*" || id.contains(unwanted);
    match wrong {
        true => {
            let message = format!(
                "{} is a text of 1 to {MOST} bytes, not blank or * alone, without control characters",
                kind.field()
            );
            Err(OpError::new(Code::BadRequest, message))
        }
        false => Ok(()),
    }
}
