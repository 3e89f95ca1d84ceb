//! [`Found`]: a memory as Mem0's clients see it.

use jiff::Timestamp;
use nepenthe::{MemoryId, ScopePath, State};
use nepenthe_ops::{self as ops, BlameInput, Memory, table};
use serde_json::{Map, Value, json};

use super::call::Call;
use super::entity::{Entities, EntityKind};
use super::project::Project;
use super::time;
use crate::http::Problem;

/// The field of the metadata under which the ids and times of Mem0 stand.
pub(super) const BESIDE: &str = "mem0";

/// A memory, with where it is and whose.
pub(super) struct Found {
    pub(super) path: ScopePath,
    pub(super) entities: Entities,
    pub(super) memory: Memory,
}

impl Found {
    pub(super) fn new(project: &Project, path: ScopePath, memory: Memory) -> Self {
        let mut beside = Entities::default();
        for kind in EntityKind::ALL {
            let id = field(&memory, kind.field()).and_then(Value::as_str);
            beside.set(kind, id.map(str::to_owned));
        }
        Self { entities: project.entities(&path, beside), path, memory }
    }

    /// The time that was given with it.
    pub(super) fn given(&self) -> Option<Timestamp> {
        time::read(field(&self.memory, "timestamp")?)
    }

    /// The metadata that the client gave.
    pub(super) fn metadata(&self) -> Option<&Map<String, Value>> {
        self.memory.metadata.as_ref().map(|metadata| &metadata.0)
    }

    /// Returns it as it is shown. Of one that was superseded it is looked up what took its place.
    pub(super) fn shown(&self, call: &Call<'_>) -> Result<Map<String, Value>, Problem> {
        let Memory { id, text, state, created, changed, expires, .. } = &self.memory;
        let replaced_by = match state {
            State::Superseded => successor(call, &self.path, *id)?,
            _ => None,
        };
        let lifecycle_state = match state {
            State::Live | State::Pinned => "active",
            State::Expired => "expired",
            State::Superseded => "superseded",
            State::Released | State::Quarantined | State::Unreadable => "released",
        };
        let metadata: Map<String, Value> = self
            .metadata()
            .into_iter()
            .flatten()
            .filter(|(key, _)| key.as_str() != BESIDE)
            .map(|(key, value)| (key.clone(), value.clone()))
            .collect();
        let shown = json!({
            "id": id,
            "memory": text,
            "user_id": self.entities.get(EntityKind::User),
            "agent_id": self.entities.get(EntityKind::Agent),
            "app_id": self.entities.get(EntityKind::App),
            "run_id": self.entities.get(EntityKind::Run),
            "metadata": (!metadata.is_empty()).then_some(metadata),
            "categories": [],
            "created_at": created,
            "updated_at": changed,
            "expiration_date": expires.map(|expires| time::last_day(expires).to_string()),
            "structured_attributes": null,
            "replaced_by": replaced_by,
            "synthesized": false,
            "lifecycle_state": lifecycle_state,
        });
        match shown {
            Value::Object(shown) => Ok(shown),
            _ => Ok(Map::new()),
        }
    }
}

fn field<'a>(memory: &'a Memory, name: &str) -> Option<&'a Value> {
    memory.metadata.as_ref()?.0.get(BESIDE)?.get(name)
}

/// What took a memory's place last.
fn successor(call: &Call<'_>, path: &ScopePath, id: MemoryId) -> Result<Option<MemoryId>, Problem> {
    let chain = call.with(&table::BLAME, path, |scope| ops::blame(scope, &BlameInput::Id(id)))?;
    let link = chain.memories.into_iter().find(|link| link.memory.id == id);
    let newest = link.and_then(|link| link.superseded_by.into_iter().max_by_key(|by| by.at));
    Ok(newest.map(|by| by.id))
}
