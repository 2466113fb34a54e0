// The boards that a stepper goes through, and where it stands. Needs no browser.

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

  // Goes to a board, and no further than there are any.
  go(to) {
    this.here = Math.max(0, Math.min(to, this.last));
  }

  // Goes one board on. Where that is a new one, it takes the place of all that followed, and what `further` gives comes after it.
  play(board, further) {
    if (this.boards[this.here + 1]?.uci !== board.uci) {
      this.boards = [...this.boards.slice(0, this.here + 1), board, ...further(board)];
    }
    this.go(this.here + 1);
  }
}
