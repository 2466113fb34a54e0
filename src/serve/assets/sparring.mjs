// Play against a table of advice: it moves as soon as its side is to move.
import * as api from "./api.mjs";
import { button, choice, element, labelled, paragraph } from "./parts.mjs";

// The time before the table's move, in milliseconds, so that one sees one's own.
const PAUSE = 400;

export class Sparring {
  constructor(game, announce) {
    Object.assign(this, { game, announce, partner: null, said: null });
    game.addEventListener("viewed", () => this.look());
  }

  // The controls to play against a table: {table} or a function that returns {name, text}; `fen` is a good position to begin.
  controls(named, fen) {
    const said = element("p", { class: "hint", "aria-live": "polite" });
    const side = choice([["white", "White"], ["black", "Black"]], "white");
    const toggle = button("Play against it from the board", () => {
      if (this.partner?.said === said) return this.end();
      this.end();
      this.partner = { named, side: side.value, said, toggle };
      toggle.textContent = "Stop playing";
      said.textContent = `The table plays ${side.value === "white" ? "White" : "Black"}. Make your moves on the board.`;
      this.look();
    });
    const begin = button("Begin with the longest game", async () => {
      this.end();
      if (await this.game.open(fen)) toggle.click();
    });
    const row = element("div", { class: "row" }, toggle, labelled("The table plays", side), ...(fen ? [begin] : []));
    return element("div", { class: "sparring" }, element("h3", {}, "Play against the table"), row, said);
  }

  end() {
    if (!this.partner) return;
    this.partner.toggle.textContent = "Play against it from the board";
    this.partner.said.textContent = "";
    this.partner = null;
  }

  async look() {
    const { partner, game } = this;
    const { view, here } = game;
    if (!partner || !view || view.turn !== partner.side || view.over || here.children.length > 0) return;
    try {
      const named = typeof partner.named === "function" ? partner.named() : partner.named;
      const [{ move }] = await Promise.all([api.post("/api/tables/play", { fen: here.fen, ...named }), new Promise((resolve) => { setTimeout(resolve, PAUSE); })]);
      if (this.partner !== partner || game.here !== here) return;
      if (!move) {
        partner.said.textContent = "The table has no advice here: set up a position with its men, and its side to move.";
        return;
      }
      partner.said.textContent = `${move.san}: ${move.purpose}`;
      this.announce(`The table plays ${move.san}.`);
      game.play(move.uci);
      game.here.why = move.purpose;
    } catch (problem) {
      if (this.partner === partner) partner.said.textContent = problem.message;
    }
  }
}
