// Results, scores and amounts in words. Needs no browser.

const OTHER = { white: "black", black: "white" };
const NAMES = { white: "White", black: "Black" };
const ENDS = {
  checkmate: "Checkmate", stalemate: "Stalemate", insufficient_material: "Nobody has enough men to mate",
  fifty_moves: "Fifty moves without a capture or pawn move", repetition: "The same position for the third time",
};
// What a move does for the side that plays it.
export const MOVE_WORDS = { win: "wins", draw: "draws", loss: "loses" };

export const sideName = (turn) => NAMES[turn];

// The game in a few words: "White wins".
export function resultWords(result, turn) {
  if (result === "draw") return "Draw";
  return `${NAMES[result === "win" ? turn : OTHER[turn]]} wins`;
}

export const count = (number, one, many = `${one}s`) => `${number.toLocaleString("en")} ${number === 1 ? one : many}`;

// Moves of the side that begins, for plies of both.
const movesOf = (plies) => Math.ceil(plies / 2);

// How far a result is, in words; empty if nobody knows.
export function distanceWords(certain) {
  if (certain.plies_to_mate !== null && certain.plies_to_mate > 0) return `mate in ${movesOf(certain.plies_to_mate)}`;
  if (certain.plies_to_zeroing) return `progress in ${count(movesOf(certain.plies_to_zeroing), "move")}`;
  return "";
}

// Who knows a result.
export function sourceWords({ known_by, syzygy }) {
  if (syzygy) return `Syzygy ${syzygy}`;
  return { rules: "the rules", tables: "lucena's tables", solver: "the solver", mate: "a proof of mate" }[known_by] ?? known_by;
}

export function overWords({ reason, result }) {
  const who = { "1-0": "White wins", "0-1": "Black wins", "1/2-1/2": "Draw" }[result];
  return `${who}: ${ENDS[reason].toLowerCase()}.`;
}

// What is certain about a position, in a sentence.
export function verdictWords(view) {
  if (view.over) return overWords(view.over);
  if (!view.certain) return "Nobody knows the result yet.";
  const { result } = view.certain;
  const words = result === "loss" ? `${NAMES[view.turn]} loses` : resultWords(result, view.turn);
  const far = distanceWords(view.certain);
  if (view.certain.is_spoilt) return `${words}: the win comes too late for the 50-move rule.`;
  return far.startsWith("mate") ? `${words}, ${far}.` : `${words}.`;
}

// How many moves keep the result, in a sentence; empty if that is unknown.
export function keepingWords(view) {
  if (view.keeping === null || !view.certain || view.moves.length === 0) return "";
  const kept = { win: "win", draw: "hold the draw", loss: "lose" }[view.certain.result];
  const all = view.moves.length;
  if (view.certain.result === "loss") return `All ${count(all, "move")} lose.`.replace("All 1 move lose", "The only move loses");
  if (view.keeping === all) return all === 1 ? `The only legal move ${kept === "win" ? "wins" : "holds the draw"}.` : `All ${all} moves ${kept}.`;
  if (view.keeping === 1) return `Only one of ${count(all, "move")} ${kept === "win" ? "wins" : "holds the draw"}.`;
  return `${view.keeping} of ${all} moves ${kept}.`;
}

// A score for White as people write it. `sign` is 1 if White is to move, otherwise -1.
export function scoreWords(score, sign) {
  if (score.mate !== undefined) return `${score.mate * sign > 0 ? "" : "−"}#${Math.abs(score.mate)}`;
  if (score.table !== undefined) return score.table * sign > 0 ? "White wins" : "Black wins";
  const pawns = (score.cp * sign) / 100;
  return `${pawns > 0 ? "+" : pawns < 0 ? "−" : ""}${Math.abs(pawns).toFixed(2)}`;
}

// A number as people read it: "12 345", "1.2 million".
export function amount(number) {
  if (number >= 1e9) return `${(number / 1e9).toFixed(1)} billion`;
  if (number >= 1e6) return `${(number / 1e6).toFixed(1)} million`;
  return Math.round(number).toLocaleString("en");
}

export function bytesWords(bytes) {
  const steps = ["bytes", "KiB", "MiB", "GiB", "TiB"];
  const step = Math.min(4, bytes > 0 ? Math.floor(Math.log2(bytes) / 10) : 0);
  return `${step === 0 ? bytes : (bytes / 1024 ** step).toFixed(1)} ${steps[step]}`;
}

export function timeWords(seconds) {
  if (seconds < 1) return "less than a second";
  if (seconds < 120) return count(Math.round(seconds), "second");
  if (seconds < 7200) return count(Math.round(seconds / 60), "minute");
  if (seconds < 172800) return count(Math.round(seconds / 3600), "hour");
  return count(Math.round(seconds / 86400), "day");
}
