//! Packed weights: the same numbers as the official files', however they are got, and whatever lies in their place.

use std::collections::BTreeMap;
use std::ops::Range;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::sync::OnceLock;

use nepenthe::embed::{EmbedError, Embedder, MiniLm, Relevance};
use nepenthe_model::{ModelFinder, Progress};

use crate::hub::{Hub, Manner};
use crate::vectors::model;
use crate::world::{World, official};

/// Set in a process that is to load the model, to the folder of its packed weights.
const CHILD: &str = "NEPENTHE_TEST_CHILD_PACKED";

/// The labelled memories of `training/data`, a file's first few each.
pub fn texts(of_each: usize) -> Vec<String> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../training/data");
    let files = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> = files.filter(|path| path.extension().is_some_and(|end| end == "jsonl")).collect();
    files.sort();
    let rows = |path| {
        let text = std::fs::read_to_string(path).unwrap();
        let lines = text.lines().map(|line| serde_json::from_str::<serde_json::Value>(line).unwrap());
        let rows: Vec<String> = lines
            .flat_map(|line| line["rows"].as_array().cloned().unwrap_or_default())
            // A memory of a group stands behind its label.
            .filter_map(|row| row.as_str().or(row[1].as_str()).map(str::to_owned))
            .take(of_each)
            .collect();
        rows
    };
    let texts: Vec<String> = files.iter().flat_map(rows).collect();
    assert!(texts.len() > 90, "{}", texts.len());
    texts
}

/// What a model says, to the bit.
#[derive(Debug, PartialEq)]
struct Said {
    vectors: Vec<Vec<u32>>,
    logits: Vec<Vec<u32>>,
    tokens: Vec<Vec<(usize, usize, u32)>>,
}

fn said(model: &MiniLm, texts: &[String]) -> Said {
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let bits = |vector: Vec<f32>| -> Vec<u32> { vector.into_iter().map(f32::to_bits).collect() };
    let vectors = model.embed(&texts).unwrap().into_iter().map(bits).collect();
    let requests = ["release : everything about Rose", "supersede : where Ivo lives ; Ivo lives in Ghent"];
    let said: Vec<Relevance> =
        requests.iter().flat_map(|request| model.relevance(request, &texts).unwrap().unwrap()).collect();
    let token = |(at, logit): &(Range<usize>, f32)| (at.start, at.end, logit.to_bits());
    Said {
        vectors,
        logits: said.iter().map(|said| bits(said.logits.to_vec())).collect(),
        tokens: said.iter().map(|said| said.tokens.iter().map(token).collect()).collect(),
    }
}

/// A few texts, and what the official files say of them.
fn expected() -> &'static (Vec<String>, Said) {
    static EXPECTED: OnceLock<(Vec<String>, Said)> = OnceLock::new();
    EXPECTED.get_or_init(|| {
        let texts = texts(1).split_off(60);
        let said = said(model(), &texts);
        (texts, said)
    })
}

fn assert_same(model: &MiniLm) {
    let (texts, expected) = expected();
    assert_eq!(said(model, texts), *expected);
}

/// The packed files of a folder, each with its content.
fn packed(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let entries = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap());
    let files = entries.map(|entry| (entry.file_name().into_string().unwrap(), entry.path()));
    let files = files.filter(|(name, _)| name != ".lock");
    files.map(|(name, path)| (name, std::fs::read(path).unwrap())).collect()
}

/// The right packed files, by name.
fn right() -> &'static BTreeMap<String, Vec<u8>> {
    static RIGHT: OnceLock<BTreeMap<String, Vec<u8>>> = OnceLock::new();
    RIGHT.get_or_init(|| {
        let world = World::new();
        MiniLm::load_mapped(official(), &world.cache()).unwrap();
        packed(&world.cache())
    })
}

/// A folder with the right packed files.
fn world_with_packed() -> World {
    let world = World::new();
    std::fs::create_dir(world.cache()).unwrap();
    right().iter().for_each(|(name, bytes)| std::fs::write(world.cache().join(name), bytes).unwrap());
    world
}

fn assert_right(folder: &Path) {
    let found = packed(folder);
    assert_eq!(found.keys().collect::<Vec<_>>(), right().keys().collect::<Vec<_>>());
    assert!(found == *right(), "a file has another content");
}

#[test]
fn mapped_weights_say_what_the_official_ones_say_to_the_bit() {
    let texts = texts(4);
    let expected = said(model(), &texts);
    let world = World::new();
    for round in ["made", "mapped"] {
        let mapped = MiniLm::load_mapped(official(), &world.cache()).unwrap();
        assert!(said(&mapped, &texts) == expected, "{round}");
    }
}

