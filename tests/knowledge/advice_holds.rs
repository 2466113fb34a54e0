//! Tables that hold: they keep what they promise for ever, and a broken promise is shown with the line that loses.

use lucena::advice::explanation::Explainer;
use lucena::advice::prover::{Escape, Proof, ProveOptions, StoredProof, prove};
use lucena::advice::{AdviceTable, Aim, Origin, Position, Proven, Registry, Side, check};
use lucena::board::Board;
use lucena::tablebase::{EmbeddedTables, Wdl};
use shakmaty::{Color, Move, Role, Square};

const KKP: &str = include_str!("../../src/advice/tables/holding/kkp.al0");

fn proof_of(text: &str) -> Proof {
    let table = check("mine", text).table.expect(text);
    let mut registry = Registry::built_in();
    registry.add(table, Origin::BuiltIn);
    prove(&registry, registry.find("mine").unwrap(), ProveOptions::default()).unwrap()
}

fn result(board: &Board) -> Wdl {
    EmbeddedTables::built_in().result(board).unwrap()
}

#[test]
fn the_bare_king_holds_every_drawn_position_against_king_and_pawn() {
    let registry = Registry::built_in();
    let proof = prove(&registry, registry.find("kkp").unwrap(), ProveOptions::default()).unwrap();
    assert!(proof.proven, "{:?} {:?}", proof.escapes, proof.counterexamples);
    // Counted by Syzygy files.
    assert_eq!((proof.positions, proof.won, proof.drawn, proof.lost), (168_024, 0, 70_420, 97_604));
    assert_eq!((proof.promise, proof.claimed, proof.kept), (Aim::Holds, 70_420, 70_420));
}

#[test]
fn a_table_that_does_not_hold_is_shown_where_the_draw_slips() {
    // Before the pawn is not enough: it takes the opposition, or a king far from the key squares.
    let text = KKP.replace(
        "before_their_pawn >= 4 and our_key_distance <= their_key_distance",
        "before_their_pawn >= 3",
    );
    assert_ne!(text, KKP);
    let proof = proof_of(&text);
    assert!(!proof.proven && proof.kept > 0 && proof.kept < proof.claimed, "{} kept", proof.kept);
    let escapes: u64 = proof.escapes.iter().map(|(_, count)| count).sum();
    assert_eq!(escapes, proof.claimed - proof.kept);
    assert!(proof.failures.iter().any(|failure| failure.escape == Escape::GivenAway));
    assert!(!proof.counterexamples.is_empty());
    for example in &proof.counterexamples {
        let mut board = Board::from_fen(&example.fen, false).unwrap();
        assert_eq!(result(&board), Wdl::Draw, "{}", example.fen);
        for uci in &example.line {
            let played = board.legal_moves().into_iter().find(|played| text_of(*played) == *uci);
            board = board.after(played.unwrap());
        }
        let lost = if board.turn() == Color::White { Wdl::Loss } else { Wdl::Win };
        assert_eq!(result(&board), lost, "{} {:?}", example.fen, example.line);
    }
}

#[test]
fn a_promise_for_a_part_is_held_against_that_part_alone() {
    // What holds against a rook's pawn does not hold against the others.
    let is_other = |line: &&str| {
        ["near", "opposed", "far"].iter().any(|name| line.starts_with(&format!("define {name}")))
    };
    let text = KKP
        .replace("or near_post or opposed or far_post or shut_in", "or shut_in")
        .lines()
        .filter(|line| !is_other(line))
        .fold(String::new(), |text, line| text + line + "\n");
    let everywhere = proof_of(&text);
    assert!(!everywhere.proven && everywhere.claimed == everywhere.drawn && everywhere.part.is_none());
    let proof = proof_of(&text.replace("\nholds\n", "\nholds where their_rook_pawn\n"));
    assert!(proof.proven, "{:?} {:?}", proof.escapes, proof.counterexamples);
    assert_eq!(proof.part.as_deref(), Some("their_rook_pawn"));
    assert!(proof.claimed > 0 && proof.claimed < proof.drawn && proof.kept == proof.claimed);
}

/// Our king stays before the pawn; where it cannot, nothing is promised.
const BEFORE_FOR_EVER: &str = "material K v KP\nholds where can stay\nsymmetric\n\
    rule staying: if can stay then take, stay\nrule rest: if any_position then wait\n\
    advice take: better: their_men = 1 holding: any_position us: depth = 0 and capture them: none\n\
    advice stay for ever: better: their_men = 1 or our_stalemate or stalemate or can take\n\
    holding: us_to_move or before_their_pawn >= 1 us: legal them: legal\n\
    advice wait: better: depth = 1 holding: any_position us: depth = 0 and legal them: none\n";

