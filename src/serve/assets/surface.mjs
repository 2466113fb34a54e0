// The board of the page: shows the position with its colours, lets the reader move men, draw arrows and rings, and turn it.
import { Board, blankBoard, element, glyph } from "../../page/script/board.mjs";
import { Hand, squareWords } from "../../page/script/hand.mjs";
import { describe, manName, men, nameOf, sideOf, squareOf, turn } from "../../page/script/position.mjs";
import { announce } from "./announce.mjs";

const PIECES = ["queen", "rook", "bishop", "knight"];
const LABEL = "Board. The arrow keys move the frame, Enter takes a man up and puts it down, Escape lets go.";

export class Surface {
  constructor(host, game) {
    this.game = game;
    this.isFlipped = false;
    this.overlay = { marks: [], arrows: [] };
    this.preview = null;
    this.paint = null;
    this.editing = null;
    this.expected = null;
    this.choices = element("div", { class: "becomes", role: "group", "aria-label": "The pawn becomes", hidden: "" });
    this.cells = element("div", { class: "cells", role: "rowgroup" });
    this.ground = element("div", { class: "ground", tabindex: "0", role: "grid", id: "board", "aria-label": LABEL }, this.cells);
    host.append(this.ground, this.choices);
    this.renew();
    this.hand = new Hand(this.ground, this.board, this.rules(), false);
    this.listenToDrawing();
    this.choices.addEventListener("keydown", (event) => {
      if (event.key !== "Escape") return;
      event.stopPropagation();
      this.closeChoices();
    });
  }

  // Makes the board and the names of its squares for one of the two directions.
  renew() {
    const svg = blankBoard(this.isFlipped);
    this.board?.svg.remove();
    this.ground.append(svg);
    this.board = new Board(this.ground, this.isFlipped);
    svg.setAttribute("aria-hidden", "true");
    const places = [...Array(64).keys()].map((place) => (this.isFlipped ? 63 - place : place));
    const rows = [7, 6, 5, 4, 3, 2, 1, 0].map((row) => {
      const cells = places.slice(8 * row, 8 * row + 8).map((at) => element("div", { role: "gridcell", id: `square-${nameOf(at)}` }));
      return element("div", { role: "row" }, ...cells);
    });
    this.cells.replaceChildren(...rows);
    svg.addEventListener("contextmenu", (event) => event.preventDefault());
  }

  flip(isFlipped = !this.isFlipped) {
    if (isFlipped === this.isFlipped) return;
    this.isFlipped = isFlipped;
    this.renew();
    this.hand.attach(this.board);
    this.listenToDrawing();
    this.show();
  }

  // Shows the position of the game, or the one that is being set up.
  show() {
    const { game, board, editing, overlay, preview } = this;
    const { here } = game;
    const fen = editing ? editing.setup.fen : here.fen;
    const marks = editing ? [] : [...here.marks, ...overlay.marks];
    const arrows = editing ? [] : [...here.arrows, ...overlay.arrows, ...(here.drawn?.arrows ?? []), ...(preview ? [preview] : [])];
    board.show({ fen, uci: editing ? null : here.uci, marks, arrows });
    if (!editing) for (const at of here.drawn?.rings ?? []) board.ring("drawn", at);
    if (!editing) this.paint?.(board);
    for (const cell of this.cells.querySelectorAll("[role=gridcell]")) {
      cell.setAttribute("aria-label", squareWords(fen, squareOf(cell.id.slice(-2))));
    }
    this.ground.setAttribute("aria-label", `${LABEL} ${describe(fen)}`);
    this.closeChoices(false);
    this.hand?.letGo();
    this.doExpected();
  }

  // Remembers a touch that comes before the server has said which moves are legal. Returns whether it is one.
  expect(at) {
    const { editing, expected, game, board } = this;
    if (editing || game.view) return false;
    const letter = men(board.fen).get(at);
    if (letter && sideOf(letter) === turn(game.here.fen)) this.expected = expected?.from === at ? null : { node: game.here, from: at, to: null };
    else if (expected) expected.to = at;
    this.hand.letGo();
    this.doExpected();
    return true;
  }

  // Does what was expected once the moves have come; shows what is taken up until then.
  doExpected() {
    const { expected, game, hand, board } = this;
    if (!expected) return;
    if (this.editing || expected.node !== game.here) this.expected = null;
    else if (!game.view) board.field("picked", expected.from);
    else {
      this.expected = null;
      hand.touch(expected.from);
      if (expected.to !== null && hand.picked !== null) hand.touch(expected.to);
    }
  }

