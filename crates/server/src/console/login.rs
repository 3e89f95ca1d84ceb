//! Logging in: with a key, or with a link that serves once.

use axum::http::{HeaderMap, StatusCode};
use maud::html;

use super::admission::set_cookie;
use super::answer::Answer;
use super::form::Form;
use super::layout;
use super::parts::callout;
use super::visit::Visit;
use crate::http::{Problem, Service};

/// The page on which one logs in. The script fills in what stands behind the `#` of a login link, which no server sees.
pub(super) fn page(wrong: Option<&str>) -> Answer {
    let markup = layout::bare(
        "Log in",
        &html! {
            h1 { "Log in" }
            @if let Some(wrong) = wrong { div role="alert" { (callout("goes", &html! { (wrong) })) } }
            form method="post" action="/console/login" class="stack" id="login" {
                label for="secret" { "Key, or the code of a login link" }
                input id="secret" name="secret" type="password" required autocomplete="off" spellcheck="false" autofocus
                    placeholder="nep_… or login_…";
                button class="button primary" { "Log in" }
            }
            p class="muted" {
                "Whoever runs this server makes a link with " code { "nepenthe serve login-link" }
                ", and a key with " code { "nepenthe serve key new" } "."
            }
        },
    );
    let status = if wrong.is_some() { StatusCode::FORBIDDEN } else { StatusCode::OK };
    Answer::Page(status, markup)
}

/// Begins a session for whoever has a key, or a link that nobody used.
pub(super) fn enter(service: &Service, headers: &HeaderMap, form: &Form) -> Result<Answer, Problem> {
    let Some(keys) = &service.keys else { return Ok(Answer::To("/console".into())) };
    let secret = form.get("secret");
    let key = match service.console.logins.take(secret) {
        Some(key) => keys.principal(&key)?.map(|principal| principal.id),
        None => keys.admit(secret)?.map(|principal| principal.id),
    };
    let Some(key) = key else {
        return Ok(page(Some(
            "This opens nothing: a key may be revoked or expired, and a login link serves once, within ten minutes.",
        )));
    };
    let cookie = service.console.sessions.begin(&key)?;
    Ok(Answer::Enter("/console".into(), set_cookie(headers, Some(&cookie))))
}

/// Begins another session in the place of this one, which ends; where nothing is opened, this one goes on.
pub(super) fn change(visit: &Visit<'_>, form: &Form) -> Result<Answer, Problem> {
    let entered = enter(visit.service, visit.headers, form)?;
    if matches!(entered, Answer::Enter(..)) {
        visit.console().sessions.end(&visit.session);
    }
    Ok(entered)
}

/// Ends the session.
pub(super) fn leave(visit: &Visit<'_>) -> Answer {
    visit.console().sessions.end(&visit.session);
    Answer::Enter("/console/login".into(), set_cookie(visit.headers, None))
}
