//! `POST /v1/embeddings`.

use hyper::StatusCode;
use nepenthe::embed::Embedder;

use super::request::EmbeddingsRequest;
use super::response::Answer;
use super::server::Offers;

/// Embeds the texts of a body at the expense of a key.
pub(super) fn answer(offers: &Offers, key: &str, body: &[u8]) -> Answer {
    let embedder = offers.ledger.embedder();
    if embedder.dimension() == 0 {
        return Answer::error(StatusCode::NOT_FOUND, "this run has no embedder; run with --embedder minilm");
    }
    let wanted = match EmbeddingsRequest::read(body, embedder.dimension()) {
        Ok(wanted) => wanted,
        Err(message) => return Answer::error(StatusCode::BAD_REQUEST, &message),
    };
    match offers.ledger.embed(key, &wanted.texts) {
        Ok(vectors) => Answer::embeddings(&vectors, wanted.encoding, embedder.name()),
        Err(error) => {
            Answer::error(StatusCode::INTERNAL_SERVER_ERROR, &format!("the embedder failed: {error}"))
        }
    }
}
