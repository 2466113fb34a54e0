
"use strict";
// Boards that are drawn from FENs, and lines of them to step through.
const carried = JSON.parse(document.getElementById("carried").textContent);

const boards = (() => {
  const SVG = "http://www.w3.org/2000/svg";
  const FIELD = 40, MARGIN = 18, SIZE = 8 * FIELD + MARGIN;
  const GLYPHS = { k: "\u265a", q: "\u265b", r: "\u265c", b: "\u265d", n: "\u265e", p: "\u265f" };
  const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

  const square = (name) => "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1);
  const name = (at) => "abcdefgh"[at % 8] + (Math.floor(at / 8) + 1);
  const corner = (at) => [MARGIN + (at % 8) * FIELD, (7 - Math.floor(at / 8)) * FIELD];
  const isWhite = (letter) => letter === letter.toUpperCase();
  const sideOf = (letter) => (isWhite(letter) ? "White" : "Black");
  const manName = (letter) => NAMES[letter.toLowerCase()];

  function draw(parent, kind, attributes, text) {
    const drawn = document.createElementNS(SVG, kind);
    for (const [key, value] of Object.entries(attributes)) drawn.setAttribute(key, value);
    if (text !== undefined) drawn.textContent = text;
    parent.appendChild(drawn);
    return drawn;
  }

  function element(kind, attributes = {}, ...children) {
    const made = document.createElement(kind);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    made.append(...children);
    return made;
  }

  // The men of a FEN by square.
  function men(fen) {
    const found = new Map();
    fen.split(" ")[0].split("/").forEach((row, index) => {
      let file = 0;
      for (const letter of row) {
        if (letter > "0" && letter < "9") file += Number(letter);
        else found.set(8 * (7 - index) + file++, letter);
      }
    });
    return found;
  }

  const turn = (fen) => (fen.split(" ")[1] === "w" ? "White" : "Black");

  // The position in words, for those who do not see the board.
  function describe(fen) {
    const found = men(fen);
    const side = (colour) => {
      const list = [...found].filter(([, letter]) => sideOf(letter) === colour);
      list.sort(([, one], [, other]) => "kqrbnp".indexOf(one.toLowerCase()) - "kqrbnp".indexOf(other.toLowerCase()));
      return `${colour}: ${list.map(([at, letter]) => `${manName(letter)} ${name(at)}`).join(", ")}`;
    };
    return `${side("White")}. ${side("Black")}. ${turn(fen)} to move.`;
  }

  // The position after a move; no castling and no capture in passing happens in these endings.
  function after(fen, uci) {
    const found = men(fen);
    const from = square(uci.slice(0, 2));
    const mover = found.get(from);
    found.delete(from);
    found.set(square(uci.slice(2, 4)), uci[4] ? (isWhite(mover) ? uci[4].toUpperCase() : uci[4]) : mover);
    const rows = [];
    for (let rank = 7; rank >= 0; rank--) {
      let row = "";
      for (let file = 0; file < 8; file++) row += found.get(8 * rank + file) || "1";
      rows.push(row.replace(/1+/g, (free) => free.length));
    }
    return `${rows.join("/")} ${turn(fen) === "White" ? "b" : "w"} - - 0 1`;
  }

  class Board {
    constructor(host) {
      this.svg = draw(host, "svg", { class: "board", viewBox: `0 0 ${SIZE} ${SIZE}`, role: "img" });
      for (let at = 0; at < 64; at++) {
        const isLight = ((at % 8) + Math.floor(at / 8)) % 2 === 1;
        this.field(this.svg, isLight ? "light" : "dark", at);
      }
      for (let number = 0; number < 8; number++) {
        const middle = number * FIELD + FIELD / 2;
        draw(this.svg, "text", { class: "edge", x: MARGIN + middle, y: SIZE - 4 }, "abcdefgh"[number]);
        draw(this.svg, "text", { class: "edge", x: 8, y: middle + 5 }, 8 - number);
      }
      this.under = draw(this.svg, "g", {});
      this.standing = draw(this.svg, "g", {});
      this.over = draw(this.svg, "g", {});
    }

    field(parent, classes, at) {
      const [x, y] = corner(at);
      return draw(parent, "rect", { class: classes, x, y, width: FIELD, height: FIELD });
    }

    show({ fen, uci, marks = [], arrows = [] }) {
      this.fen = fen;
      this.svg.setAttribute("aria-label", describe(fen));
      this.under.replaceChildren();
      this.over.replaceChildren();
      this.standing.replaceChildren();
      for (const mark of marks) for (const at of mark.squares) this.field(this.under, mark.class, square(at));
      if (uci) for (const at of [uci.slice(0, 2), uci.slice(2, 4)]) this.frame("moved", square(at));
      for (const [at, letter] of men(fen)) this.man(at, letter);
      for (const one of arrows) this.arrow(one);
    }

    frame(classes, at, parent = this.under) {
      const [x, y] = corner(at);
      draw(parent, "rect", { class: classes, x: x + 2, y: y + 2, width: FIELD - 4, height: FIELD - 4 });
    }

    man(at, letter) {
      const [x, y] = corner(at);
      const classes = isWhite(letter) ? "man-white" : "man-black";
      const drawn = draw(this.standing, "text", { class: classes, x: x + FIELD / 2, y: y + FIELD * 0.8 }, GLYPHS[letter.toLowerCase()] + "\ufe0e");
      drawn.dataset.at = at;
    }

    arrow({ class: classes, from, to }) {
      const [x1, y1] = corner(square(from)).map((place) => place + FIELD / 2);
      const [x2, y2] = corner(square(to)).map((place) => place + FIELD / 2);
      const length = Math.hypot(x2 - x1, y2 - y1);
      const [dx, dy] = [(x2 - x1) / length, (y2 - y1) / length];
      const group = draw(this.over, "g", { class: `arrow ${classes}` });
      const tip = [x2 - dx * 4, y2 - dy * 4];
      const neck = [x2 - dx * 17, y2 - dy * 17];
      draw(group, "line", { x1: x1 + dx * 12, y1: y1 + dy * 12, x2: neck[0], y2: neck[1] });
      const wing = (side) => `${neck[0] - side * dy * 8},${neck[1] + side * dx * 8}`;
      draw(group, "polygon", { points: `${tip.join(",")} ${wing(1)} ${wing(-1)}` });
    }

    // The square under a pointer; null beside the board.
    at(event) {
      const box = this.svg.getBoundingClientRect();
      const scale = SIZE / box.width;
      const file = Math.floor(((event.clientX - box.left) * scale - MARGIN) / FIELD);
      const row = Math.floor(((event.clientY - box.top) * scale) / FIELD);
      return file >= 0 && file < 8 && row >= 0 && row < 8 ? 8 * (7 - row) + file : null;
    }
  }

  const LEFT = 30;

  // A swipe to the left goes on, one to the right goes back.
  function onSwipe(svg, step) {
    let start = null;
    svg.addEventListener("pointerdown", (event) => { start = event; });
    svg.addEventListener("pointercancel", () => { start = null; });
    svg.addEventListener("pointerup", (event) => {
      if (!start) return;
      const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
      start = null;
      if (Math.abs(dx) > LEFT && Math.abs(dx) > Math.abs(dy)) step(dx < 0 ? 1 : -1);
    });
  }

  function stepper(host) {
    const line = carried.lines[host.dataset.line];
    const last = line.boards.length - 1;
    const left = element("div", { class: "left" });
    const right = element("div", { class: "right" });
    host.append(left, right);
    host.setAttribute("role", "group");
    host.setAttribute("aria-label", `${host.dataset.label}: boards to step through with the arrow keys`);
    const board = new Board(left);
    const told = element("p", { class: "told", "aria-live": "polite" });
    const way = element("div", { class: "way" });
    let here = 0;
    const button = (label, text, target) => {
      const made = element("button", { type: "button", "aria-label": label, title: label }, text);
      made.addEventListener("click", () => go(target()));
      return made;
    };
    const back = [button("to the beginning", "|◀", () => 0), button("one move back", "◀", () => here - 1)];
    const on = [button("one move on", "▶", () => here + 1), button("to the end", "▶|", () => last)];
    if (last > 0) left.append(element("div", { class: "steps" }, ...back, ...on));
    right.append(told, way);
    const blackBegins = turn(line.boards[0].fen) === "Black" ? 1 : 0;
    const number = (index) => {
      const ply = index - 1 + blackBegins;
      return ply % 2 === 0 ? `${ply / 2 + 1}. ` : index === 1 ? "1… " : "";
    };
    const moves = line.boards.slice(1).map((shown, index) => {
      const made = element("button", { type: "button" }, number(index + 1) + shown.san);
      made.addEventListener("click", () => go(index + 1));
      way.append(made, " ");
      return made;
    });

    function go(to) {
      here = Math.max(0, Math.min(to, last));
      const shown = line.boards[here];
      board.show(shown);
      const dots = here > 0 && turn(shown.fen) === "White" ? "…" : "";
      const words = [here > 0 ? `${dots}${shown.san}` : last > 0 ? `${turn(shown.fen)} to move.` : ""];
      if (shown.why) words.push(`– ${shown.why}`);
      if (here === last && line.end) words.push(`(${line.end})`);
      told.textContent = words.join(" ");
      moves.forEach((made, index) => {
        if (index + 1 === here) made.setAttribute("aria-current", "step");
        else made.removeAttribute("aria-current");
      });
      const current = moves[here - 1];
      way.scrollTop = current ? current.offsetTop - way.clientHeight / 2 : 0;
      for (const made of back) made.disabled = here === 0;
      for (const made of on) made.disabled = here === last;
    }

    const KEYS = { ArrowLeft: () => here - 1, ArrowRight: () => here + 1, Home: () => 0, End: () => last };
    const isMain = host.hasAttribute("data-main");
    if (!isMain) host.tabIndex = 0;
    (isMain ? document : host).addEventListener("keydown", (event) => {
      const isElsewhere = isMain && event.target.closest("input, .exercise, .stepper:not([data-main])");
      if (isElsewhere || event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
      event.preventDefault();
      go(KEYS[event.key]());
    });
    onSwipe(board.svg, (steps) => go(here + steps));
    go(0);
  }

  // Moves of a tree that show their position on the board beside it.
  function tree(host) {
    const board = new Board(host.querySelector(".left"));
    const told = host.querySelector(".told");
    const show = (item) => {
      board.show({ fen: item.dataset.fen, uci: item.dataset.uci });
      told.textContent = `${item.textContent.trim()} – ${turn(item.dataset.fen)} to move`;
    };
    const items = host.querySelectorAll("[data-fen]");
    for (const item of items) {
      for (const kind of ["click", "focus", "pointerenter"]) item.addEventListener(kind, () => show(item));
    }
    if (items.length > 0) show(items[0]);
  }

  document.querySelectorAll(".stepper[data-line]").forEach(stepper);
  document.querySelectorAll(".tree").forEach(tree);
  return { Board, element, square, name, men, turn, describe, after, sideOf, manName };
})();
