//! What the fixtures list: tools, prompts and resources.

use serde_json::{Value, json};

/// The tools that take nothing. The first is called by the suite without arguments.
const PLAIN: [&str; 27] = [
    "test_simple_text",
    "test_image_content",
    "test_audio_content",
    "test_embedded_resource",
    "test_multiple_content_types",
    "test_error_handling",
    "test_tool_with_logging",
    "test_logging_tool",
    "test_tool_with_progress",
    "test_elicitation_sep1034_defaults",
    "test_elicitation_sep1330_enums",
    "test_missing_capability",
    "test_streaming_elicitation",
    "test_trigger_tool_change",
    "test_trigger_prompt_change",
    "test_input_required_result_elicitation",
    "test_input_required_result_sampling",
    "test_input_required_result_list_roots",
    "test_input_required_result_request_state",
    "test_input_required_result_multiple_inputs",
    "test_input_required_result_multi_round",
    "test_input_required_result_tampered_state",
    "test_input_required_result_capabilities",
    "test_mrtr_echo_state",
    "test_mrtr_no_state",
    "test_mrtr_unrelated",
    "test_mrtr_no_result_type",
];

/// The tools, in one order.
pub fn tools() -> Vec<Value> {
    let tool = |name: &str, schema: Value| json!({ "name": name, "description": format!("The fixture {name}"), "inputSchema": schema });
    let mut tools: Vec<Value> =
        PLAIN.iter().map(|name| tool(name, json!({ "type": "object", "properties": {} }))).collect();
    let text = |name: &str| json!({ "type": "object", "properties": { name: { "type": "string" } }, "required": [name] });
    tools.push(tool("test_sampling", text("prompt")));
    tools.push(tool("test_elicitation", text("message")));
    tools.push(tool(
        "test_x_mcp_header",
        json!({ "type": "object", "properties": { "region": { "type": "string", "x-mcp-header": "Region" } } }),
    ));
    tools.push(tool("json_schema_2020_12_tool", keywords()));
    tools
}

/// A schema with the keywords of JSON Schema 2020-12 that must not get lost.
fn keywords() -> Value {
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "type": "object",
        "$defs": { "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": { "street": { "type": "string" }, "city": { "type": "string" } },
        } },
        "properties": {
            "name": { "type": "string" },
            "address": { "$ref": "#/$defs/address" },
            "contactMethod": { "type": "string", "enum": ["phone", "email"] },
            "phone": { "type": "string" },
            "email": { "type": "string" },
        },
        "allOf": [{ "anyOf": [{ "required": ["phone"] }, { "required": ["email"] }] }],
        "if": { "properties": { "contactMethod": { "const": "phone" } }, "required": ["contactMethod"] },
        "then": { "required": ["phone"] },
        "else": { "required": ["email"] },
        "additionalProperties": false,
    })
}

/// The prompts.
pub fn prompts() -> Vec<Value> {
    let prompt = |name: &str, arguments: &[&str]| {
        let arguments: Vec<Value> = arguments
            .iter()
            .map(|name| json!({ "name": name, "description": format!("The argument {name}"), "required": true }))
            .collect();
        json!({ "name": name, "description": format!("The fixture {name}"), "arguments": arguments })
    };
    vec![
        prompt("test_simple_prompt", &[]),
        prompt("test_prompt_with_arguments", &["arg1", "arg2"]),
        prompt("test_prompt_with_embedded_resource", &["resourceUri"]),
        prompt("test_prompt_with_image", &[]),
        prompt("test_input_required_result_prompt", &[]),
    ]
}

/// The resources.
pub fn resources() -> Vec<Value> {
    let resource = |uri: &str, kind: &str| {
        let name = uri.trim_start_matches("test://");
        json!({ "uri": uri, "name": name, "description": format!("The fixture {name}"), "mimeType": kind })
    };
    vec![
        resource("test://static-text", "text/plain"),
        resource("test://static-binary", "image/png"),
        resource("test://watched-resource", "text/plain"),
    ]
}

/// The templates of resources.
pub fn templates() -> Vec<Value> {
    vec![json!({
        "uriTemplate": "test://template/{id}/data",
        "name": "template",
        "description": "The fixture of a template",
        "mimeType": "application/json",
    })]
}
