//! The built-in tables win from every position they claim, in the moves they promise; also the use of a proof.

use std::collections::BTreeSet;

use lucena::advice::explanation::{Explainer, Explanation};
use lucena::advice::prover::{
    Proof, ProofCache, ProofNotice, ProveOptions, StoredProof, built_in_proof, prove,
};
use lucena::advice::{
    AdviceTable, Coverage, Player, Position, Proven, Registry, Side, Step, Tree, choose, longest_line,
    plies_to_zeroing,
};
use lucena::board::Board;
use lucena::tablebase::EmbeddedTables;
use parking_lot::Mutex;
use shakmaty::{Color, Role, Square};

/// The proof of a built-in table, which wins in so many moves.
fn proof_within(table: &str, moves: u32) -> Proof {
    let registry = Registry::built_in();
    let proof = prove(&registry, registry.find(table).unwrap(), ProveOptions::default()).unwrap();
    assert!(proof.proven && proof.longest <= moves, "{} {:?}", proof.longest, proof.counterexamples);
    proof
}

#[test]
fn king_and_rook_wins_everywhere_in_28_moves_and_16_in_the_mean() {
    let registry = Registry::built_in();
    let proof = prove(&registry, registry.find("krk").unwrap(), ProveOptions::default()).unwrap();
    assert!(proof.proven, "{:?} {:?}", proof.escapes, proof.counterexamples);
    assert_eq!((proof.positions, proof.wins), (175_168, 175_168));
    assert!(proof.longest <= 28 && proof.mean <= 16.0, "{} {}", proof.longest, proof.mean);
}

#[test]
fn king_and_queen_wins_everywhere_in_15_moves() {
    let proof = proof_within("kqk", 15);
    assert_eq!((proof.positions, proof.optimum_longest), (144_508, Some(10)));
}

#[test]
fn king_and_pawn_wins_every_won_position_in_50_moves_with_hand_over() {
    let proof = proof_within("kpk", 50);
    assert_eq!((proof.positions, proof.won, proof.wins), (163_328, 124_960, 124_960));
    assert_eq!(proof.optimum_longest, Some(28));
}

/// Minutes: run by `make proofs`.
#[test]
#[ignore = "slow"]
fn two_rooks_win_everywhere_in_12_moves() {
    let proof = proof_within("krrk", 12);
    assert_eq!((proof.positions, proof.wins, proof.optimum_longest), (4_162_592, 4_162_592, Some(7)));
}

/// Minutes: run by `make proofs`.
#[test]
#[ignore = "slow"]
fn queen_and_bishop_win_everywhere_in_20_moves_also_where_the_bishop_cannot_be_helped() {
    let proof = proof_within("kqbk", 20);
    assert_eq!((proof.wins, proof.drawn, proof.lost), (proof.positions, 0, 0));
    assert_eq!(proof.optimum_longest, Some(8));
}

/// Minutes: run by `make proofs`.
#[test]
#[ignore = "slow"]
fn two_bishops_win_every_won_position_in_33_moves() {
    let proof = proof_within("kbbk", 33);
    assert_eq!((proof.positions, proof.won, proof.wins), (5_082_028, 2_503_608, 2_503_608));
}

/// Minutes: run by `make proofs`.
#[test]
#[ignore = "slow"]
fn bishop_and_knight_win_every_won_position_in_50_moves() {
    let proof = proof_within("kbnk", 50);
    assert_eq!((proof.positions, proof.wins), (10_875_504, proof.won));
    assert_eq!(proof.optimum_longest, Some(33));
}

/// Minutes: run by `make proofs`.
#[test]
#[ignore = "slow"]
fn rook_and_bishop_win_everywhere_in_30_moves() {
    let proof = proof_within("krbk", 30);
    assert_eq!((proof.wins, proof.drawn, proof.lost), (proof.positions, 0, 0));
    assert_eq!(proof.optimum_longest, Some(16));
}

