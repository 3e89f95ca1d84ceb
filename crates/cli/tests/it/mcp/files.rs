//! The profile `files`: the commands of Anthropic's memory tool, to the error string.

use serde_json::{Value, json};

use super::client::{Client, Era, text};
use crate::support::{World, shows};

struct Files(Client);

impl Files {
    fn start(world: &World) -> Self {
        Self(Client::start(world, &["--profile", "files"], Era::Modern))
    }

    /// The text of a command that is done.
    #[track_caller]
    fn ok(&mut self, arguments: Value) -> String {
        let result = self.0.call("memory", arguments);
        assert_eq!(result["isError"], false, "{result}");
        assert_eq!(result["content"].as_array().unwrap().len(), 1, "{result}");
        assert_eq!(result["content"][0]["text"], result["structuredContent"]["text"], "{result}");
        text(&result["content"][0]["text"])
    }

    #[track_caller]
    fn refused(&mut self, arguments: Value, message: &str) {
        let result = self.0.call("memory", arguments);
        assert_eq!(result["isError"], true, "{result}");
        assert_eq!(result["content"], json!([{ "type": "text", "text": message }]));
        assert!(result["structuredContent"]["code"].is_string(), "{result}");
    }

    fn create(&mut self, path: &str, content: &str) {
        let done = self.ok(json!({ "command": "create", "path": path, "file_text": content }));
        assert_eq!(done, format!("File created successfully at: {path}"));
    }

    fn view(&mut self, path: &str) -> String {
        self.ok(json!({ "command": "view", "path": path }))
    }
}

#[test]
fn a_file_is_created_and_viewed_in_whole_and_in_part() {
    let world = World::new();
    let mut files = Files::start(&world);
    files.create("/memories/notes.md", "# Notes\n\ttabbed\n\nlast");
    let head = "Here's the content of /memories/notes.md with line numbers:\n";
    assert_eq!(
        files.view("/memories/notes.md"),
        format!("{head}     1\t# Notes\n     2\t\ttabbed\n     3\t\n     4\tlast")
    );
    for (range, shown) in [
        ([2, 3], "     2\t\ttabbed\n     3\t"),
        ([4, -1], "     4\tlast"),
        ([0, 1], "     1\t# Notes"),
        ([3, 99], "     3\t\n     4\tlast"),
        ([9, 12], ""),
        ([3, 1], ""),
        ([1, -3], "     1\t# Notes"),
    ] {
        let arguments = json!({ "command": "view", "path": "/memories/notes.md", "view_range": range });
        assert_eq!(files.ok(arguments), format!("{head}{shown}"), "{range:?}");
    }
    for (path, content, shown) in [
        ("/memories/empty", "", "     1\t"),
        ("/memories/end", "a\n", "     1\ta\n     2\t"),
        ("/memories/crlf", "a\r\nb", "     1\ta\r\n     2\tb"),
        ("/memories/blank", "  ", "     1\t  "),
        ("/memories/日本.md", "語", "     1\t語"),
    ] {
        files.create(path, content);
        assert_eq!(files.view(path), format!("Here's the content of {path} with line numbers:\n{shown}"));
    }
    files.refused(
        json!({ "command": "create", "path": "/memories/notes.md", "file_text": "x" }),
        "File /memories/notes.md already exists",
    );
    files.0.ends();
}

