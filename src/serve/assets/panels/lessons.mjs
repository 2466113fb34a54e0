// The panel of lessons: the tables of advice with what they promise, a lesson with examples and exercises, and play against a table.
import * as api from "../api.mjs";
import { button, details, element, legendOf, paragraph, table, withCode } from "../parts.mjs";
import { blankBoard } from "../../../page/script/board.mjs";
import { startExercise } from "../../../page/script/exercise.mjs";
import { JobView } from "../jobs.mjs";
import { writer } from "./writing.mjs";

const PIECES = { K: "king", Q: "queen", R: "rook", B: "bishop", N: "knight", P: "pawn" };

export function lessons({ game, surface, sparring, remark, complain }) {
  const host = element("section");
  const list = element("div");
  const lesson = element("div", { hidden: "" });
  host.append(list, lesson);
  let isLoaded = false;

  async function load() {
    try {
      const { tables } = await api.get("/api/tables");
      isLoaded = true;
      const write = button("Write a table of your own", () => openWriter(""), { class: "main" });
      list.replaceChildren(
        paragraph("A table of advice is a small program that plays an ending by rules which people can read. lucena proves what each one promises.", "hint"),
        element("ul", { class: "cards" }, ...tables.map(card)), element("div", { class: "row" }, write));
    } catch (problem) {
      list.replaceChildren(paragraph(problem.message, "bad-words"), button("Try again", load));
    }
  }

  function card(one) {
    const made = button("", () => open(one.name), { class: "card-button" });
    made.append(element("strong", {}, endingWords(one.material)), element("span", { class: "hint" }, `${one.name}${one.origin === "yours" ? ", yours" : ""} · ${one.promise} · ${one.rules} rules`), proofChip(one.proof));
    return element("li", {}, made);
  }

  function proofChip(proof) {
    if (!proof) return element("span", { class: "chip unknown" }, "not proven yet");
    const isWhole = proof.kept === proof.all;
    return element("span", { class: `chip ${isWhole ? "win" : "draw"}` }, isWhole ? "proven" : `${proof.percent} % proven`);
  }

  function back() {
    lesson.hidden = true;
    list.hidden = false;
    sparring.end();
    list.querySelector("button")?.focus();
  }

  const backButton = () => button("← All lessons", back, { class: "plain" });

  function openWriter(text, name) {
    list.hidden = true;
    lesson.hidden = false;
    lesson.replaceChildren(backButton(), writer({ text, name, game, sparring, remark }));
    host.scrollTop = 0;
  }

  async function open(name) {
    list.hidden = true;
    lesson.hidden = false;
    lesson.replaceChildren(backButton(), paragraph("The lesson is being prepared …", "hint"));
    try {
      show(await api.get(`/api/tables/${encodeURIComponent(name)}`));
    } catch (problem) {
      lesson.replaceChildren(backButton(), paragraph(problem.message, "bad-words"));
    }
  }

  function show(one) {
    const play = sparring.controls({ table: one.name }, one.lesson?.longest?.boards[0].fen);
    const own = button("Change it as your own", () => openWriter(one.text, `my_${one.name}`));
    const text = details("The text of the table", element("pre", { tabindex: "0" }, one.text));
    const title = element("h2", { tabindex: "-1" }, one.lesson ? one.lesson.title : endingWords(one.material));
    lesson.replaceChildren(
      backButton(), title, element("div", { class: "row" }, proofChip(one.proof), element("span", { class: "hint" }, `${one.name} · ${one.promise}`)),
      ...(one.lesson ? taught(one.lesson) : [proveFirst(one)]), play, text, element("div", { class: "row" }, own));
    title.focus({ preventScroll: true });
    if (one.lesson) startExercises(one.lesson.exercises);
  }

  function proveFirst(one) {
    const job = new JobView({
      label: "How far the proof is",
      tell: (progress) => ({ done: progress.done, all: progress.all || null, words: progress.words || "The proof begins …" }),
      onEnd: ({ state }) => { if (state === "done") open(one.name); else begin.disabled = false; },
    });
    const begin = button("Prove it, then learn it", () => { begin.disabled = true; job.begin(() => api.post("/api/tables/prove", { table: one.name })); }, { class: "main" });
    return element("div", { class: "ask" }, paragraph("The lesson shows only what is proven, and this table's proof is not at hand yet."), element("div", { class: "row" }, begin), job.host);
  }

  function taught(one) {
    return [
      ...one.idea.map((words) => element("p", { class: "lead" }, ...withCode(words))),
      paragraph(one.verdict, "proven"),
      ...(one.longest ? [element("h3", {}, one.long_title), paragraph(one.long_words ?? ""), stepThrough(one.longest)] : []),
      element("h3", {}, "The rules"),
      paragraph("The first rule whose condition holds is used; the first of its advice that can be forced is played.", "hint"),
      legendOf(one.legend),
      ...one.rules.map(rule),
      ...(one.exercises.length > 0 ? [element("h3", {}, "Exercises"), element("p", { id: "solved", "aria-live": "polite" }), ...one.exercises.map((_, number) => exerciseHost(number))] : []),
      ...(one.measures.length > 0 ? [details("Measures", table(["Measure", "Formula"], one.measures.map((measure) => [measure.name, element("code", {}, measure.formula)])))] : []),
      details("Words", table(["Word", "Meaning"], [...one.definitions, ...one.words].map(({ name, meaning }) => [element("code", {}, name), meaning]))),
    ];
  }

  function stepThrough(line, words = "Show it on the board") {
    return element("div", { class: "row" }, button(words, async () => {
      sparring.end();
      await game.open(line.boards[0].fen);
      await game.follow(line.boards);
      remark("Step through it with the arrow keys or the buttons below the board.");
      if (innerWidth < 900) surface.ground.scrollIntoView({ block: "start" });
    }));
  }

  function rule(one) {
    const advice = one.advice.map((each) => element("li", {},
      element("strong", {}, each.name), ` – ${each.purpose}`, element("small", {}, ` (in ${each.fires.toLocaleString("en")} positions)`),
      ...(each.example ? [stepThrough(each.example, "Example")] : [])));
    return element("div", { class: "card" }, element("h4", {}, one.name), element("p", {}, "If ", element("code", {}, one.condition)), ...(one.comment ? [element("p", {}, ...withCode(one.comment))] : []), element("ol", {}, ...advice));
  }

  function exerciseHost(number) {
    const keys = element("div", { class: "keys", tabindex: "0", role: "application", "aria-label": `Exercise ${number + 1}: board. Arrow keys move the frame, Enter takes up a man and puts it down, Escape lets go.` }, blankBoard());
    return element("div", { class: "exercise", "data-exercise": number }, element("h4", {}, `Exercise ${number + 1}`), element("div", { class: "left" }, keys), element("div", { class: "right" }));
  }

  function startExercises(exercises) {
    for (const one of lesson.querySelectorAll(".exercise")) startExercise(one, exercises);
  }

  return { name: "lessons", title: "Lessons", host, onShow: () => { if (!isLoaded) load(); } };
}

// The material of a table in words: "King and rook against king".
export function endingWords(material) {
  const [ours, theirs] = material.split(/\s*v\s*/).map((side) => [...side].map((letter) => PIECES[letter] ?? letter));
  const joined = (list) => (list.length < 2 ? list.join("") : `${list.slice(0, -1).join(", ")} and ${list.at(-1)}`);
  const words = `${joined(ours)} against ${joined(theirs ?? [])}`;
  return words.charAt(0).toUpperCase() + words.slice(1);
}
