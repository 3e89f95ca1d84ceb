//! [`Money`] and [`Price`]: what tokens cost.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign};
use std::str::FromStr;

use serde::{Serialize, Serializer};

/// An amount in the currency of the price, in millionths of its millionth part, so that sums are exact.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct Money(u128);

/// How many parts a unit of the currency has.
const UNIT: u128 = 1_000_000_000_000;
/// A price is of so many tokens.
const TOKENS: u128 = 1_000_000;

impl Money {
    /// Nothing.
    pub const ZERO: Money = Money(0);

    /// Reads a decimal number with at most six decimals, such as `0.14`; `None` for anything else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let (whole, part) = text.trim().split_once('.').unwrap_or((text.trim(), "0"));
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        if !digits(whole) || !digits(part) || part.len() > 6 || whole.len() > 12 {
            return None;
        }
        let millionths: u128 = format!("{part:0<6}").parse().ok()?;
        Some(Self(whole.parse::<u128>().ok()? * UNIT + millionths * (UNIT / 1_000_000)))
    }

    /// Reads what [`Money::exact`] wrote; `None` for anything else.
    #[must_use]
    pub fn read_exact(text: &str) -> Option<Self> {
        let (whole, part) = text.split_once('.')?;
        let digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !digits(whole) || !digits(part) || !(6..=12).contains(&part.len()) {
            return None;
        }
        let parts: u128 = format!("{part:0<12}").parse().ok()?;
        Some(Self(whole.parse::<u128>().ok()?.checked_mul(UNIT)?.checked_add(parts)?))
    }

    /// With as many decimals as it has, and at least six, so that sums of what was written down are exact.
    #[must_use]
    pub fn exact(self) -> String {
        let part = format!("{:012}", self.0 % UNIT);
        let kept = part.trim_end_matches('0').len().max(6);
        format!("{}.{}", self.0 / UNIT, &part[..kept])
    }

    /// As a number, for tables.
    #[must_use]
    pub fn to_f64(self) -> f64 {
        self.0 as f64 / UNIT as f64
    }

    /// What is left after taking another amount away; nothing where that is more.
    #[must_use]
    pub fn saturating_sub(self, other: Self) -> Self {
        Self(self.0.saturating_sub(other.0))
    }
}

impl Add for Money {
    type Output = Self;

    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.0))
    }
}

impl AddAssign for Money {
    fn add_assign(&mut self, other: Self) {
        *self = *self + other;
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

/// With six decimals, rounded up: what was spent is never shown as nothing.
impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let millionths = self.0.div_ceil(UNIT / 1_000_000);
        write!(f, "{}.{:06}", millionths / 1_000_000, millionths % 1_000_000)
    }
}

/// As the text that is shown: a number would lose parts.
impl Serialize for Money {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// What a model costs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Price {
    /// A million tokens of prompts.
    pub million_in: Money,
    /// A million tokens of answers.
    pub million_out: Money,
}

impl Price {
    /// What so many tokens cost, rounded up.
    #[must_use]
    pub fn of(&self, tokens_in: u64, tokens_out: u64) -> Money {
        let whole = u128::from(tokens_in).saturating_mul(self.million_in.0);
        let whole = whole.saturating_add(u128::from(tokens_out).saturating_mul(self.million_out.0));
        Money(whole.div_ceil(TOKENS))
    }
}

/// An amount that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write an amount such as 0.50")]
pub struct MoneyError;

impl FromStr for Money {
    type Err = MoneyError;

    /// Reads what [`Money::read`] does.
    fn from_str(text: &str) -> Result<Self, MoneyError> {
        Self::read(text).ok_or(MoneyError)
    }
}

/// A price that cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("write two amounts per million tokens, such as 0.14/0.28")]
pub struct PriceError;

impl FromStr for Price {
    type Err = PriceError;

    /// Reads `IN/OUT`, per million tokens.
    fn from_str(text: &str) -> Result<Self, PriceError> {
        let (of_in, of_out) = text.split_once('/').ok_or(PriceError)?;
        let million_in = Money::read(of_in).ok_or(PriceError)?;
        Ok(Self { million_in, million_out: Money::read(of_out).ok_or(PriceError)? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_cost_what_the_price_says_to_the_last_part() {
        let price: Price = " 0.14/0.28".parse().unwrap();
        assert_eq!(price.of(1_000_000, 500_000).to_string(), "0.280000");
        assert_eq!(price.of(1, 0), Money(140_000));
        assert_eq!(price.of(1, 0).to_string(), "0.000001");
        let one_by_one: Money = (0..1_000_000).map(|_| price.of(1, 0)).sum();
        assert_eq!(one_by_one, Money::read("0.14").unwrap());
        for money in [Money(0), Money(140_000), Money(1), Money(7 * UNIT + 500_000_000_000), Money(u128::MAX)]
        {
            assert_eq!(Money::read_exact(&money.exact()), Some(money), "{}", money.exact());
        }
        assert_eq!((Money(140_000).exact(), Money(UNIT).exact()), ("0.00000014".into(), "1.000000".into()));
        assert_eq!(Money::read_exact("1.5"), None);
    }

    #[test]
    fn what_is_no_price_is_refused() {
        for wrong in [
            "", "m", "m=", "1", "1/", "/1", "-1/2", "1e3/2", "=1/2", "m=1/2", "1/0.1234567", "NaN/1", "1/2/3",
        ] {
            assert_eq!(wrong.parse::<Price>(), Err(PriceError), "{wrong}");
        }
    }
}
