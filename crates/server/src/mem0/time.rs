//! Times as Mem0's clients write them: a date, a date with a time, or seconds since 1970. Without a zone they are UTC.

use jiff::civil::{Date, DateTime};
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

/// Reads a time.
pub(super) fn read(value: &Value) -> Option<Timestamp> {
    match value {
        Value::Number(seconds) => {
            let micros = (seconds.as_f64()? * 1e6).round();
            // Farther than any time that there is.
            (micros.abs() < 1e18)
                .then_some(micros as i64)
                .and_then(|micros| Timestamp::from_microsecond(micros).ok())
        }
        Value::String(text) => {
            let zoned = text.parse::<Timestamp>().ok();
            zoned.or_else(|| start(text.parse::<DateTime>().ok()?)).or_else(|| start(date(text)?.into()))
        }
        _ => None,
    }
}

/// Returns the end of a day, when what expires on it is gone.
pub(super) fn end_of_day(text: &str) -> Option<Timestamp> {
    start(date(text)?.tomorrow().ok()?.into())
}

/// Returns the last day on which something was there that expires at a time.
pub(super) fn last_day(expires: Timestamp) -> Date {
    let before = expires.saturating_sub(SignedDuration::from_nanos(1)).unwrap_or(expires);
    before.to_zoned(TimeZone::UTC).date()
}

/// One spelling: `2026-11-29`.
fn date(text: &str) -> Option<Date> {
    text.parse::<Date>().ok().filter(|date| date.to_string() == text)
}

fn start(time: DateTime) -> Option<Timestamp> {
    Some(time.to_zoned(TimeZone::UTC).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn a_time_is_read_as_it_is_usually_written() {
        for (given, meant) in [
            (json!("2026-11-29"), "2026-11-29T00:00:00Z"),
            (json!("2026-11-29T10:20:30Z"), "2026-11-29T10:20:30Z"),
            (json!("2026-11-29T10:20:30+02:00"), "2026-11-29T08:20:30Z"),
            (json!("2026-11-29T10:20:30"), "2026-11-29T10:20:30Z"),
            (json!("2026-11-29T10:20:30.5-07:00"), "2026-11-29T17:20:30.5Z"),
            (json!(0), "1970-01-01T00:00:00Z"),
            (json!(1.5), "1970-01-01T00:00:01.5Z"),
        ] {
            assert_eq!(read(&given).map(|time| time.to_string()).as_deref(), Some(meant), "{given}");
        }
        for given in [
            json!("yesterday"),
            json!(""),
            json!(1e300),
            json!(-1e300),
            json!(null),
            json!([]),
            json!("2026-13-01"),
        ] {
            assert_eq!(read(&given), None, "{given}");
        }
    }

    #[test]
    fn what_expires_on_a_day_is_there_until_its_end() {
        let end = end_of_day("2026-12-31").unwrap();
        assert_eq!(end.to_string(), "2027-01-01T00:00:00Z");
        assert_eq!(last_day(end).to_string(), "2026-12-31");
        for wrong in ["9999-12-31", "2026-12-31T00:00", "soon", "", "20261231"] {
            assert_eq!(end_of_day(wrong), None, "{wrong}");
        }
    }
}
