//! As much of JSON Schema 2020-12 as the schemas of the operations use. A keyword that is not known here fails.

use serde_json::{Map, Value};

/// Fails where a value does not fit a schema.
#[track_caller]
pub fn fits(value: &Value, schema: &Value) {
    if let Err(why) = check(value, schema, schema) {
        panic!("{why}\nvalue: {value}\nschema: {schema}");
    }
}

/// Fails where a schema has a keyword that is not known, or a reference to nothing.
#[track_caller]
pub fn is_schema(schema: &Value) {
    assert_eq!(schema["$schema"], "https://json-schema.org/draft/2020-12/schema");
    walk(schema, schema);
}

fn walk(schema: &Value, root: &Value) {
    let Some(keywords) = schema.as_object() else { return assert!(schema.is_boolean(), "{schema}") };
    for (keyword, value) in keywords {
        match keyword.as_str() {
            "$schema" | "title" | "description" | "type" | "format" | "default" | "enum" | "const"
            | "minimum" | "maximum" | "pattern" | "required" => {}
            "$ref" => walk_reference(value, root),
            "properties" | "$defs" => {
                value.as_object().unwrap().values().for_each(|schema| walk(schema, root));
            }
            "additionalProperties" | "items" => walk(value, root),
            "anyOf" | "oneOf" => value.as_array().unwrap().iter().for_each(|schema| walk(schema, root)),
            _ => panic!("the keyword {keyword} is not known: {schema}"),
        }
    }
}

fn walk_reference(reference: &Value, root: &Value) {
    assert!(resolve(reference, root).is_object(), "{reference} refers to nothing");
}

fn resolve<'a>(reference: &Value, root: &'a Value) -> &'a Value {
    root.pointer(reference.as_str().unwrap().strip_prefix('#').unwrap()).unwrap()
}

fn check(value: &Value, schema: &Value, root: &Value) -> Result<(), String> {
    let Some(keywords) = schema.as_object() else {
        return if schema == &Value::Bool(true) { Ok(()) } else { Err("nothing fits".into()) };
    };
    for (keyword, expected) in keywords {
        let fits = match keyword.as_str() {
            "$ref" => check(value, resolve(expected, root), root).map(|()| true)?,
            "type" => of_type(value, expected),
            "enum" => expected.as_array().unwrap().contains(value),
            "const" => value == expected,
            "minimum" => value.as_f64().is_none_or(|number| number >= expected.as_f64().unwrap()),
            "anyOf" => matching(value, expected, root) >= 1,
            "oneOf" => matching(value, expected, root) == 1,
            "required" => value.as_object().is_none_or(|object| {
                expected.as_array().unwrap().iter().all(|name| object.contains_key(name.as_str().unwrap()))
            }),
            "items" => {
                let items = value.as_array().into_iter().flatten();
                items.map(|item| check(item, expected, root)).collect::<Result<(), _>>().map(|()| true)?
            }
            "properties" => properties(value, expected, root).map(|()| true)?,
            "additionalProperties" => additional(value, keywords, expected, root).map(|()| true)?,
            _ => true,
        };
        if !fits {
            return Err(format!("{value} does not fit {keyword} {expected}"));
        }
    }
    Ok(())
}

fn matching(value: &Value, schemas: &Value, root: &Value) -> usize {
    schemas.as_array().unwrap().iter().filter(|schema| check(value, schema, root).is_ok()).count()
}

fn properties(value: &Value, schemas: &Value, root: &Value) -> Result<(), String> {
    let Some(object) = value.as_object() else { return Ok(()) };
    for (name, schema) in schemas.as_object().unwrap() {
        if let Some(value) = object.get(name) {
            check(value, schema, root).map_err(|why| format!("{name}: {why}"))?;
        }
    }
    Ok(())
}

fn additional(
    value: &Value,
    keywords: &Map<String, Value>,
    schema: &Value,
    root: &Value,
) -> Result<(), String> {
    let named = keywords.get("properties").and_then(Value::as_object);
    let others = value.as_object().into_iter().flatten();
    for (name, value) in others.filter(|(name, _)| named.is_none_or(|named| !named.contains_key(*name))) {
        check(value, schema, root).map_err(|why| format!("{name}: {why}"))?;
    }
    Ok(())
}

fn of_type(value: &Value, expected: &Value) -> bool {
    let is = |name: &Value| match name.as_str().unwrap() {
        "null" => value.is_null(),
        "boolean" => value.is_boolean(),
        "string" => value.is_string(),
        "array" => value.is_array(),
        "object" => value.is_object(),
        "number" => value.is_number(),
        "integer" => value.is_i64() || value.is_u64(),
        other => panic!("there is no type {other}"),
    };
    expected.as_array().map_or_else(|| is(expected), |names| names.iter().any(is))
}
