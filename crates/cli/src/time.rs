//! Times and durations as they are typed.

use std::time::SystemTime;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Span, SpanRelativeTo, Timestamp};

use crate::error::{CliError, Kind};

// What was typed is not repeated: it may be a text in the wrong place.
const NO_TIME: &str =
    "this is no time; write it as 2026-08-01T09:30:00Z, 2026-08-01T09:30:00+02:00 or 2026-08-01";

/// When a memory leaves recall, as typed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Expiry {
    /// At a time.
    At(Timestamp),
    /// So long after it is written.
    After(SignedDuration),
}

impl Expiry {
    /// Returns the time, for a memory written now.
    pub(crate) fn from(self, now: Timestamp) -> Result<Timestamp, String> {
        match self {
            Self::At(time) => Ok(time),
            Self::After(duration) => {
                now.checked_add(duration).map_err(|_| "the expiry lies beyond the year 9999".to_owned())
            }
        }
    }
}

/// The time by the clock of this machine, which may be wrong by more than can be said.
pub(crate) fn now() -> Result<Timestamp, CliError> {
    at(SystemTime::now())
}

fn at(time: SystemTime) -> Result<Timestamp, CliError> {
    Timestamp::try_from(time).map_err(|_| {
        CliError::new(Kind::Storage, "the clock of this machine says a time past the year 9999")
            .with_hint("set it right")
    })
}

/// Parses a time: RFC 3339, or a date, which is its midnight in UTC.
pub(crate) fn parse_time(text: &str) -> Result<Timestamp, String> {
    let date =
        || Some(text).filter(|text| text.len() == 10)?.parse::<Date>().ok()?.to_zoned(TimeZone::UTC).ok();
    match text.parse::<Timestamp>() {
        Ok(time) => Ok(time),
        Err(_) => date().map(|zoned| zoned.timestamp()).ok_or_else(|| NO_TIME.to_owned()),
    }
}

/// Parses a duration longer than 0, such as `30d`, `12h` or `1w 2d`; a day has 24 hours.
pub(crate) fn parse_duration(text: &str) -> Result<SignedDuration, String> {
    let bad = || "this is no duration longer than 0; write it as 30d, 12h, 90m or 1w2d".to_owned();
    let span: Span = text.parse().map_err(|_| bad())?;
    let duration = span.to_duration(SpanRelativeTo::days_are_24_hours()).map_err(|_| bad())?;
    if duration.is_positive() { Ok(duration) } else { Err(bad()) }
}

/// Parses a time or a duration from now.
pub(crate) fn parse_expiry(text: &str) -> Result<Expiry, String> {
    if let Ok(time) = parse_time(text) {
        return Ok(Expiry::At(time));
    }
    parse_duration(text).map(Expiry::After).map_err(|_| {
        "this is neither a time such as 2026-08-01T09:30:00Z nor a duration from now such as 30d or 12h"
            .to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rfc_3339_or_dates() {
        let time = parse_time("2026-08-01T09:30:00+02:00").unwrap();
        assert_eq!(time.to_string(), "2026-08-01T07:30:00Z");
        assert_eq!(parse_time("2026-08-01").unwrap().to_string(), "2026-08-01T00:00:00Z");
        for bad in ["", "yesterday", "2026-08-01T09:30:00", "2026-13-01", "30d", "1754000000"] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn durations_have_units_and_are_positive() {
        assert_eq!(parse_duration("30d").unwrap(), SignedDuration::from_hours(30 * 24));
        assert_eq!(parse_duration("1w2d").unwrap(), SignedDuration::from_hours(9 * 24));
        assert_eq!(parse_duration("90m").unwrap(), SignedDuration::from_mins(90));
        for bad in ["", "30", "0d", "-3d", "3d ago", "1mo", "1y", "d", "99999999999999d"] {
            assert!(parse_duration(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn a_clock_past_all_time_is_an_error() {
        use std::time::Duration;
        let seconds = |seconds| SystemTime::UNIX_EPOCH + Duration::from_secs(seconds);
        assert!(at(seconds(253_402_300_800)).is_err() && at(seconds(u64::MAX >> 2)).is_err());
        assert_eq!(at(seconds(253_402_000_000)).unwrap().strftime("%Y").to_string(), "9999");
    }

    #[test]
    fn an_expiry_past_all_time_is_refused() {
        let now = parse_time("2026-08-01").unwrap();
        assert_eq!(parse_expiry("12h").unwrap().from(now).unwrap().to_string(), "2026-08-01T12:00:00Z");
        assert!(parse_expiry("4000000d").unwrap().from(now).is_err());
    }
}
