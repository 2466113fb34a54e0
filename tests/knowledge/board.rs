//! Properties of the board: keys, packed moves, FEN, repetition, the 50-move rule and exchanges.

use lucena::board::{Board, Game, History, Keys, PackedMove, exchange_value, piece_value, see_at_least};
use proptest::prelude::*;
use proptest::sample::Index;
use shakmaty::{Color, Move, Piece, Position, Role, Square};

/// Where random games begin: the usual start, endings, positions rich in promotions, en passant and castling,
/// and Chess960 starts.
const STARTS: [&str; 13] = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "n1n5/PPPk4/8/8/8/8/4Kppp/5N1N b - - 0 1",
    "4k3/pppppppp/8/8/8/8/PPPPPPPP/4K3 w - - 0 1",
    "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 30 40",
    "8/8/8/8/3k4/8/1R6/K7 w - - 60 90",
    "bqnb1rkr/pp3ppp/3ppn2/2p5/5P2/P2P4/NPP1P1PP/BQ1BNRKR w HFhf - 2 9",
    "b1q1rrkb/pppppppp/3nn3/8/P7/1PPP4/4PPPP/BQNNRKRB w GE - 1 9",
    "1rkr3b/1ppn3p/3pB1n1/6q1/R2P4/4N1P1/1P5P/2KRQ1B1 b Dbd - 0 14",
    "1r2k2r/8/8/8/8/8/8/1RK4R b HBhb - 0 1",
    "rk5r/pppppppp/8/8/8/8/PPPPPPPP/RK5R w HAha - 0 1",
    "1rk4r/8/8/3pP3/8/8/8/1RK4R w HBhb d6 0 1",
];

fn board(fen: &str) -> Board {
    Board::from_fen(fen, false).unwrap()
}

fn is_special(played: &Move) -> bool {
    played.is_castle() || played.is_en_passant() || played.is_promotion()
}

/// A game of random moves; every second time it prefers castling, en passant and promotion.
fn play(start: &str, choices: &[Index]) -> Vec<(Board, Option<Move>)> {
    let mut game = vec![(board(start), None)];
    for (ply, choice) in choices.iter().enumerate() {
        let current = &game[game.len() - 1].0;
        let moves = current.legal_moves();
        let special: Vec<Move> = moves.iter().filter(|played| is_special(played)).copied().collect();
        let pool = if ply % 2 == 0 && !special.is_empty() { &special[..] } else { &moves[..] };
        if pool.is_empty() {
            break;
        }
        let played = pool[choice.index(pool.len())];
        game.push((current.after(played), Some(played)));
    }
    game
}

fn games() -> impl Strategy<Value = Vec<(Board, Option<Move>)>> {
    (0..STARTS.len(), prop::collection::vec(any::<Index>(), 0..100))
        .prop_map(|(start, choices)| play(STARTS[start], &choices))
}

fn positions() -> impl Strategy<Value = Board> {
    games().prop_map(|mut game| game.pop().unwrap().0)
}

/// A game in which each side often takes back its last move, so that positions come back.
fn shuffling_game(start: &str, choices: &[(bool, Index)]) -> Game {
    let mut game = Game::new(board(start));
    let mut played: Vec<Move> = Vec::new();
    for (goes_back, choice) in choices {
        let moves = game.board().legal_moves();
        if moves.is_empty() {
            break;
        }
        let before = played.len().checked_sub(2).map(|index| played[index]);
        let is_way_back = |legal: &&Move| {
            before
                .is_some_and(|before| legal.from() == Some(before.to()) && before.from() == Some(legal.to()))
        };
        let way_back = moves.iter().find(is_way_back).filter(|_| *goes_back);
        let next = way_back.copied().unwrap_or_else(|| moves[choice.index(moves.len())]);
        game.play(next);
        played.push(next);
    }
    game
}

