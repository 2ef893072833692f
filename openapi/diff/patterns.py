"""Decides whether every text that fits some patterns fits another pattern, by walking their automata side by side.

Python's own parser reads the patterns. Only regular patterns can be decided: a look-ahead, a word boundary, a back
reference or an anchor inside a pattern cannot.
"""

import itertools
import re
import re._constants as op  # type: ignore[import-not-found]  # Python has no stubs for its own parser.
import re._parser as parser  # type: ignore[import-not-found]  # The same.
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

_LAST = 0x10FFFF
# The walk gives up beyond this number of pairs of states.
_PAIRS = 50_000
_COPIES = 10_000
_UNBRACED = re.compile(r"\\u\{([0-9a-fA-F]{1,6})\}")
_CATEGORIES = {
    op.CATEGORY_DIGIT: ((48, 57),),
    op.CATEGORY_WORD: ((48, 57), (65, 90), (95, 95), (97, 122)),
    op.CATEGORY_SPACE: ((9, 13), (32, 32), (0xA0, 0xA0), (0x2028, 0x2029), (0xFEFF, 0xFEFF)),
}
_NEGATED = {
    op.CATEGORY_NOT_DIGIT: op.CATEGORY_DIGIT,
    op.CATEGORY_NOT_WORD: op.CATEGORY_WORD,
    op.CATEGORY_NOT_SPACE: op.CATEGORY_SPACE,
}
_LINE_ENDS = ((10, 10), (13, 13), (0x2028, 0x2029))
_PREFERRED = "a0A-z9Z1 "

Ranges = tuple[tuple[int, int], ...]


class NotRegular(Exception):
    """A pattern that this module cannot express as a finite automaton."""


def text_outside(inside: Sequence[str], pattern: str) -> str | None:
    """A shortest text that fits every pattern of *inside* and not *pattern*. None proves that there is no such text.

    A pattern fits a text that contains a match, as in JSON Schema. Raises NotRegular if this cannot be decided.
    """
    found = _text_outside(tuple(inside), pattern)
    if isinstance(found, NotRegular):
        raise found
    return found


@lru_cache(maxsize=2048)
def _text_outside(inside: tuple[str, ...], pattern: str) -> str | NotRegular | None:
    """The text, None, or why there is no answer: that took the longest, and is remembered too."""
    try:
        return _walk([_automaton(part) for part in (*inside, pattern)], pattern)
    except NotRegular as undecided:
        return undecided


def _walk(automata: Sequence["_Automaton"], pattern: str) -> str | None:
    characters = _representatives(automata)
    start = tuple(automaton.start for automaton in automata)
    waiting, seen = deque([(start, "")]), {start}
    while waiting:
        states, text = waiting.popleft()
        fits = [automaton.accepts(state) for automaton, state in zip(automata, states, strict=True)]
        if all(fits[:-1]) and not fits[-1]:
            return text
        for character in characters:
            following = tuple(
                automaton.after(state, character) for automaton, state in zip(automata, states, strict=True)
            )
            if following not in seen and all(following[:-1]):
                seen.add(following)
                waiting.append((following, text + chr(character)))
        if len(seen) > _PAIRS:
            raise NotRegular(pattern)
    return None


def texts_inside(pattern: str) -> Iterator[str]:
    """Different texts in which *pattern* is found, short ones first. Raises NotRegular if there is no automaton."""
    automaton = _automaton(pattern)
    characters = sorted(
        {*_representatives([automaton]), *range(ord("a"), ord("z") + 1), *range(ord("0"), ord("9") + 1)}
    )
    waiting = deque([(automaton.start, "")])
    while waiting and len(waiting) < _PAIRS:
        states, text = waiting.popleft()
        if automaton.accepts(states):
            yield text
        for character in characters:
            following = automaton.after(states, character)
            if following:
                waiting.append((following, text + chr(character)))


@dataclass
class _Automaton:
    """A nondeterministic automaton. Edges carry ranges of code points; sets of states are walked at once."""

    edges: list[list[tuple[Ranges, int]]] = field(default_factory=list)
    jumps: list[list[int]] = field(default_factory=list)
    start: frozenset[int] = frozenset()
    final: int = 0
    known: dict[tuple[frozenset[int], int], frozenset[int]] = field(default_factory=dict)

    def state(self) -> int:
        """A new state."""
        self.edges.append([])
        self.jumps.append([])
        if len(self.edges) > 4 * _COPIES:
            raise NotRegular("too many states")
        return len(self.edges) - 1

    def closure(self, states: Iterable[int]) -> frozenset[int]:
        """The states that are reached from *states* without a character."""
        reached = set(states)
        waiting = list(reached)
        while waiting:
            for following in self.jumps[waiting.pop()]:
                if following not in reached:
                    reached.add(following)
                    waiting.append(following)
        return frozenset(reached)

    def after(self, states: frozenset[int], character: int) -> frozenset[int]:
        """The states after one more character."""
        step = (states, character)
        if step not in self.known:
            self.known[step] = self.closure(
                following
                for state in states
                for ranges, following in self.edges[state]
                if any(low <= character <= high for low, high in ranges)
            )
        return self.known[step]

    def accepts(self, states: frozenset[int]) -> bool:
        """Whether the text so far fits."""
        return self.final in states


