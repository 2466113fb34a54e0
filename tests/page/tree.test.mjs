// Games as trees: variations, the list of moves, PGN, links, and boards to step through.
import assert from "node:assert/strict";
import { test } from "node:test";

import { linkOf, ofLink } from "../../src/serve/assets/link.mjs";
import { add, addBoards, endOf, listOf, ofGame, pathTo, pgnOf, promote, since, startOf, without } from "../../src/serve/assets/tree.mjs";

const FEN = "8/8/8/3k4/8/8/8/R3K3 w - - 0 1";
const A4 = { uci: "a1a4", san: "Ra4", fen: "8/8/8/3k4/R7/8/8/4K3 b - - 1 1" };
const C5 = { uci: "d5c5", san: "Kc5", fen: "8/8/8/2k5/R7/8/8/4K3 w - - 2 2" };
const E5 = { uci: "d5e5", san: "Ke5", fen: "8/8/8/4k3/R7/8/8/4K3 w - - 2 2" };
const D2 = { uci: "e1d2", san: "Kd2", fen: "8/8/8/2k5/R7/8/3K4/8 b - - 3 2" };

// 1. Ra4 Kc5 (1... Ke5) 2. Kd2
function example() {
  const root = startOf(FEN);
  const rook = add(root, A4);
  const king = add(rook, C5);
  const other = add(rook, E5);
  const last = add(king, D2);
  return { root, rook, king, other, last };
}

const words = (root) => listOf(root).map((item) => (item.kind === "move" ? item.number + item.node.san : { begin: "(", end: ")", comment: "{}" }[item.kind])).join(" ");

test("another move at the same place becomes a variation, the same move does not", () => {
  const { root, rook, king } = example();
  assert.equal(add(rook, C5), king);
  assert.equal(words(root), "1. Ra4 Kc5 ( 1… Ke5 ) 2. Kd2");
});

test("a variation becomes the main line", () => {
  const { root, other } = example();
  promote(other);
  assert.equal(words(root), "1. Ra4 Ke5 ( 1… Kc5 2. Kd2 )");
  assert.equal(endOf(root), other);
});

test("a move is taken back with all that follows it", () => {
  const { root, rook, king } = example();
  assert.equal(without(king), rook);
  assert.equal(words(root), "1. Ra4 Ke5");
  assert.equal(without(root), root);
});

test("the server is asked with the moves from the beginning, or from the last null move", () => {
  const { last } = example();
  assert.deepEqual(since(last), { fen: FEN, moves: ["a1a4", "d5c5", "e1d2"] });
  const nothing = add(last, { uci: null, san: "--", fen: "8/8/8/2k5/R7/8/3K4/8 w - - 4 3" });
  const next = add(nothing, { uci: "d2d3", san: "Kd3", fen: "8/8/8/2k5/R7/3K4/8/8 b - - 5 3" });
  assert.deepEqual(since(next), { fen: nothing.fen, moves: ["d2d3"] });
});

test("a game of the server keeps its variations, comments and signs", () => {
  const variation = { comments: ["or"], glyphs: [], moves: [{ ...E5, glyphs: [2], comments: [], variations: [] }], unplayed: null, comments_behind: [] };
  const moves = [{ ...A4, glyphs: [1], comments: ["good"], variations: [] }, { ...C5, glyphs: [], comments: [], variations: [variation] }, { ...D2, glyphs: [], comments: [], variations: [] }];
  const root = ofGame({ fen: FEN, comments: [], glyphs: [], moves });
  assert.equal(words(root), "1. Ra4 {} 1… Kc5 ( 1… Ke5 {} ) 2. Kd2");
  const pgn = pgnOf(root, [["White", 'A "B"'], ["Result", "1-0"]]);
  assert.match(pgn, /\[White "A \\"B\\""\]/);
  assert.match(pgn, /\[FEN "8\/8\/8\/3k4\/8\/8\/8\/R3K3 w - - 0 1"\]/);
  assert.ok(pgn.endsWith("1. Ra4 $1 {good} 1... Kc5 (1... Ke5 $2 {or}) 2. Kd2 1-0\n"), pgn);
});

test("a comment cannot end itself in PGN", () => {
  const root = startOf(FEN, { comments: ["a } b"] });
  assert.ok(pgnOf(root).includes("{a ) b} *"));
});

test("boards to step through keep their reasons, and get the number of the move", () => {
  const root = startOf("8/8/8/3k4/8/8/8/R3K3 w - - 0 5");
  const boards = [{ fen: root.fen, marks: [{ class: "room", squares: ["a1"] }] }, { ...A4, why: "cuts off" }, { ...C5 }];
  const last = addBoards(root, boards);
  assert.deepEqual(pathTo(last).map(({ fen }) => fen.split(" ").slice(4).join(" ")), ["0 5", "1 5", "2 6"]);
  assert.equal(last.parent.why, "cuts off");
  assert.equal(root.marks[0].class, "room");
});

test("a link holds the position, the line and the place in it", () => {
  const { rook } = example();
  const link = linkOf(rook, true);
  assert.equal(link, "fen=8/8/8/3k4/8/8/8/R3K3_w_-_-_0_1&moves=a1a4,d5c5,e1d2&at=1&black=1");
  assert.deepEqual(ofLink(`#${link}`), { fen: FEN, moves: ["a1a4", "d5c5", "e1d2"], at: 1, isFlipped: true });
});

test("a link with nonsense holds what can be read", () => {
  assert.equal(ofLink(""), null);
  assert.equal(ofLink("#moves=e2e4"), null);
  assert.deepEqual(ofLink("#fen=x_w&moves=e2e4,<b>,e9e4&at=99"), { fen: "x w", moves: ["e2e4"], at: 1, isFlipped: false });
  assert.equal(ofLink("#fen=x&moves=e2e4&at=-3").at, 0);
  assert.equal(ofLink("#fen=x&moves=e2e4&at=two").at, 1);
});
