//! [`Entry`]: a server as a client starts it, put into the text of the client's file. What else the file has stays as
//! it is written.

use std::fmt;

use serde::de::{Deserializer, MapAccess, Visitor};
use serde::{Deserialize, Serialize};
use serde_json::ser::{PrettyFormatter, Serializer};
use serde_json::value::RawValue;

use super::clients::Form;

/// The server's name in every file.
pub(super) const NAME: &str = "nepenthe";

/// A server as a client starts it.
#[derive(Debug, Clone, Serialize)]
pub(super) struct Entry {
    #[serde(rename = "type", skip_serializing_if = "Option::is_none")]
    pub(super) kind: Option<&'static str>,
    pub(super) command: String,
    pub(super) args: Vec<String>,
}

/// Why an entry is not put into a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Unwritten {
    /// It is not what it should be: plain JSON or TOML.
    NotPlain,
}

impl Entry {
    /// Returns the entry alone, as a file that has nothing else.
    pub(super) fn alone(&self, form: Form) -> Result<String, Unwritten> {
        self.put_into("", form)
    }

    /// Returns the text of a file with this entry in it, in the place of one of the same name.
    pub(super) fn put_into(&self, text: &str, form: Form) -> Result<String, Unwritten> {
        match form {
            Form::Json { servers, .. } => self.put_into_json(text, servers),
            Form::Toml { servers } => self.put_into_toml(text, servers),
        }
    }

    fn put_into_json(&self, text: &str, servers: &str) -> Result<String, Unwritten> {
        let plain = text.trim_start_matches('\u{feff}');
        let step = step(plain);
        let mut file = Object::read(plain)?;
        let mut named = match file.get(servers) {
            Some(servers) => Object::read(servers)?,
            None => Object::default(),
        };
        let mut entry = Vec::new();
        let format = PrettyFormatter::with_indent(step.as_bytes());
        self.serialize(&mut Serializer::with_formatter(&mut entry, format))
            .map_err(|_| Unwritten::NotPlain)?;
        let entry = String::from_utf8(entry).map_err(|_| Unwritten::NotPlain)?;
        named.set(NAME, entry.replace('\n', &format!("\n{}", step.repeat(2))));
        file.set(servers, named.to_text(step, 1));
        Ok(file.to_text(step, 0) + "\n")
    }

    fn put_into_toml(&self, text: &str, servers: &str) -> Result<String, Unwritten> {
        let strings = |texts: &[String]| {
            let texts: Vec<String> = texts.iter().map(|text| toml_string(text)).collect();
            format!("[{}]", texts.join(", "))
        };
        let own = format!("{servers}.{NAME}");
        let entry =
            format!("[{own}]\ncommand = {}\nargs = {}\n", toml_string(&self.command), strings(&self.args));
        let before: toml::Table = text.parse().map_err(|_| Unwritten::NotPlain)?;
        let (mut kept, mut skips) = (String::new(), false);
        for line in text.lines() {
            if let Some(header) = line.trim_start().strip_prefix('[') {
                let header = header
                    .trim_start_matches('[')
                    .split(']')
                    .next()
                    .unwrap_or_default()
                    .replace([' ', '"', '\''], "");
                skips = header == own || header.starts_with(&format!("{own}."));
            }
            if !skips {
                kept.push_str(line);
                kept.push('\n');
            }
        }
        let kept = kept.trim_end();
        let written = if kept.is_empty() { entry } else { format!("{kept}\n\n{entry}") };
        // What else was there is there still, and the entry is what it should be.
        let after: toml::Table = written.parse().map_err(|_| Unwritten::NotPlain)?;
        let without = |mut table: toml::Table| {
            if let Some(toml::Value::Table(named)) = table.get_mut(servers) {
                named.remove(NAME);
                if named.is_empty() {
                    table.remove(servers);
                }
            }
            table
        };
        let written_command = after[servers][NAME].get("command").and_then(toml::Value::as_str);
        match written_command == Some(self.command.as_str()) && without(before) == without(after.clone()) {
            true => Ok(written),
            false => Err(Unwritten::NotPlain),
        }
    }
}

/// The fields of a JSON object in their order, each with the text of its value.
#[derive(Default)]
struct Object(Vec<(String, String)>);

impl Object {
    fn read(text: &str) -> Result<Self, Unwritten> {
        if text.trim().is_empty() {
            return Ok(Self::default());
        }
        serde_json::from_str(text).map_err(|_| Unwritten::NotPlain)
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(found, _)| found == name).map(|(_, text)| text.as_str())
    }

    fn set(&mut self, name: &str, text: String) {
        match self.0.iter_mut().find(|(found, _)| found == name) {
            Some((_, value)) => *value = text,
            None => self.0.push((name.to_owned(), text)),
        }
    }

    /// The object, so many levels deep. The values stand as they were read.
    fn to_text(&self, step: &str, level: usize) -> String {
        let (inner, outer) = (step.repeat(level + 1), step.repeat(level));
        let field = |(name, text): &(String, String)| {
            format!("{inner}{}: {text}", serde_json::Value::from(name.as_str()))
        };
        let fields: Vec<String> = self.0.iter().map(field).collect();
        if fields.is_empty() { "{}".to_owned() } else { format!("{{\n{}\n{outer}}}", fields.join(",\n")) }
    }
}

