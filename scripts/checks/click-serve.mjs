// Starts `lucena serve` and clicks through its page in a headless Chromium: every panel, in a wide and a narrow window, in light
// and dark. Fails where the page reports an error, asks for something outside, does not do what it promises, or is wider than its
// window. Leaves screenshots in a folder, to be looked at.
//
//     npm install --prefix /tmp/clicks playwright-core
//     NODE_PATH=/tmp/clicks/node_modules node scripts/checks/click-serve.mjs target/debug/lucena /tmp/screenshots [GAMES.pgn]
//
// FROM_SOURCE=1 shows the page's files as they are in src, not those in the binary. ONLY=prove clicks only through that part.
// SYZYGY names a folder of Syzygy files.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

// `require` looks where NODE_PATH says, `import` does not.
const { chromium } = createRequire(import.meta.url)("playwright-core");

const ROOT = new URL("../..", import.meta.url).pathname;
const WINDOWS = [
  { name: "wide-light", width: 1280, colorScheme: "light" }, { name: "wide-dark", width: 1280, colorScheme: "dark" },
  { name: "narrow-light", width: 390, colorScheme: "light" }, { name: "narrow-dark", width: 390, colorScheme: "dark" },
];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];
const PARTS = { firstUse, certain, board, early, scroll, keyboard, editor, opening, search, why, prove, interrupted, games, lessons, refusals };

const [lucena, folder, ownGames] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node scripts/checks/click-serve.mjs LUCENA FOLDER [GAMES.pgn]");
  process.exit(2);
}

// A server on a free port.
async function startServer() {
  const syzygy = process.env.SYZYGY ? ["--syzygy", process.env.SYZYGY] : [];
  const server = spawn(lucena, ["serve", "--port", "0", ...syzygy], { cwd: ROOT, stdio: ["ignore", "pipe", "inherit"] });
  const address = await new Promise((resolve, reject) => {
    let said = "";
    server.stdout.on("data", (data) => {
      said += data;
      const found = said.match(/http:\/\/[^\s]+/);
      if (found) resolve(found[0]);
    });
    server.on("exit", (code) => reject(new Error(`the server ended: ${code}`)));
  });
  return { server, address };
}

// What the page is, in one place for all parts.
class Visit {
  constructor(page, window, address) {
    Object.assign(this, { page, window, address });
  }

  async open(hash = "") {
    await this.page.goto("about:blank");
    await this.page.goto(this.address + hash);
    await this.page.locator(".legal").first().waitFor();
  }

  openFen(fen) {
    return this.open(`#fen=${fen.replaceAll(" ", "_")}`);
  }

  async tab(name) {
    await this.page.getByRole("tab", { name, exact: true }).click();
    await this.page.locator(`#panel-${name.toLowerCase()}`).waitFor();
  }

  async picture(name) {
    const file = join(folder, `${name}-${this.window.name}.png`);
    await this.page.screenshot({ path: file, fullPage: true });
    const width = await this.page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(width <= this.window.width, `${name}: ${width} wide in a window of ${this.window.width}`);
  }

  // Where the middle of a square is, in pixels of the window.
  async middle(square) {
    const box = await this.page.locator("#surface svg.board").boundingBox();
    const isFlipped = (await this.page.locator("[role=gridcell]").first().getAttribute("id")) === "square-h1";
    const scale = box.width / 338;
    const [file, row] = ["abcdefgh".indexOf(square[0]), 8 - Number(square[1])].map((place) => (isFlipped ? 7 - place : place));
    return [box.x + (18 + 40 * file + 20) * scale, box.y + (40 * row + 20) * scale];
  }

  async clickSquare(square, button = "left") {
    await this.page.locator("#surface").scrollIntoViewIfNeeded();
    await this.page.mouse.click(...(await this.middle(square)), { button });
  }

  async drag(from, to, button = "left") {
    await this.page.locator("#surface").scrollIntoViewIfNeeded();
    await this.page.mouse.move(...(await this.middle(from)));
    await this.page.mouse.down({ button });
    await this.page.mouse.move(...(await this.middle(to)), { steps: 4 });
    await this.page.mouse.up({ button });
  }

