//! The scripted model's answers to prompts that are none of ours and that no rule is for: the least that fits the form which is
//! asked for. A schema gets its smallest value, JSON an empty object, a tool that must be called smallest arguments, and
//! prose its own question back.

use serde_json::{Map, Value, json};

use crate::{Form, Request, Role};

/// How deep a schema is followed; one that refers to itself would have no end.
const DEPTH: usize = 16;
/// How many bytes of a question come back.
const ECHO: usize = 400;

/// Returns the calls of a tool, where one must be called.
pub(super) fn tool_calls(request: &Request) -> Option<Value> {
    let body = request.foreign.as_ref()?;
    let tools = body.get("tools")?.as_array()?;
    let wanted = match body.get("tool_choice")? {
        Value::String(choice) if choice == "required" => None,
        choice => Some(choice.pointer("/function/name")?),
    };
    let functions = tools.iter().filter_map(|tool| tool.get("function"));
    let function = functions
        .filter(|function| wanted.is_none() || function.get("name") == wanted)
        .find(|function| function.get("name").is_some_and(Value::is_string))?;
    let arguments =
        function.get("parameters").map_or_else(|| json!({}), |schema| least(schema, schema, DEPTH));
    let call = json!({ "name": function["name"], "arguments": arguments.to_string() });
    Some(json!([{ "id": "call-0", "type": "function", "function": call }]))
}

/// Returns the text of an answer.
pub(super) fn text(request: &Request) -> String {
    let format =
        request.foreign.as_ref().and_then(|body| body.pointer("/response_format/json_schema/schema"));
    match (format, request.form) {
        (Some(schema), _) => least(schema, schema, DEPTH).to_string(),
        (None, Form::Json) => "{}".to_owned(),
        (None, Form::Text) => {
            let asked = request.messages.iter().rfind(|message| message.role == Role::User);
            let asked = asked.map(|message| message.content.trim()).unwrap_or_default();
            asked[..asked.floor_char_boundary(ECHO)].to_owned()
        }
    }
}

/// Returns the smallest value of a JSON schema, as far as it says what is needed.
fn least(schema: &Value, root: &Value, depth: usize) -> Value {
    let Some(depth) = depth.checked_sub(1) else { return Value::Null };
    if let Some(place) = schema.get("$ref").and_then(Value::as_str) {
        let there = place.strip_prefix('#').and_then(|place| root.pointer(place));
        return there.map_or(Value::Null, |schema| least(schema, root, depth));
    }
    if let Some(value) = schema.get("const").or_else(|| schema.get("default")) {
        return value.clone();
    }
    let first = |field: &str| schema.get(field).and_then(Value::as_array).and_then(|list| list.first());
    if let Some(value) = first("enum") {
        return value.clone();
    }
    if let Some(choice) = first("anyOf").or_else(|| first("oneOf")).or_else(|| first("allOf")) {
        return least(choice, root, depth);
    }
    let kind = match schema.get("type") {
        Some(Value::Array(kinds)) => kinds.first().and_then(Value::as_str),
        kind => kind.and_then(Value::as_str),
    };
    match kind {
        Some("string") => json!(""),
        Some("integer" | "number") => schema.get("minimum").cloned().unwrap_or(json!(0)),
        Some("boolean") => json!(false),
        Some("null") => Value::Null,
        Some("array") => {
            let count = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0).min(16);
            let item = schema.get("items").map_or(Value::Null, |items| least(items, root, depth));
            (0..count).map(|_| item.clone()).collect()
        }
        _ => {
            let needed = schema.get("required").and_then(Value::as_array).into_iter().flatten();
            let fields = needed.filter_map(Value::as_str).map(|name| {
                let field = schema.get("properties").and_then(|properties| properties.get(name));
                (name.to_owned(), field.map_or(Value::Null, |field| least(field, root, depth)))
            });
            Value::Object(fields.collect::<Map<_, _>>())
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use crate::scripted::{Mode, Scripted};
    use crate::{Completion, LanguageModel, Request};

    fn ask(more: &Value) -> Completion {
        let mut body = json!({ "messages": [{ "role": "user", "content": "What of Ana?" }] });
        body.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
        Scripted::new(Mode::Good).complete(&Request::foreign(body).unwrap()).unwrap()
    }

    #[test]
    fn an_answer_has_the_form_that_is_asked_for() {
        let schema = json!({
            "type": "object",
            "required": ["facts", "kind", "more", "next"],
            "properties": {
                "facts": { "type": "array", "items": { "type": "string" }, "minItems": 1 },
                "kind": { "enum": ["add", "none"] },
                "more": { "anyOf": [{ "$ref": "#/$defs/More" }, { "type": "null" }] },
                "next": { "$ref": "#" },
                "left": { "type": "string" },
            },
            "$defs": { "More": { "type": "object", "required": ["n"], "properties": { "n": { "type": "integer" } } } },
        });
        let format = json!({ "type": "json_schema", "json_schema": { "name": "x", "schema": schema } });
        let answer: Value = serde_json::from_str(&ask(&json!({ "response_format": format })).text).unwrap();
        assert_eq!(
            (&answer["facts"], &answer["kind"], &answer["more"], answer.get("left")),
            (&json!([""]), &json!("add"), &json!({ "n": 0 }), None)
        );
        assert_eq!(ask(&json!({ "response_format": { "type": "json_object" } })).text, "{}");
        assert_eq!(ask(&json!({})).text, "What of Ana?");

        let tools = json!([
            { "type": "function", "function": { "name": "other" } },
            { "type": "function", "function": { "name": "save", "parameters": {
                "type": "object", "required": ["text"], "properties": { "text": { "type": "string" } } } } },
        ]);
        let save = json!({ "type": "function", "function": { "name": "save" } });
        let called = ask(&json!({ "tools": tools, "tool_choice": save }));
        let calls = called.tool_calls.as_ref().unwrap();
        assert_eq!(calls[0]["function"], json!({ "name": "save", "arguments": "{\"text\":\"\"}" }));
        assert_eq!(called.body("m")["choices"][0]["finish_reason"], "tool_calls");
        assert_eq!(ask(&json!({ "tools": tools, "tool_choice": "auto" })).tool_calls, None);
    }
}
