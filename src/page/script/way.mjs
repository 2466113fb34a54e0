// The boards of a stepper, and which of them is shown. Needs no browser.

export class Way {
  constructor(boards) {
    this.boards = boards;
    this.here = 0;
  }

  get shown() {
    return this.boards[this.here];
  }

  get last() {
    return this.boards.length - 1;
  }

  // Goes to a board, at most to the first or last one.
  go(to) {
    this.here = Math.max(0, Math.min(to, this.last));
  }

  // Goes one board forward. A new board replaces all that followed, and the boards that `further` returns come after it.
  play(board, further) {
    if (this.boards[this.here + 1]?.uci !== board.uci) {
      this.boards = [...this.boards.slice(0, this.here + 1), board, ...further(board)];
    }
    this.go(this.here + 1);
  }
}
