// Exercises: the reader moves a man, and the page says what the move is worth.
import { Board, besideByKey, element } from "./board.mjs";
import { after, manName, men, nameOf, sideOf, squareOf, turn } from "./position.mjs";

const PIECES = { q: "queen", r: "rook", b: "bishop", n: "knight" };
const solved = new Set();

function tellSolved(all) {
  document.getElementById("solved").textContent = solved.size > 0 ? `${solved.size} of ${all} solved.` : "";
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
  let picked = null;
  let cursor = null;
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

  // Draws what is picked, where it can go and where the frame is.
  function decorate() {
    board.svg.querySelectorAll(".picked, .target, .cursor").forEach((old) => old.remove());
    if (picked !== null) {
      board.field("picked", picked);
      for (const at of new Set(from(picked).map((uci) => squareOf(uci.slice(2))))) board.dot("target", at);
    }
    if (cursor !== null && document.activeElement === ground) board.frame("cursor", cursor, board.over);
  }

  function begin(at) {
    clearTimeout(timer);
    place = at;
    step = steps[at];
    isOpen = true;
    picked = null;
    choose.hidden = true;
    board.show({ fen: step.fen });
    again.disabled = true;
    show.disabled = false;
    decorate();
  }

  function task(prefix = "") {
    const rest = steps.length > 1 ? `, move ${place + 1} of ${steps.length}` : "";
    tell("", `${prefix}${ours} to move${rest}. ${step.task}`);
  }

  function answered(uci) {
    const answer = step.moves[uci];
    const now = after(step.fen, uci);
    isOpen = false;
    picked = null;
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
      solved.add(number);
      tellSolved(exercises.length);
      again.disabled = true;
      return;
    }
    timer = setTimeout(() => {
      const words = answer.words;
      begin(place + 1);
      board.show({ fen: step.fen, uci: answer.reply });
      decorate();
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
    picked = null;
    if (list.length > 1) choosePiece(list);
    else if (list.length === 1) answered(list[0]);
    else {
      tell("", `${manName(letter)} ${nameOf(start)}–${nameOf(target)} is not a legal move.`);
      board.show({ fen: step.fen });
    }
    decorate();
  }

  const isOurs = (at) => sideOf(men(step.fen).get(at) ?? "x") === ours && men(step.fen).has(at);

  // A click on a man takes it up, one on another square puts it down.
  function touch(at) {
    if (!isOpen) return takeBack();
    if (isOurs(at) && at !== picked) {
      picked = at;
      spoken.textContent = `${manName(men(step.fen).get(at))} ${nameOf(at)} taken up.`;
    } else if (picked !== null && at !== picked) {
      return move(picked, at);
    } else {
      picked = null;
    }
    decorate();
  }

  function takeBack() {
    if (again.disabled) return;
    begin(place);
    task("Try another move. ");
  }

  // Dragging: the man follows the pointer; a short touch is a click.
  let drag = null;
  board.svg.addEventListener("pointerdown", (event) => {
    const at = board.at(event);
    if (at === null || event.button !== 0) return;
    const wasPicked = picked;
    if (!isOpen || !isOurs(at)) return touch(at);
    event.preventDefault();
    ground.focus({ preventScroll: true });
    board.svg.setPointerCapture(event.pointerId);
    picked = at;
    decorate();
    const man = board.men.querySelector(`[data-at="${at}"]`);
    drag = { at, man, x: event.clientX, y: event.clientY, wasPicked, hasMoved: false };
  });
  board.svg.addEventListener("pointermove", (event) => {
    if (!drag) return;
    const { scale } = board;
    const [dx, dy] = [event.clientX - drag.x, event.clientY - drag.y];
    if (Math.hypot(dx, dy) > 6) drag.hasMoved = true;
    if (drag.hasMoved) drag.man.setAttribute("transform", `translate(${dx * scale} ${dy * scale})`);
  });
  board.svg.addEventListener("pointerup", (event) => {
    if (!drag) return;
    const { at, man, hasMoved, wasPicked } = drag;
    drag = null;
    man.removeAttribute("transform");
    const target = board.at(event);
    if (hasMoved && target !== null && target !== at) return move(at, target);
    if (!hasMoved && wasPicked === at) picked = null;
    decorate();
  });
  board.svg.addEventListener("pointercancel", () => {
    drag?.man.removeAttribute("transform");
    drag = null;
  });

  ground.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const beside = besideByKey(cursor ?? 27, event.key);
    if (beside !== null) {
      cursor = beside;
      const letter = men(board.fen).get(cursor);
      spoken.textContent = letter ? `${nameOf(cursor)}: ${sideOf(letter)} ${manName(letter)}` : `${nameOf(cursor)}: free`;
    } else if (event.key === "Enter" || event.key === " ") {
      if (cursor !== null) touch(cursor);
    } else if (event.key === "Escape") {
      picked = null;
    } else {
      return;
    }
    event.preventDefault();
    decorate();
  });
  ground.addEventListener("focus", () => {
    if (cursor === null) cursor = [...men(step.fen)].find(([, letter]) => letter === (ours === "White" ? "K" : "k"))[0];
    decorate();
  });
  ground.addEventListener("blur", decorate);

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
