//! `lucena tablebase build`: generates results and tables of distances, and all that they depend on; a stopped build continues
//! where it was.

use std::io::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use indicatif::{HumanBytes, HumanDuration, ProgressBar};

use super::super::machine::threads_or_all_cores;
use super::super::{CommandError, progress};
use crate::solve::ResultsBuilder;
use crate::tablebase::{
    Build, Cache, CacheError, DtmTable, DtmTables, EMBEDDED_MEN, Material, StoredResults,
};
use crate::text::numbers;

/// The cost of one set of a result, of one position's distance: nanoseconds on one thread, and bytes on disk per thousand. The
/// least and the most that builds of five men took, by docs/tables.md and docs/measurements.md.
const RESULTS_COST: Cost = Cost { nanoseconds: (1200, 4000), bytes_per_thousand: (100, 1500) };
const DISTANCES_COST: Cost = Cost { nanoseconds: (350, 700), bytes_per_thousand: (100, 250) };

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Results say who wins, and stand together in one file; distances say how many moves a mate takes, and \
                  stand in one file for each material. Results of up to four men are inside the program. Lucena stores \
                  each finished material at once: Ctrl-C loses only the one in progress, and the same command continues \
                  from there. Positions count with either side to move, mirrored ones once."
)]
pub(super) struct Arguments {
    /// Tables by their men, for example KRPvKR
    #[arg(value_name = "MATERIAL")]
    materials: Vec<Material>,

    /// Every table of up to this many men, kings included
    #[arg(long, value_name = "N", value_parser = numbers::within(3..=5_u8))]
    men: Option<u8>,

    /// Build only results, which takes a small part of the time and space; the search and `solve` need no more
    #[arg(long)]
    results: bool,

    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = super::super::machine::threads)]
    threads: Option<usize>,
}

/// What a build costs: the least and the most.
struct Cost {
    nanoseconds: (u64, u64),
    bytes_per_thousand: (u64, u64),
}

pub(super) fn run(cache: &Cache, arguments: &Arguments) -> Result<(), CommandError> {
    let stored = StoredResults::in_folder(cache.folder())?;
    let plan = plan(arguments)?;
    let is_to_build = |material: &&Material| material.men() > EMBEDDED_MEN && !stored.has_whole(**material);
    let results: Vec<Material> = plan.iter().filter(is_to_build).copied().collect();
    let distances = if arguments.results { Vec::new() } else { plan };
    if results.is_empty() && distances.is_empty() {
        writeln!(std::io::stdout().lock(), "all these results are there already")?;
        return Ok(());
    }
    if !results.is_empty() {
        stored.prepare()?;
    }
    let threads = threads_or_all_cores(arguments.threads);
    report_cost(&results, &distances, cache, threads);
    build_results(&results, &stored, threads)?;
    build_distances(&distances, cache, threads)
}

/// Returns the materials to build, each after those that it needs.
fn plan(arguments: &Arguments) -> Result<Vec<Material>, CommandError> {
    let all = arguments.men.map(|men| (3..=usize::from(men)).flat_map(Material::all_of).collect::<Vec<_>>());
    let targets = arguments.materials.iter().copied().chain(all.into_iter().flatten());
    let mut plan: Vec<Material> = targets.flat_map(|material| material.with_dependencies()).collect();
    plan.sort_by_key(|material| (material.men(), material.pawns(), material.to_string()));
    plan.dedup();
    if plan.is_empty() {
        let words =
            "nothing to build; name tables, as in KRPvKR, or give --men N for all of up to 3, 4 or 5 men";
        return Err(CommandError::Usage(words.to_owned()));
    }
    Ok(plan)
}

/// Says on stderr what the build will take, if that is worth knowing.
fn report_cost(results: &[Material], distances: &[Material], cache: &Cache, threads: usize) {
    let there: Vec<Material> = cache.tables().into_iter().map(|table| table.material).collect();
    let missing: Vec<&Material> = distances.iter().filter(|material| !there.contains(material)).collect();
    let sets = results.iter().map(|material| ResultsBuilder::work(*material)).sum();
    let positions = missing.iter().map(|material| material.table_size()).sum();
    for (what, count, work, cost) in [
        ("results", results.len(), sets, RESULTS_COST),
        ("distances", missing.len(), positions, DISTANCES_COST),
    ] {
        if let Some(words) = cost.in_words(work, threads) {
            let materials = if count == 1 { "1 material".to_owned() } else { format!("{count} materials") };
            eprintln!("lucena: {what} of {materials}: {words}");
        }
    }
}

