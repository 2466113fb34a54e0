//! A first table for a material, with comments: something to begin with that has no mistakes.

/// What a first table depends on.
#[derive(Clone, Debug, Default)]
pub(in crate::advice) struct Parts {
    /// The material, as it is written: `KQ v K`.
    pub material: String,
    /// Materials as they are written, and the tables that they can be handed over to.
    pub handovers: Vec<(String, String)>,
    /// Whether we have a pawn.
    pub has_pawn: bool,
    /// How many men we and they have, kings included.
    pub men: [usize; 2],
}

/// Advice for who has a pawn.
const PROMOTION: &str = "
# The pawn is gone and nothing else: promoted. What follows is handed over.
advice promote \"promote, to a rook where a queen would give stalemate\":
    better:  promoted and heavy_piece and not stalemate
    holding: not piece_lost
    us:      depth = 0 and promotion
    them:    none
";

/// Returns a first table.
pub(in crate::advice) fn first_table(name: &str, parts: &Parts) -> String {
    let handover = |(material, table): &(String, String)| format!("handover {material} to {table}\n");
    let mut handovers: String = parts.handovers.iter().map(handover).collect();
    if !handovers.is_empty() {
        handovers.insert_str(0, "\n# What goes on when a capture or a promotion has changed the material.\n");
    }
    let [our_men, their_men] = parts.men;
    // What drives a bare king does not win a man.
    let template =
        if their_men > 1 { include_str!("template_their_men.al0") } else { include_str!("template.al0") };
    template
        .replace("{our_men}", &our_men.to_string())
        .replace("{their_men}", &their_men.to_string())
        .replace("{name}", name)
        .replace("{material}", &parts.material)
        .replace("{handovers}", &handovers)
        .replace("{promote}", if parts.has_pawn { "promote, " } else { "" })
        .replace("{promotion}", if parts.has_pawn { PROMOTION } else { "" })
}