#[test]
fn a_folder_is_shown_two_levels_deep() {
    let world = World::new();
    let mut files = Files::start(&world);
    let head =
        "Here're the files and directories up to 2 levels deep in /memories, excluding hidden items:\n";
    assert_eq!(files.view("/memories"), format!("{head}0B\t/memories"));
    files.create("/memories/b.md", &"x".repeat(1536));
    files.create("/memories/a/one.md", "12345");
    files.create("/memories/a/deep/two.md", "123");
    files.create("/memories/a/deep/er/three.md", "1");
    files.create("/memories/.hidden", "1");
    files.create("/memories/c/.hidden/x", "1");
    let shown = [
        "1.5K\t/memories", "9B\t/memories/a/", "4B\t/memories/a/deep/", "5B\t/memories/a/one.md",
        "1.5K\t/memories/b.md",
    ];
    let seen = files.view("/memories");
    for line in shown {
        assert!(seen.lines().any(|seen| seen == line), "{line}: {seen}");
    }
    assert!(seen.ends_with("\t/memories/c/"), "{seen}");
    assert!(!seen.contains(".hidden") && !seen.contains("two.md"), "{seen}");
    let seen = files.view("/memories/a");
    assert!(
        seen.starts_with("Here're the files and directories up to 2 levels deep in /memories/a,"),
        "{seen}"
    );
    assert!(seen.contains("\n3B\t/memories/a/deep/two.md") && !seen.contains("three.md"), "{seen}");
    files.0.ends();
}

#[test]
fn a_text_is_replaced_where_it_stands_once() {
    let world = World::new();
    let mut files = Files::start(&world);
    files.create("/memories/n", "one\ntwo\nthree\nfour\nfive\nsix two\n");
    let replace = |old: &str, new: &str| json!({ "command": "str_replace", "path": "/memories/n", "old_str": old, "new_str": new });
    let edited = files.ok(replace("four", "4\n4.5"));
    let head =
        "The memory file has been edited. Here is the snippet showing the change (with line numbers):\n";
    assert_eq!(edited, format!("{head}     2\ttwo\n     3\tthree\n     4\t4\n     5\t4.5\n     6\tfive"));
    files.refused(
        replace("seven", "7"),
        "No replacement was performed, old_str `seven` did not appear verbatim in /memories/n.",
    );
    files.refused(
        replace("two", "2"),
        "No replacement was performed. Multiple occurrences of old_str `two` in lines: 2, 7. Please ensure it is unique",
    );
    files.create("/memories/o", "aaaa");
    files.refused(
        json!({ "command": "str_replace", "path": "/memories/o", "old_str": "aa", "new_str": "b" }),
        "No replacement was performed. Multiple occurrences of old_str `aa` in lines: 1, 1, 1. Please ensure it is unique",
    );
    // Without a new text it is taken out.
    files.ok(json!({ "command": "str_replace", "path": "/memories/n", "old_str": "one\n" }));
    assert!(files.view("/memories/n").contains("     1\ttwo\n"));
    files.refused(
        json!({ "command": "str_replace", "path": "/memories/m", "old_str": "a", "new_str": "b" }),
        "The path /memories/m does not exist. Please provide a valid path.",
    );
    files.refused(
        json!({ "command": "str_replace", "path": "/memories", "old_str": "a", "new_str": "b" }),
        "The path /memories is not a file.",
    );
    files.0.ends();
}

#[test]
fn a_line_is_inserted_behind_another() {
    let world = World::new();
    let mut files = Files::start(&world);
    files.create("/memories/n", "a\nb");
    let insert = |line: i64, text: &str| json!({ "command": "insert", "path": "/memories/n", "insert_line": line, "insert_text": text });
    assert_eq!(files.ok(insert(1, "between\n")), "The file /memories/n has been edited.");
    files.ok(insert(0, "first"));
    files.ok(insert(4, "last"));
    let shown = files.view("/memories/n");
    assert!(
        shown.ends_with("     1\tfirst\n     2\ta\n     3\tbetween\n     4\tb\n     5\tlast\n     6\t"),
        "{shown}"
    );
    for line in [-1, 6, 99] {
        files.refused(
            insert(line, "x"),
            &format!("Invalid `insert_line` parameter: {line}. It should be within the range [0, 5]."),
        );
    }
    files.refused(
        json!({ "command": "insert", "path": "/memories/m", "insert_line": 0, "insert_text": "x" }),
        "The path /memories/m does not exist. Please provide a valid path.",
    );
    files.0.ends();
}

