// Small parts of the page: buttons, choices, progress bars, tables and lists.
import { element } from "../../page/script/board.mjs";

export { element };

export function button(words, act, attributes = {}) {
  const made = element("button", { type: "button", ...attributes }, words);
  made.addEventListener("click", act);
  return made;
}

// A label with its control: an input, a select or a text area.
export function labelled(words, control, attributes = {}) {
  return element("label", { class: "field", ...attributes }, element("span", {}, words), control);
}

// A choice of one of these: [value, words].
export function choice(options, chosen, onChange = () => {}) {
  const made = element("select", {}, ...options.map(([value, words]) => element("option", { value }, words)));
  made.value = chosen;
  made.addEventListener("change", () => onChange(made.value));
  return made;
}

// A progress bar with words; `set(done, all, words)` changes it. Without `all`, it only shows that something happens.
export function progressBar(label) {
  const bar = element("progress", { "aria-label": label, max: 1 });
  const words = element("p", { class: "hint number" });
  const host = element("div", { class: "progress" }, bar, words);
  const set = (done, all, said) => {
    if (all) bar.value = Math.min(1, done / all);
    else bar.removeAttribute("value");
    words.textContent = said;
  };
  return { host, set };
}

// A table: the heads of its columns, and rows of texts or elements.
export function table(heads, rows, attributes = {}) {
  const head = element("thead", {}, element("tr", {}, ...heads.map((words) => element("th", { scope: "col" }, words))));
  const body = element("tbody", {}, ...rows.map((cells) => element("tr", {}, ...cells.map((cell) => element("td", {}, cell ?? "")))));
  return element("div", { class: "scroll" }, element("table", attributes, head, body));
}

export const paragraph = (words, classes = "") => element("p", { class: classes }, words);

export function details(summary, ...children) {
  return element("details", {}, element("summary", {}, summary), ...children);
}

// A word in the colour of a result.
export const chip = (result, words) => element("span", { class: `chip ${result}` }, words);

// A square's or an arrow's colour with its meaning.
export function legendOf(items) {
  return element("ul", { class: "legend" }, ...items.map(({ class: classes, name, words, meaning }) => {
    return element("li", {}, element("span", { class: classes ?? name }), words ?? meaning);
  }));
}

// Words with code between backquotes.
export function withCode(words) {
  return words.split("`").map((part, index) => (index % 2 ? element("code", {}, part) : part));
}
