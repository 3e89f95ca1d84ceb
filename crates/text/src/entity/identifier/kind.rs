//! The types of this module: a kind, an identifier, and what a search brings back.

use std::fmt;
use std::ops::Range;

/// What sort of identifier a text carries.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Kind {
    /// An e-mail address.
    Email,
    /// A telephone number.
    Phone,
    /// An international bank account number.
    Iban,
    /// A payment card number.
    Card,
    /// An IPv4 address.
    Ipv4,
    /// An IPv6 address.
    Ipv6,
    /// A network prefix, of either IP version.
    Cidr,
    /// A link-layer address.
    Mac,
    /// A universally unique identifier.
    Uuid,
    /// A digest in hex (or the same bytes in base64).
    Hash,
    /// A commit id, whole or abbreviated.
    Commit,
    /// A web address with a path, or an address of another scheme.
    Url,
    /// A host name.
    Domain,
    /// A path of a file or folder.
    Path,
    /// A user name, host, branch, table or another name that systems use as a key.
    Handle,
    /// A number or mixed code that somebody assigned: order, ticket, flight, seat, account.
    Reference,
    /// A bare number of three digits or more.
    Number,
    /// A version of software.
    Version,
    /// A book number.
    Isbn,
    /// A serial's number.
    Issn,
    /// A digital object identifier.
    Doi,
    /// A vehicle's registration plate.
    Plate,
    /// A number that a state assigned to a person.
    NationalId,
    /// A house by its street and number.
    House,
    /// A position on earth.
    Coordinates,
    /// A calendar date.
    Date,
    /// A time of day.
    Time,
    /// An amount of money.
    Amount,
    /// A token, key or password.
    Key,
    /// A word or phrase used as a code.
    Code,
    /// The last digits of a longer number ("card ending 0917").
    Ending,
}

/// One identifier of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Identifier {
    /// Its kind.
    pub kind: Kind,
    /// One spelling for all surface forms.
    pub canonical: String,
    /// The noun that introduces it, as a group's name where the noun is known: order, ticket, flight.
    pub label: Option<String>,
    /// As written.
    pub text: String,
    /// Where, in bytes of the text.
    pub span: Range<usize>,
}

/// In what way an occurrence is written, compared with what was asked for.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum How {
    /// Letter by letter.
    Verbatim,
    /// In another case.
    Case,
    /// With other separators, or none.
    Separators,
    /// With or without the country code or trunk zero.
    CountryCode,
    /// With other leading zeros.
    ZeroPadding,
    /// In full-width or other compatibility characters.
    Width,
    /// In another script's digits.
    Digits,
    /// Spelled in words.
    Spelled,
    /// As another form of the same address.
    UrlForm,
    /// Cut short.
    Abbreviated,
    /// Percent-encoded, punycode or base64.
    Encoded,
    /// With (at) and (dot), or inserted spaces.
    Obfuscated,
    /// With letters of another script that look alike.
    Homoglyph,
    /// In another notation of the same thing.
    Notation,
    /// Partly masked, where the rest leaves no doubt.
    Masked,
    /// Inside a larger thing that carries it.
    Within,
}

impl fmt::Display for How {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            How::Verbatim => "as written",
            How::Case => "in another case",
            How::Separators => "with other separators",
            How::CountryCode => "with another dialling prefix",
            How::ZeroPadding => "with other leading zeros",
            How::Width => "in full-width characters",
            How::Digits => "in another script's digits",
            How::Spelled => "spelled in words",
            How::UrlForm => "as another form of the address",
            How::Abbreviated => "cut short",
            How::Encoded => "encoded",
            How::Obfuscated => "disguised",
            How::Homoglyph => "in look-alike letters",
            How::Notation => "in another notation",
            How::Masked => "masked",
            How::Within => "inside a larger address",
        })
    }
}

/// An occurrence of the wanted identifier.
#[derive(Debug, Clone, PartialEq)]
pub struct Found {
    /// Where, in bytes of the row.
    pub span: Range<usize>,
    /// As the row writes it.
    pub as_written: String,
    /// In what way it is written.
    pub how: How,
    /// From 0 to 1: below 0.5 the place is doubtful.
    pub certainty: f32,
}

impl Found {
    /// A sentence for people: "same phone, written +1 (555) 010-0199 (with other separators)".
    #[must_use]
    pub fn explain(&self, kind: Kind) -> String {
        match self.how {
            How::Verbatim => format!("same {kind}, written {}", self.as_written),
            how => format!("same {kind}, written {} ({how})", self.as_written),
        }
    }
}

/// A look-alike that is another identifier.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Near {
    /// Where, in bytes of the row.
    pub span: Range<usize>,
    /// As the row writes it.
    pub as_written: String,
    /// Why it is another, for people.
    pub reason: String,
}

/// Whether a kind says when or how much rather than which.
#[must_use]
pub fn is_value(kind: Kind) -> bool {
    matches!(kind, Kind::Date | Kind::Time | Kind::Amount)
}

/// The number looks right but something speaks against it: where, and why.
pub(super) type Refused = (Range<usize>, String);

impl fmt::Display for Kind {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Kind::Email => "e-mail address",
            Kind::Phone => "phone number",
            Kind::Iban => "IBAN",
            Kind::Card => "card number",
            Kind::Ipv4 | Kind::Ipv6 => "IP address",
            Kind::Cidr => "network",
            Kind::Mac => "MAC address",
            Kind::Uuid => "UUID",
            Kind::Hash => "digest",
            Kind::Commit => "commit",
            Kind::Url => "address",
            Kind::Domain => "domain",
            Kind::Path => "path",
            Kind::Handle => "name",
            Kind::Reference => "reference",
            Kind::Number => "number",
            Kind::Version => "version",
            Kind::Isbn => "ISBN",
            Kind::Issn => "ISSN",
            Kind::Doi => "DOI",
            Kind::Plate => "number plate",
            Kind::NationalId => "national identity number",
            Kind::House => "street address",
            Kind::Coordinates => "position",
            Kind::Date => "date",
            Kind::Time => "time",
            Kind::Amount => "amount",
            Kind::Key => "key",
            Kind::Code => "code",
            Kind::Ending => "last digits",
        })
    }
}
