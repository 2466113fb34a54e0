// A table of one's own: written, checked with line and column, proven, and played against.
import * as api from "../api.mjs";
import { button, element, labelled, paragraph } from "../parts.mjs";
import { JobView } from "../jobs.mjs";

// The time after the last key before the text is checked, in milliseconds.
const PAUSE = 500;

const FIRST = `# My first table: king and rook against king.
material KR v K
symmetric

rule all:
    if any_position
    then mate, shrink

advice mate "mate":
    better:  mate
    holding: any_position
    us:      depth = 0 and check_move
    them:    none

advice shrink "a smaller room for their king":
    better:  room < root room
    holding: not rook_lost
    us:      depth = 0 and legal
    them:    none
`;

export function writer({ text, name, sparring, remark }) {
  const called = element("input", { type: "text", maxlength: "40", pattern: "[A-Za-z0-9_\\-]+", autocomplete: "off", spellcheck: "false" });
  called.value = name ?? "my_table";
  const area = element("textarea", { rows: "18", spellcheck: "false", autocapitalize: "off", wrap: "off", "aria-describedby": "table-problems" });
  area.value = text || FIRST;
  const place = paragraph("", "hint number");
  const problems = element("div", { id: "table-problems", "aria-live": "polite" });
  const begin = button("Prove it", prove, { class: "main" });
  const result = element("div");
  const job = new JobView({
    label: "How far the proof is",
    tell: (progress) => ({ done: progress.done, all: progress.all || null, words: progress.words || "The proof begins …" }),
    onEnd: ended,
  });
  let timer = null;
  let checking = null;

  const named = () => ({ name: called.value || undefined, text: area.value });

  async function check() {
    clearTimeout(timer);
    const asked = area.value;
    checking = asked;
    try {
      const found = await api.post("/api/tables/check", named());
      if (checking !== asked) return;
      begin.disabled = !found.is_table;
      problems.replaceChildren(...(found.problems.length === 0 ? [paragraph("No errors: this is a table.", "good-words")] : [element("ul", { class: "plain-list" }, ...found.problems.map(problem))]));
    } catch (refusal) {
      problems.replaceChildren(paragraph(refusal.message, "bad-words"));
    }
  }

  function problem({ line, column, severity, message }) {
    const words = element("span", {}, element("strong", { class: "number" }, `Line ${line}, column ${column}: `), api.sentence(message));
    return element("li", {}, button(words, () => goTo(line, column), { class: `wide ${severity}` }));
  }

  function goTo(line, column) {
    const before = area.value.split("\n").slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, 0);
    area.focus();
    area.setSelectionRange(before + column - 1, before + column - 1);
    showPlace();
  }

  function showPlace() {
    const before = area.value.slice(0, area.selectionStart).split("\n");
    place.textContent = `Line ${before.length}, column ${before.at(-1).length + 1}`;
  }

  function prove() {
    begin.disabled = true;
    result.replaceChildren();
    job.begin(() => api.post("/api/tables/prove", named()));
  }

  function ended({ state, result: found }) {
    begin.disabled = false;
    if (state !== "done" || !found) return;
    result.replaceChildren(element("pre", { class: "words", tabindex: "0" }, found.words));
    remark("The proof is finished.");
  }

  area.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(check, PAUSE); showPlace(); });
  for (const kind of ["keyup", "click", "focus"]) area.addEventListener(kind, showPlace);
  called.addEventListener("change", check);
  check();
  showPlace();
  const hint = element("p", { class: "hint" }, "The text is checked as you write. docs/advice.md of lucena says what may stand in it; “Change it as your own” in any lesson is the easiest beginning.");
  return element("div", { class: "writer" }, element("h2", {}, "A table of your own"), hint, labelled("Name", called), labelled("Text", area, { class: "field tall" }), place, problems, element("div", { class: "row" }, begin), job.host, result, sparring.controls(named));
}
