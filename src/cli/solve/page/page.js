"use strict";
(() => {
  const carried = JSON.parse(document.getElementById("carried").textContent);
  const positions = carried.positions;
  const element = (id) => document.getElementById(id);
  const SVG = "http://www.w3.org/2000/svg";
  const FIELD = 40, MARGIN = 18;
  const GLYPHS = { k: "\u265a", q: "\u265b", r: "\u265c", b: "\u265d", n: "\u265e", p: "\u265f" };

  const corner = (square) => [MARGIN + (square % 8) * FIELD, (7 - Math.floor(square / 8)) * FIELD];
  const square = (name) => "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1);
  const name = (square) => "abcdefgh"[square % 8] + (Math.floor(square / 8) + 1);

  function draw(svg, kind, classes, attributes, text) {
    const drawn = document.createElementNS(SVG, kind);
    drawn.setAttribute("class", classes);
    for (const [key, value] of Object.entries(attributes)) drawn.setAttribute(key, value);
    if (text !== undefined) drawn.textContent = text;
    svg.appendChild(drawn);
    return drawn;
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

  function drawField(svg, classes, at) {
    const [x, y] = corner(at);
    return draw(svg, "rect", classes, { x, y, width: FIELD, height: FIELD });
  }

  function show(fen, lastMove) {
    const svg = element("position").querySelector("svg");
    svg.setAttribute("aria-label", fen);
    svg.querySelectorAll(".white, .black, .from, .to").forEach((old) => old.remove());
    if (lastMove) {
      drawField(svg, "from", square(lastMove.slice(0, 2)));
      drawField(svg, "to", square(lastMove.slice(2, 4)));
    }
    for (const [at, letter] of men(fen)) {
      const [x, y] = corner(at);
      const side = letter === letter.toUpperCase() ? "white" : "black";
      draw(svg, "text", side, { x: x + FIELD / 2, y: y + FIELD * 0.8 }, GLYPHS[letter.toLowerCase()] + "\ufe0e");
    }
  }

  // The position behind a move that the page carries no results for.
  function after(fen, uci) {
    const [, turn, , , clock, number] = fen.split(" ");
    const pieces = men(fen);
    const [from, to] = [square(uci.slice(0, 2)), square(uci.slice(2, 4))];
    const mover = pieces.get(from);
    const isPawn = mover.toLowerCase() === "p";
    const takes = pieces.has(to) || (isPawn && from % 8 !== to % 8);
    if (isPawn && takes && !pieces.has(to)) pieces.delete(8 * Math.floor(from / 8) + (to % 8));
    pieces.delete(from);
    const promoted = uci[4] && (mover === "P" ? uci[4].toUpperCase() : uci[4]);
    pieces.set(to, promoted || mover);
    const rows = [];
    for (let rank = 7; rank >= 0; rank--) {
      let row = "";
      for (let file = 0; file < 8; file++) row += pieces.get(8 * rank + file) || "1";
      rows.push(row.replace(/1+/g, (free) => free.length));
    }
    const white = turn === "w";
    const counters = `${isPawn || takes ? 0 : Number(clock) + 1} ${Number(number) + (white ? 0 : 1)}`;
    return `${rows.join("/")} ${white ? "b" : "w"} - - ${counters}`;
  }

  // The way: places of the positions, or fens where none is carried, with the move before each.
  const start = { place: 0, fen: positions[0].fen };
  let way = [start];
  let here = 0;
  let chosen = 0;

  function step(from, index) {
    const known = positions[from.place];
    const move = known.moves[index];
    const next = move.next;
    const fen = next === undefined ? after(known.fen, move.uci) : positions[next].fen;
    return { place: next, fen, move, isBest: index === known.best };
  }

  // Goes on with best play from the end of the way, as far as the page carries it.
  function goOn() {
    const seen = new Set([way[way.length - 1].place]);
    for (;;) {
      const last = way[way.length - 1];
      const known = positions[last.place];
      if (!known || known.best === null) return;
      const next = step(last, known.best);
      if (next.place !== undefined && seen.has(next.place)) return;
      way.push(next);
      if (next.place === undefined) return;
      seen.add(next.place);
    }
  }

  function play(index) {
    const next = step(way[here], index);
    const follows = way[here + 1];
    if (!follows || follows.move.uci !== next.move.uci) {
      way = way.slice(0, here + 1);
      way.push(next);
      goOn();
    }
    go(here + 1);
  }

  function go(to) {
    here = Math.max(0, Math.min(to, way.length - 1));
    chosen = positions[way[here].place]?.best ?? 0;
    const follows = way[here + 1];
    if (follows) chosen = positions[way[here].place].moves.indexOf(follows.move);
    update();
  }

  function update() {
    const { place, fen, move } = way[here];
    show(fen, move?.uci);
    const known = positions[place];
    const side = fen.split(" ")[1] === "w" ? "White" : "Black";
    element("told").replaceChildren();
    if (known && known.moves.length > 0) {
      element("told").append(`${side} to move: `, worded(known.result));
    } else if (known) {
      element("told").append(known.result === "loss" ? "Checkmate" : "Stalemate");
    } else {
      element("told").append(`${side} to move: the page goes no further here`);
    }
    updateMoves(known);
    updateWay();
    for (const id of ["first", "back"]) element(id).disabled = here === 0;
    for (const id of ["on", "last"]) element(id).disabled = here === way.length - 1;
  }

  function worded(result) {
    const span = document.createElement("span");
    span.className = result;
    span.textContent = result;
    return span;
  }

  function updateMoves(known) {
    const rows = (known?.moves ?? []).map((move, index) => {
      const row = document.createElement("tr");
      row.className = `${index === known.best ? "best" : ""} ${index === chosen ? "chosen" : ""}`;
      for (const content of [move.san, worded(move.result), move.conversion ?? ""]) {
        row.insertCell().append(content);
      }
      row.addEventListener("click", () => play(index));
      return row;
    });
    element("moves").replaceChildren(...rows);
  }

  function updateWay() {
    const [, turn, , , , number] = way[0].fen.split(" ");
    const offset = turn === "w" ? 0 : 1;
    const words = [];
    way.forEach((step, index) => {
      if (index > 0) {
        const ply = index - 1 + offset;
        const dots = ply % 2 === 0 ? `${Number(number) + ply / 2}. ` : index === 1 ? `${number}... ` : "";
        if (dots) words.push(dots);
      }
      const link = document.createElement("a");
      link.textContent = index === 0 ? "start" : step.move.san;
      link.className = `${index === here ? "here" : ""} ${index > 0 && !step.isBest ? "beside-line" : ""}`;
      link.addEventListener("click", () => go(index));
      words.push(link, " ");
    });
    element("way").replaceChildren(...words);
    const box = element("way");
    const link = box.querySelector(".here");
    box.scrollTop = link.offsetTop - box.offsetTop - box.clientHeight / 2;
  }

  function best() {
    way = [start];
    goOn();
    go(0);
  }

  element("first").addEventListener("click", () => go(0));
  element("back").addEventListener("click", () => go(here - 1));
  element("on").addEventListener("click", () => go(here + 1));
  element("last").addEventListener("click", () => go(way.length - 1));
  element("best").addEventListener("click", best);

  const KEYS = {
    ArrowLeft: () => go(here - 1),
    ArrowRight: () => go(here + 1),
    Home: () => go(0),
    End: () => go(way.length - 1),
    ArrowUp: () => choose(chosen - 1),
    ArrowDown: () => choose(chosen + 1),
    Enter: () => positions[way[here].place]?.moves.length && play(chosen),
  };

  function choose(index) {
    const count = positions[way[here].place]?.moves.length ?? 0;
    chosen = Math.max(0, Math.min(index, count - 1));
    updateMoves(positions[way[here].place]);
  }

  document.addEventListener("keydown", (event) => {
    const isElsewhere = event.target.closest("#corresponding") || (event.key === "Enter" && event.target.closest("button"));
    if (isElsewhere || event.ctrlKey || event.altKey || event.metaKey || !KEYS[event.key]) return;
    event.preventDefault();
    KEYS[event.key]();
  });

  // Corresponding squares.
  const FOR_WHITE = { "draw win": "White wins only with Black to move", "loss draw": "Black wins only with White to move", "loss win": "Whoever is to move loses" };
  const kindOf = (group) => `${group.with_white_to_move} ${group.with_black_to_move}`;
  const colour = (number) => `hsl(${(number * 67) % 360} 60% 82%)`;
  let groups = [];
  let cursor = null;

  function showKind(kind) {
    groups = carried.corresponding
      .filter((group) => kindOf(group) === kind)
      .map((group) => ({ white: group.white.map(square), black: group.black.map(square) }));
    cursor = null;
    element("kinds").querySelectorAll("button").forEach((button) => {
      button.setAttribute("aria-pressed", button.dataset.kind === kind);
    });
    updateGroups();
    drawTags();
    light();
  }

  function updateGroups() {
    const rows = groups.map((group, index) => {
      const row = document.createElement("tr");
      const number = document.createElement("span");
      number.className = "number";
      number.style.background = colour(index);
      number.textContent = index + 1;
      for (const content of [number, group.white.map(name).join(" "), group.black.map(name).join(" ")]) {
        row.insertCell().append(content);
      }
      row.addEventListener("mouseenter", () => lightGroup(index));
      row.addEventListener("mouseleave", light);
      return row;
    });
    element("groups").replaceChildren(...rows);
  }

  // White's numbers stand above, Black's below: a square can be both.
  function drawTags() {
    const svg = element("corresponding").querySelector("svg");
    svg.querySelectorAll(".tag, .box").forEach((old) => old.remove());
    for (const side of ["white", "black"]) {
      const numbers = new Map();
      groups.forEach((group, index) => {
        for (const at of group[side]) numbers.set(at, [...(numbers.get(at) ?? []), index + 1]);
      });
      for (const [at, list] of numbers) drawTag(svg, side, at, list);
    }
  }

  function drawTag(svg, side, at, numbers) {
    const [x, y] = corner(at);
    const text = numbers.length > 2 ? `${numbers[0]}…` : numbers.join(" ");
    const top = side === "white" ? y + 2 : y + 21;
    const box = draw(svg, "rect", `box for-${side}`, { x: x + 3, y: top, width: FIELD - 6, height: 17, rx: 3 });
    const tag = draw(svg, "text", `tag for-${side}`, { x: x + FIELD / 2, y: top + 13 }, text);
    (side === "white" ? box : tag).style.fill = colour(numbers[0] - 1);
  }

  function lightSquares(squares, classes) {
    const svg = element("corresponding").querySelector("svg");
    for (const at of squares) drawField(svg, classes, at);
  }

  function unlight() {
    element("corresponding").querySelectorAll(".partner, .cursor").forEach((old) => old.remove());
  }

  function lightRows(isLit) {
    [...element("groups").rows].forEach((row, index) => row.classList.toggle("lit", isLit(groups[index])));
  }

  function lightGroup(index) {
    unlight();
    lightSquares([...groups[index].white, ...groups[index].black], "partner");
  }

  // What corresponds to the square under the cursor, for either king.
  function light() {
    unlight();
    const of = (side, other) => [...new Set(groups.filter((group) => group[side].includes(cursor)).flatMap((group) => group[other]))];
    const forWhite = of("white", "black");
    const forBlack = of("black", "white");
    lightSquares([...forWhite, ...forBlack], "partner");
    if (cursor !== null) lightSquares([cursor], "cursor");
    lightRows((group) => group.white.includes(cursor) || group.black.includes(cursor));
    const words = [];
    if (forWhite.length) words.push(`White's king on ${name(cursor)} ↔ Black's on ${forWhite.map(name).join(", ")}.`);
    if (forBlack.length) words.push(`Black's king on ${name(cursor)} ↔ White's on ${forBlack.map(name).join(", ")}.`);
    const hint = "Point at a square, or choose one with Tab and the arrow keys.";
    element("pair").textContent = words.join(" ") || (cursor === null ? hint : `${name(cursor)}: no such square.`);
  }

  function squareAt(event) {
    const svg = element("corresponding").querySelector("svg");
    const box = svg.getBoundingClientRect();
    const scale = (8 * FIELD + MARGIN) / box.width;
    const file = Math.floor(((event.clientX - box.left) * scale - MARGIN) / FIELD);
    const row = Math.floor(((event.clientY - box.top) * scale) / FIELD);
    return file >= 0 && file < 8 && row >= 0 && row < 8 ? 8 * (7 - row) + file : null;
  }

  function setUpSquares() {
    const board = element("corresponding");
    const kinds = [...new Set(carried.corresponding.map(kindOf))];
    for (const kind of kinds) {
      const button = document.createElement("button");
      button.dataset.kind = kind;
      button.textContent = FOR_WHITE[kind];
      button.addEventListener("click", () => showKind(kind));
      element("kinds").append(button, " ");
    }
    board.addEventListener("pointermove", (event) => {
      cursor = squareAt(event);
      light();
    });
    board.addEventListener("pointerdown", (event) => {
      cursor = squareAt(event);
      light();
    });
    board.addEventListener("keydown", (event) => {
      const steps = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: 8, ArrowDown: -8 };
      if (!(event.key in steps)) return;
      event.preventDefault();
      const next = (cursor ?? 27) + steps[event.key];
      const isSameRow = Math.floor(next / 8) === Math.floor((cursor ?? 27) / 8);
      if (next >= 0 && next < 64 && (Math.abs(steps[event.key]) === 8 || isSameRow)) cursor = next;
      light();
    });
    showKind(kinds.includes("draw win") ? "draw win" : kinds[0]);
  }

  best();
  if (element("corresponding")) setUpSquares();
})();
