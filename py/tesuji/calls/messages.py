"""Messages in results."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tesuji.model import Document


def message(key: str, params: Mapping[str, Any] | None = None) -> Document:
    """Return a message, which the caller renders in its language."""
    return {"key": key, "params": dict(params or {})}
