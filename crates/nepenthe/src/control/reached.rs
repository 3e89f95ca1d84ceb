//! [`Span`]: of which time what a request reaches is, by the clock of the request, in UTC.

use std::ops::Range;

use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{SignedDuration, Timestamp, ToSpan};
use nepenthe_text::request::{Reach, Unit};
use nepenthe_text::stance::{Day, Period};

/// A time, and how it is told.
pub(super) struct Span {
    /// When what goes was inscribed.
    pub(super) inscribed: Range<Timestamp>,
    /// By which dates a memory that states some is judged; by none where an age is asked for.
    pub(super) stated: Option<Period>,
    /// Why a memory goes that states none.
    pub(super) reason: String,
    /// What one that states some states.
    pub(super) dates: String,
}

impl Span {
    /// What is reached at a time; `None` for days that no calendar has.
    pub(super) fn of(reach: &Reach, now: Timestamp) -> Option<Self> {
        let ago = |days: f64| {
            now.checked_sub(SignedDuration::from_secs_f64(days * 86_400.0)).unwrap_or(Timestamp::MIN)
        };
        let of_age = |inscribed: Range<Timestamp>, reason| {
            Some(Self { inscribed, stated: None, reason, dates: String::new() })
        };
        match reach {
            Reach::All | Reach::But(..) => of_age(
                Timestamp::MIN..Timestamp::MAX,
                "the request asks for everything in the scope".to_owned(),
            ),
            Reach::OlderThan(days) => {
                of_age(Timestamp::MIN..ago(*days), format!("inscribed before {}", ago(*days)))
            }
            Reach::YoungerThan(days) => {
                of_age(ago(*days)..Timestamp::MAX, format!("inscribed since {}", ago(*days)))
            }
            Reach::During(period) => Self::during(period.clone()),
            Reach::Recent(unit, back) => {
                let (first, last) = recent(*unit, *back, now.to_zoned(TimeZone::UTC).date())?;
                Self::during(Period::between(Some(day_of(first)), Some(day_of(last))))
            }
        }
    }

    fn during(stated: Period) -> Option<Self> {
        let (first, last) = stated.days()?;
        let of_calendar = |day: Option<Day>| day.map_or(Some(None), |day| date(day).map(Some));
        let (first, last) = (of_calendar(first)?, of_calendar(last)?);
        let behind = last.map(|last| last.tomorrow()).transpose().ok()?;
        let start = |day: Date| day.to_zoned(TimeZone::UTC).ok().map(|day| day.timestamp());
        let from = first.map_or(Some(Timestamp::MIN), start)?;
        let to = behind.map_or(Some(Timestamp::MAX), start)?;
        let (told, dates) = match (first, behind) {
            (None, Some(behind)) => (format!("before {behind}"), format!("a date before {behind}")),
            (Some(first), None) => (format!("since {first}"), format!("a date since {first}")),
            _ => {
                let (first, last) = (first?, last?);
                (format!("from {first} to {last}"), format!("a date from {first} to {last}"))
            }
        };
        Some(Self { inscribed: from..to, stated: Some(stated), reason: format!("inscribed {told}"), dates })
    }
}

/// A day of a calendar; one behind the end of its month is its last.
fn date((year, month, day): Day) -> Option<Date> {
    let last = Date::new(year, month, 1).ok()?.days_in_month();
    Date::new(year, month, day.min(last)).ok()
}

fn day_of(date: Date) -> Day {
    (date.year(), date.month(), date.day())
}

/// The first day and the last of a part of the calendar.
fn recent(unit: Unit, back: u8, today: Date) -> Option<(Date, Date)> {
    let back = i64::from(back);
    let (first, length) = match unit {
        Unit::Day => (today.checked_sub(back.days()).ok()?, 1.day()),
        Unit::Week => {
            let monday = i64::from(today.weekday().to_monday_zero_offset());
            (today.checked_sub((monday + 7 * back).days()).ok()?, 7.days())
        }
        Unit::Month => (today.first_of_month().checked_sub(back.months()).ok()?, 1.month()),
        Unit::Year => (today.first_of_year().checked_sub(back.years()).ok()?, 1.year()),
    };
    Some((first, first.checked_add(length).ok()?.yesterday().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn days(reach: &Reach) -> (String, String) {
        let now = "2024-03-06T12:00:00Z".parse().unwrap();
        let span = Span::of(reach, now).unwrap();
        (span.inscribed.start.to_string(), span.inscribed.end.to_string())
    }

    #[test]
    fn parts_of_the_calendar_are_told_by_the_clock_of_the_request() {
        for (unit, back, first, behind) in [
            (Unit::Day, 1, "2024-03-05", "2024-03-06"),
            (Unit::Week, 0, "2024-03-04", "2024-03-11"),
            (Unit::Week, 1, "2024-02-26", "2024-03-04"),
            (Unit::Month, 1, "2024-02-01", "2024-03-01"),
            (Unit::Year, 0, "2024-01-01", "2025-01-01"),
        ] {
            let (from, to) = days(&Reach::Recent(unit, back));
            assert_eq!((from, to), (format!("{first}T00:00:00Z"), format!("{behind}T00:00:00Z")));
        }
    }

    #[test]
    fn a_month_ends_on_its_own_last_day() {
        let period = Period::between(None, Some((2024, 2, 31)));
        assert_eq!(days(&Reach::During(period)).1, "2024-03-01T00:00:00Z");
    }

    #[test]
    fn what_is_younger_is_told_by_the_hour() {
        assert_eq!(days(&Reach::YoungerThan(1.0)).0, "2024-03-05T12:00:00Z");
        assert_eq!(days(&Reach::OlderThan(1.0)).1, "2024-03-05T12:00:00Z");
    }
}
