// A solved position: every move with its result, best play and what branches off, and the corresponding squares of the kings.
import { Board, FIELD, besideByKey, corner, draw, element } from "../../../page/script/board.mjs";
import { after, nameOf, squareOf, turn } from "../../../page/script/position.mjs";
import { carried } from "../../../page/script/start.mjs";
import { Stepper } from "../../../page/script/stepper.mjs";

const byId = (id) => document.getElementById(id);

function showPosition(host) {
  const { positions } = carried;
  const start = { fen: positions[0].fen, place: 0 };
  let chosen = 0;

  // The board after a move; the page has no place for it where it carries no results.
  function step(from, index) {
    const known = positions[from.place];
    const { uci, san, next } = known.moves[index];
    const fen = next === undefined ? after(from.fen, uci) : positions[next].fen;
    return { fen, uci, san, place: next, isBeside: index !== known.best };
  }

  // Best play from a board, up to where the page's data ends.
  function bestPlay(from) {
    const line = [];
    const seen = new Set([from.place]);
    for (let last = from; (positions[last.place]?.best ?? null) !== null;) {
      last = step(last, positions[last.place].best);
      if (seen.has(last.place)) break;
      seen.add(last.place);
      line.push(last);
    }
    return line;
  }

  const worded = (result) => element("span", { class: result }, result);

  function tell({ shown }) {
    const known = positions[shown.place];
    if (!known) return [`${turn(shown.fen)} to move: the page goes no further here`];
    if (known.moves.length === 0) return [known.result === "loss" ? "Checkmate" : "Stalemate"];
    return [`${turn(shown.fen)} to move: `, worded(known.result)];
  }

  function listMoves({ shown }) {
    const known = positions[shown.place];
    const rows = (known?.moves ?? []).map((move, index) => {
      const row = element("tr", { class: `${index === known.best ? "best" : ""} ${index === chosen ? "chosen" : ""}` });
      for (const content of [move.san, worded(move.result), move.conversion ?? ""]) row.insertCell().append(content);
      row.addEventListener("click", () => play(index));
      return row;
    });
    byId("moves").replaceChildren(...rows);
  }

  function onShow(way) {
    const known = positions[way.shown.place];
    const follows = way.boards[way.here + 1];
    chosen = follows ? known.moves.findIndex((move) => move.uci === follows.uci) : (known?.best ?? 0);
    listMoves(way);
  }

  const stepper = new Stepper(host, [start, ...bestPlay(start)], { tell, onShow });
  const play = (index) => stepper.play(step(stepper.way.shown, index), bestPlay);
  const best = element("button", { type: "button" }, "best play");
  best.addEventListener("click", () => stepper.replace([start, ...bestPlay(start)]));
  host.querySelector(".steps").append(best);

  function choose(index) {
    const count = positions[stepper.way.shown.place]?.moves.length ?? 0;
    chosen = Math.max(0, Math.min(index, count - 1));
    listMoves(stepper.way);
  }

  document.addEventListener("keydown", (event) => {
    const keys = { ArrowUp: () => choose(chosen - 1), ArrowDown: () => choose(chosen + 1), Enter: () => play(chosen) };
    const isElsewhere = event.target.closest(".keys") || (event.key === "Enter" && event.target.closest("button"));
    const isOver = !positions[stepper.way.shown.place]?.moves.length;
    if (isElsewhere || isOver || event.ctrlKey || event.altKey || event.metaKey || !keys[event.key]) return;
    event.preventDefault();
    keys[event.key]();
  });
}

