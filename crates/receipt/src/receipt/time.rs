//! Points in time, as they are written: RFC 3339, UTC, with milliseconds.

use std::fmt;
use std::str::FromStr;

use super::text::serde_by_text;

/// A time such as `2026-11-21T16:38:53.123Z`. Ordered as times are, because every one has the same width.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Time(String);

/// A text that is not a time of that shape, or one that no calendar has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeError;

impl fmt::Display for TimeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a time such as 2026-11-21T16:38:53.123Z was expected")
    }
}

impl std::error::Error for TimeError {}

impl FromStr for Time {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        const SHAPE: &[u8; 24] = b"0000-00-00T00:00:00.000Z";
        let shaped = text.len() == SHAPE.len()
            && text.bytes().zip(SHAPE).all(|(byte, shape)| match shape {
                b'0' => byte.is_ascii_digit(),
                _ => byte == *shape,
            });
        if !shaped {
            return Err(TimeError);
        }
        let number = |from: usize, to: usize| text[from..to].parse::<u32>().map_err(|_| TimeError);
        let (year, month, day) = (number(0, 4)?, number(5, 7)?, number(8, 10)?);
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = match month {
            2 => 28 + u32::from(leap),
            4 | 6 | 9 | 11 => 30,
            1..=12 => 31,
            _ => 0,
        };
        let exists =
            (1..=days).contains(&day) && number(11, 13)? < 24 && number(14, 16)? < 60 && number(17, 19)? < 60;
        if exists { Ok(Self(text.to_owned())) } else { Err(TimeError) }
    }
}

impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

serde_by_text!(Time);
