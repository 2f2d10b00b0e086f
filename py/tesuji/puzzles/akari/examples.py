"""Example boards, made by the generator."""

from tesuji.rulebook import example

EXAMPLES = (
    example("First light", "はじめの明かり", "easy", "akari", ".3..1./...1../1...../.....0/..1.../.1..2."),
    example(
        "Night at the museum",
        "夜の美術館",
        "hard",
        "akari",
        "..#.#.../..##..2./.1#...#./#...1..#/#..2...#/.0...#1./.2..##../...1.1..",
    ),
    example(
        "Two lamps", "二つの明かり", "multiple", "akari", ".2...../3....#0/.31..1./..2.1../.2..12./01....2/.....1."
    ),
    example("One corner dark", "暗い片隅", "none", "akari", "1..1..1/.1...3./1...3../.0...4./..0...3/.0...3./0..1..2"),
)
