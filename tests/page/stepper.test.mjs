// Stepping through boards: where it ends, and what a move beside the line does to it; and what is said of a board.
import assert from "node:assert/strict";
import { test } from "node:test";

import { besideByKey } from "../../src/page/script/board.mjs";
import { squareOf } from "../../src/page/script/position.mjs";
import { lineWords } from "../../src/page/script/stepper.mjs";
import { Way } from "../../src/page/script/way.mjs";

const START = { fen: "8/8/8/3k4/8/8/8/R3K3 w - - 0 1" };
const FIRST = { fen: "8/8/8/3k4/8/8/8/3RK3 b - - 1 1", uci: "a1d1", san: "Rd1+", why: "press: less is left to do" };
const SECOND = { fen: "8/8/2k5/8/8/8/8/3RK3 w - - 2 2", uci: "d5c6", san: "Kc6" };
const OTHER = { fen: "8/8/8/3k4/R7/8/8/4K3 b - - 1 1", uci: "a1a4", san: "Ra4" };

test("stepping ends at both ends", () => {
  const way = new Way([START, FIRST, SECOND]);
  way.go(-1);
  assert.equal(way.here, 0);
  way.go(9);
  assert.deepEqual([way.here, way.shown, way.last], [2, SECOND, 2]);
});

test("a move of the line is stepped to, and what follows stays", () => {
  const way = new Way([START, FIRST, SECOND]);
  way.play({ ...FIRST }, () => assert.fail("nothing is to be found"));
  assert.deepEqual([way.here, way.last], [1, 2]);
});

test("another move takes the place of what followed, with what comes after it", () => {
  const way = new Way([START, FIRST, SECOND]);
  way.play(OTHER, (board) => [{ ...SECOND, before: board.uci }]);
  assert.deepEqual(way.boards.map((board) => board.uci), [undefined, "a1a4", "d5c6"]);
  assert.deepEqual([way.here, way.boards[2].before], [1, "a1a4"]);
});

test("a board is told by its move, with the reason, dots before Black's, and the end of the line", () => {
  const way = new Way([START, FIRST, SECOND]);
  const words = [0, 1, 2].map((here) => { way.go(here); return lineWords(way, "mate")[0]; });
  assert.deepEqual(words, ["White to move.", "Rd1+ – press: less is left to do", "…Kc6 (mate)"]);
  assert.deepEqual(lineWords(new Way([START]), "drawn"), [" (drawn)"]);
});

test("arrow keys lead to the square beside, and stay at the edge", () => {
  const led = (name, key) => besideByKey(squareOf(name), key);
  assert.equal(led("e4", "ArrowUp"), squareOf("e5"));
  assert.equal(led("h4", "ArrowRight"), squareOf("h4"));
  assert.equal(led("a1", "ArrowDown"), squareOf("a1"));
  assert.equal(led("a1", "Enter"), null);
});
