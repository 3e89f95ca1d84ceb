//! Sets of word classes.

/// A set of word classes.
pub(super) type Class = u64;

pub(super) const DET: Class = 1;
/// Possessive determiner: my, her.
pub(super) const POSS: Class = 1 << 1;
/// Subject pronoun.
pub(super) const SUBJ: Class = 1 << 2;
/// Object pronoun.
pub(super) const OBJ: Class = 1 << 3;
pub(super) const PREP: Class = 1 << 4;
/// and, und, et …
pub(super) const AND: Class = 1 << 5;
/// but, aber …
pub(super) const BUT: Class = 1 << 6;
/// or, oder …
pub(super) const OR: Class = 1 << 7;
/// Opens a subordinate clause.
pub(super) const SUB: Class = 1 << 8;
/// who, which, whose.
pub(super) const REL: Class = 1 << 9;
/// Finite form of be, have, do or a modal.
pub(super) const AUX: Class = 1 << 10;
pub(super) const MODAL: Class = 1 << 11;
pub(super) const BE: Class = 1 << 12;
pub(super) const NEG: Class = 1 << 13;
pub(super) const ADV: Class = 1 << 14;
pub(super) const TITLE: Class = 1 << 15;
/// Weekdays, months, today.
pub(super) const TIME: Class = 1 << 16;
pub(super) const NUM: Class = 1 << 17;
/// Base form of a verb.
pub(super) const BASE: Class = 1 << 18;
/// Third person singular.
pub(super) const THIRD: Class = 1 << 19;
pub(super) const PAST: Class = 1 << 20;
pub(super) const PART: Class = 1 << 21;
pub(super) const ING: Class = 1 << 22;
/// A verb form that is as often a noun.
pub(super) const NOUNISH: Class = 1 << 23;
/// mum, dad, uncle.
pub(super) const KIN: Class = 1 << 24;
/// everybody, nobody, both, each, all.
pub(super) const INDEF: Class = 1 << 25;
/// Predicative adjective that takes a complement: allergic to.
pub(super) const ADJ: Class = 1 << 26;
/// Refers to a third person: he, she, it, they.
pub(super) const THIRD_PERSON: Class = 1 << 27;
/// Plural form of an auxiliary or pronoun.
pub(super) const PLURAL: Class = 1 << 28;
/// Ends in a genitive 's.
pub(super) const GENITIVE: Class = 1 << 29;
/// while, whereas.
pub(super) const WHILE: Class = 1 << 30;
/// so, therefore.
pub(super) const SO: Class = 1 << 31;
/// then, also, too: may stand between a conjunction and a verb.
pub(super) const SINGULAR: Class = 1 << 32;
/// a, an.
pub(super) const INDEFINITE: Class = 1 << 33;
/// Any verb form in a language without morphology here.
pub(super) const FOREIGN: Class = 1 << 34;
/// An ending in -ed or -s of a word that no list knows.
pub(super) const GUESSED: Class = 1 << 35;
/// A finite form without any doubt of number.
pub(super) const FINITE: Class = AUX | THIRD | PAST | FOREIGN;
/// The classes that a capitalised word inside a sentence may have.
pub(super) const KEPT_CAPITAL: Class =
    DET | POSS | TITLE | TIME | KIN | GENITIVE | INDEF | THIRD_PERSON | AND | OR | SINGULAR | PLURAL;
/// Classes that cannot be a name.
pub(super) const FUNCTION: Class =
    DET | POSS | SUBJ | OBJ | PREP | AND | BUT | OR | SUB | REL | AUX | NEG | ADV | NUM | INDEF | WHILE | SO;
/// Classes of words that join clauses or phrases.
pub(super) const CONJUNCTION: Class = AND | BUT | OR | SUB | REL | WHILE | SO;
