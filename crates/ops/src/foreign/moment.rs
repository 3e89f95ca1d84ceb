//! Times as other systems write them.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use serde_json::Value;

/// Reads a time: RFC 3339, the same without a zone (UTC), a date, or seconds since 1970. `None` where it is none.
pub(super) fn read(value: &Value) -> Option<Timestamp> {
    match value {
        Value::String(text) => {
            let text = text.trim();
            let utc = |time: DateTime| time.to_zoned(TimeZone::UTC).ok().map(|zoned| zoned.timestamp());
            text.parse::<Timestamp>()
                .ok()
                .or_else(|| text.parse::<DateTime>().ok().and_then(utc))
                .or_else(|| text.parse::<Date>().ok().and_then(|date| utc(date.at(0, 0, 0, 0))))
        }
        #[expect(clippy::cast_possible_truncation, reason = "a number of microseconds that a time can have")]
        Value::Number(number) => Timestamp::from_microsecond((number.as_f64()? * 1e6).round() as i64).ok(),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn times_of_every_system_are_read() {
        let noon: Timestamp = "2026-11-02T12:00:00Z".parse().expect("a time");
        for written in [
            json!("2026-11-02T12:00:00Z"),
            json!("2026-11-02T14:00:00+02:00"),
            json!("2026-11-02T12:00:00"),
            json!("2026-11-02 12:00:00"),
            json!("2026-11-02T12:00:00.000000+00:00"),
            json!(1_793_620_800),
            json!(1_793_620_800.0),
        ] {
            assert_eq!(read(&written), Some(noon), "{written}");
        }
        assert_eq!(read(&json!("2026-11-02")), "2026-11-02T00:00:00Z".parse().ok());
        for written in [json!("tomorrow"), json!(null), json!(""), json!({}), json!(1e300)] {
            assert_eq!(read(&written), None, "{written}");
        }
    }
}
