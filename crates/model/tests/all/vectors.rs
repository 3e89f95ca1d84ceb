//! What the real model answers, against values computed with onnxruntime and the `tokenizers` package.

use std::sync::OnceLock;

use nepenthe::embed::minilm::{DIMENSION, NAME};
use nepenthe::embed::{EmbedError, Embedder, MiniLm};
use nepenthe_model::{LazyMiniLm, ModelFinder};

use crate::world::{World, official};

const TOLERANCE: f32 = 1e-4;

pub fn model() -> &'static MiniLm {
    static MODEL: OnceLock<MiniLm> = OnceLock::new();
    MODEL.get_or_init(|| MiniLm::load(official()).unwrap())
}

fn embed(text: &str) -> Vec<f32> {
    model().embed(&[text]).unwrap().remove(0)
}

fn dot(a: &[f32], b: &[f32]) -> f32 {
    a.iter().zip(b).map(|(a, b)| a * b).sum()
}

fn assert_close(found: &[f32], expected: &[f32], what: &str) {
    let far = found.iter().zip(expected).any(|(found, expected)| (found - expected).abs() > TOLERANCE);
    assert!(!far, "{what}: {found:?}, expected {expected:?}");
}

#[test]
fn first_components_are_the_official_ones() {
    let deploy = "The deploy key is sk-4242-ABCD, kept in vault/prod.".repeat(20);
    let words = "word ".repeat(1000);
    let cases: [(&str, [f32; 4]); 9] = [
        ("Alice works at Anthropic.", [0.041576, 0.066066, -0.038783, 0.048679]),
        ("", [-0.118839, 0.048299, -0.002548, -0.011011]),
        ("\0", [-0.118839, 0.048299, -0.002548, -0.011011]),
        ("x", [-0.09791, -0.064001, -0.023181, -0.046197]),
        (
            "Inès moved to Zürich; +41 (0)44 555-01-99, ines@acme.example.",
            [-0.027221, 0.002011, 0.018614, -0.012386],
        ),
        ("東京に住んでいます。中文 한국어 हिन्दी العربية", [0.083673, 0.101646, 0.083661, -0.037328]),
        (
            "👩\u{200d}👩\u{200d}👧🙂 \u{fffd}\u{200b}[SEP] [MASK]",
            [-0.088163, -0.009061, 0.062357, -0.007439],
        ),
        (&deploy, [-0.003822, -0.018144, -0.077344, -0.079451]),
        (&words, [-0.008124, -0.095586, -0.038673, 0.049662]),
    ];
    for (text, expected) in cases {
        let vector = embed(text);
        assert_eq!(vector.len(), DIMENSION);
        assert!((dot(&vector, &vector) - 1.0).abs() < 1e-5);
        assert_close(&vector[..4], &expected, text);
    }
}

#[test]
fn cosines_are_the_official_ones() {
    let person = embed("That is a happy person");
    let cosines = ["That is a happy dog", "That is a very happy person", "Today is a sunny day"]
        .map(|text| dot(&person, &embed(text)));
    assert_close(&cosines, &[0.6946, 0.9429, 0.2569], "cosines");
}

#[test]
fn a_text_has_one_vector_whatever_is_in_the_batch() {
    let texts: Vec<String> =
        (0..60).map(|n| format!("Fact {n}: {}", "and so on ".repeat(n * n % 37))).collect();
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    let together = model().embed(&texts).unwrap();
    assert_eq!(together.len(), texts.len());
    for (text, vector) in texts.iter().zip(&together) {
        assert_close(vector, &embed(text), text);
    }
}

#[test]
fn no_texts_have_no_vectors() {
    assert_eq!(model().embed(&[]).unwrap(), Vec::<Vec<f32>>::new());
    assert_eq!((model().name(), model().dimension()), ("all-MiniLM-L6-v2", 384));
}

#[test]
fn strange_texts_have_vectors() {
    let long = 1 << 20;
    let texts = [
        "a".repeat(long),
        "!".repeat(long),
        "[".repeat(long),
        "中".repeat(long),
        "\0".repeat(long),
        "e\u{301}\u{323}".repeat(long / 4),
        "\u{301}".repeat(long / 2),
        "\u{10ffff}\u{e000}\u{fffe}\u{202e}\u{feff}".to_owned(),
        "\r\n\t \u{2028}\u{85}".to_owned(),
    ];
    let texts: Vec<&str> = texts.iter().map(String::as_str).collect();
    for (text, vector) in texts.iter().zip(model().embed(&texts).unwrap()) {
        let start: String = text.chars().take(5).collect();
        assert!((dot(&vector, &vector) - 1.0).abs() < 1e-5, "{}", start.escape_unicode());
    }
}

#[test]
fn threads_share_a_model() {
    let expected = embed("Alice works at Anthropic.");
    std::thread::scope(|scope| {
        for _ in 0..4 {
            scope.spawn(|| {
                for _ in 0..5 {
                    assert_close(&embed("Alice works at Anthropic."), &expected, "in a thread");
                }
            });
        }
    });
}

#[test]
fn one_changed_byte_is_refused_by_name() {
    for name in ["model.safetensors", "tokenizer.json"] {
        let world = World::with_model();
        world.change_a_byte(name);
        match MiniLm::load(&world.cache()) {
            Err(EmbedError::HashMismatch { path, expected, found }) => {
                assert_eq!(path, world.cache().join(name));
                assert_ne!(expected, found);
            }
            other => panic!("{name}: {other:?}"),
        }
    }
}

#[test]
fn a_missing_file_is_named() {
    let world = World::new();
    let error = MiniLm::load(&world.cache()).unwrap_err();
    assert!(error.to_string().contains("model.safetensors"), "{error}");
}

#[test]
fn the_lazy_model_loads_on_first_use() {
    let lazy = LazyMiniLm::new(ModelFinder::from_env().with_dir(Some(official().to_owned())));
    assert_eq!((lazy.name(), lazy.dimension()), (NAME, DIMENSION));
    let vectors = lazy.embed(&["Alice works at Anthropic."]).unwrap();
    assert_close(&vectors[0], &embed("Alice works at Anthropic."), "lazy");
}

#[test]
fn the_lazy_model_says_why_it_cannot_load() {
    let world = World::new();
    let lazy = LazyMiniLm::new(ModelFinder::from_env().with_dir(Some(world.cache())));
    assert!(lazy.embed(&[]).unwrap().is_empty());
    for _ in 0..2 {
        match lazy.embed(&["text"]) {
            Err(EmbedError::Unavailable(message)) => {
                assert!(
                    message.contains("model.safetensors is missing; tokenizer.json is missing"),
                    "{message}"
                );
                assert!(message.contains("--embedder none"), "{message}");
            }
            other => panic!("{other:?}"),
        }
    }
}
