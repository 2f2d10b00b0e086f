"""The notations that there are, in the order in which a text is tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module

from tesuji.notation import grids, share
from tesuji.notation.kinds import Kinds, Notation

ADDRESSES = ("penpa", "pzpr", "tatham")
"""The grammars of addresses and game IDs, which may also occur within a text; modules of this package."""
MARKED = ("pzprv3", *ADDRESSES)
"""The grammars with a mark of their own. They are tried before all others except Tesuji's."""


def notations(kinds: Kinds) -> dict[str, Notation]:
    """name -> notation, in the order in which a text is tried."""
    return kinds.table(by_name)


def by_name(kinds: Kinds) -> dict[str, Notation]:
    return {notation.name: notation for notation in (*marked(), *unmarked(kinds))}


def grammars(names: Iterable[str]) -> Iterator[Notation]:
    """The notations of these modules. Each is imported when its turn comes."""
    return (import_module(f"tesuji.notation.{name}").NOTATION for name in names)


def marked() -> Iterator[Notation]:
    """The notations with a mark of their own."""
    yield from (share.JSON, share.LINK)
    yield from grammars(MARKED)


def unmarked(kinds: Kinds) -> Iterator[Notation]:
    """The files and drawings of single kinds, then plain text."""
    for kind in kinds:
        yield from kind.own
    yield grids.NOTATION