/// Minutes: run by `make proofs`. The won positions, all and those promised, were counted in Syzygy files.
#[test]
#[ignore = "slow"]
fn bishop_and_pawn_win_every_won_position_that_they_promise_in_60_moves() {
    let proof = proof_within("kbpk", 60);
    assert_eq!((proof.won, proof.optimum_longest), (8_283_622, Some(31)));
    assert_eq!((proof.claimed, proof.kept), (4_195_712, 4_195_712));
}

/// Minutes: run by `make proofs`.
#[test]
#[ignore = "slow"]
fn a_queen_wins_every_won_position_against_a_rook_in_50_moves() {
    let proof = proof_within("kqkr", 50);
    assert_eq!((proof.won, proof.wins, proof.optimum_longest), (8_863_768, 8_863_768, Some(35)));
}

/// Minutes: run by `make proofs`.
#[test]
#[ignore = "slow"]
fn a_rook_wins_every_won_position_against_a_knight_in_60_moves() {
    let proof = proof_within("krkn", 60);
    assert_eq!((proof.won, proof.wins, proof.optimum_longest), (5_210_920, 5_210_920, Some(40)));
}

/// Minutes: run by `make proofs`.
#[test]
#[ignore = "slow"]
fn a_queen_wins_every_won_position_against_a_bishop_or_a_knight_in_40_moves() {
    for (table, optimum) in [("kqkb", 17), ("kqkn", 21)] {
        let proof = proof_within(table, 40);
        assert_eq!((proof.wins, proof.optimum_longest), (proof.won, Some(optimum)), "{table}");
    }
}

/// Minutes: run by `make proofs`.
#[test]
#[ignore = "slow"]
fn a_queen_wins_against_a_queen_where_checks_do_in_20_moves() {
    let proof = proof_within("kqkq", 20);
    assert_eq!((proof.won, proof.optimum_longest), (3_737_092, Some(13)));
    assert!(proof.claimed == proof.kept && proof.claimed < proof.won);
}

/// Proves a table of the program, and compares what it plays in some positions, by which advice.
fn plays_by_the_book(name: &str, book: &[(&str, &[&str], &str)]) -> Proof {
    let registry = Registry::built_in();
    let table = registry.find(name).unwrap();
    let StoredProof { proof, playbook } =
        StoredProof::prove(&registry, table, ProveOptions::default()).unwrap();
    assert!(proof.proven, "{}", proof.to_text());
    let proven = Proven { registry: &registry, table, playbook: &playbook };
    for (fen, moves, advice) in book {
        let board = Board::from_fen(fen, false).unwrap();
        let position = Position::from_board(&board, board.turn()).unwrap();
        let advised = proven.ask(&position).unwrap();
        let played = advised.step.uci(board.turn()).to_string();
        assert_eq!(table.advice[advised.advice].name, *advice, "{fen}: {played}");
        assert!(moves.contains(&played.as_str()), "{fen}: {played}");
    }
    proof
}

/// A quarter of an hour: run by `make proofs`. The bridge is that of all textbooks.
#[test]
#[ignore = "slow"]
fn rook_and_pawn_win_against_a_rook_by_the_bridge() {
    let proof = plays_by_the_book(
        "krpkr",
        &[
            ("3K4/3P2k1/8/8/8/8/2r5/5R2 w - - 0 1", &["f1f4"], "bridge"),
            ("8/3P2k1/8/4K3/5R2/8/8/4r3 w - - 0 1", &["e5d5"], "walk"),
            ("8/3P2k1/8/3K4/5R2/8/8/3r4 w - - 0 1", &["f4d4"], "interpose"),
        ],
    );
    assert!(proof.longest <= 50, "{}", proof.to_text());
}