#[test]
fn files_and_folders_are_renamed() {
    let world = World::new();
    let mut files = Files::start(&world);
    files.create("/memories/a/one", "1 of a");
    files.create("/memories/a/two", "2 of a");
    files.create("/memories/b", "b");
    let rename = |old: &str, new: &str| json!({ "command": "rename", "old_path": old, "new_path": new });
    assert_eq!(
        files.ok(rename("/memories/a", "/memories/c/d")),
        "Successfully renamed /memories/a to /memories/c/d"
    );
    assert!(files.view("/memories/c/d/one").ends_with("\t1 of a"));
    assert_eq!(
        files.ok(rename("/memories/b", "/memories/e")),
        "Successfully renamed /memories/b to /memories/e"
    );
    files.refused(rename("/memories/e", "/memories/c"), "The destination /memories/c already exists");
    files.refused(
        rename("/memories/e", "/memories/c/d/one"),
        "The destination /memories/c/d/one already exists",
    );
    files.refused(rename("/memories/b", "/memories/f"), "The path /memories/b does not exist");
    files.refused(rename("/memories", "/memories/f"), "Cannot rename the /memories directory itself");
    files.refused(rename("/memories/e", "/tmp/f"), "Path must start with /memories, got: /tmp/f");
    files.refused(rename("/memories/c", "/memories/c/x/y"), "Cannot move /memories/c into itself");
    // Edited, renamed, edited, and renamed back.
    files.ok(json!({ "command": "str_replace", "path": "/memories/e", "old_str": "b", "new_str": "bb" }));
    files.ok(rename("/memories/e", "/memories/b"));
    assert!(files.view("/memories/b").ends_with("\tbb"));
    files.0.ends();
}

#[test]
fn a_path_outside_is_refused_in_every_command() {
    let world = World::new();
    let mut files = Files::start(&world);
    for (path, message) in [
        ("/etc/passwd", "Path must start with /memories, got: /etc/passwd"),
        ("notes", "Path must start with /memories, got: notes"),
        ("", "Path must start with /memories, got: "),
        ("/memories/../etc", "Path /memories/../etc would escape /memories directory"),
        ("/memories/a/../../x", "Path /memories/a/../../x would escape /memories directory"),
    ] {
        for command in ["view", "create", "str_replace", "insert", "delete"] {
            let arguments = json!({
                "command": command, "path": path, "file_text": "x", "old_str": "a", "new_str": "b", "insert_line": 0,
                "insert_text": "x",
            });
            files.refused(arguments, message);
        }
    }
    let answer = files.0.request(
        "tools/call",
        json!({ "name": "memory", "arguments": { "command": "create", "path": "/memories/a" } }),
    );
    assert_eq!(answer["error"]["code"], -32602, "{answer}");
    files.0.ends();
    assert!(!world.db().exists() || world.live().is_empty());
}

#[test]
fn what_is_deleted_is_in_no_byte_whatever_it_was_before() {
    let world = World::new();
    let mut files = Files::start(&world);
    files.create("/memories/keep", "The van is blue.");
    files.create("/memories/p/secret", "The vault's code is VX-424242.\nBo has a quokka.");
    files.ok(json!({ "command": "str_replace", "path": "/memories/p/secret", "old_str": "VX-424242", "new_str": "gone" }));
    files.ok(
        json!({ "command": "rename", "old_path": "/memories/p/secret", "new_path": "/memories/q/moved" }),
    );
    files.ok(json!({ "command": "insert", "path": "/memories/q/moved", "insert_line": 0, "insert_text": "zeppelin" }));
    let result = files.0.call("memory", json!({ "command": "delete", "path": "/memories/q" }));
    assert_eq!(result["content"][0]["text"], "Successfully deleted /memories/q", "{result}");
    let receipt = text(&result["_meta"]["nepenthe/receipt"]);
    files.refused(
        json!({ "command": "delete", "path": "/memories/q" }),
        "The path /memories/q does not exist",
    );
    files.refused(
        json!({ "command": "delete", "path": "/memories" }),
        "Cannot delete the /memories directory itself",
    );
    files.refused(
        json!({ "command": "view", "path": "/memories/q/moved" }),
        "The path /memories/q/moved does not exist. Please provide a valid path.",
    );
    assert!(files.view("/memories/keep").ends_with("The van is blue."));
    files.0.ends();
    assert!(world.ok(["receipt"]).contains(&receipt));
    for secret in ["424242", "quokka", "zeppelin", "p/secret", "q/moved"] {
        for file in ["nepenthe.db", "nepenthe.db-wal", "nepenthe.db-shm"] {
            let bytes = std::fs::read(world.path(file)).unwrap_or_default();
            assert!(
                !bytes.windows(secret.len()).any(|bytes| bytes == secret.as_bytes()),
                "{secret} is in {file}"
            );
        }
    }
}

