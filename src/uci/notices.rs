//! The words of the engine's notices: the only place that makes them sentences. `writer` and `cli` call it.

use crate::advice::Aim;
use crate::engine::{
    AdviceNotice, AskedOtherwise, Notice, ProofFailure, RuleAndAdvice, RulesVeto, SolvedBy, SolvedNotice,
    Unproven, Veto,
};
use crate::evaluation::NetworkKind;
use crate::search::MateNotice;
use crate::tablebase::Wdl;
use crate::text::{did_you_mean, shown};
use crate::threads::Shortage;

/// Returns a notice as a sentence.
#[must_use]
pub fn in_words(notice: &Notice) -> String {
    match notice {
        Notice::SearchFailed => {
            "the search failed; this is a bug in lucena, please report the position".to_owned()
        }
        Notice::FewerThreads(shortage) => fewer_threads(*shortage),
        Notice::NoHash(error) => error.to_string(),
        Notice::Mate(MateNotice::NoneWithin(moves)) => format!("no mate in {moves}: proven"),
        Notice::Mate(MateNotice::Shortest(moves)) => format!("mate in {moves} proven, and none shorter"),
        Notice::Syzygy(folder) => format!("Syzygy {folder}"),
        Notice::SyzygyDamage(file) => format!("Syzygy {file}"),
        Notice::Results { path, materials } => {
            let materials =
                if *materials == 1 { "1 material".to_owned() } else { format!("{materials} materials") };
            format!("results of {materials} of five men: {}", path.display())
        }
        Notice::NoResults(error) => error.to_string(),
        Notice::NoDistances { material, error } => format!("no table for {material}: {error}"),
        Notice::Solved(notice) => solved(notice),
        Notice::SolvedFile { path, arrangements } => {
            format!("solved positions: {}, {arrangements} arrangements of men", path.display())
        }
        Notice::NoSolvedFile(error) => error.to_string(),
        Notice::Networks { file, kinds } => networks(file, kinds),
        Notice::BuiltInNetworks => "EvalFile: the built-in networks play again".to_owned(),
        Notice::NoNetworks(error) => format!("EvalFile: {error}; the built-in networks play"),
        Notice::TableCache(error) => error.to_string(),
        Notice::AdviceLeftOut(reason) => format!("advice left out: {reason}"),
        Notice::NoSuchAdvice { name, known } => {
            format!(
                "advice: unknown table {name:?}{}; allowed: {}",
                did_you_mean(name, known.iter().map(String::as_str)),
                known.join(", ")
            )
        }
        Notice::Advice { table, says } => advice(table, says),
    }
}

fn networks(file: &str, kinds: &[NetworkKind]) -> String {
    let file = shown(file);
    match kinds {
        [kind] => format!("EvalFile: the network {} of {file} plays, with the other built in", kind.words()),
        _ => format!("EvalFile: both networks of {file} play"),
    }
}

/// Returns a sentence that says how many threads the system gives, and that the work goes on.
#[must_use]
pub fn fewer_threads(shortage: Shortage) -> String {
    match shortage.got {
        1 => "the system allows no second thread; lucena works with one".to_owned(),
        got => format!("the system allows only {got} threads; lucena works with these"),
    }
}

fn solved(notice: &SolvedNotice) -> String {
    let SolvedNotice { of_white, arrangements, by } = notice;
    let result = match of_white.value() {
        Some(Wdl::Win) => "White wins",
        Some(Wdl::Draw) => "a draw",
        Some(Wdl::Loss) => "Black wins",
        None => "not settled",
    };
    let by = match by {
        SolvedBy::Now(time) => format!("in {:.1} s", time.as_secs_f64()),
        SolvedBy::File(path) => format!("kept in {}", path.display()),
    };
    format!("solved: {result}, proven over {arrangements} arrangements of the men {by}")
}

