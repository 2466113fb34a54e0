//! Proofs count correctly what can be won, drawn and lost, and name what goes wrong.

use std::collections::HashMap;

use lucena::advice::prover::{Escape, Proof, ProveOptions, prove};
use lucena::advice::{Origin, Registry, check};

/// A table that gives mate in one move where it can, and has nothing else to say.
fn table_of_mates(material: &str) -> String {
    format!(
        "material {material}\nsymmetric\nrule always: if any_position then mate_in_1\n\
         advice mate_in_1:\n better: mate\n holding: any_position\n us: depth = 0 and check_move\n them: none\n"
    )
}

fn proof_of(text: &str) -> Proof {
    let table = check("mine", text).table.expect(text);
    let mut registry = Registry::built_in();
    registry.add(table, Origin::BuiltIn);
    prove(&registry, registry.find("mine").unwrap(), ProveOptions::default()).unwrap()
}

/// Positions with White to move by what they are worth to White: counted by Syzygy files (see `tablebase_truth`).
fn exact_counts() -> HashMap<&'static str, [u64; 3]> {
    let lines = include_str!("../data/exact_counts.txt").lines().filter(|line| !line.starts_with('#'));
    let count = |line: &'static str| {
        let words: Vec<&str> = line.split_whitespace().collect();
        (words[0], [1, 2, 3].map(|place| words[place].parse().unwrap()))
    };
    lines.map(count).collect()
}

fn compare(materials: &[&str]) {
    let counts = exact_counts();
    for material in materials {
        let proof = proof_of(&table_of_mates(&material.replace('v', " v ")));
        assert_eq!([proof.won, proof.drawn, proof.lost], counts[material], "{material}");
        assert_eq!(proof.positions, proof.won + proof.drawn + proof.lost);
    }
}

#[test]
fn with_men_on_both_sides_the_prover_counts_what_syzygy_counts() {
    compare(&["KvKQ", "KRvKN"]);
}

/// Minutes: run by `make proofs`.
#[test]
#[ignore = "slow"]
fn every_material_of_four_men_is_counted_as_syzygy_counts_it() {
    compare(&["KQvKP", "KPvKQ", "KQvKR", "KBvKP"]);
}

#[test]
fn nothing_is_proven_where_nothing_can_be_won() {
    let proof = proof_of(&table_of_mates("K v KQ"));
    assert!(!proof.proven && proof.escapes.is_empty());
    assert_eq!((proof.wins, proof.optimum_longest), (0, None));
}

#[test]
fn a_handover_that_is_missing_is_not_called_a_lost_piece() {
    let kpk = include_str!("../../src/advice/tables/kpk.al0");
    let without: String =
        kpk.lines().filter(|line| !line.starts_with("handover")).map(|line| format!("{line}\n")).collect();
    let proof = proof_of(&without);
    // From the others mate is given at once, by the promotion.
    assert_eq!(proof.escapes, [(Escape::HandoverMissing, 124_860)]);
    let positions: u64 = proof.failures.iter().map(|failure| failure.positions).sum();
    assert_eq!(positions, 124_860);
    for example in &proof.counterexamples {
        assert_eq!(example.escape, Escape::HandoverMissing);
        assert!(
            !example.end.to_lowercase().contains('p'),
            "the pawn is promoted at the end: {}",
            example.end
        );
    }
}

#[test]
fn failures_are_grouped_by_rule_and_advice_and_examples_come_from_all_over_the_board() {
    let proof = proof_of(
        "material KR v K\nrule edge: if their_king_on_edge then mate_in_1\nrule always: if any_position then check\n\
         advice mate_in_1:\n better: mate\n holding: any_position\n us: depth = 0 and check_move\n them: none\n\
         advice check:\n better: check\n holding: any_position\n us: depth = 0 and check_move\n them: none\n",
    );
    let escapes: u64 = proof.escapes.iter().map(|(_, count)| count).sum();
    assert_eq!(escapes, proof.failures.iter().map(|failure| failure.positions).sum::<u64>());
    assert!(proof.failures.len() > 2, "{:?}", proof.failures);
    let unanswered = proof.failures.iter().find(|failure| failure.rule == "edge").unwrap();
    assert_eq!((unanswered.escape, &unanswered.advice), (Escape::NoAdvice, &None));
    assert!(proof.failures.iter().any(|failure| failure.advice.as_deref() == Some("check")));
    for (one, other) in proof.counterexamples.iter().zip(&proof.counterexamples[1..]) {
        assert_ne!(one.fen, other.fen);
    }
}
