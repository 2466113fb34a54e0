#!/usr/bin/env python3
"""A second interpreter of the printed king-and-rook table, written from its definition alone: it plays every position
with White to move and compares rule, advice and move with what `lucena advice moves krk_book` says.

    python3 scripts/checks/advice_reference.py target/release/lucena [--every N]

It shares nothing with lucena, not even the rules of chess: the few that three men need are below. Squares are
(file, rank) from (1, 1) to (8, 8). A node is (K, R, k, us_to_move); R is None when it has been taken."""

import argparse
import subprocess
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from typing import Any

Square = tuple[int, int]
# Our rook is None when it has been taken; callers that ask for its square know that it is there.
Node = tuple[Square, Any, Square, bool]
# The moves that an advice considers in a node at a depth, as the nodes they lead to.
Moves = Callable[[Node, int], Iterable[Node]]
Goal = Callable[[Node, Node], bool]
# Better goal, holding goal, our moves, their moves.
Advice = tuple[Goal, Goal, Moves, Moves]

KING_ORDER = [(1, 1), (1, -1), (-1, 1), (-1, -1), (1, 0), (-1, 0), (0, 1), (0, -1)]
SQUARES = [(x, y) for y in range(1, 9) for x in range(1, 9)]


def dist(a: Square, b: Square) -> int:
    return max(abs(a[0] - b[0]), abs(a[1] - b[1]))


def mdist(a: Square, b: Square) -> int:
    return abs(a[0] - b[0]) + abs(a[1] - b[1])


def between(a: int, b: int, c: int) -> bool:
    return a < b < c or c < b < a


def on_edge(a: Square) -> bool:
    return a[0] in (1, 8) or a[1] in (1, 8)


# The rules of the game that three men need.


def sees(rook: Square, target: Square, blocker: Square) -> bool:
    """Whether a rook attacks a square with only this one man in the way."""
    if rook == target:
        return False
    for same, other in ((0, 1), (1, 0)):
        if rook[same] == target[same]:
            return not (blocker[same] == rook[same] and between(rook[other], blocker[other], target[other]))
    return False


def king_targets(square: Square) -> Iterator[Square]:
    for dx, dy in KING_ORDER:
        x, y = square[0] + dx, square[1] + dy
        if 1 <= x <= 8 and 1 <= y <= 8:
            yield (x, y)


@cache
def their_moves(K: Square, R: Square | None, k: Square) -> tuple[Square, ...]:
    """Their king's squares, in the king's order."""
    safe = []
    for to in king_targets(k):
        if dist(to, K) <= 1:
            continue
        if R is not None and to != R and sees(R, to, K):
            continue
        safe.append(to)
    return tuple(safe)


def our_king_moves(node: Node) -> Iterator[Node]:
    K, R, k, _ = node
    for to in king_targets(K):
        if dist(to, k) > 1 and to != R:
            yield (to, R, k, False)


def our_rook_moves(node: Node) -> Iterator[Node]:
    K, R, k, _ = node
    for i in range(1, 9):
        for to in ((R[0], i), (i, R[1])):
            if to not in (R, K, k) and sees(R, to, K) and sees(R, to, k):
                yield (K, to, k, False)


def our_legal_moves(node: Node) -> Iterator[Node]:
    yield from our_king_moves(node)
    yield from our_rook_moves(node)


def our_checking_moves(node: Node) -> Iterator[Node]:
    k = node[2]
    moves = list(our_rook_moves(node))
    yield from (after for after in moves if after[1][0] == k[0])
    yield from (after for after in moves if after[1][0] != k[0] and after[1][1] == k[1])


# The predicates of the table. `now` is the current node, `root` the one where the search began.


def in_check(now: Node) -> bool:
    K, R, k, _ = now
    return R is not None and sees(R, k, K)


def mate(now: Node) -> bool:
    return not now[3] and in_check(now) and not their_moves(*now[:3])


def stalemate(now: Node) -> bool:
    return not now[3] and not in_check(now) and not their_moves(*now[:3])


def rook_lost(now: Node) -> bool:
    K, R, k, ours = now
    return R is None or (not ours and dist(k, R) == 1 and dist(K, R) > 1)


def rook_exposed(now: Node) -> bool:
    K, R, k, ours = now
    return dist(K, R) > dist(k, R) + (1 if ours else 0)


def rook_divides(now: Node) -> bool:
    K, R, k, _ = now
    return between(K[0], R[0], k[0]) or between(K[1], R[1], k[1])


def room(now: Node) -> int:
    _, R, k, _ = now
    sides = []
    for axis in (0, 1):
        if k[axis] == R[axis]:
            return 64
        sides.append(R[axis] - 1 if k[axis] < R[axis] else 8 - R[axis])
    return sides[0] * sides[1]


def critical_distance(now: Node) -> int:
    K, R, k, _ = now
    critical = tuple(R[axis] - 1 if k[axis] < R[axis] else R[axis] + 1 for axis in (0, 1))
    return mdist(K, critical)


def l_pattern(now: Node) -> bool:
    K, R, k, _ = now
    return mdist(K, k) == 2 and mdist(R, k) == 3


def room_or_centre(now: Node) -> bool:
    return room(now) > 2 or not on_edge(now[0])


# The pieces of advice: better goal, holding goal, our moves and their moves by depth.


def keeps_rook(now: Node, root: Node) -> bool:
    return not rook_lost(now)


