//! Tables on disk: a damaged one is reported and rebuilt, a failure to write is reported once, and nothing overflows.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use lucena::tablebase::{Build, Cache, CacheError, DtmTables, GenerateError, Material, Provided};

use crate::user_folders;

fn provide(tables: &DtmTables, name: &str, cache: &Cache) -> Provided {
    let cancel = AtomicBool::new(false);
    let build = Build { threads: 2, gives_way: false, cancel: &cancel, progress: &|_| {} };
    tables.provide(name.parse().unwrap(), Some(cache), &build).unwrap()
}

fn material(name: &str) -> Material {
    name.parse().unwrap()
}

/// Builds KRvK in a folder, changes its file, and answers what loading it says.
fn problem_after(change: impl FnOnce(&Path)) -> CacheError {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path(), u64::MAX);
    provide(&DtmTables::new(), "KRvK", &cache);
    change(&cache.path(material("KRvK")));
    let problem = cache.load(material("KRvK")).unwrap_err();
    // It is done without: the table is built, told about once, and whole again.
    let provided = provide(&DtmTables::new(), "KRvK", &cache);
    assert_eq!(provided.built, [material("KRvK")]);
    assert_eq!(provided.problems.len(), 1);
    assert!(cache.load(material("KRvK")).unwrap().is_some());
    problem
}

/// All that KPPvKP depends on would not fit into memory at once.
#[test]
fn a_build_reads_only_the_tables_that_one_move_leads_to() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path(), u64::MAX);
    provide(&DtmTables::new(), "KQPvK", &cache);
    fs::remove_file(cache.path(material("KQPvK"))).unwrap();
    // Lone rooks come from KQRvK alone, once the queen is captured.
    rewrite(&cache.path(material("KRvK")), |bytes| bytes.truncate(100));
    assert_eq!(provide(&DtmTables::new(), "KQPvK", &cache).built, [material("KQPvK")]);
}

fn rewrite(path: &Path, change: impl FnOnce(&mut Vec<u8>)) {
    let mut bytes = fs::read(path).unwrap();
    change(&mut bytes);
    fs::write(path, bytes).unwrap();
}

#[test]
fn a_stored_table_is_there_only_after_the_tables_that_its_lines_to_mate_lead_to() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path(), u64::MAX);
    let needed = material("KPvK").with_dependencies();
    assert_eq!(provide(&DtmTables::new(), "KPvK", &cache).built, needed);
    for round in 0..20 {
        if round < 5 {
            fs::remove_file(cache.path(material("KPvK"))).unwrap();
        }
        let tables = DtmTables::new();
        std::thread::scope(|scope| {
            scope.spawn(|| provide(&tables, "KPvK", &cache));
            while !tables.contains(material("KPvK")) {
                std::hint::spin_loop();
            }
            let missing: Vec<&Material> = needed.iter().filter(|needed| !tables.contains(**needed)).collect();
            assert!(missing.is_empty(), "{missing:?}");
        });
    }
}

#[test]
fn a_stored_table_is_loaded_as_it_was() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Cache::new(folder.path().join("not").join("yet"), u64::MAX);
    assert!(cache.load(material("KQvK")).unwrap().is_none());
    let built = DtmTables::new();
    assert_eq!(provide(&built, "KQvK", &cache).built.last(), Some(&material("KQvK")));
    let loaded = DtmTables::new();
    assert!(provide(&loaded, "KQvK", &cache).built.is_empty());
    let [built, loaded] = [built, loaded].map(|tables| tables.get(material("KQvK")).unwrap());
    for side in 0..2 {
        assert!(
            built
                .positions(side)
                .map(|(_, outcome)| outcome)
                .eq(loaded.positions(side).map(|(_, outcome)| outcome))
        );
    }
}

#[test]
fn a_truncated_file_is_called_damaged_and_built_anew() {
    for kept in [0, 7, 31, 32, 40, 5000] {
        let problem = problem_after(|path| rewrite(path, |bytes| bytes.truncate(kept)));
        assert!(matches!(problem, CacheError::Damaged { .. }), "{kept}: {problem}");
    }
    let problem = problem_after(|path| rewrite(path, |bytes| bytes.truncate(bytes.len() - 1)));
    assert!(matches!(problem, CacheError::Damaged { .. }), "{problem}");
}

#[test]
fn a_file_with_any_bit_changed_is_refused() {
    let mut random = fastrand::Rng::with_seed(3);
    for _ in 0..40 {
        let problem = problem_after(|path| {
            rewrite(path, |bytes| {
                let place = random.usize(0..bytes.len());
                bytes[place] ^= 1 << random.u32(0..8);
            });
        });
        assert!(matches!(problem, CacheError::Damaged { .. } | CacheError::Foreign { .. }), "{problem}");
    }
    let longer = problem_after(|path| rewrite(path, |bytes| bytes.push(0)));
    assert!(matches!(longer, CacheError::Damaged { .. }), "{longer}");
}

#[test]
fn a_foreign_file_and_another_table_under_this_name_are_refused() {
    let foreign = problem_after(|path| fs::write(path, [b'x'; 10_000]).unwrap());
    assert!(matches!(foreign, CacheError::Foreign { .. }), "{foreign}");
    let other = problem_after(|path| {
        let folder = path.parent().unwrap();
        provide(&DtmTables::new(), "KQvK", &Cache::new(folder, u64::MAX));
        fs::copy(folder.join("KQvK.dtm"), path).unwrap();
    });
    assert!(matches!(other, CacheError::Foreign { .. }), "{other}");
}

