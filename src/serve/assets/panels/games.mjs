// The panel of games: a file is read, each game opens on the board, and a review judges the endings.
import * as api from "../api.mjs";
import { button, chip, details, element, labelled, paragraph } from "../parts.mjs";
import { JobView } from "../jobs.mjs";
import { read, readFile } from "../opening.mjs";
import { nameOf } from "../../../page/script/position.mjs";
import { count } from "../words.mjs";

// Games that are listed before somebody asks for more.
const FIRST = 20;
// With more judged games than this, each opens by a click.
const MOST_OPEN = 10;

export function games({ game, surface, complain, remark }) {
  const host = element("section");
  const file = element("input", { type: "file", accept: ".pgn,.txt,application/x-chess-pgn", id: "games-file", class: "hidden-input" });
  const drop = element("div", { class: "drop" },
    paragraph("Drop a file of games (PGN) anywhere on the page, or"),
    element("label", { for: "games-file", class: "button main" }, "Choose a file"), file,
    paragraph("lucena judges every ending in it: what was won, what was thrown away, and why.", "hint"));
  const found = element("div", { hidden: "" });
  const player = element("input", { type: "text", placeholder: "everybody", autocomplete: "off" });
  const nodes = element("input", { type: "number", min: "1", placeholder: "as set", inputmode: "numeric" });
  const begin = button("Review the endings", review, { class: "main" });
  const job = new JobView({ kind: "review", label: "How far the review is", tell, onEnd, adopt });
  const report = element("div", { class: "report" });
  const list = element("div");
  const title = element("h3");
  const problems = element("div");
  found.append(title, element("div", { class: "row" }, begin, labelled("Only games of", player), labelled("Nodes a move", nodes)), job.host, report, list, problems);
  host.append(drop, job.left, found);
  let text = "";
  let name = "";
  let all = [];

  file.addEventListener("change", async () => {
    const [chosen] = file.files;
    file.value = "";
    if (chosen) await readFile(chosen).then((words) => open(words, chosen.name)).catch(complain);
  });

  // Shows the games of a text, and the first of them on the board.
  async function open(words, from) {
    try {
      const games = await read(words);
      if (games.fen) return await game.open(games.fen);
      show(games, words, from);
      await game.openGame(games.games[0]);
    } catch (problem) {
      complain(problem);
    }
  }

  function show(games, words, from) {
    [text, name, all] = [words, from, games.games];
    found.hidden = false;
    report.replaceChildren();
    job.leave();
    job.host.hidden = true;
    begin.disabled = false;
    title.textContent = `${name}: ${count(all.length + games.left_out, "game")}`;
    listGames(FIRST);
    const unread = games.problems.map((words) => element("li", {}, words));
    const left = games.left_out > 0 ? [paragraph(`${count(games.left_out, "further game")} are not listed; a review judges them, too.`, "hint")] : [];
    problems.replaceChildren(...left, ...(unread.length > 0 ? [details(`Not read: ${count(unread.length, "remark")}`, element("ul", {}, ...unread))] : []));
  }

  function listGames(most) {
    const items = all.slice(0, most).map((one, index) => element("li", {}, button(titleOf(one, index), () => game.openGame(one), { class: "wide" })));
    const more = all.length > most ? [button(`Show all ${all.length} games`, () => listGames(all.length))] : [];
    list.replaceChildren(element("h3", {}, "Games"), element("ol", { class: "plain-list" }, ...items), ...more);
  }

  const tagsOf = (one) => new Map(one.tags);

  function titleOf(one, index) {
    const tags = tagsOf(one);
    const [white, black] = ["White", "Black"].map((side) => tags.get(side) ?? "?");
    const about = [tags.get("Event"), tags.get("Date")].filter((words) => words && !/^[?.]*$/.test(words)).join(", ");
    return element("span", {}, element("span", { class: "number" }, `${index + 1}. `), `${white} – ${black} `, element("strong", {}, one.result), about ? element("small", {}, ` ${about}`) : "");
  }

  function review() {
    begin.disabled = true;
    report.replaceChildren();
    job.begin(() => api.postText("/api/review", text, { name: name.slice(0, 100), player: player.value.trim(), nodes: nodes.value }));
  }

  function tell(progress) {
    const { games, moves, games_done: judged, moves_done: done } = progress;
    if (games === null) return { done: 0, all: null, words: "Reading the games …" };
    return { done, all: moves, words: `${judged} of ${count(games, "game")}, ${done} of ${count(moves, "move")} judged` };
  }

  function onEnd({ id, state, result }) {
    begin.disabled = !text;
    if (state === "cancelled") report.replaceChildren(paragraph("The review is stopped. Begin again, and it goes on from there.", "hint"));
    if (state !== "done" || !result) return;
    const save = element("a", { class: "button main", href: `/api/jobs/${id}/pgn`, download: "" }, "Save the annotated games");
    const judged = result.games.filter((one) => one.critical.length > 0);
    report.replaceChildren(
      paragraph(result.summary, "headline"),
      element("div", { class: "row" }, save),
      ...(judged.length > 0 ? judged.map((one) => judgedGame(one, judged.length <= MOST_OPEN)) : [paragraph("There are no critical positions in these games.", "hint")]),
    );
    remark("The review is finished.");
  }

  function judgedGame(one, isOpen) {
    const { ending } = one;
    const about = ending ? `${ending.name} from move ${ending.from.replace(/\.+$/, "")}: ${ending.expected}` : "";
    const items = one.critical.map((position) => element("li", {}, critical(one, position)));
    const losses = one.critical.filter((position) => position.is_loss).length;
    const worst = losses > 0 ? chip("loss", count(losses, "mistake")) : chip("win", "no mistake");
    const made = element("details", { class: "card" }, element("summary", {}, `${one.number}. ${one.white} – ${one.black} ${one.result} `, worst), paragraph(about, "hint"), element("ul", { class: "plain-list" }, ...items));
    made.open = isOpen;
    return made;
  }

  function critical(one, position) {
    const words = element("span", {},
      element("strong", {}, `${position.number} ${position.played.san}${position.sign} `), `${position.headline}. `,
      position.better ? `Better was ${position.better.san}. ` : "", element("small", {}, position.known_by));
    const made = button(words, () => openCritical(one, position), { class: `wide ${position.is_loss ? "is-loss" : ""}` });
    const reasons = position.reasons.length > 0 ? [element("ul", { class: "reasons" }, ...position.reasons.map((reason) => element("li", {}, reason)))] : [];
    return element("div", {}, made, ...reasons);
  }

  // Opens the game at the position before the move, with the played and the better move as arrows.
  async function openCritical(one, position) {
    const wanted = sameMen(position.fen);
    const played = all[one.number - 1];
    if (played) await game.openGame(played, (node) => sameMen(node.fen) === wanted);
    if (sameMen(game.here.fen) !== wanted) await game.open(position.fen);
    const arrow = (move, classes) => ({ class: classes, from: nameOf(move.from), to: nameOf(move.to) });
    game.here.drawn = { rings: [], arrows: [arrow(position.played, position.is_loss ? "wrong" : "right"), ...(position.better ? [arrow(position.better, "right")] : [])] };
    surface.show();
    if (innerWidth < 900) surface.ground.scrollIntoView({ block: "start" });
  }

  const sameMen = (fen) => fen.split(" ").slice(0, 2).join(" ");

  function adopt(running) {
    name = running.title;
    found.hidden = false;
    report.replaceChildren();
    title.textContent = `${name}: the server is reviewing`;
    begin.disabled = true;
  }

  return { name: "games", title: "Games", host, show, onShow: () => job.resume() };
}
