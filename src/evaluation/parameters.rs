//! The evaluation's parameters as typed values; parameters.toml holds the numbers.

#![allow(missing_docs, reason = "what each field means stands above its key in parameters.toml, once")]

use std::sync::{Arc, LazyLock};

use serde::Deserialize;

use super::tapered::Tapered;

/// The text of the built-in parameters.
const BUILT_IN: &str = include_str!("parameters.toml");

/// A value for each rank on which a pawn can be, from its own second to its seventh.
pub type ByPawnRank = [Tapered; 6];

/// Every number of the evaluation. parameters.toml explains each above its key.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Parameters {
    pub phase: Phase,
    pub material: Material,
    pub squares: Squares,
    pub pawns: Pawns,
    pub minor_pieces: MinorPieces,
    pub passed_pawns: PassedPawns,
    pub mobility: Mobility,
    pub rooks: Rooks,
    pub threats: Threats,
    pub king: King,
    pub scaling: Scaling,
    pub mop_up: MopUp,
}

impl Parameters {
    /// Returns the parameters built into the program.
    pub fn built_in() -> Arc<Parameters> {
        static PARAMETERS: LazyLock<Arc<Parameters>> =
            LazyLock::new(|| match toml_edit::de::from_str(BUILT_IN) {
                Ok(parameters) => Arc::new(parameters),
                // The text is part of the program, and a test reads it.
                Err(error) => unreachable!("the built-in evaluation parameters are malformed: {error}"),
            });
        Arc::clone(&PARAMETERS)
    }
}

/// How much each piece adds to the phase, and the phase of a full board.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Phase {
    pub knight: i32,
    pub bishop: i32,
    pub rook: i32,
    pub queen: i32,
    pub full: i32,
}

/// The value of each piece wherever it is.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Material {
    pub pawn: Tapered,
    pub knight: Tapered,
    pub bishop: Tapered,
    pub rook: Tapered,
    pub queen: Tapered,
    pub bishop_pair: Tapered,
    pub knight_with_pawns: Tapered,
    pub rook_with_pawns: Tapered,
    pub pawn_alone: Tapered,
    pub tempo: Tapered,
}

/// The value of each square to each piece.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Squares {
    pub pawn: SquareValues,
    pub knight: SquareValues,
    pub bishop: SquareValues,
    pub rook: SquareValues,
    pub queen: SquareValues,
    pub king: SquareValues,
}

/// One piece's square values in centipawns: files a to d, from the eighth rank down. The other files mirror them.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SquareValues {
    pub middlegame: [i32; 32],
    pub endgame: [i32; 32],
}

/// The shape of the pawns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pawns {
    pub doubled: Tapered,
    pub isolated: Tapered,
    pub backward: Tapered,
    pub supported: ByPawnRank,
    pub phalanx: ByPawnRank,
    pub candidate: ByPawnRank,
}

/// Knights and bishops, apart from squares and mobility.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MinorPieces {
    pub bishop_own_pawns: Tapered,
    pub bishop_enemy_pawns: Tapered,
    pub bishop_spread: Tapered,
    pub knight_spread: Tapered,
    pub knight_outpost: Tapered,
    pub bishop_outpost: Tapered,
}

/// Passed pawns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PassedPawns {
    pub passed: ByPawnRank,
    pub connected: ByPawnRank,
    pub enemy_king_distance: ByPawnRank,
    pub own_king_distance: ByPawnRank,
    pub free_stop: ByPawnRank,
    pub safe_stop: ByPawnRank,
    pub safe_path: ByPawnRank,
    pub held_stop: ByPawnRank,
    pub blockaded: ByPawnRank,
    pub own_rook_behind: Tapered,
    pub enemy_rook_behind: Tapered,
    pub unstoppable: Tapered,
    pub unstoppable_step: Tapered,
}

/// The value of each number of squares to which a piece can safely go, from 0 up.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Mobility {
    pub knight: [Tapered; 9],
    pub bishop: [Tapered; 14],
    pub rook: [Tapered; 15],
    pub queen: [Tapered; 28],
}

/// Good files and ranks for rooks.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rooks {
    pub open_file: Tapered,
    pub half_open_file: Tapered,
    pub seventh_rank: Tapered,
}

/// Pieces that are attacked.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Threats {
    pub by_pawn: Tapered,
    pub by_minor: Tapered,
    pub by_rook: Tapered,
    pub hanging_piece: Tapered,
    pub hanging_pawn: Tapered,
}

/// The king's shelter, the pressure on him, and his work in the ending.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct King {
    pub shelter_near: Tapered,
    pub shelter_far: Tapered,
    pub open_file: Tapered,
    pub pawn_distance: Tapered,
    pub attacked_pawn: Tapered,
    pub knight_pressure: usize,
    pub bishop_pressure: usize,
    pub rook_pressure: usize,
    pub queen_pressure: usize,
    pub attacked: [Tapered; 16],
}

/// How likely an advantage wins: scales in parts of `full`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scaling {
    pub full: i32,
    pub pawnless: Vec<Pawnless>,
    pub pawnless_small_advantage: i32,
    pub two_knights_hold_pawn: i32,
    pub two_knights_within_line: i32,
    pub two_knights_beyond_line: i32,
    pub troitzky_line: [usize; 8],
    pub wrong_bishop: i32,
    pub wrong_bishop_race: i32,
    pub opposite_bishops: i32,
    pub opposite_bishops_passed: i32,
    pub opposite_bishops_pieces: i32,
    pub opposite_bishops_piece: i32,
    pub rook_ending: i32,
    pub rook_ending_one_flank: i32,
    pub rook_and_pawn_defended: i32,
    pub queen_ending: i32,
    pub few_pawns: i32,
    pub few_pawns_pawn: i32,
    pub one_flank: i32,
    pub clock: i32,
}

/// A kind of material in which the stronger side has no pawn.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Pawnless {
    pub strong: String,
    pub weak: String,
    pub scale: i32,
}

/// Driving a king to where it can be mated, in centipawns.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct MopUp {
    pub bare_king: i32,
    pub edge: i32,
    pub kings_close: i32,
    pub corner: i32,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_built_in_parameters_can_be_read() {
        let parameters: Parameters = toml_edit::de::from_str(BUILT_IN).unwrap();
        assert!(parameters.material.queen.endgame() > parameters.material.rook.endgame());
        assert!(parameters.mobility.queen[27].endgame() > parameters.mobility.queen[0].endgame());
    }

    #[test]
    fn every_key_of_the_parameter_file_has_a_comment_above_it() {
        let mut previous = "";
        for (number, line) in BUILT_IN.lines().enumerate() {
            let starts_key = line.starts_with(|first: char| first.is_ascii_lowercase());
            assert!(!starts_key || previous.starts_with("# ["), "line {}: {line}", number + 1);
            previous = line;
        }
    }

    #[test]
    fn an_unknown_key_is_refused() {
        let text = format!("{BUILT_IN}\nunheard_of = 1\n");
        assert!(toml_edit::de::from_str::<Parameters>(&text).is_err());
    }
}