#[test]
fn a_folder_that_cannot_be_written_is_reported_once_and_done_without() {
    let folder = tempfile::tempdir().unwrap();
    // A file where the folder should be: not even the superuser can write there.
    let blocked = folder.path().join("file");
    fs::write(&blocked, "").unwrap();
    let cache = Cache::new(blocked.join("cache"), u64::MAX);
    let tables = DtmTables::new();
    let provided = provide(&tables, "KPvK", &cache);
    let unwritable =
        provided.problems.iter().filter(|problem| matches!(problem, CacheError::Unwritable { .. })).count();
    assert_eq!(unwritable, 1, "{:?}", provided.problems);
    assert!(tables.contains(material("KPvK")));
}

#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_is_reported_and_leaves_no_file() {
    let folder = tempfile::tempdir().unwrap();
    let table = folder.path().join("KvK.dtm");
    fs::write(&table, "an older table").unwrap();
    // Where no byte can be written to any file it is as on a full disk.
    let limited = "ulimit -f 0; trap '' XFSZ; exec \"$@\"";
    let binary = env!("CARGO_BIN_EXE_lucena");
    let mut command = std::process::Command::new("sh");
    command.args(["-c", limited, "sh", binary, "tablebase", "build", "KvK", "--cache"]).arg(folder.path());
    let home = tempfile::tempdir().unwrap();
    let run = command.envs(user_folders::at(home.path())).output().unwrap();
    let errors = String::from_utf8(run.stderr).unwrap();
    assert!(run.status.code() == Some(1) && errors.contains("cannot write"), "{errors}");
    assert_eq!(fs::read(&table).unwrap(), b"an older table");
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn tables_of_five_men_never_make_room_and_take_none() {
    let folder = tempfile::tempdir().unwrap();
    // Each of the tables of three men takes some 4,000 bytes.
    let cache = Cache::new(folder.path(), 10_000);
    let large = cache.path(material("KRPvKR"));
    fs::write(&large, [0; 100_000]).unwrap();
    provide(&DtmTables::new(), "KBvK", &cache);
    provide(&DtmTables::new(), "KNvK", &cache);
    assert!(large.exists() && cache.path(material("KBvK")).exists());
}

#[test]
fn tables_not_used_for_longest_make_room_for_new_ones() {
    let folder = tempfile::tempdir().unwrap();
    let generous = Cache::new(folder.path(), u64::MAX);
    provide(&DtmTables::new(), "KPvK", &generous);
    let all = generous.tables();
    assert_eq!(all.len(), 6);
    let total: u64 = all.iter().map(|table| table.bytes).sum();
    let tight = Cache::new(folder.path(), total);
    let tables = DtmTables::new();
    provide(&tables, "KRRvK", &Cache::new(tempfile::tempdir().unwrap().path(), u64::MAX));
    let Err(CacheError::OverLimit { bytes, .. }) = tight.store(&tables.get(material("KRRvK")).unwrap())
    else {
        panic!("a table larger than the whole cache was stored");
    };
    let roomy = Cache::new(folder.path(), bytes + 100);
    assert!(roomy.store(&tables.get(material("KRRvK")).unwrap()).unwrap());
    let kept: u64 = roomy.tables().iter().map(|table| table.bytes).sum();
    assert!(kept <= bytes + 100 && roomy.load(material("KRRvK")).unwrap().is_some());
}

#[test]
fn a_build_that_is_cancelled_stops_and_resumes_with_what_it_had() {
    let folder = tempfile::tempdir().unwrap();
    let cache = Arc::new(Cache::new(folder.path(), u64::MAX));
    let tables = Arc::new(DtmTables::new());
    let (sender, receiver) = std::sync::mpsc::channel();
    let running = tables
        .provide_in_background(material("KQvKR"), Some(Arc::clone(&cache)), 1, move |progress| {
            let _ = sender.send(progress.material);
        })
        .unwrap();
    while receiver.recv().unwrap() != material("KQvKR") {}
    running.cancel();
    assert!(running.wait().is_err());
    assert!(!tables.contains(material("KQvKR")));
    let again = provide(&DtmTables::new(), "KQvKR", &cache);
    assert_eq!(again.built, [material("KQvKR")]);
}

/// The lowest priority is a niceness of 19 on Linux, which is the seventeenth field after the thread's name.
#[cfg(target_os = "linux")]
#[test]
fn a_build_in_the_background_gives_way_to_searching() {
    let (sender, receiver) = std::sync::mpsc::channel();
    let niceness = || {
        let statistics = fs::read_to_string("/proc/thread-self/stat").unwrap();
        let (_, after_name) = statistics.rsplit_once(')').unwrap();
        after_name.split_whitespace().nth(16).unwrap().parse::<i32>().unwrap()
    };
    let ours = niceness();
    let running = Arc::new(DtmTables::new())
        .provide_in_background(material("KRvK"), None, 1, move |_| sender.send(niceness()).unwrap())
        .unwrap();
    assert!(running.wait().is_ok());
    let theirs = receiver.recv().unwrap();
    assert_eq!(theirs, 19, "ours is {ours}");
    assert_eq!(niceness(), ours);
}

#[test]
fn a_table_without_what_it_is_built_from_is_refused() {
    let cancel = AtomicBool::new(false);
    let build = Build { threads: 1, gives_way: false, cancel: &cancel, progress: &|_| {} };
    let refused = lucena::tablebase::generate(material("KQvK"), &Default::default(), &build).unwrap_err();
    assert!(matches!(refused, GenerateError::MissingTable { .. }), "{refused}");
}
