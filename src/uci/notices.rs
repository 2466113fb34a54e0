//! The engine's notices in words: the only place where they become sentences. Called by `writer`, and by `cli`.

use crate::engine::{
    AdviceNotice, AskedOtherwise, Notice, ProofFailure, RuleAndAdvice, RulesVeto, Unproven, Veto,
};
use crate::search::MateNotice;

/// A notice as a sentence.
#[must_use]
pub fn in_words(notice: &Notice) -> String {
    match notice {
        Notice::SearchFailed => {
            "the search failed; this is a bug in lucena, please report the position".to_owned()
        }
        Notice::NoHash(error) => error.to_string(),
        Notice::Mate(MateNotice::NoneWithin(moves)) => format!("no mate in {moves}: proven"),
        Notice::Mate(MateNotice::Shortest(moves)) => format!("mate in {moves} proven, and none shorter"),
        Notice::Syzygy(folder) => format!("Syzygy {folder}"),
        Notice::SyzygyDamage(problem) => problem.clone(),
        Notice::NoDistances { material, error } => format!("no table for {material}: {error}"),
        Notice::TableCache(error) => error.to_string(),
        Notice::AdviceLeftOut(reason) => format!("advice left out: {reason}"),
        Notice::NoSuchAdvice { name, known } => {
            format!("advice: there is no table {name:?} to play; there are {}", known.join(", "))
        }
        Notice::Advice { table, says } => advice(table, says),
    }
}

fn advice(table: &str, says: &AdviceNotice) -> String {
    match says {
        AdviceNotice::Plays(reason) => format!("advice {table}: {}", rule_and_advice(reason)),
        AdviceNotice::Leaves(reason) => format!("advice {table}: {}", veto(reason)),
        AdviceNotice::Proven { longest } => {
            format!("advice {table}: proven, the longest win takes {longest} moves")
        }
        AdviceNotice::ProofCache(error) => format!("advice {table}: {error}"),
        AdviceNotice::Remark { instead, reason, doubt } => {
            let reason = rule_and_advice(reason);
            let doubt = doubt.map_or(String::new(), |doubt| format!("; but {}", rules_veto(doubt)));
            match instead {
                None => format!("advice {table} agrees: {reason}{doubt}"),
                Some(played) => format!("advice {table} would play {played}: {reason}{doubt}"),
            }
        }
    }
}

fn rule_and_advice(reason: &RuleAndAdvice) -> String {
    let RuleAndAdvice { rule, advice, purpose } = reason;
    let colon = if purpose.is_empty() { "" } else { ": " };
    format!("rule {rule}, {advice}{colon}{purpose}")
}

fn veto(veto: &Veto) -> String {
    match veto {
        Veto::Unproven(reason) => format!("{}; exact play meanwhile", unproven(reason)),
        Veto::NoWin => "it does not win from here; others play".to_owned(),
        Veto::Asked(asked) => format!("{}; exact play takes over", asked_otherwise(*asked)),
        Veto::Rules(rules) => format!("{}; exact play takes over", rules_veto(*rules)),
    }
}

fn unproven(reason: &Unproven) -> String {
    match reason {
        Unproven::Escapes { positions, example } => {
            let example = example.as_ref().map_or(String::new(), |fen| format!(", as in {fen}"));
            format!("it is not proven: {positions} won positions escape{example}")
        }
        Unproven::Failed(failure) => format!("it is not proven: {}", proof_failure(failure)),
        Unproven::UnderWay => "it is being proven".to_owned(),
        Unproven::WaitsFor(other) => format!("its proof waits for that of {other}"),
    }
}

fn proof_failure(failure: &ProofFailure) -> String {
    match failure {
        ProofFailure::NoThread(error) => error.to_string(),
        ProofFailure::ProverFailed => "the prover failed".to_owned(),
        ProofFailure::NoSuchTable => "there is no such table".to_owned(),
        ProofFailure::Impossible(error) => error.to_string(),
    }
}

fn asked_otherwise(asked: AskedOtherwise) -> String {
    match asked {
        AskedOtherwise::Lines(lines) => format!("it has one line, and MultiPV asks for {lines}"),
        AskedOtherwise::LimitedStrength => "it knows no limited strength".to_owned(),
        AskedOtherwise::OtherMoves => "searchmoves leaves its move out".to_owned(),
        AskedOtherwise::ShorterMate { moves, asked } => {
            format!("it mates in {moves}, and a mate in {asked} is asked for")
        }
    }
}

fn rules_veto(veto: RulesVeto) -> String {
    match veto {
        RulesVeto::FiftyMoves { moves, left } => {
            format!("its {moves} moves do not fit into the {left} half-moves left by the 50-move rule")
        }
        RulesVeto::Repetition => "a position would occur for the third time".to_owned(),
    }
}
