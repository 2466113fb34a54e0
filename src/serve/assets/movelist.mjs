// The moves of the game with their variations and comments; a click shows the position after a move.
import { element } from "../../page/script/board.mjs";
import { listOf, signsOf } from "./tree.mjs";

// What programs write into comments: clocks and the like.
const COMMANDS = /\[%[^\]]*\]/g;

export class MoveList {
  constructor(host, game) {
    this.host = host;
    this.game = game;
    this.start = element("button", { type: "button" }, "Start");
    this.start.addEventListener("click", () => game.go(game.root));
  }

  show() {
    const { host, game } = this;
    const content = [this.start, " "];
    const levels = [content];
    let shown = game.here === game.root ? this.start : null;
    for (const item of listOf(game.root)) {
      const level = levels.at(-1);
      if (item.kind === "move") {
        const made = this.move(item);
        if (item.node === game.here) shown = made;
        level.push(made, " ");
      } else if (item.kind === "comment") {
        const words = item.text.replace(COMMANDS, "").trim();
        if (words) level.push(element("span", { class: "comment" }, words), " ");
      } else if (item.kind === "begin") {
        levels.push([]);
      } else {
        levels.pop();
        if (level.at(-1) === " ") level.pop();
        levels.at(-1).push(element("span", { class: "variation" }, "(", ...level, ")"), " ");
      }
    }
    host.hidden = game.root.children.length === 0 && game.root.comments.length === 0;
    host.replaceChildren(...content);
    this.start.removeAttribute("aria-current");
    shown?.setAttribute("aria-current", "step");
    if (shown) host.scrollTop = shown.offsetTop - host.clientHeight / 2;
  }

  move({ node, number }) {
    const made = element("button", { type: "button" }, number + node.san + signsOf(node));
    if (node.why) made.title = node.why;
    made.addEventListener("click", () => this.game.go(node));
    return made;
  }
}
