//! The two codes of an airline before a flight's number (IATA and ICAO).

const CODES: &[(&str, &str)] = &[
    ("AA", "AAL"),
    ("AC", "ACA"),
    ("AF", "AFR"),
    ("AI", "AIC"),
    ("AM", "AMX"),
    ("AS", "ASA"),
    ("AV", "AVA"),
    ("AY", "FIN"),
    ("AZ", "ITY"),
    ("B6", "JBU"),
    ("BA", "BAW"),
    ("BR", "EVA"),
    ("CA", "CCA"),
    ("CI", "CAL"),
    ("CX", "CPA"),
    ("CZ", "CSN"),
    ("DL", "DAL"),
    ("DY", "NOZ"),
    ("EI", "EIN"),
    ("EK", "UAE"),
    ("ET", "ETH"),
    ("EW", "EWG"),
    ("EY", "ETD"),
    ("FI", "ICE"),
    ("FR", "RYR"),
    ("GA", "GIA"),
    ("IB", "IBE"),
    ("JL", "JAL"),
    ("KE", "KAL"),
    ("KL", "KLM"),
    ("LA", "LAN"),
    ("LH", "DLH"),
    ("LO", "LOT"),
    ("LX", "SWR"),
    ("MH", "MAS"),
    ("MS", "MSR"),
    ("MU", "CES"),
    ("NH", "ANA"),
    ("NZ", "ANZ"),
    ("OS", "AUA"),
    ("OZ", "AAR"),
    ("PR", "PAL"),
    ("QF", "QFA"),
    ("QR", "QTR"),
    ("RO", "ROT"),
    ("SK", "SAS"),
    ("SN", "BEL"),
    ("SQ", "SIA"),
    ("SU", "AFL"),
    ("SV", "SVA"),
    ("TG", "THA"),
    ("TK", "THY"),
    ("TP", "TAP"),
    ("U2", "EZY"),
    ("UA", "UAL"),
    ("VN", "HVN"),
    ("VY", "VLG"),
    ("W6", "WZZ"),
    ("WN", "SWA"),
];

/// The flight with its airline's other code: DLH452 for LH452.
pub(super) fn other_code(text: &str) -> Option<String> {
    let compact: String = text.chars().filter(|c| c.is_alphanumeric()).collect::<String>().to_uppercase();
    let number = |rest: &str| {
        let digits = rest.trim_end_matches(|c: char| c.is_ascii_uppercase());
        (1..=4).contains(&digits.len())
            && digits.bytes().all(|b| b.is_ascii_digit())
            && rest.len() - digits.len() <= 1
    };
    CODES.iter().find_map(|(iata, icao)| {
        let swap = |from: &str, to: &str| {
            let rest = compact.strip_prefix(from)?;
            number(rest).then(|| format!("{to}{rest}"))
        };
        swap(iata, icao).or_else(|| swap(icao, iata))
    })
}
