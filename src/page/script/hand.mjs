// Hands: the reader takes a man up and puts it down, by dragging, by clicks or by keys.
import { besideByKey } from "./board.mjs";
import { manName, men, nameOf, sideOf } from "./position.mjs";

// A pointer that has moved less than this, in pixels, has clicked.
const CLICK = 6;

export class Hand {
  // `ground` has the focus and holds the board. `rules` say what a man may do:
  //   isOurs(at): whether the man there can be taken up; targets(at): where it can go, by square, each with a class;
  //   move(from, to): what to do when it is put down; intercept(at), if any: whether a touch does something else;
  //   drop(from), if any: what to do when it is dragged off the board; tell(words): says what was done;
  //   home(): where the frame begins; onCursor(at), if any: follows the frame.
  // `hasArrows` says whether the arrow keys always move the frame, or only after the focus came by a key.
  constructor(ground, board, rules, hasArrows = true) {
    Object.assign(this, { ground, board, rules, hasArrows });
    this.picked = null;
    this.cursor = null;
    this.drag = null;
    this.hasFrame = false;
    this.attach(board);
    ground.addEventListener("keydown", (event) => this.key(event));
    ground.addEventListener("focus", () => {
      this.hasFrame = hasArrows || ground.matches(":focus-visible");
      this.cursor ??= rules.home();
      this.decorate();
    });
    ground.addEventListener("blur", () => this.decorate());
  }

  // Listens to the pointer on a board.
  attach(board) {
    this.board = board;
    const { svg } = board;
    svg.addEventListener("pointerdown", (event) => this.press(event));
    svg.addEventListener("pointermove", (event) => this.pull(event));
    svg.addEventListener("pointerup", (event) => this.release(event));
    svg.addEventListener("pointercancel", () => {
      this.drag?.man?.removeAttribute("transform");
      this.drag = null;
    });
  }

  // Draws what is picked, where it can go, and the frame.
  decorate() {
    const { board, picked, cursor } = this;
    board.svg.querySelectorAll(".picked, .target, .cursor").forEach((old) => old.remove());
    if (picked !== null) {
      board.field("picked", picked);
      for (const [at, classes] of this.rules.targets(picked)) board.dot(`target ${classes}`, at);
    }
    const hasFrame = this.hasFrame && document.activeElement === this.ground;
    if (hasFrame && cursor !== null) board.frame("cursor", cursor, board.over);
    if (hasFrame) this.rules.onCursor?.(cursor);
  }

  letGo() {
    this.picked = null;
    this.decorate();
  }

  // A click on a man takes it up, one on another square puts it down.
  touch(at) {
    const { rules, picked } = this;
    if (rules.intercept?.(at)) return;
    if (rules.isOurs(at) && at !== picked) {
      this.picked = at;
      rules.tell(`${manName(men(this.board.fen).get(at))} ${nameOf(at)} taken up.`);
    } else if (picked !== null && at !== picked) {
      return this.put(picked, at);
    } else {
      this.picked = null;
    }
    this.decorate();
  }

  put(from, to) {
    this.picked = null;
    this.rules.move(from, to);
    this.decorate();
  }

  press(event) {
    const at = this.board.at(event);
    if (at === null || event.button !== 0) return;
    if (!this.hasArrows) this.hasFrame = false;
    if (this.rules.intercept?.(at)) return;
    if (!this.rules.isOurs(at)) return this.touch(at);
    event.preventDefault();
    const wasPicked = this.picked;
    this.ground.focus({ preventScroll: true });
    if (!this.hasArrows) this.hasFrame = false;
    this.board.svg.setPointerCapture(event.pointerId);
    this.picked = at;
    this.decorate();
    const man = this.board.men.querySelector(`[data-at="${at}"]`);
    this.drag = { at, man, x: event.clientX, y: event.clientY, wasPicked, hasMoved: false };
  }

  pull(event) {
    const { drag } = this;
    if (!drag) return;
    const { scale } = this.board;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (Math.hypot(dx, dy) > CLICK) drag.hasMoved = true;
    if (drag.hasMoved) drag.man?.setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
  }

  release(event) {
    if (!this.drag) return;
    const { at, man, hasMoved, wasPicked } = this.drag;
    this.drag = null;
    man?.removeAttribute("transform");
    const target = this.board.at(event);
    if (hasMoved && target === null && this.rules.drop) {
      this.picked = null;
      return this.rules.drop(at);
    }
    if (hasMoved && target !== null && target !== at) return this.put(at, target);
    if (!hasMoved && wasPicked === at) this.picked = null;
    if (this.picked !== null) this.rules.tell(`${manName(men(this.board.fen).get(at))} ${nameOf(at)} taken up.`);
    this.decorate();
  }

  key(event) {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const isTouch = event.key === "Enter" || event.key === " ";
    if (isTouch) this.hasFrame = true;
    const beside = this.hasFrame ? this.beside(event.key) : null;
    if (beside !== null) this.cursor = beside;
    else if (isTouch && this.cursor !== null) this.touch(this.cursor);
    else if (event.key === "Escape" && this.picked !== null) this.picked = null;
    else return;
    event.preventDefault();
    event.stopPropagation();
    if (beside !== null) this.rules.tell(squareWords(this.board.fen, beside));
    this.decorate();
  }

  // The next square in the direction of a key, as the reader sees the board.
  beside(key) {
    const turned = (at) => (this.board.isFlipped ? 63 - at : at);
    const next = besideByKey(turned(this.cursor ?? this.rules.home()), key);
    return next === null ? null : turned(next);
  }
}

// A square and what stands there, in words.
export function squareWords(fen, at) {
  const letter = men(fen).get(at);
  return letter ? `${nameOf(at)}: ${sideOf(letter)} ${manName(letter)}` : `${nameOf(at)}: free`;
}
