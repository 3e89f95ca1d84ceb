//! [`Filter`]: which memories are meant, as Mem0 writes it. What is not understood is refused.

use std::collections::BTreeSet;

use jiff::Timestamp;
use nepenthe_ops::{Code, OpError};
use serde_json::{Map, Value};

use super::entity::{self, EntityKind};
use super::memory::Found;
use super::time;

/// How deep conditions may stand in each other.
const DEPTH: usize = 16;
/// How many conditions a filter may have, and how many values one of them.
const MOST: usize = 1000;

/// Which memories are meant.
pub(super) enum Filter {
    /// All of these hold.
    All(Vec<Self>),
    /// One of these holds.
    Any(Vec<Self>),
    /// This does not hold.
    Not(Box<Self>),
    Entity(EntityKind, Words),
    Id(Words),
    Text(Words),
    /// No memory here has a category.
    Category(Words),
    Time(TimeField, Moment),
    Metadata(String, Beside),
}

/// What is asked of a word.
pub(super) enum Words {
    Present,
    Is(String),
    IsNot(String),
    In(Vec<String>),
    Contains(String),
    /// Whatever the case.
    ContainsFolded(String),
}

#[derive(Clone, Copy)]
pub(super) enum TimeField {
    Created,
    Updated,
    /// The time that was given with the memory, or else when it was written.
    Given,
    Expires,
}

/// What is asked of a time.
pub(super) enum Moment {
    Present,
    Is(Relation, Timestamp),
}

#[derive(Clone, Copy)]
pub(super) enum Relation {
    Equal,
    NotEqual,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
}

/// What is asked of a field of the metadata.
pub(super) enum Beside {
    Is(Value),
    IsNot(Value),
    Contains(Value),
}

impl Filter {
    /// Reads a filter.
    ///
    /// # Errors
    /// [`Code::BadRequest`], without a value that was given.
    pub(super) fn read(given: &Value) -> Result<Self, OpError> {
        let Value::Object(object) = given else { return Err(bad("`filters` is an object")) };
        let filter = Reader::default().object(object, 0)?;
        match filter.is_anchored() {
            true => Ok(filter),
            false => Err(bad(
                "`filters` names no user_id, agent_id, app_id or run_id that whatever it means must have",
            )),
        }
    }

    /// Adds a condition.
    pub(super) fn and(self, other: Self) -> Self {
        Self::All(vec![self, other])
    }

    /// Adds conditions on fields of the metadata.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub(super) fn and_metadata(self, object: &Map<String, Value>) -> Result<Self, OpError> {
        Ok(self.and(Self::All(Reader::default().metadata(object)?)))
    }

    /// Adds that the memory was written between two times, where they are given.
    ///
    /// # Errors
    /// As for [`read`](Self::read).
    pub(super) fn and_created(self, from: Option<&Value>, to: Option<&Value>) -> Result<Self, OpError> {
        let mut all = vec![self];
        for (given, relation) in [(from, Relation::GreaterOrEqual), (to, Relation::LessOrEqual)] {
            if let Some(given) = given {
                let time = time::read(given).ok_or_else(|| bad("start_date and end_date are times"))?;
                all.push(Self::Time(TimeField::Created, Moment::Is(relation, time)));
            }
        }
        Ok(Self::All(all))
    }

    /// Adds that the memory has one of these categories.
    pub(super) fn and_categories(self, categories: Option<Vec<String>>) -> Self {
        match categories {
            Some(categories) => self.and(Self::Category(Words::In(categories))),
            None => self,
        }
    }

    /// Returns the users of whom whatever it means is; nothing where it may be anybody's, or nobody's.
    pub(super) fn users(&self) -> Option<BTreeSet<&str>> {
        match self {
            Self::Entity(EntityKind::User, Words::Is(id)) => Some(BTreeSet::from([id.as_str()])),
            Self::Entity(EntityKind::User, Words::In(ids)) => Some(ids.iter().map(String::as_str).collect()),
            Self::All(all) => all.iter().filter_map(Self::users).reduce(|a, b| &a & &b),
            Self::Any(any) => {
                let users: Option<Vec<BTreeSet<&str>>> = any.iter().map(Self::users).collect();
                users.map(|users| users.into_iter().flatten().collect())
            }
            _ => None,
        }
    }

    /// Tells whether whatever it means has an id that it names, or one of a kind that it names.
    fn is_anchored(&self) -> bool {
        match self {
            Self::Entity(_, words) => matches!(words, Words::Is(_) | Words::In(_) | Words::Present),
            Self::All(all) => all.iter().any(Self::is_anchored),
            Self::Any(any) => any.iter().all(Self::is_anchored),
            _ => false,
        }
    }

    /// Tells whether it says no more than whose the memories are: then recall needs to look for no more than it is asked for.
    pub(super) fn is_of_users_alone(&self) -> bool {
        match self {
            Self::Entity(EntityKind::User, Words::Is(_) | Words::In(_)) => true,
            Self::All(all) => all.iter().all(Self::is_of_users_alone),
            _ => false,
        }
    }

    /// Tells whether a memory is meant.
    pub(super) fn takes(&self, found: &Found) -> bool {
        match self {
            Self::All(all) => all.iter().all(|filter| filter.takes(found)),
            Self::Any(any) => any.iter().any(|filter| filter.takes(found)),
            Self::Not(not) => !not.takes(found),
            Self::Entity(kind, words) => words.hold(found.entities.get(*kind)),
            Self::Id(words) => words.hold(Some(&found.memory.id.to_string())),
            Self::Text(words) => words.hold(Some(&found.memory.text)),
            Self::Category(words) => words.hold(None),
            Self::Time(field, moment) => moment.holds(match field {
                TimeField::Created => Some(found.memory.created),
                TimeField::Updated => Some(found.memory.changed),
                TimeField::Given => Some(found.given().unwrap_or(found.memory.created)),
                TimeField::Expires => found.memory.expires,
            }),
            Self::Metadata(key, beside) => beside.holds(found.metadata().and_then(|all| all.get(key))),
        }
    }
}

