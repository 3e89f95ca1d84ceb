//! [`read_body`]: a body, as far as it is not too long and does not take too long.

use std::time::Duration;

use axum::body::{Body, HttpBody};
use http_body_util::BodyExt;

use super::{Problem, Refusal};

/// How much of a body that is too long is read all the same: a client that is still sending reads no answer.
const DRAINED: usize = 16 << 20;

/// Reads a body.
pub(crate) async fn read_body(mut body: Body, most: usize, timeout: Duration) -> Result<Vec<u8>, Problem> {
    let too_long = || {
        Problem::because(
            Refusal::BodyTooLarge,
            format!("the body is longer than {most} bytes; see --max-body"),
        )
    };
    if body.size_hint().lower() > (most + DRAINED) as u64 {
        return Err(too_long());
    }
    let read = async {
        let (mut bytes, mut seen) = (Vec::new(), 0_usize);
        while let Some(frame) = body.frame().await {
            let frame = frame.map_err(|_| Problem::because(Refusal::BodyTimeout, "the body broke off"))?;
            let Ok(data) = frame.into_data() else { continue };
            seen = seen.saturating_add(data.len());
            match seen {
                seen if seen <= most => bytes.extend_from_slice(&data),
                seen if seen <= most + DRAINED => bytes = Vec::new(),
                _ => break,
            }
        }
        if seen > most { Err(too_long()) } else { Ok(bytes) }
    };
    match tokio::time::timeout(timeout, read).await {
        Ok(read) => read,
        Err(_) => Err(Refusal::BodyTimeout.into()),
    }
}