  async moves(words) {
    await this.page.waitForFunction((wanted) => document.getElementById("moves").textContent.replace(/\s+/g, " ").trim() === wanted, words);
    await this.page.locator("#board[aria-busy=false]").waitFor();
  }

  async fen() {
    return this.page.locator("#fen").inputValue();
  }

  async fenIs(wanted) {
    await this.page.waitForFunction((fen) => document.getElementById("fen").value.startsWith(fen), wanted);
  }
}

// By mouse alone, from the page to a solved pawn ending on the board.
async function firstUse(visit) {
  const { page } = visit;
  await visit.open();
  await visit.picture("01-first");
  await page.getByText("Examples", { exact: true }).click();
  await visit.picture("02-examples");
  await page.getByRole("button", { name: /Lasker/ }).click();
  await page.getByRole("button", { name: "Prove it" }).click();
  await page.locator("#panel-prove .headline").waitFor({ timeout: 60_000 });
  await visit.picture("03-solved");
  await page.getByRole("button", { name: "Put the line on the board" }).click();
  await page.locator("#moves button", { hasText: "1. Kb1" }).waitFor();
  await page.getByRole("button", { name: "One move on" }).click();
  await visit.fenIs("8/k7/3p4/p2P1p2/P2P1P2/8/8/1K6 b");
  await page.getByRole("button", { name: "White wins only if Black is to move" }).click();
  await page.locator("#surface .tagged").first().waitFor();
  await visit.picture("04-corresponding");
  await page.getByRole("button", { name: "Hide" }).click();
  assert.equal(await page.locator("#surface .tagged").count(), 0);
}

async function certain(visit) {
  const { page } = visit;
  await visit.openFen("8/8/8/3k4/8/8/8/R3K3 w - - 12 40");
  await page.locator(".headline.win", { hasText: "White wins" }).waitFor();
  await page.getByText("50-move clock: 12 of 100").waitFor();
  await visit.picture("10-certain-win");
  await page.locator("button.legal").first().hover();
  await page.locator("#surface .arrow").waitFor();
  await page.getByLabel("Count the moves to mate").check();
  await page.locator(".headline", { hasText: "mate in" }).waitFor({ timeout: 60_000 });
  await page.locator("button.legal").first().click();
  await page.locator(".headline.loss").waitFor();
  await visit.openFen("8/8/8/3k4/8/3K4/3P4/8 w - - 0 1");
  await page.locator(".headline.draw").waitFor();
  await page.locator(".legal .far", { hasText: "hold" }).first().waitFor();
  await visit.picture("11-certain-draw");
  await visit.openFen("8/8/1p1k4/1P6/1P1K4/8/8/8 w - - 0 1");
  await visit.picture("12-certain-unknown");
  await page.getByRole("button", { name: "Ask the solver" }).click();
  await page.locator(".chip", { hasNotText: "unknown" }).first().waitFor({ timeout: 60_000 });
}

async function board(visit) {
  const { page } = visit;
  await visit.openFen("8/P7/8/3k4/8/8/8/4K2R w K - 0 1");
  await visit.clickSquare("e1");
  assert.ok((await page.locator("#surface .target").count()) > 4, "legal targets are shown");
  await visit.picture("20-targets");
  await visit.clickSquare("g1");
  await visit.moves("Start 1. O-O");
  await visit.drag("d5", "c5");
  await visit.moves("Start 1. O-O Kc5");
  await visit.drag("a7", "a8");
  await page.getByRole("button", { name: "rook" }).waitFor();
  await visit.picture("21-becomes");
  await page.getByRole("button", { name: "rook" }).click();
  await visit.moves("Start 1. O-O Kc5 2. a8=R");
  await page.keyboard.press("Home");
  await page.keyboard.press("ArrowRight");
  await visit.drag("d5", "e4");
  await visit.moves("Start 1. O-O Kc5 (1… Ke4) 2. a8=R");
  await page.getByRole("button", { name: "Make this the main line" }).click();
  await visit.moves("Start 1. O-O Ke4 (1… Kc5 2. a8=R)");
  await page.getByRole("button", { name: "Undo" }).click();
  await visit.moves("Start 1. O-O Kc5 2. a8=R");
  await page.getByRole("button", { name: "Flip" }).click();
  await visit.drag("d5", "d6", "right");
  await visit.drag("a8", "h1", "right");
  await visit.clickSquare("e4", "right");
  assert.equal(await page.locator("#surface .arrow.drawn").count(), 2);
  assert.equal(await page.locator("#surface .ring").count(), 1);
  await visit.picture("22-flipped");
  await visit.drag("d5", "e5");
  await visit.moves("Start 1. O-O Kc5 (1… Ke5) 2. a8=R");
  const link = page.url();
  await visit.open(new URL(link).hash);
  assert.equal(page.url(), link, "a link holds the position");
  await visit.fenIs("8/P7/8/4k3/8/8/8/5RK1 w");
}

