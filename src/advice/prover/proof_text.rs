//! A proof of an advice table as text.

use std::fmt::Write as _;

use shakmaty::Color;
use shakmaty::uci::UciMove;

use super::escape::Escape;
use super::proof::{Counterexample, Failure, Mover, Proof};
use crate::advice::language::Aim;
use crate::advice::position::material::Material;
use crate::advice::position::view::Position;
use crate::board::{Board, numbered};

impl Proof {
    /// Returns what was proven, how long wins take, which advice fires, and what escapes.
    #[must_use]
    pub fn to_text(&self) -> String {
        let mut text = String::new();
        // Writing into a string cannot fail.
        let _ = summary(&mut text, self).and_then(|()| failures(&mut text, self));
        text
    }
}

fn summary(text: &mut String, proof: &Proof) -> std::fmt::Result {
    let verdict = match (proof.proven, proof.promise) {
        (true, Aim::Wins) => "proven",
        (true, Aim::Holds) => "proven to hold",
        (false, _) => "NOT proven",
    };
    // A kept proof does not say how long it took.
    let time = if proof.seconds > 0.0 { format!(" in {:.1} s", proof.seconds) } else { String::new() };
    writeln!(text, "{} ({}): {verdict}{time}", proof.table, proof.material)?;
    positions(text, proof)?;
    if let Some(part) = &proof.part {
        writeln!(text, "promised      {} of them, where {part}", proof.claimed)?;
    }
    let all = match proof.promise {
        Aim::Wins => "can be won",
        Aim::Holds => "is drawn",
    };
    writeln!(text, "{:<14}{}{}", proof.promise.words(), proof.kept, share(proof))?;
    if let Some(share) = proof.share_of_material {
        writeln!(text, "of all        about {share:.2} % of what {all} with {}", proof.material)?;
    }
    if proof.wins > proof.kept && proof.promise == Aim::Wins && !proof.of_promise {
        writeln!(text, "wins in all   {} of the {} that can be won", proof.wins, proof.won)?;
    }
    if let Some(fen) = &proof.longest_fen {
        let optimum = proof.optimum_longest.map_or(String::new(), |optimum| format!(" (optimum {optimum})"));
        writeln!(text, "longest win   {} moves{optimum}, from {fen}", proof.longest)?;
        let optimum = proof.optimum_mean.map_or(String::new(), |optimum| format!(" (optimum {optimum:.3})"));
        writeln!(text, "mean win      {:.3} moves{optimum}", proof.mean)?;
    }
    for firing in &proof.fired {
        writeln!(text, "fires         {:>9}  {} / {}", firing.positions, firing.rule, firing.advice)?;
    }
    Ok(())
}

/// Writes how many positions the proof went through, and what is known of them.
fn positions(text: &mut String, proof: &Proof) -> std::fmt::Result {
    let Proof { positions, won, drawn, lost, unknown, .. } = proof;
    let which = if proof.of_promise { ", the promised ones and those that they lead to" } else { "" };
    write!(text, "positions     {positions} with our side to move{which}: ")?;
    if unknown == positions {
        return writeln!(text, "no table that is there knows them, so the proof stands by itself");
    }
    write!(text, "{won} can be won, {drawn} are drawn, {lost} lost")?;
    if *unknown > 0 {
        write!(text, ", {unknown} are unknown")?;
    }
    let source = proof.known_by.as_ref().map_or(String::new(), |source| format!(" (known by {source})"));
    writeln!(text, "{source}")
}

/// Returns how much of the promise is kept; empty if all of it is.
fn share(proof: &Proof) -> String {
    if proof.proven || proof.claimed == 0 {
        return String::new();
    }
    let percent = 100.0 * proof.kept as f64 / proof.claimed as f64;
    // Never rounded up to all of it.
    format!(" ({:.2} % of {})", (percent * 100.0).floor() / 100.0, proof.claimed)
}

fn failures(text: &mut String, proof: &Proof) -> std::fmt::Result {
    for failure in &proof.failures {
        let is_one = |example: &&Counterexample| {
            (&example.escape, &example.rule, &example.advice, &example.circle)
                == (&failure.escape, &failure.rule, &failure.advice, &failure.circle)
        };
        let examples: Vec<&Counterexample> = proof.counterexamples.iter().filter(is_one).collect();
        let (blamed, how) = (blamed(failure), how(failure.escape, proof, &examples));
        writeln!(text, "escapes       {:>9}  {blamed}: {how}", failure.positions)?;
        for Counterexample { fen, line, end, .. } in examples {
            if line.is_empty() {
                writeln!(text, "  {fen}")?;
            } else {
                writeln!(text, "  {fen}  {}  to {end}", in_san(fen, line))?;
            }
        }
    }
    Ok(())
}

/// The rule and the advice that a failure is blamed on; all that move in a circle.
fn blamed(failure: &Failure) -> String {
    let Failure { rule, advice, circle, .. } = failure;
    if circle.is_empty() {
        return format!("{rule} / {}", advice.as_deref().unwrap_or("none"));
    }
    let movers: Vec<String> =
        circle.iter().map(|Mover { rule, advice }| format!("{rule} / {advice}")).collect();
    movers.join(", ")
}

/// How they escape. Where no table takes over, the materials at the end of the examples are named.
fn how(escape: Escape, proof: &Proof, examples: &[&Counterexample]) -> String {
    let mut materials: Vec<String> = match escape {
        Escape::HandoverMissing => examples.iter().filter_map(|example| material_of(&example.end)).collect(),
        _ => Vec::new(),
    };
    materials.retain(|material| *material != proof.material);
    materials.sort();
    materials.dedup();
    if materials.is_empty() {
        return escape.words(proof.promise).to_owned();
    }
    let (materials, names) = (materials.join(", "), "write `handover MATERIAL to TABLE`");
    format!("it is still won with {materials}, but no table is named to hand it over to; {names}")
}

/// The material of a position with the advice for White.
fn material_of(fen: &str) -> Option<String> {
    let board = Board::from_fen(fen, false).ok()?;
    Some(Material::of(&Position::from_board(&board, Color::White)?).to_string())
}

/// A line in standard notation, numbered from the position; as it is if it cannot be played there.
fn in_san(fen: &str, line: &[String]) -> String {
    let played = || {
        let first = Board::from_fen(fen, false).ok()?;
        let (mut board, mut moves) = (first.clone(), Vec::new());
        for uci in line {
            let played = uci.parse::<UciMove>().ok()?.to_move(board.position()).ok()?;
            board = board.after(played);
            moves.push(played);
        }
        Some(numbered(&first, &moves))
    };
    played().unwrap_or_else(|| line.join(" "))
}
