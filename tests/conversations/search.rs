//! Checks what one search reported against the rules of chess and of the protocol.

use std::collections::HashSet;
use std::rc::Rc;

use crate::info::{InfoLine, Score};
use crate::reading::{Go, InForce};
use crate::standing::Standing;

/// A search may look at so many more nodes than it was allowed: it looks at the limit now and then, and before the
/// first move has a score not at all.
const NODES_OF_GRACE: u64 = 60_000;

/// A search that was asked for, and what it has told.
pub struct Search {
    pub go: Go,
    pub options: InForce,
    /// Nothing where no position stands.
    root: Rc<Option<Standing>>,
    lines: Vec<InfoLine>,
}

impl Search {
    pub fn new(go: Go, options: InForce, root: Rc<Option<Standing>>) -> Search {
        Search { go, options, root, lines: Vec::new() }
    }

    /// Takes an `info` line that is no string.
    pub fn take(&mut self, text: &str) -> Result<(), String> {
        let Some(root) = self.root.as_ref() else { return Err("a search without a position".to_owned()) };
        if let Some((_, rest)) = text.split_once(" currmove ") {
            let current = rest.split(' ').next().unwrap_or_default();
            let is_asked = self.asked(root).contains(current);
            return is_asked.then_some(()).ok_or("a strange current move".to_owned());
        }
        let line = InfoLine::read(text)?;
        self.check_numbers(&line)?;
        self.check_moves(root, &line)?;
        self.check_order(&line)?;
        self.lines.push(line);
        Ok(())
    }

    /// The moves that are to be searched, as the engine writes them.
    fn asked(&self, root: &Standing) -> HashSet<String> {
        let legal = root.moves();
        let asked: Vec<_> = self.go.search_moves.iter().filter_map(|text| root.legal(text)).collect();
        let moves = if asked.is_empty() { legal } else { asked };
        moves.into_iter().map(|played| root.written(played, self.options.chess960)).collect()
    }

    fn check_numbers(&self, line: &InfoLine) -> Result<(), String> {
        if line.hash_permille > 1000 {
            return Err(format!("hashfull {}", line.hash_permille));
        }
        if line.chances.is_some() != self.options.show_wdl {
            return Err("wdl against UCI_ShowWDL".to_owned());
        }
        if line.chances.is_some_and(|chances| chances.iter().sum::<u64>() != 1000) {
            return Err("wdl does not sum to 1000".to_owned());
        }
        let certain = match line.score {
            Score::Mate(moves) if moves > 0 => Some([1000, 0, 0]),
            Score::Mate(_) => Some([0, 0, 1000]),
            Score::Centipawns(_) => None,
        };
        if !line.is_bound && certain.is_some() && line.chances.is_some() && line.chances != certain {
            return Err("a mate that is not certain".to_owned());
        }
        let is_proof = matches!(line.score, Score::Mate(_)) || line.nodes == 0;
        if let Some(depth) = self.go.depth.filter(|depth| line.depth > depth.max(&1).unsigned_abs())
            && !is_proof
        {
            return Err(format!("deeper than depth {depth}"));
        }
        let grace = NODES_OF_GRACE * self.options.threads as u64;
        // Where it ponders, no limit counts before the hit.
        match self.go.nodes.filter(|_| !self.go.ponder && !self.go.infinite) {
            Some(nodes) if line.nodes > nodes.max(1).unsigned_abs().saturating_add(grace) => {
                Err(format!("more than {nodes} nodes"))
            }
            _ => Ok(()),
        }
    }

    fn check_moves(&self, root: &Standing, line: &InfoLine) -> Result<(), String> {
        let Some(first) = line.moves.first() else { return check_game_over(root, line) };
        if !self.asked(root).contains(first) {
            return Err(format!("{first} was not to be searched"));
        }
        let exact_mate = match line.score {
            Score::Mate(moves) if !line.is_bound => Some(moves),
            _ => None,
        };
        let mut standing = root.clone();
        for (ply, text) in line.moves.iter().enumerate() {
            if ply > 0 && standing.is_drawn_by_rule() {
                return Err(format!("a line goes on after a draw at ply {ply}"));
            }
            let Some(played) = standing.legal(text) else {
                return Err(format!("{text} is illegal in {}", standing.fen()));
            };
            if standing.written(played, self.options.chess960) != *text {
                return Err(format!("{text} is written the wrong way"));
            }
            standing.play(played);
        }
        let Some(moves) = exact_mate else { return Ok(()) };
        let plies = if moves > 0 { 2 * moves - 1 } else { -2 * moves };
        let ends_in_mate = shakmaty::Position::is_checkmate(&standing.position);
        if i64::try_from(line.moves.len()) != Ok(plies) {
            return Err(format!("a line of {} plies where mate {moves} needs {plies}", line.moves.len()));
        }
        if ends_in_mate { Ok(()) } else { Err("an announced mate is none".to_owned()) }
    }