// Clicks that come before the server has said which moves are legal are done once it has.
async function early(visit) {
  const { page } = visit;
  await visit.openFen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
  let answer = null;
  const isAsked = new Promise((resolve) => {
    page.route("**/api/position**", async (route) => {
      await new Promise((go) => { answer = go; resolve(); });
      await route.continue();
    });
  });
  await visit.drag("a1", "a4");
  await isAsked;
  await visit.clickSquare("d5");
  await page.locator("#surface .picked").waitFor();
  assert.equal(await page.locator("#surface .target").count(), 0, "nobody knows the moves yet");
  await visit.picture("24-early");
  answer();
  await page.locator("#surface .target").first().waitFor();
  await page.keyboard.press("Escape");
  await page.unrouteAll({ behavior: "wait" });
  // A click on the man and one on its square.
  let go = null;
  const isAskedAgain = new Promise((resolve) => {
    page.route("**/api/position**", async (route) => {
      await new Promise((release) => { go ??= release; resolve(); });
      await route.continue();
    }, { times: 1 });
  });
  await visit.drag("d5", "c5");
  await isAskedAgain;
  await visit.clickSquare("a4");
  await visit.clickSquare("a8");
  go();
  await visit.moves("Start 1. Ra4 Kc5 2. Ra8");
}

// A finger scrolls the page below the board; on the board it moves men.
async function scroll(visit) {
  const { page, window } = visit;
  if (window.width > 500) return;
  await visit.openFen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
  const client = await page.context().newCDPSession(page);
  const touch = (type, ...touchPoints) => client.send("Input.dispatchTouchEvent", { type, touchPoints });
  const swipe = async (x, y) => {
    await page.evaluate(() => scrollTo(0, 0));
    await touch("touchStart", { x, y });
    for (let step = 1; step <= 10; step++) {
      await touch("touchMove", { x, y: y - 20 * step });
      await page.waitForTimeout(16);
    }
    await touch("touchEnd");
    await page.waitForTimeout(300);
    return page.evaluate(() => scrollY);
  };
  const box = await page.locator("#surface").boundingBox();
  const middle = box.x + box.width / 2;
  assert.equal(await swipe(middle, box.y + box.height / 2), 0, "a finger on the board scrolls");
  for (const below of [15, 60, 250, 400]) {
    const moved = await swipe(middle, box.y + box.height + below);
    assert.ok(moved > 100, `a finger ${below} below the board scrolls by ${moved}`);
  }
}

async function keyboard(visit) {
  const { page } = visit;
  await visit.openFen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
  await page.locator(".skip").focus();
  await page.keyboard.press("Enter");
  await page.locator("#board").focus();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Shift+Tab");
  await page.keyboard.press("ArrowUp");
  assert.equal(await page.locator("#board").getAttribute("aria-activedescendant"), "square-e2");
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("ArrowUp");
  await visit.picture("25-keyboard");
  await page.keyboard.press("Enter");
  await visit.moves("Start 1. Ke2");
  await page.getByRole("button", { name: "Undo" }).focus();
  await page.keyboard.press("/");
  await page.keyboard.type("Kc4");
  await page.keyboard.press("Enter");
  await visit.moves("Start 1. Ke2 Kc4");
  await page.keyboard.type("xyz");
  await page.keyboard.press("Enter");
  await page.locator("#notice", { hasText: "not a legal move" }).waitFor();
  await page.getByRole("tab", { name: "Certain" }).focus();
  await page.keyboard.press("ArrowRight");
  await page.locator("#panel-search").waitFor();
  await page.keyboard.press("End");
  await page.locator("#panel-lessons").waitFor();
}

