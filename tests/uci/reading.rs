//! How lines are read; the rows are in tests/data/uci_reading.txt.

use std::time::{Duration, Instant};

use lucena::board::Game;
use lucena::uci::{Command, Reading, normalise, read_line, read_strictly, read_tolerantly};

use crate::lines::{LineSource, unescape};

const ROWS: &str = include_str!("../data/uci_reading.txt");

#[test]
fn every_row_is_read_as_it_says() {
    let rows = ROWS.lines().filter(|row| !row.is_empty() && !row.starts_with("// "));
    let mut count = 0;
    for row in rows {
        let [line, command, note] = row.splitn(3, " => ").collect::<Vec<_>>()[..] else { panic!("{row}") };
        let reading = read_line(&normalise(&unescape(line)));
        assert_eq!(reading.command.map_or("-".to_owned(), |read| read.to_string()), command, "{row}");
        let notes: Vec<String> = reading.notes.into_iter().chain(reading.refused_position).collect();
        let notes = notes.join("; ");
        assert!(if note == "-" { notes.is_empty() } else { notes.contains(note) }, "{row}: {notes:?}");
        count += 1;
    }
    assert!(count > 90, "only {count} rows");
}

#[test]
fn ordinary_lines_are_read_by_vampirc_and_traps_are_not() {
    for line in
        ["uci", "isready", "position startpos moves e2e4", "go depth 20", "setoption name Hash value 64"]
    {
        assert!(read_strictly(line).is_some(), "{line}");
    }
    for line in ["go depth 256", "go ponder wtime 1 btime 1", "go nodes 1e6", "isreadyx", "go depth 5 "] {
        assert!(read_strictly(line).is_none(), "{line}");
    }
}

#[test]
fn both_readers_agree_wherever_the_strict_one_reads() {
    let mut source = LineSource::new(7);
    let fixed = source.fixed().to_vec();
    let mut agreed = 0;
    for bytes in fixed.into_iter().chain((0..20_000).map(|_| source.line())) {
        let line = normalise(&bytes);
        if let Some(command) = read_strictly(&line) {
            assert_eq!(read_tolerantly(&line), Reading::of(command), "{line}");
            agreed += 1;
        }
    }
    assert!(agreed > 2_000, "only {agreed}");
}

#[test]
fn what_a_command_prints_is_read_as_that_command() {
    let mut source = LineSource::new(8);
    for _ in 0..20_000 {
        if let Some(command) = read_line(&normalise(&source.line())).command {
            let mut again = read_line(&command.to_string());
            // That a limit was refused does not stand in the printed line.
            if let (Some(Command::Go(first)), Some(Command::Go(second))) =
                (&Some(command.clone()), &mut again.command)
            {
                second.limit_refused = first.limit_refused;
            }
            assert_eq!(again.command, Some(command));
        }
    }
}

#[test]
#[ignore = "looks at time: alone on a machine"]
fn timing_of_a_position_of_three_hundred_moves_is_a_millisecond_at_most() {
    let moves = ["g1f3", "g8f6", "f3g1", "f6g8"].repeat(75).join(" ");
    let line = format!("position startpos moves {moves}");
    let fastest = (0..30)
        .map(|_| {
            let begin = Instant::now();
            let command = read_line(&normalise(line.as_bytes())).command;
            let Some(Command::Position { moves, .. }) = command else { panic!("{command:?}") };
            let mut game = Game::default();
            moves.iter().for_each(|played| game.play_uci(played).unwrap());
            begin.elapsed()
        })
        .min()
        .unwrap();
    println!("{fastest:?}");
    assert!(fastest < Duration::from_millis(1), "{fastest:?}");
}
