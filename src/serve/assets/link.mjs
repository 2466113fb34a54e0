// Links that hold a position: its FEN, the moves of the line, and which of them is shown. Needs no browser.
import { endOf, pathTo, rootOf, since } from "./tree.mjs";

const MOVE = /^[a-h][1-8][a-h][1-8][qrbn]?$/;

// The part of a link behind #.
export function linkOf(at, isFlipped = false) {
  const end = endOf(at);
  const isWhole = pathTo(end).slice(1).every((one) => one.uci !== null);
  const { fen, moves } = isWhole ? { fen: rootOf(at).fen, moves: pathTo(end).slice(1).map((one) => one.uci) } : since(at);
  const here = isWhole ? pathTo(at).length - 1 : moves.length;
  const parts = [`fen=${fen.replaceAll(" ", "_")}`];
  if (moves.length > 0) parts.push(`moves=${moves.join(",")}`, `at=${here}`);
  if (isFlipped) parts.push("black=1");
  return parts.join("&");
}

// What a link holds; null if it holds no position.
export function ofLink(hash) {
  const words = new URLSearchParams(hash.replace(/^#/, ""));
  const fen = words.get("fen")?.replaceAll("_", " ").trim();
  if (!fen) return null;
  const moves = (words.get("moves") ?? "").split(",").filter((move) => MOVE.test(move));
  const at = Number(words.get("at") ?? moves.length);
  return { fen, moves, at: Number.isInteger(at) ? Math.max(0, Math.min(at, moves.length)) : moves.length, isFlipped: words.get("black") === "1" };
}
