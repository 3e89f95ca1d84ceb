//! [`Person`]: what identifies whom a case is about, and the requests that it makes of it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Text;

/// What identifies a person. Each of it is looked for by itself, in whatever form it is written.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub struct Person {
    /// Names: everything about them is looked for.
    pub names: Vec<Text>,
    /// Mail addresses.
    pub mails: Vec<Text>,
    /// Telephone numbers.
    pub phones: Vec<Text>,
    /// Customer numbers, accounts, handles: whatever else stands for the person.
    pub numbers: Vec<Text>,
    /// Requests in words, such as "the tenant of flat 3".
    pub words: Vec<Text>,
}

impl Person {
    /// Returns the requests in words that look for them, names first. Their order is part of a case.
    #[must_use]
    pub fn requests(&self) -> Vec<String> {
        let names = self.names.iter().map(|name| format!("everything about {}", &**name));
        let others = [&self.mails, &self.phones, &self.numbers, &self.words].into_iter().flatten();
        names.chain(others.map(|text| text.to_string())).collect()
    }

    /// Tells how much identifies them, a kind a part, without saying it: "2 names, 1 mail address".
    #[must_use]
    pub fn counted(&self) -> String {
        let kinds = [
            (self.names.len(), "name", "names"),
            (self.mails.len(), "mail address", "mail addresses"),
            (self.phones.len(), "telephone number", "telephone numbers"),
            (self.numbers.len(), "other number", "other numbers"),
            (self.words.len(), "description", "descriptions"),
        ];
        let said = kinds.iter().filter(|(count, ..)| *count > 0);
        let said = said.map(|(count, one, many)| format!("{count} {}", if *count == 1 { one } else { many }));
        said.collect::<Vec<_>>().join(", ")
    }
}
