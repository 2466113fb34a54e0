// Starts the page: connects the board, the game, the panels, the header and the keys.
import * as api from "./api.mjs";
import { announce, clearNotice, complain, remark } from "./announce.mjs";
import { Editor } from "./editor.mjs";
import { EXAMPLES } from "./examples.mjs";
import { Game } from "./game.mjs";
import { linkOf, ofLink } from "./link.mjs";
import { MoveList } from "./movelist.mjs";
import { listen, read, readFile } from "./opening.mjs";
import { button, element } from "./parts.mjs";
import { Sparring } from "./sparring.mjs";
import { Surface } from "./surface.mjs";
import { Tabs } from "./tabs.mjs";
import { endOf, pgnOf, promote } from "./tree.mjs";
import { certain } from "./panels/certain.mjs";
import { games } from "./panels/games.mjs";
import { lessons } from "./panels/lessons.mjs";
import { prove } from "./panels/prove.mjs";
import { search } from "./panels/search.mjs";
import { why } from "./panels/why.mjs";

const byId = (id) => document.getElementById(id);
const about = await api.get("/api/about").catch((problem) => { complain(problem); return { solve_time: 1, version: "" }; });
const game = new Game();
const surface = new Surface(byId("surface"), game);
const list = new MoveList(byId("moves"), game);
const sparring = new Sparring(game, announce);
const kit = { game, surface, sparring, about, announce, complain, remark };
const proving = prove(kit);
const reviewing = games(kit);
const tabs = new Tabs(byId("tabs"), byId("panels"), [
  certain({ ...kit, prove: () => { tabs.show("prove"); proving.start(); } }), search(kit), why(kit), proving, reviewing, lessons(kit),
]);
const editor = new Editor(byId("editor"), surface, async (fen) => {
  const isShown = await game.open(fen);
  if (isShown) byId("play").hidden = false;
  return isShown;
});

// The words below the board: the move that led here, its reason, and who is to move.
function status() {
  const { here } = game;
  const mover = here.fen.split(" ")[1] === "b" ? "Black" : "White";
  const number = here.fen.split(" ")[5] ?? "1";
  const moved = here.uci || here.san ? `${mover === "White" ? `${Number(number) - 1}… ` : `${number}. `}${here.san}` : "";
  const reason = here.why ? ` – ${here.why}` : "";
  return `${moved}${reason}${moved ? ". " : ""}${game.view?.over ? "The game is over." : `${mover} to move.`}`;
}

function showGame() {
  surface.show();
  list.show();
  byId("status").textContent = status();
  const { here } = game;
  byId("first").disabled = byId("back").disabled = byId("undo").disabled = !here.parent;
  byId("on").disabled = byId("last").disabled = here.children.length === 0;
  byId("promote").hidden = !here.parent || endOf(game.root) === endOf(here);
  surface.ground.setAttribute("aria-busy", !here.view);
  byId("fen").value = here.fen;
  const link = `#${linkOf(here, surface.isFlipped)}`;
  history.replaceState(null, "", link);
  byId("link").value = location.href;
}

game.addEventListener("moved", () => {
  clearNotice();
  closeMenus();
  showGame();
  const { here } = game;
  if (here.san) announce(`${here.san}. ${here.why}`);
});
game.addEventListener("viewed", showGame);
let failure = null;
game.addEventListener("failed", ({ detail }) => { failure = detail; complain(detail); });

function closeMenus() {
  for (const menu of document.querySelectorAll("details.menu")) menu.open = false;
}

// Opens a text that somebody pasted, dropped or chose.
async function open(text, name) {
  try {
    const found = await read(text);
    sparring.end();
    if (found.fen) return await game.open(found.fen);
    reviewing.show(found, text, name);
    if (found.games.length > 1) tabs.show("games");
    await game.openGame(found.games[0]);
    remark(found.games.length > 1 ? "The first game is on the board; all are in the panel Games." : "The game is on the board.");
  } catch (problem) {
    complain(problem);
  }
}

async function copy(words, name) {
  try {
    await navigator.clipboard.writeText(words);
    remark(`${name} copied.`);
  } catch {
    complain(new Error("The browser does not allow copying here: mark the text and copy it yourself."));
  }
}

