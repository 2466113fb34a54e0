//! What a graph knows of a row of placements: for each bound, the squares of the defender's king at which the attacker wins.

use shakmaty::Bitboard;

use super::guesses::is_assumed_won;
use super::node::{Node, NodeId, State};
use super::store::Graph;
use crate::solve::arrangement::bound::{Bound, KingSets, Wanted};
use crate::solve::arrangement::exits::Exits;
use crate::solve::arrangement::exits_of_row::{ExitsOfRow, Oracle, Question, Scope};
use crate::solve::arrangement::layout::{Placement, ProofSide};
use crate::solve::arrangement::reach::Reach;
use crate::solve::arrangement::row::{KingRow, OF_ROW, Row, RowSets};

/// Placements of a row, a side to move, and the bounds that a caller asks for.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub row: Row,
    pub mover: ProofSide,
    /// The squares of the attacker's king.
    pub kings: Bitboard,
    /// For each of them, the squares of the defender's king that matter.
    pub needed: &'a KingRow,
    pub wanted: Wanted,
}

/// All squares matter.
static ALL_SQUARES: KingRow = [Bitboard::FULL; OF_ROW];

impl Part<'_> {
    /// A single placement.
    pub fn of(at: &Placement, mover: ProofSide, wanted: Wanted) -> Part<'static> {
        Part { row: Row { pieces: at.pieces }, mover, kings: at.king.into(), needed: &ALL_SQUARES, wanted }
    }
}

impl<'a> From<&Question<'a>> for Part<'a> {
    fn from(question: &Question<'a>) -> Part<'a> {
        let Question { row, mover, kings, needed, wanted, .. } = *question;
        Part { row, mover, kings, needed, wanted }
    }
}

impl Graph {
    /// The won squares in an arrangement that is solved or needs no solving; `None` if it is not.
    pub(super) fn king_sets(
        &self,
        node: NodeId,
        at: &Placement,
        mover: ProofSide,
        wanted: Wanted,
    ) -> Option<KingSets> {
        let mut won = RowSets::EMPTY;
        let unknown = self.known_sets(node, &Part::of(at, mover, wanted), &mut won);
        unknown.is_empty().then(|| won.at(at.king, wanted))
    }

    /// Sets the won squares in part of an arrangement that is solved or needs no solving. Returns the squares of the
    /// attacker's king of which nothing is known.
    pub(super) fn known_sets(&self, node: NodeId, part: &Part<'_>, won: &mut RowSets) -> Bitboard {
        let node = &self.nodes[node as usize];
        let Part { row, mover, kings, needed, wanted } = *part;
        match &node.state {
            State::Bare => won.set_each(kings, wanted, |_| Bitboard::EMPTY),
            State::Table(table) => {
                let known = |at: &Placement| table.squares(at, mover, needed[usize::from(at.king)]);
                return one_by_one(part, won, known);
            }
            State::Built(table) => return one_by_one(part, won, |at| table.squares(at, mover)),
            State::Syzygy(file) => return one_by_one(part, won, |at| file.squares(at, mover)),
            State::Closed | State::Open(None) => return kings,
            State::Open(Some(bounds)) => {
                let number = row.number(node.arrangement.piece_count());
                for bound in wanted.each() {
                    let (stored, won) = (bounds.of(bound), won.of_mut(bound));
                    match kings.single_square().map(usize::from) {
                        Some(king) => won[king] = stored.squares(mover, OF_ROW * number + king),
                        None => stored.copy_row(mover, number, won),
                    }
                }
                if wanted.contains(Bound::Most) && bounds.reach != Reach::EVERYWHERE {
                    for king in kings {
                        let unknown = !bounds.reach.defenders(&row.at(king));
                        won.of_mut(Bound::Most)[usize::from(king)] |= unknown;
                    }
                }
                correct(node, part, won);
            }
        }
        Bitboard::EMPTY
    }