/// A quarter of an hour: run by `make proofs`. In all textbooks the rook waits on the third rank (Philidor), checks from far behind
/// once the pawn has stepped forward, and checks from the side when the king guards a rook's pawn (Vancura).
#[test]
#[ignore = "slow"]
fn a_rook_holds_against_rook_and_pawn_as_philidor_and_vancura_did() {
    let proof = plays_by_the_book(
        "krkrp",
        &[
            ("4k3/R7/1r6/3KP3/8/8/8/8 b - - 0 1", &["b6g6", "b6h6"], "third_rank"),
            ("R7/6k1/P4r2/1K6/8/8/8/8 b - - 0 1", &["f6f5"], "from_the_side"),
            ("4k3/R7/4P1r1/3K4/8/8/8/8 b - - 0 1", &["g6g1"], "from_behind"),
            ("4k3/R7/3KP3/8/8/8/8/6r1 b - - 0 1", &["g1d1"], "from_behind"),
        ],
    );
    assert!(proof.lost == 0, "{}", proof.to_text());
}

/// What `lucena advice list` says of these tables is what the prover counts.
fn are_counted_right(tables: &[&str]) {
    let registry = Registry::built_in();
    for registered in registry.tables().iter().filter(|one| tables.contains(&one.table.name.as_str())) {
        let Some(counted) = Coverage::of_built_in(registered) else { continue };
        let proof = prove(&registry, &registered.table, ProveOptions::default()).unwrap();
        assert_eq!(counted, Coverage::proven_by(&proof), "{}", registered.table.name);
    }
}

#[test]
fn the_list_says_of_small_endings_what_the_prover_counts() {
    are_counted_right(&["krk", "krk_book", "kqk", "kpk", "kkp"]);
}

/// Minutes: run by `make proofs`.
#[test]
#[ignore = "slow"]
fn the_list_says_of_all_endings_what_the_prover_counts() {
    let registry = Registry::built_in();
    let names: Vec<&str> = registry.tables().iter().map(|one| one.table.name.as_str()).collect();
    are_counted_right(&names);
}

#[test]
fn a_symmetric_table_plays_mirror_images_alike() {
    let registry = Registry::built_in();
    let images: [fn(Square) -> Square; 4] =
        [|square| square, Square::flip_horizontal, Square::flip_diagonal, Square::rotate_180];
    for (name, role, count) in [("krk", Role::Rook, 4), ("kqk", Role::Queen, 4), ("kpk", Role::Pawn, 2)] {
        let played = images[..count].iter().map(|image| {
            let mut position = Position::kings_only(image(Square::B1), image(Square::D5), Side::Us);
            position.put(Side::Us, role, image(Square::B2));
            let advised = registry.find(name).unwrap().advise(&position).unwrap();
            (advised.step.role, advised.step.to)
        });
        let played: Vec<_> = played.collect();
        for (image, step) in images.iter().zip(&played) {
            assert_eq!(*step, (played[0].0, image(played[0].1)), "{name}");
        }
    }
}

#[test]
fn the_longest_line_is_as_long_as_the_proof_says_and_ends_in_mate() {
    let registry = Registry::built_in();
    let table = registry.find("krk").unwrap();
    let StoredProof { playbook, .. } = StoredProof::prove(&registry, table, ProveOptions::default()).unwrap();
    let proven = Proven { registry: &registry, table, playbook: &playbook };
    for fen in
        ["8/8/8/3k4/8/8/8/R3K3 w - - 0 1", "7k/8/8/8/8/8/8/KR6 w - - 0 1", "8/8/8/8/8/1k6/8/K6R w - - 0 1"]
    {
        let board = Board::from_fen(fen, false).unwrap();
        let mut position = Position::from_board(&board, Color::White).unwrap();
        let advised = table.advise(&position).unwrap();
        let line = longest_line(&proven, &position, &advised).unwrap();
        assert_eq!(line.len() as u32, proven.moves(&position).unwrap() * 2 - 1, "{fen}");
        for step in line {
            position = position.after(step);
        }
        assert!(position.is_check() && !position.has_legal_step());
    }
}

