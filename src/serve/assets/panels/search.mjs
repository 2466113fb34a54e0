// The panel of the search: lines, scores and chances as they come, beside what is proven.
import * as api from "../api.mjs";
import { button, choice, element, labelled, paragraph } from "../parts.mjs";
import { amount, resultWords, scoreWords, sourceWords } from "../words.mjs";
import { after, moveNumber } from "../../../page/script/position.mjs";
import { since } from "../tree.mjs";

const LIMITS = [["", "until stopped"], ["seconds 5", "5 seconds"], ["seconds 30", "30 seconds"], ["depth 12", "depth 12"], ["depth 20", "depth 20"], ["nodes 1000000", "1 million nodes"]];
// The most moves of a line that are shown.
const MOST_MOVES = 24;

export function search({ game, announce }) {
  const host = element("section");
  const lines = choice([1, 2, 3, 4, 5].map((number) => [number, number]), 3, () => restart());
  const limit = choice(LIMITS, "", () => restart());
  const toggle = button("Start the search", () => (running ? stop("Stopped.") : start()), { class: "main" });
  const proven = paragraph("", "proven");
  const figures = paragraph("lucena searches this position as long as you like.", "hint number");
  const list = element("ol", { class: "lines", "aria-label": "The best lines" });
  const notes = paragraph("", "hint");
  host.append(element("div", { class: "row" }, toggle, labelled("Lines", lines), labelled("How long", limit)), proven, figures, list, notes);
  let running = null;
  let searched = null;

  function showProven() {
    const { view } = game;
    proven.hidden = !view?.certain;
    if (view?.certain) proven.textContent = `Proven, whatever the search says: ${resultWords(view.certain.result, view.turn)} (${sourceWords(view.certain)}).`;
  }

  async function start() {
    stop();
    if (game.view?.over) return say("The game is over here.");
    const own = new AbortController();
    running = own;
    searched = game.here;
    toggle.textContent = "Stop the search";
    notes.textContent = "";
    list.replaceChildren();
    say("The search begins …");
    const { fen, moves } = since(game.here);
    const [kind, number] = limit.value.split(" ");
    const words = { fen, moves: moves.join(","), lines: lines.value, ...(kind ? { [kind]: number } : {}) };
    try {
      await api.follow("/api/search", words, own.signal, (event, data) => {
        if (running !== own) return;
        if (event === "info") show(data);
        else if (event === "notice") notes.textContent = api.sentence(data.words);
        else if (event === "done") done(data);
      });
      if (running === own) stop();
    } catch (problem) {
      if (running === own) stop(api.isStopped(problem) ? "" : problem.message);
    }
  }

  function stop(words = "") {
    running?.abort();
    running = null;
    toggle.textContent = "Start the search";
    if (words) say(words);
  }

  const say = (words) => { figures.textContent = words; };

  function restart() {
    if (running) start();
  }

  function show(info) {
    say(`Depth ${info.depth} · ${amount(info.nodes)} nodes · ${(info.milliseconds / 1000).toFixed(1)} s · ${amount(info.nodes_per_second)} nodes a second`);
    list.replaceChildren(...info.lines.map(line));
  }

  function done({ best_san: best, milliseconds, nodes }) {
    stop();
    say(best ? `Finished: best is ${best} (${amount(nodes)} nodes, ${(milliseconds / 1000).toFixed(1)} s).` : "There is no legal move here.");
    if (best) announce(`The search is finished. Best is ${best}.`);
  }

  function line(one) {
    const isWhite = searched.fen.split(" ")[1] === "w";
    const bound = { lower: "at least ", upper: "at most " }[one.bound] ?? "";
    const score = element("strong", { class: "score number" }, one.is_proven_draw ? "draw, proven" : bound + scoreWords(one.score, isWhite ? 1 : -1));
    return element("li", {}, element("div", { class: "row" }, score, chances(one.chances, isWhite)), element("div", { class: "way" }, ...moves(one)));
  }

  function chances({ win, draw, loss }, isWhite) {
    const [white, black] = isWhite ? [win, loss] : [loss, win];
    const percent = (part) => `${Math.round(part / 10)} %`;
    const words = `White wins ${percent(white)}, draw ${percent(draw)}, Black wins ${percent(black)}`;
    const bar = element("span", { class: "chances", role: "img", "aria-label": words, title: words });
    for (const [classes, part] of [["white", white], ["even", draw], ["black", black]]) {
      const piece = element("span", { class: classes });
      piece.style.setProperty("flex-grow", part);
      bar.append(piece);
    }
    return bar;
  }

  // The moves of a line; a click plays them up to there.
  function moves({ pv, pv_san: sans }) {
    const from = searched;
    return pv.slice(0, MOST_MOVES).flatMap((uci, index) => {
      const made = button(moveNumber(from.fen, index) + sans[index], () => {
        const fens = pv.slice(0, index + 1).reduce((list, move) => [...list, after(list.at(-1) ?? from.fen, move)], []);
        game.here = from;
        game.playLine(pv.slice(0, index + 1), sans, fens);
      });
      return [made, " "];
    });
  }

  game.addEventListener("moved", () => {
    if (running && game.here !== searched) start();
    else if (!running && searched && game.here !== searched) {
      list.replaceChildren();
      say("lucena searches this position as long as you like.");
      searched = null;
    }
    proven.hidden = true;
  });
  game.addEventListener("viewed", showProven);
  addEventListener("pagehide", () => stop());

  return { name: "search", title: "Search", host, onHide: () => { if (running) stop("Stopped."); } };
}
