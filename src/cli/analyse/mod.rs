//! `lucena analyse`: a stream of positions in, what is known and found of each as one JSON object a line out.

mod analyst;
mod answer;
mod arguments;
mod of_games;
mod output;
mod question;
mod sources;

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use self::analyst::{Analyst, Answered, Task};
use self::answer::Object;
use self::output::{Earlier, Output};
use self::question::{Asked, Give, Question};
use self::sources::Sources;
use super::CommandError;
use super::progress::Stream;
use crate::config::Config;
use crate::engine::Notice;
use crate::search::SyzygySettings;
use crate::tablebase::Syzygy;
use crate::text::{keep_bytes, paths};
use crate::threads::{Taker, work_in_order};
pub(super) use arguments::Arguments;

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let sources = Sources::new(&arguments.files, arguments.format)?;
    let workers = workers(config, arguments)?;
    let (output, earlier) = match &arguments.resume {
        Some(path) => Output::resume(path)?,
        None => (Output::standard(), Earlier::default()),
    };
    let mut writer = Writer {
        output,
        progress: Stream::new("analyse", "positions", sources.length()),
        read: sources.read(),
        failures: 0,
    };
    let feed = move |give: &mut Give<'_>| {
        let mut feeder = Feeder { earlier, seen: 0, wrong: 0, other_input: false };
        let fed = sources.ask_all(&mut |asked| feeder.give(asked, give));
        fed.map(|()| feeder)
    };
    let answer = |analyst: &mut Option<Analyst>, asked| match analyst {
        Some(analyst) => analyst.answer(asked),
        None => Answered { asked, answer: None, has_failed: false },
    };
    let fed = work_in_order(workers, feed, answer, &mut writer)?;
    writer.finish()?;
    fed?.outcome(arguments, writer.failures)
}

/// The workers; those that only hand on what was read have no search.
fn workers(config: &Config, arguments: &Arguments) -> Result<Vec<Option<Analyst>>, CommandError> {
    if arguments.read_only {
        return Ok(vec![None]);
    }
    let task = Task {
        config: config.clone(),
        limits: arguments.limits(),
        multi_pv: arguments.multipv.into(),
        table_mebibytes: arguments.table_mebibytes(),
        solver_mebibytes: arguments.solver_mebibytes()?,
        syzygy: syzygy(config, arguments),
        advice: arguments.advice.then(|| Arc::new(super::advice::registry(config))),
        tells_time: arguments.tells_time(),
    };
    (0..arguments.workers).map(|_| Ok(Some(Analyst::new(task.clone())?))).collect()
}

/// The Syzygy files that the command line names, else those of a configuration that it names; what the folders give is told.
fn syzygy(config: &Config, arguments: &Arguments) -> SyzygySettings {
    let options = &config.options;
    let named = arguments.syzygy.as_ref().map(|folders| keep_bytes(folders.as_encoded_bytes()));
    let folders = named.unwrap_or_else(|| options.syzygy_path.clone());
    let (tables, found) = Syzygy::open(&paths::list(&folders));
    for folder in found {
        super::notices::print_notice(&Notice::Syzygy(folder));
    }
    SyzygySettings {
        tables: Arc::new(tables),
        minimum_depth: options.syzygy_probe_depth as i32,
        men: options.syzygy_probe_limit,
        fifty_move_rule: options.syzygy_50_move_rule,
    }
}

/// Hands questions out, without those that an earlier run has answered.
struct Feeder {
    earlier: Earlier,
    seen: u64,
    wrong: u64,
    /// What an earlier run has written is about something else.
    other_input: bool,
}

impl Feeder {
    fn give(&mut self, asked: Asked, give: &mut Give<'_>) -> ControlFlow<()> {
        self.seen += 1;
        self.wrong += u64::from(asked.board.is_none());
        if self.seen > self.earlier.objects {
            return give(asked);
        }
        if self.seen == self.earlier.objects && !self.is_last(&asked.question) {
            self.other_input = true;
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }

    /// Whether the last line of an earlier run is about this question; an error may have come after it was asked.
    fn is_last(&self, question: &Question) -> bool {
        let without_error = |question: &Question| Question { error: None, ..question.clone() };
        self.earlier.last.as_ref().map(without_error) == Some(without_error(question))
    }

    fn outcome(&self, arguments: &Arguments, failures: u64) -> Result<(), CommandError> {
        let usage = |words: String| Err(CommandError::Usage(words));
        if (self.other_input || self.seen < self.earlier.objects)
            && let Some(path) = &arguments.resume
        {
            let path = path.as_ref().display();
            return usage(format!(
                "{path} was not made from this input; nothing was added; name its own input, or another output"
            ));
        }
        match (failures, self.wrong) {
            (0, 0) => Ok(()),
            (0, 1) => usage("1 line or game could not be read; its object has the error".to_owned()),
            (0, wrong) => {
                usage(format!("{wrong} lines or games could not be read; their objects have the errors"))
            }
            _ => Err(CommandError::Internal(format!("{failures} searches failed"))),
        }
    }
}

/// Writes what was found, and shows how far it has come.
struct Writer {
    output: Output,
    progress: Stream,
    /// Bytes of the input that have been read.
    read: Arc<AtomicU64>,
    failures: u64,
}

impl Writer {
    fn finish(&mut self) -> Result<(), CommandError> {
        self.progress.finish();
        Ok(self.output.flush()?)
    }
}

impl Taker<Answered> for Writer {
    type Error = CommandError;

    fn take(&mut self, answered: Answered) -> Result<(), CommandError> {
        self.failures += u64::from(answered.has_failed);
        let object = Object::new(&answered.asked.question, answered.answer.as_ref());
        self.output.write(&object)?;
        self.progress.step(self.read.load(Ordering::Relaxed));
        Ok(())
    }

    fn pause(&mut self) -> Result<(), CommandError> {
        Ok(self.output.flush()?)
    }
}
