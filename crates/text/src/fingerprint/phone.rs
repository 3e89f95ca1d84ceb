//! Telephone numbers: with and without country code, and never two country codes for one.

/// What a text that has this number carries.
pub(super) fn carried(canonical: &str) -> Vec<String> {
    let (international, digits) = parse(canonical);
    if digits.len() < 7 {
        return Vec::new();
    }
    let mut strings = Vec::new();
    if international {
        strings.push(format!("tel+{digits}"));
        strings.extend(nationals(digits).map(|national| format!("tel~{national}")));
    } else {
        strings.push(format!("tel:{digits}"));
        strings.push(format!("tel:{}", without_trunk(digits)));
    }
    strings
}

/// What a text must carry one of to have this number.
pub(super) fn wanted(canonical: &str) -> Vec<String> {
    let (international, digits) = parse(canonical);
    if digits.len() < 7 {
        return Vec::new();
    }
    if international {
        let mut strings = vec![format!("tel+{digits}"), format!("tel:{digits}")];
        strings.extend(nationals(digits).map(|national| format!("tel:{national}")));
        return strings;
    }
    let bare = without_trunk(digits);
    let mut strings = vec![
        format!("tel:{digits}"),
        format!("tel:{bare}"),
        format!("tel~{digits}"),
        format!("tel~{bare}"),
        format!("tel+{digits}"),
    ];
    // "1-800-555-3663": the leading 1 is the country of the plan, whether or not it is dialled.
    if digits.len() == 11 && digits.starts_with('1') {
        strings.push(format!("tel:{}", &digits[1..]));
    }
    if digits.len() == 10 && !digits.starts_with('0') {
        strings.push(format!("tel:1{digits}"));
    }
    strings
}

fn parse(canonical: &str) -> (bool, &str) {
    let number = canonical.split('x').next().unwrap_or(canonical);
    match number.strip_prefix('+') {
        Some(digits) => (true, digits),
        None => (false, number),
    }
}

fn without_trunk(digits: &str) -> &str {
    digits.strip_prefix('0').unwrap_or(digits)
}

/// The number without its country code, for each length that the code can have (ITU-T E.164).
fn nationals(digits: &str) -> impl Iterator<Item = &str> {
    let sizes = if digits.starts_with(['1', '7']) { 1..=1 } else { 2..=3 };
    sizes.filter_map(|size| digits.get(size..)).filter(|rest| rest.len() >= 6)
}
