// The panel of what is certain: the result, the clock, and every legal move with its exact result.
import { button, chip, element, paragraph } from "../parts.mjs";
import { MOVE_WORDS, count, distanceWords, keepingWords, sideName, sourceWords, verdictWords } from "../words.mjs";
import { announce } from "../announce.mjs";

// Seconds before distances that are being built are asked for again.
const AGAIN = 1;
// The clock at which a game is drawn, in half-moves.
const LAST = 100;

export function certain({ game, surface, about, prove }) {
  const host = element("section");
  const verdict = element("p", { class: "headline" });
  const known = paragraph("", "hint");
  const clock = element("div", { class: "clock" });
  const keeping = paragraph("");
  const unknown = element("div", { class: "ask", hidden: "" });
  const list = element("div", { class: "moves" });
  const box = element("input", { type: "checkbox", id: "mates" });
  const mates = element("label", { class: "check", title: "The first time for some men takes seconds" }, box, "Count the moves to mate");
  const building = element("p", { class: "hint", role: "status" });
  box.addEventListener("change", () => { game.hasMates = box.checked; show(null); game.ask(); });
  host.append(verdict, known, keeping, clock, unknown, list, mates, building);

  let said = null;

  function showClock(view) {
    const bar = element("progress", { max: LAST, "aria-hidden": "true" });
    bar.value = view.clock;
    const words = view.clock === 0 ? "50-move clock: 0" : `50-move clock: ${view.clock} of ${LAST} half-moves without a capture or pawn move`;
    clock.replaceChildren(element("span", {}, words), ...(view.clock > 0 ? [bar] : []));
  }

  function showUnknown(view) {
    unknown.hidden = view.unknown === 0 && view.certain !== null || view.over !== null;
    if (unknown.hidden) return;
    const words = view.unknown === view.moves.length ? "No table holds this position." : `Nobody knows the result of ${count(view.unknown, "move")} yet.`;
    const time = about.solve_time;
    const ask = button(`Ask the solver (${count(time, "second")})`, () => { ask.disabled = true; ask.textContent = "The solver works …"; game.ask(time); });
    const said = view.hasAsked ? element("p", {}, words, " The solver did not finish in its time.") : paragraph(words);
    unknown.replaceChildren(said, element("div", { class: "row" }, ...(view.hasAsked || !time ? [] : [ask]), button("Prove it", prove, { class: "main" })));
  }

  function row(move) {
    const result = move.certain?.result ?? "unknown";
    const words = MOVE_WORDS[result] ?? "unknown";
    const far = move.certain ? distanceWords(move.certain) : "";
    const replies = move.replies ? `${move.replies.hold} of ${count(move.replies.all, "reply", "replies")} hold${move.replies.hold === 1 ? "s" : ""}` : "";
    const late = move.certain?.is_spoilt ? "too late for the 50-move rule" : "";
    const made = element("button", { type: "button", class: `legal ${result}` },
      element("strong", {}, move.san), chip(result, words), element("span", { class: "far" }, [far, replies, late].filter(Boolean).join("; ")),
      element("span", { class: "who" }, move.certain ? sourceWords(move.certain) : ""));
    made.addEventListener("click", () => game.play(move.uci));
    for (const kind of ["pointerenter", "focus"]) made.addEventListener(kind, () => surface.point(move, result === "unknown" ? "move" : result));
    for (const kind of ["pointerleave", "blur"]) made.addEventListener(kind, () => surface.point(null));
    return element("li", {}, made);
  }

  function show(view) {
    host.setAttribute("aria-busy", view === null);
    if (view === null) {
      list.classList.add("old");
      return;
    }
    list.classList.remove("old");
    const result = view.over ? { "1-0": "white-won", "0-1": "black-won", "1/2-1/2": "draw" }[view.over.result] : (view.certain?.result ?? "unknown");
    verdict.textContent = verdictWords(view);
    verdict.className = `headline ${result}`;
    known.textContent = view.certain && !view.over ? `Known by ${sourceWords(view.certain)}${distanceNote(view.certain)}` : "";
    keeping.textContent = view.over ? "" : keepingWords(view);
    showClock(view);
    showUnknown(view);
    showBuilding(view);
    list.replaceChildren(element("ul", { "aria-label": "All legal moves, the best first" }, ...view.moves.map(row)));
  }

  // The server has not built these distances yet: they are asked for again, as long as the position is shown.
  function showBuilding({ building: men }) {
    building.textContent = men ? `The moves to mate of ${men} are being counted …` : "";
    const { here } = game;
    if (men) setTimeout(() => { if (game.here === here && game.hasMates && game.view?.building) game.ask(); }, AGAIN * 1000);
  }

  const distanceNote = (certain) => {
    const far = distanceWords(certain);
    return far ? `: ${far}${far.startsWith("progress") ? " (a capture, a pawn move or mate)" : ""}.` : ".";
  };

  game.addEventListener("moved", () => { if (!game.view) show(null); });
  game.addEventListener("viewed", () => {
    show(game.view);
    const { view, here } = game;
    // The same result is not said again whenever the distances are asked for.
    const isSaid = view.building && said === here;
    said = here;
    if (!isSaid) announce(view.over ? verdictWords(view) : `${sideName(view.turn)} to move. ${verdictWords(view)}`);
  });

  return { name: "certain", title: "Certain", host };
}

