//! What the fixtures answer that is the same each time.

use serde_json::{Value, json};

/// A picture of one red pixel.
const PNG: &str =
    "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg==";
/// A sound without a sample.
const WAV: &str = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA=";

fn text(text: &str) -> Value {
    json!({ "type": "text", "text": text })
}

fn image() -> Value {
    json!({ "type": "image", "data": PNG, "mimeType": "image/png" })
}

fn resource(uri: &str, kind: &str, text: &str) -> Value {
    json!({ "type": "resource", "resource": { "uri": uri, "mimeType": kind, "text": text } })
}

/// What a tool answers that always answers the same; `None` of other tools.
pub fn of_tool(name: &str) -> Option<Value> {
    let content = match name {
        "test_simple_text" => json!([text("This is a simple text response for testing.")]),
        "test_image_content" => json!([image()]),
        "test_audio_content" => json!([{ "type": "audio", "data": WAV, "mimeType": "audio/wav" }]),
        "test_embedded_resource" => {
            json!([resource(
                "test://embedded-resource", "text/plain", "This is an embedded resource content."
            )])
        }
        "test_multiple_content_types" => json!([
            text("Multiple content types test:"),
            image(),
            resource("test://mixed-content-resource", "application/json", r#"{"test":"data","value":123}"#),
        ]),
        "test_error_handling" => {
            let content = json!([text("This tool intentionally returns an error for testing")]);
            return Some(json!({ "isError": true, "content": content }));
        }
        "json_schema_2020_12_tool" | "test_x_mcp_header" => json!([text("It was called.")]),
        _ => return None,
    };
    Some(json!({ "content": content }))
}

/// A tool's answer of one text.
pub fn said(words: &str) -> Value {
    json!({ "content": [text(words)] })
}

/// A prompt; `None` where there is none of this name.
pub fn of_prompt(name: &str, arguments: &Value) -> Option<Value> {
    let argument = |name: &str| arguments[name].as_str().unwrap_or_default();
    let contents = match name {
        "test_simple_prompt" => vec![text("This is a simple prompt for testing.")],
        "test_prompt_with_arguments" => {
            let (first, second) = (argument("arg1"), argument("arg2"));
            vec![text(&format!("Prompt with arguments: arg1='{first}', arg2='{second}'"))]
        }
        "test_prompt_with_embedded_resource" => vec![
            resource(argument("resourceUri"), "text/plain", "Embedded resource content for testing."),
            text("Please process the embedded resource above."),
        ],
        "test_prompt_with_image" => vec![image(), text("Please analyze the image above.")],
        _ => return None,
    };
    let message = |content| json!({ "role": "user", "content": content });
    Some(json!({ "messages": contents.into_iter().map(message).collect::<Vec<_>>() }))
}

/// What a resource holds; `None` where there is none of this URI.
pub fn of_resource(uri: &str) -> Option<Value> {
    let content = match uri {
        "test://static-text" => {
            json!({ "mimeType": "text/plain", "text": "This is the content of the static text resource." })
        }
        "test://static-binary" => json!({ "mimeType": "image/png", "blob": PNG }),
        "test://watched-resource" => json!({ "mimeType": "text/plain", "text": "Nothing happens here." }),
        _ => {
            let id = uri.strip_prefix("test://template/")?.strip_suffix("/data")?;
            let data = json!({ "id": id, "templateTest": true, "data": format!("Data for ID: {id}") });
            json!({ "mimeType": "application/json", "text": data.to_string() })
        }
    };
    let mut content = content;
    content["uri"] = uri.into();
    Some(json!({ "contents": [content] }))
}
