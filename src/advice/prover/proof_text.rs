//! A proof of an advice table as text.

use std::fmt::Write as _;

use super::proof::{Counterexample, Failure, Proof};
use crate::advice::language::Aim;

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
    writeln!(
        text,
        "positions     {} with our side to move: {} can be won, {} are drawn, {} lost",
        proof.positions, proof.won, proof.drawn, proof.lost
    )?;
    if let Some(part) = &proof.part {
        writeln!(text, "promised      {} of them, where {part}", proof.claimed)?;
    }
    match proof.promise {
        Aim::Wins => writeln!(text, "wins          {}{}", proof.wins, share(proof))?,
        Aim::Holds => writeln!(text, "holds         {}{}", proof.kept, share(proof))?,
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

/// How much of what is promised is kept, where it is not all.
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
        let Failure { escape, rule, advice, positions } = failure;
        let advice = advice.as_deref().unwrap_or("none");
        writeln!(text, "escapes       {positions:>9}  {rule} / {advice}: {}", escape.words(proof.promise))?;
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