/// Whether some legal move repeats a position of the tree, found by trying all.
fn some_move_repeats(game: &Game, ply: usize) -> bool {
    let repeats = |played: &Move| {
        let mut next = game.clone();
        next.play(*played);
        next.history().is_repetition(next.board(), ply + 1)
    };
    game.board().legal_moves().iter().any(repeats)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn incremental_keys_equal_keys_from_scratch(game in games()) {
        for (board, played) in game {
            for next in board.legal_moves() {
                prop_assert_eq!(board.key_after(next), board.after(next).keys().position, "{:?} in {}", next, board.fen());
            }
            prop_assert_eq!(*board.keys(), Keys::from_scratch(board.position()), "{:?} to {}", played, board.fen());
            if let Some(passed) = board.after_null_move() {
                prop_assert_eq!(*passed.keys(), Keys::from_scratch(passed.position()), "null move in {}", board.fen());
                prop_assert_ne!(passed.keys().position, board.keys().position);
            }
        }
    }

    #[test]
    fn the_fen_of_a_position_reads_as_the_same_position(board in positions()) {
        let chess960 = board.position().castles().mode().is_chess960();
        let read = Board::from_fen(&board.fen(), chess960).unwrap();
        prop_assert_eq!(read.keys(), board.keys());
        prop_assert_eq!(read.halfmove_clock(), board.halfmove_clock());
        prop_assert_eq!(read.fen(), board.fen());
    }

    #[test]
    fn every_legal_move_is_packed_and_unpacked_unchanged(board in positions()) {
        let moves = board.legal_moves();
        for played in &moves {
            let packed = PackedMove::new(*played);
            prop_assert_ne!(packed, PackedMove::NONE);
            prop_assert_eq!(PackedMove::from_bits(packed.bits()), packed);
            prop_assert_eq!(packed.unpack(board.position()), Some(*played), "{}", board.fen());
            prop_assert_eq!(moves.iter().filter(|other| packed.is(**other)).count(), 1);
        }
    }

    #[test]
    fn a_piece_is_pinned_where_its_king_is_attacked_by_one_man_more_without_it(board in positions()) {
        let men = board.position().board();
        for side in Color::ALL {
            let king = men.king_of(side).unwrap();
            let attackers = |occupied| men.attacks_to(king, !side, occupied).count();
            let exposes_king = |piece| attackers(men.occupied().without(piece)) > attackers(men.occupied());
            let is_pinned = board.pieces(side).into_iter().any(exposes_king);
            prop_assert_eq!(board.has_pinned_piece(side), is_pinned, "{:?} in {}", side, board.fen());
        }
    }

    #[test]
    fn no_bits_unpack_to_an_illegal_move(board in positions()) {
        let moves = board.legal_moves();
        for bits in 0..=u16::MAX {
            if let Some(played) = PackedMove::from_bits(bits).unpack(board.position()) {
                prop_assert!(moves.contains(&played), "{bits:#x} gives {played:?} in {}", board.fen());
            }
        }
    }

    #[test]
    fn exchanges_equal_a_brute_force_search(board in positions(), threshold in -1200..1200) {
        for played in board.legal_moves() {
            let expected = Exchange::new(&board, played).value();
            prop_assert_eq!(exchange_value(&board, played), expected, "{:?} in {}", played, board.fen());
            for threshold in [threshold, expected, expected + 1, expected - 1, 0] {
                prop_assert_eq!(
                    see_at_least(&board, played, threshold),
                    expected >= threshold,
                    "{:?} worth {} against {} in {}", played, expected, threshold, board.fen()
                );
            }
        }
    }

    #[test]
    fn a_move_back_to_an_earlier_position_is_seen_without_trying_any(
        start in 0..STARTS.len(),
        choices in prop::collection::vec((prop::bool::weighted(0.8), any::<Index>()), 0..24),
    ) {
        let game = shuffling_game(STARTS[start], &choices);
        let ply = choices.len();
        prop_assert_eq!(game.history().can_repeat(game.board(), ply), some_move_repeats(&game, ply));
    }

    #[test]
    fn any_text_is_a_fen_or_an_error(text in "[a-hkKqQrRnNbBpP1-9/ w-]{0,60}|.{0,40}") {
        drop(Board::from_fen(&text, false));
        drop(Board::from_fen(&text, true));
    }
}

