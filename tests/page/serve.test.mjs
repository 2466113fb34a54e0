// What the page of the server says and reads: results in words, streams of events, pasted texts, and positions that are set up.
import assert from "node:assert/strict";
import { test } from "node:test";

import { squareOf } from "../../src/page/script/position.mjs";
import { address, eventsOf, sentence } from "../../src/serve/assets/api.mjs";
import { isFen } from "../../src/serve/assets/opening.mjs";
import { endingWords } from "../../src/serve/assets/panels/lessons.mjs";
import { Setup } from "../../src/serve/assets/setup.mjs";
import { amount, bytesWords, distanceWords, keepingWords, resultWords, scoreWords, sourceWords, timeWords, verdictWords } from "../../src/serve/assets/words.mjs";

const CERTAIN = { result: "win", known_by: "tables", syzygy: null, plies_to_zeroing: null, plies_to_mate: null, is_spoilt: false };
const VIEW = { turn: "white", over: null, certain: CERTAIN, moves: Array(12).fill({}), keeping: 3, unknown: 0 };
const view = (change) => ({ ...VIEW, ...change, certain: change.certain === null ? null : { ...CERTAIN, ...change.certain } });

test("a result is told for the side to move", () => {
  assert.deepEqual(["win", "draw", "loss"].map((result) => resultWords(result, "black")), ["Black wins", "Draw", "White wins"]);
  assert.equal(verdictWords(view({ certain: { plies_to_mate: 27 } })), "White wins, mate in 14.");
  assert.equal(verdictWords(view({ turn: "black", certain: { result: "loss", plies_to_mate: 26 } })), "Black loses, mate in 13.");
  assert.equal(verdictWords(view({ certain: { result: "draw", is_spoilt: true } })), "Draw: the win comes too late for the 50-move rule.");
  assert.equal(verdictWords(view({ certain: null })), "Nobody knows the result yet.");
  assert.equal(verdictWords(view({ over: { reason: "checkmate", result: "0-1" } })), "Black wins: checkmate.");
});

test("distances are moves of the side that begins", () => {
  assert.equal(distanceWords({ ...CERTAIN, plies_to_zeroing: 1 }), "progress in 1 move");
  assert.equal(distanceWords({ ...CERTAIN, plies_to_zeroing: 11 }), "progress in 6 moves");
  assert.equal(distanceWords(CERTAIN), "");
});

test("the moves that keep a result are counted in words", () => {
  assert.equal(keepingWords(VIEW), "3 of 12 moves win.");
  assert.equal(keepingWords(view({ keeping: 1, certain: { result: "draw" } })), "Only one of 12 moves holds the draw.");
  assert.equal(keepingWords(view({ keeping: 12 })), "All 12 moves win.");
  assert.equal(keepingWords(view({ keeping: 12, certain: { result: "loss" } })), "All 12 moves lose.");
  assert.equal(keepingWords(view({ keeping: 1, moves: [{}], certain: { result: "loss" } })), "The only move loses.");
  assert.equal(keepingWords(view({ keeping: null })), "");
});

test("who knows a result is named", () => {
  assert.equal(sourceWords({ ...CERTAIN, syzygy: "KRvK" }), "Syzygy KRvK");
  assert.equal(sourceWords({ ...CERTAIN, known_by: "solver" }), "the solver");
});

test("scores are told for White", () => {
  assert.deepEqual([{ cp: 31 }, { cp: -31 }, { cp: 0 }].map((score) => scoreWords(score, -1)), ["−0.31", "+0.31", "0.00"]);
  assert.deepEqual([scoreWords({ mate: 5 }, 1), scoreWords({ mate: 5 }, -1), scoreWords({ table: -1 }, 1)], ["#5", "−#5", "Black wins"]);
});

test("amounts are told as people read them", () => {
  assert.deepEqual([999, 12_345, 97_435_648, 2.5e9].map(amount), ["999", "12,345", "97.4 million", "2.5 billion"]);
  assert.deepEqual([0, 512, 1536, 15_709_264, 4_294_967_296].map(bytesWords), ["0 bytes", "512 bytes", "1.5 KiB", "15.0 MiB", "4.0 GiB"]);
  assert.deepEqual([0.04, 1, 90, 600, 10_000, 1e6].map(timeWords), ["less than a second", "1 second", "90 seconds", "10 minutes", "3 hours", "12 days"]);
});

test("events are read whole, and the rest waits for more", () => {
  const [events, rest] = eventsOf('event: info\ndata: {"a":1}\n\n: a sign of life\n\nevent: done\r\ndata: {}\r\n\r\nevent: in');
  assert.deepEqual(events, [{ kind: "info", data: '{"a":1}' }, { kind: "done", data: "{}" }]);
  assert.equal(rest, "event: in");
});

test("a line break that is cut in two ends an event once", () => {
  const [first, rest] = eventsOf("event: info\r\ndata: 1\r\n\r");
  assert.deepEqual(first, []);
  assert.deepEqual(eventsOf(`${rest}\n`), [[{ kind: "info", data: "1" }], ""]);
});

test("an address leaves out what is not asked", () => {
  assert.equal(address("/api/position", { fen: "8/8 w - -", moves: "", solve: undefined, mates: true }), "/api/position?fen=8%2F8+w+-+-&mates=true");
  assert.equal(address("/api/about"), "/api/about");
  assert.equal(sentence("too many jobs run"), "Too many jobs run.");
});

test("a FEN is told from games", () => {
  for (const fen of ["8/8/8/3k4/8/8/8/R3K3 w - - 0 1", " 8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1\n", "8/8/8/3k4/8/8/8/R3K3"]) assert.ok(isFen(fen), fen);
  for (const games of ['[FEN "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"]\n\n1. Ra4 *', "1. e4 e5", "", "<b>"]) assert.ok(!isFen(games), games);
});

test("a position is set up man by man", () => {
  const setup = new Setup("8/8/8/8/8/8/8/8 w - - 5 9");
  assert.match(setup.problem, /white king/);
  for (const [at, letter] of [["e1", "K"], ["h1", "R"], ["d5", "k"], ["a8", "P"]]) setup.put(squareOf(at), letter);
  assert.match(setup.problem, /pawn/);
  setup.move(squareOf("a8"), squareOf("a7"));
  setup.turn = "b";
  assert.equal(setup.problem, "");
  assert.equal(setup.fen, "8/P7/8/3k4/8/8/8/4K2R b - - 0 1");
  assert.deepEqual(setup.possible, ["K"]);
  setup.rights = "KQkq";
  assert.equal(setup.fen, "8/P7/8/3k4/8/8/8/4K2R b K - 0 1");
  setup.remove(squareOf("h1"));
  setup.put(squareOf("a1"), "k");
  assert.match(setup.problem, /more than one black king/);
});

test("an ending is named by its men", () => {
  assert.equal(endingWords("KRvK"), "King and rook against king");
  assert.equal(endingWords("KBNvK"), "King, bishop and knight against king");
});
