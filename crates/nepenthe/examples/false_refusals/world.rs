//! Who and what the store knows, what of that is purged, and in which words.

use crate::random::Random;

/// One purge, and what it erases.
pub struct Purge {
    pub sort: &'static str,
    /// The request; without one the rows are named by id.
    pub words: Option<String>,
    pub rows: Vec<String>,
    pub value: Option<Value>,
}

/// A value that is erased, and what it is a value of.
pub enum Value {
    Password(String, String),
    Pin(String, String),
    Key(String, String),
    Phone(String, String),
    Email(String),
    Order(String),
    Customer(String),
}

pub struct World {
    pub purges: Vec<Purge>,
    pub others: Vec<String>,
    pub people: Vec<String>,
    pub callers: Vec<String>,
}

pub const SERVICES: &[&str] = &[
    "Netflix", "Spotify", "Dropbox", "GitHub", "Slack", "Zoom", "Adobe", "Notion", "Trello", "Figma",
    "Airbnb", "Booking", "PayPal", "Stripe", "Revolut", "Ryanair", "Lidl", "Ikea", "Steam", "Twitch",
    "Reddit", "Tumblr", "Evernote", "Asana", "Jira", "Shopify", "Etsy", "Ebay", "Deezer", "Strava",
];
pub const THINGS: &[&str] = &[
    "safe", "garage", "bike lock", "alarm", "cellar", "gate", "shed", "locker", "suitcase", "letter box",
    "server room", "workshop", "boathouse", "greenhouse", "attic", "pump house", "archive", "studio",
    "laundry", "canteen",
];
pub const PLACES: &[&str] =
    &["mill", "bakery", "library", "harbour", "chapel", "sawmill", "brewery", "school", "station", "clinic"];
pub const OBJECTS: &[&str] = &[
    "fern", "doormat", "blue pot", "third brick", "bench", "rain barrel", "flower box", "garden gnome",
    "milk crate", "old boot", "stone lion", "bird bath",
];
const GIVEN: &[&str] = &[
    "Sam", "Ida", "Bruno", "Mira", "Oskar", "Lena", "Tomas", "Nora", "Felix", "Greta", "Hugo", "Alma",
    "Jonas", "Clara", "Emil", "Rosa", "Viktor", "Marta", "Anton", "Elsa",
];
const FAMILY: &[&str] = &[
    "Roe", "Lund", "Salk", "Petrov", "Brandt", "Okafor", "Lindqvist", "Moreau", "Tanaka", "Weiher",
    "Castell", "Novak", "Ferrer", "Quist", "Harrow", "Dahl", "Ashgrove", "Kestner", "Varga", "Delmas",
];
pub const CITIES: &[&str] =
    &["Graz", "Leeds", "Lima", "Quito", "Porto", "Turku", "Ghent", "Bergen", "Split", "Cork"];

pub fn password(random: &mut Random) -> String {
    const WORDS: &[&str] =
        &["Kestrel", "plum", "Otter", "heron", "Tulip", "marble", "Anchor", "violet", "Copper", "walnut"];
    let (a, b, n) = (random.of(WORDS), random.of(WORDS), random.below(9000) + 1000);
    match random.below(4) {
        0 => format!("{a}{n}"),
        1 => format!("{a}-{b}-{}", n % 100),
        2 => format!("{a}.{n}!{}", n % 10),
        _ => format!("{}#{n}{b}", &a[..3]),
    }
}

pub fn key(random: &mut Random) -> String {
    const LETTERS: &[u8] = b"abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ23456789";
    let letters: String =
        (0..24).map(|_| char::from(LETTERS[random.below(LETTERS.len() as u64) as usize])).collect();
    format!("sk_live_{letters}")
}

pub fn phone(random: &mut Random) -> String {
    format!("+49 170 {} {:04}", random.below(900) + 100, random.below(10_000))
}

