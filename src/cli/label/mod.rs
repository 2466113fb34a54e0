//! `lucena label`: labels the positions of a file with the scores of a teacher, and with exact results where tables know them.

mod arguments;

pub(super) use arguments::Arguments;

use super::syzygy::{report_asked, report_damage};
use super::{CommandError, progress};
use crate::config::Config;
use crate::threads::as_many;
use crate::training::{Labelling, PositionReader, PositionWriter, PublishedNetwork, Teacher, TrainingError};

pub(super) fn run(config: &Config, arguments: &Arguments) -> Result<(), CommandError> {
    let mut input = PositionReader::open(&arguments.positions)?;
    let cache = arguments.tables.then(|| config.options.open_cache()).flatten();
    let syzygy = arguments.syzygy.open(config);
    let effort = arguments.effort();
    let network = arguments.teacher.as_deref().map(PublishedNetwork::read).transpose();
    let network = network.map_err(TrainingError::from)?;
    let teacher = || match (&network, &arguments.engine) {
        (Some(network), _) => Ok(Teacher::network(network.another())),
        (None, Some(command)) => Teacher::engine(command, &arguments.option, effort),
        (None, None) => Teacher::lucena(config, effort),
    };
    let mut teachers = as_many(arguments.workers, teacher, TrainingError::is_shortage)?;
    let name = teachers.first().map(Teacher::name).unwrap_or_default();
    let changes = arguments.changes();
    let words = [Some(name), Some(effort.words()), changes.map(|changes| changes.words())];
    let maker = words.into_iter().flatten().collect::<Vec<_>>().join(", ");
    let mut output = PositionWriter::open(&arguments.out, &maker, arguments.resume, arguments.force.force)?;
    let bar = progress::bar(usize::try_from(input.length()).unwrap_or(usize::MAX), "label");
    bar.reset_eta();
    let step = |read| bar.set_position(read);
    let cache = cache.as_ref();
    let labelling = Labelling { teachers: &mut teachers, cache, syzygy: syzygy.clone(), changes };
    let tally = labelling.run(&mut input, &mut output, step);
    bar.finish_and_clear();
    report_damage(&syzygy);
    report_asked(&syzygy.tables.asked());
    let tally = tally?;
    output.finish()?;
    eprintln!("{maker}: {tally}");
    if tally.is_contradiction() {
        return Err(CommandError::Failed(
            "the scores contradict the games' results; check that the engine gives them for the side to move"
                .to_owned(),
        ));
    }
    Ok(())
}
