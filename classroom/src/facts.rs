//! What the classroom must know of a search before it runs one.

use gametree_catalog::Spec;
use gametree_catalog::searches::baseline::GNUBG;
use gametree_catalog::searches::hidden::ISMCTS;

use gametree_catalog::CatalogError;

/// What is known of a search.
pub struct SearchFacts {
    /// Its options, as they stand in the text.
    pub options: Vec<(String, String)>,
    /// Whether it notices that a position comes back, and so ends where play does not.
    pub detects_loops: bool,
    /// Whether it counts rounds, and a limit of nodes would only replace them.
    pub counts_rounds: bool,
    /// Whether it is another program.
    pub is_program: bool,
}

impl SearchFacts {
    /// Of a search, `NAME[:key=value,...]`.
    pub fn new(text: &str) -> Result<SearchFacts, CatalogError> {
        let spec = Spec::parse(text)?;
        Ok(SearchFacts {
            detects_loops: matches!(spec.name.as_str(), "onpath" | "retrograde"),
            counts_rounds: spec.name == ISMCTS.name,
            is_program: spec.name == GNUBG.name,
            options: spec.pairs,
        })
    }
}
