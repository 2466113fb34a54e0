// The panel of proofs: the solver's estimate, its progress and what it has proven, with the line and the corresponding squares.
import * as api from "../api.mjs";
import { button, chip, choice, element, labelled, paragraph, table } from "../parts.mjs";
import { FIELD, draw } from "../../../page/script/board.mjs";
import { squareOf } from "../../../page/script/position.mjs";
import { JobView } from "../jobs.mjs";
import { startOf } from "../tree.mjs";
import { MOVE_WORDS, amount, bytesWords, count, timeWords } from "../words.mjs";

const LIMITS = [["", "no limit"], ["10", "10 seconds"], ["60", "1 minute"], ["600", "10 minutes"], ["3600", "1 hour"]];
const KINDS = { "draw win": "White wins only if Black is to move", "loss draw": "Black wins only if White is to move", "loss win": "Whoever is to move loses" };
const COLOURS = 12;

export function prove({ game, surface, announce, remark }) {
  const host = element("section");
  const limit = choice(LIMITS, "");
  const begin = button("Prove this position", start, { class: "main" });
  const about = paragraph("The solver proves whether the position is won, drawn or lost, and every move of it.", "hint");
  const estimate = paragraph("", "hint");
  const result = element("div", { class: "result" });
  const job = new JobView({ kind: "solve", label: "How far the proof is", canPause: true, tell, onEnd, adopt });
  host.append(element("div", { class: "row" }, begin, labelled("Time", limit)), about, job.left, estimate, job.host, result);
  let proving = null;
  let squares = null;

  function start() {
    if (job.isRunning) return;
    about.hidden = true;
    result.replaceChildren();
    estimate.textContent = "";
    paintNothing();
    proving = game.here;
    begin.disabled = true;
    const seconds = limit.value ? Number(limit.value) : undefined;
    job.begin(() => api.post("/api/solve", { fen: proving.fen, seconds }));
  }

  function tell(progress) {
    estimate.textContent = estimateWords(progress.estimate);
    const parts = [];
    if (progress.building) parts.push(`building the results of ${progress.building}`);
    if (progress.proven && progress.proven !== "unknown") parts.push(`proven so far: ${progress.proven}`);
    if (progress.moves) parts.push(`${progress.moves_proven} of ${count(progress.moves, "move")} proven`);
    if (progress.positions) parts.push(`${amount(progress.positions)} positions, ${bytesWords(progress.bytes)}`);
    if (progress.seconds_left) parts.push(`what is open takes ${timeWords(progress.seconds_left)}`);
    return { done: progress.moves_proven, all: progress.moves || null, words: parts.length > 0 ? api.sentence(parts.join(" · ")) : "The proof begins …" };
  }

  function onEnd({ state, result: found }) {
    begin.disabled = false;
    if (!found) return;
    show(found, state);
    announce(`The proof ${state === "done" ? "is finished" : "is stopped"}. ${found.words}`);
    if (game.here === proving) game.ask(1);
  }

  function show({ words, answer, line, corresponding }, state) {
    const node = proving;
    const rows = answer.moves.map((move) => [
      button(move.san, () => { game.go(node).then(() => game.play(move.uci)); }, { class: "plain" }),
      chip(classOf(move.result), MOVE_WORDS[move.result] ?? move.result),
      move.moves_to_conversion === null ? "" : `${move.is_conversion_exact ? "" : "at most "}${count(move.moves_to_conversion, "move")}`,
    ]);
    const step = button("Put the line on the board", async () => { await game.go(node); await game.follow(line.boards); remark("Step through the line with the arrow keys or the buttons below the board."); }, { class: "main" });
    result.replaceChildren(
      element("p", { class: `headline ${classOf(answer.result)}` }, api.sentence(words)),
      ...(state === "cancelled" ? [paragraph("This is what was proven until the stop. Begin again, and it goes on from there.", "hint")] : []),
      element("div", { class: "row" }, ...(line.boards.length > 1 ? [step] : [])),
      table(["Move", "Result", "Next capture or pawn move that wins"], rows, { class: "proof" }),
      ...(corresponding.length > 0 ? [correspondence(corresponding, node)] : []),
    );
  }

  const classOf = (words) => (["win", "draw", "loss"].includes(words) ? words : "unknown");

  // The corresponding squares: groups of one kind, in the same colour on the board and in the table.
  function correspondence(groups, node) {
    const kinds = [...new Set(groups.map(kindOf))];
    const list = element("div");
    const buttons = element("div", { class: "row" });
    const choose = (kind) => {
      squares = groups.filter((group) => kindOf(group) === kind);
      for (const one of buttons.children) one.setAttribute("aria-pressed", one.dataset.kind === kind);
      const rows = squares.map((group, index) => [element("span", { class: `tag tag-${index % COLOURS}` }, index + 1), group.white.join(" "), group.black.join(" ")]);
      list.replaceChildren(table(["", "White king", "Black king"], rows, { class: "squares" }));
      if (game.here === node) paint();
      else game.go(node).then(paint);
    };
    buttons.append(
      ...kinds.map((kind) => button(KINDS[kind] ?? kind, () => choose(kind), { "data-kind": kind, "aria-pressed": "false" })),
      button("Hide", () => { paintNothing(); list.replaceChildren(); for (const one of buttons.children) one.setAttribute("aria-pressed", "false"); }),
    );
    return element("div", {}, element("h3", {}, "Corresponding squares"), paragraph("If one king stands on a square of a group, the other must be on its partner. Show the groups on the board:", "hint"), buttons, list);
  }

  const kindOf = (group) => `${group.with_white_to_move} ${group.with_black_to_move}`;

  function paint() {
    surface.colour({}, (board) => {
      squares.forEach((group, index) => {
        for (const side of ["white", "black"]) for (const name of group[side]) tag(board, squareOf(name), side, index);
      });
    });
  }

  // White's number stands above, Black's below: a square can have both.
  function tag(board, at, side, index) {
    const [x, y] = board.corner(at);
    const top = side === "white" ? y + 2 : y + 22;
    draw(board.under, "rect", { class: `tagged for-${side} tag-${index % COLOURS}`, x: x + 3, y: top, width: FIELD - 6, height: 16, rx: 3 });
    draw(board.under, "text", { class: "tag-number", x: x + FIELD / 2, y: top + 12 }, index + 1);
  }

  function paintNothing() {
    if (squares === null) return;
    squares = null;
    surface.colour();
  }

  function adopt({ title }) {
    about.hidden = false;
    about.textContent = `The server is proving ${title}.`;
    result.replaceChildren();
    proving = startOf(title);
    begin.disabled = true;
  }

  return { name: "prove", title: "Prove", host, start, onShow: () => job.resume(), onHide: paintNothing };
}

function estimateWords(estimate) {
  if (!estimate) return "";
  const { least, most, bytes_allowed: allowed } = estimate;
  if (!most) {
    return `Estimate: at least ${bytesWords(least.bytes)} of memory, and ${bytesWords(allowed)} are allowed. Nobody can say before how long it takes.`;
  }
  const range = (name, words) => (words(most[name]) === words(least[name]) ? words(least[name]) : `${words(least[name])} to ${words(most[name])}`);
  return `Estimate: ${range("seconds", timeWords)}; ${range("bytes", bytesWords)} of memory, and ${bytesWords(allowed)} are allowed.`;
}
