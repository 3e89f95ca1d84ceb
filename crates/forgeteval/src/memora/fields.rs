//! A JSON object whose fields keep the order of the file.

use std::fmt;

use serde::de::{Deserialize, Deserializer, MapAccess, Visitor};
use serde_json::Value;

/// The fields of a JSON object, in the order of the file, objects within them likewise.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Fields(Vec<(String, Field)>);

/// The value of a field.
#[derive(Debug, Clone, PartialEq)]
enum Field {
    Object(Fields),
    Other(Value),
}

impl Fields {
    /// Returns a field that is an object.
    #[must_use]
    pub fn object(&self, name: &str) -> Option<&Fields> {
        match self.get(name)? {
            Field::Object(fields) => Some(fields),
            Field::Other(_) => None,
        }
    }

    /// Returns a field that is anything else.
    #[must_use]
    pub fn value(&self, name: &str) -> Option<&Value> {
        match self.get(name)? {
            Field::Object(_) => None,
            Field::Other(value) => Some(value),
        }
    }

    /// Returns a field that is a string.
    #[must_use]
    pub fn text(&self, name: &str) -> Option<&str> {
        self.value(name)?.as_str()
    }

    /// Returns the first field, as `name: value`.
    #[must_use]
    pub fn first(&self) -> Option<String> {
        self.0.first().map(|(name, field)| format!("{name}: {field}"))
    }

    fn get(&self, name: &str) -> Option<&Field> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, field)| field)
    }
}

/// Writes `name: value, name: value`.
impl fmt::Display for Fields {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (place, (name, field)) in self.0.iter().enumerate() {
            write!(f, "{}{name}: {field}", if place == 0 { "" } else { ", " })?;
        }
        Ok(())
    }
}

impl fmt::Display for Field {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Object(fields) => fields.fmt(f),
            Self::Other(Value::String(text)) => f.write_str(text),
            Self::Other(value) => value.fmt(f),
        }
    }
}

impl<'de> Deserialize<'de> for Fields {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct InOrder;

        impl<'de> Visitor<'de> for InOrder {
            type Value = Fields;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Fields, A::Error> {
                let mut fields = Vec::new();
                while let Some(entry) = map.next_entry::<String, Field>()? {
                    fields.push(entry);
                }
                Ok(Fields(fields))
            }
        }

        deserializer.deserialize_map(InOrder)
    }
}

impl<'de> Deserialize<'de> for Field {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        /// Tells objects from the rest.
        #[derive(serde::Deserialize)]
        #[serde(untagged)]
        enum Either {
            Object(Fields),
            Other(Value),
        }
        Ok(match Either::deserialize(deserializer)? {
            Either::Object(fields) => Self::Object(fields),
            Either::Other(value) => Self::Other(value),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::Fields;

    #[test]
    fn fields_keep_their_order() {
        let fields: Fields =
            serde_json::from_str(r#"{"z": {"b": "x", "a": 2}, "y": "text", "c": [1], "n": null}"#).unwrap();
        assert_eq!(fields.object("z").map(ToString::to_string).as_deref(), Some("b: x, a: 2"));
        assert_eq!(fields.object("z").and_then(Fields::first).as_deref(), Some("b: x"));
        assert_eq!((fields.text("y"), fields.text("z"), fields.text("none")), (Some("text"), None, None));
        assert!(fields.value("c").is_some_and(|list| list.is_array()));
    }
}