pub fn email(random: &mut Random) -> String {
    let (a, b) = (random.of(GIVEN).to_lowercase(), random.of(FAMILY).to_lowercase());
    format!("{a}.{b}{}@{}.example", random.below(900) + 10, random.of(PLACES))
}

impl World {
    pub fn new(random: &mut Random) -> Self {
        let name = |at: usize| format!("{} {}", GIVEN[at % 20], FAMILY[(at / 20 + at) % 20]);
        let names: Vec<String> = (0..75).map(name).collect();
        let (people, callers) = (names[..30].to_vec(), names[30..55].to_vec());
        let mut purges = Vec::new();
        let mut add = |sort, words: Option<String>, rows: Vec<String>, value| {
            purges.push(Purge { sort, words, rows, value });
        };
        for service in SERVICES {
            let secret = password(random);
            let row = format!("The {service} password is {secret}.");
            let value = Value::Password((*service).to_owned(), secret);
            add("passwords of services", Some(format!("the {service} password")), vec![row], Some(value));
        }
        for thing in THINGS {
            let pin = format!("{:04}", random.below(9000) + 1000);
            let row = format!("The PIN of the {thing} is {pin}.");
            let value = Value::Pin((*thing).to_owned(), pin);
            add("PINs of things", Some(format!("the PIN of the {thing}")), vec![row], Some(value));
        }
        for job in 0..15 {
            let secret = key(random);
            let row = format!("Job {job} sends its bills with the API key {secret}.");
            add("keys", Some(secret.clone()), vec![row], Some(Value::Key(format!("job {job}"), secret)));
        }
        for who in &people {
            let line = phone(random);
            let rows = vec![
                format!("{who}, {line}, bought {} kettles.", random.below(8) + 2),
                format!("{who} lives in {} and keeps bees.", random.of(CITIES)),
            ];
            let value = Value::Phone(who.clone(), line);
            add("everything about a person", Some(format!("everything about {who}")), rows, Some(value));
        }
        for who in &callers {
            let line = phone(random);
            let row = format!("{who}'s phone number is {line}.");
            let value = Value::Phone(who.clone(), line);
            add("telephone numbers", Some(format!("{who}'s phone number")), vec![row], Some(value));
        }
        for _ in 0..15 {
            let address = email(random);
            let row = format!("Write to {address} about the {}.", random.of(THINGS));
            add("e-mail addresses", Some(address.clone()), vec![row], Some(Value::Email(address)));
        }
        for at in 0..25 {
            let number = format!("{}", random.below(900_000) + 100_000);
            if at % 2 == 0 {
                let row = format!("Order {number} for the {} is late.", random.of(PLACES));
                add(
                    "records by number",
                    Some(format!("order {number}")),
                    vec![row],
                    Some(Value::Order(number)),
                );
            } else {
                let row =
                    format!("Customer {number} pays late and complains about the {}.", random.of(THINGS));
                let words = Some(format!("customer {number}"));
                add("records by number", words, vec![row], Some(Value::Customer(number)));
            }
        }
        for place in PLACES {
            let (day, year) = (random.below(28) + 1, 2019 + random.below(7));
            let row = format!("The boiler of the {place} was serviced on {day} November {year}.");
            add("dates", Some(format!("when the boiler of the {place} was serviced")), vec![row], None);
        }
        for place in PLACES {
            let row = format!("The spare key of the {place} lies under the {}.", random.of(OBJECTS));
            add("places", Some(format!("where the spare key of the {place} lies")), vec![row], None);
        }
        for who in &names[55..75] {
            let row = format!(
                "{who} told the {} in {} that the {} leaks.",
                random.of(PLACES),
                random.of(CITIES),
                random.of(THINGS)
            );
            add("statements by id", None, vec![row], None);
        }
        let others = (0..100).map(|at| {
            let (place, thing) = (PLACES[at % PLACES.len()], THINGS[at % THINGS.len()]);
            format!("Note {at}: the {place} paints the {thing} in week {}.", at % 52 + 1)
        });
        Self { purges, others: others.collect(), people: names[..75].to_vec(), callers }
    }
}
