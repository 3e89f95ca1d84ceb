//! [`Project`]: the scopes of a key, as the project that a client of Mem0 works in.
//!
//! A key of one scope is a project of one memory, in which ids are words beside the texts. A key of a scope and all below it
//! (`acme/**`) has a scope for each owner: the user `alice` is `acme/alice`, an agent without a user `acme/agent:bot`.

use axum::http::HeaderMap;
use nepenthe::ScopePath;
use nepenthe_ops::{OpError, ScopePattern, read_segment, segment_of};

use super::entity::{Entities, EntityKind};
use crate::auth::Principal;
use crate::http::{Problem, scope};

/// The scopes that one key has.
pub(super) enum Project {
    /// This one.
    One(ScopePath),
    /// Those right below this one, or those that are below none.
    Below(Option<ScopePath>),
}

impl Project {
    /// Takes it from who comes in. A header that names a scope narrows it to that.
    pub(super) fn of(principal: &Principal, headers: &HeaderMap) -> Result<Self, Problem> {
        if headers.contains_key("nepenthe-scope") {
            return scope(principal, headers).map(Self::One);
        }
        Ok(match &principal.scopes {
            ScopePattern::One(path) => Self::One(path.clone()),
            ScopePattern::Below(top) => Self::Below(Some(top.clone())),
            ScopePattern::All => Self::Below(None),
        })
    }

    pub(super) fn pattern(&self) -> ScopePattern {
        match self {
            Self::One(path) => ScopePattern::One(path.clone()),
            Self::Below(Some(top)) => ScopePattern::Below(top.clone()),
            Self::Below(None) => ScopePattern::All,
        }
    }

    /// Returns the scope of what an owner has.
    pub(super) fn home(&self, kind: EntityKind, id: &str) -> Result<ScopePath, OpError> {
        match self {
            Self::One(path) => Ok(path.clone()),
            Self::Below(top) => {
                let top = top.as_ref().map_or(String::new(), |top| format!("{top}/"));
                Ok(format!("{top}{}", segment(kind, id)).parse().map_err(OpError::from)?)
            }
        }
    }

    /// Tells whether a scope is one of an owner, or the only one.
    pub(super) fn holds(&self, path: &ScopePath) -> bool {
        match self {
            Self::One(one) => one == path,
            Self::Below(_) => self.owner(path).is_some(),
        }
    }

    /// Returns the ids of a memory in a scope, which has these beside it. The scope knows better.
    pub(super) fn entities(&self, path: &ScopePath, mut beside: Entities) -> Entities {
        if let Some((owner, id)) = self.owner(path) {
            for kind in EntityKind::ALL.into_iter().filter(|kind| *kind < owner) {
                beside.set(kind, None);
            }
            beside.set(owner, Some(id));
        }
        beside
    }

    /// Whose scope it is.
    fn owner(&self, path: &ScopePath) -> Option<(EntityKind, String)> {
        let Self::Below(top) = self else { return None };
        let last = match top {
            Some(top) => path.as_str().strip_prefix(top.as_str())?.strip_prefix('/')?,
            None => path.as_str(),
        };
        let named = EntityKind::ALL.into_iter().skip(1).find_map(|kind| {
            last.strip_prefix(kind.word()).and_then(|rest| rest.strip_prefix(':')).map(|rest| (kind, rest))
        });
        let (kind, encoded) = named.unwrap_or((EntityKind::User, last));
        let id = read_segment(encoded)?;
        // One spelling alone: no two scopes are one owner's.
        (segment(kind, &id) == last).then_some((kind, id))
    }
}

/// An owner as the last segment of a path. No two have the same.
fn segment(kind: EntityKind, id: &str) -> String {
    let encoded = segment_of(id);
    if kind != EntityKind::User {
        return format!("{}:{encoded}", kind.word());
    }
    let others = EntityKind::ALL.into_iter().skip(1);
    match others.map(EntityKind::word).find(|word| encoded.starts_with(&format!("{word}:"))) {
        Some(word) => encoded.replacen(&format!("{word}:"), &format!("{word}%3A"), 1),
        None => encoded,
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    const IDS: &[&str] = &[
        "alice", "Alice", "alice@acme.example", "auth0|123", "slack:U1", "a/b", "a%2Fb", "../bob", "..", ".",
        "...", "a*", "**", "acme/**", "agent:bot", "agent%3Abot", "run:7", "app:", "user:alice", " alice",
        "alice ", "a  b", "  ", "a\\b", "100%", "用户", "a\u{3000}", "a\u{85}b", "é", "e\u{301}", "%", "%41",
        "A",
    ];

    #[test]
    fn every_owner_has_a_scope_of_its_own_below_the_key_s_and_is_read_back() {
        for top in [Some("acme"), Some("acme/mem0"), None] {
            let project = Project::Below(top.map(|top| top.parse().unwrap()));
            let mut paths = BTreeSet::new();
            for kind in EntityKind::ALL {
                for id in IDS {
                    let path = project.home(kind, id).unwrap();
                    let segments = top.map_or(0, |top| top.split('/').count()) + 1;
                    assert_eq!(path.as_str().split('/').count(), segments, "{path}");
                    assert!(project.pattern().opens(&path) && !path.as_str().contains('*'), "{path}");
                    assert_eq!(project.owner(&path), Some((kind, (*id).to_owned())));
                    assert!(paths.insert(path));
                }
            }
        }
    }

    #[test]
    fn scopes_that_are_no_owner_s_are_not_the_project_s() {
        let project = Project::Below(Some("acme".parse().unwrap()));
        for path in
            ["acme", "acme/alice/notes", "acme2/alice", "other/alice", "acme/a%62c", "acme/a%zz", "acme/50%"]
        {
            assert!(!project.holds(&path.parse().unwrap()), "{path}");
        }
        let one = Project::One("acme/alice".parse().unwrap());
        assert!(one.holds(&"acme/alice".parse().unwrap()) && !one.holds(&"acme/bob".parse().unwrap()));
    }

    #[test]
    fn what_stands_beside_a_memory_makes_it_nobody_else_s() {
        let project = Project::Below(Some("acme".parse().unwrap()));
        let mut beside = Entities::default();
        for kind in EntityKind::ALL {
            beside.set(kind, Some("x".to_owned()));
        }
        let of = |path: &str| {
            let entities = project.entities(&path.parse().unwrap(), beside.clone());
            EntityKind::ALL.map(|kind| entities.get(kind).unwrap_or("-").to_owned()).join(" ")
        };
        assert_eq!(of("acme/alice"), "alice x x x");
        assert_eq!(of("acme/agent:bot"), "- bot x x");
        assert_eq!(of("acme/run:7"), "- - - 7");
    }
}