#[test]
fn black_plays_the_mirror_image_of_white() {
    let registry = Registry::built_in();
    let white = Board::from_fen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", false).unwrap();
    let black = Board::from_fen("r3k3/8/8/8/3K4/8/8/8 b - - 0 1", false).unwrap();
    for table in ["krk", "krk_book"].map(|name| registry.find(name).unwrap()) {
        let (ours, mirrored) = (choose(table, &white).unwrap(), choose(table, &black).unwrap());
        assert_eq!(ours.advised, mirrored.advised);
        assert_eq!(ours.played.to(), mirrored.played.to().flip_vertical());
        assert_eq!((ours.rule, ours.advice), (mirrored.rule, mirrored.advice));
    }
    assert_eq!(choose(registry.find("krk").unwrap(), &white).unwrap().us, Color::White);
    let defender = Board::from_fen("8/8/8/3k4/8/8/8/R3K3 b - - 0 1", false).unwrap();
    assert!(choose(registry.find("krk").unwrap(), &defender).is_none());
}

#[test]
fn the_player_follows_its_tree_and_builds_a_new_one_when_it_is_left() {
    let registry = Registry::built_in();
    let table = registry.find("krk_book").unwrap();
    // Two moves to mate: a waiting move by the rook, the king goes into the corner, the rook gives mate.
    let board = Board::from_fen("8/8/8/8/8/1K6/6R1/k7 w - - 0 1", false).unwrap();
    let position = Position::from_board(&board, Color::White).unwrap();
    let mut player = Player::default();
    let first = player.advise(&registry, table, &position, |position| table.advise(position)).unwrap();
    assert_eq!(table.advice[first.advice].name, "mate_in_2");
    let after = position.after(first.step);
    let mut replies = lucena::advice::Steps::new();
    after.legal_steps(&mut replies);
    for reply in replies {
        let mut player = player.clone();
        let second =
            player.advise(&registry, table, &after.after(reply), |position| table.advise(position)).unwrap();
        assert_eq!(second.advice, first.advice);
        let mated = after.after(reply).after(second.step);
        assert!(mated.turn() == Side::Them && mated.is_check() && !mated.has_legal_step());
    }
    let elsewhere = Board::from_fen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", false).unwrap();
    let elsewhere = Position::from_board(&elsewhere, Color::White).unwrap();
    let asked = player.advise(&registry, table, &elsewhere, |position| table.advise(position));
    assert_eq!(asked, table.advise(&elsewhere));
}

/// What a table of the program explains of its move in a position, with White as its side.
fn explained(table: &str, fen: &str) -> Explanation {
    let registry = Registry::built_in();
    let position = Position::from_board(&Board::from_fen(fen, false).unwrap(), Color::White).unwrap();
    let (table, exact) = (registry.find(table).unwrap(), EmbeddedTables::built_in());
    let explainer = Explainer { registry: &registry, table, playbook: None, exact, syzygy: None };
    explainer.explain(&position, Color::White).unwrap()
}

#[test]
fn an_explanation_names_the_part_that_failed() {
    let explanation = explained("krk_book", "8/8/8/8/8/K7/1R6/k7 w - - 0 1");
    let played = explanation.played.as_ref().unwrap();
    assert!(explanation.tried.len() > 1, "{}", explanation.to_text());
    assert!(explanation.to_text().contains("none of"), "{}", explanation.to_text());
    assert!(explanation.tried[..explanation.tried.len() - 1].iter().all(|tried| tried.failure.is_some()));
    assert_eq!(explanation.tried.last().unwrap().name, played.advice);
}

#[test]
fn an_explanation_names_the_reply_that_refutes_a_move() {
    let text = explained("kpk", "8/8/8/8/4k3/8/6P1/4K3 w - - 0 1").to_text();
    let refuted = text.lines().find(|line| line.contains("secure_win: none of 7 moves works")).unwrap();
    assert!(refuted.contains("after Kf2 …Kf5, Kd2 …Kf5"), "{text}");
}

