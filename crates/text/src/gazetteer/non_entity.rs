//! Capitalised words that name no entity: days, months, languages, nationalities, technical terms.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use crate::lang::calendar::{ENGLISH, GERMAN, Named};
use crate::unicode::fold;

static CALENDAR: WordList = WordList::new(|| {
    let english = ENGLISH.weekdays.iter().chain(&ENGLISH.months).flat_map(Named::all);
    let german = GERMAN.weekdays.iter().chain(&GERMAN.months).map(|one| one.names[0]);
    let feasts = listed(
        " christmas easter eid ramadan diwali hanukkah passover whitsun epiphany midsummer halloween thanksgiving i ok tv ",
    );
    // May is somebody's name.
    english.chain(german).filter(|name| *name != "may").chain(feasts).collect()
});

static PEOPLES: WordList = WordList::new(|| {
    listed(
        " english french german italian spanish portuguese dutch polish czech slovak hungarian romanian bulgarian serbian croatian \
 russian ukrainian greek turkish arabic persian hebrew hindi urdu bengali tamil chinese mandarin cantonese japanese korean thai vietnamese \
 swedish norwegian danish finnish icelandic latin irish scottish welsh british american canadian australian indian african asian european \
 slovene slovenian estonian latvian lithuanian albanian macedonian bosnian maltese gaelic flemish luxembourgish \
 galician yiddish kurdish pashto persian punjabi gujarati marathi telugu kannada malayalam sinhala burmese khmer mongolian tibetan nepali \
 indonesian tagalog swahili amharic yoruba igbo zulu xhosa afrikaans somali kazakh uzbek azerbaijani tajik turkmen kyrgyz belarusian \
 cuban peruvian colombian venezuelan syrian lebanese jordanian tunisian algerian libyan sudanese ghanaian senegalese ugandan tanzanian \
 swiss austrian belgian basque catalan afghan iranian iraqi israeli egyptian moroccan kenyan nigerian ethiopian georgian armenian mexican \
 brazilian argentinian chilean jewish muslim christian catholic protestant buddhist hindu parisian londoner ",
    )
});

/// Technical terms in any case.
static TERMS: WordList = WordList::new(|| {
    listed(
        " wi-fi wifi wlan e-mail email e-mails emails mail-adresse e-mail-adresse bluetooth ethernet internet intranet webmail voicemail \
 whatsapp-pin pin-code pin-codes qr-code qr-codes usb-stick usb-sticks sim-karte sim-card esim x-ray x-rays podcast newsletter bitcoin \
 вай-фай интернет блютуз ",
    )
});

/// Abbreviations of technical terms, in capitals: a small "pin" or a "Sim" is another word.
static ACRONYMS: WordList = WordList::new(|| {
    listed(
        " LAN WAN VPN NAS USB HDMI SIM PIN PUK OTP TAN TOTP MFA SSO SSID WPA PSK SMS MMS GPS NFC RFID QR PDF CSV XML JSON YAML HTML CSS HTTP HTTPS \
 URL URI API SDK SSH SSL TLS FTP SFTP SMTP IMAP DNS DHCP IP TCP UDP MAC IMEI IBAN BIC ISBN ISSN EAN SKU SQL AI PC DVD CD DVR CCTV LED LCD \
 ATM POS CRM ERP CMS ID FAQ VIN VOIP DSL ADSL LTE RAM CPU GPU SSD HDD BIOS UUID GUID PGP GPG RSS DRM OCR MRI ECG EKG EEG ZIP PNG JPEG JPG GIF \
 ПИН СМС ЛВС ",
    )
});

/// Words that a word is looked up among.
pub(crate) type WordList = LazyLock<FxHashSet<&'static str>>;

/// The words of a list, without what stands between them.
pub(crate) fn listed(words: &'static str) -> FxHashSet<&'static str> {
    words.split_whitespace().collect()
}

fn has(list: &WordList, word: &str) -> bool {
    list.contains(fold::lower(word).as_str())
}

/// A day, a month or a feast.
pub fn calendar(word: &str) -> bool {
    has(&CALENDAR, word) || word.strip_suffix("days").is_some_and(|w| has(&CALENDAR, &format!("{w}day")))
}

/// A language or a people.
pub fn people(word: &str) -> bool {
    has(&PEOPLES, word)
}

/// A technical term: a network, a device, a format or a code, whoever has it.
pub fn term(word: &str) -> bool {
    let word = ["'s", "’s", "s"].iter().find_map(|end| word.strip_suffix(end)).unwrap_or(word);
    has(&TERMS, word) || ACRONYMS.contains(word)
}

/// Whether a capital does not make the word a name of an entity.
pub fn no_entity(word: &str) -> bool {
    calendar(word) || people(word) || term(word) || contraction(word)
}

/// Whether it is a pronoun or auxiliary with what is written together with it: "We've", "Don't".
fn contraction(word: &str) -> bool {
    const HEADS: [&str; 14] =
        ["i", "we", "you", "they", "he", "she", "it", "that", "there", "here", "who", "what", "where", "let"];
    let lower = word.to_lowercase().replace('’', "'");
    lower.split_once('\'').is_some_and(|(head, tail)| match tail {
        "t" => head.ends_with('n') || head == "can",
        "m" | "ve" | "d" | "ll" | "re" | "s" => HEADS.contains(&head),
        _ => false,
    })
}