impl Words {
    fn hold(&self, value: Option<&str>) -> bool {
        let Some(value) = value else { return matches!(self, Self::IsNot(_)) };
        match self {
            Self::Present => true,
            Self::Is(word) => value == word,
            Self::IsNot(word) => value != word,
            Self::In(words) => words.iter().any(|word| word == value),
            Self::Contains(part) => value.contains(part.as_str()),
            Self::ContainsFolded(part) => value.to_lowercase().contains(&part.to_lowercase()),
        }
    }
}

impl Moment {
    fn holds(&self, value: Option<Timestamp>) -> bool {
        match (self, value) {
            (Self::Present, value) => value.is_some(),
            (Self::Is(relation, _), None) => matches!(relation, Relation::NotEqual),
            (Self::Is(relation, time), Some(value)) => match relation {
                Relation::Equal => value == *time,
                Relation::NotEqual => value != *time,
                Relation::Greater => value > *time,
                Relation::GreaterOrEqual => value >= *time,
                Relation::Less => value < *time,
                Relation::LessOrEqual => value <= *time,
            },
        }
    }
}

impl Beside {
    fn holds(&self, value: Option<&Value>) -> bool {
        match (self, value) {
            (Self::Is(wanted), value) => value == Some(wanted),
            (Self::IsNot(wanted), value) => value != Some(wanted),
            (Self::Contains(Value::String(part)), Some(Value::String(text))) => text.contains(part.as_str()),
            (Self::Contains(wanted), Some(Value::Array(list))) => list.contains(wanted),
            (Self::Contains(_), _) => false,
        }
    }
}

/// Reads conditions, as far as there are not too many.
#[derive(Default)]
struct Reader {
    conditions: usize,
}

impl Reader {
    /// All that stands in one object holds.
    fn object(&mut self, object: &Map<String, Value>, depth: usize) -> Result<Filter, OpError> {
        if depth > DEPTH {
            return Err(bad("`filters` is nested deeper than 16"));
        }
        if object.is_empty() {
            return Err(bad("`filters`, or a condition in it, is empty"));
        }
        let mut all = Vec::new();
        for (key, value) in object {
            self.count()?;
            all.push(match (key.as_str(), value) {
                ("AND", value) => Filter::All(self.list(value, depth)?),
                ("OR", value) => Filter::Any(self.list(value, depth)?),
                ("NOT", Value::Object(object)) => Filter::Not(Box::new(self.object(object, depth + 1)?)),
                // None of them.
                ("NOT", value) => Filter::Not(Box::new(Filter::Any(self.list(value, depth)?))),
                ("metadata", Value::Object(object)) => Filter::All(self.metadata(object)?),
                (key, value) => self.field(key, value)?,
            });
        }
        Ok(Filter::All(all))
    }

    fn list(&mut self, value: &Value, depth: usize) -> Result<Vec<Filter>, OpError> {
        let wrong = || bad("AND, OR and NOT have a list of conditions, which is not empty");
        let list = value.as_array().filter(|list| !list.is_empty()).ok_or_else(wrong)?;
        list.iter().map(|one| self.object(one.as_object().ok_or_else(wrong)?, depth + 1)).collect()
    }