#[test]
fn random_games_hold_castling_en_passant_and_promotion_in_both_modes() {
    let mut random = fastrand::Rng::with_seed(7);
    let mut seen = [0; 4];
    for start in STARTS.iter().cycle().take(130) {
        let mut current = board(start);
        for _ in 0..80 {
            let moves = current.legal_moves();
            let special: Vec<Move> = moves.iter().filter(|played| is_special(played)).copied().collect();
            let Some(played) = random.choice(if special.is_empty() { &moves[..] } else { &special }) else {
                break;
            };
            let chess960 = current.position().castles().mode().is_chess960();
            seen[0] += i32::from(played.is_castle() && chess960);
            seen[1] += i32::from(played.is_castle() && !chess960);
            seen[2] += i32::from(played.is_en_passant());
            seen[3] += i32::from(played.is_promotion());
            current = current.after(*played);
            assert_eq!(*current.keys(), Keys::from_scratch(current.position()), "{}", current.fen());
        }
    }
    assert!(seen.iter().all(|count| *count > 10), "{seen:?}");
}

#[test]
fn move_orders_that_lead_to_one_position_lead_to_one_key() {
    let after = |moves: &str| {
        let mut game = Game::default();
        moves.split(' ').for_each(|played| game.play_uci(played).unwrap());
        *game.board().keys()
    };
    assert_eq!(after("e2e3 e7e6 d2d3"), after("d2d3 e7e6 e2e3"));
    // Castling rights and side to move count, an en passant square that nobody can use does not.
    assert_ne!(after("e2e3 e7e6 e1e2 a7a6 e2e1").position, after("e2e3 e7e6 d1e2 a7a6 e2d1").position);
    assert_eq!(after("e2e3 e7e6 e1e2 a7a6 e2e1").pawns, after("e2e3 e7e6 d1e2 a7a6 e2d1").pawns);
    let push = "4k3/8/8/8/1p6/8/P7/4K3 w - - 0 1";
    assert_ne!(
        board(push).after(legal(push, "a2a4")).keys(),
        board("4k3/8/8/8/Pp6/8/8/4K3 b - - 0 1").keys(),
        "black can take en passant"
    );
    let opened = "rnbqkbnr/1ppppppp/p7/8/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2";
    assert_eq!(after("e2e4 a7a6"), *board(opened).keys());
}

fn legal(fen: &str, text: &str) -> Move {
    text.parse::<shakmaty::uci::UciMove>().unwrap().to_move(board(fen).position()).unwrap()
}

/// Plays moves and says after each whether it is a repetition for a search whose root lies `ply` plies back.
fn repetitions(start: &str, moves: &str, root: usize) -> Vec<bool> {
    let mut game = Game::new(board(start));
    let judge = |(index, text): (usize, &str)| {
        game.play_uci(text).unwrap();
        game.history().is_repetition(game.board(), (index + 1).saturating_sub(root))
    };
    moves.split(' ').enumerate().map(judge).collect()
}

const SHUFFLE: &str = "a1b1 a8b8 b1a1 b8a8";
const ROOKS: &str = "r3k3/8/8/8/8/8/8/R3K3 w - - 0 1";

#[test]
fn before_the_root_a_position_must_have_been_there_twice() {
    let moves = [SHUFFLE; 2].join(" ");
    let all = repetitions(ROOKS, &moves, 8);
    assert_eq!(all, [false, false, false, false, false, false, false, true]);
}

#[test]
fn inside_the_tree_once_is_enough_but_the_root_itself_counts_as_before() {
    let moves = format!("{SHUFFLE} a1b1");
    assert_eq!(repetitions(ROOKS, &moves, 0), [false, false, false, false, true]);
    assert_eq!(repetitions(ROOKS, &moves, 1), [false; 5]);
    // The root and one before it together are two.
    assert!(repetitions(ROOKS, &[SHUFFLE; 2].join(" "), 4)[7]);
}