def _representatives(automata: Sequence[_Automaton]) -> list[int]:
    """One code point for each class of characters that no automaton tells apart, readable ones first."""
    every = {ranges for automaton in automata for edges in automaton.edges for ranges, _ in edges}
    bounds = sorted({0, *(edge for ranges in every for low, high in ranges for edge in (low, high + 1)), _LAST + 1})
    chosen: dict[tuple[bool, ...], int] = {}
    for low, following in itertools.pairwise(bounds):
        preferred = (ord(character) for character in _PREFERRED if low <= ord(character) < following)
        readable = next(preferred, max(low, 33) if low < 33 < following else low)
        inside = tuple(any(first <= readable <= last for first, last in ranges) for ranges in every)
        if inside not in chosen or (0xD800 <= chosen[inside] <= 0xDFFF) or chr(readable) in _PREFERRED:
            chosen[inside] = readable
    return sorted(chosen.values(), key=lambda code: (_PREFERRED.find(chr(code)) % 99, code))


@lru_cache(maxsize=512)
def _automaton(pattern: str) -> _Automaton:
    """The automaton of all texts in which *pattern* is found. Raises NotRegular."""
    spelled = _UNBRACED.sub(lambda match: rf"\U{match[1]:0>8}", pattern)
    try:
        tree = parser.parse(spelled, re.ASCII)
    except (re.error, OverflowError, RecursionError) as error:
        raise NotRegular(pattern) from error
    automaton = _Automaton()
    begin, automaton.final = automaton.state(), automaton.state()
    branches = _top_branches(list(tree))
    for branch in branches:
        _add_whole(automaton, branch, begin)
    automaton.start = automaton.closure([begin])
    return automaton


def _top_branches(items: list[Any]) -> list[list[Any]]:
    """The alternatives of a whole pattern: `^a|b$` anchors each of them at one end only."""
    if len(items) == 1 and items[0][0] is op.BRANCH:
        return [list(branch) for branch in items[0][1][1]]
    return [items]


def _add_whole(automaton: _Automaton, items: list[Any], begin: int) -> None:
    """Adds one alternative of a pattern, with anything before and behind it where it has no anchor."""
    begins = bool(items) and items[0] == (op.AT, op.AT_BEGINNING)
    ends = len(items) > begins and items[-1] == (op.AT, op.AT_END)
    first = begin
    if not begins:
        first = automaton.state()
        automaton.jumps[begin].append(first)
        automaton.edges[first].append((((0, _LAST),), first))
    last = _add(automaton, items[begins : len(items) - ends], first)
    if not ends:
        tail = automaton.state()
        automaton.jumps[last].append(tail)
        automaton.edges[tail].append((((0, _LAST),), tail))
        last = tail
    automaton.jumps[last].append(automaton.final)


def _add(automaton: _Automaton, items: Iterable[Any], state: int) -> int:
    """Adds a sequence that begins in *state*. Returns the state in which it ends."""
    for name, argument in items:
        state = _add_item(automaton, name, argument, state)
    return state


def _add_item(automaton: _Automaton, name: Any, argument: Any, state: int) -> int:
    if name is op.BRANCH:
        return _add_branches(automaton, argument[1], state)
    if name is op.SUBPATTERN:
        if argument[1] or argument[2]:
            raise NotRegular("flags")
        return _add(automaton, argument[3], state)
    if name in (op.MAX_REPEAT, op.MIN_REPEAT):
        least, most, items = argument
        return _add_repeat(automaton, least, most, items, state)
    following = automaton.state()
    automaton.edges[state].append((_ranges(name, argument), following))
    return following


def _add_branches(automaton: _Automaton, branches: Iterable[Any], state: int) -> int:
    end = automaton.state()
    for branch in branches:
        automaton.jumps[_add(automaton, branch, state)].append(end)
    return end


def _add_repeat(automaton: _Automaton, least: int, most: Any, items: Any, state: int) -> int:
    if least > _COPIES or (most is not op.MAXREPEAT and most > _COPIES):
        raise NotRegular("too many copies")
    for _ in range(least):
        state = _add(automaton, items, state)
    end = automaton.state()
    automaton.jumps[state].append(end)
    if most is op.MAXREPEAT:
        automaton.jumps[_add(automaton, items, end)].append(end)
        return end
    for _ in range(most - least):
        state = _add(automaton, items, state)
        automaton.jumps[state].append(end)
    return end


def _ranges(name: Any, argument: Any) -> Ranges:
    """The code points that one item of a pattern takes. Raises NotRegular for what takes no character."""
    if name is op.LITERAL:
        return ((argument, argument),)
    if name is op.NOT_LITERAL:
        return _outside(((argument, argument),))
    if name is op.ANY:
        return _outside(_LINE_ENDS)
    if name is op.IN:
        negated = bool(argument) and argument[0][0] is op.NEGATE
        taken = tuple(part for item in argument[negated:] for part in _ranges_of_member(*item))
        return _outside(taken) if negated else taken
    raise NotRegular(str(name))


def _ranges_of_member(name: Any, argument: Any) -> Ranges:
    if name is op.RANGE:
        return (argument,)
    if name is op.CATEGORY:
        return _CATEGORIES[argument] if argument in _CATEGORIES else _outside(_CATEGORIES[_NEGATED[argument]])
    return _ranges(name, argument)


def _outside(taken: Ranges) -> Ranges:
    return tuple(_gaps(sorted(taken)))


def _gaps(taken: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    free = 0
    for low, high in taken:
        if low > free:
            yield free, low - 1
        free = max(free, high + 1)
    if free <= _LAST:
        yield free, _LAST