function showCorrespondingSquares(host) {
  const KINDS = { "draw win": "White wins only with Black to move", "loss draw": "Black wins only with White to move", "loss win": "Whoever is to move loses" };
  const kindOf = (group) => `${group.with_white_to_move} ${group.with_black_to_move}`;
  const colour = (number) => `hsl(${(number * 67) % 360} 60% 82%)`;
  const board = new Board(host);
  let groups = [];
  let cursor = null;

  function showKind(kind) {
    groups = carried.corresponding
      .filter((group) => kindOf(group) === kind)
      .map((group) => ({ white: group.white.map(squareOf), black: group.black.map(squareOf) }));
    cursor = null;
    for (const button of byId("kinds").children) button.setAttribute("aria-pressed", button.dataset.kind === kind);
    listGroups();
    drawTags();
    light();
  }

  function listGroups() {
    const rows = groups.map(({ white, black }, index) => {
      const row = element("tr");
      const number = element("span", { class: "number", style: `background: ${colour(index)}` }, index + 1);
      for (const content of [number, white.map(nameOf).join(" "), black.map(nameOf).join(" ")]) row.insertCell().append(content);
      row.addEventListener("mouseenter", () => lightSquares([...white, ...black]));
      row.addEventListener("mouseleave", light);
      return row;
    });
    byId("groups").replaceChildren(...rows);
  }

  // White's numbers stand above, Black's below: a square can be both.
  function drawTags() {
    board.under.replaceChildren();
    for (const side of ["white", "black"]) {
      const numbers = new Map();
      groups.forEach((group, index) => {
        for (const at of group[side]) numbers.set(at, [...(numbers.get(at) ?? []), index + 1]);
      });
      for (const [at, list] of numbers) drawTag(side, at, list);
    }
  }

  function drawTag(side, at, numbers) {
    const [x, y] = corner(at);
    const text = numbers.length > 2 ? `${numbers[0]}…` : numbers.join(" ");
    const top = side === "white" ? y + 2 : y + 21;
    const box = draw(board.under, "rect", { class: `box for-${side}`, x: x + 3, y: top, width: FIELD - 6, height: 17, rx: 3 });
    const tag = draw(board.under, "text", { class: `tag for-${side}`, x: x + FIELD / 2, y: top + 13 }, text);
    (side === "white" ? box : tag).style.fill = colour(numbers[0] - 1);
  }

  function lightSquares(squares) {
    board.over.replaceChildren();
    for (const at of squares) board.field("partner", at, board.over);
  }

  // What corresponds to the square under the cursor, for either king.
  function light() {
    const of = (side, other) => [...new Set(groups.filter((group) => group[side].includes(cursor)).flatMap((group) => group[other]))];
    const forWhite = of("white", "black");
    const forBlack = of("black", "white");
    lightSquares([...forWhite, ...forBlack]);
    if (cursor !== null) board.frame("cursor", cursor, board.over);
    [...byId("groups").rows].forEach((row, index) => {
      row.classList.toggle("lit", groups[index].white.includes(cursor) || groups[index].black.includes(cursor));
    });
    const words = [];
    if (forWhite.length) words.push(`White's king on ${nameOf(cursor)} ↔ Black's on ${forWhite.map(nameOf).join(", ")}.`);
    if (forBlack.length) words.push(`Black's king on ${nameOf(cursor)} ↔ White's on ${forBlack.map(nameOf).join(", ")}.`);
    const hint = "Point at a square, or choose one with Tab and the arrow keys.";
    byId("pair").textContent = words.join(" ") || (cursor === null ? hint : `${nameOf(cursor)}: no such square.`);
  }

  const kinds = [...new Set(carried.corresponding.map(kindOf))];
  for (const kind of kinds) {
    const button = element("button", { type: "button", "data-kind": kind }, KINDS[kind]);
    button.addEventListener("click", () => showKind(kind));
    byId("kinds").append(button, " ");
  }
  for (const kind of ["pointermove", "pointerdown"]) {
    host.addEventListener(kind, (event) => {
      cursor = board.at(event);
      light();
    });
  }
  host.addEventListener("keydown", (event) => {
    const beside = besideByKey(cursor ?? 27, event.key);
    if (beside === null) return;
    event.preventDefault();
    cursor = beside;
    light();
  });
  showKind(kinds.includes("draw win") ? "draw win" : kinds[0]);
}

showPosition(byId("position"));
if (byId("corresponding")) showCorrespondingSquares(byId("corresponding"));
