//! Runs a stream: it hands questions to free workers and writes the answers in order.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use super::analyst::{Analyst, Answered, Task};
use super::answer::Object;
use super::error::StreamError;
use super::output::{Destination, Earlier, Output, To};
use super::question::{Asked, Give, Question};
use super::sources::Sources;
use crate::threads::{Taker, work_in_order};

/// The outcome of a stream that was read to its end. Each object contains its own error.
#[derive(Clone, Copy, Debug)]
pub struct Outcome {
    /// Lines or games that could not be read.
    pub unread: u64,
    /// Searches that failed, each a bug.
    pub failures: u64,
}

/// Answers every question of the sources as a line of an output. Without a task, it searches
/// nothing and writes each position as it was read. `step` is called after each object with the number of bytes read so far.
///
/// # Errors
/// If the workers do not fit into memory, an input cannot be read, or the output cannot be written or is of another input.
pub fn analyse(
    sources: Sources,
    task: Option<&Task>,
    to: To<'_>,
    step: &mut dyn FnMut(u64),
) -> Result<Outcome, StreamError> {
    let workers = match task {
        None => vec![None],
        Some(task) => analysts(task)?,
    };
    let file = if let To::File(file) = &to { Some(*file) } else { None };
    let (output, earlier) = Output::open(to)?;
    let mut writer = Writer { output, step, read: sources.read(), failures: 0 };
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
    writer.output.flush()?;
    let feeder = fed?;
    if let Some(Destination { path, .. }) = file.filter(|_| !feeder.goes_on()) {
        return Err(StreamError::OtherInput { path: path.as_ref().to_owned() });
    }
    let failures = writer.failures;
    writer.output.finish()?;
    Ok(Outcome { unread: feeder.wrong, failures })
}

fn analysts(task: &Task) -> Result<Vec<Option<Analyst>>, StreamError> {
    (0..task.workers).map(|_| Ok(Some(Analyst::new(task.clone())?))).collect()
}

/// Hands out questions, except those that an earlier run has answered.
struct Feeder {
    earlier: Earlier,
    seen: u64,
    wrong: u64,
    /// Whether the output of an earlier run belongs to another input.
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

    /// Returns whether an earlier run's last line answers this question; an error may have been added after it was asked.
    fn is_last(&self, question: &Question) -> bool {
        let without_error = |question: &Question| Question { error: None, ..question.clone() };
        self.earlier.last.as_ref().map(without_error) == Some(without_error(question))
    }

    /// Returns whether the input contains what an earlier run has answered.
    fn goes_on(&self) -> bool {
        !self.other_input && self.seen >= self.earlier.objects
    }
}

/// Writes answers and reports progress.
struct Writer<'a> {
    output: Output,
    step: &'a mut dyn FnMut(u64),
    /// Bytes of the input read so far.
    read: Arc<AtomicU64>,
    failures: u64,
}

impl Taker<Answered> for Writer<'_> {
    type Error = StreamError;

    fn take(&mut self, answered: Answered) -> Result<(), StreamError> {
        self.failures += u64::from(answered.has_failed);
        let object = Object::new(&answered.asked.question, answered.answer.as_ref());
        self.output.write(&object)?;
        (self.step)(self.read.load(Ordering::Relaxed));
        Ok(())
    }

    fn pause(&mut self) -> Result<(), StreamError> {
        Ok(self.output.flush()?)
    }
}
