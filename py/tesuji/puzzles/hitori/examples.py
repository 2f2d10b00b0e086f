"""Boards made by the generator."""

from tesuji.model import Document


def example(english: str, japanese: str, level: str, *grid: str) -> Document:
    document = {"kind": "hitori", "grid": list(grid)}
    return {"name": {"en": english, "ja": japanese}, "level": level, "document": document}


EXAMPLES = (
    example("Three of a kind", "三つ並び", "easy", "22255", "43521", "25515", "44255", "51342"),
    example(
        "Elbow room",
        "ひとりの時間",
        "hard",
        "71157848",
        "52438367",
        "41565731",
        "71377585",
        "85211683",
        "35681425",
        "33736268",
        "24275314",
    ),
    example("One too free", "決まらない", "multiple", "22155", "43521", "25515", "44255", "51342"),
    example("Too crowded", "混みすぎ", "none", "24255", "43521", "25515", "44255", "51342"),
)
