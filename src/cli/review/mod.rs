//! `lucena review`: judges the endings of a file of games, move by move, and writes annotated games, a page, or both.

mod arguments;

use indicatif::ProgressBar;

pub(super) use self::arguments::Arguments;
use super::CommandError;
use super::notices::print_notice;
use crate::analysis::review::{ReviewNotice, Reviewed, review};
use crate::config::Config;

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let registry = super::advice::registry(config);
    let bar = ProgressBar::new_spinner();
    bar.set_message("review");
    let file = arguments.games.display();
    let mut report = |notice: ReviewNotice<'_>| match notice {
        ReviewNotice::Judged(games) => bar.inc(games as u64),
        ReviewNotice::Remark { game, remark } => eprintln!("lucena: game {game}, {remark}"),
        ReviewNotice::Broken(game) => eprintln!("lucena: {file}: {game}"),
    };
    let request = arguments.request(&config.review);
    let reviewed = review(&request, config, registry, print_notice, &mut report);
    bar.finish_and_clear();
    let Reviewed { summary, broken, replaced, searched } = reviewed?;
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

/// Returns where the review was written, in words.
fn written(arguments: &Arguments) -> String {
    let files = [&arguments.out, &arguments.html].into_iter().flatten();
    let names: Vec<String> = files.map(|file| file.as_ref().display().to_string()).collect();
    if names.is_empty() { String::new() } else { format!(" Written: {}.", names.join(" and ")) }
}
