//! The longest run of words that two texts have in common, with gaps.

use nepenthe_text::word::Word;

/// The stems of words, in their order.
pub(super) fn stems(words: &[Word]) -> Vec<String> {
    words.iter().map(|word| word.stem.clone()).collect()
}

/// Returns the places of the run in both, in order.
pub(super) fn run<T: PartialEq>(a: &[T], b: &[T]) -> Vec<(usize, usize)> {
    let width = b.len() + 1;
    // How long the run of what lies behind two places is.
    let mut behind = vec![0_u16; (a.len() + 1) * width];
    for (i, own) in a.iter().enumerate().rev() {
        for (j, other) in b.iter().enumerate().rev() {
            behind[i * width + j] = if own == other {
                behind[(i + 1) * width + j + 1] + 1
            } else {
                behind[(i + 1) * width + j].max(behind[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j, mut run) = (0, 0, Vec::new());
    while i < a.len() && j < b.len() {
        if a[i] == b[j] {
            run.push((i, j));
            (i, j) = (i + 1, j + 1);
        } else if behind[i * width + j + 1] > behind[(i + 1) * width + j] {
            j += 1;
        } else {
            i += 1;
        }
    }
    run
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_longest_run_is_found() {
        let words = |text: &str| -> Vec<String> { text.split(' ').map(str::to_owned).collect() };
        let run = super::run(&words("team auk standup at nine"), &words("team gull has standup nine"));
        assert_eq!(run, [(0, 0), (2, 3), (4, 4)]);
        assert_eq!(super::run(&words("a"), &words("b")), []);
        assert_eq!(super::run(&[], &words("b")), []);
    }
}
