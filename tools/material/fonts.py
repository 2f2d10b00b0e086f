"""The fonts for training and for test pictures, by family; all from Debian packages, freely licensed.

TRAINING and HELD_OUT have no family in common: rates are measured on families that the network has never seen.
Packages: fonts-cabin fonts-cantarell fonts-comfortaa fonts-croscore fonts-crosextra-caladea fonts-crosextra-carlito
fonts-dejavu fonts-ebgaramond fonts-firacode fonts-freefont-ttf fonts-hack fonts-inconsolata fonts-jura fonts-lato
fonts-liberation fonts-linuxlibertine fonts-noto-core fonts-noto-mono fonts-open-sans fonts-oxygen fonts-play
fonts-quicksand fonts-roboto-unhinted fonts-sil-gentium fonts-urw-base35 fonts-vollkorn
"""

from __future__ import annotations

from pathlib import Path

FOLDER = Path("/usr/share/fonts")

TRAINING = (
    "opentype/cabin/*",
    "opentype/cantarell/*",
    "opentype/ebgaramond/EBGaramond12*",
    "opentype/linux-libertine/LinLibertine_R*",
    "opentype/linux-libertine/LinBiolinum_R*",
    "opentype/play/*",
    "opentype/urw-base35/[CNU]*",
    "truetype/comfortaa/*",
    "truetype/croscore/*",
    "truetype/crosextra/*",
    "truetype/dejavu/*",
    "truetype/firacode/*",
    "truetype/freefont/*",
    "truetype/inconsolata/*",
    "truetype/liberation/*",
    "truetype/noto/NotoSans-*",
    "truetype/noto/NotoSansMono-*",
    "truetype/noto/NotoSerif-*",
    "truetype/oxygen/*",
    "truetype/quicksand/*",
    "truetype/roboto/unhinted/RobotoTTF/*",
)
HELD_OUT = (
    "opentype/jura/*",
    "opentype/urw-base35/P*",
    "truetype/gentium/*",
    "truetype/hack/*",
    "truetype/lato/*",
    "truetype/noto/NotoSansDisplay-*",
    "truetype/noto/NotoSerifDisplay-*",
    "truetype/open-sans/*",
    "truetype/vollkorn/*",
)
NOT_DIGITS = ("Symbol", "Dingbats", "D05", "StandardSymbols", "Initials", "Keyboard", "Bold Outline")


def fonts(patterns: tuple[str, ...]) -> list[str]:
    """Return the font files that some patterns name, sorted. Raises FileNotFoundError if a pattern names none."""
    found: set[Path] = set()
    for pattern in patterns:
        files = [path for path in FOLDER.glob(pattern) if path.suffix in (".ttf", ".otf", ".t1")]
        if not files:
            raise FileNotFoundError(f"no font is called {pattern}: is its package installed?")
        found.update(path for path in files if not any(word in path.name for word in NOT_DIGITS))
    return sorted(map(str, found))
