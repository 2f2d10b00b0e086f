"""At least one of each level: easy, hard, multiple and none. They are the page's menu, and the laws try them all."""

EXAMPLES = (
    {
        "name": {"en": "First numbers", "ja": "はじめての数字"},
        "level": "easy",
        "document": {"kind": "KIND", "grid": ["1...2", "3.4.4", "3435.", "...2.", "32.1."]},
    },
    {
        "name": {"en": "Hard", "ja": "難しい"},
        "level": "hard",
        "document": {
            "kind": "KIND",
            "grid": ["1.11.2", "..1.2.", ".2212.", ".224.4", "12.2.2", "..2..2"],
        },
    },
    {
        "name": {"en": "Several", "ja": "解がいくつも"},
        "level": "multiple",
        "document": {"kind": "KIND", "grid": ["1...2", "3.4.4", "3..5.", "...2.", "32.1."]},
    },
    {
        "name": {"en": "None", "ja": "解なし"},
        "level": "none",
        "document": {"kind": "KIND", "grid": ["3..0", "....", ".4..", "..0."]},
    },
)
