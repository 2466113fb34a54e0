//! The printed king-and-rook table: what is known about it, to the last position.

use lucena::advice::prover::{Escape, ProveOptions, prove};
use lucena::advice::{Player, Position, Registry, Step};
use lucena::board::{Board, Game};
use shakmaty::Color;

#[test]
fn the_printed_table_has_the_counts_that_were_measured() {
    let registry = Registry::built_in();
    let proof = prove(&registry, registry.find("krk_book").unwrap(), ProveOptions::default()).unwrap();
    assert!(!proof.proven);
    assert_eq!((proof.positions, proof.won, proof.wins, proof.longest), (175_168, 175_168, 175_120, 34));
    let fired = ["mate_in_2", "squeeze", "approach", "keep_room", "divide_in_2", "divide_in_3"];
    assert_eq!(fired.map(|advice| proof.fired(advice)), [6_188, 116_504, 16_204, 3_360, 32_908, 4]);
    assert_eq!(proof.escapes, [(Escape::Stalemate, 48)]);
    assert_eq!(format!("{:.2}", proof.mean), "19.73");
    assert_eq!(proof.optimum_longest, Some(16));
    assert_eq!(format!("{:.3}", proof.optimum_mean.unwrap()), "9.865");
    assert_eq!(proof.counterexamples.len(), 5);
}

#[test]
fn the_textbook_game_is_played_move_for_move_with_either_colour() {
    let game = "a8b7 e4d5 b7c7 d5c5 c7b7 d6c6 b7a7 c6b6 a7a8 c5b5 a8a7 b5c6 a7a8 c6c7 a8a7 b6c6 a7a8 c6a6";
    let flip = |uci: &str| -> String {
        let mirrored =
            |letter: char| letter.to_digit(10).map_or(letter, |rank| char::from(b'0' + 9 - rank as u8));
        uci.chars().map(mirrored).collect()
    };
    for (us, fen) in
        [(Color::White, "k7/8/3R4/8/4K3/8/8/8 b - - 0 1"), (Color::Black, "8/8/8/4k3/8/3r4/8/K7 w - - 0 1")]
    {
        let registry = Registry::built_in();
        let table = registry.find("krk_book").unwrap();
        let mut played = Game::new(Board::from_fen(fen, false).unwrap());
        let mut player = Player::default();
        for (ply, uci) in game.split(' ').enumerate() {
            let uci = if us == Color::White { uci.to_owned() } else { flip(uci) };
            if ply % 2 == 1 {
                let position = Position::from_board(played.board(), us).unwrap();
                let advised =
                    player.advise(&registry, table, &position, |position| table.advise(position)).unwrap();
                assert_eq!(advised.step.uci(us), uci, "ply {ply}");
            }
            played.play_uci(&uci).unwrap();
        }
        assert!(played.board().is_check() && played.board().legal_moves().is_empty());
    }
}

#[test]
fn a_step_is_the_same_move_on_the_board_and_back() {
    let board = Board::from_fen("8/8/8/4k3/8/3r4/8/K7 b - - 0 1", false).unwrap();
    for legal in board.legal_moves() {
        let step = Step::from_move(legal, Color::Black).unwrap();
        assert_eq!(step.on_board(&board, Color::Black), Some(legal));
    }
}
