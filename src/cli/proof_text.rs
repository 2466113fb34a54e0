//! A proof of an advice table as text.

use std::fmt::Write as _;

use crate::advice::prover::Proof;

/// What was proven, how long wins take, which advice fires, and what escapes.
pub(super) fn text(proof: &Proof) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = summary(&mut text, proof);
    text
}

fn summary(text: &mut String, proof: &Proof) -> std::fmt::Result {
    let verdict = if proof.proven { "proven" } else { "NOT proven" };
    writeln!(text, "{} ({}): {verdict} in {:.1} s", proof.table, proof.material, proof.seconds)?;
    writeln!(
        text,
        "positions     {} with our side to move, {} of them can be won",
        proof.positions, proof.won
    )?;
    writeln!(text, "wins          {}", proof.wins)?;
    write!(text, "longest win   {} moves", proof.longest)?;
    if let Some(optimum) = proof.optimum_longest {
        write!(text, " (optimum {optimum})")?;
    }
    if let Some(fen) = &proof.longest_fen {
        write!(text, ", from {fen}")?;
    }
    write!(text, "\nmean win      {:.3} moves", proof.mean)?;
    if let Some(optimum) = proof.optimum_mean {
        write!(text, " (optimum {optimum:.3})")?;
    }
    writeln!(text)?;
    for (escape, count) in proof.escapes.iter().filter(|(_, count)| *count > 0) {
        writeln!(text, "escapes       {count} by {escape:?}")?;
    }
    for firing in &proof.fired {
        writeln!(text, "fires         {:>9}  {} / {}", firing.positions, firing.rule, firing.advice)?;
    }
    for example in &proof.counterexamples {
        writeln!(text, "escape        {}  {:?}  {}", example.fen, example.escape, example.line.join(" "))?;
    }
    Ok(())
}
