// Positions as FENs: finds the men, plays moves, and describes a position in words. Needs no browser.

const NAMES = { k: "king", q: "queen", r: "rook", b: "bishop", n: "knight", p: "pawn" };

// Squares are numbers, from 0 for a1 to 63 for h8.
export const squareOf = (name) => "abcdefgh".indexOf(name[0]) + 8 * (Number(name[1]) - 1);
export const nameOf = (square) => "abcdefgh"[fileOf(square)] + (rankOf(square) + 1);
export const fileOf = (square) => square % 8;
export const rankOf = (square) => Math.floor(square / 8);

export const isWhite = (letter) => letter === letter.toUpperCase();
export const sideOf = (letter) => (isWhite(letter) ? "White" : "Black");
export const manName = (letter) => NAMES[letter.toLowerCase()];
export const turn = (fen) => (fen.split(" ")[1] === "w" ? "White" : "Black");

// The men of a FEN, by square.
export function men(fen) {
  const found = new Map();
  fen.split(" ")[0].split("/").forEach((row, index) => {
    let file = 0;
    for (const letter of row) {
      if (letter > "0" && letter < "9") file += Number(letter);
      else found.set(8 * (7 - index) + file++, letter);
    }
  });
  return found;
}

// The first word of a FEN for men by square.
export function placement(standing) {
  const rows = [];
  for (let rank = 7; rank >= 0; rank--) {
    let row = "";
    for (let file = 0; file < 8; file++) row += standing.get(8 * rank + file) ?? "1";
    rows.push(row.replace(/1+/g, (free) => free.length));
  }
  return rows.join("/");
}

// The position after a legal move in UCI notation, including castling, en passant and promotions.
export function after(fen, uci) {
  const [, side, rights = "-", , clock = 0, number = 1] = fen.split(" ");
  const standing = men(fen);
  const [from, to] = [squareOf(uci.slice(0, 2)), squareOf(uci.slice(2, 4))];
  const man = standing.get(from);
  const isPawn = man.toLowerCase() === "p";
  const rook = castlingRook(standing, man, from, to);
  const takes = rook === null && (standing.has(to) || (isPawn && fileOf(from) !== fileOf(to)));
  if (isPawn && takes && !standing.has(to)) standing.delete(8 * rankOf(from) + fileOf(to));
  standing.delete(from);
  if (rook === null) standing.set(to, uci[4] ? (isWhite(man) ? uci[4].toUpperCase() : uci[4]) : man);
  else castle(standing, man, from, rook);
  const kept = [...rights].filter((right) => right !== "-" && !loses(right, man, from, to)).join("") || "-";
  const counted = `${isPawn || takes ? 0 : Number(clock) + 1} ${Number(number) + (side === "w" ? 0 : 1)}`;
  return `${placement(standing)} ${side === "w" ? "b" : "w"} ${kept} ${passed(standing, man, from, to)} ${counted}`;
}

// The rook's square if the move castles (the king goes two squares, or onto his rook); null for any other move.
function castlingRook(standing, man, from, to) {
  if (man.toLowerCase() !== "k") return null;
  if (standing.has(to) && isWhite(standing.get(to)) === isWhite(man)) return to;
  if (Math.abs(fileOf(to) - fileOf(from)) < 2) return null;
  return 8 * rankOf(from) + (to > from ? 7 : 0);
}

function castle(standing, king, from, rook) {
  const letter = standing.get(rook);
  standing.delete(rook);
  const first = 8 * rankOf(from);
  standing.set(first + (rook > from ? 6 : 2), king);
  standing.set(first + (rook > from ? 5 : 3), letter);
}

// Whether a move ends a castling right: the king or the rook moves, or the rook is captured.
function loses(right, man, from, to) {
  if (man.toLowerCase() === "k" && isWhite(man) === isWhite(right)) return true;
  const file = { k: "h", q: "a" }[right.toLowerCase()] ?? right.toLowerCase();
  const rook = squareOf(file + (isWhite(right) ? "1" : "8"));
  return rook === from || rook === to;
}

// The en passant square after a double step, if an enemy pawn is beside the pawn and might capture; otherwise "-".
function passed(standing, man, from, to) {
  if (man.toLowerCase() !== "p" || Math.abs(to - from) !== 16) return "-";
  const taker = isWhite(man) ? "p" : "P";
  const beside = [to - 1, to + 1].filter((square) => rankOf(square) === rankOf(to));
  return beside.some((square) => standing.get(square) === taker) ? nameOf((from + to) / 2) : "-";
}

// The position in words, for readers who cannot see the board, with the side to move if the FEN has one.
export function describe(fen) {
  const found = [...men(fen)];
  const worth = ([, letter]) => "kqrbnp".indexOf(letter.toLowerCase());
  const side = (colour) => {
    const list = found.filter(([, letter]) => sideOf(letter) === colour).sort((one, other) => worth(one) - worth(other));
    return `${colour}: ${list.map(([at, letter]) => `${manName(letter)} ${nameOf(at)}`).join(", ")}`;
  };
  const mover = fen.includes(" ") ? ` ${turn(fen)} to move.` : "";
  return `${side("White")}. ${side("Black")}.${mover}`;
}

// The number before a move of a line: "3. " if White moves, "3… " if Black begins the line, otherwise "". Plies count from 0.
export function moveNumber(first, ply) {
  const [, side, , , , number = 1] = first.split(" ");
  const plies = ply + (side === "w" ? 0 : 1);
  if (plies % 2 === 0) return `${Number(number) + plies / 2}. `;
  return ply === 0 ? `${number}… ` : "";
}
