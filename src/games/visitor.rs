//! What pgn-reader finds in a game: a line of moves with comments, glyphs and variations, not yet played on a board.

use std::ops::ControlFlow;

use pgn_reader::{Nag, Outcome, RawComment, SanPlus, Skip, Visitor};
use shakmaty::san::San;

/// Variations within variations beyond this depth are left out.
const DEEPEST: usize = 32;

/// A move with what is said of it.
#[derive(Clone, Debug)]
pub(super) struct SaidMove {
    pub san: San,
    pub glyphs: Vec<u8>,
    pub comments: Vec<String>,
    /// Other moves in its place.
    pub variations: Vec<SaidLine>,
}

/// Moves in order, and what is said before the first.
#[derive(Clone, Debug, Default)]
pub(super) struct SaidLine {
    pub comments: Vec<String>,
    pub moves: Vec<SaidMove>,
}

/// A game's moves and its result.
#[derive(Clone, Debug, Default)]
pub(super) struct SaidGame {
    pub line: SaidLine,
    pub outcome: Option<Outcome>,
}

/// Gathers lines, the innermost open one last.
#[derive(Debug, Default)]
pub(super) struct Gathered {
    main: SaidLine,
    open: Vec<SaidLine>,
    outcome: Option<Outcome>,
    /// A long comment's beginning.
    begun_comment: Vec<u8>,
}

impl Gathered {
    fn line(&mut self) -> &mut SaidLine {
        self.open.last_mut().unwrap_or(&mut self.main)
    }

    fn close_variation(&mut self) {
        if let Some(variation) = self.open.pop()
            && !variation.moves.is_empty()
            && let Some(beside) = self.line().moves.last_mut()
        {
            beside.variations.push(variation);
        }
    }
}

/// Reads one game.
pub(super) struct Gatherer;

impl Visitor for Gatherer {
    type Tags = ();
    type Movetext = Gathered;
    type Output = SaidGame;

    fn begin_tags(&mut self) -> ControlFlow<SaidGame, ()> {
        ControlFlow::Continue(())
    }

    fn begin_movetext(&mut self, (): ()) -> ControlFlow<SaidGame, Gathered> {
        ControlFlow::Continue(Gathered::default())
    }

    fn san(&mut self, gathered: &mut Gathered, said: SanPlus) -> ControlFlow<SaidGame> {
        let said =
            SaidMove { san: said.san, glyphs: Vec::new(), comments: Vec::new(), variations: Vec::new() };
        gathered.line().moves.push(said);
        ControlFlow::Continue(())
    }

    fn nag(&mut self, gathered: &mut Gathered, glyph: Nag) -> ControlFlow<SaidGame> {
        if let Some(last) = gathered.line().moves.last_mut() {
            last.glyphs.push(glyph.0);
        }
        ControlFlow::Continue(())
    }

    fn partial_comment(&mut self, gathered: &mut Gathered, part: RawComment<'_>) -> ControlFlow<SaidGame> {
        gathered.begun_comment.extend_from_slice(part.as_bytes());
        ControlFlow::Continue(())
    }

    fn comment(&mut self, gathered: &mut Gathered, part: RawComment<'_>) -> ControlFlow<SaidGame> {
        let mut bytes = std::mem::take(&mut gathered.begun_comment);
        bytes.extend_from_slice(part.as_bytes());
        let words: Vec<String> =
            String::from_utf8_lossy(&bytes).split_whitespace().map(str::to_owned).collect();
        if words.is_empty() {
            return ControlFlow::Continue(());
        }
        let line = gathered.line();
        match line.moves.last_mut() {
            Some(last) => last.comments.push(words.join(" ")),
            None => line.comments.push(words.join(" ")),
        }
        ControlFlow::Continue(())
    }

    fn begin_variation(&mut self, gathered: &mut Gathered) -> ControlFlow<SaidGame, Skip> {
        let is_deep = gathered.open.len() >= DEEPEST;
        gathered.open.push(SaidLine::default());
        ControlFlow::Continue(Skip(is_deep))
    }

    fn end_variation(&mut self, gathered: &mut Gathered) -> ControlFlow<SaidGame> {
        gathered.close_variation();
        ControlFlow::Continue(())
    }

    fn outcome(&mut self, gathered: &mut Gathered, outcome: Outcome) -> ControlFlow<SaidGame> {
        gathered.outcome = gathered.outcome.or(Some(outcome));
        ControlFlow::Continue(())
    }

    fn end_game(&mut self, mut gathered: Gathered) -> SaidGame {
        while !gathered.open.is_empty() {
            gathered.close_variation();
        }
        SaidGame { line: gathered.main, outcome: gathered.outcome }
    }
}