    /// Sets what one capture by the side to move shows of a closed arrangement, together with what is proven of single
    /// positions there. The assumed bound uses the guess.
    pub(super) fn closed_sets(&self, node: NodeId, part: &Part<'_>, is_guessed_won: bool, won: &mut RowSets) {
        let node = &self.nodes[node as usize];
        self.show_captures(node, part, is_guessed_won, won);
        correct(node, part, won);
    }

    fn show_captures(&self, node: &Node, part: &Part<'_>, is_guessed_won: bool, won: &mut RowSets) {
        let Part { row, mover, kings, wanted, .. } = *part;
        let (arrangement, exits) = (&node.arrangement, self.exits(node));
        let is_open = |bound: Bound| match (mover, bound) {
            (ProofSide::Attacker, Bound::Least) | (ProofSide::Defender, Bound::Most) => true,
            (ProofSide::Attacker, Bound::Most) | (ProofSide::Defender, Bound::Least) => false,
            (_, Bound::Assumed) => is_guessed_won == (mover == ProofSide::Defender),
        };
        let asked = wanted.filter(is_open);
        let legality = arrangement.legality(row);
        let Some(legality) = legality.filter(|_| mover == ProofSide::Attacker || !asked.is_empty()) else {
            return won.set_each(kings, wanted, |_| Bitboard::EMPTY);
        };
        let mut legal = legality.squares(kings, mover);
        for king in kings.into_iter().map(usize::from) {
            legal[king] &= part.needed[king];
        }
        let captures =
            ExitsOfRow { exits, arrangement, row, occupied: legality.occupied, scope: Scope::Captures };
        let beyond = Beyond { graph: self, exits };
        let shown = match mover {
            ProofSide::Attacker => captures.attacker_wins(&legal, &beyond, asked),
            ProofSide::Defender => captures.defender_escapes(&legal, &beyond, asked),
        };
        for bound in wanted.each() {
            let (won, shown) = (won.of_mut(bound), shown.of(bound));
            for king in kings.into_iter().map(usize::from) {
                won[king] = match mover {
                    ProofSide::Attacker if asked.contains(bound) => shown[king],
                    ProofSide::Attacker => legal[king],
                    ProofSide::Defender if asked.contains(bound) => legal[king] & !shown[king],
                    ProofSide::Defender => Bitboard::EMPTY,
                };
            }
        }
    }
}

/// Sets what a source knows that is asked for one placement at a time; returns the squares of which it knows nothing.
fn one_by_one(
    part: &Part<'_>,
    won: &mut RowSets,
    known: impl Fn(&Placement) -> Option<Bitboard>,
) -> Bitboard {
    let mut unknown = Bitboard::EMPTY;
    for king in part.kings {
        match known(&part.row.at(king)) {
            Some(squares) => won.set_each(king.into(), part.wanted, |_| squares),
            None => unknown.add(king),
        }
    }
    unknown
}

/// Corrects the won squares by what is proven of single positions.
fn correct(node: &Node, part: &Part<'_>, won: &mut RowSets) {
    if node.facts.is_empty() {
        return;
    }
    let pieces = node.arrangement.piece_count();
    for king in part.kings {
        let number = part.row.at(king).number(pieces);
        let sets = node.facts.corrected(won.at(king, part.wanted), number, part.mover, part.wanted);
        won.set(king, part.wanted, sets);
    }
}

/// What the graph knows of the children of a closed arrangement.
struct Beyond<'a> {
    graph: &'a Graph,
    exits: &'a Exits,
}