def nothing(now: Node, depth: int) -> Iterable[Node]:
    return ()


def at_root(moves: Callable[[Node], Iterable[Node]]) -> Moves:
    return lambda now, depth: moves(now) if depth == 0 else ()


def legal_replies(below: int) -> Moves:
    def replies(now: Node, depth: int) -> Iterable[Node]:
        if depth >= below:
            return ()
        K, R, k, _ = now
        return [(K, None if to == R else R, to, True) for to in their_moves(K, R, k)]

    return replies


def legal_below(limit: int) -> Moves:
    return lambda now, depth: our_legal_moves(now) if depth < limit else ()


def mate_moves(now: Node, depth: int) -> Iterable[Node]:
    return our_legal_moves(now) if depth == 0 else our_checking_moves(now) if depth == 2 else ()


def divided(now: Node, root: Node) -> bool:
    return not now[3] and rook_divides(now) and not rook_exposed(now)


ADVICE: dict[str, Advice] = {
    "mate_in_2": (
        lambda now, root: mate(now),
        lambda now, root: not rook_lost(now) and on_edge(now[2]),
        mate_moves,
        lambda now, depth: legal_replies(2)(now, depth) if depth == 1 else (),
    ),
    "squeeze": (
        lambda now, root: room(now) < room(root) and not rook_exposed(now) and rook_divides(now) and not stalemate(now),
        keeps_rook,
        at_root(our_rook_moves),
        nothing,
    ),
    "approach": (
        lambda now, root: critical_distance(now) < critical_distance(root)
        and not rook_exposed(now)
        and (rook_divides(now) or l_pattern(now))
        and room_or_centre(now),
        keeps_rook,
        at_root(our_king_moves),
        nothing,
    ),
    "keep_room": (
        lambda now, root: not now[3]
        and not rook_exposed(now)
        and rook_divides(now)
        and dist(now[0], now[1]) <= dist(root[0], root[1])
        and room_or_centre(now),
        keeps_rook,
        at_root(our_king_moves),
        nothing,
    ),
    "divide_in_2": (divided, keeps_rook, legal_below(3), legal_replies(2)),
    "divide_in_3": (divided, keeps_rook, legal_below(5), legal_replies(4)),
}
EDGE = ["mate_in_2", "squeeze", "approach", "keep_room", "divide_in_2", "divide_in_3"]
RULES: list[tuple[str, Callable[[Node], bool], list[str]]] = [
    ("edge_rule", lambda root: on_edge(root[2]) and dist(root[0], root[2]) < 4, EDGE),
    ("else_rule", lambda root: True, EDGE[1:]),
]


def satisfiable(advice: Advice, root: Node, now: Node, depth: int) -> bool:
    better, holding, ours, theirs = advice
    if not holding(now, root):
        return False
    if better(now, root):
        return True
    if now[3]:
        return any(satisfiable(advice, root, after, depth + 1) for after in ours(now, depth))
    replies = list(theirs(now, depth))
    return bool(replies) and all(satisfiable(advice, root, after, depth + 1) for after in replies)


def advised(root: Node) -> tuple[str, str, str]:
    rule, _, names = next(rule for rule in RULES if rule[1](root))
    for name in names:
        better, holding, ours, _ = ADVICE[name]
        if better(root, root) or not holding(root, root):
            continue
        for after in ours(root, 0):
            if satisfiable(ADVICE[name], root, after, 1):
                return rule, name, uci(root, after)
    return rule, "-", "-"


def square_name(square: Square) -> str:
    return "abcdefgh"[square[0] - 1] + str(square[1])


def uci(before: Node, after: Node) -> str:
    start, end = (before[0], after[0]) if before[0] != after[0] else (before[1], after[1])
    return square_name(start) + square_name(end)


def fen(node: Node) -> str:
    men = {node[0]: "K", node[1]: "R", node[2]: "k"}
    rows = []
    for y in range(8, 0, -1):
        row = "".join(men.get((x, y), "1") for x in range(1, 9))
        while "11" in row:
            for length in range(8, 1, -1):
                row = row.replace("1" * length, str(length))
        rows.append(row)
    return "/".join(rows) + " w - - 0 1"


def positions() -> Iterator[Node]:
    for K in SQUARES:
        for R in SQUARES:
            for k in SQUARES:
                if len({K, R, k}) == 3 and dist(K, k) > 1 and not sees(R, k, K):
                    yield (K, R, k, True)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("lucena", help="the binary")
    parser.add_argument("--every", type=int, default=1, help="only every Nth position")
    arguments = parser.parse_args()
    nodes = list(positions())
    print(f"{len(nodes)} legal positions with White to move")
    nodes = nodes[:: arguments.every]
    lines = "".join(fen(node) + "\n" for node in nodes)
    command = [arguments.lucena, "advice", "moves", "krk_book"]
    output = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout.splitlines()
    assert len(output) == len(nodes)
    differing = 0
    fired: dict[str, int] = {}
    for node, line in zip(nodes, output):
        ours = advised(node)
        fired[ours[1]] = fired.get(ours[1], 0) + 1
        if "\t".join((fen(node), *ours)) != line:
            differing += 1
            if differing <= 10:
                print("differs:", line, "here:", *ours)
    print("fires here:", ", ".join(f"{name} {fired.get(name, 0)}" for name in [*EDGE, "-"]))
    print(f"{len(nodes)} positions compared, {differing} differ")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
