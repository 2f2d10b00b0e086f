"""Example boards, made by the generator."""

from tesuji.rulebook import example

EXAMPLES = (
    example("Three of a kind", "三つ並び", "easy", "hitori", "51522/54431/35334/32545/33432"),
    example("Elbow room", "ひとりの時間", "hard", "hitori", "6142355/6266124/2271646/5716623/4237225/3422763/5563272"),
    example("One too free", "決まらない", "multiple", "hitori", "22155/43521/25515/44255/51342"),
    example("Too crowded", "混みすぎ", "none", "hitori", "24255/43521/25515/44255/51342"),
)