#[test]
fn a_file_of_the_same_content_stays_and_an_erased_secret_is_kept_out() {
    let world = World::new();
    let mut files = Files::start(&world);
    for path in ["/memories/a", "/memories/b"] {
        files.create(path, "The PIN is 4711.\n- buy milk");
    }
    files.ok(json!({ "command": "delete", "path": "/memories/a" }));
    assert!(files.view("/memories/b").contains("The PIN is 4711."));
    files.create("/memories/d", "- buy bread");
    let again = json!({ "command": "create", "path": "/memories/c", "file_text": "The PIN is 4711." });
    let refused = files.0.refused("memory", again, "refused_erased");
    assert!(!shows(&refused.to_string(), "4711"), "{refused}");
    files.0.ends();
}

#[test]
fn each_command_needs_its_right() {
    let world = World::new();
    let mut files = Files::start(&world);
    files.create("/memories/a", "x");
    files.0.ends();
    let commands = [
        ("view", "read"),
        ("create", "write"),
        ("str_replace", "write"),
        ("insert", "write"),
        ("rename", "write"),
        ("delete", "forget"),
    ];
    for rights in ["read", "write", "forget", "read,write", "read,forget", "write,forget"] {
        let mut client = Client::start(&world, &["--profile", "files", "--rights", rights], Era::Modern);
        for (command, right) in commands {
            let arguments = json!({
                "command": command, "path": "/memories/none", "file_text": "x", "old_str": "a", "insert_line": 99,
                "insert_text": "x", "old_path": "/memories/none", "new_path": "/memories/nil",
            });
            // Where it is allowed it would create: not in a walk over rights.
            if command == "create" && rights.contains("write") && rights.contains("read") {
                continue;
            }
            let result = client.call("memory", arguments);
            let missing = result["structuredContent"]["code"] == "right_missing";
            let has = |right: &str| rights.split(',').any(|one| one == right);
            assert_eq!(missing, !(has("read") && has(right)), "{command} of {rights}: {result}");
        }
        client.ends();
    }
    assert_eq!(world.live().len(), 1);
}

#[test]
fn a_file_is_a_memory_that_is_recalled_and_purged_in_words() {
    let world = World::new();
    let mut client = Client::start(&world, &["--profile", "all"], Era::Modern);
    client.ok(
        "memory",
        json!({ "command": "create", "path": "/memories/people.md", "file_text": "Bo Lund has a cello." }),
    );
    let found = client.ok("recall", json!({ "query": "cello" }));
    assert_eq!(found["memories"][0]["text"], "/memories/people.md\nBo Lund has a cello.");
    let planned = client.ok("purge", json!({ "ids": [found["memories"][0]["id"]] }));
    client.ok("purge_commit", json!({ "plan_id": planned["plan_id"], "digest": planned["digest"] }));
    let shown = client.ok("memory", json!({ "command": "view", "path": "/memories" }));
    assert!(!shown.to_string().contains("people"), "{shown}");
    client.ends();
}