impl Cost {
    /// Describes the time and the space of this much work as ranges; `None` if it takes seconds.
    fn in_words(&self, work: u64, threads: usize) -> Option<String> {
        let time = |nanoseconds: u64| Duration::from_nanos(work * nanoseconds / threads as u64);
        let bytes = |per_thousand: u64| HumanBytes(work / 1000 * per_thousand);
        let ((least, most), (small, large)) = (self.nanoseconds, self.bytes_per_thousand);
        (time(most) > Duration::from_secs(10)).then(|| {
            format!(
                "{} to {}, {} to {}",
                HumanDuration(time(least)),
                HumanDuration(time(most)),
                bytes(small),
                bytes(large)
            )
        })
    }
}

fn build_results(plan: &[Material], stored: &StoredResults, threads: usize) -> Result<(), CommandError> {
    let bar = progress::bar(0, "");
    bar.set_length(plan.iter().map(|material| ResultsBuilder::work(*material)).sum());
    progress::keep_ticking(&bar);
    let builder = ResultsBuilder::default();
    for (number, material) in plan.iter().enumerate() {
        bar.set_message(format!("results of {material} ({} of {})", number + 1, plan.len()));
        let started = Instant::now();
        builder.build(*material, stored, threads, &AtomicBool::new(false), &|sets| bar.inc(sets))?;
        let seconds = started.elapsed().as_secs_f64();
        let bytes =
            stored.materials().into_iter().find(|(there, _)| there == material).map_or(0, |(_, bytes)| bytes);
        let line = format!("{material:<7} results, {}, {seconds:.2} s", HumanBytes(bytes));
        bar.suspend(|| writeln!(std::io::stdout().lock(), "{line}"))?;
    }
    bar.finish_and_clear();
    Ok(())
}

fn build_distances(plan: &[Material], cache: &Cache, threads: usize) -> Result<(), CommandError> {
    let bar = progress::bar(0, "");
    bar.set_length(plan.iter().map(Material::table_size).sum());
    progress::keep_ticking(&bar);
    let tables = DtmTables::new();
    for (number, material) in plan.iter().enumerate() {
        bar.set_message(format!("{material} ({} of {})", number + 1, plan.len()));
        let line = build_one(*material, &tables, cache, threads, &bar)?;
        if material.men() > EMBEDDED_MEN {
            tables.remove(*material);
        }
        bar.suspend(|| writeln!(std::io::stdout().lock(), "{line}"))?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// Provides one table and returns a line about its contents.
fn build_one(
    material: Material,
    tables: &DtmTables,
    cache: &Cache,
    threads: usize,
    bar: &ProgressBar,
) -> Result<String, CommandError> {
    let started = Instant::now();
    let before = bar.position();
    let cancel = AtomicBool::new(false);
    let build = Build {
        threads,
        gives_way: false,
        cancel: &cancel,
        progress: &|progress| {
            if progress.material == material {
                bar.set_position(before + progress.solved);
            }
        },
    };
    let provided = tables.provide(material, Some(cache), &build)?;
    for problem in provided.problems {
        match problem {
            CacheError::Unwritable { .. } | CacheError::OverLimit { .. } => return Err(problem.into()),
            _ => bar.suspend(|| eprintln!("lucena: {problem}")),
        }
    }
    bar.set_position(before + material.table_size());
    let table = tables.get(material).ok_or_else(|| CommandError::Internal(format!("{material} is lost")))?;
    let time = if provided.built.is_empty() {
        "from the cache".to_owned()
    } else {
        format!("{:.2} s", started.elapsed().as_secs_f64())
    };
    Ok(format!("{material:<7} {}, {time}", contents(&table)))
}

fn contents(table: &DtmTable) -> String {
    let sides = [table.census(0), table.census(1)];
    let wins: u64 = sides.iter().map(|census| census.wins).sum();
    let draws: u64 = sides.iter().map(|census| census.draws).sum();
    let losses: u64 = sides.iter().map(|census| census.losses).sum();
    let longest = sides.iter().map(|census| census.longest_plies.div_ceil(2)).max().unwrap_or(0);
    let mate = match longest {
        0 => "no forced mate".to_owned(),
        1 => "longest mate 1 move".to_owned(),
        moves => format!("longest mate {moves} moves"),
    };
    format!("won {wins}, drawn {draws}, lost {losses}, {mate}")
}
