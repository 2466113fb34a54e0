// Exercises: the reader moves a man, and the page says what the move is worth.
import { Board, element } from "./board.mjs";
import { Hand } from "./hand.mjs";
import { after, manName, men, nameOf, sideOf, squareOf, turn } from "./position.mjs";

const PIECES = { q: "queen", r: "rook", b: "bishop", n: "knight" };
// What is solved of each list of exercises.
const solvedOf = new WeakMap();

function tellSolved(exercises, number) {
  const solved = (solvedOf.get(exercises) ?? new Set()).add(number);
  solvedOf.set(exercises, solved);
  document.getElementById("solved").textContent = `${solved.size} of ${exercises.length} solved.`;
}

// A move as people type it: without signs for takes, check and mate.
const plain = (san) => san.replace(/[x+#=\s]/g, "").toLowerCase();

// Starts the exercise of an element: one of these, by its number.
export function startExercise(host, exercises) {
  const number = Number(host.dataset.exercise);
  const { steps } = exercises[number];
  const ours = turn(steps[0].fen);
  const theirs = ours === "White" ? "Black" : "White";
  let place = 0;
  let step = steps[0];
  let isOpen = true; // whether a move is awaited
  let timer = null;

  const ground = host.querySelector(".keys");
  const board = new Board(ground);
  const verdict = element("p", { class: "verdict", "aria-live": "polite" });
  const spoken = element("p", { class: "hint", "aria-live": "polite" });
  const typed = element("input", { type: "text", autocomplete: "off", autocapitalize: "off", spellcheck: "false", id: `typed-${number}`, placeholder: "e.g. Kd4" });
  const form = element("form", {}, element("label", { for: `typed-${number}` }, "Your move: "), typed, " ", element("button", { type: "submit" }, "Play"));
  const choose = element("div", { class: "steps", hidden: "" });
  const again = element("button", { type: "button" }, "Take back");
  const show = element("button", { type: "button" }, "Show the move");
  const afresh = element("button", { type: "button" }, "Start again");
  host.querySelector(".right").prepend(verdict, form, choose, element("div", { class: "steps" }, again, show, afresh), spoken);

  const moves = () => Object.keys(step.moves);
  const from = (at) => moves().filter((uci) => squareOf(uci) === at);

  function tell(kind, words) {
    verdict.className = `verdict ${kind}`;
    verdict.textContent = words;
  }

  function begin(at) {
    clearTimeout(timer);
    place = at;
    step = steps[at];
    isOpen = true;
    choose.hidden = true;
    board.show({ fen: step.fen });
    again.disabled = true;
    show.disabled = false;
    hand.letGo();
  }

  function task(prefix = "") {
    const rest = steps.length > 1 ? `, move ${place + 1} of ${steps.length}` : "";
    tell("", `${prefix}${ours} to move${rest}. ${step.task}`);
  }

  function answered(uci) {
    const answer = step.moves[uci];
    const now = after(step.fen, uci);
    isOpen = false;
    hand.letGo();
    show.disabled = true;
    if (answer.verdict === "right") return goOn(uci, answer, now);
    board.show({ fen: now, uci });
    again.disabled = false;
    tell(answer.verdict === "also" ? "wins" : "lost", answer.words);
    if (answer.verdict === "lost" && answer.reply) {
      timer = setTimeout(() => board.show({ fen: after(now, answer.reply), uci: answer.reply }), 900);
    }
  }

  function goOn(uci, answer, now) {
    board.show({ fen: now, uci });
    const isLast = place + 1 === steps.length;
    tell("right", isLast ? `${answer.words} Exercise solved.` : answer.words);
    if (isLast) {
      tellSolved(exercises, number);
      again.disabled = true;
      return;
    }
    timer = setTimeout(() => {
      const words = answer.words;
      begin(place + 1);
      board.show({ fen: step.fen, uci: answer.reply });
      hand.letGo();
      tell("right", `${words} Now ${theirs} has replied: move ${place + 1} of ${steps.length}.`);
    }, 1100);
  }

  // Plays one of several moves that differ by what the pawn becomes.
  function choosePiece(list) {
    choose.replaceChildren(element("span", {}, "Becomes a: "));
    for (const uci of list) {
      const button = element("button", { type: "button" }, PIECES[uci[4]]);
      button.addEventListener("click", () => { choose.hidden = true; answered(uci); });
      choose.append(button);
    }
    choose.hidden = false;
    choose.querySelector("button").focus();
  }

  function move(start, target) {
    const list = from(start).filter((uci) => squareOf(uci.slice(2)) === target);
    const letter = men(step.fen).get(start);
    if (list.length > 1) choosePiece(list);
    else if (list.length === 1) answered(list[0]);
    else {
      tell("", `${manName(letter)} ${nameOf(start)}–${nameOf(target)} is not a legal move.`);
      board.show({ fen: step.fen });
    }
  }

  const isOurs = (at) => sideOf(men(step.fen).get(at) ?? "x") === ours && men(step.fen).has(at);

  function takeBack() {
    if (again.disabled) return;
    begin(place);
    task("Try another move. ");
  }

  const hand = new Hand(ground, board, {
    isOurs,
    targets: (at) => new Map(from(at).map((uci) => [squareOf(uci.slice(2)), ""])),
    move,
    intercept: () => !isOpen && (takeBack(), true),
    tell: (words) => { spoken.textContent = words; },
    home: () => [...men(step.fen)].find(([, letter]) => letter === (ours === "White" ? "K" : "k"))[0],
  });

  form.addEventListener("submit", (event) => {
    event.preventDefault();
    const words = plain(typed.value);
    if (!words) return;
    if (!isOpen) takeBack();
    const found = moves().find((uci) => uci === words || plain(step.moves[uci].san) === words);
    if (found && isOpen) {
      typed.value = "";
      answered(found);
    } else {
      tell("", `“${typed.value}” is not a legal move here.`);
    }
  });
  again.addEventListener("click", () => { takeBack(); ground.focus({ preventScroll: true }); });
  afresh.addEventListener("click", () => { begin(0); task(); });
  show.addEventListener("click", () => {
    board.show({ fen: step.fen, arrows: [{ class: "move", from: step.right.slice(0, 2), to: step.right.slice(2, 4) }] });
    tell("", `${step.solution} Play it to go on.`);
  });

  begin(0);
  task();
}
