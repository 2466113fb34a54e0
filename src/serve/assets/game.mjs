// The game on the board: its tree, where one is in it, and what the server knows of that position.
import * as api from "./api.mjs";
import { add, addBoards, ofGame, pathTo, rootOf, since, startOf, without } from "./tree.mjs";

const asWords = ({ fen, moves }) => ({ fen, moves: moves.join(",") });

// Fires "moved" when another position is shown, "viewed" when the server has said what it knows of it, and "failed".
export class Game extends EventTarget {
  constructor() {
    super();
    this.here = startOf("8/8/8/8/8/8/8/8 w - - 0 1");
    this.tags = [];
    this.hasMates = false;
    this.asked = null;
  }

  // What the server knows of the position that is shown; null as long as it has not said so.
  get view() {
    return this.here.view ?? null;
  }

  get root() {
    return rootOf(this.here);
  }

  get ply() {
    return pathTo(this.here).length - 1;
  }

  tell(kind, detail) {
    this.dispatchEvent(new CustomEvent(kind, { detail }));
  }

  // Shows another position of the same or of another tree.
  go(node) {
    this.here = node;
    this.tell("moved");
    return this.ask();
  }

  // Shows a position with no moves yet. A FEN that the server refuses leaves the game as it is; returns whether it is shown.
  async open(fen, moves = [], at = moves.length) {
    try {
      const first = startOf(fen.trim().replaceAll("_", " "));
      first.view = await api.get("/api/position", { fen: first.fen });
      first.fen = first.view.fen;
      let node = first;
      for (const uci of moves) {
        node.view ??= await api.get("/api/position", asWords(since(node)));
        const move = node.view.moves.find((one) => one.uci === uci);
        if (!move) break;
        node = add(node, move);
      }
      this.tags = [];
      await this.go(pathTo(node)[Math.min(at, pathTo(node).length - 1)]);
      return true;
    } catch (problem) {
      if (!api.isStopped(problem)) this.tell("failed", problem);
      return false;
    }
  }

  // Shows a game as the server reads it, at its first position or the one that `isWanted` finds in its main line.
  openGame(game, isWanted = () => false) {
    const root = ofGame(game);
    this.tags = game.tags;
    let node = root;
    while (!isWanted(node) && node.children.length > 0) node = node.children[0];
    return this.go(isWanted(node) ? node : root);
  }

  // Plays a legal move; returns it, or null if there is no such move.
  play(uci) {
    const move = this.view?.moves.find((one) => one.uci === uci);
    if (!move) return null;
    this.go(add(this.here, move));
    return move;
  }

  // Plays moves that a line of the server has, and shows the last; `san` names them.
  playLine(moves, sans, fens) {
    let node = this.here;
    moves.forEach((uci, index) => { node = add(node, { uci, san: sans[index], fen: fens[index] }); });
    return this.go(node);
  }

  // Puts boards to step through behind the position that is shown, or behind a new one.
  async follow(boards) {
    const isHere = boards[0].fen.split(" ").slice(0, 2).join() === this.here.fen.split(" ").slice(0, 2).join();
    if (!isHere && !(await this.open(boards[0].fen))) return;
    const start = this.here;
    addBoards(start, boards);
    await this.go(start);
  }

  back() {
    return this.here.parent && this.go(this.here.parent);
  }

  on() {
    return this.here.children.length > 0 && this.go(this.here.children[0]);
  }

  // Takes the shown move and what follows it out of the game.
  undo() {
    return this.here.parent && this.go(without(this.here));
  }

  // Asks the server about the position; `solve` is the most seconds for the solver.
  async ask(solve) {
    const node = this.here;
    const isKnown = node.view && solve === undefined && ((node.view.hasMates && !node.view.building) || !this.hasMates);
    if (isKnown) return this.tell("viewed");
    this.asked?.abort();
    this.asked = new AbortController();
    try {
      const words = { ...asWords(since(node)), solve, mates: this.hasMates || undefined };
      const view = await api.get("/api/position", words, this.asked.signal);
      view.hasMates = this.hasMates;
      view.hasAsked = solve !== undefined;
      node.view = view;
      node.fen = view.fen;
      if (this.here === node) this.tell("viewed");
    } catch (problem) {
      if (!api.isStopped(problem) && this.here === node) this.tell("failed", problem);
    }
  }
}
