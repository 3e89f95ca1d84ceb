//! `POST /v1/chat/completions`: passed on to the run's language model, and entered in the asker's account.

use hyper::StatusCode;
use nepenthe_llm::{FailureKind, LanguageModel, Request};

use super::response::Answer;
use super::server::Offers;

/// Completes the chat of a body at the expense of a key. The model that the body names does not count.
pub(super) fn answer(offers: &Offers, key: &str, body: &[u8]) -> Answer {
    let Some(model) = &offers.model else {
        let message = "this run has no language model; give one with --llm URL --llm-model NAME";
        return Answer::error(StatusCode::NOT_FOUND, message);
    };
    let Some(meter) = model.known(key) else {
        let message = "the key is no system's of this run; send the one in FORGETEVAL_LLM_KEY";
        return Answer::error(StatusCode::UNAUTHORIZED, message);
    };
    let request = serde_json::from_slice(body).map_err(|error| format!("the body is not JSON: {error}"));
    let request = match request.and_then(Request::foreign) {
        Ok(request) => request,
        Err(message) => return Answer::error(StatusCode::BAD_REQUEST, &message),
    };
    match meter.complete(&request) {
        Ok(completion) => Answer { status: StatusCode::OK, body: completion.body(meter.name()) },
        Err(failure) => {
            let status = match failure.kind {
                FailureKind::OverBudget => StatusCode::PAYMENT_REQUIRED,
                FailureKind::Refused => StatusCode::FORBIDDEN,
                FailureKind::Unreachable => StatusCode::SERVICE_UNAVAILABLE,
                FailureKind::Unusable | FailureKind::Truncated => StatusCode::BAD_GATEWAY,
            };
            Answer::error(status, &failure.to_string())
        }
    }
}