// A move as people type it: without signs for takes, check and mate.
const plain = (san) => san.replace(/[x+#=\-\s]/g, "").replaceAll("0", "O");

function playTyped(event) {
  event.preventDefault();
  const typed = byId("typed").value.trim();
  const moves = game.view?.moves ?? [];
  const isSame = (move) => move.uci === typed.toLowerCase() || plain(move.san) === plain(typed);
  const found = moves.find(isSame) ?? moves.find((move) => plain(move.san).toLowerCase() === plain(typed).toLowerCase());
  if (!typed) return;
  if (!found) return complain(new Error(`“${typed}” is not a legal move here.`));
  byId("typed").value = "";
  game.play(found.uci);
}

function startEditing() {
  closeMenus();
  byId("play").hidden = true;
  editor.open(game.here.fen);
}

const STEPS = { first: () => game.go(game.root), back: () => game.back(), on: () => game.on(), last: () => game.go(endOf(game.here)) };
const KEYS = {
  ArrowLeft: STEPS.back, ArrowRight: STEPS.on, Home: STEPS.first, End: STEPS.last,
  f: flip, u: () => game.undo(), "/": () => byId("typed").focus(),
};

function flip() {
  surface.flip();
  showGame();
}

for (const [id, act] of Object.entries(STEPS)) byId(id).addEventListener("click", act);
byId("undo").addEventListener("click", () => game.undo());
byId("flip").addEventListener("click", flip);
byId("promote").addEventListener("click", () => { promote(game.here); showGame(); });
byId("typed-form").addEventListener("submit", playTyped);
byId("set-up").addEventListener("click", startEditing);
byId("open").addEventListener("click", () => open(byId("pasted").value, "pasted"));
byId("file").addEventListener("change", async ({ target }) => {
  const [chosen] = target.files;
  target.value = "";
  if (chosen) await readFile(chosen).then((text) => open(text, chosen.name)).catch(complain);
});
byId("copy-fen").addEventListener("click", () => copy(game.here.fen, "The FEN is"));
byId("copy-link").addEventListener("click", () => copy(location.href, "The link is"));
byId("copy-pgn").addEventListener("click", () => copy(pgnOf(game.root, game.tags), "The game is"));
listen(open, complain);

new MutationObserver(() => { byId("play").hidden = !byId("editor").hidden; }).observe(byId("editor"), { attributeFilter: ["hidden"] });
document.addEventListener("keydown", (event) => {
  const isElsewhere = event.target.closest("input, textarea, select, [role=tablist], .keys, pre") || !byId("editor").hidden;
  const act = KEYS[event.key.length === 1 ? event.key.toLowerCase() : event.key];
  if (event.key === "Escape") closeMenus();
  if (isElsewhere || !act || event.ctrlKey || event.altKey || event.metaKey) return;
  event.preventDefault();
  act();
});
document.addEventListener("pointerdown", (event) => {
  for (const menu of document.querySelectorAll("details.menu[open]")) if (!menu.contains(event.target)) menu.open = false;
});
for (const menu of document.querySelectorAll("details.menu")) {
  menu.addEventListener("toggle", () => { if (menu.open) for (const other of document.querySelectorAll("details.menu[open]")) if (other !== menu) other.open = false; });
}
addEventListener("hashchange", () => openLink());

async function openLink() {
  const link = ofLink(location.hash);
  if (!link) return false;
  if (game.view && `#${linkOf(game.here, surface.isFlipped)}` === location.hash) return true;
  const isShown = await game.open(link.fen, link.moves, link.at);
  if (!isShown) return false;
  surface.flip(link.isFlipped);
  showGame();
  return true;
}

byId("example-list").replaceChildren(...EXAMPLES.map(({ name, about: words, fen }) => {
  const made = button("", () => { sparring.end(); game.open(fen); }, { class: "wide" });
  made.append(element("strong", {}, name), element("small", {}, words));
  return element("li", {}, made);
}));
byId("about").textContent = about.version ? `lucena ${about.version}. Everything runs on this machine; nothing is sent anywhere.` : "";
tabs.show("certain");
if (!(await openLink())) {
  await game.open(EXAMPLES[1].fen);
  // What was wrong with the link stays on the page.
  if (failure) complain(failure);
}
