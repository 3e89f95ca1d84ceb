//! The numbers that were published, for rows beside ours.

/// A published row.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PublishedRow {
    /// The system, as it was called.
    pub system: &'static str,
    /// Passes by task, of 50 each, in the order of [`super::Task::ALL`].
    pub tasks: [usize; 3],
    /// Passes by person, of 15 each, in the order of [`PERSONAS`].
    pub personas: [usize; 10],
}

/// The persons of the weekly release.
pub(super) const PERSONAS: [&str; 10] = [
    "academic_researcher", "business_executive", "content_writer", "creative_designer", "financial_analyst",
    "management_consultant", "marketing_manager", "sales_manager", "software_engineer", "startup_founder",
];

/// The rows published with the paper (its tables 3, 7 and 8).
pub const PUBLISHED: [PublishedRow; 3] = [
    PublishedRow { system: "Lethe", tasks: [17, 30, 0], personas: [4, 4, 5, 4, 4, 4, 6, 5, 5, 6] },
    PublishedRow { system: "LangGraph", tasks: [32, 32, 3], personas: [6, 5, 6, 8, 6, 6, 7, 8, 6, 9] },
    PublishedRow { system: "MemPalace", tasks: [28, 32, 0], personas: [7, 5, 4, 5, 6, 6, 7, 7, 6, 7] },
];

#[cfg(test)]
mod tests {
    use super::PUBLISHED;

    #[test]
    fn the_published_rows_add_up() {
        for (row, total) in PUBLISHED.iter().zip([47, 67, 60]) {
            assert_eq!(row.tasks.iter().sum::<usize>(), total, "{}", row.system);
            assert_eq!(row.personas.iter().sum::<usize>(), total, "{}", row.system);
        }
    }
}
