// Games as trees: moves with variations, where one is in them, their list and their PGN. Needs no browser.
import { after, moveNumber } from "../../page/script/position.mjs";

const SIGNS = { 1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!" };

// A position of a tree, with the move that led to it. `marks`, `arrows` and `why` are what an explanation says of it.
function node(parent, { fen, uci = null, san = "", comments = [], glyphs = [], marks = [], arrows = [], why = "" }) {
  return { parent, fen, uci, san, comments, glyphs, marks, arrows, why, children: [] };
}

export const startOf = (fen, rest = {}) => node(null, { ...rest, fen });

// Adds a move as the last variation, or returns the same move that is there.
export function add(parent, move) {
  const known = parent.children.find((child) => child.uci === move.uci && child.san === move.san);
  if (known) return known;
  const made = node(parent, move);
  parent.children.push(made);
  return made;
}

// The positions from the beginning to this one.
export function pathTo(at) {
  const path = [];
  for (let one = at; one; one = one.parent) path.unshift(one);
  return path;
}

export const rootOf = (at) => pathTo(at)[0];

// The last position of the line that goes on from here.
export function endOf(at) {
  let one = at;
  while (one.children.length > 0) one = one.children[0];
  return one;
}

// Takes a move and all that follows it out of its tree, and returns the position before it.
export function without(at) {
  const { parent } = at;
  if (parent) parent.children = parent.children.filter((child) => child !== at);
  return parent ?? at;
}

// Makes the line to here the main line.
export function promote(at) {
  for (const one of pathTo(at).slice(1)) {
    one.parent.children = [one, ...one.parent.children.filter((child) => child !== one)];
  }
}

// The last null move's position on the way here, or the first position; and the moves from there, in UCI's notation.
export function since(at) {
  const path = pathTo(at);
  const first = path.findLastIndex((one, index) => index === 0 || one.uci === null);
  return { fen: path[first].fen, moves: path.slice(first + 1).map((one) => one.uci) };
}

// The tree of a game as the server gives it.
export function ofGame(game) {
  const root = startOf(game.fen, { comments: game.comments, glyphs: game.glyphs });
  follow(root, game.moves);
  return root;
}

function follow(from, moves) {
  let last = from;
  for (const move of moves) {
    const next = add(last, move);
    for (const variation of move.variations ?? []) {
      const before = last.children.length;
      follow(last, variation.moves);
      const first = last.children[before];
      if (first && variation.comments?.length) first.comments = [...variation.comments, ...first.comments];
    }
    last = next;
  }
}

// Adds boards to step through behind a position; returns the last.
export function addBoards(from, boards) {
  const [first, ...rest] = boards;
  Object.assign(from, { marks: first.marks ?? [], arrows: first.arrows ?? [] });
  return rest.reduce((last, board) => {
    // Boards of a line may come without the clock and the number of the move.
    const next = add(last, { ...board, fen: after(last.fen, board.uci) });
    Object.assign(next, { marks: board.marks ?? [], arrows: board.arrows ?? [], why: board.why ?? "" });
    return next;
  }, from);
}

export const signsOf = (one) => one.glyphs.map((glyph) => SIGNS[glyph] ?? "").join("");

// The list of all moves: items are moves with their numbers, comments, and the beginnings and ends of variations.
export function listOf(root) {
  const items = root.comments.map((text) => ({ kind: "comment", text }));
  listFrom(root, items, true);
  return items;
}

function listFrom(from, items, isFirst) {
  let at = from;
  let needsNumber = isFirst;
  while (at.children.length > 0) {
    const [main, ...others] = at.children;
    needsNumber = listMove(main, items, needsNumber);
    for (const other of others) {
      items.push({ kind: "begin" });
      listFrom(other, items, listMove(other, items, true));
      items.push({ kind: "end" });
      needsNumber = true;
    }
    at = main;
  }
}

// Lists a move; returns whether the next one needs its number even if it is Black's.
function listMove(one, items, needsNumber) {
  const number = moveNumber(one.parent.fen, 0);
  items.push({ kind: "move", node: one, number: number.includes("…") && !needsNumber ? "" : number });
  for (const text of one.comments) items.push({ kind: "comment", text });
  return one.comments.length > 0;
}

// The game as PGN.
export function pgnOf(root, tags = []) {
  const known = new Map([["Event", "?"], ["Site", "?"], ["Date", "????.??.??"], ["Round", "?"], ["White", "?"], ["Black", "?"], ["Result", "*"], ...tags]);
  known.set("FEN", root.fen).set("SetUp", "1");
  const quoted = (text) => text.replace(/[\\"]/g, "\\$&");
  const head = [...known].map(([name, value]) => `[${name} "${quoted(value)}"]\n`).join("");
  const words = [];
  let opening = "";
  for (const item of listOf(root)) {
    if (item.kind === "begin") opening += "(";
    else if (item.kind === "end") words[words.length - 1] += ")";
    else words.push(opening + pgnWord(item));
    if (item.kind !== "begin") opening = "";
  }
  return `${head}\n${wrapped([...words, known.get("Result")].join(" "))}\n`;
}

function pgnWord(item) {
  if (item.kind === "comment") return `{${item.text.replaceAll("}", ")")}}`;
  return item.number.replace("… ", "... ") + item.node.san + item.node.glyphs.map((glyph) => ` $${glyph}`).join("");
}

function wrapped(text) {
  const lines = [""];
  for (const word of text.split(" ")) {
    const last = lines.length - 1;
    if (lines[last] && lines[last].length + word.length > 78) lines.push(word);
    else lines[last] += (lines[last] ? " " : "") + word;
  }
  return lines.join("\n");
}
