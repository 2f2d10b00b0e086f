"""Example boards, made by the generator."""

EXAMPLES = (
    {
        "name": {"en": "Warm-up", "ja": "小手調べ"},
        "level": "easy",
        "document": {
            "kind": "binoxxo",
            "grid": [
                "O..X.X",
                "XXOO.O",
                "..O.O.",
                "X...OO",
                "..O...",
                ".OXO.O",
            ],
        },
    },
    {
        "name": {"en": "Patchwork", "ja": "寄せ木細工"},
        "level": "hard",
        "document": {
            "kind": "binoxxo",
            "grid": [
                ".X..X...O.",
                "..O.X.....",
                "O......X..",
                ".....O..OO",
                ".XX..O....",
                "..........",
                "...X....X.",
                "..........",
                "....XX..O.",
                "O......X..",
            ],
        },
    },
    {
        "name": {"en": "Long evening", "ja": "秋の夜長"},
        "level": "hard",
        "document": {
            "kind": "binoxxo",
            "grid": [
                "O.O...X..O....",
                ".........X.X..",
                "...O..X....X.X",
                "........O.X..X",
                "O......X..O...",
                "....X........O",
                ".X.OX..O......",
                ".......O..X..O",
                ".X.XX......O..",
                "XX.....OO.X..X",
                "..............",
                "........X.....",
                ".....X.O....OO",
                ".X...O...O...O",
            ],
        },
    },
    {
        "name": {"en": "Alike and opposite", "ja": "同じか逆か"},
        "level": "hard",
        "document": {
            "kind": "binoxxo",
            "grid": [
                "......",
                "......",
                "X.....",
                "....OO",
                "......",
                "O.....",
            ],
            "distinct": False,
            "signs": {
                "h": ["x....", "=.=..", ".....", ".....", ".....", "...xx"],
                "v": [".....x", "......", "......", "......", "..x..."],
            },
        },
    },
    {
        "name": {"en": "Four cells open", "ja": "四つのマス"},
        "level": "multiple",
        "document": {
            "kind": "binoxxo",
            "grid": [
                "O...OO..",
                ".......X",
                "...XX...",
                ".O.X....",
                "..X.....",
                "...X....",
                ".O..O.O.",
                ".X....O.",
            ],
        },
    },
    {
        "name": {"en": "Too much alike", "ja": "似すぎた列"},
        "level": "none",
        "document": {
            "kind": "binoxxo",
            "grid": [
                "......",
                "O.X...",
                "...OO.",
                ".X....",
                "X.O.X.",
                "X.X...",
            ],
        },
    },
)
