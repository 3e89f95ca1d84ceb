//! JSON Schemas of tools, as short as they can be: a model reads all of them before it does anything.

use std::sync::Arc;

use rmcp::model::JsonObject;
use schemars::JsonSchema;
use schemars::generate::{Contract, SchemaSettings};
use serde_json::Value;

/// Stands for an object of which no more is said.
#[derive(JsonSchema)]
pub(super) struct Object {}

/// How much of an output is said.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Said {
    All,
    /// No descriptions: names of fields say what they are. Inside of it, not which fields are always there.
    Little,
}

/// The schema of what a tool is given.
pub(super) fn input<T: JsonSchema>() -> Arc<JsonObject> {
    short::<T>(Contract::Deserialize, Said::All)
}

/// The schema of what a tool answers, in short.
pub(super) fn output<T: JsonSchema>() -> Arc<JsonObject> {
    short::<T>(Contract::Serialize, Said::Little)
}

/// The schema of what a tool answers, as clients know it.
pub(super) fn whole_output<T: JsonSchema>() -> Arc<JsonObject> {
    short::<T>(Contract::Serialize, Said::All)
}

fn short<T: JsonSchema>(contract: Contract, said: Said) -> Arc<JsonObject> {
    let settings = SchemaSettings::draft2020_12().with(|settings| {
        settings.inline_subschemas = true;
        settings.meta_schema = None;
        settings.contract = contract;
    });
    let mut schema = settings.into_generator().into_root_schema_for::<T>().to_value();
    if let Value::Object(root) = &mut schema {
        // The tool has both itself.
        root.remove("title");
        root.remove("description");
    }
    let required = schema.get("required").cloned();
    shorten(&mut schema, said);
    if let (Some(required), Value::Object(root)) = (required, &mut schema) {
        root.insert("required".into(), required);
    }
    match schema {
        Value::Object(root) => Arc::new(root),
        _ => Arc::default(),
    }
}

fn words(choices: &Value) -> Option<Value> {
    choices
        .as_array()?
        .iter()
        .map(|choice| choice.get("const").filter(|word| word.is_string()).cloned())
        .collect()
}

fn shorten(schema: &mut Value, said: Said) {
    match schema {
        Value::Object(object) => {
            for name in ["format", "default", "title"] {
                // A property may be called so; then it is no string.
                if object.get(name).is_some_and(|value| !value.is_object()) {
                    object.remove(name);
                }
            }
            if said == Said::Little {
                if object.get("description").is_some_and(Value::is_string) {
                    object.remove("description");
                }
                object.remove("required");
            }
            // Words, each with its description, are words.
            if let Some(words) = object.get("oneOf").and_then(words) {
                object.remove("oneOf");
                object.insert("type".into(), "string".into());
                object.insert("enum".into(), words);
                object.remove("description");
            }
            if object.get("minimum") == Some(&Value::from(0)) {
                object.remove("minimum");
            }
            // What may be left out need not be null.
            if let Some(Value::Array(types)) = object.get_mut("type") {
                types.retain(|name| name != "null");
                if let [one] = types.as_slice() {
                    let one = one.clone();
                    object.insert("type".into(), one);
                }
            }
            object.values_mut().for_each(|value| shorten(value, said));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| shorten(value, said)),
        _ => {}
    }
}