async function editor(visit) {
  const { page } = visit;
  await visit.open();
  await page.locator("#set-up").click();
  await page.getByRole("button", { name: "Clear" }).click();
  await page.getByText("Put the white king on the board.").waitFor();
  for (const [man, square] of [["white king", "e1"], ["black king", "d5"], ["white rook", "a1"], ["black pawn", "h4"]]) {
    await page.getByRole("button", { name: `Put a ${man}` }).click();
    await visit.clickSquare(square);
  }
  await visit.picture("30-editor");
  await page.getByRole("button", { name: "Remove men" }).click();
  await visit.clickSquare("h4");
  await page.getByRole("button", { name: /^Move men/ }).click();
  await visit.drag("a1", "b1");
  await page.getByRole("button", { name: "Use this position" }).click();
  await visit.fenIs("8/8/8/3k4/8/8/8/1R2K3 w");
  await page.locator(".headline.win").waitFor();
  // A position that the server refuses: words, and the editor stays.
  await page.locator("#set-up").click();
  await page.getByRole("button", { name: "Put a white rook" }).click();
  await visit.clickSquare("d1");
  await page.getByRole("button", { name: "Use this position" }).click();
  await page.locator("#notice.bad").waitFor();
  await visit.picture("31-editor-refused");
  await page.getByRole("button", { name: "Cancel" }).click();
  await visit.fenIs("8/8/8/3k4/8/8/8/1R2K3 w");
}

