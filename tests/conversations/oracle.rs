//! The rules of the protocol: what may come, what must come, and until when. It sees the lines of both sides in the order
//! in which they were sent.

use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

use shakmaty::{Color, Position};

use crate::options::Announced;
use crate::reading::{Go, InForce, Meaning, meaning};
use crate::search::Search;
use crate::standing::Standing;

/// Sums up to here are counted again, if they are of no more plies than this; others would take the test's time.
const LARGEST_COUNT: u64 = 3_000_000;
const DEEPEST_COUNT: u32 = 5;

/// An answer that the engine gives at once, in the order of the questions.
#[derive(Debug)]
enum Question {
    Ready,
    Uci,
    /// The FEN to be shown; nothing where no position stands.
    Display(Option<String>),
}

/// A `go`, in the order in which they came.
struct Asked {
    kind: Kind,
    /// When it was sent, or could begin.
    since: Instant,
    /// The answer may come only when this is so.
    is_due: bool,
    /// The time it may still take from `since` on, where it has to end by itself or was told to.
    allowance: Option<Duration>,
    /// Its own limits would end it.
    own_allowance: Option<Duration>,
}

enum Kind {
    Search(Box<Search>),
    Perft { depth: u32, cancelled: bool, root: Rc<Option<Standing>> },
}

/// How long the engine took for what, at most.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slowest {
    pub ready: Duration,
    pub stop: Duration,
    /// Beyond its own limits.
    pub limit: Duration,
}

/// What was asked for and what came.
#[derive(Clone, Copy, Debug, Default)]
pub struct Count {
    pub sent: usize,
    pub searches: usize,
    pub scored_lines: usize,
    pub ready: usize,
}

/// The state of one conversation.
pub struct Oracle {
    announced: Rc<Announced>,
    patience: Duration,
    options: InForce,
    standing: Rc<Option<Standing>>,
    questions: VecDeque<(Question, Instant)>,
    asked: VecDeque<Asked>,
    pub slowest: Slowest,
    pub count: Count,
}

/// Whether a sum is that of a count.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Fit {
    Sure,
    /// It is too large to be counted again.
    Unknown,
    Not,
}

impl Oracle {
    /// The oracle of a conversation that begins now. Nothing may take longer than `patience` beyond its limits.
    pub fn new(announced: Rc<Announced>, patience: Duration) -> Oracle {
        Oracle {
            announced,
            patience,
            options: InForce::default(),
            standing: Rc::new(Some(Standing::initial())),
            questions: VecDeque::new(),
            asked: VecDeque::new(),
            slowest: Slowest::default(),
            count: Count::default(),
        }
    }

    /// The position that stands, if one does.
    pub fn standing(&self) -> Option<&Standing> {
        self.standing.as_ref().as_ref()
    }

    pub fn chess960(&self) -> bool {
        self.options.chess960
    }

    /// Whether the answer to a `go` is still to come.
    pub fn is_busy(&self) -> bool {
        self.asked.iter().any(|asked| !matches!(asked.kind, Kind::Perft { cancelled: true, .. }))
    }

    /// Whether every question has been answered.
    pub fn has_all_answers(&self) -> bool {
        self.questions.is_empty()
    }

    /// Whether what runs needs a `stop` or `ponderhit` to end.
    pub fn needs_stop(&self) -> bool {
        self.asked.iter().any(|asked| !asked.is_due || asked.allowance.is_none())
    }

    /// Whether `ponderhit` alone would make the last search end.
    pub fn needs_only_hit(&self) -> bool {
        self.asked.back().is_some_and(|asked| match &asked.kind {
            Kind::Search(search) => search.go.ponder && !asked.is_due && asked.own_allowance.is_some(),
            Kind::Perft { .. } => false,
        })
    }

    /// A line goes to the engine.
    pub fn sent(&mut self, line: &str, now: Instant) {
        self.count.sent += 1;
        match meaning(line, self.options.chess960) {
            Meaning::Uci => self.questions.push_back((Question::Uci, now)),
            Meaning::IsReady => self.questions.push_back((Question::Ready, now)),
            Meaning::Display => {
                self.questions.push_back((Question::Display(self.standing().map(Standing::fen)), now));
            }
            Meaning::Position(standing) => self.standing = Rc::new(standing),
            Meaning::SetOption { name, value } => {
                let announced = Rc::clone(&self.announced);
                self.options.set(&announced, &name, value.as_deref());
            }
            Meaning::Stop | Meaning::Quit => self.stop(now),
            Meaning::PonderHit => self.ponder_hit(now),
            Meaning::Go(go) => self.go(*go, now),
            Meaning::Other => {}
        }
    }

