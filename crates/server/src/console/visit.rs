//! [`Visit`]: one request for a page, with what its visitor may use; [`Place`]: a scope that a visit looks into.

use std::sync::Arc;

use axum::http::HeaderMap;
use nepenthe::{Scope, ScopePath, Store};
use nepenthe_ops::{Code, OpError, Operation, Right, ScopePattern, ScopesInput, scopes, table};

use super::admission::read_only;
use super::form::Form;
use super::sessions::SessionId;
use super::state::Console;
use crate::Door;
use crate::auth::Principal;
use crate::http::{Problem, Service};

/// One request for a page.
pub(super) struct Visit<'a> {
    pub(super) service: &'a Service,
    pub(super) principal: Principal,
    pub(super) session: SessionId,
    pub(super) headers: &'a HeaderMap,
    pub(super) form: &'a Form,
    /// What stands behind the path: never a text.
    pub(super) query: &'a Form,
}

/// A scope that a visit looks into.
pub(super) struct Place<'a> {
    pub(super) visit: &'a Visit<'a>,
    pub(super) door: Door,
    tag: String,
}

impl<'a> Visit<'a> {
    pub(super) fn console(&self) -> &'a Console {
        &self.service.console
    }

    /// Tells whether the visitor may do an operation.
    pub(super) fn allows(&self, operation: &Operation) -> bool {
        self.demand(operation).is_ok()
    }

    /// Refuses what the visitor may not do.
    pub(super) fn demand(&self, operation: &Operation) -> Result<(), OpError> {
        let changes = matches!(operation.right, Right::Write | Right::Forget | Right::Admin);
        if changes && self.console().read_only {
            return Err(read_only());
        }
        crate::door::demand(self.principal.rights, operation)
    }

    /// Returns the store, for an operation that reaches beyond one scope.
    pub(super) fn store(&self, operation: &Operation) -> Result<Store, OpError> {
        self.demand(operation)?;
        self.service.store.store(self.principal.rights)
    }

    /// Refuses what is told of every scope, for whoever may not look into every one.
    pub(super) fn demand_everywhere(&self) -> Result<(), OpError> {
        match self.principal.scopes == ScopePattern::All {
            true => Ok(()),
            false => Err(OpError::new(Code::RightMissing, "this needs a key that opens every scope")),
        }
    }

    /// Returns the scopes of the store that the visitor's key opens, with how many memories each holds; `None` for whoever may not
    /// know which there are.
    pub(super) fn scopes(&self) -> Result<Option<Vec<nepenthe_ops::ScopeHolds>>, OpError> {
        if !self.allows(&table::SCOPES) {
            return Ok(None);
        }
        let mut found = scopes(&self.store(&table::SCOPES)?, &ScopesInput::default())?.scopes;
        found.retain(|held| held.scope.parse().is_ok_and(|path| self.principal.scopes.opens(&path)));
        Ok(Some(found))
    }

    /// Returns the place of a tag of this session's own. Whether others have it is not said.
    pub(super) fn place(&'a self, tag: &str) -> Result<Place<'a>, Problem> {
        let path = self.console().sessions.scope(&self.session, tag);
        let path = path.filter(|path| self.principal.scopes.opens(path));
        let path = path
            .ok_or_else(|| OpError::new(Code::NotFound, "there is no such page, or its session is over"))?;
        Ok(self.place_of(path))
    }

    /// Returns the place of a scope that the visitor's key opens.
    pub(super) fn open(&'a self, scope: &str) -> Result<Place<'a>, Problem> {
        let path: ScopePath = scope.parse().map_err(OpError::from)?;
        match self.principal.scopes.opens(&path) {
            true => Ok(self.place_of(path)),
            false => Err(OpError::new(Code::NotFound, "your key opens no such scope").into()),
        }
    }

    fn place_of(&'a self, path: ScopePath) -> Place<'a> {
        let tag = self.console().sessions.tag(&self.session, &path);
        let Principal { rights, actor, .. } = &self.principal;
        Place {
            visit: self,
            door: Door::of(Arc::clone(&self.service.store), path, *rights, actor.clone()),
            tag,
        }
    }

    /// Leaves something to be said on the next page. No text of a memory.
    pub(super) fn leave(&self, notice: impl Into<String>) {
        self.console().sessions.leave(&self.session, notice.into());
    }
}

impl Place<'_> {
    /// Does an operation in the scope. This is the one way to it: who may not do the operation is refused here.
    pub(super) fn with<T>(
        &self,
        operation: &Operation,
        work: impl Fn(&Scope) -> Result<T, OpError>,
    ) -> Result<T, OpError> {
        self.visit.demand(operation)?;
        self.door.with(work)
    }

    /// Returns the path of a page of the scope.
    pub(super) fn path(&self, page: &str) -> String {
        format!("/console/s/{}/{page}", self.tag)
    }

    pub(super) fn scope(&self) -> &str {
        self.door.path().as_str()
    }
}