async function opening(visit) {
  const { page } = visit;
  await visit.open();
  const paste = async (text) => {
    await page.locator("#opening summary").click();
    await page.locator("#pasted").fill(text);
    await page.getByRole("button", { name: "Open", exact: true }).click();
  };
  await paste("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
  await visit.fenIs("8/8/8/3k4/8/8/8/R3K3 w");
  await paste('[White "<b>A</b>"]\n[FEN "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"]\n\n1. Ra4 {<img src=x onerror=alert(1)>} (1. Ke2 Kc4) Kc5 *');
  await page.locator("#moves .comment", { hasText: "<img" }).waitFor();
  await page.getByText("Share", { exact: true }).click();
  await visit.picture("35-share");
  await page.keyboard.press("Escape");
  await paste("this is no game");
  await page.locator("#notice.bad").waitFor();
}

async function search(visit) {
  const { page } = visit;
  await visit.openFen("8/5pk1/6p1/7p/7P/6P1/3R1PK1/r7 w - - 0 1");
  await visit.tab("Search");
  await page.getByRole("button", { name: "Start the search" }).click();
  await page.locator(".lines li").nth(2).waitFor({ timeout: 30_000 });
  await visit.picture("40-search");
  await page.getByRole("combobox", { name: "Lines" }).selectOption("5");
  await page.locator(".lines li").nth(4).waitFor({ timeout: 30_000 });
  await page.locator(".lines li").first().locator(".way button").nth(1).click();
  assert.ok((await page.locator("#moves button").count()) >= 3, "a click on a line plays it");
  await page.locator(".lines li").first().waitFor({ timeout: 30_000 });
  await page.getByRole("button", { name: "Stop the search" }).click();
  await visit.openFen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
  await visit.tab("Search");
  await page.getByLabel("How long").selectOption("depth 12");
  await page.getByRole("button", { name: "Start the search" }).click();
  await page.getByText("Finished: best is").waitFor({ timeout: 30_000 });
  await page.locator(".proven", { hasText: "White wins" }).waitFor();
  await visit.picture("41-search-proven");
}

async function why(visit) {
  const { page } = visit;
  await visit.openFen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
  await visit.tab("Why");
  await page.locator("#surface rect.room").first().waitFor();
  await visit.picture("45-why-advice");
  await page.getByText("All moves").click();
  await page.getByText("The rules, in order").click();
  await page.getByRole("button", { name: "Put the whole line on the board" }).click();
  await page.getByRole("button", { name: "To the end" }).click();
  await page.locator("#status", { hasText: "mate" }).waitFor();
  await visit.picture("46-why-line");
  await visit.openFen("8/5pk1/6p1/7p/7P/6P1/3R1PK1/r7 w - - 0 1");
  await visit.tab("Why");
  await page.getByText("No table of advice covers these men").waitFor();
  await visit.picture("47-why-value");
}

async function prove(visit) {
  const { page } = visit;
  // Too large for the time that anybody waits here: it is paused, goes on, and is stopped.
  await visit.openFen("8/1p4k1/p2p2p1/P2Pp1P1/1P2P3/6K1/8/2B2b2 w - - 0 1");
  await visit.tab("Prove");
  await page.getByRole("button", { name: "Prove this position" }).click();
  await page.locator("#panel-prove .progress .hint", { hasText: "positions" }).waitFor({ timeout: 60_000 });
  await visit.picture("50-proving");
  await page.getByRole("button", { name: "Pause" }).click();
  await page.locator(".progress .hint", { hasText: "Paused" }).waitFor({ timeout: 30_000 });
  // Another user's browser is not held up by it.
  const other = await page.context().browser().newContext();
  const theirs = await other.newPage();
  if (process.env.FROM_SOURCE) await fromSource(theirs, `${new URL(page.url()).origin}/`);
  await theirs.goto(page.url());
  await theirs.getByRole("tab", { name: "Prove" }).click();
  await theirs.waitForTimeout(500);
  assert(await theirs.getByRole("button", { name: "Prove this position" }).isEnabled());
  await other.close();
  // A page that is loaded anew takes the proof up again.
  await page.reload();
  await visit.tab("Prove");
  await page.getByRole("button", { name: "Continue" }).click();
  await page.getByRole("button", { name: "Pause" }).waitFor({ timeout: 30_000 });
  await page.locator("#panel-prove").getByRole("button", { name: "Stop" }).click();
  await page.locator(".progress .hint", { hasText: "Stopped" }).waitFor({ timeout: 60_000 });
  await page.locator("#panel-prove .headline").waitFor({ timeout: 60_000 });
  await visit.picture("51-stopped");
}

// A server that was ended in the middle of a proof offers to go on.
async function interrupted(visit) {
  const { page, address } = visit;
  const fen = "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1";
  const progress = { estimate: null, proven: "", moves: 0, moves_proven: 0, arrangements: 0, positions: 0, bytes: 0, seconds_left: null, building: null };
  const left = { id: "77", kind: "solve", title: fen, state: "interrupted", ahead: null, seconds: 0, progress, result: null, error: null };
  await visit.open();
  await page.route("**/api/jobs", (route) => route.fulfill({ json: { jobs: [left] } }));
  await page.route("**/api/jobs/77/continue", async (route) => route.fulfill({ response: await page.request.post(`${address}api/solve`, { data: { fen } }) }));
  await visit.tab("Prove");
  await page.getByText("Interrupted:").waitFor();
  await visit.picture("52-interrupted");
  await page.locator("#panel-prove").getByRole("button", { name: "Continue" }).click();
  await page.locator("#panel-prove .headline.win").waitFor({ timeout: 60_000 });
  assert.equal(await page.getByText("Interrupted:").count(), 0);
  await page.unrouteAll();
}

async function games(visit) {
  const { page } = visit;
  await visit.open();
  const own = visit.window === WINDOWS[0] ? ownGames : undefined;
  const file = own ?? join(ROOT, "tests/data/review_exact.pgn");
  const text = readFileSync(file, "utf8");
  const dropped = await page.evaluateHandle(([words, name]) => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([words], name, { type: "application/x-chess-pgn" }));
    return transfer;
  }, [text, "endings.pgn"]);
  await page.dispatchEvent("body", "dragover", { dataTransfer: dropped });
  await page.dispatchEvent("body", "drop", { dataTransfer: dropped });
  await page.getByRole("button", { name: "Review the endings" }).waitFor();
  await visit.picture("60-games");
  await page.locator("#panel-games .plain-list button").nth(1).click();
  if (own) await page.getByLabel("Nodes a move").fill("200");
  await page.getByRole("button", { name: "Review the endings" }).click();
  await page.locator("#panel-games .progress .hint").waitFor();
  await visit.picture("61-reviewing");
  await page.locator(".report .headline").waitFor({ timeout: 600_000 });
  await visit.picture("62-report");
  const link = page.getByRole("link", { name: "Save the annotated games" });
  const [download] = await Promise.all([page.waitForEvent("download"), link.click()]);
  assert.match(readFileSync(await download.path(), "utf8"), /\[White /);
  assert.equal(download.suggestedFilename(), "annotated.pgn");
  const card = page.locator(".report .card").first();
  if ((await card.getAttribute("open")) === null) await card.locator("summary").click();
  await card.locator("button").first().click();
  await page.locator("#surface .arrow").first().waitFor();
  await visit.picture("63-critical");
}