    fn field(&mut self, field: &str, value: &Value) -> Result<Filter, OpError> {
        let times = match field {
            "created_at" => Some(TimeField::Created),
            "updated_at" => Some(TimeField::Updated),
            "timestamp" => Some(TimeField::Given),
            "expiration_date" => Some(TimeField::Expires),
            _ => None,
        };
        if let Some(field) = times {
            return Ok(Filter::All(
                self.each(value, |operator, value| Ok(Filter::Time(field, moment(operator, value)?)))?,
            ));
        }
        let kind = EntityKind::of_field(field);
        let usual = if field == "keywords" { "icontains" } else { "eq" };
        Ok(Filter::All(self.each(value, |operator, value| {
            let words = words(operator.unwrap_or(usual), operator.is_none(), value)?;
            if let Some(kind) = kind {
                match &words {
                    Words::Is(id) | Words::IsNot(id) => entity::check(kind, id)?,
                    Words::In(ids) => ids.iter().try_for_each(|id| entity::check(kind, id))?,
                    _ => {}
                }
                return Ok(Filter::Entity(kind, words));
            }
            match field {
                "memory_ids" => Ok(Filter::Id(words)),
                "text" | "keywords" => Ok(Filter::Text(words)),
                "categories" => Ok(Filter::Category(words)),
                _ => Err(bad("a key in `filters` is none that there is")),
            }
        })?))
    }

    /// Reads what is asked of one field: a value, or values by operators, all of which hold.
    fn each(
        &mut self,
        value: &Value,
        one: impl Fn(Option<&str>, &Value) -> Result<Filter, OpError>,
    ) -> Result<Vec<Filter>, OpError> {
        let Value::Object(operators) = value else { return Ok(vec![one(None, value)?]) };
        if operators.is_empty() {
            return Err(bad("a condition in `filters` is empty"));
        }
        let mut all = Vec::new();
        for (operator, value) in operators {
            self.count()?;
            all.push(one(Some(operator), value)?);
        }
        Ok(all)
    }

    fn metadata(&mut self, object: &Map<String, Value>) -> Result<Vec<Filter>, OpError> {
        let mut all = Vec::new();
        for (key, value) in object {
            self.count()?;
            let Value::Object(operators) = value else {
                all.push(Filter::Metadata(key.clone(), Beside::Is(value.clone())));
                continue;
            };
            if operators.is_empty() {
                return Err(bad("a condition on metadata is empty"));
            }
            for (operator, value) in operators {
                let beside = match operator.as_str() {
                    "eq" => Beside::Is(value.clone()),
                    "ne" => Beside::IsNot(value.clone()),
                    "contains" => Beside::Contains(value.clone()),
                    _ => return Err(bad("metadata is asked by eq, ne and contains")),
                };
                all.push(Filter::Metadata(key.clone(), beside));
            }
        }
        Ok(all)
    }

    fn count(&mut self) -> Result<(), OpError> {
        self.conditions += 1;
        // A list of as many conditions as one may have stands in an object, and each has a field.
        match self.conditions > 2 * MOST {
            true => Err(bad("`filters` has too many conditions")),
            false => Ok(()),
        }
    }
}

fn words(operator: &str, is_bare: bool, value: &Value) -> Result<Words, OpError> {
    match (operator, value) {
        (_, Value::String(star)) if is_bare && star == "*" => Ok(Words::Present),
        ("in", Value::Array(list)) => list_of(list),
        // A list stands for any of it.
        (_, Value::Array(list)) if is_bare => list_of(list),
        ("eq", Value::String(word)) => Ok(Words::Is(word.clone())),
        ("ne", Value::String(word)) => Ok(Words::IsNot(word.clone())),
        ("contains", Value::String(part)) => Ok(Words::Contains(part.clone())),
        ("icontains", Value::String(part)) => Ok(Words::ContainsFolded(part.clone())),
        _ => Err(bad(
            "a condition on a text is a text, or one of eq, ne, in, contains and icontains with its value",
        )),
    }
}

fn list_of(list: &[Value]) -> Result<Words, OpError> {
    if list.len() > MOST {
        return Err(bad("a list in `filters` has more than 1000 values"));
    }
    let words: Option<Vec<String>> = list.iter().map(|word| word.as_str().map(str::to_owned)).collect();
    words.map(Words::In).ok_or_else(|| bad("a list in `filters` has something else than texts"))
}

fn moment(operator: Option<&str>, value: &Value) -> Result<Moment, OpError> {
    if operator.is_none() && value == "*" {
        return Ok(Moment::Present);
    }
    let relation = match operator.unwrap_or("eq") {
        "eq" => Relation::Equal,
        "ne" => Relation::NotEqual,
        "gt" => Relation::Greater,
        "gte" => Relation::GreaterOrEqual,
        "lt" => Relation::Less,
        "lte" => Relation::LessOrEqual,
        _ => return Err(bad("a time is asked by eq, ne, gt, gte, lt and lte")),
    };
    let time = time::read(value).ok_or_else(|| bad("a value that is compared with a time is none"))?;
    Ok(Moment::Is(relation, time))
}

fn bad(message: &str) -> OpError {
    OpError::new(Code::BadRequest, message)
}
