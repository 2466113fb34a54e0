// Positions: moves as the rules have them, names of squares, and words.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

import { after, describe, men, moveNumber, nameOf, squareOf } from "../../src/page/script/position.mjs";

const rows = readFileSync(new URL("../data/page_moves.txt", import.meta.url), "utf8").split("\n");

test("moves lead where the rules say, castling, captures in passing and promotions too", () => {
  const moves = rows.filter((row) => row && !row.startsWith("#")).map((row) => row.split(" | "));
  assert.ok(moves.length > 15);
  for (const [fen, uci, expected] of moves) assert.equal(after(fen, uci), expected, `${uci} in ${fen}`);
});

test("in Chess960 the king castles onto his own rook", () => {
  const fen = "1r2k3/8/8/8/8/8/8/1R2K3 w BEb - 0 1";
  assert.equal(after(fen, "e1b1"), "1r2k3/8/8/8/8/8/8/2KR4 b b - 1 1");
});

test("a FEN without counters counts from the first move", () => {
  assert.equal(after("8/8/8/8/8/8/8/K6k b - -", "h1h2"), "8/8/8/8/8/8/7k/K7 w - - 1 2");
});

test("squares and their names belong together", () => {
  for (let square = 0; square < 64; square++) assert.equal(squareOf(nameOf(square)), square);
  assert.deepEqual(["a1", "h1", "a8", "h8"].map(squareOf), [0, 7, 56, 63]);
  assert.deepEqual([...men("8/8/8/3k4/8/8/8/R3K3 w - - 0 1")], [[35, "k"], [0, "R"], [4, "K"]]);
});

test("a position in words names the men from the king down, and who is to move where that is said", () => {
  const words = "White: king e1, rook a1, pawn b2. Black: king d5.";
  assert.equal(describe("8/8/8/3k4/8/8/1P6/R3K3 b - - 0 1"), `${words} Black to move.`);
  assert.equal(describe("8/8/8/3k4/8/8/1P6/R3K3"), words);
});

test("moves are numbered from the number in the FEN, with dots where Black begins", () => {
  const numbers = (fen) => [0, 1, 2, 3].map((ply) => moveNumber(fen, ply));
  assert.deepEqual(numbers("8/8/8/3k4/8/8/8/R3K3 w - - 0 7"), ["7. ", "", "8. ", ""]);
  assert.deepEqual(numbers("8/8/8/3k4/8/8/8/R3K3 b - - 0 7"), ["7… ", "8. ", "", "9. "]);
});