    /// No more input: what runs is ended.
    pub fn input_ends(&mut self, now: Instant) {
        self.stop(now);
    }

    fn stop(&mut self, now: Instant) {
        for asked in &mut self.asked {
            asked.is_due = true;
            if asked.allowance.is_none() {
                (asked.since, asked.allowance) = (now, Some(Duration::ZERO));
                asked.own_allowance = None;
            }
            if let Kind::Perft { cancelled, .. } = &mut asked.kind {
                *cancelled = true;
            }
        }
    }

    fn ponder_hit(&mut self, now: Instant) {
        let Some(Asked { kind: Kind::Search(search), since, is_due, allowance, own_allowance }) =
            self.asked.back_mut()
        else {
            return;
        };
        if search.go.ponder && !*is_due && !search.go.infinite {
            *is_due = true;
            *since = now;
            *allowance = *own_allowance;
        }
    }

    /// A search that still runs gives its move first.
    fn go(&mut self, go: Go, now: Instant) {
        self.stop(now);
        if let Some(depth) = go.perft {
            let depth = u32::try_from(depth.max(0)).unwrap_or(u32::MAX);
            let kind = Kind::Perft { depth, cancelled: false, root: Rc::clone(&self.standing) };
            self.asked.push_back(Asked {
                kind,
                since: now,
                is_due: true,
                allowance: (depth <= 3).then_some(Duration::ZERO),
                own_allowance: None,
            });
            return;
        }
        self.count.searches += 1;
        let white = self.standing().is_none_or(|standing| standing.position.turn() == Color::White);
        let own = go.allowance(white, self.options.multi_pv);
        let search = Search::new(go, self.options.clone(), Rc::clone(&self.standing));
        let waits = search.go.infinite || search.go.ponder;
        self.asked.push_back(Asked {
            since: now,
            is_due: !waits,
            allowance: own.filter(|_| !search.go.infinite && !search.go.ponder),
            own_allowance: own,
            kind: Kind::Search(Box::new(search)),
        });
    }

    /// A line comes from the engine.
    pub fn received(&mut self, line: &str, now: Instant) -> Result<(), String> {
        let first = line.split(' ').next().unwrap_or_default();
        match first {
            "info" if line.starts_with("info string ") => told(line),
            "info" => {
                self.count.scored_lines += 1;
                self.running()?.take(line)
            }
            "bestmove" => self.answer(line, now),
            "readyok" | "uciok" | "Fen:" => self.answer_question(line, now),
            "id" | "option" if self.is_asked(|question| matches!(question, Question::Uci)) => Ok(()),
            _ if is_rank(line) && self.is_asked(|question| matches!(question, Question::Display(_))) => {
                Ok(())
            }
            _ => self.counted(line),
        }
    }

    fn is_asked(&self, fits: impl Fn(&Question) -> bool) -> bool {
        self.questions.iter().any(|(question, _)| fits(question))
    }

    /// The search that runs now. A count before it that was cancelled has ended.
    fn running(&mut self) -> Result<&mut Search, String> {
        self.drop_cancelled();
        match self.asked.front_mut() {
            Some(Asked { kind: Kind::Search(search), .. }) => Ok(search),
            _ => Err("no search runs".to_owned()),
        }
    }

    fn drop_cancelled(&mut self) {
        while let Some(Asked { kind: Kind::Perft { cancelled: true, .. }, .. }) = self.asked.front() {
            self.asked.pop_front();
        }
    }

    fn answer(&mut self, line: &str, now: Instant) -> Result<(), String> {
        self.running()?.conclude(line)?;
        let Some(asked) = self.asked.pop_front() else { return Ok(()) };
        if !asked.is_due {
            return Err("an answer before it is due".to_owned());
        }
        self.note_time(&asked, now);
        if let Some(next) = self.asked.front_mut() {
            // It could not begin before.
            next.since = now.max(next.since);
        }
        Ok(())
    }

    fn note_time(&mut self, asked: &Asked, now: Instant) {
        let Asked { kind: Kind::Search(search), since, allowance: Some(allowance), own_allowance, .. } =
            asked
        else {
            return;
        };
        let late = now.saturating_duration_since(*since).saturating_sub(*allowance);
        let place = match own_allowance {
            None => &mut self.slowest.stop,
            Some(_) if search.go.depth.is_none() && search.go.nodes.is_none() => &mut self.slowest.limit,
            Some(_) => return,
        };
        *place = late.max(*place);
    }

