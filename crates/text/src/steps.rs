//! The steps by which names and identifiers are found, each of which can be switched off, so that what it is worth can be measured.

use std::cell::Cell;

/// Makes an enum of what can be switched off by name, and `Off`: which of it is.
#[doc(hidden)]
#[macro_export]
macro_rules! switches {
    ($(#[$doc:meta])* $vis:vis enum $Switch:ident: $($switch:ident $name:literal)*) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq)]
        $vis enum $Switch { $(#[doc = $name] $switch),* }

        impl $Switch {
            /// Their names, in order.
            $vis const NAMES: &[&str] = &[$($name),*];
            const ALL: &[Self] = &[$(Self::$switch),*];
        }

        /// What is switched off; nothing by default.
        #[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
        $vis struct Off(u64);

        impl Off {
            /// This and what has a name; `None` where nothing has it.
            #[must_use]
            $vis fn and(self, name: &str) -> Option<Self> {
                let at = $Switch::NAMES.iter().position(|known| *known == name)?;
                Some(Self(self.0 | 1 << $Switch::ALL[at] as u32))
            }

            /// Tells whether something is switched off.
            #[must_use]
            $vis fn has(self, switch: $Switch) -> bool {
                self.0 >> switch as u32 & 1 == 1
            }
        }
    };
}

switches! {
    /// A step by which identifiers (`identifier/`) or names (`name/`) are found in a text.
    pub enum Step:
    Phrases "identifier/phrase" Releases "identifier/release" Lists "identifier/code_group" Parts "identifier/parts"
    Recognised "identifier/recognised" Hashes "identifier/hashes" Segments "identifier/segments"
    Values "identifier/values" Phones "identifier/phones" Versions "identifier/versions"
    Endings "identifier/endings" Positions "identifier/positions" Houses "identifier/street"
    Domestic "identifier/domestic" Addresses "identifier/addresses" Spelled "identifier/spelled"
    Forms "identifier/equivalent" Models "identifier/model_suffix" Joined "identifier/joined"
    Compact "identifier/compact" Prefix "identifier/prefix" Airline "identifier/airline" Seat "identifier/seat"
    Yearly "identifier/yearly" Cut "identifier/cut" Decoded "identifier/decoded" Confused "identifier/confused"
    Accents "name/accents" Order "name/order" Possessive "name/possessive" Inflected "name/inflected"
    Initials "name/initials" Login "name/login" Transliterated "name/transliterated" Exonym "name/exonym"
    Nickname "name/nickname" Shorter "name/shorter" Title "name/title" First "name/first" Surname "name/surname"
    Longer "name/longer"
}

impl Off {
    /// Works without these steps, on this thread.
    pub fn during<T>(self, work: impl FnOnce() -> T) -> T {
        let _before = Before(OFF.replace(self));
        work()
    }
}

thread_local! {
    static OFF: Cell<Off> = const { Cell::new(Off(0)) };
}

/// Puts back what was off before, also where the work panics.
struct Before(Off);

impl Drop for Before {
    fn drop(&mut self) {
        OFF.set(self.0);
    }
}

impl Step {
    /// Tells whether the step is taken.
    pub(crate) fn is_on(self) -> bool {
        !OFF.get().has(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::entity::identifier;
    use crate::entity::name::{Finder, query_mentions};

    #[test]
    fn a_step_is_off_for_as_long_as_the_work_takes() {
        assert!(Step::ALL.len() <= 64 && Step::ALL.len() == Step::NAMES.len());
        let finds = || {
            let [code] = identifier::query_mentions("code 4471").try_into().unwrap();
            let name = Finder::new(&query_mentions("Sam Roe")[0]);
            let spelled = identifier::find(&code, "It is four four seven one.").len();
            (spelled, name.find("Roe, Sam rang.").len())
        };
        assert_eq!(finds(), (1, 1));
        let off = Off::default().and("identifier/spelled").and_then(|off| off.and("name/order")).unwrap();
        assert_eq!(off.during(finds), (0, 0));
        assert_eq!(finds(), (1, 1));
        assert_eq!(Off::default().and("identifier/none"), None);
    }
}
