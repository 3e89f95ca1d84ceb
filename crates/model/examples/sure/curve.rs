//! The risk-coverage curve: of the surest plans, how many are right.

use std::fmt::Write as _;

use crate::Judged;

/// Width, height and margins of the picture, and the least share right that it shows.
const WIDTH: f64 = 640.0;
const HEIGHT: f64 = 360.0;
const LEFT: f64 = 56.0;
const RIGHT: f64 = 110.0;
const TOP: f64 = 20.0;
const BOTTOM: f64 = 44.0;
const LEAST: f64 = 0.6;
/// Fewer plans than these say nothing of a share.
const FEWEST: usize = 10;

/// Points of the curve, from the surest plan on: the share of all plans that is so sure, and how many of those are right, each 0
/// to 1. Plans that are equally sure are one point.
pub(crate) fn points(plans: &[&Judged]) -> Vec<(f64, f64)> {
    let mut order: Vec<&Judged> = plans.to_vec();
    order.sort_by(|a, b| b.confidence.total_cmp(&a.confidence));
    let all: f64 = order.iter().map(|plan| plan.weight).sum();
    let (mut sure, mut right) = (0.0, 0.0);
    let mut points = Vec::new();
    for (place, plan) in order.iter().enumerate() {
        sure += plan.weight;
        right += if plan.right { plan.weight } else { 0.0 };
        let last = order.get(place + 1).is_none_or(|next| next.confidence < plan.confidence);
        if last && place + 1 >= FEWEST {
            points.push((sure / all, right / sure));
        }
    }
    points
}

/// The picture, a line for each verb.
pub(crate) fn svg(lines: &[(&str, Vec<(f64, f64)>)]) -> String {
    const COLOURS: [&str; 3] = ["#b3261e", "#1f5fa8", "#2e7d32"];
    let x = |share: f64| LEFT + share * (WIDTH - LEFT - RIGHT);
    let y = |right: f64| TOP + (1.0 - right.max(LEAST)) / (1.0 - LEAST) * (HEIGHT - TOP - BOTTOM);
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {HEIGHT}\" font-family=\"sans-serif\" \
         font-size=\"12\" role=\"img\" aria-label=\"Of the surest plans, how many are right\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"#fff\"/>\n"
    );
    for step in 0..=4 {
        let (right, share) = (LEAST + 0.1 * f64::from(step), 0.25 * f64::from(step));
        let _ = writeln!(
            svg,
            "<path d=\"M{LEFT} {y:.1}H{end:.1}\" stroke=\"#ddd\"/><text x=\"{at:.1}\" y=\"{base:.1}\" \
             text-anchor=\"end\">{:.0} %</text><text x=\"{x:.1}\" y=\"{foot:.1}\" text-anchor=\"middle\">{:.0} %</text>",
            right * 100.0,
            share * 100.0,
            y = y(right),
            end = x(1.0),
            at = LEFT - 6.0,
            base = y(right) + 4.0,
            x = x(share),
            foot = HEIGHT - BOTTOM + 18.0,
        );
    }
    let _ = writeln!(
        svg,
        "<text x=\"{:.1}\" y=\"{:.1}\" text-anchor=\"middle\">share of plans that are sure; upwards: of those right</text>",
        x(0.5),
        HEIGHT - 8.0
    );
    for (place, (verb, points)) in lines.iter().enumerate() {
        let colour = COLOURS[place % COLOURS.len()];
        let path: Vec<String> =
            points.iter().map(|(share, right)| format!("{:.1},{:.1}", x(*share), y(*right))).collect();
        let _ = writeln!(
            svg,
            "<polyline points=\"{}\" fill=\"none\" stroke=\"{colour}\" stroke-width=\"1.5\"/>\
             <text x=\"{:.1}\" y=\"{:.1}\" fill=\"{colour}\">{verb}</text>",
            path.join(" "),
            x(1.0) + 8.0,
            y(points.last().map_or(1.0, |last| last.1)) + 4.0
        );
    }
    svg.push_str("</svg>\n");
    svg
}
