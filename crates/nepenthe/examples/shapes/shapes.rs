//! The shapes: texts of any length that are hard to read in one way each.

/// A text of a shape: its pieces one after the other.
pub struct Shape {
    /// What it is called in the table.
    pub name: &'static str,
    piece: fn(usize) -> String,
}

impl Shape {
    /// The text, of at most so many bytes and whole pieces where one fits.
    pub fn text(&self, bytes: usize) -> String {
        let mut text = String::with_capacity(bytes);
        for number in 0.. {
            let piece = (self.piece)(number);
            if text.len() + piece.len() > bytes {
                let cut = piece.floor_char_boundary(bytes - text.len());
                text.push_str(&piece[..cut]);
                return text;
            }
            text.push_str(&piece);
        }
        text
    }
}

/// One of some words, by turns that no short period has.
fn of(words: &[&str], number: usize) -> String {
    words[mixed(number) % words.len()].to_owned()
}

fn mixed(number: usize) -> usize {
    let mut mixed = (number as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    mixed ^= mixed >> 29;
    mixed = mixed.wrapping_mul(0xBF58_476D_1CE4_E5B9);
    (mixed >> 33) as usize
}

fn letters(number: usize, from: char, count: u32) -> String {
    char::from_u32(from as u32 + (mixed(number) as u32) % count).map(String::from).unwrap_or_default()
}

const GIVEN: [&str; 12] =
    ["Anna", "Bert", "Chloe", "Dario", "Elif", "Farid", "Greta", "Hugo", "Ines", "Jonas", "Kaya", "Lena"];
const FAMILY: [&str; 10] =
    ["Borowski", "Quist", "Marsh", "Ekman", "Tanaka", "Okafor", "Silva", "Novak", "Petrov", "Haddad"];
const ARABIC: [&str; 8] = ["محمد ", "فاطمة ", "الحسن ", "يوسف ", "مريم ", "عبدالله ", "خديجة ", "السلام "];
const WORDS: [&str; 16] = [
    "the", "roof", "leaks", "above", "bay", "three", "and", "somebody", "paid", "for", "a", "new", "lock",
    "last", "winter", "again",
];
const GERMAN: [&str; 8] = ["Keller", "Schlüssel", "Haus", "Tür", "Wasser", "Rechnung", "Garten", "Brief"];
const BASE64: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

fn person(number: usize) -> String {
    format!("{} {}", of(&GIVEN, number), of(&FAMILY, number + 7))
}

macro_rules! shapes {
    ($($name:literal: $piece:expr;)*) => { &[$(Shape { name: $name, piece: $piece }),*] };
}

/// All shapes.
pub const SHAPES: &[Shape] = shapes! {
    "one word again and again": |_| "buffalo ".into();
    "one letter word": |_| "a".into();
    "one word of many letters": |n| letters(n, 'a', 26);
    "one word in capitals": |n| letters(n, 'A', 26);
    "one German compound": |n| of(&GERMAN, n).to_lowercase();
    "one Cyrillic word": |n| letters(n, 'а', 32);
    "one Arabic word": |n| letters(n, 'ا', 26);
    "x y": |_| "x y ".into();
    "single letters": |n| letters(n, 'a', 26) + " ";
    "single capitals": |n| letters(n, 'A', 26) + " ";
    "initials": |n| letters(n, 'A', 26) + ". ";
    "digits in one run": |n| (mixed(n) % 10).to_string();
    "digits, each alone": |n| format!("{} ", mixed(n) % 10);
    "numbers": |n| format!("{} ", mixed(n) % 100_000);
    "1-": |_| "1-".into();
    "1.": |_| "1.".into();
    "1,": |_| "1,".into();
    "telephone numbers": |n| format!("+43 664 {:07} ", mixed(n) % 10_000_000);
    "hyphens": |_| "-".into();
    "words and hyphens": |n| of(&WORDS, n) + "-";
    "underscores": |n| of(&WORDS, n) + "_";
    "full stops": |_| ". ".into();
    "commas": |n| of(&WORDS, n) + ", ";
    "slashes": |n| of(&WORDS, n) + "/";
    "Bo and": |_| "Bo and ".into();
    "persons": |n| person(n) + ", ";
    "persons with ands": |n| person(n) + " and ";
    "sentences of persons": |n| format!("{} met {} in Graz. ", person(n), person(n + 3));
    "possessives": |n| of(&GIVEN, n) + "'s ";
    "pronouns": |n| format!("{} said that she told him that they saw it. ", of(&GIVEN, n));
    "Arabic names": |n| of(&ARABIC, n);
    "Hebrew": |n| letters(n, 'א', 22) + if n.is_multiple_of(5) { " " } else { "" };
    "Han": |n| letters(n, '一', 3000);
    "Han sentences": |n| letters(n, '一', 3000) + if n.is_multiple_of(9) { "。" } else { "" };
    "kana": |n| letters(n, 'あ', 80);
    "Hangul": |n| letters(n, '가', 9000) + if n.is_multiple_of(4) { " " } else { "" };
    "Thai": |n| letters(n, 'ก', 46);
    "emoji": |n| letters(n, '😀', 60);
    "joined emoji": |_| "👩\u{200d}".into();
    "combining marks": |n| if n.is_multiple_of(400) { "a".into() } else { letters(n, '\u{300}', 60) };
    "zero width": |n| if n.is_multiple_of(9) { letters(n, 'a', 26) } else { "\u{200b}".into() };
    "newlines": |n| if n.is_multiple_of(50) { "word\n".into() } else { "\n".into() };
    "spaces": |n| if n.is_multiple_of(200) { "word ".into() } else { " ".into() };
    "control characters": |n| if n.is_multiple_of(7) { "word ".into() } else { "\u{1}".into() };
    "log file": |n| format!(
        "2026-03-{:02}T{:02}:{:02}:09Z INFO  worker[{}]: job {:06} of host 10.0.{}.{} took {} ms\n",
        n % 28 + 1, n % 24, n % 60, mixed(n) % 4000, n, n % 256, mixed(n) % 256, mixed(n) % 900
    );
    "stack traces": |n| format!("    at com.example.app{}.Handler.run(Handler.java:{})\n", n % 9, mixed(n) % 900);
    "JSON": |n| format!("{{\"id\": {n}, \"name\": \"{}\", \"mail\": \"u{n}@post.example\"}},\n", person(n));
    "JSON, nested": |n| format!("{{\"k{n}\": ");
    "brackets": |n| if n.is_multiple_of(2) { "((".into() } else { ")[".into() };
    "opening brackets": |_| "(".into();
    "quotes": |n| format!("\"{}\" ", of(&WORDS, n));
    "single quotes": |_| "'".into();
    "base64": |n| BASE64[mixed(n) % 64..][..1].to_owned();
    "base64 in lines": |n| BASE64[mixed(n) % 64..][..1].to_owned() + if n % 76 == 75 { "\n" } else { "" };
    "hashes": |n| format!("{:016x}{:016x} ", mixed(n), mixed(n + 1));
    "CSV": |n| format!("{n};{};{};{}.{:02}\n", person(n), of(&WORDS, n), mixed(n) % 500, n % 100);
    "table": |n| format!("| {} | {} | {} |\n", person(n), of(&WORDS, n), mixed(n) % 500);
    "pairs": |n| format!("{}={} ", of(&WORDS, n), mixed(n) % 500);
    "headings": |n| format!("{}:\n", of(&GIVEN, n));
    "headings and lines": |n| format!("## {}\n- {} {}\n", person(n), of(&WORDS, n), of(&WORDS, n + 1));
    "bullets": |n| format!("- {} {} {}\n", of(&WORDS, n), of(&WORDS, n + 1), of(&WORDS, n + 2));
    "nested bullets": |n| format!("{}- {}\n", " ".repeat(n % 40), of(&WORDS, n));
    "quoted mail": |n| format!("{} {} wrote {}\n", ">".repeat(n % 30), of(&GIVEN, n), of(&WORDS, n));
    "chat": |n| format!("{}: {} {} {}?\n", of(&GIVEN, n), of(&WORDS, n), of(&WORDS, n + 1), of(&WORDS, n + 2));
    "URLs": |n| format!("https://www.example.com/a/{n}?q={} ", mixed(n));
    "one URL": |n| if n == 0 { "https://www.example.com/".into() } else { format!("{}/", of(&WORDS, n)) };
    "mail addresses": |n| format!("{}.{n}@post.example, ", of(&GIVEN, n).to_lowercase());
    "at signs": |_| "a@".into();
    "dates": |n| format!("{}-{:02}-{:02} ", 1990 + n % 40, n % 12 + 1, n % 28 + 1);
    "dates in words": |n| format!("{} May {} at {}:15, ", n % 28 + 1, 1990 + n % 40, n % 24);
    "amounts": |n| format!("EUR {}.{:02}, ", mixed(n) % 9000, n % 100);
    "addresses": |n| format!("{} {} Street, {} Graz. ", n % 300, of(&FAMILY, n), 8000 + n % 99);
    "spelled numbers": |n| of(&["one ", "twenty ", "double ", "oh ", "seven ", "hundred "], n);
    "HTML": |n| format!("<p class=\"c{n}\"><b>{}</b>&nbsp;{}</p>", of(&GIVEN, n), of(&WORDS, n));
    "opening tags": |_| "<b>".into();
    "character references": |_| "&amp;".into();
    "escapes": |_| "\\u0041".into();
    "prose": |n| of(&WORDS, n) + if n % 12 == 11 { ". " } else { " " };
    "prose without an end": |n| of(&WORDS, n) + " ";
    "German": |n| format!("Der {} ist in der {} neben dem {}. ", of(&GERMAN, n), of(&GERMAN, n + 1), of(&GERMAN, n + 2));
    "negations": |n| format!("{} did not say that nobody never {}. ", of(&GIVEN, n), of(&WORDS, n));
    "source code": |n| format!("fn f{n}(x: &str) -> Option<usize> {{ x.find(\"{}\") }}\n", of(&WORDS, n));
    "Windows paths": |n| format!("C:\\Users\\{}\\file{n}.txt ", of(&GIVEN, n));
};
