//! What the page shows and how it is read, in plain words.

use maud::{Markup, html};

/// Draws the introduction.
pub(super) fn reading() -> Markup {
    html! {
        section.reading aria-labelledby="reading-title" {
            h2 #reading-title { "What this shows" }
            p.lead {
                "Each case writes facts into an empty memory, has some of them superseded, released or purged, and asks a \
                 question. The answer must hold what had to stay and must not hold what had to go."
            }
            div.columns {
                div {
                    h3 { "Two errors, never added up" }
                    p {
                        "A " em { "leak" } ": something that should be gone is still recalled. " em { "Collateral" }
                        ": something that should have stayed is lost. One case can have both."
                    }
                }
                div {
                    h3 { "Yardsticks are no contestants" }
                    p {
                        "Floors return nothing, forget nothing or forget everything; ceilings look into the answer. They \
                         stand apart and muted. A contestant's row is worth what it has above the floors."
                    }
                }
                div {
                    h3 { "Three scorers, one set of answers" }
                    p {
                        b { "published" } " looks at the final answer alone, as the paper does. " b { "probed" }
                        " also asks for each forbidden string directly. " b { "boundary" }
                        " does too, and lets a string count only as a whole token."
                    }
                }
                div {
                    h3 { "Not applicable is not zero" }
                    p {
                        "A case that needs an operation which the system lacks is hatched, " span.na-word { "N/A" }
                        ". Strict rates count it as not passed; evaluable rates leave it out. Intervals are Wilson's, 95 %."
                    }
                }
            }
            noscript { p { "Without scripts, the tables and figures of one scorer can be read; sorting, comparing and the cases need them." } }
        }
    }
}
