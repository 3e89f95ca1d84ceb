//! Places labels beside points so that they do not cover each other.

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Area {
    pub(super) left: f64,
    pub(super) top: f64,
    pub(super) width: f64,
    pub(super) height: f64,
}

/// How much room labels leave beside each other.
const AIR: f64 = 4.0;

impl Area {
    fn meets(self, other: Self) -> bool {
        self.left < other.left + other.width + AIR
            && other.left < self.left + self.width + AIR
            && self.top < other.top + other.height
            && other.top < self.top + self.height
    }

    fn within(self, bounds: Self) -> bool {
        self.left >= bounds.left
            && self.top >= bounds.top
            && self.left + self.width <= bounds.left + bounds.width
            && self.top + self.height <= bounds.top + bounds.height
    }
}

/// How far a label stands from its point, nearest first; from the second on, a line leads to it.
const RINGS: [f64; 7] = [9.0, 22.0, 36.0, 52.0, 70.0, 92.0, 116.0];

/// Right, left, above, below, and the diagonals.
const DIRECTIONS: [(f64, f64); 8] =
    [(1.0, 0.0), (-1.0, 0.0), (0.0, -1.0), (0.0, 1.0), (0.8, -0.7), (0.8, 0.7), (-0.8, -0.7), (-0.8, 0.7)];

const HEIGHT: f64 = 14.0;

/// A label's place: its area, where its text is anchored, and whether a line must lead to it.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Place {
    pub(super) area: Area,
    pub(super) anchor: &'static str,
    pub(super) leads: bool,
}

impl Place {
    /// Returns where a line from a point ends: at the label's near side.
    pub(super) fn line_end(self, (x, y): (f64, f64)) -> (f64, f64) {
        let Area { left, top, width, height } = self.area;
        match self.anchor {
            "start" => (left - 2.0, top + height / 2.0),
            "end" => (left + width + 2.0, top + height / 2.0),
            _ => (x, if top > y { top + 1.0 } else { top + height - 1.0 }),
        }
    }

    /// Returns where its text is anchored. How wide text is can only be guessed; the side towards the point is held.
    pub(super) fn x(self) -> f64 {
        match self.anchor {
            "start" => self.area.left,
            "end" => self.area.left + self.area.width,
            _ => self.area.left + self.area.width / 2.0,
        }
    }
}

/// Places a label of each width beside its point, within the bounds and off all points and other labels: the nearest
/// free place, taken in the order of the points. Where none is free, to the right.
pub(super) fn place(points: &[(f64, f64)], widths: &[f64], bounds: Area) -> Vec<Place> {
    let dots: Vec<Area> =
        points.iter().map(|(x, y)| Area { left: x - 6.0, top: y - 6.0, width: 12.0, height: 12.0 }).collect();
    let mut placed: Vec<Place> = Vec::new();
    for (&point, &width) in points.iter().zip(widths) {
        let candidates = || {
            let around = |(ring, distance): (usize, &f64)| {
                let distance = *distance;
                DIRECTIONS.iter().map(move |direction| at(point, *direction, distance, width, ring > 0))
            };
            RINGS.iter().enumerate().flat_map(around)
        };
        let free = |place: &Place| {
            place.area.within(bounds)
                && !dots.iter().any(|dot| dot.meets(place.area))
                && !placed.iter().any(|other| other.area.meets(place.area))
        };
        // A line that runs through another point seems to name that one; it is drawn only where there is no other way.
        let clear = |place: &Place| {
            let end = place.line_end(point);
            !place.leads || points.iter().all(|other| *other == point || distance(*other, point, end) > 8.0)
        };
        let chosen =
            candidates().find(|place| free(place) && clear(place)).or_else(|| candidates().find(free));
        placed.push(chosen.unwrap_or_else(|| at(point, DIRECTIONS[0], RINGS[0], width, false)));
    }
    placed
}

/// Returns how far a point is from a line between two others.
fn distance((x, y): (f64, f64), from: (f64, f64), to: (f64, f64)) -> f64 {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx * dx + dy * dy;
    let along =
        if length > 0.0 { (((x - from.0) * dx + (y - from.1) * dy) / length).clamp(0.0, 1.0) } else { 0.0 };
    (x - from.0 - along * dx).hypot(y - from.1 - along * dy)
}

fn at((x, y): (f64, f64), (right, down): (f64, f64), distance: f64, width: f64, leads: bool) -> Place {
    let (left, anchor) = match right {
        r if r > 0.0 => (x + r * distance, "start"),
        r if r < 0.0 => (x + r * distance - width, "end"),
        _ => (x - width / 2.0, "middle"),
    };
    let top = match down {
        d if d > 0.0 => y + d * distance,
        d if d < 0.0 => y + d * distance - HEIGHT,
        _ => y - HEIGHT / 2.0,
    };
    Place { area: Area { left, top, width, height: HEIGHT }, anchor, leads }
}

#[cfg(test)]
mod tests {
    use super::{Area, Place, place};

    #[test]
    fn labels_of_crowded_points_stand_apart() {
        let points: Vec<(f64, f64)> = (0..12).map(|i| (100.0 + f64::from(i), 100.0)).collect();
        let bounds = Area { left: 0.0, top: 0.0, width: 300.0, height: 300.0 };
        let placed = place(&points, &[60.0; 12], bounds);
        for (index, Place { area, .. }) in placed.iter().enumerate() {
            assert!(area.within(bounds));
            assert!(placed[..index].iter().all(|other| !other.area.meets(*area)), "{index}: {placed:?}");
        }
    }
}
