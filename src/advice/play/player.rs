//! Plays a table through a game: follows the forcing tree while the defence stays in it, else asks anew.

use crate::advice::language::AdviceTable;
use crate::advice::position::material::Material;
use crate::advice::position::side::Side;
use crate::advice::position::step::Steps;
use crate::advice::position::view::Position;
use crate::advice::registry::Registry;
use crate::advice::satisfy::forcing_tree::{Advised, Tree};

/// What a game remembers from one move of ours to the next.
#[derive(Clone, Debug, Default)]
pub struct Player {
    expected: Option<Expected>,
}

/// The position after our last move, with the tree below it.
#[derive(Clone, Debug)]
struct Expected {
    table: String,
    /// The table that gave the advice: this one, or one that it hands over to.
    followed: String,
    after: Position,
    advised: Advised,
}

impl Player {
    /// Forgets the tree, as at the start of a new game.
    pub fn forget(&mut self) {
        self.expected = None;
    }

    /// Returns the name of the table that gave the last advice; `None` if there was none. Inside a forcing tree it stays
    /// the table that began the tree, even after captures and promotions.
    pub fn followed(&self) -> Option<&str> {
        self.expected.as_ref().map(|expected| expected.followed.as_str())
    }

    /// Returns whether a table speaks for a position: one of its own ending, or of one that it hands over to if the game came there
    /// by its advice.
    pub fn speaks_for(&self, registry: &Registry, table: &AdviceTable, position: &Position) -> bool {
        let came_by_it = self.expected.as_ref().is_some_and(|expected| expected.table == table.name);
        match table_for(registry, table, position) {
            Some(followed) => came_by_it || followed.name == table.name,
            None => false,
        }
    }

    /// Returns the advice in a position with our side to move: the next move of the tree if the game is still in it, else
    /// what `ask` finds in the position; `None` if it finds nothing.
    pub fn advise(
        &mut self,
        registry: &Registry,
        table: &AdviceTable,
        position: &Position,
        ask: impl FnOnce(&Position) -> Option<Advised>,
    ) -> Option<Advised> {
        let (followed, advised) = match self.next_in_tree(table, position) {
            Some(advised) => (self.followed()?.to_owned(), advised),
            None => (table_for(registry, table, position)?.name.clone(), ask(position)?),
        };
        let after = position.after(advised.step);
        self.expected =
            Some(Expected { table: table.name.clone(), followed, after, advised: advised.clone() });
        Some(advised)
    }

    /// Returns the next move of the tree, if a reply in it leads here.
    fn next_in_tree(&self, table: &AdviceTable, position: &Position) -> Option<Advised> {
        let Expected { table: name, after, advised, .. } = self.expected.as_ref()?;
        if *name != table.name || position.turn() == Side::Them {
            return None;
        }
        let mut replies = Steps::new();
        after.legal_steps(&mut replies);
        let reply = replies.into_iter().find(|reply| after.after(*reply) == *position)?;
        match advised.tree.after(reply)? {
            Tree::Ours(step, subtree) => Some(Advised { step: *step, tree: (**subtree).clone(), ..*advised }),
            _ => None,
        }
    }
}

/// Returns the table itself, or the one it hands this material over to; `None` if there is none.
pub fn table_for<'a>(
    registry: &'a Registry,
    table: &'a AdviceTable,
    position: &Position,
) -> Option<&'a AdviceTable> {
    let material = Material::of(position);
    if material == table.material { Some(table) } else { registry.handed_over(table, &material) }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn a_table_speaks_for_the_ending_that_it_hands_over_to_only_if_the_game_came_there_by_its_advice() {
        let registry = Registry::built_in();
        let table = registry.find("kpk").unwrap();
        let [own, later] = ["8/8/4k3/8/4P3/4K3/8/8 w - - 0 1", "8/8/8/4k3/8/4K3/8/4Q3 w - - 0 1"]
            .map(|fen| Board::from_fen(fen, false).unwrap())
            .map(|board| Position::from_board(&board, board.turn()).unwrap());
        let mut player = Player::default();
        let speaks = |player: &Player, position| player.speaks_for(&registry, table, position);
        assert!(speaks(&player, &own) && !speaks(&player, &later));
        let ask = |position: &Position| {
            let mut steps = Steps::new();
            position.legal_steps(&mut steps);
            Some(Advised { rule: 0, advice: 0, step: steps[0], tree: Tree::Reached })
        };
        player.advise(&registry, table, &own, ask).unwrap();
        assert!(speaks(&player, &later));
        player.forget();
        assert!(!speaks(&player, &later));
    }
}
