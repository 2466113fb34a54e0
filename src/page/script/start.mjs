// Starts the page: connects its steppers with their lines, its exercises with their answers, its trees with their boards, and describes each board in words.
import { startExercise } from "./exercise.mjs";
import { describe } from "./position.mjs";
import { Stepper, lineWords, showTree } from "./stepper.mjs";

export const carried = JSON.parse(document.getElementById("carried")?.textContent ?? "{}");

for (const svg of document.querySelectorAll("svg.board[aria-label]")) {
  svg.setAttribute("aria-label", describe(svg.getAttribute("aria-label")));
}
for (const host of document.querySelectorAll(".stepper[data-line]")) {
  const { boards, end } = carried.lines[host.dataset.line];
  new Stepper(host, boards, { tell: (way) => lineWords(way, end) });
}
for (const host of document.querySelectorAll(".exercise")) startExercise(host, carried.exercises);
for (const host of document.querySelectorAll(".tree")) showTree(host);