#[test]
fn many_threads_that_ask_first_all_get_an_answer() {
    let world = world_with_packed();
    for _ in 0..4 {
        let model = MiniLm::load_mapped(official(), &world.cache()).unwrap();
        std::thread::scope(|scope| {
            for _ in 0..8 {
                scope.spawn(|| {
                    model.relevance("release : where Ivo lives", &["Ivo lives in Graz."]).unwrap().unwrap()
                });
            }
        });
    }
}

/// The pinned hashes are those of what is packed; if not, the error has the hash that was found.
#[test]
fn three_files_are_kept_for_their_owner_alone() {
    let world = World::new();
    MiniLm::pack(official(), &world.cache()).unwrap();
    let names: Vec<String> = packed(&world.cache()).into_keys().collect();
    let kinds: Vec<&str> = names.iter().map(|name| name.rsplit_once('-').unwrap().0).collect();
    assert_eq!(kinds, ["embedder", "reader-1", "reader-2"]);
    #[cfg(unix)]
    for name in names {
        use std::os::unix::fs::PermissionsExt;
        let mode = std::fs::metadata(world.cache().join(name)).unwrap().permissions().mode();
        assert_eq!(mode & 0o777, 0o600);
    }
}

#[test]
fn what_is_not_the_right_file_is_made_anew() {
    let names: Vec<&String> = right().keys().collect();
    let [embedder, first, second] = names[..] else { panic!("{names:?}") };
    type Spoil = fn(&mut Vec<u8>);
    let spoiled: [(&str, &String, Spoil); 9] = [
        ("empty", embedder, Vec::clear),
        ("cut off", embedder, |bytes| bytes.truncate(bytes.len() / 2)),
        ("a byte short", first, |bytes| bytes.truncate(bytes.len() - 1)),
        ("a byte too long", embedder, |bytes| bytes.push(0)),
        ("torn: zeros behind the middle", second, |bytes| {
            let middle = bytes.len() / 2;
            bytes[middle..].fill(0);
        }),
        ("its first bit", embedder, |bytes| bytes[0] ^= 1),
        ("its last bit", first, |bytes| *bytes.last_mut().unwrap() ^= 0x80),
        ("another model's", embedder, |bytes| bytes.clone_from(right().values().last().unwrap())),
        ("the readers changed over", first, |bytes| bytes.clone_from(right().values().last().unwrap())),
    ];
    for (what, name, spoil) in spoiled {
        let world = world_with_packed();
        let mut bytes = right()[name].clone();
        spoil(&mut bytes);
        std::fs::write(world.cache().join(name), bytes).unwrap();
        println!("{what}");
        assert_same(&MiniLm::load_mapped(official(), &world.cache()).unwrap());
        assert_right(&world.cache());
    }
}

#[test]
fn files_that_are_missing_are_made() {
    for name in right().keys() {
        let world = world_with_packed();
        std::fs::remove_file(world.cache().join(name)).unwrap();
        assert_same(&MiniLm::load_mapped(official(), &world.cache()).unwrap());
        assert_right(&world.cache());
    }
}

#[test]
fn what_other_versions_and_killed_processes_left_is_removed() {
    let world = World::new();
    std::fs::create_dir(world.cache()).unwrap();
    for name in ["embedder-0123456789abcdef.packed", ".pack-Xy12"] {
        std::fs::write(world.cache().join(name), "old").unwrap();
    }
    MiniLm::load_mapped(official(), &world.cache()).unwrap();
    assert_right(&world.cache());
}

#[test]
fn a_folder_that_cannot_be_used_is_done_without() {
    let world = World::new();
    let file = world.path().join("file");
    std::fs::write(&file, "no folder").unwrap();
    assert_same(&MiniLm::load_mapped(official(), &file).unwrap());
    assert_same(&MiniLm::load_mapped(official(), &file.join("below")).unwrap());
    assert_same(&MiniLm::load_mapped(official(), Path::new("")).unwrap());
    assert!(!Path::new(".lock").exists(), "no folder is not this one");
    assert_eq!(std::fs::read(&file).unwrap(), b"no folder");
}

/// Root may write to any folder, so a file system that nobody can write to stands for it where the tests run as root.
#[cfg(target_os = "linux")]
#[test]
fn a_read_only_folder_is_done_without() {
    use std::os::unix::fs::PermissionsExt;

    assert_same(&MiniLm::load_mapped(official(), Path::new("/proc")).unwrap());
    let world = World::new();
    std::fs::create_dir(world.cache()).unwrap();
    std::fs::set_permissions(world.cache(), std::fs::Permissions::from_mode(0o555)).unwrap();
    assert_same(&MiniLm::load_mapped(official(), &world.cache()).unwrap());
}

