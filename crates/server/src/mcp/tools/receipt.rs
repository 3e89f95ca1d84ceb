//! The tool `receipt`.

use nepenthe::ReceiptId;
use nepenthe_ops::{self as ops, Code, Issued, OpError, ReceiptInput, ReceiptsInput, table};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::mcp::answer::{Answer, Reply};
use crate::mcp::call::{Call, Fault};
use crate::mcp::schema::{self, Object};
use crate::mcp::tool::{Effect, Tool};

pub(super) const TOOL: Tool = Tool {
    name: "receipt",
    title: "Receipts",
    description: "With an id, return the signed receipt of a purge, which anybody can verify offline. Without, list the receipts.",
    operations: &[table::RECEIPT, table::RECEIPTS],
    effect: Effect::Reads,
    asks_person: false,
    input: schema::input::<Input>,
    output: Some(schema::output::<Output>),
    call,
};

#[derive(Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct Input {
    id: Option<String>,
}

#[derive(Default, Serialize, JsonSchema)]
struct Output {
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Vec<Object>>")]
    receipts: Option<Vec<Issued>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    signed: Option<String>,
}

fn call(call: &Call<'_>) -> Result<Reply, Fault> {
    let Input { id } = call.input()?;
    let Some(id) = id else {
        let receipts = call.with(|scope| ops::receipts(scope, &ReceiptsInput {}))?.receipts;
        return Ok(Answer::of(&Output { receipts: Some(receipts), ..Output::default() }).into());
    };
    let id: ReceiptId = id.parse().map_err(OpError::from)?;
    let Some(key) = call.door.signing_key()? else {
        return Err(OpError::new(Code::KeyMissing, "there is no key that signs receipts").into());
    };
    let signed = call.with(|scope| ops::receipt(scope, &ReceiptInput { id }, key.current()))?;
    Ok(Answer::of(&Output { signed: Some(signed.receipt), ..Output::default() }).into())
}
