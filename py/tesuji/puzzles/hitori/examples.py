"""Example boards, made by the generator."""

from tesuji.model import Document


def example(english: str, japanese: str, level: str, *grid: str) -> Document:
    document = {"kind": "hitori", "grid": list(grid)}
    return {"name": {"en": english, "ja": japanese}, "level": level, "document": document}


EXAMPLES = (
    example("Three of a kind", "三つ並び", "easy", "51522", "54431", "35334", "32545", "33432"),
    example(
        "Elbow room",
        "ひとりの時間",
        "hard",
        "6142355",
        "6266124",
        "2271646",
        "5716623",
        "4237225",
        "3422763",
        "5563272",
    ),
    example("One too free", "決まらない", "multiple", "22155", "43521", "25515", "44255", "51342"),
    example("Too crowded", "混みすぎ", "none", "24255", "43521", "25515", "44255", "51342"),
)