#[cfg(unix)]
#[test]
fn a_folder_or_a_pipe_in_a_files_place_is_done_without() {
    let name = right().keys().next().unwrap();
    let world = world_with_packed();
    std::fs::remove_file(world.cache().join(name)).unwrap();
    std::fs::create_dir(world.cache().join(name)).unwrap();
    assert_same(&MiniLm::load_mapped(official(), &world.cache()).unwrap());
    std::fs::remove_dir(world.cache().join(name)).unwrap();
    let made = Command::new("mkfifo").arg(world.cache().join(name)).status().unwrap();
    assert!(made.success());
    assert_same(&MiniLm::load_mapped(official(), &world.cache()).unwrap());
    assert_right(&world.cache());
}

/// Not a test by itself: loads the model, and checks what it says.
#[test]
fn packed_child() {
    let Some(folder) = std::env::var_os(CHILD) else { return };
    assert_same(&MiniLm::load_mapped(official(), Path::new(&folder)).unwrap());
}

fn child(program: &mut Command, folder: &Path) -> Child {
    let program = program.env(CHILD, folder).stdin(Stdio::null()).stdout(Stdio::piped());
    program.stderr(Stdio::piped()).spawn().unwrap()
}

fn assert_passed(child: Child) {
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && said.contains("1 passed"), "{output:?}");
}

const ONLY_CHILD: [&str; 2] = ["packed::packed_child", "--exact"];

#[test]
fn processes_that_start_at_once_all_get_the_right_weights() {
    let world = World::new();
    let program = std::env::current_exe().unwrap();
    let children: Vec<Child> =
        (0..3).map(|_| child(Command::new(&program).args(ONLY_CHILD), &world.cache())).collect();
    children.into_iter().for_each(assert_passed);
    assert_right(&world.cache());
}

#[test]
fn one_that_packs_is_not_waited_for() {
    let world = World::new();
    std::fs::create_dir(world.cache()).unwrap();
    let lock = std::fs::File::create(world.cache().join(".lock")).unwrap();
    lock.lock().unwrap();
    assert_same(&MiniLm::load_mapped(official(), &world.cache()).unwrap());
    assert!(packed(&world.cache()).is_empty());
}

/// A limit on the size of files stands for a full disk: writing fails in the middle of a file.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_nothing_behind_and_is_done_without() {
    let world = World::new();
    let program = std::env::current_exe().unwrap();
    let limited = "trap '' XFSZ; ulimit -f 20000; exec \"$@\"";
    let mut shell = Command::new("sh");
    shell.args(["-c", limited, "sh"]).arg(program).args(ONLY_CHILD);
    assert_passed(child(&mut shell, &world.cache()));
    assert!(packed(&world.cache()).is_empty(), "{:?}", packed(&world.cache()).keys());
}

#[test]
fn a_changed_or_missing_official_file_is_refused_beside_packed_ones() {
    let packed = world_with_packed();
    // The middle is among the words' embeddings, which are read from it.
    for name in ["model.safetensors", "tokenizer.json"] {
        let world = World::with_model();
        world.change_a_byte(name);
        let loaded = MiniLm::load_mapped(&world.cache(), &packed.cache());
        let refused = matches!(&loaded, Err(EmbedError::HashMismatch { path, .. }) if path.ends_with(name));
        assert!(refused, "{loaded:?}");
        std::fs::remove_file(world.cache().join(name)).unwrap();
        let loaded = MiniLm::load_mapped(&world.cache(), &packed.cache());
        let refused = matches!(&loaded, Err(EmbedError::Read { path, .. }) if path.ends_with(name));
        assert!(refused, "{loaded:?}");
    }
}

#[test]
fn weights_that_are_not_read_from_the_official_file_may_change_there() {
    let (packed, world) = (world_with_packed(), World::with_model());
    let path = world.cache().join("model.safetensors");
    let mut bytes = std::fs::read(&path).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    std::fs::write(&path, bytes).unwrap();
    assert_same(&MiniLm::load_mapped(&world.cache(), &packed.cache()).unwrap());
}

#[test]
fn a_fetch_is_packed_in_the_cache_folder_and_a_named_folder_stays_as_it_is() {
    let (cache, named, hub) = (World::new(), World::with_model(), Hub::start(Manner::Good));
    let finder = ModelFinder::from_env().with_cache_dir(cache.cache()).with_progress(Progress::Silent);
    finder.clone().with_dir(Some(named.cache())).load().unwrap();
    assert_right(&cache.cache());
    assert!(named.is_complete());
    assert!(hub.served().is_empty());
}