async function lessons(visit) {
  const { page } = visit;
  await visit.open();
  await visit.tab("Lessons");
  await page.locator(".card-button").nth(5).waitFor({ timeout: 30_000 });
  await visit.picture("70-lessons");
  await page.getByRole("button", { name: /King and rook against king krk / }).click();
  const proveIt = page.getByRole("button", { name: "Prove it, then learn it" });
  const step = page.getByRole("button", { name: "Show it on the board" }).first();
  await proveIt.or(step).first().waitFor({ timeout: 30_000 });
  if (await proveIt.isVisible()) {
    await visit.picture("71-prove-first");
    await proveIt.click();
  }
  await step.waitFor({ timeout: 300_000 });
  await visit.picture("72-lesson");
  await step.click();
  await page.getByRole("button", { name: "One move on" }).click();
  await page.locator("#moves [aria-current]").waitFor();
  await solveExercise(visit);
  await visit.picture("73-exercise");
  await spar(visit);
  await write(visit);
}

// The first exercise, by clicks on its own board; what is right comes from its button.
async function solveExercise({ page }) {
  const exercise = page.locator(".exercise").first();
  const verdict = exercise.locator(".verdict");
  for (let step = 0; step < 12; step++) {
    await exercise.getByRole("button", { name: "Show the move" }).click();
    const [, move] = (await verdict.textContent()).match(/(?:plays|Right is(?: \d+\.+)?) ?([^\s:.]+)/) ?? [];
    assert.ok(move, await verdict.textContent());
    await exercise.locator("input").fill(move);
    await exercise.getByRole("button", { name: "Play" }).click();
    const before = await verdict.textContent();
    if (before.includes("Exercise solved.")) break;
    await verdict.filter({ hasText: "has replied" }).waitFor();
  }
  await verdict.filter({ hasText: "Exercise solved." }).waitFor();
  await page.locator("#solved", { hasText: "1 of" }).waitFor();
}

// The table has White: it moves, the reader moves, it moves again.
async function spar(visit) {
  const { page } = visit;
  await page.getByText("Examples", { exact: true }).click();
  await page.getByRole("button", { name: /Rook against king/ }).click();
  await page.locator("#panel-lessons").getByLabel("The table plays").selectOption("white");
  await page.getByRole("button", { name: "Play against it from the board" }).click();
  await page.locator("#moves button").nth(1).waitFor({ timeout: 20_000 });
  await page.keyboard.press("/");
  await page.locator("#typed").fill("Kc6");
  await page.locator("#typed-form").getByRole("button", { name: "Play" }).click();
  await page.locator("#moves button").nth(3).waitFor({ timeout: 20_000 });
  await visit.picture("74-sparring");
  await page.getByRole("button", { name: "Stop playing" }).click();
}

