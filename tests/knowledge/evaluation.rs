//! The evaluation as its callers see it: symmetries, known endings, damping, and the breakdown's agreement with the value.

use lucena::board::Board;
use lucena::evaluation::{EVALUATION_LIMIT, Evaluator, Parameters};
use proptest::prelude::*;
use shakmaty::{Board as Pieces, CastlingMode, Chess, Color, FromSetup, Position, Setup};

const STARTS: &str = include_str!("../data/evaluation_starts.txt");
const BOUNDS: &str = include_str!("../data/evaluation_bounds.txt");

fn lines(data: &'static str) -> Vec<&'static str> {
    data.lines().filter(|line| !line.starts_with('#')).collect()
}

fn board(fen: &str) -> Board {
    Board::from_fen(fen, false).unwrap()
}

fn evaluator() -> Evaluator {
    Evaluator::new(Parameters::built_in())
}

/// The value for White.
fn white_value(fen: &str) -> i32 {
    evaluator().explain(&board(fen)).white_value
}

/// A position some random moves after one of the starts.
fn random_board() -> impl Strategy<Value = Board> {
    (0..lines(STARTS).len(), prop::collection::vec(any::<prop::sample::Index>(), 0..60)).prop_map(
        |(start, choices)| {
            let mut board = board(lines(STARTS)[start]);
            for choice in choices {
                let moves = board.legal_moves();
                if moves.is_empty() {
                    break;
                }
                board = board.after(moves[choice.index(moves.len())]);
            }
            board
        },
    )
}

/// The position after a change of its pieces and perhaps its colours; rights and en passant fall away.
fn transformed(original: &Board, swap_colors: bool, change: impl Fn(Pieces) -> Pieces) -> Option<Board> {
    let position = original.position();
    let setup = Setup {
        board: change(position.board().clone()),
        turn: if swap_colors { !position.turn() } else { position.turn() },
        halfmoves: position.halfmoves(),
        ..Setup::empty()
    };
    let position = Chess::from_setup(setup, CastlingMode::Chess960)
        .or_else(shakmaty::PositionError::ignore_too_much_material)
        .or_else(shakmaty::PositionError::ignore_impossible_check);
    position.ok().map(Board::new)
}

fn mirrored(mut pieces: Pieces) -> Pieces {
    pieces.flip_horizontal();
    pieces
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 2000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn both_colours_are_judged_alike(original in random_board()) {
        let flipped = transformed(&original, true, Pieces::into_mirrored).unwrap();
        prop_assert_eq!(evaluator().evaluate(&original), evaluator().evaluate(&flipped));
    }

    #[test]
    fn left_and_right_are_judged_alike(original in random_board()) {
        let flipped = transformed(&original, false, mirrored).unwrap();
        prop_assert_eq!(evaluator().evaluate(&original), evaluator().evaluate(&flipped));
    }

    #[test]
    fn the_breakdown_adds_up_to_the_value(original in random_board()) {
        let mut evaluator = evaluator();
        let value = evaluator.evaluate(&original).value();
        let breakdown = evaluator.explain(&original);
        prop_assert_eq!(breakdown.mover_value, value);
        let tempo = breakdown.tempo;
        let sum = breakdown.sum() + if original.turn() == Color::White { tempo } else { -tempo };
        prop_assert_eq!(sum.at_phase(breakdown.phase, breakdown.full_phase), breakdown.terms);
        let unscaled = breakdown.network.unwrap_or(breakdown.terms);
        prop_assert_eq!(unscaled, breakdown.unscaled);
        prop_assert_eq!(unscaled * breakdown.scale / breakdown.full_scale, breakdown.scaled);
        let damping = Parameters::built_in().scaling.clock;
        let left = damping - breakdown.clock.min(100) as i32;
        prop_assert_eq!(breakdown.scaled * left / damping, breakdown.white_value);
        prop_assert!(value.abs() < EVALUATION_LIMIT);
    }
}

#[test]
fn remembered_pawns_and_material_give_the_same_value_as_fresh_ones() {
    let mut remembering = evaluator();
    let mut random = fastrand::Rng::with_seed(7);
    for start in lines(STARTS) {
        for _ in 0..20 {
            let mut current = board(start);
            for _ in 0..80 {
                let moves = current.legal_moves();
                if moves.is_empty() {
                    break;
                }
                current = current.after(moves[random.usize(..moves.len())]);
                assert_eq!(
                    remembering.evaluate(&current),
                    evaluator().evaluate(&current),
                    "{}",
                    current.fen()
                );
            }
        }
    }
}

#[test]
fn known_endings_are_worth_what_they_should_be() {
    let mut wrong = Vec::new();
    for line in lines(BOUNDS) {
        let [fen, least, greatest, sentence] = line.split("; ").collect::<Vec<_>>()[..] else {
            panic!("not four columns: {line}");
        };
        let range = least.parse::<i32>().unwrap()..=greatest.parse().unwrap();
        let value = white_value(fen);
        if !range.contains(&value) {
            wrong.push(format!("{sentence}: {value} is not in {range:?} ({fen})"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn bishop_and_knight_drive_the_king_to_a_corner_of_the_bishops_colour() {
    let (dark, light) = ("8/8/8/8/8/1NK1B3/8/8", "8/8/8/8/8/1NKB4/8/8");
    let value = |pieces: &str, king: &str| {
        let [file, rank] = king.as_bytes() else { panic!("no square: {king}") };
        let mut board: Pieces = pieces.parse().unwrap();
        let square = shakmaty::Square::from_coords(
            shakmaty::File::new(u32::from(file - b'a')),
            shakmaty::Rank::new(u32::from(rank - b'1')),
        );
        board.set_piece_at(square, Color::Black.king());
        white_value(&format!("{board} w - - 0 1"))
    };
    for (pieces, right, wrong) in [(dark, "h8", "a8"), (light, "a8", "h8")] {
        assert!(value(pieces, right) > value(pieces, wrong) + 200, "{pieces}");
        // The gradient never points back on the way along the edge from the wrong corner to the right one.
        let way = ["a8", "b8", "c8", "d8", "e8", "f8", "g8", "h8"];
        let mut values: Vec<i32> = way.into_iter().map(|king| value(pieces, king)).collect();
        if right == "a8" {
            values.reverse();
        }
        assert!(values.is_sorted(), "{pieces}: {values:?}");
    }
}

#[test]
fn a_bare_king_is_worth_less_at_the_edge_and_near_the_other_king() {
    assert!(white_value("4k3/8/4K3/8/8/8/8/R7 b - - 0 1") > white_value("8/8/4k3/8/4K3/8/8/R7 b - - 0 1"));
    assert!(white_value("4k3/8/4K3/8/8/8/8/R7 b - - 0 1") > white_value("4k3/8/8/8/8/8/4K3/R7 b - - 0 1"));
}

#[test]
fn the_networks_speak_unless_the_terms_know_the_way_to_mate() {
    for fen in ["4k3/pppppppp/8/8/8/8/PPPPPPPP/3RK3 w - - 0 1", "4k3/p7/8/8/8/8/P7/3RK3 w - - 0 1"] {
        let breakdown = evaluator().explain(&board(fen));
        assert_eq!(Some(breakdown.unscaled), breakdown.network, "{breakdown:?}");
    }
    for fen in ["4k3/8/8/8/8/8/P7/3RK3 w - - 0 1", "8/4k3/8/4p3/4N3/4K3/8/3N4 b - - 0 1"] {
        let breakdown = evaluator().explain(&board(fen));
        assert_eq!((breakdown.network, breakdown.unscaled), (None, breakdown.terms), "{breakdown:?}");
    }
}

#[test]
fn the_start_is_worth_a_little_to_the_side_that_moves_and_a_man_more_much() {
    let (side, man) = (
        white_value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"),
        white_value("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKB1R w KQkq - 0 1"),
    );
    assert!((0..=60).contains(&side), "{side}");
    assert!(man < -200, "{man}");
}

#[test]
fn bishops_on_opposite_colours_halve_an_advantage() {
    let same = evaluator().explain(&board("8/5k2/3b4/8/2PP4/4B3/5K2/8 w - - 0 1"));
    let opposite = evaluator().explain(&board("8/5k2/4b3/8/2PP4/4B3/5K2/8 w - - 0 1"));
    assert!(opposite.scale_reason.contains("opposite colours"), "{opposite:?}");
    assert!(
        0 < opposite.white_value && 2 * opposite.white_value < same.white_value * 3 / 2,
        "{opposite:?} {same:?}"
    );
}

#[test]
fn the_fifty_move_clock_only_ever_lowers_an_advantage() {
    let mut last = i32::MAX;
    for clock in 0..=100 {
        let value = white_value(&format!("8/5pk1/6p1/8/1R6/4K1P1/5P2/1r1R4 w - - {clock} 80"));
        assert!(value > 0 && value <= last, "clock {clock}: {value} after {last}");
        last = value;
    }
    assert!(last < white_value("8/5pk1/6p1/8/1R6/4K1P1/5P2/1r1R4 w - - 0 1") * 6 / 10);
}

#[test]
fn more_queens_than_fit_a_game_stay_within_the_limit() {
    let value = white_value("QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQ2/8/7k/8/K7 b - - 0 1");
    assert_eq!(value, EVALUATION_LIMIT - 1);
}
