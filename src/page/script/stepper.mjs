// Steppers: let the reader step through boards with buttons, keys, swipes and the list of moves, and describe each board.
import { Board, element } from "./board.mjs";
import { moveNumber, turn } from "./position.mjs";
import { Way } from "./way.mjs";

// The least movement of a pointer that counts as a swipe, in pixels.
const SWIPE = 30;

// A swipe to the left goes forward, one to the right goes back.
function onSwipe(svg, step) {
  let start = null;
  svg.addEventListener("pointerdown", (event) => { start = event; });
  svg.addEventListener("pointercancel", () => { start = null; });
  svg.addEventListener("pointerup", (event) => {
    if (!start) return;
    const [dx, dy] = [event.clientX - start.clientX, event.clientY - start.clientY];
    start = null;
    if (Math.abs(dx) > SWIPE && Math.abs(dx) > Math.abs(dy)) step(dx < 0 ? 1 : -1);
  });
}

// The words at a board of a line: the move, the reason for it, and at the last board how the line ends.
export function lineWords({ shown, here, last }, end = "") {
  const dots = turn(shown.fen) === "White" ? "…" : "";
  const words = [here > 0 ? dots + shown.san : last > 0 ? `${turn(shown.fen)} to move.` : ""];
  if (shown.why) words.push(`– ${shown.why}`);
  if (here === last && end) words.push(`(${end})`);
  return [words.join(" ")];
}

export class Stepper {
  // `tell` returns the words at the board that is shown; `onShow` is called after every step.
  constructor(host, boards, { tell = lineWords, onShow = () => {} } = {}) {
    this.host = host;
    this.way = new Way(boards);
    this.board = new Board(host);
    this.tell = tell;
    this.onShow = onShow;
    this.told = host.querySelector(".told");
    this.list = host.querySelector(".way");
    const { way } = this;
    this.back = [this.button("to the beginning", "|◀", () => 0), this.button("one move back", "◀", () => way.here - 1)];
    this.on = [this.button("one move on", "▶", () => way.here + 1), this.button("to the end", "▶|", () => way.last)];
    host.querySelector(".steps").append(...this.back, ...this.on);
    this.listen();
    onSwipe(this.board.svg, (steps) => this.go(way.here + steps));
    this.relist();
  }

  button(label, text, target) {
    const made = element("button", { type: "button", "aria-label": label, title: label }, text);
    made.addEventListener("click", () => this.go(target()));
    return made;
  }

  // The main stepper reacts to keys anywhere on the page, any other one only while it has the focus.
  listen() {
    const { host, way } = this;
    const targets = { ArrowLeft: () => way.here - 1, ArrowRight: () => way.here + 1, Home: () => 0, End: () => way.last };
    const isMain = host.hasAttribute("data-main");
    if (!isMain) host.tabIndex = 0;
    (isMain ? document : host).addEventListener("keydown", (event) => {
      const isElsewhere = isMain && event.target.closest("input, .keys, .stepper:not([data-main])");
      if (isElsewhere || event.ctrlKey || event.altKey || event.metaKey || !targets[event.key]) return;
      event.preventDefault();
      this.go(targets[event.key]());
    });
  }

  go(to) {
    this.way.go(to);
    this.show();
  }

  // Shows another line from its beginning.
  replace(boards) {
    this.way.boards = boards;
    this.way.go(0);
    this.relist();
  }

  // Plays a move from the board that is shown; `further` returns the boards after it.
  play(board, further) {
    this.way.play(board, further);
    this.relist();
  }

  // Lists the moves anew.
  relist() {
    const { boards, last } = this.way;
    this.moves = boards.map((board, index) => {
      const number = index > 0 ? moveNumber(boards[0].fen, index - 1) : "";
      const made = element("button", { type: "button" }, index > 0 ? number + board.san : "start");
      if (board.isBeside) made.className = "beside-line";
      made.addEventListener("click", () => this.go(index));
      return made;
    });
    this.list.replaceChildren(...(last > 0 ? this.moves.flatMap((move) => [move, " "]) : []));
    this.host.querySelector(".steps").hidden = last === 0;
    this.show();
  }

  show() {
    const { here, last, shown } = this.way;
    this.board.show(shown);
    this.told.replaceChildren(...this.tell(this.way));
    this.moves.forEach((move, index) => {
      if (index === here) move.setAttribute("aria-current", "step");
      else move.removeAttribute("aria-current");
    });
    this.list.scrollTop = this.moves[here].offsetTop - this.list.clientHeight / 2;
    for (const button of this.back) button.disabled = here === 0;
    for (const button of this.on) button.disabled = here === last;
    this.onShow(this.way);
  }
}

// Lets each move of a tree show its position on the board beside the tree.
export function showTree(host) {
  const board = new Board(host);
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
