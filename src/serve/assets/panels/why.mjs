// The panel of reasons: why a table of advice plays its move, or what the value of a position is made of.
import * as api from "../api.mjs";
import { button, details, element, legendOf, paragraph, table } from "../parts.mjs";
import { overWords } from "../words.mjs";

export function why({ game, surface, complain }) {
  const host = element("section");
  let isShown = false;
  let asking = null;
  let told = null;

  async function ask() {
    if (!isShown) return;
    const node = game.here;
    if (told === node) return;
    if (game.view?.over) {
      told = node;
      return host.replaceChildren(element("p", { class: "headline" }, overWords(game.view.over)), paragraph("There is nothing left to explain here.", "hint"));
    }
    asking?.abort();
    asking = new AbortController();
    host.setAttribute("aria-busy", "true");
    try {
      const found = await api.get("/api/explain", { fen: node.fen }, asking.signal);
      if (game.here !== node) return;
      told = node;
      if (found.kind === "advice") advice(found);
      else value(found);
    } catch (problem) {
      if (!api.isStopped(problem)) host.replaceChildren(paragraph(problem.message, "bad-words"));
    }
    host.setAttribute("aria-busy", "false");
  }

  function advice(found) {
    const [first, ...rest] = found.sentences;
    const { boards } = found.line;
    const move = found.move;
    const play = button(move ? `Play ${move.san}` : "", () => game.play(move.uci), { class: "main" });
    const step = button("Put the whole line on the board", () => game.follow(boards));
    surface.colour(boards[0]);
    host.replaceChildren(
      element("p", { class: "headline" }, move ? `${move.san}: ${move.purpose}` : api.sentence(first)),
      ...(move ? [paragraph(`By the advice “${move.advice}” of the rule “${move.rule}” in the table ${found.table}, for ${found.side === "white" ? "White" : "Black"}.`, "hint")] : []),
      ...(move ? rest : rest.filter(Boolean)).map((words) => paragraph(words)),
      legendOf(found.legend),
      element("div", { class: "row" }, ...(move && game.view?.moves.some(({ uci }) => uci === move.uci) ? [play] : []), ...(boards.length > 1 ? [step] : [])),
      details("All moves", table(["Move", "Worth"], found.moves.map(({ san, worth, refutation }) => [san, [worth, refutation].filter(Boolean).join("; ")]))),
      details("The rules, in order", table(["Rule", "If", ""], found.rules.map(({ name, condition, failing }) => [name, element("code", {}, condition), failing ? `no: ${failing}` : "applies"]))),
      details("The advice tried", table(["Advice", "For", "Goal", ""], found.tried.map((one) => [one.name, one.purpose, element("code", {}, one.better), one.failure ? `no: ${one.failure}` : "is played"]))),
      details("The table's words here", table(["Word", "Meaning", "Now", "After the move", "After the reply"], found.values.map((one) => [element("code", {}, one.word), one.meaning, one.value, one.after_move ?? "", one.after_reply ?? ""]))),
    );
  }

  function value(found) {
    surface.colour();
    const [first, ...rest] = found.sentences;
    const most = Math.max(1, ...found.parts.map(({ value }) => Math.abs(value)));
    const rows = found.parts.filter(({ white, black }) => white !== 0 || black !== 0).map((part) => [part.name, pawns(part.white), pawns(part.black), bar(part.value, most)]);
    host.replaceChildren(
      element("p", { class: "headline" }, first), ...rest.map((words) => paragraph(words)),
      paragraph("No table of advice covers these men. This is what the static value is made of, in pawns:", "hint"),
      table(["Part", "White", "Black", "Difference"], rows, { class: "parts" }),
    );
  }

  const pawns = (value) => element("span", { class: "number" }, (value / 100).toFixed(2));

  // The difference as a bar to the right for White, to the left for Black.
  function bar(value, most) {
    const piece = element("span", { class: value < 0 ? "for-black" : "for-white" });
    piece.style.setProperty("width", `${(50 * Math.abs(value)) / most}%`);
    return element("span", { class: "difference" }, element("span", { class: "scale", "aria-hidden": "true" }, piece), pawns(value));
  }

  game.addEventListener("moved", () => { if (isShown) surface.colour(); });
  game.addEventListener("viewed", ask);

  return {
    name: "why", title: "Why", host,
    onShow: () => { isShown = true; told = null; ask(); },
    onHide: () => { isShown = false; surface.colour(); },
  };
}
