// Boards: shows positions, marks and arrows on a board of the page, and finds the square under a pointer.
import { describe, fileOf, isWhite, men, rankOf, squareOf } from "./position.mjs";

const SVG = "http://www.w3.org/2000/svg";
// A square is 40 units wide, as in `board.rs`; the coordinates are on the left and below.
export const FIELD = 40;
const MARGIN = 18, SIZE = 8 * FIELD + MARGIN;
const GLYPHS = { k: "\u265a", q: "\u265b", r: "\u265c", b: "\u265d", n: "\u265e", p: "\u265f" };

export const corner = (at) => [MARGIN + fileOf(at) * FIELD, (7 - rankOf(at)) * FIELD];

// The filled figure of a man, for both colours. The second character asks for text instead of an emoji.
export const glyph = (letter) => GLYPHS[letter.toLowerCase()] + "\ufe0e";

// Draws a shape on a board.
export function draw(parent, kind, attributes, text) {
  const drawn = document.createElementNS(SVG, kind);
  for (const [key, value] of Object.entries(attributes)) drawn.setAttribute(key, value);
  if (text !== undefined) drawn.textContent = text;
  parent.appendChild(drawn);
  return drawn;
}

// Makes an element of the page.
export function element(kind, attributes = {}, ...children) {
  const made = document.createElement(kind);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
  made.append(...children);
  return made;
}

// Makes a board without men: squares, coordinates and the layers of `Board`.
export function blankBoard(isFlipped = false) {
  const svg = document.createElementNS(SVG, "svg");
  for (const [key, value] of [["class", "board"], ["viewBox", `0 0 ${SIZE} ${SIZE}`], ["role", "img"]]) svg.setAttribute(key, value);
  for (let at = 0; at < 64; at++) {
    const [x, y] = corner(at);
    draw(svg, "rect", { class: (fileOf(at) + rankOf(at)) % 2 ? "light" : "dark", x, y, width: FIELD, height: FIELD });
  }
  for (let number = 0; number < 8; number++) {
    const middle = number * FIELD + FIELD / 2;
    draw(svg, "text", { class: "edge", x: MARGIN + middle, y: SIZE - 4 }, "abcdefgh"[isFlipped ? 7 - number : number]);
    draw(svg, "text", { class: "edge", x: 8, y: middle + 5 }, isFlipped ? number + 1 : 8 - number);
  }
  for (const layer of ["under", "men", "over"]) draw(svg, "g", { class: layer });
  return svg;
}

export class Board {
  // Takes over the board within an element of the page. A flipped board has Black at the bottom.
  constructor(host, isFlipped = false) {
    this.svg = host.querySelector("svg.board");
    this.isFlipped = isFlipped;
    [this.under, this.men, this.over] = ["under", "men", "over"].map((name) => this.svg.querySelector(`:scope > .${name}`));
  }

  corner(at) {
    return corner(this.isFlipped ? 63 - at : at);
  }

  show({ fen, uci, marks = [], arrows = [] }) {
    this.fen = fen;
    this.svg.setAttribute("aria-label", describe(fen));
    for (const layer of [this.under, this.men, this.over]) layer.replaceChildren();
    for (const mark of marks) for (const at of mark.squares) this.field(mark.class, squareOf(at));
    if (uci) for (const at of [uci.slice(0, 2), uci.slice(2, 4)]) this.frame("moved", squareOf(at));
    for (const [at, letter] of men(fen)) this.man(at, letter);
    for (const one of arrows) this.arrow(one);
  }

  field(classes, at, parent = this.under) {
    const [x, y] = this.corner(at);
    return draw(parent, "rect", { class: classes, x, y, width: FIELD, height: FIELD });
  }

  frame(classes, at, parent = this.under) {
    const [x, y] = this.corner(at);
    draw(parent, "rect", { class: classes, x: x + 2, y: y + 2, width: FIELD - 4, height: FIELD - 4 });
  }

  dot(classes, at) {
    const [cx, cy] = this.corner(at).map((place) => place + FIELD / 2);
    draw(this.under, "circle", { class: classes, cx, cy, r: 8 });
  }

  man(at, letter) {
    const [x, y] = this.corner(at);
    const attributes = { class: isWhite(letter) ? "white" : "black", "data-at": at, x: x + FIELD / 2, y: y + FIELD * 0.8 };
    draw(this.men, "text", attributes, glyph(letter));
  }

  arrow({ class: classes, from, to }) {
    const [x1, y1] = this.corner(squareOf(from)).map((place) => place + FIELD / 2);
    const [x2, y2] = this.corner(squareOf(to)).map((place) => place + FIELD / 2);
    const length = Math.hypot(x2 - x1, y2 - y1);
    const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
    const [tip, neck] = [4, 17].map((back) => [x2 - dx * back, y2 - dy * back]);
    const wing = (side) => `${neck[0] - side * dy * 8},${neck[1] + side * dx * 8}`;
    const group = draw(this.over, "g", { class: `arrow ${classes}` });
    draw(group, "line", { x1: x1 + dx * 12, y1: y1 + dy * 12, x2: neck[0], y2: neck[1] });
    draw(group, "polygon", { points: `${tip.join(",")} ${wing(1)} ${wing(-1)}` });
  }

  // A ring around a square.
  ring(classes, at) {
    const [cx, cy] = this.corner(at).map((place) => place + FIELD / 2);
    draw(this.over, "circle", { class: `ring ${classes}`, cx, cy, r: FIELD / 2 - 3 });
  }

  // Units of the board for each pixel of the window.
  get scale() {
    return SIZE / this.svg.getBoundingClientRect().width;
  }

  // The square under a pointer; null outside the board.
  at(event) {
    const box = this.svg.getBoundingClientRect();
    const file = Math.floor(((event.clientX - box.left) * this.scale - MARGIN) / FIELD);
    const row = Math.floor(((event.clientY - box.top) * this.scale) / FIELD);
    if (file < 0 || file > 7 || row < 0 || row > 7) return null;
    const at = 8 * (7 - row) + file;
    return this.isFlipped ? 63 - at : at;
  }
}

const STEPS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };

// The next square in the direction of an arrow key, or the same square at the edge; null for other keys.
export function besideByKey(at, key) {
  if (!STEPS[key]) return null;
  const [file, rank] = [fileOf(at) + STEPS[key][0], rankOf(at) + STEPS[key][1]];
  return file >= 0 && file < 8 && rank >= 0 && rank < 8 ? file + 8 * rank : at;
}
