//! The parts of a random conversation: scenes that lead to deep states, and interruptions anywhere in them.

use std::time::Duration;

use fastrand::Rng;

use crate::options::Announced;
use crate::positions::{self, Line};
use crate::talk::{Halt, Talk};

/// Who speaks to the engine.
pub struct Speaker<'a> {
    pub rng: Rng,
    pub talk: &'a mut Talk,
    pub announced: &'a Announced,
}

/// Times of clocks, in ms.
const CLOCKS: [i64; 12] = [1, 2, 5, 10, 30, 50, 100, 200, 300, 500, 0, -5];
const NODES: [i64; 10] = [1, 2, 10, 100, 500, 1000, 3000, 10_000, 0, -1];
const MOVE_TIMES: [i64; 8] = [0, 1, 2, 5, 10, 20, 50, -3];

const JUNK: [&str; 14] = [
    "",
    "   ",
    "xyzzy",
    "joho isready",
    "joho stop",
    "# a comment",
    "xboard",
    "info depth 3",
    "bestmove e2e4",
    "setoption",
    "setoption name Nonsense value 3",
    "register later",
    "debug",
    "ISREADY",
];

impl Speaker<'_> {
    fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        &from[self.rng.usize(0..from.len())]
    }

    fn one_in(&mut self, count: u8) -> bool {
        self.rng.u8(0..count) == 0
    }

    /// Says a line, sometimes with white space that means nothing.
    fn say(&mut self, line: &str) -> Result<(), Halt> {
        match self.rng.u8(0..20) {
            0 if !line.is_empty() => self.talk.send(&format!("{line}\r")),
            1 => self.talk.send(&format!(" \t{line}  ")),
            _ => self.talk.send(line),
        }
    }

    fn pause(&mut self) -> Result<(), Halt> {
        let milliseconds = match self.rng.u8(0..10) {
            0..=3 => 0,
            4..=6 => self.rng.u64(0..4),
            _ => self.rng.u64(0..=50),
        };
        self.talk.listen(Duration::from_millis(milliseconds))
    }

    fn set_position(&mut self) -> Result<(), Halt> {
        let text = positions::text(&mut self.rng, self.talk.oracle.chess960());
        self.say(&text)
    }

    fn set_line(&mut self) -> Result<Line, Halt> {
        let line = positions::line(&mut self.rng, self.talk.oracle.chess960());
        self.say(&line.text())?;
        Ok(line)
    }

    fn clocks(&mut self) -> String {
        let (white, black) = (*self.pick(&CLOCKS), *self.pick(&CLOCKS));
        let mut words = format!("wtime {white} btime {black}");
        if self.rng.bool() {
            words += &format!(" winc {} binc {}", self.pick(&[0, 1, 10]), self.pick(&[0, 1, 10]));
        }
        if self.one_in(4) {
            words += &format!(" movestogo {}", self.pick(&[0, 1, 2, 5, 40, -1]));
        }
        words
    }

    /// Words that end a search soon.
    fn limit(&mut self) -> String {
        match self.rng.u8(0..9) {
            0..=1 => format!("depth {}", self.pick(&[1, 1, 2, 3, 4, 5, 0, -3])),
            2..=3 => format!("nodes {}", self.pick(&NODES)),
            4..=5 => format!("movetime {}", self.pick(&MOVE_TIMES)),
            _ => self.clocks(),
        }
    }

    fn search_moves(&mut self) -> String {
        let mut words = " searchmoves".to_owned();
        if let Some(standing) = self.talk.oracle.standing() {
            let moves = standing.moves();
            let texts: Vec<String> =
                moves.iter().map(|played| standing.written(*played, self.talk.oracle.chess960())).collect();
            for _ in 0..self.rng.usize(0..4) {
                if !texts.is_empty() {
                    words += &format!(" {}", self.pick(&texts));
                }
            }
        }
        if self.one_in(4) {
            words += " e2e5";
        }
        words
    }

    /// A `go` that ends by itself.
    fn short_go(&mut self) -> String {
        let mut text = format!("go {}", self.limit());
        if self.one_in(8) {
            text += &self.search_moves();
        }
        if self.one_in(12) {
            text += &format!(" {}", self.limit());
        }
        text
    }

    /// A `go` of any kind.
    fn any_go(&mut self) -> String {
        let mut text = match self.rng.u8(0..24) {
            0..=7 => return self.short_go(),
            8..=10 => "go infinite".to_owned(),
            11..=14 => format!("go ponder {}", self.limit()),
            15 => "go ponder".to_owned(),
            16 => "go ponder infinite".to_owned(),
            17..=18 => format!("go mate {}", self.pick(&[1, 2, 3, 5, 20, 0, -1, 500])),
            19 => format!("go perft {}", self.pick(&[0, 1, 2, 3, 5, 100, -1])),
            20 => format!("go depth {}", self.pick(&[6, 9, 30, 246, 1000])),
            21 => "go".to_owned(),
            _ => (*self.pick(&[
                "go depth",
                "go depth x",
                "go nodes 1e6",
                "go wtime 0.5 btime 0.5",
                "go winc 10 binc 10",
                "go movestogo 4",
                "go nonsense",
                "go infinite depth 3",
                "go wtime 100",
                "go btime 100",
                "GO Depth 2",
            ]))
            .to_owned(),
        };
        if self.one_in(6) && !text.contains("perft") {
            text += &self.search_moves();
        }
        text
    }

    /// Something that may come at any moment.
    fn interruption(&mut self) -> String {
        match self.rng.u8(0..20) {
            0..=5 => "isready".to_owned(),
            6..=7 => "ucinewgame".to_owned(),
            8..=11 => self.announced.line(&mut self.rng),
            12..=13 => positions::text(&mut self.rng, self.talk.oracle.chess960()),
            14 => "ponderhit".to_owned(),
            15 => (*self.pick(&["debug on", "debug off", "debug off"])).to_owned(),
            16 => "d".to_owned(),
            17 => "uci".to_owned(),
            18 => format!("setoption name Hash value {}", self.pick(&[1, 2, 5, 16, 32])),
            _ => (*self.pick(&JUNK)).to_owned(),
        }
    }

    fn interruptions(&mut self, most: usize) -> Result<(), Halt> {
        for _ in 0..self.rng.usize(0..=most) {
            let line = self.interruption();
            self.say(&line)?;
            self.pause()?;
        }
        Ok(())
    }

    /// Sees to it that the search ends, and hears its answer.
    fn finish(&mut self) -> Result<(), Halt> {
        if self.talk.oracle.needs_only_hit() && self.rng.bool() {
            self.say("ponderhit")?;
            self.pause()?;
        }
        if self.talk.oracle.needs_stop() {
            self.say("stop")?;
        }
        self.talk.until_answered()
    }

    /// Options that change what is told, set as a user would.
    fn set_up(&mut self) -> Result<(), Halt> {
        const LINES: [&str; 10] = [
            "setoption name Threads value 2",
            "setoption name Threads value 3",
            "setoption name UCI_ShowWDL value true",
            "setoption name UCI_AnalyseMode value true",
            "setoption name UCI_LimitStrength value true",
            "setoption name UCI_Elo value 1350",
            "setoption name Advice value off",
            "setoption name Advice value explain",
            "setoption name MultiPV value 2",
            "setoption name UCI_Chess960 value true",
        ];
        for _ in 0..self.rng.usize(0..4) {
            let line = *self.pick(&LINES);
            self.say(line)?;
        }
        Ok(())
    }

    fn options(&mut self) -> Result<(), Halt> {
        for _ in 0..self.rng.usize(1..5) {
            let line = self.announced.line(&mut self.rng);
            self.say(&line)?;
        }
        Ok(())
    }

    fn plain_search(&mut self) -> Result<(), Halt> {
        self.set_line()?;
        let go = self.short_go();
        self.say(&go)?;
        self.finish()
    }

    /// Pondering, ended at any moment by the expected move, a stop, another position or another search.
    fn ponder(&mut self) -> Result<(), Halt> {
        self.set_line()?;
        let limit = self.limit();
        self.say(&format!("go ponder {limit}"))?;
        self.pause()?;
        if self.one_in(3) {
            self.interruptions(2)?;
        }
        match self.rng.u8(0..8) {
            0..=3 => self.say("ponderhit")?,
            4..=5 => self.say("stop")?,
            6 => self.talk.send_together(&["ponderhit", "stop"])?,
            _ => {
                let (position, go) =
                    (positions::text(&mut self.rng, self.talk.oracle.chess960()), self.short_go());
                self.talk.send_together(&["stop", &position, &go])?;
            }
        }
        if self.one_in(3) {
            self.pause()?;
            self.interruptions(2)?;
        }
        self.finish()
    }

    fn infinite(&mut self) -> Result<(), Halt> {
        self.set_line()?;
        let go = self.any_go();
        self.say(&go)?;
        self.pause()?;
        self.interruptions(4)?;
        if self.one_in(4) {
            self.talk.send_together(&["stop", "stop"])?;
        }
        self.finish()
    }

    /// What comes in the very moment of an answer.
    fn instant(&mut self) -> Result<(), Halt> {
        self.set_line()?;
        let go = self.short_go();
        self.say(&go)?;
        self.finish()?;
        let mut lines: Vec<String> = (0..self.rng.usize(1..4)).map(|_| self.interruption()).collect();
        lines.push("isready".to_owned());
        if self.rng.bool() {
            lines.push(self.any_go());
        }
        self.talk.send_together(&lines)?;
        if self.rng.bool() {
            self.talk.until_ready()?;
            let go = self.short_go();
            self.say(&go)?;
        }
        self.finish()
    }

    fn many_searches(&mut self) -> Result<(), Halt> {
        let mut lines = Vec::new();
        for _ in 0..self.rng.usize(2..6) {
            if self.one_in(3) {
                lines.push(positions::text(&mut self.rng, self.talk.oracle.chess960()));
            }
            lines.push(self.any_go());
        }
        if self.rng.bool() {
            self.talk.send_together(&lines)?;
        } else {
            for line in lines {
                self.say(&line)?;
                self.pause()?;
            }
        }
        self.finish()
    }

    fn hash(&mut self) -> Result<(), Halt> {
        self.set_line()?;
        for _ in 0..self.rng.usize(1..4) {
            let size = *self.pick(&[1, 3, 8, 16, 48]);
            self.say(&format!("setoption name Hash value {size}"))?;
            if self.one_in(3) {
                self.say("isready")?;
            }
            let go = self.short_go();
            self.say(&go)?;
            self.finish()?;
        }
        Ok(())
    }

    fn several_lines(&mut self) -> Result<(), Halt> {
        let lines = *self.pick(&[2, 3, 4, 8, 256]);
        self.say(&format!("setoption name MultiPV value {lines}"))?;
        for _ in 0..self.rng.usize(1..4) {
            self.set_line()?;
            let go = if self.rng.bool() { "go infinite".to_owned() } else { self.short_go() };
            self.say(&go)?;
            self.pause()?;
            self.finish()?;
        }
        if self.rng.bool() { self.say("setoption name MultiPV value 1") } else { Ok(()) }
    }

    fn refused(&mut self) -> Result<(), Halt> {
        let line = positions::refused(&mut self.rng);
        self.say(&line)?;
        self.interruptions(1)?;
        let go = self.any_go();
        self.say(&go)?;
        self.pause()?;
        self.finish()
    }

    /// A game: the engine's own moves are played, and it ponders on the replies.
    fn game(&mut self) -> Result<(), Halt> {
        if self.rng.bool() {
            self.say("ucinewgame")?;
        }
        let mut line = self.set_line()?;
        for _ in 0..self.rng.usize(2..8) {
            let go = self.short_go();
            self.say(&go)?;
            self.finish()?;
            let answer = self.talk.last_answer.take().unwrap_or_default();
            // The numbers are drawn whatever the engine plays, so that a seed says the same things.
            let plies = self.rng.usize(0..4).min(1);
            if !line.play(&answer) {
                break;
            }
            line.play_random(&mut self.rng, plies, self.talk.oracle.chess960());
            self.say(&line.text())?;
            if plies == 1 && self.one_in(3) {
                let limit = self.limit();
                self.say(&format!("go ponder {limit}"))?;
                self.pause()?;
                if self.rng.bool() {
                    self.say("ponderhit")?;
                }
                self.finish()?;
            }
        }
        Ok(())
    }

    /// Lines of all kinds without a pause.
    fn burst(&mut self) -> Result<(), Halt> {
        let mut lines: Vec<String> = Vec::new();
        for _ in 0..self.rng.usize(3..12) {
            lines.push(match self.rng.u8(0..6) {
                0..=1 => self.any_go(),
                2 => "stop".to_owned(),
                3 => positions::text(&mut self.rng, self.talk.oracle.chess960()),
                _ => self.interruption(),
            });
        }
        self.talk.send_together(&lines)?;
        self.finish()
    }

    fn scene(&mut self) -> Result<(), Halt> {
        match self.rng.u8(0..28) {
            0..=2 => self.plain_search(),
            3..=7 => self.ponder(),
            8..=11 => self.infinite(),
            12..=14 => self.instant(),
            15..=16 => self.many_searches(),
            17 => self.hash(),
            18..=20 => self.several_lines(),
            21 => self.refused(),
            22..=24 => self.game(),
            25 => self.burst(),
            26 => self.options(),
            _ => self.set_position(),
        }
    }

    /// Talks until enough has been said. Only a fault is an error.
    pub fn talk(&mut self) -> Result<(), String> {
        let scenes = if self.one_in(2) { self.talk.send("uci") } else { Ok(()) }.and_then(|()| {
            if self.rng.bool() {
                self.set_up()?
            } else {
                self.options()?
            }
            loop {
                self.scene()?;
                self.pause()?;
            }
        });
        let outcome = match scenes {
            Err(Halt::Enough) => self.end(),
            other => other,
        };
        match outcome {
            Err(Halt::Fault(fault)) => Err(fault),
            Err(Halt::Enough) | Ok(()) => Ok(()),
        }
    }

    /// Ends the conversation wherever it is.
    fn end(&mut self) -> Result<(), Halt> {
        if self.rng.bool() {
            self.pause()?;
        }
        match self.rng.u8(0..12) {
            0 => self.talk.end_by_closed_output(),
            1 => self.talk.end(Some("go depth 3"), false),
            2 => self.talk.end(Some("isre"), false),
            3..=6 => self.talk.end(None, false),
            _ => self.talk.end(None, true),
        }
    }
}
