//! The colour scale of rates: light to dark for none to all, from sand over green to blue. Its steps differ in lightness
//! and keep their order for every kind of colour vision. On a dark page the scale runs from dark to light.

/// One step of the scale.
pub(in crate::report) struct Step {
    pub(in crate::report) light: Paint,
    pub(in crate::report) dark: Paint,
}

/// A background and the colour of the text on it, which reads at 4.5 to 1 or better.
pub(in crate::report) struct Paint {
    pub(in crate::report) fill: &'static str,
    pub(in crate::report) ink: &'static str,
}

const INK: &str = "#1b1b1f";
const PAPER: &str = "#ffffff";
const NIGHT: &str = "#10141a";
const CHALK: &str = "#f4f4f2";

const fn step(
    light: &'static str,
    on_light: &'static str,
    dark: &'static str,
    on_dark: &'static str,
) -> Step {
    Step { light: Paint { fill: light, ink: on_light }, dark: Paint { fill: dark, ink: on_dark } }
}

/// The scale, from none to all.
pub(in crate::report) const SCALE: [Step; 11] = [
    step("#f8ecd3", INK, "#3a2b1c", CHALK),
    step("#e7e7c9", INK, "#3b3827", CHALK),
    step("#d5e2bf", INK, "#3b4632", CHALK),
    step("#b3d6b9", INK, "#375647", CHALK),
    step("#8fc9b2", INK, "#2f665c", CHALK),
    step("#6cb4b1", INK, "#347676", CHALK),
    step("#459fae", INK, "#3d8f98", NIGHT),
    step("#2f7b9f", PAPER, "#5ea6b7", NIGHT),
    step("#27699c", PAPER, "#7dbdd6", NIGHT),
    step("#205487", PAPER, "#a9d5e8", NIGHT),
    step("#1a3f73", PAPER, "#d3edfa", NIGHT),
];

/// Returns which step of the scale a rate has.
#[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a rate is from 0 to 1")]
pub(in crate::report) fn step_of(rate: f64) -> usize {
    ((rate * 10.0).round() as usize).min(SCALE.len() - 1)
}

#[cfg(test)]
mod tests {
    use super::{SCALE, step_of};

    fn luminance(hex: &str) -> f64 {
        let part = |at: usize| {
            let value = f64::from(u8::from_str_radix(&hex[at..at + 2], 16).unwrap()) / 255.0;
            if value <= 0.04045 { value / 12.92 } else { ((value + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * part(1) + 0.7152 * part(3) + 0.0722 * part(5)
    }

    fn contrast(a: &str, b: &str) -> f64 {
        let (a, b) = (luminance(a), luminance(b));
        (a.max(b) + 0.05) / (a.min(b) + 0.05)
    }

    #[test]
    fn the_scale_is_in_order_without_its_hue_and_its_text_can_be_read() {
        for paints in [SCALE.each_ref().map(|step| &step.light), SCALE.each_ref().map(|step| &step.dark)] {
            for paint in paints {
                assert!(contrast(paint.fill, paint.ink) >= 4.5, "{} on {}", paint.ink, paint.fill);
            }
            let light: Vec<f64> = paints.iter().map(|paint| luminance(paint.fill)).collect();
            assert!(light.is_sorted() || light.is_sorted_by(|a, b| a >= b), "{light:?}");
        }
        assert_eq!([0.0, 0.04, 0.5, 1.0].map(step_of), [0, 0, 5, 10]);
    }
}
