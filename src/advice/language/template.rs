//! Writes a first table for a material, with comments and without mistakes, for authors to begin with.

use super::aim::Aim;

/// What a first table depends on.
#[derive(Clone, Debug, Default)]
pub(in crate::advice) struct Parts {
    /// The material, as it is written: `KQ v K`.
    pub material: String,
    /// What it promises.
    pub aim: Aim,
    /// Materials as they are written, and the tables that they can be handed over to.
    pub handovers: Vec<(String, String)>,
    /// Materials that the advice or their pawn leads to, that may still be won and have no table, as they are written.
    pub without_table: Vec<String>,
    /// Whether we and they have a pawn.
    pub has_pawn: [bool; 2],
    /// How many men we and they have, kings included.
    pub men: [usize; 2],
}

/// Advice for a side with a pawn.
const PROMOTION: &str = "
## The pawn has promoted and nothing else is lost. Another table goes on.
advice promote \"promote, to a rook where a queen would give stalemate\":
    better:  promoted and heavy_piece and not stalemate
    holding: not piece_lost
    us:      depth = 0 and promotion
    them:    none
";

/// The work that remains against a bare king.
const DRIVING: &str = "\
# The work that remains, the less the better: their king with few squares and at the edge, ours near it and in the
# centre.
## Change the factors and see what the proof says.
measure task: region + 9 * region_distance + 6 * their_edge_distance + 2 * our_centre_distance";

/// The work that remains until a pawn promotes.
const LEADING_A_PAWN: &str = "\
# The work that remains, the less the better: the pawn far up, and our king near a square from which it leads the pawn on.
## Change the factors and see what the proof says.
measure task: 8 * pawn_moves + key_square_distance";

/// What to do about missing tables if their pawn promotes.
const THEIR_PROMOTION: &str = "\
## For what their pawn becomes, a short table with `take` and `catch` will do: `lucena advice reference` shows one under
## \"If their pawn promotes\".
";

/// What a first table keeps up for ever against a pawn, our king before it; otherwise it keeps all our men.
const BEFORE_THEIR_PAWN: &str = "us_to_move or to_stop_square <= 1";

/// Returns a first table.
pub(in crate::advice) fn first_table(name: &str, parts: &Parts) -> String {
    let [our_men, their_men] = parts.men;
    let [we_have_pawn, they_have_pawn] = parts.has_pawn;
    let template = match parts.aim {
        Aim::Holds => include_str!("template_holds.al0"),
        // Advice that drives a bare king does not win a man.
        Aim::Wins if their_men > 1 => include_str!("template_their_men.al0"),
        Aim::Wins => include_str!("template.al0"),
    };
    let kept_up = if they_have_pawn { BEFORE_THEIR_PAWN.to_owned() } else { format!("our_men = {our_men}") };
    template
        .replace("{kept_up}", &kept_up)
        .replace("{our_men}", &our_men.to_string())
        .replace("{their_men}", &their_men.to_string())
        .replace("{name}", name)
        .replace("{material}", &parts.material)
        .replace("{handovers}", &handovers(parts))
        .replace("{and_a_pawn}", if they_have_pawn { " and they_have_pawn" } else { "" })
        .replace("{measure}", if we_have_pawn { LEADING_A_PAWN } else { DRIVING })
        .replace("{promote}", if we_have_pawn { "promote, " } else { "" })
        .replace("{promotion}", if we_have_pawn { PROMOTION } else { "" })
}

/// Returns the lines that hand over, and a comment about tables that are missing.
fn handovers(parts: &Parts) -> String {
    let mut lines = String::new();
    for (material, table) in &parts.handovers {
        lines.push_str(&format!("handover {material} to {table}\n"));
    }
    if !parts.without_table.is_empty() {
        let missing = parts.without_table.join(", ");
        lines.push_str(&format!(
            "## There is no table for {missing} yet, and play can lead there: write one first.\n"
        ));
        let [_, they_have_pawn] = parts.has_pawn;
        lines.push_str(if they_have_pawn { THEIR_PROMOTION } else { "" });
    }
    if !lines.is_empty() {
        lines.insert_str(
            0,
            "\n## The tables that go on after a capture or a promotion changes the material.\n",
        );
    }
    lines
}
