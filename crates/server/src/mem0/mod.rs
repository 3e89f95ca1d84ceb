//! Mem0's platform API, as its unmodified clients speak it (docs/mem0.md): a table of routes over the operations.
//!
//! Who may do what, and where, comes from the key. The ids that Mem0 has for users, agents, apps and runs only narrow that:
//! the first of them is a scope below the key's, the others stand beside the memory.

mod add;
mod answer;
mod batch;
mod call;
mod delete;
mod delete_all;
mod dispatch;
mod entities;
mod entity;
mod erase;
mod erased;
mod event;
mod filter;
mod get;
mod get_all;
mod history;
mod memory;
mod not_offered;
mod ping;
mod project;
mod python_dict;
mod route;
mod search;
mod select;
mod time;
mod update;

use route::Route;

pub(crate) use dispatch::router;
pub(crate) use erased::Erased;

/// Every route that does something, in the order of the documentation.
fn routes() -> impl Iterator<Item = &'static Route> {
    let groups = [
        ping::ROUTES,
        add::ROUTES,
        event::ROUTES,
        search::ROUTES,
        get_all::ROUTES,
        get::ROUTES,
        update::ROUTES,
        delete::ROUTES,
        delete_all::ROUTES,
        history::ROUTES,
        batch::ROUTES,
        entities::ROUTES,
    ];
    groups.into_iter().flatten()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn the_page_names_every_path_and_no_other() {
        let page = include_str!("../../../../docs/mem0.md");
        let rows = page.lines().filter_map(|line| line.strip_prefix("| `")?.split_once("` |"));
        let named: BTreeSet<&str> = rows.filter_map(|(route, _)| Some(route.split_once(' ')?.1)).collect();
        let served: BTreeSet<&str> = routes().map(|route| route.path).collect();
        assert_eq!(named, served);
        assert!(served.iter().all(|path| path.ends_with('/')));
    }
}
