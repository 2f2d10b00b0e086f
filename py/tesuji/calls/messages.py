"""Messages as results carry them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from tesuji.model import Document


def message(key: str, params: Mapping[str, Any] | None = None) -> Document:
    """{"key", "params"}: whoever shows it to a person renders it."""
    return {"key": key, "params": dict(params or {})}