#[test]
fn a_proof_is_kept_for_a_text_and_lost_with_a_change() {
    let registry = Registry::built_in();
    let table = registry.find("kqk").unwrap();
    let stored = StoredProof::prove(&registry, table, ProveOptions::default()).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let cache = ProofCache::new(folder.path().join("deep"));
    assert!(cache.load(&registry, table).unwrap().is_none());
    cache.store(&registry, table, &stored).unwrap();
    let kept = cache.load(&registry, table).unwrap().unwrap();
    assert_eq!(kept.playbook, stored.playbook);
    assert_eq!((kept.proof.longest, &kept.proof.fired), (stored.proof.longest, &stored.proof.fired));
    let mut changed = table.clone();
    changed.text.push_str("# changed\n");
    assert!(cache.load(&registry, &changed).unwrap().is_none());
    cache.store(&registry, &changed, &stored).unwrap();
    assert_eq!(
        std::fs::read_dir(folder.path().join("deep")).unwrap().count(),
        1,
        "the older one is of no use"
    );
    assert!(cache.load(&registry, &changed).is_err(), "it is about another text than its name says");
}

/// A queen that mates at once where it can.
const QUEEN: &str = "material KQ v K\nwins where can one\nsymmetric\nrule always: if any_position then one\n\
    advice one: better: mate holding: any_position us: depth < 1 and legal them: depth < 1 and legal\n";
/// A pawn that promotes where it can, for that queen.
const PAWN: &str = "material KP v K\nsymmetric\nhandover KQ v K to queen\n\
    rule always: if any_position then promote\n\
    advice promote: better: promoted holding: any_position us: depth = 0 and promotion them: none\n";

#[test]
fn a_table_to_hand_over_to_is_not_walked_again_where_its_proof_is_kept() {
    let mut registry = Registry::default();
    for (name, text) in [("queen", QUEEN), ("pawn", PAWN)] {
        registry.add(lucena::advice::check(name, text).table.expect(text), lucena::advice::Origin::BuiltIn);
    }
    let folder = tempfile::tempdir().unwrap();
    let cache = ProofCache::new(folder.path().to_owned());
    let proven = |name: &str| {
        let walked = Mutex::new(BTreeSet::new());
        let tell = |news: ProofNotice<'_>| {
            if let ProofNotice::Planned { table, .. } = news {
                walked.lock().insert(table.to_owned());
            }
        };
        let options = ProveOptions { proofs: Some(&cache), report: &tell, ..ProveOptions::default() };
        let stored = StoredProof::prove(&registry, registry.find(name).unwrap(), options).unwrap();
        (stored, walked.into_inner().into_iter().collect::<Vec<_>>())
    };
    let keep =
        |stored: &StoredProof| cache.store(&registry, registry.find("queen").unwrap(), stored).unwrap();
    let (mut queen, _) = proven("queen");
    assert!(queen.proof.proven);
    keep(&queen);
    let (kept, walked) = proven("pawn");
    assert_eq!(walked, ["pawn"]);
    queen.proof.proven = false;
    keep(&queen);
    let (anew, walked) = proven("pawn");
    assert_eq!(walked, ["pawn", "queen"], "what is not proven is of no use");
    assert!(kept.proof.wins > 0 && kept.proof.wins == anew.proof.wins, "{}", kept.proof.wins);
}

#[test]
fn a_proof_with_any_byte_changed_or_cut_off_is_not_believed() {
    let registry = Registry::built_in();
    let table = registry.find("kqk").unwrap();
    let bytes = StoredProof::prove(&registry, table, ProveOptions::default()).unwrap().encode().unwrap();
    assert!(StoredProof::decode(&bytes, &registry, table).is_ok());
    for place in (0..bytes.len()).step_by(991).chain(0..40) {
        let mut changed = bytes.clone();
        changed[place] ^= 0x20;
        assert!(StoredProof::decode(&changed, &registry, table).is_err(), "byte {place}");
        assert!(StoredProof::decode(&bytes[..place], &registry, table).is_err(), "cut at {place}");
    }
    assert!(StoredProof::decode(&bytes, &registry, registry.find("krk").unwrap()).is_err());
}