fn advice(table: &str, says: &AdviceNotice) -> String {
    match says {
        AdviceNotice::Plays(reason) => format!("advice {table}: {}", rule_and_advice(reason)),
        AdviceNotice::Leaves(reason) => format!("advice {table}: {}", veto(reason)),
        AdviceNotice::Proven { longest: Some(longest) } => {
            format!("advice {table}: proven, the longest win takes {longest} moves")
        }
        AdviceNotice::Proven { longest: None } => format!("advice {table}: proven to hold"),
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
        Veto::NotFromHere(Aim::Wins) => "it does not win from here; others play".to_owned(),
        Veto::NotFromHere(Aim::Holds) => "it does not hold from here; others play".to_owned(),
        Veto::Asked(asked) => format!("{}; exact play takes over", asked_otherwise(*asked)),
        Veto::Rules(rules) => format!("{}; exact play takes over", rules_veto(*rules)),
    }
}

fn unproven(reason: &Unproven) -> String {
    match reason {
        Unproven::Escapes { promise, positions, example } => {
            let example = example.as_ref().map_or(String::new(), |fen| format!(", as in {fen}"));
            match promise {
                Aim::Wins => format!("it is not proven: {positions} won positions escape{example}"),
                Aim::Holds => format!("it is not proven: {positions} drawn positions are lost{example}"),
            }
        }
        Unproven::Failed(failure) => format!("it is not proven: {}", proof_failure(failure)),
        Unproven::BeingRead => "its proof is being read".to_owned(),
        Unproven::UnderWay => "it is being proven".to_owned(),
        Unproven::WaitsFor(other) => format!("its proof waits for that of {other}"),
    }
}

fn proof_failure(failure: &ProofFailure) -> String {
    match failure {
        ProofFailure::NoThread(error) => error.to_string(),
        ProofFailure::ProverFailed => "the prover failed".to_owned(),
        ProofFailure::NoSuchTable => "there is no such table".to_owned(),
        ProofFailure::OnlyBeforehand => {
            "the proof of so many men takes minutes; `lucena advice prove` stores it for games".to_owned()
        }
        ProofFailure::Impossible(error) => error.to_string(),
    }
}

fn asked_otherwise(asked: AskedOtherwise) -> String {
    match asked {
        AskedOtherwise::Lines(lines) => format!("it has one line, and MultiPV asks for {lines}"),
        AskedOtherwise::LimitedStrength => "it cannot play at limited strength".to_owned(),
        AskedOtherwise::OtherMoves => "searchmoves leaves its move out".to_owned(),
        AskedOtherwise::ShorterMate { moves, asked } => {
            format!("it mates in {moves}, but go asks for a mate in {asked}")
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

#[cfg(test)]
mod tests {
    use super::*;

    fn said(says: AdviceNotice) -> String {
        in_words(&Notice::Advice { table: "krk".to_owned(), says })
    }

    #[test]
    fn a_table_that_leaves_the_move_to_others_says_why_and_who_plays() {
        let rows = [
            (Veto::NotFromHere(Aim::Wins), "it does not win from here; others play"),
            (Veto::NotFromHere(Aim::Holds), "it does not hold from here; others play"),
            (
                Veto::Unproven(Unproven::WaitsFor("kqk".to_owned())),
                "its proof waits for that of kqk; exact play meanwhile",
            ),
            (
                Veto::Asked(AskedOtherwise::ShorterMate { moves: 9, asked: 4 }),
                "it mates in 9, but go asks for a mate in 4; exact play takes over",
            ),
            (
                Veto::Rules(RulesVeto::FiftyMoves { moves: 9, left: 12 }),
                "its 9 moves do not fit into the 12 half-moves left by the 50-move rule; exact play takes over",
            ),
        ];
        for (veto, words) in rows {
            assert_eq!(said(AdviceNotice::Leaves(veto)), format!("advice krk: {words}"));
        }
    }

    #[test]
    fn a_remark_agrees_or_names_another_move_and_tells_its_doubt() {
        let reason = |purpose: &str| RuleAndAdvice {
            rule: "edge".to_owned(),
            advice: "mate".to_owned(),
            purpose: purpose.to_owned(),
        };
        let agrees = AdviceNotice::Remark { instead: None, reason: reason(""), doubt: None };
        assert_eq!(said(agrees), "advice krk agrees: rule edge, mate");
        let doubt = Some(RulesVeto::Repetition);
        let instead = "Rh1".parse().ok();
        let differs = AdviceNotice::Remark { instead, reason: reason("the end"), doubt };
        assert_eq!(
            said(differs),
            "advice krk would play Rh1: rule edge, mate: the end; but a position would occur for the third time"
        );
    }
}