#[test]
fn a_capture_a_pawn_move_or_a_lost_castling_right_ends_the_reach_of_repetition() {
    let with_pawn = "r3k3/8/8/8/8/8/7P/R3K3 w - - 0 1";
    let moves = format!("{SHUFFLE} h2h3 a8b8 a1b1 b8a8 b1a1");
    assert!(repetitions(with_pawn, &moves, 0)[4..8].iter().all(|repeated| !repeated));
    let with_rights = "r3k3/8/8/8/8/8/8/R3K3 w Qq - 0 1";
    let moves = format!("{SHUFFLE} a1b1 a8b8 b1a1 b8a8");
    let all = repetitions(with_rights, &moves, 8);
    assert!(!all[7], "the first of three had other rights");
}

#[test]
fn the_clock_of_a_fen_reaches_no_further_than_the_known_game() {
    assert!(!History::default().is_repetition(&board("r3k3/8/8/8/8/8/8/R3K3 w - - 40 60"), 0));
}

#[test]
fn the_fifty_move_rule_draws_unless_the_last_move_mates() {
    let mates = board("7k/8/6K1/8/8/8/8/R7 w - - 99 90");
    let after = |text: &str| {
        let mut game = Game::new(mates.clone());
        game.play_uci(text).unwrap();
        game.board().clone()
    };
    assert!(after("a1a2").is_drawn_by_clock());
    assert!(!after("a1a8").is_drawn_by_clock(), "mate goes first");
    assert!(!mates.is_drawn_by_clock());
    assert!(board("7k/8/6K1/8/8/8/8/R7 w - - 100 90").is_drawn_by_clock());
    assert!(board("7k/8/6K1/8/8/8/8/R7 w - - 130 90").is_drawn_by_clock());
    assert!(!board("R6k/8/6K1/8/8/8/8/8 b - - 120 90").is_drawn_by_clock(), "mated before");
}

#[test]
fn a_pawn_move_and_a_capture_reset_the_clock_and_a_null_move_does_not_run_it_back() {
    let mut game = Game::new(board("7k/8/6K1/8/8/8/r6P/R7 w - - 98 90"));
    game.play_uci("h2h3").unwrap();
    assert_eq!((game.board().halfmove_clock(), game.board().reversible_plies()), (0, 0));
    game.play_uci("a2a1").unwrap();
    assert_eq!(game.board().halfmove_clock(), 0);
    let passed = board("7k/8/6K1/8/8/8/8/R7 w - - 40 90").after_null_move().unwrap();
    assert_eq!(passed.reversible_plies(), 0);
}

#[test]
fn an_illegal_move_leaves_the_game_and_names_the_legal_ones() {
    let mut game = Game::new(board("7k/8/6K1/8/8/8/8/R7 b - - 0 1"));
    let error = game.play_uci("h8h7").unwrap_err();
    assert!(error.to_string().contains("allowed: h8g8"), "{error}");
    assert!(game.play_uci("rubbish").is_err());
    game.play_uci("h8g8").unwrap();
}

#[test]
fn known_exchanges_have_their_known_values() {
    let cases = [
        ("1k1r4/1pp4p/p7/4p3/8/P5P1/1PP4P/2K1R3 w - - 0 1", "e1e5", 100),
        ("1k1r3q/1ppn3p/p4b2/4p3/8/P2N2P1/1PP1R1BP/2K1Q3 w - - 0 1", "d3e5", 100 - 320),
        ("4k3/8/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4d5", 100),
        ("4k3/2p5/8/3p4/4P3/8/8/4K3 w - - 0 1", "e4e5", 0),
        ("4k3/8/3r4/8/3K4/3Q4/8/8 w - - 0 1", "d4e5", 0),
    ];
    for (fen, text, value) in cases {
        assert_eq!(exchange_value(&board(fen), legal(fen, text)), value, "{text} in {fen}");
    }
}

