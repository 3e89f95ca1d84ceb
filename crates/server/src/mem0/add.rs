//! Adding memories: each message of the user is one, as it is.

use axum::routing::MethodFilter;
use nepenthe_ops::{
    self as ops, Code, InscribeInput, Inscribed, Metadata, NewMemory, OpError, Returning, table,
};
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::call::{Call, bad};
use super::entity::{Entities, EntityKind};
use super::memory::BESIDE;
use super::route::Route;
use super::{event, time};
use crate::http::{Problem, Refusal};

pub(super) const ROUTES: &[Route] =
    &[Route { takes_body: true, ..Route::new(MethodFilter::POST, "/v3/memories/add/", add) }];

/// How many messages one request may have.
const MOST: usize = 1000;

/// What is to be added, and for whom.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Add {
    messages: Vec<Message>,
    user_id: Option<String>,
    agent_id: Option<String>,
    app_id: Option<String>,
    run_id: Option<String>,
    /// The same ids once more.
    filters: Option<Map<String, Value>>,
    metadata: Option<Map<String, Value>>,
    infer: Option<bool>,
    /// Seconds since 1970.
    timestamp: Option<Value>,
    expiration_date: Option<String>,
    /// Nepenthe's own: what is done with a text that says again what was erased.
    #[serde(default)]
    returning: Returning,
    /// What follows tells a language model how to infer, or a client what to expect; it has no effect here.
    #[serde(rename = "custom_categories")]
    _custom_categories: Option<Value>,
    #[serde(rename = "custom_instructions")]
    _custom_instructions: Option<Value>,
    #[serde(rename = "agent_custom_instructions")]
    _agent_custom_instructions: Option<Value>,
    #[serde(rename = "structured_data_schema")]
    _structured_data_schema: Option<Value>,
    #[serde(rename = "output_format")]
    _output_format: Option<Value>,
    #[serde(rename = "version")]
    _version: Option<Value>,
    #[serde(rename = "async_mode")]
    _async_mode: Option<Value>,
}

#[derive(Deserialize)]
struct Message {
    role: String,
    content: Content,
}

/// A text, or parts that are texts.
#[derive(Deserialize)]
#[serde(untagged)]
enum Content {
    Text(String),
    Parts(Vec<Part>),
}

#[derive(Deserialize)]
#[serde(tag = "type", rename_all = "lowercase")]
enum Part {
    Text { text: String },
}

fn add(call: &Call<'_>) -> Result<Answer, Problem> {
    call.demand(&table::INSCRIBE)?;
    let input: Add = call.input()?;
    if input.infer != Some(false) {
        return Err(Refusal::InferNeedsModel.into());
    }
    let entities = entities(&input)?;
    let (owner, id) = entities.owner().ok_or_else(|| {
        bad("name at least one of user_id, agent_id, app_id and run_id: whose memory it is")
    })?;
    let path = call.project.home(owner, id)?;
    let all = input.messages.len();
    if all > MOST {
        return Err(bad("there are more than 1000 messages"));
    }
    let (metadata, expires) = (metadata(&input, &entities)?, expires(&input)?);
    let messages = input.messages.into_iter().filter(|message| message.role == "user");
    let texts: Vec<String> = messages.map(|message| message.content.text()).collect();
    if texts.is_empty() {
        return Err(bad("there is no message of the role user in `messages`: those are what is stored"));
    }
    let new = |text: &String| NewMemory {
        text: text.clone().into(),
        metadata: Some(Metadata(metadata.clone())),
        expires,
        ..NewMemory::default()
    };
    let memories = texts.iter().map(new).collect();
    let input = InscribeInput { memories, returning: input.returning, ..InscribeInput::default() };
    let Inscribed { ids, trimmed, .. } =
        call.with(&table::INSCRIBE, &path, |scope| ops::inscribe(scope, input.clone(), &mut |_| {}))?;
    let results: Vec<Value> = ids
        .iter()
        .zip(&texts)
        .map(|(id, text)| {
            // What is left of one that was trimmed is read by its id.
            let text = (!trimmed.contains(id)).then_some(text);
            json!({ "id": id, "memory": text, "event": "ADD" })
        })
        .collect();
    let message = match all - ids.len() {
        0 => format!("{} written", ids.len()),
        others => format!("{} written; {others} of other roles than user left out", ids.len()),
    };
    Ok(Answer::new(json!({
        "message": message,
        "status": "SUCCEEDED",
        "event_id": event::id(&ids),
        "results": results,
    })))
}

fn entities(input: &Add) -> Result<Entities, OpError> {
    let mut entities = Entities::default();
    let given = [&input.user_id, &input.agent_id, &input.app_id, &input.run_id];
    for (kind, id) in EntityKind::ALL.into_iter().zip(given) {
        if let Some(id) = id {
            entities.add(kind, id)?;
        }
    }
    for (field, id) in input.filters.iter().flatten() {
        match id {
            Value::String(id) => entities.add_field(field, id)?,
            _ => return Err(OpError::new(Code::BadRequest, "an id in `filters` is no text")),
        }
    }
    Ok(entities)
}

fn metadata(input: &Add, entities: &Entities) -> Result<Map<String, Value>, Problem> {
    let mut metadata = input.metadata.clone().unwrap_or_default();
    let mut beside: Map<String, Value> =
        entities.iter().map(|(kind, id)| (kind.field().to_owned(), id.into())).collect();
    if let Some(given) = &input.timestamp {
        time::read(given).ok_or_else(|| bad("timestamp is no time"))?;
        beside.insert("timestamp".to_owned(), given.clone());
    }
    match metadata.insert(BESIDE.to_owned(), beside.into()) {
        None => Ok(metadata),
        Some(_) => Err(bad("the field mem0 of metadata is this server's own")),
    }
}

fn expires(input: &Add) -> Result<Option<jiff::Timestamp>, Problem> {
    let Some(date) = &input.expiration_date else { return Ok(None) };
    let expires = time::end_of_day(date);
    expires.map(Some).ok_or_else(|| bad("expiration_date is a date such as 2027-01-31"))
}

impl Content {
    fn text(self) -> String {
        match self {
            Self::Text(text) => text,
            Self::Parts(parts) => {
                let texts: Vec<String> = parts.into_iter().map(|Part::Text { text }| text).collect();
                texts.join("\n")
            }
        }
    }
}
