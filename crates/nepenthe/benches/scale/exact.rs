//! The exhaustive search that the index is held to: every vector against every query, in double precision where it decides.

use std::thread;

/// Rows that stay in the cache while every query meets them.
const BLOCK: usize = 256;

/// Returns for each query the `k` rows of greatest cosine with their cosines, best first, ties by row.
pub(crate) fn nearest<'v>(
    rows: usize,
    row: impl Fn(usize) -> std::borrow::Cow<'v, [f32]> + Sync,
    queries: &[Vec<f32>],
    k: usize,
) -> Vec<Vec<(usize, f64)>> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let part = rows.div_ceil(threads);
    let row = &row;
    let parts: Vec<_> = thread::scope(|scope| {
        let handles: Vec<_> = (0..threads)
            .map(|thread| {
                scope.spawn(move || {
                    let mut best: Vec<Vec<(usize, f64)>> = vec![Vec::new(); queries.len()];
                    let end = rows.min((thread + 1) * part);
                    for begin in (thread * part..end).step_by(BLOCK) {
                        let block: Vec<_> = (begin..end.min(begin + BLOCK)).map(row).collect();
                        for (query, best) in queries.iter().zip(&mut best) {
                            for (at, vector) in block.iter().enumerate() {
                                offer(best, k, (begin + at, f64::from(product(query, vector))));
                            }
                        }
                    }
                    best
                })
            })
            .collect();
        handles.into_iter().map(|handle| handle.join().unwrap()).collect()
    });
    let mut all: Vec<Vec<(usize, f64)>> = vec![Vec::new(); queries.len()];
    for part in parts {
        for (all, part) in all.iter_mut().zip(part) {
            part.into_iter().for_each(|one| offer(all, k, one));
        }
    }
    all
}

fn offer(best: &mut Vec<(usize, f64)>, k: usize, one: (usize, f64)) {
    let better = |a: &(usize, f64), b: &(usize, f64)| a.1 > b.1 || (a.1 == b.1 && a.0 < b.0);
    if best.len() == k && !better(&one, &best[k - 1]) {
        return;
    }
    let at = best.partition_point(|other| better(other, &one));
    best.insert(at, one);
    best.truncate(k);
}

fn product(a: &[f32], b: &[f32]) -> f32 {
    let mut lanes = [0.0_f32; 16];
    for (a, b) in a.as_chunks::<16>().0.iter().zip(b.as_chunks::<16>().0) {
        for lane in 0..16 {
            lanes[lane] += a[lane] * b[lane];
        }
    }
    lanes.iter().sum()
}
