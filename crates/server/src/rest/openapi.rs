//! [`openapi`]: the OpenAPI 3.1 document, made of the table of routes and the schemas of the operations.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use nepenthe_ops::{Event, Reach, Right};
use schemars::SchemaGenerator;
use schemars::generate::{Contract, SchemaSettings};
use serde_json::{Map, Value, json};

use super::answer::Answer;
use super::route::{Answers, Needs, Once, Route, Takes, shape};
use super::routes;
use crate::http::Problem;

pub(super) const ROUTES: &[Route] = &[Route {
    path: "/openapi.json",
    name: "openapi",
    summary: "Describe every path",
    answers: Answers::Json(|_| schemars::json_schema!({ "type": "object" })),
    call: |_| Ok(Answer::text(DOCUMENT.clone(), "application/json")),
    ..Route::USUAL
}];

static DOCUMENT: LazyLock<String> = LazyLock::new(|| openapi().to_string());

/// Where the schemas are.
const SCHEMAS: &str = "#/components/schemas/";

/// The schemas of what is sent, and of what is answered: a type that is both may have two.
struct Shapes {
    sent: SchemaGenerator,
    answered: SchemaGenerator,
}

/// Makes the document. Where a type has another schema when it is sent, that one has `Input` behind its name.
#[must_use]
pub fn openapi() -> Value {
    let mut shapes = Shapes::new();
    let mut paths = Map::new();
    let problem = Value::from(shape::<Problem>(&mut shapes.answered));
    for route in routes() {
        let methods = paths.entry(route.path).or_insert_with(|| json!({}));
        methods[route.method.as_str()] = described(route, &mut shapes);
    }
    let (schemas, renamed) = shapes.schemas();
    let mut document = json!({
        "openapi": "3.1.0",
        "info": {
            "title": "Nepenthe",
            "version": env!("CARGO_PKG_VERSION"),
            "description": "Memory for AI agents that forgets on command and can prove it.",
            "license": { "name": "MIT", "identifier": "MIT" },
        },
        "paths": paths,
        "components": {
            "schemas": schemas,
            "responses": {
                "Problem": {
                    "description": "Why it was not done",
                    "content": { "application/problem+json": { "schema": problem } },
                },
            },
            "securitySchemes": {
                "bearer": { "type": "http", "scheme": "bearer", "description": "A key of `nepenthe serve key new`" },
                "key": { "type": "apiKey", "in": "header", "name": "X-API-Key" },
            },
        },
    });
    for methods in document["paths"].as_object_mut().into_iter().flat_map(|paths| paths.values_mut()) {
        for method in methods.as_object_mut().into_iter().flat_map(|methods| methods.values_mut()) {
            for part in ["requestBody", "parameters"] {
                method.get_mut(part).into_iter().for_each(|part| rename(part, &renamed));
            }
        }
    }
    document
}

fn described(route: &Route, shapes: &mut Shapes) -> Value {
    let (rights, in_scope): (BTreeSet<Right>, bool) = match route.needs {
        Needs::Nothing => (BTreeSet::new(), false),
        Needs::Everywhere(right) => ([right].into(), false),
        Needs::Operations(operations) => (
            operations.iter().map(|operation| operation.right).collect(),
            operations.iter().any(|operation| operation.reach == Reach::Scope),
        ),
    };
    let mut told = json!({
        "operationId": route.name,
        "summary": route.summary,
        "parameters": parameters(route, in_scope, shapes),
        "responses": responses(route, shapes),
        "security": if rights.is_empty() { json!([]) } else { json!([{ "bearer": [] }, { "key": [] }]) },
        "x-rights": rights,
    });
    match route.takes {
        Takes::Nothing => {}
        Takes::Json(shape) => {
            let schema = shape(&mut shapes.sent);
            told["requestBody"] =
                json!({ "required": true, "content": { "application/json": { "schema": schema } } });
        }
        Takes::Lines => {
            let lines = json!({ "schema": { "type": "string", "contentMediaType": "application/jsonl" } });
            told["requestBody"] = json!({ "required": true, "content": { "application/jsonl": lines } });
        }
    }
    told
}

