//! `lucena review`: judges the endings of a file of games, move by move, and writes annotated games, a page, or both.

mod arguments;

use indicatif::ProgressBar;

pub(super) use self::arguments::Arguments;
use super::CommandError;
use super::progress::{self, print_notice};
use super::syzygy::report_asked;
use crate::analysis::review::{ReviewNotice, Reviewed, Work, review};
use crate::config::Config;

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let config = &arguments.syzygy.named_in(config);
    let registry = super::advice::registry(config);
    let mut progress = Progress::default();
    let file = arguments.games.display();
    let mut report = |notice: ReviewNotice<'_>| match notice {
        ReviewNotice::Begun(work) => progress.begin(work),
        ReviewNotice::Judged(work) => progress.go_on(work),
        ReviewNotice::Remark { game, remark } => eprintln!("lucena: game {game}, {remark}"),
        ReviewNotice::Broken(game) => eprintln!("lucena: {file}: {game}"),
    };
    let request = arguments.request(&config.review);
    let reviewed = review(&request, config, registry, print_notice, &mut report);
    progress.bar.finish_and_clear();
    let Reviewed { summary, broken, replaced, asked, searched, .. } = reviewed?;
    report_asked(&asked);
    if replaced > 0 {
        eprintln!("lucena: values ([%eval]) in comments that lucena replaced: {replaced}");
    }
    eprintln!("{summary}{}", written(arguments));
    searched?;
    match broken {
        0 => Ok(()),
        1 => Err(CommandError::Usage(format!("{file}: 1 game was left out"))),
        broken => Err(CommandError::Usage(format!("{file}: {broken} games were left out"))),
    }
}

/// The progress of a review: games, moves and the time left.
struct Progress {
    bar: ProgressBar,
    done: Work,
    /// All games; `None` if nobody knows.
    games: Option<usize>,
}

impl Default for Progress {
    fn default() -> Progress {
        Progress { bar: ProgressBar::new_spinner(), done: Work::default(), games: None }
    }
}

impl Progress {
    fn begin(&mut self, all: Work) {
        self.bar = progress::bar(all.moves, "review");
        self.games = Some(all.games);
        progress::keep_ticking(&self.bar);
    }

    fn go_on(&mut self, more: Work) {
        self.done = self.done + more;
        let Work { games, moves } = self.done;
        self.bar.set_position(moves as u64);
        self.bar.set_message(match self.games {
            Some(all) => format!("{games} of {all} games, moves"),
            None => format!("{games} games, {moves} moves"),
        });
    }
}

/// Returns where the review was written, in words.
fn written(arguments: &Arguments) -> String {
    let files = [&arguments.out, &arguments.html].into_iter().flatten();
    let names: Vec<String> = files.map(|file| file.as_ref().display().to_string()).collect();
    if names.is_empty() { String::new() } else { format!(" Written: {}.", names.join(" and ")) }
}
