//! What the files of a crate import from each other: their `use` lines, and paths that begin with `crate` or `super`.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use syn::visit::Visit;
use syn::{Attribute, Item, ItemMod, ItemUse, Meta, UseTree, Visibility};

/// A module, as the names that lead to it from the crate's root.
pub type Module = Vec<String>;

/// The files of a crate, each with the files that it imports from. What tests import does not count.
pub struct Imports(pub BTreeMap<Module, BTreeSet<Module>>);

/// The paths of one file: those that it only uses, and those that it hands on under its own name.
#[derive(Default)]
struct Paths {
    used: Vec<Vec<String>>,
    handed_on: BTreeMap<String, Vec<String>>,
}

impl Imports {
    /// Reads the sources below a crate's `src`.
    pub fn read(source: &Path) -> Self {
        let mut files = BTreeMap::new();
        read_folder(source, &mut Vec::new(), &mut files);
        let resolved = files.iter().map(|(module, paths)| {
            let all = paths.used.iter().chain(paths.handed_on.values());
            let targets = all.filter_map(|path| resolve(path, &files, 0));
            // A module that hands on what is below it does not use it.
            let below = |target: &Module| target.len() > module.len() && target.starts_with(module);
            let targets = targets.filter(|target| target != module && !below(target));
            (module.clone(), targets.collect())
        });
        Self(resolved.collect())
    }

    /// The circles of files that import each other, the largest first.
    pub fn circles(&self) -> Vec<Vec<Module>> {
        let reach: BTreeMap<&Module, BTreeSet<&Module>> =
            self.0.keys().map(|module| (module, self.reached(module))).collect();
        let mut seen: BTreeSet<&Module> = BTreeSet::new();
        let mut circles = Vec::new();
        for (module, reached) in &reach {
            if !reached.contains(module) || seen.contains(module) {
                continue;
            }
            let circle: Vec<Module> = reached
                .iter()
                .filter(|other| reach[**other].contains(module))
                .map(|m| (*m).clone())
                .collect();
            seen.extend(reached.iter().filter(|other| reach[**other].contains(module)));
            circles.push(circle);
        }
        circles.sort_by_key(|circle| std::cmp::Reverse(circle.len()));
        circles
    }

    fn reached<'i>(&'i self, from: &Module) -> BTreeSet<&'i Module> {
        let mut reached = BTreeSet::new();
        let mut waiting: Vec<&Module> = self.0[from].iter().collect();
        while let Some(module) = waiting.pop() {
            if reached.insert(module) {
                waiting.extend(&self.0[module]);
            }
        }
        reached
    }
}

fn read_folder(folder: &Path, module: &mut Module, files: &mut BTreeMap<Module, Paths>) {
    for entry in fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()) {
        let name = entry.file_stem().unwrap().to_str().unwrap().to_owned();
        if entry.is_dir() {
            module.push(name);
            read_folder(&entry, module, files);
            module.pop();
        } else if entry.extension().is_some_and(|ending| ending == "rs") && name != "tests" {
            let mut own = module.clone();
            if !["mod", "lib", "main"].contains(&name.as_str()) {
                own.push(name);
            }
            let file = syn::parse_file(&fs::read_to_string(&entry).unwrap()).unwrap();
            let mut reader = Reader { module: own.clone(), paths: Paths::default() };
            reader.visit_file(&file);
            files.insert(own, reader.paths);
        }
    }
}

struct Reader {
    module: Module,
    paths: Paths,
}

impl Reader {
    /// The names from the crate's root on; `None` for another crate's path.
    fn absolute(&self, path: &[String]) -> Option<Vec<String>> {
        let first = path.first()?;
        let up = path.iter().take_while(|name| *name == "super").count();
        Some(match first.as_str() {
            "crate" => path[1..].to_vec(),
            "self" => [&self.module, &path[1..]].concat(),
            _ if up > 0 => [&self.module[..self.module.len().checked_sub(up)?], &path[up..]].concat(),
            // The name of a module below, or of another crate: the files tell.
            _ => [&self.module, path].concat(),
        })
    }

    fn tree(&mut self, tree: &UseTree, before: &mut Vec<String>, hands_on: bool) {
        match tree {
            UseTree::Path(path) => {
                before.push(path.ident.to_string());
                self.tree(&path.tree, before, hands_on);
                before.pop();
            }
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, before, hands_on)),
            UseTree::Name(name) => self.leaf(&name.ident.to_string(), None, before, hands_on),
            UseTree::Rename(name) => {
                self.leaf(&name.ident.to_string(), Some(name.rename.to_string()), before, hands_on);
            }
            UseTree::Glob(_) => self.leaf("self", None, before, hands_on),
        }
    }

    fn leaf(&mut self, name: &str, renamed: Option<String>, before: &[String], hands_on: bool) {
        let mut path = before.to_vec();
        if name != "self" {
            path.push(name.to_owned());
        }
        let Some(absolute) = self.absolute(&path) else { return };
        let shown = renamed.or_else(|| path.last().cloned()).unwrap_or_default();
        match hands_on {
            true => drop(self.paths.handed_on.insert(shown, absolute)),
            false => self.paths.used.push(absolute),
        }
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        _ => false,
    })
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item(&mut self, item: &'ast Item) {
        let attributes = match item {
            Item::Fn(item) => &item.attrs,
            Item::Impl(item) => &item.attrs,
            Item::Mod(item) => &item.attrs,
            Item::Use(item) => &item.attrs,
            _ => return syn::visit::visit_item(self, item),
        };
        if !is_test(attributes) {
            syn::visit::visit_item(self, item);
        }
    }

    fn visit_item_mod(&mut self, item: &'ast ItemMod) {
        // What stands in a module within a file names its own parent with `super`.
        if item.content.is_some() {
            self.module.push(item.ident.to_string());
            syn::visit::visit_item_mod(self, item);
            self.module.pop();
        }
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        self.tree(&item.tree, &mut Vec::new(), !matches!(item.vis, Visibility::Inherited));
    }

    /// Where something may be seen from is no import.
    fn visit_vis_restricted(&mut self, _: &'ast syn::VisRestricted) {}

    fn visit_path(&mut self, path: &'ast syn::Path) {
        let names: Vec<String> = path.segments.iter().map(|segment| segment.ident.to_string()).collect();
        if ["crate", "super"].contains(&names[0].as_str())
            && let Some(absolute) = self.absolute(&names)
        {
            self.paths.used.push(absolute);
        }
        syn::visit::visit_path(self, path);
    }
}

/// The file that a path leads to, through those that only hand a name on.
fn resolve(path: &[String], files: &BTreeMap<Module, Paths>, depth: usize) -> Option<Module> {
    let length = (0..=path.len()).rev().find(|length| files.contains_key(&path[..*length]))?;
    let (module, rest) = path.split_at(length);
    let on = rest.first().and_then(|name| files[module].handed_on.get(name));
    match on {
        Some(on) if depth < 8 && on.as_slice() != path => {
            resolve(&[on.as_slice(), &rest[1..]].concat(), files, depth + 1)
        }
        _ => Some(module.to_vec()),
    }
}