#[test]
fn what_can_be_kept_up_for_ever_is_held_and_what_can_be_done_once_is_not() {
    let proof = proof_of(BEFORE_FOR_EVER);
    assert!(proof.proven, "{:?} {:?}", proof.escapes, proof.counterexamples);
    assert!(0 < proof.claimed && proof.claimed < proof.drawn && proof.kept == proof.claimed);
    let once = BEFORE_FOR_EVER.replace(
        "for ever: better: their_men = 1 or our_stalemate or stalemate or can take\n\
         holding: us_to_move or before_their_pawn >= 1 us: legal them: legal",
        ": better: their_men = 1 or before_their_pawn >= 1 and them_to_move\n\
         holding: any_position us: depth = 0 and legal them: none",
    );
    assert_ne!(once, BEFORE_FOR_EVER);
    let step_by_step = proof_of(&once);
    assert!(!step_by_step.proven && step_by_step.claimed > proof.claimed, "{}", step_by_step.claimed);
}

#[test]
fn a_single_move_can_be_asked_whether_advice_for_ever_goes_on_after_it() {
    let by_single_moves = BEFORE_FOR_EVER.replace("take, stay\n", "take, step\n")
        + "advice step: better: them_to_move and can stay holding: any_position us: depth = 0 and legal them: none\n";
    let (asked, followed) = (proof_of(&by_single_moves), proof_of(BEFORE_FOR_EVER));
    assert!(asked.proven, "{:?} {:?}", asked.escapes, asked.counterexamples);
    assert_eq!((asked.claimed, asked.kept), (followed.claimed, followed.kept));
    let unasked = proof_of(&by_single_moves.replace("them_to_move and can stay", "depth = 1"));
    assert!(!unasked.proven);
}

#[test]
fn where_advice_for_ever_cannot_be_kept_up_the_line_that_breaks_it_is_reported() {
    // In the end the king has to leave the file, or the pawn promotes beside it.
    let broken = "it cannot be kept up for ever: K";
    for (text, end) in [
        (
            BEFORE_FOR_EVER.replace("or our_stalemate or stalemate or can take", ""),
            "`us_to_move or before_their_pawn >= 1` does not hold",
        ),
        (
            BEFORE_FOR_EVER
                .replace("or our_stalemate or stalemate or can take", "")
                .replace("before_their_pawn >= 1 us", "to_promotion_square <= 1 us"),
            "the men have changed, and `their_men = 1` is not reached",
        ),
    ] {
        let text = text.replace("if can stay then take, stay", "if any_position then take, stay, wait");
        let mut registry = Registry::built_in();
        registry.add(check("mine", &text).table.expect(&text), Origin::BuiltIn);
        let table = registry.find("mine").unwrap();
        let exact = EmbeddedTables::built_in();
        let explainer = Explainer { registry: &registry, table, playbook: None, exact, syzygy: None };
        let board = Board::from_fen("8/8/8/8/8/6p1/4k3/6K1 w - - 0 1", false).unwrap();
        let position = Position::from_board(&board, Color::White).unwrap();
        let told = explainer.explain(&position, Color::White).unwrap().to_text();
        assert!(told.contains(broken) && told.contains(end), "{told}");
    }
}

#[test]
fn without_a_proof_advice_for_ever_is_found_to_be_the_same() {
    let table = check("mine", BEFORE_FOR_EVER).table.unwrap();
    let mut registry = Registry::built_in();
    registry.add(table.clone(), Origin::BuiltIn);
    let StoredProof { playbook, .. } =
        StoredProof::prove(&registry, &table, ProveOptions::default()).unwrap();
    let mut compared = 0;
    for start in drawn_starts(&table, 60) {
        let position = Position::from_board(&start, Color::White).unwrap();
        if let Some(entry) = playbook.entry(&table, &position) {
            let advised = table.advise(&position).unwrap();
            assert_eq!((advised.rule, advised.advice, advised.step), (entry.rule, entry.advice, entry.step));
            compared += usize::from(table.rules[entry.rule].name == "staying");
        }
    }
    assert!(compared > 5, "{compared}");
}

fn text_of(played: Move) -> String {
    played.to_uci(shakmaty::CastlingMode::Standard).to_string()
}

