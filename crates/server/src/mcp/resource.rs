//! The resource `memory://knowledge-graph` of the profile `graph`, as the official memory server has it.

use nepenthe_ops::{OpError, table};
use rmcp::model::{ListResourcesResult, ReadResourceResult, Resource, ResourceContents};

use crate::{Door, Graph};

const URI: &str = "memory://knowledge-graph";
const MIME: &str = "application/json";

/// The resources of whoever may read.
pub(super) fn listed(door: &Door) -> ListResourcesResult {
    let graph = Resource::new(URI, "knowledge-graph")
        .with_title("Knowledge Graph")
        .with_description("The full knowledge graph with all entities and relations")
        .with_mime_type(MIME);
    ListResourcesResult::with_all_items(door.allows(&table::LIST).then_some(graph).into_iter().collect())
}

/// Reads a resource; `None` where there is none of this URI.
///
/// # Errors
/// [`OpError`].
pub(super) fn read(door: &Door, uri: &str) -> Result<Option<ReadResourceResult>, OpError> {
    if uri != URI {
        return Ok(None);
    }
    door.demand(&table::LIST)?;
    let text = serde_json::to_string_pretty(&door.with(Graph::read)?).unwrap_or_default();
    let contents = ResourceContents::text(text, URI).with_mime_type(MIME);
    Ok(Some(ReadResourceResult::new(vec![contents])))
}