impl<'de> Deserialize<'de> for Object {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Fields;
        impl<'de> Visitor<'de> for Fields {
            type Value = Object;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Object, A::Error> {
                let mut object = Object::default();
                while let Some((name, value)) = map.next_entry::<String, Box<RawValue>>()? {
                    object.set(&name, value.get().to_owned());
                }
                Ok(object)
            }
        }
        deserializer.deserialize_map(Fields)
    }
}

/// By how much the text of a file indents.
fn step(text: &str) -> &str {
    let line = text.lines().nth(1).unwrap_or_default();
    let indent = &line[..line.len() - line.trim_start().len()];
    if indent.is_empty() { "  " } else { indent }
}

/// A basic string of TOML: JSON's escapes are its own.
fn toml_string(text: &str) -> String {
    serde_json::Value::from(text).to_string().replace('\u{7f}', "\\u007F")
}

#[cfg(test)]
mod tests {
    use super::*;

    const JSON: Form = Form::Json { servers: "mcpServers", says_stdio: false };
    const TOML: Form = Form::Toml { servers: "mcp_servers" };

    fn entry(db: &str) -> Entry {
        let args = ["mcp", "--db", db].map(str::to_owned).to_vec();
        Entry { kind: None, command: "/bin/nepenthe".into(), args }
    }

    #[test]
    fn what_else_a_json_file_has_stays_as_it_is_written() {
        let text = "{\n  \"z\": 1.50,\n  \"a\": [1,   2],\n  \"mcpServers\": {\"other\": {\"command\": \"x\", \"env\": {\"b\": 1, \"a\": 2}}},\n  \"last\": 12345678901234567890123\n}";
        let written = entry("/a.db").put_into(text, JSON).unwrap();
        for kept in [
            "\"z\": 1.50,",
            "\"a\": [1,   2]",
            "{\"command\": \"x\", \"env\": {\"b\": 1, \"a\": 2}}",
            "12345678901234567890123",
        ] {
            assert!(written.contains(kept), "{kept}: {written}");
        }
        assert!(
            written.find("\"z\"") < written.find("\"a\"")
                && written.find("mcpServers") < written.find("last")
        );
        let read: serde_json::Value = serde_json::from_str(&written).unwrap();
        assert_eq!(read["mcpServers"]["nepenthe"]["args"][2], "/a.db");
        // Whatever the file indents by, and however its other servers stand there.
        for (step, other) in
            [("  ", "{\n      \"command\": \"x\"\n    }"), ("\t", "{\n\t\t\t\"a\":1\n\t\t}"), ("    ", "{ }")]
        {
            let text =
                format!("{{\n{step}\"mcpServers\": {{\n{step}{step}\"other\": {other}\n{step}}}\n}}\n");
            let written = entry("/a.db").put_into(&text, JSON).unwrap();
            assert!(written.starts_with(text.trim_end_matches(&format!("\n{step}}}\n}}\n"))), "{written}");
            assert!(
                written.contains(&format!("\n{0}{0}\"nepenthe\": {{\n{0}{0}{0}\"command\"", step)),
                "{written}"
            );
            assert_eq!(entry("/a.db").put_into(&written, JSON).unwrap(), written);
        }
        // Again: the entry is replaced, and nothing else moves.
        let again = entry("/b.db").put_into(&written, JSON).unwrap();
        assert_eq!(again, written.replace("/a.db", "/b.db"));
        assert_eq!(entry("/b.db").put_into(&again, JSON).unwrap(), again);
    }

    #[test]
    fn what_else_a_toml_file_has_stays_as_it_is_written() {
        let text = "# mine\nmodel = \"x\"\n\n[mcp_servers.other] # theirs\ncommand = 'y'\n\n[mcp_servers.nepenthe]\ncommand = \"old\"\n[mcp_servers.nepenthe.env]\nA = \"1\"\n\n[tui]\nb = 1\n";
        let written = entry("/a \"b\".db").put_into(text, TOML).unwrap();
        assert!(
            written.starts_with("# mine\nmodel = \"x\"\n\n[mcp_servers.other] # theirs\ncommand = 'y'\n"),
            "{written}"
        );
        assert!(
            written.contains("[tui]\nb = 1\n") && !written.contains("old") && !written.contains("A ="),
            "{written}"
        );
        let read: toml::Table = written.parse().unwrap();
        assert_eq!(read["mcp_servers"]["nepenthe"]["args"][2].as_str(), Some("/a \"b\".db"));
        assert_eq!(entry("/a \"b\".db").put_into(&written, TOML).unwrap(), written);
    }

    #[test]
    fn an_empty_file_gets_the_entry_alone() {
        for text in ["", " \n", "{}"] {
            assert_eq!(entry("/a.db").put_into(text, JSON), entry("/a.db").alone(JSON));
        }
        assert_eq!(entry("/a.db").put_into("\n", TOML), entry("/a.db").alone(TOML));
    }

    #[test]
    fn what_is_not_plain_is_left_alone() {
        for text in
            ["[]", "{ // mine\n}", "{\"mcpServers\": []}", "{\"mcpServers\": 1}", "{,}", "null", "{\"a\": 1"]
        {
            assert_eq!(entry("/a.db").put_into(text, JSON), Err(Unwritten::NotPlain), "{text}");
        }
        for text in [
            "a = ",
            "mcp_servers = 1",
            "mcp_servers = { other = { command = \"x\" } }",
            "[mcp_servers]\nnepenthe = { command = \"x\" }",
        ] {
            assert_eq!(entry("/a.db").put_into(text, TOML), Err(Unwritten::NotPlain), "{text}");
        }
    }
}