#[test]
fn the_proof_inside_the_program_is_what_the_prover_finds() {
    let registry = Registry::built_in();
    for name in ["krk", "kkp"] {
        let table = registry.find(name).unwrap();
        let kept = built_in_proof(&registry, table).expect("the proof is about another text: write it again");
        let found = StoredProof::prove(&registry, table, ProveOptions::default()).unwrap();
        assert!(kept.playbook == found.playbook, "write it again: lucena advice prove {name} --out …");
        assert!(kept.proof.proven && kept.proof.fired == found.proof.fired);
        assert_eq!((kept.proof.longest, kept.proof.wins), (found.proof.longest, found.proof.wins));
    }
}

#[test]
fn what_is_looked_up_is_what_the_table_says() {
    let registry = Registry::built_in();
    let table = registry.find("krk").unwrap();
    let stored = built_in_proof(&registry, table).unwrap();
    let proven = Proven { registry: &registry, table, playbook: &stored.playbook };
    let mut deep = 0;
    for number in 0..3_000_u32 {
        let squares = [number * 37 % 64, number * 11 % 63, number * 23 % 61];
        let [king, rook, theirs] = squares.map(shakmaty::Square::new);
        if king == rook
            || king == theirs
            || rook == theirs
            || shakmaty::attacks::king_attacks(king).contains(theirs)
        {
            continue;
        }
        let mut position = Position::kings_only(king, theirs, Side::Us);
        position.put(Side::Us, shakmaty::Role::Rook, rook);
        if !position.is_legal() {
            continue;
        }
        let (looked_up, asked) = (proven.ask(&position).unwrap(), table.advise(&position).unwrap());
        assert_eq!(
            (looked_up.rule, looked_up.advice, looked_up.step),
            (asked.rule, asked.advice, asked.step)
        );
        if looked_up.tree != lucena::advice::Tree::Reached {
            assert_eq!(looked_up.tree, asked.tree);
            deep += 1;
        }
    }
    assert!(deep > 20, "only {deep} trees");
}

#[test]
fn a_users_folder_adds_tables_and_leaves_broken_ones_out() {
    let folder = tempfile::tempdir().unwrap();
    let good = include_str!("../../src/advice/tables/kqk.al0");
    std::fs::write(folder.path().join("mine.al0"), good).unwrap();
    std::fs::write(folder.path().join("broken.al0"), "material KQ v K\nrule").unwrap();
    std::fs::write(folder.path().join("notes.txt"), "not a table").unwrap();
    let mut registry = Registry::built_in();
    let left_out = registry.add_folder(folder.path());
    assert!(registry.find("mine").is_some() && registry.find("broken").is_none());
    assert_eq!(left_out.len(), 1);
    assert!(left_out[0].to_string().contains("broken.al0:2:5: expected a name for the rule"), "{left_out:?}");
}

#[test]
fn a_move_is_the_same_for_everyone_who_asks() {
    let registry = Registry::built_in();
    let board = Board::from_fen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1", false).unwrap();
    let choice = choose(registry.find("krk_book").unwrap(), &board).unwrap();
    assert_eq!(Step::from_move(choice.played, choice.us), Some(choice.advised.step));
}

