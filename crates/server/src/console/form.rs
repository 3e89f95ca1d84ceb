//! [`Form`]: what a form, or the query of a path, says.

/// What a form says, field by field, in its order.
#[derive(Debug, Default)]
pub(super) struct Form(Vec<(String, String)>);

impl Form {
    pub(super) fn read(bytes: &[u8]) -> Self {
        Self(form_urlencoded::parse(bytes).into_owned().collect())
    }

    /// Returns a field without white space around it; empty where there is none.
    pub(super) fn get(&self, name: &str) -> &str {
        self.0.iter().find(|(found, _)| found == name).map_or("", |(_, value)| value.trim())
    }

    /// Returns a field that is not blank.
    pub(super) fn given(&self, name: &str) -> Option<&str> {
        Some(self.get(name)).filter(|value| !value.is_empty())
    }

    pub(super) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(found, _)| found == name)
    }

    /// Returns every field of a name.
    pub(super) fn all<'a>(&'a self, name: &'a str) -> impl Iterator<Item = &'a str> {
        self.0.iter().filter(move |(found, _)| found == name).map(|(_, value)| value.trim())
    }

    /// Returns the lines of a field that are not blank.
    pub(super) fn lines(&self, name: &str) -> impl Iterator<Item = &str> {
        self.get(name).lines().map(str::trim).filter(|line| !line.is_empty())
    }
}
