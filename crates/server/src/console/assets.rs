//! The style sheet, the script and the icon: part of the program, under names that change with what they hold.

use std::sync::LazyLock;

use axum::body::Body;
use axum::http::header::{CACHE_CONTROL, CONTENT_TYPE, X_CONTENT_TYPE_OPTIONS};
use axum::http::{HeaderValue, Response};

/// A file that pages load.
pub(super) struct Asset {
    pub(super) path: String,
    kind: &'static str,
    text: &'static str,
}

pub(super) static STYLE: LazyLock<Asset> = LazyLock::new(|| {
    Asset::of("console", "css", "text/css; charset=utf-8", include_str!("assets/console.css"))
});
pub(super) static SCRIPT: LazyLock<Asset> = LazyLock::new(|| {
    Asset::of("console", "js", "text/javascript; charset=utf-8", include_str!("assets/console.js"))
});
pub(super) static ICON: LazyLock<Asset> =
    LazyLock::new(|| Asset::of("icon", "svg", "image/svg+xml", include_str!("assets/icon.svg")));

impl Asset {
    fn of(name: &str, ending: &str, kind: &'static str, text: &'static str) -> Self {
        let hash = blake3::hash(text.as_bytes()).to_hex();
        Self { path: format!("/console/assets/{name}.{}.{ending}", &hash[..12]), kind, text }
    }
}

/// Returns the file at a path.
pub(super) fn answer(path: &str) -> Option<Response<Body>> {
    let asset = [&STYLE, &SCRIPT, &ICON].into_iter().find(|asset| asset.path == path)?;
    let mut response = Response::new(Body::from(asset.text));
    for (name, value) in [
        (CONTENT_TYPE, asset.kind),
        (CACHE_CONTROL, "public, max-age=31536000, immutable"),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
    ] {
        response.headers_mut().insert(name, HeaderValue::from_static(value));
    }
    Some(response)
}

#[cfg(test)]
mod tests {
    /// What a browser has to load and run.
    #[test]
    fn the_script_is_small() {
        assert!(super::SCRIPT.text.len() <= 40 * 1024);
    }
}