impl Oracle for Beyond<'_> {
    fn answer(&self, question: &Question<'_>, won: &mut RowSets) {
        let arrangement = &self.exits.children[question.child];
        let mut part = Part::from(question);
        if arrangement.attacker_is_bare() {
            return won.set_each(part.kings, part.wanted, |_| Bitboard::EMPTY);
        }
        if let Some(node) = self.graph.find(arrangement) {
            part.kings = self.graph.known_sets(node, &part, won);
        }
        if part.kings.is_empty() {
            return;
        }
        let may_be_won = part.wanted.without(Bound::Least);
        let may_be_won =
            if is_assumed_won(arrangement) { may_be_won } else { may_be_won.without(Bound::Assumed) };
        won.set_each(part.kings, part.wanted, |_| Bitboard::EMPTY);
        if let Some(legality) = arrangement.legality(part.row).filter(|_| !may_be_won.is_empty()) {
            won.set_each(part.kings, may_be_won, |king| legality.at(king).with_move_of(part.mover));
        }
    }
}

#[cfg(test)]
mod tests {
    use shakmaty::{Color, Square};

    use super::*;
    use crate::board::Board;
    use crate::solve::arrangement::layout::Arrangement;
    use crate::solve::lookahead::facts::{Shown, place_of};
    use crate::solve::stop::Stop;

    /// Double steps and en passant captures, promotions, pieces of both sides.
    const PARTLY_SOLVED: [&str; 4] = [
        "8/7p/8/8/2k2pp1/8/P5P1/6K1 w - - 0 1",
        "8/8/8/3p4/4k3/1P6/4n3/6K1 w - - 0 1",
        "8/2R5/8/8/1k6/p7/P3p3/6K1 w - - 0 1",
        "8/8/1k6/8/3r4/1p6/1P1R3p/6K1 w - - 0 1",
    ];

    /// A graph of which a part is solved, with some proofs of single positions, whose results are made up.
    fn partly_solved(fen: &str) -> Graph {
        let (mut graph, stop) = (Graph::new(3), Stop::never());
        let board = Board::from_fen(fen, false).unwrap();
        for attacker in Color::ALL {
            let located = Arrangement::locate(&board, attacker).unwrap();
            let node = graph.node(located.arrangement);
            graph.open(&[(node, Reach::of(&located))], OF_ROW * 20, &stop);
        }
        graph.solve(1, &stop, &mut |_| {}).unwrap();
        let after: Vec<Board> = board.legal_moves().into_iter().map(|played| board.after(played)).collect();
        for (number, board) in after.iter().enumerate() {
            let located = Arrangement::locate(board, Color::White).unwrap();
            let shown = if number % 2 == 0 { Shown::Held } else { Shown::Won { plies: 3 } };
            graph.restore_fact(located.arrangement, place_of(&located), shown);
        }
        graph
    }

    /// What is known of part of an arrangement, or shown by captures.
    fn sets(graph: &Graph, node: NodeId, part: &Part<'_>) -> RowSets {
        let mut won = RowSets::EMPTY;
        let kings = graph.known_sets(node, part, &mut won);
        graph.closed_sets(node, &Part { kings, ..*part }, true, &mut won);
        won
    }

    #[test]
    fn a_row_asked_at_once_says_what_its_placements_say_one_by_one() {
        let mut random = fastrand::Rng::with_seed(1);
        for fen in PARTLY_SOLVED {
            let graph = partly_solved(fen);
            for _ in 0..400 {
                let node = random.usize(..graph.nodes.len());
                let pieces = graph.nodes[node].arrangement.piece_count();
                let row = Row::of(random.usize(..1 << (6 * pieces)), pieces);
                for mover in ProofSide::BOTH {
                    let whole =
                        Part { row, mover, kings: Bitboard::FULL, needed: &ALL_SQUARES, wanted: Wanted::ALL };
                    let at_once = sets(&graph, node as NodeId, &whole);
                    for king in Square::ALL {
                        let one = Part { kings: king.into(), ..whole };
                        let alone = sets(&graph, node as NodeId, &one).at(king, Wanted::ALL);
                        assert_eq!(
                            at_once.at(king, Wanted::ALL),
                            alone,
                            "{:?}",
                            graph.nodes[node].arrangement
                        );
                    }
                }
            }
        }
    }
}
