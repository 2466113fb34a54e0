// Positions to begin with, for somebody who has none at hand.

export const EXAMPLES = [
  { name: "Lasker – Reichhelm, 1901", about: "A pawn ending in which one king move wins. No table holds it; the solver proves it in seconds.", fen: "8/k7/3p4/p2P1p2/P2P1P2/8/8/K7 w - - 0 1" },
  { name: "King and pawn", about: "Does the pawn promote? One move keeps the win.", fen: "8/8/8/2k5/8/8/3PK3/8 w - - 0 1" },
  { name: "Réti, 1921", about: "White is two moves too late, and draws.", fen: "7K/8/k1P5/7p/8/8/8/8 w - - 0 1" },
  { name: "Rook against king", about: "The first ending to learn; a table of advice wins it and says why.", fen: "8/8/8/3k4/8/8/8/R3K3 w - - 0 1" },
  { name: "Bishop and knight", about: "The hardest of the elementary mates.", fen: "8/8/8/4k3/8/8/8/2B1K1N1 w - - 0 1" },
  { name: "Lucena's bridge", about: "Five men: the solver builds their results first, which takes its time.", fen: "1K1k4/1P6/8/8/8/8/r7/2R5 w - - 0 1" },
  { name: "Rook against pawn", about: "Only one move wins, and it is the king’s.", fen: "8/8/8/4K3/1pk5/8/8/R7 w - - 0 1" },
  { name: "Queen against rook", about: "Won, and still hard to win.", fen: "8/8/8/3k4/3r4/8/8/3QK3 w - - 0 1" },
];
