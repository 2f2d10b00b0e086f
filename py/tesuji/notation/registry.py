"""All formats, in the order in which a text is tried."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module

from tesuji.notation import grids, share
from tesuji.notation.kinds import Kinds, Notation

ADDRESSES = ("penpa", "pzpr", "tatham")
"""The formats of addresses and game IDs, which may also occur within a text; modules of this package."""
MARKED = ("pzprv3", *ADDRESSES)
"""The recognisable formats. They are tried before all others except Tesuji's own."""


def notations(kinds: Kinds) -> dict[str, Notation]:
    """Return the formats by name, in the order in which a text is tried."""
    return kinds.table(by_name)


def by_name(kinds: Kinds) -> dict[str, Notation]:
    return {notation.name: notation for notation in (*marked(), *unmarked(kinds))}


def grammars(names: Iterable[str]) -> Iterator[Notation]:
    """Yield the formats of these modules. Each is imported when its turn comes."""
    return (import_module(f"tesuji.notation.{name}").NOTATION for name in names)


def marked() -> Iterator[Notation]:
    """Yield the recognisable formats."""
    yield from (share.JSON, share.LINK)
    yield from grammars(MARKED)


def unmarked(kinds: Kinds) -> Iterator[Notation]:
    """Yield the file formats and drawings of single kinds, then plain text."""
    for kind in kinds:
        yield from kind.own
    yield grids.NOTATION
