// Makes one page of every kind with a lucena binary and clicks through it in a headless Chromium, in a wide and in a narrow window.
// Fails where a page reports an error, asks for something outside, does not do what its buttons promise, or is wider than its
// window. Leaves the pages and screenshots in a folder, to be looked at.
//
//     npm install --prefix /tmp/clicks playwright-core
//     NODE_PATH=/tmp/clicks/node_modules node scripts/checks/click-pages.mjs target/debug/lucena /tmp/screenshots
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

// `require` looks where NODE_PATH says, `import` does not.
const { chromium } = createRequire(import.meta.url)("playwright-core");

const ROOT = new URL("../..", import.meta.url).pathname;
const WINDOWS = [{ name: "wide", width: 1200 }, { name: "narrow", width: 400 }];
const FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const PAGES = [
  { name: "explain-win", arguments: ["explain", "8/8/8/3k4/8/8/8/R3K3 w - - 0 1"], click: [stepThrough, openTree] },
  { name: "explain-draw", arguments: ["explain", "8/4k3/8/8/8/8/4P3/4K3 w - - 0 1"], click: [] },
  { name: "lesson-win", arguments: ["advice", "lesson", "krk"], click: [stepThrough, solveExercises] },
  { name: "lesson-hold", arguments: ["advice", "lesson", "kkp"], click: [stepThrough, solveExercises] },
  { name: "review", arguments: ["review", "tests/data/review_exact.pgn"], click: [followFaults, solveExercises, openGames] },
  { name: "solve-squares", arguments: ["solve", "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1"], click: [stepThrough, playOtherMoves, pointAtSquares] },
  { name: "solve-en-passant", arguments: ["solve", "8/8/8/8/2p5/8/1P1K4/k7 w - - 0 1"], click: [stepThrough, playOtherMoves] },
];

// The men of a board as it is drawn, by their places: what a click has to change.
const drawn = (board) => board.evaluate((svg) => svg.innerHTML);

// Every stepper goes to its end and back, by buttons and, the first one, by keys.
async function stepThrough(page) {
  const steppers = await page.getByRole("button", { name: "to the end" }).all();
  assert.ok(steppers.length > 0, "there is a stepper");
  for (const toEnd of steppers) {
    const left = toEnd.locator("xpath=ancestor::div[.//*[local-name()='svg']][1]");
    const board = left.locator("svg.board");
    const first = await drawn(board);
    await left.getByRole("button", { name: "one move on" }).click();
    const second = await drawn(board);
    assert.notEqual(second, first, "one move on");
    await left.getByRole("button", { name: "one move back" }).click();
    assert.equal(await drawn(board), first, "one move back");
    await toEnd.click();
    assert.ok(await toEnd.isDisabled(), "the end is the end");
    assert.notEqual(await drawn(board), first, "to the end");
    await left.getByRole("button", { name: "to the beginning" }).click();
    assert.equal(await drawn(board), first, "to the beginning");
  }
}

// Pointing at a move of the forcing tree shows it.
async function openTree(page) {
  const board = page.locator(".tree svg.board");
  const moves = page.locator(".tree [data-fen]");
  const before = await drawn(board);
  await moves.nth(1).hover();
  assert.notEqual(await drawn(board), before, "the tree's board follows the pointer");
  await moves.nth(2).click();
}

// Each exercise is solved by typing, one after a wrong move and one by clicks on the board.
async function solveExercises(page) {
  const exercises = await page.evaluate(() => JSON.parse(document.getElementById("carried").textContent).exercises);
  for (const [number, { steps }] of exercises.entries()) {
    const host = page.locator(".exercise").nth(number);
    const verdict = host.locator(".verdict");
    for (const [place, step] of steps.entries()) {
      const wrong = Object.keys(step.moves).find((uci) => step.moves[uci].verdict === "lost");
      if (wrong && place === 0) {
        await type(host, wrong);
        await host.locator(".verdict.lost").waitFor();
        await host.getByRole("button", { name: "Take back" }).click();
      }
      await (number % 2 === 0 ? type(host, step.right) : clickMove(host, step.right));
      if (place + 1 < steps.length) await verdict.filter({ hasText: `move ${place + 2} of ${steps.length}` }).waitFor();
    }
    await verdict.filter({ hasText: "Exercise solved." }).waitFor();
  }
  await page.getByText(`${exercises.length} of ${exercises.length} solved.`).waitFor();
}