    /// Lines come in blocks that number them from 1, each move once.
    fn check_order(&self, line: &InfoLine) -> Result<(), String> {
        let Some(last) = self.lines.last() else {
            return if line.multi_pv == 1 {
                Ok(())
            } else {
                Err("the first line is not number 1".to_owned())
            };
        };
        if line.nodes < last.nodes && line.nodes > 0 {
            return Err("nodes have become fewer".to_owned());
        }
        if line.time < last.time {
            return Err("time runs backwards".to_owned());
        }
        if line.multi_pv == 1 {
            return Ok(());
        }
        if line.multi_pv != last.multi_pv + 1 || line.multi_pv > self.options.multi_pv {
            return Err(format!("line {} after line {}", line.multi_pv, last.multi_pv));
        }
        let block = &self.lines[self.block_start()..];
        if block.iter().any(|other| other.moves.first() == line.moves.first()) {
            return Err("a move stands on two lines".to_owned());
        }
        Ok(())
    }

    fn block_start(&self) -> usize {
        self.lines.iter().rposition(|line| line.multi_pv == 1).unwrap_or(0)
    }

    /// Takes the `bestmove` line.
    pub fn conclude(&self, text: &str) -> Result<(), String> {
        let words: Vec<&str> = text.split(' ').collect();
        let (best, ponder) = match words[..] {
            ["bestmove", best] => (best, None),
            ["bestmove", best, "ponder", ponder] => (best, Some(ponder)),
            _ => return Err("a malformed bestmove".to_owned()),
        };
        let root = self.root.as_ref().as_ref();
        self.check_best(root, best, ponder)?;
        root.map_or(Ok(()), |root| self.check_last_lines(root, best))
    }

    fn check_best(&self, root: Option<&Standing>, best: &str, ponder: Option<&str>) -> Result<(), String> {
        let asked = root.map(|root| self.asked(root)).unwrap_or_default();
        if best == "0000" {
            return if asked.is_empty() && ponder.is_none() {
                Ok(())
            } else {
                Err("no move where there are some".to_owned())
            };
        }
        let Some(root) = root.filter(|_| asked.contains(best)) else {
            return Err(format!("{best} is not among the moves to search"));
        };
        let Some(ponder) = ponder else { return Ok(()) };
        let mut after = root.clone();
        after.play(root.legal(best).ok_or("an illegal move")?);
        match after.legal(ponder) {
            Some(reply) if after.written(reply, self.options.chess960) == ponder => Ok(()),
            _ => Err(format!("ponder {ponder} is illegal after {best}")),
        }
    }

    /// What stands on the screen at the end: all lines that were asked for, sorted, the move that is played first.
    fn check_last_lines(&self, root: &Standing, best: &str) -> Result<(), String> {
        let block = &self.lines[self.block_start()..];
        let Some(first) = block.first() else { return Err("an answer without a score".to_owned()) };
        if first.moves.is_empty() {
            return Ok(());
        }
        if first.moves[0] != best {
            return Err(format!("{best} is played and {} told", first.moves[0]));
        }
        if self.options.is_weakened() {
            return Ok(());
        }
        let wanted = self.asked(root).len().min(self.options.multi_pv);
        if block.len() != wanted {
            return Err(format!("{} last lines instead of {wanted}", block.len()));
        }
        if is_sorted(block) { Ok(()) } else { Err("the last lines are not sorted".to_owned()) }
    }
}

/// Best first; where the search was cut off, those of the last depth before those of the depth before it. A bound may
/// stand anywhere.
fn is_sorted(block: &[InfoLine]) -> bool {
    let by_score = block.is_sorted_by_key(|line| std::cmp::Reverse(line.score.rank()));
    let by_depth = block.is_sorted_by_key(|line| std::cmp::Reverse((line.depth, line.score.rank())));
    by_score || by_depth || block.iter().any(|line| line.is_bound)
}

fn check_game_over(root: &Standing, line: &InfoLine) -> Result<(), String> {
    let position = &root.position;
    let right =
        if shakmaty::Position::is_checkmate(position) { Score::Mate(0) } else { Score::Centipawns(0) };
    if !root.moves().is_empty() {
        return Err("a line without moves".to_owned());
    }
    if line.score == right { Ok(()) } else { Err("the game is over with another score".to_owned()) }
}
