//! What an endpoint answers, and holding it to what was asked.

use serde::Deserialize;

use crate::embed::EmbedError;

/// The body of a good answer; unknown fields are ignored.
#[derive(Deserialize)]
pub(super) struct Answer {
    data: Vec<Item>,
}

#[derive(Deserialize)]
struct Item {
    index: usize,
    embedding: Vec<f64>,
}

impl Answer {
    /// Returns `count` unit vectors of `dimension` components, in the order of the texts asked for.
    pub(super) fn into_vectors(self, count: usize, dimension: usize) -> Result<Vec<Vec<f32>>, EmbedError> {
        if self.data.len() != count {
            return Err(bad(format!("{} vectors for {count} texts", self.data.len())));
        }
        let mut vectors = vec![Vec::new(); count];
        for Item { index, embedding } in self.data {
            if embedding.len() != dimension {
                return Err(bad(format!("a vector of {} components, expected {dimension}", embedding.len())));
            }
            match vectors.get_mut(index) {
                Some(place) if place.is_empty() => *place = unit(&embedding)?,
                Some(_) => return Err(bad(format!("two vectors for text {index}"))),
                None => return Err(bad(format!("a vector for text {index} of {count}"))),
            }
        }
        Ok(vectors)
    }
}

/// Scales a vector to unit length.
fn unit(vector: &[f64]) -> Result<Vec<f32>, EmbedError> {
    let length = vector.iter().map(|x| x * x).sum::<f64>().sqrt();
    if !length.is_finite() {
        return Err(bad("a vector whose length is not finite".to_owned()));
    }
    if length == 0.0 {
        return Err(bad("a vector of length zero".to_owned()));
    }
    Ok(vector.iter().map(|x| (x / length) as f32).collect())
}

fn bad(what: String) -> EmbedError {
    EmbedError::BadAnswer(what)
}