async function type(host, uci) {
  await host.locator("input").fill(uci);
  await host.getByRole("button", { name: "Play" }).click();
}

async function clickMove(host, uci) {
  for (const square of [uci.slice(0, 2), uci.slice(2, 4)]) await clickSquare(host.locator("svg.board"), square);
  const becomes = host.getByRole("button", { name: { q: "queen", r: "rook", b: "bishop", n: "knight" }[uci[4]], exact: true });
  if (uci[4]) await becomes.click();
}

// Fields are 40 wide, on a board of 338 whose left margin is 18.
async function clickSquare(board, square, action = "click") {
  const { width } = await board.boundingBox();
  const scale = width / 338;
  const [file, row] = ["abcdefgh".indexOf(square[0]), 8 - Number(square[1])];
  await board[action]({ position: { x: (18 + 40 * file + 20) * scale, y: (40 * row + 20) * scale } });
}

// A fault in the table of games leads to its position in the opened game; a point of a chart, too.
async function followFaults(page) {
  const faults = page.locator(".games .fault");
  assert.ok(await faults.count() > 0, "the table of games has faults");
  await faults.first().click();
  const target = page.locator(":target");
  await target.locator("svg.board").waitFor({ state: "visible" });
  await page.locator(".chart a").first().click();
  await page.locator(":target svg.board").waitFor({ state: "visible" });
}

async function openGames(page) {
  for (const game of await page.locator("details.game").all()) {
    if ((await game.getAttribute("open")) === null) await game.locator("> summary").click();
  }
}

// Every move of the first position can be played; best play comes back.
async function playOtherMoves(page) {
  const board = page.locator("svg.board").first();
  const rows = page.locator("#moves tr");
  const first = await drawn(board);
  const count = await rows.count();
  for (let number = 0; number < count; number++) {
    await rows.nth(number).click();
    assert.notEqual(await drawn(board), first, `move ${number}`);
    await page.getByRole("button", { name: "to the end" }).click();
    await page.getByRole("button", { name: "to the beginning" }).click();
  }
  await page.getByRole("button", { name: "best play" }).click();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await page.keyboard.press("End");
  await page.keyboard.press("Home");
  assert.equal(await drawn(board), first, "keys lead back");
  await page.getByRole("button", { name: "best play" }).click();
}

async function pointAtSquares(page) {
  await clickSquare(page.locator("#corresponding svg"), "c4", "hover");
  const told = page.locator("#pair");
  await told.filter({ hasText: "b6" }).waitFor();
  for (const button of await page.locator("#kinds button").all()) await button.click();
}

async function check(browser, { name, click }, file, folder) {
  for (const window of WINDOWS) {
    const page = await browser.newPage({ viewport: { width: window.width, height: 900 } });
    page.setDefaultTimeout(10_000);
    const complaints = [];
    page.on("pageerror", (error) => complaints.push(`error: ${error.stack}`));
    page.on("console", (message) => { if (["error", "warning"].includes(message.type())) complaints.push(message.text()); });
    page.on("request", (request) => { if (!/^(file|data):/.test(request.url())) complaints.push(`asks for ${request.url()}`); });
    await page.goto(pathToFileURL(file).href);
    await page.screenshot({ path: join(folder, `${name}-${window.name}.png`), fullPage: true });
    for (const action of click) await action(page);
    await page.screenshot({ path: join(folder, `${name}-${window.name}-clicked.png`), fullPage: true });
    const width = await page.evaluate(() => document.documentElement.scrollWidth);
    if (width > window.width) complaints.push(`${width} wide in a window of ${window.width}`);
    assert.deepEqual(complaints, [], `${name}, ${window.name}`);
    await page.close();
    console.log(`${name}, ${window.name}: clicked through`);
  }
}

const [lucena, folder] = process.argv.slice(2);
if (!folder) {
  console.error("usage: node scripts/checks/click-pages.mjs LUCENA FOLDER");
  process.exit(2);
}
mkdirSync(folder, { recursive: true });
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: FLAGS });
let failed = 0;
for (const one of PAGES) {
  const file = join(folder, `${one.name}.html`);
  execFileSync(lucena, [...one.arguments, "--html", file], { cwd: ROOT, stdio: ["ignore", "ignore", "inherit"] });
  await check(browser, one, file, folder).catch((error) => { failed++; console.error(`${one.name}: ${error.message}`); });
}
await browser.close();
process.exit(failed > 0 ? 1 : 0);