/// Drawn positions with the men of a table, White having the advice, in an order that has no pattern.
fn drawn_starts(table: &AdviceTable, count: usize) -> Vec<Board> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut found = Vec::new();
    let men = |side, color| table.material.pieces(side).into_iter().map(move |role: Role| role.of(color));
    let kings = [Role::King.of(Color::White), Role::King.of(Color::Black)];
    let men: Vec<_> =
        kings.into_iter().chain(men(Side::Us, Color::White)).chain(men(Side::Them, Color::Black)).collect();
    while found.len() < count {
        let mut pieces = shakmaty::Board::empty();
        men.iter().for_each(|man| pieces.set_piece_at(Square::new(random.u32(0..64)), *man));
        let turn = if random.bool() { 'w' } else { 'b' };
        let fen = format!("{} {turn} - - 0 1", pieces.board_fen());
        let Ok(board) = Board::from_fen(&fen, false) else { continue };
        if pieces.occupied().count() == men.len() && result(&board) == Wdl::Draw {
            found.push(board);
        }
    }
    found
}

/// The move that leaves the defender the fewest moves that hold: the best try that the exact tables know. Of equals one by
/// chance, so that the games differ.
fn best_attack(board: &Board, random: &mut fastrand::Rng) -> Option<Board> {
    let keeps = board.legal_moves().into_iter().map(|played| board.after(played));
    let keeps = keeps.filter(|after| result(after) != Wdl::Win);
    keeps.min_by_key(|after| {
        let replies = after.legal_moves().into_iter().map(|reply| after.after(reply));
        (replies.filter(|held| result(held) != Wdl::Win).count(), random.u32(..))
    })
}

/// Plays so many games of so many plies against the best attack; returns the proof.
fn hold(table: &str, games: usize, plies: usize) -> Proof {
    let registry = Registry::built_in();
    let table = registry.find(table).unwrap();
    let StoredProof { proof, playbook } =
        StoredProof::prove(&registry, table, ProveOptions::default()).unwrap();
    assert!(proof.proven);
    let proven = Proven { registry: &registry, table, playbook: &playbook };
    let mut random = fastrand::Rng::with_seed(7);
    for start in drawn_starts(table, games) {
        let mut board = start.clone();
        for _ in 0..plies {
            let position = Position::from_board(&board, Color::White).unwrap();
            let next = if board.turn() == Color::Black {
                best_attack(&board, &mut random)
            } else {
                let advised = proven.ask(&position);
                advised.map(|advised| board.after(advised.step.on_board(&board, Color::White).unwrap()))
            };
            // Nothing to ask: stalemate, or other men.
            let Some(next) = next else { break };
            board = next;
            let lost = if board.turn() == Color::White { Wdl::Loss } else { Wdl::Win };
            assert_ne!(result(&board), lost, "from {} to {}", start.fen(), board.fen());
        }
    }
    proof
}

#[test]
fn the_best_attack_never_wins_against_the_bare_king() {
    hold("kkp", 40, 60);
}

/// Half a minute: run by `make proofs`.
#[test]
#[ignore = "slow"]
fn the_best_attack_never_wins_in_two_hundred_games() {
    hold("kkp", 200, 100);
}

/// Some minutes: run by `make proofs`. The exact tables, which agree with Syzygy files, know how many positions are drawn.
#[test]
#[ignore = "slow"]
fn the_knight_holds_every_drawn_position_and_two_hundred_games_against_the_pawn() {
    let proof = hold("knkp", 200, 100);
    assert_eq!((proof.positions, proof.drawn, proof.lost), (9_408_532, 8_191_224, 1_216_892));
    assert_eq!((proof.claimed, proof.kept, &proof.part), (proof.drawn, proof.drawn, &None));
}

/// Some minutes: run by `make proofs`. The lost positions were counted by a retrograde search outside of the program.
#[test]
#[ignore = "slow"]
fn knight_and_bishop_hold_every_drawn_position_and_two_hundred_games_against_the_rook() {
    for (table, positions, lost) in [("knkr", 12_535_256, 1_364_800), ("kbkr", 11_832_464, 381_888)] {
        let proof = hold(table, 200, 100);
        assert_eq!((proof.positions, proof.lost), (positions, lost), "{table}");
        assert_eq!((proof.claimed, proof.kept, &proof.part), (proof.drawn, proof.drawn, &None), "{table}");
    }
}