#[test]
fn a_tree_that_goes_through_a_promotion_is_followed_by_the_table_that_began_it() {
    let text = "material KP v K\nhandover KQ v K to kqk\n\
                rule always: if any_position then promote_and_mate\n\
                advice promote_and_mate:\n better: mate\n holding: any_position\n\
                us: depth = 0 and promotion then depth = 2 and legal\n them: depth = 1 and legal\n";
    let checked = lucena::advice::check("pawn", text);
    let mut registry = Registry::built_in();
    registry.add(checked.table.expect(text), lucena::advice::Origin::BuiltIn);
    let table = registry.find("pawn").unwrap();
    let board = Board::from_fen("8/kPK5/8/8/8/8/8/8 w - - 0 1", false).unwrap();
    let position = Position::from_board(&board, Color::White).unwrap();
    let mut player = Player::default();
    let mut moves = Vec::new();
    let mut position = position;
    for reply in ["a7a6", ""] {
        let advised = player.advise(&registry, table, &position, |position| table.advise(position)).unwrap();
        assert_eq!((player.followed(), advised.advice), (Some("pawn"), 0));
        moves.push(advised.step.uci(Color::White));
        position = position.after(advised.step);
        let mut replies = lucena::advice::Steps::new();
        position.legal_steps(&mut replies);
        if let Some(reply) = replies.iter().find(|step| step.uci(Color::White) == reply) {
            position = position.after(*reply);
        }
    }
    assert_eq!(moves, ["b7b8q", "b8b6"]);
    // Asked anew, the table for what is on the board answers.
    let queen = Board::from_fen("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1", false).unwrap();
    let queen = Position::from_board(&queen, Color::White).unwrap();
    let kqk = registry.find("kqk").unwrap();
    player.advise(&registry, table, &queen, |position| kqk.advise(position)).unwrap();
    assert_eq!(player.followed(), Some("kqk"));
}

/// Mates of a rook in one move and in two, and by stages: a way to where the stage before can begin.
fn table_with_stages(symmetric: bool) -> AdviceTable {
    let mate = |name: &str, better: &str, depth: u32| {
        format!(
            "advice {name}:\n better: {better}\n holding: any_position\n us: depth < {} and legal\n them: depth < {depth} and legal\n",
            depth - 1
        )
    };
    let text = format!(
        "material KR v K\n{}rule always: if any_position then one, two, by_stages, by_more\n{}{}{}{}",
        if symmetric { "symmetric\n" } else { "" },
        mate("one", "mate", 2),
        mate("two", "mate", 4),
        mate("by_stages", "us_to_move and can one", 3),
        mate("by_more", "us_to_move and can by_stages", 5)
    );
    lucena::advice::check("stages", &text).table.unwrap()
}

#[test]
fn what_the_prover_surveys_is_what_searches_find() {
    for table in [true, false].map(table_with_stages) {
        let mut registry = Registry::built_in();
        registry.add(table.clone(), lucena::advice::Origin::BuiltIn);
        let StoredProof { playbook, .. } =
            StoredProof::prove(&registry, &table, ProveOptions::default()).unwrap();
        let (mut deep, mut lost) = (0, 0);
        for number in (0..1 << 18_u32).step_by(601) {
            let [king, rook, theirs] = [number >> 12, number >> 6 & 63, number & 63].map(Square::new);
            let touch = king == theirs || shakmaty::attacks::king_attacks(king).contains(theirs);
            if touch || king == rook || rook == theirs {
                continue;
            }
            let mut position = Position::kings_only(king, theirs, Side::Us);
            position.put(Side::Us, Role::Rook, rook);
            if !position.is_legal() {
                continue;
            }
            let asked = table.advise(&position);
            let Some(entry) = playbook.entry(&table, &position) else {
                assert_eq!(asked, None, "{}", position.fen(Color::White));
                lost += 1;
                continue;
            };
            let asked = asked.unwrap();
            assert_eq!((entry.rule, entry.advice, entry.step), (asked.rule, asked.advice, asked.step));
            assert_eq!(entry.is_deep, has_a_second_move(&asked.tree));
            deep += u32::from(entry.is_deep);
        }
        assert!(deep > 5 && lost > 20, "{deep} {lost}");
    }
}

