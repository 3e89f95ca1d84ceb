//! The tool `inscribe`.

use jiff::Timestamp;
use nepenthe_ops::{self as ops, InscribeInput, NewMemory, table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mcp::answer::{Answer, Reply};
use crate::mcp::call::{Call, Fault};
use crate::mcp::schema;
use crate::mcp::tool::{Effect, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "inscribe",
    title: "Remember",
    description: "Write new memories, all or none. One fact a text, with names and dates. Not for what replaces an older fact: \
                  use supersede.",
    operations: &[table::INSCRIBE],
    effect: Effect::Adds,
    asks_person: false,
    input: schema::input::<Input>,
    output: Some(schema::output::<Output>),
    call,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    #[schemars(length(min = 1))]
    texts: Vec<String>,
    /// Which conversation or document
    source: Option<String>,
    /// When they leave recall, RFC 3339
    expires: Option<Timestamp>,
}

#[derive(Serialize, JsonSchema)]
struct Output {
    ids: Vec<String>,
}

fn call(call: &Call<'_>) -> Result<Reply, Fault> {
    let Input { texts, source, expires } = call.input()?;
    let memories = texts.into_iter().map(|text| NewMemory {
        text: text.into(),
        source: source.clone().map(Into::into),
        expires,
        ..NewMemory::default()
    });
    let input = InscribeInput { memories: memories.collect(), ..InscribeInput::default() };
    let inscribed = call.with(|scope| ops::inscribe(scope, input.clone(), &mut |_| {}))?;
    Ok(Answer::of(&Output { ids: inscribed.ids.iter().map(ToString::to_string).collect() }).into())
}
