"""Example boards, made by the generator."""

from tesuji.rulebook import example

EXAMPLES = (
    example("Five stars", "五つ星", "easy", "star_battle", "AAABC/AAACC/AAACC/ADDDD/EDDDD"),
    example(
        "Star chart",
        "星図",
        "hard",
        "star_battle",
        "AAAABBBB/ACDDBDBD/CCDDDDDD/EEEDDFFF/EEDDFFFG/HEEDDDFG/HEFFFDFF/HEFFFFFF",
    ),
    example(
        "Double stars",
        "連星",
        "hard",
        "star_battle",
        "AABBBCDDDD/ABBBBCDCEE/ABBBCCCCCE/BBBCCCCEEE/BFGGGGCEEE/FFFHGGCEEE/FFFHGGGEEE/FHFHHIIIJE/FHFHHJIJJJ/FHHHHJJJJJ",
        stars=2,
    ),
    example("Pinwheel", "風車", "multiple", "star_battle", "AABBB/AACCB/DDCCB/DDEEE/DDEEE"),
    example("One row too few", "一行足りない", "none", "star_battle", "AABBB/CCCDD/CCEDD/CEEED/EEEED"),
)
