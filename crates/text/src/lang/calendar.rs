//! The months and the days of the week in each language.

use std::sync::LazyLock;

use super::LANGUAGES;

/// A month or a day of the week.
pub(crate) struct Named {
    /// What it is called, in whatever case.
    pub(crate) names: Vec<&'static str>,
    /// How that is shortened.
    pub(crate) short: Vec<&'static str>,
}

impl Named {
    /// What it is called, and how that is shortened.
    pub(crate) fn all(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().chain(&self.short).copied()
    }

    /// Its first name, and how that is shortened first.
    pub(crate) fn usual(&self) -> impl Iterator<Item = &'static str> {
        self.names.iter().take(1).chain(self.short.first()).copied()
    }
}

/// A calendar of one language.
pub(crate) struct Calendar {
    /// From January on.
    pub(crate) months: Vec<Named>,
    /// From Monday on; none where no rule asks for them.
    pub(crate) weekdays: Vec<Named>,
}

/// The calendars of all languages that have one, English first.
pub(crate) static CALENDARS: LazyLock<Vec<Calendar>> =
    LazyLock::new(|| LANGUAGES.iter().filter_map(|language| language.table("calendar")).map(read).collect());

/// That of English.
pub(crate) static ENGLISH: LazyLock<&'static Calendar> = LazyLock::new(|| &CALENDARS[0]);

/// That of German.
pub(crate) static GERMAN: LazyLock<&'static Calendar> = LazyLock::new(|| &CALENDARS[1]);

/// Lines of `month` or `weekday`, names and short forms, with tabs between.
fn read(lines: &'static str) -> Calendar {
    let of = |sort: &str| {
        let lines = lines.lines().map(|line| line.split('\t').collect::<Vec<_>>());
        let words = |cell: Option<&&'static str>| -> Vec<&'static str> {
            cell.iter().flat_map(|cell| cell.split('|')).map(str::trim).collect()
        };
        let named =
            |cells: Vec<&'static str>| Named { names: words(cells.get(1)), short: words(cells.get(2)) };
        lines.filter(|cells| cells[0] == sort).map(named).collect()
    };
    Calendar { months: of("month"), weekdays: of("weekday") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_calendar_is_whole() {
        for calendar in CALENDARS.iter() {
            let first = calendar.months[0].names[0];
            assert_eq!(calendar.months.len(), 12, "{first}");
            assert!(matches!(calendar.weekdays.len(), 0 | 7), "{first}");
        }
        assert_eq!((ENGLISH.months[11].names[0], GERMAN.months[0].names[0]), ("december", "januar"));
    }
}
