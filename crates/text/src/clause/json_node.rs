//! A value of a text that is JSON.

use std::ops::Range;

use super::name_key::is_name_key;

/// A value, with its key if it is a member of an object.
#[derive(Clone, Debug)]
pub(super) struct Node {
    pub span: Range<usize>,
    /// Empty where it is no member of an object.
    pub key: Range<usize>,
    pub array: bool,
    pub members: Vec<Node>,
    /// The unit that it is, if it goes whole or stays whole.
    pub unit: Option<usize>,
}

impl Node {
    /// The text of the value without the units that are not kept; `None` where nothing stays.
    pub fn write(&self, text: &str, kept: &dyn Fn(usize) -> bool) -> Option<String> {
        if self.members.is_empty() || self.unit.is_some() {
            return self.unit.is_none_or(kept).then(|| text[self.span.clone()].to_owned());
        }
        let mut out = text[self.span.start..self.members[0].span.start].to_owned();
        let mut any = false;
        for (place, member) in self.members.iter().enumerate() {
            let Some(written) = member.write(text, kept) else { continue };
            if any {
                out.push_str(&text[self.members[place - 1].span.end..member.span.start]);
            }
            out.push_str(&written);
            any = true;
        }
        out.push_str(&text[self.members.last()?.span.end..self.span.end]);
        any.then_some(out)
    }

    pub fn is_object(&self) -> bool {
        !self.array && !self.members.is_empty()
    }

    /// It goes whole or stays whole: a plain value, what has but one, and a list of numbers.
    pub fn is_leaf(&self, text: &str) -> bool {
        let plain = |node: &Self| node.members.is_empty();
        let number = |node: &Self| plain(node) && !text[node.span.clone()].starts_with('"');
        plain(self)
            || self.members.len() == 1 && (self.array || self.key.is_empty()) && plain(&self.members[0])
            || self.array && self.members.iter().any(number)
    }

    /// The unit of the member that names the object, perhaps in an object within it.
    pub fn name(&self, text: &str) -> Option<usize> {
        let named = |node: &&Self| is_name_key(&text[node.key.clone()]);
        let own = self.members.iter().find(|node| node.members.is_empty() && named(node));
        let within = || self.members.iter().filter(|node| node.is_object()).find_map(|node| node.name(text));
        own.and_then(|node| node.unit).or_else(within)
    }
}
