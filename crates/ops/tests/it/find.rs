//! Finding the scope of a memory whose id alone is known.

use nepenthe::{MemoryId, Options, ScopePath, Store};
use nepenthe_ops::{
    Code, ExportInput, ImportInput, InscribeInput, PurgeInput, Target, apply, export, find, import, inscribe,
    purge, scope_paths,
};

fn written(store: &Store, path: &str) -> MemoryId {
    let input =
        InscribeInput { memories: vec![format!("A box of {path}.").as_str().into()], ..Default::default() };
    inscribe(&store.scope(path).unwrap(), input, &mut |_| {}).unwrap().ids[0]
}

fn found(store: &Store, pattern: &str, id: MemoryId) -> Result<String, Code> {
    let path = find(store, &pattern.parse().unwrap(), id);
    path.map(|path: ScopePath| path.to_string()).map_err(|error| error.code())
}

#[test]
fn a_memory_is_found_among_the_scopes_of_a_pattern_and_nowhere_else() {
    let store = Store::open_in_memory(Options::default()).unwrap();
    let alice = written(&store, "acme/alice");
    for path in ["acme", "acme/alice/notes", "acme2/alice", "other/alice", "alice"] {
        written(&store, path);
    }
    for pattern in ["acme/alice", "acme/**", "acme/alice/**", "**"] {
        assert_eq!(found(&store, pattern, alice).as_deref(), Ok("acme/alice"), "{pattern}");
    }
    for pattern in ["acme", "acme2/**", "other/**", "alice", "acme/bob", "acme/alice/notes/**"] {
        assert_eq!(found(&store, pattern, alice), Err(Code::NotFound), "{pattern}");
    }
    let below = scope_paths(&store, &"acme/**".parse().unwrap()).unwrap();
    let below: Vec<&str> = below.iter().map(ScopePath::as_str).collect();
    assert_eq!(below, ["acme", "acme/alice", "acme/alice/notes"]);
    let planned =
        purge(&store.scope("acme/alice").unwrap(), PurgeInput::new(Target::Ids(vec![alice]))).unwrap();
    apply(planned, &Default::default()).unwrap();
    assert_eq!(found(&store, "**", alice), Err(Code::NotFound));
}

#[test]
fn of_two_memories_of_one_id_none_is_taken() {
    let store = Store::open_in_memory(Options::default()).unwrap();
    let id = written(&store, "acme/alice");
    let mut lines = Vec::new();
    export(&store.scope("acme/alice").unwrap(), &ExportInput {}, &mut lines, &mut |_| {}).unwrap();
    let input = ImportInput::default();
    import(&store.scope("acme/bob").unwrap(), input, lines.as_slice(), &mut |_| {}).unwrap();
    assert_eq!(found(&store, "acme/**", id), Err(Code::BadRequest));
    assert_eq!(found(&store, "acme/bob", id).as_deref(), Ok("acme/bob"));
    assert_eq!(found(&store, "other/**", id), Err(Code::NotFound));
}
