// Says things to readers who cannot see the board, and shows what goes wrong.
import { element } from "../../page/script/board.mjs";

const spoken = document.getElementById("spoken");
const notice = document.getElementById("notice");
let timer = null;

// Says something aloud; what is said next takes its place.
export function announce(words) {
  spoken.textContent = spoken.textContent === words ? `${words}\u00a0` : words;
}

// Shows what went wrong, until it is closed or something goes right.
export function complain(problem) {
  clearTimeout(timer);
  const close = element("button", { type: "button", class: "plain", "aria-label": "Close this message" }, "✕");
  close.addEventListener("click", clearNotice);
  notice.className = "bad";
  notice.replaceChildren(element("span", {}, problem.message ?? String(problem)), close);
  notice.hidden = false;
}

// Shows good news for a moment.
export function remark(words) {
  clearTimeout(timer);
  notice.className = "";
  notice.replaceChildren(element("span", {}, words));
  notice.hidden = false;
  timer = setTimeout(clearNotice, 4000);
}

export function clearNotice() {
  clearTimeout(timer);
  notice.hidden = true;
  notice.replaceChildren();
}
