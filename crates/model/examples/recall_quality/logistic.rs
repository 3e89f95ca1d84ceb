//! Logistic regression by Newton's method, with a little shrinking.

/// How much coefficients other than the constant are shrunk.
const RIDGE: f64 = 0.5;
const STEPS: usize = 50;

/// Fits coefficients to rows of features, the constant last, and whether what they are of holds.
pub(super) fn fit<const N: usize>(rows: &[([f64; N], bool)]) -> [f64; N] {
    let mut coefficients = [0.0; N];
    for _ in 0..STEPS {
        let (mut gradient, mut hessian) = ([0.0; N], [[0.0; N]; N]);
        for at in 0..N - 1 {
            gradient[at] = -RIDGE * coefficients[at];
            hessian[at][at] = RIDGE;
        }
        hessian[N - 1][N - 1] = 1e-9;
        for (features, holds) in rows {
            let likely = 1.0 / (1.0 + (-dot(&coefficients, features)).exp());
            let weight = likely * (1.0 - likely);
            for at in 0..N {
                gradient[at] += (f64::from(u8::from(*holds)) - likely) * features[at];
                for other in 0..N {
                    hessian[at][other] += weight * features[at] * features[other];
                }
            }
        }
        let step = solve(hessian, gradient);
        coefficients.iter_mut().zip(step).for_each(|(coefficient, step)| *coefficient += step);
    }
    coefficients
}

pub(super) fn dot<const N: usize>(coefficients: &[f64; N], features: &[f64; N]) -> f64 {
    coefficients.iter().zip(features).map(|(coefficient, feature)| coefficient * feature).sum()
}

/// Solves a symmetric, positive definite system by elimination.
fn solve<const N: usize>(mut matrix: [[f64; N]; N], mut right: [f64; N]) -> [f64; N] {
    for at in 0..N {
        for below in at + 1..N {
            let factor = matrix[below][at] / matrix[at][at];
            let above = matrix[at];
            for (one, other) in matrix[below].iter_mut().zip(above).skip(at) {
                *one -= factor * other;
            }
            right[below] -= factor * right[at];
        }
    }
    for at in (0..N).rev() {
        for column in at + 1..N {
            right[at] -= matrix[at][column] * right[column];
        }
        right[at] /= matrix[at][at];
    }
    right
}