    fn answer_question(&mut self, line: &str, now: Instant) -> Result<(), String> {
        while let Some((question, since)) = self.questions.pop_front() {
            match (&question, line) {
                (Question::Ready, "readyok") => {
                    self.count.ready += 1;
                    self.slowest.ready = now.saturating_duration_since(since).max(self.slowest.ready);
                    return Ok(());
                }
                (Question::Uci, "uciok") => return Ok(()),
                (Question::Display(Some(fen)), _) if line.starts_with("Fen: ") => {
                    return if Some(fen.as_str()) == line.strip_prefix("Fen: ") {
                        Ok(())
                    } else {
                        Err("another position stands".to_owned())
                    };
                }
                // Answered by a note, which says no more than that.
                (Question::Display(None), _) => {}
                _ => return Err(format!("{line} where {question:?} has to be answered")),
            }
        }
        Err(format!("{line} that nobody asked for"))
    }

    /// A line of `go perft`.
    fn counted(&mut self, line: &str) -> Result<(), String> {
        let unknown = || format!("{line:?} is no line of the protocol");
        if !matches!(self.asked.front(), Some(Asked { kind: Kind::Perft { .. }, .. })) {
            return Err(unknown());
        }
        if let Some(sum) = line.strip_prefix("Nodes searched: ") {
            return self.take_sum(sum.parse().map_err(|_| unknown())?);
        }
        let is_count = line.split_once(": ").is_some_and(|(_, count)| count.parse::<u64>().is_ok());
        if line.is_empty() || is_count { Ok(()) } else { Err(unknown()) }
    }

    /// The sum is that of the first count, unless that was cancelled. Where a cancelled one is too large to be checked, the
    /// next is asked first: so large a count hardly ever comes to its end.
    fn take_sum(&mut self, sum: u64) -> Result<(), String> {
        while let Some((fit, is_cancelled)) = self.fit_of(0, sum) {
            let is_for_next = is_cancelled
                && fit == Fit::Unknown
                && self.fit_of(1, sum).is_some_and(|(next, _)| next == Fit::Sure);
            self.asked.pop_front();
            if fit != Fit::Not && !is_for_next {
                return Ok(());
            }
            if !is_cancelled {
                break;
            }
        }
        Err("another count".to_owned())
    }

    /// Whether a sum is that of the count at this place of what was asked, and whether that was cancelled; nothing where no
    /// count stands there.
    fn fit_of(&self, place: usize, sum: u64) -> Option<(Fit, bool)> {
        let Some(Asked { kind: Kind::Perft { depth, cancelled, root }, .. }) = self.asked.get(place) else {
            return None;
        };
        let fit = match root.as_ref() {
            None if sum == 0 => Fit::Sure,
            None => Fit::Not,
            Some(_) if sum > LARGEST_COUNT || *depth > DEEPEST_COUNT => Fit::Unknown,
            Some(root) if root.perft(*depth) == sum => Fit::Sure,
            Some(_) => Fit::Not,
        };
        Some((fit, *cancelled))
    }

    /// What should have come by now.
    pub fn overdue(&self, now: Instant) -> Result<(), String> {
        if let Some((question, since)) = self.questions.front()
            && now.saturating_duration_since(*since) > self.patience
        {
            return Err(format!("no answer to {question:?} within {:?}", self.patience));
        }
        let Some(Asked { kind, since, allowance: Some(allowance), .. }) = self.asked.front() else {
            return Ok(());
        };
        let is_cancelled = matches!(kind, Kind::Perft { cancelled: true, .. });
        if !is_cancelled && now.saturating_duration_since(*since) > *allowance + self.patience {
            return Err(format!("no answer to go within {allowance:?} and {:?}", self.patience));
        }
        Ok(())
    }

    /// The engine has ended: nothing may be left unanswered.
    pub fn concluded(&mut self) -> Result<(), String> {
        self.drop_cancelled();
        self.questions.retain(|(question, _)| !matches!(question, Question::Display(None)));
        match (self.asked.front(), self.questions.front()) {
            (Some(_), _) => Err("the program ended without the answer to a go".to_owned()),
            (_, Some((question, _))) => Err(format!("the program ended without the answer to {question:?}")),
            _ => Ok(()),
        }
    }
}

fn told(line: &str) -> Result<(), String> {
    if line.contains("panick") { Err("a panic is told".to_owned()) } else { Ok(()) }
}

/// A rank of the board that `d` shows.
fn is_rank(line: &str) -> bool {
    line.len() == 15 && line.split(' ').all(|square| square.len() == 1)
}
