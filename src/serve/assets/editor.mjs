// The position editor: a tray of men to put on the board, the side to move, and who may castle.
import { element, glyph } from "../../page/script/board.mjs";
import { manName, nameOf } from "../../page/script/position.mjs";
import { announce } from "./announce.mjs";
import { button, choice, labelled } from "./parts.mjs";
import { Setup } from "./setup.mjs";

export const START = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
const RIGHTS = { K: "White, king's side", Q: "White, queen's side", k: "Black, king's side", q: "Black, queen's side" };

export class Editor {
  // `done(fen)` opens the position; it returns whether the server takes it.
  constructor(host, surface, done) {
    Object.assign(this, { host, surface, done, setup: null, brush: "move" });
    this.tray = element("div", { class: "tray", role: "group", "aria-label": "What a click on the board does" });
    this.rights = element("div", { class: "rights", role: "group", "aria-label": "Who may castle" });
    this.problem = element("p", { class: "hint", "aria-live": "polite" });
    this.turn = choice([["w", "White to move"], ["b", "Black to move"]], "w", (turn) => { this.setup.turn = turn; this.show(); });
    this.use = button("Use this position", () => this.finish(), { class: "main" });
    host.append(
      this.tray,
      element("div", { class: "row" }, labelled("To move", this.turn), button("Clear", () => this.change(() => this.setup.clear())), button("Start position", () => this.change(() => this.load(START)))),
      this.rights, this.problem,
      element("div", { class: "row" }, this.use, button("Cancel", () => this.close())),
    );
  }

  get isMoving() {
    return this.brush === "move";
  }

  load(fen) {
    this.setup = new Setup(fen);
    this.turn.value = this.setup.turn;
  }

  open(fen) {
    this.load(fen);
    this.brush = "move";
    this.host.hidden = false;
    this.surface.editing = this;
    this.show();
    this.tray.querySelector("button").focus();
    announce("Position editor. Choose a man, then its squares on the board.");
  }

  close() {
    this.host.hidden = true;
    this.surface.editing = null;
    this.surface.show();
  }

  async finish() {
    const { fen } = this.setup;
    this.host.hidden = true;
    this.surface.editing = null;
    if (await this.done(fen)) return;
    // The server has said what is wrong: the reader goes on where he was.
    this.host.hidden = false;
    this.surface.editing = this;
    this.show();
  }

  change(act) {
    act();
    this.show();
  }

  show() {
    this.showTray();
    const possible = this.setup.possible;
    this.rights.hidden = possible.length === 0;
    this.rights.replaceChildren(element("span", {}, "May castle: "), ...possible.map((right) => this.right(right)));
    this.problem.textContent = this.setup.problem;
    this.use.disabled = this.setup.problem !== "";
    this.surface.show();
  }

  right(right) {
    const box = element("input", { type: "checkbox" });
    box.checked = this.setup.rights.includes(right);
    box.addEventListener("change", () => {
      this.setup.rights = this.setup.rights.replace(right, "") + (box.checked ? right : "");
    });
    return element("label", { class: "check" }, box, RIGHTS[right]);
  }

  showTray() {
    const tool = (brush, label, content) => {
      const made = button(content, () => { this.brush = brush; this.showTray(); this.tray.querySelector("[aria-pressed=true]").focus(); }, { "aria-label": label, title: label, "aria-pressed": this.brush === brush });
      return made;
    };
    const man = (letter) => {
      const colour = letter === letter.toUpperCase() ? "white" : "black";
      return tool(letter, `Put a ${colour} ${manName(letter)}`, element("span", { class: `figure ${colour}` }, glyph(letter)));
    };
    this.tray.replaceChildren(
      element("div", { class: "men" }, ...[..."KQRBNP"].map(man)),
      element("div", { class: "men" }, ...[..."kqrbnp"].map(man)),
      element("div", { class: "men tools" }, tool("move", "Move men; drag one off the board to remove it", "Move"), tool("remove", "Remove men", "Remove")),
    );
  }

  // A click with a man or with the remover.
  touch(at) {
    const { setup, brush } = this;
    const standing = setup.standing.get(at);
    if (brush === "remove" || standing === brush) setup.remove(at);
    else setup.put(at, brush);
    announce(`${nameOf(at)}: ${setup.standing.has(at) ? manName(setup.standing.get(at)) : "free"}`);
    this.show();
  }

  move(from, to) {
    this.change(() => this.setup.move(from, to));
  }

  remove(at) {
    this.change(() => this.setup.remove(at));
  }
}
