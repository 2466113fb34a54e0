// A position that is being set up: men placed and removed, the side to move, castling rights, and its FEN. Needs no browser.
import { men, placement, squareOf } from "../../page/script/position.mjs";

// The squares on which the king and the rook of a castling right stand.
const HOMES = { K: ["e1", "h1"], Q: ["e1", "a1"], k: ["e8", "h8"], q: ["e8", "a8"] };

export class Setup {
  constructor(fen) {
    this.standing = men(fen);
    [, this.turn = "w", this.rights = "-"] = fen.split(" ");
  }

  put(at, letter) {
    this.standing.set(at, letter);
  }

  remove(at) {
    this.standing.delete(at);
  }

  move(from, to) {
    const letter = this.standing.get(from);
    if (letter === undefined || from === to) return;
    this.standing.delete(from);
    this.standing.set(to, letter);
  }

  clear() {
    this.standing.clear();
  }

  // Castling rights whose king and rook are at home.
  get possible() {
    const at = (square) => this.standing.get(squareOf(square));
    return Object.keys(HOMES).filter((right) => {
      const isWhite = right === right.toUpperCase();
      return at(HOMES[right][0]) === (isWhite ? "K" : "k") && at(HOMES[right][1]) === (isWhite ? "R" : "r");
    });
  }

  get fen() {
    const rights = this.possible.filter((right) => this.rights.includes(right)).join("") || "-";
    return `${placement(this.standing)} ${this.turn} ${rights} - 0 1`;
  }

  // What is missing before it is a position, in words; empty if nothing obvious is.
  get problem() {
    for (const [king, name] of [["K", "white"], ["k", "black"]]) {
      const kings = [...this.standing.values()].filter((letter) => letter === king).length;
      if (kings === 0) return `Put the ${name} king on the board.`;
      if (kings > 1) return `There is more than one ${name} king.`;
    }
    const pawns = [...this.standing].some(([at, letter]) => letter.toLowerCase() === "p" && (at < 8 || at >= 56));
    return pawns ? "A pawn cannot stand on the first or the last rank." : "";
  }
}