/// Whether a forcing tree below our move holds further moves of ours.
fn has_a_second_move(tree: &Tree) -> bool {
    matches!(tree, Tree::Theirs(replies) if replies.iter().any(|(_, subtree)| subtree.step().is_some()))
}

#[test]
fn a_goal_may_ask_what_an_earlier_piece_of_advice_can_do() {
    let table = table_with_stages(true);
    let (mut yes, mut no) = (0, 0);
    for (king, rook) in
        [2, 10, 18, 24, 25, 26].into_iter().flat_map(|king| (0..64).map(move |rook| (king, rook)))
    {
        let [king, rook] = [king, rook].map(Square::new);
        if king == rook || [king, rook].contains(&Square::A2) {
            continue;
        }
        let mut position = Position::kings_only(king, Square::A2, Side::Us);
        position.put(Side::Us, Role::Rook, rook);
        let kings_touch = shakmaty::attacks::king_attacks(king).contains(Square::A2);
        if kings_touch || !position.is_legal() || table.satisfy(0, &position).is_some() {
            continue;
        }
        // Mate in two moves is a move after which, whatever they reply, there is a mate in one.
        let (at_once, by_stages) = (table.satisfy(1, &position), table.satisfy(2, &position));
        assert_eq!(at_once.is_some(), by_stages.is_some(), "{}", position.fen(Color::White));
        *if at_once.is_some() { &mut yes } else { &mut no } += 1;
    }
    assert!(yes > 20 && no > 20, "{yes} {no}");
}

/// Positions of a king and a pawn that the table wins, in an order without a pattern.
fn won_with_a_pawn(proven: &Proven<'_>, count: usize) -> Vec<Position> {
    let mut random = fastrand::Rng::with_seed(5);
    let mut found = Vec::new();
    while found.len() < count {
        let [king, theirs, pawn] = [0; 3].map(|_| Square::new(random.u32(0..64)));
        let touch = king == theirs || shakmaty::attacks::king_attacks(king).contains(theirs);
        let on_a_pawns_place = !shakmaty::Bitboard::BACKRANKS.contains(pawn);
        if touch || !on_a_pawns_place || pawn == king || pawn == theirs {
            continue;
        }
        let mut position = Position::kings_only(king, theirs, Side::Us);
        position.put(Side::Us, Role::Pawn, pawn);
        if position.is_legal() && proven.moves(&position).is_some() {
            found.push(position);
        }
    }
    found
}

#[test]
fn no_defence_lasts_longer_than_said_until_the_clock_is_set_back() {
    let registry = Registry::built_in();
    let table = registry.find("kpk").unwrap();
    let StoredProof { playbook, .. } = StoredProof::prove(&registry, table, ProveOptions::default()).unwrap();
    let proven = Proven { registry: &registry, table, playbook: &playbook };
    let mut random = fastrand::Rng::with_seed(6);
    let mut sooner = 0;
    for start in won_with_a_pawn(&proven, 60) {
        let mut player = Player::default();
        let (mut position, mut played, mut most) = (start, 0, u32::MAX);
        loop {
            let ask = |position: &Position| proven.ask(position);
            let advised = player.advise(&registry, table, &position, ask).unwrap();
            if most == u32::MAX {
                most = plies_to_zeroing(&proven, &position, &advised).unwrap();
                let mate = longest_line(&proven, &position, &advised).unwrap().len() as u32;
                assert!((1..=mate).contains(&most), "{most} {mate}");
                sooner += u32::from(most < mate);
            }
            position = position.after(advised.step);
            played += 1;
            assert!(played <= most, "{}", start.fen(Color::White));
            let mut replies = lucena::advice::Steps::new();
            position.legal_steps(&mut replies);
            if advised.step.role == Role::Pawn || replies.is_empty() {
                break;
            }
            position = position.after(replies[random.usize(0..replies.len())]);
            played += 1;
        }
    }
    assert!(sooner > 40, "{sooner}");
}