/// The answer, and every status that a problem of the route may have.
fn responses(route: &Route, shapes: &mut Shapes) -> Value {
    let mut told = json!({ route.status.to_string(): answered(route, shapes) });
    // A query or a body is refused where none is taken, too.
    let mut problems = vec!["400", "408", "413", "5XX"];
    match route.needs {
        Needs::Nothing => {}
        Needs::Everywhere(_) => problems.extend(["401", "403", "429"]),
        Needs::Operations(_) => problems.extend(["401", "403", "404", "409", "429"]),
    }
    for (there, status) in [
        (!matches!(route.takes, Takes::Nothing), "415"),
        (route.if_match, "412"),
        (!matches!(route.once, Once::No), "422"),
    ] {
        problems.extend(there.then_some(status));
    }
    for status in problems {
        told[status] = json!({ "$ref": "#/components/responses/Problem" });
    }
    told
}

fn parameters(route: &Route, in_scope: bool, shapes: &mut Shapes) -> Vec<Value> {
    let header = |name: &str, about: &str| json!({ "name": name, "in": "header", "description": about, "schema": { "type": "string" } });
    let mut told = Vec::new();
    if route.path.contains("{id}") {
        let schema = match route.path.starts_with("/v1/plans/") || route.path.starts_with("/v1/cases/") {
            true => json!({ "type": "string", "pattern": "^[0-9a-f]{32}$" }),
            false => json!({ "type": "string", "format": "uuid" }),
        };
        told.push(json!({ "name": "id", "in": "path", "required": true, "schema": schema }));
    }
    for query in route.query {
        let schema = (query.schema)(&mut shapes.sent);
        told.push(json!({ "name": query.name, "in": "query", "description": query.about, "schema": schema }));
    }
    if in_scope {
        told.push(header("Nepenthe-Scope", "The scope, where the key opens more than one"));
    }
    if route.if_match {
        told.push(header("If-Match", "The ETag of the memory as it is meant"));
    }
    if !matches!(route.once, Once::No) {
        told.push(header("Idempotency-Key", "A name of the request: within a day it is done once"));
    }
    told
}

fn answered(route: &Route, shapes: &mut Shapes) -> Value {
    match route.answers {
        Answers::Nothing => json!({ "description": "Done" }),
        Answers::Json(shape) => {
            let schema = shape(&mut shapes.answered);
            json!({ "description": "Done", "content": { "application/json": { "schema": schema } } })
        }
        Answers::Lines => {
            let schema = json!({ "type": "string", "contentMediaType": "application/jsonl" });
            json!({ "description": "JSON lines", "content": { "application/jsonl": { "schema": schema } } })
        }
        Answers::Events => {
            let schema = shape::<Event>(&mut shapes.answered);
            let lines = json!({ "schema": { "type": "string" }, "x-data": schema });
            json!({ "description": "Events", "content": { "text/event-stream": lines } })
        }
        Answers::Page(shape) => {
            let (schema, page) = (shape(&mut shapes.answered), json!({ "schema": { "type": "string" } }));
            let content = json!({ "application/json": { "schema": schema }, "text/html": page });
            json!({ "description": "Done, as the header Accept asks", "content": content })
        }
        Answers::Text => {
            json!({ "description": "Text", "content": { "text/plain": { "schema": { "type": "string" } } } })
        }
    }
}

impl Shapes {
    fn new() -> Self {
        let generator = |contract: Contract| {
            let settings = SchemaSettings::draft2020_12().with(|settings| {
                settings.definitions_path = "/components/schemas".into();
                settings.meta_schema = None;
                settings.contract = contract.clone();
            });
            settings.into_generator()
        };
        Self { sent: generator(Contract::Deserialize), answered: generator(Contract::Serialize) }
    }

