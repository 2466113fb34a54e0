//! `lucena tablebase build`: generates tables and all that they depend on; a stopped build continues where it was.

use std::io::Write as _;
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use indicatif::ProgressBar;

use super::super::machine::threads_or_all_cores;
use super::super::{CommandError, progress};
use crate::tablebase::{Build, Cache, CacheError, DtmTable, DtmTables, Material};
use crate::text::numbers;

/// Tables of up to this many men stay in memory together; larger ones are read when needed.
const KEPT_MEN: usize = 4;

#[derive(Debug, clap::Args)]
#[command(
    after_help = "Each finished table is stored at once: Ctrl-C loses only the one in progress, and the same command \
                  continues from there. Positions count with either side to move, mirrored ones once."
)]
pub(super) struct Arguments {
    /// Tables by their men, for example KRPvKR
    #[arg(value_name = "MATERIAL")]
    materials: Vec<Material>,

    /// Every table of up to this many men, kings included
    #[arg(long, value_name = "N", value_parser = numbers::within(3..=5_u8))]
    men: Option<u8>,

    /// Threads [default: one per core]
    #[arg(long, value_name = "N", value_parser = super::super::machine::threads)]
    threads: Option<usize>,
}

pub(super) fn run(cache: &Cache, arguments: &Arguments) -> Result<(), CommandError> {
    let plan = plan(arguments)?;
    let bar = progress::bar(0, "");
    bar.set_length(plan.iter().map(Material::table_size).sum());
    progress::keep_ticking(&bar);
    let small = DtmTables::new();
    for (number, material) in plan.iter().enumerate() {
        bar.set_message(format!("{material} ({} of {})", number + 1, plan.len()));
        let large = DtmTables::new();
        let tables = if material.men() <= KEPT_MEN { &small } else { &large };
        let line = build_one(*material, tables, cache, arguments, &bar)?;
        bar.suspend(|| writeln!(std::io::stdout().lock(), "{line}"))?;
    }
    bar.finish_and_clear();
    Ok(())
}

/// Returns the tables to build, each after those that it needs.
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

/// Provides one table and returns a line about its contents.
fn build_one(
    material: Material,
    tables: &DtmTables,
    cache: &Cache,
    arguments: &Arguments,
    bar: &ProgressBar,
) -> Result<String, CommandError> {
    let started = Instant::now();
    let before = bar.position();
    let cancel = AtomicBool::new(false);
    let build = Build {
        threads: threads_or_all_cores(arguments.threads),
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