  // Colours and arrows of a panel, and what else it paints; without any, they go.
  colour(overlay = {}, paint = null) {
    this.overlay = { marks: overlay.marks ?? [], arrows: overlay.arrows ?? [] };
    this.paint = paint;
    this.show();
  }

  // Shows a move as an arrow, as long as the pointer or the focus is on it.
  point(move, classes = "move") {
    this.preview = move && { class: classes, from: move.from, to: move.to };
    this.show();
  }

  rules() {
    const moves = () => (this.editing ? [] : (this.game.view?.moves ?? []));
    return {
      isOurs: (at) => {
        const letter = men(this.board.fen).get(at);
        if (this.editing) return letter !== undefined && this.editing.isMoving;
        return letter !== undefined && moves().some((move) => squareOf(move.from) === at);
      },
      targets: (at) => {
        const own = moves().filter((move) => squareOf(move.from) === at);
        return new Map(own.map((move) => [squareOf(move.to), move.certain?.result ?? ""]));
      },
      move: (from, to) => (this.editing ? this.editing.move(from, to) : this.move(from, to)),
      intercept: (at) => (this.editing && !this.editing.isMoving ? (this.editing.touch(at), true) : this.expect(at) || this.forgetDrawing()),
      drop: (from) => (this.editing ? this.editing.remove(from) : this.hand.letGo()),
      tell: announce,
      home: () => {
        const king = this.game.here.fen.split(" ")[1] === "b" ? "k" : "K";
        return [...men(this.board.fen)].find(([, letter]) => letter === king)?.[0] ?? 0;
      },
      onCursor: (at) => this.ground.setAttribute("aria-activedescendant", `square-${nameOf(at)}`),
    };
  }

  move(from, to) {
    const list = (this.game.view?.moves ?? []).filter((move) => squareOf(move.from) === from && squareOf(move.to) === to);
    if (list.length > 1) this.choose(list);
    else if (list.length === 1) this.game.play(list[0].uci);
    else announce(`${manName(men(this.board.fen).get(from))} ${nameOf(from)} to ${nameOf(to)} is not a legal move.`);
  }

  // Asks what the pawn becomes.
  choose(list) {
    const colour = sideOf(men(this.board.fen).get(squareOf(list[0].from)));
    const buttons = PIECES.map((piece) => {
      const move = list.find(({ promotion }) => promotion === piece);
      if (!move) return null;
      const letter = piece === "knight" ? "n" : piece[0];
      const figure = element("span", { class: `figure ${colour.toLowerCase()}`, "aria-hidden": "true" }, glyph(letter));
      const made = element("button", { type: "button" }, figure, element("span", {}, piece));
      made.addEventListener("click", () => { this.closeChoices(); this.game.play(move.uci); });
      return made;
    });
    this.choices.replaceChildren(element("p", {}, "The pawn becomes a"), ...buttons.filter(Boolean));
    this.choices.hidden = false;
    this.choices.querySelector("button").focus();
    announce("What does the pawn become?");
  }

  closeChoices(hasFocus = true) {
    if (this.choices.hidden) return;
    this.choices.hidden = true;
    if (hasFocus) this.ground.focus({ preventScroll: true });
  }

  // The right button draws an arrow from square to square, or a ring around one; again, it takes them away.
  listenToDrawing() {
    const { board, game } = this;
    let from = null;
    board.svg.addEventListener("pointerdown", (event) => {
      if (event.button === 2) from = board.at(event);
    });
    board.svg.addEventListener("pointerup", (event) => {
      const { expected } = this;
      if (event.button === 0 && expected && board.at(event) !== expected.from) expected.to = board.at(event);
      if (event.button !== 2 || from === null || this.editing) return;
      const to = board.at(event);
      const drawn = (game.here.drawn ??= { arrows: [], rings: [] });
      if (to === from) toggle(drawn.rings, (at) => at === from, from);
      else if (to !== null) {
        const arrow = { class: "drawn", from: nameOf(from), to: nameOf(to) };
        toggle(drawn.arrows, (one) => one.from === arrow.from && one.to === arrow.to, arrow);
      }
      from = null;
      this.show();
    });
  }

  // The left button takes everything drawn away; the touch counts all the same.
  forgetDrawing() {
    if (this.game.here.drawn) {
      this.game.here.drawn = null;
      const { picked } = this.hand;
      this.show();
      this.hand.picked = picked;
    }
    return false;
  }
}

function toggle(list, isSame, item) {
  const index = list.findIndex(isSame);
  if (index < 0) list.push(item);
  else list.splice(index, 1);
}