async function write(visit) {
  const { page } = visit;
  await page.getByRole("button", { name: "← All lessons" }).click();
  await page.getByRole("button", { name: "Write a table of your own" }).click();
  await page.getByText("No errors").waitFor({ timeout: 20_000 });
  const area = page.getByLabel("Text", { exact: true });
  const text = await area.inputValue();
  await area.fill(text.replace("then mate", "then matte"));
  await page.locator("#table-problems button", { hasText: "Line" }).first().click();
  await visit.picture("75-writing");
  await area.fill(text);
  await page.getByText("No errors").waitFor({ timeout: 20_000 });
  await page.getByRole("button", { name: "Prove it", exact: true }).click();
  await page.locator("#panel-lessons pre.words").waitFor({ timeout: 300_000 });
  await visit.picture("76-proven");
}

// Errors stand in words, and nothing hangs.
async function refusals(visit) {
  const { page } = visit;
  visit.isLenient = true;
  await visit.open("#fen=8/8/8/8/8/8/8/8_w_-_-_0_1");
  await page.locator("#notice.bad").waitFor();
  await visit.picture("80-bad-fen");
  await visit.openFen("8/8/8/3k4/8/8/8/R3K3 w - - 0 1");
  await page.route("**/api/search**", (route) => route.fulfill({ status: 429, headers: { "Retry-After": "3" }, contentType: "application/json", body: '{"error": "too many searches run"}' }));
  await visit.tab("Search");
  await page.getByRole("button", { name: "Start the search" }).click();
  await page.getByText("Too many searches run. Try again in 3 s.").waitFor();
  await page.route("**/api/position**", (route) => route.abort());
  await page.locator("#typed").fill("Ke2");
  await page.locator("#typed-form").getByRole("button", { name: "Play" }).click();
  await page.locator("#notice.bad", { hasText: "does not answer" }).waitFor();
  await visit.picture("81-lost");
  await page.unrouteAll();
}

// Shows the page's files as they are in the source.
async function fromSource(page, address) {
  const types = { mjs: "text/javascript", css: "text/css" };
  await page.route(`${address}assets/**`, async (route) => {
    const path = new URL(route.request().url()).pathname.replace("/assets/", "");
    await route.fulfill({ body: readFileSync(join(ROOT, "src", path)), contentType: types[path.split(".").pop()] });
  });
  await page.route(address, async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, body: readFileSync(join(ROOT, "src/serve/assets/index.html"), "utf8") });
  });
}

async function check(browser, window, name, address) {
  const { width, colorScheme } = window;
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme, hasTouch: width < 500 });
  page.setDefaultTimeout(10_000);
  const complaints = [];
  const visit = new Visit(page, window, address);
  // A request that the server refuses is an error in the console, and it is meant to be refused.
  const isMeant = (text) => /status of 4\d\d/.test(text) || visit.isLenient;
  page.on("pageerror", (error) => complaints.push(`error: ${error.stack}`));
  page.on("console", (message) => { if (["error", "warning"].includes(message.type()) && !isMeant(message.text())) complaints.push(message.text()); });
  page.on("request", (request) => { if (!request.url().startsWith(address) && !/^(data|about|blob):/.test(request.url())) complaints.push(`asks for ${request.url()}`); });
  if (process.env.FROM_SOURCE) await fromSource(page, address);
  try {
    await PARTS[name](visit);
    assert.deepEqual(complaints, []);
    console.log(`${name}, ${window.name}: clicked through`);
    return true;
  } catch (error) {
    console.error(`${name}, ${window.name}: ${error.message}\n${complaints.join("\n")}`);
    await page.screenshot({ path: join(folder, `failed-${name}-${window.name}.png`) });
    return false;
  } finally {
    await page.close();
  }
}

mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
const wanted = (process.env.ONLY ?? Object.keys(PARTS).join(",")).split(",");
let failed = 0;
for (const window of WINDOWS.filter(({ name }) => name.startsWith(process.env.WINDOW ?? ""))) {
  // A server remembers what it has proven: each window has one of its own.
  const { server, address } = await startServer();
  for (const name of wanted) failed += (await check(browser, window, name, address)) ? 0 : 1;
  server.removeAllListeners("exit");
  server.kill("SIGINT");
}
await browser.close();
process.exit(failed > 0 ? 1 : 0);
