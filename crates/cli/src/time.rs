//! Times and durations as they are typed. Everything is in UTC unless an offset is written.

use std::time::SystemTime;

use jiff::civil::{Date, Time};
use jiff::fmt::temporal::Pieces;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Span, SpanRelativeTo, Timestamp, Zoned};

use crate::error::{CliError, Kind};

// What was typed is not repeated: it may be a text in the wrong place.
const NO_TIME: &str = "this is no time; write it as 2026-08-01T09:30:00Z, 2026-08-01T09:30:00+02:00, 2026-08-01, yesterday \
                       or '3 days ago'";
const NO_OFFSET: &str =
    "this time does not say of which zone it is; write Z behind it for UTC, or an offset such as +02:00";
const NO_EXPIRY: &str = "this is neither a time such as 2026-08-01T09:30:00Z or tomorrow nor a duration from now such as 30d, \
                         12h or 'in 30 days'";

/// When a memory leaves recall, as typed.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Expiry {
    /// At a time.
    At(Timestamp),
    /// So long after it is written.
    After(Span),
}

impl Expiry {
    /// Returns the time, for a memory written now.
    pub(crate) fn from(self, now: Timestamp) -> Result<Timestamp, String> {
        match self {
            Self::At(time) => Ok(time),
            Self::After(span) => {
                let then = in_utc(now).checked_add(span);
                then.map(|then| then.timestamp())
                    .map_err(|_| "the expiry lies beyond the year 9999".to_owned())
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

fn in_utc(time: Timestamp) -> Zoned {
    time.to_zoned(TimeZone::UTC)
}

/// Parses a time: RFC 3339; a date, which is its midnight; a word for one; or how long ago it was.
pub(crate) fn parse_time(text: &str) -> Result<Timestamp, String> {
    parse_time_at(text, now().map_err(|error| error.message().to_owned())?)
}

fn parse_time_at(text: &str, now: Timestamp) -> Result<Timestamp, String> {
    if let Some(time) = named(text, now).or_else(|| ago(text, now)) {
        return Ok(time);
    }
    let pieces = Pieces::parse(text).map_err(|_| NO_TIME.to_owned())?;
    let date = pieces.date();
    match (pieces.time(), pieces.to_numeric_offset()) {
        (None, None) if text.len() == 10 => midnight(date),
        (Some(time), Some(offset)) => {
            text.parse().ok().or_else(|| last(date, offset.to_timestamp(date.to_datetime(time)).is_err()))
        }
        (Some(_), None) => return Err(NO_OFFSET.to_owned()),
        _ => None,
    }
    .ok_or_else(|| NO_TIME.to_owned())
}

/// The midnight with which a date begins.
fn midnight(date: Date) -> Option<Timestamp> {
    let zoned = date.to_datetime(Time::midnight()).to_zoned(TimeZone::UTC);
    zoned.map(|zoned| zoned.timestamp()).ok().or_else(|| last(date, true))
}

/// The last moment that can be kept, for one of the two last days of the year 9999, which stand for never.
fn last(date: Date, beyond: bool) -> Option<Timestamp> {
    Timestamp::from_second(Timestamp::MAX.as_second()).ok().filter(|_| beyond && date.year() == 9999)
}

/// The midnight that a word names, or the present.
fn named(text: &str, now: Timestamp) -> Option<Timestamp> {
    let today = in_utc(now).date();
    match text.trim().to_ascii_lowercase().as_str() {
        "now" => Some(now),
        "today" => midnight(today),
        "yesterday" => midnight(today.yesterday().ok()?),
        "tomorrow" => midnight(today.tomorrow().ok()?),
        _ => None,
    }
}

/// `3 days ago`, to the second.
fn ago(text: &str, now: Timestamp) -> Option<Timestamp> {
    let lower = text.trim().to_ascii_lowercase();
    let span = span(lower.strip_suffix("ago")?.strip_suffix(char::is_whitespace)?)?;
    in_utc(now).checked_sub(span).ok().map(|then| then.timestamp())
}

/// A span longer than 0, such as `30d`, `30 days`, `1w 2d` or `a month`.
fn span(text: &str) -> Option<Span> {
    let text = text.trim();
    let one = ["a ", "an "].into_iter().find_map(|article| text.strip_prefix(article));
    let text = one.map_or_else(|| text.to_owned(), |unit| format!("1 {}", unit.trim_start()));
    let span: Span = text.parse().ok().filter(|_| !text.contains("ago"))?;
    span.is_positive().then_some(span)
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
    let lower = text.trim().to_ascii_lowercase();
    let duration = lower.strip_prefix("in").and_then(|rest| rest.strip_prefix(char::is_whitespace));
    if let Some(span) = span(duration.unwrap_or(&lower)) {
        return Ok(Expiry::After(span));
    }
    parse_time(text).map(Expiry::At).map_err(|why| if why == NO_OFFSET { why } else { NO_EXPIRY.to_owned() })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rfc_3339_or_dates() {
        for (text, time) in [
            ("2026-08-01T09:30:00+02:00", "2026-08-01T07:30:00Z"),
            ("2026-08-01T09:30:00Z", "2026-08-01T09:30:00Z"),
            ("2026-08-01t09:30:00z", "2026-08-01T09:30:00Z"),
            ("2026-08-01 09:30Z", "2026-08-01T09:30:00Z"),
            ("2026-08-01T00:00:00+14:00", "2026-07-31T10:00:00Z"),
            ("2026-08-01T00:00:00-12:00", "2026-08-01T12:00:00Z"),
            ("2026-08-01", "2026-08-01T00:00:00Z"),
            ("9999-12-31", "9999-12-30T22:00:00Z"),
            ("9999-12-31T23:59:59Z", "9999-12-30T22:00:00Z"),
            ("9999-12-31T23:59:59-12:00", "9999-12-30T22:00:00Z"),
            ("9999-12-30T01:00:00+02:00", "9999-12-29T23:00:00Z"),
        ] {
            assert_eq!(parse_time(text).expect(text).to_string(), time, "{text}");
        }
        for bad in [
            "", "2026-08-01T09:30:00", "2026-13-01", "9999-12-32", "30d", "1754000000", "last year",
            "20260801", "ago", "3 days", "3 days hence", "-3 days ago", "0 days ago", "10000-01-01",
            "2026-08-01T09:30:00 ago",
        ] {
            assert!(parse_time(bad).is_err(), "{bad}");
        }
        assert_eq!(parse_time("2026-08-01T09:30:00"), Err(NO_OFFSET.to_owned()));
    }

    #[test]
    fn words_for_times_go_by_the_clock() {
        let now = parse_time("2026-03-01T09:30:15Z").unwrap();
        for (text, time) in [
            ("now", "2026-03-01T09:30:15Z"),
            ("Today", "2026-03-01T00:00:00Z"),
            ("yesterday", "2026-02-28T00:00:00Z"),
            (" tomorrow ", "2026-03-02T00:00:00Z"),
            ("3 days ago", "2026-02-26T09:30:15Z"),
            ("90m ago", "2026-03-01T08:00:15Z"),
            ("an hour ago", "2026-03-01T08:30:15Z"),
            ("a week ago", "2026-02-22T09:30:15Z"),
            ("2 MONTHS AGO", "2026-01-01T09:30:15Z"),
            ("1 year ago", "2025-03-01T09:30:15Z"),
        ] {
            assert_eq!(parse_time_at(text, now).expect(text).to_string(), time, "{text}");
        }
        for (text, time) in [
            ("in 30 days", "2026-03-31T09:30:15Z"),
            ("30 days", "2026-03-31T09:30:15Z"),
            ("In  2 Weeks", "2026-03-15T09:30:15Z"),
            ("in a month", "2026-04-01T09:30:15Z"),
            ("1y", "2027-03-01T09:30:15Z"),
            ("in 12h", "2026-03-01T21:30:15Z"),
        ] {
            assert_eq!(parse_expiry(text).expect(text).from(now).unwrap().to_string(), time, "{text}");
        }
        for bad in ["in", "in yesterday", "in -3 days", "in 0 days", "in 3 days ago", "index", "soon", "in 3"]
        {
            assert!(parse_expiry(bad).is_err(), "{bad}");
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
