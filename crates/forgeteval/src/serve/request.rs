//! What a client asks for.

use serde::Deserialize;
use serde_json::Value;

/// The body of `POST /v1/embeddings`; fields not named here are ignored.
#[derive(Debug, Deserialize)]
pub(super) struct EmbeddingsRequest {
    input: Value,
    #[serde(default)]
    encoding_format: Encoding,
    #[serde(default)]
    dimensions: Option<usize>,
}

/// How a vector is written.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(super) enum Encoding {
    /// An array of numbers.
    #[default]
    Float,
    /// The numbers' bytes, little-endian, in Base64.
    Base64,
}

/// What is to be embedded, and how it is answered.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Wanted {
    pub(super) texts: Vec<String>,
    pub(super) encoding: Encoding,
}

impl EmbeddingsRequest {
    /// Reads a body, for an embedder of this dimension. The error is for whoever wrote it.
    pub(super) fn read(body: &[u8], dimension: usize) -> Result<Wanted, String> {
        let request: Self = serde_json::from_slice(body)
            .map_err(|error| format!("the body is no request for embeddings: {error}"))?;
        if request.dimensions.is_some_and(|dimensions| dimensions != dimension) {
            return Err(format!(
                "the vectors have {dimension} dimensions and no other number; leave `dimensions` out"
            ));
        }
        let texts = match request.input {
            Value::String(text) => vec![text],
            Value::Array(texts) => texts.into_iter().map(text).collect::<Result<_, _>>()?,
            _ => return Err("`input` must be a string or an array of strings".to_owned()),
        };
        // An empty text has a vector, as every text; published runs ask for it.
        if texts.is_empty() {
            return Err("`input` is empty".to_owned());
        }
        Ok(Wanted { texts, encoding: request.encoding_format })
    }
}

fn text(value: Value) -> Result<String, String> {
    match value {
        Value::String(text) => Ok(text),
        Value::Number(_) | Value::Array(_) => Err(
            "`input` holds numbers of tokens, and this endpoint takes texts; with LangChain's OpenAIEmbeddings, set \
             check_embedding_ctx_length=False"
                .to_owned(),
        ),
        _ => Err("`input` must be a string or an array of strings".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::{EmbeddingsRequest, Encoding};

    #[test]
    fn a_request_is_read_or_said_to_be_wrong() {
        let one = EmbeddingsRequest::read(br#"{"input":"a","model":"m","user":"u"}"#, 3).unwrap();
        assert_eq!((one.texts, one.encoding), (vec!["a".to_owned()], Encoding::Float));
        let two = br#"{"input":["a",""],"encoding_format":"base64","dimensions":3}"#;
        assert_eq!(EmbeddingsRequest::read(two, 3).unwrap().encoding, Encoding::Base64);

        let table = [
            ("{", "the body is no request"),
            ("{}", "missing field `input`"),
            (r#"{"input":"a","encoding_format":"hex"}"#, "hex"),
            (r#"{"input":"a","dimensions":256}"#, "3 dimensions and no other"),
            (r#"{"input":[[1,2]]}"#, "check_embedding_ctx_length=False"),
            (r#"{"input":[1,2]}"#, "numbers of tokens"),
            (r#"{"input":[null]}"#, "an array of strings"),
            (r#"{"input":7}"#, "an array of strings"),
            (r#"{"input":[]}"#, "empty"),
        ];
        for (body, expected) in table {
            let message = EmbeddingsRequest::read(body.as_bytes(), 3).unwrap_err();
            assert!(message.contains(expected), "{body}: {message}");
        }
    }
}