/// An exchange on one square, played on a plain array of pieces with attackers looked for anew each time.
struct Exchange {
    squares: [Option<Piece>; 64],
    target: usize,
    gain: i32,
    opponent: Color,
    castles: bool,
}

impl Exchange {
    fn new(board: &Board, played: Move) -> Exchange {
        let us = board.turn();
        let mut squares = [None; 64];
        for (square, piece) in board.position().board() {
            squares[usize::from(square)] = Some(piece);
        }
        let (from, target) = (usize::from(played.from().unwrap()), usize::from(played.to()));
        let mut gain = played.capture().map_or(0, piece_value);
        let mut standing = squares[from].unwrap();
        if let Some(role) = played.promotion() {
            gain += piece_value(role) - piece_value(Role::Pawn);
            standing = role.of(us);
        }
        if played.is_en_passant() {
            squares[from / 8 * 8 + target % 8] = None;
        }
        squares[from] = None;
        squares[target] = Some(standing);
        Exchange { squares, target, gain, opponent: !us, castles: played.is_castle() }
    }

    fn value(&self) -> i32 {
        if self.castles { 0 } else { self.gain - best_reply(self.squares, self.target, self.opponent) }
    }
}

/// What a side gains at most by taking on the target with its cheapest piece, or by leaving it: 0.
fn best_reply(squares: [Option<Piece>; 64], target: usize, side: Color) -> i32 {
    let attackers = attackers(&squares, target, side);
    let cheapest =
        attackers.iter().copied().min_by_key(|from| (piece_value(squares[*from].unwrap().role), *from));
    let Some(from) = cheapest else { return 0 };
    let mut after = squares;
    after[target] = after[from].take();
    let is_king = after[target].unwrap().role == Role::King;
    if is_king && !self::attackers(&after, target, !side).is_empty() {
        return 0;
    }
    let captured = piece_value(squares[target].unwrap().role);
    0.max(captured - best_reply(after, target, !side))
}

fn attackers(squares: &[Option<Piece>; 64], target: usize, side: Color) -> Vec<usize> {
    let own = |from: &usize| *from != target && squares[*from].is_some_and(|piece| piece.color == side);
    (0..64).filter(own).filter(|from| attacks(squares, *from, target)).collect()
}

/// Whether the piece on `from` attacks `target`, walking square by square.
fn attacks(squares: &[Option<Piece>; 64], from: usize, target: usize) -> bool {
    let piece = squares[from].unwrap();
    let (file, rank) = ((target % 8) as i32 - (from % 8) as i32, (target / 8) as i32 - (from / 8) as i32);
    let (wide, long) = (file.abs().max(rank.abs()), file.abs().min(rank.abs()));
    let straight = long == 0;
    let diagonal = wide == long;
    let reaches = match piece.role {
        Role::Pawn => return file.abs() == 1 && rank == if piece.color.is_white() { 1 } else { -1 },
        Role::Knight => return (wide, long) == (2, 1),
        Role::King => return wide == 1,
        Role::Bishop => diagonal,
        Role::Rook => straight,
        Role::Queen => straight || diagonal,
    };
    let step = rank.signum() * 8 + file.signum();
    reaches && (1..wide).all(|count| squares[(from as i32 + step * count) as usize].is_none())
}

#[test]
fn the_brute_force_attackers_agree_with_shakmaty() {
    let board = board(STARTS[1]);
    let mut squares = [None; 64];
    for (square, piece) in board.position().board() {
        squares[usize::from(square)] = Some(piece);
    }
    for target in Square::ALL {
        for side in Color::ALL {
            let pieces = board.position().board();
            let expected = pieces.attacks_to(target, side, pieces.occupied());
            let found: shakmaty::Bitboard = attackers(&squares, usize::from(target), side)
                .into_iter()
                .map(|at| Square::new(at as u32))
                .collect();
            assert_eq!(found, expected, "{target} {side}");
        }
    }
}