    /// Both in one, and the names of those that have another schema when they are sent.
    fn schemas(mut self) -> (Map<String, Value>, BTreeSet<String>) {
        let sent = self.sent.take_definitions(true);
        let mut all = self.answered.take_definitions(true);
        let differs = |name: &String, schema: &Value| all.get(name).is_some_and(|other| other != schema);
        let mut renamed: BTreeSet<String> = sent
            .iter()
            .filter(|(name, schema)| differs(name, schema))
            .map(|(name, _)| name.clone())
            .collect();
        // What refers to one of those differs too, where it is answered as well.
        loop {
            let refers =
                |schema: &Value| renamed.iter().any(|name| schema.to_string().contains(&reference(name)));
            let more = sent.iter().filter(|(name, schema)| all.contains_key(*name) && refers(schema));
            let more: Vec<String> =
                more.map(|(name, _)| name.clone()).filter(|name| !renamed.contains(name)).collect();
            if more.is_empty() {
                break;
            }
            renamed.extend(more);
        }
        for (name, mut schema) in sent {
            rename(&mut schema, &renamed);
            let name = if renamed.contains(&name) { format!("{name}Input") } else { name };
            all.insert(name, schema);
        }
        (all, renamed)
    }
}

/// How a schema is referred to, as JSON has it.
fn reference(name: &str) -> String {
    format!("\"{SCHEMAS}{name}\"")
}

/// Lets references lead to the schemas of what is sent.
fn rename(schema: &mut Value, renamed: &BTreeSet<String>) {
    match schema {
        Value::Object(object) => {
            if let Some(Value::String(to)) = object.get_mut("$ref") {
                let name = to.strip_prefix(SCHEMAS).filter(|name| renamed.contains(*name));
                if let Some(name) = name {
                    *to = format!("{SCHEMAS}{name}Input");
                }
            }
            object.values_mut().for_each(|value| rename(value, renamed));
        }
        Value::Array(values) => values.iter_mut().for_each(|value| rename(value, renamed)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    /// Rewrites the committed document instead of comparing with it.
    const REWRITE: &str = "NEPENTHE_REWRITE_OPENAPI";

    #[test]
    fn the_document_is_the_committed_one() {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("openapi.json");
        let made = serde_json::to_string_pretty(&openapi()).unwrap() + "\n";
        if std::env::var_os(REWRITE).is_some() {
            std::fs::write(&file, &made).unwrap();
        }
        let committed = std::fs::read_to_string(&file).unwrap_or_default();
        assert!(made == committed, "the document differs from {}; set {REWRITE}=1", file.display());
    }

    #[test]
    fn every_reference_leads_somewhere() {
        fn references<'a>(value: &'a Value, found: &mut Vec<&'a str>) {
            match value {
                Value::Object(object) => {
                    found.extend(object.get("$ref").and_then(Value::as_str));
                    object.values().for_each(|value| references(value, found));
                }
                Value::Array(values) => values.iter().for_each(|value| references(value, found)),
                _ => {}
            }
        }
        let document = openapi();
        let mut found = Vec::new();
        references(&document, &mut found);
        assert!(found.len() > 50, "{}", found.len());
        for reference in found {
            assert!(document.pointer(&reference[1..]).is_some(), "{reference}");
        }
        let of_plan = &document["components"]["schemas"]["KeptPlan"];
        assert!(!of_plan.to_string().contains("Input\""), "{of_plan}");
    }

    #[test]
    fn every_route_has_a_name_of_its_own_and_every_parameter_is_there() {
        let mut names = BTreeSet::new();
        for route in routes() {
            assert!(names.insert(route.name), "{}", route.name);
            assert!(!route.summary.is_empty() && route.path.matches('{').count() <= 1, "{}", route.path);
        }
    }
}
