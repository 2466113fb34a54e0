//! A proof of an advice table as text.

use std::fmt::Write as _;

use crate::advice::prover::{Counterexample, Failure, Proof};

/// What was proven, how long wins take, which advice fires, and what escapes.
pub(super) fn text(proof: &Proof) -> String {
    let mut text = String::new();
    // Writing into a string cannot fail.
    let _ = summary(&mut text, proof).and_then(|()| failures(&mut text, proof));
    text
}

fn summary(text: &mut String, proof: &Proof) -> std::fmt::Result {
    let verdict = if proof.proven { "proven" } else { "NOT proven" };
    writeln!(text, "{} ({}): {verdict} in {:.1} s", proof.table, proof.material, proof.seconds)?;
    writeln!(
        text,
        "positions     {} with our side to move: {} can be won, {} are drawn, {} lost",
        proof.positions, proof.won, proof.drawn, proof.lost
    )?;
    writeln!(text, "wins          {}", proof.wins)?;
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

fn failures(text: &mut String, proof: &Proof) -> std::fmt::Result {
    for failure in &proof.failures {
        let Failure { escape, rule, advice, positions } = failure;
        let advice = advice.as_deref().unwrap_or("none");
        writeln!(text, "escapes       {positions:>9}  {rule} / {advice}: {}", escape.words())?;
        let is_one = |example: &&Counterexample| {
            (&example.escape, &example.rule, &example.advice)
                == (&failure.escape, &failure.rule, &failure.advice)
        };
        for Counterexample { fen, line, end, .. } in proof.counterexamples.iter().filter(is_one) {
            let line = if line.is_empty() { "no move".to_owned() } else { line.join(" ") };
            writeln!(text, "  {fen}  {line}  to {end}")?;
        }
    }
    Ok(())
}
