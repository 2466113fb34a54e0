//! Principal variation search (Marsland and Campbell 1982) by iterative deepening, with or without a table.

use std::collections::HashMap;

use super::game::{Count, Game, OutOfNodes, with_move};

/// How a stored value relates to the true one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Bound {
    Exact,
    Lower,
    Upper,
}

/// A principal variation search with what it stores from one iteration to the next.
#[derive(Debug)]
pub struct PrincipalSearch<M> {
    /// What the searches have visited so far, in all iterations.
    pub count: Count,
    /// The line of best play of the last iteration.
    pub line: Vec<M>,
    /// Leaves of the last iteration alone.
    pub leaves_of_last_iteration: u64,
    table: Option<Table<M>>,
}

/// Values hold for one iteration. A position with the same plies left is then at the same ply, so mates need not be
/// counted anew. The best moves stay.
#[derive(Debug)]
struct Table<M> {
    values: HashMap<(u64, u32), (i32, Bound)>,
    best: HashMap<u64, M>,
}

impl<M: Copy + PartialEq> PrincipalSearch<M> {
    /// Makes a search that has seen nothing yet.
    pub fn new(with_table: bool, count: Count) -> PrincipalSearch<M> {
        let table = with_table.then(|| Table { values: HashMap::new(), best: HashMap::new() });
        PrincipalSearch { count, line: Vec::new(), leaves_of_last_iteration: 0, table }
    }

    /// Returns the value to a depth in plies, by searches to depth 1, 2, 3 …; each guides the next.
    ///
    /// # Errors
    /// If the count reaches its limit.
    pub fn search<G: Game<Move = M>>(&mut self, game: &mut G, depth: u32) -> Result<i32, OutOfNodes> {
        let mut value = 0;
        for iteration in depth.min(1)..=depth {
            if let Some(table) = &mut self.table {
                table.values.clear();
            }
            let leaves = self.count.leaves;
            let guide = std::mem::take(&mut self.line);
            let mut line = Vec::new();
            let node = Node { depth: iteration, window: (-i32::MAX, i32::MAX), guide: &guide };
            value = self.node(game, node, &mut line)?;
            self.line = line;
            self.leaves_of_last_iteration = self.count.leaves - leaves;
        }
        Ok(value)
    }

    fn node<G: Game<Move = M>>(
        &mut self,
        game: &mut G,
        node: Node<'_, M>,
        line: &mut Vec<M>,
    ) -> Result<i32, OutOfNodes> {
        let (alpha, beta) = node.window;
        if let Some(value) = self.count.visit(game, node.depth)? {
            return Ok(value);
        }
        let key = game.key();
        if let Some(value) = self.table_value(key, &node) {
            return Ok(value);
        }
        let mut best = -i32::MAX;
        let mut best_move = None;
        for (number, played) in self.ordered_moves(game, key, &node).into_iter().enumerate() {
            let mut child_line = Vec::new();
            let raised = alpha.max(best);
            let guide = node
                .guide
                .split_first()
                .filter(|(first, _)| **first == played)
                .map_or(&[][..], |(_, rest)| rest);
            let open = Node { depth: node.depth - 1, window: (-beta, -raised), guide };
            let value = with_move(game, played, |game| self.child(game, open, number == 0, &mut child_line))?;
            if value > best {
                best = value;
                best_move = Some(played);
                if value > alpha {
                    line.clear();
                    line.push(played);
                    line.append(&mut child_line);
                }
            }
            if best >= beta {
                break;
            }
        }
        self.store(key, &node, best, best_move);
        Ok(best)
    }

    /// Searches the first child with the open window, the others with the null window and, if they land inside, again.
    fn child<G: Game<Move = M>>(
        &mut self,
        game: &mut G,
        open: Node<'_, M>,
        is_first: bool,
        line: &mut Vec<M>,
    ) -> Result<i32, OutOfNodes> {
        let (lower, upper) = open.window;
        // From the parent's point of view: alpha is -upper, and the null window lies just above it.
        if !is_first && upper - 1 > lower {
            let value = -self.node(game, Node { window: (upper - 1, upper), ..open }, line)?;
            if value <= -upper || value >= -lower {
                return Ok(value);
            }
            line.clear();
        }
        Ok(-self.node(game, open, line)?)
    }

    /// Returns the last line's move first, then the table's, then the others in the game's own order.
    fn ordered_moves<G: Game<Move = M>>(&mut self, game: &mut G, key: u64, node: &Node<'_, M>) -> Vec<M> {
        let mut moves = self.count.moves(game);
        let remembered = self.table.as_ref().and_then(|table| table.best.get(&key).copied());
        for first in [remembered, node.guide.first().copied()].into_iter().flatten() {
            if let Some(place) = moves.iter().position(|played| *played == first) {
                moves[..=place].rotate_right(1);
            }
        }
        moves
    }

    /// Returns a value of the same depth that settles the window. Never on the principal line, which has to be
    /// complete.
    fn table_value(&self, key: u64, node: &Node<'_, M>) -> Option<i32> {
        let (alpha, beta) = node.window;
        let (value, bound) = *self.table.as_ref()?.values.get(&(key, node.depth))?;
        let answers = match bound {
            Bound::Exact => true,
            Bound::Lower => value >= beta,
            Bound::Upper => value <= alpha,
        };
        (answers && beta - 1 == alpha).then_some(value)
    }

    fn store(&mut self, key: u64, node: &Node<'_, M>, value: i32, best: Option<M>) {
        let (alpha, beta) = node.window;
        let Some(table) = &mut self.table else { return };
        let bound = if value >= beta {
            Bound::Lower
        } else if value > alpha {
            Bound::Exact
        } else {
            Bound::Upper
        };
        table.values.insert((key, node.depth), (value, bound));
        // If every move failed low, the first one is best only by chance.
        if let Some(best) = best.filter(|_| bound != Bound::Upper) {
            table.best.insert(key, best);
        }
    }
}

/// The question that a node answers.
#[derive(Clone, Copy)]
struct Node<'a, M> {
    depth: u32,
    window: (i32, i32),
    /// The last iteration's line from here on; empty off that line.
    guide: &'a [M],
}
