"""Example boards, made by the generator."""

EXAMPLES = (
    {
        "name": {"en": "Five stars", "ja": "五つ星"},
        "level": "easy",
        "document": {"kind": "star_battle", "grid": ["AAABC", "AAACC", "AAACC", "ADDDD", "EDDDD"]},
    },
    {
        "name": {"en": "Star chart", "ja": "星図"},
        "level": "hard",
        "document": {
            "kind": "star_battle",
            "grid": ["AAAABBBB", "ACDDBDBD", "CCDDDDDD", "EEEDDFFF", "EEDDFFFG", "HEEDDDFG", "HEFFFDFF", "HEFFFFFF"],
        },
    },
    {
        "name": {"en": "Double stars", "ja": "連星"},
        "level": "hard",
        "document": {
            "kind": "star_battle",
            "grid": [
                "AABBBCDDDD",
                "ABBBBCDCEE",
                "ABBBCCCCCE",
                "BBBCCCCEEE",
                "BFGGGGCEEE",
                "FFFHGGCEEE",
                "FFFHGGGEEE",
                "FHFHHIIIJE",
                "FHFHHJIJJJ",
                "FHHHHJJJJJ",
            ],
            "stars": 2,
        },
    },
    {
        "name": {"en": "Pinwheel", "ja": "風車"},
        "level": "multiple",
        "document": {"kind": "star_battle", "grid": ["AABBB", "AACCB", "DDCCB", "DDEEE", "DDEEE"]},
    },
    {
        "name": {"en": "One row too few", "ja": "一行足りない"},
        "level": "none",
        "document": {"kind": "star_battle", "grid": ["AABBB", "CCCDD", "CCEDD", "CEEED", "EEEED"]},
    },
)
