"""Addresses that contain no puzzle, and text that is not a puzzle: the error suggests what to do instead."""

from __future__ import annotations

import pytest

from tesuji import InputError, convert


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("https://webpbn.com/play.cgi?id=1", "only-an-address"),
        ("http://www.example.org/puzzle/7", "only-an-address"),
        ("https://tinyurl.com/abc", "shortened-address"),
        ("https://example.org/a b", "unknown-notation"),
        ("http://bit.ly/x", "shortened-address"),
        ("hello world this is rubbish", "unknown-notation"),
        ("Dear all, see you at 3 pm.\nBring mugs.", "unknown-notation"),
        ("<html><body>404</body></html>", "unknown-notation"),
    ],
)
def test_addresses_without_a_puzzle_get_advice(text, kind):
    with pytest.raises(InputError) as found:
        convert(text)
    assert found.value.kind == kind


def test_an_address_with_a_puzzle_is_read():
    assert convert("https://puzz.link/p?slither/3/3/i1d0c")["document"]["kind"] == "slitherlink"
